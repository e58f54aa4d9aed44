//! The attribute `style`, as far as it tells whether a browser shows its element.

use std::borrow::Cow;

/// What a style says of its element: the keywords of two properties, in lower case; none where it
/// has no valid one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct InlineStyle {
    /// Of `display`: `none` hides.
    pub display: Option<&'static str>,
    /// Of `visibility`: `hidden` hides what does not say otherwise inside.
    pub visibility: Option<&'static str>,
}

/// The keywords of `display` (CSS Display, section 2); a browser ignores others.
const DISPLAY: &[&str] = &[
    "none",
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
    "-webkit-box",
    "-webkit-flex",
    "inherit",
    "initial",
    "unset",
    "revert",
];
/// The keywords of `visibility` (CSS Display, section 4).
const VISIBILITY: &[&str] =
    &["visible", "hidden", "collapse", "inherit", "initial", "unset", "revert"];

impl InlineStyle {
    /// Reads the declarations of a style (CSS Cascade, section 6): the last valid one of a property
    /// counts, important ones before others.
    pub fn read(style: &str) -> Self {
        // Both properties end with it, and few others have it.
        if memchr::memchr2(b'y', b'Y', style.as_bytes()).is_none() {
            return Self::default();
        }
        let mut display = Winner::default();
        let mut visibility = Winner::default();
        for declaration in declarations(&without_comments(style)) {
            let Some((property, value)) = declaration.split_once(':') else { continue };
            let property = property.trim_ascii();
            if property.eq_ignore_ascii_case("display") {
                display.take(value, DISPLAY);
            } else if property.eq_ignore_ascii_case("visibility") {
                visibility.take(value, VISIBILITY);
            }
        }
        Self { display: display.keyword, visibility: visibility.keyword }
    }

    /// Whether it says that its element is visible, which one in what is not visible may be.
    pub(crate) fn is_visible(self) -> bool {
        matches!(self.visibility, Some("visible" | "initial"))
    }

    /// Whether it says that its element is not visible.
    pub(crate) fn is_invisible(self) -> bool {
        matches!(self.visibility, Some("hidden" | "collapse"))
    }
}

/// The last declaration that is valid, or the last important one.
#[derive(Default)]
struct Winner {
    keyword: Option<&'static str>,
    is_important: bool,
}

impl Winner {
    fn take(&mut self, value: &str, known: &[&'static str]) {
        let (value, is_important) = match value.rsplit_once('!') {
            Some((value, priority)) if priority.trim_ascii().eq_ignore_ascii_case("important") => {
                (value, true)
            }
            _ => (value, false),
        };
        let value = value.trim_ascii();
        let keyword = known.iter().find(|keyword| value.eq_ignore_ascii_case(keyword));
        if keyword.is_some() && (is_important || !self.is_important) {
            *self = Self { keyword: keyword.copied(), is_important };
        }
    }
}

fn without_comments(style: &str) -> Cow<'_, str> {
    if !style.contains("/*") {
        return Cow::Borrowed(style);
    }
    let mut out = String::with_capacity(style.len());
    let mut rest = style;
    while let Some((before, after)) = rest.split_once("/*") {
        out.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, rest)| rest);
    }
    Cow::Owned(out + rest)
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
