//! `tamis tune`: a rule is found by the titles of the pages alone, or with a few judged topics, and
//! stored.

use crate::case::Case;
use std::fmt::Write;

/// Words of which each pair is a title.
const WORDS: [&str; 24] = [
    "kettle", "glacier", "violin", "harbour", "orchard", "lantern", "compass", "saddle", "parrot",
    "quarry", "ribbon", "tunnel", "velvet", "walnut", "anchor", "basket", "candle", "dragon",
    "engine", "forest", "garden", "hammer", "island", "jacket",
];

/// The title of a page: a pair of words that no other page has.
fn title(page: usize) -> String {
    let first = page % WORDS.len();
    let second = (first + 1 + page / WORDS.len()) % WORDS.len();
    format!("{} {}", WORDS[first], WORDS[second])
}

/// Writes a site whose rule is known. Four pages have a sidebar, the same on each of them, that
/// names the pages after them again and again: it stands on too few pages for the sieve.
fn site(case: &Case, pages: usize) {
    for page in 0..pages {
        let title = title(page);
        let first = page / 4 * 4;
        let mut sidebar = String::new();
        for other in first + 4..first + 12 {
            let other = self::title(other % pages.max(1));
            write!(sidebar, "read on about {other} and {other}, again {other}. ").unwrap();
        }
        let own = format!("page {page} tells of {title} in a long line of own words number {page}");
        let html =
            format!("<title>{title} | The Site</title><p>{own} {own}</p><div>{sidebar}</div>");
        case.file(&format!("site/page-{page:03}.html"), html);
    }
    case.tamis("index site --out index -q").ends(0);
}

case!(the_rule_that_fits_is_found_and_stored, |case| {
    site(&case, 160);
    let found = case.tamis("tune index").ends(0);
    assert!(found.stdout.contains("--weight 'repeated=repeats > 2: 0.05'"), "{}", found.stdout);
    assert!(found.stderr.contains("index: stored; search by it with --rule tuned"));
    // Stored is what was printed to paste.
    let paste =
        found.stdout.lines().find(|line| line.starts_with("  tamis search index ")).unwrap();
    let flags = paste.trim().strip_prefix("tamis search index ").unwrap();
    let search = |flags: &str| {
        let line = format!("search index 'violin harbour' --json {flags}");
        case.tamis(&line).ends(0).json_lines()
    };
    let named = search("--rule tuned");
    assert_eq!(search(flags), named);
    assert_eq!(named[0]["docno"], "page-002.html");
    assert_ne!(search(""), named);
    assert!(case.tamis("stats index").ends(0).stdout.contains("repeats > 2: 0.05"));
    case.tamis("verify index").ends(0);
    case.tamis("tune index --forget").ends(0).says(&["the stored rule is removed"]);
    case.tamis("tune index --forget").ends(0).says(&["no rule is stored"]);
    case.tamis("search index kettle --rule tuned").ends(1).says(&["`tamis tune index`"]);
});

case!(the_same_rule_is_found_by_any_number_of_threads, |case| {
    site(&case, 130);
    let one = case.tamis("tune index --dry-run --json --threads 1").ends(0).stdout;
    for threads in [2, 5] {
        let line = format!("tune index --dry-run --json --threads {threads}");
        assert_eq!(case.tamis(&line).ends(0).stdout, one);
    }
    case.tamis("search index kettle --rule tuned").ends(1).says(&["`tamis tune index`"]);
    let other =
        case.tamis("tune index --dry-run --json --seed 2 --pseudo-topics 60").ends(0).json();
    assert_eq!(other["topics"], 60);
});

case!(too_few_titles_are_refused_and_few_are_warned_of, |case| {
    site(&case, 29);
    case.tamis("tune index").ends(1).says(&["29 titles", "expected 30 or more", "use the sieve"]);
    site(&case, 60);
    let few = case.tamis("tune index --dry-run").ends(0);
    assert!(few.stdout.contains("warning: only 60 titles can be queries"), "{}", few.stdout);
    case.tamis("tune index --pseudo-topics 29").ends(2).says(&["--pseudo-topics: found 29"]);
    case.tamis("index site --out none --store none -q").ends(0);
    case.tamis("tune none").ends(1).says(&["stores no titles", "--store text"]);
});

case!(judged_topics_count_beside_the_titles, |case| {
    site(&case, 120);
    let mut topics = String::new();
    let mut qrels = String::new();
    for page in 0..8 {
        writeln!(topics, "{page}\t{}", title(page * 9)).unwrap();
        writeln!(qrels, "{page} 0 page-{:03}.html 1", page * 9).unwrap();
    }
    case.file("topics", topics);
    case.file("qrels", qrels);
    let line = "tune index --topics topics --qrels qrels --out found";
    let found = case.tamis(line).ends(0);
    // The same again is the same experiment, another one is not.
    case.tamis(line).ends(0);
    case.tamis("tune index --out found").ends(1).says(&["another experiment"]);
    assert!(found.stdout.contains("NDCG@10, 8 judged topics"));
    assert!(found.stdout.contains("judged topics  they alone"));
    let json = serde_json::from_str::<serde_json::Value>(&case.read("found/tune.json")).unwrap();
    let judged = &json["judged"];
    assert!(judged["chosen"].as_f64() >= judged["sieve"].as_f64());
    assert_eq!(judged["curve"][1]["topics"], 5);
    let lines = case.read("found/settings.tsv");
    assert_eq!(lines.lines().count(), 1 + json["settings"].as_array().unwrap().len());
    case.tamis("tune index --topics topics").ends(2);
    let deep = "tune index --topics topics --qrels qrels -m map";
    case.tamis(deep).ends(2).says(&["--measure: found one of 1000 results"]);
});

case!(several_indexes_are_tuned_as_one, |case| {
    site(&case, 100);
    let half = |number: usize| {
        for page in (0..100).filter(|page| page % 2 == number) {
            let name = format!("page-{page:03}.html");
            case.file(&format!("half-{number}/{name}"), case.read(&format!("site/{name}")));
        }
        case.tamis(&format!("index half-{number} --out part-{number} -q")).ends(0);
    };
    half(0);
    half(1);
    case.tamis("tune --index part-0 --index part-1 -q").ends(0);
    let whole = case.tamis("tune index --dry-run --json").ends(0).json();
    let stats = case.tamis("stats part-1 --json").ends(0).json();
    let stored: Vec<&str> = stats["tuned"]["parameters"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["value"].as_str().unwrap())
        .collect();
    let weights = whole["weights"].as_array().unwrap();
    let expected: Vec<&str> =
        weights.iter().map(|weight| weight["weight"].as_str().unwrap()).collect();
    assert_eq!(stored, expected);
    case.tamis("search --index part-0 --index part-1 kettle --rule tuned").ends(0);
});
