//! Writes docs/reference/json.md from the types that are printed, and compares it with what the
//! commands print and write: every key that is printed is on the page with its types, and every key
//! of the page is printed.

use super::console::run;
use super::readme::folder;
use super::shapes::{Found, difference, keys, schema, table};
use super::{bless, read, root};
use crate::case::{Case, PAGES, html};
use crate::commands::commands;
use crate::tuned::{RULE, store};
use serde_json::Value;
use std::collections::BTreeMap;
use tamis::eval::measure;
use tamis::{demo, job, json};

/// Which objects of an output have a shape.
enum Pick {
    All,
    With(&'static str),
    /// Those without any of these keys.
    Without(&'static [&'static str]),
}
use Pick::{All, With, Without};

type Shape = (&'static str, &'static str, fn() -> Value, Pick, &'static [&'static str]);

/// The page before its shapes.
const HEAD: &str = "\
<!-- Written by TAMIS_BLESS=1 cargo test --test it book -->
# Keys of JSON output

Made from the types that are printed. [JSON output](../json.md) says how to read a row.
";

/// The shapes: their names on the page, what prints them, the schemas of their types, and commands
/// that print them, in order. `cat FILE` prints a file that a command before has written.
const SHAPES: &[Shape] = &[
    (
        "index: archive",
        "`tamis index COLLECTION... --json`: one object for each archive when it is done.",
        schema::<json::ArchiveLine<'static>>,
        With("archive"),
        INDEX,
    ),
    (
        "index: summary",
        "`tamis index COLLECTION... --json`: one object for the whole at the end.",
        schema::<job::Built>,
        Without(&["archive"]),
        INDEX,
    ),
    (
        "search",
        "`tamis search INDEX WORDS --json`: one object for each result. Topics give a TREC run, \
         which has no JSON.",
        schema::<tamis::Hit>,
        All,
        &[
            "tamis search INDEX penguin ice --json",
            "tamis search INDEX penguin --sieve --json",
            "tamis search AGAIN kettle --from 2014 --json",
            "tamis search TOLD penguins --json",
        ],
    ),
    (
        "search --explain",
        "`tamis search INDEX --explain --json`: one object for the query, or one for each topic \
         of `--topics`. Only `--explain DOCNO` has the score of that page, and what of each term \
         is in it.",
        schema::<tamis::Explained>,
        All,
        EXPLAIN,
    ),
    (
        "sweep",
        "`tamis sweep --json` and `sweep.json`: one object.",
        schema::<tamis::Sweep>,
        All,
        &[
            "tamis sweep DEMO --topics demo/topics --qrels demo/qrels --min-words 1..=4 --folds 3 \
             --margin 60% --permutations 99 --out swept --json",
            "cat swept/sweep.json",
            "tamis sweep DEMO --topics demo/topics --qrels demo/qrels --min-words 1,2,9 --grid \
             label=none,keep-all --separately --margin 60% --folds 3 --permutations 9 --json",
            "tamis sweep INDEX --topics topics --qrels one.qrels --min-words 1,2 --max-repeats 1,2 \
             --separately --json",
            // No point differs from the unfiltered text.
            "tamis sweep DEMO --topics demo/topics --qrels demo/qrels --min-words 0,1 \
             --max-repeats 1000,1001 --separately --folds 2 --json",
            "tamis sweep INDEX --topics topics --qrels qrels --model bm25,dph --max-repeats 1,2 \
             --json",
            "tamis sweep INDEX --topics topics --qrels qrels --sieve --grid weight.title=1,2 --rm3 \
             --json",
        ],
    ),
    (
        "compare",
        "`tamis compare --json` and `compare.json`: one object.",
        schema::<tamis::Comparison>,
        All,
        &[
            "tamis compare DEMO --topics demo/topics --qrels demo/qrels --label \
             keep-all,words-tree --out compared --json",
            "cat compared/compare.json",
            "tamis compare INDEX --topics topics --qrels qrels --sieve --where 'words > 1' --json",
            "tamis compare DEMO --topics demo/topics --qrels demo/qrels --label keep-all --folds 2 \
             --margin 60% --json",
        ],
    ),
    (
        "tune",
        "`tamis tune --json` and `tune.json`: one object. Measures are means over the \
         pseudo-topics, but for those of `judged`.",
        schema::<tamis::Tuned>,
        All,
        &[
            "tamis tune DEMO --out found --dry-run --json",
            "cat found/tune.json",
            "tamis tune DEMO --topics demo/topics --qrels demo/qrels --pseudo-topics 60 --dry-run \
             --json",
            "tamis tune DEMO --topics one.topics --qrels demo/qrels --dry-run --json",
        ],
    ),
    (
        "eval: topics",
        "`tamis eval QRELS RUN --json`: one object for each topic with `-q`, and one for all of \
         them.",
        schema::<measure::LayoutBlock<'static>>,
        Without(&["checks"]),
        EVAL,
    ),
    (
        "eval: checks",
        "`tamis eval QRELS RUN --json`: one object at the end.",
        schema::<json::FindingsLine<'static>>,
        With("checks"),
        EVAL,
    ),
    (
        "eval of several runs",
        "`tamis eval QRELS RUN RUN... --json` and `runs.json`: one object.",
        schema::<job::eval::ComparedRuns>,
        All,
        &[
            "tamis eval qrels base.txt mine.txt theirs.txt -m map -m P.10 --out several --json",
            "cat several/runs.json",
            "tamis eval qrels base.txt odd.txt short.txt -m map -q -c --index INDEX --topics \
             topics --json",
            "tamis eval many.qrels first.txt second.txt -m map --test randomization --json",
            "tamis eval qrels padded.txt zeros.txt -m map --json",
            "tamis eval qrels odd.txt base.txt -m map --json",
            "tamis eval qrels short.txt base.txt -m map --json",
        ],
    ),
    (
        "accuracy",
        "`tamis accuracy --json` and `accuracy.json`: one object.",
        schema::<tamis::Accuracy>,
        All,
        &[
            "tamis accuracy gold-set l3s-gn1 cleaneval-en --classifier default,bte --out accurate \
             --json",
            "cat accurate/accuracy.json",
            "tamis accuracy gold-set --cross-validate 2 --by page --classifier mss-trained --json",
            "tamis accuracy gold-set --split split.tsv --classifier mss-trained --json",
        ],
    ),
    (
        "train",
        "`tamis train --json`: one object, the model's card.",
        schema::<tamis::ModelCard>,
        All,
        &[
            "tamis train mss-trained gold-set --out a.model --note ours --json",
            "tamis train mss-trained gold-set --split split.tsv --out b.model --json",
            "tamis train kind kinds --validation 0 --out c.model --json",
        ],
    ),
    (
        "extract",
        "`tamis extract PAGE... --json`: one object for each page.",
        schema::<job::Extract>,
        All,
        &[
            "tamis extract told.html --json --classifier keep-all",
            "tamis extract page.html --json --format markdown",
            "tamis extract page.html --json --format html",
            "tamis extract answered.html --json --comments",
        ],
    ),
    (
        "inspect",
        "`tamis inspect INDEX DOCNO --json`, `tamis extract PAGE --blocks --json` and `tamis \
         extract PAGE --explain --json`: one object for each block, the title first.",
        schema::<tamis::BlockRow>,
        All,
        &[
            "tamis inspect INDEX ice-1 --json",
            "tamis inspect SCORED ice-1 --json",
            "tamis extract page.html --blocks --json",
            "tamis extract page.html --classifier justext:en --explain --json",
            "tamis extract page.html --classifier boilerpipe-article --explain --json",
        ],
    ),
    (
        "inspect --captures",
        "`tamis inspect INDEX URL --captures --json`: one object for each capture, the oldest \
         first; the same without `--captures` where a URL has several.",
        schema::<tamis::Capture>,
        All,
        &["tamis inspect INDEX ice-1 --captures --json"],
    ),
    (
        "label",
        "`tamis label INDEX --json`: one object at the end.",
        schema::<job::Labelled>,
        Without(&["unknown", "removed"]),
        LABEL,
    ),
    (
        "label: unknown line",
        "`tamis label INDEX --from LINES --json`: one object for each line that matches nothing.",
        schema::<json::Unknown<'static>>,
        With("unknown"),
        LABEL,
    ),
    (
        "label --remove",
        "`tamis label INDEX --remove NAME --json`: one object.",
        schema::<job::LabelsRemoved>,
        With("removed"),
        LABEL,
    ),
    (
        "stats",
        "`tamis stats INDEX --json`: one object.",
        schema::<job::IndexContents>,
        All,
        &[
            "tamis stats INDEX --json",
            "tamis stats MADE --json",
            "tamis stats GROWN --json",
            "tamis stats SCORED --json",
            "tamis stats TOLD --json",
            "tamis stats PRUNED --json",
        ],
    ),
    (
        "stats --losses",
        "`tamis stats INDEX --losses --json`: one object for each skipped record and each \
         defect. `reason` is one of [these](../robustness.md#reasons).",
        schema::<job::Loss>,
        All,
        &["tamis stats AGAIN --losses --json"],
    ),
    (
        "combine",
        "`tamis combine INDEX... --json`: one object.",
        schema::<job::Combined>,
        All,
        &["tamis combine FIRST SECOND --out BOTH --json"],
    ),
    (
        "delete",
        "`tamis delete INDEX --json`: one object.",
        schema::<job::Deleted>,
        All,
        &[
            "tamis delete MADE tea-1 --dry-run --json",
            "tamis delete MADE tea-1 none --url-prefix nowhere --json",
            "tamis delete MADE tea-1 --json",
        ],
    ),
    (
        "shard plan",
        "`tamis shard plan COLLECTION... --shards N --json`: one object, which is a plan for \
         `tamis index --plan`.",
        schema::<tamis::shards::ShardPlan>,
        All,
        &[
            "tamis shard plan crawl/ more/ --shards 3 --json",
            "tamis shard plan data-set/ --shards 1 --json",
        ],
    ),
    (
        "shard check",
        "`tamis shard check INDEX... --json`: one object, the sums over all shards.",
        schema::<job::Shards>,
        All,
        &["tamis shard check ONE_SHARD --json || test $? = 3"],
    ),
    (
        "verify",
        "`tamis verify INDEX --json`: one object.",
        schema::<json::VerdictLine<'static>>,
        All,
        &["tamis verify INDEX --json", "tamis verify BROKEN --json"],
    ),
    (
        "classifiers",
        "`tamis classifiers --json`: one object for each classifier.",
        schema::<json::ClassifierLine<'static>>,
        All,
        &["tamis classifiers --json"],
    ),
    (
        "models",
        "`tamis models --json`: one object for each model.",
        schema::<tamis::ModelEntry>,
        All,
        &["tamis models --json"],
    ),
    (
        "analyzers",
        "`tamis analyzers --json`: one object for each analyzer.",
        schema::<tamis::AnalyzerEntry>,
        All,
        &["tamis analyzers --json"],
    ),
    (
        "measures",
        "`tamis measures --json`: one object for each measure.",
        schema::<measure::Measure>,
        All,
        &["tamis measures --json"],
    ),
    (
        "export --format jsonl",
        "`tamis export INDEX --format jsonl`, `--format markdown --json` and `--format html \
         --json`: one object for each page with a permitted token. `tamis index` reads these \
         lines.",
        schema::<json::PageLine<'static>>,
        All,
        &[
            "tamis export INDEX --format jsonl",
            "tamis export AGAIN --format jsonl --from 2014",
            "tamis export TOLD --format markdown --json",
            "tamis export TOLD --format html --json",
        ],
    ),
    (
        "export --format opensearch: action",
        "`tamis export INDEX --format opensearch`: two objects for each page, this one and then \
         the page.",
        schema::<json::BulkAction<'static>>,
        With("index"),
        OPENSEARCH,
    ),
    (
        "export --format opensearch: page",
        "`tamis export INDEX --format opensearch`: the page.",
        schema::<json::PageLine<'static>>,
        Without(&["index"]),
        OPENSEARCH,
    ),
];

/// Keys that types have and commands never print: shapes, with the beginnings of keys.
const NEVER: &[(&str, &str)] = &[
    // Of archives that are not read to their end.
    ("index: archive", "archive.checkpoint."),
    ("stats", "archives[].checkpoint."),
    // The unfiltered text differs from nothing.
    ("sweep", "unfiltered.equivalence"),
    ("sweep", "unfiltered.intervals[][]"),
    ("sweep", "unfiltered.no_spread"),
    ("sweep", "unfiltered.parameters[]"),
    ("compare", "rows[].parameters[]"),
    // Only runs name documents of others.
    ("sweep", "changed[].moved[].indexed"),
    ("compare", "changed[].moved[].indexed"),
    // Of `export --format jsonl` alone.
    ("export --format opensearch: page", "html"),
    ("export --format opensearch: page", "markdown"),
];

const INDEX: &[&str] = &[
    "tamis index crawl/ more/ damaged.warc.gz page.jsonl --out MADE --encoding utf-8 --language en \
     --status any --json",
    // A label that was read from lines says nothing about new pages.
    "tamis index crawl/ more/ --out GROWN --json",
    "tamis index crawl/ damaged.warc.gz --shard 1/1 --out ONE_SHARD --json",
];
const EXPLAIN: &[&str] = &[
    "tamis search INDEX penguin ice --explain --json",
    "tamis search INDEX penguin ice --explain ice-1 --model ql-dirichlet-indri --json",
    "tamis search INDEX penguin ice --explain ice-1 --model tfidf-lucene --json",
    "tamis search INDEX 'penguin +ice -kettle' --explain --json",
    "tamis search INDEX 'penguin +ice -kettle' --explain ice-1 --json",
    "tamis search INDEX --topics topics --explain --rm3 --sieve --json",
    "tamis search INDEX --topics topics --explain ice-1 --sieve --json",
];
const EVAL: &[&str] = &[
    "tamis eval qrels mine.txt -m map -m P.10 -m runid -q --json",
    "tamis eval qrels odd.txt --json",
    "tamis eval qrels short.txt -m map --json",
    "tamis eval qrels padded.txt -m map --json",
    "tamis eval lost.qrels lost.txt -m map --index INDEX --not-docnos list --min-words 15 --title \
     drop --json",
];
const LABEL: &[&str] = &[
    "tamis label INDEX --classifier bte,justext:de --json",
    "tamis label INDEX --from odd.jsonl --name mine --json",
    "tamis label INDEX --remove mine --json",
];
const OPENSEARCH: &[&str] = &[
    "tamis export INDEX --format opensearch",
    "tamis export AGAIN --format opensearch --from 2014",
    "tamis export TOLD --format opensearch",
];

/// A page that was captured once, and seen again two years later.
const REVISITED: &str = "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: \
                         <urn:uuid:1>\r\nWARC-Target-URI: http://a.example/\r\nWARC-Date: \
                         2012-03-01T00:00:00Z\r\nContent-Type: application/http\r\nContent-Length: \
                         59\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>a \
                         kettle</p>\r\n\r\nWARC/1.1\r\nWARC-Type: revisit\r\nWARC-Record-ID: \
                         <urn:uuid:2>\r\nWARC-Target-URI: http://a.example/\r\nWARC-Date: \
                         2014-03-01T00:00:00Z\r\nWARC-Refers-To: <urn:uuid:1>\r\nContent-Length: \
                         0\r\n\r\n\r\n\r\n";

/// So many topics that their permutations are sampled.
fn forty_lines(line: fn(u32) -> String) -> String {
    (1..=40).map(line).collect::<String>()
}

/// Writes a data set whose pages are of two kinds.
fn pages_of_two_kinds(case: &Case) {
    let mut manifest = "id\turl\tkind\n".to_owned();
    for number in 0..12 {
        let kind = if number % 2 == 0 { "article" } else { "product" };
        let page = &PAGES[number % PAGES.len()];
        case.file(&format!("kinds/html/{number}.html"), html(page));
        case.file(&format!("kinds/gold/{number}.txt"), page.3);
        manifest += &format!("{number}\thttp://{number}.example/\t{kind}\n");
    }
    case.file("kinds/manifest.tsv", manifest);
}

/// The files that the commands name.
fn made() -> Case {
    let case = folder();
    let whole = std::fs::read(case.path("crawl/pages.warc.gz")).expect("the collection's");
    case.file("damaged.warc.gz", &whole[..whole.len() - 100]);
    case.file("again.warc", REVISITED);
    case.file(
        "page.jsonl",
        "{\"id\":\"j-1\",\"title\":\"A title\",\"text\":\"A text.\"}\nbroken\n",
    );
    case.file("one.qrels", "1 0 ice-1 1\n");
    case.file("lost.qrels", "1 0 ice-1 1\n1 0 road-1 1\n1 0 short-1 1\n1 0 tea 1\n1 0 gone 1\n");
    case.file("lost.txt", "1 Q0 ice-1 1 2 l\n1 Q0 nowhere 2 1 l\n");
    case.file("short.txt", "1 Q0 ice-1 2 2 s\n1 Q0 ice-2 1 1 s\n");
    case.file("padded.txt", "1 Q0 ice-1 1 2 p\n2 Q0 ice-2 1 2 p\n03 Q0 tea-1 1 1 p\n");
    case.file("zeros.txt", "1 Q0 ice-2 1 2 z\n2 Q0 ice-1 1 2 z\n03 Q0 tea-1 1 1 z\n");
    case.file("data-set/corpus.jsonl", "{\"_id\":\"d-1\",\"text\":\"A text.\"}\n");
    case.file("data-set/queries.jsonl", "{\"_id\":\"q-1\",\"text\":\"text\"}\n");
    case.file("split.tsv", "ice-1\ttrain\nice-2\ttest\n");
    case.file("l3s-gn1/original/lost.html", "<p>A page that nobody labelled.</p>");
    demo_files(&case);
    case.file("odd.txt", "1 Q0 ice-1 2 2 a\n1 Q0 none 1 3 a\n9 Q0 ice-1 1 1 a\n");
    case.file("many.qrels", forty_lines(|topic| format!("{topic} 0 a 1\n")));
    case.file("first.txt", forty_lines(|topic| format!("{topic} Q0 a 1 2 first\n")));
    case.file(
        "second.txt",
        forty_lines(|topic| format!("{topic} Q0 b 1 2 second\n{topic} Q0 a 2 1 second\n")),
    );
    pages_of_two_kinds(&case);
    case.file("told.html", TOLD);
    let lines = [
        "{\"docno\":\"ice-1\",\"block\":3,\"label\":true}",
        "{\"docno\":\"ice-1\",\"block\":99,\"label\":true}",
        "{\"docno\":\"none\",\"block\":1,\"label\":true}",
    ];
    case.file("odd.jsonl", lines.join("\n") + "\n");
    for line in [
        "tamis index crawl/ --out INDEX --store all -q",
        "tamis index crawl/ --out BROKEN -q",
        "tamis index crawl/ --out GROWN -q",
        "tamis label GROWN --from mine.jsonl -q",
        "tamis index damaged.warc.gz --out FIRST -q || test $? = 3",
        "tamis index more/ --out SECOND -q",
        "tamis index demo.warc.gz --out DEMO -q",
        "tamis index crawl/ --out PRUNED -q",
        "tamis delete PRUNED --url-prefix http://short-1.example/ -q",
        "tamis index again.warc --out AGAIN -q",
        "tamis index crawl/ --out SCORED --score victor -q",
        "tamis index told.html --out TOLD --store structure --metadata -q",
    ] {
        let (status, printed) = run(&case, line);
        assert_eq!(status, 0, "{line}: {printed}");
    }
    store(&case.path("SCORED"), &RULE);
    damage_store(&case);
    case
}

/// Writes the generated collection, and its first topic alone.
fn demo_files(case: &Case) {
    let files = demo::generate(&case.path("made"), 100, 7).expect("the demo is written");
    for (from, to) in
        [(files.warc, "demo.warc.gz"), (files.topics, "demo/topics"), (files.qrels, "demo/qrels")]
    {
        case.file(to, std::fs::read(from).expect("the demo's files"));
    }
    let topics = case.read("demo/topics");
    let first = topics.split_inclusive("</top>").next().expect("a topic").to_owned();
    case.file("one.topics", first + "\n");
}

/// Damages a text that the index BROKEN stores.
fn damage_store(case: &Case) {
    case.file("answered.html", crate::case::ANSWERED);
    let segment = std::fs::read_dir(case.path("BROKEN"))
        .expect("an index")
        .filter_map(|entry| Some(entry.ok()?.path()));
    let mut store =
        segment.filter(|path| path.extension().is_some_and(|extension| extension == "store"));
    let store = store.next().expect("a segment has a store");
    let mut bytes = std::fs::read(&store).expect("it can be read");
    bytes[20] ^= 1;
    std::fs::write(store, bytes).expect("it can be written");
}

/// A page that says everything of itself that can be told.
const TOLD: &str = "<html lang=en><title>On the ice | Polar News</title><link rel=canonical \
    href=https://polar.example/ice><link rel=license href=https://polar.example/licence><meta \
    name=author content='Ada Frost'><meta name=description content='Of penguins'><meta \
    property=og:site_name content='Polar News'><meta property=og:type content=article><meta \
    property=article:published_time content=2026-05-06><meta \
    property=article:modified_time content=2026-05-07><script type=application/ld+json>{\"@type\": \
    \"Article\", \"headline\": \"On the ice\", \"commentCount\": 3}</script><h1>On the ice</h1><p>\
    Two penguins crossed the frozen bay.";

#[test]
fn the_reference_tells_every_key_of_json() {
    let mut made_page = HEAD.to_owned();
    let case = made();
    let mut outputs: BTreeMap<&str, String> = BTreeMap::new();
    let mut differences = String::new();
    for (shape, about, schema, pick, commands) in SHAPES {
        let never: Vec<&str> =
            NEVER.iter().filter(|(name, _)| name == shape).map(|(_, key)| *key).collect();
        let keys = keys(&schema(), &never);
        made_page += &format!("\n## {shape}\n\n{about}\n\n{}", table(&keys));
        let mut found = Found::new(&keys);
        for command in *commands {
            let output = outputs
                .entry(command)
                .or_insert_with(|| run(&case, &format!("{command} 2> errors")).1);
            assert!(!output.is_empty(), "{command} prints nothing\n{}", case.read("errors"));
            for line in output.lines() {
                let value: Value = serde_json::from_str(line)
                    .unwrap_or_else(|e| panic!("{command}: {e}: {line}\n{}", case.read("errors")));
                let picked = match pick {
                    All => true,
                    With(key) => value.get(key).is_some(),
                    Without(keys) => keys.iter().all(|key| value.get(key).is_none()),
                };
                if picked {
                    found.add(&value, "");
                }
            }
        }
        differences += &difference(shape, &keys, &found);
    }
    assert!(differences.is_empty(), "types say otherwise than what is printed:\n{differences}");
    let path = root().join("docs/reference/json.md");
    if bless() {
        std::fs::write(&path, &made_page).expect("the repository is writable");
    }
    let page = read(&path);
    let lines = page.lines().zip(made_page.lines());
    let differ: Vec<_> = lines.filter(|(written, made)| written != made).take(9).collect();
    assert!(page == made_page, "TAMIS_BLESS=1 rewrites docs/reference/json.md: {differ:#?}");
}

fn run_tamis(arguments: &[&str]) -> String {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_tamis"))
        .args(arguments)
        .output()
        .expect("it runs");
    String::from_utf8(output.stdout).expect("help is UTF-8")
}

#[test]
fn every_command_with_json_has_a_shape() {
    let help = run_tamis(&["--help"]);
    let names = commands(&help).into_iter().map(|(name, _)| name);
    for name in names.filter(|name| run_tamis(&[name, "--help"]).contains("--json")) {
        assert!(
            SHAPES.iter().any(|(shape, ..)| shape.split([' ', ':']).next() == Some(name)),
            "tests/it/book/json.rs has no shape of `tamis {name} --json`"
        );
    }
}
