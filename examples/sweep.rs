//! Sweeps a threshold: which minimum length of blocks ranks best?
//!
//! `cargo run --example sweep -- [INDEX TOPICS QRELS OUT]`; without arguments on a small generated
//! collection.

use tamis::{Index, Qrels, Topics};

fn main() -> tamis::Result<()> {
    let folder = std::env::temp_dir().join(format!("tamis-sweep-{}", std::process::id()));
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (index, topics, qrels, out) = match &args[..] {
        [index, topics, qrels, out] => {
            (Index::open(index)?, topics.into(), qrels.into(), out.into())
        }
        _ => {
            let files = tamis::demo::generate(&folder, 300, 1)?;
            let index = Index::build(folder.join("index")).collection(&files.warc).run()?;
            (index, files.topics, files.qrels, folder.join("out"))
        }
    };
    let topics = Topics::read(topics)?;
    let qrels = Qrels::read(qrels)?;

    let sweep = index
        .sweep(&topics, &qrels)
        .axis("min_words", 1..=40)
        .measure("P.10")
        .measure("nDCG@10")
        .with(|job| job.folds = Some(5))
        .run()?;
    for measure in sweep.measures() {
        let (Some(best), baseline) = (sweep.best_by(measure), sweep.baseline()) else { continue };
        println!(
            "{measure}: unfiltered {:.4}, best {:.4} at {:?} words, cross-validated {:.4}",
            baseline.mean(measure).unwrap_or_default(),
            best.mean(measure).unwrap_or_default(),
            best.threshold("min_words").unwrap_or_default(),
            sweep.held_out_mean(measure).unwrap_or_default(),
        );
    }
    for path in sweep.write(out)? {
        println!("wrote {}", path.display());
    }
    Ok(())
}
