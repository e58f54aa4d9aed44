//! Detects the compression of a file, by its first bytes or, if these are damaged, by its name and
//! later bytes.

use super::codec::Codec;
use super::promised::Compression;
use super::{Members, TEXT, bzip2, gzip, is_text, zstd};
use crate::input::Input;
use crate::sniff::{Sniff, Sniffed};
use memchr::memmem;
use std::io;
use tamis_place::packing;

/// Number of bytes searched for a member if the start of a file is damaged.
const LATE: usize = 64 * 1024;

impl Members {
    /// Detects the format of `input` by its first bytes, and if these are damaged, by the
    /// `promised` one of its name or by a member further on; `None` if it is not compressed.
    /// `sniff` knows the formats.
    ///
    /// # Errors
    /// If the file cannot be read, or if there is no memory for a decoder.
    pub(crate) fn detect(
        input: &mut Input,
        promised: Option<Compression>,
        sniff: Sniff,
    ) -> io::Result<Option<Self>> {
        input.want(TEXT.max(bzip2::HEAD))?;
        let found = match input.data() {
            data if data.starts_with(&gzip::MAGIC) => Some(Compression::Gzip),
            data if zstd::starts(data) => Some(Compression::Zstd),
            data if bzip2::starts(data) => Some(Compression::Bzip2),
            data if data.is_empty()
                || data.starts_with(b"PK")
                || (promised.is_none() && is_text(data)) =>
            {
                None
            }
            _ => {
                input.want(LATE)?;
                late(&input.data()[..input.data().len().min(LATE)], promised, sniff)
            }
        };
        let codec: Box<dyn Codec> = match found {
            None => return Ok(None),
            Some(Compression::Gzip) => Box::new(gzip::Gzip::new()),
            Some(Compression::Zstd) => Box::new(zstd::Zstd::new(input)?),
            Some(Compression::Bzip2) => Box::new(bzip2::Bzip2::new()),
        };
        Ok(Some(Self::new(codec, sniff)))
    }
}

/// Returns the compression of a file whose first bytes, `late`, do not start a member.
fn late(late: &[u8], promised: Option<Compression>, sniff: Sniff) -> Option<Compression> {
    // Servers unpack files without renaming them, so text under such a name is not damaged.
    let is_plain = sniff(late) != Sniffed::Nothing
        || (is_text(late) && !late.iter().any(|byte| *byte < b'\t'));
    if is_plain || packing::of_bytes(late).is_some() {
        return None;
    }
    if promised.is_some() {
        return promised;
    }
    if memmem::find(late, &gzip::MAGIC).is_some() {
        return Some(Compression::Gzip);
    }
    if memmem::find(late, &zstd::MAGIC).is_some() {
        return Some(Compression::Zstd);
    }
    let has_bzip2 = memmem::find_iter(late, bzip2::MAGIC).any(|at| bzip2::starts(&late[at..]));
    has_bzip2.then_some(Compression::Bzip2)
}
