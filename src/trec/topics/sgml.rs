//! TREC's SGML topics, as every year wrote them, into fields: tags may stay open, and `<num> Number:` and its like are
//! headings, not text.

use super::{Input, Numbered, SHAPES, Topic, TopicField, single_spaced};
use crate::error::{Error, Result};

/// The tags that structure a topic wherever they stand; any other (`<dom>`, `<smry>`, `<con>`, … of the early years)
/// does so only where it begins a line, so that a `<b>` within a sentence is text.
const STRUCTURE: [&str; 5] = ["top", "num", "title", "desc", "narr"];

/// The headings that NIST puts after its tags.
const HEADINGS: [(&str, &str); 4] =
    [("num", "Number:"), ("title", "Topic:"), ("desc", "Description:"), ("narr", "Narrative:")];

/// The topics of `input` in its order, each with the line of its `<top>`.
pub(super) fn topics(input: &Input, field: TopicField) -> Result<Vec<Numbered>> {
    let mut drafts: Vec<Draft> = Vec::new();
    for piece in pieces(input.text()) {
        match (piece.tag.as_str(), drafts.last_mut()) {
            ("top", _) => drafts.push(Draft { line: piece.line, id: None, text: None }),
            (_, None) => {}
            ("num", Some(draft)) => draft.id = draft.id.take().or(Some(piece.content())),
            (tag, Some(draft)) if tag == field.name() => draft.text = draft.text.take().or(Some(piece.content())),
            _ => {}
        }
    }
    if drafts.is_empty() {
        return Err(Error::format(input.line(1), "tags and no <top> among them", SHAPES));
    }
    drafts.into_iter().map(|draft| draft.finish(input, field)).collect()
}

/// A topic while its fields are read.
struct Draft {
    line: u64,
    id: Option<String>,
    text: Option<String>,
}

impl Draft {
    fn finish(self, input: &Input, field: TopicField) -> Result<Numbered> {
        let missing =
            |found: String, tag: &str| Error::format(input.line(self.line), found, format!("<{tag}> in every <top>"));
        let id = self.id.ok_or_else(|| missing("a topic without a number".to_owned(), "num"))?;
        let name = field.name();
        let text = self.text.ok_or_else(|| missing(format!("topic {id} without <{name}>"), name))?;
        Ok((self.line, Topic { id, text }))
    }
}

/// An opening tag and the text up to the next tag, opening or closing.
struct Piece<'a> {
    line: u64,
    tag: String,
    text: &'a str,
}

impl Piece<'_> {
    /// The text without NIST's heading.
    fn content(&self) -> String {
        let text = self.text.trim();
        let heading = HEADINGS.iter().find(|(tag, _)| *tag == self.tag).map_or("", |(_, heading)| heading);
        let headed = text.get(..heading.len()).is_some_and(|start| start.eq_ignore_ascii_case(heading));
        single_spaced(if headed { &text[heading.len()..] } else { text })
    }
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let tags: Vec<Tag> = tags(text);
    let ends = tags.iter().skip(1).map(|next| next.start).chain([text.len()]);
    let opening = tags.iter().zip(ends).filter(|(tag, _)| !tag.closing);
    opening.map(|(tag, end)| Piece { line: tag.line, tag: tag.name.clone(), text: &text[tag.end..end] }).collect()
}

/// A structuring tag: its bytes are `start..end` of the text.
struct Tag {
    line: u64,
    name: String,
    closing: bool,
    start: usize,
    end: usize,
}

fn tags(text: &str) -> Vec<Tag> {
    let (mut line, mut counted) = (1, 0);
    let mut tags = Vec::new();
    for (start, _) in text.match_indices('<') {
        line += text[counted..start].matches('\n').count() as u64;
        counted = start;
        let begins_line = text[..start].trim_end_matches([' ', '\t']).chars().next_back().is_none_or(|c| c == '\n');
        if let Some((name, closing, end)) = tag_at(text, start)
            && (begins_line || STRUCTURE.contains(&name.as_str()))
        {
            tags.push(Tag { line, name, closing, start, end });
        }
    }
    tags
}

/// The tag whose `<` stands at `start`: its name in lower case, whether it closes, and the byte after its `>`. A tag is
/// letters only; anything else is text.
fn tag_at(text: &str, start: usize) -> Option<(String, bool, usize)> {
    let inside = &text[start + 1..];
    let name = inside.strip_prefix('/').unwrap_or(inside);
    let length = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    let closing = name.len() < inside.len();
    let end = start + 1 + usize::from(closing) + length + 1;
    (length > 0 && name[length..].starts_with('>')).then(|| (name[..length].to_ascii_lowercase(), closing, end))
}

#[cfg(test)]
mod tests {
    use super::super::read_from;
    use super::*;
    use proptest::prelude::*;

    fn texts(text: &str, field: TopicField) -> Vec<(String, String)> {
        let topics = read_from(text.as_bytes(), "a.topics", field).unwrap();
        topics.into_iter().map(|topic| (topic.id, topic.text)).collect()
    }

    fn pair(id: &str, text: &str) -> (String, String) {
        (id.to_owned(), text.to_owned())
    }

    const OPEN: &str = "<top>\n<num> Number: 851\n\n<title> \"March of\n the Penguins\"\n\n<desc> Description:\nIs it <b>good</b> \
                        if a < b?\n\n<narr> Narrative:\nAll.\n\n</top>\n\n\n<top>\n<num> Number: 852 \n<title> larry summers\n\
                        <desc> \n<narr>\nNone\n</top>\n";

    #[test]
    fn open_tags_and_headings() {
        let titles = [pair("851", "\"March of the Penguins\""), pair("852", "larry summers")];
        assert_eq!(texts(OPEN, TopicField::Title), titles);
        assert_eq!(texts(OPEN, TopicField::Desc), [pair("851", "Is it <b>good</b> if a < b?"), pair("852", "")]);
        assert_eq!(texts(OPEN, TopicField::Narr), [pair("851", "All."), pair("852", "None")]);
    }

    #[test]
    fn closed_tags_upper_case_and_the_early_years() {
        let text = "<top><num>Number: 951</num>\n<TITLE>Mutual Funds</TITLE></top>\n<top>\n<head> Tipster\n<num> Number: 002\n\
                    <dom> Domain: Law\n<title> Topic: Acquisitions\n<smry> Summary:\nnot this\n<con> nor this\n";
        assert_eq!(texts(text, TopicField::Title), [pair("951", "Mutual Funds"), pair("002", "Acquisitions")]);
    }

    #[test]
    fn what_is_missing_is_said_with_the_line_of_its_topic() {
        let wrong = |text: &str| read_from(text.as_bytes(), "a.topics", TopicField::Desc).unwrap_err().to_string();
        assert_eq!(
            wrong("<top>\n<num> 1\n<desc> a\n<top>\n<num> 2\n"),
            "a.topics:4: found topic 2 without <desc>, expected <desc> in every <top>"
        );
        assert_eq!(
            wrong("\n<top>\n<desc> a"),
            "a.topics:2: found a topic without a number, expected <num> in every <top>"
        );
        assert_eq!(
            wrong("<top>\n<num> Number:\n<desc> a"),
            "a.topics:1: found topic id '', expected an id of one word"
        );
        assert!(
            wrong("<?xml version=\"1.0\"?>\n<topic number=\"1\">").starts_with("a.topics:1: found tags and no <top>")
        );
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "(<top>|<num>|</|<title>|>|é|İ|Number:|[a\n ]){0,30}") {
            let _ = read_from(text.as_bytes(), "a.topics", TopicField::Title);
        }
    }
}
