//! Handles SIGINT and SIGTERM: the first signal shuts down cleanly; the second exits immediately.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;
use tamis_index::error::{Error, Result};

/// The signal received, if any.
#[derive(Debug, Clone, Default)]
pub struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// Starts listening until the program ends.
    ///
    /// # Errors
    /// [`Error::Io`] if the system refuses.
    pub fn listen() -> Result<Self> {
        let refused = |error| Error::io("listen for signals", "(the system)", error);
        let signals = Self::default();
        let again = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal arms the second.
            flag::register_conditional_shutdown(signal, status(signal).into(), Arc::clone(&again))
                .map_err(refused)?;
            flag::register(signal, Arc::clone(&again)).map_err(refused)?;
            flag::register_usize(signal, Arc::clone(&signals.0), signal as usize)
                .map_err(refused)?;
        }
        Ok(signals)
    }

    /// Returns the exit status of the received signal: 130 for SIGINT, 143 for SIGTERM.
    pub fn came(&self) -> Option<u8> {
        match self.0.load(Ordering::Relaxed) {
            0 => None,
            signal => Some(status(signal as i32)),
        }
    }
}

/// Ends the process at a signal, until it is dropped.
pub struct Ending {
    done: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// How often to look for a signal.
const EVERY: Duration = Duration::from_millis(20);

impl Ending {
    /// Waits for a signal on a thread of its own; `say` tells what is kept.
    ///
    /// # Errors
    /// [`Error::Io`] if the system refuses.
    pub fn at_signal(say: impl Fn() + Send + 'static) -> Result<Self> {
        // `timeout` sends its signal twice: a second one must not end the process before it reports
        // what is kept.
        let signals = Signals::default();
        let (done, stop) = channel();
        for signal in [SIGINT, SIGTERM] {
            let noted = flag::register_usize(signal, Arc::clone(&signals.0), signal as usize);
            noted.map_err(|error| Error::io("listen for signals", "(the system)", error))?;
        }
        let thread = std::thread::spawn(move || {
            while stop.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                if let Some(status) = signals.came() {
                    say();
                    std::process::exit(status.into());
                }
            }
        });
        Ok(Self { done: Some(done), thread: Some(thread) })
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        drop(self.done.take());
        // It only waits, and cannot fail.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// Returns the exit status that shells report for a signal.
fn status(signal: i32) -> u8 {
    128 + signal as u8
}
