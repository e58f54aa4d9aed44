//! A topics file, TREC's SGML or one `id<TAB>text` a line, into query texts.

use super::input::{Input, shown};
use crate::error::{Error, Result, unknown_name};
use std::collections::HashMap;
use std::path::Path;
use std::str::FromStr;

mod sgml;

/// One topic: what is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topic {
    /// The id under which runs and qrels know it; no white space.
    pub id: String,
    /// The words, with single spaces between; quotes and punctuation as in the file. May be empty.
    pub text: String,
}

/// The part of an SGML topic that is the query.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TopicField {
    /// `<title>`: a few words, as one types them.
    #[default]
    Title,
    /// `<desc>`: a sentence.
    Desc,
    /// `<narr>`: what is relevant and what is not.
    Narr,
}

impl TopicField {
    /// All fields.
    pub const ALL: [Self; 3] = [Self::Title, Self::Desc, Self::Narr];

    /// The field's name, which is its tag's.
    pub fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Desc => "desc",
            Self::Narr => "narr",
        }
    }
}

impl FromStr for TopicField {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|field| field.name() == name);
        found.ok_or_else(|| unknown_name("topic field", name, Self::ALL.map(Self::name)))
    }
}

/// Reads the topics of the file at `path` (`-` is standard input), plain or gzip, in the file's order. A file that
/// begins with a tag is SGML; any other has an id, a tab and the text on each line, which stands for the title.
///
/// # Errors
/// [`Error::Io`]; [`Error::Format`] with the line for a topic without id or without the field, for an id that stands
/// twice or holds white space, for a line without a tab, and for a file without a topic; [`Error::Usage`] for a
/// description or narrative of a file of lines.
pub fn read(path: impl AsRef<Path>, field: TopicField) -> Result<Vec<Topic>> {
    parse(&Input::open(path.as_ref())?, field)
}

/// As [`read`], from an open reader; messages call it `name`.
///
/// # Errors
/// As [`read`].
pub fn read_from(reader: impl std::io::Read, name: impl AsRef<Path>, field: TopicField) -> Result<Vec<Topic>> {
    parse(&Input::read(reader, name.as_ref())?, field)
}

/// A topic and the line at which it begins, from 1.
type Numbered = (u64, Topic);

fn parse(input: &Input, field: TopicField) -> Result<Vec<Topic>> {
    let first = input.lines().next().ok_or_else(|| Error::format(input.whole(), "no topic", SHAPES))?;
    let topics = if first.1.trim_start().starts_with('<') { sgml::topics(input, field)? } else { lines(input, field)? };
    check_ids(&topics, input)?;
    Ok(topics.into_iter().map(|(_, topic)| topic).collect())
}

const SHAPES: &str = "TREC topics (<top> <num> <title> …) or lines of id<TAB>text";

fn lines(input: &Input, field: TopicField) -> Result<Vec<Numbered>> {
    let topics = input.lines().map(|(number, line)| match line.split_once('\t') {
        Some((id, text)) => Ok((number, Topic { id: id.trim().to_owned(), text: single_spaced(text) })),
        None => Err(Error::format(input.line(number), shown(line), SHAPES)),
    });
    let topics = topics.collect::<Result<Vec<_>>>()?;
    if field != TopicField::Title {
        let name = field.name();
        return Err(Error::Usage(format!("{}: lines of id<TAB>text have a title only, and no {name}", input.whole())));
    }
    Ok(topics)
}

/// Every id is one word and stands once: run lines could not carry another, and two topics of one id could not be told
/// apart in them.
fn check_ids(topics: &[Numbered], input: &Input) -> Result<()> {
    let mut seen = HashMap::new();
    for (line, topic) in topics {
        if topic.id.is_empty() || topic.id.contains(char::is_whitespace) {
            let found = format!("topic id '{}'", topic.id);
            return Err(Error::format(input.line(*line), found, "an id of one word"));
        }
        if let Some(first) = seen.insert(topic.id.as_str(), *line) {
            let found = format!("topic '{}' a second time", topic.id);
            return Err(Error::format(
                input.line(*line),
                found,
                format!("each id once; it stands on line {first} already"),
            ));
        }
    }
    Ok(())
}

fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topics(text: &str, field: TopicField) -> Result<Vec<Topic>> {
        read_from(text.as_bytes(), "a.topics", field)
    }

    #[test]
    fn lines_of_id_and_text() {
        let read = topics("q1\t \"march  of\" the penguins?\n# no topic\n\n2\t\r\n", TopicField::Title).unwrap();
        let topic = |id: &str, text: &str| Topic { id: id.to_owned(), text: text.to_owned() };
        assert_eq!(read, [topic("q1", "\"march of\" the penguins?"), topic("2", "")]);
    }

    #[test]
    fn what_is_wrong_is_said_with_file_and_line() {
        let wrong = |text| topics(text, TopicField::Title).unwrap_err().to_string();
        assert_eq!(wrong(" \n"), format!("a.topics: found no topic, expected {SHAPES}"));
        assert_eq!(wrong("1\ta\n951 Mutual Funds"), format!("a.topics:2: found '951 Mutual Funds', expected {SHAPES}"));
        assert_eq!(wrong("\ta"), "a.topics:1: found topic id '', expected an id of one word");
        assert_eq!(wrong("1 2\ta"), "a.topics:1: found topic id '1 2', expected an id of one word");
        assert!(wrong("1\ta\n2\tb\n1\tc").starts_with("a.topics:3: found topic '1' a second time"));
    }

    #[test]
    fn lines_have_no_description() {
        let error = topics("1\ta", TopicField::Desc).unwrap_err();
        assert_eq!(error.exit_status(), 2);
        assert_eq!(error.to_string(), "a.topics: lines of id<TAB>text have a title only, and no desc");
    }

    #[test]
    fn fields_are_known_by_name() {
        for field in TopicField::ALL {
            assert_eq!(field.name().parse::<TopicField>().unwrap(), field);
        }
        assert_eq!(
            "dsc".parse::<TopicField>().unwrap_err().to_string(),
            "unknown topic field 'dsc'; did you mean 'desc'?"
        );
    }
}
