//! bzip2 streams: a header, blocks with a checksum each, and a checksum of all. A file may contain
//! several.

use super::codec::{Codec, CodecFailure, CodecStep, MemberCheck, Opening};
use crate::input::Input;
use bzip2::{Decompress, Status};
use std::io;

/// The first bytes of every stream.
pub(super) const MAGIC: &[u8] = b"BZh";
/// Number of bytes that identify a stream: `BZh`, the block size, and the magic number of the first
/// block or, in an empty stream, of the end.
pub(super) const HEAD: usize = 10;
/// The magic number of a block: the digits of pi.
const BLOCK: [u8; 6] = [0x31, 0x41, 0x59, 0x26, 0x53, 0x59];
/// The magic number of the end: the digits of the square root of pi.
const END: [u8; 6] = [0x17, 0x72, 0x45, 0x38, 0x50, 0x90];

/// The size of an empty stream: the header, the magic number of the end, and a checksum, which is
/// 0.
const EMPTY: usize = 14;
/// Streams of up to this stored size are tried as small ones.
const SMALL: usize = 16 * 1024;
/// The maximum size of a small stream's data.
const SMALL_DATA: usize = 256 * 1024;
/// Data are decompressed up to multiples of this size. A call that finds damage does not say what
/// it wrote: so what a damaged stream gives does not depend on the size of the buffer.
const CHUNK: u64 = 16 * 1024;

/// Decompresses streams. A decoder clears 4 bytes of memory for each byte of the block size that a
/// stream states, almost always 900 kB. A file of many small streams would spend its time on that,
/// so these are decompressed as if they stated the smallest size, at once; an empty stream needs no
/// decoder.
pub(super) struct Bzip2 {
    /// The decoder of a stream that is not small.
    decoder: Option<Decompress>,
    small: Option<Small>,
    /// The data of the small stream.
    data: Vec<u8>,
    /// Number of streams that are not to be tried as small ones.
    untried: u32,
    /// What that number was set to after the last stream that was tried.
    last_untried: u32,
}

struct Small {
    stored: usize,
    /// Number of bytes of its data that were given.
    given: usize,
}

impl Bzip2 {
    pub(super) fn new() -> Self {
        let data = Vec::with_capacity(SMALL_DATA);
        Self { decoder: None, small: None, data, untried: 0, last_untried: 0 }
    }

    /// Decompresses the stream at the start of `stored` if it is small, complete and undamaged.
    fn try_small(&mut self, stored: &[u8]) -> Option<Small> {
        if stored
            .get(4..EMPTY)
            .is_some_and(|rest| rest.starts_with(&END) && rest.ends_with(&[0; 4]))
        {
            return Some(Small { stored: EMPTY, given: 0 });
        }
        if self.untried > 0 {
            self.untried -= 1;
            return None;
        }
        let small = self.decompress_small(stored);
        // Where one stream is large, the next ones usually are.
        self.untried = if small.is_some() { 0 } else { (2 * self.last_untried + 1).min(63) };
        self.last_untried = self.untried;
        small
    }

    fn decompress_small(&mut self, stored: &[u8]) -> Option<Small> {
        let mut decoder = Decompress::new(false);
        decoder.decompress_vec(b"BZh1", &mut self.data).ok()?;
        let status = decoder.decompress_vec(&stored[4..], &mut self.data).ok()?;
        (status == Status::StreamEnd)
            .then(|| Small { stored: decoder.total_in() as usize, given: 0 })
    }
}

/// Returns whether `data` starts a stream.
pub(super) fn starts(data: &[u8]) -> bool {
    let Some(rest) = data.strip_prefix(MAGIC) else { return false };
    match rest {
        [b'1'..=b'9', magic @ ..] => magic.starts_with(&BLOCK) || magic.starts_with(&END),
        _ => false,
    }
}

/// Returns whether the stream at the start of `data` may be a good one, without a decoder: its
/// first block starts with a place within the block, or it is empty and its checksum is 0.
fn is_plausible(data: &[u8]) -> bool {
    let most = 10 + 100_000 * u32::from(data[3] - b'0');
    if data[4..].starts_with(&END) {
        number(data, EMPTY - 4).is_none_or(|checksum| checksum == 0)
    } else {
        // Behind the block's checksum: one bit, then the place in 24 bits.
        number(data, EMPTY).is_none_or(|bits| bits << 1 >> 8 <= most)
    }
}

/// Returns the number in the four bytes at `at`; `None` if there are fewer.
fn number(data: &[u8], at: usize) -> Option<u32> {
    data.get(at..)?.first_chunk().map(|bytes| u32::from_be_bytes(*bytes))
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
        if !starts(input.data()) {
            return Ok(Opening::Foreign(String::new()));
        }
        input.want(SMALL)?;
        let stored = &input.data()[..input.data().len().min(SMALL)];
        if !is_plausible(stored) {
            return Ok(Opening::Foreign(
                "a bzip2 stream that does not decompress: an invalid start".to_owned(),
            ));
        }
        self.data.clear();
        self.small = self.try_small(stored);
        Ok(Opening::Member(0))
    }

    fn reset(&mut self) {
        self.decoder = None;
        if let Some(small) = &mut self.small {
            small.given = 0;
        }
    }

    fn step(&mut self, data: &[u8], out: &mut [u8]) -> Result<CodecStep, CodecFailure> {
        if let Some(small) = &mut self.small {
            let rest = &self.data[small.given..];
            let given = rest.len().min(out.len());
            out[..given].copy_from_slice(&rest[..given]);
            small.given += given;
            let ended = given == rest.len();
            return Ok(CodecStep { taken: if ended { small.stored } else { 0 }, given, ended });
        }
        let decoder = self.decoder.get_or_insert_with(|| Decompress::new(false));
        let before_in = decoder.total_in();
        let before_out = decoder.total_out();
        let room = out.len().min((CHUNK - before_out % CHUNK) as usize);
        let status = match decoder.decompress(data, &mut out[..room]) {
            Ok(Status::MemNeeded) => Err("not enough memory"),
            Err(_) => Err("invalid bzip2 blocks or a wrong checksum"),
            Ok(status) => Ok(status),
        };
        let taken = (decoder.total_in() - before_in) as usize;
        let given = (decoder.total_out() - before_out) as usize;
        match status {
            Ok(status) => Ok(CodecStep { taken, given, ended: status == Status::StreamEnd }),
            Err(what) => Err(CodecFailure { given, what: what.to_owned() }),
        }
    }

    /// The library has already checked the blocks and the stream.
    fn close(&mut self, _: &mut Input) -> io::Result<MemberCheck> {
        Ok(MemberCheck::Good)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Raw;
    use std::io::{Cursor, Read};
    use std::sync::Arc;

    fn stream(bytes: &[u8]) -> Vec<u8> {
        let mut encoded = Vec::new();
        bzip2::read::BzEncoder::new(bytes, bzip2::Compression::best())
            .read_to_end(&mut encoded)
            .unwrap();
        encoded
    }

    #[test]
    fn small_streams_need_no_decoder_of_the_stated_size() {
        let parts: [&[u8]; 4] = [b"", b"one", b"", &[b'x'; 100_000]];
        let stored: Vec<u8> = parts.iter().flat_map(|part| stream(part)).collect();
        let mut input = Input::new(Raw::Memory(Cursor::new(stored.into())), Arc::default());
        let mut codec = Bzip2::new();
        let mut out = [0; 1000];
        for part in parts {
            assert!(matches!(codec.open(&mut input).unwrap(), Opening::Member(0)));
            codec.reset();
            let mut all = Vec::new();
            loop {
                let step = codec
                    .step(input.data(), &mut out)
                    .unwrap_or_else(|failure| panic!("{}", failure.what));
                input.consume(step.taken);
                all.extend_from_slice(&out[..step.given]);
                if step.ended {
                    break;
                }
            }
            assert!(all == part && codec.decoder.is_none());
        }
        assert!(input.data().is_empty());
    }

    #[test]
    fn a_stream_with_a_larger_block_or_more_data_is_not_small() {
        // Few stored bytes: one has a block of more than 100,000 bytes, the other data of more than
        // the limit.
        for data in [&b"ab".repeat(200_000)[..], &[b'x'; SMALL_DATA + 1]] {
            let stored = stream(data);
            let mut codec = Bzip2::new();
            assert!(stored.len() < SMALL);
            assert!(codec.try_small(&stored).is_none());
            let passed = (0..100)
                .take_while(|_| codec.untried > 0 && codec.try_small(&stored).is_none())
                .count();
            assert_eq!((passed, codec.last_untried), (1, 1));
        }
    }

    #[test]
    fn a_start_that_cannot_be_good_needs_no_decoder() {
        let mut block = stream(b"data");
        let mut empty = stream(b"");
        assert!(is_plausible(&block) && is_plausible(&empty) && is_plausible(&block[..HEAD]));
        block[EMPTY] |= 0x40;
        empty[EMPTY - 1] ^= 1;
        assert!(!is_plausible(&block) && !is_plausible(&empty));
    }
}
