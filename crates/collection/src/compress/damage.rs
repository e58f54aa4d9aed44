//! The kinds of damage to compressed bytes.

/// What is wrong with a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Damage {
    /// It does not decompress, or it is not a member.
    Corrupt,
    /// It decompresses, but its checksum or size is wrong.
    Checksum,
    /// The file ends inside it.
    Truncated,
    /// The operating system could not read it.
    Unreadable,
}

/// Damage found below the stream, in a zip entry; it is passed up inside an I/O error.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub(crate) struct Broken {
    /// The kind of damage.
    pub damage: Damage,
    /// What was found.
    pub detail: String,
}
