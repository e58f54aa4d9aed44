//! Reads lines with docno, tab and text (ir_datasets' exports, MS MARCO's passages), or with docno,
//! URL, title and body (MS MARCO's documents). The whole text or body is one paragraph.

use super::format::{InputFormat, Signs};
use crate::docno::docno;
use crate::document::{Body, RawDocument};
use crate::lines::{LineFormat, Parsed, damaged, is_blank};
use crate::reason::Reason;
use crate::records::{RecordStream, Records};
use memchr::{memchr, memchr_iter, memmem};

pub(super) static FORMAT: InputFormat = InputFormat {
    name: "tsv",
    noun: Some("a TSV collection"),
    expected: "lines of docno<TAB>text or docno<TAB>url<TAB>title<TAB>body",
    signs: Signs { extensions: &["tsv"], given: Some(is_given), ..Signs::NONE },
    read: |records, _| Box::new(Records::new(records, LineFormat(document))),
};

/// Returns whether a file given directly is such a table.
fn is_given(bytes: &[u8], is_named: bool) -> bool {
    if is_named {
        // Any line shows it: the first one may be damaged.
        bytes.split(|byte| *byte == b'\n').any(is_tsv)
    } else {
        is_tsv(bytes)
    }
}

/// Returns the document on a line, or why the line has none.
fn document(records: &RecordStream, line: &[u8], offset: u64) -> Parsed {
    let Some((name, rest)) = split(line) else {
        return Err(damaged(records, String::new(), "no docno and tab"));
    };
    let name = docno(&lossy(name));
    let (url, body) = match columns(rest) {
        Some([url, title, body]) => {
            (lossy(url), Body::Text { title: lossy(title), text: lossy(body) })
        }
        None => (String::new(), Body::text(lossy(rest))),
    };
    if is_blank(&body) {
        return Err((Reason::Empty, name, String::new()));
    }
    Ok((RawDocument { url, ..RawDocument::new(name, records.source(offset), body) }, None))
}

/// Returns bytes as text. Those that are not UTF-8 are replaced; the page is kept.
fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Splits a line into a docno, which is one word, and the rest after the tab.
fn split(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let tab = memchr(b'\t', line)?;
    let name = line[..tab].trim_ascii();
    let rest = &line[tab + 1..];
    (!name.is_empty() && !name.contains(&b' ')).then_some((name, rest))
}

/// Splits the rest into URL, title and body, if it has three columns and the first is a URL or
/// empty. Otherwise it is a text that contains tabs.
fn columns(rest: &[u8]) -> Option<[&[u8]; 3]> {
    let mut tabs = memchr_iter(b'\t', rest);
    let (first, second, None) = (tabs.next()?, tabs.next()?, tabs.next()) else { return None };
    let url = rest[..first].trim_ascii();
    let is_url = memmem::find(url, b"://").is_some_and(|at| at > 0) && !url.contains(&b' ');
    (url.is_empty() || is_url).then_some([url, &rest[first + 1..second], &rest[second + 1..]])
}

/// Returns whether `bytes`, the start of a file, are a docno and a text with exactly one tab, or a
/// docno and the three other columns. Qrels and runs have other columns. A topics file may look the
/// same, so only files given directly are read as TSV.
fn is_tsv(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let Some((_, rest)) = split(first).filter(|_| !first.contains(&0)) else { return false };
    let text = rest.trim_ascii();
    !text.is_empty()
        && (!text.contains(&b'\t') || columns(rest).is_some_and(|[url, ..]| !url.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_distinguished_from_other_tables() {
        assert!(is_tsv(b"d1\tA text.\nd2\tAnother\twith a tab"));
        assert!(is_tsv(b"\xef\xbb\xbfd1\tA text.\r\n"));
        assert!(is_tsv(b"D1\thttps://a.example/x\tA title\tA body.\nD2"));
        assert!(is_tsv(b"D1\thttps://a.example/x\t\tA body.\n"));
        let topic_and_qrels = [&b"1\tpenguins\tWhere?\tAll walks.\n"[..], b"1\t0\td1\t1\n"];
        for other in topic_and_qrels.into_iter().chain([
            &b""[..],
            b"a text\tb",
            b"1\t0\td1\t1\n",
            b"d1\t \n",
            b"d1",
            b"\ta",
            b"d\0\ta",
            b"\nd1\ta",
        ]) {
            assert!(!is_tsv(other), "{}", other.escape_ascii());
        }
    }

    #[test]
    fn four_columns_are_recognised_line_by_line() {
        for (text, expected) in [
            ("http://a.example/\tT\tb", ["http://a.example/", "T", "b"]),
            ("\t\tb c", ["", "", "b c"]),
        ] {
            assert_eq!(columns(text.as_bytes()), Some(expected.map(str::as_bytes)), "{text}");
        }
        for text in ["b", "b\tc", "b\tc\td", "see http://a.example/\tc\td", "http://a/\tT\tb\tc"] {
            assert_eq!(columns(text.as_bytes()), None, "{text}");
        }
    }
}
