//! Labels from a score and the collection (`tamis-site`): text that repeats is dropped where its
//! page alone does not tell, text that does not is kept, and what such a label cannot follow is
//! reported.

use crate::case::{Begun, Case};
use serde_json::json;

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

const INDEX: &str =
    "index pages.jsonl -q --classifier words-tree,c45-link-density --score tamis,c45-link-density";

fn indexed() -> Case {
    static BEGUN: Begun = Begun::new(|case| {
        case.file("pages.jsonl", pages(0..40));
        case.tamis(&format!("{INDEX} --out index")).ends(0);
    });
    BEGUN.case()
}

/// The text of a page's blocks under a label.
fn text(case: &Case, index: &str, docno: &str, label: &str) -> String {
    let blocks = case.tamis(&format!("inspect {index} {docno} --json")).ends(0).json_lines();
    blocks
        .iter()
        .filter(|block| {
            block["labels"].as_array().is_some_and(|labels| labels.iter().any(|name| name == label))
        })
        .map(|block| format!("{}\n", block["text"].as_str().unwrap_or_default()))
        .collect()
}

case!(what_repeats_is_dropped_and_the_article_is_kept, |_| {
    let case = indexed();
    let added = case
        .tamis("label index --classifier Tamis-Site,c45-link-density-site --json")
        .ends(0)
        .json();
    assert_eq!(
        (&added["labels"][0]["name"], &added["labels"][1]["name"]),
        (&json!("tamis-site"), &json!("c45-link-density-site"))
    );
    for number in 0..40 {
        let of = |label: &str| text(&case, "index", &format!("j-{number}"), label);
        // By its links alone, the paragraph about the author is content.
        assert!(of("c45-link-density").contains("lighthouses"), "{}", of("c45-link-density"));
        for site in ["tamis-site", "c45-link-density-site"].map(of) {
            assert!(site.contains("On day 0") && site.contains("On day 15"), "{site}");
            assert!(!site.contains("lighthouses") && !site.contains("archive of"), "{site}");
        }
    }
    assert!(case.tamis("verify index").ends(0).stdout.contains("2 added (tamis-site"));
    case.tamis("search index journey --label tamis-site -q").ends(0);
    // Segments and threads change nothing.
    case.tamis(&format!("{INDEX} --commit-every 1500 --out cut")).ends(0);
    assert!(case.tamis("stats cut --json").ends(0).json()["segments"].as_u64() > Some(2));
    case.tamis("label cut --classifier tamis-site --threads 1").ends(0);
    for docno in ["j-0", "j-17", "j-39"] {
        assert_eq!(
            text(&case, "cut", docno, "tamis-site"),
            text(&case, "index", docno, "tamis-site")
        );
    }
});

case!(an_index_without_scores_or_a_collection_is_refused, |_| {
    let case = indexed();
    case.tamis("label index --classifier victor-site")
        .ends(2)
        .says(&["has no scores of victor", "--force --score victor`"]);
    case.tamis("label index --classifier tamis-site pages.jsonl")
        .ends(2)
        .says(&["name no collection"]);
    assert!(case.find_labels("index").is_none());
    case.tamis("label index --classifier bte,tamis-site,keep-all,tamis-site").ends(0).says(&[
        "added 3 labels",
        "bte",
        "tamis-site",
    ]);
    case.tamis("label index --classifier tamis-site")
        .ends(1)
        .says(&["already has a label tamis-site", "--force"]);
    let before = std::fs::read(case.labels("index")).unwrap();
    case.tamis("label index --classifier tamis-site --force").ends(0);
    assert_eq!(
        std::fs::read(case.labels("index")).unwrap(),
        before,
        "the same label is the same bytes"
    );
    case.tamis("index pages.jsonl --out plain -q --classifier tamis-site")
        .ends(2)
        .says(&["unknown classifier 'tamis-site'"]);
});

case!(pages_that_are_added_lack_it_until_it_is_made_again, |_| {
    let case = indexed();
    case.tamis("label index --classifier tamis-site,bte").ends(0);
    case.file("more.jsonl", pages(40..60));
    let grown =
        case.tamis(&format!("{} more.jsonl --out index --json", INDEX.replace(" -q", ""))).ends(0);
    grown.says(&[
        "the label tamis-site was made from the repeats of fewer pages and is missing on 20 pages",
        "tamis label index --classifier tamis-site --force",
    ]);
    assert!(case.tamis("stats index").ends(0).stdout.contains("score.tamis and repeats, model "));
    case.tamis("label index --classifier tamis-site --force").ends(0);
    case.tamis(
        "index pages.jsonl more.jsonl --out whole -q --classifier words-tree,c45-link-density \
         --score tamis,c45-link-density",
    )
    .ends(0);
    case.tamis("label whole --classifier tamis-site").ends(0);
    for docno in ["j-3", "j-44"] {
        assert_eq!(
            text(&case, "index", docno, "tamis-site"),
            text(&case, "whole", docno, "tamis-site")
        );
        assert!(text(&case, "index", docno, "tamis-site").contains("On day 9"));
    }
});
