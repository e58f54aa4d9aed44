//! The releases of boilerpipe that a filter may follow.

/// The release that a filter follows, where the two differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Version {
    /// 1.2.0 of 2011, the one that studies measured.
    One,
    /// 2.0-SNAPSHOT of 2015, which was never released.
    Two,
}
