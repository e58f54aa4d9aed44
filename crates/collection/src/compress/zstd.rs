//! Zstandard frames (RFC 8878), and the dictionary of `.warc.zst` files (a proposal of the IIPC): a
//! skippable frame at the start of the file, which may itself be compressed.

use super::codec::{Codec, CodecFailure, CodecStep, MemberCheck, Opening};
use crate::input::Input;
use memchr::memmem;
use std::io::{self, Read};
use xxhash_rust::xxh64::Xxh64;
use zstd::stream::raw::{DParameter, Decoder, Operation};

/// The first bytes of every frame.
pub(super) const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The first bytes of the skippable frame with the dictionary
/// (<https://iipc.github.io/warc-specifications>).
const DICTIONARY: [u8; 4] = [0x5d, 0x2a, 0x4d, 0x18];
/// The maximum size of a dictionary in bytes, stored or decompressed. Those in use have at most a
/// megabyte.
const LONGEST: usize = 16 << 20;
/// The maximum window as a power of two: 128 MiB, the limit of the zstd program.
const WINDOW_LOG: u32 = 27;

pub(super) struct Zstd {
    decoder: Decoder<'static>,
    /// What is wrong with the dictionary, to report at its place.
    dictionary: Option<String>,
    /// The frame's checksum. It is computed here, because the library would hold back the bytes of
    /// a frame with a wrong one.
    hash: Option<Xxh64>,
    /// The last bytes read: at the end of a frame, the stored checksum.
    tail: [u8; 4],
    /// Number of magic numbers in the frame; the first is its own.
    magics: usize,
    /// Whether the decoder has given a part of the frame.
    is_begun: bool,
}

/// Returns whether `data` starts a frame, with data or skippable.
pub(super) fn starts(data: &[u8]) -> bool {
    data.starts_with(&MAGIC) || is_skippable(data)
}

/// Returns whether `data` starts a skippable frame: one of 16 magic numbers.
fn is_skippable(data: &[u8]) -> bool {
    data.len() >= 4 && data[0] & 0xf0 == 0x50 && data[1..4] == DICTIONARY[1..]
}

/// Returns the size of the skippable frame at the start of `data`, with its header of 8 bytes.
fn skippable_size(data: &[u8]) -> Option<u64> {
    let size = data.get(4..8)?;
    Some(8 + u64::from(u32::from_le_bytes([size[0], size[1], size[2], size[3]])))
}

impl Zstd {
    /// Reads the dictionary if there is one at the start of `input`, which must be the start of the
    /// file. It is not consumed, so that a reader can go from here to any frame.
    pub(super) fn new(input: &mut Input) -> io::Result<Self> {
        let (bytes, dictionary) = match dictionary(input)? {
            Ok(bytes) => (bytes, None),
            Err(what) => (Vec::new(), Some(what)),
        };
        let mut zstd = Self {
            decoder: Decoder::new()?,
            dictionary,
            hash: None,
            tail: [0; 4],
            magics: 0,
            is_begun: false,
        };
        match Decoder::with_dictionary(&bytes) {
            Ok(decoder) => zstd.decoder = decoder,
            Err(error) => {
                zstd.dictionary = Some(format!("a zstd dictionary that cannot be used: {error}"));
            }
        }
        zstd.decoder.set_parameter(DParameter::WindowLogMax(WINDOW_LOG))?;
        zstd.decoder.set_parameter(DParameter::ForceIgnoreChecksum(true))?;
        Ok(zstd)
    }

    /// Updates the state with the next bytes of the frame.
    fn pass(&mut self, taken: &[u8]) {
        let seam = [&self.tail[1..], &taken[..taken.len().min(MAGIC.len() - 1)]].concat();
        for bytes in [&seam[..], taken] {
            self.magics += memmem::find_iter(bytes, &MAGIC).count();
        }
        for byte in &taken[taken.len().saturating_sub(4)..] {
            self.tail.rotate_left(1);
            self.tail[3] = *byte;
        }
    }

    /// Skips the skippable frame at the start of `input`.
    fn skip(&mut self, input: &mut Input) -> io::Result<Opening> {
        let whole = input.want(8)?.then(|| skippable_size(input.data())).flatten();
        let Some(mut left) = whole else {
            return Ok(Opening::Foreign("the file ends inside a zstd frame".to_owned()));
        };
        while left > 0 && input.want(1)? {
            let step = left.min(input.data().len() as u64);
            input.consume(step as usize);
            left -= step;
        }
        Ok(Opening::Passed)
    }
}

impl Codec for Zstd {
    fn noun(&self) -> &'static str {
        "a zstd frame"
    }

    fn magic(&self) -> &'static [u8] {
        &MAGIC
    }

    /// The header of a frame and its first block, at most 128 KiB.
    fn trial(&self) -> usize {
        (128 << 10) + 32
    }

    fn nests(&self) -> bool {
        false
    }

    fn open(&mut self, input: &mut Input) -> io::Result<Opening> {
        input.want(5)?;
        if is_skippable(input.data()) {
            if let Some(what) = self.dictionary.take_if(|_| input.offset() == 0) {
                return Ok(Opening::Foreign(what));
            }
            return self.skip(input);
        }
        let flags = input.data().get(4).filter(|_| input.data().starts_with(&MAGIC));
        let Some(flags) = flags else { return Ok(Opening::Foreign(String::new())) };
        self.hash = (flags & 4 != 0).then(|| Xxh64::new(0));
        Ok(Opening::Member(0))
    }

    fn reset(&mut self) {
        // Resetting a session cannot fail; if it did, the next step would fail.
        let _ = self.decoder.reinit();
        if let Some(hash) = &mut self.hash {
            hash.reset(0);
        }
        self.is_begun = false;
        self.tail = [0; 4];
        self.magics = 0;
    }

    fn step(&mut self, data: &[u8], out: &mut [u8]) -> Result<CodecStep, CodecFailure> {
        // With room for a whole frame, libzstd gives nothing of a damaged one that it sees at once,
        // else all blocks before the damage. Room for a byte makes it the latter, however the bytes
        // arrive.
        let room = if self.is_begun { out.len() } else { out.len().min(1) };
        let out = &mut out[..room];
        let status = self.decoder.run_on_buffers(data, out);
        // Frames are checked block by block: a bad block yields nothing.
        let status = status.map_err(|error| CodecFailure { given: 0, what: in_words(&error) })?;
        let taken = status.bytes_read;
        let given = status.bytes_written;
        self.is_begun |= given > 0;
        if let Some(hash) = &mut self.hash {
            hash.update(&out[..given]);
            self.pass(&data[..taken]);
        }
        Ok(CodecStep { taken, given, ended: status.remaining == 0 })
    }

    /// A block with a damaged size may swallow the next frames, up to the middle or the end of one.
    /// It shows in their magic numbers, or in that no frame follows.
    fn close(&mut self, input: &mut Input) -> io::Result<MemberCheck> {
        let differs = self
            .hash
            .as_ref()
            .is_some_and(|hash| hash.digest() as u32 != u32::from_le_bytes(self.tail));
        if !differs {
            return Ok(MemberCheck::Good);
        }
        input.want(MAGIC.len())?;
        let ends = input.data().is_empty() || starts(input.data());
        Ok(if ends && self.magics < 2 { MemberCheck::Differs } else { MemberCheck::Early })
    }
}

/// Returns the decompressed dictionary at the start of `input`; empty if there is none. The inner
/// error says why it is unusable.
fn dictionary(input: &mut Input) -> io::Result<Result<Vec<u8>, String>> {
    if !input.want(8)? || !input.data().starts_with(&DICTIONARY) {
        return Ok(Ok(Vec::new()));
    }
    let size = skippable_size(input.data()).unwrap_or_default() as usize;
    if size > LONGEST {
        return Ok(Err(format!("a zstd dictionary of {size} bytes; the limit is {LONGEST}")));
    }
    if !input.want(size)? {
        return Ok(Err("the file ends inside its zstd dictionary".to_owned()));
    }
    let stored = &input.data()[8..size];
    if !stored.starts_with(&MAGIC) {
        return Ok(Ok(stored.to_vec()));
    }
    let mut bytes = Vec::new();
    let read = zstd::stream::read::Decoder::with_buffer(stored)
        .and_then(|decoder| decoder.take(LONGEST as u64 + 1).read_to_end(&mut bytes));
    Ok(match read {
        Err(error) => Err(format!("a zstd dictionary that does not decompress: {error}")),
        Ok(_) if bytes.len() > LONGEST => {
            Err(format!("a zstd dictionary of more than {LONGEST} bytes"))
        }
        Ok(_) => Ok(bytes),
    })
}

/// Returns libzstd's error in words. For a block with more data than its header says, libzstd
/// reports a full output or corrupt data, depending on the size of the output buffer. Both become
/// the same error.
fn in_words(error: &std::io::Error) -> String {
    let message = error.to_string();
    if message == "Destination buffer is too small" {
        "Data corruption detected".to_owned()
    } else {
        message
    }
}
