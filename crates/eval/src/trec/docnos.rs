//! Lists of documents: lines of a docno, or of a percentile and a docno as in ClueWeb's spam scores.

use super::input::{Input, shown};
use crate::error::{Error, Result};
use std::collections::HashSet;
use std::path::Path;

/// Reads a list of docnos, one per line (`-` is standard input; plain or gzip). Blank lines and lines that start with
/// `#` are ignored.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read; [`Error::Format`] with the line for a line of several words, and for a
/// file without docnos.
pub fn read(path: impl AsRef<Path>) -> Result<HashSet<String>> {
    let input = Input::open(path.as_ref())?;
    let docno = |(number, line): (u64, &str)| {
        let mut words = line.split_ascii_whitespace();
        match (words.next(), words.next()) {
            (Some(docno), None) => Ok(docno.to_owned()),
            _ => Err(Error::format(input.line(number), shown(line), "one docno")),
        }
    };
    filled(&input, input.lines().map(docno).collect::<Result<_>>()?)
}

/// Reads lines of a percentile and a docno, and returns the docnos with a percentile below `least`. In the Waterloo
/// spam rankings for ClueWeb (Cormack, Smucker, Clarke, Information Retrieval 14, 2011), where percentile 0 is the
/// worst spam, those are spam. Calls `look` with the docno of every line.
///
/// # Errors
/// As [`read`]; also for a percentile that is not a whole number from 0 to 100, and if `look` fails.
pub fn below_percentile<E: From<Error>>(
    path: impl AsRef<Path>,
    least: u8,
    mut look: impl FnMut(&str) -> std::result::Result<(), E>,
) -> std::result::Result<HashSet<String>, E> {
    let input = Input::open(path.as_ref())?;
    let mut below = HashSet::new();
    let mut lines = 0;
    for (number, line) in input.lines() {
        let mut words = line.split_ascii_whitespace();
        let (Some(percentile), Some(docno), None) = (words.next(), words.next(), words.next()) else {
            return Err(Error::format(input.line(number), shown(line), "two columns: percentile docno").into());
        };
        let percentile = percentile.parse::<u8>().ok().filter(|percentile| *percentile <= 100).ok_or_else(|| {
            Error::format(input.line(number), format!("percentile '{percentile}'"), "a whole number from 0 to 100")
        })?;
        look(docno)?;
        if percentile < least {
            below.insert(docno.to_owned());
        }
        lines += 1;
    }
    if lines == 0 { Ok(filled(&input, below)?) } else { Ok(below) }
}

fn filled(input: &Input, docnos: HashSet<String>) -> Result<HashSet<String>> {
    if docnos.is_empty() {
        return Err(Error::format(input.whole(), "no docno", "at least one line"));
    }
    Ok(docnos)
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
        let wrong = |text| with(text, |path| read(path).unwrap_err().to_string());
        assert!(wrong("d1\nd2 x\n").contains(":2: found 'd2 x', expected one docno"));
        assert!(wrong("#\n").contains("found no docno"));
    }

    #[test]
    fn percentiles_below_the_least_are_spam() {
        let below = |text, least| with(text, |path| below_percentile(path, least, |_| Ok::<_, Error>(())));
        assert_eq!(below("69 a\n70 b\n0 c\n", 70).unwrap(), ["a", "c"].map(str::to_owned).into());
        assert!(below("99 a\n", 70).unwrap().is_empty());
        let wrong = |text| below(text, 70).unwrap_err().to_string();
        assert!(wrong("101 a\n").contains(":1: found percentile '101', expected a whole number from 0 to 100"));
        assert!(wrong("a\n").contains("two columns"));
        assert!(wrong("").contains("no docno"));
    }
}
