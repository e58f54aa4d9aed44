//! Groups of words: those of a text are found in one pass. The groups of this file are of classes
//! and ids of elements.

use super::automaton::Automaton;
use crate::html::same;
use crate::remembered::Remembered;
use std::ops::Range;
use std::sync::LazyLock;

/// The groups that a text has words of, as bits in the order of [`GROUPS`].
pub type Groups = u64;

/// Number of groups.
pub const COUNT: usize = GROUPS.len();

/// The groups of class words that the features of elements have: a name for each, and its words. A
/// word may be part of a longer one; after `=` it may not be next to a letter.
pub const GROUPS: &[(&str, &[&str])] = &[
    ("content", &["content"]),
    ("article", &["article"]),
    ("post", &["post"]),
    ("entry", &["entry"]),
    ("body", &["body", "bd"]),
    ("story", &["story", "stories"]),
    ("main", &["main", "primary"]),
    ("comment", &["comment", "disqus", "discuss"]),
    ("forum", &["forum", "thread", "message", "topic", "msg"]),
    ("side", &["sidebar", "side", "rail", "aside", "complementary", "secondary"]),
    (
        "ad",
        &[
            "promo", "sponsor", "banner", "advert", "adsense", "dfp", "=ad", "=ads", "=adv",
            "outbrain", "taboola",
        ],
    ),
    ("nav", &["nav", "menu", "breadcrumb", "crumb"]),
    ("foot", &["foot", "bottom", "contentinfo"]),
    ("popup", &["popup", "modal", "overlay", "lightbox", "dialog"]),
    ("widget", &["widget", "module", "gadget", "plugin"]),
    ("meta", &["meta", "byline", "author", "date", "time", "info", "publish"]),
    (
        "media",
        &[
            "caption", "credit", "photo", "image", "img", "gallery", "media", "video", "figure",
            "slide", "carousel",
        ],
    ),
    ("list", &["list", "item", "=li"]),
    ("grid", &["grid", "card", "tile", "row"]),
    ("product", &["product", "price", "shop", "cart", "buy", "sku"]),
    ("legal", &["copyright", "legal", "disclaimer", "terms", "privacy"]),
    ("tools", &["print", "tool", "action", "button", "btn", "link"]),
    ("hidden", &["hidden", "hide", "sr-only", "screen-reader", "collapse", "noprint"]),
    (
        "article-body",
        &[
            "articlebody",
            "article-body",
            "article_body",
            "story-body",
            "storybody",
            "post-body",
            "post-content",
            "entry-content",
            "article-content",
            "article-text",
            "articletext",
            "rich-text",
            "mainbody",
            "story-text",
            "article__body",
            "body-copy",
        ],
    ),
];

/// The bit of a group.
pub const fn bit(name: &str) -> Groups {
    let mut at = 0;
    while at < GROUPS.len() {
        if same(GROUPS[at].0, name) {
            return 1 << at;
        }
        at += 1;
    }
    panic!("a name that is no group");
}

/// A search for the words of all groups, in any case.
pub struct WordSearch {
    automaton: Automaton,
    /// The group of each word, and whether it must not be next to a letter.
    groups: Vec<(usize, bool)>,
}

impl WordSearch {
    /// Compiles the search; none if there are too many words for one, which tests exclude.
    pub fn new(all: &[(&str, impl AsRef<[&'static str]>)]) -> Option<Self> {
        let mut words = Vec::new();
        let mut groups = Vec::new();
        for (group, (_, of_group)) in all.iter().enumerate() {
            for word in of_group.as_ref() {
                words.push(word.trim_start_matches('='));
                groups.push((group, word.starts_with('=')));
            }
        }
        Some(Self { automaton: Automaton::new(&words)?, groups })
    }

    /// The groups that a text has words of, if there are no more groups than bits.
    pub fn groups(&self, text: &str) -> Groups {
        let mut found = 0;
        self.each(text, |group| found |= 1 << group);
        found
    }

    /// Calls with the group of every word in a text.
    pub fn each(&self, text: &str, mut found: impl FnMut(usize)) {
        self.automaton.each(text, |word, part| {
            let (group, alone) = self.groups[word];
            if !alone || !is_beside_letter(text, part) {
                found(group);
            }
        });
    }
}

static WORDS: LazyLock<Option<WordSearch>> = LazyLock::new(|| WordSearch::new(GROUPS));

thread_local! {
    static SEEN: Remembered<Groups> = const { Remembered::new() };
}

/// Returns the groups of a text in lower case.
pub fn groups_of(text: &str) -> Groups {
    SEEN.with(|seen| seen.get_or_compute(text, groups))
}

fn groups(text: &str) -> Groups {
    WORDS.as_ref().map_or(0, |words| words.groups(text))
}

/// Whether a letter is before or after a part of a text.
pub fn is_beside_letter(text: &str, part: Range<usize>) -> bool {
    let bytes = text.as_bytes();
    let before = part.start.checked_sub(1).and_then(|at| bytes.get(at));
    let after = bytes.get(part.end);
    before.is_some_and(u8::is_ascii_alphabetic) || after.is_some_and(u8::is_ascii_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_inside_longer_ones_and_some_only_alone() {
        assert_eq!(groups_of("maincontent "), bit("content") | bit("main"));
        assert_eq!(groups_of("ad-slot"), bit("ad"));
        assert_eq!(groups_of("read"), 0);
        assert_eq!(groups_of("post-body"), bit("post") | bit("body") | bit("article-body"));
        assert!(COUNT <= Groups::BITS as usize);
    }
}
