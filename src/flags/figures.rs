//! Flags for the form of results: formats of figures and of the printed table.

use crate::flags::values::{at_least_one, one_of};
use clap::builder::TypedValueParser;
use std::collections::BTreeSet;
use tamis::{Form, Format, Result, Style, WIDTHS};

/// The form of figures and of tables for LaTeX.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct FiguresArg {
    /// Formats of the figures in DIR: svg, pgf (drawn by LaTeX in the font of the document), pdf
    /// (for LaTeX), png (for slides and word processors), or a list [default: svg]
    #[arg(long = "figures", value_name = "FORMATS", value_delimiter = ',', requires = "out",
        value_parser = one_of(&FORMATS).try_map(|format| format.ok_or(MISSING)),
        hide_possible_values = true)]
    formats: Vec<Format>,
    /// Lay figures out for this width of a paper, with letters of 7 to 9 points: 84mm, 3.3in,
    /// 240pt; without a unit, points
    #[arg(long, value_name = "WIDTH", value_parser = width, requires = "out")]
    figure_width: Option<f64>,
    /// Font of the figures, by its name; PGF takes that of its document [default: Arimo, which is
    /// like Helvetica]
    #[arg(long, value_name = "NAME", requires = "out")]
    font: Option<String>,
    /// Figures without title and settings, which DIR/figures.tex has as captions
    #[arg(long, requires = "out")]
    no_title: bool,
}

/// The units of a width, with their points.
const UNITS: [(&str, f64); 4] =
    [("mm", 72.0 / 25.4), ("cm", 720.0 / 25.4), ("in", 72.0), ("pt", 1.0)];

/// Reads a width; returns its points.
fn width(text: &str) -> std::result::Result<f64, String> {
    let unit = UNITS.iter().find_map(|(unit, points)| Some((text.strip_suffix(unit)?, *points)));
    let (number, points) = unit.unwrap_or((text, 1.0));
    let width = number.trim_end().parse::<f64>().map(|number| number * points);
    width.ok().filter(|width| WIDTHS.contains(width)).ok_or_else(|| {
        let [least, most] = [WIDTHS.start(), WIDTHS.end()].map(|points| points * 25.4 / 72.0);
        format!("expected a width from {least:.0}mm to {most:.0}mm, such as 84mm, 3.3in or 240pt")
    })
}

/// The formats of figures; none for what this program was built without.
const FORMATS: [(Option<Format>, &str, &str); 4] = [
    (Some(Format::Svg), "svg", "SVG 1.1"),
    (Some(Format::Pgf), "pgf", "PGF, drawn by LaTeX"),
    (PDF_AND_PNG[0], "pdf", "A page of PDF with its font"),
    (PDF_AND_PNG[1], "png", "Pixels, twice as many as the SVG says"),
];

#[cfg(feature = "figures")]
const PDF_AND_PNG: [Option<Format>; 2] = [Some(Format::Pdf), Some(Format::Png)];
#[cfg(not(feature = "figures"))]
const PDF_AND_PNG: [Option<Format>; 2] = [None; 2];

/// What to do without PDF and PNG.
const MISSING: &str = "this program was built without PDF and PNG: the packages have them, and so \
                       has what `cargo build --release --features figures` builds; or convert the \
                       SVG (`rsvg-convert --format pdf FIGURE.svg`)";

impl FiguresArg {
    /// The flag of a form that was asked for, if any was.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            ("--figures", !self.formats.is_empty()),
            ("--figure-width", self.figure_width.is_some()),
            ("--font", self.font.is_some()),
            ("--no-title", self.no_title),
        ];
        given.into_iter().find(|(_, given)| *given).map(|(flag, _)| flag)
    }

    /// Returns the form: formats each once and in a fixed order, none is SVG.
    ///
    /// # Errors
    /// A font that this machine lacks.
    pub fn form(&self) -> Result<Form> {
        self.form_with(None)
    }

    /// Returns the same with the most rows of a table for LaTeX.
    ///
    /// # Errors
    /// A font that this machine lacks.
    pub fn form_with(&self, top: Option<usize>) -> Result<Form> {
        let form = Form {
            formats: self.formats.iter().copied().collect::<BTreeSet<_>>().into_iter().collect(),
            style: Style {
                width: self.figure_width,
                pixels: None,
                font: self.font.clone(),
                title: !self.no_title,
            },
            top,
        };
        form.check()?;
        Ok(form)
    }
}

/// The form of the printed table.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub struct TableArg {
    /// Form of the printed table; latex is that of DIR/report.tex
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", conflicts_with = "json")]
    pub format: TableFormat,
    /// Rows of the table for LaTeX, and of the forest plot with --figure-width: the N best, beside
    /// the unfiltered text [default: 10; of a sweep over one axis, its ends and even steps]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub top: Option<usize>,
}

/// A form of the printed table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum TableFormat {
    /// Aligned columns
    #[default]
    Table,
    /// For LaTeX, with the package booktabs
    Latex,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_width_has_a_unit_or_is_in_points() {
        let seen = ["84mm", "8.4 cm", "3.5in", "240pt", "240"].map(|text| width(text).unwrap());
        let expected = [238.11, 238.11, 252.0, 240.0, 240.0];
        assert!(seen.iter().zip(expected).all(|(seen, is)| (seen - is).abs() < 0.01), "{seen:?}");
        for wrong in ["", "mm", "-84mm", "NaN", "inf", "1mm", "9e9", "84 px", "84mmm"] {
            assert!(width(wrong).unwrap_err().contains("84mm"), "{wrong}");
        }
    }
}
