//! Topics as lines of an id, a colon and the text, as the web track distributes its queries.

use super::columns::{ColumnHeader, below_names};
use super::draft::{Draft, SHAPES, by_line};
use super::fields::TopicField;
use crate::error::{Error, Result};
use crate::trec::input::{TextInput, shown};

/// Returns the topics of `input`, one per line.
pub(super) fn topics(input: &TextInput) -> Result<Vec<Draft>> {
    match ColumnHeader::of_first_line(input, ':') {
        Some(_) => below_names(input, SHAPES, topic),
        None => by_line(input, topic),
    }
}

/// Reads the topic on a line.
fn topic(input: &TextInput, line: u64, text: &str) -> Result<Draft> {
    let halves = text.split_once(':').filter(|(id, _)| !id.trim().contains(char::is_whitespace));
    let (id, title) = halves.ok_or_else(|| Error::format(input.line(line), shown(text), SHAPES))?;
    let mut draft = Draft { line, id: Some(id.trim().to_owned()), ..Draft::default() };
    draft.take(TopicField::Title, title);
    Ok(draft)
}

#[cfg(test)]
mod tests {
    use crate::trec::topics::{TopicField, Topics};

    #[test]
    fn a_line_of_names_is_no_topic() {
        let read = |text: &str| {
            Topics::fields(TopicField::Title).read_from(text.as_bytes(), "a.txt").map(Vec::from)
        };
        let plain = read("7:lantern lit\n8:query\n").unwrap();
        for names in ["qid:query", "id: query", "query-id:text", "Topic:Title"] {
            assert_eq!(read(&format!("{names}\n7:lantern lit\n8:query\n")).unwrap(), plain);
        }
        for text in ["id:query language\n", "7:query\n", "title:topic models\n", "7:a\nid:query\n"]
        {
            assert_eq!(read(text).unwrap().len(), text.lines().count(), "{text}");
        }
        assert!(read("qid:query\n").unwrap_err().to_string().contains("a line of names"));
    }

    #[test]
    fn a_line_without_a_colon_is_an_error() {
        let error = Topics::fields(TopicField::Title)
            .read_from("1:a\nb\n".as_bytes(), "a.txt")
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("a.txt:2: found 'b', expected"), "{error}");
    }
}
