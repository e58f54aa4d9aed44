//! Invalid input ends in one clear message: the place, what was found, what was expected, what to
//! do.

use crate::case::{Case, Outcome, PAGES};
use tamis_index::index::manifest::FORMAT;

case!(a_missing_file_is_named, |_| {
    let case = Case::indexed();
    for (line, file) in [
        ("index none.warc.gz --out new", "none.warc.gz: cannot read"),
        ("index 'none-*.warc' --out new", "none-*.warc: cannot read: no file matches"),
        ("extract none.html", "none.html: cannot read"),
        (
            "stats none",
            "none: is not an index folder; build one from a collection (`tamis index COLLECTION \
             --out none`)",
        ),
        ("search none words", "none: is not an index folder"),
        ("sweep index --topics none --qrels qrels --min-words 1..=2", "none: cannot open"),
        ("sweep index --topics topics --qrels none --min-words 1..=2", "none: cannot open"),
        ("eval none run", "none: cannot open"),
        ("eval qrels none", "none: cannot open"),
        ("inspect index none", "index: no page 'none'"),
        ("search index --topics topics --out no/run.txt", "no/run.txt: cannot write"),
    ] {
        let outcome = case.tamis(line).ends(1).says(&[file]);
        assert_eq!(outcome.stdout, "", "{line}");
    }
    assert!(!case.path("new").exists(), "invalid input leaves nothing behind");
});

#[cfg(unix)]
case!(an_unreadable_file_is_named, |case| {
    std::os::unix::fs::symlink("nowhere", case.path("dangling.warc")).unwrap();
    case.tamis("index dangling.warc --out index").ends(1).says(&["dangling.warc: cannot read"]);
    case.file("folder/page.html", "<p>text");
    // In a folder it is counted, and the rest is indexed.
    std::os::unix::fs::symlink("nowhere", case.path("folder/dangling.html")).unwrap();
    case.tamis("index folder --out index").ends(3).says(&["1 page", "unreadable 1"]);
    case.tamis("extract folder").ends(1).says(&["folder: is a folder"]);
    case.file("locked.jsonl", "{\"docno\":\"a\",\"text\":\"b\"}\n");
    std::fs::set_permissions(
        case.path("locked.jsonl"),
        std::os::unix::fs::PermissionsExt::from_mode(0o000),
    )
    .unwrap();
    // The superuser reads it all the same.
    if std::fs::File::open(case.path("locked.jsonl")).is_err() {
        case.tamis("index locked.jsonl --out index").ends(1).says(&["locked.jsonl: cannot read"]);
    }
});

case!(a_file_of_another_kind_is_refused_by_its_bytes, |case| {
    let image = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    case.file("image.png", image);
    case.tamis("index image.png --out index")
        .ends(1)
        .says(&["image.png: found", "expected WARC, ARC, WACZ, TREC web, JSONL, lines of docno"]);
    // Under the name of an archive it is a damaged one, as it is in a folder.
    case.file("image.warc.gz", image);
    case.tamis("index image.warc.gz --out index")
        .ends(1)
        .says(&["damaged_member 1", "index: no page was indexed"]);
});

case!(an_output_folder_with_something_else_is_left_alone, |case| {
    case.warc("pages.warc.gz", 1);
    case.file("mine/thesis.txt", "years of work");
    case.file("site/meta.json", "{\"name\": \"not an index\"}");
    case.file("site/thesis.txt", "years of work");
    for (flags, status) in [("--out mine", 1), ("--out mine --force", 1), ("--out site --force", 1)]
    {
        case.tamis(&format!("index pages.warc.gz {flags}")).ends(status).says(&["holds something"]);
    }
    assert_eq!(case.read("mine/thesis.txt"), case.read("site/thesis.txt"));
    case.file("file", "a file");
    case.tamis("index pages.warc.gz --out file").ends(1).says(&["file: cannot"]);
    assert_eq!(case.read("file"), "a file");
});

case!(an_index_is_replaced_only_by_force, |_| {
    let case = Case::indexed();
    case.warc("two.warc.gz", 2);
    case.tamis("index two.warc.gz --out index --force --analyzer englihs").ends(2);
    case.tamis("index none.warc.gz --out index --force").ends(1);
    assert_eq!(
        case.tamis("stats index --json").ends(0).json()["pages"],
        PAGES.len(),
        "what cannot start replaces nothing"
    );
    case.tamis("index two.warc.gz --out index --force").ends(0);
    assert_eq!(case.tamis("stats index --json").ends(0).json()["pages"], 2);
});

case!(an_index_of_another_version_is_refused_with_the_remedy, |_| {
    let case = Case::indexed();
    case.file("docnos", "ice-1\n");
    let mut now = FORMAT;
    for (format, remedy) in
        [(FORMAT - 1, "build the index again from its collection"), (99, "update tamis")]
    {
        // Nothing else of another version can be read: here the field of the texts has another
        // type.
        case.edit_meta("index", |meta| {
            let other = meta.replace("\"tokenizer\": \"tamis_lines\"", "\"tokenizer\": 7");
            other.replace(&format!(r#"\"format\":{now},"#), &format!(r#"\"format\":{format},"#))
        });
        now = format;
        for line in [
            "stats index",
            "search index penguin",
            "inspect index ice-1",
            "sweep index --topics topics --qrels qrels --min-words 1..=2",
            "compare index --topics topics --qrels qrels",
            "distribution index --out distribution",
            "export index --format ciff --out x.ciff",
            "label index --classifier keep-all",
            "verify index",
            "index pages.warc.gz --out index",
        ] {
            let message = format!(
                "index: has format {format}, and this version reads format {FORMAT}; {remedy}"
            );
            let command = "(`tamis index COLLECTION --out index --force`)";
            case.tamis(line).ends(1).says(&[&message, command]);
        }
    }
    case.file("index/meta.json", "garbage");
    case.tamis("stats index").ends(1).says(&[
        "index/meta.json: found ",
        "expected those of a commit",
        "build the index again",
    ]);
    case.tamis("index pages.warc.gz --out index --force").ends(0);
    case.tamis("stats index").ends(0);
});

fn is_of_segment(path: &std::path::Path) -> bool {
    path.extension().is_some_and(|extension| extension == "store" || extension == "fast")
}

case!(an_index_that_lost_a_file_is_no_panic, |_| {
    let case = Case::indexed();
    let files = std::fs::read_dir(case.path("index")).unwrap().map(|entry| entry.unwrap().path());
    for path in files.filter(|path| is_of_segment(path)) {
        std::fs::remove_file(path).unwrap();
    }
    case.tamis("stats index").ends(1).says(&["found no file, expected ", "build the index again"]);
});

case!(an_unknown_name_is_answered_with_the_nearest, |_| {
    let case = Case::indexed();
    case.file("page.html", "<p>text");
    for (line, hint) in [
        ("serch index words", "'tamis search'"),
        ("index pages.warc.gz --out new --thread 2", "'--threads'"),
        (
            "index pages.warc.gz --out new --analyzer englsh",
            "unknown analyzer 'englsh'; did you mean 'english'?",
        ),
        ("index pages.warc.gz --out new --cut boilerpip", "'boilerpipe'"),
        ("index pages.warc.gz --out new --encoding utf-99", "--encoding: found 'utf-99'"),
        ("index pages.warc.gz --out new --encoding iso-2022-kr", "--encoding: found 'iso-2022-kr'"),
        (
            "index pages.warc.gz --out new --max-record 1T",
            "found '1T', expected a whole number of bytes",
        ),
        ("index pages.warc.gz --out new --max-depth 3", "found '3', expected 0 or at least 4"),
        ("extract page.html --max-ms 1s", "'1s'"),
        ("index pages.warc.gz --out new --threads 0", "--threads: found 0, expected 1 to 1024"),
        ("index pages.warc.gz --out new --status abc", "'abc'"),
        (
            "extract page.html --classifier word-tree",
            "unknown classifier 'word-tree'; did you mean 'words-tree'?",
        ),
        (
            "search index words --label word-tree",
            "unknown label 'word-tree'; did you mean 'words-tree'?",
        ),
        ("search index words --model bm52", "unknown model 'bm52'; did you mean 'bm25'?"),
        ("search index words --title bock", "'block'"),
        ("search index words --hits 0", "--hits: found 0, expected 1 or more"),
        (
            "search index words --min-words eleven",
            "found 'eleven', expected a decimal of 0 or more such as 11 or 0.33",
        ),
        (
            "search index words --min-words -1",
            "found '-1', expected a decimal of 0 or more such as 11 or 0.33",
        ),
        ("search index --topics topics --tag 'two words'", "--tag: found 'two words'"),
        ("search index", "required arguments"),
        ("eval qrels topics -m mapp", "unknown measure 'mapp'; did you mean 'map'?"),
        (
            "sweep index --topics topics --qrels qrels --min-words 1..=2 -m ndgc_cut_10",
            "did you mean 'ndcg_cut'?",
        ),
        ("sweep index --topics topics --qrels qrels --min-words 9..=1", "a range that goes up"),
        ("sweep index --topics topics --qrels qrels", "nothing to sweep: give --min-words 1..=100"),
        ("completions bahs", "'bash'"),
    ] {
        case.tamis(line).ends(2).says(&[hint]);
    }
    assert!(!case.path("new").exists());
});

case!(an_error_in_a_rule_points_at_its_column, |_| {
    let case = Case::indexed();
    for (rule, message) in [
        ("words >= 3 and bogus = 2", "--where: column 16: found 'bogus', expected one of words"),
        ("words >=", "--where: column 9: found the end, expected a number"),
        ("words >= 3 words", "--where: column 12: found"),
        ("(words >= 3", "--where: column 12: found the end"),
        ("kind = titel", "--where: column 8: found 'titel'"),
        ("label = word-tree", "word-tree"),
    ] {
        case.tamis(&format!("search index words --where '{rule}'")).ends(2).says(&[message]);
    }
});

fn sweep(case: &Case, topics: &str, qrels: &str) -> Outcome {
    case.tamis(&format!("sweep index --topics {topics} --qrels {qrels} --min-words 1..=2"))
}

case!(topics_and_judgements_that_do_not_parse_are_named_with_the_line, |_| {
    let case = Case::indexed();
    case.tamis("search index --topics topics --out run -q").ends(0);
    case.file("bad.qrels", "1 0 ice-1 1\n1 0 ice-2\n");
    case.file("grade.qrels", "1 0 ice-1 high\n");
    case.file("bad.topics", "1\tpenguin\nno tab here\n");
    case.file("twice.topics", "1\tpenguin\n1\tkettle\n");
    case.file("num.topics", "<top>\n<title> penguin\n</top>\n");
    sweep(&case, "topics", "bad.qrels")
        .ends(1)
        .says(&["bad.qrels:2: found '1 0 ice-2', expected four columns"]);
    sweep(&case, "topics", "grade.qrels").ends(1).says(&["grade.qrels:1: found"]);
    sweep(&case, "bad.topics", "qrels")
        .ends(1)
        .says(&["bad.topics:2: found 'no tab here', expected"]);
    sweep(&case, "twice.topics", "qrels").ends(1).says(&["twice.topics:2: found"]);
    sweep(&case, "num.topics", "qrels").ends(1).says(&["num.topics:1: found"]);
    case.tamis("eval bad.qrels run").ends(1).says(&["bad.qrels:2: found"]);
    case.tamis("eval qrels topics").ends(1).says(&["topics:1: found", "expected six columns"]);
    case.file("empty", "");
    sweep(&case, "empty", "qrels").ends(1).says(&["empty: found"]);
    sweep(&case, "topics", "empty").ends(1).says(&["empty: found"]);
});

case!(judgements_of_other_topics_are_reported, |_| {
    let case = Case::indexed();
    case.file("other.qrels", "851 0 ice-1 1\n852 0 ice-1 1\n");
    case.tamis("search index --topics topics --out run -q").ends(0);
    let sweep = case
        .tamis("sweep index --topics topics --qrels other.qrels --min-words 1..=2 --out sweep")
        .ends(1);
    sweep.says(&["other.qrels: found no judgement for any of the 3 topics"]);
    assert!(!case.path("sweep").exists());
    let eval = case.tamis("eval other.qrels run").ends(1);
    assert_eq!(eval.stdout, "");
    eval.says(&["run: found no topic of other.qrels", "which begin with 851, 852"]);
    case.file("some.qrels", "1 0 ice-1 1\n852 0 ice-1 1\n");
    case.tamis("eval some.qrels run")
        .ends(0)
        .says(&["warning: the run lacks 1 topic of the qrels", "852"]);
});

case!(a_label_that_is_a_classifier_names_the_command_that_adds_it, |_| {
    let case = Case::indexed();
    case.tamis("search index --topics topics --out run -q").ends(0);
    let remedy = "it is a classifier: add it as a label";
    let command = "(`tamis label index --classifier cetr`)";
    for line in [
        "search index words --label CETR",
        "search index words --where 'words >= 3 and label = cetr'",
        "search index words --weight 'label = cetr: 2'",
        "sweep index --topics topics --qrels qrels --grid label=none,cetr",
        "compare index --topics topics --qrels qrels --label cetr",
        "export index --format jsonl --label cetr",
        "distribution index --label cetr",
        "inspect index ice-1 --label cetr",
        "eval qrels run --index index --label cetr",
    ] {
        case.tamis(line).ends(2).says(&[remedy, command]);
    }
    let with_argument = "(`tamis label index --classifier 'tree-filter:A3 x'`)";
    case.tamis("search index words --label 'tree-filter:A3 x'").ends(2).says(&[with_argument]);
    case.tamis("label index --classifier cetr -q").ends(0);
    case.tamis("search index words --label cetr").ends(0);
});
