//! Work on one page that several classifiers need: done by the first, kept for the others.

use std::any::Any;
use std::cell::RefCell;
use std::sync::Arc;

/// At most one value of each type.
#[derive(Default)]
pub(super) struct Shared(RefCell<Vec<Arc<dyn Any + Send + Sync>>>);

impl Shared {
    /// Returns the value of this type, and computes it first if necessary.
    pub(super) fn get_or_make<T: Send + Sync + 'static>(&self, make: impl FnOnce() -> T) -> Arc<T> {
        let known = self.0.borrow().iter().find_map(|value| Arc::clone(value).downcast().ok());
        known.unwrap_or_else(|| {
            let made = Arc::new(make());
            self.0.borrow_mut().push(Arc::clone(&made) as Arc<dyn Any + Send + Sync>);
            made
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_of_each_type_is_made_once() {
        let shared = Shared::default();
        assert_eq!(*shared.get_or_make(|| 7u32), 7);
        assert_eq!(*shared.get_or_make(|| -> u32 { unreachable!("the value is known") }), 7);
        assert_eq!(*shared.get_or_make(|| "seven"), "seven");
    }
}
