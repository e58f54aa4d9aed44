//! Units of worked pages.

use super::reader::{MANY_ELEMENTS, MAX_WITH_NOSCRIPT};
use super::*;
use crate::block::{cut, cut_within};
use crate::html::parse_str;
use crate::page::{Cut, Limits};

fn texts(html: &str) -> Vec<String> {
    let page = parse_str(html);
    let units = Units::new(&page, &cut(&page, Cut::default()));
    units.all.iter().map(|unit| units.text_of(unit).to_owned()).collect()
}

#[test]
fn a_unit_ends_at_a_block_element_and_at_two_breaks() {
    let html = "<p>One <b>bold</b> <img src=x> and\n  <a href=/>linked</a> piece<br>of text<br> \
                <br>two<div>three</div>&nbsp;";
    assert_eq!(texts(html), ["One bold and linked piece of text", "two", "three"]);
    assert_eq!(
        texts("<p>w<b>or</b>d<p>--<p><script>no</script>text<select><option>no</select>"),
        ["word", "text"]
    );
}

#[test]
fn both_cuts_have_the_units_boundaries() {
    let html = "<title>T</title><h1>Head <i>line</i></h1><p>One <span>two</span><br>three<br><br>\
         four <code>x</code></p> <textarea>typed</textarea>";
    let page = parse_str(html);
    for cut_as in [Cut::Boilerpipe, Cut::Atomic] {
        let blocks = cut(&page, cut_as);
        let units = Units::new(&page, &blocks);
        for (block, unit) in blocks.blocks.iter().zip(&units.of_block) {
            match units.all.get(*unit as usize) {
                Some(unit) => assert!(
                    units.text_of(unit).contains(blocks.text_of(block)),
                    "{cut_as:?} {block:?}"
                ),
                None => assert_eq!(blocks.text_of(block), "typed"),
            }
        }
    }
}

#[test]
fn attributes_reach_their_elements() {
    let html = "<meta property=og:title content='The title'>
        <div class='post-content wide' id=main><p>x<div style='Display : none'>y";
    let page = parse_str(html);
    let units = Units::new(&page, &cut(&page, Cut::default()));
    assert_eq!(units.title, "The title");
    let element = |unit: usize| &units.elements[units.all[unit].element as usize];
    let words = super::super::keywords::bit("article-body") | super::super::keywords::bit("main");
    let div = &units.elements[element(0).parent as usize];
    assert_eq!(div.groups & words, words);
    assert!(!element(0).hidden && element(1).hidden);
}

#[test]
fn text_that_is_hidden_in_a_paragraph_is_not_shown() {
    for (html, expected) in [
        ("<p>It weighs <span style='display:none'>no</span>31 tons", "It weighs 31 tons"),
        ("<p>a long word<b hidden>s <i>and <u>more</u></i></b>.", "a long word."),
        ("<p>a formula <span hidden><math><mi>x</math></span>", "a formula x"),
        ("<p>seen <span style='display:inline'>as</span> it is", "seen as it is"),
    ] {
        let page = parse_str(html);
        let units = Units::new(&page, &cut(&page, Cut::default()));
        let shown: Vec<_> = units.all.iter().map(|unit| units.shown_text(unit)).collect();
        assert_eq!(shown.join(" "), expected, "{html}");
    }
}

#[test]
fn a_hidden_blank_at_the_end_of_a_unit_takes_nothing_of_the_next() {
    let html = "<p>Words:<span hidden> </span></p><p>\u{f6}\u{f6} and more</p><p>--<b hidden>--\
                </b></p><p>Last <i hidden>x</i></p>";
    let page = parse_str(html);
    let units = Units::new(&page, &cut(&page, Cut::default()));
    let shown: Vec<_> = units.all.iter().map(|unit| units.shown_text(unit)).collect();
    assert_eq!(shown, ["Words:", "\u{f6}\u{f6} and more", "Last"]);
}

#[test]
fn a_page_for_browsers_without_scripts_is_read() {
    let text = "<p>A thread that only NOSCRIPT has, as some forums do.</p>".repeat(9);
    assert_eq!(texts(&format!("<p>Loading</p><noscript>{text}</noscript>")).len(), 10);
    let long = "<p>Words that are there without it.</p>".repeat(20);
    assert_eq!(texts(&format!("{long}<noscript>{text}</noscript>")).len(), 20);
    let most = "<p>a".repeat(MAX_WITH_NOSCRIPT + 10);
    assert_eq!(texts(&format!("<noscript>{most}</noscript>")).len(), MAX_WITH_NOSCRIPT);
}

#[test]
fn of_very_many_elements_those_without_text_are_forgotten() {
    let page = parse_str(&format!(
        "{}<div><p>some<p></p>words</div>",
        "<div><p></p></div>".repeat(MANY_ELEMENTS)
    ));
    let units = Units::new(&page, &cut(&page, Cut::default()));
    assert!(units.elements.len() <= MANY_ELEMENTS + 10, "{}", units.elements.len());
    assert_eq!(
        units.all.iter().map(|unit| units.text_of(unit)).collect::<Vec<_>>(),
        ["some", "words"]
    );
    let tags = units.all.iter().map(|unit| units.elements[unit.element as usize].tag);
    assert_eq!(tags.collect::<Vec<_>>(), [TagInfo::tag("P"), TagInfo::tag("DIV")]);
}

#[test]
fn behind_the_last_block_of_a_page_that_is_cut_short_nothing_is_read() {
    let page = parse_str(&"<p>some <b>words</b>".repeat(1000));
    let limits = Limits { blocks: 10, ..Limits::NONE }.begin();
    let blocks = cut_within(&page, Cut::Boilerpipe, &limits);
    let units = Units::new(&page, &blocks);
    assert_eq!(
        (units.all.len(), units.elements.iter().filter(|one| one.is_paragraph()).count()),
        (10, 10)
    );
    assert_eq!(units.of_block, (0..10).collect::<Vec<_>>());
}

proptest::proptest! {
    #[test]
    fn white_space_is_one_space(
        text in "[ab\u{e9}\u{a0}\u{0b} \t\n]{0,40}",
        eights in "([a-z]{7} ){0,6}",
    ) {
        let all = format!("{eights}{text}x{text}{eights}");
        let words = all.split([' ', '\t', '\n', '\u{0b}']).filter(|word| !word.is_empty());
        let expected = words.collect::<Vec<_>>().join(" ");
        proptest::prop_assert_eq!(texts(&format!("<p>{all}")), [expected]);
    }
}
