//! Indexes a collection and searches it, once with all blocks and once without short ones.
//!
//! `cargo run --example search -- [COLLECTION INDEX WORDS...]`; without arguments on a small
//! generated collection.

use tamis::Index;

fn main() -> tamis::Result<()> {
    let folder = std::env::temp_dir().join(format!("tamis-search-{}", std::process::id()));
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (collection, index, words) = match &args[..] {
        [collection, index, words @ ..] if !words.is_empty() => {
            (collection.into(), index.into(), words.join(" "))
        }
        _ => {
            let files = tamis::demo::generate(&folder, 500, 1)?;
            (files.warc, folder.join("index"), "march of the penguins".to_owned())
        }
    };

    let index = Index::build(index).collection(collection).run()?;
    println!("{} pages, skipped: {:?}", index.stats().pages, index.stats().skipped);

    for min_words in [0, 11] {
        println!("\n'{words}' in blocks of at least {min_words} words:");
        let search = index.search(&words).set("min_words", min_words)?.set("hits", 3)?;
        for hit in search.run()? {
            let snippet: String = hit.snippet().chars().take(80).collect();
            println!(
                "{:2}. {:6.3} {} {}\n    {snippet}",
                hit.rank, hit.score, hit.docno, hit.title
            );
        }
    }
    // Only there if the collection was generated.
    let _ = std::fs::remove_dir_all(folder);
    Ok(())
}
