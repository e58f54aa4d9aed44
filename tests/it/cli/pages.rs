//! Flags that filter the pages of a search, and name their languages. Which pages pass is asked of
//! jobs.

use crate::case::Case;

/// Four pages in two languages, one of them without a date.
fn indexed() -> Case {
    let case = Case::new();
    let german = "der Kettle steht auf dem Herd und niemand im Haus hat ihn seit vorgestern \
                  gesehen oder gehört";
    let english = "the kettle stands on the stove and nobody in the house has seen it since the \
                   day before yesterday";
    let page = |docno: &str, date: &str, text: &str| {
        let url = format!("http://{docno}.example/");
        let page = serde_json::json!({"docno": docno, "url": url, "date": date, "text": text});
        format!("{page}\n")
    };
    let pages = [
        page("a", "2005-12-06T12:00:00Z", english),
        page("b", "2006-01-31T23:59:59Z", english),
        page("c", "2006-02-21", german),
        page("d", "some day", english),
    ];
    case.file("pages.jsonl", pages.concat());
    case.file("topics", "1\tkettle\n");
    case.tamis("index pages.jsonl --out index --detect-language -q").ends(0);
    case
}

case!(filters_are_told_and_refused_in_the_words_of_flags, |_| {
    let case = indexed();
    case.file("list", "a\nc\nnowhere\n");
    case.file("others", "99 yy\n");
    for (flags, told) in [
        ("--docnos list", "not in the index: 1 docno of --docnos"),
        ("--not-docnos list", "2 of 4 pages pass"),
        ("--spam-scores others", "warning: no docno of --spam-scores others is in the index"),
        ("--from 2006", "1 page left out: no readable date"),
    ] {
        case.tamis(&format!("search index --topics topics {flags}")).ends(0).says(&[told]);
    }
    for (flags, message) in [
        ("--from yesterday", "--from: found 'yesterday', expected a date such as 2005-12-06"),
        ("--page-language klingon", "unknown language 'klingon'"),
        ("--min-percentile 5", "--spam-scores"),
        ("--spam-scores others --min-percentile 101", "101 is not in 0..=100"),
    ] {
        case.tamis(&format!("search index --topics topics {flags}")).ends(2).says(&[message]);
    }
});

case!(languages_are_detected_shown_and_named, |_| {
    let case = indexed();
    let languages = case.tamis("stats index --json").ends(0).json()["languages"].clone();
    assert_eq!(languages, serde_json::json!({"de": 1, "en": 3}));
    assert!(case.tamis("inspect index c").ends(0).stdout.lines().next().unwrap().ends_with("de"));
    case.tamis("index pages.jsonl --out plain -q").ends(0);
    case.tamis("search plain --topics topics --page-language en")
        .ends(1)
        .says(&["plain: does not know the languages of its pages", "--detect-language"]);
    assert!(!case.tamis("stats plain").ends(0).stdout.contains("language"));
    case.tamis("index pages.jsonl --out both --detect-language --language en")
        .ends(2)
        .says(&["--language"]);
    case.file("page.html", "<p>Kettle");
    let extract = |language: &str| {
        case.tamis(&format!("extract page.html --classifier justext --language {language}"))
    };
    for language in ["en", "english", "de_AT", "low-saxon"] {
        extract(language).ends(0);
    }
    for language in ["xx", "und", "''"] {
        extract(language).ends(2).says(&["expected a language's code or English name"]);
    }
    case.tamis("label index --classifier unfluff --language fr").ends(0).says(&["unfluff"]);
});
