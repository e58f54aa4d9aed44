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
    pub is_math: Vec<bool>,
    /// How many texts of blocks that are kept, and figures, are before each node and the end.
    pub kept_before: Option<Vec<u32>>,
    /// Whether what is being read is kept as a whole or not at all: a table.
    pub is_whole: Cell<bool>,
}
