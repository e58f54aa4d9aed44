//! How often blocks repeat: words by the number of pages that hold their block, and the blocks that most pages hold.

use super::histogram::{bar, bins, range};
use serde_json::{Value, json};
use tamis::error::Result;
use tamis::index::columns::REPEATS;
use tamis::index::repeats::MostRepeated;
use tamis::report::words::grouped;
use tamis::search::Corpus;
use tamis::search::corpus::NUMBERS;
use tamis_place::Escaped;

/// The first number of pages of each bin; the last bin has no end.
const BINS: [u64; 10] = [1, 2, 3, 4, 6, 11, 21, 51, 101, 1001];
/// Characters of a block's text to print.
const SHOWN: usize = 80;

/// How often the blocks of an index repeat.
pub struct Repeated {
    /// Words by the pages that hold their block.
    words: [u64; BINS.len()],
    sites: u64,
    pages_with_site: u64,
    /// The date of the public suffix list that says which site a page is of.
    pub list: String,
    most: Vec<Block>,
}

/// A block that repeats.
struct Block {
    repeats: u32,
    words: u32,
    /// The first page with it.
    docno: String,
    /// Empty if the index stores no texts.
    text: String,
}

impl Repeated {
    /// Counts the words and reads the most repeated blocks; none for an index that is not finished.
    pub fn of(corpus: &Corpus) -> Result<Option<Self>> {
        let index = &corpus.indexes[0];
        let Some(repeats) = &index.repeats else { return Ok(None) };
        let mut words = [0; BINS.len()];
        let mut numbers: [Vec<u64>; NUMBERS] = Default::default();
        for segment in &corpus.segments {
            for documents in segment.runs(4096) {
                segment.read(&documents, 1 | 1 << REPEATS, &mut numbers).map_err(|e| index.error(e))?;
                for (pages, of_block) in numbers[REPEATS].iter().zip(&numbers[0]).filter(|(pages, _)| **pages > 0) {
                    words[BINS.partition_point(|bin| bin <= pages) - 1] += of_block;
                }
            }
        }
        let counted = &repeats.counted;
        let block = |most: &MostRepeated| {
            let (docno, stored) = corpus.block(most.segment, most.row)?;
            Ok(Block { repeats: most.repeats, words: stored.block.words, docno, text: stored.text })
        };
        let most = counted.most.iter().map(block).collect::<Result<_>>()?;
        let (sites, pages_with_site, list) = (counted.sites, counted.pages_with_site, counted.list.clone());
        Ok(Some(Self { words, sites, pages_with_site, list, most }))
    }

    /// The sites, and the pages that have one.
    pub fn sites(&self) -> String {
        format!("{} of {} pages", grouped(self.sites), grouped(self.pages_with_site))
    }

    pub fn as_json(&self) -> Value {
        let histogram: Vec<Value> =
            bins(&BINS, &self.words).map(|(from, to, words)| json!({"from": from, "to": to, "words": words})).collect();
        let most = self.most.iter().map(
            |block| json!({"repeats": block.repeats, "words": block.words, "docno": block.docno, "text": block.text}),
        );
        json!({
            "sites": self.sites,
            "pages_with_site": self.pages_with_site,
            "words_by_repeats": histogram,
            "most_repeated": most.collect::<Vec<_>>(),
        })
    }

    pub fn in_words(&self) -> String {
        let mut text = "\nwords by the pages that hold the same block\n".to_owned();
        let all = self.words.iter().sum::<u64>().max(1);
        for (from, to, words) in bins(&BINS, &self.words) {
            let (bar, share) = (bar(words, &self.words), words as f64 * 100.0 / all as f64);
            text += &format!("{:>9} {:>12} {share:5.1} % {bar}\n", range(from, to), grouped(words));
        }
        text += "\nblocks that most pages hold: pages, words, text\n";
        for Block { repeats, words, docno, text: of_block } in &self.most {
            let line = of_block.split_whitespace().collect::<Vec<_>>().join(" ");
            let cut = line.char_indices().nth(SHOWN).map_or(line.len(), |(at, _)| at);
            let shown = if line.is_empty() { format!("in {docno}") } else { line[..cut].to_owned() };
            text += &format!("{:>9} {:>8}  {}\n", grouped((*repeats).into()), grouped((*words).into()), Escaped(shown));
        }
        text
    }
}
