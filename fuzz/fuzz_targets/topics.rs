//! Any bytes as a topics file: read or refused, never a panic; what is read could stand in a run.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tamis::trec::{TopicField, topics};

fuzz_target!(|bytes: &[u8]| {
    for field in TopicField::ALL {
        for topic in topics::read_from(bytes, "fuzz", field).into_iter().flatten() {
            assert!(!topic.id.is_empty() && !topic.id.contains(char::is_whitespace));
            assert!(!topic.text.contains(['\n', '\t']));
        }
    }
});
