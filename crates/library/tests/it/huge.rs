//! Huge pages: a million nested elements, and 20 MB of text. A page of 100 MB is for a release
//! build: it took 12 s there.

use crate::case::{Case, assert_told};
use serde_json::json;
use tamis::BlockRow;
use tamis::blocks::page::Limits;
use tamis::job::{ExtractJob, PageSource};

#[test]
fn a_million_nested_tags_end_at_the_depth_limit_without_a_word_lost() {
    let case = Case::default();
    let page =
        ["<html><body>", &"<div>".repeat(1_000_000), "deep words", &"</div>".repeat(1_000_000)]
            .concat();
    case.file("site/nested.html", &page);
    case.file("site/unclosed.html", "<b>".repeat(1_000_000) + "deeper words");
    case.file("site/page.html", "<p>shallow words");
    let built = case.index("index", &["site"]);
    assert_eq!((built.counts.pages, built.damaged), (3, 0));
    assert_eq!(json!(built.counts.defective), json!({"depth_limit": 2}));
    assert_eq!(case.find("index", "words", &[]).unwrap().len(), 3);
    let blocks = |limits| {
        let job = ExtractJob { limits, ..ExtractJob::default() };
        job.blocks(PageSource::Text(page.clone()), &()).unwrap()
    };
    let limited = blocks(Limits::default());
    let told = "elements nested deeper than 4096: 995906, not opened, text kept; raise max_depth";
    assert_told(&limited.notices, &[told]);
    let BlockRow { text, words, tag_level, .. } = &limited.result.rows[0];
    assert_eq!((&**text, *words, *tag_level), ("deep words", 2, 4096));
    let unlimited = blocks(Limits { depth: 0, ..Limits::default() });
    assert_eq!((unlimited.result.rows[0].tag_level, unlimited.notices.len()), (1_000_002, 0));
}

#[test]
fn a_page_of_20_megabytes_is_a_page() {
    let case = Case::default();
    let paragraph =
        format!("<p>{}<a href=x>and a link</a></p>\n", "words of a long page ".repeat(50));
    case.file("big.html", paragraph.repeat(20_000_000 / paragraph.len()));
    assert_eq!(case.index("index", &["big.html"]).counts.pages, 1);
    assert_eq!(case.find("index", "page", &[("min_words", "100")]).unwrap().len(), 1);
}
