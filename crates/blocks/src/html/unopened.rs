//! Counts the elements that were not opened because they are nested too deep.

use super::element::{CODE_COUNT, TagCode};

/// The elements that were not opened. All are inside the topmost open element, and end with it.
pub(super) struct Unopened {
    /// The number of elements whose end tag may still come, by code.
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
    pub(super) fn add(&mut self, code: TagCode) {
        self.waiting[code as usize] += 1;
        self.any_waiting = true;
        self.seen += 1;
    }

    /// Whether an end tag belongs to one of them. If so, it must not close an open element.
    pub(super) fn take(&mut self, code: TagCode) -> bool {
        let waiting = &mut self.waiting[code as usize];
        let found = *waiting > 0;
        *waiting -= u32::from(found);
        found
    }

    /// Forgets them when the element around them ends.
    #[inline]
    pub(super) fn clear(&mut self) {
        if self.any_waiting {
            self.waiting = [0; CODE_COUNT];
            self.any_waiting = false;
        }
    }

    /// Returns their number; `None` if there were none.
    pub(super) fn elements(&self) -> Option<u64> {
        Some(self.seen).filter(|&seen| seen > 0)
    }
}
