//! Prints, for models of Victor, the share of its blocks of CleanEval's test pages of which a model
//! says rightly whether they are content, and of which it gives the right label. The labels of the
//! gold are those of the training.
//!
//! usage: victor-blocks DATASET MODEL...      DATASET: the folder of CleanEval

use rayon::prelude::*;
use std::error::Error;
use std::path::Path;
use tamis_blocks::page::Cut;
use tamis_lab::accuracy::datasets::Dataset;
use tamis_lab::accuracy::gold::Content;
use tamis_lab::train::example;
use tamis_lab::train::example::Example;
use tamis_lab::train::victor;
use tamis_originals::classify::victor::{Crf, FeatureRow, Kind};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [dataset, models @ ..] = &args[..] else { return Err("expected DATASET MODEL...".into()) };
    let dataset = Dataset::open(Path::new(dataset), None, Content::All)?;
    let examples = example::load(&dataset, Cut::default(), None, || ())?;
    let test: Vec<&Example> =
        examples.iter().filter(|example| example.id.starts_with("test-")).collect();
    let read: Vec<(Vec<FeatureRow>, Vec<Kind>)> =
        test.par_iter().map(|example| victor::read(example)).collect();
    let blocks: usize = read.iter().map(|(rows, _)| rows.len()).sum();
    println!("model\tpages\tblocks\tcontent\tlabel");
    for path in models {
        let crf = Crf::read(path.as_ref())?.0;
        let right = |same: fn(Kind, Kind) -> bool| {
            let of_page = |(rows, kinds): &(Vec<FeatureRow>, Vec<Kind>)| {
                let labels = crf.label(&crf.scores(rows));
                labels.iter().zip(kinds).filter(|(one, other)| same(**one, **other)).count()
            };
            read.iter().map(of_page).sum::<usize>() as f64 / blocks as f64
        };
        let content = right(|one, other| one.is_content() == other.is_content());
        let label = right(|one, other| one == other);
        println!("{path}\t{}\t{blocks}\t{content:.4}\t{label:.4}", read.len());
    }
    Ok(())
}
