//! The look of the figures' elements, as paint of any format and as attributes of SVG 1.1, which
//! every program that reads SVG understands. A page may override these by class: a rule of a style
//! sheet wins over an attribute.

use super::ink::Paint;
use std::fmt::{Display, Formatter, Result, Write};

pub(super) const PAPER: &str = "#ffffff";
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

    /// Its class, its colours on a page and on paper, where they differ in grey as well, and the
    /// dashes of its curve on paper, where colours may be greys.
    fn look(self) -> (&'static str, [&'static str; 2], &'static [f64]) {
        match self {
            Self::One => ("one", ["#0060a8", "#0b4f8a"], &[]),
            Self::Two => ("two", ["#bc4c00", "#d95f02"], &[6.0, 2.0]),
            Self::Three => ("three", ["#8250df", "#7b3fb5"], &[2.0, 1.5]),
            Self::Four => ("four", ["#1a7f37", "#2c9a57"], &[7.0, 2.0, 1.5, 2.0]),
            Self::Five => ("five", ["#9a6700", "#a87900"], &[3.5, 3.0]),
        }
    }

    fn colour(self, paper: bool) -> &'static str {
        self.look().1[usize::from(paper)]
    }
}

impl Display for Series {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(self.look().0)
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

    /// On paper neighbours differ in lightness.
    fn colour(self, paper: bool) -> &'static str {
        let (on_page, on_paper) = match self {
            Self::Grey => (EDGE, "#d4d7da"),
            Self::Violet => (Series::Three.colour(false), "#a58bd3"),
            Self::Blue => (Series::One.colour(false), "#0b4f8a"),
            Self::Green => (Series::Four.colour(false), "#6cb877"),
            Self::Ochre => (Series::Five.colour(false), "#ecd07a"),
            Self::Orange => (Series::Two.colour(false), "#a63c00"),
        };
        if paper { on_paper } else { on_page }
    }
}

impl Display for Bar {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}", *self as u8)
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
            Self::Small => f.write_str("small"),
            Self::SmallOnShape => f.write_str("small on"),
            Self::Name(series) => write!(f, "name {series}"),
            Self::Label(series) => write!(f, "label {series}"),
            Self::Halo => f.write_str("halo"),
        }
    }
}

impl TextStyle {
    /// The colour of the letters.
    pub fn colour(self, paper: bool) -> &'static str {
        match self {
            Self::Quiet | Self::QuietSmall if paper => INK,
            Self::Quiet | Self::QuietSmall => QUIET,
            Self::Name(series) | Self::Label(series) => series.colour(paper),
            Self::SmallOnShape | Self::Halo => PAPER,
            Self::Plain | Self::Title | Self::Small => INK,
        }
    }

    /// The size in pixels on a page.
    pub fn size(self) -> f64 {
        match self {
            Self::Title => 17.0,
            Self::QuietSmall | Self::Small | Self::SmallOnShape => 11.0,
            Self::Plain | Self::Quiet | Self::Name(_) | Self::Label(_) | Self::Halo => 12.0,
        }
    }

    /// Whether the letters are bold.
    pub fn is_bold(self) -> bool {
        matches!(self, Self::Title | Self::Name(_))
    }

    /// Returns the attributes of the text, with a space before each.
    pub fn attributes(self, size: f64, paper: bool) -> String {
        let colour = self.colour(paper);
        let mut attributes = format!(" fill=\"{colour}\" font-size=\"{size}\"");
        if self.is_bold() {
            attributes.push_str(" font-weight=\"bold\"");
        }
        if self == Self::Halo {
            let _ = write!(
                attributes,
                " stroke=\"{PAPER}\" stroke-width=\"4\" stroke-linejoin=\"round\""
            );
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

/// The dashes of a baseline.
const DASHES: &[f64] = &[6.0, 4.0];
/// The dashes of a baseline on paper, which are not those of a curve.
const DOTS: &[f64] = &[1.0, 2.0];

impl Look {
    /// Returns the line of a tick; at 0 it is the edge of the plot.
    pub fn tick(value: f64) -> Self {
        if value == 0.0 { Self::Edge } else { Self::Rule }
    }

    /// Returns what the shape is painted with. Lines are thinner on paper.
    pub fn paint(self, paper: bool) -> Paint {
        let lined =
            |colour, width| Paint::lined(colour, if paper { width * 0.7 } else { width }, &[]);
        let dashed = |colour, width| {
            let dashes = if paper { DOTS } else { DASHES };
            Paint::lined(colour, width, dashes)
        };
        match self {
            Self::Paper | Self::OnShape => Paint::filled(PAPER),
            Self::Rule => lined(RULE, 1.0),
            Self::Edge => lined(EDGE, 1.0),
            Self::Curve(series) if paper => {
                Paint::lined(series.colour(paper), 1.6, series.look().2)
            }
            Self::Curve(series) => lined(series.colour(paper), 2.25).rounded(),
            Self::Base(series) => dashed(series.colour(paper), 1.5),
            Self::Leader(series) => lined(series.colour(paper), 1.0),
            Self::PlainLeader => lined(INK, 1.0),
            Self::Dot(series) => Paint::filled(series.colour(paper)),
            Self::Mark(series) => Paint { fill: Some(PAPER), ..lined(series.colour(paper), 2.5) },
            Self::Band(series) => Paint::veiled(series.colour(paper), 0.13),
            Self::QuietArea => Paint::veiled(QUIET, 0.18),
            Self::QuietCurve => lined(QUIET, 1.25),
            Self::QuietBase => dashed(QUIET, 1.0),
            Self::Hit(_) => Paint { is_hit: true, ..Paint::filled("none") },
            Self::Better => Paint::filled(Series::One.colour(paper)),
            Self::Worse => Paint::filled(Series::Two.colour(paper)),
            Self::Tie => Paint::filled(EDGE),
            Self::JudgedCell => Paint::filled(QUIET),
            Self::Bar(bar) => Paint::filled(bar.colour(paper)),
            Self::Corner => Paint::filled(INK),
            Self::Model => lined(INK, 1.5),
            Self::Best => lined(INK, 2.5),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_has_its_look_in_the_colour_of_its_series() {
        assert_eq!(
            Look::Base(Series::Two).paint(false).attributes(),
            " fill=\"none\" stroke=\"#bc4c00\" stroke-width=\"1.5\" stroke-dasharray=\"6 4\""
        );
        assert_eq!(Look::Dot(Series::One).paint(false).attributes(), " fill=\"#0060a8\"");
        assert_eq!(
            TextStyle::Name(Series::Four).attributes(12.0, false),
            " fill=\"#1a7f37\" font-size=\"12\" font-weight=\"bold\""
        );
        let quiet = TextStyle::QuietSmall.attributes(11.0, false);
        assert_eq!(quiet, " fill=\"#59636e\" font-size=\"11\"");
    }

    #[test]
    fn an_element_has_the_class_of_its_look_and_of_its_series() {
        assert_eq!(Look::Curve(Series::Five).to_string(), "curve five");
        assert_eq!(Look::Bar(Bar::Green).to_string(), "bar-3");
        assert_eq!(TextStyle::Plain.to_string(), "");
    }

    /// Every colour is overridden, so that no light figure shines from a dark page.
    #[test]
    fn a_dark_page_overrides_every_class() {
        let style = crate::layout::CSS;
        let dark = style.lines().find(|line| line.contains("prefers-color-scheme:dark")).unwrap();
        let shapes = "paper on rule edge curve base leader dot mark band judged judged-line \
                      judged-base cell cell-judged bar-0 bar-1 bar-2 bar-3 bar-4 bar-5 tie below \
                      corner model best one two three four five";
        for class in shapes.split_whitespace().chain("quiet label name halo".split(' ')) {
            assert!(dark.contains(&format!(".tamis .{class}")), "{class}");
        }
    }
}
