//! Compares jusText's paragraphs and classes with the original (3.0.2 on lxml 6.1.3), on the 122
//! pages of the shared data and with three settings: all are equal.

use serde_json::Value;
use std::path::Path;
use tamis_originals::classify::justext::{
    self, Class, ContextFree, Paragraph, StopWords, Thresholds,
};
use tamis_originals::classify::{CLASSIFIERS, Subject};
use tamis_originals::page::Cut;
use tamis_originals::{block, html};

/// The original's name of a setting, our name, and the thresholds.
const PRESETS: [(&str, &str, Thresholds); 3] = [
    ("default", "justext:en", Thresholds::DEFAULT),
    ("chatnoir", "justext-chatnoir", Thresholds::CHATNOIR),
    ("no-stopwords", "justext-no-stop-words", Thresholds::NO_STOP_WORDS),
];

struct Case {
    id: String,
    html: String,
    oracle: Value,
}

fn cases(shared: &Path) -> Vec<Case> {
    let folder = shared.join("oracles/boilerpipe-family");
    let read = |path: &str| std::fs::read_to_string(folder.join(path)).unwrap();
    let mut cases = Vec::new();
    for id in read("pages.list").lines() {
        let oracle = read(&format!("oracles/justext/{id}.json"));
        cases.push(Case {
            id: id.to_owned(),
            html: read(&format!("pages/{id}.html")),
            oracle: serde_json::from_str(&oracle).unwrap(),
        });
    }
    cases
}

/// The paragraphs of a setting; `None` for the two empty pages, on which the original fails.
fn theirs<'a>(case: &'a Case, preset: &str) -> &'a [Value] {
    case.oracle["presets"][preset].as_array().map_or(&[], Vec::as_slice)
}

/// Texts and characters in links.
fn assert_paragraphs(id: &str, paragraphs: &[Paragraph], theirs: &[Value]) {
    for (i, (ours, theirs)) in paragraphs.iter().zip(theirs).enumerate() {
        let expected =
            (theirs["text"].as_str().unwrap(), theirs["chars_in_links"].as_u64().unwrap());
        assert_eq!(
            (ours.text.as_str(), ours.chars_in_links as u64),
            expected,
            "{id}: paragraph {i}"
        );
    }
    assert_eq!(paragraphs.len(), theirs.len(), "{id}");
}

/// Classes alone, classes among neighbours, headings and the text that is kept, of a page.
fn assert_classes(case: &Case, paragraphs: &[Paragraph]) {
    for (preset, name, thresholds) in PRESETS {
        let theirs = theirs(case, preset);
        let none = StopWords::none();
        let list = if preset == "no-stopwords" { none } else { StopWords::by_name("en").unwrap() };
        let context_free: Vec<ContextFree> = paragraphs
            .iter()
            .map(|paragraph| justext::classify_alone(paragraph, list, &thresholds))
            .collect();
        let classes = justext::revise(paragraphs, &context_free, &thresholds);
        for (i, theirs) in theirs.iter().enumerate() {
            let classes = [context_free[i].class.name(), classes[i].name()];
            assert_eq!(
                classes,
                ["cf_class", "class"].map(|field| theirs[field].as_str().unwrap()),
                "{}: {preset}: {i}: {:?}",
                case.id,
                paragraphs[i]
            );
            // The third setting's oracle does not mark headings.
            if let Some(heading) = theirs["heading"].as_bool() {
                assert_eq!(
                    paragraphs[i].heading && thresholds.headings,
                    heading,
                    "{}: {preset}: {i}",
                    case.id
                );
            }
        }
        let good = paragraphs
            .iter()
            .zip(theirs)
            .filter(|(_, theirs)| theirs["class"] == Class::Good.name());
        let expected: String =
            good.flat_map(|(paragraph, _)| [paragraph.text.as_str(), "\n"]).collect();
        let page = html::parse_str(&case.html);
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let subject = Subject::new(&page, &blocks).with_markup(&case.html);
        assert_eq!(
            CLASSIFIERS.by_name(name).unwrap().text(&subject),
            expected,
            "{}: {name}",
            case.id
        );
    }
}

#[test]
fn paragraphs_and_classes_are_those_of_the_original() {
    let Some(shared) = tamis_testing::shared() else { return };
    let cases = cases(&shared);
    assert_eq!(cases.len(), 122);
    for case in &cases {
        let paragraphs = justext::paragraphs(&case.html);
        assert_paragraphs(&case.id, &paragraphs, theirs(case, "default"));
        assert_classes(case, &paragraphs);
    }
}
