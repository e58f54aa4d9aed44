//! What was computed for texts that pages repeat.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use xxhash_rust::xxh3::xxh3_64;

/// Maximum number of texts that are remembered; then all are forgotten.
const MOST: usize = 1 << 11;

/// Longer texts are hardly ever repeated.
const LONGEST: usize = 256;

/// Values that a thread computed for short texts: most blocks of a site are on many of its pages.
/// Texts are told apart by hashes of 64 bits, so that among 2^11 texts a million millions find a
/// wrong value with a probability of 10^-4.
///
/// ```
/// # use tamis_blocks::remembered::Remembered;
/// thread_local! {
///     static LENGTHS: Remembered<usize> = const { Remembered::new() };
/// }
/// let length = LENGTHS.with(|lengths| lengths.get_or_compute("Home", str::len));
/// assert_eq!(length, 4);
/// ```
pub struct Remembered<T>(RefCell<Option<FxHashMap<u64, T>>>);

impl<T: Clone> Remembered<T> {
    /// Remembers nothing yet.
    pub const fn new() -> Self {
        Self(RefCell::new(None))
    }

    /// Returns the value of a text. `compute` must return the same for the same text.
    pub fn get_or_compute(&self, text: &str, compute: impl FnOnce(&str) -> T) -> T {
        if text.len() > LONGEST {
            return compute(text);
        }
        let hash = xxh3_64(text.as_bytes());
        let known = self.0.borrow().as_ref().and_then(|known| known.get(&hash).cloned());
        known.unwrap_or_else(|| {
            let value = compute(text);
            let mut known = self.0.borrow_mut();
            let known = known.get_or_insert_default();
            if known.len() >= MOST {
                known.clear();
            }
            known.insert(hash, value.clone());
            value
        })
    }
}

impl<T: Clone> Default for Remembered<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_text_is_computed_once_until_too_many_are_known() {
        let remembered = Remembered::new();
        assert_eq!(remembered.get_or_compute("a", |_| 1), 1);
        assert_eq!(remembered.get_or_compute("a", |_| unreachable!("it is known")), 1);
        for number in 0..MOST {
            remembered.get_or_compute(&number.to_string(), |_| number);
        }
        assert_eq!(remembered.get_or_compute("a", |_| 2), 2);
        let long = "a".repeat(LONGEST + 1);
        assert_eq!([1, 2].map(|value| remembered.get_or_compute(&long, |_| value)), [1, 2]);
    }
}
