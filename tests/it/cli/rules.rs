//! Rules that cannot mean what was typed: what the program says of them, and with which status it
//! ends. What they leave is asked of jobs.

use crate::case::Case;

const SWEEP: &str = "sweep index --topics topics --qrels qrels";

case!(a_share_above_1_is_refused_wherever_it_can_be_typed, |_| {
    let case = Case::indexed();
    case.file(
        "sweep.toml",
        "index = 'index'\ntopics = 'topics'\nqrels = 'qrels'\nmax-link-density = '0.2,33'\n",
    );
    for line in [
        "search index kettle --max-link-density 33",
        "search index kettle --where 'words > 3 and link_density <= 33'",
        "export index --format jsonl --max-link-density 33",
        "eval qrels qrels --index index --max-link-density 33",
        &format!("{SWEEP} --max-link-density 0.2,33"),
        &format!("{SWEEP} --grid min_link_density=0.2,33"),
        "sweep --config sweep.toml",
    ] {
        let parts = ["found 33", "expected a share of 0 to 1", "33 % is 0.33"];
        case.tamis(line).ends(2).says(&parts);
    }
});

case!(a_rule_that_no_block_can_meet_is_warned_of, |_| {
    let case = Case::indexed();
    case.file("run", "1 Q0 ice-1 1 2.0 mine\n");
    let warned = "warning: no block can meet (words >= 20 and words <= 5): only titles are left";
    for line in [
        "search index kettle",
        "search index --topics topics",
        "export index --format jsonl",
        "eval qrels run --index index",
    ] {
        case.tamis(&format!("{line} --min-words 20 --max-words 5")).says(&[warned]);
    }
    let weighed = case.tamis("search index kettle --weight 'words > 5 and words < 6: 2'").ends(0);
    weighed.says(&[
        "no block can meet (words > 5 and words < 6): this rule of --weight weighs nothing",
    ]);
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

case!(names_of_classifiers_are_typed_in_any_case_and_headings_are_told, |case| {
    case.file("a.html", "<title>a</title><h1>b</h1><p>one two three</p>");
    let same = |lines: [&str; 2]| {
        let [one, other] = lines.map(|line| case.tamis(line).ends(0).stdout);
        assert!(!one.is_empty() && one == other, "{lines:?}");
    };
    same(["extract a.html --classifier BTE --blocks", "extract a.html --classifier bte --blocks"]);
    case.tamis("index a.html --out index --classifier H1 -q").ends(0);
    same(["inspect index a.html --label H1", "inspect index a.html --label h1"]);
    let rows = case.tamis("inspect index a.html --json").ends(0).json_lines();
    assert_eq!(rows.iter().map(|row| &row["kind"]).collect::<Vec<_>>(), ["title", "h1", "text"]);
    case.tamis("export index --format jsonl --where 'kind = h1' --title drop")
        .ends(0)
        .says(&["of blocks where", "kind = h1"]);
    case.tamis("index a.html --out index").ends(0).says(&["settings as in index: --classifier"]);
    case.tamis("index a.html --out index --classifier bte -q").ends(1).says(&[
        "found classifiers bte, expected",
        "as in the index",
        "`tamis index COLLECTION --out index --classifier",
    ]);
    case.tamis("label index --classifier description")
        .ends(1)
        .says(&["has no blocks of descriptions", "--classifier"]);
});
