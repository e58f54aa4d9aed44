//! Kept text, and pages that yield no text.

use super::*;
use tamis_blocks::page::Cut;

fn with<T>(markup: &str, then: impl Fn(&Subject) -> T) -> T {
    let page = tamis_blocks::html::parse_str(markup);
    let blocks = tamis_blocks::block::cut(&page, Cut::Boilerpipe);
    then(&Subject::new(&page, &blocks).with_markup(markup))
}

fn text(markup: &str) -> String {
    with(markup, |subject| Readability.text(subject))
}

fn article_page() -> String {
    let sentence = "A sentence of an article, with commas, and enough words to be one, it seems. ";
    let paragraph = format!("<p>{}</p>", sentence.repeat(5));
    format!(
        "<ul class=menu><li><a href=/>Home</a></ul><div class=article>{}</div>",
        paragraph.repeat(4)
    )
}

#[test]
fn the_article_is_content_and_the_menu_is_not() {
    with(&article_page(), |subject| {
        let labels = Readability.classify(subject);
        assert_eq!(labels[0], Label::Boilerplate);
        assert!(labels[1..].iter().all(|&label| label == Label::Content));
        assert!(Readability.text(subject).starts_with("A sentence"));
        assert!(Readability.text(subject).ends_with('\n'));
        assert_eq!(Readability.explain(subject)[1], "100 % of its words are in the article");
    });
}

#[test]
fn a_root_that_looks_unlikely_costs_nothing() {
    let whole = text(&format!("<html><body>{}", article_page()));
    assert!(whole.starts_with("A sentence"));
    for root in [
        "<html class=header-spacing>",
        "<!--[if IE]><html><![endif]--><HTML id='comment>' lang=en >",
    ] {
        assert_eq!(text(&format!("{root}<body>{}", article_page())), whole, "{root}");
    }
    assert_eq!(with_bare_root("a<html-x b><html\n c='>'>d<html"), "a<html-x b><html>d<html");
}

#[test]
fn a_page_beyond_a_limit_keeps_nothing_and_the_limit_is_reported() {
    let deep = "<div>".repeat(100_000) + &article_page();
    with(&deep, |subject| {
        assert_eq!(Readability.text(subject), "");
        assert!(Readability.classify(subject).iter().all(|&label| label == Label::Boilerplate));
        assert!(Readability.explain(subject)[0].contains("more than 512 elements"));
    });
    assert_eq!(text(""), "");
}
