//! Prints Table 2 of the WSDM paper (Kohlschütter, Fankhauser, Nejdl 2010) as TSV: every classifier
//! cross-validated on a data set with classes (L3S-GN1), and the trees that were learned from all
//! of it.
//!
//! usage: wsdm2010-table-2 DATASET OUT [--cut atomic|boilerpipe] [--by pages|blocks]

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use tamis_blocks::page::Cut;
use tamis_lab::accuracy::datasets::Dataset;
use tamis_lab::accuracy::gold::Content;
use tamis_lab::train::example::{self, Example};
use tamis_lab::train::shallow::blocks::LearnedClasses;
use tamis_lab::train::shallow::figures::Figures;
use tamis_lab::train::shallow::table_2::{FoldUnit, rows};

const FOLDS: usize = 10;
const SEED: u64 = 1;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [dataset, out, options @ ..] = &args[..] else {
        return Err("expected DATASET OUT [--cut atomic|boilerpipe] [--by pages|blocks]".into());
    };
    let cut = match has(options, "--cut", "boilerpipe") {
        true => Cut::Boilerpipe,
        false => Cut::Atomic,
    };
    let by = if has(options, "--by", "blocks") { FoldUnit::Blocks } else { FoldUnit::Pages };
    let dataset = Dataset::open(Path::new(dataset), None, Content::All)?;
    let mut examples = example::load(&dataset, cut, None, || ())?;
    examples.retain(Example::has_gold);
    let out = PathBuf::from(out);
    std::fs::create_dir_all(&out)?;
    let mut table =
        "name\tdimensions\tclasses\tprecision\trecall\tf1\tfpr\troc_auc\tleaves\n".to_owned();
    for classes in [LearnedClasses::Two, LearnedClasses::Four] {
        for row in rows(&examples, classes, FOLDS, by, SEED, |name| eprintln!("{name}"))? {
            let Figures { precision, recall, f1, fpr, auc } = row.figures;
            let figures =
                [precision, recall, f1, fpr, auc].map(|figure| format!("{:.1}", 100.0 * figure));
            let leaves = row.tree.as_ref().map_or("-".to_owned(), |tree| tree.leaves().to_string());
            writeln!(
                table,
                "{}\t{}\t{}\t{}\t{leaves}",
                row.name,
                row.dimensions,
                row.classes,
                figures.join("\t")
            )?;
            if let Some(tree) = row.tree.filter(|tree| tree.leaves() <= 40) {
                std::fs::write(
                    out.join(format!("{}-{}.txt", row.name, row.classes)),
                    tree.to_string(),
                )?;
            }
        }
    }
    std::fs::write(out.join("table-2.tsv"), &table)?;
    print!("{table}");
    Ok(())
}

/// Whether an option has this value.
fn has(options: &[String], option: &str, value: &str) -> bool {
    options.windows(2).any(|pair| pair == [option, value])
}
