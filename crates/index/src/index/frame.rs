//! Compressed frames of some kilobytes, of which a view reads thousands: as blocks of LZ4, which
//! are read at 1.4 to 3 GB a second. zstd's are a third smaller, and take two to three times as
//! long.

use std::io;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use tantivy::directory::OwnedBytes;

/// Compresses the bytes of a frame.
pub(super) fn compress(bytes: &[u8]) -> Vec<u8> {
    lz4_flex::block::compress(bytes)
}

/// Returns the bytes of a frame, which are at most `length`.
///
/// # Errors
/// If the frame does not decompress to that.
pub(super) fn decompress(frame: &[u8], length: usize) -> io::Result<Vec<u8>> {
    let bytes = lz4_flex::block::decompress(frame, length);
    bytes.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// The frame that was read last, with its number: neighbours are read one after the other.
#[derive(Default)]
pub(super) struct LastFrame(Mutex<Option<(usize, OwnedBytes)>>);

impl LastFrame {
    /// Returns some bytes of what is in frames of `size` bytes each, the last of which may have
    /// fewer. `unpack` returns the frame with a number.
    ///
    /// # Errors
    /// Those of `unpack`.
    pub fn bytes(
        &self,
        bytes: Range<usize>,
        size: usize,
        unpack: impl Fn(usize) -> io::Result<Vec<u8>>,
    ) -> io::Result<OwnedBytes> {
        let first = bytes.start / size;
        let start = first * size;
        if !bytes.is_empty() && bytes.end <= start + size {
            let frame = self.frame(first, &unpack)?;
            return Ok(frame.slice(bytes.start - start..bytes.end - start));
        }
        let mut all = Vec::with_capacity(bytes.len());
        for number in first..bytes.end.div_ceil(size) {
            let start = number * size;
            let frame = self.frame(number, &unpack)?;
            let from = bytes.start.saturating_sub(start);
            all.extend_from_slice(&frame[from..frame.len().min(bytes.end - start)]);
        }
        Ok(OwnedBytes::new(all))
    }

    fn frame(
        &self,
        number: usize,
        unpack: impl Fn(usize) -> io::Result<Vec<u8>>,
    ) -> io::Result<OwnedBytes> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, frame)) = &*last
            && *known == number
        {
            return Ok(frame.clone());
        }
        let frame = OwnedBytes::new(unpack(number)?);
        *last = Some((number, frame.clone()));
        Ok(frame)
    }
}
