//! Topics in columns separated by tabs: id, title and optionally description and narrative, as
//! ir_datasets exports them; or as the names in the first line say, as pandas and BEIR write them.

use super::draft::{Draft, by_line};
use super::fields::TopicField;
use super::json::IDS;
use crate::error::{Error, Result};
use crate::trec::input::{TextInput, shown};

const COLUMNS: &str =
    "an id, a tab and the text; description and narrative may follow, each after a tab";

/// Returns the topics of `input`, one per line.
pub(super) fn topics(input: &TextInput) -> Result<Vec<Draft>> {
    match ColumnHeader::of_first_line(input, '\t') {
        Some(header) => {
            below_names(input, COLUMNS, |input, line, text| header.topic(input, line, text))
        }
        None => by_line(input, topic),
    }
}

/// Returns the topics of the lines below a line of names; `topic` reads one.
///
/// # Errors
/// Those of `topic`, and [`Error::Format`] if there are none; `expected` says what a line is.
pub(super) fn below_names<'a>(
    input: &'a TextInput,
    expected: &str,
    topic: impl Fn(&'a TextInput, u64, &'a str) -> Result<Draft>,
) -> Result<Vec<Draft>> {
    let mut drafts = by_line(input, topic)?;
    drafts.remove(0);
    if drafts.is_empty() {
        return Err(Error::format(input.whole(), "no topic but a line of names", expected));
    }
    Ok(drafts)
}

/// The names of the columns. A topic could have such an id, but hardly with such a text.
pub(super) struct ColumnHeader(Vec<TopicColumn>);

/// What a column has, by its name.
enum TopicColumn {
    Id,
    Field(TopicField),
    Other,
}

impl ColumnHeader {
    /// Returns the header that the first line is, with names between separators.
    pub(super) fn of_first_line(input: &TextInput, separator: char) -> Option<Self> {
        let (_, line) = input.lines().next()?;
        Self::of(line.split(separator))
    }

    /// Returns the header that these names are: each is a word, one that of an id and another that
    /// of a query.
    fn of<'a>(columns: impl Iterator<Item = &'a str>) -> Option<Self> {
        let mut names = Vec::new();
        for name in columns.map(|name| name.trim().trim_matches('"')) {
            if name.is_empty() || name.contains(char::is_whitespace) {
                return None;
            }
            names.push(TopicColumn::of(&name.to_lowercase().replace('-', "_")));
        }
        let ids = names.iter().filter(|name| matches!(name, TopicColumn::Id)).count();
        let is_query = |name: &TopicColumn| matches!(name, TopicColumn::Field(TopicField::Title));
        (ids == 1 && names.iter().any(is_query)).then_some(Self(names))
    }

    /// Reads the topic on a line.
    fn topic(&self, input: &TextInput, line: u64, text: &str) -> Result<Draft> {
        let mut draft = Draft { line, ..Draft::default() };
        let columns: Vec<&str> = text.split('\t').collect();
        if columns.len() != self.0.len() {
            let expected = format!("{} columns, as in the first line", self.0.len());
            return Err(Error::format(input.line(line), shown(text), expected));
        }
        for (name, text) in self.0.iter().zip(columns) {
            match name {
                TopicColumn::Id => draft.id = Some(text.trim().to_owned()),
                TopicColumn::Field(field) => draft.take(*field, text),
                TopicColumn::Other => {}
            }
        }
        Ok(draft)
    }
}

impl TopicColumn {
    fn of(name: &str) -> Self {
        match name {
            "text" | "query_text" | "question" | "sentence" => Self::Field(TopicField::Title),
            "topic" | "queryid" | "topicid" | "index" | "key" => Self::Id,
            _ if IDS.contains(&name) => Self::Id,
            _ => TopicField::named(name).map_or(Self::Other, Self::Field),
        }
    }
}

/// Reads the topic on a line.
fn topic(input: &TextInput, line: u64, text: &str) -> Result<Draft> {
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

    fn read(text: &str) -> crate::Result<Vec<(String, String)>> {
        let topics = Topics::fields(TopicField::Title).read_from(text.as_bytes(), "a.tsv")?;
        Ok(topics.into_iter().map(|topic| (topic.id, topic.text)).collect())
    }

    #[test]
    fn a_line_of_names_is_no_topic() {
        let lines = "7\tlantern lit\n8\tquery\n";
        let expected = [("7", "lantern lit"), ("8", "query")];
        let expected = expected.map(|(id, text)| (id.to_owned(), text.to_owned()));
        for names in [
            "qid\tquery",
            "query_id\ttext",
            "id\tquery",
            "topic\ttitle",
            "QID\tQuery",
            "_id\tTEXT",
            "\"qid\"\t\"query\"",
            "number\tquestion",
            "index\tsentence",
        ] {
            assert_eq!(read(&format!("{names}\r\n{lines}")).unwrap(), expected, "{names}");
            assert_eq!(read(&format!("\u{feff}\n# x\n{names}\n{lines}")).unwrap(), expected);
        }
        let others = "url\tquery\tquery-id\nu\tlantern lit\t7\nv\tquery\t8\n";
        assert_eq!(read(others).unwrap(), expected);
        assert!(read("qid\tquery\n").unwrap_err().to_string().contains("a line of names"));
        let short = read("qid\tquery\ttype\n7\ta\n").unwrap_err().to_string();
        assert!(short.starts_with("a.tsv:2: found '7\\ta', expected 3 columns"), "{short}");
    }

    #[test]
    fn a_topic_may_be_called_like_a_column() {
        for text in [
            "id\tquery language\n",
            "topic\tmodels of topics\n2\ta\n",
            "7\ta\nqid\tquery\n",
            "query\ttext\n",
            "id\tid\n",
            "topic\t\n",
        ] {
            assert_eq!(read(text).unwrap().len(), text.lines().count(), "{text}");
        }
    }

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
