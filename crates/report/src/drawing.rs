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
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    /// The id of its elements, unique on a page.
    pub(super) id: String,
    /// How it is laid out.
    pub(super) style: Style,
    /// The height.
    pub(super) height: f64,
    /// What it is called.
    pub(super) title: String,
    /// What it shows, for those who do not see it.
    pub(super) description: String,
    /// What its marks mean, and what it was measured on, for a caption.
    pub(super) caption: String,
    pub(super) shapes: Vec<Shape>,
}

/// A part of a figure.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Shape {
    Text(Text),
    /// Straight lines through points.
    Curve(Look, Vec<Pair>),
    /// A line of two points.
    Line(Look, [Pair; 2]),
    Polygon(Look, Vec<Pair>),
    /// A circle by its middle and radius, with what appears when the reader points at it.
    Circle(Look, Pair, f64, Option<String>),
    /// A rectangle by its upper left corner and size, with an opacity if it is not the look's own.
    Rect(Look, [Pair; 2], Option<f64>, Option<String>),
}

/// A text with its baseline at a point.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Text {
    pub style: TextStyle,
    pub at: Pair,
    pub anchor: Anchor,
    /// Whether it runs upwards.
    pub upward: bool,
    /// Whether paper around it keeps it legible where it crosses lines.
    pub halo: bool,
    pub text: String,
}

impl Drawing {
    /// Starts a figure.
    pub(super) fn new(id: &str, style: &Style, title: &str, description: &str) -> Self {
        Self {
            id: id.to_owned(),
            style: style.clone(),
            height: 0.0,
            title: title.to_owned(),
            description: description.to_owned(),
            caption: String::new(),
            shapes: Vec::new(),
        }
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
        if !self.style.is_compact() {
            if self.style.title {
                self.text(TextStyle::Title, (24.0, 32.0), Anchor::Start, self.title.clone());
                self.text(TextStyle::Quiet, (24.0, 52.0), Anchor::Start, setting);
            }
            return if self.style.title { 0.0 } else { -48.0 };
        }
        if !self.style.title {
            return -62.0;
        }
        let room = self.style.units() - 2.0 * self.style.margin();
        let mut below = 13.0;
        // Letters are bold and larger.
        for line in self.style.lines(&self.title, room / 1.25) {
            self.text(TextStyle::Title, (self.style.margin(), below), Anchor::Start, line);
            below += 16.0;
        }
        // Letters are smaller.
        for line in self.style.lines(setting, room / 0.88) {
            self.text(TextStyle::QuietSmall, (self.style.margin(), below), Anchor::Start, line);
            below += 13.0;
        }
        below - 65.0
    }

    /// Adds a text with its baseline at `at`.
    pub(super) fn text(&mut self, style: TextStyle, at: Pair, anchor: Anchor, text: impl Display) {
        let text = text.to_string();
        let (upward, halo) = (false, false);
        self.shapes.push(Shape::Text(Text { style, at, anchor, upward, halo, text }));
    }

    /// Adds a text above a halo, which keeps it legible where it crosses lines.
    pub(super) fn text_with_halo(
        &mut self,
        style: TextStyle,
        at: Pair,
        anchor: Anchor,
        text: impl Display,
    ) {
        let text = text.to_string();
        let (upward, halo) = (false, true);
        self.shapes.push(Shape::Text(Text { style, at, anchor, upward, halo, text }));
    }

    /// Adds a text that runs upwards, with its baseline through `at`.
    pub(super) fn upward(
        &mut self,
        style: TextStyle,
        at: Pair,
        anchor: Anchor,
        text: impl Display,
    ) {
        let text = text.to_string();
        let (upward, halo) = (true, false);
        self.shapes.push(Shape::Text(Text { style, at, anchor, upward, halo, text }));
    }

    /// Adds a straight line.
    pub(super) fn line(&mut self, look: Look, from: Pair, to: Pair) {
        self.shapes.push(Shape::Line(look, [from, to]));
    }

    /// Adds straight lines through all points; nothing for fewer than two.
    pub(super) fn curve(&mut self, look: Look, points: &[Pair]) {
        if points.len() > 1 {
            self.shapes.push(Shape::Curve(look, points.to_vec()));
        }
    }

    /// Adds a filled polygon.
    pub(super) fn polygon(&mut self, look: Look, points: &[Pair]) {
        self.shapes.push(Shape::Polygon(look, points.to_vec()));
    }

    /// Adds a circle with an optional tooltip.
    pub(super) fn circle(&mut self, look: Look, at: Pair, radius: f64, hint: Option<&str>) {
        self.shapes.push(Shape::Circle(look, at, radius, hint.map(str::to_owned)));
    }

    /// Adds a rectangle by its upper left corner and its size, with an optional tooltip.
    pub(super) fn rect(&mut self, look: Look, at: Pair, size: Pair, hint: Option<&str>) {
        self.shapes.push(Shape::Rect(look, [at, size], None, hint.map(str::to_owned)));
    }

    /// Adds a rectangle with an opacity of 0 to 1.
    pub(super) fn shade(
        &mut self,
        look: Look,
        at: Pair,
        size: Pair,
        opacity: f64,
        hint: Option<&str>,
    ) {
        self.shapes.push(Shape::Rect(look, [at, size], Some(opacity), hint.map(str::to_owned)));
    }
}
