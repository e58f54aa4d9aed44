//! Writes shapes and text as SVG, and escapes text for XML and HTML.

use super::paint::{FONTS, Look, TextStyle};
use std::fmt::{Display, Write};
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

/// The position of a text relative to its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// The point is its left end.
    Start,
    /// The point is its middle.
    Middle,
    /// The point is its right end.
    End,
}

impl Anchor {
    fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

/// An SVG 1.1 document under construction. Coordinates are CSS pixels with one decimal. Every
/// element carries its look as attributes, so that every program draws it alike; its class lets a
/// page override them.
#[derive(Debug)]
pub struct Svg {
    out: String,
}

impl Svg {
    /// Starts a figure of `width` x `height` with title and description; `id` must be unique on its
    /// page.
    pub fn new(id: &str, width: f64, height: f64, title: &str, description: &str) -> Self {
        let title = escape(title);
        let description = escape(description);
        let out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" class=\"tamis\" viewBox=\"0 \
             0 {width} {height}\" width=\"{width}\" height=\"{height}\" font-family=\"{FONTS}\" \
             role=\"img\" aria-labelledby=\"{id}-title {id}-desc\">\n<title \
             id=\"{id}-title\">{title}</title>\n<desc id=\"{id}-desc\">{description}</desc>\n"
        );
        let mut svg = Self { out };
        svg.rect(Look::Paper, (0.0, 0.0), (width, height), None);
        svg
    }

    /// Adds a text with its baseline at `at`.
    pub fn text(&mut self, style: TextStyle, at: (f64, f64), anchor: Anchor, text: impl Display) {
        let x = n(at.0);
        let y = n(at.1);
        let anchor = anchor.name();
        let text = escape(&text.to_string());
        let attributes = style.attributes();
        self.push(format!(
            "<text class=\"{style}\" x=\"{x}\" y=\"{y}\" \
             text-anchor=\"{anchor}\"{attributes}>{text}</text>"
        ));
    }

    /// Adds a text above a halo, which keeps it legible where it crosses lines.
    pub fn text_with_halo(
        &mut self,
        style: TextStyle,
        at: (f64, f64),
        anchor: Anchor,
        text: impl Display,
    ) {
        let text = text.to_string();
        self.text(TextStyle::Halo, at, anchor, &text);
        self.text(style, at, anchor, &text);
    }

    /// Adds a text that runs upwards, with its baseline through `at`.
    pub fn upward(&mut self, style: TextStyle, at: (f64, f64), anchor: Anchor, text: impl Display) {
        let x = n(at.0);
        let y = n(at.1);
        let anchor = anchor.name();
        let text = escape(&text.to_string());
        let attributes = style.attributes();
        self.push(format!(
            "<text class=\"{style}\" transform=\"translate({x} {y}) rotate(-90)\" \
             text-anchor=\"{anchor}\"{attributes}>{text}</text>"
        ));
    }

    /// Adds a straight line.
    pub fn line(&mut self, look: Look, from: (f64, f64), to: (f64, f64)) {
        let x1 = n(from.0);
        let y1 = n(from.1);
        let x2 = n(to.0);
        let y2 = n(to.1);
        let attributes = look.attributes();
        self.push(format!(
            "<line class=\"{look}\"{attributes} x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"
        ));
    }

    /// Adds straight lines through all points; nothing for fewer than two.
    pub fn curve(&mut self, look: Look, points: &[(f64, f64)]) {
        if points.len() > 1 {
            self.push(format!(
                "<polyline class=\"{look}\"{} points=\"{}\"/>",
                look.attributes(),
                pairs(points)
            ));
        }
    }

    /// Adds a filled polygon.
    pub fn polygon(&mut self, look: Look, points: &[(f64, f64)]) {
        self.push(format!(
            "<polygon class=\"{look}\"{} points=\"{}\"/>",
            look.attributes(),
            pairs(points)
        ));
    }

    /// Adds a circle with an optional tooltip.
    pub fn circle(&mut self, look: Look, at: (f64, f64), radius: f64, hint: Option<&str>) {
        let x = n(at.0);
        let y = n(at.1);
        let r = n(radius);
        let attributes = look.attributes();
        let shape = format!("<circle class=\"{look}\"{attributes} cx=\"{x}\" cy=\"{y}\" r=\"{r}\"");
        self.shape("circle", shape, hint);
    }

    /// Adds a rectangle by its upper left corner and its size, with an optional tooltip.
    pub fn rect(&mut self, look: Look, at: (f64, f64), size: (f64, f64), hint: Option<&str>) {
        self.shape("rect", rect_start(look, at, size), hint);
    }

    /// Adds a rectangle with an opacity of 0 to 1.
    pub fn shade(
        &mut self,
        look: Look,
        at: (f64, f64),
        size: (f64, f64),
        opacity: f64,
        hint: Option<&str>,
    ) {
        let start = format!("{} fill-opacity=\"{opacity:.3}\"", rect_start(look, at, size));
        self.shape("rect", start, hint);
    }

    /// Returns the document.
    pub fn finish(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }

    fn shape(&mut self, name: &str, start: String, hint: Option<&str>) {
        match hint {
            Some(hint) => self.push(format!("{start}><title>{}</title></{name}>", escape(hint))),
            None => self.push(format!("{start}/>")),
        }
    }

    fn push(&mut self, element: String) {
        self.out.push_str(&element);
        self.out.push('\n');
    }
}

fn rect_start(look: Look, at: (f64, f64), size: (f64, f64)) -> String {
    format!(
        "<rect class=\"{look}\"{} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
        look.attributes(),
        n(at.0),
        n(at.1),
        n(size.0),
        n(size.1)
    )
}

/// Formats a coordinate with at most one decimal.
fn n(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

fn pairs(points: &[(f64, f64)]) -> String {
    let mut text = String::new();
    for (i, &(x, y)) in points.iter().enumerate() {
        let _ = write!(text, "{}{},{}", if i == 0 { "" } else { " " }, n(x), n(y));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_escapes_into_markup() {
        let text = "a<b>&\"c\"\u{1}\u{9b}\u{202e}\u{ffff}";
        assert_eq!(escape(text), "a&lt;b&gt;&amp;&quot;c&quot;\\u{1}\\u{9b}\\u{202e}\u{fffd}");
    }

    #[test]
    fn coordinates_are_short() {
        assert_eq!(
            (n(3.0), n(3.149), n(-0.5)),
            ("3".to_owned(), "3.1".to_owned(), "-0.5".to_owned())
        );
    }
}
