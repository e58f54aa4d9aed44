//! Flags that filter the pages of a search.

use crate::case::{Begun, Case, Outcome};

fn page(docno: &str, url: &str, date: &str, text: &str) -> String {
    format!("{{\"docno\":\"{docno}\",\"url\":\"{url}\",\"date\":\"{date}\",\"text\":\"{text}\"}}\n")
}

/// Two languages, three months, one page without a date.
fn indexed() -> Case {
    static BEGUN: Begun = Begun::new(|case| {
        let english = "the kettle stands on the stove and nobody in the house has seen it since \
                       the day before yesterday";
        let german = "der Kettle steht auf dem Herd und niemand im Haus hat ihn seit vorgestern \
                      gesehen oder gehört";
        let lines = [
            page("a", "http://a.example/x", "2005-12-06T12:00:00Z", english),
            page("b", "http://a.example/y", "2006-01-31T23:59:59Z", english),
            page("c", "http://b.example/x", "2006-02-21", german),
            page("d", "http://c.example/", "some day", english),
        ];
        case.file("pages.jsonl", lines.concat());
        case.file("topics", "1\tkettle\n");
        case.file("qrels", "1 0 a 1\n1 0 c 1\n");
        case.tamis("index pages.jsonl --out index --detect-language -q").ends(0);
    });
    BEGUN.case()
}

/// The docnos of a run.
fn docnos(outcome: &Outcome) -> Vec<String> {
    let mut docnos: Vec<_> =
        outcome.stdout.lines().map(|line| line.split(' ').nth(2).unwrap().to_owned()).collect();
    docnos.sort();
    docnos
}

fn search_topics(case: &Case, flags: &str) -> Outcome {
    case.tamis(&format!("search index --topics topics {flags}")).ends(0)
}

case!(every_filter_leaves_the_pages_that_it_says, |_| {
    let case = indexed();
    case.file("list", "a\nc\nnowhere\n");
    case.file("spam", "69 a\n70 b\n99 c\n12 zz\n");
    assert_eq!(docnos(&search_topics(&case, "")), ["a", "b", "c", "d"]);
    let listed = search_topics(&case, "--docnos list")
        .says(&["2 of 4 pages pass", "the index lacks 1 docno of --docnos"]);
    assert_eq!(docnos(&listed), ["a", "c"]);
    assert_eq!(docnos(&search_topics(&case, "--not-docnos list")), ["b", "d"]);
    assert_eq!(docnos(&search_topics(&case, "--spam-scores spam")), ["b", "c", "d"]);
    assert_eq!(docnos(&search_topics(&case, "--spam-scores spam --min-percentile 71")), ["c", "d"]);
    assert!(!search_topics(&case, "--spam-scores spam").stderr.contains("warning"));
    for others in ["12 zz\n99 yy\n", "99 yy\n"] {
        case.file("others", others);
        let unscored = search_topics(&case, "--spam-scores others")
            .says(&["warning: the index has no docno of --spam-scores others"]);
        assert_eq!(docnos(&unscored), ["a", "b", "c", "d"]);
    }
    let dated = search_topics(&case, "--from 2006").says(&["1 page without a date"]);
    assert_eq!(docnos(&dated), ["b", "c"]);
    assert_eq!(docnos(&search_topics(&case, "--to 2006-01")), ["a", "b"]);
    assert_eq!(docnos(&search_topics(&case, "--from 2005-12-07 --to 2006-02-20")), ["b"]);
    // A date with a time is that second, in every form that a date has in an archive.
    for second in [
        "2006-01-31T23:59:59Z",
        "2006-02-01T00:59:59+01:00",
        "20060131235959",
        "2006-01-31T23:59:59",
    ] {
        assert_eq!(
            docnos(&search_topics(&case, &format!("--from {second} --to {second}"))),
            ["b"],
            "{second}"
        );
    }
    assert_eq!(docnos(&search_topics(&case, "--from 2006-02-01T00:00:00Z")), ["c"]);
    assert_eq!(docnos(&search_topics(&case, "--to 2006-01-31T23:59:58Z")), ["a"]);
    assert_eq!(docnos(&search_topics(&case, "--page-language de")), ["c"]);
    assert_eq!(docnos(&search_topics(&case, "--page-language eng,DE")), ["a", "b", "c", "d"]);
    assert_eq!(
        docnos(&search_topics(&case, "--url-prefix http://a.example/ --url-prefix c.example")),
        ["a", "b", "d"]
    );
    for prefix in ["a.example/x", "https://www.A.example/x/", "a.example/%78"] {
        assert_eq!(
            docnos(&search_topics(&case, &format!("--url-prefix {prefix}"))),
            ["a"],
            "{prefix}"
        );
    }
    // A host is a whole host.
    assert_eq!(docnos(&search_topics(&case, "--url-prefix a.exam")), [""; 0]);
    assert_eq!(
        docnos(&search_topics(&case, "--url-prefix http://a.example/ --not-docnos list")),
        ["b"]
    );
});

fn compared(case: &Case, index: &str, flags: &str) -> String {
    let line = format!("compare {index} --topics topics --qrels qrels --label words-tree {flags}");
    let table = case.tamis(&line).ends(0).stdout;
    // Repeats are counted among all pages of an index, whatever a filter leaves out.
    let lines = table.lines().filter(|line| !line.starts_with("repeats <= "));
    lines.map(|line| line.to_owned() + "\n").collect::<String>()
}

case!(scores_are_those_of_an_index_of_the_pages_that_are_left, |_| {
    let case = indexed();
    let lines = case.read("pages.jsonl");
    case.file(
        "fewer.jsonl",
        lines.lines().filter(|line| !line.contains("\"b\"")).collect::<Vec<_>>().join("\n"),
    );
    case.tamis("index fewer.jsonl --out fewer -q").ends(0);
    case.file("list", "b\n");
    for command in [
        "search INDEX --topics topics",
        "sweep INDEX --topics topics --qrels qrels --min-words 1..=20",
    ] {
        let filtered =
            case.tamis(&format!("{} --not-docnos list", command.replace("INDEX", "index"))).ends(0);
        let fewer = case.tamis(&command.replace("INDEX", "fewer")).ends(0);
        assert_eq!(filtered.stdout, fewer.stdout);
    }
    assert_eq!(compared(&case, "index", "--not-docnos list"), compared(&case, "fewer", ""));
    let exported = case.tamis("export index --format jsonl --not-docnos list").ends(0).stdout;
    assert_eq!(exported, case.tamis("export fewer --format jsonl").ends(0).stdout);
    assert_eq!(exported.lines().count(), 3);
});

fn search_ends(case: &Case, flags: &str, status: i32) -> Outcome {
    case.tamis(&format!("search index --topics topics {flags}")).ends(status)
}

case!(what_is_no_date_no_language_and_no_list_is_refused, |_| {
    let case = indexed();
    case.file("list", "two words\n");
    search_ends(&case, "--from yesterday", 2)
        .says(&["--from: found 'yesterday', expected a date such as 2005-12-06"]);
    search_ends(&case, "--from 2006 --to 2005", 2).says(&["--from: ", " is later than "]);
    search_ends(&case, "--page-language klingon", 2).says(&["unknown language 'klingon'"]);
    search_ends(&case, "--docnos list", 1).says(&["list:1: found 'two words', expected one docno"]);
    search_ends(&case, "--docnos none", 1).says(&["none: cannot open"]);
    search_ends(&case, "--min-percentile 5", 2).says(&["--spam-scores"]);
    search_ends(&case, "--spam-scores list --min-percentile 101", 2)
        .says(&["101 is not in 0..=100"]);
});

case!(dates_and_languages_are_in_stats_and_inspect, |_| {
    let case = indexed();
    let stats = case.tamis("stats index --json").ends(0).json();
    assert_eq!(stats["languages"], serde_json::json!({"de": 1, "en": 3}));
    assert!(case.tamis("inspect index c").ends(0).stdout.lines().next().unwrap().ends_with("de"));
});

case!(an_index_without_languages_refuses_a_filter_of_languages, |_| {
    let case = indexed();
    case.tamis("index pages.jsonl --out plain -q").ends(0);
    let outcome = case.tamis("search plain --topics topics --page-language en").ends(1);
    outcome.says(&["plain: does not know the languages of its pages", "--detect-language"]);
    assert_eq!(
        case.tamis("stats plain --json").ends(0).json()["languages"],
        serde_json::json!({"und": 4})
    );
    assert!(!case.tamis("stats plain").ends(0).stdout.contains("language"));
    case.tamis("index pages.jsonl --out both --detect-language --language en")
        .ends(2)
        .says(&["--language"]);
});

fn extract(case: &Case, language: &str) -> Outcome {
    case.tamis(&format!("extract page.html --classifier justext --language {language}"))
}

case!(a_language_is_known_by_code_and_name_and_else_refused, |_| {
    let case = indexed();
    case.file("page.html", "<p>Kettle");
    for language in ["en", "eng", "english", "en-US", "de_AT", "low-saxon"] {
        extract(&case, language).ends(0);
    }
    for language in ["xx", "deutsch", "und", "''"] {
        extract(&case, language).ends(2).says(&["expected a language's code or English name"]);
    }
    case.tamis("index pages.jsonl --out other --language german -q").ends(0);
    let stats = case.tamis("stats other --json").ends(0).json();
    assert_eq!(
        (&stats["languages"]["de"], &stats["recipe"]["language"]),
        (&4.into(), &"de".into())
    );
    case.tamis("label index --classifier unfluff --language fr").ends(0).says(&["unfluff"]);
});
