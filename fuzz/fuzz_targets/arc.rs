//! Any bytes, plain or compressed, are read as an ARC file to its end.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tamis::collection::{Archive, Settings};

fuzz_target!(|bytes: &[u8]| {
    // Without a first record most inputs would not be taken for an archive at all.
    let plain = [b"filedesc://x.arc 0.0.0.0 20080430204825 text/plain 9\n1 0 fuzz\n\n", bytes].concat();
    for bytes in [plain, bytes.to_vec()] {
        if let Some(archive) = Archive::from_bytes("fuzz", bytes) {
            archive.open(&Settings::default()).expect("memory opens").for_each(drop);
        }
    }
});
