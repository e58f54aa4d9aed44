//! Document names that fit into a run file and into an index.

use std::path::{MAIN_SEPARATOR, Path};
use tamis_place::is_escaped;
use xxhash_rust::xxh3::xxh3_64;

/// The length of the longest docno, in bytes. Judgements name documents, so it is far above the
/// names in use, and far below what other programs can hold: a term of tantivy has at most 65,530
/// bytes, one of Lucene 32,766.
pub const LONGEST: usize = 1024;

/// The length of the mark at the end of a docno that is not the name itself: `~` and 16 hexadecimal
/// digits.
const MARK: usize = 17;

/// Returns the docno of a document that its collection calls `name`: the name itself, because
/// judgements use it.
///
/// A name that does not fit into a run file (with white space or what messages escape) or that has
/// more than [`LONGEST`] bytes is percent-encoded and cut at that length, and ends with `~` and a
/// hash of the whole name: so `a b`, `a%20b` and `a  b` stay three documents. Only an empty name
/// gives an empty docno.
pub fn docno(name: &str) -> String {
    if name.len() <= LONGEST && !name.contains(separates) {
        return name.to_owned();
    }
    let mut docno = String::new();
    for c in name.chars().take(LONGEST) {
        push(&mut docno, c);
    }
    marked(docno, name.as_bytes())
}

/// Returns whether a docno was made from a name that could not be used as it is. A name of that
/// form counts too.
pub fn is_made(docno: &str) -> bool {
    let mark = docno.len().checked_sub(MARK).and_then(|start| docno.get(start..));
    mark.and_then(|mark| mark.strip_prefix('~'))
        .is_some_and(|hash| hash.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Returns `text` trimmed, with white space and what messages escape percent-encoded.
pub(crate) fn percent_encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for c in text.trim().chars() {
        push(&mut encoded, c);
    }
    encoded
}

/// Returns the docno of a page that is known by its path only, with slashes on every system. White
/// space, control characters and bytes that are not UTF-8 are percent-encoded, and so is a `%` that
/// reads like such a code: different paths have different docnos. One above [`LONGEST`] bytes is
/// cut like any name.
pub(crate) fn of_path(path: &Path) -> String {
    let mut docno = String::new();
    let bytes = path.as_os_str().as_encoded_bytes();
    for chunk in bytes.utf8_chunks() {
        let text = chunk.valid();
        for (at, c) in text.char_indices() {
            match c {
                '%' if is_code(&text.as_bytes()[at + 1..]) => docno.push_str("%25"),
                MAIN_SEPARATOR => docno.push('/'),
                c => push(&mut docno, c),
            }
        }
        for byte in chunk.invalid() {
            push_code(&mut docno, *byte);
        }
    }
    if docno.len() <= LONGEST { docno } else { marked(docno, bytes) }
}

/// Returns whether two hexadecimal digits start `rest`.
fn is_code(rest: &[u8]) -> bool {
    rest.len() >= 2 && rest[..2].iter().all(u8::is_ascii_hexdigit)
}

/// Whether a character cannot be part of a docno: white space separates the columns of a run file,
/// and what messages escape would be shown in another form.
fn separates(c: char) -> bool {
    c.is_whitespace() || is_escaped(c)
}

fn push(text: &mut String, c: char) {
    if separates(c) {
        for byte in c.encode_utf8(&mut [0; 4]).bytes() {
            push_code(text, byte);
        }
    } else {
        text.push(c);
    }
}

fn push_code(text: &mut String, byte: u8) {
    text.push_str(&format!("%{byte:02X}"));
}

/// Cuts a docno so that it has room for the mark, and appends that of `name`.
fn marked(mut docno: String, name: &[u8]) -> String {
    let end = (0..=LONGEST - MARK).rev().find(|end| docno.is_char_boundary(*end));
    docno.truncate(end.unwrap_or_default());
    docno.push_str(&format!("~{:016x}", xxh3_64(name)));
    docno
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use std::ffi::OsStr;

    #[test]
    fn a_name_without_white_space_is_the_docno() {
        for name in [
            "clueweb09-en0000-00-00000",
            "<urn:uuid:1>",
            "http://a/b%20c?d=%",
            "日本",
            "",
            "a~0123456789abcdef",
        ] {
            assert_eq!(docno(name), name);
        }
        assert_eq!(docno(&"x".repeat(LONGEST)).len(), LONGEST);
        assert!(
            !is_made("~0123456789abcde")
                && !is_made("a~0123456789abcdeg")
                && !is_made("日本日本日本")
        );
    }

    #[test]
    fn a_name_with_white_space_or_without_end_is_marked() {
        assert_eq!(docno("a b\tc\u{7f}d\u{a0}e%20"), "a%20b%09c%7Fd%C2%A0e%20~24b17ab0baa0bddf");
        let names = ["a b", "a%20b", "a  b", " a b", "a b ", " ", "\u{3000}", "a", " a", "a\n"];
        let long = ["日", "x", "x ", " "].map(|part| part.repeat(50_000));
        let longer = long.clone().map(|name| name + "y");
        let names: Vec<&str> =
            names.into_iter().chain(long.iter().chain(&longer).map(String::as_str)).collect();
        let docnos: BTreeSet<String> = names.iter().map(|name| docno(name)).collect();
        assert_eq!(docnos.len(), names.len(), "{docnos:?}");
        for name in names {
            let docno = docno(name);
            assert_eq!(is_made(&docno), docno != name, "{docno}");
            assert!(docno.len() <= LONGEST && super::docno(&docno) == docno, "{docno}");
        }
    }

    #[test]
    fn a_path_is_a_docno_that_leads_back_to_it() {
        for (path, expected) in [
            ("a/b.html", "a/b.html"),
            ("a b", "a%20b"),
            ("a%20b", "a%2520b"),
            ("100%", "100%"),
            ("%%41", "%%2541"),
            (" ", "%20"),
            ("\u{3000}", "%E3%80%80"),
        ] {
            assert_eq!(of_path(Path::new(path)), expected);
        }
        let long = of_path(Path::new(&"x".repeat(LONGEST + 1)));
        assert!(long.len() == LONGEST && is_made(&long));
        assert_ne!(long, of_path(Path::new(&"x".repeat(LONGEST + 2))));
    }

    /// Undoes [`of_path`] for paths that are short enough.
    fn path_of(docno: &str) -> Vec<u8> {
        let mut path = Vec::new();
        let mut rest = docno.as_bytes();
        while let [first, after @ ..] = rest {
            let is_coded = *first == b'%' && is_code(after);
            let (code, behind) = after.split_at(if is_coded { 2 } else { 0 });
            path.push(if is_coded {
                u8::from_str_radix(std::str::from_utf8(code).unwrap(), 16).unwrap()
            } else {
                *first
            });
            rest = behind;
        }
        path
    }

    proptest! {
        #[cfg(unix)]
        #[test]
        fn any_path_comes_back_from_its_docno(path in proptest::collection::vec(prop_oneof![
            any::<u8>(), Just(b'%'), Just(b'2'), Just(b'5'), Just(b'F'), Just(b' '),
        ], 1..60)) {
            use std::os::unix::ffi::OsStrExt;
            let docno = of_path(Path::new(OsStr::from_bytes(&path)));
            prop_assert!(!docno.is_empty() && !docno.contains(separates));
            prop_assert_eq!(path_of(&docno), path);
        }

        #[test]
        fn names_that_differ_have_docnos_that_differ(
            names in proptest::collection::btree_set("[ab%2 \t\u{3000}]{1,4}", 2..40),
        ) {
            let docnos: BTreeSet<String> = names.iter().map(|name| docno(name)).collect();
            prop_assert_eq!(docnos.len(), names.len());
            for docno in docnos {
                prop_assert!(
                    !docno.is_empty()
                        && !docno.contains(separates)
                        && super::docno(&docno) == docno
                );
            }
        }
    }
}
