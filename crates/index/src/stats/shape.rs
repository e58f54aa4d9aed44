//! The counts of an index as its users read them in JSON: numbers that belong together have names
//! of their own, and scores are fractions, as in rules.

use super::histogram::Bin;
use super::repeated::{RepeatedBlock, WordsByRepeats};
use super::scored::WordsByScore;
use serde::{Serialize, Serializer};

/// Words of blocks with one of these values.
#[derive(Serialize)]
struct Words<N> {
    from: N,
    to: Option<N>,
    words: u64,
}

fn words<N>(bins: &[Bin], number: impl Fn(u64) -> N) -> Vec<Words<N>> {
    let words =
        |bin: &Bin| Words { from: number(bin.from), to: bin.to.map(&number), words: bin.count };
    bins.iter().map(words).collect()
}

/// Blocks by their words.
pub(super) fn blocks<S: Serializer>(bins: &[Bin], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Blocks {
        from: u64,
        to: Option<u64>,
        blocks: u64,
    }
    let blocks = |bin: &Bin| Blocks { from: bin.from, to: bin.to, blocks: bin.count };
    serializer.collect_seq(bins.iter().map(blocks))
}

/// Scores, with words by each.
pub(super) fn scores<S: Serializer>(
    counts: &[WordsByScore],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Score<'a> {
        score: &'a str,
        words_by_score: Vec<Words<f64>>,
        words_without: u64,
    }
    serializer.collect_seq(counts.iter().map(|count| Score {
        score: &count.score,
        words_by_score: words(&count.words, |hundredths| hundredths as f64 / 100.0),
        words_without: count.without,
    }))
}

/// How often blocks repeat, and the list of sites by which that was counted.
pub(super) fn repeats<S: Serializer>(
    counts: &Option<WordsByRepeats>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Counted<'a> {
        repeats: Option<Repeats<'a>>,
        public_suffix_list: Option<&'a str>,
    }
    #[derive(Serialize)]
    struct Repeats<'a> {
        sites: u64,
        pages_with_site: u64,
        words_by_repeats: Vec<Words<u64>>,
        most_repeated: &'a [RepeatedBlock],
    }
    let counts = counts.as_ref();
    let repeats = counts.map(|counts| Repeats {
        sites: counts.sites,
        pages_with_site: counts.pages_with_site,
        words_by_repeats: words(&counts.words, |pages| pages),
        most_repeated: &counts.most_repeated,
    });
    let public_suffix_list = counts.map(|counts| &*counts.public_suffix_list);
    Counted { repeats, public_suffix_list }.serialize(serializer)
}
