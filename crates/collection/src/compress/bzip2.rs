//! bzip2 streams: a header, blocks with a checksum each, and a checksum of all. A file may contain several.

use super::codec::{Check, Codec, Failure, Opening, Step};
use crate::input::Input;
use bzip2::{Decompress, Status};
use std::io;

/// The first bytes of every stream.
pub(super) const MAGIC: &[u8] = b"BZh";
/// Number of bytes that identify a stream: `BZh`, the block size, and the magic number of the first block or, in an
/// empty stream, of the end.
pub(super) const HEAD: usize = 10;
/// The magic number of a block: the digits of pi.
const BLOCK: [u8; 6] = [0x31, 0x41, 0x59, 0x26, 0x53, 0x59];
/// The magic number of the end: the digits of the square root of pi.
const END: [u8; 6] = [0x17, 0x72, 0x45, 0x38, 0x50, 0x90];

/// Decompresses streams.
pub(super) struct Bzip2(Decompress);

impl Bzip2 {
    pub(super) fn new() -> Self {
        Self(Decompress::new(false))
    }
}

/// Returns whether `data` starts a stream.
pub(super) fn starts(data: &[u8]) -> bool {
    let Some(rest) = data.strip_prefix(MAGIC) else { return false };
    matches!(rest, [b'1'..=b'9', magic @ ..] if magic.starts_with(&BLOCK) || magic.starts_with(&END))
}

impl Codec for Bzip2 {
    fn noun(&self) -> &'static str {
        "a bzip2 stream"
    }

    fn magic(&self) -> &'static [u8] {
        MAGIC
    }

    /// An incompressible block of 900 kB.
    fn trial(&self) -> usize {
        1 << 20
    }

    fn nests(&self) -> bool {
        false
    }

    fn open(&mut self, input: &mut Input) -> io::Result<Opening> {
        input.want(HEAD)?;
        Ok(if starts(input.data()) { Opening::Member(0) } else { Opening::Foreign(String::new()) })
    }

    fn reset(&mut self) {
        self.0 = Decompress::new(false);
    }

    fn step(&mut self, data: &[u8], out: &mut [u8]) -> Result<Step, Failure> {
        let (before_in, before_out) = (self.0.total_in(), self.0.total_out());
        let status = match self.0.decompress(data, out) {
            Ok(Status::MemNeeded) => Err("not enough memory"),
            Err(_) => Err("invalid bzip2 blocks or a wrong checksum"),
            Ok(status) => Ok(status),
        };
        let taken = (self.0.total_in() - before_in) as usize;
        let given = (self.0.total_out() - before_out) as usize;
        match status {
            Ok(status) => Ok(Step { taken, given, ended: status == Status::StreamEnd }),
            Err(what) => Err(Failure { given, what: what.to_owned() }),
        }
    }

    /// The library has already checked the blocks and the stream.
    fn close(&mut self, _: &mut Input) -> io::Result<Check> {
        Ok(Check::Good)
    }
}
