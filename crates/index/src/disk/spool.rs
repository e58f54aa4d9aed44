//! Bytes that are written once and then read once: in memory while they are few, else in a file
//! without a name, which the system removes with the process.

use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;
use tempfile::{SpooledTempFile, spooled_tempfile_in};

/// Bytes of a buffer; there may be hundreds.
const BUFFER: usize = 16 << 10;

pub struct Spool(BufWriter<SpooledTempFile>);

/// The bytes of a spool, from the first.
pub type SpoolBytes = BufReader<SpooledTempFile>;

impl Spool {
    /// Keeps up to `in_memory` bytes in memory, and writes more to a file in `folder`.
    pub fn new(folder: &Path, in_memory: usize) -> Self {
        Self(BufWriter::with_capacity(BUFFER, spooled_tempfile_in(in_memory, folder)))
    }

    /// Appends bytes.
    ///
    /// # Errors
    /// Those of the system.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }

    /// Ends writing.
    ///
    /// # Errors
    /// Those of the system.
    pub fn read(self) -> io::Result<SpoolBytes> {
        let mut file = self.0.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.seek(SeekFrom::Start(0))?;
        Ok(BufReader::with_capacity(BUFFER, file))
    }
}

/// Reads the next bytes.
///
/// # Errors
/// Those of the system.
pub fn next<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}
