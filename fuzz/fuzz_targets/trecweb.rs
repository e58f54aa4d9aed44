//! Any bytes are read as a TREC web or BLOGS06 file to its end.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tamis::collection::{Archive, Settings};

fuzz_target!(|bytes: &[u8]| {
    let bytes = [b"<DOC>\n<DOCNO>a</DOCNO>\n", bytes].concat();
    let settings = Settings { include_feeds: true, include_homepages: true, ..Settings::default() };
    if let Some(archive) = Archive::from_bytes("fuzz", bytes) {
        archive.open(&settings).expect("memory opens").for_each(drop);
    }
});
