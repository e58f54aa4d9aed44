//! A topics file into a list of topics. The first line decides which format it has.

use super::draft::{Draft, SHAPES};
use super::fields::TopicFields;
use super::topic::Topic;
use super::{colons, columns, json, tagged};
use crate::error::{Error, Result};
use crate::trec::input::{TextInput, shown};
use crate::trec::limits::Limits;
use crate::trec::lines::is_json;
use std::collections::HashMap;
use std::io::Read;
use std::ops::Deref;
use std::path::Path;
use tamis_place::is_escaped;

/// The topics of a file, in its order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Topics(Vec<Topic>);

impl Topics {
    /// Reads the topics file at `path` (`-` is standard input), plain or gzip, with the titles as
    /// queries. Its first line that is not blank decides the format: a tag, a JSON object or an
    /// array of them, an id and a tab, or an id and a colon.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read. [`Error::Format`] with the line for a topic
    /// without an id or without one of the fields, for an id that is not unique or contains white
    /// space, and for a line in another format; also for a file without topics, and for one of more
    /// than 64 MiB (decompressed), a line of more than 1 MiB, or more than 1,000,000 topics.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        Self::fields(TopicFields::default()).read(path)
    }

    /// Chooses the fields that make up the queries, instead of the title.
    ///
    /// ```no_run
    /// use tamis_eval::{TopicField, Topics, trec::TopicFields};
    ///
    /// let sentences = Topics::fields(TopicField::Desc).read("topics")?;
    /// let both = Topics::fields("title+desc".parse::<TopicFields>()?).read("topics")?;
    /// # Ok::<(), tamis_eval::Error>(())
    /// ```
    pub fn fields(fields: impl Into<TopicFields>) -> TopicReader {
        TopicReader { fields: fields.into() }
    }
}

/// Reads topics with chosen fields as queries; see [`Topics::fields`].
#[derive(Debug, Clone, Copy, Default)]
pub struct TopicReader {
    fields: TopicFields,
}

impl TopicReader {
    /// Reads the topics file at `path`, like [`Topics::read`].
    ///
    /// # Errors
    /// As [`Topics::read`].
    pub fn read(self, path: impl AsRef<Path>) -> Result<Topics> {
        parse(&TextInput::open(path.as_ref(), Limits::TOPICS)?, self.fields)
    }

    /// Reads topics from an open reader; messages call it `name`.
    ///
    /// # Errors
    /// As [`Topics::read`].
    pub fn read_from(self, reader: impl Read, name: impl AsRef<Path>) -> Result<Topics> {
        parse(&TextInput::read(reader, name.as_ref(), Limits::TOPICS)?, self.fields)
    }
}

impl Deref for Topics {
    type Target = [Topic];

    fn deref(&self) -> &[Topic] {
        &self.0
    }
}

impl From<Topics> for Vec<Topic> {
    fn from(topics: Topics) -> Self {
        topics.0
    }
}

impl FromIterator<Topic> for Topics {
    fn from_iter<I: IntoIterator<Item = Topic>>(topics: I) -> Self {
        Self(topics.into_iter().collect())
    }
}

impl IntoIterator for Topics {
    type Item = Topic;
    type IntoIter = std::vec::IntoIter<Topic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Topics {
    type Item = &'a Topic;
    type IntoIter = std::slice::Iter<'a, Topic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

fn parse(input: &TextInput, fields: TopicFields) -> Result<Topics> {
    let (_, first) =
        input.lines().next().ok_or_else(|| Error::format(input.whole(), "no topic", SHAPES))?;
    let rest = &input.whole_text()[input.span(first).start as usize..];
    let drafts = match first.trim_start().chars().next() {
        Some('<') => tagged::topics(input)?,
        Some('{') => json::topics(input)?,
        Some('[') if is_json(rest.as_bytes()) => json::topics(input)?,
        _ if first.contains('\t') => columns::topics(input)?,
        _ => colons::topics(input)?,
    };
    check_ids(&drafts, input)?;
    let topics = drafts.into_iter().map(|draft| draft.finish(input, fields));
    topics.collect::<Result<_>>().map(Topics)
}

/// Checks that every id is one word and unique: run lines cannot hold other ids, and could not tell
/// equal ones apart.
fn check_ids(topics: &[Draft], input: &TextInput) -> Result<()> {
    let mut seen = HashMap::new();
    for Draft { line, id, .. } in topics {
        let Some(id) = id else { continue };
        if id.is_empty() || id.contains(|c: char| c.is_whitespace() || is_escaped(c)) {
            let found = format!("topic id {}", shown(id));
            return Err(Error::format(
                input.line(*line),
                found,
                "an id of one word without control characters",
            ));
        }
        if let Some(first) = seen.insert(id.as_str(), *line) {
            let found = format!("topic '{id}' a second time");
            return Err(Error::format(
                input.line(*line),
                found,
                format!("each id once; line {first} has it already"),
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trec::topics::TopicField;

    fn topics(text: &str, fields: impl Into<TopicFields>) -> Result<Topics> {
        Topics::fields(fields).read_from(text.as_bytes(), "a.topics")
    }

    fn topic(id: &str, text: &str) -> Topic {
        Topic { id: id.to_owned(), text: text.to_owned() }
    }

    fn wrong(text: &str) -> String {
        topics(text, TopicField::Title).unwrap_err().to_string()
    }

    #[test]
    fn lines_of_id_and_text() {
        let read =
            topics("q1\t \"march  of\" the penguins?\n# no topic\n\n2\t\r\n", TopicField::Title)
                .unwrap();
        assert_eq!(*read, [topic("q1", "\"march of\" the penguins?"), topic("2", "")]);
        let read = topics("wt09-1:obama  family: tree\n2: a\n", TopicField::Title).unwrap();
        assert_eq!(*read, [topic("wt09-1", "obama family: tree"), topic("2", "a")]);
    }

    #[test]
    fn errors_name_file_and_line() {
        assert_eq!(wrong(" \n"), format!("a.topics: found no topic, expected {SHAPES}"));
        assert_eq!(
            wrong("951 Mutual Funds"),
            format!("a.topics:1: found '951 Mutual Funds', expected {SHAPES}")
        );
        assert!(
            wrong("1\ta\n951 Mutual Funds")
                .starts_with("a.topics:2: found '951 Mutual Funds', expected an id, a tab")
        );
        assert_eq!(
            wrong("\ta"),
            "a.topics:1: found topic id '', expected an id of one word without control characters"
        );
        assert_eq!(
            wrong("1 2\ta"),
            "a.topics:1: found topic id '1 2', expected an id of one word without control \
             characters"
        );
        assert!(wrong("1\ta\n2\tb\n1\tc").starts_with("a.topics:3: found topic '1' a second time"));
    }

    #[test]
    fn lines_have_no_description() {
        let error = topics("1\ta", TopicField::Desc).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a.topics:1: found topic 1 without desc, expected desc in every topic; or choose \
             another topic field"
        );
    }

    #[test]
    fn fields_are_known_by_name_and_combined() {
        for field in TopicField::ALL {
            assert_eq!(field.name().parse::<TopicField>().unwrap(), field);
        }
        assert_eq!("narr + title".parse::<TopicFields>().unwrap().to_string(), "title+narr");
        let error = "title+dsc".parse::<TopicFields>().unwrap_err().to_string();
        assert_eq!(error, "unknown topic field 'dsc'; did you mean 'desc'?");
        let error = "".parse::<TopicFields>().unwrap_err().to_string();
        assert!(error.starts_with("unknown topic field ''"), "{error}");

        let columns = "1\tpenguins\tWhere do they  walk?\tAll walks.";
        for (fields, text) in [
            ("title", "penguins"),
            ("desc+title", "penguins Where do they walk?"),
            ("title+desc+narr", "penguins Where do they walk? All walks."),
        ] {
            let topics = topics(columns, fields.parse::<TopicFields>().unwrap()).unwrap();
            assert_eq!(topics[0].text, text, "{fields}");
        }
    }
}
