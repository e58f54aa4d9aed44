//! Lines of a docno, a tab and a text -> documents, as ir_datasets exports them and MS MARCO comes. Of a line all is one
//! paragraph.

use super::lines::{Lines, Parsed, damaged, is_blank};
use super::stretch::Stretch;
use super::{Reason, docno};
use crate::page::{Body, RawDocument};

/// The lines of such a file.
pub(super) const TSV: Lines = Lines(document);

/// The document on a line, or why there is none.
fn document(stretch: &Stretch, line: &[u8], offset: u64) -> Parsed {
    let Some((name, text)) = split(line) else {
        return Err(damaged(stretch, String::new(), "no docno and tab"));
    };
    let name = docno(&String::from_utf8_lossy(name));
    // What is no UTF-8 costs its characters, not the page.
    let body = Body::Text(String::from_utf8_lossy(text).into_owned());
    if is_blank(&body) {
        return Err((Reason::Empty, name, String::new()));
    }
    let (url, date) = (String::new(), String::new());
    Ok(RawDocument { docno: name, url, date, source: stretch.source(offset), charset: None, body })
}

/// A docno, which is one word, and what is behind its tab.
fn split(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let tab = memchr::memchr(b'\t', line)?;
    let (name, text) = (line[..tab].trim_ascii(), &line[tab + 1..]);
    (!name.is_empty() && !name.contains(&b' ')).then_some((name, text))
}

/// Whether `bytes`, the first of a file, are a docno and a text with exactly one tab between: qrels and runs have more. A
/// topics file looks the same, so only a file that the user names is taken for a collection of this kind.
pub(super) fn is_tsv(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let text = split(first).map(|(_, text)| text.trim_ascii());
    text.is_some_and(|text| !text.is_empty() && !text.contains(&b'\t')) && !first.contains(&0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_told_from_other_tables() {
        assert!(is_tsv(b"d1\tA text.\nd2\tAnother\twith a tab"));
        assert!(is_tsv(b"\xef\xbb\xbfd1\tA text.\r\n"));
        for other in [&b""[..], b"a text\tb", b"1\t0\td1\t1\n", b"d1\t \n", b"d1", b"\ta", b"d\0\ta", b"\nd1\ta"] {
            assert!(!is_tsv(other), "{}", other.escape_ascii());
        }
    }
}
