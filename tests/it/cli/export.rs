//! `tamis export`: its formats as flags name them, its file or standard output, and what it tells.
//! What is exported is tested in `crates/library/tests/it/export.rs`.

use crate::case::Case;

case!(every_format_is_written_to_a_file_or_printed, |_| {
    let case = Case::indexed();
    let file = case.tamis("export index --format ciff --out view.ciff.gz --min-words 11").ends(0);
    file.says(&["view.ciff.gz: 5 pages", " terms"]);
    let lines = case.tamis("export index --format jsonl --min-words 11 --min-page-words 4").ends(0);
    let lines = lines
        .says(&["left out: 1 page with fewer than 4 words", "(standard output): 4 pages"])
        .json_lines();
    assert_eq!(lines[0]["id"], "ice-1");
    let bulk = case.tamis("export index --format opensearch --threads 1").ends(0).json_lines();
    assert_eq!(bulk[0]["index"]["_id"], "ice-1");
    let text = case.tamis("export index --format text --min-words 11 -q").ends(0).stdout;
    assert!(text.starts_with("---\nid: \"ice-1\"\n"), "{text}");
    case.tamis("export index --format ciff --out y.ciff --min-words 9999 --title drop")
        .ends(0)
        .says(&["no page has a permitted token"]);
    case.tamis("export index --format terrier")
        .ends(2)
        .says(&["[possible values: ciff, jsonl, opensearch, text, markdown, html]"]);
    case.tamis("export index --format ciff --min-page-words 4")
        .ends(2)
        .says(&["--min-page-words: counts the words of text"]);
    case.tamis("export index --format html")
        .ends(1)
        .says(&["does not store the structure of its pages", "--store structure"]);
    case.tamis("index pages.warc.gz --out bare --store none -q").ends(0);
    case.tamis("export bare --format jsonl --out x.jsonl").ends(1).says(&[
        "does not store the text of its pages",
        "--store text",
        "--format ciff",
    ]);
    case.tamis("index pages.warc.gz --out stored --store structure --metadata -q").ends(0);
    let markdown = case.tamis("export stored --format markdown --links --json").ends(0);
    assert!(markdown.json_lines()[0]["markdown"].is_string());
    case.tamis("search stored tea --published-from 2024-05")
        .ends(0)
        .says(&["0 of 5 pages pass the filters", "5 pages left out: no date of publication"]);
});
