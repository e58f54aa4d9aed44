//! Compressed frames of some kilobytes, of which a view reads thousands.

use std::cell::RefCell;
use std::io;
use zstd::bulk::Decompressor;

thread_local! {
    /// To begin a decompressor costs more than to decompress a frame.
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Returns the bytes of a frame, which are at most `length`.
///
/// # Errors
/// If the frame does not decompress to that.
pub(super) fn decompress(frame: &[u8], length: usize) -> io::Result<Vec<u8>> {
    DECOMPRESSOR.with_borrow_mut(|decompressor| match decompressor {
        Some(decompressor) => decompressor.decompress(frame, length),
        None => decompressor.insert(Decompressor::new()?).decompress(frame, length),
    })
}
