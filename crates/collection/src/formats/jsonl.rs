//! Reads JSON lines: `{"docno": …, "html": …}` or `{"docno": …, "text": …}`. It also accepts the
//! field names of ir_datasets' exports (`doc_id`, `text` or `body`, `title`), Anserini's
//! JsonCollection (`id`, `contents`) and BEIR (`_id`, `title`, `text`). Blank lines in a text
//! separate paragraphs. A date that cannot be read is reported as a defect; the page stays.

use super::format::{InputFormat, Signs};
use crate::date;
use crate::docno::docno;
use crate::document::{Body, RawDocument};
use crate::http::{self, Media};
use crate::lines::{LineFormat, Parsed, damaged, is_blank};
use crate::reason::{Defect, Reason};
use crate::records::{RecordStream, Records};
use crate::sniff;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Deserializer;
use serde_json::error::Category;
use tamis_place::{in_our_words, packing, python_json, shown};

/// JSON lines.
pub(super) static FORMAT: InputFormat = InputFormat {
    name: "jsonl",
    noun: Some("a JSONL collection"),
    expected: "JSONL",
    signs: Signs {
        extensions: &["jsonl", "ndjson", "jl", "jsonlines"],
        starts: is_object,
        hidden: has_document,
        ..Signs::NONE
    },
    read: |records, _| Box::new(Records::new(records, LineFormat(document))),
};

/// The known fields; others are ignored.
#[derive(Deserialize)]
#[serde(expecting = "a JSON object")]
struct JsonRecord {
    docno: Option<JsonDocno>,
    doc_id: Option<JsonDocno>,
    id: Option<JsonDocno>,
    #[serde(rename = "_id")]
    beir_id: Option<JsonDocno>,
    url: Option<String>,
    date: Option<JsonDate>,
    html: Option<String>,
    text: Option<String>,
    body: Option<String>,
    /// The type of `body` in ir_datasets' exports of web pages. Anything but HTML is read as plain
    /// text.
    body_content_type: Option<String>,
    /// The title of `text`, `body` or `contents`. The first two are ignored next to `contents`, and
    /// so is a title that it does not begin with, as in our own exports; the title also next to
    /// `html`, which has its own.
    title: Option<String>,
    contents: Option<String>,
}

impl JsonRecord {
    /// Whether it has what every document has.
    fn is_document(&self) -> bool {
        let names = [&self.docno, &self.doc_id, &self.id, &self.beir_id];
        let texts = [&self.html, &self.text, &self.body, &self.contents];
        names.iter().any(|name| name.is_some()) && texts.iter().any(|text| text.is_some())
    }
}

/// A docno: text or a number.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a docno that is text or a number")]
enum JsonDocno {
    Text(String),
    Number(serde_json::Number),
}

impl JsonDocno {
    fn into_docno(self) -> String {
        match self {
            Self::Text(text) => docno(&text),
            Self::Number(number) => number.to_string(),
        }
    }
}

/// A date: text as it is, a number as [`date::from_number`] reads it, or something that is no date.
#[derive(Deserialize)]
#[serde(untagged)]
enum JsonDate {
    Text(String),
    Number(serde_json::Number),
    Other(serde_json::Value),
}

impl JsonDate {
    /// Returns the date as text; the error is what was found.
    fn written(self) -> Result<String, String> {
        match self {
            Self::Text(text) => Ok(text),
            Self::Number(number) => {
                date::from_number(&number.to_string()).ok_or_else(|| number.to_string())
            }
            Self::Other(value) => Err(value.to_string()),
        }
    }
}

/// The document on a line.
struct ParsedLine {
    docno: String,
    url: String,
    /// The date, or what was found in its place.
    date: Result<String, String>,
    body: Body,
}

/// Returns the document on a line, or why the line has none.
fn document(records: &RecordStream, line: &[u8], offset: u64) -> Parsed {
    let ParsedLine { docno, url, date, body } =
        parse(line).map_err(|(name, what)| damaged(records, name, &what))?;
    if is_blank(&body) {
        return Err((Reason::Empty, docno, String::new()));
    }
    let (date, defect) = match date {
        Ok(date) => (date, None),
        Err(found) => (String::new(), Some(no_date(records, &found))),
    };
    Ok((RawDocument { url, date, ..RawDocument::new(docno, records.source(offset), body) }, defect))
}

/// The defect of a page whose date cannot be read.
fn no_date(records: &RecordStream, found: &str) -> Defect {
    let found = shown(found);
    let detail = format!(
        "line {}: found {found}, expected a date as text, or as a number of seconds",
        records.number
    );
    Defect::new(Reason::DamagedRecord, detail, 0)
}

/// Returns whether a text starts with a JSON object on a line.
fn is_object(text: &[u8]) -> bool {
    // A line break behind the brace is an object over several lines, such as package.json.
    let Some(rest) = text.strip_prefix(b"{") else { return false };
    let next = rest.iter().find(|byte| !matches!(byte, b' ' | b'\t'));
    matches!(next, Some(b'"' | b'}'))
}

/// Describes JSON of documents that is not in lines, and says what makes lines of it: an array, or
/// an object over several lines. None for anything else, such as JSON without documents.
pub(crate) fn not_in_lines(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    let text = sniff::without_mark(bytes).trim_ascii_start();
    let (described, first) = match text.first()? {
        b'[' => (ARRAY, text[1..].trim_ascii_start()),
        b'{' => (OBJECT, text),
        _ => return None,
    };
    let read = |text: &[u8]| Deserializer::from_slice(text).into_iter::<JsonRecord>().next();
    let strict = || python_json::strict(std::str::from_utf8(first).ok()?);
    let record = match read(first)? {
        Err(error) if error.is_syntax() => read(strict()?.as_bytes())?,
        record => record,
    };
    match record {
        Ok(record) => record.is_document().then_some(described),
        // The start of a document that is longer than what is there.
        Err(error) => (error.is_eof() && first.starts_with(b"{")).then_some(described),
    }
}

/// An array, and what makes lines of it.
const ARRAY: (&str, &str) =
    ("an array of JSON documents", "`jq -c '.[]' FILE > FILE.jsonl` makes lines of it");
/// An object over several lines, and what makes a line of it.
const OBJECT: (&str, &str) =
    ("a JSON document over several lines", "`jq -c . FILE > FILE.jsonl` makes a line of it");

/// Returns whether `text`, the start of a file, has a line with a document although its first line
/// may be damaged. In text of another kind such a line is an example: there are more lines that
/// were never JSON than documents.
fn has_document(text: &[u8]) -> bool {
    let mut documents = 0;
    let mut others = 0;
    for line in text.split(|byte| *byte == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if let Ok(parsed) = parse(line) {
            documents += usize::from(!is_blank(&parsed.body));
        } else if !(line.is_empty() || line.starts_with(b"{") || line.contains(&0)) {
            others += 1;
        }
    }
    documents > 0 && documents >= others
}

/// Reads a line; the error is its docno, if known, and what is wrong.
fn parse(line: &[u8]) -> Result<ParsedLine, (String, String)> {
    if !line.starts_with(b"{") {
        if is_array(line) {
            return Err((String::new(), format!("found {}, expected JSONL; {}", ARRAY.0, ARRAY.1)));
        }
        if packing::is_utf16(line) {
            return Err((String::new(), format!("found {}", sniff::UTF_16)));
        }
        let found = shown(&String::from_utf8_lossy(line));
        return Err((String::new(), format!("found {found}, expected a JSON object")));
    }
    let record =
        object::<JsonRecord>(line).map_err(|error| (String::new(), json_message(&error)))?;
    let name = record
        .docno
        .or(record.doc_id)
        .or(record.id)
        .or(record.beir_id)
        .map(JsonDocno::into_docno)
        .unwrap_or_default();
    if name.is_empty() {
        return Err((name, "no docno, doc_id, id or _id".to_owned()));
    }
    // The type is that of `body`, which is not read if there is a `text`.
    let body_is_html = record.text.is_none()
        && record.body_content_type.is_some_and(|name| http::media(&name).0 == Media::Html);
    let body = match (record.html, record.text.or(record.body), record.contents) {
        (Some(html), ..) => Body::Markup(html),
        (None, Some(html), _) if body_is_html => Body::Markup(html),
        (None, _, Some(contents)) => titled(record.title.unwrap_or_default(), contents),
        (None, Some(text), None) => Body::Text { title: record.title.unwrap_or_default(), text },
        (None, None, None) => {
            return Err((name, "neither html nor text, body or contents".to_owned()));
        }
    };
    let date = record.date.map_or_else(|| Ok(String::new()), JsonDate::written);
    Ok(ParsedLine { docno: name, url: record.url.unwrap_or_default(), date, body })
}

/// Reads the object on a line, of strict JSON or, if it is none, as Python writes it.
pub(crate) fn object<T: DeserializeOwned>(line: &[u8]) -> serde_json::Result<T> {
    serde_json::from_slice(line).or_else(|error| {
        let text = std::str::from_utf8(line).ok();
        let strict = text.and_then(python_json::strict).ok_or(error)?;
        serde_json::from_str(&strict)
    })
}

/// Whether a line begins an array of objects.
fn is_array(line: &[u8]) -> bool {
    let rest = line.strip_prefix(b"[").map(<[u8]>::trim_ascii_start);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(b"{"))
}

/// Returns a body of `contents`, which begin with the title and a blank line if they have one.
fn titled(title: String, contents: String) -> Body {
    let rest = contents.strip_prefix(&title).filter(|_| !title.is_empty());
    match rest.and_then(|rest| if rest.is_empty() { Some("") } else { rest.strip_prefix("\n\n") }) {
        Some(text) => Body::Text { text: text.to_owned(), title },
        None => Body::text(contents),
    }
}

/// Returns serde_json's error in the words of someone who wrote the line.
fn json_message(error: &serde_json::Error) -> String {
    // serde_json sees only one line, so its line number is always 1.
    let text = in_our_words(error);
    let column = error.column();
    let text = text.strip_suffix(&format!(" at line 1 column {column}")).unwrap_or(&text);
    match error.classify() {
        Category::Data => format!("{text}, column {column}"),
        Category::Eof => format!(
            "found a line that ends within its object (column {column}), expected a JSON object"
        ),
        Category::Syntax | Category::Io => {
            format!("found no JSON at column {column} ({text}), expected a JSON object")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::docno;
    use crate::Body;
    use crate::{Archive, Item, ReadSettings, Reason};

    fn read(text: &str) -> Vec<Item> {
        let archive = Archive::from_bytes("x.jsonl", text.as_bytes().to_vec()).unwrap();
        archive.open(&ReadSettings::default()).unwrap().collect()
    }

    #[test]
    fn lines_become_documents() {
        let items = read(
            "{\"docno\":\"a b\",\"html\":\"<p>x\",\"url\":\"u\",\"other\":[1]}\r\n\n\
             {\"id\":7,\"contents\":\"x\\n\\ny\"}",
        );
        let [Item::Document(first), Item::Document(second)] = &items[..] else {
            panic!("{items:?}")
        };
        assert_eq!((first.docno.as_str(), first.url.as_str()), (docno("a b").as_str(), "u"));
        assert_eq!((&first.body, &first.charset), (&Body::Markup("<p>x".to_owned()), &None));
        assert_eq!((second.docno.as_str(), &second.body), ("7", &Body::text("x\n\ny")));
        assert_eq!(second.source.offset, 54);
    }

    #[test]
    fn names_of_other_tools() {
        let items = read(
            "{\"doc_id\":\"1\",\"url\":\"u\",\"title\":\"T\",\"body\":\"b\"}\n\
             {\"doc_id\":\"2\",\"title\":\" \",\"text\":\"b\"}\n\
             {\"id\":\"3\",\"title\":\"T\",\"contents\":\"T\\n\\nc\"}\n\
             {\"id\":\"4\",\"title\":\"T\",\"html\":\"<p>h\"}\n\
             {\"_id\":\"5\",\"title\":\"T\",\"text\":\"b\",\"metadata\":{\"url\":\"u\"}}\n\
             {\"id\":\"6\",\"title\":\"T\",\"contents\":\"T\\n\\nc\",\"text\":\"c\"}\n\
             {\"id\":\"7\",\"title\":\"T\",\"contents\":\"c\\n\\nT\"}\n\
             {\"id\":\"8\",\"title\":\"T\",\"contents\":\"T\"}\n",
        );
        let expected = [
            titled("T", "b"),
            titled(" ", "b"),
            titled("T", "c"),
            Body::Markup("<p>h".to_owned()),
            titled("T", "b"),
            titled("T", "c"),
            Body::text("c\n\nT"),
            titled("T", ""),
        ];
        assert_eq!(items.iter().map(body_of).collect::<Vec<_>>(), expected);
    }

    fn titled(title: &str, text: &str) -> Body {
        Body::Text { title: title.to_owned(), text: text.to_owned() }
    }

    fn body_of(item: &Item) -> Body {
        match item {
            Item::Document(document) => document.body.clone(),
            other => panic!("{other:?}"),
        }
    }

    /// The body of a document with a title and these fields.
    fn body_with(fields: &str) -> Body {
        body_of(&read(&format!("{{\"doc_id\":\"1\",\"title\":\"T\",{fields}}}\n"))[0])
    }

    #[test]
    fn a_body_is_what_its_type_says() {
        let html = Body::Markup("<p>b".to_owned());
        let text = titled("T", "<p>b");
        for (kind, expected) in [
            ("text/html", &html),
            ("Text/HTML; charset=iso-8859-1", &html),
            ("application/xhtml+xml", &html),
            ("text/plain", &text),
            ("", &text),
        ] {
            assert_eq!(
                body_with(&format!("\"body\":\"<p>b\",\"body_content_type\":\"{kind}\"")),
                *expected,
                "{kind}"
            );
        }
        assert_eq!(body_with("\"body\":\"<p>b\",\"body_content_type\":null"), text);
        assert_eq!(
            body_with("\"text\":\"<p>b\",\"body\":\"c\",\"body_content_type\":\"text/html\""),
            text
        );
    }

    #[test]
    fn json_of_python_is_read_and_broken_json_is_not() {
        let items = read(
            "{\"id\":\"1\",\"text\":\"cut \\ud83d\"}\n\
             {\"id\":\"2\",\"title\":NaN,\"text\":\"b\",\"score\":-Infinity}\n\
             {\"id\":\"3\",\"text\":\"\\ude00\\ud83d\\ude00\",\"x\":[Infinity,{\"y\":NaN}]}\n\
             {\"id\":\"4\",\"text\":\"b\",\"date\":NaN}\n\
             {\"id\":\"5\",\"text\":\"NaN \\\\ud83d\"}\n\
             {\"id\":\"6\",\"text\":NaN}\n\
             {\"id\":NaN,\"text\":\"b\"}\n\
             {\"id\":\"8\",\"text\":\"b\",\"score\":nan}\n\
             {\"id\":\"9\",\"text\":\"b\",\"score\":NaN,}\n\
             {\"id\":\"10\",\"text\":\"\\ud8\"}\n",
        );
        let bodies: Vec<Body> = items[..5].iter().map(body_of).collect();
        let expected = [
            titled("", "cut \u{fffd}"),
            titled("", "b"),
            titled("", "\u{fffd}\u{1f600}"),
            titled("", "b"),
            titled("", "NaN \\ud83d"),
        ];
        assert_eq!(bodies, expected);
        assert_eq!(items.len(), 10);
        for item in &items[5..] {
            let Item::Skipped(report) = item else { panic!("{item:?}") };
            assert_eq!(report.reason, Reason::DamagedRecord);
        }
    }

    /// Reads a line with this date.
    fn read_dated(date: &str) -> Vec<Item> {
        read(&format!("{{\"id\":\"a\",\"text\":\"x\",\"date\":{date}}}\n"))
    }

    #[test]
    fn a_date_may_be_a_number_and_what_is_no_date_is_a_defect() {
        for (date, expected) in [
            ("\"2006-01-01\"", "2006-01-01"),
            ("\"yesterday\"", "yesterday"),
            ("null", ""),
            ("1136073600", "2006-01-01T00:00:00Z"),
            ("1136073600000", "2006-01-01T00:00:00Z"),
            ("1136073600.0", "2006-01-01T00:00:00Z"),
            ("20060101", "20060101"),
        ] {
            let [Item::Document(document)] = &read_dated(date)[..] else { panic!("{date}") };
            assert_eq!(document.date, expected, "{date}");
        }
        for date in ["true", "[2006]", "{\"$date\":1}", "1e300"] {
            let [Item::Document(document), Item::Defective(defect)] = &read_dated(date)[..] else {
                panic!("{date}")
            };
            assert_eq!(
                (document.date.as_str(), defect.record.as_str(), defect.reason),
                ("", "a", Reason::DamagedRecord)
            );
            assert!(defect.detail.contains("expected a date"), "{}", defect.detail);
        }
    }

    #[test]
    fn a_bad_line_is_skipped_with_its_place_and_reading_goes_on() {
        let items = read(
            "{\"id\":\"a\",\"text\":\"x\"}\n{\"id\": tru}\n{\"text\":\"x\"}\n{\"id\":\"b\"}\n\
             {\"id\":\"c\",\"text\":\" \"}\n{\"id\":\"d\",\"text\":\"x\"}\n",
        );
        let seen: Vec<_> = items
            .iter()
            .map(|item| match item {
                Item::Document(document) => (&*document.docno, None, document.source.offset),
                Item::Skipped(report) | Item::Defective(report) => {
                    (&*report.record, Some(report.reason), report.source.offset)
                }
            })
            .collect();
        let damaged = Some(Reason::DamagedRecord);
        assert_eq!(
            seen,
            [
                ("a", None, 0),
                ("", damaged, 22),
                ("", damaged, 34),
                ("b", damaged, 47),
                ("c", Some(Reason::Empty), 58),
                ("d", None, 80),
            ]
        );
    }

    #[test]
    fn what_is_wrong_with_a_line_is_described_in_words_of_its_writer() {
        for (line, message) in [
            (
                "{\"id\": tru}",
                "found no JSON at column 11 (expected ident), expected a JSON object",
            ),
            (
                "{\"id\": \"b\"",
                "found a line that ends within its object (column 10), expected a JSON object",
            ),
            ("docno,text", "found 'docno,text', expected a JSON object"),
            ("[\"b\", \"x\"]", "found '[\"b\", \"x\"]', expected a JSON object"),
            ("{\"id\":\"b\",\"text\":[1]}", "found sequence, expected a string, column 17"),
            ("{\"id\":[1],\"text\":\"b\"}", "a docno that is text or a number, column 9"),
            ("{\"text\":\"b\"}", "no docno, doc_id, id or _id"),
        ] {
            let items = read(&format!("{{\"id\":\"a\",\"text\":\"x\"}}\n{line}\n"));
            let Item::Skipped(report) = &items[1] else { panic!("{items:?}") };
            assert_eq!(report.detail, format!("line 2: {message}"));
        }
    }
}
