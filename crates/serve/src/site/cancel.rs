//! Stops the work of a request that nobody waits for any more.

use crate::requests::{Answer, Failure};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The time to say that there is no time.
const ANSWERING: Duration = Duration::from_secs(3);

/// Checked between the steps of a request: whether to go on.
#[derive(Debug, Clone)]
pub struct Cancel {
    gone: Arc<AtomicBool>,
    deadline: Instant,
}

/// Cancels the work of a request when it is dropped, as happens when the client goes away.
#[derive(Debug)]
pub struct CancelOnDrop(Arc<AtomicBool>);

impl Cancel {
    /// Returns the check for the work of a request, and what cancels it for the connection to hold.
    pub fn new(deadline: Instant) -> (Self, CancelOnDrop) {
        let gone = Arc::new(AtomicBool::new(false));
        (Self { gone: gone.clone(), deadline }, CancelOnDrop(gone))
    }

    /// Whether the deadline is so near that only the answer to this can be made.
    pub fn is_nearly_over(&self) -> bool {
        Instant::now() + ANSWERING > self.deadline
    }

    /// Returns an error if the work should stop.
    ///
    /// # Errors
    /// [`Failure::Cancelled`] if the client is gone, [`Failure::Late`] after the deadline.
    pub fn check(&self) -> Answer<()> {
        if self.gone.load(Ordering::Relaxed) {
            Err(Failure::Cancelled)
        } else if Instant::now() > self.deadline {
            Err(Failure::Late)
        } else {
            Ok(())
        }
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
