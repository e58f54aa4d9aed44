//! How often blocks repeat, on the command line: rules, axes, what shows the counts, and what is
//! refused.

use crate::case::{Begun, Case, QRELS, TOPICS};
use serde_json::{Value, json};
use std::path::PathBuf;

/// A docno, a URL, and the paragraphs of the page.
type Page<'a> = (&'a str, &'a str, &'a [&'a str]);

/// Lines of JSON with these pages.
fn lines(pages: &[Page<'_>]) -> String {
    pages
        .iter()
        .map(|(docno, url, paragraphs)| {
            let html: String = paragraphs.iter().map(|text| format!("<p>{text}</p>")).collect();
            json!({"docno": docno, "url": url, "html": format!("<title>{docno}</title>{html}")})
                .to_string()
                + "\n"
        })
        .collect()
}

const MENU: &str = "kettle bridge archive";

/// Five pages of two sites; a menu is on four of them, on one in another order.
fn indexed() -> Case {
    static BEGUN: Begun = Begun::new(|case| {
        let pages: [Page<'_>; 5] = [
            ("ice-1", "http://www.ice.org/1", &[MENU, "a penguin walks over the ice"]),
            ("ice-2", "http://ice.org/2", &[MENU, "each penguin moves a little", "the of"]),
            (
                "tea-1",
                "http://tea.org/1",
                &["archive kettle bridge", "the kettle is filled with tea", MENU],
            ),
            ("road-1", "http://tea.org/2", &[MENU]),
            ("short-1", "", &["a note"]),
        ];
        case.file("pages.jsonl", lines(&pages));
        case.file("topics", TOPICS);
        case.file("qrels", QRELS);
        case.tamis("index pages.jsonl --out index").ends(0);
    });
    BEGUN.case()
}

/// The docnos that a search finds, best first.
fn found(case: &Case, line: &str) -> Vec<String> {
    let hits = case.tamis(&format!("search index {line} --json -q")).ends(0).json_lines();
    hits.iter().map(|hit| hit["docno"].as_str().unwrap().to_owned()).collect()
}

case!(rules_over_repeats_see_what_they_say, |_| {
    let case = indexed();
    assert_eq!(found(&case, "kettle").len(), 4);
    assert_eq!(found(&case, "kettle --max-repeats 3"), ["tea-1"]);
    assert_eq!(found(&case, "kettle --where 'repeats >= 4'").len(), 4);
    assert_eq!(found(&case, "kettle --where 'site_repeats = 2 and site_share = 1'").len(), 4);
    assert_eq!(found(&case, "penguin --max-site-share 0.5").len(), 2);
    // A page without a URL has no site: the comparison is false, and its `not` is true.
    assert!(found(&case, "note --where 'site_share <= 1'").is_empty());
    assert_eq!(found(&case, "note --where 'not site_share > 1'"), ["short-1"]);
    assert_eq!(found(&case, "note --max-repeats 1"), ["short-1"]);
    // A weight of 0 bars as a rule does.
    assert_eq!(
        found(&case, "kettle --weight 'repeats > 3: 0'"),
        found(&case, "kettle --where 'not repeats > 3'")
    );
});

fn words_with_repeats(case: &Case, docno: &str) -> u64 {
    let blocks = case.tamis(&format!("inspect index {docno} --json")).ends(0).json_lines();
    let with_tokens = blocks.into_iter().filter(|block| block["repeats"].is_u64());
    with_tokens.map(|block| block["words"].as_u64().unwrap()).sum::<u64>()
}

case!(inspect_and_stats_show_how_often_blocks_repeat, |_| {
    let case = indexed();
    let blocks = case.tamis("inspect index tea-1 --json").ends(0).json_lines();
    let menu = &blocks[1];
    assert_eq!(
        (&menu["repeats"], &menu["site_repeats"], &menu["site_share"]),
        (&json!(4), &json!(2), &json!(1.0))
    );
    assert_eq!((&blocks[2]["repeats"], &blocks[2]["site_share"]), (&json!(1), &json!(0.0)));
    let short = case.tamis("inspect index short-1 --json").ends(0).json_lines();
    assert_eq!((&short[1]["repeats"], short[1].get("site_repeats")), (&json!(1), None));
    // A block of stop words has no tokens, so none are the same.
    let stop_words = &case.tamis("inspect index ice-2 --json").ends(0).json_lines()[3];
    assert_eq!((&stop_words["words"], stop_words.get("repeats")), (&json!(2), None));
    let table = case.tamis("inspect index tea-1").ends(0).stdout;
    assert!(
        table.contains("level  repeats  text") && table.contains("      4  archive kettle bridge"),
        "{table}"
    );

    let stats = case.tamis("stats index --json").ends(0).json();
    let repeats = &stats["repeats"];
    assert_eq!((&repeats["sites"], &repeats["pages_with_site"]), (&json!(2), &json!(4)));
    assert_eq!(
        repeats["most_repeated"][0],
        json!({"repeats": 4, "words": 3, "docno": "ice-1", "text": MENU})
    );
    let bins = repeats["words_by_repeats"].as_array().unwrap();
    assert_eq!(bins[4], json!({"from": 6, "to": 10, "words": 0}));
    let counted: u64 = bins.iter().map(|bin| bin["words"].as_u64().unwrap()).sum();
    assert_eq!(
        counted,
        ["ice-1", "ice-2", "tea-1", "road-1", "short-1"]
            .map(|docno| words_with_repeats(&case, docno))
            .iter()
            .sum::<u64>()
    );
    let text = case.tamis("stats index").ends(0).stdout;
    assert!(text.contains("        4        3  kettle bridge archive"), "{text}");
    assert!(text.contains("2 of 4 pages"), "{text}");
});

case!(an_axis_of_repeats_is_its_searches, |_| {
    let case = indexed();
    let judged = "--topics topics --qrels qrels -m map --permutations 0";
    let sweep =
        case.tamis(&format!("sweep index {judged} --max-repeats 1,2..=5:1 --json")).ends(0).json();
    let points = sweep["points"].as_array().unwrap();
    assert_eq!((sweep["axes"][0]["name"].as_str(), points.len()), (Some("max_repeats"), 5));
    for (point, most) in points.iter().zip(1..) {
        case.tamis(&format!("search index --topics topics --max-repeats {most} --out run.txt"))
            .ends(0);
        let evaluated = case.tamis("eval qrels run.txt -m map -c").ends(0).stdout;
        let map: f64 = evaluated.split_whitespace().last().unwrap().parse().unwrap();
        assert!((map - point["means"][0].as_f64().unwrap()).abs() < 5e-5, "{evaluated} {point}");
        assert!(point["kept"].as_f64().unwrap() <= 1.0);
    }
    let compared = case
        .tamis(&format!("compare index {} --json", judged.replace(" --permutations 0", "")))
        .ends(0)
        .json();
    let rows: Vec<&str> = compared["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    assert!(rows.iter().any(|row| row.starts_with("repeats <= ")), "{rows:?}");
});

case!(the_sieve_is_the_weights_that_it_names, |_| {
    let case = indexed();
    let named = tamis_search::rule::sieve::SIEVE
        .map(|(name, rule)| format!(" --weight '{name}={rule}'"))
        .concat();
    for query in ["kettle", "penguin bridge", "note"] {
        let hits = |line: &str| {
            case.tamis(&format!("search index '{query}' {line} --json -q")).ends(0).stdout
        };
        assert_eq!(hits("--sieve"), hits(&named));
    }
    let sweep = "sweep index --topics topics --qrels qrels --sieve --grid weight.title=1,2 \
                 --permutations 0 --json";
    assert_eq!(case.tamis(sweep).ends(0).json()["points"].as_array().unwrap().len(), 2);
});

case!(what_cannot_be_known_is_refused_with_the_remedy, |case| {
    case.file("plain.jsonl", "{\"docno\":\"a\",\"text\":\"a penguin walks\"}\n");
    case.tamis("index plain.jsonl --out plain").ends(0);
    assert_eq!(
        case.tamis("search plain penguin --max-repeats 1 --json").ends(0).json_lines().len(),
        1
    );
    case.file("topics", TOPICS);
    case.file("qrels", format!("{QRELS}1 0 a 1\n"));
    for line in [
        "search plain penguin --max-site-share 0.5",
        "search plain penguin --where 'not site_repeats > 3'",
        "search plain penguin --weight 'site_share > 0.5: 0.1'",
        "sweep plain --topics topics --qrels qrels --grid max_site_repeats=1,2",
        "export plain --format jsonl --max-site-share 0.5",
    ] {
        case.tamis(line)
            .ends(1)
            .says(&["plain: no page has a URL, so no page has a site", "use repeats"]);
    }
    // An ingest that was interrupted has not counted yet; run again, it does.
    case.edit_meta("plain", |meta| {
        let (before, after) =
            meta.split_once("\\\"repeats\\\":").expect("the manifest names the counts");
        let (_, after) = after.split_once(',').expect("more follows");
        format!("{before}\\\"repeats\\\":null,{after}")
    });
    case.tamis("search plain penguin").ends(0);
    case.tamis("search plain penguin --sieve")
        .ends(1)
        .says(&["an older program built it", "the same `tamis index` command"]);
    assert_eq!(case.tamis("stats plain --json").ends(0).json()["repeats"], json!(null));
    case.tamis("index plain.jsonl --out plain").ends(0);
    case.tamis("search plain penguin --sieve").ends(0);
});

case!(damage_of_the_counts_is_reported_and_mended, |_| {
    let case = indexed();
    let name = counts(&case, "index");
    let bytes = std::fs::read(&name).unwrap();
    case.tamis("verify index").ends(0);
    for at in [0, bytes.len() / 2, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        std::fs::write(&name, damaged).unwrap();
        case.tamis("search index kettle --max-repeats 3")
            .ends(1)
            .says(&["repeats-", "found", "expected"]);
        let verdict = case.tamis("verify index").ends(1);
        assert!(
            verdict.stdout.contains("repeats") || verdict.stderr.contains("repeats"),
            "{verdict:?}"
        );
    }
    // Without the file the same ingest counts again.
    std::fs::remove_file(&name).unwrap();
    case.tamis("search index kettle").ends(1).says(&["found no file", "run the same ingest again"]);
    case.tamis("index pages.jsonl --out index").ends(0);
    assert_eq!(std::fs::read(&name).unwrap(), bytes);
    case.tamis("verify index").ends(0);
});

/// The years of the captures of a site.
const YEARS: [u32; 4] = [2003, 2004, 2005, 2006];

fn yearly_page(year: u32, number: usize) -> String {
    let spelling = ["http://www.ice.org", "https://ice.org:443"][year as usize % 2];
    let text = "a penguin walks over the ice to the sea ".repeat(40 + number)
        + &format!("journey{number}");
    let html = format!("<title>Journey {number}</title><p>{MENU}</p><p>{text}</p>");
    let docno = format!("{year}-{number}");
    let date = format!("{year}-05-01");
    json!({"docno": docno, "url": format!("{spelling}/{number}"), "date": date, "html": html})
        .to_string()
        + "\n"
}

/// An index of yearly captures of one site in two spellings: a menu on every page, and an article
/// that stands on one page alone.
fn captured() -> Case {
    static BEGUN: Begun = Begun::new(|case| {
        for year in YEARS {
            case.file(
                &format!("{year}.jsonl"),
                (0..3).map(|number| yearly_page(year, number)).collect::<String>(),
            );
        }
        case.tamis("index 2003.jsonl 2004.jsonl 2005.jsonl 2006.jsonl --out index").ends(0);
    });
    BEGUN.case()
}

fn counts_of_block(block: &Value) -> [Value; 3] {
    [block["repeats"].clone(), block["site_repeats"].clone(), block["site_share"].clone()]
}

case!(captures_of_a_url_count_as_one_page, |_| {
    let case = captured();
    let blocks = case.tamis("inspect index 2005-1 --json").ends(0).json_lines();
    assert_eq!(
        blocks.iter().map(counts_of_block).collect::<Vec<_>>(),
        [
            [json!(1), json!(1), json!(0.0)],
            [json!(3), json!(3), json!(1.0)],
            [json!(1), json!(1), json!(0.0)],
        ]
    );
    assert_eq!(found(&case, "penguin --max-repeats 2 --hits 20").len(), 12);
    assert_eq!(found(&case, "penguin --max-site-share 0.5 --collapse url").len(), 3);
    assert!(found(&case, "kettle --max-repeats 2").is_empty());
    let stats = case.tamis("stats index --json").ends(0).json();
    assert_eq!(
        (&stats["repeats"]["sites"], &stats["repeats"]["pages_with_site"]),
        (&json!(1), &json!(3))
    );
    case.tamis("verify index").ends(0);

    // However the captures are divided: several indexes as one, or combined.
    for (number, years) in ["2003.jsonl 2006.jsonl", "2004.jsonl 2005.jsonl"].iter().enumerate() {
        case.tamis(&format!("index {years} --out part-{number}")).ends(0);
    }
    case.tamis("combine part-0 part-1 --out combined").ends(0);
    let of_combined = case.tamis("inspect combined 2005-1 --json").ends(0).stdout;
    assert_eq!(of_combined, case.tamis("inspect index 2005-1 --json").ends(0).stdout);
    let several =
        "search --index part-0 --index part-1 penguin --max-repeats 2 --hits 20 --json -q";
    assert_eq!(case.tamis(several).ends(0).json_lines().len(), 12);
    case.tamis("delete index 2003-0 2004-0 2005-0 2006-0").ends(0);
    let blocks = case.tamis("inspect index 2005-1 --json").ends(0).json_lines();
    assert_eq!(counts_of_block(&blocks[1]), [json!(2), json!(2), json!(1.0)]);
    // One capture is left, so the page is.
    case.tamis("delete index 2003-2 2004-2 2005-2").ends(0);
    let blocks = case.tamis("inspect index 2005-1 --json").ends(0).json_lines();
    assert_eq!(counts_of_block(&blocks[1]), [json!(2), json!(2), json!(1.0)]);
});

/// The file of the counts of an index.
fn counts(case: &Case, index: &str) -> PathBuf {
    let mut files = std::fs::read_dir(case.path(index)).unwrap().map(|entry| entry.unwrap().path());
    files.find(|path| path.to_string_lossy().contains("repeats-")).expect("a file of counts")
}

case!(a_rule_that_leaves_hardly_any_text_is_reported, |_| {
    let case = captured();
    for (line, warning) in [
        ("--where 'words < 3'", Some("loosen words < 3")),
        ("--min-words 2 --where 'words < 4' --title drop", Some("loosen words < 4")),
        ("--where 'words < 3' --from 2004 --to 2005", Some("loosen words < 3")),
        // Enough of one page, though it is little of the index.
        ("--where 'words < 4' --docnos one", None),
        ("--max-repeats 2", None),
        ("--kind title", None),
    ] {
        case.file("one", "2003-0\n");
        for command in ["search index penguin", "export index --format jsonl --out pages.jsonl"] {
            let stderr = case.tamis(&format!("{command} {line}")).ends(0).stderr;
            match warning {
                Some(warning) => assert!(
                    stderr.contains("% of the text; ") && stderr.contains(warning),
                    "{line}: {stderr}"
                ),
                None => assert!(!stderr.contains("% of the text"), "{line}: {stderr}"),
            }
        }
    }
    let weighed = case.tamis("search index penguin --weight 'words >= 1: 0.01'").ends(0);
    weighed.says(&["the weights leave 1.00 % of the text; raise them"]);
    case.file("topics", TOPICS);
    case.file("qrels", format!("{QRELS}1 0 2003-0 1\n"));
    let sweep = "sweep index --topics topics --qrels qrels --permutations 0 --max-words 3,100";
    assert!(!case.tamis(sweep).ends(0).stderr.contains("% of the text"));
});
