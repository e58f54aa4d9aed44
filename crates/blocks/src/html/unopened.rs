//! Counts of the elements that nest deeper than a page may, and are not opened.

use super::element::{CODE_COUNT, Code};

/// The elements that were not opened. They all stand in the topmost open element, and end with it.
pub(super) struct Unopened {
    /// Those whose end tag may still come, by code.
    waiting: [u32; CODE_COUNT],
    any_waiting: bool,
    seen: u64,
}

impl Default for Unopened {
    fn default() -> Self {
        Self { waiting: [0; CODE_COUNT], any_waiting: false, seen: 0 }
    }
}

impl Unopened {
    pub(super) fn add(&mut self, code: Code) {
        self.waiting[code as usize] += 1;
        self.any_waiting = true;
        self.seen += 1;
    }

    /// Whether an end tag belongs to one of them: then it ends no element that is open.
    pub(super) fn take(&mut self, code: Code) -> bool {
        let waiting = &mut self.waiting[code as usize];
        let found = *waiting > 0;
        *waiting -= u32::from(found);
        found
    }

    /// The element around them has ended.
    #[inline]
    pub(super) fn clear(&mut self) {
        if self.any_waiting {
            self.waiting = [0; CODE_COUNT];
            self.any_waiting = false;
        }
    }

    /// How many there were; none if there were none.
    pub(super) fn elements(&self) -> Option<u64> {
        Some(self.seen).filter(|&seen| seen > 0)
    }
}
