//! The tree against what cheerio 0.22 with htmlparser2 3.10 makes of the same markup (run once,
//! written down here), and unfluff's own steps.

use super::tree::ROOT;
use super::*;
use tamis_blocks::page::Cut;

fn with<T>(markup: &str, language: Option<&str>, then: impl Fn(&Subject) -> T) -> T {
    let page = tamis_blocks::html::parse_str(markup);
    let blocks = tamis_blocks::block::cut(&page, Cut::Boilerpipe);
    then(&Subject::new(&page, &blocks).with_markup(markup).in_language(language))
}

fn read_and_written(markup: &str) -> String {
    let tree = parse::page(markup);
    let mut written = String::new();
    write::inner(&tree, ROOT, &mut written);
    written
}

#[test]
fn markup_is_read_and_written_as_cheerio_does() {
    let cases = [
        ("<p>a<p>b</p></p>c", "<p>a</p><p>b</p><p></p>c"),
        ("<tr><td>a<td>b<tr><th>c", "<tr><td>a</td><td>b</td></tr><tr><th>c</th></tr>"),
        ("<ul><li>a<li>b</ul></br>c", "<ul><li>a</li><li>b</li></ul><br>c"),
        ("<p><div>x</p>y", "<p><div>x</div></p>y"),
        (
            "<B ID=x Class='a b' title=t>&lt;&copy;&notit;&#128;</b>",
            "<b id=\"x\" class=\"a b\">&lt;\u{A9}\u{AC}it;\u{20AC}</b>",
        ),
        ("<svg><path/><title/></svg><div/>x", "<svg><path/><title/></svg><div></div>x"),
        ("<script>a<b></script >x<style>", "<script></script>x<style></style>"),
        ("a < b <> c </> d", "a &lt; b &lt;&gt; c &lt;/&gt; d"),
        ("<!doctype html><!-- x --><a>y", "<!doctype html><a>y</a>"),
        ("x&#;y&#g", "x&amp;#;yy&amp;#g"),
        ("<img src=x>a<br/>b<div", "<img>a<br>b"),
        ("x<!open", "xopen"),
    ];
    for (markup, written) in cases {
        assert_eq!(read_and_written(markup), written, "{markup}");
    }
}

#[test]
fn depth_has_a_limit_and_loses_no_text() {
    let deep = "<div>".repeat(100_000) + "x";
    let tree = parse::page(&deep);
    assert_eq!(tree.text_of(ROOT), "x");
    with(&deep, None, |subject| assert_eq!(Unfluff.text(subject), ""));
}

const PARAGRAPH: &str = "<p>It is what they have of the one and the other, and that is that.</p>";

#[test]
fn the_winner_is_kept_and_explained() {
    let page = format!(
        "<ul><li><a href=/>Home</a></ul><div id=story class='a b'>{}</div>",
        PARAGRAPH.repeat(3)
    );
    with(&page, None, |subject| {
        let labels = Unfluff.classify(subject);
        assert_eq!(labels[0], Label::Boilerplate);
        assert_eq!(labels[1..], [Label::Content; 3]);
        assert!(Unfluff.text(subject).starts_with("It is what they have"));
        let explained = Unfluff.explain(subject);
        assert!(
            explained[1].starts_with("100 % of its words are in the text kept from the winner "),
            "{}",
            explained[1]
        );
    });
}

/// Whether anything is kept of an English page with this attribute of HTML.
fn keeps(lang: &str, language: Option<&str>) -> bool {
    let page = format!("<html{lang}><div>{}</div>", PARAGRAPH.repeat(3));
    with(&page, language, |subject| !Unfluff.text(subject).is_empty())
}

#[test]
fn the_language_is_the_users_then_the_pages_then_english() {
    assert!(
        keeps("", None)
            && keeps(" lang=en-GB", None)
            && keeps(" lang=xx", None)
            && keeps(" lang=de", Some("en"))
    );
    assert!(!keeps(" lang=fi", None) && !keeps("", Some("fi")));
    assert_eq!(
        language(&mut parse::page("<meta name=lang content=FR><p>x")).as_deref(),
        Some("fr")
    );
    assert_eq!(language(&mut parse::page("<html lang='é'>")), None);
}

#[test]
fn siblings_before_the_winner_come_twice() {
    let one = "<p>The one that is before it all, and the rest of it.</p>";
    let page = format!("<body><article>{one}</article><section>{}</section>", PARAGRAPH.repeat(6));
    with(&page, None, |subject| {
        assert_eq!(
            Unfluff.text(subject).matches("before it all").count(),
            2,
            "{}",
            Unfluff.text(subject)
        );
    });
}

#[test]
fn a_page_of_too_many_elements_keeps_nothing_and_the_cause_is_reported() {
    let article =
        "<p>It is the one that was in all of the places where they were, and so it is.</p>";
    for (piece, count) in [("<i></i>", 1_100_000), ("<div>a", 600_000)] {
        with(&(article.to_owned() + &piece.repeat(count)), None, |subject| {
            assert_eq!(Unfluff.text(subject), "", "{piece}");
            assert_eq!(Unfluff.explain(subject)[0], "the page has too many elements", "{piece}");
        });
        with(&(article.to_owned() + &piece.repeat(count / 1000)), None, |subject| {
            assert_ne!(Unfluff.explain(subject)[0], "the page has too many elements", "{piece}");
        });
    }
}
