//! Makes a run and evaluates it: means of three measures, with and without short blocks.
//!
//! `cargo run --example evaluate -- [INDEX TOPICS QRELS]`; without arguments on a small generated
//! collection.

use tamis::eval::{Measures, evaluate};
use tamis::{Index, Qrels, Topics};

fn main() -> tamis::Result<()> {
    let folder = std::env::temp_dir().join(format!("tamis-evaluate-{}", std::process::id()));
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (index, topics, qrels) = match &args[..] {
        [index, topics, qrels] => (Index::open(index)?, topics.into(), qrels.into()),
        _ => {
            let files = tamis::demo::generate(&folder, 300, 1)?;
            let index = Index::build(folder.join("index")).collection(&files.warc).run()?;
            (index, files.topics, files.qrels)
        }
    };
    let topics = Topics::read(topics)?;
    let qrels = Qrels::read(qrels)?;

    let measures: Measures = "map P.10 nDCG@10".parse()?;
    for min_words in [0, 11] {
        let run = index
            .search_topics(&topics)
            .set("min_words", min_words)?
            .set("model", "ql-dirichlet")?
            .set("hits", 100)?
            .run()?;
        let evaluation = evaluate(&qrels, &run, &measures);
        println!("blocks of at least {min_words} words, {} topics:", evaluation.topics.len());
        for (measure, mean) in measures.iter().zip(&evaluation.summary) {
            println!("  {:12} {mean:.4}", measure.name());
        }
    }
    // Only there if the collection was generated.
    let _ = std::fs::remove_dir_all(folder);
    Ok(())
}
