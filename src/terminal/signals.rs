//! Handles SIGINT and SIGTERM: the first signal shuts down cleanly; the second exits immediately.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, LazyLock};
use std::thread::JoinHandle;
use std::time::Duration;
use tamis::{Error, Result};

/// How often to look for a signal.
const EVERY: Duration = Duration::from_millis(20);
/// Signals that follow each other faster are one: `timeout` sends its own twice, and programs that
/// run others pass on the one of the terminal, which all of them get.
const ONE: Duration = Duration::from_millis(500);

/// The signal that came; 0 for none.
static CAME: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// Starts listening until the program ends. A second signal ends it at once.
///
/// # Errors
/// [`Error::Io`] if the system refuses.
pub fn listen() -> Result<()> {
    let again = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, status(signal).into(), Arc::clone(&again))
            .map_err(refused)?;
    }
    note()?;
    // It waits for the first signal until the program ends, and arms the second.
    std::mem::forget(watch(move |_| {
        std::thread::sleep(ONE);
        again.store(true, Ordering::Relaxed);
    }));
    Ok(())
}

fn note() -> Result<()> {
    for signal in [SIGINT, SIGTERM] {
        flag::register_usize(signal, Arc::clone(&CAME), signal as usize).map_err(refused)?;
    }
    Ok(())
}

/// Returns the exit status of the signal that came: 130 for SIGINT, 143 for SIGTERM.
pub fn came() -> Option<u8> {
    match CAME.load(Ordering::Relaxed) {
        0 => None,
        signal => Some(status(signal as i32)),
    }
}

/// Acts at the first signal, on a thread of its own: the work may be in the middle of a page that
/// takes seconds.
pub fn watch(act: impl FnOnce(u8) + Send + 'static) -> SignalWatch {
    SignalWatch::spawn(EVERY, move |waits| {
        while came().is_none() && waits() {}
        // The work may have ended at the signal, before it was looked for again.
        if let Some(status) = came() {
            act(status);
        }
    })
}

/// A thread that looks for a signal, or prints, until this is dropped.
pub struct SignalWatch {
    done: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl SignalWatch {
    /// Starts a thread. What it gets waits for the period, and returns false as soon as the thread
    /// is to end.
    fn spawn(period: Duration, run: impl FnOnce(&dyn Fn() -> bool) + Send + 'static) -> Self {
        let (done, stop) = channel();
        let waits = move || stop.recv_timeout(period) == Err(RecvTimeoutError::Timeout);
        let thread = std::thread::spawn(move || run(&waits));
        Self { done: Some(done), thread: Some(thread) }
    }

    /// Acts once in every period.
    pub fn every(period: Duration, act: impl Fn() + Send + 'static) -> Self {
        Self::spawn(period, move |waits| {
            while waits() {
                act();
            }
        })
    }

    /// Ends the process at a signal; `say` tells what is kept.
    ///
    /// # Errors
    /// [`Error::Io`] if the system refuses.
    pub fn ending(say: impl FnOnce() + Send + 'static) -> Result<Self> {
        note()?;
        Ok(watch(|status| {
            say();
            std::process::exit(status.into());
        }))
    }
}

impl Drop for SignalWatch {
    fn drop(&mut self) {
        drop(self.done.take());
        // It only waits and prints, and cannot fail.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn refused(error: std::io::Error) -> Error {
    Error::io("listen for signals", "(the system)", error)
}

/// Returns the exit status that shells report for a signal.
fn status(signal: i32) -> u8 {
    128 + signal as u8
}
