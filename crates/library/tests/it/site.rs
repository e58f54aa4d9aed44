//! Labels from a score and the collection (`tamis-site`): text that repeats is dropped where its
//! page alone does not tell, text that does not is kept, and what such a label cannot follow is
//! reported.

use crate::case::{Case, assert_refused, assert_told, names, settings};
use serde_json::json;
use tamis::Result;
use tamis::job::{IndexJob, LabelJob, Labelled, Outcome};

fn links(name: &str) -> String {
    (0..30).map(|n| format!("<li><a href=/{name}/{n}>{name} of {n}</a>")).collect::<String>()
}

/// A page of a site: a menu, an article of its own, and a paragraph about the author that stands on
/// every page and reads like an article.
fn page(number: usize) -> String {
    const ABOUT: &str = "The author has lived by the sea for twenty years, and walks along the \
                         harbour every morning before she writes. Her first book was about \
                         lighthouses, and the second one is about the people who keep them.";
    const WORDS: [&str; 12] = [
        "kettle", "garden", "winter", "bridge", "letter", "orchard", "violin", "market", "engine",
        "blanket", "river", "candle",
    ];
    let word = |n: usize| WORDS[(number * 7 + n * (number % 5 + 1) + n / 3) % WORDS.len()];
    let mut article = String::new();
    for part in 0..4 {
        article += "<p>";
        for n in part * 4..part * 4 + 4 {
            let stood = word(n);
            let near = word(n + 1);
            article += &format!(
                "On day {n} of journey {number} the {stood} stood near the {near}, and nobody \
                 asked why it was there. "
            );
        }
        article += "</p>";
    }
    let html = format!(
        "<title>Journey {number}</title><ul>{}</ul><h1>Journey \
         {number}</h1>{article}<div><p>{ABOUT}</p></div><ul>{}</ul>",
        links("news"),
        links("archive")
    );
    let docno = format!("j-{number}");
    let url = format!("http://sea.example.org/{number}");
    json!({"docno": docno, "url": url, "html": html}).to_string()
}

fn pages(numbers: std::ops::Range<usize>) -> String {
    numbers.map(|number| page(number) + "\n").collect()
}

/// The index `out` of these files, with committing as often.
fn build(case: &Case, out: &str, files: &[&str], commit_every: Option<u64>) -> IndexJob {
    let (classifiers, scores) = (["words-tree", "c45-link-density"], ["tamis", "c45-link-density"]);
    let recipe = settings(
        json!({"commit_every": commit_every, "classifiers": classifiers, "scores": scores}),
    );
    IndexJob { recipe, ..case.build(out, files) }
}

fn indexed() -> Case {
    let case = Case::default();
    case.file("pages.jsonl", pages(0..40));
    build(&case, "index", &["pages.jsonl"], None).run(&()).unwrap();
    case
}

fn label(
    case: &Case,
    index: &str,
    classifiers: &[&str],
    change: impl FnOnce(&mut LabelJob),
) -> Result<Outcome<Labelled>> {
    let (index, classifiers) = (case.path(index), names(classifiers));
    let mut job = LabelJob { index, classifiers, ..LabelJob::default() };
    change(&mut job);
    job.run(&())
}

/// The text of a page's blocks under a label.
fn text(case: &Case, index: &str, docno: &str, label: &str) -> String {
    let blocks = case.blocks(index, docno);
    let labelled = blocks.iter().filter(|block| block.labels.iter().any(|name| name == label));
    labelled.map(|block| format!("{}\n", block.text)).collect()
}

#[test]
fn what_repeats_is_dropped_and_the_article_is_kept() {
    let case = indexed();
    let classifiers = ["Tamis-Site", "c45-link-density-site"];
    let added = label(&case, "index", &classifiers, |_| ()).unwrap().result.labels;
    let added: Vec<&str> = added.iter().map(|label| label.name.as_str()).collect();
    assert_eq!(added, ["tamis-site", "c45-link-density-site"]);
    for number in 0..40 {
        let of = |label: &str| text(&case, "index", &format!("j-{number}"), label);
        // By its links alone, the paragraph about the author is content.
        assert!(of("c45-link-density").contains("lighthouses"), "{}", of("c45-link-density"));
        for site in ["tamis-site", "c45-link-density-site"].map(of) {
            assert!(site.contains("On day 0") && site.contains("On day 15"), "{site}");
            assert!(!site.contains("lighthouses") && !site.contains("archive of"), "{site}");
        }
    }
    case.assert_whole("index");
    assert!(!case.found("journey", "label tamis-site").unwrap().result.is_empty());
    // Segments and threads change nothing.
    build(&case, "cut", &["pages.jsonl"], Some(1500)).run(&()).unwrap();
    assert!(case.open("cut").corpus().segments.len() > 2);
    label(&case, "cut", &["tamis-site"], |job| job.threads = Some(1)).unwrap();
    for docno in ["j-0", "j-17", "j-39"] {
        let [cut, whole] = ["cut", "index"].map(|index| text(&case, index, docno, "tamis-site"));
        assert_eq!(cut, whole);
    }
}

#[test]
fn an_index_without_scores_or_a_collection_is_refused() {
    let case = indexed();
    let added = |classifiers: &[&str], replace: bool| {
        label(&case, "index", classifiers, |job| job.replace = replace)
    };
    assert_refused(added(&["victor-site"], false), &["has no scores of victor"]);
    let collections = case.paths(&["pages.jsonl"]);
    let named = label(&case, "index", &["tamis-site"], |job| job.collections = collections);
    assert_refused(named, &["no collection"]);
    let labels = || case.find_labels("index").map(|path| std::fs::read(path).unwrap());
    assert_eq!(labels(), None);
    let three = added(&["bte", "tamis-site", "keep-all", "tamis-site"], false).unwrap();
    assert_eq!(three.result.labels.len(), 3);
    assert_refused(added(&["tamis-site"], false), &["already has a label tamis-site"]);
    let before = labels();
    added(&["tamis-site"], true).unwrap();
    assert!(before.is_some() && labels() == before, "the same label is the same bytes");
    let recipe = settings(json!({"classifiers": ["tamis-site"]}));
    let plain = IndexJob { recipe, ..case.build("plain", &["pages.jsonl"]) };
    assert_refused(plain.run(&()), &["unknown classifier 'tamis-site'"]);
}

#[test]
fn pages_that_are_added_lack_it_until_it_is_made_again() {
    let case = indexed();
    label(&case, "index", &["tamis-site", "bte"], |_| ()).unwrap();
    case.file("more.jsonl", pages(40..60));
    let both = ["pages.jsonl", "more.jsonl"];
    let grown = build(&case, "index", &both, None).run(&()).unwrap();
    let missing = "the label tamis-site is missing on 20 pages added later";
    assert_told(&grown.notices, &[missing]);
    label(&case, "index", &["tamis-site"], |job| job.replace = true).unwrap();
    build(&case, "whole", &both, None).run(&()).unwrap();
    label(&case, "whole", &["tamis-site"], |_| ()).unwrap();
    for docno in ["j-3", "j-44"] {
        let [grown, whole] = ["index", "whole"].map(|of| text(&case, of, docno, "tamis-site"));
        assert!(grown == whole && grown.contains("On day 9"), "{grown}");
    }
}
