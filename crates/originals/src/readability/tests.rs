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
fn a_root_that_looks_unlikely_leaves_the_whole_body() {
    // The original removes such an element, and then takes all that the body contains.
    for root in ["<html class=header-spacing>", "<HTML id='comment>' lang=en >"] {
        let whole = text(&format!("{root}<body>{}", article_page()));
        assert!(whole.starts_with("HomeA sentence"), "{root}");
    }
    assert!(text(&format!("<html><body>{}", article_page())).starts_with("A sentence"));
}

#[test]
fn what_is_hidden_is_left_out() {
    for hidden in [
        "hidden",
        "style='color:red;display:none'",
        "aria-hidden=true",
        "aria-modal=true role=dialog",
        "class=sidebar",
        "role=complementary",
    ] {
        let page = article_page().replacen("<p>", &format!("<div {hidden}>x y</div><p>"), 2);
        assert!(!text(&page).contains("x y"), "{hidden}");
    }
    let page = article_page().replacen("<p>", "<div aria-hidden=false>x y</div><p>", 2);
    assert!(text(&page).contains("x y"));
}

#[test]
fn pages_without_end_take_linear_time() {
    for piece in [
        "<div><p>x, y</p>",
        "<br><br>x",
        "<ul><li><a href=x>y</a>",
        "<table><tr><td>",
        "<div class=comment>",
        "<h2 class=byline> </h2>",
        "<p a b c d=e",
        "<select>x<b class='&amp;'>",
        "<table>x<tr><td>y&amp;</td></tr>",
    ] {
        _ = text(&piece.repeat(500));
        _ = text(&format!("<div>{}", format!("{piece}</div></ul></table>").repeat(20_000)));
    }
    let attributes: String = (0..20_000).map(|i| format!("a{i} ")).collect();
    assert!(!text(&article_page().replacen("<p>", &format!("<p {attributes}>"), 1)).is_empty());
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
