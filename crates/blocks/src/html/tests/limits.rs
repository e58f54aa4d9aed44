//! Pages that nest too deep, and pages that take too long.

use super::{assert_sound, events, soup, spelled};
use crate::block;
use crate::html::space::is_blank;
use crate::html::tokens::{ContentModel, Tokens, tokenize_until};
use crate::html::{parse_str, parse_str_within};
use crate::page::{Cut, Event, LimitHit, Limits, Page, Span};
use proptest::prelude::*;

/// HTML, HEAD, BODY and SCRIPT may exceed the limit, and void elements come on top.
const ABOVE: usize = 5;

fn at_most(depth: u32, html: &str) -> Page {
    let page = parse_str_within(html, &Limits { depth, ..Limits::NONE }.begin());
    assert_sound(&page);
    page
}

/// The most elements inside one another.
fn nesting(page: &Page) -> usize {
    let mut open = 0usize;
    let mut most = 0;
    for event in &page.events {
        match event {
            Event::Start(_) => open += 1,
            Event::End(_) => open -= 1,
            Event::Text(_) => {}
        }
        most = most.max(open);
    }
    most
}

/// The texts of a page that are not blank, by their position.
fn texts(page: &Page) -> Vec<Span> {
    let mut texts = Vec::new();
    for event in &page.events {
        if let Event::Text(span) = event
            && !is_blank(&page.text.as_bytes()[span.start as usize..span.end as usize])
        {
            texts.push(span.clone());
        }
    }
    texts.sort_by_key(|span| span.start);
    texts
}

#[test]
fn an_element_too_deep_is_empty_and_its_text_stays() {
    let page = at_most(3, "<div>a<div>b<p>c</p>d</div>e</div>f");
    let body = "<DIV \"a\" <DIV >DIV \"b\" <P >P \"c\" <P >P \"d\" <DIV >DIV \"e\" >DIV \"f\"";
    assert_eq!(spelled(&page), format!("<HTML <HEAD >HEAD <BODY {body} >BODY >HTML"));
    assert_eq!(page.hits, [LimitHit::Depth { limit: 3, elements: 2 }]);
}

#[test]
fn a_page_of_just_that_depth_is_left_alone() {
    let html = "<title>t</title><div><p>a<br>b<p>c</p></div><ul><li>x<li>y</ul><b>z</b>";
    assert_eq!(spelled(&at_most(4, html)), events(html));
    assert_eq!(at_most(4, html).hits, []);
    assert_eq!(at_most(3, html).hits, [LimitHit::Depth { limit: 3, elements: 4 }]);
}

#[test]
fn the_end_tag_of_an_unopened_element_ends_no_other() {
    let page = at_most(4, "<div><div><div>a</div>b</div>c</div>d");
    let levels: Vec<u32> =
        block::cut(&page, Cut::Boilerpipe).blocks.iter().map(|block| block.tag_level).collect();
    assert_eq!(levels, [4, 4, 3, 2]);
    // The element around it has ended, and it with that: the end tag left over belongs to an open
    // one.
    let page = at_most(4, "<div><ul><div>a</ul>b</div>c");
    let levels: Vec<u32> =
        block::cut(&page, Cut::Boilerpipe).blocks.iter().map(|block| block.tag_level).collect();
    assert_eq!(levels, [4, 3, 2]);
}

#[test]
fn words_do_not_join_across_an_unopened_table() {
    let page = at_most(3, "<div><table><tr><td>a</td><td>b</td></tr><tr><td>c</table>d");
    let blocks = block::cut(&page, Cut::Boilerpipe);
    let texts: Vec<&str> = blocks.blocks.iter().map(|block| blocks.text_of(block)).collect();
    assert_eq!(texts, ["a", "b", "c", "d"]);
}

#[test]
fn scripts_are_no_text_at_any_depth() {
    let page = at_most(2, "<div><div><script>a()</script><style>b{}</style>c");
    assert_eq!(page.text, "c");
}

#[test]
fn nested_tags_cost_what_the_limit_permits() {
    let n = 200_000;
    for (open, close) in
        [("<div>", "</div>"), ("<b>", "</b>"), ("<x-y>", "</x-y>"), ("<table><div>", "</table>")]
    {
        let page = at_most(4096, &[&open.repeat(n), "deep words", &close.repeat(n)].concat());
        assert!(nesting(&page) <= 4096 + ABOVE, "{open}: {}", nesting(&page));
        assert!(page.events.len() < 4 * 3 * n, "{open}: {}", page.events.len());
        assert_eq!(texts(&page).len(), 1, "{open}");
        assert!(
            matches!(page.hits[..], [LimitHit::Depth { limit: 4096, .. }]),
            "{open}: {:?}",
            page.hits
        );
    }
}

/// Counts tags, and forgets them.
#[derive(Default)]
struct Counter(usize);

impl Tokens for Counter {
    fn text(&mut self, _: &[u8]) {}
    fn start(&mut self, _: &[u8], _: bool) -> ContentModel {
        self.0 += 1;
        ContentModel::Markup
    }
    fn end(&mut self, _: &[u8]) {}
    fn comment(&mut self) {}
}

#[test]
fn reading_stops_soon_after_the_callback_says_so() {
    // Tags, and one tag of attributes: the clock is looked at in both.
    for (html, tags) in
        [("<b>".repeat(1 << 20), 3 << 15), (format!("<b {}>", "a ".repeat(1 << 20)), 0)]
    {
        let mut counter = Counter::default();
        let mut looks = 0;
        let read = tokenize_until(&html, &mut counter, || {
            looks += 1;
            looks == 3
        });
        assert_eq!(looks, 3);
        assert!(read.is_some_and(|read| (192 << 10..200 << 10).contains(&read)), "{read:?}");
        assert!(counter.0 < tags + 1, "{}", counter.0);
    }
    assert_eq!(tokenize_until(&"<b>".repeat(1 << 20), &mut Counter::default(), || false), None);
}

#[test]
fn what_was_read_in_time_is_a_page() {
    let html = "<p>word</p>".repeat(100_000);
    let out_of_time = Limits { milliseconds: 1, ..Limits::NONE }.begin();
    std::thread::sleep(std::time::Duration::from_millis(2));
    let page = parse_str_within(&html, &out_of_time);
    assert_sound(&page);
    let [LimitHit::Time { milliseconds: 1, bytes, .. }] = page.hits[..] else {
        panic!("{:?}", page.hits)
    };
    let words = page.text.len() / "word".len();
    assert!(words >= (60 << 10) / "<p>word</p>".len(), "{words}");
    assert!(
        (bytes as usize).abs_diff(html.len() - words * "<p>word</p>".len()) < 64,
        "{bytes} {words}"
    );
}

/// Counts the words in a page's blocks. Control characters are not words: they are dropped at the
/// end of a block.
fn words(page: &Page) -> usize {
    let blocks = block::cut(page, Cut::Atomic);
    let words = blocks.all().flat_map(|block| blocks.text_of(block).split_whitespace());
    words.filter(|word| !word.chars().all(char::is_control)).count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn no_soup_is_deeper_than_the_limit_or_loses_text(html in soup(), depth in 4u32..12) {
        // A head inside framesets may be so deep that its title is empty, and text in options is in
        // no block.
        let html = html.replace("<frameset>", "<div>").replace("<option>", "<div>");
        let page = at_most(depth, &html);
        let whole = parse_str(&html);
        prop_assert!(nesting(&page) <= depth as usize + ABOVE, "{}", spelled(&page));
        // There may be more text: elements beyond the depth limit do not hide theirs.
        let kept = texts(&page);
        prop_assert!(texts(&whole).iter().all(|span| kept.contains(span)), "{}", spelled(&page));
        if page.hits.is_empty() {
            prop_assert_eq!(page, whole);
        } else {
            prop_assert!(words(&page) >= words(&whole), "{}\n{}", spelled(&page), spelled(&whole));
        }
    }
}
