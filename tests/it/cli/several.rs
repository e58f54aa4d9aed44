//! Several indexes on the command line: `--index A --index B` in the place of INDEX. What they give
//! is asked of jobs.

use crate::case::{Case, PAGES, QRELS, TOPICS, html};

/// Indexes of the pages 1 and 2, and of 3 to 5, and one of all.
fn parts() -> Case {
    let case = Case::new();
    for (number, page) in PAGES.iter().enumerate() {
        let line = serde_json::json!({ "docno": page.0, "html": html(page) }).to_string();
        case.file(&format!("file{number}.jsonl"), line + "\n");
    }
    case.file("topics", TOPICS);
    case.file("qrels", QRELS);
    case.tamis("index file0.jsonl file1.jsonl --out a").ends(0);
    case.tamis("index file2.jsonl file3.jsonl file4.jsonl --out b").ends(0);
    let files = "file0.jsonl file1.jsonl file2.jsonl file3.jsonl file4.jsonl";
    case.tamis(&format!("index {files} --out all")).ends(0);
    case
}

case!(every_command_that_searches_takes_several_indexes, |_| {
    let case = parts();
    case.file("list", "# the second first\nb\n\na\n");
    let judged = "--topics topics --qrels qrels";
    for command in [
        "search INDEX penguin",
        "search INDEX --topics topics",
        &format!("sweep INDEX {judged} --min-words 1..=5"),
        &format!("compare INDEX {judged} -m map"),
    ] {
        let output = |index: &str| case.tamis(&command.replace("INDEX", index)).ends(0).stdout;
        let expected = output("all");
        assert!(!expected.is_empty(), "{command}");
        for several in ["--index a --index b", "--index @list"] {
            assert_eq!(output(several), expected, "{command} with {several}");
        }
    }
});

case!(without_index_the_first_argument_is_a_word, |_| {
    let case = parts();
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

case!(what_is_no_whole_is_refused_with_the_command_that_helps, |_| {
    let case = parts();
    case.tamis("index file1.jsonl --out again").ends(0);
    case.tamis("search --index a --index again penguin").ends(1).says(&[
        "again: its page ice-2 is in a too",
        "delete the page from one of them",
        "`tamis delete again DOCNO`",
    ]);
    case.tamis("label b --classifier bte").ends(0);
    case.tamis("compare --index a --index b --topics topics --qrels qrels").ends(1).says(&[
        "b: found added labels bte, expected none as in a",
        "`tamis label b --classifier NAMES`",
    ]);
});
