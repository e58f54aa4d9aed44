//! What a shape is painted with, whatever the format, and the same as attributes of SVG 1.1.

use std::fmt::Write;

/// The inside of a shape and its line.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Paint {
    pub fill: Option<&'static str>,
    /// The opacity of the inside.
    pub opacity: Option<f64>,
    /// The line around it, or the line that it is.
    pub stroke: Option<Stroke>,
    /// Whether it can be pointed at, although it is not seen.
    pub is_hit: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    pub colour: &'static str,
    pub width: f64,
    /// The lengths of dashes and gaps; none for a whole line.
    pub dashes: &'static [f64],
    /// Whether its ends and corners are round.
    pub is_round: bool,
}

impl Paint {
    pub fn filled(colour: &'static str) -> Self {
        Self { fill: Some(colour), ..Self::default() }
    }

    /// Returns the inside alone, which lets through what is below.
    pub fn veiled(colour: &'static str, opacity: f64) -> Self {
        Self { opacity: Some(opacity), ..Self::filled(colour) }
    }

    pub fn lined(colour: &'static str, width: f64, dashes: &'static [f64]) -> Self {
        let stroke = Stroke { colour, width, dashes, is_round: false };
        Self { stroke: Some(stroke), ..Self::default() }
    }

    /// Returns the same line with round ends and corners.
    pub fn rounded(self) -> Self {
        Self { stroke: self.stroke.map(|stroke| Stroke { is_round: true, ..stroke }), ..self }
    }

    /// Returns the attributes of the shape, with a space before each.
    pub fn attributes(self) -> String {
        let mut text = format!(" fill=\"{}\"", self.fill.unwrap_or("none"));
        // Writing to a string cannot fail.
        if let Some(opacity) = self.opacity {
            let _ = write!(text, " fill-opacity=\"{opacity}\"");
        }
        if let Some(stroke) = self.stroke {
            let _ = write!(text, " stroke=\"{}\" stroke-width=\"{}\"", stroke.colour, stroke.width);
            if !stroke.dashes.is_empty() {
                let dashes: Vec<String> = stroke.dashes.iter().map(f64::to_string).collect();
                let _ = write!(text, " stroke-dasharray=\"{}\"", dashes.join(" "));
            }
            if stroke.is_round {
                text.push_str(" stroke-linejoin=\"round\" stroke-linecap=\"round\"");
            }
        }
        if self.is_hit {
            text.push_str(" pointer-events=\"all\"");
        }
        text
    }
}
