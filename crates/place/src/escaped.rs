//! Text of others as it may be shown: without characters that change a terminal, a line or the
//! order of what is read.

use std::borrow::Cow;
use std::fmt::{self, Write};

/// Whether a character of somebody's text is shown as an escape: control characters, line and
/// paragraph separators, and the format controls that reorder the text around them (UAX #9) or hide
/// in it. Joiners stay, because scripts and emoji need them.
pub fn is_escaped(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2066}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// Shows somebody's text on one line: what [`is_escaped`] becomes an escape as in Rust (`\n`, `\t`,
/// `\u{1b}`), everything else stays. Escaping twice changes nothing more. A backslash stays too, so
/// text that looks like an escape stays as it is, and the original cannot be restored.
///
/// ```
/// use tamis_place::Escaped;
///
/// assert_eq!(Escaped("Kühe\n\u{1b}[2J").to_string(), r"Kühe\n\u{1b}[2J");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Escaped<T>(pub T);

impl<T: fmt::Display> fmt::Display for Escaped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaping(f), "{}", self.0)
    }
}

/// Escapes what is written through it.
struct Escaping<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl Write for Escaping<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut from = 0;
        for (at, c) in text.char_indices().filter(|(_, c)| is_escaped(*c)) {
            self.0.write_str(&text[from..at])?;
            write!(self.0, "{}", c.escape_default())?;
            from = at + c.len_utf8();
        }
        self.0.write_str(&text[from..])
    }
}

/// Returns JSON with every character above U+007E that [`is_escaped`] as `\u009b`. JSON writers
/// escape those below U+0020 alone; the others can only be inside of its strings, so the result is
/// the same value.
pub fn escaped_json(json: &str) -> Cow<'_, str> {
    if !json.contains(is_escaped_above_ascii) {
        return json.into();
    }
    let mut escaped = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if is_escaped_above_ascii(c) {
            // All of them have four digits.
            let _ = write!(escaped, "\\u{:04x}", u32::from(c));
        } else {
            escaped.push(c);
        }
    }
    escaped.into()
}

fn is_escaped_above_ascii(c: char) -> bool {
    c >= '\u{7f}' && is_escaped(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_text_of_any_script_stays_as_it_is() {
        for text in [
            "",
            r"C:\new 'a' — ü",
            "שלום עליכם",
            "می‌خواهم",
            "日本語",
            "👩‍👩‍👧 🏴\u{e0067}\u{e007f}",
            "a\u{a0}b\u{ad}c",
        ] {
            assert_eq!(Escaped(text).to_string(), text);
        }
    }

    #[test]
    fn what_changes_a_terminal_a_line_or_the_order_is_an_escape() {
        let text = "\0\t\n\r\u{1b}[2J\u{7f}\u{9b}1m\u{61c}\u{200f}\u{2028}\u{202e}\u{2069}\u{feff}";
        let shown = Escaped(text).to_string();
        let expected =
            r"\u{0}\t\n\r\u{1b}[2J\u{7f}\u{9b}1m\u{61c}\u{200f}\u{2028}\u{202e}\u{2069}\u{feff}";
        assert_eq!(shown, expected);
        assert_eq!(Escaped(&shown).to_string(), shown);
    }

    #[test]
    fn json_keeps_its_value() {
        let json = "{\"a\":\"ü\\n\u{9b}\u{7f}\u{202e}\"}\n";
        assert_eq!(escaped_json(json), "{\"a\":\"ü\\n\\u009b\\u007f\\u202e\"}\n");
        assert!(matches!(escaped_json("{\"a\":\"ü\"}\n"), Cow::Borrowed(_)));
    }
}
