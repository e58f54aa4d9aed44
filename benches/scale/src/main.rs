//! Writes a collection of the size of BLOGS06 (TREC Blog track) out of real pages. Input: archives
//! of real pages, the base; output: `YYYYMMDD/permalinks-NNN.gz`, topics and judgements.
//!
//! ```text
//! cargo run --release -p tamis-scale -- --pages 3200000 --out FOLDER --topics FILE --qrels FILE \
//!     DATA/six-sites DATA/adn-typepad        (DATA is target/shared/data/retrieval)
//! ```
//!
//! Every copy of the base has a mapping of words of its own (`words.rs`): menus and markup repeat,
//! as on the platforms of blogs, but no page does. A base page is split once; a copy of it is its
//! pieces with other words between them, so packing takes most of the time. A file depends on its
//! number alone: no byte depends on the threads, and the first files of a collection are the
//! collection of fewer pages. With that base and the defaults:
//!
//! - Seed: 2006; on it depends all chance.
//! - Base: 12,799 of 17,462 pages, selected so that the mean page has 27,967 bytes of HTML and
//!   125.2 blocks (cut as boilerpipe does). 3.2 million pages are 250 copies, 89.4 GB of HTML.
//! - Growth of the vocabulary: the power 0.62 of the pages. Words of three ASCII letters and more:
//!   106,916 in 12,594 pages, 596,000 in 201,504, 1.40 million in 806,016, 3.29 million in 3.2
//!   million. There are 28,000 others, with digits and other letters, at every size.
//! - Sites: `site-NNNNNN.example`, 100,675 with pages, in runs of 3 pages; sizes by Zipf's law with
//!   a shift of 50: the largest has 7,425 pages, the median 9. Each of the 12 sites of the base is
//!   the platform of many of them.
//! - Docnos: `BLOG06-YYYYMMDD-NNN-OOOOOOOOOO`, of day, file and offset in the unpacked file. The
//!   763 files of 4,198 pages are spread over the 78 days of BLOGS06, so 12,594 pages (3 files) are
//!   all of one day, and 201,504 (48) and 806,016 (192) are of the first days.
//! - Packed, by level 4 of gzip: 16.1 GB; 62.5 MB, 1.01 GB and 4.05 GB for the smaller ones.
//!
//! What is not as in a real collection: there are only 12 templates, so a block of a menu is on
//! hundreds of thousands of pages; words are exchanged one by one, so no two words of middle
//! frequency belong together beyond a copy, and there are no topics; new words look alike; all is
//! English in UTF-8, without spam, broken pages and pages of many megabytes. The text of 1.6 % of
//! the pages is that of another, nearly always because it is in the base. The judgements follow
//! from the words of a page and chance: they are for measuring time, not quality.

mod base;
mod chance;
mod file;
mod hosts;
mod select;
#[cfg(test)]
mod tests;
mod text;
mod topics;
mod words;
mod write;

use base::Base;
use clap::Parser;
use file::Source;
use hosts::Hosts;
use select::Size;
use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;
use topics::Topics;
use words::Lexicon;
use write::{Job, Totals};

/// Write a collection of the size of BLOGS06 out of real pages
#[derive(Debug, Parser)]
#[command(name = "tamis-scale", max_term_width = 100)]
struct Arguments {
    /// Archives of real pages: WARC and all that tamis reads
    #[arg(required = true)]
    base: Vec<OsString>,
    /// Number of pages
    #[arg(long, default_value_t = 3_200_000)]
    pages: u64,
    /// Folder to write to; without it only topics and judgements are written
    #[arg(long)]
    out: Option<PathBuf>,
    /// File for 100 topics
    #[arg(long)]
    topics: Option<PathBuf>,
    /// File for judgements of pages of the collection for these topics
    #[arg(long)]
    qrels: Option<PathBuf>,
    /// What all chance depends on
    #[arg(long, default_value_t = 2006)]
    seed: u64,
    /// Number of threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Pages of a file; with another number the collection is another
    #[arg(long, default_value_t = 4198, value_parser = clap::value_parser!(u64).range(1..))]
    pages_per_file: u64,
    /// Bytes of HTML of the mean page
    #[arg(long, default_value_t = 28_000.0)]
    mean_bytes: f64,
    /// Text blocks of the mean page
    #[arg(long, default_value_t = 125.0)]
    mean_blocks: f64,
    /// Level of gzip
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=9))]
    level: u32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let threads = arguments.threads.map_or(cores, usize::from);
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
    let wanted = Size { bytes: arguments.mean_bytes, blocks: arguments.mean_blocks };
    let base = Base::read(&arguments.base, wanted, arguments.seed)?;
    print_base(&base);
    let has_topics = arguments.topics.is_some() || arguments.qrels.is_some();
    let topics = if has_topics { Topics::new(&base, arguments.seed) } else { Topics::default() };
    if let Some(path) = &arguments.topics {
        fs::write(path, topics.text(&base))?;
    }
    let source = Source {
        base: &base,
        lexicon: Lexicon::new(&base, arguments.seed),
        hosts: Hosts::new(&base),
        topics,
        seed: arguments.seed,
    };
    let job = Job {
        pages: arguments.pages,
        pages_per_file: arguments.pages_per_file,
        out: arguments.out,
        level: arguments.level,
        threads,
    };
    let start = Instant::now();
    let totals = job.run(&source)?;
    print_totals(&totals, start.elapsed().as_secs_f64());
    let words = source.lexicon.vocabulary(arguments.pages.div_ceil(base.pages.len() as u64));
    println!("about {words} different words of three letters and more");
    if let Some(path) = &arguments.qrels {
        fs::write(path, topics::qrels(totals.judged))?;
    }
    Ok(())
}

fn print_base(base: &Base) {
    println!(
        "base: {} pages of {} sites, mean {:.0} bytes and {:.1} blocks, {} words",
        base.pages.len(),
        base.sites,
        base.mean.bytes,
        base.mean.blocks,
        base.words.len()
    );
}

fn print_totals(totals: &Totals, seconds: f64) {
    let mut hosts: Vec<u64> = totals.hosts.iter().copied().filter(|pages| *pages > 0).collect();
    hosts.sort_unstable();
    println!(
        "{} pages, {} bytes of HTML, {} bytes packed, {seconds:.1} s, {:.1} MB of HTML/s",
        totals.pages,
        totals.html,
        totals.packed,
        totals.html as f64 / 1e6 / seconds
    );
    println!(
        "{} hosts, the largest with {} pages, the median with {}",
        hosts.len(),
        hosts.last().copied().unwrap_or_default(),
        hosts.get(hosts.len() / 2).copied().unwrap_or_default()
    );
}
