//! Handles SIGINT and SIGTERM: the first signal shuts down cleanly; the second exits immediately.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tamis::error::{Error, Result};

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
        let (signals, again) = (Self::default(), Arc::new(AtomicBool::new(false)));
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal arms the second.
            flag::register_conditional_shutdown(signal, status(signal).into(), Arc::clone(&again)).map_err(refused)?;
            flag::register(signal, Arc::clone(&again)).map_err(refused)?;
            flag::register_usize(signal, Arc::clone(&signals.0), signal as usize).map_err(refused)?;
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

/// Returns the exit status that shells report for a signal.
fn status(signal: i32) -> u8 {
    128 + signal as u8
}
