//! The arguments of `tamis eval` for several runs.

use crate::flags::figures::FiguresArg;
use crate::flags::options::margin;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;
use tamis::eval::statistics::{Correction, Margin, TESTS};
use tamis::{Error, Result};

/// Arguments for a comparison of several runs.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct SeveralArgs {
    /// Run to compare the others with [default: the first]
    #[arg(long, value_name = "RUN")]
    pub baseline: Option<PathBuf>,
    /// Significance test [default: t]
    #[arg(long, value_name = "TEST",
        value_parser = PossibleValuesParser::new(TESTS.iter().map(|test| test.name)))]
    pub test: Option<String>,
    /// Correction of p-values over the runs of a measure [default: holm]
    #[arg(long, value_parser = PossibleValuesParser::new(Correction::ALL.map(Correction::name)))]
    pub correction: Option<String>,
    /// Margin of equivalence with the baseline: a smaller difference does not matter. Per cent of
    /// its mean, or a difference of the measure such as 0.02 [default: 5%]
    #[arg(long, value_name = "MARGIN",
        value_parser = margin)]
    pub margin: Option<Margin>,
    /// Random seed of the bootstrap and of the randomization test [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// With -q, print this many most-changed topics per run, by the first measure, with the judged
    /// documents that moved [default: 10]
    #[arg(long, value_name = "COUNT")]
    pub changed: Option<usize>,
    /// Topics, to show their queries beside their numbers in the report
    #[arg(long, value_name = "FILE")]
    pub topics: Option<PathBuf>,
    /// Write runs.tsv, per_topic.tsv, runs.json, report.html, report.tex (the table for LaTeX) and
    /// a figure per measure and run to this folder
    #[arg(short, long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// If the folder of --out holds the results of another experiment, remove them first; its other
    /// files stay
    #[arg(long, requires = "out")]
    pub force: bool,
    #[command(flatten)]
    pub figures: FiguresArg,
}

impl SeveralArgs {
    /// Refuses arguments of a comparison if there is only one run.
    pub fn refuse_for_one(&self) -> Result<()> {
        let given = [
            ("--baseline", self.baseline.is_some()),
            ("--test", self.test.is_some()),
            ("--correction", self.correction.is_some()),
            ("--margin", self.margin.is_some()),
            ("--seed", self.seed.is_some()),
            ("--changed", self.changed.is_some()),
            ("--topics", self.topics.is_some()),
            ("--out", self.out.is_some()),
        ];
        let given = given.into_iter().find(|(_, given)| *given).map(|(flag, _)| flag);
        match given.or_else(|| self.figures.given()) {
            Some(flag) => Err(Error::settings(format!(
                "{flag} needs several runs; give two, or leave it out"
            ))),
            None => Ok(()),
        }
    }
}
