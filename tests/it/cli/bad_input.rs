//! Invalid input ends in one clear message: the place, what was found, what was expected, what to
//! do. What jobs refuse is asked of them; here is what the program adds.

use crate::case::Case;
use tamis_index::index::manifest::FORMAT;

case!(a_missing_file_is_named, |_| {
    let case = Case::indexed();
    for (line, file) in [
        ("index none.warc.gz --out new", "none.warc.gz: cannot read"),
        ("extract none.html", "none.html: cannot read"),
        (
            "stats none",
            "none: is not an index folder; build one from a collection (`tamis index COLLECTION \
             --out none`)",
        ),
        ("sweep index --topics none --qrels qrels --min-words 1..=2", "none: cannot open"),
        ("eval qrels none", "none: cannot open"),
        ("inspect index none", "index: no page 'none'"),
        ("search index --topics topics --out no/run.txt", "no/run.txt: cannot write"),
    ] {
        let outcome = case.tamis(line).ends(1).says(&[file]);
        assert_eq!(outcome.stdout, "", "{line}");
    }
    assert!(!case.path("new").exists(), "invalid input leaves nothing behind");
});

case!(what_is_no_collection_and_no_new_folder_ends_with_status_1, |case| {
    case.warc("pages.warc.gz", 1);
    case.file("mine/thesis.txt", "years of work");
    case.tamis("index pages.warc.gz --out mine --force").ends(1).says(&["holds something"]);
    assert_eq!(case.read("mine/thesis.txt"), "years of work");
    case.file("image.warc.gz", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    case.tamis("index image.warc.gz --out index")
        .ends(1)
        .says(&["damaged_member 1", "index: no page was indexed"]);
    case.tamis("extract mine").ends(1).says(&["mine: is a folder"]);
    case.tamis("index 'none-*.warc' --out new")
        .ends(1)
        .says(&["none-*.warc: cannot read: no file matches"]);
});

case!(an_index_of_another_version_is_refused_with_the_command_that_helps, |_| {
    let case = Case::indexed();
    let other = FORMAT - 1;
    case.edit_meta("index", |meta| {
        meta.replace(&format!(r#"\"format\":{FORMAT},"#), &format!(r#"\"format\":{other},"#))
    });
    let message = format!("index: has format {other}, and this version reads format {FORMAT}");
    for line in [
        "search index penguin",
        "sweep index --topics topics --qrels qrels --min-words 1..=2",
        "export index --format ciff --out x.ciff",
        "index pages.warc.gz --out index",
    ] {
        let command = "(`tamis index COLLECTION --out index --force`)";
        case.tamis(line).ends(1).says(&[&message, command]);
    }
    case.tamis("index pages.warc.gz --out index --force").ends(0);
    case.tamis("stats index").ends(0);
});

case!(an_unknown_name_is_answered_with_the_nearest, |_| {
    let case = Case::indexed();
    case.file("page.html", "<p>text");
    for (line, hint) in [
        ("serch index words", "'tamis search'"),
        ("index pages.warc.gz --out new --thread 2", "'--threads'"),
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
        ("completions bahs", "'bash'"),
    ] {
        case.tamis(line).ends(2).says(&[hint]);
    }
    assert!(!case.path("new").exists());
});

case!(a_label_that_is_a_classifier_names_the_command_that_adds_it, |_| {
    let case = Case::indexed();
    let remedy = "it is a classifier: add it as a label";
    for (line, classifier) in [
        ("search index words --label CETR", "cetr"),
        ("compare index --topics topics --qrels qrels --label cetr", "cetr"),
        ("inspect index ice-1 --label cetr", "cetr"),
        ("search index words --label 'tree-filter:A3 x'", "'tree-filter:A3 x'"),
    ] {
        let command = format!("(`tamis label index --classifier {classifier}`)");
        case.tamis(line).ends(2).says(&[remedy, &command]);
    }
});
