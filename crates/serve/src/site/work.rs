//! The threads that do the work of requests: few at a time, with a deadline, and none for a client
//! that is gone.

use super::cancel::Cancel;
use crate::requests::{Answer, Failure};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tamis::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

/// How long a request may take, waiting included.
pub const DEADLINE: Duration = Duration::from_secs(60);
/// Requests that wait for a thread.
const MAX_WAITING: usize = 512;

/// How much work a request is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// One search of a view, or less.
    Short,
    /// A pass over all topics or all blocks.
    Long,
}

/// Does the work of requests. Long work leaves one thread for short work: a search must not wait
/// for measures.
#[derive(Clone)]
pub struct WorkerPool {
    threads: Arc<Semaphore>,
    long: Arc<Semaphore>,
    /// The threads among which long work is divided: apart from those of searches, which must not
    /// wait for its parts.
    parts: Arc<rayon::ThreadPool>,
    waiting: Arc<AtomicUsize>,
}

/// Counts a request that waits, until it is dropped.
struct WaitingRequest(Arc<AtomicUsize>);

impl WaitingRequest {
    fn new(count: &Arc<AtomicUsize>) -> Option<Self> {
        let before = count.fetch_add(1, Ordering::Relaxed);
        let waiting = Self(count.clone());
        (before < MAX_WAITING).then_some(waiting)
    }
}

impl Drop for WaitingRequest {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl WorkerPool {
    /// Returns a pool of this many threads, two at least.
    ///
    /// # Errors
    /// [`Error::Setting`] if the system refuses threads.
    pub fn new(threads: usize) -> tamis::Result<Self> {
        let parts = rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
        let parts = parts.map_err(|error| Error::setting("threads", error.to_string()))?;
        let threads = threads.max(2);
        let [threads, long] =
            [threads, threads - 1].map(|permits| Arc::new(Semaphore::new(permits)));
        Ok(Self { threads, long, parts: Arc::new(parts), waiting: Arc::default() })
    }

    /// Does the work of a request on a thread of the pool. If the returned future is dropped, the
    /// work stops at its next step.
    ///
    /// # Errors
    /// Those of the work; [`Failure::Busy`] if too many requests wait, [`Failure::Late`] after the
    /// deadline, and [`Failure::Error`] if the work panics.
    pub async fn run<T: Send + 'static>(
        &self,
        effort: Effort,
        work: impl FnOnce(&Cancel) -> Answer<T> + Send + 'static,
    ) -> Answer<T> {
        let deadline = Instant::now() + DEADLINE;
        let waiting = WaitingRequest::new(&self.waiting).ok_or(Failure::Busy)?;
        let long =
            if effort == Effort::Long { Some(permit(&self.long, deadline).await?) } else { None };
        let permits = (long, permit(&self.threads, deadline).await?);
        drop(waiting);
        let (cancel, held) = Cancel::new(deadline.into_std());
        let parts = self.parts.clone();
        let done = tokio::task::spawn_blocking(move || {
            let work = || cancel.check().and_then(|()| work(&cancel));
            let done = if effort == Effort::Long { parts.install(work) } else { work() };
            // The thread is free only now, also if the client went meanwhile.
            drop(permits);
            done
        });
        let done = tokio::time::timeout_at(deadline, done).await.map_err(|_| Failure::Late)?;
        drop(held);
        done.unwrap_or_else(|panic| Err(Failure::Error(panicked(panic))))
    }
}

/// Waits until a thread may be taken.
async fn permit(of: &Arc<Semaphore>, deadline: Instant) -> Answer<OwnedSemaphorePermit> {
    let permit = tokio::time::timeout_at(deadline, of.clone().acquire_owned()).await;
    permit.map_err(|_| Failure::Late)?.map_err(|_| Failure::Cancelled)
}

/// The error of a panic: a defect of the program, or an index that changed under it.
fn panicked(error: tokio::task::JoinError) -> Error {
    let message = match error.try_into_panic() {
        Ok(panic) => tamis::panic_text(&*panic).to_owned(),
        Err(error) => error.to_string(),
    };
    Error::settings(format!("the program failed on this request: {message}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_multi_thread().enable_time().build().unwrap().block_on(future)
    }

    #[test]
    fn work_is_done_and_a_panic_is_an_error() {
        let pool = WorkerPool::new(1).unwrap();
        assert_eq!(run(pool.run(Effort::Short, |_| Ok(7))).unwrap(), 7);
        let failed = run(pool.run(Effort::Short, |_| -> Answer<()> { panic!("seven") }));
        assert!(failed.unwrap_err().message().contains("seven"));
        assert_eq!(run(pool.run(Effort::Short, |_| Ok(8))).unwrap(), 8);
    }

    #[test]
    fn a_client_that_goes_stops_its_work() {
        let pool = WorkerPool::new(1).unwrap();
        let stopped = Arc::new(AtomicUsize::new(0));
        run(async {
            let (began, begun) = tokio::sync::oneshot::channel();
            let seen = stopped.clone();
            let work = move |cancel: &Cancel| {
                began.send(()).unwrap();
                while cancel.check().is_ok() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                seen.fetch_add(1, Ordering::Relaxed);
                Ok(())
            };
            let client = tokio::spawn({
                let pool = pool.clone();
                async move { pool.run(Effort::Long, work).await }
            });
            begun.await.unwrap();
            client.abort();
            // Long work may take one thread, and it is free again, so the work has ended.
            pool.run(Effort::Long, |_| Ok(())).await.unwrap();
        });
        assert_eq!(stopped.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn a_search_does_not_wait_for_long_work() {
        let pool = WorkerPool::new(1).unwrap();
        let (go, wait) = std::sync::mpsc::channel::<()>();
        run(async {
            let long = tokio::spawn({
                let pool = pool.clone();
                async move { pool.run(Effort::Long, move |_| Ok(wait.recv().is_ok())).await }
            });
            let other = tokio::spawn({
                let pool = pool.clone();
                async move { pool.run(Effort::Long, |_| Ok(true)).await }
            });
            assert!(pool.run(Effort::Short, |_| Ok(true)).await.unwrap());
            go.send(()).unwrap();
            assert!(long.await.unwrap().unwrap() && other.await.unwrap().unwrap());
        });
    }

    #[test]
    fn the_queue_has_an_end() {
        let pool = WorkerPool::new(1).unwrap();
        pool.waiting.store(MAX_WAITING, Ordering::Relaxed);
        assert!(matches!(run(pool.run(Effort::Short, |_| Ok(()))), Err(Failure::Busy)));
        assert_eq!(pool.waiting.load(Ordering::Relaxed), MAX_WAITING);
    }
}
