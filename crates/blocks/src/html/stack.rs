//! The stack of open elements, with the lowest and the topmost position of each kind.

use super::element::{CODE_COUNT, TagCode};
use crate::page::Tag;

/// An open element: its tag in the page and the balancer's code (`<o:p>` is P in the page, but
/// unknown to the balancer).
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenTag {
    pub tag: Tag,
    pub code: TagCode,
}

struct OpenElement {
    open: OpenTag,
    /// The position of the next lower element of the same code; 0 for none.
    below: u32,
    /// The position of the topmost block element before this one was opened.
    block_below: u32,
}

/// A stack whose positions count from 1 at the root; 0 means none.
pub(super) struct Stack {
    entries: Vec<OpenElement>,
    first: [u32; CODE_COUNT],
    last: [u32; CODE_COUNT],
    last_block: u32,
}

impl Default for Stack {
    fn default() -> Self {
        Self {
            entries: Vec::with_capacity(64),
            first: [0; CODE_COUNT],
            last: [0; CODE_COUNT],
            last_block: 0,
        }
    }
}

impl Stack {
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn top(&self) -> Option<OpenTag> {
        self.entries.last().map(|entry| entry.open)
    }

    /// The position of the lowest open element of this code.
    pub(super) fn first(&self, code: TagCode) -> u32 {
        self.first[code as usize]
    }

    /// The position of the topmost open element of this code.
    pub(super) fn last(&self, code: TagCode) -> u32 {
        self.last[code as usize]
    }

    /// The position of the topmost open element of these codes; 0 if none is open.
    pub(super) fn last_of(&self, codes: &[TagCode]) -> u32 {
        codes.iter().map(|&code| self.last(code)).max().unwrap_or(0)
    }

    /// The position of the topmost open block element.
    pub(super) fn last_block(&self) -> u32 {
        self.last_block
    }

    /// The open elements above a position, from the lowest up.
    pub(super) fn above(&self, position: usize) -> impl Iterator<Item = OpenTag> {
        self.entries[position..].iter().map(|entry| entry.open)
    }

    pub(super) fn push(&mut self, tag: Tag, code: TagCode) {
        let position = self.entries.len() as u32 + 1;
        let below = std::mem::replace(&mut self.last[code as usize], position);
        if below == 0 {
            self.first[code as usize] = position;
        }
        self.entries.push(OpenElement {
            open: OpenTag { tag, code },
            below,
            block_below: self.last_block,
        });
        if code.element().kind.is_block() {
            self.last_block = position;
        }
    }

    pub(super) fn pop(&mut self) -> Option<OpenTag> {
        let OpenElement { open, below, block_below } = self.entries.pop()?;
        self.last[open.code as usize] = below;
        if below == 0 {
            self.first[open.code as usize] = 0;
        }
        self.last_block = block_below;
        Some(open)
    }
}
