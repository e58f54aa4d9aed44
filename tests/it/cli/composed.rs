//! Words in other forms of Unicode, and with characters that nobody sees.

use crate::case::Case;

const PAGE: &str = "<!DOCTYPE html><html lang=de><title>Schneeräumdienst</title><h1>Der \
    Schnee&shy;räum&#173;dienst</h1><p>Der Bau\u{AD}hof hat seit gestern zwölf Streu\u{200B}wagen, \
    und der erste fuhr heute im Morgen\u{2060}grauen los; viele kamen trotzdem zu spät, weil die \
    Brücke gesperrt war und didn't open, sagte ein ﬁndiger Besucher der Ｓｔａｄｔ.";

fn found(case: &Case, index: &str, query: &str) -> Vec<String> {
    let hits = case.tamis(&format!("search {index} '{query}' --json")).json_lines();
    hits.iter().map(|hit| hit["docno"].as_str().unwrap().to_owned()).collect()
}

case!(words_are_found_in_whatever_form_they_are_written, |case| {
    case.file("crawl/page.html", PAGE);
    case.file(
        "crawl/docs.jsonl",
        "{\"docno\": \"nfc\", \"text\": \"Ein Café in Đà Nẵng, 정원\"}\n{\"docno\": \"nfd\", \
         \"text\": \"Ein Cafe\u{301} in Đa\u{300} Na\u{306}\u{303}ng, \
         \u{110C}\u{1165}\u{11BC}\u{110B}\u{116F}\u{11AB}\"}\n{\"docno\": \"other\", \"text\": \
         \"Ein Cafe ohne Akzent\"}\n",
    );
    case.tamis("index crawl --out index --analyzer standard -q").ends(0);
    for word in ["Schneeräumdienst", "Bauhof", "Streuwagen", "Morgengrauen", "didn’t", "findiger"]
    {
        assert_eq!(found(&case, "index", word).len(), 1, "{word}");
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
        assert_eq!(found(&case, "index", query).len(), expected, "{query}");
    }
    let stored = case.tamis("export index --format jsonl").stdout;
    assert!(stored.contains("Bauhof") && stored.contains("didn't"), "{stored}");
    assert!(!stored.contains('\u{AD}') && !stored.contains('\u{200B}'), "{stored}");
    case.tamis("verify index --deep").ends(0);
    // The same text in two forms is the same text.
    case.tamis("index crawl --out exact --dedup exact -q").ends(0);
    assert_eq!(found(&case, "exact", "café").len(), 1);
    for format in ["text", "markdown", "html"] {
        let text = case.tamis(&format!("extract crawl/page.html --format {format}")).stdout;
        assert!(text.contains("Schneeräumdienst") && text.contains("Streuwagen"), "{text}");
        assert!(text.contains("ﬁndiger"), "{text}");
    }
});

case!(an_index_of_an_earlier_version_treats_queries_as_its_pages, |case| {
    case.file("none.jsonl", "");
    case.file("page.html", PAGE);
    case.tamis("index none.jsonl --out index --analyzer standard -q");
    case.edit_meta("index", |meta| meta.replace("\\\"composed\\\":true,", ""));
    case.tamis("index page.html --out index --analyzer standard -q").ends(0);
    assert_eq!(found(&case, "index", "Bauhof").len(), 0);
    assert_eq!(found(&case, "index", "Bau\u{AD}hof").len(), 1);
    assert_eq!(found(&case, "index", "didn’t").len(), 0);
    case.tamis("verify index --deep").ends(0);
    let manifest = case.tamis("stats index --json").json();
    assert_eq!(manifest["analyzer"], "standard");
    // One of each would not rank by the same words.
    case.tamis("index page.html --out new --analyzer standard -q").ends(0);
    let outcome = case.tamis("search --index index --index new Bauhof").ends(1);
    assert!(outcome.stderr.contains("composed"), "{}", outcome.stderr);
});
