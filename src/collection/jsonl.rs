//! Lines of JSON -> documents: `{"docno": …, "html": …}`, or `"text"`, whose paragraphs stand between blank lines.

use super::{Item, Loss, Reason, Stretch, docno};
use crate::page::{Body, RawDocument};
use memchr::memchr;
use serde::Deserialize;
use std::collections::VecDeque;

/// The lines of a JSONL file.
pub(super) struct Lines {
    archive: Stretch,
    pending: VecDeque<Item>,
    line: u64,
}

/// The fields that are read; any others may stand beside them.
#[derive(Deserialize)]
struct Record {
    #[serde(alias = "doc_id")]
    docno: Option<Name>,
    id: Option<Name>,
    url: Option<String>,
    date: Option<String>,
    html: Option<String>,
    text: Option<String>,
    contents: Option<String>,
}

/// A name; numbers are names, too.
#[derive(Deserialize)]
#[serde(untagged)]
enum Name {
    Text(String),
    Number(serde_json::Number),
}

impl Name {
    fn into_docno(self) -> String {
        match self {
            Self::Text(text) => docno(&text),
            Self::Number(number) => number.to_string(),
        }
    }
}

impl Iterator for Lines {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(item) = self.pending.pop_front() {
                return Some(item);
            }
            let stream = &mut self.archive.stream;
            stream.want(1);
            if let Some((_, fault)) = stream.fault_until(stream.position()) {
                return Some(Item::Skipped(self.archive.fault(fault, String::new())));
            }
            if stream.data().is_empty() {
                return None;
            }
            self.line();
        }
    }
}

impl Lines {
    pub(super) fn new(mut archive: Stretch) -> Self {
        if archive.stream.want(3) && archive.stream.data().starts_with(b"\xef\xbb\xbf") {
            archive.stream.consume(3);
        }
        Self { archive, pending: VecDeque::new(), line: 0 }
    }

    /// Reads one line.
    fn line(&mut self) {
        self.line += 1;
        let position = self.archive.stream.position();
        let Some(length) = self.find_end() else { return self.too_large(position) };
        if let Some((at, fault)) = self.archive.stream.fault_until(position + length as u64) {
            self.archive.stream.consume((at - position) as usize);
            return self.pending.push_back(Item::Skipped(self.archive.fault(fault, String::new())));
        }
        let line = self.archive.stream.data()[..length].trim_ascii();
        if !line.is_empty() {
            let item = match self.document(line, position) {
                Ok(document) => Item::Document(document),
                Err((reason, record, detail)) => {
                    Item::Skipped(self.refuse(position, record, reason, detail, line.len() as u64))
                }
            };
            self.pending.push_back(item);
        }
        self.archive.stream.consume(length);
    }

    /// The length of the line that starts the window, with its newline; none if it is beyond the limit.
    fn find_end(&mut self) -> Option<usize> {
        let mut from = 0;
        loop {
            let stream = &mut self.archive.stream;
            if let Some(newline) = memchr(b'\n', &stream.data()[from..]) {
                return Some(from + newline + 1);
            }
            from = stream.data().len();
            if from as u64 > self.archive.settings.max_record {
                return None;
            }
            if !stream.fill() {
                return Some(stream.data().len());
            }
        }
    }

    fn too_large(&mut self, position: u64) {
        let limit = self.archive.settings.max_record;
        let mut bytes = 0;
        while self.archive.stream.want(1) {
            let newline = memchr(b'\n', self.archive.stream.data());
            let step = newline.map_or(self.archive.stream.data().len(), |newline| newline + 1);
            self.archive.stream.consume(step);
            bytes += step as u64;
            if newline.is_some() {
                break;
            }
        }
        let detail = format!("line {}: the limit is {limit} bytes", self.line);
        let skip = self.refuse(position, String::new(), Reason::RecordLimit, detail, bytes);
        self.pending.push_back(Item::Skipped(skip));
    }

    /// The document on a line, or why there is none.
    fn document(&self, line: &[u8], offset: u64) -> Result<RawDocument, (Reason, String, String)> {
        let damaged =
            |record: String, what: &str| (Reason::DamagedRecord, record, format!("line {}: {what}", self.line));
        let record: Record = serde_json::from_slice(line).map_err(|error| {
            // serde_json sees one line only: its own line number would always be 1.
            let text = error.to_string().replace(" at line 1 column ", ", column ");
            damaged(String::new(), &text)
        })?;
        let name = record.docno.or(record.id).map(Name::into_docno).unwrap_or_default();
        if name.is_empty() {
            return Err(damaged(name, "no docno and no id"));
        }
        let body = match (record.html, record.text.or(record.contents)) {
            (Some(html), _) => Body::Markup(html),
            (None, Some(text)) => Body::Text(text),
            (None, None) => return Err(damaged(name, "neither html nor text")),
        };
        if is_blank(&body) {
            return Err((Reason::Empty, name, String::new()));
        }
        Ok(RawDocument {
            docno: name,
            url: record.url.unwrap_or_default(),
            date: record.date.unwrap_or_default(),
            source: self.archive.source(offset),
            charset: None,
            body,
        })
    }

    fn refuse(&self, offset: u64, record: String, reason: Reason, detail: String, bytes: u64) -> Loss {
        Loss { source: self.archive.source(offset), record, reason, detail, bytes }
    }
}

fn is_blank(body: &Body) -> bool {
    match body {
        Body::Html(html) => html.trim_ascii_start().is_empty(),
        Body::Markup(html) => html.as_bytes().trim_ascii_start().is_empty(),
        Body::Text(text) => text.trim_start().is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use crate::collection::{Archive, Item, Reason, Settings};
    use crate::page::Body;

    fn read(text: &str) -> Vec<Item> {
        let archive = Archive::from_bytes("x.jsonl", text.as_bytes().to_vec()).unwrap();
        archive.open(&Settings::default()).unwrap().collect()
    }

    #[test]
    fn lines_become_documents() {
        let items = read(
            "{\"docno\":\"a b\",\"html\":\"<p>x\",\"url\":\"u\",\"other\":[1]}\r\n\n{\"id\":7,\"contents\":\"x\\n\\ny\"}",
        );
        let [Item::Document(first), Item::Document(second)] = &items[..] else { panic!("{items:?}") };
        assert_eq!((first.docno.as_str(), first.url.as_str()), ("a%20b", "u"));
        assert_eq!((&first.body, &first.charset), (&Body::Markup("<p>x".to_owned()), &None));
        assert_eq!((second.docno.as_str(), &second.body), ("7", &Body::Text("x\n\ny".to_owned())));
        assert_eq!(second.source.offset, 54);
    }

    #[test]
    fn a_bad_line_is_skipped_with_its_place_and_reading_goes_on() {
        let items = read(
            "{\"id\":\"a\",\"text\":\"x\"}\n{\"id\": tru}\n{\"text\":\"x\"}\n{\"id\":\"b\"}\n{\"id\":\"c\",\"text\":\" \"}\n{\"id\":\"d\",\"text\":\"x\"}\n",
        );
        let seen: Vec<_> = items
            .iter()
            .map(|item| match item {
                Item::Document(document) => (document.docno.clone(), None, document.source.offset),
                Item::Skipped(skip) | Item::Flawed(skip) => {
                    (skip.record.clone(), Some(skip.reason), skip.source.offset)
                }
            })
            .collect();
        let damaged = Some(Reason::DamagedRecord);
        let place = |name: &str, reason, offset| (name.to_owned(), reason, offset);
        assert_eq!(
            seen,
            [
                place("a", None, 0),
                place("", damaged, 22),
                place("", damaged, 34),
                place("b", damaged, 47),
                place("c", Some(Reason::Empty), 58),
                place("d", None, 80),
            ]
        );
        let Item::Skipped(skip) = &items[1] else { panic!() };
        assert_eq!(skip.detail, "line 2: expected ident, column 11");
    }
}
