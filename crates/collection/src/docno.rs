//! Document names that fit into a run file.

use tamis_place::is_escaped;
use xxhash_rust::xxh3::xxh3_128;

/// The longest docno, in bytes. An index finds no name of 64 KiB.
const LONGEST: usize = 4096;

/// Returns `raw` as a docno: trimmed, with white space and [what messages escape](is_escaped) percent-encoded, because run
/// files separate their columns by white space. So no list or message shows it in another form. Of a name above 4,096
/// bytes, the first 4,000 and a hash of the whole stay.
pub fn docno(raw: &str) -> String {
    let mut docno = percent_encoded(raw);
    if docno.len() > LONGEST {
        let hash = xxh3_128(docno.as_bytes());
        docno.truncate((0..=4000).rev().find(|at| docno.is_char_boundary(*at)).unwrap_or(0));
        docno.push_str(&format!("~{hash:032x}"));
    }
    docno
}

/// Returns `raw` trimmed, with white space and [what messages escape](is_escaped) percent-encoded.
pub(crate) fn percent_encoded(raw: &str) -> String {
    let mut encoded = String::with_capacity(raw.len());
    for c in raw.trim().chars() {
        if c.is_whitespace() || is_escaped(c) {
            let mut bytes = [0; 4];
            c.encode_utf8(&mut bytes).bytes().for_each(|byte| encoded.push_str(&format!("%{byte:02X}")));
        } else {
            encoded.push(c);
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_docno_has_no_white_space_and_no_control_characters() {
        assert_eq!(docno(" a b\tc\u{7f}d\u{a0}e%20 "), "a%20b%09c%7Fd%C2%A0e%20");
        assert_eq!(docno("a\u{9b}\u{202e}b\u{feff}"), "a%C2%9B%E2%80%AEb%EF%BB%BF");
        assert_eq!(docno("clueweb09-en0000-00-00000"), "clueweb09-en0000-00-00000");
    }

    #[test]
    fn a_docno_of_any_length_is_one_that_an_index_finds() {
        assert_eq!(docno(&"x".repeat(4096)), "x".repeat(4096));
        let [one, other] = ["a", "b"].map(|end| docno(&format!("{}{end}", "ü".repeat(99_999))));
        assert!(
            one.len() < 4096 && one != other && one.starts_with(&"ü".repeat(2000)),
            "{} {}",
            one.len(),
            other.len()
        );
    }
}
