//! The interface of a compressed format.

use crate::input::Input;
use std::io;

/// A compressed format: how to recognise, decompress and check a member.
pub(super) trait Codec: Send {
    /// Returns the name of a member in messages, with its article.
    fn noun(&self) -> &'static str;

    /// Returns the first bytes of every member, for the search after damage.
    fn magic(&self) -> &'static [u8];

    /// Returns the number of stored bytes needed to try to decompress a member found by that
    /// search.
    fn trial(&self) -> usize;

    /// Returns whether members often contain other members: bodies sent in this format. Damage can
    /// make a member swallow the good ones after it up to the end of the file. Then the search
    /// looks for members inside it, and accepts only those that start a record.
    fn nests(&self) -> bool;

    /// Checks whether a member starts `input`, which is not empty, and prepares to decompress it.
    fn open(&mut self, input: &mut Input) -> io::Result<Opening>;

    /// Prepares to decompress the member again from its first byte.
    fn reset(&mut self);

    /// Decompresses some of `data` into `out`.
    fn step(&mut self, data: &[u8], out: &mut [u8]) -> Result<CodecStep, CodecFailure>;

    /// Checks a member that has ended, and skips its trailer.
    fn close(&mut self, input: &mut Input) -> io::Result<MemberCheck>;
}

/// What is at the place where a member should start.
pub(super) enum Opening {
    /// A member; its data begin after this number of bytes.
    Member(usize),
    /// Part of the format without data; already skipped.
    Passed,
    /// Not a member, for this reason; may be empty.
    Foreign(String),
}

/// The progress of one step.
pub(super) struct CodecStep {
    pub taken: usize,
    pub given: usize,
    /// Whether the member's data end here.
    pub ended: bool,
}

/// Why a member does not decompress.
pub(super) struct CodecFailure {
    /// Number of bytes this step wrote before it failed.
    pub given: usize,
    /// What is wrong, for a message.
    pub what: String,
}

pub(super) enum MemberCheck {
    Good,
    /// With a wrong checksum or size; the next member starts here nevertheless.
    Differs,
    /// Too early.
    Early,
    /// The file ends inside its checksum.
    Cut,
}
