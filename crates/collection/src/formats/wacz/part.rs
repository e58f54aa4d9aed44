//! The stored bytes of a zip entry: part of a file, read like a file, with a check at its end.

use super::zip::ZipSums;
use crate::compress::damage::{Broken, Damage};
use crate::input::ReadSeek;
use flate2::Crc;
use std::io::{self, Read, Seek, SeekFrom};

/// Number of bytes read at once for the check alone.
const CHUNK: usize = 64 * 1024;

/// Part of a file. At its end the first read fails if the file is shorter, or if the bytes do not
/// have one of the sums.
pub(super) struct FilePart {
    file: Box<dyn ReadSeek>,
    start: u64,
    length: u64,
    at: u64,
    check: Option<SumCheck>,
}

/// A check of all bytes. Bytes that were passed over are read at the end, so that it does not
/// depend on where reading began.
struct SumCheck {
    sums: Vec<ZipSums>,
    crc: Crc,
    /// Number of bytes in `crc`.
    summed: u64,
}

impl FilePart {
    /// The `length` bytes of `file` from `start` on.
    pub(super) fn new(mut file: Box<dyn ReadSeek>, start: u64, length: u64) -> io::Result<Self> {
        file.seek(SeekFrom::Start(start))?;
        Ok(Self { file, start, length, at: 0, check: None })
    }

    /// Adds a check against `sums`; without any, only the length is checked.
    pub(super) fn checked(self, sums: Vec<ZipSums>) -> Self {
        Self { check: Some(SumCheck { sums, crc: Crc::new(), summed: 0 }), ..self }
    }

    /// Checks the bytes at the end.
    fn finish(&mut self, mut check: SumCheck) -> io::Result<()> {
        if self.at < self.length {
            return Err(broken(Damage::Truncated, "the file ends inside a stored zip entry"));
        }
        if check.summed < self.length {
            self.file.seek(SeekFrom::Start(self.start.saturating_add(check.summed)))?;
            let mut chunk = vec![0; CHUNK];
            let mut rest = (&mut self.file).take(self.length - check.summed);
            loop {
                match rest.read(&mut chunk)? {
                    0 => break,
                    n => check.crc.update(&chunk[..n]),
                }
            }
        }
        let found = (check.crc.sum(), self.length);
        if check.sums.is_empty() || check.sums.iter().any(|sums| (sums.crc, sums.plain) == found) {
            Ok(())
        } else {
            Err(wrong_sums())
        }
    }
}

impl Read for FilePart {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.length.saturating_sub(self.at)).unwrap_or(usize::MAX);
        let most = out.len().min(left);
        let n = self.file.read(&mut out[..most])?;
        let from = self.at;
        self.at += n as u64;
        match &mut self.check {
            Some(check) if (from..self.at).contains(&check.summed) => {
                check.crc.update(&out[(check.summed - from) as usize..n]);
                check.summed = self.at;
            }
            check if n == 0 && !out.is_empty() => {
                check.take().map_or(Ok(()), |check| self.finish(check))?;
            }
            _ => {}
        }
        Ok(n)
    }
}

impl Seek for FilePart {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => at,
            // Where it ends, or where the file does.
            SeekFrom::End(0) => {
                self.file.seek(SeekFrom::End(0))?.saturating_sub(self.start).min(self.length)
            }
            _ => {
                let message = "only offsets from the start, and the end";
                return Err(io::Error::new(io::ErrorKind::Unsupported, message));
            }
        };
        self.at = at;
        self.file.seek(SeekFrom::Start(self.start.saturating_add(at))).map(|_| at)
    }
}

pub(super) fn wrong_sums() -> io::Error {
    broken(Damage::Checksum, "a zip entry with a wrong checksum or size")
}

pub(super) fn broken(damage: Damage, detail: &str) -> io::Error {
    io::Error::other(Broken { damage, detail: detail.to_owned() })
}
