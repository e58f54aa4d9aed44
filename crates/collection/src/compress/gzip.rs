//! gzip members (RFC 1952): header, deflate data, checksum and size.

use super::codec::{Codec, CodecFailure, CodecStep, MemberCheck, Opening};
use crate::input::Input;
use flate2::{Crc, Decompress, FlushDecompress, Status};
use std::io;

/// The first bytes of every gzip member: the magic number and the only method.
pub(super) const MAGIC: [u8; 3] = [0x1f, 0x8b, 0x08];
/// The maximum size of a gzip header.
const HEADER: usize = 1 << 20;

pub(super) struct Gzip {
    inflate: Decompress,
    crc: Crc,
    size: u32,
}

impl Gzip {
    pub(super) fn new() -> Self {
        Self { inflate: Decompress::new(false), crc: Crc::new(), size: 0 }
    }
}

impl Codec for Gzip {
    fn noun(&self) -> &'static str {
        "a gzip member"
    }

    fn magic(&self) -> &'static [u8] {
        &MAGIC
    }

    fn trial(&self) -> usize {
        4096
    }

    /// HTTP bodies are often sent in gzip. Damaged deflate data soon give an error, but the end of
    /// the file may come first.
    fn nests(&self) -> bool {
        true
    }

    fn open(&mut self, input: &mut Input) -> io::Result<Opening> {
        Ok(header(input)?.map_or(Opening::Foreign(String::new()), Opening::Member))
    }

    fn reset(&mut self) {
        self.inflate.reset(false);
        self.crc.reset();
        self.size = 0;
    }

    fn step(&mut self, data: &[u8], out: &mut [u8]) -> Result<CodecStep, CodecFailure> {
        let before_in = self.inflate.total_in();
        let before_out = self.inflate.total_out();
        let status = self.inflate.decompress(data, out, FlushDecompress::None);
        let taken = (self.inflate.total_in() - before_in) as usize;
        let given = (self.inflate.total_out() - before_out) as usize;
        let status =
            status.map_err(|_| CodecFailure { given, what: "invalid deflate data".to_owned() })?;
        self.crc.update(&out[..given]);
        self.size = self.size.wrapping_add(given as u32);
        Ok(CodecStep { taken, given, ended: status == Status::StreamEnd })
    }

    fn close(&mut self, input: &mut Input) -> io::Result<MemberCheck> {
        let trailer = [self.crc.sum().to_le_bytes(), self.size.to_le_bytes()].concat();
        if !input.want(8)? {
            input.consume(input.data().len());
            return Ok(MemberCheck::Cut);
        }
        let good = input.data()[..8] == trailer;
        input.consume(8);
        if good {
            return Ok(MemberCheck::Good);
        }
        input.want(MAGIC.len())?;
        let next = &input.data()[..input.data().len().min(MAGIC.len())];
        let ends = MAGIC.starts_with(next);
        Ok(if ends { MemberCheck::Differs } else { MemberCheck::Early })
    }
}

/// Returns the length of the gzip header at the start of `input`; `None` if there is none.
fn header(input: &mut Input) -> io::Result<Option<usize>> {
    let mut need = 10;
    loop {
        if need > HEADER || !input.want(need)? {
            return Ok(None);
        }
        match header_length(input.data()) {
            GzipLength::Is(length) => return Ok(Some(length)),
            GzipLength::More => need = input.data().len() + 1,
            GzipLength::None => return Ok(None),
        }
    }
}

/// The result of parsing a header.
enum GzipLength {
    Is(usize),
    More,
    None,
}

/// Returns the length of the gzip header at the start of `data` (RFC 1952, section 2.3).
fn header_length(data: &[u8]) -> GzipLength {
    let flags = match data {
        [a, b, c, flags, ..] if [*a, *b, *c] == MAGIC && flags & 0xe0 == 0 => *flags,
        _ => return GzipLength::None,
    };
    let mut at = 10;
    if flags & 4 != 0 {
        let Some(extra) = data.get(at..at + 2) else { return GzipLength::More };
        at += 2 + usize::from(u16::from_le_bytes([extra[0], extra[1]]));
    }
    for flag in [8, 16] {
        if flags & flag != 0 {
            let Some(end) = data.get(at..).and_then(|rest| memchr::memchr(0, rest)) else {
                return GzipLength::More;
            };
            at += end + 1;
        }
    }
    if flags & 2 != 0 {
        at += 2;
    }
    if at <= data.len() { GzipLength::Is(at) } else { GzipLength::More }
}
