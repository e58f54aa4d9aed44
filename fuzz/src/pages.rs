//! Treats any bytes as a page, and any text as a rule over its blocks.

use tamis_blocks::classify::{LabelSet, Set, Subject};
use tamis_blocks::page::{Blocks, Budget, Cut, Event, LimitHit, Limits, Page};
use tamis_blocks::{block, classify, html as parser};
use tamis_index::index::{Manifest, Recipe};
use tamis_search::rule::expression;
use tamis_search::rule::weights::WeightRule;
use tamis_text::comments::Removers;
use tamis_text::metadata::Metadata;
use tamis_text::structure::{Options, Structure};

/// Any bytes make a page whose elements are balanced, and blocks whose counts agree with each other
/// and with their text. Limits cut the end off, nothing else.
pub fn html(bytes: &[u8]) {
    let page = parser::parse(bytes, None);
    check_page(&page);
    let few = Limits { depth: Limits::LEAST_DEPTH, blocks: 3, milliseconds: 0 }.begin();
    let charset = parser::Charset { forced: None, http: None };
    let flat = parser::parse_within(bytes, charset, &few);
    check_page(&flat);
    for cut in [Cut::Boilerpipe, Cut::Atomic] {
        let blocks = block::cut(&page, cut);
        check_blocks(&page, &blocks);
        let first = block::cut_within(&page, cut, &few);
        check_blocks(&page, &first);
        assert_eq!(first_texts(&first), first_texts(&blocks), "the first blocks of {cut:?}");
        let cut_off = blocks.blocks.len().saturating_sub(3) as u64;
        let mut left_out = 0;
        for hit in &first.hits {
            if let LimitHit::Blocks { blocks, .. } = hit {
                left_out += blocks;
            }
        }
        assert_eq!(cut_off, left_out, "blocks behind the limit");
    }
    check_clean_text(&page, &parser::decode(bytes, charset));
}

/// A page read with its outline has the same text, and Markdown, HTML, metadata and comments.
fn check_clean_text(page: &Page, decoded: &parser::Decoded) {
    let (same, outline) = parser::Outline::of_decoded(decoded, &Budget::UNLIMITED);
    assert_eq!((&same.text, &same.events), (&page.text, &page.events));
    let blocks = block::cut(&same, Cut::default());
    let subject = Subject::new(&same, &blocks).with_markup(&decoded.text).with_outline(&outline);
    let tamis = classify::CLASSIFIERS.by_name("tamis").unwrap();
    let made = Structure::of_kept(&subject, None, &classify::kept(tamis.as_ref(), &subject));
    for options in [Options::default(), Options { links: true, images: true }] {
        let markdown = made.markdown(options);
        assert!(markdown.is_empty() || markdown.ends_with('\n'));
        made.html(options);
    }
    Metadata::read(&subject, None).json();
    let apart = Removers::of("tamis").unwrap().apart(&subject, None);
    apart.structure(&subject, None).markdown(Options::default());
}

/// The texts of the first three blocks.
fn first_texts(blocks: &Blocks) -> Vec<&str> {
    blocks.blocks.iter().map(|block| blocks.text_of(block)).take(3).collect()
}

fn check_page(page: &Page) {
    let mut open = Vec::new();
    for event in &page.events {
        match event {
            Event::Start(tag) => open.push(*tag),
            Event::End(tag) => assert_eq!(open.pop(), Some(*tag)),
            Event::Text(span) => {
                assert!(!page.text[span.start as usize..span.end as usize].is_empty());
            }
        }
    }
    assert!(open.is_empty(), "elements left open");
}

fn check_blocks(page: &Page, blocks: &Blocks) {
    for block in blocks.all() {
        assert!(block.text.start <= block.text.end && block.text.end as usize <= blocks.text.len());
        // A word has a letter or a digit and white space behind it, or other words in a script
        // without.
        assert!(block.words as usize <= blocks.text_of(block).chars().count(), "{block:?}");
        assert!(
            block.anchor_words <= block.words
                && block.wrapped_words <= block.words
                && block.wrapped_lines >= 1
        );
        assert!(block.words == 0 || block.wrapped_words > 0, "{block:?}");
        assert!(
            block.events.start < block.events.end && block.events.end as usize <= page.events.len(),
            "{block:?}"
        );
        assert!((0.0..=1.0).contains(&block.link_density()) && block.text_density().is_finite());
    }
    let known = classify::DEFAULT.len();
    let subject = Subject::new(page, blocks);
    let labels = Set::published().labels(&subject);
    assert_eq!(labels.len(), blocks.blocks.len());
    assert!(labels.iter().flat_map(LabelSet::iter).all(|label| label < known));
    for (number, name) in classify::DEFAULT.into_iter().enumerate() {
        let alone = classify::CLASSIFIERS.by_name(name).unwrap().classify(&subject);
        let together = labels.iter().map(|labels| labels.contains(number));
        assert!(
            alone.iter().map(|label| *label == tamis_blocks::page::Label::Content).eq(together),
            "{name}"
        );
    }
}

/// Any text is a rule that reads again as it prints, or an error that points at a column; so is the
/// text deep in parentheses and `not`s, and many times in a chain.
pub fn rule(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    check_rule(text);
    check_weight(text);
    check_weight(&format!("name={text}: 0.5"));
    // Around the deepest rule that is permitted, and far beyond it.
    for depth in [bytes.len() % 120, 2_000] {
        for (open, close) in
            [("(", ")"), ("not ", ""), ("not (", ")"), ("(all or not all and ", ")")]
        {
            check_rule(&[&open.repeat(depth), text, &close.repeat(depth)].concat());
        }
    }
    for between in [" or ", " and ", " or not "] {
        check_rule(&vec![text; 200].join(between));
    }
}

/// Any text is a weight that reads again as it prints, or an error.
fn check_weight(text: &str) {
    let manifest = Manifest::new(Recipe::default());
    if let Ok(rule) = WeightRule::parse(text, &manifest) {
        assert_eq!(WeightRule::parse(&rule.to_string(), &manifest).ok(), Some(rule));
    }
}

fn check_rule(text: &str) {
    let manifest = Manifest::new(Recipe::default());
    match expression::parse(text, &manifest) {
        Ok(rule) => {
            let again = expression::parse(&rule.to_string(), &manifest);
            assert_eq!(again.ok(), Some(rule));
        }
        Err(error) => {
            let text_of = error.to_string();
            let column =
                text_of.strip_prefix("where: column ").and_then(|rest| rest.split(':').next());
            let column: usize =
                column.and_then(|column| column.parse().ok()).expect("an error points at a column");
            assert!((1..=text.chars().count() + 1).contains(&column), "{text_of}");
        }
    }
}
