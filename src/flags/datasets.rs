//! The data sets of `accuracy` and `train`.

use crate::flags::values::one_of;
use std::path::PathBuf;
use tamis::Content;
use tamis::blocks::page::Cut;
use tamis::job::Datasets;

/// Data sets, and how their pages are read.
#[derive(Debug, Clone, clap::Args)]
pub struct DatasetArgs {
    /// Dataset folders with gold labels: L3S-GN1, CleanEval, or html/ and gold/ with files of the
    /// same names
    #[arg(value_name = "DATASET", required = true)]
    pub datasets: Vec<PathBuf>,
    /// Text that counts as content, if the gold labels distinguish it
    #[arg(long, default_value = Content::default().name(), value_parser = one_of(&Content::NAMED))]
    pub content: Content,
    /// Method of cutting pages into blocks
    #[arg(long, default_value = Cut::default().name(), value_parser = one_of(&Cut::NAMED))]
    pub cut: Cut,
    /// Format of the datasets: l3s-gn1, cleaneval or folders [default: detected]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,
    /// Encoding of all pages [default: UTF-8 if valid, then the dataset's encoding, then the
    /// page's]
    #[arg(long, value_name = "NAME")]
    pub encoding: Option<String>,
    /// File that divides the pages: lines of a page's name, a tab, and train, validation or test
    #[arg(long, value_name = "FILE")]
    pub split: Option<PathBuf>,
}

impl DatasetArgs {
    /// Returns the part of a job.
    pub fn datasets(&self) -> Datasets {
        Datasets {
            folders: self.datasets.clone(),
            content: self.content,
            cut: self.cut,
            format: self.format.clone(),
            encoding: self.encoding.clone(),
            split: self.split.clone(),
        }
    }
}
