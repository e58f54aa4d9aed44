//! Document names that fit into a run file.

/// Returns `raw` as a docno: trimmed, with white space and control characters percent-encoded, because run files
/// separate their columns by white space.
pub fn docno(raw: &str) -> String {
    let mut docno = String::with_capacity(raw.len());
    for c in raw.trim().chars() {
        if c.is_whitespace() || c.is_control() {
            let mut bytes = [0; 4];
            c.encode_utf8(&mut bytes).bytes().for_each(|byte| docno.push_str(&format!("%{byte:02X}")));
        } else {
            docno.push(c);
        }
    }
    docno
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_docno_has_no_white_space_and_no_control_characters() {
        assert_eq!(docno(" a b\tc\u{7f}d\u{a0}e%20 "), "a%20b%09c%7Fd%C2%A0e%20");
        assert_eq!(docno("clueweb09-en0000-00-00000"), "clueweb09-en0000-00-00000");
    }
}
