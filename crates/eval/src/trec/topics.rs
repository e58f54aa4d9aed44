//! A topics file into query texts: TREC's SGML, the web track's XML, lines of JSON, lines of an id and a text.

use super::input::{Input, shown};
use crate::error::{Error, Result};
use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use tamis_place::SettingError;

mod json;
mod lines;
mod tagged;

/// One topic: what is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topic {
    /// The id under which runs and qrels know it; no white space.
    pub id: String,
    /// The words, with single spaces between; quotes and punctuation as in the file. May be empty.
    pub text: String,
}

/// A part of a topic.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TopicField {
    /// `<title>`, or the web track's `<query>`: a few words, as one types them.
    #[default]
    Title,
    /// `<desc>` or `<description>`: a sentence.
    Desc,
    /// `<narr>` or `<narrative>`: what is relevant and what is not.
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

    /// The field that a tag of a topic, or a key of a line of JSON, names. Each has had several names over the years.
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "title" | "query" => Self::Title,
            "desc" | "description" | "question" => Self::Desc,
            "narr" | "narrative" => Self::Narr,
            _ => return None,
        })
    }
}

impl FromStr for TopicField {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|field| field.name() == name);
        found.ok_or_else(|| SettingError::unknown_name("topic field", name, Self::ALL.map(Self::name)).into())
    }
}

/// The parts of a topic that are the query, one after the other: title, description, narrative, whatever the order in
/// which they are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TopicFields([bool; 3]);

impl TopicFields {
    fn each(self) -> impl Iterator<Item = TopicField> {
        TopicField::ALL.into_iter().filter(move |field| self.0[*field as usize])
    }
}

impl From<TopicField> for TopicFields {
    fn from(field: TopicField) -> Self {
        Self(TopicField::ALL.map(|one| one == field))
    }
}

impl FromStr for TopicFields {
    type Err = Error;

    /// Names with `+` between them: `title+desc`.
    fn from_str(names: &str) -> Result<Self> {
        let mut fields = Self([false; 3]);
        for name in names.split('+') {
            fields.0[name.trim().parse::<TopicField>()? as usize] = true;
        }
        Ok(fields)
    }
}

impl fmt::Display for TopicFields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.each().map(TopicField::name).collect::<Vec<_>>().join("+"))
    }
}

/// Reads the topics of the file at `path` (`-` is standard input), plain or gzip, in the file's order. Its first line that
/// is not blank tells its shape: a tag, an object of JSON, an id and a tab, or an id and a colon.
///
/// # Errors
/// [`Error::Io`]; [`Error::Format`] with the line for a topic without id or without one of the fields, for an id that
/// stands twice or holds white space, for a line of another shape than the first, and for a file without a topic.
pub fn read(path: impl AsRef<Path>, fields: impl Into<TopicFields>) -> Result<Vec<Topic>> {
    parse(&Input::open(path.as_ref())?, fields.into())
}

/// As [`read`], from an open reader; messages call it `name`.
///
/// # Errors
/// As [`read`].
pub fn read_from(
    reader: impl std::io::Read,
    name: impl AsRef<Path>,
    fields: impl Into<TopicFields>,
) -> Result<Vec<Topic>> {
    parse(&Input::read(reader, name.as_ref())?, fields.into())
}

/// A topic as its file has it.
#[derive(Debug, Default)]
struct Draft {
    /// The line at which it begins, from 1.
    line: u64,
    id: Option<String>,
    /// The text of each [`TopicField`] that it has.
    parts: [Option<String>; 3],
}

impl Draft {
    /// Takes a field's text; of several the first is the topic's.
    fn take(&mut self, field: TopicField, text: &str) {
        self.parts[field as usize].get_or_insert_with(|| single_spaced(text));
    }

    fn finish(mut self, input: &Input, fields: TopicFields) -> Result<Topic> {
        let missing = |found: String, expected: String| Error::format(input.line(self.line), found, expected);
        let id = self.id.ok_or_else(|| missing("a topic without a number".into(), "one in every topic".into()))?;
        let mut text: Vec<String> = Vec::new();
        for field in fields.each() {
            let part = self.parts[field as usize].take().ok_or_else(|| {
                let name = field.name();
                missing(
                    format!("topic {id} without {name}"),
                    format!("{name} in every topic, or another --topic-field"),
                )
            })?;
            text.push(part);
        }
        text.retain(|part| !part.is_empty());
        Ok(Topic { id, text: text.join(" ") })
    }
}

fn parse(input: &Input, fields: TopicFields) -> Result<Vec<Topic>> {
    let (_, first) = input.lines().next().ok_or_else(|| Error::format(input.whole(), "no topic", SHAPES))?;
    let drafts = match first.trim_start().chars().next() {
        Some('<') => tagged::topics(input)?,
        Some('{') => json::topics(input)?,
        _ if first.contains('\t') => lines::columns(input)?,
        _ => lines::colons(input)?,
    };
    check_ids(&drafts, input)?;
    drafts.into_iter().map(|draft| draft.finish(input, fields)).collect()
}

const SHAPES: &str = "TREC topics (<top> <num> <title> …), web track topics (<topic number=…> <query> …), lines of \
                      id<TAB>text or id:text, or lines of JSON with query_id and text";

/// Every id is one word and stands once: run lines could not carry another, and two topics of one id could not be told
/// apart in them.
fn check_ids(topics: &[Draft], input: &Input) -> Result<()> {
    let mut seen = HashMap::new();
    for Draft { line, id, .. } in topics {
        let Some(id) = id else { continue };
        if id.is_empty() || id.contains(char::is_whitespace) {
            let found = format!("topic id '{id}'");
            return Err(Error::format(input.line(*line), found, "an id of one word"));
        }
        if let Some(first) = seen.insert(id.as_str(), *line) {
            let found = format!("topic '{id}' a second time");
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

    fn topics(text: &str, fields: impl Into<TopicFields>) -> Result<Vec<Topic>> {
        read_from(text.as_bytes(), "a.topics", fields)
    }

    #[test]
    fn lines_of_id_and_text() {
        let topic = |id: &str, text: &str| Topic { id: id.to_owned(), text: text.to_owned() };
        let read = topics("q1\t \"march  of\" the penguins?\n# no topic\n\n2\t\r\n", TopicField::Title).unwrap();
        assert_eq!(read, [topic("q1", "\"march of\" the penguins?"), topic("2", "")]);
        let read = topics("wt09-1:obama  family: tree\n2: a\n", TopicField::Title).unwrap();
        assert_eq!(read, [topic("wt09-1", "obama family: tree"), topic("2", "a")]);
    }

    #[test]
    fn what_is_wrong_is_said_with_file_and_line() {
        let wrong = |text| topics(text, TopicField::Title).unwrap_err().to_string();
        assert_eq!(wrong(" \n"), format!("a.topics: found no topic, expected {SHAPES}"));
        assert_eq!(wrong("951 Mutual Funds"), format!("a.topics:1: found '951 Mutual Funds', expected {SHAPES}"));
        assert!(
            wrong("1\ta\n951 Mutual Funds").starts_with("a.topics:2: found '951 Mutual Funds', expected an id, a tab")
        );
        assert_eq!(wrong("\ta"), "a.topics:1: found topic id '', expected an id of one word");
        assert_eq!(wrong("1 2\ta"), "a.topics:1: found topic id '1 2', expected an id of one word");
        assert!(wrong("1\ta\n2\tb\n1\tc").starts_with("a.topics:3: found topic '1' a second time"));
    }

    #[test]
    fn lines_have_no_description() {
        let error = topics("1\ta", TopicField::Desc).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a.topics:1: found topic 1 without desc, expected desc in every topic, or another --topic-field"
        );
    }

    #[test]
    fn fields_are_known_by_name_and_combined() {
        for field in TopicField::ALL {
            assert_eq!(field.name().parse::<TopicField>().unwrap(), field);
        }
        assert_eq!("narr + title".parse::<TopicFields>().unwrap().to_string(), "title+narr");
        let wrong = |name: &str| name.parse::<TopicFields>().unwrap_err().to_string();
        assert_eq!(wrong("title+dsc"), "unknown topic field 'dsc'; did you mean 'desc'?");
        assert!(wrong("").starts_with("unknown topic field ''"));

        let columns = "1\tpenguins\tWhere do they  walk?\tAll walks.";
        let text = |fields: &str| topics(columns, fields.parse::<TopicFields>().unwrap()).unwrap()[0].text.clone();
        assert_eq!(text("title"), "penguins");
        assert_eq!(text("desc+title"), "penguins Where do they walk?");
        assert_eq!(text("title+desc+narr"), "penguins Where do they walk? All walks.");
    }
}
