//! Answers that clients have not taken yet. Few bytes of them may wait at a time, so that clients
//! that do not read take no memory.

use crate::requests::{Answer, Failure};
use axum::body::Bytes;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Bytes of all answers that may wait.
const MAX_BYTES: usize = 32 << 20;
/// An answer of at most so many bytes is always let in: a connection has one at a time.
const SMALL: usize = 64 << 10;

/// The room for answers that wait.
#[derive(Clone)]
pub struct Unread(Arc<Semaphore>);

/// An answer, and its room until it is written or its client is gone.
struct HeldAnswer {
    answer: Vec<u8>,
    _room: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for HeldAnswer {
    fn as_ref(&self) -> &[u8] {
        &self.answer
    }
}

impl Default for Unread {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MAX_BYTES)))
    }
}

impl Unread {
    /// Takes room for an answer. What is returned gives it back when the last of it is dropped.
    ///
    /// # Errors
    /// [`Failure::Busy`] if there is no room: a client that waited for it would hold its answer
    /// meanwhile.
    pub fn hold(&self, answer: impl Into<Vec<u8>>) -> Answer<Bytes> {
        let answer = answer.into();
        if answer.capacity() <= SMALL {
            return Ok(answer.into());
        }
        // An answer that is larger than the room takes all of it.
        let bytes = answer.capacity().min(MAX_BYTES) as u32;
        let room = self.0.clone().try_acquire_many_owned(bytes).map_err(|_| Failure::Busy)?;
        Ok(Bytes::from_owner(HeldAnswer { answer, _room: room }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_wait_within_a_room_and_small_ones_always() {
        let unread = Unread::default();
        let half = || unread.hold(vec![b'a'; MAX_BYTES / 2]);
        let first = half().unwrap();
        let second = half().unwrap();
        assert!(matches!(half(), Err(Failure::Busy)));
        assert_eq!(unread.hold("small").unwrap(), "small");
        // A part of an answer keeps all of it.
        let part = first.slice(..3);
        drop(first);
        assert!(half().is_err());
        drop(part);
        assert_eq!(half().unwrap(), second);
        drop(second);
        assert_eq!(unread.hold(vec![b'a'; MAX_BYTES + 1]).unwrap().len(), MAX_BYTES + 1);
        assert!(unread.hold(vec![b'a'; MAX_BYTES + 1]).is_ok());
    }
}
