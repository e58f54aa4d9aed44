//! A figure as a list of shapes and texts, which `svg.rs` and `pgf.rs` write. Coordinates are the
//! units of its [`Style`], from the upper left corner.

use super::paint::{Look, TextStyle};
use super::style::Style;
use std::fmt::Display;

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

/// A place, or a width and a height.
pub type Pair = (f64, f64);

/// A figure under construction, or a finished one.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Drawing {
    /// The id of its elements, unique on a page.
    pub(super) id: String,
    /// How it is laid out.
    pub(super) style: Style,
    pub(super) height: f64,
    pub(super) title: String,
    /// What it shows, for those who do not see it.
    pub(super) description: String,
    /// What its marks mean, and what it was measured on, for a caption.
    pub(super) caption: String,
    pub(super) shapes: Vec<FigureShape>,
}

/// A part of a figure.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FigureShape {
    pub outline: ShapeOutline,
    /// The opacity of a rectangle, if it is not the look's own.
    pub opacity: Option<f64>,
    /// What appears when the reader points at it.
    pub hint: Option<String>,
    /// Whether a text runs upwards.
    pub upward: bool,
    /// Whether paper around a text keeps it legible where it crosses lines.
    pub halo: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum ShapeOutline {
    /// A text with its baseline at a point.
    Text(TextStyle, Pair, Anchor, String),
    Curve(Look, Vec<Pair>),
    /// A line of two points.
    Line(Look, [Pair; 2]),
    Polygon(Look, Vec<Pair>),
    /// A circle by its middle and radius.
    Circle(Look, Pair, f64),
    /// A rectangle by its upper left corner and size.
    Rect(Look, [Pair; 2]),
}

impl FigureShape {
    pub fn new(outline: ShapeOutline) -> Self {
        Self { outline, opacity: None, hint: None, upward: false, halo: false }
    }

    /// Says what appears when the reader points at it.
    pub fn hint(&mut self, hint: &str) {
        self.hint = Some(hint.to_owned());
    }

    /// Sets its opacity, 0 to 1.
    pub fn opacity(&mut self, opacity: f64) -> &mut Self {
        self.opacity = Some(opacity);
        self
    }
}

impl Drawing {
    pub(super) fn new(id: &str, style: &Style, title: &str, description: &str) -> Self {
        let [id, title, description] = [id, title, description].map(str::to_owned);
        Self { id, style: style.clone(), title, description, ..Self::default() }
    }

    /// Ends the figure at this height.
    pub(super) fn finish(mut self, height: f64, caption: impl Into<String>) -> Self {
        self.height = height;
        self.caption = caption.into();
        self
    }

    /// Adds the title and the line below it, broken where there is little room; returns how far
    /// what follows is below its place on a page.
    pub(super) fn head(&mut self, setting: &str) -> f64 {
        let Style { title, .. } = self.style;
        if !title {
            return self.style.pick(-62.0, -48.0);
        }
        if !self.style.is_compact() {
            self.text(TextStyle::Title, (24.0, 32.0), Anchor::Start, self.title.clone());
            self.text(TextStyle::Quiet, (24.0, 52.0), Anchor::Start, setting);
            return 0.0;
        }
        let room = self.style.units() - 2.0 * self.style.margin();
        let mut below = 13.0;
        // Letters of the title are bold and larger, those below it smaller.
        let texts = [
            (TextStyle::Title, self.style.lines(&self.title, room / 1.25), 16.0),
            (TextStyle::QuietSmall, self.style.lines(setting, room / 0.88), 13.0),
        ];
        for (style, lines, height) in texts {
            for line in lines {
                self.text(style, (self.style.margin(), below), Anchor::Start, line);
                below += height;
            }
        }
        below - 65.0
    }

    fn push(&mut self, outline: ShapeOutline) -> &mut FigureShape {
        let last = self.shapes.len();
        self.shapes.push(FigureShape::new(outline));
        &mut self.shapes[last]
    }

    /// Adds a text with its baseline at `at`.
    pub(super) fn text(
        &mut self,
        style: TextStyle,
        at: Pair,
        anchor: Anchor,
        text: impl Display,
    ) -> &mut FigureShape {
        self.push(ShapeOutline::Text(style, at, anchor, text.to_string()))
    }

    pub(super) fn line(&mut self, look: Look, from: Pair, to: Pair) {
        self.push(ShapeOutline::Line(look, [from, to]));
    }

    /// Adds straight lines through all points; nothing for fewer than two.
    pub(super) fn curve(&mut self, look: Look, points: &[Pair]) {
        if points.len() > 1 {
            self.push(ShapeOutline::Curve(look, points.to_vec()));
        }
    }

    pub(super) fn polygon(&mut self, look: Look, points: &[Pair]) {
        self.push(ShapeOutline::Polygon(look, points.to_vec()));
    }

    pub(super) fn circle(&mut self, look: Look, at: Pair, radius: f64) -> &mut FigureShape {
        self.push(ShapeOutline::Circle(look, at, radius))
    }

    /// Adds a rectangle by its upper left corner and its size.
    pub(super) fn rect(&mut self, look: Look, at: Pair, size: Pair) -> &mut FigureShape {
        self.push(ShapeOutline::Rect(look, [at, size]))
    }
}
