//! The 46 features of a block, as small whole numbers.

use super::block::{CONTAINERS, SPLITS, VictorBlock};
use super::words::{LETTERS, VictorWords};
use rustc_hash::FxHashMap;

/// Number of features of a block.
pub const FEATURES: usize = 46;

/// The features of a block. A feature that it lacks is 0.
pub type FeatureRow = [u16; FEATURES];

/// Their names, as in the configuration `cleaneval` of the original.
pub const NAMES: [&str; FEATURES] = [
    "sentence.count",
    "token.alpha-abs",
    "token.alpha-rel",
    "token.num-abs",
    "token.num-rel",
    "token.mixed-abs",
    "token.mixed-rel",
    "token.other-abs",
    "token.other-rel",
    "sentence-not-started",
    "sentence-not-finished",
    "avg-word-length",
    "avg-word-run",
    "char.alpha-rel",
    "char.num-rel",
    "char.punct-rel",
    "char.white-rel",
    "char.other-rel",
    "position",
    "looks-like-bullet",
    "twins",
    "first-twin",
    "container.class-bold",
    "container.class-italic",
    "container.class-headers",
    "container.class-lists",
    "container.class-forms",
    "container.u",
    "container.p",
    "container.a",
    "container.img",
    "split.class-inline",
    "split.class-block",
    "split.p",
    "split.br",
    "split.hr",
    "regexp.url",
    "regexp.date",
    "regexp.time",
    "td-group.word-rel",
    "div-group.word-rel",
    "document.word-count",
    "document.sentence-count",
    "document.block-count",
    "document.max-td-group",
    "document.max-div-group",
];

/// The places of the features in a row; of several together, the place of the first.
const SENTENCES: usize = 0;
const TOKENS: usize = 1;
const NOT_STARTED: usize = 9;
const NOT_FINISHED: usize = 10;
const WORD_LENGTH: usize = 11;
const WORD_RUN: usize = 12;
const CHARACTERS: usize = 13;
const POSITION: usize = 18;
const BULLET: usize = 19;
const TWIN_COUNT: usize = 20;
const FIRST_TWIN: usize = 21;
const CONTAINER: usize = 22;
pub(super) const SPLIT: usize = CONTAINER + CONTAINERS;
const PATTERN: usize = SPLIT + SPLITS;
const TD_GROUP: usize = PATTERN + 3;
const DIV_GROUP: usize = TD_GROUP + 1;
pub(super) const DOCUMENT: usize = DIV_GROUP + 1;

/// The steps to which counts are rounded down, the largest first.
const FEW: &[usize] = &[16, 8, 4, 2, 1];
const WORDS: &[usize] = &[128, 64, 32, 16, 8, 4, 2, 1];
const LENGTHS: &[usize] = &[10, 8, 6, 4, 2, 1];
const RUNS: &[usize] = &[64, 32, 16, 12, 8, 6, 4, 3, 2, 1];
const TWINS: &[usize] = &[4, 3, 2, 1];
const SPLIT_STEPS: &[usize] = &[2, 1];
const DOCUMENT_WORDS: &[usize] = &[2048, 1024, 512, 256, 128, 64, 32, 1];
const DOCUMENT_BLOCKS: &[usize] = &[512, 256, 128, 64, 32, 16, 8, 1];
/// The number of steps of shares.
const SHARES: usize = 10;
const GROUP_SHARES: usize = 4;

/// Returns the greatest of `steps` that is at most `count`, or 0.
fn stepped(count: usize, steps: &[usize]) -> u16 {
    steps.iter().find(|&&step| count >= step).map_or(0, |&step| step as u16)
}

/// Returns the share of `count` in `total` in whole steps, 0 to `steps`.
fn share(count: usize, total: usize, steps: usize) -> u16 {
    (count * (steps + 1)).checked_div(total).map_or(0, |step| step.min(steps) as u16)
}

/// Returns `sum / count`, rounded; 0 if there are none.
fn mean(sum: usize, count: usize) -> usize {
    (2 * sum + count).checked_div(2 * count).unwrap_or_default()
}

/// Returns the features of a page's blocks.
pub fn features(blocks: &[VictorBlock]) -> Vec<FeatureRow> {
    let counted: Vec<VictorWords> =
        blocks.iter().map(|block| VictorWords::seen(&block.text)).collect();
    let mut rows: Vec<FeatureRow> =
        blocks.iter().zip(&counted).map(|(block, words)| own_features(block, words)).collect();
    let words: usize = counted.iter().map(|words| words.kinds[LETTERS]).sum();
    let sentences: usize = counted.iter().map(|words| words.sentences).sum();
    let td_shares = group_shares(blocks, &counted, words, |block| block.td);
    let div_shares = group_shares(blocks, &counted, words, |block| block.div);
    let document = [
        stepped(words, DOCUMENT_WORDS),
        stepped(sentences, DOCUMENT_BLOCKS),
        stepped(blocks.len(), DOCUMENT_BLOCKS),
        td_shares.iter().copied().max().unwrap_or_default(),
        div_shares.iter().copied().max().unwrap_or_default(),
    ];
    let mut twins = FxHashMap::<u64, Vec<usize>>::default();
    for (i, words) in counted.iter().enumerate() {
        twins.entry(words.hash).or_default().push(i);
    }
    for alike in twins.values() {
        for &i in alike {
            rows[i][TWIN_COUNT] = stepped(alike.len(), TWINS);
        }
        rows[alike[0]][FIRST_TWIN] = 1;
    }
    for (i, row) in rows.iter_mut().enumerate() {
        row[POSITION] = share(i, blocks.len(), SHARES);
        row[TD_GROUP] = td_shares[i];
        row[DIV_GROUP] = div_shares[i];
        row[DOCUMENT..].copy_from_slice(&document);
    }
    rows
}

/// Returns for each block the share of its group, a cell or a DIV, in the page's words. Words in
/// links do not count for a group.
fn group_shares(
    blocks: &[VictorBlock],
    counted: &[VictorWords],
    all_words: usize,
    group_of: fn(&VictorBlock) -> u32,
) -> Vec<u16> {
    let mut sums = FxHashMap::<u32, usize>::default();
    for (block, words) in blocks.iter().zip(counted) {
        let sum = sums.entry(group_of(block)).or_default();
        if !block.is_in_link() {
            *sum += words.kinds[LETTERS];
        }
    }
    blocks.iter().map(|block| share(sums[&group_of(block)], all_words, GROUP_SHARES)).collect()
}

/// Returns the features that depend on the block itself and not on the page.
fn own_features(block: &VictorBlock, words: &VictorWords) -> FeatureRow {
    let mut row = [0; FEATURES];
    row[SENTENCES] = stepped(words.sentences, FEW);
    // Of each kind of tokens the number, then the share.
    for (kind, &count) in words.kinds.iter().enumerate() {
        row[TOKENS + 2 * kind] = stepped(count, if kind == LETTERS { WORDS } else { FEW });
        row[TOKENS + 2 * kind + 1] = share(count, words.tokens, SHARES);
    }
    row[NOT_STARTED] = u16::from(words.not_started);
    row[NOT_FINISHED] = u16::from(words.not_finished);
    row[WORD_LENGTH] = stepped(mean(words.word_characters, words.kinds[LETTERS]), LENGTHS);
    row[WORD_RUN] = stepped(mean(words.tokens, words.runs), RUNS);
    let characters = words.characters.iter().sum();
    for (i, &count) in words.characters.iter().enumerate() {
        row[CHARACTERS + i] = share(count, characters, SHARES);
    }
    row[BULLET] = words.bullet;
    for i in 0..CONTAINERS {
        row[CONTAINER + i] = u16::from(block.is_in(i));
    }
    for (i, &count) in block.splits.iter().enumerate() {
        row[SPLIT + i] = stepped(count as usize, SPLIT_STEPS);
    }
    row[PATTERN..TD_GROUP].copy_from_slice(&words.patterns);
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn row(blocks: &[VictorBlock], i: usize) -> HashMap<&'static str, u16> {
        NAMES.into_iter().zip(features(blocks)[i]).filter(|(_, value)| *value > 0).collect()
    }

    #[test]
    fn counts_are_rounded_down_and_shares_to_whole_steps() {
        assert_eq!([0, 1, 3, 15, 99].map(|count| stepped(count, FEW)), [0, 1, 2, 8, 16]);
        assert_eq!(
            [(0, 0), (0, 7), (1, 2), (7, 7)].map(|(count, total)| share(count, total, SHARES)),
            [0, 0, 5, 10]
        );
        assert_eq!(
            [(0, 0), (5, 2), (4, 3), (5, 3)].map(|(sum, count)| mean(sum, count)),
            [0, 3, 1, 2]
        );
    }

    /// A block in these elements and this table cell.
    fn block(text: &str, names: &[&str], td: u32) -> VictorBlock {
        let mut block = VictorBlock { text: text.to_owned(), td, ..VictorBlock::default() };
        for name in names {
            block.add_container(name);
        }
        block
    }

    #[test]
    fn a_block_has_the_features_of_its_text_elements_and_page() {
        let mut blocks = [
            block("Read more", &["a"], 1),
            block("Ten small words.", &["div", "b"], 1),
            block("Read... more", &[], 2),
        ];
        blocks[1].add_split("p");
        blocks[1].add_split("p");
        blocks[1].add_split("b");
        let first = row(&blocks, 0);
        assert_eq!((first["twins"], first["first-twin"], first["container.a"]), (2, 1, 1));
        assert_eq!(first["td-group.word-rel"], 2, "3 of 7 words, those in links left out");
        let second = row(&blocks, 1);
        let expected = [
            ("sentence.count", 1),
            ("token.alpha-abs", 2),
            ("token.alpha-rel", 10),
            ("avg-word-length", 4),
            ("avg-word-run", 3),
            ("char.alpha-rel", 8),
            ("char.white-rel", 1),
            ("position", 3),
            ("twins", 1),
            ("first-twin", 1),
            ("container.class-bold", 1),
            ("split.class-inline", 1),
            ("split.class-block", 2),
            ("split.p", 2),
            ("td-group.word-rel", 2),
            ("div-group.word-rel", 3),
            ("document.word-count", 1),
            ("document.sentence-count", 1),
            ("document.block-count", 1),
            ("document.max-td-group", 2),
            ("document.max-div-group", 3),
        ];
        assert_eq!(second, HashMap::from(expected));
        assert_eq!(row(&blocks, 2).get("first-twin"), None);
    }
}
