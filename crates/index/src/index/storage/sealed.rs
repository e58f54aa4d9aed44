//! The form of our binary files: a line of JSON, then 64-bit words, little endian, then the XXH3 of
//! everything before it.

use serde::Serialize;
use serde::de::DeserializeOwned;
use tamis_place::in_our_words;
use xxhash_rust::xxh3::xxh3_64;

/// Returns the bytes of a file. Its last eight are the checksum.
pub fn seal(header: &impl Serialize, words: impl Iterator<Item = u64>) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(header).unwrap_or_default();
    bytes.push(b'\n');
    bytes.extend(words.flat_map(u64::to_le_bytes));
    let sum = xxh3_64(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Parses a file: its header, and its words. The error is what was found and what was expected.
pub fn open<T: DeserializeOwned>(bytes: &[u8]) -> Result<(T, Vec<u64>), (String, String)> {
    let (content, sum) = bytes.split_last_chunk::<8>().unwrap_or((bytes, &[0; 8]));
    let hash = xxh3_64(content);
    let written = u64::from_le_bytes(*sum);
    if hash != written {
        return Err((format!("bytes with the checksum {hash:016x}"), format!("{written:016x}")));
    }
    let end = memchr::memchr(b'\n', content).unwrap_or(content.len());
    let header = serde_json::from_slice(&content[..end]).map_err(|e| {
        let found = format!("a first line that does not parse ({})", in_our_words(e));
        (found, "a file of a tamis index".to_owned())
    })?;
    let words = content.get(end + 1..).unwrap_or_default().chunks_exact(8);
    let words = words.map(|word| word.try_into().map_or(0, u64::from_le_bytes));
    Ok((header, words.collect()))
}
