//! Blocks of small pages, and what every page's blocks promise.

use super::*;
use crate::classify::{Set, Subject};
use crate::html;
use crate::page::{Block, BlockKind, LimitHit, Limits};

/// The properties of every block.
pub(crate) fn assert_sound(page: &Page, blocks: &Blocks) {
    let mut end = 0;
    for block in blocks.all() {
        assert!(end <= block.text.start && block.text.start <= block.text.end, "{block:?}");
        assert!(
            blocks.text.get(block.text.start as usize..block.text.end as usize).is_some(),
            "{block:?}"
        );
        assert!(
            block.anchor_words <= block.words && block.wrapped_words <= block.words,
            "{block:?}"
        );
        assert!(
            block.wrapped_lines >= 1 && (block.wrapped_words > 0) == (block.words > 0),
            "{block:?}"
        );
        assert!(
            block.events.start < block.events.end && block.events.end as usize <= page.events.len(),
            "{block:?}"
        );
        end = block.text.end;
    }
    assert!(blocks.blocks.iter().all(|block| block.kind == BlockKind::Text));
    assert_eq!(Set::published().labels(&Subject::new(page, blocks)).len(), blocks.blocks.len());
}

fn cut_str(html: &str, how: Cut) -> Blocks {
    let page = html::parse_str(html);
    let blocks = cut(&page, how);
    assert_sound(&page, &blocks);
    blocks
}

fn texts(html: &str, how: Cut) -> Vec<String> {
    let blocks = cut_str(html, how);
    blocks.blocks.iter().map(|block| blocks.text_of(block).to_owned()).collect()
}

fn only(html: &str) -> Block {
    let blocks = cut_str(html, Cut::Boilerpipe);
    assert_eq!(blocks.blocks.len(), 1, "{html}");
    blocks.blocks[0].clone()
}

#[test]
fn inline_elements_split_only_the_atomic_cut() {
    let html = "<p>one <b>two</b> three<br>four<img>five";
    assert_eq!(texts(html, Cut::Boilerpipe), ["one two three", "four", "five"]);
    assert_eq!(texts(html, Cut::Atomic), ["one", "two", "three", "four", "five"]);
}

#[test]
fn words_join_across_inline_elements_but_not_across_anchors() {
    assert_eq!(
        texts("<p>f<b>oo</b> b<a>a</a>r <abbr>x</abbr>y", Cut::Boilerpipe),
        ["foo b a r x y"]
    );
    let block = only("<p>see <a>these two</a> and <a>this</a> one");
    assert_eq!((block.words, block.anchor_words), (6, 3));
}

#[test]
fn scripts_styles_and_options_are_no_text() {
    let html = "<body>a<script>b</script><style>c</style><select><option>d</select>\
                <noscript>e</noscript>f";
    assert_eq!(texts(html, Cut::Boilerpipe), ["a", "f"]);
}

#[test]
fn the_last_title_before_the_body_is_the_title_block() {
    let blocks = cut_str(
        "<title>First</title><title> The  <b>Title </title><body>words<title>in the body</title>",
        Cut::Boilerpipe,
    );
    let title = blocks.title.clone().unwrap();
    assert_eq!(blocks.text_of(&title), "The  <b>Title");
    assert_eq!(
        (title.kind, title.words, title.anchor_words, title.tag_level),
        (BlockKind::Title, 3, 0, 0)
    );
    assert_eq!(blocks.text_of(&blocks.blocks[0]), "words");
    assert_eq!(cut_str("<title> </title>a", Cut::Boilerpipe).title, None);
}

#[test]
fn a_block_without_words_is_a_block() {
    let block = only("<p>|</p>");
    assert_eq!((block.words, block.wrapped_words, block.wrapped_lines), (0, 0, 1));
    assert_eq!((block.text_density(), block.link_density()), (0.0, 0.0));
}

#[test]
fn the_tag_level_is_that_of_the_first_text() {
    assert_eq!(only("<body><div><p>a").tag_level, 4);
    assert_eq!(
        only("<title>t</title><body><div><p>a").tag_level,
        3,
        "the level of the title lives on"
    );
}

#[test]
fn paragraphs_of_plain_text_are_blocks_without_links() {
    let page = html::plain_text("", "one\ntwo\n\nthree\n");
    let blocks = cut(&page, Cut::Boilerpipe);
    assert_sound(&page, &blocks);
    let texts: Vec<_> =
        blocks.blocks.iter().map(|block| (blocks.text_of(block), block.link_density())).collect();
    assert_eq!(texts, [("one two", 0.0), ("three", 0.0)]);
}

/// Kind, words, tag level and text of each block.
fn described(blocks: &Blocks) -> Vec<(BlockKind, u32, u32, String)> {
    let all = blocks.all();
    all.map(|one| (one.kind, one.words, one.tag_level, blocks.text_of(one).to_owned())).collect()
}

#[test]
fn a_title_beside_plain_text_is_that_of_its_html() {
    for (title, text) in [
        ("A <b>&amp; title\nof two lines", "one & <two\n\nthree"),
        ("t", ""),
        ("\u{a0}", "x"),
        ("", "y"),
    ] {
        let blocks = cut(&html::plain_text(title, text), Cut::Boilerpipe);
        let of_html = cut(&html::parse_str(&html::markup_of_text(title, text)), Cut::Boilerpipe);
        assert_eq!(described(&blocks), described(&of_html));
        assert_eq!(blocks.title.is_some(), !title.is_empty());
    }
}

#[test]
fn events_of_a_block_hold_its_text() {
    let page = html::parse_str("<p>one <b>two</b> <p>three");
    let blocks = cut(&page, Cut::Boilerpipe);
    let mut texts = Vec::new();
    for block in &blocks.blocks {
        let mut text = String::new();
        for event in &page.events[block.events.start as usize..block.events.end as usize] {
            if let Event::Text(span) = event {
                text.push_str(&page.text[span.start as usize..span.end as usize]);
            }
        }
        texts.push(text);
    }
    assert_eq!(texts, ["one two", "three"]);
}

#[test]
fn the_first_blocks_are_kept_and_the_rest_is_reported() {
    let page = html::parse_str("<title>t</title><p>one<p>two words<p>three<p>four");
    let within =
        |blocks| cut_within(&page, Cut::Boilerpipe, &Limits { blocks, ..Limits::NONE }.begin());
    let kept = within(2);
    assert_sound(&page, &kept);
    let texts: Vec<&str> = kept.all().map(|block| kept.text_of(block)).collect();
    assert_eq!(texts, ["t", "one", "two words"]);
    assert_eq!(kept.text, "tonetwo words");
    assert_eq!(kept.hits, [LimitHit::Blocks { limit: 2, blocks: 2, bytes: 9 }]);
    let whole = cut(&page, Cut::Boilerpipe);
    assert_eq!((within(4), within(0)), (whole.clone(), whole.clone()));
    assert_eq!(kept.blocks, whole.blocks[..2]);
}

#[test]
fn cutting_ends_when_the_time_is_up() {
    let page = html::parse_str(&"<p>word</p>".repeat(10_000));
    let budget = Limits { milliseconds: 1, ..Limits::NONE }.begin();
    std::thread::sleep(std::time::Duration::from_millis(2));
    let blocks = cut_within(&page, Cut::Boilerpipe, &budget);
    assert_sound(&page, &blocks);
    // 4,096 events, three of them a block.
    let kept = blocks.blocks.len();
    assert!((1000..1500).contains(&kept), "{kept}");
    let left_out = (10_000 - kept as u64) * 4;
    assert_eq!(
        blocks.hits,
        [LimitHit::Time { milliseconds: 1, stage: Stage::Cutting, bytes: left_out }]
    );
}
