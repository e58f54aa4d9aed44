//! What all steps of a conversion need.

use super::Outline;
use super::address::Base;
use super::notes::Notes;
use super::text::Texts;
use std::cell::Cell;

/// What all steps need.
pub struct Convert<'a> {
    pub outline: &'a Outline,
    pub texts: &'a Texts<'a>,
    pub base: Base,
    pub notes: &'a Notes,
    pub is_blocky: Vec<bool>,
    pub is_math: Vec<bool>,
    /// What is before each node: how many texts of blocks that are kept, letters and marks of any
    /// block, and figures.
    pub kept_before: Option<Vec<[u32; 3]>>,
    /// Whether what is being read is kept as a whole or not at all: a table.
    pub is_whole: Cell<bool>,
    /// Whether any class names a box that says something aside.
    pub has_callouts: bool,
}
