//! Any bytes, plain or behind gzip, are read as a WARC file to its end.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tamis::collection::{Archive, Settings};

fuzz_target!(|bytes: &[u8]| {
    // Without a first record most inputs would not be taken for an archive at all.
    let plain = [b"WARC/1.0\r\nWARC-Type: response\r\n", bytes].concat();
    for bytes in [plain, bytes.to_vec()] {
        if let Some(archive) = Archive::from_bytes("fuzz", bytes) {
            archive.open(&Settings::default()).expect("memory opens").for_each(drop);
        }
    }
});
