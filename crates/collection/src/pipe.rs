//! Standard input: its first bytes show the format, and the reader gets them again.

use crate::input::Raw;
use std::io::{self, Cursor, Read};
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of bytes that are read to detect the format.
const LOOK: usize = 4 << 20;

/// A source that can be read once. Clones read the same source.
#[derive(Clone)]
pub(crate) struct Pipe(Arc<Mutex<PipeState>>);

struct PipeState {
    /// What was read to detect the format.
    early: Vec<u8>,
    /// `None` once the reader has it.
    source: Option<Box<dyn Read + Send>>,
}

impl Pipe {
    pub(crate) fn new(source: Box<dyn Read + Send>) -> Self {
        Self(Arc::new(Mutex::new(PipeState { early: Vec::new(), source: Some(source) })))
    }

    /// Returns its first bytes; [`Pipe::read`] returns them again.
    pub(crate) fn look(&self) -> Raw {
        Raw::Pipe(Box::new(PipeLook(self.clone())))
    }

    /// Returns all of its bytes; nothing at a second call.
    pub(crate) fn read(&self) -> Raw {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let early = Cursor::new(std::mem::take(&mut state.early));
        match state.source.take() {
            Some(source) => Raw::Pipe(Box::new(early.chain(source))),
            None => Raw::Pipe(Box::new(io::empty())),
        }
    }
}

/// Reads a pipe and keeps what it reads.
struct PipeLook(Pipe);

impl Read for PipeLook {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut state = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        let most = out.len().min(LOOK.saturating_sub(state.early.len()));
        let Some(source) = &mut state.source else { return Ok(0) };
        let n = source.read(&mut out[..most])?;
        state.early.extend_from_slice(&out[..n]);
        Ok(n)
    }
}

impl std::fmt::Debug for Pipe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Pipe")
    }
}
