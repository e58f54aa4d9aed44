//! Topics as lines of JSON, as ir_datasets and others export them: `{"query_id": …, "text": …}`.

use super::draft::{Draft, by_line};
use super::fields::TopicField;
use crate::error::{Error, Result};
use crate::trec::input::{Input, shown};
use serde_json::{Map, Value};

/// Keys of the id; the first one present counts.
const IDS: [&str; 7] = ["query_id", "qid", "topic_id", "id", "_id", "number", "num"];

/// Returns the topics of `input`, one per line. Other keys are ignored.
pub(super) fn topics(input: &Input) -> Result<Vec<Draft>> {
    by_line(input, topic)
}

/// Reads the topic on a line.
fn topic(input: &Input, line: u64, text: &str) -> Result<Draft> {
    let object: Map<String, Value> = serde_json::from_str(text).map_err(|error| {
        // serde_json sees one line only: its own line number would always be 1.
        let reason = error.to_string().replace(" at line 1 column ", ", column ");
        let expected = format!("a JSON object on one line ({reason})");
        Error::format(input.line(line), shown(text), expected)
    })?;
    let Some(id) = IDS.iter().find_map(|key| object.get(*key)).and_then(word) else {
        let expected = format!("one of the keys {}", IDS.join(", "));
        return Err(Error::format(input.line(line), shown(text), expected));
    };
    let mut draft = Draft { line, id: Some(id), ..Draft::default() };
    for (key, value) in &object {
        if let (Some(field), Value::String(text)) = (TopicField::named(key), value) {
            draft.take(field, text);
        }
    }
    // "text" is the query if there is no title.
    if let Some(Value::String(text)) = object.get("text") {
        draft.take(TopicField::Title, text);
    }
    Ok(draft)
}

/// Returns an id, which may be a string or a number.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::trec::topics::{TopicField, TopicFields, Topics};

    fn read(text: &str, fields: &str) -> crate::Result<Vec<(String, String)>> {
        let topics =
            Topics::fields(fields.parse::<TopicFields>()?).read_from(text.as_bytes(), "a.jsonl")?;
        Ok(topics.into_iter().map(|topic| (topic.id, topic.text)).collect())
    }

    fn pair(id: &str, text: &str) -> (String, String) {
        (id.to_owned(), text.to_owned())
    }

    #[test]
    fn the_exports_of_ir_datasets() {
        let generic = "{\"query_id\": \"q1\", \"text\": \"\\\"march of\\\" the\\npenguins?\"}\n\n\
                       {\"query_id\": 2, \"text\": \"\"}\n";
        assert_eq!(
            read(generic, "title").unwrap(),
            [pair("q1", "\"march of\" the penguins?"), pair("2", "")]
        );
        let trec = "{\"query_id\": \"301\", \"title\": \"t\", \"description\": \"d\", \
                    \"narrative\": \"n\"}";
        assert_eq!(read(trec, "title+narr").unwrap(), [pair("301", "t n")]);
        let web = "{\"query_id\": \"1\", \"query\": \"obama family tree\", \
                   \"description\": \"d\", \"type\": \"faceted\"}";
        assert_eq!(read(web, "desc").unwrap(), [pair("1", "d")]);
        assert_eq!(read(web, "title").unwrap(), [pair("1", "obama family tree")]);
    }

    #[test]
    fn the_queries_of_beir() {
        let beir = "{\"_id\": \"q1\", \"text\": \"where do they walk?\", \
                    \"metadata\": {\"query\": \"other\"}}\n";
        assert_eq!(read(beir, "title").unwrap(), [pair("q1", "where do they walk?")]);
    }

    fn wrong(text: &str) -> String {
        read(text, TopicField::Title.name()).unwrap_err().to_string()
    }

    #[test]
    fn errors_name_the_line() {
        let broken = wrong("{\"id\":1,\"text\":\"a\"}\n{\"id\":");
        assert!(
            broken.starts_with(
                "a.jsonl:2: found '{\"id\":', expected a JSON object on one line (EOF"
            ),
            "{broken}"
        );
        let nameless = wrong("{\"text\":\"a\"}");
        assert!(
            nameless.contains("expected one of the keys query_id, qid, topic_id, id"),
            "{nameless}"
        );
        assert!(wrong("{\"id\":1}").contains("topic 1 without title"));
        assert!(wrong("{\"id\":\"a b\",\"text\":\"\"}").contains("an id of one word"));
    }
}
