//! Files that are compressed if their name says so: `.gz` with gzip, `.zst` with Zstandard. The
//! same content gives the same bytes: neither format names a time or the file here.

use super::replace::replace;
use crate::error::{Error, Result as OurResult};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, Write};
use std::path::Path;

/// Replaces a file as [`replace`] does, compressed if its name ends in `.gz` or `.zst`.
///
/// # Errors
/// Those of the system and of `write`; then `path` is as before.
pub fn replace_packed<T, E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<T, E>,
) -> Result<T, E> {
    replace(path, |file| {
        if has_extension(path, "gz") {
            let mut packed = GzEncoder::new(file, Compression::default());
            let written = write(&mut packed)?;
            packed.finish()?;
            return Ok(written);
        }
        if has_extension(path, "zst") {
            let mut packed = zstd::Encoder::new(file, zstd::DEFAULT_COMPRESSION_LEVEL)?;
            packed.include_checksum(true)?;
            let written = write(&mut packed)?;
            packed.finish()?;
            return Ok(written);
        }
        write(file)
    })
}

/// Whether the name of a file has this extension, in upper or lower case.
fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

/// Replaces a file by these bytes, as [`replace_packed`] does.
///
/// # Errors
/// [`Error::Io`]; then the file is as before.
pub fn save_packed(path: &Path, bytes: impl AsRef<[u8]>) -> OurResult<()> {
    let written: io::Result<()> = replace_packed(path, |file| file.write_all(bytes.as_ref()));
    written.map_err(|error| Error::io("write", path, error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;
    use std::io::Read;

    /// Returns the bytes of a file that this text was saved to.
    fn packed(path: &Path, text: &str) -> Vec<u8> {
        save_packed(path, text).unwrap();
        std::fs::read(path).unwrap()
    }

    #[test]
    fn the_ending_of_a_name_packs_and_the_same_text_gives_the_same_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let text = "1 Q0 a 1 2.0 tamis\n".repeat(1000);
        let bytes = |name: &str| packed(&folder.path().join(name), &text);
        assert_eq!(bytes("run.txt"), text.as_bytes());
        for [one, other] in [["a.gz", "b.GZ"], ["a.zst", "b.zst"]] {
            assert!(bytes(one) == bytes(other) && bytes(one).len() < text.len() / 10, "{one}");
        }
        let mut unpacked = String::new();
        GzDecoder::new(&bytes("run.gz")[..]).read_to_string(&mut unpacked).unwrap();
        assert_eq!(unpacked, text);
        // The time in the header is none: RFC 1952, 2.3.1.
        assert_eq!(bytes("run.gz")[4..8], [0; 4]);
        assert_eq!(zstd::decode_all(&bytes("run.zst")[..]).unwrap(), text.as_bytes());
    }
}
