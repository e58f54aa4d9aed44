//! A value that takes long to make, made by the first request that asks for it.

use super::cancel::Cancel;
use crate::requests::{Answer, Failure};
use std::sync::{Arc, Mutex, OnceLock, TryLockError};
use std::time::{Duration, Instant};

/// How long other requests wait while one makes the value. Those that wait hold a thread that
/// searches could use.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often they look.
const EVERY: Duration = Duration::from_millis(10);

/// The value, once it is made.
pub struct SharedValue<T> {
    value: OnceLock<Arc<T>>,
    making: Mutex<()>,
}

impl<T> Default for SharedValue<T> {
    fn default() -> Self {
        Self { value: OnceLock::new(), making: Mutex::new(()) }
    }
}

impl<T> SharedValue<T> {
    /// Returns the value, and makes it if nobody has. It is completed even if the client goes
    /// away: the next one finds it.
    ///
    /// # Errors
    /// Those of `make`, which is tried again next time; [`Failure::Busy`] if another request is
    /// still at it after a while, and those of [`Cancel::check`].
    pub fn get(&self, cancel: &Cancel, make: impl FnOnce() -> Answer<T>) -> Answer<Arc<T>> {
        let begun = Instant::now();
        loop {
            if let Some(made) = self.value.get() {
                return Ok(made.clone());
            }
            let held = match self.making.try_lock() {
                Ok(held) => Some(held),
                // A panic left nothing half made: only the finished value is stored.
                Err(TryLockError::Poisoned(held)) => Some(held.into_inner()),
                Err(TryLockError::WouldBlock) => None,
            };
            if held.is_some() {
                // Another request may have made it between the two checks.
                return match self.value.get() {
                    Some(made) => Ok(made.clone()),
                    None => make().map(|made| self.value.get_or_init(|| Arc::new(made)).clone()),
                };
            }
            cancel.check()?;
            if begun.elapsed() > PATIENCE {
                return Err(Failure::Busy);
            }
            std::thread::sleep(EVERY);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn cancel() -> Cancel {
        Cancel::new(Instant::now() + Duration::from_secs(60)).0
    }

    fn count_slowly(count: &AtomicUsize) -> usize {
        std::thread::sleep(Duration::from_millis(30));
        count.fetch_add(1, Ordering::Relaxed)
    }

    #[test]
    fn the_value_is_made_once_for_all() {
        let once = SharedValue::default();
        let made = AtomicUsize::new(0);
        let cancels: Vec<_> =
            (0..4).map(|_| Cancel::new(Instant::now() + Duration::from_secs(60))).collect();
        std::thread::scope(|scope| {
            for (cancel, _) in &cancels {
                scope.spawn(|| {
                    let value = once.get(cancel, || Ok(count_slowly(&made)));
                    assert_eq!(*value.unwrap(), 0);
                });
            }
        });
        assert_eq!(made.into_inner(), 1);
    }

    #[test]
    fn what_failed_is_tried_again() {
        let once = SharedValue::<u8>::default();
        assert!(once.get(&cancel(), || Err(Failure::Busy)).is_err());
        assert_eq!(*once.get(&cancel(), || Ok(7)).unwrap(), 7);
        // A cancelled request still gets what is there.
        assert_eq!(*once.get(&cancel(), || Ok(8)).unwrap(), 7);
    }
}
