//! Counts the blocks of a data set or an index by length, density and class, and fits models to the
//! counts (Kohlschütter et al. 2010, Table 1, Figures 1 and 3 to 5, section 5).
//!
//! usage: distribution DATASET|INDEX [--cut atomic|boilerpipe] [--format l3s-gn1|cleaneval|folders]
//!        [--label NAME] [--out DIR] [--json]
//!
//! `--cut` and `--format` are for data sets with gold, `--label` for an index: it counts the blocks
//! that the label calls content separately. `--out` writes classes.tsv, words.tsv, density.tsv,
//! repeats.tsv, scores.tsv, fits.tsv, gains.tsv, distribution.json and figures as SVG.

mod count;
mod figure;
mod fit;
mod gain;
mod gold;
mod index;
mod report;

use count::Distribution;
use std::error::Error;
use std::path::{Path, PathBuf};
use tamis_blocks::page::Cut;
use tamis_lab::accuracy::datasets::Dataset;
use tamis_lab::accuracy::gold::Content;

/// What is counted, and where the counts go.
#[derive(Default)]
struct Options {
    source: Option<PathBuf>,
    cut: Option<Cut>,
    format: Option<String>,
    label: Option<String>,
    out: Option<PathBuf>,
    json: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let options = Options::read(&words)?;
    let counted =
        Distribution { command: format!("distribution {}", words.join(" ")), ..options.count()? };
    if let Some(out) = &options.out {
        report::write(&counted, out)?;
    }
    let json = || tamis_report::json::one_line(&counted);
    print!("{}", if options.json { json() } else { report::table(&counted) });
    Ok(())
}

impl Options {
    fn read(words: &[String]) -> Result<Self, Box<dyn Error>> {
        let mut options = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().cloned().ok_or(format!("{word}: its value is missing"));
            match word.as_str() {
                "--cut" => options.cut = Some(cut(&value()?)?),
                "--format" => options.format = Some(value()?),
                "--label" => options.label = Some(value()?),
                "--out" => options.out = Some(value()?.into()),
                "--json" => options.json = true,
                source if options.source.is_none() && !source.starts_with('-') => {
                    options.source = Some(source.into());
                }
                _ => {
                    return Err(
                        format!("{word}: not expected; the file's head has the usage").into()
                    );
                }
            }
        }
        Ok(options)
    }

    fn count(&self) -> Result<Distribution, Box<dyn Error>> {
        let source: &Path = self.source.as_deref().ok_or("expected DATASET|INDEX")?;
        if source.join("meta.json").exists() || source.is_file() {
            if self.cut.is_some() || self.format.is_some() {
                return Err(
                    "--cut and --format are for data sets: an index is as it was cut".into()
                );
            }
            let index = tamis::Index::open(source)?;
            return Ok(index::of_index(index.corpus(), self.label.as_deref())?);
        }
        if self.label.is_some() {
            return Err("--label is for an index: a data set has the classes of its judges".into());
        }
        let dataset = Dataset::open(source, self.format.as_deref(), Content::All)?;
        Ok(gold::of_dataset(&dataset, self.cut.unwrap_or_default())?)
    }
}

fn cut(name: &str) -> Result<Cut, String> {
    let found = Cut::NAMED.iter().find(|(_, known, _)| *known == name);
    found
        .map(|(cut, ..)| *cut)
        .ok_or(format!("--cut: found '{name}', expected atomic or boilerpipe"))
}
