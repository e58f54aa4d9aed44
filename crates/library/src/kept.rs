//! Values that jobs share, as many as fit: the one that was asked for longest ago goes first.

use lru::LruCache;
use std::borrow::Borrow;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

/// Values by key, within a total weight: bytes, or 1 each. A value that several jobs want at
/// once is made once, and the others wait for it; but a thread of a pool makes it for itself.
pub struct WeightedCache<K: Hash + Eq, V> {
    values: Mutex<CacheValues<K, V>>,
    most: u64,
}

struct CacheValues<K: Hash + Eq, V> {
    by_key: LruCache<K, CachedValue<V>>,
    weight: u64,
}

/// A value, with the weight that it counts. It is empty, and weighs nothing, while a job makes it.
struct CachedValue<V> {
    cell: Arc<Mutex<Option<V>>>,
    weight: u64,
}

impl<K: Hash + Eq, V: Clone> WeightedCache<K, V> {
    /// Keeps values of this weight together; the last one however heavy it is.
    pub fn new(most: u64) -> Self {
        Self { values: Mutex::new(CacheValues { by_key: LruCache::unbounded(), weight: 0 }), most }
    }

    /// Returns the value of a key, made with its weight if it is not there.
    ///
    /// # Errors
    /// Those of `make`, which is tried again next time.
    pub fn get_or_make<Q, E>(
        &self,
        key: &Q,
        make: impl FnOnce() -> Result<(V, u64), E>,
    ) -> Result<V, E>
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        let cell = self.cell(key);
        let Some(mut value) = wait(&cell) else { return make().map(|(made, _)| made) };
        if let Some(value) = &*value {
            return Ok(value.clone());
        }
        match make() {
            Ok((made, weight)) => {
                *value = Some(made.clone());
                self.keep(key.to_owned(), CachedValue { cell: cell.clone(), weight });
                Ok(made)
            }
            Err(error) => {
                self.forget(key, &cell);
                Err(error)
            }
        }
    }

    /// Returns where the value of a key is, or will be, and makes it the last one used.
    fn cell<Q>(&self, key: &Q) -> Arc<Mutex<Option<V>>>
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        let mut values = locked(&self.values);
        if let Some(value) = values.by_key.get(key) {
            return value.cell.clone();
        }
        let cell = Arc::default();
        values.by_key.put(key.to_owned(), CachedValue { cell: Arc::clone(&cell), weight: 0 });
        cell
    }

    /// Forgets a key whose value could not be made. Those who wait for it try themselves.
    fn forget<Q: Hash + Eq + ?Sized>(&self, key: &Q, cell: &Arc<Mutex<Option<V>>>)
    where
        K: Borrow<Q>,
    {
        let mut values = locked(&self.values);
        if values.by_key.peek(key).is_some_and(|value| Arc::ptr_eq(&value.cell, cell)) {
            values.by_key.pop(key);
        }
    }

    /// Keeps a value as the last one used, and forgets others that do not fit any more.
    fn keep(&self, key: K, value: CachedValue<V>) {
        let mut values = locked(&self.values);
        values.weight += value.weight;
        let before = values.by_key.put(key, value);
        values.weight -= before.map_or(0, |before| before.weight);
        while values.weight > self.most && values.by_key.len() > 1 {
            let oldest = values.by_key.pop_lru();
            values.weight -= oldest.map_or(0, |(_, oldest)| oldest.weight);
        }
    }
}

/// Waits for the thread that makes a value; none on a thread of a pool, which must not wait: who
/// makes the value may need this thread, or be it, further up its stack.
fn wait<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    if rayon::current_thread_index().is_none() {
        return Some(locked(mutex));
    }
    match mutex.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// Locks what a panic cannot leave half changed.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    /// The value of a key, and whether it had to be made.
    fn ask(kept: &WeightedCache<String, u64>, key: &str, weight: u64) -> (u64, bool) {
        let mut is_made = false;
        let value = kept.get_or_make::<_, ()>(key, || {
            is_made = true;
            Ok((weight, weight))
        });
        (value.unwrap(), is_made)
    }

    #[test]
    fn the_value_that_was_asked_for_longest_ago_goes_first() {
        let kept = WeightedCache::new(10);
        for key in ["a", "b", "c"] {
            assert_eq!(ask(&kept, key, 3), (3, true));
        }
        assert_eq!(ask(&kept, "a", 3), (3, false));
        assert_eq!(ask(&kept, "d", 4), (4, true), "b goes");
        assert_eq!([ask(&kept, "a", 3).1, ask(&kept, "c", 3).1, ask(&kept, "d", 4).1], [false; 3]);
        assert_eq!(ask(&kept, "b", 3), (3, true), "a goes");
        assert_eq!(ask(&kept, "e", 99), (99, true), "all others go, and it stays");
        assert_eq!(ask(&kept, "e", 99), (99, false));
        assert_eq!(ask(&kept, "b", 3), (3, true));
    }

    #[test]
    fn rules_in_turn_stay_if_they_fit() {
        let kept = WeightedCache::new(8);
        for round in 0..4 {
            for key in ["a", "b", "c", "d", "e", "f", "g", "h"] {
                assert_eq!(ask(&kept, key, 1).1, round == 0);
            }
        }
    }

    #[test]
    fn a_value_is_made_once_for_all_and_what_failed_is_tried_again() {
        let kept = WeightedCache::<String, u64>::new(10);
        assert_eq!(kept.get_or_make("a", || Err(7)), Err(7));
        let made = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let value = kept.get_or_make::<_, ()>("a", || {
                        std::thread::sleep(Duration::from_millis(20));
                        made.fetch_add(1, Ordering::Relaxed);
                        Ok((5, 1))
                    });
                    assert_eq!(value, Ok(5));
                });
            }
        });
        assert_eq!(made.into_inner(), 1);
    }

    #[test]
    fn threads_of_a_pool_do_not_wait_for_each_other() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let kept = WeightedCache::<String, u64>::new(10);
        let wait = |milliseconds| std::thread::sleep(Duration::from_millis(milliseconds));
        // Who makes the value ends before the other half of the work, and is given what is asked
        // for meanwhile: the same value.
        let ask = || {
            kept.get_or_make("a", || {
                rayon::join(|| wait(30), || wait(90));
                Ok::<_, ()>((5, 1))
            })
        };
        std::thread::scope(|scope| {
            let first = scope.spawn(|| pool.install(ask));
            wait(10);
            assert_eq!(pool.install(ask), Ok(5));
            assert_eq!(first.join().unwrap(), Ok(5));
        });
    }

    #[test]
    fn what_failed_is_forgotten() {
        let kept = WeightedCache::<String, u64>::new(3);
        ask(&kept, "a", 1);
        for key in 0..100 {
            assert_eq!(kept.get_or_make(&key.to_string(), || Err(())), Err(()));
        }
        assert_eq!(locked(&kept.values).by_key.len(), 1);
        assert_eq!(ask(&kept, "a", 1), (1, false));
    }
}
