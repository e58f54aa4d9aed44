//! Reads the simple markup that most of a page is, without a state machine: text, frequent
//! character references, and tags whose attributes are well-formed. What is not simple is left to
//! html5gum ([`super::tokens`]), from the same place on.
//!
//! *Invariant*: what is read here is read as the WHATWG specifies, to the byte; in doubt a tag is
//! not simple. A test compares the two readers on generated markup.

use crate::page::Attribute;
use std::ops::Range;

/// Longer tags are not simple: html5gum looks at the clock inside.
const LONGEST_TAG: usize = 4096;

/// Frequent character references, which mean one thing, whatever follows.
const REFERENCES: [(&[u8], char); 12] = [
    (b"&nbsp;", '\u{A0}'),
    (b"&amp;", '&'),
    (b"&quot;", '"'),
    (b"&lt;", '<'),
    (b"&gt;", '>'),
    (b"&laquo;", '«'),
    (b"&raquo;", '»'),
    (b"&lsquo;", '‘'),
    (b"&rsquo;", '’'),
    (b"&ldquo;", '“'),
    (b"&rdquo;", '”'),
    (b"&hellip;", '…'),
];

pub(super) struct SimpleTag<'a> {
    /// As it stands in the page.
    pub name: &'a [u8],
    pub is_end: bool,
    pub self_closing: bool,
    /// Where the tag ends.
    pub end: usize,
}

/// An attribute that is known.
pub(super) struct KnownAttribute<A = Attribute> {
    pub attribute: A,
    /// Where its value stands.
    pub value: Range<usize>,
    /// Whether its value has character references.
    pub has_references: bool,
}

/// Reads text, passes its pieces on, and returns where it ends: at a `<`, at a reference that is
/// not simple, or at the end of the page.
pub(super) fn read_text(html: &[u8], mut at: usize, mut pass_on: impl FnMut(&[u8])) -> usize {
    loop {
        let rest = &html[at..];
        let length = memchr::memchr3(b'<', b'&', b'\r', rest).unwrap_or(rest.len());
        if length > 0 {
            pass_on(&rest[..length]);
        }
        at += length;
        match html.get(at) {
            Some(b'\r') => {
                pass_on(b"\n");
                at += if html.get(at + 1) == Some(&b'\n') { 2 } else { 1 };
            }
            Some(b'&') => match reference(&html[at..]) {
                Some((c, length)) => {
                    pass_on(c.encode_utf8(&mut [0; 4]).as_bytes());
                    at += length;
                }
                None => return at,
            },
            _ => return at,
        }
    }
}

/// Returns the character and the length of a reference, if it is simple. `&` alone is.
fn reference(rest: &[u8]) -> Option<(char, usize)> {
    if !rest.get(1).is_some_and(|&byte| byte.is_ascii_alphanumeric() || byte == b'#') {
        return Some(('&', 1));
    }
    frequent_reference(rest)
}

/// Returns the character and the length of the reference with which a text begins, if it is a
/// frequent one: one of [`REFERENCES`], or a decimal number of three to five digits.
pub(super) fn frequent_reference(rest: &[u8]) -> Option<(char, usize)> {
    let Some(number) = rest.strip_prefix(b"&#") else {
        let known = REFERENCES.iter().find(|(name, _)| rest.starts_with(name));
        return known.map(|(name, c)| (*c, name.len()));
    };
    let digits = number.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if !(3..=5).contains(&digits) || number.get(digits) != Some(&b';') {
        return None;
    }
    let code = number[..digits].iter().fold(0, |code, digit| 10 * code + u32::from(digit - b'0'));
    // Those below mean other characters.
    let c = char::from_u32(code).filter(|c| *c >= '\u{A0}')?;
    Some((c, b"&#".len() + digits + 1))
}

/// Passes on the pieces of an attribute's value. Returns false where it has a reference that is not
/// simple, a carriage return or a null character.
pub(super) fn decode_value(value: &[u8], mut pass_on: impl FnMut(&[u8])) -> bool {
    let mut rest = value;
    while let Some(at) = memchr::memchr3(b'&', b'\r', 0, rest) {
        let (before, after) = rest.split_at(at);
        pass_on(before);
        let Some((c, length)) = value_reference(after) else { return false };
        pass_on(c.encode_utf8(&mut [0; 4]).as_bytes());
        rest = &after[length..];
    }
    pass_on(rest);
    true
}

/// Returns the character and the length of a reference in an attribute's value, if it is simple: an
/// `&` before a name and `=` is one, as in addresses.
fn value_reference(rest: &[u8]) -> Option<(char, usize)> {
    let name = rest.strip_prefix(b"&")?;
    let is_parameter = || {
        let end = name.iter().position(|byte| !byte.is_ascii_alphanumeric());
        end.is_some_and(|end| name[end] == b'=')
    };
    reference(rest).or_else(|| is_parameter().then_some(('&', 1)))
}

/// Reads the tag that begins at `at`, and replaces `known` by its attributes; `None` if none begins
/// there, or one that is not simple.
pub(super) fn read_tag<'a, A>(
    html: &'a [u8],
    at: usize,
    known: &mut Vec<KnownAttribute<A>>,
    is_known: impl Fn(&[u8]) -> Option<A>,
) -> Option<SimpleTag<'a>> {
    known.clear();
    if html.get(at) != Some(&b'<') {
        return None;
    }
    let is_end = html.get(at + 1) == Some(&b'/');
    let start = at + 1 + usize::from(is_end);
    let name = name(&html[start..])?;
    let mut reader = AttributeReader { html, at: start + name.len(), until: at + LONGEST_TAG };
    let mut self_closing = false;
    loop {
        match reader.after_space()? {
            b'>' => break,
            b'/' => {
                reader.at += 1;
                self_closing = html.get(reader.at) == Some(&b'>');
            }
            b'=' => return None,
            _ => known.extend(reader.attribute(&is_known)?),
        }
    }
    Some(SimpleTag { name, is_end, self_closing, end: reader.at + 1 })
}

/// Returns the name of a tag, if it is simple and something that ends it follows.
fn name(rest: &[u8]) -> Option<&[u8]> {
    if !rest.first()?.is_ascii_alphabetic() {
        return None;
    }
    let is_simple = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'-' | b'_');
    let length = rest.iter().position(|byte| !is_simple(byte))?;
    (is_space(rest[length]) || matches!(rest[length], b'>' | b'/')).then_some(&rest[..length])
}

/// White space of HTML; a carriage return becomes a line feed before tags are read.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\x0C' | b'\r')
}

/// Reads the attributes of a tag.
struct AttributeReader<'a> {
    html: &'a [u8],
    at: usize,
    /// A tag that goes on beyond this byte is not simple.
    until: usize,
}

impl AttributeReader<'_> {
    /// Returns the next byte that is no white space.
    fn after_space(&mut self) -> Option<u8> {
        loop {
            let byte = *self.html.get(self.at).filter(|_| self.at < self.until)?;
            if !is_space(byte) {
                return Some(byte);
            }
            self.at += 1;
        }
    }

    /// Reads an attribute, and returns it if it is known. The outer `None` means that it is not
    /// simple.
    fn attribute<A>(
        &mut self,
        is_known: impl Fn(&[u8]) -> Option<A>,
    ) -> Option<Option<KnownAttribute<A>>> {
        let start = self.at;
        let ends = |byte: &u8| is_space(*byte) || matches!(byte, b'/' | b'>' | b'=');
        self.at += self.html[start..].iter().take(LONGEST_TAG).position(ends)?;
        let known = is_known(&self.html[start..self.at]);
        if self.after_space()? != b'=' {
            let without_value =
                |attribute| KnownAttribute { attribute, value: 0..0, has_references: false };
            return Some(known.map(without_value));
        }
        self.at += 1;
        let value = self.value()?;
        let Some(attribute) = known else { return Some(None) };
        let text = &self.html[value.clone()];
        let has_references = match memchr::memchr3(b'&', b'\r', 0, text) {
            None => false,
            Some(at) => {
                let is_simple = text[at] == b'&' && decode_value(text, |_| ());
                if is_simple { true } else { return None }
            }
        };
        Some(Some(KnownAttribute { attribute, value, has_references }))
    }

    /// Reads a value, and returns where it stands.
    fn value(&mut self) -> Option<Range<usize>> {
        let quote = self.after_space()?;
        match quote {
            b'>' => None,
            b'"' | b'\'' => {
                let start = self.at + 1;
                let end = start + memchr::memchr(quote, &self.html[start..])?;
                self.at = end + 1;
                Some(start..end)
            }
            _ => {
                let start = self.at;
                let ends = |byte: &u8| is_space(*byte) || *byte == b'>';
                self.at += self.html[start..].iter().take(LONGEST_TAG).position(ends)?;
                Some(start..self.at)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tokens::{ContentModel, Tokens, tokenize};
    use super::*;
    use html5gum::{State, Token, Tokenizer};
    use proptest::prelude::*;

    /// What was read, in order; neighbouring texts are one.
    #[derive(Debug, PartialEq)]
    enum Part {
        Text(Vec<u8>),
        Start(Vec<u8>, bool, Vec<(Attribute, Vec<u8>)>),
        End(Vec<u8>),
        Comment,
    }

    #[derive(Default)]
    struct Parts {
        parts: Vec<Part>,
        attributes: Vec<(Attribute, Vec<u8>)>,
    }

    fn content(name: &[u8]) -> ContentModel {
        match name {
            b"script" => ContentModel::Script,
            b"style" => ContentModel::RawText,
            b"title" => ContentModel::RcData,
            b"plaintext" => ContentModel::PlainText,
            _ => ContentModel::Markup,
        }
    }

    impl Parts {
        /// Adds an attribute, unless the tag has one of the same name already.
        fn add(&mut self, attribute: Attribute, value: &[u8]) {
            if self.attributes.iter().all(|(other, _)| *other != attribute) {
                self.attributes.push((attribute, value.to_vec()));
            }
        }

        fn end_start(&mut self, name: &[u8], self_closing: bool) {
            self.attributes.sort_by_key(|(attribute, _)| format!("{attribute:?}"));
            let attributes = std::mem::take(&mut self.attributes);
            self.parts.push(Part::Start(name.to_ascii_lowercase(), self_closing, attributes));
        }
    }

    impl Tokens for Parts {
        const ATTRIBUTES: bool = true;

        fn attribute(&mut self, attribute: Attribute, value: &str) {
            self.add(attribute, value.as_bytes());
        }

        fn text(&mut self, piece: &[u8]) {
            match self.parts.last_mut() {
                Some(Part::Text(text)) => text.extend_from_slice(piece),
                _ if piece.is_empty() => {}
                _ => self.parts.push(Part::Text(piece.to_vec())),
            }
        }

        fn start(&mut self, name: &[u8], self_closing: bool) -> ContentModel {
            self.end_start(name, self_closing);
            content(&name.to_ascii_lowercase())
        }

        fn end(&mut self, name: &[u8]) {
            self.parts.push(Part::End(name.to_ascii_lowercase()));
        }

        fn comment(&mut self) {
            self.parts.push(Part::Comment);
        }
    }

    /// What html5gum alone reads, with its own tokens.
    fn by_html5gum(html: &str) -> Vec<Part> {
        let mut parts = Parts::default();
        let mut tokenizer = Tokenizer::new(html);
        while let Some(Ok(token)) = tokenizer.next() {
            match token {
                Token::String(text) => parts.text(&text),
                Token::StartTag(tag) => {
                    for (name, value) in &tag.attributes {
                        if let Some(known) = Attribute::known(name) {
                            parts.add(known, value);
                        }
                    }
                    parts.end_start(&tag.name, tag.self_closing);
                    match content(&tag.name) {
                        ContentModel::Script => tokenizer.set_state(State::ScriptData),
                        ContentModel::RawText => tokenizer.set_state(State::RawText),
                        ContentModel::RcData => tokenizer.set_state(State::RcData),
                        ContentModel::PlainText => tokenizer.set_state(State::PlainText),
                        ContentModel::Markup | ContentModel::Title => {}
                    }
                }
                Token::EndTag(tag) => parts.end(&tag.name),
                Token::Comment(_) => parts.comment(),
                Token::Doctype(_) | Token::Error(_) => {}
            }
        }
        parts.parts
    }

    fn assert_same(html: &str) {
        let mut parts = Parts::default();
        tokenize(html, &mut parts);
        assert_eq!(parts.parts, by_html5gum(html), "{html:?}");
    }

    const PIECES: [&str; 72] = [
        "<p>",
        "</p>",
        "<P CLASS=a>",
        "</P >",
        "<br/>",
        "<br />",
        "<br / >",
        "<a href='x>y'>",
        "<a id=\"1\"class=\"2\">",
        "<a id=1 id=2>",
        "<a id>",
        "<a id=>",
        "<a id = x/>",
        "<a =id>",
        "<a id='a&amp;b'>",
        "<a id='?a=1&b=2&lt=3&notit=4&amp;c'>",
        "<a id='a&amp;b&copy'>",
        "<a id=x&y=z&amp;&quot;>",
        "<a id='&amp;&#8217;&'>",
        "<a id='a\r\nb'>",
        "<a href=\"?a&b\" id=c&d>",
        "<a/id=x>",
        "<a\0>",
        "<a id=\0>",
        "<a b\0=x>",
        "</a id=x/>",
        "<",
        "</",
        "</>",
        "<!",
        "<?",
        "<!--",
        "-->",
        "--!>",
        "<!-->",
        "<!doctype html>",
        "<![CDATA[x]]>",
        "<script>",
        "</script>",
        "</script ",
        "<style>",
        "</style>",
        "<title>",
        "</TITLE>",
        "<plaintext>",
        "&",
        "&amp;",
        "&amp",
        "&nbsp;",
        "&nbsp",
        "&lt;",
        "&ltx;",
        "&notin;",
        "&noti",
        "&#65;",
        "&#150;",
        "&#8217;",
        "&#55296;",
        "&raquo;",
        "&#x41",
        "&#",
        "&;",
        "\r",
        "\n",
        "\0",
        " ",
        "é",
        "x",
        "\"",
        "'",
        ">",
        "=",
    ];

    proptest! {
        #[test]
        fn the_two_readers_agree(
            pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..24),
        ) {
            assert_same(&pieces.concat());
        }

        #[test]
        fn they_agree_on_any_text(html in "[<>/!&;=\"' \r\nabAB#x0-9\\-]{0,60}|\\PC{0,40}") {
            assert_same(&html);
        }
    }

    #[test]
    fn a_tag_longer_than_the_limit_is_read() {
        for bytes in [LONGEST_TAG - 20, LONGEST_TAG, 3 * LONGEST_TAG] {
            let long = "a".repeat(bytes);
            assert_same(&format!("<a id=\"{long}\">x</a>"));
            assert_same(&format!("<a id={long}>x</a>"));
            assert_same(&format!("<a {long}>x</a>"));
            assert_same(&format!("<a id={long}"));
        }
    }

    /// The standard's states between attributes, in tags that are not simple: by their length, by
    /// what begins them, and behind text that is not simple.
    #[test]
    fn many_attributes_are_read_as_by_html5gum() {
        let units = [
            "a=\"\" ",
            "a=\"&amp;&copy&#1;\"",
            "a=\"b\"/",
            "a=''",
            "a= \"x\"b='y' c=z d ",
            "a=&amp=\" ",
            "a=\r\n\"\r\n\" ",
            "id=\"1\" ",
            "a=\"\0<>'\"\r",
            "=\"\" ",
            "a=\"é\"\u{a0}",
            "/ id=\"2\"",
        ];
        for unit in units {
            let many = unit.repeat(1000);
            let few = unit.repeat(20);
            for html in [
                format!("<p {many}>x"),
                format!("</p {many}>x"),
                format!("<p = {few}>x<b {few}/>"),
                format!("&notit <p {few}>x"),
                format!("<title>&a</title {few}>x<script>1</script {few}>y"),
                format!("<p {many}"),
                format!("<p {many} a=\""),
            ] {
                assert_same(&html);
            }
        }
    }
}
