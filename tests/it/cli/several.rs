//! Several indexes are searched as one: `--index A --index B` in the place of INDEX gives the
//! results of one index of all pages.

use crate::case::{Case, PAGES, QRELS, TOPICS};

/// Indexes of the pages 1 and 2, of 3 to 5 and of none, and one of all.
fn parts(flags: &str) -> Case {
    let case = Case::new();
    for (number, (docno, title, _, text)) in PAGES.iter().enumerate() {
        let html = format!("<title>{title}</title><p>Home</p><p>{text}</p>");
        let url = format!("http://site{}.org/{docno}", number % 2);
        let line = serde_json::json!({ "docno": docno, "html": html, "url": url }).to_string();
        case.file(&format!("file{number}.jsonl"), line + "\n");
    }
    case.file("topics", TOPICS);
    case.file("qrels", QRELS);
    case.tamis(&format!("index file0.jsonl file1.jsonl --out a {flags}")).ends(0);
    case.tamis(&format!("index file2.jsonl file3.jsonl file4.jsonl --out b {flags}")).ends(0);
    case.tamis(&format!(
        "index file0.jsonl file1.jsonl file2.jsonl file3.jsonl file4.jsonl --out all {flags}"
    ))
    .ends(0);
    case
}

/// The output of a command with the name of the one index, and without the server that shows it:
/// there is none for several.
fn without_index_names(text: &str, several: &str) -> String {
    let text = text.replace("a, b", "all").replace("b, a", "all").replace(several, "all");
    let Some((before, site)) = text.split_once(",\"site\":{") else { return text };
    let (_, after) = site.split_once('}').expect("the server ends");
    before.to_owned() + after
}

fn output(case: &Case, command: &str, index: &str) -> String {
    case.tamis(&command.replace("INDEX", index)).ends(0).stdout
}

fn assert_same_results(case: &Case, command: &str) {
    let expected = output(case, command, "all");
    assert!(!expected.is_empty(), "{command}");
    for several in ["--index a --index b", "--index b --index a", "--index @list"] {
        assert_eq!(
            without_index_names(&output(case, command, several), several),
            without_index_names(&expected, several),
            "{command} with {several}"
        );
    }
}

case!(results_are_those_of_one_index, |_| {
    let case = parts("");
    case.file("list", "# the second first\nb\n\na\n");
    assert_same_results(&case, "search INDEX penguin water");
    assert_same_results(&case, "search INDEX penguin water --json");
    assert_same_results(&case, "search INDEX penguin --max-repeats 1 --explain");
    assert_same_results(
        &case,
        "search INDEX penguin --where site_repeats<=1 --explain ice-2 --json",
    );
    for model in ["bm25", "ql-dirichlet", "dph", "pl2"] {
        assert_same_results(
            &case,
            &format!("search INDEX --topics topics --min-words 3 --model {model}"),
        );
    }
    assert_same_results(
        &case,
        "search INDEX --topics topics --rm3 --weight kind=title:3 --max-repeats 2",
    );
    assert_same_results(
        &case,
        "search INDEX --topics topics --url-prefix site1.org --collapse url",
    );
    assert_same_results(
        &case,
        "sweep INDEX --topics topics --qrels qrels --min-words 1..=20 --grid max_repeats=1,5 \
         --json",
    );
    assert_same_results(
        &case,
        "sweep INDEX --topics topics --qrels qrels --min-words 1..=3 --rm3 --json",
    );
    assert_same_results(&case, "compare INDEX --topics topics --qrels qrels --folds 2 --json");
});

case!(without_index_the_first_argument_is_a_word, |_| {
    let case = parts("");
    // With --index, all arguments are words.
    let found = case.tamis("search --index a --index b penguin --json").ends(0).stdout;
    assert_eq!(found, case.tamis("search all penguin --json").ends(0).stdout);
    for forgotten in ["search --index a b penguin", "search a b penguin"] {
        case.tamis(forgotten).ends(0).says(&[
            "b is an index, but a word of the query here; to search in it, write --index b",
        ]);
    }
    case.tamis("search --index a --index b").ends(2).says(&["words or --topics"]);
    case.tamis("search --index a ice --topics topics")
        .ends(2)
        .says(&["found --topics and the words 'ice'"]);
    case.tamis("sweep a --index b --topics topics --qrels qrels --min-words 1..=3")
        .ends(2)
        .says(&["--index: found a too, expected --index a or INDEX alone"]);
    case.tamis("search --topics topics").ends(2).says(&["INDEX"]);
    case.tamis("search --index @missing x").ends(1).says(&["missing"]);
    case.file("empty", "\n# nothing\n");
    case.tamis("search --index @empty x")
        .ends(1)
        .says(&["empty: found no line with an index folder"]);
});

case!(what_is_no_whole_is_refused_with_both, |_| {
    let case = parts("");
    case.tamis("index file1.jsonl --out again").ends(0);
    let twice = case.tamis("search --index a --index again penguin").ends(1);
    twice.says(&[
        "again: its page ice-2 is in a too",
        "delete the page from one of them",
        "`tamis delete again DOCNO`",
    ]);
    case.tamis("search --index a --index a penguin").ends(1).says(&["a: is given twice"]);
    case.tamis("index file2.jsonl --out other --analyzer standard").ends(0);
    let other = case.tamis("search --index a --index other penguin").ends(1);
    other.says(&[
        "other: found analyzer standard, expected english as in a",
        "with the same settings",
    ]);
    case.tamis("label b --classifier bte").ends(0);
    let labels = case.tamis("compare --index a --index b --topics topics --qrels qrels").ends(1);
    labels.says(&[
        "b: found added labels bte, expected none as in a",
        "`tamis label b --classifier NAMES`",
    ]);
    case.tamis("label a --classifier bte").ends(0);
    case.tamis("compare --index a --index b --topics topics --qrels qrels").ends(0);
});

case!(an_index_without_pages_beside_others_does_no_harm, |_| {
    let case = parts("");
    case.file("none.jsonl", "");
    case.file("skipped.jsonl", "{\"docno\": \"x\"}\n");
    case.tamis("index skipped.jsonl --out empty");
    let found = case
        .tamis("search --index empty --index a --index b --topics topics --max-repeats 1")
        .ends(0)
        .stdout;
    assert_eq!(found, case.tamis("search all --topics topics --max-repeats 1").ends(0).stdout);
});
