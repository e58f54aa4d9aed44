//! Four HTML tokenizers under the same balancer: megabytes per second, and pages whose blocks equal
//! boilerpipe's.
//!
//! `cargo run --release -p tokenizers -- UNPACKED [MEGABYTES]`, where UNPACKED is the
//! unpacked shared data (target/shared) and MEGABYTES bounds the pages that are timed (default
//! 150).

mod adapters;

use serde_json::Value;
use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tamis_blocks::classify::{LabelSet, Set, Subject};
use tamis_blocks::html::tokens::{ContentModel, Tokens};
use tamis_blocks::html::{Balancer, Charset};
use tamis_blocks::page::{Block, Blocks, Cut, Page};
use tamis_blocks::{block, html};

/// A tokenizer's name and how it reads a page into tokens, once for counting and once for
/// balancing.
struct Contender {
    name: &'static str,
    count: fn(&str, &mut Count),
    balance: fn(&str, &mut Balancer),
}

const CONTENDERS: [Contender; 4] = [
    Contender { name: "html5gum", count: html::tokens::tokenize, balance: html::tokens::tokenize },
    Contender { name: "html5ever", count: adapters::html5ever, balance: adapters::html5ever },
    Contender { name: "lol_html", count: adapters::lol_html, balance: adapters::lol_html },
    Contender { name: "tl", count: adapters::tl, balance: adapters::tl },
];

/// A sink that does next to nothing, so that the tokenizer alone is timed.
#[derive(Default)]
struct Count {
    tags: usize,
    text: usize,
}

impl Tokens for Count {
    fn text(&mut self, piece: &[u8]) {
        self.text += piece.len();
    }

    fn start(&mut self, name: &[u8], self_closing: bool) -> ContentModel {
        self.tags += 1;
        adapters::content(name, self_closing)
    }

    fn end(&mut self, _: &[u8]) {
        self.tags += 1;
    }

    fn comment(&mut self) {}
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let shared = PathBuf::from(arguments.next().ok_or("usage: tokenizers UNPACKED [MEGABYTES]")?);
    let megabytes = arguments.next().map_or(Ok(150), |given| given.to_string_lossy().parse())?;
    let pages = read_pages(&shared, megabytes << 20)?;
    let bytes: usize = pages.iter().map(String::len).sum();
    println!(
        "{} pages, {:.1} MB; best of 3 passes, one thread, processor time",
        pages.len(),
        bytes as f64 / 1e6
    );
    println!("tokenizer\ttokens MB/s\tto balanced page MB/s\tequal pages\tequal, tag level aside");
    for contender in &CONTENDERS {
        let tokens = speed(bytes, || {
            for page in &pages {
                (contender.count)(page, &mut Count::default());
            }
        });
        let balanced = speed(bytes, || {
            for page in &pages {
                black_box(balance(contender, page));
            }
        });
        let (equal, but_level, all) = equal_pages(contender, &shared)?;
        println!(
            "{}\t{tokens:.0}\t{balanced:.0}\t{equal}/{all}\t{but_level}/{all}",
            contender.name
        );
    }
    stages(&pages, bytes);
    Ok(())
}

/// The share of each stage in the total time.
fn stages(pages: &[String], bytes: usize) {
    let parsed: Vec<Page> = pages.iter().map(|page| html::parse_str(page)).collect();
    let blocks: Vec<Blocks> = parsed.iter().map(|page| block::cut(page, Cut::Boilerpipe)).collect();
    let decode = speed(bytes, || {
        for page in pages {
            black_box(html::decode(page.as_bytes(), Charset::default()));
        }
    });
    let parse = speed(bytes, || {
        for page in pages {
            black_box(html::parse_str(page));
        }
    });
    let cut = speed(bytes, || {
        for page in &parsed {
            black_box(block::cut(page, Cut::Boilerpipe));
        }
    });
    let labels = speed(bytes, || {
        for (page, blocks) in parsed.iter().zip(&blocks) {
            black_box(Set::published().labels(&Subject::new(page, blocks)));
        }
    });
    let whole = speed(bytes, || {
        for page in pages {
            black_box(label(page.as_bytes()));
        }
    });
    println!(
        "MB/s of HTML: decode {decode:.0}, parse {parse:.0}, cut {cut:.0}, labels {labels:.0}; all \
         {whole:.0}"
    );
}

fn label(page: &[u8]) -> Vec<LabelSet> {
    let page = html::parse(page, None);
    Set::published().labels(&Subject::new(&page, &block::cut(&page, Cut::Boilerpipe)))
}

fn balance(contender: &Contender, page: &str) -> Page {
    let mut balancer = Balancer::new(page.len(), usize::MAX);
    (contender.balance)(page, &mut balancer);
    balancer.finish()
}

/// Megabytes per second of processor time, the best of three passes.
fn speed(bytes: usize, mut pass: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut least = f64::INFINITY;
    for _ in 0..3 {
        let before = seconds_used(start);
        pass();
        least = least.min(seconds_used(start) - before);
    }
    bytes as f64 / 1e6 / least
}

/// Seconds that this thread has run, which other programs do not disturb much; those of the clock
/// where Linux does not report them.
fn seconds_used(start: Instant) -> f64 {
    let statistics = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = statistics.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or(start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// Pages of the extraction data sets, in the order of their names, the same share of each set.
fn read_pages(shared: &Path, limit: usize) -> Result<Vec<String>, Box<dyn Error>> {
    let mut pages = Vec::new();
    let sets = sorted(&shared.join("data/extraction"))?;
    for set in &sets {
        let mut bytes = 0;
        for path in sorted(&set.join("html"))? {
            let page = String::from_utf8_lossy(&fs::read(path)?).into_owned();
            bytes += page.len();
            if bytes > limit / sets.len() {
                break;
            }
            pages.push(page);
        }
    }
    Ok(pages)
}

fn sorted(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut paths: Vec<_> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    paths.retain(|path| {
        path.is_dir() || path.extension().is_some_and(|extension| extension == "html")
    });
    paths.sort();
    Ok(paths)
}

/// Pages whose blocks equal boilerpipe's with and without the tag level, and pages in all.
fn equal_pages(
    contender: &Contender,
    shared: &Path,
) -> Result<(usize, usize, usize), Box<dyn Error>> {
    let folder = shared.join("oracles/boilerpipe-family");
    let list = fs::read_to_string(folder.join("pages.list"))?;
    let mut equal = 0;
    let mut but_level = 0;
    for id in list.lines() {
        let html = fs::read_to_string(folder.join(format!("pages/{id}.html")))?;
        let oracle = fs::read_to_string(folder.join(format!("oracles/boilerpipe-2.0/{id}.json")))?;
        let oracle: Value = serde_json::from_str(&oracle)?;
        let blocks = block::cut(&balance(contender, &html), Cut::Boilerpipe);
        let theirs = oracle["segmentation"].as_array().ok_or("no segmentation")?;
        equal += usize::from(same(&blocks, theirs, 5));
        but_level += usize::from(same(&blocks, theirs, 4));
    }
    Ok((equal, but_level, list.lines().count()))
}

const FIELDS: [&str; 5] =
    ["numWords", "numWordsInAnchorText", "numWordsInWrappedLines", "numWrappedLines", "tagLevel"];

/// Whether text (white space collapsed) and the first `fields` counts are equal in every block.
fn same(blocks: &Blocks, theirs: &[Value], fields: usize) -> bool {
    blocks.blocks.len() == theirs.len()
        && blocks.blocks.iter().zip(theirs).all(|(block, their)| {
            let text = their["text"].as_str().unwrap_or_default();
            let numbers = FIELDS.map(|field| their[field].as_u64().unwrap_or_default());
            collapsed(blocks.text_of(block)) == collapsed(text)
                && counts(block)[..fields] == numbers[..fields]
        })
}

/// The counts of a block, in the order of [`FIELDS`].
fn counts(block: &Block) -> [u64; 5] {
    let Block { words, anchor_words, wrapped_words, wrapped_lines, tag_level, .. } = *block;
    [words, anchor_words, wrapped_words, wrapped_lines, tag_level].map(u64::from)
}

fn collapsed(text: &str) -> String {
    text.split(html::is_space).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}
