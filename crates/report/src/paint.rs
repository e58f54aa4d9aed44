//! The look of the figures' elements, as paint of any format and as attributes of SVG 1.1, which
//! every program that reads SVG understands. A page may override these by class: a rule of a style
//! sheet wins over an attribute.

use super::ink::Paint;
use std::fmt::{Display, Formatter, Result};

pub(super) const PAPER: &str = "#ffffff";
const INK: &str = "#1f2328";
const QUIET: &str = "#59636e";
const RULE: &str = "#e4e8ec";
const EDGE: &str = "#8c959f";

/// A series of values in a figure, each with a colour of its own. Displays as its class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Series {
    One,
    Two,
    Three,
    Four,
    Five,
}

impl Series {
    /// All series, in the order of legends.
    pub const ALL: [Self; 5] = [Self::One, Self::Two, Self::Three, Self::Four, Self::Five];

    /// Its class, its colours on a page and on paper, where they differ in grey as well, and the
    /// dashes of its curve on paper, where colours may be greys.
    const fn look(self) -> (&'static str, [&'static str; 2], &'static [f64]) {
        match self {
            Self::One => ("one", ["#0060a8", "#0b4f8a"], &[]),
            Self::Two => ("two", ["#bc4c00", "#d95f02"], &[6.0, 2.0]),
            Self::Three => ("three", ["#8250df", "#7b3fb5"], &[2.0, 1.5]),
            Self::Four => ("four", ["#1a7f37", "#2c9a57"], &[7.0, 2.0, 1.5, 2.0]),
            Self::Five => ("five", ["#9a6700", "#a87900"], &[3.5, 3.0]),
        }
    }

    const fn colour(self, paper: bool) -> &'static str {
        self.look().1[paper as usize]
    }
}

impl Display for Series {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(self.look().0)
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

impl TextStyle {
    /// Its class, the colour of its letters and their size in pixels on a page.
    fn look(self, paper: bool) -> (&'static str, &'static str, f64) {
        let quiet = if paper { INK } else { QUIET };
        match self {
            Self::Plain => ("", INK, 12.0),
            Self::Title => ("title", INK, 17.0),
            Self::Quiet => ("quiet", quiet, 12.0),
            Self::QuietSmall => ("quiet small", quiet, 11.0),
            Self::Small => ("small", INK, 11.0),
            Self::SmallOnShape => ("small on", PAPER, 11.0),
            Self::Name(series) => ("name", series.colour(paper), 12.0),
            Self::Label(series) => ("label", series.colour(paper), 12.0),
            Self::Halo => ("halo", PAPER, 12.0),
        }
    }

    /// The colour of the letters.
    pub fn colour(self, paper: bool) -> &'static str {
        self.look(paper).1
    }

    /// The size in pixels on a page.
    pub fn size(self) -> f64 {
        self.look(false).2
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
            let line = format!(" stroke=\"{PAPER}\" stroke-width=\"4\" stroke-linejoin=\"round\"");
            attributes.push_str(&line);
        }
        attributes
    }
}

impl Display for TextStyle {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(self.look(false).0)?;
        match self {
            Self::Name(series) | Self::Label(series) => write!(f, " {series}"),
            _ => Ok(()),
        }
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
    /// A mark in the corner of a cell.
    Corner,
    /// The frame around the best cell.
    Best,
}

/// The dashes of a baseline on a page, and on paper, where they are not those of a curve.
const DASHES: [&[f64]; 2] = [&[6.0, 4.0], &[1.0, 2.0]];

impl Look {
    /// Returns the line of a tick; at 0 it is the edge of the plot.
    pub fn tick(value: f64) -> Self {
        if value == 0.0 { Self::Edge } else { Self::Rule }
    }

    /// Returns what the shape is painted with.
    pub fn paint(self, paper: bool) -> Paint {
        self.parts(paper).2
    }

    /// Returns its class, its series if it has one, and its paint. Lines are thinner on paper.
    fn parts(self, paper: bool) -> (&'static str, Option<Series>, Paint) {
        let filled = Paint::filled;
        let lined =
            |colour, width| Paint::lined(colour, if paper { width * 0.7 } else { width }, &[]);
        let dashed = |colour, width| Paint::lined(colour, width, DASHES[usize::from(paper)]);
        let colour = |series: Series| series.colour(paper);
        match self {
            Self::Paper => ("paper", None, filled(PAPER)),
            Self::OnShape => ("on", None, filled(PAPER)),
            Self::Rule => ("rule", None, lined(RULE, 1.0)),
            Self::Edge => ("edge", None, lined(EDGE, 1.0)),
            Self::Curve(one) if paper => {
                ("curve", Some(one), Paint::lined(colour(one), 1.6, one.look().2))
            }
            Self::Curve(one) => ("curve", Some(one), lined(colour(one), 2.25).rounded()),
            Self::Base(one) => ("base", Some(one), dashed(colour(one), 1.5)),
            Self::Leader(one) => ("leader", Some(one), lined(colour(one), 1.0)),
            Self::PlainLeader => ("leader", None, lined(INK, 1.0)),
            Self::Dot(one) => ("dot", Some(one), filled(colour(one))),
            Self::Mark(one) => {
                ("mark", Some(one), Paint { fill: Some(PAPER), ..lined(colour(one), 2.5) })
            }
            Self::Band(one) => ("band", Some(one), Paint::veiled(colour(one), 0.13)),
            Self::QuietArea => ("judged", None, Paint::veiled(QUIET, 0.18)),
            Self::QuietCurve => ("judged-line", None, lined(QUIET, 1.25)),
            Self::QuietBase => ("judged-base", None, dashed(QUIET, 1.0)),
            Self::Hit(one) => ("hit", Some(one), Paint { is_hit: true, ..filled("none") }),
            Self::Better => ("cell", None, filled(Series::One.colour(paper))),
            Self::Worse => ("below", None, filled(Series::Two.colour(paper))),
            Self::Tie => ("tie", None, filled(EDGE)),
            Self::JudgedCell => ("cell-judged", None, filled(QUIET)),
            Self::Corner => ("corner", None, filled(INK)),
            Self::Best => ("best", None, lined(INK, 2.5)),
        }
    }
}

impl Display for Look {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.parts(false) {
            (class, Some(series), _) => write!(f, "{class} {series}"),
            (class, None, _) => f.write_str(class),
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
        assert_eq!(TextStyle::Plain.to_string(), "");
    }

    /// Every colour is overridden, so that no light figure shines from a dark page.
    #[test]
    fn a_dark_page_overrides_every_class() {
        let style = crate::layout::CSS;
        let dark = style.lines().find(|line| line.contains("prefers-color-scheme:dark")).unwrap();
        let shapes = "paper on rule edge curve base leader dot mark band judged judged-line \
                      judged-base cell cell-judged tie below corner best one two three four five";
        for class in shapes.split_whitespace().chain("quiet label name halo".split(' ')) {
            assert!(dark.contains(&format!(".tamis .{class}")), "{class}");
        }
    }
}
