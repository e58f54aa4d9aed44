//! Writes a drawing as an SVG 1.1 document. Every element carries its look as attributes, so that
//! every program draws it alike; its class lets a page override them.

use super::drawing::{Anchor, Drawing, Pair, Shape, Text};
use super::markup::escape;
use super::paint::{Look, TextStyle};
use super::style::Style;
use std::fmt::Write;

/// What the ids of a figure for a telephone end with.
const SMALL: &str = "-small";
/// The fonts of all text, the first one that the reader has. Liberation Sans has the widths of
/// Helvetica and Arial.
const FONTS: &str = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";

/// A figure on a page of the web: one drawing for a desk, and one for a telephone, where the first
/// would have letters of five pixels. The style of the page shows one of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageFigure {
    desk: String,
    telephone: String,
}

impl PageFigure {
    pub(super) fn new(draw: impl Fn(&Style) -> Drawing) -> Self {
        let style = Style::telephone();
        let mut telephone = draw(&style);
        telephone.id.push_str(SMALL);
        Self { desk: svg(&draw(&Style::default())), telephone: svg(&telephone) }
    }

    /// The drawing for a desk, as a document of its own.
    pub fn svg(&self) -> &str {
        &self.desk
    }

    /// Both drawings, for a `figure` of a page with [`CSS`](crate::CSS).
    pub fn html(&self) -> String {
        let telephone = self.telephone.replacen("class=\"tamis\"", "class=\"tamis telephone\"", 1);
        telephone + &self.desk
    }
}

/// Returns the document.
pub(super) fn svg(drawing: &Drawing) -> String {
    let style = &drawing.style;
    let id = &drawing.id;
    let [width, height] = [style.units(), drawing.height];
    let [w, h] = [width, height].map(|units| match style.is_paper() {
        true => format!("{:.2}pt", style.points(units)),
        false => units.to_string(),
    });
    let [width, height] = [width, height].map(|units| match style.is_paper() {
        true => format!("{units:.2}"),
        false => units.to_string(),
    });
    let fonts = match &style.font {
        // A name cannot end its quotes.
        Some(font) => format!("'{}', {FONTS}", escape(&font.replace(['\'', '\\'], ""))),
        None => FONTS.to_owned(),
    };
    let title = escape(&drawing.title);
    let description = escape(&drawing.description);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" class=\"tamis\" viewBox=\"0 0 \
         {width} {height}\" width=\"{w}\" height=\"{h}\" font-family=\"{fonts}\" role=\"img\" \
         aria-labelledby=\"{id}-title {id}-desc\">\n<title id=\"{id}-title\">{title}</title>\n\
         <desc id=\"{id}-desc\">{description}</desc>\n"
    );
    let size = (style.units(), drawing.height);
    let paper = Shape::Rect(Look::Paper, [(0.0, 0.0), size], None, None);
    for shape in [&paper].into_iter().chain(&drawing.shapes) {
        push(&mut out, drawing, shape);
    }
    out.push_str("</svg>\n");
    out
}

fn push(out: &mut String, drawing: &Drawing, shape: &Shape) {
    let attributes = |look: Look| look.paint(drawing.style.is_paper()).attributes();
    let (name, start, hint) = match shape {
        Shape::Text(text) => return push_text(out, drawing, text),
        Shape::Curve(look, points) => {
            let points = pairs(points);
            let start = format!("class=\"{look}\"{} points=\"{points}\"", attributes(*look));
            ("polyline", start, None)
        }
        Shape::Polygon(look, points) => {
            let points = pairs(points);
            let start = format!("class=\"{look}\"{} points=\"{points}\"", attributes(*look));
            ("polygon", start, None)
        }
        Shape::Line(look, [from, to]) => {
            let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(n);
            let ends = format!("x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"");
            ("line", format!("class=\"{look}\"{} {ends}", attributes(*look)), None)
        }
        Shape::Circle(look, at, radius, hint) => {
            let [x, y, r] = [at.0, at.1, *radius].map(n);
            let place = format!("cx=\"{x}\" cy=\"{y}\" r=\"{r}\"");
            ("circle", format!("class=\"{look}\"{} {place}", attributes(*look)), hint.as_ref())
        }
        Shape::Rect(look, [at, size], opacity, hint) => {
            let [x, y, w, h] = [at.0, at.1, size.0, size.1].map(n);
            let place = format!("x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"");
            let opacity = opacity.map_or(String::new(), |of| format!(" fill-opacity=\"{of:.3}\""));
            let start = format!("class=\"{look}\"{} {place}{opacity}", attributes(*look));
            ("rect", start, hint.as_ref())
        }
    };
    // Writing to a string cannot fail.
    let _ = match hint {
        Some(hint) => writeln!(out, "<{name} {start}><title>{}</title></{name}>", escape(hint)),
        None => writeln!(out, "<{name} {start}/>"),
    };
}

fn push_text(out: &mut String, drawing: &Drawing, text: &Text) {
    let [x, y] = [text.at.0, text.at.1].map(n);
    let place = if text.upward {
        format!("transform=\"translate({x} {y}) rotate(-90)\"")
    } else {
        format!("x=\"{x}\" y=\"{y}\"")
    };
    let anchor = match text.anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let written = escape(&text.text);
    for style in text.halo.then_some(TextStyle::Halo).into_iter().chain([text.style]) {
        let size = drawing.style.size(style);
        let attributes = style.attributes(size, drawing.style.is_paper());
        let _ = writeln!(
            out,
            "<text class=\"{style}\" {place} text-anchor=\"{anchor}\"{attributes}>{written}</text>"
        );
    }
}

/// Formats a coordinate with at most one decimal.
fn n(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

fn pairs(points: &[Pair]) -> String {
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
    fn coordinates_are_short() {
        assert_eq!(
            (n(3.0), n(3.149), n(-0.5)),
            ("3".to_owned(), "3.1".to_owned(), "-0.5".to_owned())
        );
    }

    #[test]
    fn a_figure_for_paper_has_its_width_in_points_and_its_font() {
        let font = Some("Libertinus <Sans>'".to_owned());
        let style = Style { width: Some(240.0), font, ..Style::default() };
        let svg = svg(&Drawing::new("f", &style, "title", "what it shows").finish(90.0, ""));
        assert!(svg.contains("viewBox=\"0 0 360.00 90.00\" width=\"240.00pt\" height=\"60.00pt\""));
        assert!(svg.contains("font-family=\"'Libertinus &lt;Sans&gt;', Helvetica,"));
    }
}
