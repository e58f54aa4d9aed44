//! Where a script ends (13.2.5.4 and 13.2.5.17 to 31): in `<!--`, `<script` hides the next end tag.

use super::tokenizer::{Tokenizer, is_space};
use memchr::memchr2;

#[derive(PartialEq, Eq)]
enum Escape {
    None,
    Comment,
    Script,
}

impl Tokenizer<'_> {
    /// Returns where the end tag of the script begins that begins here, or the page's end.
    pub fn script_end(&self, name: &[u8]) -> usize {
        let mut escape = Escape::None;
        let mut at = self.at;
        while let Some(found) = memchr2(b'<', b'-', &self.bytes[at..]) {
            at += found;
            let rest = &self.bytes[at..];
            if rest.starts_with(b"-->") {
                escape = Escape::None;
            } else if escape != Escape::Script && self.raw_end(at, name).is_some() {
                return at;
            } else if escape == Escape::None && rest.starts_with(b"<!--") {
                escape = Escape::Comment;
                // The dashes may be those of the end.
                at += 1;
            } else if escape == Escape::Comment && names_script(rest.get(1..)) {
                escape = Escape::Script;
            } else if escape == Escape::Script
                && rest.starts_with(b"</")
                && names_script(rest.get(2..))
            {
                escape = Escape::Comment;
            }
            at += 1;
        }
        self.bytes.len()
    }
}

fn names_script(rest: Option<&[u8]>) -> bool {
    let Some((name, after)) = rest.and_then(|rest| rest.split_at_checked(6)) else { return false };
    let ends = after.first().is_some_and(|&byte| is_space(byte) || matches!(byte, b'/' | b'>'));
    ends && name.eq_ignore_ascii_case(b"script")
}
