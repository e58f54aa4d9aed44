//! A topic as its file has it, before the query is made of some of its fields.

use super::fields::{TopicField, TopicFields};
use super::topic::Topic;
use crate::error::{Error, Result};
use crate::trec::input::TextInput;

/// The formats of topics files, for messages.
pub(super) const SHAPES: &str = "TREC topics (<top> <num> <title> …), web track topics (<topic \
                                 number=…> <query> …), SMART's queries (<DOC> <DOCNO> …), lines \
                                 of id<TAB>text or id:text, or JSON with query_id and text: lines \
                                 of objects, or an array";

/// A topic with all fields of its file.
#[derive(Debug, Default)]
pub(super) struct Draft {
    /// The line on which it starts, from 1.
    pub(super) line: u64,
    pub(super) id: Option<String>,
    /// The text of each [`TopicField`], where the file has one.
    pub(super) parts: [Option<String>; 3],
}

/// The most topics of a file. MS MARCO has 808,731 training queries.
const MAX_TOPICS: usize = 1_000_000;

/// Returns the topics of all lines; `topic` reads one from the number and the text of a line.
///
/// # Errors
/// Those of `topic`, and [`check_room`].
pub(super) fn by_line<'a>(
    input: &'a TextInput,
    topic: impl Fn(&'a TextInput, u64, &'a str) -> Result<Draft>,
) -> Result<Vec<Draft>> {
    let mut drafts = Vec::new();
    for (number, line) in input.lines() {
        check_room(&drafts, input)?;
        drafts.push(topic(input, number, line)?);
    }
    Ok(drafts)
}

/// Checks that there is room for another topic.
///
/// # Errors
/// [`Error::Format`] for more than a million topics.
pub(super) fn check_room(drafts: &[Draft], input: &TextInput) -> Result<()> {
    if drafts.len() < MAX_TOPICS {
        return Ok(());
    }
    let found = format!("more than {MAX_TOPICS} topics");
    Err(Error::format(input.whole(), found, "at most that; split it into several files"))
}

impl Draft {
    /// Sets a field's text; the first text of a field counts.
    pub(super) fn take(&mut self, field: TopicField, text: &str) {
        self.parts[field as usize].get_or_insert_with(|| single_spaced(text));
    }

    /// Returns the topic with `fields` as its query.
    ///
    /// # Errors
    /// [`Error::Format`] if the id or one of the fields is missing.
    pub(super) fn finish(mut self, input: &TextInput, fields: TopicFields) -> Result<Topic> {
        let place = input.line(self.line);
        let Some(id) = self.id else {
            return Err(Error::format(
                place,
                "a topic without a number",
                "a number in every topic",
            ));
        };
        let mut text: Vec<String> = Vec::new();
        for field in fields.each() {
            let Some(part) = self.parts[field as usize].take() else {
                let name = field.name();
                let found = format!("topic {id} without {name}");
                let expected = format!("{name} in every topic; or choose another topic field");
                return Err(Error::format(place, found, expected));
            };
            text.push(part);
        }
        text.retain(|part| !part.is_empty());
        Ok(Topic { id, text: text.join(" ") })
    }
}

fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
