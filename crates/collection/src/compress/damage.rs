//! What can be wrong with compressed bytes.

/// What is wrong with a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Damage {
    /// It does not decompress, or it is no member at all.
    Corrupt,
    /// It decompresses, but its checksum or its size differs.
    Checksum,
    /// The file ends in it.
    Truncated,
    /// The system failed to read it.
    Unreadable,
}

/// A reader below that finds its bytes damaged says so with an I/O error that holds one of these.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub(crate) struct Broken {
    /// What is wrong.
    pub damage: Damage,
    /// What was found.
    pub detail: String,
}
