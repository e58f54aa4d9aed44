//! `meta.json`, tantivy's list of segments and our manifest. A last key holds the XXH3 of the rest,
//! so that the file stays one that tantivy reads.

use super::super::manifest::FORMAT;
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

pub const META: &str = "meta.json";
/// How tantivy ends the file.
const END: &[u8] = b"\n}\n";

/// Returns the file with its checksum as its last key.
pub fn seal(meta: &[u8]) -> Vec<u8> {
    let start = meta.strip_suffix(END).unwrap_or(meta);
    [start, &tail(xxh3_64(meta))].concat()
}

/// Returns the file as tantivy wrote it; `None` if it has no checksum, or another one.
pub fn open(sealed: &[u8]) -> Option<Vec<u8>> {
    let start = sealed.get(..sealed.len().checked_sub(tail(0).len())?)?;
    let meta = [start, END].concat();
    (seal(&meta) == sealed).then_some(meta)
}

/// Whether a file without a checksum is that of another version, or of another program, by
/// its format.
pub(super) fn is_foreign(meta: &[u8]) -> bool {
    serde_json::from_slice::<Value>(meta)
        .is_ok_and(|meta| payload(&meta).is_none_or(|payload| payload["format"] != FORMAT))
}

/// Returns the format in the manifest of a file as [`open`] returns it; `None` without one.
pub fn format_in(meta: &[u8]) -> Option<u64> {
    payload(&serde_json::from_slice(meta).ok()?)?["format"].as_u64()
}

fn payload(meta: &Value) -> Option<Value> {
    serde_json::from_str(meta["payload"].as_str()?).ok()
}

fn tail(sum: u64) -> Vec<u8> {
    format!(",\n  \"xxh3\": \"{sum:016x}\"\n}}\n").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_flipped_bit_is_seen_and_tantivy_reads_what_is_sealed() {
        let meta = b"{\n  \"segments\": [],\n  \"opstamp\": 0\n}\n";
        let sealed = seal(meta);
        assert_eq!(open(&sealed).unwrap(), meta);
        let json: serde_json::Value = serde_json::from_slice(&sealed).unwrap();
        assert_eq!(json["opstamp"], 0);
        for at in 0..sealed.len() * 8 {
            let mut damaged = sealed.clone();
            damaged[at / 8] ^= 1 << (at % 8);
            assert!(open(&damaged).is_none(), "bit {at}");
        }
        for end in 0..sealed.len() {
            assert!(open(&sealed[..end]).is_none());
        }
        assert!(open(meta).is_none() && is_foreign(meta));
    }

    /// A file without a checksum, whose manifest has this format.
    fn with_format(format: u32) -> Vec<u8> {
        format!("{{\n  \"payload\": \"{{\\\"format\\\":{format}}}\"\n}}\n").into_bytes()
    }

    #[test]
    fn only_another_format_needs_no_checksum() {
        assert!(is_foreign(&with_format(FORMAT - 1)));
        assert!(!is_foreign(&with_format(FORMAT)) && !is_foreign(b"{"));
    }
}
