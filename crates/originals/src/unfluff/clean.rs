//! Removes elements before the search for the article (unfluff's `cleaner`).

use super::parse::fragment;
use super::tree::{CheerioData, CheerioId, CheerioName, CheerioTree, ROOT};
use super::{paragraphs, write};
use std::sync::LazyLock;
use tamis_blocks::remembered::Remembered;

/// Elements are removed if their id, class or name contains one of these, in any case,
const BAD: &[&str] = &[
    "combx",
    "retweet",
    "mediaarticlerelated",
    "menucontainer",
    "navbar",
    "partner-gravity-ad",
    "video-full-transcript",
    "storytopbar-bucket",
    "utility-bar",
    "inline-share-tools",
    "comment",
    "popularquestions",
    "contact",
    "foot",
    "cnn_strycaptiontxt",
    "cnn_html_slideshow",
    "cnn_strylftcntnt",
    "links",
    "shoutbox",
    "sponsor",
    "tags",
    "socialnetworking",
    "cnnstryhghlght",
    "cnn_stryspcvbx",
    "pagetools",
    "post-attributes",
    "welcome_form",
    "contenttools2",
    "the_answers",
    "communitypromo",
    "runaroundleft",
    "subscribe",
    "vcard",
    "articleheadings",
    "date",
    "popup",
    "author-dropdown",
    "tools",
    "byline",
    "konafilter",
    "breadcrumbs",
    "wp-caption-text",
    "legende",
    "ajoutvideo",
    "timestamp",
    "js_replies",
];
/// or is one of these,
const BAD_WHOLE: &[&str] = &["side", "inset", "print", "fn"];
/// or ends with one of these.
const BAD_END: &str = "meta";

pub(super) fn clean(tree: &mut CheerioTree) {
    for id in tree.find_all(|_, _, name| matches!(name, CheerioName::BODY | CheerioName::ARTICLE)) {
        let is_article = tree.is(id, CheerioName::ARTICLE);
        if let Some(attributes) = &mut tree.node_mut(id).attributes {
            attributes.class = None;
            if is_article {
                attributes.id = None;
                attributes.name = None;
            }
        }
    }
    for id in tree.find_all(|_, _, name| name == CheerioName::EM) {
        if tree.is_inside(id, ROOT) && !tree.holds(id, &[CheerioName::IMG]) {
            unwrap(tree, id);
        }
    }
    for id in tree.find_all(is_code) {
        replace_by_text(tree, id);
    }
    for id in tree.find_all(is_drop_cap) {
        unwrap(tree, id);
    }
    remove_bad(tree);
    for id in tree.find_all(is_span_in_paragraph) {
        unwrap(tree, id);
    }
    for id in tree.find_all(|_, _, name| name == CheerioName::U) {
        unwrap(tree, id);
    }
    for id in tree.find_all(|_, _, name| name == CheerioName::P) {
        mend_lines(tree, id);
    }
    paragraphs::make(tree, CheerioName::DIV);
    paragraphs::make(tree, CheerioName::SPAN);
}

/// Replaces an element by its content, written and parsed again; elements like it inside stay. Like
/// the other steps, it skips nodes that an earlier step has removed.
pub(super) fn unwrap(tree: &mut CheerioTree, id: CheerioId) {
    if tree.is_inside(id, ROOT) {
        let mut markup = String::new();
        write::inner(tree, id, &mut markup);
        let content = fragment(tree, &markup);
        tree.replace(id, content);
    }
}

/// Replaces an element by its text, parsed as markup.
pub(super) fn replace_by_text(tree: &mut CheerioTree, id: CheerioId) {
    if tree.is_inside(id, ROOT) {
        let text = tree.text_of(id);
        let content = fragment(tree, &text);
        tree.replace(id, content);
    }
}

/// What the value of an attribute contains that matters, as a set of bits.
type AttributeFlags = u8;
/// What removes any element, as its identifier, its class or its name.
const BAD_VALUE: AttributeFlags = 1;
/// What removes a DIV, as its identifier or its class.
const BAD_OF_DIV: AttributeFlags = 1 << 1;
/// As a class, what makes an element code.
const HIGHLIGHT: AttributeFlags = 1 << 2;
/// As a class, what makes a list code.
const TASK_LIST: AttributeFlags = 1 << 3;
/// As a class, what makes a SPAN a large first letter.
const DROP_CAP: AttributeFlags = 1 << 4;

/// Returns what a value contains.
fn found_in(value: &str) -> AttributeFlags {
    thread_local! {
        static SEEN: Remembered<AttributeFlags> = const { Remembered::new() };
    }
    SEEN.with(|seen| {
        seen.get_or_compute(value, |value| {
            let has_class = |class| value.split(super::js::is_space).any(|one| one == class);
            let bit = |bit, found| if found { bit } else { 0 };
            bit(BAD_VALUE, is_bad(value))
                | bit(BAD_OF_DIV, is_bad_of_div(value))
                | bit(HIGHLIGHT, value.contains("highlight-"))
                | bit(TASK_LIST, has_class("task-list"))
                | bit(DROP_CAP, has_class("dropcap") || has_class("drop_cap"))
        })
    })
}

/// Whether an element has one of some things in its class.
fn has_class(tree: &CheerioTree, id: CheerioId, wanted: AttributeFlags) -> bool {
    tree.attribute(id, |attributes| &attributes.class)
        .is_some_and(|class| found_in(class) & wanted != 0)
}

fn is_code(tree: &CheerioTree, id: CheerioId, name: CheerioName) -> bool {
    match name {
        CheerioName::CODE | CheerioName::PRE => true,
        CheerioName::UL => has_class(tree, id, TASK_LIST | HIGHLIGHT),
        _ => has_class(tree, id, HIGHLIGHT),
    }
}

fn is_drop_cap(tree: &CheerioTree, id: CheerioId, name: CheerioName) -> bool {
    name == CheerioName::SPAN && has_class(tree, id, DROP_CAP)
}

fn is_span_in_paragraph(tree: &CheerioTree, id: CheerioId, name: CheerioName) -> bool {
    name == CheerioName::SPAN && tree.ancestors(id).any(|above| tree.is(above, CheerioName::P))
}

/// Removes scripts and styles, then elements whose attributes suggest boilerplate. All are found
/// before any is removed, which also takes those inside others apart, to no effect.
fn remove_bad(tree: &mut CheerioTree) {
    let removed = [
        tree.find_all(|_, _, name| name == CheerioName::SCRIPT),
        tree.find_all(|_, _, name| name == CheerioName::STYLE),
        tree.find_all(has_bad_value),
        tree.find_all(is_bad_div),
    ];
    for id in removed.concat() {
        tree.remove(id);
    }
}

fn has_bad_value(tree: &CheerioTree, id: CheerioId, _: CheerioName) -> bool {
    let Some(attributes) = &tree.node(id).attributes else { return false };
    let values = [&attributes.id, &attributes.class, &attributes.name];
    values.into_iter().flatten().any(|value| found_in(value) & BAD_VALUE != 0)
}

fn is_bad_div(tree: &CheerioTree, id: CheerioId, name: CheerioName) -> bool {
    let Some(attributes) = &tree.node(id).attributes else { return false };
    let values = [&attributes.id, &attributes.class];
    name == CheerioName::DIV
        && values.into_iter().flatten().any(|value| found_in(value) & BAD_OF_DIV != 0)
}

fn is_bad(value: &str) -> bool {
    let bytes = value.as_bytes();
    let end = bytes.len().checked_sub(BAD_END.len()).map(|at| &bytes[at..]);
    BAD_WHOLE.iter().any(|word| value.eq_ignore_ascii_case(word))
        || end.is_some_and(|end| end.eq_ignore_ascii_case(BAD_END.as_bytes()))
        || (0..bytes.len()).any(|at| begins_with_bad_word(&bytes[at..]))
}

/// Whether a text that is not empty begins with one of [`BAD`], in any case.
fn begins_with_bad_word(text: &[u8]) -> bool {
    static BY_FIRST_LETTER: LazyLock<[Vec<&[u8]>; 26]> = LazyLock::new(|| {
        let mut words: [Vec<&[u8]>; 26] = Default::default();
        for word in BAD {
            let first = word.as_bytes()[0];
            words[usize::from(first - b'a')].push(word.as_bytes());
        }
        words
    });
    let first = usize::from(text[0].to_ascii_lowercase().wrapping_sub(b'a'));
    let Some(words) = BY_FIRST_LETTER.get(first) else { return false };
    words
        .iter()
        .any(|word| text.get(..word.len()).is_some_and(|part| part.eq_ignore_ascii_case(word)))
}

/// Six more expressions, case-sensitive, for the id and class of a DIV.
fn is_bad_of_div(value: &str) -> bool {
    value == "caption"
        || value.contains(" google ")
        || value.contains("facebook-broadcasting")
        || has_after_other_than_dash(value, "facebook")
        || has_after_other_than_dash(value, "twitter")
        || is_more(value)
}

fn has_after_other_than_dash(value: &str, word: &str) -> bool {
    value
        .match_indices(word)
        .any(|(at, _)| value[..at].chars().next_back().is_some_and(|before| before != '-'))
}

fn is_more(value: &str) -> bool {
    let mut chars = value.chars();
    let first = chars.next();
    let Some(rest) = chars.as_str().strip_prefix("more") else { return false };
    first.is_some_and(|first| !"entry-".contains(first))
        && !rest.contains(['\n', '\r', '\u{2028}', '\u{2029}'])
}

/// Replaces single line breaks between two other characters by spaces, in the texts directly inside
/// a paragraph. The texts are parsed as markup again.
fn mend_lines(tree: &mut CheerioTree, paragraph: CheerioId) {
    if !tree.is_inside(paragraph, ROOT) {
        return;
    }
    let children: Vec<CheerioId> = tree.children(paragraph).collect();
    for child in children {
        let CheerioData::Text(start, end) = tree.node(child).data else { continue };
        let mended = mended(&tree.text[start as usize..end as usize]);
        let content = fragment(tree, &mended);
        tree.replace(child, content);
    }
}

fn mended(text: &str) -> String {
    let mut mended = String::with_capacity(text.len());
    let bytes = text.as_bytes();
    // The character after a replaced break is consumed: the next break needs another one before it.
    let mut from = 0;
    let mut used = 0;
    for at in memchr::memchr_iter(b'\n', bytes) {
        let Some(after) = text[at + 1..].chars().next() else { break };
        if at > used && bytes[at - 1] != b'\n' && after != '\n' {
            mended.push_str(&text[from..at]);
            mended.push(' ');
            from = at + 1;
            // If it has two UTF-16 units, the second one is left.
            used = if after.len_utf16() == 1 { from + after.len_utf8() } else { from };
        }
    }
    mended.push_str(&text[from..]);
    mended
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_breaks_become_spaces() {
        assert_eq!(mended("a\nb\nc\n\nd\ne"), "a b\nc\n\nd e");
        assert_eq!(mended("\na\r\nb\n"), "\na\r b\n");
        assert_eq!(mended("a\n\u{1F600}\nb"), "a \u{1F600} b");
        assert_eq!(mended(""), "");
    }

    #[test]
    fn bad_names_are_found() {
        for value in ["Side", "my-COMMENTS", "theme-meta", "fn", "footer", "updated"] {
            assert!(is_bad(value), "{value}");
        }
        for value in ["sidebar", "metadata", "fnord", "story", ""] {
            assert!(!is_bad(value), "{value}");
        }
        for value in [
            "caption",
            "a google b",
            "xmore-1",
            "my facebook",
            "-facebook-broadcasting",
            "xtwitter",
        ] {
            assert!(is_bad_of_div(value), "{value}");
        }
        for value in
            ["captions", "google", "-more", "emore", "more", "-facebook", "twitter", "xmore\n"]
        {
            assert!(!is_bad_of_div(value), "{value}");
        }
    }
}
