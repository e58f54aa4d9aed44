//! How far a page may go beyond its size.

use std::fmt;

/// Maximum number of open elements. Real pages need at most 97. It bounds what looks up from a node
/// to all elements around it.
pub const MAX_DEPTH: usize = 512;
/// Maximum number of formatting elements that a dialect that flattens remembers. The oldest are
/// forgotten.
pub const MAX_FORMATTING: usize = 128;
/// Maximum number of reopened formatting elements: those that are left open are reopened in every
/// block that follows, so that a tree can grow to the square of the page's size (13.2.4.3).
pub const MAX_REOPENED: usize = 100_000;
/// Maximum number of nodes: one takes about 150 bytes. A page of 10 MB has about 500,000.
pub const MAX_NODES: usize = 1_000_000;

/// The limit that a page exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    Depth,
    Reopened,
    Nodes,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Depth => write!(f, "more than {MAX_DEPTH} elements are open at once"),
            Self::Nodes => write!(f, "it has more than {MAX_NODES} elements and texts"),
            Self::Reopened => {
                write!(f, "more than {MAX_REOPENED} formatting elements are left open over blocks")
            }
        }
    }
}
