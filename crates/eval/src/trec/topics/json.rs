//! Topics as JSON: lines of objects, as ir_datasets and others export them (`{"query_id": …,
//! "text": …}`); an array of such objects, on one line or several; or an object of objects by their
//! ids, as Anserini has them (`{"1": {"title": …}}`).

use super::draft::{Draft, SHAPES, check_room};
use super::fields::TopicField;
use crate::error::{Error, Result};
use crate::trec::input::{TextInput, shown};
use serde::de::IgnoredAny;
use serde_json::{Deserializer, Map, Value};
use tamis_place::python_json;

/// Keys of the id; the first one present counts.
pub(super) const IDS: [&str; 7] = ["query_id", "qid", "topic_id", "id", "_id", "number", "num"];

/// Returns the topics of `input`. Other keys are ignored.
pub(super) fn topics(input: &TextInput) -> Result<Vec<Draft>> {
    let mut reader = JsonTopics { input, drafts: Vec::new() };
    let mut lines = input.lines().peekable();
    match lines.peek() {
        // Without an end, the first line begins a value of several.
        Some(&(number, first)) if !is_whole(first) => {
            let start = input.span(first).start as usize;
            reader.text(number, &input.whole_text()[start..])?;
        }
        _ => {
            for (number, line) in lines {
                reader.text(number, line)?;
            }
        }
    }
    if reader.drafts.is_empty() {
        return Err(Error::format(input.whole(), "no topic", SHAPES));
    }
    Ok(reader.drafts)
}

fn is_whole(line: &str) -> bool {
    values(python_json::strict(line).as_deref().unwrap_or(line)).is_ok()
}

/// Returns the values in a text.
fn values(text: &str) -> serde_json::Result<Vec<&str>> {
    let mut stream = Deserializer::from_str(text).into_iter::<IgnoredAny>();
    let mut values = Vec::new();
    let mut start = 0;
    while let Some(value) = stream.next() {
        value?;
        values.push(text[start..stream.byte_offset()].trim_start());
        start = stream.byte_offset();
    }
    Ok(values)
}

/// Reads topics one after the other.
struct JsonTopics<'a> {
    input: &'a TextInput,
    drafts: Vec<Draft>,
}

impl JsonTopics<'_> {
    /// Reads the values in a text that starts on `line`.
    fn text(&mut self, line: u64, text: &str) -> Result<()> {
        let strict = python_json::strict(text);
        let text = strict.as_deref().unwrap_or(text);
        let values = values(text).map_err(|error| self.no_json(line, text, &error))?;
        let mut place = LineOf { text, counted: 0, line };
        for value in values {
            let line = place.line(value);
            if value.starts_with('[') {
                let mut place = LineOf { text: value, counted: 0, line };
                for part in parts(value) {
                    self.object(place.line(part), part)?;
                }
            } else {
                self.object(line, value)?;
            }
        }
        Ok(())
    }

    fn no_json(&self, line: u64, text: &str, error: &serde_json::Error) -> Error {
        let there = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
        let at = format!(" at line {} column ", error.line());
        let reason = error.to_string().replace(&at, ", column ");
        let place = self.input.line(line + error.line().saturating_sub(1) as u64);
        let expected = format!("a JSON object on one line, or an array of objects ({reason})");
        Error::format(place, shown(there), expected)
    }

    /// Reads a topic, or the topics of an object whose keys are their ids.
    fn object(&mut self, line: u64, text: &str) -> Result<()> {
        let wrong = |expected: String| Error::format(self.input.line(line), shown(text), expected);
        let check_size = |topic: &str| {
            let is_long = topic.len() as u64 > self.input.limits().line;
            if is_long { Err(wrong("a topic of at most 1 MiB".to_owned())) } else { Ok(()) }
        };
        let object: Map<String, Value> = serde_json::from_str(text)
            .map_err(|error| wrong(format!("a JSON object ({error})")))?;
        if let Some(id) = IDS.iter().find_map(|key| object.get(*key)) {
            check_size(text)?;
            let id = word(id).ok_or_else(|| wrong(keys()))?;
            return self.push(line, id, &object);
        }
        if object.is_empty() || !object.values().all(Value::is_object) {
            return Err(wrong(keys()));
        }
        let mut place = LineOf { text, counted: 0, line };
        for part in parts(text) {
            check_size(part)?;
            let mut key = Deserializer::from_str(part).into_iter::<String>();
            if let Some(Ok(id)) = key.next()
                && let Some(Value::Object(topic)) = object.get(&id)
            {
                self.push(place.line(part), id.trim().to_owned(), topic)?;
            }
        }
        Ok(())
    }

    fn push(&mut self, line: u64, id: String, object: &Map<String, Value>) -> Result<()> {
        check_room(&self.drafts, self.input)?;
        let mut draft = Draft { line, id: Some(id), ..Draft::default() };
        for (key, value) in object {
            if let (Some(field), Value::String(text)) = (TopicField::named(key), value) {
                draft.take(field, text);
            }
        }
        // "text" is the query if there is no title.
        if let Some(Value::String(text)) = object.get("text") {
            draft.take(TopicField::Title, text);
        }
        self.drafts.push(draft);
        Ok(())
    }
}

fn keys() -> String {
    format!(
        "one of the keys {}, or a key and an object per topic; jq -c 'to_entries[] | {{id: .key, \
         text: .value}}' makes such lines of an object of texts",
        IDS.join(", ")
    )
}

/// Counts lines up to the parts of a text, one after the other.
struct LineOf<'a> {
    text: &'a str,
    /// Up to here, lines are counted.
    counted: usize,
    /// The number of the line there.
    line: u64,
}

impl LineOf<'_> {
    /// Returns the number of the line on which `part` starts.
    fn line(&mut self, part: &str) -> u64 {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        let newlines = self.text[self.counted..start].matches('\n').count();
        self.counted = start;
        self.line += newlines as u64;
        self.line
    }
}

/// Returns the elements of an array, or the members of an object, in their order.
fn parts(container: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let mut in_string = false;
    let mut escaped = false;
    let is_end = move |c: char| {
        if in_string {
            in_string = escaped || c != '"';
            escaped = !escaped && c == '\\';
            return false;
        }
        match c {
            '"' => in_string = true,
            '[' | '{' => depth += 1,
            ']' | '}' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    };
    let inner = &container[1..container.len() - 1];
    inner.split(is_end).map(str::trim).filter(|part| !part.is_empty())
}

/// Returns an id, which may be a string or a number.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()),
        // Tables with gaps have numbers of topics as 8.0.
        Value::Number(number) => {
            let written = number.to_string();
            Some(written.strip_suffix(".0").map_or_else(|| written.clone(), str::to_owned))
        }
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
    fn each_topic_is_limited_and_not_their_file() {
        let many: Vec<String> = (0..20_000)
            .map(|id| format!("\"{id}\": {{\"title\": \"words of a topic, and more of them\"}}"))
            .collect();
        let text = format!("{{\n  {}\n}}\n", many.join(",\n  "));
        assert!(text.len() > 1 << 20);
        assert_eq!(read(&text, "title").unwrap().len(), many.len());
        let long = "a ".repeat(1 << 19);
        for text in [
            format!("{{\"1\": {{\"title\": \"{long}\"}}}}"),
            format!("[{{\"qid\": 1,\n\"title\": \"{long}\"}}]"),
            format!("[{{\"qid\": 1,\"title\": \"t\"{}}}]", ",\n\"x\": 1".repeat(1 << 18)),
        ] {
            let error = read(&text, "title").unwrap_err().to_string();
            assert!(error.contains("1 MiB"), "{error:.200}");
        }
    }

    #[test]
    fn the_exports_of_ir_datasets() {
        let generic = "{\"query_id\": \"q1\", \"text\": \"\\\"march of\\\" the\\npenguins?\"}\n\n\
                       {\"query_id\": 2, \"text\": \"\"}\n";
        assert_eq!(
            read(generic, "title").unwrap(),
            [pair("q1", "\"march of\" the penguins?"), pair("2", "")]
        );
        let table = "{\"qid\":8.0,\"query\":\"a\"}\n{\"qid\":8.5,\"query\":\"b\"}\n";
        assert_eq!(read(table, "title").unwrap(), [pair("8", "a"), pair("8.5", "b")]);
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
                "a.jsonl:2: found '{\"id\":', expected a JSON object on one line, or an array of \
                 objects (EOF"
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

    #[test]
    fn arrays_and_objects_by_id() {
        let expected = vec![pair("1", "lantern, lit"), pair("2", "a \"[{\\")];
        let one = r#"{"qid":"1","query":"lantern, lit"}"#;
        let two = r#"{"qid":2,"query":"a \"[{\\","other":[1,{"x":","}]}"#;
        for text in [
            format!("[{one},{two}]"),
            format!("[{one}]\n[{two}]\n"),
            format!("\n[\n  {one},\n\n  {two}\n]\n"),
            format!("[{one},\r\n {two}]"),
            format!("{}\n{}", one.replace(",\"", ",\n  \""), two.replace("\"query", "\n\"query")),
            r#"{"1":{"title":"lantern, lit"},"2":{"title":"a \"[{\\","num":7}}"#.to_owned(),
            "{\n\"2\": {\"text\": \"a \\\"[{\\\\\"},\n \"1\":\n{\"query\": \"lantern, lit\"}}"
                .to_owned(),
        ] {
            let mut found = read(&text, "title").unwrap();
            let in_order = text.starts_with("{\n\"2\"") || found == expected;
            found.sort();
            assert!(in_order && found == expected, "{text}: {found:?}");
        }
        let first = read("{\"b\":{\"title\":\"x\"},\"a\":{\"title\":\"y\"}}", "title").unwrap();
        assert_eq!(first, [pair("b", "x"), pair("a", "y")]);
    }

    #[test]
    fn what_is_wrong_in_an_array_names_its_line() {
        for (text, place) in [
            ("[{\"id\":1,\"text\":\"a\"},\n {\"id\":2}]", "a.jsonl:2: found topic 2 without title"),
            (
                "[{\"id\":1,\"text\":\"a\"},\n {\"text\":\"b\"}]",
                "a.jsonl:2: found '{\"text\":\"b\"}'",
            ),
            (
                "[{\"id\":1,\"text\":\"a\"},\n{\"id\":1,\"text\":\"b\"}]",
                "a.jsonl:2: found topic '1' a",
            ),
            (
                "[\n{\"id\":1,\"text\":\"a\"},\n{\"id\":]",
                "a.jsonl:3: found '{\"id\":]', expected a JSON",
            ),
            ("[]", "a.jsonl: found no topic"),
            ("[[\"1\",\"a\"]]", "a.jsonl:1: found '[\"1\",\"a\"]', expected a JSON object"),
            ("[\"1\",\"a\"]", "a.jsonl:1: found '\"1\"', expected a JSON object"),
            ("[{\"id\":1,\"text\":\"a\"}", "a.jsonl:1: found '[{\"id\""),
            (
                "{\"1\":\"a\",\"2\":\"b\"}",
                "a.jsonl:1: found '{\"1\":\"a\",\"2\":\"b\"}', expected one of",
            ),
            ("[{\"1\":\"a\"}]", "a.jsonl:1: found '{\"1\":\"a\"}', expected one of"),
        ] {
            assert!(wrong(text).starts_with(place), "{text}: {}", wrong(text));
        }
    }

    #[test]
    fn a_line_that_starts_with_a_bracket_need_not_be_json() {
        assert_eq!(read("[1]:penguin", "title").unwrap(), [pair("[1]", "penguin")]);
        assert_eq!(read("[a]\tpenguin\n", "title").unwrap(), [pair("[a]", "penguin")]);
    }

    #[test]
    fn json_of_python() {
        for alone in
            ["{\"qid\":\"1\",\"query\":\"cut \\ud83d\"}", "[{\"qid\":1,\"query\":\"cut \\udc00\"}]"]
        {
            assert_eq!(read(alone, "title").unwrap(), [pair("1", "cut \u{fffd}")]);
        }
        let lines = "{\"qid\":\"1\",\"query\":\"cut \\ud83d\",\"score\":NaN}\n\
                     {\"qid\":\"2\",\"query\":\"b\",\"x\":[-Infinity]}\n";
        let expected = [pair("1", "cut \u{fffd}"), pair("2", "b")];
        assert_eq!(read(lines, "title").unwrap(), expected);
        let array = format!("[{}]", lines.trim().replace('\n', ",\n"));
        assert_eq!(read(&array, "title").unwrap(), expected);
        assert!(wrong("{\"qid\":\"1\",\"query\":NaN}").contains("topic 1 without title"));
        assert!(wrong("{\"qid\":\"1\",\"query\":nan}").contains("expected a JSON object"));
    }
}
