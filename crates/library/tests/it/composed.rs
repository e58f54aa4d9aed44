//! Words in other forms of Unicode, and with characters that nobody sees.

use crate::case::{Case, assert_refused, settings};
use serde_json::json;
use tamis::Index;
use tamis::job::{Built, ExportFormat, ExtractJob, PageSource, TextForm, VerifyJob};

const PAGE: &str = "<!DOCTYPE html><html lang=de><title>Schneeräumdienst</title><h1>Der \
    Schnee&shy;räum&#173;dienst</h1><p>Der Bau\u{AD}hof hat seit gestern zwölf Streu\u{200B}wagen, \
    und der erste fuhr heute im Morgen\u{2060}grauen los; viele kamen trotzdem zu spät, weil die \
    Brücke gesperrt war und didn't open, sagte ein ﬁndiger Besucher der Ｓｔａｄｔ.";

/// Indexes files by whole words.
fn index(case: &Case, out: &str, files: &[&str], dedup: &str) -> Built {
    let recipe = settings(json!({"analyzer": "standard", "dedup": dedup}));
    case.index_with(out, files, recipe)
}

/// The number of pages that a search finds.
fn found(case: &Case, index: &str, query: &str) -> usize {
    case.find(index, query, &[]).unwrap().len()
}

fn is_whole_deep(case: &Case) -> bool {
    let job = VerifyJob { index: case.path("index"), deep: true, ..VerifyJob::default() };
    job.run(&()).unwrap().result.whole()
}

#[test]
fn words_are_found_in_whatever_form_they_are_written() {
    let case = Case::default();
    case.file("crawl/page.html", PAGE);
    case.file(
        "crawl/docs.jsonl",
        "{\"docno\": \"nfc\", \"text\": \"Ein Café in Đà Nẵng, 정원\"}\n{\"docno\": \"nfd\", \
         \"text\": \"Ein Cafe\u{301} in Đa\u{300} Na\u{306}\u{303}ng, \
         \u{110C}\u{1165}\u{11BC}\u{110B}\u{116F}\u{11AB}\"}\n{\"docno\": \"other\", \"text\": \
         \"Ein Cafe ohne Akzent\"}\n",
    );
    index(&case, "index", &["crawl"], "off");
    for word in ["Schneeräumdienst", "Bauhof", "Streuwagen", "Morgengrauen", "didn’t", "findiger"]
    {
        assert_eq!(found(&case, "index", word), 1, "{word}");
    }
    for (query, expected) in [
        ("café", 2),
        ("cafe\u{301}", 2),
        ("정원", 2),
        ("Đà Nẵng", 2),
        ("Bau\u{AD}hof", 1),
        ("stadt", 1),
        // An accent is part of the word.
        ("cafe", 1),
    ] {
        assert_eq!(found(&case, "index", query), expected, "{query}");
    }
    let stored = case.export("index", ExportFormat::Jsonl, &[]).unwrap();
    let stored = String::from_utf8(stored).unwrap();
    assert!(stored.contains("Bauhof") && stored.contains("didn't"), "{stored}");
    assert!(!stored.contains('\u{AD}') && !stored.contains('\u{200B}'), "{stored}");
    assert!(is_whole_deep(&case));
    // The same text in two forms is the same text.
    index(&case, "exact", &["crawl"], "exact");
    assert_eq!(found(&case, "exact", "café"), 1);
    for form in [TextForm::Text, TextForm::Markdown, TextForm::Html] {
        let page = PageSource::File(case.path("crawl/page.html"));
        let extract = ExtractJob { form, ..ExtractJob::default() }.run(page, &()).unwrap().result;
        let text = extract.written();
        assert!(text.contains("Schneeräumdienst") && text.contains("Streuwagen"), "{text}");
        assert!(text.contains("ﬁndiger"), "{text}");
    }
}

#[test]
fn an_index_of_an_earlier_version_treats_queries_as_its_pages() {
    let case = Case::default();
    case.file("none.jsonl", "");
    case.file("page.html", PAGE);
    index(&case, "index", &["none.jsonl"], "off");
    case.edit_meta("index", |meta| meta.replace("\\\"composed\\\":true,", ""));
    index(&case, "index", &["page.html"], "off");
    assert_eq!(found(&case, "index", "Bauhof"), 0);
    assert_eq!(found(&case, "index", "Bau\u{AD}hof"), 1);
    assert_eq!(found(&case, "index", "didn’t"), 0);
    assert!(is_whole_deep(&case));
    assert_eq!(case.stats("index")["analyzer"], "standard");
    // One of each would not rank by the same words.
    index(&case, "new", &["page.html"], "off");
    assert_refused(Index::open_all(case.paths(&["index", "new"])), &["composed"]);
}
