//! Lines of JSON -> documents: `{"docno": …, "html": …}`, or `"text"`, whose paragraphs stand between blank lines. The
//! other names are those of ir_datasets' exports (`doc_id`, `text` or `body`, `title`), of Anserini's JsonCollection (`id`,
//! `contents`) and of BEIR (`_id`, `title`, `text`).

use super::lines::{Lines, Parsed, damaged, is_blank};
use super::stretch::Stretch;
use super::{Reason, docno};
use crate::page::{Body, RawDocument};
use serde::Deserialize;

/// The lines of a JSONL file.
pub(super) const JSONL: Lines = Lines(document);

/// The fields that are read; any others may stand beside them.
#[derive(Deserialize)]
struct Record {
    docno: Option<Name>,
    doc_id: Option<Name>,
    id: Option<Name>,
    #[serde(rename = "_id")]
    beir_id: Option<Name>,
    url: Option<String>,
    date: Option<String>,
    html: Option<String>,
    text: Option<String>,
    body: Option<String>,
    /// The title of `text` or `body`. Beside `contents`, which is all there is, and `html`, which has its own, it is
    /// not read.
    title: Option<String>,
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

/// The document on a line, or why there is none.
fn document(stretch: &Stretch, line: &[u8], offset: u64) -> Parsed {
    let damaged = |record: String, what: &str| damaged(stretch, record, what);
    let record: Record = serde_json::from_slice(line).map_err(|error| {
        // serde_json sees one line only: its own line number would always be 1.
        let text = error.to_string().replace(" at line 1 column ", ", column ");
        damaged(String::new(), &text)
    })?;
    let name =
        record.docno.or(record.doc_id).or(record.id).or(record.beir_id).map(Name::into_docno).unwrap_or_default();
    if name.is_empty() {
        return Err(damaged(name, "no docno, doc_id, id or _id"));
    }
    let body = match (record.html, record.text.or(record.body), record.contents) {
        (Some(html), ..) => Body::Markup(html),
        (None, Some(text), _) => Body::Text { title: record.title.unwrap_or_default(), text },
        (None, None, Some(contents)) => Body::text(contents),
        (None, None, None) => return Err(damaged(name, "neither html nor text, body or contents")),
    };
    if is_blank(&body) {
        return Err((Reason::Empty, name, String::new()));
    }
    Ok(RawDocument {
        docno: name,
        url: record.url.unwrap_or_default(),
        date: record.date.unwrap_or_default(),
        source: stretch.source(offset),
        charset: None,
        body,
    })
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
        assert_eq!((second.docno.as_str(), &second.body), ("7", &Body::text("x\n\ny")));
        assert_eq!(second.source.offset, 54);
    }

    #[test]
    fn names_of_other_tools() {
        let items = read(
            "{\"doc_id\":\"1\",\"url\":\"u\",\"title\":\"T\",\"body\":\"b\"}\n{\"doc_id\":\"2\",\"title\":\" \",\"text\":\"b\"}\n\
             {\"id\":\"3\",\"title\":\"T\",\"contents\":\"T\\n\\nc\"}\n{\"id\":\"4\",\"title\":\"T\",\"html\":\"<p>h\"}\n\
             {\"_id\":\"5\",\"title\":\"T\",\"text\":\"b\",\"metadata\":{\"url\":\"u\"}}\n",
        );
        let body = |item: &Item| if let Item::Document(document) = item { document.body.clone() } else { panic!() };
        let titled = |title: &str, text: &str| Body::Text { title: title.to_owned(), text: text.to_owned() };
        let expected = [
            titled("T", "b"),
            titled(" ", "b"),
            Body::text("T\n\nc"),
            Body::Markup("<p>h".to_owned()),
            titled("T", "b"),
        ];
        assert_eq!(items.iter().map(body).collect::<Vec<_>>(), expected);
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
