//! The structures of a zip file (APPNOTE.TXT, section 4.3): local headers, directory entries, data
//! descriptors, the end of the directory. Positions are offsets in the file.

use crate::input::ReadSeek;
use memchr::memmem;
use std::io::{self, Read, SeekFrom};

pub(super) const LOCAL: &[u8] = b"PK\x03\x04";
pub(super) const CENTRAL: &[u8] = b"PK\x01\x02";
pub(super) const DESCRIPTOR: &[u8] = b"PK\x07\x08";
pub(super) const END: &[u8] = b"PK\x05\x06";
pub(super) const END_64: &[u8] = b"PK\x06\x06";
pub(super) const LOCATOR_64: &[u8] = b"PK\x06\x07";
/// The size of a local header without name and extra field.
pub(super) const LOCAL_SIZE: usize = 30;
/// The size of a directory entry without name, extra field and comment.
pub(super) const CENTRAL_SIZE: usize = 46;
/// The size of the end of the directory without its comment, and its maximum size.
pub(super) const END_SIZE: usize = 22;
pub(super) const LONGEST_END: u64 = END_SIZE as u64 + 0xffff;
/// The maximum size of a data descriptor.
pub(super) const DESCRIPTOR_SIZE: u64 = 24;
/// Number of bytes searched at once.
const CHUNK: usize = 256 * 1024;
/// The extra field with sizes of 64 bits.
const ZIP_64: u16 = 1;

pub(super) struct Zip {
    file: Box<dyn ReadSeek>,
    /// Its size.
    pub size: u64,
}

/// What a local header or a directory entry says about an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ZipHead {
    /// Position of the local header.
    pub at: u64,
    pub name: Vec<u8>,
    pub encrypted: bool,
    /// Whether a data descriptor follows the data.
    pub described: bool,
    /// The compression method: 0 is stored, 8 is deflated.
    pub method: u16,
    /// CRC-32, size of the data in the file, and size of the uncompressed data; `None` if only the
    /// descriptor has them.
    pub sums: Option<ZipSums>,
    /// The size of this structure.
    pub size: u64,
    /// The size of its extra field.
    pub extra: u64,
}

/// The checksum and the sizes of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ZipSums {
    pub crc: u32,
    pub packed: u64,
    pub plain: u64,
}

impl Zip {
    pub(super) fn new(mut file: Box<dyn ReadSeek>) -> io::Result<Self> {
        let size = file.seek(SeekFrom::End(0))?;
        Ok(Self { file, size })
    }

    /// Returns `n` bytes at `at`, or fewer at the end of the file.
    pub(super) fn bytes(&mut self, at: u64, n: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file.seek(SeekFrom::Start(at))?;
        (&mut self.file).take(n as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Returns whether the bytes at `at` are `signature`.
    pub(super) fn has(&mut self, at: u64, signature: &[u8]) -> io::Result<bool> {
        Ok(self.bytes(at, signature.len())? == signature)
    }

    /// Returns the first position from `from` on, and before `end`, of one of the signatures.
    pub(super) fn find(
        &mut self,
        from: u64,
        end: u64,
        signatures: &[&[u8]],
    ) -> io::Result<Option<u64>> {
        let finder = memmem::Finder::new(b"PK");
        let mut at = from;
        while at < end {
            let wanted = usize::try_from(end - at).unwrap_or(usize::MAX).min(CHUNK);
            // A signature may start with the last byte.
            let bytes = self.bytes(at, wanted + LOCAL.len() - 1)?;
            let found = finder.find_iter(&bytes).find(|place| {
                *place < wanted
                    && signatures.iter().any(|signature| bytes[*place..].starts_with(signature))
            });
            if let Some(place) = found {
                return Ok(Some(at + place as u64));
            }
            if bytes.len() < wanted {
                break;
            }
            at += wanted as u64;
        }
        Ok(None)
    }

    /// Returns the local header at `at`; `None` without its signature, or if the file ends within
    /// it.
    pub(super) fn local(&mut self, at: u64) -> io::Result<Option<ZipHead>> {
        // The version needed to extract is 10 to 63, so its high byte is 0.
        let bytes = self.bytes(at, LOCAL.len() + 2)?;
        let is = bytes.starts_with(LOCAL) && bytes.get(5) == Some(&0);
        if is { self.header(at) } else { Ok(None) }
    }

    /// Returns the local header at `at`, whatever its signature is; `None` if the file ends within
    /// it.
    pub(super) fn header(&mut self, at: u64) -> io::Result<Option<ZipHead>> {
        let fixed = self.bytes(at, LOCAL_SIZE)?;
        if fixed.len() < LOCAL_SIZE {
            return Ok(None);
        }
        let name = usize::from(short(&fixed, 26));
        let extra = usize::from(short(&fixed, 28));
        let rest = self.bytes(at + LOCAL_SIZE as u64, name + extra)?;
        if rest.len() < name + extra {
            return Ok(None);
        }
        let mut head = head(&fixed[6..], at, &rest[..name]);
        head.size = (LOCAL_SIZE + name + extra) as u64;
        head.extra = extra as u64;
        let sums = wide(sums(&fixed[14..]), &rest[name..], None);
        head.sums = Some(sums).filter(|sums| !head.described || sums.packed > 0);
        Ok(Some(head))
    }

    /// Returns the directory entry at `at`; `None` without its signature, or if it reaches beyond
    /// `end`.
    pub(super) fn central(&mut self, at: u64, end: u64) -> io::Result<Option<ZipHead>> {
        let fixed = self.bytes(at, CENTRAL_SIZE)?;
        if fixed.len() < CENTRAL_SIZE || !fixed.starts_with(CENTRAL) {
            return Ok(None);
        }
        let [name, extra, comment] = [28, 30, 32].map(|place| usize::from(short(&fixed, place)));
        let size = (CENTRAL_SIZE + name + extra + comment) as u64;
        let rest = self.bytes(at + CENTRAL_SIZE as u64, name + extra)?;
        if rest.len() < name + extra || at + size > end {
            return Ok(None);
        }
        let mut local = u64::from(long(&fixed, 42));
        let sums = wide(sums(&fixed[16..]), &rest[name..], Some(&mut local));
        Ok(Some(ZipHead {
            size,
            extra: extra as u64,
            sums: Some(sums),
            ..head(&fixed[8..], local, &rest[..name])
        }))
    }

    /// Returns the sums in the data descriptor at `end` if they say that the data start at `start`;
    /// with a signature, or without.
    pub(super) fn descriptor(&mut self, start: u64, end: u64) -> io::Result<Option<ZipSums>> {
        let bytes = self.bytes(end, DESCRIPTOR_SIZE as usize)?;
        let bytes = bytes.strip_prefix(DESCRIPTOR).unwrap_or(&bytes);
        let packed = end - start;
        let narrow = (bytes.len() >= 12).then(|| sums(bytes));
        let wide = (bytes.len() >= 20).then(|| ZipSums {
            crc: long(bytes, 0),
            packed: double(bytes, 4),
            plain: double(bytes, 12),
        });
        Ok(narrow.into_iter().chain(wide).find(|sums| sums.packed == packed))
    }
}

/// Returns the fields that both heads have, from the flags on.
fn head(fields: &[u8], at: u64, name: &[u8]) -> ZipHead {
    let flags = short(fields, 0);
    let encrypted = flags & 1 != 0;
    let described = flags & 8 != 0;
    let method = short(fields, 2);
    let name = name.to_vec();
    ZipHead { at, name, encrypted, described, method, sums: None, size: 0, extra: 0 }
}

/// Returns checksum and sizes of 32 bits.
fn sums(bytes: &[u8]) -> ZipSums {
    ZipSums { crc: long(bytes, 0), packed: long(bytes, 4).into(), plain: long(bytes, 8).into() }
}

/// Replaces numbers that have no room in 32 bits by those of the extra field, in its order.
fn wide(mut sums: ZipSums, extra: &[u8], local: Option<&mut u64>) -> ZipSums {
    let mut rest = extra;
    while rest.len() >= 4 {
        let id = short(rest, 0);
        let size = usize::from(short(rest, 2));
        let Some(field) = rest.get(4..4 + size) else { break };
        if id == ZIP_64 {
            let numbers = [Some(&mut sums.plain), Some(&mut sums.packed), local];
            let missing =
                numbers.into_iter().flatten().filter(|number| **number == u64::from(u32::MAX));
            for (number, bytes) in missing.zip(field.chunks_exact(8)) {
                *number = double(bytes, 0);
            }
            break;
        }
        rest = &rest[4 + size..];
    }
    sums
}

pub(super) fn short(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

pub(super) fn long(bytes: &[u8], at: usize) -> u32 {
    u32::from(short(bytes, at)) | u32::from(short(bytes, at + 2)) << 16
}

pub(super) fn double(bytes: &[u8], at: usize) -> u64 {
    u64::from(long(bytes, at)) | u64::from(long(bytes, at + 4)) << 32
}
