//! Default cut-offs.

/// trec_eval's default cut-offs.
pub(super) const CUTOFFS: &[usize] = &[5, 10, 15, 20, 30, 100, 200, 500, 1000];
