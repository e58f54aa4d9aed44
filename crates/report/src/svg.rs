//! Writes a drawing as an SVG 1.1 document. Every element carries its look as attributes, so that
//! every program draws it alike; its class lets a page override them.

use super::drawing::{Anchor, Drawing, FigureShape, Pair, ShapeOutline};
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
        let mut telephone = draw(&Style::telephone());
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

pub(super) fn svg(drawing: &Drawing) -> String {
    let Drawing { style, id, .. } = drawing;
    let size = (style.units(), drawing.height);
    let [(width, w), (height, h)] = [size.0, size.1].map(|units| match style.is_paper() {
        true => (format!("{units:.2}"), format!("{:.2}pt", style.points(units))),
        false => (units.to_string(), units.to_string()),
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
    let paper = FigureShape::new(ShapeOutline::Rect(Look::Paper, [(0.0, 0.0), size]));
    for shape in [&paper].into_iter().chain(&drawing.shapes) {
        push(&mut out, style, shape);
    }
    out + "</svg>\n"
}

fn push(out: &mut String, style: &Style, shape: &FigureShape) {
    let (look, name, place) = match &shape.outline {
        ShapeOutline::Text(letters, at, anchor, text) => {
            return push_text(out, style, shape, (*letters, *at, *anchor, text));
        }
        ShapeOutline::Curve(look, points) => (look, "polyline", pairs(points)),
        ShapeOutline::Polygon(look, points) => (look, "polygon", pairs(points)),
        ShapeOutline::Line(look, [from, to]) => {
            (look, "line", placed(["x1", "y1", "x2", "y2"], [from.0, from.1, to.0, to.1]))
        }
        ShapeOutline::Circle(look, at, radius) => {
            (look, "circle", placed(["cx", "cy", "r"], [at.0, at.1, *radius]))
        }
        ShapeOutline::Rect(look, [at, size]) => {
            (look, "rect", placed(["x", "y", "width", "height"], [at.0, at.1, size.0, size.1]))
        }
    };
    let paint = look.paint(style.is_paper()).attributes();
    let opacity = shape.opacity.map_or(String::new(), |of| format!(" fill-opacity=\"{of:.3}\""));
    let start = format!("<{name} class=\"{look}\"{paint}{place}{opacity}");
    // Writing to a string cannot fail.
    let _ = match &shape.hint {
        Some(hint) => writeln!(out, "{start}><title>{}</title></{name}>", escape(hint)),
        None => writeln!(out, "{start}/>"),
    };
}

fn push_text(
    out: &mut String,
    style: &Style,
    shape: &FigureShape,
    (letters, at, anchor, text): (TextStyle, Pair, Anchor, &str),
) {
    let [x, y] = [at.0, at.1].map(n);
    let place = match shape.upward {
        true => format!(" transform=\"translate({x} {y}) rotate(-90)\""),
        false => placed(["x", "y"], [at.0, at.1]),
    };
    let anchor = match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let text = escape(text);
    for letters in shape.halo.then_some(TextStyle::Halo).into_iter().chain([letters]) {
        let paint = letters.attributes(style.size(letters), style.is_paper());
        let _ = writeln!(
            out,
            "<text class=\"{letters}\"{place} text-anchor=\"{anchor}\"{paint}>{text}</text>"
        );
    }
}

/// Formats a coordinate with at most one decimal.
fn n(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

/// Returns coordinates as attributes, with a space before each.
fn placed<const N: usize>(names: [&str; N], values: [f64; N]) -> String {
    names.iter().zip(values).map(|(name, value)| format!(" {name}=\"{}\"", n(value))).collect()
}

fn pairs(points: &[Pair]) -> String {
    let pairs: Vec<String> = points.iter().map(|&(x, y)| format!("{},{}", n(x), n(y))).collect();
    format!(" points=\"{}\"", pairs.join(" "))
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
