//! Things that tests share while at least one of them runs. A static would never be dropped, and a
//! server that it holds would outlive the tests.

use std::sync::{Arc, Mutex, PoisonError, Weak};

/// A place for something that is made once for all who hold it at the same time.
pub struct Shared<T>(Mutex<Weak<T>>);

impl<T> Shared<T> {
    /// A place with nothing in it.
    pub const fn new() -> Self {
        Self(Mutex::new(Weak::new()))
    }

    /// What somebody holds already, or a new one.
    pub fn get(&self, make: impl FnOnce() -> T) -> Arc<T> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.upgrade().unwrap_or_else(|| {
            let new = Arc::new(make());
            *known = Arc::downgrade(&new);
            new
        })
    }
}
