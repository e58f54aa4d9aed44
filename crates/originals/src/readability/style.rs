//! Whether the attribute `style` hides its element.

use memchr::memmem;

/// The values of `display` that show an element; any other is ignored.
const SHOWING: [&str; 26] = [
    "block",
    "inline",
    "inline-block",
    "flex",
    "inline-flex",
    "grid",
    "inline-grid",
    "table",
    "inline-table",
    "table-cell",
    "table-row",
    "table-row-group",
    "table-header-group",
    "table-footer-group",
    "table-column",
    "table-column-group",
    "table-caption",
    "list-item",
    "run-in",
    "contents",
    "flow-root",
    "ruby",
    "inherit",
    "initial",
    "unset",
    "revert",
];
const VISIBLE: [&str; 6] = ["visible", "collapse", "inherit", "initial", "unset", "revert"];

/// Whether a style has `display: none` or `visibility: hidden`.
pub fn hides(style: &str) -> bool {
    let bytes = style.as_bytes();
    let may = |word: &[u8]| memmem::find(bytes, word).is_some();
    // Values in capitals are rare.
    if !may(b"none") && !may(b"hidden") && !bytes.iter().any(u8::is_ascii_uppercase) {
        return false;
    }
    let lower = without_comments(style).to_ascii_lowercase();
    let mut display = Winner::default();
    let mut visibility = Winner::default();
    for declaration in declarations(&lower) {
        let Some((property, value)) = declaration.split_once(':') else { continue };
        match property.trim_ascii() {
            "display" => display.take(value, "none", &SHOWING),
            "visibility" => visibility.take(value, "hidden", &VISIBLE),
            _ => {}
        }
    }
    display.hides || visibility.hides
}

fn without_comments(style: &str) -> String {
    let mut out = String::with_capacity(style.len());
    let mut rest = style;
    while let Some((before, after)) = rest.split_once("/*") {
        out.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, rest)| rest);
    }
    out + rest
}

/// The last declaration that is valid, or the last important one.
#[derive(Default)]
struct Winner {
    hides: bool,
    important: bool,
}

impl Winner {
    fn take(&mut self, value: &str, hiding: &str, showing: &[&str]) {
        let value = value.trim_ascii();
        let important = value.strip_suffix("important").map(str::trim_ascii_end);
        let important = important.and_then(|value| value.strip_suffix('!'));
        let wins = important.is_some() || !self.important;
        let value = important.unwrap_or(value).trim_ascii();
        if wins && (value == hiding || showing.contains(&value)) {
            self.hides = value == hiding;
            self.important = important.is_some();
        }
    }
}

/// Splits at semicolons that are not in quotes or parentheses.
fn declarations(style: &str) -> impl Iterator<Item = &str> {
    let mut quote = None;
    let mut depth = 0_u32;
    style.split(move |c| {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ';' && quote.is_none() && depth == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_hide_as_in_browsers() {
        for style in [
            "display:none",
            "color:red;;Display : NONE ;",
            "display:none!important;display:block",
            "display:none;display:bogus",
            "/*x*/display:none",
            "background:url(data:x;y);display:none",
            "visibility:hidden",
        ] {
            assert!(hides(style), "{style}");
        }
        for style in [
            "",
            "display:none;display:block",
            "{display:none}",
            "display:none}",
            "list-style:none",
            "overflow:hidden",
            "display:'none'",
        ] {
            assert!(!hides(style), "{style}");
        }
    }
}
