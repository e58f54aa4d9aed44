//! `tamis distribution DATASET|INDEX`: counts blocks by length, density and class, and fits models
//! to the counts.

use crate::flags::options::{OutputArgs, say_written};
use crate::flags::results;
use crate::flags::results::{identity, save};
use crate::flags::values::one_of;
use crate::terminal::console::{Verbosity, to_stdout};
use crate::terminal::notices;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use tamis::blocks::page::Cut;
use tamis_index::disk::results::Identity;
use tamis_index::error::{Error, Result};
use tamis_lab::accuracy::datasets::Dataset;
use tamis_lab::accuracy::gold::Content;
use tamis_lab::distribution;
use tamis_lab::distribution::Distribution;
use tamis_report::{distribution as report, json};

const OUT_HELP: &str = "Write classes.tsv, words.tsv, density.tsv, repeats.tsv, scores.tsv, \
                        fits.tsv, gains.tsv, distribution.json and figures to this folder";

/// Arguments of `tamis distribution`.
#[derive(Debug, Clone, clap::Args, Serialize)]
#[command(mut_arg("out", |arg| arg.help(OUT_HELP)))]
pub struct DistributionArgs {
    /// Dataset folder with gold labels (as for `tamis accuracy`), or an index
    #[arg(value_name = "DATASET|INDEX")]
    #[serde(serialize_with = "results::path")]
    source: PathBuf,
    /// Method of cutting pages into blocks; fixed for an index [default: boilerpipe]
    #[arg(long, value_parser = one_of(&Cut::NAMED))]
    cut: Option<Cut>,
    /// For an index: count the blocks that this label calls content separately
    #[arg(long, alias = "labels", value_name = "NAME")]
    label: Option<String>,
    /// Format of the dataset: l3s-gn1, cleaneval or folders [default: detected]
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
    #[command(flatten)]
    #[serde(skip)]
    output: OutputArgs,
}

/// Counts, prints a table or JSON to `out` and writes the files; `line` is the command that repeats
/// it.
pub fn run(
    args: &DistributionArgs,
    line: &str,
    talk: Verbosity,
    out: &mut dyn Write,
) -> Result<()> {
    args.output.use_threads()?;
    let form = args.output.figures.form()?;
    let counted = Distribution { command: line.to_owned(), ..args.count(talk)? };
    args.output.open_folder("distribution", || args.identity())?;
    let written =
        save(args.output.out.as_deref(), |folder| report::write(&counted, folder, &form))?;
    let text = if args.output.json { json::one_line(&counted) } else { report::table(&counted) };
    out.write_all(text.as_bytes()).map_err(to_stdout)?;
    say_written(written.as_deref().unwrap_or_default(), talk);
    Ok(())
}

impl DistributionArgs {
    /// Returns the identity of all that the counts depend on.
    fn identity(&self) -> Result<Option<Identity>> {
        let arguments = Self { output: OutputArgs::default(), ..self.clone() };
        let meta = self.source.join("meta.json");
        if meta.exists() {
            return Ok(identity(&arguments, [meta.as_path()]));
        }
        let dataset = Dataset::open(&self.source, self.format.as_deref(), Content::All)?;
        let files = dataset.pages.iter().flat_map(|page| [page.html.as_path(), &page.gold]);
        Ok(identity(&arguments, files))
    }

    fn count(&self, talk: Verbosity) -> Result<Distribution> {
        // Both are folders; what a file is instead, the index says.
        if self.source.join("meta.json").exists() || self.source.is_file() {
            if self.cut.is_some() || self.format.is_some() {
                return Err(Error::settings(
                    "--cut and --format are for data sets: an index is as it was cut".to_owned(),
                ));
            }
            let index = tamis::Index::open(&self.source)?;
            index.notices().iter().for_each(|notice| notices::say(notice, talk));
            return distribution::of_index(index.corpus(), self.label.as_deref());
        }
        if self.label.is_some() {
            return Err(Error::settings(
                "--label is for an index: a data set has the classes of its judges".to_owned(),
            ));
        }
        let dataset = Dataset::open(&self.source, self.format.as_deref(), Content::All)?;
        distribution::of_dataset(&dataset, self.cut.unwrap_or_default(), || ())
    }
}
