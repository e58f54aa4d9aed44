//! Scores models of Victor on CleanEval's test pages: prints the share of its blocks that a model
//! labels rightly as content or not, and the share to which it gives the right label of all. The
//! labels of the gold are those of the training.
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
use tamis_originals::classify::victor::{Crf, FeatureRow, VictorKind};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [dataset, models @ ..] = &args[..] else { return Err("expected DATASET MODEL...".into()) };
    let dataset = Dataset::open(Path::new(dataset), None, Content::All)?;
    let mut examples = example::load(&dataset, Cut::default(), None, || ())?;
    examples.retain(Example::has_gold);
    let test: Vec<&Example> =
        examples.iter().filter(|example| example.id.starts_with("test-")).collect();
    let read: Vec<(Vec<FeatureRow>, Vec<VictorKind>)> =
        test.par_iter().map(|example| victor::read(example)).collect();
    let blocks: usize = read.iter().map(|(rows, _)| rows.len()).sum();
    println!("model\tpages\tblocks\tcontent\tlabel");
    for path in models {
        let crf = Crf::read(path.as_ref())?.0;
        let mut right_content = 0;
        let mut right_labels = 0;
        for (rows, kinds) in &read {
            for (label, kind) in crf.label(&crf.scores(rows)).iter().zip(kinds) {
                right_content += usize::from(label.is_content() == kind.is_content());
                right_labels += usize::from(label == kind);
            }
        }
        let content = right_content as f64 / blocks as f64;
        let label = right_labels as f64 / blocks as f64;
        println!("{path}\t{}\t{blocks}\t{content:.4}\t{label:.4}", read.len());
    }
    Ok(())
}
