//! Lists of documents: lines of a docno, or of a percentile and a docno as in ClueWeb's spam
//! scores.

use super::input::{columns, shown};
use super::limits::Limits;
use super::lines::{Lines, has_content};
use crate::error::{Error, Result};
use std::collections::HashSet;
use std::path::Path;
use tamis_place::Place;

/// Reads a list of docnos, one per line (`-` is standard input; plain or gzip). Blank lines and
/// lines that start with `#` are ignored.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read; [`Error::Format`] with the line for a line of several
/// words, and for a file without docnos or with more than 4,000,000 lines or 192 MiB
/// (decompressed).
pub fn read(path: impl AsRef<Path>) -> Result<HashSet<String>> {
    let mut lines = Lines::open(path.as_ref(), Limits::LIST)?;
    let mut docnos = HashSet::new();
    while let Some((_, line)) = lines.next_line()? {
        if !has_content(line) {
            continue;
        }
        match columns(line) {
            Some([docno]) => docnos.insert(docno.to_owned()),
            None => {
                let found = shown(line);
                return Err(Error::format(lines.place(), found, "one docno"));
            }
        };
    }
    if docnos.is_empty() { Err(no_docno(lines.whole())) } else { Ok(docnos) }
}

/// Reads lines of a percentile and a docno, and returns the docnos with a percentile below `least`.
/// In the Waterloo spam rankings for ClueWeb (Cormack, Smucker, Clarke, Information Retrieval 14,
/// 2011), where percentile 0 is the worst spam, those are spam. Calls `look` with the docno of
/// every line.
///
/// # Errors
/// As [`read`], but only lines below the percentile count for its limits; the file may have a
/// billion lines. Also for a percentile that is not a whole number from 0 to 100, and if `look`
/// fails.
pub fn below_percentile<E: From<Error>>(
    path: impl AsRef<Path>,
    least: u8,
    mut look: impl FnMut(&str) -> std::result::Result<(), E>,
) -> std::result::Result<HashSet<String>, E> {
    let mut lines = Lines::open(path.as_ref(), Limits::STREAM)?;
    let mut below = HashSet::new();
    let mut bytes = 0;
    let mut is_empty = true;
    while let Some((_, line)) = lines.next_line()? {
        if !has_content(line) {
            continue;
        }
        let (percentile, docno) = match scored(line) {
            Ok(scored) => scored,
            Err((found, expected)) => {
                return Err(Error::format(lines.place(), found, expected).into());
            }
        };
        look(docno)?;
        is_empty = false;
        if percentile < least {
            bytes += docno.len() as u64;
            below.insert(docno.to_owned());
        }
        if below.len() as u64 > Limits::LIST.lines || bytes > Limits::LIST.bytes {
            let found = format!("more than {} docnos below percentile {least}", below.len() - 1);
            let remedy =
                format!("at most {}; leave out the lines of other pages", Limits::LIST.lines);
            return Err(Error::format(lines.whole(), found, remedy).into());
        }
    }
    if is_empty { Err(no_docno(lines.whole()).into()) } else { Ok(below) }
}

/// Parses a percentile and a docno; an error is what was found and what was expected.
fn scored(line: &str) -> std::result::Result<(u8, &str), (String, &'static str)> {
    let [percentile, docno] =
        columns(line).ok_or_else(|| (shown(line), "two columns: percentile docno"))?;
    match percentile.parse() {
        Ok(number @ 0..=100) => Ok((number, docno)),
        _ => Err((format!("percentile {}", shown(percentile)), "a whole number from 0 to 100")),
    }
}

fn no_docno(place: Place) -> Error {
    Error::format(place, "no docno", "at least one line")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with<T>(text: &str, read: impl Fn(&Path) -> T) -> T {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        read(file.path())
    }

    #[test]
    fn one_docno_per_line() {
        let list = with("# mine\nd1\n\n d2 \r\nd1\n", |path| read(path).unwrap());
        assert_eq!(list, ["d1", "d2"].map(str::to_owned).into());
        for (text, message) in
            [("d1\nd2 x\n", ":2: found 'd2 x', expected one docno"), ("#\n", "found no docno")]
        {
            let error = with(text, |path| read(path).unwrap_err().to_string());
            assert!(error.contains(message), "{error}");
        }
    }

    fn below_70(text: &str) -> Result<HashSet<String>> {
        with(text, |path| below_percentile(path, 70, |_| Ok::<_, Error>(())))
    }

    #[test]
    fn percentiles_below_the_least_are_spam() {
        let below = below_70("69 a\n70 b\n0 c\n").unwrap();
        assert_eq!(below, ["a", "c"].map(str::to_owned).into());
        assert!(below_70("99 a\n").unwrap().is_empty());
        for (text, message) in [
            ("101 a\n", ":1: found percentile '101', expected a whole number from 0 to 100"),
            ("a\n", "two columns"),
            ("", "no docno"),
        ] {
            let error = below_70(text).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
