//! What all steps of a conversion need.

use super::Outline;
use super::address::Base;
use super::notes::Notes;
use super::text::Texts;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

pub struct Convert<'a> {
    pub outline: &'a Outline,
    pub texts: &'a Texts<'a>,
    pub base: Base,
    pub notes: &'a Notes,
    pub is_math: Vec<bool>,
    /// How many texts of blocks that are kept, and figures, are before each node and the end.
    pub kept_before: Option<Vec<u32>>,
    /// The elements that have the part of another by their role, with its name.
    pub by_role: FxHashMap<u32, &'static str>,
    /// Whether what is being read is kept as a whole or not at all: a table.
    pub is_whole: Cell<bool>,
    /// Whether nothing is left out of what is being read: what text refers to stays with it.
    pub is_spared: Cell<bool>,
    /// The element that was last asked about, and whether it has text in a line beside CODE.
    pub line_text: Cell<Option<(u32, bool)>>,
    /// Whether elements around code are beside it.
    pub gutters: RefCell<FxHashMap<u32, bool>>,
    /// The languages that the classes of elements name, near code and around it.
    pub languages: RefCell<FxHashMap<(u32, bool, bool), Option<String>>>,
    /// The bytes that addresses may still have, and how many had too many.
    pub addresses: Cell<(usize, u64)>,
    /// The nodes that were read since the clock was.
    pub steps: Cell<u32>,
    /// Whether the time is up.
    pub is_over: Cell<bool>,
}
