//! Topics between tags, in the variants of all TREC years: SGML, in which tags may stay open and
//! headings such as `<num> Number:` are not text; the web track's XML, whose topics have their
//! number in an attribute; and the queries of SMART's collections (CACM), which look like
//! documents.

use super::draft::{Draft, SHAPES, check_room};
use super::fields::TopicField;
use crate::error::{Error, Result};
use crate::trec::input::TextInput;
use crate::trec::references::decode_references;
use std::str::MatchIndices;

/// The tags that end the previous field wherever they are. Any other tag (`<dom>`, `<smry>`,
/// `<con>`, … of the early years) does so only at the start of a line, so that a `<b>` within a
/// sentence is text.
const STRUCTURE: [&str; 14] = [
    "top",
    "num",
    "title",
    "desc",
    "narr",
    "topic",
    "query",
    "description",
    "question",
    "narrative",
    "subtopic",
    "querytime",
    "doc",
    "docno",
];

/// The headings that NIST writes after its tags.
const HEADINGS: [(&str, &str); 4] =
    [("num", "Number:"), ("title", "Topic:"), ("desc", "Description:"), ("narr", "Narrative:")];

/// Returns the topics of `input`, each with the line of its `<top>`, `<topic>` or `<DOC>`.
pub(super) fn topics(input: &TextInput) -> Result<Vec<Draft>> {
    let mut drafts: Vec<Draft> = Vec::new();
    for piece in pieces(input.text()) {
        match (piece.tag.name.as_str(), drafts.last_mut()) {
            ("top" | "topic" | "doc", _) => {
                let id = piece.tag.number.map(|number| number.trim().to_owned());
                check_room(&drafts, input)?;
                drafts.push(Draft { line: piece.tag.line, id, ..Draft::default() });
            }
            (_, None) => {}
            // A collection of documents given by mistake has more tags here, and so no title.
            ("docno", Some(draft)) if piece.tag.closing => {
                let text = piece.content();
                if !text.trim().is_empty() {
                    draft.take(TopicField::Title, &text);
                }
            }
            ("num" | "docno", Some(draft)) => {
                draft.id = draft.id.take().or(Some(piece.content().trim().to_owned()));
            }
            (tag, Some(draft)) => {
                if let Some(field) = TopicField::named(tag) {
                    draft.take(field, &piece.content());
                }
            }
        }
    }
    if drafts.is_empty() {
        let found = "tags, but neither <top> nor <topic> nor <DOC>";
        return Err(Error::format(input.line(1), found, SHAPES));
    }
    Ok(drafts)
}

/// An opening tag, or `</DOCNO>`, and the text up to the next opening or closing tag.
struct TaggedPiece<'a> {
    tag: TopicTag<'a>,
    text: &'a str,
    /// Whether to decode character references: XML topics are escaped, SGML topics never were.
    xml: bool,
}

impl TaggedPiece<'_> {
    /// Returns the text without NIST's heading.
    fn content(&self) -> String {
        let text = self.text.trim();
        let heading = HEADINGS
            .iter()
            .find(|(tag, _)| *tag == self.tag.name)
            .map_or("", |(_, heading)| heading);
        let headed =
            text.get(..heading.len()).is_some_and(|start| start.eq_ignore_ascii_case(heading));
        let text = if headed { &text[heading.len()..] } else { text };
        // Without a DTD, XML knows five names only; HTML's other names are decoded as well, for
        // that is what authors meant.
        if self.xml { decode_references(text) } else { text.to_owned() }
    }
}

/// Iterates over the pieces. None is kept: a file may have millions of tags.
fn pieces(text: &str) -> impl Iterator<Item = TaggedPiece<'_>> {
    let xml = tags(text).any(|tag| tag.number.is_some());
    let mut tags = tags(text).peekable();
    std::iter::from_fn(move || {
        // Nothing opens the text of a SMART query: it stands behind the number.
        let tag = tags.find(|tag| !tag.closing || tag.name == "docno")?;
        let end = tags.peek().map_or(text.len(), |next| next.start);
        Some(TaggedPiece { text: &text[tag.end..end], tag, xml })
    })
}

/// A tag that ends the previous field; its bytes are `start..end` of the text.
struct TopicTag<'a> {
    line: u64,
    name: String,
    closing: bool,
    /// The value of the attribute `number`.
    number: Option<&'a str>,
    start: usize,
    end: usize,
}

/// Iterates over the tags that end a field.
fn tags(text: &str) -> TopicTags<'_> {
    TopicTags { text, starts: text.match_indices('<'), line: 1, counted: 0, comment_end: 0 }
}

/// The tags of a text. Tags in comments do not count.
struct TopicTags<'a> {
    text: &'a str,
    /// Every `<` that was not looked at.
    starts: MatchIndices<'a, char>,
    /// The number of the line of the last `<`.
    line: u64,
    /// Where the last `<` is: up to here, lines are counted.
    counted: usize,
    /// Where the last comment ends.
    comment_end: usize,
}

impl<'a> Iterator for TopicTags<'a> {
    type Item = TopicTag<'a>;

    fn next(&mut self) -> Option<TopicTag<'a>> {
        let text = self.text;
        for (start, _) in self.starts.by_ref() {
            self.line += text[self.counted..start].matches('\n').count() as u64;
            self.counted = start;
            if start < self.comment_end {
                continue;
            }
            if text[start..].starts_with("<!--") {
                let length = text[start..].find("-->");
                self.comment_end = length.map_or(text.len(), |length| start + length);
                continue;
            }
            let Some(tag) = tag_at(text, start, self.line) else { continue };
            let before = text[..start].trim_end_matches([' ', '\t']);
            let begins_line = before.chars().next_back().is_none_or(|c| c == '\n');
            if begins_line || STRUCTURE.contains(&tag.name.as_str()) {
                return Some(tag);
            }
        }
        None
    }
}

/// Parses the tag whose `<` is at `start`: letters, then `>` or attributes, which may span lines.
/// Anything else is text. Looks no further than the next `<`, so that all tags together take time
/// linear in the text.
fn tag_at(text: &str, start: usize, line: u64) -> Option<TopicTag<'_>> {
    let inside = &text[start + 1..];
    let name = inside.strip_prefix('/').unwrap_or(inside);
    let length = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let closing = name.len() < inside.len();
    let (name, rest) = name.split_at(length);
    let (attributes, _) =
        rest.split_at(rest.find(['<', '>']).filter(|&end| rest[end..].starts_with('>'))?);
    let plain = attributes.is_empty()
        || attributes.starts_with(char::is_whitespace) && attributes.contains('=');
    let end = start + 1 + usize::from(closing) + length + attributes.len() + 1;
    let number = attribute(attributes, "number");
    (length > 0 && plain).then(|| TopicTag {
        line,
        name: name.to_ascii_lowercase(),
        closing,
        number,
        start,
        end,
    })
}

/// Returns the value of an attribute, which must be in quotes.
fn attribute<'a>(attributes: &'a str, name: &str) -> Option<&'a str> {
    let value = attributes
        .split_whitespace()
        .find_map(|word| word.strip_prefix(name)?.strip_prefix('='))?;
    let quote = value.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
    value[1..].split_once(quote).map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use crate::error::Result;
    use crate::trec::topics::{TopicField, Topics};
    use proptest::prelude::*;

    fn texts(text: &str, field: TopicField) -> Vec<(String, String)> {
        let topics = Topics::fields(field).read_from(text.as_bytes(), "a.topics").unwrap();
        topics.into_iter().map(|topic| (topic.id, topic.text)).collect()
    }

    fn pair(id: &str, text: &str) -> (String, String) {
        (id.to_owned(), text.to_owned())
    }

    const OPEN: &str = "<top>\n<num> Number: 851\n\n<title> \"March of\n the Penguins\"\n\n<desc> \
                        Description:\nIs it <b>good</b> if a < b?\n\n<narr> \
                        Narrative:\nAll.\n\n</top>\n\n\n<top>\n<num> Number: 852 \n<title> larry \
                        summers\n<desc> \n<narr>\nNone\n</top>\n";

    #[test]
    fn open_tags_and_headings() {
        let titles = [pair("851", "\"March of the Penguins\""), pair("852", "larry summers")];
        assert_eq!(texts(OPEN, TopicField::Title), titles);
        assert_eq!(
            texts(OPEN, TopicField::Desc),
            [pair("851", "Is it <b>good</b> if a < b?"), pair("852", "")]
        );
        assert_eq!(texts(OPEN, TopicField::Narr), [pair("851", "All."), pair("852", "None")]);
    }

    #[test]
    fn closed_tags_upper_case_and_the_early_years() {
        let text = "<top><num>Number: 951</num>\n<TITLE>Mutual Funds</TITLE></top>\n<top>\n<head> \
                    Tipster\n<num> Number: 002\n<dom> Domain: Law\n<title> Topic: \
                    Acquisitions\n<smry> Summary:\nnot this\n<con> nor this\n";
        assert_eq!(
            texts(text, TopicField::Title),
            [pair("951", "Mutual Funds"), pair("002", "Acquisitions")]
        );
    }

    #[test]
    fn web_track_topics() {
        let text = "<?xml version=\"1.0\"?>\n<!DOCTYPE webtrack2009 [\n  <!ELEMENT topic \
                    (query)>\n]>\n<webtrack2009>\n<!-- <topic number=\"0\"> is\n none -->\n<topic \
                    number=\"1\" type='faceted'>\n  <query>at&amp;t &lt;phones</query>\n \
                    <description> All of\n its pages. </description>\n <subtopic number=\"1\" \
                    type=\"nav\">\n  The first.\n  </subtopic>\n</topic>\n<topic type=\"x\" \
                    number='2'><query>b</query><description/></topic>\n";
        assert_eq!(texts(text, TopicField::Title), [pair("1", "at&t <phones"), pair("2", "b")]);
        let error = Topics::fields(TopicField::Desc)
            .read_from(text.as_bytes(), "a.xml")
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("a.xml:16: found topic 2 without desc"), "{error}");
        assert_eq!(
            texts(
                &text.replace("<description/>", "<description>c</description>"),
                TopicField::Desc
            )[0]
            .1,
            "All of its pages."
        );
    }

    #[test]
    fn references_are_characters_in_xml_and_themselves_in_sgml() {
        let text = "<top>\n<num> Number: 1\n<title> caf&eacute; at&amp;t R&D\n</top>\n";
        assert_eq!(texts(text, TopicField::Title), [pair("1", "caf&eacute; at&amp;t R&D")]);
        let text =
            "<topic number=\"1\"><query>caf&eacute;&#x301; at&amp;t R&D &lt;b&gt;</query></topic>";
        assert_eq!(texts(text, TopicField::Title), [pair("1", "café\u{301} at&t R&D <b>")]);
    }

    #[test]
    fn microblog_topics() {
        let text = "<top>\n<num> Number: MB001 </num>\n<query> BBC cuts </query>\n<querytime> Tue \
                    Feb 08 </querytime>\n</top>\n";
        assert_eq!(texts(text, TopicField::Title), [pair("MB001", "BBC cuts")]);
    }

    #[test]
    fn smart_queries() {
        let text = "<DOC>\n<DOCNO> 1 </DOCNO>\n\n\n What of TSS (Time\nSharing)?\n\n Prieve, \
                    B.\n</DOC>\n<DOC>\n<DOCNO> 2 </DOCNO>\n a < b\n</DOC>\n";
        let expected = [pair("1", "What of TSS (Time Sharing)? Prieve, B."), pair("2", "a < b")];
        assert_eq!(texts(text, TopicField::Title), expected);
        let document = "<DOC>\n<DOCNO>a-1</DOCNO>\n<DOCHDR>\nx\n</DOCHDR>\nA page\n</DOC>\n";
        let error = titles(document.to_owned()).unwrap_err().to_string();
        assert!(error.starts_with("a.topics:1: found topic a-1 without title"), "{error}");
    }

    fn wrong(text: &str) -> String {
        let topics = Topics::fields(TopicField::Desc).read_from(text.as_bytes(), "a.topics");
        topics.unwrap_err().to_string()
    }

    #[test]
    fn errors_name_the_line_of_the_topic() {
        assert_eq!(
            wrong("<top>\n<num> 1\n<desc> a\n<top>\n<num> 2\n"),
            "a.topics:4: found topic 2 without desc, expected desc in every topic; or choose \
             another topic field"
        );
        assert_eq!(
            wrong("\n<top>\n<desc> a"),
            "a.topics:2: found a topic without a number, expected a number in every topic"
        );
        assert_eq!(
            wrong("<top>\n<num> Number:\n<desc> a"),
            "a.topics:1: found topic id '', expected an id of one word without control characters"
        );
        assert!(
            wrong("<html>\n<p>")
                .starts_with("a.topics:1: found tags, but neither <top> nor <topic> nor <DOC>")
        );
    }

    fn titles(text: String) -> Result<Topics> {
        Topics::fields(TopicField::Title).read_from(text.as_bytes(), "a.topics")
    }

    #[test]
    fn tags_that_never_end_take_time_linear_in_the_text() {
        // With a search to the end of the text for each tag, the first would take minutes.
        for open in [
            "<a ",
            "<top ",
            "<title number=\"",
            "</top ",
            "\n<a x=\t",
            "<",
            "<!-",
            "<!-- -->",
            "\n\t <top>",
        ] {
            let lines = "\n".repeat(4);
            let _ = titles(format!("<top>{}", open.repeat(20_000)));
            let count = if open == "<a " { 400_000 } else { 20_000 };
            let spread = titles(format!(
                "<top>\n<num> 1\n<title> x {}",
                [open, &lines].concat().repeat(count)
            ));
            assert!(
                spread.is_err() || spread.is_ok_and(|topics| topics[0].text.starts_with('x')),
                "{open}"
            );
        }
    }

    #[test]
    fn a_file_of_too_many_topics_is_refused() {
        let error = Topics::fields(TopicField::Title)
            .read_from("<top>\n".repeat(1_000_001).as_bytes(), "a.topics");
        assert_eq!(
            error.unwrap_err().to_string(),
            "a.topics: found more than 1000000 topics, expected at most that; split it into \
             several files"
        );
        let lines = (0..=1_000_000).map(|id| format!("{id}:a\n")).collect::<String>();
        assert!(Topics::fields(TopicField::Title).read_from(lines.as_bytes(), "a.topics").is_err());
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(
            text in "(<top>|<topic \
                     number=|\"1\"|<!--|-->|&amp;|<num>|</|<title>|>|é|İ|Number:|[a\n ]){0,30}",
        ) {
            let _ = Topics::fields(TopicField::Title).read_from(text.as_bytes(), "a.topics");
        }
    }
}
