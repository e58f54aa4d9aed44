//! Reads tokens as tidy's lexer does: white space is dropped or joined while reading, depending on
//! the element.

use super::attributes::{self, Tagged};
use super::chars::{is_name, is_white};
use super::dict::{self, TidyTag};
use super::tree::{TidyKind, TidyNode};
use std::ops::Range;
use tamis_blocks::html::decode_reference;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TidyMode {
    /// White space before text is dropped.
    IgnoreWhitespace,
    /// Runs of white space become one space.
    Mixed,
    /// White space stays.
    Preformatted,
    /// The content of SVG and MathML.
    Namespace,
}

/// The tokens of a page.
pub(super) struct TidyLexer {
    /// The page with line feeds alone, without tabs and control characters.
    page: String,
    at: usize,
    /// A space from the end of the element before belongs to the next text.
    pub insert_space: bool,
}

impl TidyLexer {
    pub fn new(markup: &str) -> Self {
        Self { page: normalized(markup), at: 0, insert_space: false }
    }

    fn rest(&self) -> &str {
        &self.page[self.at..]
    }

    /// Returns the next token.
    pub fn token(&mut self, mut mode: TidyMode) -> Option<TidyNode> {
        let mut text = String::new();
        let mut was_white = false;
        while let Some(c) = self.rest().chars().next() {
            let length = c.len_utf8();
            if std::mem::take(&mut self.insert_space) {
                text.push(' ');
                was_white = true;
            }
            let c = if c == '\u{A0}' && mode == TidyMode::Preformatted { ' ' } else { c };
            match c {
                '<' => match self.markup(mode, &text) {
                    TidyMarkup::Pending => {
                        return Some(text_node(trimmed(text, mode, self.rest())));
                    }
                    TidyMarkup::Token(node) => return Some(node),
                    TidyMarkup::Skipped => {}
                    TidyMarkup::Text(length) => {
                        text.push_str(&self.page[self.at..self.at + length]);
                        self.at += length;
                        was_white = false;
                    }
                    TidyMarkup::Lost => break,
                },
                _ if is_white(c) => {
                    self.at += length;
                    if mode == TidyMode::IgnoreWhitespace && text.is_empty() {
                        was_white = false;
                    } else if mode == TidyMode::Preformatted {
                        was_white = true;
                        text.push(c);
                    } else if !was_white {
                        was_white = true;
                        text.push(' ');
                    }
                }
                _ => {
                    if c == '&' {
                        self.reference(mode, &mut text);
                    } else if !self.plain(&mut text) {
                        text.push(c);
                        self.at += length;
                    }
                    was_white = false;
                    if mode == TidyMode::IgnoreWhitespace {
                        mode = TidyMode::Mixed;
                    }
                }
            }
        }
        if text.ends_with(' ') {
            text.pop();
            return Some(text_node(text));
        }
        (!text.is_empty()).then(|| text_node(text))
    }

    /// Appends the characters up to the next that means more than itself in any mode. A space
    /// between two characters that do not is one of them. Returns whether there is any.
    fn plain(&mut self, text: &mut String) -> bool {
        let rest = self.rest();
        let is_plain = |byte: Option<&u8>| byte.is_some_and(|&byte| PLAIN[byte as usize]);
        let bytes = rest.as_bytes();
        let mut end = 0;
        loop {
            if is_plain(bytes.get(end)) {
                end += 1;
            } else if bytes.get(end) == Some(&b' ') && is_plain(bytes.get(end + 1)) {
                end += 2;
            } else {
                break;
            }
        }
        text.push_str(&rest[..end]);
        self.at += end;
        end > 0
    }

    /// Reads what begins with `<`, unless there is text before it.
    fn markup(&mut self, mode: TidyMode, text: &str) -> TidyMarkup {
        let rest = self.rest().as_bytes();
        let pending = !text.is_empty();
        let second = rest.get(1).copied().unwrap_or(b' ');
        match second {
            b'/' => match rest.get(2) {
                Some(letter) if letter.is_ascii_alphabetic() => {
                    if pending {
                        return TidyMarkup::Pending;
                    }
                    self.end_tag()
                }
                Some(_) => {
                    TidyMarkup::Text(2 + self.rest()[2..].chars().next().map_or(0, char::len_utf8))
                }
                None => TidyMarkup::Text(2),
            },
            b'!' => self.declaration(pending),
            b'?' | b'%' | b'#' => {
                if pending {
                    TidyMarkup::Pending
                } else {
                    self.instruction(second)
                }
            }
            letter if letter.is_ascii_alphabetic() => {
                if pending {
                    TidyMarkup::Pending
                } else {
                    self.start_tag(mode)
                }
            }
            b'&' | b'<' => TidyMarkup::Text(1),
            _ => TidyMarkup::Text(1 + self.rest()[1..].chars().next().map_or(0, char::len_utf8)),
        }
    }

    /// Reads what begins with `<!`; `pending` if there is text before it.
    fn declaration(&mut self, pending: bool) -> TidyMarkup {
        let rest = self.rest().as_bytes();
        let (kind, end) = match rest.get(2..).unwrap_or_default() {
            [b'-', b'-', ..] => (TidyKind::Comment, self.after("-->", 4)),
            [b'd' | b'D', ..] => (TidyKind::DocType, self.after(">", 3)),
            [b'[', b'C', b'D', b'A', b'T', b'A', b'[', ..] => {
                (TidyKind::Misc, self.after("]]>", 9))
            }
            [b'[', ..] => (TidyKind::Misc, self.after_section()),
            _ => {
                self.at += self.after(">", 2).unwrap_or(rest.len());
                return TidyMarkup::Skipped;
            }
        };
        if pending {
            return TidyMarkup::Pending;
        }
        let end = match end {
            Some(end) => end,
            None if kind == TidyKind::Comment => rest.len(),
            None => {
                self.at = self.page.len();
                return TidyMarkup::Lost;
            }
        };
        let mut node = TidyNode { kind, ..TidyNode::default() };
        if kind == TidyKind::DocType {
            node.name = Some(self.rest()[..end].to_ascii_lowercase().into());
        }
        self.at += end;
        if kind == TidyKind::Comment && self.rest().starts_with('\n') {
            self.at += 1;
            node.line_ends = true;
        }
        TidyMarkup::Token(node)
    }

    /// Reads what begins with `<?`, `<%` or `<#`; `second` is the second character.
    fn instruction(&mut self, second: u8) -> TidyMarkup {
        let content = &self.rest()[2..];
        let is_php = content.starts_with("php");
        let is_xml = content.strip_prefix("xml").is_some_and(|rest| rest.starts_with(is_white));
        let (kind, end) = match second {
            b'?' if is_php => (TidyKind::Misc, self.after("?>", 2)),
            b'?' if is_xml => (TidyKind::Misc, self.after(">", 2)),
            b'?' => (TidyKind::Instruction, self.after(">", 2)),
            b'%' => (TidyKind::Misc, self.after("%>", 2)),
            _ => (TidyKind::Misc, self.after("#>", 2)),
        };
        let Some(end) = end else {
            self.at = self.page.len();
            return TidyMarkup::Lost;
        };
        self.at += end;
        TidyMarkup::Token(TidyNode { kind, ..TidyNode::default() })
    }

    /// Where the text ends that begins `from` bytes ahead and ends with `end`.
    fn after(&self, end: &str, from: usize) -> Option<usize> {
        let rest = self.rest().as_bytes().get(from..)?;
        memchr::memmem::find(rest, end.as_bytes()).map(|at| from + at + end.len())
    }

    /// Where `]>` or `]-->` ends a marked section.
    fn after_section(&self) -> Option<usize> {
        let rest = self.rest();
        let mut from = 3;
        while let Some(at) = memchr::memchr(b']', &rest.as_bytes()[from..]) {
            from += at + 1;
            for end in [">", "-->"] {
                if rest[from..].starts_with(end) {
                    return Some(from + end.len());
                }
            }
        }
        None
    }

    /// Reads a name; returns where it is in the page.
    fn name(&mut self) -> Range<usize> {
        let start = self.at;
        let rest = self.rest().as_bytes();
        self.at += rest.iter().position(|&byte| !is_name(byte)).unwrap_or(rest.len());
        start..self.at
    }

    fn end_tag(&mut self) -> TidyMarkup {
        self.at += 2;
        let name = self.name();
        let Some(end) = memchr::memchr(b'>', self.rest().as_bytes()) else {
            self.at = self.page.len();
            return TidyMarkup::Lost;
        };
        self.at += end + 1;
        TidyMarkup::Token(tag_node(TidyKind::End, &self.page[name]))
    }

    fn start_tag(&mut self, mode: TidyMode) -> TidyMarkup {
        self.at += 1;
        let name = self.name();
        let mut node = tag_node(TidyKind::Start, &self.page[name]);
        let Tagged { end, is_empty, .. } = attributes::read(&self.page, self.at, &mut node);
        self.at = end;
        if is_empty {
            node.kind = TidyKind::StartEnd;
        }
        let expects = node.kind == TidyKind::Start && node.tag.entry().model & dict::EMPTY == 0;
        let keeps = mode == TidyMode::Preformatted || node.tag == TidyTag::Pre;
        if ((!keeps && expects) || matches!(node.tag, TidyTag::Br | TidyTag::Hr))
            && self.rest().starts_with(['\n', '\u{C}'])
        {
            self.at += 1;
        }
        TidyMarkup::Token(node)
    }

    /// Appends a character reference, or the text if tidy does not read one.
    fn reference(&mut self, mode: TidyMode, text: &mut String) {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let is_number = bytes.get(1) == Some(&b'#');
        let digits = if is_number { 2 } else { 1 };
        let is_hex = is_number && matches!(bytes.get(2), Some(b'x' | b'X'));
        let start = digits + usize::from(is_hex);
        let belongs: fn(u8) -> bool = match (is_number, is_hex) {
            (false, _) => is_name,
            (true, false) => |byte| byte.is_ascii_digit(),
            (true, true) => |byte| byte.is_ascii_hexdigit(),
        };
        let name = bytes.get(start..).unwrap_or_default();
        let end = name.iter().position(|&byte| !belongs(byte));
        let end = end.map_or(bytes.len(), |end| start + end);
        let has_semicolon = bytes.get(end) == Some(&b';');
        let mut decoded = String::new();
        if end > digits {
            decode_reference(&format!("{};", &rest[..end]), &mut decoded);
        }
        let mut chars = decoded.chars();
        let known = match (chars.next(), chars.next()) {
            (Some(c), None) if c != '\u{FFFD}' && (has_semicolon || (c as u32) < 256) => Some(c),
            _ => None,
        };
        let Some(c) = known else {
            text.push_str(&rest[..end]);
            self.at += end;
            return;
        };
        text.push(if c == '\u{A0}' && mode == TidyMode::Preformatted { ' ' } else { c });
        self.at += end + usize::from(has_semicolon);
    }

    /// Skips the content of a script or style sheet. Returns whether there is any.
    pub fn skip_script(&mut self, tag: TidyTag, has_source: bool) -> bool {
        let rest = self.rest();
        let blank = rest.trim_start_matches(is_white);
        let begun = rest.len() - blank.len();
        let after = blank.as_bytes().get(1).copied().unwrap_or_default();
        // A script with a source ends at the next tag if it has no content of its own, and any end
        // tag ends an empty one.
        if blank.starts_with('<')
            && ((tag == TidyTag::Script && has_source && after.is_ascii_alphabetic())
                || (after == b'/' && blank.as_bytes().get(2).is_some_and(u8::is_ascii_alphabetic)))
        {
            self.at += begun;
            return false;
        }
        let name = tag.entry().name.as_bytes();
        let bytes = self.page.as_bytes();
        let mut from = self.at;
        while let Some(at) = memchr::memmem::find(&bytes[from..], b"</") {
            from += at + 2;
            if bytes
                .get(from..from + name.len())
                .is_some_and(|found| found.eq_ignore_ascii_case(name))
            {
                let has_content = from - 2 > self.at;
                self.at = from - 2;
                return has_content;
            }
        }
        self.at = bytes.len();
        true
    }
}

/// The bytes that mean nothing but themselves in any mode: all but white space, `<`, `&`, and the
/// first byte of a no-break space.
static PLAIN: [bool; 256] = {
    let mut table = [true; 256];
    let others = b"\n\x0C\r \t<&\xC2";
    let mut at = 0;
    while at < others.len() {
        table[others[at] as usize] = false;
        at += 1;
    }
    table
};

enum TidyMarkup {
    /// A token, which must wait until the text before it is returned.
    Pending,
    Token(TidyNode),
    /// Text of so many bytes.
    Text(usize),
    /// A malformed declaration, left out of the text.
    Skipped,
    /// The page ends inside.
    Lost,
}

fn text_node(text: String) -> TidyNode {
    TidyNode { text, ..TidyNode::default() }
}

fn tag_node(kind: TidyKind, name: &str) -> TidyNode {
    let tag = TidyTag::from_name(name);
    let name = (tag == TidyTag::Unknown).then(|| name.to_ascii_lowercase().into());
    TidyNode { kind, tag, name, ..TidyNode::default() }
}

/// Drops the space that is all that a text has before an end tag.
fn trimmed(mut text: String, mode: TidyMode, rest: &str) -> String {
    if mode == TidyMode::IgnoreWhitespace && rest.starts_with("</") && text.ends_with(' ') {
        text.pop();
    }
    text
}

/// Returns a page with line feeds as its only line ends, tabs as spaces and without control
/// characters. Most pages have no other of these than tabs and line ends, which are searched for.
fn normalized(markup: &str) -> String {
    let mut page = String::with_capacity(markup.len());
    let mut rest = markup.strip_prefix('\u{FEFF}').unwrap_or(markup);
    let is_control = |byte: u8| byte < b' ' && !matches!(byte, b'\n' | 0x1B);
    let is_rare = |byte: u8| is_control(byte) && !matches!(byte, b'\t' | b'\r');
    // Without a branch per byte, which would keep the loop from reading many at once.
    let has_rare = rest.bytes().fold(false, |has, byte| has | is_rare(byte));
    let mut column = 0;
    loop {
        let end = match has_rare {
            true => rest.bytes().position(is_control),
            false => memchr::memchr2(b'\t', b'\r', rest.as_bytes()),
        };
        let (plain, after) = rest.split_at(end.unwrap_or(rest.len()));
        page.push_str(plain);
        let Some(control) = after.bytes().next() else { return page };
        rest = &after[1..];
        if control == b'\r' {
            rest = rest.strip_prefix('\n').unwrap_or(rest);
            page.push('\n');
            column = 0;
            continue;
        }
        let line = plain.rsplit_once('\n').map(|(_, line)| line);
        column = if line.is_some() { 0 } else { column } + line.unwrap_or(plain).chars().count();
        if control == b'\t' {
            let spaces = 8 - column % 8;
            page.extend(std::iter::repeat_n(' ', spaces));
            column += spaces;
        }
    }
}
