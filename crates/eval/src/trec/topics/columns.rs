//! Topics in columns separated by tabs: id, title and optionally description and narrative, as
//! ir_datasets exports them.

use super::draft::{Draft, by_line};
use super::fields::TopicField;
use crate::error::{Error, Result};
use crate::trec::input::{Input, shown};

const COLUMNS: &str =
    "an id, a tab and the text; description and narrative may follow, each after a tab";

/// Returns the topics of `input`, one per line.
pub(super) fn topics(input: &Input) -> Result<Vec<Draft>> {
    by_line(input, topic)
}

/// Reads the topic on a line.
fn topic(input: &Input, line: u64, text: &str) -> Result<Draft> {
    let mut columns = text.split('\t');
    let id = columns.next().map(|id| id.trim().to_owned());
    let mut draft = Draft { line, id, ..Draft::default() };
    for (field, text) in TopicField::ALL.into_iter().zip(columns.by_ref()) {
        draft.take(field, text);
    }
    if draft.parts[0].is_none() || columns.next().is_some() {
        return Err(Error::format(input.line(line), shown(text), COLUMNS));
    }
    Ok(draft)
}

#[cfg(test)]
mod tests {
    use super::TopicField;
    use crate::trec::topics::Topics;

    #[test]
    fn an_extra_column_is_an_error_rather_than_lost() {
        let error = Topics::fields(TopicField::Title)
            .read_from("1\ta\tb\tc\n2\ta\tb\tc\td\n".as_bytes(), "a.tsv")
            .unwrap_err()
            .to_string();
        assert!(
            error
                .starts_with(r"a.tsv:2: found '2\ta\tb\tc\td', expected an id, a tab and the text"),
            "{error}"
        );
    }
}
