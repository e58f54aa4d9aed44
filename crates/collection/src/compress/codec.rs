//! What the search for members needs to know of a compressed format.

use crate::input::Input;
use std::io;

/// A compressed format: how a member of it is recognised, undone and checked. [`Members`] does the rest.
pub(super) trait Codec: Send {
    /// What a member is called in messages, with its article.
    fn noun(&self) -> &'static str;

    /// The first bytes of every member: what the search after damage looks for.
    fn magic(&self) -> &'static [u8];

    /// Stored bytes that a member found by that search must show, if the file has them, before it is believed.
    fn trial(&self) -> usize;

    /// Whether a member is likely to hold another one, a body that was sent in this format. Damage can make a member
    /// swallow the sound ones behind it up to the end of the file, so they are sought there before the file is called
    /// cut; but then they are believed only if they start a record.
    fn nests(&self) -> bool;

    /// Looks at what starts `input`, which holds a byte at least, and gets ready to undo the member there.
    fn open(&mut self, input: &mut Input) -> io::Result<Opening>;

    /// Gets ready to undo the opened member from its first byte again.
    fn reset(&mut self);

    /// Undoes some of `data` into `out`.
    fn step(&mut self, data: &[u8], out: &mut [u8]) -> Result<Step, Failure>;

    /// Checks a member that has ended, and goes past what stands behind its data.
    fn close(&mut self, input: &mut Input) -> io::Result<Check>;
}

/// What stands where a member should start.
pub(super) enum Opening {
    /// A member; its data begin after that many bytes.
    Member(usize),
    /// Something else of the format's that holds no data and has been passed.
    Passed,
    /// No member, for this reason; empty if nothing is known but that.
    Foreign(String),
}

/// What a step took of its input and gave.
pub(super) struct Step {
    pub taken: usize,
    pub given: usize,
    /// Whether the member's data end here.
    pub ended: bool,
}

/// Why a member does not decompress.
pub(super) struct Failure {
    /// Bytes that this step gave before it failed.
    pub given: usize,
    /// What is wrong, in words.
    pub what: String,
}

/// How a member ended.
pub(super) enum Check {
    Good,
    /// Its checksum or its size differs; the next member begins here all the same.
    Differs,
    /// It ended where it should not.
    Early,
    /// The file ends in its checksum.
    Cut,
}
