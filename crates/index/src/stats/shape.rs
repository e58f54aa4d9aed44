//! The counts of an index as its users read them in JSON: numbers that belong together have names
//! of their own, and scores are fractions, as in rules.

use super::histogram::Bin;
use super::repeated::{RepeatedBlock, WordsByRepeats};
use super::scored::WordsByScore;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Words of blocks with one of these values.
#[derive(Serialize, JsonSchema)]
struct WordsByValue<N> {
    /// The lowest value.
    from: N,
    /// The highest value; none for no end.
    to: Option<N>,
    /// Words of blocks with such a value.
    words: u64,
}

/// Blocks with one of these numbers of words.
#[derive(Serialize, JsonSchema)]
pub(super) struct BlocksByLength {
    /// The fewest words.
    from: u64,
    /// The most words; none for no end.
    to: Option<u64>,
    /// Blocks of so many words.
    blocks: u64,
}

/// Labels by their names.
#[derive(Default, Serialize, JsonSchema)]
pub(super) struct Labels<'a> {
    /// Blocks that a label calls content.
    pub labels: BTreeMap<&'a str, u64>,
    /// Where a label is from that was added to the finished index: a classifier, or a file.
    pub added_labels: BTreeMap<&'a str, &'a str>,
    /// Pages that a label from lines or `NAME-site` does not cover, because they were added later.
    pub pages_without_label: BTreeMap<&'a str, u64>,
}

/// Words by a score.
#[derive(Serialize, JsonSchema)]
pub(super) struct ScoreWords<'a> {
    /// The classifier of the score.
    score: &'a str,
    words_by_score: Vec<WordsByValue<f64>>,
    /// Words of blocks without the score, such as titles.
    words_without: u64,
}

/// How often blocks repeat, and the list of sites by which that was counted.
#[derive(Serialize, JsonSchema)]
pub(super) struct CountedSites<'a> {
    /// How often blocks repeat; none in an index that is not finished.
    repeats: Option<RepeatShape<'a>>,
    /// The date of the public suffix list; none if repeats are not counted.
    public_suffix_list: Option<&'a str>,
}

/// How often blocks repeat.
#[derive(Serialize, JsonSchema)]
struct RepeatShape<'a> {
    /// Sites of the pages.
    sites: u64,
    /// Pages with a site, each URL once.
    pages_with_site: u64,
    /// Words by the pages that hold their block; without blocks that have no tokens.
    words_by_repeats: Vec<WordsByValue<u64>>,
    most_repeated: &'a [RepeatedBlock],
}

fn words<N>(bins: &[Bin], number: impl Fn(u64) -> N) -> Vec<WordsByValue<N>> {
    let words = |bin: &Bin| WordsByValue {
        from: number(bin.from),
        to: bin.to.map(&number),
        words: bin.count,
    };
    bins.iter().map(words).collect()
}

/// Serialises blocks by their words.
pub(super) fn blocks<S: Serializer>(bins: &[Bin], serializer: S) -> Result<S::Ok, S::Error> {
    let blocks = |bin: &Bin| BlocksByLength { from: bin.from, to: bin.to, blocks: bin.count };
    serializer.collect_seq(bins.iter().map(blocks))
}

/// Serialises scores, with words by each.
pub(super) fn scores<S: Serializer>(
    counts: &[WordsByScore],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(counts.iter().map(|count| ScoreWords {
        score: &count.score,
        words_by_score: words(&count.words, |hundredths| hundredths as f64 / 100.0),
        words_without: count.without,
    }))
}

/// Serialises how often blocks repeat.
pub(super) fn repeats<S: Serializer>(
    counts: &Option<WordsByRepeats>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let counts = counts.as_ref();
    let repeats = counts.map(|counts| RepeatShape {
        sites: counts.sites,
        pages_with_site: counts.pages_with_site,
        words_by_repeats: words(&counts.words, |pages| pages),
        most_repeated: &counts.most_repeated,
    });
    let public_suffix_list = counts.map(|counts| &*counts.public_suffix_list);
    CountedSites { repeats, public_suffix_list }.serialize(serializer)
}
