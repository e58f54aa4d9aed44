//! Huge pages: a million nested elements, and 20 MB of text. A page of 100 MB is for a release
//! build: `tamis index big.html --out index` took 12 s there.

use serde_json::json;

case!(a_million_nested_tags_end_at_the_depth_limit_without_a_word_lost, |case| {
    let page = ["<html><body>", &"<div>".repeat(1_000_000), "deep words", &"</div>".repeat(1_000_000)].concat();
    case.file("site/nested.html", page);
    case.file("site/unclosed.html", "<b>".repeat(1_000_000) + "deeper words");
    case.file("site/page.html", "<p>shallow words");
    case.tamis("index site --out index").ends(0).says(&["3 pages", "2 flaws of other records: depth_limit 2"]);
    assert_eq!(case.tamis("search index words --json").ends(0).json_lines().len(), 3);
    let too_deep = "elements nested deeper than 4096: 995906, not opened";
    let block = case.tamis("extract site/nested.html --blocks --json").ends(0).says(&[too_deep, "max_depth"]).json();
    let expected = (&json!("deep words"), &json!(2), &json!(4096));
    assert_eq!((&block["text"], &block["words"], &block["tag_level"]), expected);
    let unlimited = case.tamis("extract site/nested.html --blocks --json --max-depth 0").ends(0);
    assert_eq!((unlimited.json()["tag_level"].as_u64(), unlimited.stderr.as_str()), (Some(1_000_002), ""));
});

case!(a_page_of_20_megabytes_is_a_page, |case| {
    let paragraph = format!("<p>{}<a href=x>and a link</a></p>\n", "words of a long page ".repeat(50));
    case.file("big.html", paragraph.repeat(20_000_000 / paragraph.len()));
    case.tamis("index big.html --out index").ends(0).says(&["1 page, "]);
    assert_eq!(case.tamis("search index page --min-words 100 --json").ends(0).json_lines().len(), 1);
});
