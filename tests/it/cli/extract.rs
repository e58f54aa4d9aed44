//! `tamis extract` and `tamis inspect` in print and as JSON: a page's text and its blocks. What is
//! kept of a page is tested in `crates/library/tests/it/extract.rs`.

use crate::case::{ANSWERED, Case, PAGES, html, keys};
use serde_json::json;

/// The fields of a block in the contract, in addition to its number in the page.
const BLOCK: [&str; 11] = [
    "anchor_words",
    "block",
    "kind",
    "labels",
    "link_density",
    "tag_level",
    "text",
    "text_density",
    "words",
    "wrapped_lines",
    "wrapped_words",
];

case!(the_text_of_pages_is_printed_in_every_form, |case| {
    case.file("page.html", html(&PAGES[0]));
    case.file("empty.html", "<title>b</title>");
    let one = case.tamis("extract page.html --classifier min-words-10").ends(0).stdout;
    assert_eq!(one, format!("{}\n", PAGES[0].3));
    let both = case.tamis("extract page.html empty.html --classifier words-tree").ends(0);
    let both = both.says(&["empty.html: warning: words-tree found no main text"]).stdout;
    assert!(both.starts_with("==> page.html <==\n"), "{both}");
    assert!(both.ends_with("\n\n==> empty.html <==\n"), "{both}");
    let pages = case.tamis("extract page.html empty.html --json").ends(0).json_lines();
    assert_eq!((&pages[0]["file"], &pages[1]["file"]), (&json!("page.html"), &json!("empty.html")));
    assert_eq!(pages[0]["classifier"], "tamis");
    case.file("answered.html", ANSWERED);
    let markdown = "extract answered.html --format markdown --metadata --comments --links";
    let markdown = case.tamis(&format!("{markdown} --url https://a.test/b")).ends(0).stdout;
    assert!(markdown.starts_with("---\ntitle: \"Penguins on the ice\"\n"), "{markdown}");
    assert!(markdown.contains("\n---\n\n") && markdown.contains("\n## Comments\n"), "{markdown}");
    let html = case.tamis("extract answered.html --format html").ends(0).stdout;
    assert!(html.starts_with("<meta charset=\"utf-8\">\n<h"), "{html}");
    case.tamis("extract page.html --blocks --links").ends(2).says(&["cannot be used with"]);
    case.tamis("extract page.html --comments --blocks").ends(2).says(&["cannot be used with"]);
    case.tamis("extract page.html --comments --classifier justext:en")
        .ends(2)
        .says(&["--comments: found the classifier justext:en, expected tamis or tamis-article"]);
});

case!(the_blocks_of_a_page_are_printed_with_reasons, |_| {
    let case = Case::indexed();
    case.file("page.html", html(&PAGES[0]));
    let line = "extract page.html --classifier words-tree --explain";
    let blocks = case.tamis(&format!("{line} --json")).ends(0).json_lines();
    let because = blocks[1]["because"].as_str().unwrap();
    let lines = case.tamis(line).ends(0).stdout;
    assert_eq!(lines.lines().count(), 2 + 2 * 4, "{lines}");
    assert!(lines.contains(because), "{lines}");
    let plain = case.tamis("extract page.html --blocks --json --cut atomic").ends(0).json_lines();
    assert_eq!((keys(&plain[0]), &plain[0]["kind"]), (BLOCK.to_vec(), &json!("title")));
    let text = case.tamis("inspect index ice-1").ends(0).stdout;
    let first = text.lines().next().unwrap();
    let page = "ice-1  http://ice-1.example/  2006-02-17T00:00:00Z  (pages.warc.gz:";
    assert!(first.starts_with(page) && first.ends_with(")  UTF-8 (http)"), "{text}");
    assert_eq!(case.tamis("inspect index ice-1 --json").ends(0).json_lines().len(), 5);
});

case!(a_page_comes_from_standard_input_and_its_damage_is_told, |case| {
    let page = b"<p>caf\xe9</p>";
    let line = "extract - --classifier keep-all --encoding latin1";
    assert_eq!(case.tamis_reading(line, page).ends(0).stdout, "caf\u{e9}\n");
    case.file("page.html", "<p>one<p>two words<p>three");
    let limited = "extract page.html --classifier keep-all --max-blocks 2";
    let cut = case.tamis(limited).ends(3);
    assert_eq!(cut.stdout, "one\ntwo words\n");
    cut.says(&["page.html: warning: blocks after the first 2: 1, left out with 5 bytes of text"]);
    let quiet = case.tamis(&format!("{limited} -q")).ends(3).stderr;
    assert_eq!(quiet, "tamis: page.html: content is missing\n");
    case.warc("x.warc.gz", 1);
    let message =
        "is a WARC archive, not a page; index it, then inspect its pages, or export their text";
    let refused = case.tamis("extract x.warc.gz").ends(1).says(&[&format!(
        "x.warc.gz: {message} (`tamis index x.warc.gz --out INDEX`, then `tamis inspect INDEX \
         DOCNO` or `tamis export INDEX --format text --out FILE`)"
    )]);
    assert_eq!(refused.stdout, "");
    let warc = std::fs::read(case.path("x.warc.gz")).unwrap();
    case.tamis_reading("extract -", &warc).ends(1).says(&[message, "tamis index -"]);
});
