//! Runs long work without the GIL, on a thread of its own, while the calling thread looks for
//! signals: Ctrl-C stops the work.

use crate::errors::{Failure, Result};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How often the calling thread looks for signals.
const EVERY: Duration = Duration::from_millis(50);

/// The stack of the working thread, as large as a program's.
const STACK: usize = 8 << 20;

/// Works until it is done or a signal raises an exception, which sets the flag that the work is
/// given.
pub(crate) fn work<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> Result<T> + Send,
) -> Result<T> {
    watched(py, work, |_| Ok(()))
}

/// Works as [`work`](self::work()), and calls `look` with the GIL at every look for signals and at
/// the end. Its exception stops the work as well.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> Result<T> + Send,
    mut look: impl FnMut(Python<'_>) -> PyResult<()> + Send,
) -> Result<T> {
    let stop = AtomicBool::new(false);
    let (done, result) = sync_channel(1);
    py.detach(move || {
        thread::scope(|scope| {
            let stop = &stop;
            let worker = thread::Builder::new().name("tamis".into()).stack_size(STACK);
            let spawned =
                worker.spawn_scoped(scope, move || drop(done.send(caught(|| work(stop)))));
            spawned
                .map_err(|error| Failure::Panic(format!("no thread could be started: {error}")))?;
            wait(&result, stop, &mut look)
        })
    })
}

/// Waits for the result, and looks for signals meanwhile.
fn wait<T>(
    result: &Receiver<Result<T>>,
    stop: &AtomicBool,
    look: &mut impl FnMut(Python<'_>) -> PyResult<()>,
) -> Result<T> {
    let mut raised = None;
    loop {
        let finished = match result.recv_timeout(EVERY) {
            Ok(finished) => Some(finished),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                Some(Err(Failure::Panic("the working thread is gone".into())))
            }
        };
        if raised.is_none() {
            raised = Python::attach(|py| py.check_signals().and_then(|()| look(py))).err();
            stop.store(raised.is_some(), Ordering::Relaxed);
        }
        if let Some(finished) = finished {
            return raised.map_or(finished, |error| Err(error.into()));
        }
    }
}

/// Works without the GIL on the calling thread, for work that is short.
pub(crate) fn short<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    py.detach(|| caught(work))
}

/// Works, and turns a panic into a failure.
fn caught<T: Send>(work: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    let outcome = catch_unwind(AssertUnwindSafe(|| match own_threads()? {
        Some(threads) => threads.install(work),
        None => work(),
    }));
    outcome.unwrap_or_else(|panic| Err(Failure::Panic(message(&*panic))))
}

/// The process that loaded the module, and the threads of another one that was forked from it.
static FIRST: LazyLock<u32> = LazyLock::new(std::process::id);
static FORKED: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Remembers the process that loads the module.
pub(crate) fn remember_process() {
    LazyLock::force(&FIRST);
}

/// Returns threads for the work of a forked process, as those of `multiprocessing` are: rayon's own
/// stayed behind in the parent, and work would wait for them for ever.
fn own_threads() -> Result<Option<Arc<ThreadPool>>> {
    let process = std::process::id();
    if process == *FIRST {
        return Ok(None);
    }
    let mut forked = FORKED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, threads)) = forked.as_ref().filter(|(of, _)| *of == process) {
        return Ok(Some(threads.clone()));
    }
    let threads = ThreadPoolBuilder::new().build();
    let threads = Arc::new(
        threads.map_err(|error| Failure::Panic(format!("no thread could be started: {error}")))?,
    );
    // Those of a parent that was forked itself are gone: joining them would wait for ever.
    std::mem::forget(forked.replace((process, threads.clone())));
    Ok(Some(threads))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("a bug in tamis, please report it: {}", text.unwrap_or("a panic without a message"))
}
