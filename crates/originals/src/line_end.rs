//! Line ends as parsers of HTML see them.

use memchr::memchr_iter;
use std::borrow::Cow;

/// Returns a page whose lines end with `\n` alone, where it has `\r\n` or `\r`.
pub(crate) fn with_line_feeds(markup: &str) -> Cow<'_, str> {
    let bytes = markup.as_bytes();
    let mut out = String::new();
    let mut from = 0;
    for at in memchr_iter(b'\r', bytes) {
        out.reserve(if from == 0 { markup.len() } else { 0 });
        out.push_str(&markup[from..at]);
        from = at + 1;
        if bytes.get(from) != Some(&b'\n') {
            out.push('\n');
        }
    }
    if from == 0 {
        return Cow::Borrowed(markup);
    }
    out.push_str(&markup[from..]);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_ends_with_a_line_feed() {
        for (markup, expected) in
            [("", ""), ("a\nb", "a\nb"), ("\r\na\r\r\nb\r", "\na\n\nb\n"), ("a\n\r", "a\n\n")]
        {
            assert_eq!(with_line_feeds(markup), expected);
        }
    }
}
