//! Topics as lines of an id, a colon and the text, as the web track distributes its queries.

use super::draft::{Draft, SHAPES, by_line};
use super::fields::TopicField;
use crate::error::{Error, Result};
use crate::trec::input::{Input, shown};

/// Returns the topics of `input`, one per line.
pub(super) fn topics(input: &Input) -> Result<Vec<Draft>> {
    by_line(input, topic)
}

/// Reads the topic on a line.
fn topic(input: &Input, line: u64, text: &str) -> Result<Draft> {
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
    fn a_line_without_a_colon_is_an_error() {
        let error = Topics::fields(TopicField::Title)
            .read_from("1:a\nb\n".as_bytes(), "a.txt")
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("a.txt:2: found 'b', expected"), "{error}");
    }
}
