//! Compares the text of unfluff with unfluff 3.2.0, and that of Readability with Mozilla's 0.6.0,
//! on the 122 pages of the shared data. Differences are pinned with their cause, so that any change
//! fails.

use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use tamis_originals::classify::{CLASSIFIERS, Subject};
use tamis_originals::page::Cut;
use tamis_originals::{block, html};

pub(super) fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A page with the original's result.
struct Case {
    id: String,
    html: String,
    oracle: Value,
}

fn cases(shared: &Path, original: &str) -> Vec<Case> {
    let folder = shared.join("oracles/boilerpipe-family");
    let mut cases = Vec::new();
    for id in read(&folder.join("pages.list")).lines() {
        let oracle = read(&folder.join(format!("oracles/{original}/{id}.json")));
        cases.push(Case {
            id: id.to_owned(),
            html: read(&folder.join(format!("pages/{id}.html"))),
            oracle: serde_json::from_str(&oracle).unwrap(),
        });
    }
    cases
}

pub(super) fn text(classifier: &str, markup: &str, language: Option<&str>) -> String {
    let page = html::parse_str(markup);
    let blocks = block::cut(&page, Cut::Boilerpipe);
    CLASSIFIERS
        .by_name(classifier)
        .unwrap()
        .text(&Subject::new(&page, &blocks).with_markup(markup).in_language(language))
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The F1 of the bags of words, 1 where both are empty.
fn token_f1(ours: &str, theirs: &str) -> f64 {
    let mut bag: HashMap<&str, i64> = HashMap::new();
    for word in theirs.split_whitespace() {
        *bag.entry(word).or_default() += 1;
    }
    let mut common = 0;
    for word in ours.split_whitespace() {
        let left = bag.entry(word).or_default();
        common += i64::from(*left > 0);
        *left -= 1;
    }
    let words = ours.split_whitespace().count() + theirs.split_whitespace().count();
    if words == 0 { 1.0 } else { 2.0 * common as f64 / words as f64 }
}

/// The F1 of every page, a line where the texts differ.
fn scores(
    cases: &[Case],
    field: &str,
    ours: impl Fn(&Case) -> String,
) -> BTreeMap<String, (f64, bool)> {
    let mut scores = BTreeMap::new();
    for case in cases {
        let ours = collapsed(&ours(case));
        let theirs = collapsed(case.oracle[field].as_str().unwrap_or_default());
        let f1 = token_f1(&ours, &theirs);
        let equal = ours == theirs;
        if std::env::var_os("TAMIS_SHOW").is_some() && !equal {
            eprintln!("{} {f1:.4} {}", case.id, first_difference(&ours, &theirs));
        }
        scores.insert(case.id.clone(), (f1, equal));
    }
    let equal = scores.values().filter(|(_, equal)| *equal).count();
    eprintln!(
        "{field}: {equal} of {} pages equal, mean token F1 {:.4}",
        scores.len(),
        mean(&scores)
    );
    scores
}

/// Returns where two texts begin to differ, and what is there.
pub(super) fn first_difference(ours: &str, theirs: &str) -> String {
    let pairs = ours.bytes().zip(theirs.bytes());
    let same = pairs.take_while(|(ours, theirs)| ours == theirs).count();
    let [ours, theirs] = [ours, theirs].map(|text| {
        let part = &text.as_bytes()[same.saturating_sub(40)..text.len().min(same + 80)];
        String::from_utf8_lossy(part).into_owned()
    });
    format!("at {same}:\n  ours   {ours}\n  theirs {theirs}")
}

fn mean(scores: &BTreeMap<String, (f64, bool)>) -> f64 {
    scores.values().map(|(f1, _)| f1).sum::<f64>() / scores.len() as f64
}

#[test]
fn unfluffs_text_is_the_originals() {
    let Some(shared) = tamis_testing::shared() else { return };
    let cases = cases(&shared, "unfluff");
    assert_eq!(cases.len(), 122);
    for (field, language) in [("text", Some("en")), ("text_autolang", None)] {
        let scores = scores(&cases, field, |case| text("unfluff", &case.html, language));
        let different: Vec<_> = scores.iter().filter(|(_, (_, equal))| !equal).collect();
        assert!(different.is_empty(), "{field}: {different:?}");
    }
}

#[test]
fn readabilitys_text_is_the_originals() {
    let Some(shared) = tamis_testing::shared() else { return };
    let cases = cases(&shared, "readability");
    assert_eq!(cases.len(), 122);
    let scores = scores(&cases, "textContent", |case| text("readability", &case.html, None));
    let different: Vec<_> = scores.iter().filter(|(_, (_, equal))| !equal).collect();
    assert!(different.is_empty(), "{different:?}");
}

fn explain_readability(markup: &str) -> Vec<String> {
    let page = html::parse_str(markup);
    let blocks = block::cut(&page, Cut::Boilerpipe);
    let subject = Subject::new(&page, &blocks).with_markup(markup);
    CLASSIFIERS.by_name("readability").unwrap().explain(&subject)
}

#[test]
fn readabilitys_causes_are_shown() {
    let sentence = "The words of a sentence, and more of them, until there are enough of them. ";
    let frames = format!("<frameset><frame src=a></frameset><noframes><p>{sentence}</noframes>");
    let reasons = explain_readability(&frames);
    assert!(reasons.iter().all(|why| why.starts_with("no article: ")), "{reasons:?}");
    // Of a short page that is all in links, the last pass keeps one element: the body has a score
    // from the first, and is no candidate again.
    let links =
        format!("<p><a href=1>{}</a></p><div><a href=1>{sentence}</a></div>", sentence.repeat(2));
    assert_eq!(text("readability", &links, None).trim(), sentence.trim());
    let long = sentence.repeat(8);
    let spaced =
        format!("<div><div><p>{}</p>\n<a href=/>Go on</a></div><p>{long}</p></div>", long.trim());
    assert!(text("readability", &spaced, None).contains("enough of them.\nGo on"));
    // The original keeps the first heading: no word of it has ASCII letters.
    for (title, kept) in [
        ("新闻标题", true),
        ("A title of four words", false),
        ("Another title of quite other things", true),
    ] {
        let heading =
            if kept && title.is_ascii() { "Words that are not in the title at all" } else { title };
        let page = format!(
            "<title>{title}</title><div><h1>{heading}</h1><p>{long}</p><p>{long}</p></div>"
        );
        assert_eq!(text("readability", &page, None).contains(heading), kept, "{title}");
    }
    let fields = format!(
        "<form><fieldset><legend>Field</legend>{sentence}</fieldset></form><p>{sentence}</p>"
    );
    assert!(text("readability", &fields, None).contains("Field"));
}

/// Both methods read every page of the extraction sets. Readability's limits refuse none, and the
/// number of pages without an article is known.
#[test]
fn every_page_of_the_sets_goes_through() {
    let Some(shared) = tamis_testing::shared() else { return };
    let mut pages = 0;
    let mut refused = Vec::new();
    let mut without: BTreeMap<String, usize> = BTreeMap::new();
    for set in tamis_testing::EXTRACTION_SETS {
        let folder = shared.join(format!("data/extraction/{set}/html"));
        for entry in std::fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        {
            let path = entry.unwrap().path();
            let bytes = std::fs::read(&path).unwrap();
            let decoded = html::decode(&bytes, html::Charset::default());
            let markup = &decoded.text;
            let page = html::parse_str(markup);
            let blocks = block::cut(&page, Cut::Boilerpipe);
            let subject = Subject::new(&page, &blocks).with_markup(markup);
            for name in ["unfluff", "readability"] {
                let labels = CLASSIFIERS.by_name(name).unwrap().classify(&subject);
                assert_eq!(labels.len(), blocks.blocks.len(), "{}", path.display());
            }
            let why = CLASSIFIERS.by_name("readability").unwrap().explain(&subject);
            match why.first().and_then(|why| why.strip_prefix("no article: ")) {
                Some(why) if why.contains("more than") || why.contains("panicked") => {
                    refused.push((path, why.to_owned()));
                }
                Some(why) => *without.entry(format!("{set}: {why}")).or_default() += 1,
                None => {}
            }
            pages += 1;
        }
    }
    assert_eq!((pages, refused), (3228, Vec::new()));
    let nothing = "nothing is left of the page";
    let known = [(format!("l3s-gn1: {nothing}"), 8), (format!("wcxb-dev-half: {nothing}"), 1)];
    assert_eq!(without, known.into());
}
