//! Splits a page into jusText's paragraphs: its `ParagraphMaker` over the elements that lxml's
//! cleaner leaves.

use super::libxml::{self, Elements};
use super::space::{is_blank, push_normalized};
use crate::justext::tags::Tags;
use crate::space::is_space;
use std::borrow::Cow;
use std::sync::LazyLock;
use tamis_blocks::page::Tag;

/// A run of text between two tags that end paragraphs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Paragraph {
    /// Its text; each run of white space is one space, or one line feed if it contains a line end.
    pub text: String,
    /// Length of the text in code points.
    pub length: usize,
    /// Number of code points inside A. White space at the ends counts here, but not in the length,
    /// so it may be larger.
    pub chars_in_links: usize,
    /// Whether it is inside a heading (H1 to H6, or any H and a digit).
    pub heading: bool,
    /// Whether the name of an element around it contains `select`.
    pub in_select: bool,
}

struct Sets {
    /// Start and end tags of these end a paragraph.
    breaks: Tags,
    /// Removed with their content. The cleaner only removes a LINK to a style sheet, but a LINK has
    /// no text anyway.
    killed: Tags,
    /// Removed, but their content stays.
    dropped: Tags,
    head: Tag,
    body: Tag,
    br: Tag,
    a: Tag,
}

static SETS: LazyLock<Sets> = LazyLock::new(|| Sets {
    breaks: Tags::from_names(
        "body blockquote caption center col colgroup dd div dl dt fieldset form legend optgroup \
         option p pre table td textarea tfoot th thead tr ul li h1 h2 h3 h4 h5 h6",
    ),
    killed: Tags::from_names("head base script style link button input select textarea applet"),
    dropped: Tags::from_names("form iframe embed layer object param"),
    head: Tags::tag("head"),
    body: Tags::tag("body"),
    br: Tags::tag("br"),
    a: Tags::tag("a"),
});

/// Returns the paragraphs of a page, in order. Never fails; linear in the page's size.
pub fn paragraphs(markup: &str) -> Vec<Paragraph> {
    let mut maker = libxml::elements(markup, Maker::new(is_document(markup)));
    maker.flush();
    maker.begin_paragraph();
    maker.paragraphs
}

/// Whether lxml reads a page as a document, not as a fragment: it begins with its root element or a
/// doctype.
fn is_document(markup: &str) -> bool {
    let start = markup.trim_start_matches(is_space);
    ["<html", "<!doctype"].into_iter().any(|prefix| {
        start.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    })
}

struct Maker {
    sets: &'static Sets,
    paragraphs: Vec<Paragraph>,
    current: Paragraph,
    /// Text since the last element that the cleaner leaves.
    run: Vec<u8>,
    /// Properties of the open elements, the outermost first.
    open: Vec<NameFlags>,
    /// Number of open elements from the outermost removed one on.
    removed: usize,
    in_link: bool,
    after_br: bool,
    /// Whether the page is a fragment; lxml only keeps the content of its body, unless there is a
    /// head.
    whole: bool,
    body_seen: bool,
}

#[derive(Clone, Copy)]
struct NameFlags {
    heading: bool,
    select: bool,
}

impl NameFlags {
    fn from_bytes(name: &[u8]) -> Self {
        let mut words = name.split(|&byte| !is_word(byte));
        Self {
            heading: words.any(|word| matches!(word, [b'h' | b'H', b'0'..=b'9'])),
            select: name.windows(6).any(|part| part.eq_ignore_ascii_case(b"select")),
        }
    }
}

/// Whether a byte belongs to a word of an element's name.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

impl Maker {
    fn new(whole: bool) -> Self {
        Self {
            sets: &SETS,
            paragraphs: Vec::new(),
            current: Paragraph::default(),
            run: Vec::new(),
            open: Vec::new(),
            removed: 0,
            in_link: false,
            after_br: false,
            whole,
            body_seen: false,
        }
    }

    /// Whether text and elements directly in the root are dropped.
    fn is_outside(&self) -> bool {
        !self.whole && self.body_seen && self.open.len() == 1
    }

    /// Ends the paragraph and begins the next one in the elements that are open now.
    fn begin_paragraph(&mut self) {
        let heading = self.open.iter().any(|name| name.heading);
        let in_select = self.open.iter().any(|name| name.select);
        let next = Paragraph { heading, in_select, ..Paragraph::default() };
        let mut ended = std::mem::replace(&mut self.current, next);
        let nodes = std::mem::take(&mut ended.text);
        ended.text.reserve(nodes.len());
        push_normalized(&mut ended.text, nodes.trim_matches(is_space));
        ended.length = ended.text.chars().count();
        // The original checks for a text node (BR counts as one), and that the paragraph is truthy,
        // which is its length.
        if ended.length > 0 {
            self.paragraphs.push(ended);
        }
    }

    /// Adds the run of text as a text node, unless it is blank.
    fn flush(&mut self) {
        if self.run.is_empty() {
            return;
        }
        // Runs do not end inside a character, so this is valid UTF-8.
        let run = std::str::from_utf8(&self.run)
            .map_or_else(|_| String::from_utf8_lossy(&self.run), Cow::Borrowed);
        if !is_blank(&run) {
            let before = self.current.text.len();
            self.current.text.reserve(run.len());
            push_normalized(&mut self.current.text, &run);
            self.after_br = false;
            if self.in_link {
                self.current.chars_in_links += self.current.text[before..].chars().count();
            }
        }
        self.run.clear();
    }
}

impl Elements for Maker {
    fn start(&mut self, tag: Tag, name: &[u8]) {
        let sets = self.sets;
        if self.removed > 0 || sets.killed.contains(tag) || (self.is_outside() && tag != sets.body)
        {
            self.removed += 1;
            self.whole |= tag == sets.head;
            return;
        }
        if sets.dropped.contains(tag) {
            return;
        }
        self.flush();
        self.open.push(NameFlags::from_bytes(name));
        self.body_seen |= tag == sets.body;
        let is_br = tag == sets.br;
        if sets.breaks.contains(tag) || (is_br && self.after_br) {
            self.begin_paragraph();
            return;
        }
        self.after_br = is_br;
        if is_br {
            self.current.text.push(' ');
        } else if tag == sets.a {
            self.in_link = true;
        }
    }

    fn end(&mut self, tag: Tag) {
        let sets = self.sets;
        if self.removed > 0 {
            self.removed -= 1;
            return;
        }
        if sets.dropped.contains(tag) {
            return;
        }
        self.flush();
        self.open.pop();
        if sets.breaks.contains(tag) {
            self.begin_paragraph();
        }
        if tag == sets.a {
            self.in_link = false;
        }
    }

    fn text(&mut self, piece: &[u8]) {
        if self.removed == 0 && !self.is_outside() {
            self.run.extend_from_slice(piece);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(markup: &str) -> Vec<String> {
        paragraphs(markup).into_iter().map(|paragraph| paragraph.text).collect()
    }

    #[test]
    fn two_br_end_a_paragraph_and_one_does_not() {
        assert_eq!(texts("<p>a<br>b<br> <br>c"), ["a b", "c"]);
        assert_eq!(texts("<p>a<br><br><br>b"), ["a", "b"], "the third belongs to the second");
        assert_eq!(texts("<p>a<br><b>b</b><br>c"), ["a b c"]);
    }

    #[test]
    fn what_the_cleaner_removes_joins_the_text_around_it() {
        assert_eq!(
            texts("<p>a <script>x</script> b<!-- y -->\u{A0}c<select><option>z</select>"),
            ["a b c"]
        );
        assert_eq!(
            texts("<form>a<div>b</div>c</form><button>x<b>y</b></button>d"),
            ["a", "b", "cd"]
        );
        assert_eq!(texts("<title>t</title><p>a"), ["a"]);
        assert_eq!(texts("<p>a<iframe><b>c</b></iframe>"), ["a<b>c</b>"]);
    }

    #[test]
    fn white_space_is_one_space_or_one_line_feed() {
        assert_eq!(texts("<p> a \t b \n\n c \u{A0}\r\n<i> \n</i>d "), ["a b\nc\nd"]);
    }

    /// Lengths, and characters in links.
    fn lengths(markup: &str) -> Vec<(usize, usize)> {
        paragraphs(markup).iter().map(|one| (one.length, one.chars_in_links)).collect()
    }

    #[test]
    fn link_characters_are_counted_as_the_original_does() {
        assert_eq!(lengths("<p><a>é b </a>c"), [(5, 4)]);
        assert_eq!(lengths("<p><a>a <p>b</a>c"), [(1, 2), (1, 1), (1, 0)]);
        assert_eq!(lengths("<a> a </a>"), [(1, 3)]);
    }

    fn headings(markup: &str) -> Vec<bool> {
        paragraphs(markup).iter().map(|one| one.heading).collect()
    }

    #[test]
    fn a_paragraph_knows_its_path() {
        assert_eq!(headings("<h1>a<b>b</b></h1>c<x-h2><p>d"), [true, false, true]);
        assert!(paragraphs("<my-select>a<p>b")[1].in_select);
    }

    #[test]
    fn of_a_fragment_the_body_is_kept_alone() {
        assert_eq!(texts("<p>a</body>b<i>c</i>"), ["a"]);
        assert_eq!(texts("<html><p>a</body>b<i>c</i>"), ["a", "bc"]);
        assert_eq!(texts("<title>t</title><p>a</body>b<i>c</i>"), ["a", "bc"]);
    }
}
