//! Topics of one line each: an id, and its text behind a tab or a colon.

use super::{Draft, Input, SHAPES, TopicField, shown};
use crate::error::{Error, Result};

const COLUMNS: &str = "an id, a tab and the text; then perhaps description and narrative, each after a tab";

/// Lines of columns: id, title, and where there are more description and narrative, as ir_datasets exports TREC's topics.
pub(super) fn columns(input: &Input) -> Result<Vec<Draft>> {
    let topic = |(line, text): (u64, &str)| {
        let mut columns = text.split('\t');
        let mut draft = Draft { line, id: columns.next().map(|id| id.trim().to_owned()), ..Draft::default() };
        TopicField::ALL.into_iter().zip(columns.by_ref()).for_each(|(field, text)| draft.take(field, text));
        if draft.parts[0].is_none() || columns.next().is_some() {
            return Err(Error::format(input.line(line), shown(text), COLUMNS));
        }
        Ok(draft)
    };
    input.lines().map(topic).collect()
}

/// Lines of an id, a colon and the text, as the web track hands out its queries.
pub(super) fn colons(input: &Input) -> Result<Vec<Draft>> {
    let topic = |(line, text): (u64, &str)| {
        let halves = text.split_once(':').filter(|(id, _)| !id.trim().contains(char::is_whitespace));
        let (id, title) = halves.ok_or_else(|| Error::format(input.line(line), shown(text), SHAPES))?;
        let mut draft = Draft { line, id: Some(id.trim().to_owned()), ..Draft::default() };
        draft.take(TopicField::Title, title);
        Ok(draft)
    };
    input.lines().map(topic).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{TopicField, read_from};

    #[test]
    fn a_column_too_many_is_said_rather_than_lost() {
        let read = |text: &str| read_from(text.as_bytes(), "a.tsv", TopicField::Title);
        let error = read("1\ta\tb\tc\n2\ta\tb\tc\td\n").unwrap_err().to_string();
        assert!(error.starts_with("a.tsv:2: found '2\ta\tb\tc\td', expected an id, a tab and the text"), "{error}");
        let error = read("1:a\nb\n").unwrap_err().to_string();
        assert!(error.starts_with("a.tsv:2: found 'b', expected"), "{error}");
    }
}
