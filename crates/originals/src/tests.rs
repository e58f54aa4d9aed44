//! The list of classifiers, those of tamis-blocks among them.

use crate::classify::{Argument, CLASSIFIERS, ClassifierEntry, Subject, measured, printed};
use crate::list::OPTIONAL;
use std::collections::HashSet;
use tamis_blocks::page::{Cut, Label};
use tamis_blocks::{block, html};

#[test]
fn names_are_unique_and_lower_case_and_every_entry_is_documented() {
    let names: HashSet<_> = CLASSIFIERS.iter().map(|entry| entry.name).collect();
    assert_eq!(names.len(), CLASSIFIERS.iter().count());
    for entry in CLASSIFIERS.iter() {
        assert!(
            entry
                .name
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-.".contains(&b)),
            "{}",
            entry.name
        );
        assert!(!entry.paper.is_empty() && !entry.describe.is_empty(), "{}", entry.name);
        let readme = include_str!("../README.md");
        assert!(
            [":K`", "`"].iter().any(|end| readme.contains(&format!("`{}{end}", entry.name))),
            "{}",
            entry.name
        );
    }
}

#[test]
fn every_classifier_has_a_row_of_measurements_and_every_row_a_classifier() {
    let names: Vec<&str> = measured().map(|row| row.name).collect();
    for entry in CLASSIFIERS.iter() {
        let rows = names.iter().filter(|name| **name == entry.name).count();
        assert_eq!(rows, 1, "{} in crates/blocks/src/classify/measured.tsv", entry.name);
    }
    for name in names {
        let is_optional = OPTIONAL.iter().any(|(optional, _)| *optional == name);
        let is_listed = CLASSIFIERS.iter().any(|entry| entry.name == name);
        assert!(is_listed || is_optional, "{name} is not in the list of classifiers");
    }
}

#[test]
fn a_classifier_is_built_without_an_argument_unless_its_entry_requires_one() {
    for entry in CLASSIFIERS.iter() {
        let required = matches!(entry.argument, Argument::Required(_));
        assert_eq!((entry.build)(None).is_err(), required, "{}", entry.name);
    }
}

#[cfg(all(feature = "justext", feature = "readability", feature = "unfluff"))]
#[test]
fn the_documents_give_the_number_of_classifiers() {
    let published =
        CLASSIFIERS.iter().filter(|entry| !entry.paper.starts_with("this project")).count();
    let count = format!("{} removers, {published} of them published", CLASSIFIERS.iter().count());
    for text in
        [include_str!("../README.md"), include_str!("../Cargo.toml"), include_str!("lib.rs")]
    {
        assert!(text.contains(&count), "expected '{count}' in {}", &text[..100]);
    }
}

#[test]
fn every_classifier_labels_every_block_of_every_page_and_the_bits_agree() {
    let long = "one two three four five six seven eight nine ten eleven twelve ".repeat(3);
    let plain: Vec<&ClassifierEntry> = CLASSIFIERS.without_argument().collect();
    let set = CLASSIFIERS.set(&plain.iter().map(|entry| entry.name).collect::<Vec<_>>()).unwrap();
    for html in
        ["", "<p>a", &format!("<p>{long}<li><a>home</a><p>{long}<p>end"), "<title>only</title>"]
    {
        let page = html::parse_str(html);
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let subject = Subject::new(&page, &blocks).with_markup(html);
        let bits = set.labels(&subject);
        assert_eq!(bits.len(), blocks.blocks.len());
        for (bit, entry) in plain.iter().enumerate() {
            let one = (entry.build)(None).unwrap();
            let labels = one.classify(&subject);
            let from_bits = bits
                .iter()
                .map(|bits| if bits.contains(bit) { Label::Content } else { Label::Boilerplate });
            assert_eq!(labels, from_bits.collect::<Vec<_>>(), "{} on {html}", entry.name);
            let reasons = one.explain(&subject);
            assert!(
                reasons.is_empty() || reasons.len() == labels.len(),
                "{} on {html}",
                entry.name
            );
            one.text(&subject);
        }
    }
}

#[test]
fn a_name_that_was_left_out_of_the_build_brings_its_cargo_feature() {
    for (name, feature) in OPTIONAL {
        match CLASSIFIERS.by_name(name) {
            Ok(_) => {}
            Err(error) => {
                assert!(error.to_string().contains(&format!("feature '{feature}'")), "{error}");
            }
        }
    }
}

/// Makes blocks whose first and last word have their number.
struct MarkedBlocks<'a> {
    words: Vec<&'a str>,
    number: usize,
}

impl MarkedBlocks<'_> {
    fn next(&mut self, open: &str, close: &str) -> String {
        self.number += 1;
        let Self { words, number } = self;
        let step = 2 * *number + 1;
        let text: Vec<&str> = (0..words.len()).map(|at| words[(at * step) % words.len()]).collect();
        format!("{open}First{number}q {} last{number}q{close}", text.join(" "))
    }
}

/// A page whose blocks have no white space between their tags; the first and the last word of a
/// block have its number.
fn page_of_marked_blocks() -> String {
    let words = "the lighthouse stood in fog, and all of its keepers who had lived there before \
                 said that it was such a good place to be while winter came: the sea lay so near \
                 they could hear waves, or ships, from their beds";
    let words: Vec<&str> = words.split(' ').collect();
    let mut blocks = MarkedBlocks { words, number: 0 };
    let mut block = |open: &str, close: &str| blocks.next(open, close);
    let mut page = format!(
        "<html><head><title>A page</title></head><body><article>{}",
        block("<h1>", "</h1>")
    );
    page.extend((0..4).map(|_| block("<p>", "</p>")));
    page += &format!("{}{}", block("<h2>", "</h2>"), block("", "<br>"));
    page += &format!("{}{}", block("", "<br>"), block("<div>", "</div>"));
    page += &format!("<ul>{}{}</ul>", block("<li>", "</li>"), block("<li>", "</li>"));
    page +=
        &format!("<table><tr>{}{}</tr></table>", block("<td>", "</td>"), block("<td>", "</td>"));
    page += &format!(
        "<section>{}</section>{}",
        block("<dl><dt>", "</dt>"),
        block("<dd>", "</dd></dl>")
    );
    page += &format!("{}{}", block("<section>", "</section>"), block("<section>", "</section>"));
    page.extend((0..4).map(|_| block("<p>", "</p>")));
    page + "</article></body></html>"
}

/// Number of first and last words of [`MarkedBlocks`].
fn marks(text: &str) -> usize {
    text.matches('q').count()
}

#[test]
fn no_classifier_prints_two_blocks_without_white_space_between() {
    let html = page_of_marked_blocks();
    let page = html::parse_str(&html);
    let blocks = block::cut(&page, Cut::Boilerpipe);
    let subject = Subject::new(&page, &blocks).with_markup(&html);
    for entry in CLASSIFIERS.without_argument() {
        let classifier = (entry.build)(None).unwrap();
        let text = printed(classifier.as_ref(), &subject);
        let glued = text.split_whitespace().find(|word| marks(word) > 1);
        assert_eq!(glued, None, "{}: {text}", entry.name);
        if !classifier.needs_markup() {
            assert_eq!(text, classifier.text(&subject), "{}", entry.name);
            continue;
        }
        // Whatever reads the page in its own way ends a line with each block.
        let joined =
            text.lines().find(|line| marks(line) > 2 || line.trim_end().contains("q First"));
        assert_eq!(joined, None, "{}: {text}", entry.name);
    }
}

#[test]
fn an_original_can_give_probabilities_and_read_the_markup() {
    let scorers = CLASSIFIERS.scorers(&["c45-words", "victor"]).unwrap();
    assert!(scorers.len() == 2 && scorers.needs_markup());
    let error = CLASSIFIERS.scorers(&["bte"]).err().unwrap().to_string();
    assert!(error.contains("expected one of") && error.contains("victor"), "{error}");
}
