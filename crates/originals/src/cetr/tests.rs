//! All five forms.

use super::*;
use crate::list::CLASSIFIERS;
use tamis_blocks::page::Cut;
use tamis_blocks::{block, html};

const FORMS: [&str; 5] = ["cetr", "cetr-km", "cetr-tm", "cetr-java", "cetr-java-threshold"];

/// Text, labels and explanations of a page.
fn results_of(name: &str, markup: &str) -> (String, Vec<Label>, Vec<String>) {
    let page = html::parse_str(markup);
    let blocks = block::cut(&page, Cut::Boilerpipe);
    let subject = Subject::new(&page, &blocks).with_markup(markup);
    let classifier = CLASSIFIERS.by_name(name).unwrap();
    (classifier.text(&subject), classifier.classify(&subject), classifier.explain(&subject))
}

fn news() -> String {
    let links = "<li><a href=/x>one</a></li>\n".repeat(12);
    let text =
        "<p>A long line of an article with many words and not one link among them, as articles \
         are.</p>\n"
            .repeat(6);
    format!("<ul>\n{links}</ul>\n{text}<ul>\n{links}</ul>\n")
}

#[test]
fn long_lines_are_kept_and_links_are_not() {
    for name in FORMS {
        let (text, labels, reasons) = results_of(name, &news());
        assert!(text.contains("many words and not one link"), "{name}: {text}");
        let kept: Vec<usize> = (0..labels.len()).filter(|i| labels[*i] == Label::Content).collect();
        assert!(
            kept.contains(&14) && !kept.contains(&2) && !kept.contains(&(labels.len() - 2)),
            "{name}: {kept:?}"
        );
        assert_eq!(reasons.len(), labels.len());
        assert!(
            reasons[14].starts_with(&format!("{name}: 100 % of the words in kept lines; line ")),
            "{}",
            reasons[14]
        );
        assert!(
            reasons[14].contains("ratio 43.5000, smoothed ") && reasons[14].ends_with(": content"),
            "{}",
            reasons[14]
        );
    }
}

#[test]
fn arguments_are_checked() {
    for name in ["cetr:2", "cetr-km:5", "cetr-tm:0", "cetr-java:2", "cetr-java-threshold:.5"] {
        assert!(CLASSIFIERS.by_name(name).is_ok(), "{name}");
    }
    for name in [
        "cetr:1",
        "cetr:101",
        "cetr-km:x",
        "cetr-tm:-1",
        "cetr-java:",
        "cetr-java-threshold:inf",
        "cetr-tm:NaN",
    ] {
        let error = CLASSIFIERS.by_name(name).err().unwrap().to_string();
        assert!(error.contains("expected a ") && error.contains("as in cetr"), "{error}");
    }
}

#[test]
fn a_page_that_begins_with_text_is_no_page_to_the_originals() {
    let page = format!("text\n{}", news());
    for name in FORMS {
        let (text, _, reasons) = results_of(name, &page);
        assert_eq!(text.is_empty(), name.starts_with("cetr-java"), "{name}");
        assert_eq!(
            reasons[0].contains("does not begin with a tag"),
            text.is_empty(),
            "{name}: {}",
            reasons[0]
        );
    }
}

/// The program reads array elements that are not there, and returns nothing.
#[test]
fn the_threshold_needs_a_number_for_every_line() {
    let page = "<p a=\n\n\n\n\n\n>one two three four\nfive six seven eight\n";
    let (text, labels, reasons) = results_of("cetr-java-threshold", page);
    assert_eq!((text.as_str(), labels), ("", vec![Label::Boilerplate]));
    assert!(reasons[0].contains("the original fails"), "{}", reasons[0]);
}

/// Repeats a piece of markup until it has about this many bytes.
fn repeated(piece: &str, bytes: usize) -> String {
    piece.repeat(bytes / piece.len())
}

/// Pages that took quadratic time would never end.
#[test]
fn large_pages_take_linear_time() {
    let pages = [
        repeated("\n", 1 << 19),
        repeated("<p>word word word ", 1 << 20),
        format!("{}{}", repeated("<div><li>", 1 << 19), repeated("</span></b></ul x>", 1 << 19)),
        format!("{}</body {}>", repeated("<ul><li>", 1 << 19), repeated("x", 1 << 19)),
        format!("<p>{}", repeated("<!--<script><style><%<?", 1 << 19)),
        (0..50_000).map(|i| format!("<p>line {i} {}</p>\n", "x".repeat(i % 90))).collect(),
    ];
    for name in ["cetr", "cetr-java", "cetr-java-threshold"] {
        for markup in &pages {
            let page = html::parse_str("<p>word");
            let blocks = block::cut(&page, Cut::Boilerpipe);
            let subject = Subject::new(&page, &blocks).with_markup(markup);
            let classifier = CLASSIFIERS.by_name(name).unwrap();
            classifier.text(&subject);
            assert_eq!(classifier.classify(&subject).len(), 1);
        }
    }
}

proptest::proptest! {
    #[test]
    fn any_page_is_labelled(markup in "(<p|<a \
                                       href=|<td>|<script|</|<!--|-->|<style>|>|\\n|\r|\"|'|=|a \
                                       b|é|&amp;|<%|<\\?| |\u{1b}){0,60}") {
        for name in FORMS {
            let (_, labels, reasons) = results_of(name, &markup);
            proptest::prop_assert_eq!(labels.len(), reasons.len());
        }
    }
}
