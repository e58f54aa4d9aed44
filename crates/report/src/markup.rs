//! Escapes text for XML and HTML.

use tamis_place::is_escaped;

/// Escapes text for XML and HTML content and attributes. Control characters, most of which XML does
/// not allow, and those that reorder text are [shown as escapes](tamis_place::Escaped); U+FFFE and
/// U+FFFF, which it does not allow either, become U+FFFD.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' => escaped.push(c),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c if is_escaped(c) => escaped.extend(c.escape_default()),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_escapes_into_markup() {
        let text = "a<b>&\"c\"\u{1}\u{9b}\u{202e}\u{ffff}";
        assert_eq!(escape(text), "a&lt;b&gt;&amp;&quot;c&quot;\\u{1}\\u{9b}\\u{202e}\u{fffd}");
    }
}
