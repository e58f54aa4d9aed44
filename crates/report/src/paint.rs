//! The look of the figures' elements as attributes of SVG 1.1, which every program that reads SVG
//! understands. A page may override them by class: a rule of a style sheet wins over an attribute.

use std::fmt::{Display, Formatter, Result, Write};

/// The fonts of all text, the first one that the reader has. Liberation Sans has the widths of
/// Helvetica and Arial.
pub(super) const FONTS: &str = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";

const PAPER: &str = "#ffffff";
const INK: &str = "#1f2328";
const QUIET: &str = "#59636e";
const RULE: &str = "#e4e8ec";
const EDGE: &str = "#8c959f";

/// A series of values in a figure, each with a colour of its own. Displays as its class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Series {
    /// Blue.
    One,
    /// Orange.
    Two,
    /// Violet.
    Three,
    /// Green.
    Four,
    /// Ochre.
    Five,
}

impl Series {
    /// All series, in the order of legends.
    pub const ALL: [Self; 5] = [Self::One, Self::Two, Self::Three, Self::Four, Self::Five];

    fn colour(self) -> &'static str {
        match self {
            Self::One => "#0060a8",
            Self::Two => "#bc4c00",
            Self::Three => "#8250df",
            Self::Four => "#1a7f37",
            Self::Five => "#9a6700",
        }
    }
}

impl Display for Series {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Self::One => "one",
            Self::Two => "two",
            Self::Three => "three",
            Self::Four => "four",
            Self::Five => "five",
        })
    }
}

/// The colour of a bar. Displays as its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bar {
    Grey,
    Violet,
    Blue,
    Green,
    Ochre,
    Orange,
}

impl Bar {
    /// All bars, in the order of the classes that they show.
    pub const ALL: [Self; 6] =
        [Self::Grey, Self::Violet, Self::Blue, Self::Green, Self::Ochre, Self::Orange];

    fn colour(self) -> &'static str {
        match self {
            Self::Grey => EDGE,
            Self::Violet => Series::Three.colour(),
            Self::Blue => Series::One.colour(),
            Self::Green => Series::Four.colour(),
            Self::Ochre => Series::Five.colour(),
            Self::Orange => Series::Two.colour(),
        }
    }
}

impl Display for Bar {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Self::Grey => "0",
            Self::Violet => "1",
            Self::Blue => "2",
            Self::Green => "3",
            Self::Ochre => "4",
            Self::Orange => "5",
        })
    }
}

/// The style of a text. Displays as its classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextStyle {
    Plain,
    /// The title of a figure.
    Title,
    /// What explains: ticks, notes, the line below the title.
    Quiet,
    QuietSmall,
    QuietTiny,
    Small,
    /// Small text on a dark shape.
    SmallOnShape,
    /// The name of a series in the legend.
    Name(Series),
    /// A label in the plot that belongs to a series.
    Label(Series),
    /// The paper around a text above it, which keeps that one legible where it crosses lines.
    Halo,
}

impl Display for TextStyle {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Plain => Ok(()),
            Self::Title => f.write_str("title"),
            Self::Quiet => f.write_str("quiet"),
            Self::QuietSmall => f.write_str("quiet small"),
            Self::QuietTiny => f.write_str("quiet tiny"),
            Self::Small => f.write_str("small"),
            Self::SmallOnShape => f.write_str("small on"),
            Self::Name(series) => write!(f, "name {series}"),
            Self::Label(series) => write!(f, "label {series}"),
            Self::Halo => f.write_str("halo"),
        }
    }
}

impl TextStyle {
    /// Returns the attributes of the text, with a space before each.
    pub fn attributes(self) -> String {
        let colour = match self {
            Self::Quiet | Self::QuietSmall | Self::QuietTiny => QUIET,
            Self::Name(series) | Self::Label(series) => series.colour(),
            Self::SmallOnShape | Self::Halo => PAPER,
            Self::Plain | Self::Title | Self::Small => INK,
        };
        let size = match self {
            Self::Title => 17,
            Self::QuietSmall | Self::Small | Self::SmallOnShape => 11,
            Self::QuietTiny => 9,
            Self::Plain | Self::Quiet | Self::Name(_) | Self::Label(_) | Self::Halo => 12,
        };
        let mut attributes = format!(" fill=\"{colour}\" font-size=\"{size}\"");
        match self {
            Self::Title | Self::Name(_) => attributes.push_str(" font-weight=\"bold\""),
            Self::Halo => {
                let around =
                    [("stroke", PAPER), ("stroke-width", "4"), ("stroke-linejoin", "round")];
                push(&mut attributes, &around);
            }
            _ => {}
        }
        attributes
    }
}

/// The look of a shape. Displays as its classes: the name of the look, then that of its series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// The background of a figure.
    Paper,
    /// What is drawn on other shapes, such as the inside of a box.
    OnShape,
    /// A line of the grid.
    Rule,
    /// The line where an axis begins.
    Edge,
    Curve(Series),
    /// The baseline of a series.
    Base(Series),
    /// A line from a point to its label.
    Leader(Series),
    /// A leader of no series.
    PlainLeader,
    Dot(Series),
    /// A ring around a point.
    Mark(Series),
    /// A confidence band.
    Band(Series),
    /// An area, a curve and a baseline of no series.
    QuietArea,
    QuietCurve,
    QuietBase,
    /// Not to be seen, but to be pointed at.
    Hit(Series),
    /// A difference above 0, below 0, and around 0.
    Better,
    Worse,
    Tie,
    /// A cell of the heat map of judged pages.
    JudgedCell,
    Bar(Bar),
    /// A mark in the corner of a cell.
    Corner,
    /// The curve of a fitted model.
    Model,
    /// The frame around the best cell.
    Best,
}

impl Display for Look {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Paper => f.write_str("paper"),
            Self::OnShape => f.write_str("on"),
            Self::Rule => f.write_str("rule"),
            Self::Edge => f.write_str("edge"),
            Self::Curve(series) => write!(f, "curve {series}"),
            Self::Base(series) => write!(f, "base {series}"),
            Self::Leader(series) => write!(f, "leader {series}"),
            Self::PlainLeader => f.write_str("leader"),
            Self::Dot(series) => write!(f, "dot {series}"),
            Self::Mark(series) => write!(f, "mark {series}"),
            Self::Band(series) => write!(f, "band {series}"),
            Self::QuietArea => f.write_str("judged"),
            Self::QuietCurve => f.write_str("judged-line"),
            Self::QuietBase => f.write_str("judged-base"),
            Self::Hit(series) => write!(f, "hit {series}"),
            Self::Better => f.write_str("cell"),
            Self::Worse => f.write_str("below"),
            Self::Tie => f.write_str("tie"),
            Self::JudgedCell => f.write_str("cell-judged"),
            Self::Bar(bar) => write!(f, "bar-{bar}"),
            Self::Corner => f.write_str("corner"),
            Self::Model => f.write_str("model"),
            Self::Best => f.write_str("best"),
        }
    }
}

/// Attributes with their values.
type Attributes = Vec<(&'static str, &'static str)>;

impl Look {
    /// Returns the line of a tick; at 0 it is the edge of the plot.
    pub fn tick(value: f64) -> Self {
        if value == 0.0 { Self::Edge } else { Self::Rule }
    }

    /// Returns the attributes of the shape, with a space before each.
    pub fn attributes(self) -> String {
        let mut attributes = String::new();
        push(&mut attributes, &self.pairs());
        attributes
    }

    fn pairs(self) -> Attributes {
        match self {
            Self::Paper | Self::OnShape => filled(PAPER),
            Self::Rule => lined(RULE, "1"),
            Self::Edge => lined(EDGE, "1"),
            Self::Curve(series) => {
                let ends = [("stroke-linejoin", "round"), ("stroke-linecap", "round")];
                [lined(series.colour(), "2.25"), ends.into()].concat()
            }
            Self::Base(series) => dashed(series.colour(), "1.5"),
            Self::Leader(series) => lined(series.colour(), "1"),
            Self::PlainLeader => lined(INK, "1"),
            Self::Dot(series) => filled(series.colour()),
            Self::Mark(series) => {
                vec![("fill", PAPER), ("stroke", series.colour()), ("stroke-width", "2.5")]
            }
            Self::Band(series) => vec![("fill", series.colour()), ("fill-opacity", "0.13")],
            Self::QuietArea => vec![("fill", QUIET), ("fill-opacity", "0.18")],
            Self::QuietCurve => lined(QUIET, "1.25"),
            Self::QuietBase => dashed(QUIET, "1"),
            Self::Hit(_) => vec![("fill", "none"), ("pointer-events", "all")],
            Self::Better => filled(Series::One.colour()),
            Self::Worse => filled(Series::Two.colour()),
            Self::Tie => filled(EDGE),
            Self::JudgedCell => filled(QUIET),
            Self::Bar(bar) => filled(bar.colour()),
            Self::Corner => filled(INK),
            Self::Model => lined(INK, "1.5"),
            Self::Best => lined(INK, "2.5"),
        }
    }
}

fn filled(colour: &'static str) -> Attributes {
    vec![("fill", colour)]
}

fn lined(colour: &'static str, width: &'static str) -> Attributes {
    vec![("fill", "none"), ("stroke", colour), ("stroke-width", width)]
}

fn dashed(colour: &'static str, width: &'static str) -> Attributes {
    [lined(colour, width), vec![("stroke-dasharray", "6 4")]].concat()
}

fn push(attributes: &mut String, pairs: &[(&str, &str)]) {
    for (name, value) in pairs {
        let _ = write!(attributes, " {name}=\"{value}\"");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_has_its_look_in_the_colour_of_its_series() {
        assert_eq!(
            Look::Base(Series::Two).attributes(),
            " fill=\"none\" stroke=\"#bc4c00\" stroke-width=\"1.5\" stroke-dasharray=\"6 4\""
        );
        assert_eq!(Look::Dot(Series::One).attributes(), " fill=\"#0060a8\"");
        assert_eq!(
            TextStyle::Name(Series::Four).attributes(),
            " fill=\"#1a7f37\" font-size=\"12\" font-weight=\"bold\""
        );
        assert_eq!(TextStyle::QuietSmall.attributes(), " fill=\"#59636e\" font-size=\"11\"");
    }

    #[test]
    fn an_element_has_the_class_of_its_look_and_of_its_series() {
        assert_eq!(Look::Curve(Series::Five).to_string(), "curve five");
        assert_eq!(Look::Bar(Bar::Green).to_string(), "bar-3");
        assert_eq!(TextStyle::Plain.to_string(), "");
        assert_eq!(TextStyle::QuietTiny.to_string(), "quiet tiny");
    }

    /// Every colour is overridden, so that no light figure shines from a dark page.
    #[test]
    fn a_dark_page_overrides_every_class() {
        let style = crate::page::CSS;
        let dark = style.lines().find(|line| line.contains("prefers-color-scheme:dark")).unwrap();
        let shapes = "paper on rule edge curve base leader dot mark band judged judged-line \
                      judged-base cell cell-judged bar-0 bar-1 bar-2 bar-3 bar-4 bar-5 tie below \
                      corner model best one two three four five";
        for class in shapes.split_whitespace().chain("quiet label name halo".split(' ')) {
            assert!(dark.contains(&format!(".tamis .{class}")), "{class}");
        }
    }
}
