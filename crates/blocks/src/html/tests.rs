//! Balanced pages, and pages that no author would write.

mod limits;

use super::*;
use crate::html::element::TagCode;
use crate::page::{Event, Page};
use proptest::prelude::*;

/// A page's events as one line: `<B`, `>B` and texts.
fn events(html: &str) -> String {
    spelled(&parse_str(html))
}

fn spelled(page: &Page) -> String {
    let events: Vec<String> = page.events.iter().map(|event| spelled_event(page, event)).collect();
    events.join(" ")
}

fn spelled_event(page: &Page, event: &Event) -> String {
    match event {
        Event::Start(tag) => format!("<{}", name(page, *tag)),
        Event::End(tag) => format!(">{}", name(page, *tag)),
        Event::Text(span) => format!("{:?}", &page.text[span.start as usize..span.end as usize]),
    }
}

/// The events inside the BODY.
fn body(html: &str) -> String {
    let all = events(html);
    all["<HTML <HEAD >HEAD <BODY ".len()..all.len() - " >BODY >HTML".len()].to_owned()
}

/// Checks what holds for every page.
fn assert_sound(page: &Page) {
    let mut open = Vec::new();
    for event in &page.events {
        match event {
            Event::Start(tag) => open.push(*tag),
            Event::End(tag) => assert_eq!(open.pop(), Some(*tag)),
            Event::Text(span) => {
                assert!(span.start < span.end, "{span:?}");
                assert!(
                    page.text.get(span.start as usize..span.end as usize).is_some(),
                    "{span:?}"
                );
            }
        }
    }
    assert!(open.is_empty());
}

#[test]
fn a_page_gets_the_elements_it_lacks() {
    assert_eq!(events(""), "<HTML <HEAD >HEAD <BODY >BODY >HTML");
    assert_eq!(events("text"), r#"<HTML <HEAD >HEAD <BODY "text" >BODY >HTML"#);
    assert_eq!(
        events("<title>t</title><p>a"),
        r#"<HTML <HEAD <TITLE "t" >TITLE >HEAD <BODY <P "a" >P >BODY >HTML"#
    );
    assert_eq!(
        events("<tr><td>x"),
        r#"<HTML <HEAD >HEAD <BODY "x" >BODY >HTML"#,
        "nothing forces a table"
    );
}

#[test]
fn nested_lists_and_anchors_are_flattened() {
    assert_eq!(
        body("<body><ul><li>a<ul><li>b</ul></ul>"),
        r#"<UL <LI "a" <UL >UL >LI <LI "b" >LI >UL"#
    );
    assert_eq!(body("<body><a>x<div>y<a>z</a>"), r#"<A "x" <DIV "y" >DIV >A <A "z" >A"#);
    assert_eq!(body("<body><b>x<i>y</b>z"), r#"<B "x" <I "y" >I >B <I "z" >I"#);
    assert_eq!(body("<body>a</p>b"), r#""a" <P >P "b""#);
    assert_eq!(body("<body>a</div>b"), r#""a" "b""#);
}

#[test]
fn unknown_elements_close_each_other_and_keep_their_names() {
    let page = parse_str("<body><x-one><o:p>a</nav>b</x-one>");
    assert_eq!(
        spelled(&page),
        r#"<HTML <HEAD >HEAD <BODY <X-ONE <P "a" >P "b" >X-ONE >BODY >HTML"#
    );
    assert_eq!(page.names, ["X-ONE".into()]);
}

#[test]
fn a_broken_title_does_not_swallow_the_page() {
    let page = parse_str("<title>t</title <body><p>a");
    assert!(spelled(&page).contains(r#"<BODY <P "a""#), "{}", spelled(&page));
}

#[test]
fn raw_text_is_raw_and_noscript_is_not() {
    assert!(
        events("<script>'<p>'</script>a<style>b</style>")
            .contains(r#"<SCRIPT >SCRIPT >HEAD <BODY "a" <STYLE >STYLE"#)
    );
    assert!(events("<body><xmp><p></xmp>").contains(r#"<XMP "<p>" >XMP"#));
    assert!(
        events("<body><textarea>a&amp;<b></textarea>").contains(r#"<TEXTAREA "a&<b>" >TEXTAREA"#)
    );
    assert!(events("<body><noscript><p>a</noscript>").contains(r#"<NOSCRIPT <P "a" >P >NOSCRIPT"#));
}

#[test]
fn plain_text_has_a_paragraph_between_blank_lines() {
    let page = plain_text("", "\n\none\ntwo\n \t\nthree <b>&amp;\r\n\r\nfour");
    let expected =
        r#"<HTML <BODY <P "one\ntwo\n" >P <P "three <b>&amp;\r\n" >P <P "four" >P >BODY >HTML"#;
    assert_eq!(spelled(&page), expected);
    assert_sound(&page);
    assert_sound(&plain_text("", ""));
}

#[test]
fn plain_text_takes_the_given_title() {
    let page = plain_text("One <b>&\n two", "three");
    assert_eq!(
        spelled(&page),
        r#"<HTML <HEAD <TITLE "One <b>&\n two" >TITLE >HEAD <BODY <P "three" >P >BODY >HTML"#
    );
    assert_sound(&page);
    assert_eq!(plain_text(" \n", "three"), plain_text("", "three"));
}

#[test]
fn a_million_nested_tags_are_a_page() {
    let page = parse_str(&"<div>".repeat(1_000_000));
    assert_eq!(page.events.len(), 2 * 1_000_000 + 6);
    assert_eq!(page.events.first(), Some(&Event::Start(TagCode::HTML.tag())));
}

/// Tags that make the balancer search or open again: each is as long as its page, none may cost
/// more than its length.
#[test]
fn pages_that_force_searches_take_linear_time() {
    let n = 50_000;
    for (open, close) in [
        ("<b><i>", "</b>"),
        ("<div><p>", "</span>"),
        ("<table><x>", "<td>"),
        ("<title>", "<b><li>"),
    ] {
        let page = parse_str(&(open.repeat(n) + &close.repeat(n)));
        assert_sound(&page);
        assert!(page.events.len() < 5_000_000, "{open}{close}: {}", page.events.len());
    }
    let names: String = (0..70_000).map(|n| format!("<x{n}>")).collect();
    assert_sound(&parse_str(&names));
}

#[test]
fn a_page_of_twenty_megabytes_is_a_page() {
    let page = parse_str(
        &"<p class=\"x\">Some words of a <a href='/long'>long</a> page.\n".repeat(340_000),
    );
    assert!(page.events.len() > 2_000_000);
}

/// Pieces of HTML that meet in ways no author intends.
fn soup() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "<html>",
        "<head>",
        "</head>",
        "<body>",
        "</body>",
        "</html>",
        "<title>",
        "</title>",
        "<p>",
        "</p>",
        "<a href=x>",
        "</a>",
        "<b>",
        "</b>",
        "<i>",
        "</i>",
        "<ul>",
        "<li>",
        "</ul>",
        "<table>",
        "<tr>",
        "<td>",
        "</table>",
        "<div>",
        "</div>",
        "<form>",
        "</form>",
        "<select>",
        "<option>",
        "<script>",
        "</script>",
        "<style>",
        "<textarea>",
        "<x:y>",
        "</nav>",
        "<nav>",
        "<frameset>",
        "<font>",
        "</font>",
        "<h1>",
        "</h2>",
        "<br/>",
        "<!-- c -->",
        "<!x>",
        "&nbsp;",
        "&copy",
        "&#x1F4F9;",
        "words and more words",
        " ",
        "\u{3000}",
        "é\u{301}",
        "<",
        "</",
        "<a b='",
        "\0",
    ]);
    prop::collection::vec(pieces, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_bytes_make_a_sound_page(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        assert_sound(&parse(&bytes, None));
    }

    #[test]
    fn any_soup_makes_a_sound_page(html in soup()) {
        assert_sound(&parse_str(&html));
        assert_sound(&plain_text(&html, &html));
    }

    #[test]
    fn any_soup_cuts_into_sound_blocks(html in soup()) {
        let page = parse_str(&html);
        for cut in [crate::page::Cut::Boilerpipe, crate::page::Cut::Atomic] {
            crate::block::tests::assert_sound(&page, &crate::block::cut(&page, cut));
        }
    }
}
