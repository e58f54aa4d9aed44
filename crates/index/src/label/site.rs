//! Labels from a score and the collection: `tamis-site` from `score.tamis` and how often blocks
//! repeat, and likewise `NAME-site` from the score of any classifier NAME. No page is read and no
//! gold is needed: the index is its own teacher (distant supervision).
//!
//! A score is a guess from one page. Blocks that repeat about as often, in the index and on their
//! site, form a bin, and the scores of all its words show how much of the bin is content. Where
//! text on hundreds of pages has low scores on most of them, a high score on one is doubted.
//! Captures of a URL count once in how often a block repeats, and each has its words in the sums.
//! With C and B the expected words of content and of boilerplate of a bin, c and b their shares of
//! all bins, and a = [`SMOOTHING`] words, the odds of a block to be content become
//!
//! > score / (1 - score) × (C + a c) / (B + a b) × b / c
//!
//! This is naive Bayes with the score and the bin as evidence. Each page then keeps the blocks
//! whose expected F1 is highest, as the remover does. Sums are of integers, so segments and threads
//! do not change a label. More rounds, with the new probabilities in place of the scores (EM), are
//! not worth their time: docs/remover.md.

use crate::blocks::classify::CLASSIFIERS;
use crate::corpus::Corpus;
use crate::error::{Error, Remedy, Result};
use crate::index::BlockRepeats;
use crate::index::added::{AddedLabel, Rows};
use crate::index::columns::{BlockColumn, BlockNumbers, ColumnSet};
use crate::index::scores::Score;
use crate::ingest::Progress;
use std::ops::Range;
use tamis_blocks::classify::tamis::choice::UnitChoice;
use tamis_place::SettingError;

/// What follows the name of a score in the name of its label.
const SUFFIX: &str = "-site";

/// The words that every bin has besides its own, with the share of content of all bins.
const SMOOTHING: f64 = 300.0;

/// A probability of 1.
const WHOLE: u16 = u16::MAX;

/// A page keeps nothing if no block reaches this probability, about .1, as with the remover.
const DOUBT: u16 = 6_553;

/// A bin is one of 33 by `repeats` (1, 2, 3 to 4, 5 to 8, …), and one of these many by
/// `site_share`.
const SHARES: usize = 7;
const BINS: usize = 33 * SHARES;

/// Whether a name is that of a label from a score and the collection.
pub(super) fn is_name(name: &str) -> bool {
    // A model's path may end in anything.
    !name.contains(':') && teacher(name).is_some()
}

/// Returns the name of the score that such a label corrects.
fn teacher(name: &str) -> Option<&str> {
    let (teacher, suffix) = name.split_at_checked(name.len().checked_sub(SUFFIX.len())?)?;
    (suffix.eq_ignore_ascii_case(SUFFIX) && !teacher.is_empty()).then_some(teacher)
}

/// A label that can be made: the index has what it needs.
pub(super) struct SiteLabel<'a> {
    /// The segments of one index.
    corpus: &'a Corpus,
    score: Score,
}

/// A block with a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ScoredBlock {
    row: u32,
    words: u32,
    /// Its score, neither 0 nor [`WHOLE`]: none is certain.
    score: u16,
    /// None for a block without tokens, which has no `repeats`.
    bin: Option<usize>,
}

impl<'a> SiteLabel<'a> {
    /// # Errors
    /// [`Error::Setting`] if the index lacks the score, [`Error::Index`] if it lacks the counts of
    /// repeats.
    pub fn new(corpus: &'a Corpus, name: &str) -> Result<Self> {
        let index = &corpus.indexes[0];
        let wanted = teacher(name).unwrap_or_default();
        let mut scores = index.manifest.scores().into_iter();
        let score = scores.find(|score| score.classifier().eq_ignore_ascii_case(wanted));
        let Some(score) = score else {
            // What gives no scores cannot be built with them.
            CLASSIFIERS.expand_scores(&[wanted])?;
            let remedy = Remedy::BuildWithScores;
            let problem = format!(
                "the index has no scores of {wanted}, which the label {name} is made from: {remedy}"
            );
            return Err(SettingError::unnamed(problem).with_missing_score(wanted).into());
        };
        corpus.check(BlockColumn::Repeats.into())?;
        Ok(Self { corpus, score })
    }

    /// Returns its name, as the index writes the name of the score.
    pub fn name(&self) -> String {
        format!("{}{SUFFIX}", self.score.classifier())
    }

    /// Makes the label.
    ///
    /// # Errors
    /// If the index cannot be read; [`Error::Interrupted`] once [`Progress::stops`] returns true.
    pub fn make(&self, progress: &dyn Progress) -> Result<AddedLabel> {
        let mut sums = BinSums::default();
        self.each_page(progress, |_, blocks| {
            for block in blocks {
                sums.add(block);
            }
        })?;
        let evidence = sums.evidence();
        let index = &self.corpus.indexes[0];
        let mut content: Vec<Rows> =
            index.added.segments.iter().map(|segment| Rows::new(segment.rows)).collect();
        self.each_page(progress, |segment, blocks| {
            let probabilities: Vec<u16> =
                blocks.iter().map(|block| probability(block, &evidence)).collect();
            let choice =
                UnitChoice::new(&probabilities, blocks.iter().map(|block| block.words), DOUBT);
            for (block, probability) in blocks.iter().zip(&probabilities) {
                if choice.has(*probability) {
                    content[segment].insert(block.row);
                }
            }
        })?;
        let models = &index.manifest.recipe.models;
        let origin = AddedLabel::collection(
            self.score.name(),
            models.get(self.score.classifier()).map(String::as_str),
        );
        Ok(AddedLabel { name: self.name(), origin, language: None, pages: None, content })
    }

    /// Calls `take` with the segment and the blocks of every page; those without a score, such as
    /// titles, are left out.
    fn each_page(
        &self,
        progress: &dyn Progress,
        mut take: impl FnMut(usize, &[ScoredBlock]),
    ) -> Result<()> {
        let needed = ColumnSet::from([
            BlockColumn::Words,
            BlockColumn::Repeats,
            BlockColumn::SiteRepeats,
            BlockColumn::SitePages,
            self.score.column(),
        ]);
        let mut numbers = BlockNumbers::default();
        let mut blocks = Vec::new();
        for (number, segment) in self.corpus.segments.iter().enumerate() {
            for documents in segment.page_ranges() {
                if progress.stops() {
                    return Err(Error::Interrupted);
                }
                segment
                    .read(&documents, needed, &mut numbers)
                    .map_err(|e| self.corpus.indexes[segment.index].error(e))?;
                let first = segment.first_row[documents.start as usize];
                for doc in documents.filter(|&doc| segment.is_alive(doc)) {
                    let rows: Range<u32> =
                        segment.first_row[doc as usize]..segment.first_row[doc as usize + 1];
                    blocks.clear();
                    blocks.extend(
                        rows.filter_map(|row| self.block(row, &numbers, (row - first) as usize)),
                    );
                    take(number, &blocks);
                }
            }
        }
        Ok(())
    }

    /// Returns the block whose numbers are at this place; none without a score.
    fn block(&self, row: u32, numbers: &BlockNumbers, place: usize) -> Option<ScoredBlock> {
        let number = |column: BlockColumn| numbers[column][place];
        let hundredths = number(self.score.column()).checked_sub(1)?;
        // Hundredths are rounded: 0 stands for up to half a hundredth, and 100 for at least 99.5.
        let halves = (2 * hundredths).clamp(1, 199);
        let repeats = BlockRepeats {
            pages: number(BlockColumn::Repeats) as u32,
            site_pages_with: number(BlockColumn::SiteRepeats) as u32,
            site_pages: number(BlockColumn::SitePages) as u32,
        };
        Some(ScoredBlock {
            row,
            words: number(BlockColumn::Words) as u32,
            score: (halves * u64::from(WHOLE) / 200) as u16,
            bin: bin(repeats),
        })
    }
}

/// Returns the bin of a block; none for one without tokens.
fn bin(repeats: BlockRepeats) -> Option<usize> {
    let by_pages = u32::BITS - (repeats.repeats()? - 1).leading_zeros();
    let others = u64::from(repeats.site_pages.saturating_sub(1).max(1));
    let by_share = match repeats.site_repeats().map(|pages| u64::from(pages - 1)) {
        None => 0,
        Some(0) => 1,
        Some(with) => match with * 100 / others {
            0 => 2,
            1..5 => 3,
            5..20 => 4,
            20..50 => 5,
            _ => 6,
        },
    };
    Some(by_pages as usize * SHARES + by_share)
}

/// The words of every bin: expected content, in parts of [`WHOLE`], and all.
struct BinSums(Vec<(u128, u128)>);

impl Default for BinSums {
    fn default() -> Self {
        Self(vec![(0, 0); BINS])
    }
}

impl BinSums {
    fn add(&mut self, block: &ScoredBlock) {
        if let Some(bin) = block.bin {
            self.0[bin].0 += u128::from(block.words) * u128::from(block.score);
            self.0[bin].1 += u128::from(block.words);
        }
    }

    /// Returns the factor of the odds for every bin.
    fn evidence(&self) -> Vec<f64> {
        let content: u128 = self.0.iter().map(|(content, _)| content).sum();
        let words: u128 = self.0.iter().map(|(_, words)| words).sum();
        if words == 0 {
            return vec![1.0; BINS];
        }
        let share = in_words(content) / words as f64;
        let mut factors = Vec::with_capacity(BINS);
        for &(content, words) in &self.0 {
            let content = in_words(content);
            let boilerplate = words as f64 - content;
            let odds = (content + SMOOTHING * share) / (boilerplate + SMOOTHING * (1.0 - share));
            factors.push(odds * (1.0 - share) / share);
        }
        factors
    }
}

/// Returns expected content in words, from parts of [`WHOLE`].
fn in_words(content: u128) -> f64 {
    content as f64 / f64::from(WHOLE)
}

/// Returns the probability that a block is content, from its score and the evidence of its bin.
fn probability(block: &ScoredBlock, evidence: &[f64]) -> u16 {
    let factor = block.bin.map_or(1.0, |bin| evidence[bin]);
    let odds = f64::from(block.score) / f64::from(WHOLE - block.score) * factor;
    (odds / (1.0 + odds) * f64::from(WHOLE) + 0.5) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repeats(pages: u32, site_pages_with: u32, site_pages: u32) -> BlockRepeats {
        BlockRepeats { pages, site_pages_with, site_pages }
    }

    fn scored(words: u32, hundredths: u32, bin: usize) -> ScoredBlock {
        ScoredBlock {
            row: 0,
            words,
            score: (hundredths * u32::from(WHOLE) / 100) as u16,
            bin: Some(bin),
        }
    }

    #[test]
    fn names_are_those_of_a_score_with_a_suffix() {
        assert_eq!(
            (teacher("tamis-site"), teacher("Victor-Site")),
            (Some("tamis"), Some("Victor"))
        );
        for name in ["tamis", "-site", "site", "", "tamis:a-site", "é-sité"] {
            assert!(!is_name(name), "{name}");
        }
    }

    #[test]
    fn bins_double() {
        let by_pages = |pages| bin(repeats(pages, 0, 0)).map(|bin| bin / SHARES);
        assert_eq!(
            [0, 1, 2, 3, 4, 5, 8, 9].map(by_pages),
            [None, Some(0), Some(1), Some(2), Some(2), Some(3), Some(3), Some(4)]
        );
        assert!(bin(repeats(u32::MAX, u32::MAX, u32::MAX)).is_some_and(|bin| bin < BINS));
        let by_share = |with: u32, of| bin(repeats(with.max(1), with, of)).map(|bin| bin % SHARES);
        let found = [
            (0, 0),
            (1, 1),
            (1, 101),
            (2, 1_001),
            (2, 101),
            (6, 101),
            (21, 101),
            (51, 101),
            (101, 101),
        ];
        assert_eq!(
            found.map(|(with, of)| by_share(with, of).unwrap()),
            [0, 1, 1, 2, 3, 4, 5, 6, 6]
        );
    }

    #[test]
    fn evidence_is_the_odds_of_the_bin_over_those_of_the_index() {
        // 9,700 words of .9 and 9,700 of .1: half is content, and 150 of the smoothing words of
        // either bin.
        let mut sums = BinSums::default();
        assert_eq!(sums.evidence(), vec![1.0; BINS]);
        sums.add(&scored(9_700, 90, 0));
        sums.add(&scored(9_700, 10, 40));
        let evidence = sums.evidence();
        assert!(
            (evidence[0] - 8_880.0 / 1_120.0).abs() < 1e-2
                && (evidence[0] * evidence[40] - 1.0).abs() < 1e-3
        );
        // A bin without words is no evidence.
        assert!((evidence[7] - 1.0).abs() < 1e-9);
        // Even odds become those of the bin: 8,880 of 10,000.
        let probability = f64::from(probability(&scored(1, 50, 0), &evidence)) / f64::from(WHOLE);
        assert!((probability - 0.888).abs() < 1e-3, "{probability}");
    }

    #[test]
    fn no_evidence_leaves_the_score() {
        for score in [1, 327, 30_000, WHOLE - 1] {
            let block = ScoredBlock { row: 0, words: 3, score, bin: None };
            assert_eq!(probability(&block, &[]), score);
        }
    }
}
