//! Rules that cannot mean what was typed: what the program says of them, and with which status it
//! ends. What they leave is asked of jobs.

use crate::case::Case;

case!(a_rule_that_says_too_much_or_nothing_is_told_in_the_words_of_flags, |_| {
    let case = Case::indexed();
    let warned = "warning: no block can meet (words >= 20 and words <= 5): only titles are left";
    for line in ["search index kettle", "export index --format jsonl"] {
        case.tamis(&format!("{line} --min-words 20 --max-words 5")).says(&[warned]);
    }
    let weighed = case.tamis("search index kettle --weight 'words > 5 and words < 6: 2'").ends(0);
    weighed.says(&["no block can meet (words > 5 and words < 6): this --weight has no effect"]);
    let share = ["found 33", "expected a share of 0 to 1", "33 % is 0.33"];
    let sweep = "sweep index --topics topics --qrels qrels --max-link-density 0.2,33";
    for line in ["search index kettle --max-link-density 33", sweep] {
        case.tamis(line).ends(2).says(&share);
    }
});

case!(an_index_without_pages_ends_with_a_status_and_the_command_that_helps, |_| {
    let case = Case::indexed();
    std::fs::create_dir(case.path("nothing")).unwrap();
    let built = case.tamis("index nothing --out none -q").ends(1);
    built.says(&[
        "tamis: none: no page was indexed: the collection has no documents; add archives that hold \
         pages",
    ]);
    case.tamis("search none --topics topics --out run")
        .ends(1)
        .says(&["the index has no pages; add archives", "`tamis index COLLECTION --out none`"]);
    assert!(!case.path("run").exists());
    for line in ["search none kettle", "export none --format jsonl"] {
        case.tamis(line).ends(0).says(&["warning: none: the index has no pages"]);
    }
    // Records without a page are an ingest of nothing too.
    case.file("empty.jsonl", "");
    case.tamis("index empty.jsonl --out other").ends(1).says(&[
        "warning: this index has no pages",
        "no page was indexed: every record was skipped",
    ]);
});

case!(headings_are_kinds_of_blocks_and_labels_are_named_in_any_case, |case| {
    case.file("a.html", "<title>a</title><h1>b</h1><p>one two three</p>");
    case.tamis("index a.html --out index --classifier H1 -q").ends(0);
    let rows = case.tamis("inspect index a.html --json").ends(0).json_lines();
    assert_eq!(rows.iter().map(|row| &row["kind"]).collect::<Vec<_>>(), ["title", "h1", "text"]);
    for same in ["inspect index a.html --label H1", "extract a.html --classifier BTE --blocks"] {
        let [one, other] = [same, &same.to_lowercase()].map(|line| case.tamis(line).ends(0).stdout);
        assert!(!one.is_empty() && one == other, "{same}");
    }
    case.tamis("index a.html --out index").ends(0).says(&["settings as in index: --classifier"]);
    case.tamis("index a.html --out index --classifier bte -q").ends(1).says(&[
        "found classifiers bte, expected",
        "`tamis index COLLECTION --out index --classifier",
    ]);
});
