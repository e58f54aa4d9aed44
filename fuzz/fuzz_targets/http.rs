//! Any bytes are read as the block of a WARC response: its head, its chunks, its compression.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tamis::collection::{Archive, Item, Settings};

fuzz_target!(|block: &[u8]| {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n",
        block.len()
    );
    let bytes = [head.as_bytes(), block, b"\r\n\r\n"].concat();
    let archive = Archive::from_bytes("fuzz", bytes).expect("a WARC record is told by its first bytes");
    let settings = Settings { max_record: 1 << 20, ..Settings::default() };
    let items: Vec<Item> = archive.open(&settings).expect("memory opens").collect();
    assert_eq!(items.len(), 1, "{items:?}");
});
