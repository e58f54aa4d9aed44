//! Estimates in one pass over a page's tags how deep an HTML5 parser would nest it, and how often
//! it would reopen formatting elements. The estimate is never too low: a page that passes is safe.
//!
//! Readability walks up from every paragraph and looks down from every ancestor, so its time grows
//! with the square of the depth (legible 0.5.1: 5,000 nested DIVs 3.6 s, 10,000 18 s); html5ever
//! compares every attribute of a tag with all before it (20,000: 11 s); and formatting elements
//! left open are reopened in every block that follows, so that a page can grow to the square of its
//! size (WHATWG HTML, 13.2.4.3).

use std::fmt;

/// Maximum number of open elements. Real pages need at most 97.
const MAX_DEPTH: usize = 512;
/// Maximum number of attributes of a tag.
const MAX_ATTRIBUTES: usize = 1024;
/// Maximum number of reopened formatting elements.
const MAX_REOPENED: usize = 100_000;

/// Maximum number of elements, attributes and texts: the crate holds each in about 150 bytes,
/// several times. A page of 10 MB has about 500,000.
const MAX_NODES: usize = 1_000_000;

/// The limit that a page exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Limit {
    Depth,
    Attributes,
    Reopened,
    Nodes,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Depth => write!(f, "more than {MAX_DEPTH} elements are open at once"),
            Self::Attributes => write!(f, "a tag has more than {MAX_ATTRIBUTES} attributes"),
            Self::Nodes => write!(f, "it has more than {MAX_NODES} elements, attributes and texts"),
            Self::Reopened => {
                write!(f, "more than {MAX_REOPENED} formatting elements are left open over blocks")
            }
        }
    }
}

/// Returns the first limit that a page exceeds.
pub(super) fn beyond(markup: &str) -> Option<Limit> {
    let mut pass = Pass {
        markup: markup.as_bytes(),
        at: 0,
        open: Vec::new(),
        formatting: Vec::new(),
        reopened: 0,
        nodes: 0,
    };
    pass.run().err()
}

/// How a parser treats an open element when another one ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TagKind {
    /// A B BIG CODE EM FONT I NOBR S SMALL STRIKE STRONG TT U: if left open, it is reopened.
    Formatting,
    /// Only end tags of table parts search beyond it.
    Barrier,
    /// Any other element that an ordinary end tag does not search beyond.
    Special,
    Ordinary,
    /// It has no content.
    Void,
    /// Its content is text.
    Raw,
}

fn kind(name: &str) -> TagKind {
    match name {
        "a" | "b" | "big" | "code" | "em" | "font" | "i" | "nobr" | "s" | "small" | "strike"
        | "strong" | "tt" | "u" => TagKind::Formatting,
        "table" | "td" | "th" | "caption" | "object" | "applet" | "marquee" | "template" => {
            TagKind::Barrier
        }
        "script" | "style" | "textarea" | "title" | "iframe" | "noembed" | "noframes" | "xmp" => {
            TagKind::Raw
        }
        "area" | "base" | "basefont" | "bgsound" | "br" | "col" | "embed" | "frame" | "hr"
        | "img" | "input" | "keygen" | "link" | "meta" | "param" | "source" | "track" | "wbr"
        | "html" | "head" | "body" => TagKind::Void,
        "address" | "article" | "aside" | "blockquote" | "button" | "center" | "colgroup"
        | "dd" | "details" | "dir" | "div" | "dl" | "dt" | "fieldset" | "figcaption" | "figure"
        | "footer" | "form" | "frameset" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "header"
        | "hgroup" | "li" | "listing" | "main" | "menu" | "nav" | "noscript" | "ol" | "p"
        | "plaintext" | "pre" | "search" | "section" | "select" | "summary" | "tbody" | "tfoot"
        | "thead" | "tr" | "ul" => TagKind::Special,
        _ => TagKind::Ordinary,
    }
}

/// A name in lower case, cut at 15 bytes: no known one is longer.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Name {
    bytes: [u8; 15],
    len: u8,
}

impl Name {
    fn from_bytes(bytes: &[u8]) -> Self {
        let mut name = Self::default();
        for (to, byte) in name.bytes.iter_mut().zip(bytes) {
            *to = byte.to_ascii_lowercase();
        }
        name.len = bytes.len().min(15) as u8;
        name
    }

    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }
}

/// Whether a byte ends a tag's name, and the name of an attribute without a value.
fn ends_name(byte: u8) -> bool {
    matches!(byte, b'/' | b'>') || byte.is_ascii_whitespace()
}

fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

/// Whether the end tag of this special element does not search beyond an open element.
fn bars_end_tag(name: &str, open: &Open) -> bool {
    match name {
        "table" | "tbody" | "thead" | "tfoot" | "tr" | "td" | "th" | "caption" => {
            matches!(open.name.as_str(), "table" | "template")
        }
        "template" => false,
        "li" => open.kind == TagKind::Barrier || matches!(open.name.as_str(), "ul" | "ol"),
        "p" => open.kind == TagKind::Barrier || open.name.as_str() == "button",
        _ => open.kind == TagKind::Barrier,
    }
}

/// Whether the start tag of a list's item does not search beyond an open element.
fn bars_item(open: &Open) -> bool {
    match open.kind {
        TagKind::Barrier => true,
        TagKind::Special => !matches!(open.name.as_str(), "p" | "div" | "address"),
        _ => false,
    }
}

struct Open {
    name: Name,
    kind: TagKind,
    /// The index among the formatting elements.
    formatting: Option<usize>,
}

/// A formatting element that has not ended; or a mark, such as the start of a table cell.
struct Formatting<'a> {
    tag: &'a [u8],
    name: Name,
    open: bool,
    mark: bool,
}

struct Pass<'a> {
    markup: &'a [u8],
    at: usize,
    open: Vec<Open>,
    formatting: Vec<Formatting<'a>>,
    reopened: usize,
    nodes: usize,
}

impl<'a> Pass<'a> {
    fn run(&mut self) -> Result<(), Limit> {
        while let Some(found) = memchr::memchr(b'<', self.rest()) {
            // The sign may begin an element, and a text may come before it.
            self.count(1 + usize::from(found > 0))?;
            if found > 0 && !self.rest()[..found].iter().all(u8::is_ascii_whitespace) {
                self.reopen()?;
            }
            self.at += found + 1;
            match self.rest().first() {
                Some(b'!') if self.rest().starts_with(b"!--") => self.skip_comment(),
                Some(b'!' | b'?') => self.skip_past(b">"),
                Some(b'/') => {
                    self.at += 1;
                    let name = self.name();
                    self.attributes()?;
                    self.end(name);
                }
                Some(byte) if byte.is_ascii_alphabetic() => self.start()?,
                _ => {}
            }
        }
        Ok(())
    }

    fn count(&mut self, nodes: usize) -> Result<(), Limit> {
        self.nodes += nodes;
        if self.nodes > MAX_NODES { Err(Limit::Nodes) } else { Ok(()) }
    }

    fn rest(&self) -> &'a [u8] {
        self.markup.get(self.at..).unwrap_or_default()
    }

    fn skip_past(&mut self, end: &[u8]) {
        self.at = memchr::memmem::find(self.rest(), end)
            .map_or(self.markup.len(), |found| self.at + found + end.len());
    }

    fn skip_comment(&mut self) {
        // `<!-->` and `<!--->` are whole comments. Reading another comment too short only adds tags
        // to the estimate.
        self.at += 1;
        // One search for both ends: searching for each would read to the page's end for every
        // comment.
        while let Some(found) = memchr::memmem::find(self.rest(), b"--") {
            self.at += found;
            match &self.rest()[2..] {
                [b'>', ..] => return self.at += 3,
                [b'!', b'>', ..] => return self.at += 4,
                _ => self.at += 1,
            }
        }
        self.at = self.markup.len();
    }

    /// Returns the number of bytes before the next one for which `ends` is true.
    fn length_until(&self, ends: impl Fn(u8) -> bool) -> usize {
        self.rest().iter().position(|&byte| ends(byte)).unwrap_or(self.rest().len())
    }

    fn name(&mut self) -> Name {
        let length = self.length_until(ends_name);
        let name = Name::from_bytes(&self.rest()[..length]);
        self.at += length;
        name
    }

    /// Moves past the end of the tag.
    fn attributes(&mut self) -> Result<(), Limit> {
        let mut number = 0;
        loop {
            self.at += self.length_until(|byte| byte != b'/' && !byte.is_ascii_whitespace());
            match self.rest().first() {
                None => return Ok(()),
                Some(b'>') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(_) => self.attribute(),
            }
            self.count(1)?;
            number += 1;
            if number > MAX_ATTRIBUTES {
                return Err(Limit::Attributes);
            }
        }
    }

    fn attribute(&mut self) {
        // The first byte belongs to the name, whatever it is.
        self.at += 1;
        self.at += self.length_until(|byte| byte == b'=' || ends_name(byte));
        let space = self.length_until(|byte| !byte.is_ascii_whitespace());
        if self.rest().get(space) != Some(&b'=') {
            return;
        }
        self.at += space + 1;
        self.at += self.length_until(|byte| !byte.is_ascii_whitespace());
        match self.rest().first() {
            Some(quote @ (b'"' | b'\'')) => {
                self.at += 1;
                self.skip_past(&[*quote]);
            }
            _ => {
                self.at += self.length_until(|byte| byte == b'>' || byte.is_ascii_whitespace());
            }
        }
    }

    fn start(&mut self) -> Result<(), Limit> {
        let from = self.at;
        let name = self.name();
        self.attributes()?;
        let tag = &self.markup[from..self.at.min(self.markup.len())];
        let kind = kind(name.as_str());
        match kind {
            TagKind::Special | TagKind::Barrier => self.end_before(name.as_str()),
            _ => self.reopen()?,
        }
        match kind {
            TagKind::Void => return Ok(()),
            TagKind::Raw => {
                self.skip_raw(name.as_str());
                return Ok(());
            }
            _ => {}
        }
        let mut formatting = None;
        match kind {
            TagKind::Formatting => {
                self.forget_the_third(tag);
                formatting = Some(self.formatting.len());
                self.formatting.push(Formatting { tag, name, open: true, mark: false });
            }
            TagKind::Barrier => {
                self.formatting.push(Formatting { tag: b"", name, open: true, mark: true });
            }
            _ => {}
        }
        self.push(Open { name, kind, formatting })
    }

    fn push(&mut self, open: Open) -> Result<(), Limit> {
        self.open.push(open);
        if self.open.len() > MAX_DEPTH { Err(Limit::Depth) } else { Ok(()) }
    }

    /// Only three equal formatting elements are reopened.
    fn forget_the_third(&mut self, tag: &[u8]) {
        let since_mark = self.formatting.iter().rposition(|one| one.mark).map_or(0, |at| at + 1);
        let places: Vec<usize> = (since_mark..self.formatting.len())
            .filter(|&at| self.formatting[at].tag == tag)
            .collect();
        if places.len() >= 3 {
            self.forget(places[0]);
        }
    }

    fn forget(&mut self, place: usize) {
        self.formatting.remove(place);
        for open in &mut self.open {
            open.formatting = match open.formatting {
                Some(at) if at == place => None,
                Some(at) if at > place => Some(at - 1),
                other => other,
            };
        }
    }

    /// Reopens the formatting elements that the end of a block has closed.
    fn reopen(&mut self) -> Result<(), Limit> {
        let settled =
            self.formatting.iter().rposition(|one| one.mark || one.open).map_or(0, |at| at + 1);
        for at in settled..self.formatting.len() {
            self.formatting[at].open = true;
            self.reopened += 1;
            let name = self.formatting[at].name;
            self.push(Open { name, kind: TagKind::Formatting, formatting: Some(at) })?;
        }
        if self.reopened > MAX_REOPENED { Err(Limit::Reopened) } else { Ok(()) }
    }

    /// The elements that a start tag ends.
    fn end_before(&mut self, name: &str) {
        let (ended, around): (&[&str], &[&str]) = match name {
            "li" => (&["li"], &["ul", "ol", "menu"]),
            "dd" | "dt" => (&["dd", "dt"], &["dl"]),
            "td" | "th" => (&["td", "th"], &["table"]),
            "tr" => (&["tr", "td", "th"], &["table"]),
            "tbody" | "thead" | "tfoot" => (&["tbody", "thead", "tfoot"], &["table"]),
            _ => (&[], &[]),
        };
        if !ended.is_empty() {
            self.end_items(ended, around);
        }
        if !matches!(
            name,
            "td" | "th" | "tr" | "tbody" | "thead" | "tfoot" | "select" | "button" | "noscript"
        ) {
            self.end_in_scope(|open| open.name.as_str() == "p", |open| bars_end_tag("p", open));
        }
    }

    /// Ends an item of a list or a part of a table: one of the elements `ended`, up to the nearest
    /// one of `around`.
    fn end_items(&mut self, ended: &[&str], around: &[&str]) {
        let in_table = around[0] == "table";
        // Table parts end the outermost element that may end, others the nearest.
        let mut found = None;
        for (at, open) in self.open.iter().enumerate().rev() {
            let name = open.name.as_str();
            if ended.contains(&name) {
                found = Some(at);
                if !in_table {
                    break;
                }
            } else if around.contains(&name) || (!in_table && bars_item(open)) {
                break;
            }
        }
        if let Some(at) = found {
            self.cut(at);
        }
    }

    fn end(&mut self, name: Name) {
        let text = name.as_str();
        match kind(text) {
            TagKind::Void | TagKind::Raw => {}
            TagKind::Formatting => self.end_formatting(name),
            TagKind::Ordinary => self.end_in_scope(
                |open| open.name == name,
                |open| !matches!(open.kind, TagKind::Ordinary | TagKind::Formatting),
            ),
            TagKind::Special | TagKind::Barrier => self.end_in_scope(
                |open| open.name == name || (is_heading(text) && is_heading(open.name.as_str())),
                |open| bars_end_tag(text, open),
            ),
        }
    }

    /// Ends the nearest such element and all inside it, unless a barrier comes first.
    fn end_in_scope(&mut self, is: impl Fn(&Open) -> bool, barrier: impl Fn(&Open) -> bool) {
        let nearest = self.open.iter().rposition(|open| is(open) || barrier(open));
        if let Some(at) = nearest.filter(|&at| is(&self.open[at])) {
            self.cut(at);
        }
    }

    /// Ends a formatting element; the blocks inside it stay open.
    fn end_formatting(&mut self, name: Name) {
        let since_mark = self.formatting.iter().rposition(|one| one.mark).map_or(0, |at| at + 1);
        let Some(place) =
            (since_mark..self.formatting.len()).rev().find(|&at| self.formatting[at].name == name)
        else {
            return;
        };
        if let Some(at) = self.open.iter().rposition(|open| open.formatting == Some(place)) {
            self.open.remove(at);
        }
        self.forget(place);
    }

    fn cut(&mut self, at: usize) {
        for open in self.open.split_off(at).into_iter().rev() {
            if open.kind == TagKind::Barrier {
                let mark = self.formatting.iter().rposition(|one| one.mark).unwrap_or(0);
                self.formatting.truncate(mark);
            } else if let Some(one) = open.formatting.and_then(|at| self.formatting.get_mut(at)) {
                one.open = false;
            }
        }
    }

    fn skip_raw(&mut self, name: &str) {
        for found in memchr::memchr_iter(b'<', self.rest()) {
            let end = &self.rest()[found + 1..];
            let tag = end
                .get(1..=name.len())
                .is_some_and(|tag| tag.eq_ignore_ascii_case(name.as_bytes()));
            let ends = end
                .get(name.len() + 1)
                .is_none_or(|byte| matches!(byte, b'/' | b'>') || byte.is_ascii_whitespace());
            if end.first() == Some(&b'/') && tag && ends {
                self.at += found + 2 + name.len();
                self.skip_past(b">");
                return;
            }
        }
        self.at = self.markup.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_that_grow_exceed_a_limit() {
        let cases = [
            ("<div>", Limit::Depth),
            ("<b><div></b>", Limit::Depth),
            ("<span><div></span>", Limit::Depth),
            ("<div><table><tr><td></div>", Limit::Depth),
            ("<ul><li>", Limit::Depth),
            ("<a><div>", Limit::Depth),
            ("<custom-one>", Limit::Depth),
            ("<!--><i><!---->", Limit::Depth),
        ];
        for (piece, limit) in cases {
            assert_eq!(beyond(&piece.repeat(600)), Some(limit), "{piece}");
        }
        let attributes: String = (0..2000).map(|i| format!("a{i} ")).collect();
        assert_eq!(beyond(&format!("<p {attributes}>")), Some(Limit::Attributes));
        let open: String = (0..450).map(|i| format!("<p><b id={i}></p>")).collect();
        assert_eq!(beyond(&open), Some(Limit::Reopened));
        let many: String =
            (0..100).map(|i| format!("<b id={i}>")).collect::<String>() + &"<p>x".repeat(2000);
        assert_eq!(beyond(&format!("<p>{many}")), Some(Limit::Reopened));
        for piece in ["x<br>", "<b></b>", "<i a b c></i>", "<!--x-->y"] {
            assert_eq!(beyond(&piece.repeat(200_000)), None, "{piece}");
            assert_eq!(beyond(&piece.repeat(1_000_000)), Some(Limit::Nodes), "{piece}");
        }
    }

    #[test]
    fn long_pages_exceed_no_limit() {
        for piece in [
            "<p>x",
            "<li>x",
            "<div><p>a</div>",
            "<dt>x<dd>y",
            "<tr><td>x<td><p>y",
            "<b>x</b>",
            "<p><b>x<p>",
            "<br>",
            "<a href=x>y</a> <font><i>z</i></font>",
            "<h1>x</h2>",
            "<table><tr><td>x</table>",
            "<script><div></script>",
            "<input value='<div>'>",
            "<!-- <div> -->",
            "<p><font size=2>x",
            "<img src=x/>",
            "</div>",
            "< div>",
        ] {
            assert_eq!(beyond(&piece.repeat(5000)), None, "{piece}");
        }
        assert_eq!(beyond(""), None);
        assert_eq!(beyond("<"), None);
    }
}
