//! Any bytes make a page whose elements are balanced, and blocks whose counts agree.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tamis::page::{Cut, Event};
use tamis::{block, classify, html};

fuzz_target!(|bytes: &[u8]| {
    let page = html::parse(bytes, None);
    let mut open = Vec::new();
    for event in &page.events {
        match event {
            Event::Start(tag) => open.push(*tag),
            Event::End(tag) => assert_eq!(open.pop(), Some(*tag)),
            Event::Text(span) => assert!(!page.text[span.start as usize..span.end as usize].is_empty()),
        }
    }
    assert!(open.is_empty());
    for cut in [Cut::Boilerpipe, Cut::Atomic] {
        let blocks = block::cut(&page, cut);
        for block in blocks.all() {
            assert!(blocks.text_of(block).len() <= blocks.text.len());
            assert!(block.anchor_words <= block.words && block.wrapped_words <= block.words && block.wrapped_lines >= 1);
        }
        assert_eq!(classify::label_bits(&page, &blocks).len(), blocks.blocks.len());
    }
});
