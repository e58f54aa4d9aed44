//! Any bytes as a qrels file: read or refused, never a panic; every judgement that is read is found again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tamis::trec::qrels;

fuzz_target!(|bytes: &[u8]| {
    let Ok(qrels) = qrels::read_from(bytes, "fuzz") else { return };
    for (id, topic) in qrels.topics() {
        assert_eq!(qrels.topic(id), Some(topic));
        for (docno, grade) in topic.iter() {
            assert_eq!(topic.grade(docno), Some(grade));
        }
    }
});
