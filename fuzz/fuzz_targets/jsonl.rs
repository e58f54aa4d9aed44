//! Any bytes are read as JSONL to the end: at most one item a line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tamis::collection::{Archive, Settings};

fuzz_target!(|bytes: &[u8]| {
    let bytes = [b"{\"id\": \"a\", \"text\": \"b\"}\n", bytes].concat();
    let lines = bytes.split(|byte| *byte == b'\n').count();
    let archive = Archive::from_bytes("fuzz", bytes).expect("an object is told by its first bytes");
    assert!(archive.open(&Settings::default()).expect("memory opens").count() <= lines);
});
