//! Flags for the form of results: formats of figures and of the printed table.

use clap::builder::{EnumValueParser, TypedValueParser};
use std::collections::BTreeSet;
use tamis_report::Format;

/// The formats of figures.
#[derive(Debug, Clone, Default, clap::Args, serde::Serialize)]
pub struct FiguresArg {
    /// Formats of the figures in DIR: svg, pdf (for LaTeX), png (for slides and word processors),
    /// or a list [default: svg]
    #[arg(
        long = "figures",
        value_name = "FORMATS",
        value_parser = EnumValueParser::<FigureFormat>::new().try_map(FigureFormat::drawn),
        value_delimiter = ',',
        requires = "out",
        hide_possible_values = true
    )]
    formats: Vec<Format>,
}

/// A format of figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum FigureFormat {
    /// SVG 1.1
    Svg,
    /// A page of PDF with its font
    Pdf,
    /// Pixels, twice as many as the SVG says
    Png,
}

/// What to do without PDF and PNG.
#[cfg(not(feature = "figures"))]
const MISSING: &str = "this program was built without PDF and PNG: the packages have them, and so \
                       has what `cargo build --release --features figures` builds; or convert the \
                       SVG (`rsvg-convert --format pdf FIGURE.svg`)";

impl FigureFormat {
    /// Returns the format for the library; the error is what to do if this program cannot draw it.
    fn drawn(self) -> Result<Format, &'static str> {
        match self {
            Self::Svg => Ok(Format::Svg),
            #[cfg(feature = "figures")]
            Self::Pdf => Ok(Format::Pdf),
            #[cfg(feature = "figures")]
            Self::Png => Ok(Format::Png),
            #[cfg(not(feature = "figures"))]
            Self::Pdf | Self::Png => Err(MISSING),
        }
    }
}

impl FiguresArg {
    /// Whether formats were named.
    pub fn is_given(&self) -> bool {
        !self.formats.is_empty()
    }

    /// Returns the formats, each once and in a fixed order; none is SVG.
    pub fn formats(&self) -> Vec<Format> {
        self.formats.iter().copied().collect::<BTreeSet<_>>().into_iter().collect()
    }
}

/// The form of the printed table.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub struct TableArg {
    /// Form of the printed table; latex is that of DIR/report.tex
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", conflicts_with = "json")]
    pub format: TableFormat,
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
