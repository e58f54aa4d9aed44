//! Scores of blocks: the probability that a block is content, in hundredths, by each classifier
//! that the recipe names in `scores`. Each has a column with one value per block: 0 for a block
//! without a score, such as a title, else the hundredths plus 1. So a score takes at most seven
//! bits per block, and an index without scores has no such column.

use super::columns::BlockColumn;
use super::manifest::Manifest;
use super::schema::MAX_SCORES;
use crate::blocks::classify::CLASSIFIERS;
use crate::error::{Error, Remedy, Result};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use tamis_place::SettingError;

/// How the name of a score begins in rules.
pub const PREFIX: &str = "score.";

/// A score of the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score {
    /// Its number in the recipe.
    number: u8,
    /// Its name in rules, with the prefix.
    name: &'static str,
}

/// The scores of a block, by their numbers in the recipe.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BlockScores([u8; MAX_SCORES]);

impl BlockScores {
    /// Returns a score in hundredths, 0 to 100; none if the block has none.
    pub fn hundredths(self, number: usize) -> Option<u8> {
        self.0.get(number)?.checked_sub(1)
    }

    /// Returns a score, 0 to 1; none if the block has none.
    pub fn score(self, score: Score) -> Option<f64> {
        self.hundredths(score.number()).map(|hundredths| f64::from(hundredths) / 100.0)
    }

    /// Sets a score in hundredths.
    pub fn set(&mut self, number: usize, hundredths: Option<u8>) {
        self.0[number] = stored(hundredths);
    }

    /// Returns the value of the column for a score.
    pub fn stored(self, number: usize) -> u64 {
        self.0[number].into()
    }

    /// Returns the scores of a block whose columns have these values.
    pub(super) fn from_columns(value: impl Fn(BlockColumn) -> u64) -> Self {
        Self(std::array::from_fn(|number| value(BlockColumn::Score(number as u8)) as u8))
    }
}

/// Returns the value of the column for a score in hundredths: never 0 for a score.
pub(crate) fn stored(hundredths: Option<u8>) -> u8 {
    hundredths.map_or(0, |hundredths| hundredths.min(100) + 1)
}

impl Score {
    /// Returns its name in rules: `score.victor`.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Returns its name in rules without the prefix: `victor`.
    pub fn classifier(self) -> &'static str {
        &self.name[PREFIX.len()..]
    }

    /// Returns its number in the recipe.
    pub const fn number(self) -> usize {
        self.number as usize
    }

    pub const fn column(self) -> BlockColumn {
        BlockColumn::Score(self.number)
    }
}

/// Whether a name in a rule is that of a score, which the index may have or not.
pub fn is_name(name: &str) -> bool {
    without_prefix(name).is_some()
}

/// Returns what follows the prefix.
fn without_prefix(name: &str) -> Option<&str> {
    let (start, rest) = name.split_at_checked(PREFIX.len())?;
    start.eq_ignore_ascii_case(PREFIX).then_some(rest)
}

/// Returns the name of a classifier without its argument: `tamis` for `tamis:my.model`.
fn without_argument(name: &str) -> &str {
    name.split_once(':').map_or(name, |(classifier, _)| classifier)
}

impl Manifest {
    /// Returns the scores of the index, in the order of the recipe. A score is named as its
    /// classifier; without the argument (`tamis` for `tamis:my.model`), unless two scores have the
    /// same classifier.
    pub fn scores(&self) -> Vec<Score> {
        let names = &self.recipe.scores;
        let mut scores = Vec::with_capacity(names.len());
        for (number, name) in (0..MAX_SCORES as u8).zip(names) {
            let short = without_argument(name);
            let is_only =
                names.iter().filter(|other| without_argument(other) == short).count() == 1;
            let name = if is_only { short } else { name };
            scores.push(Score { number, name: interned(&format!("{PREFIX}{name}")) });
        }
        scores
    }

    /// Returns the score with this name, with the prefix or without. The case of letters matters
    /// only where names differ by it.
    ///
    /// # Errors
    /// [`Error::Setting`] for a score that the index does not have, with those that it has.
    pub fn score(&self, name: &str) -> Result<Score> {
        let scores = self.scores();
        let name = without_prefix(name).unwrap_or(name);
        let exact = scores.iter().find(|score| score.classifier() == name);
        let mut like = scores.iter().filter(|score| score.classifier().eq_ignore_ascii_case(name));
        let only = match (like.next(), like.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        };
        if let Some(score) = exact.or(only) {
            return Ok(*score);
        }
        let classifier = CLASSIFIERS.expand_scores(&[name]).ok().and_then(|mut names| names.pop());
        if scores.is_empty() || classifier.is_some() {
            let lacks = if scores.is_empty() { "has no scores" } else { "lacks it" };
            let remedy = Remedy::BuildWithScores;
            let problem = format!("unknown score '{name}'; the index {lacks}: {remedy}");
            let error = SettingError::unnamed(problem);
            return Err(error.with_missing_score(classifier.unwrap_or("tamis".to_owned())).into());
        }
        let known = scores.iter().map(|score| score.classifier());
        Err(Error::unknown_name("score", name, known))
    }
}

/// Returns the text itself, kept for the life of the program: rules and their features are copied
/// often, and an index has few scores. A text is kept once, however many indexes are opened.
fn interned(text: &str) -> &'static str {
    static TEXTS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    match texts.get(text) {
        Some(known) => known,
        None => {
            let kept: &'static str = Box::leak(text.into());
            texts.insert(kept);
            kept
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Recipe;

    fn manifest(scores: &[&str]) -> Manifest {
        Manifest::new(Recipe {
            scores: scores.iter().map(|name| (*name).to_owned()).collect(),
            ..Recipe::default()
        })
    }

    #[test]
    fn a_score_of_0_is_not_a_missing_one() {
        let mut scores = BlockScores::default();
        assert_eq!((scores.hundredths(0), scores.hundredths(99)), (None, None));
        for hundredths in [Some(0), Some(30), Some(100), None] {
            scores.set(3, hundredths);
            assert_eq!(scores.hundredths(3), hundredths);
            assert_eq!(scores.hundredths(2), None);
        }
    }

    fn names(scores: &[&str]) -> Vec<&'static str> {
        manifest(scores).scores().into_iter().map(Score::name).collect()
    }

    #[test]
    fn scores_are_found_by_the_name_of_their_classifier() {
        assert_eq!(
            names(&["victor", "mss-trained:/a/b.model"]),
            ["score.victor", "score.mss-trained"]
        );
        assert_eq!(names(&["victor", "victor:b"]), ["score.victor", "score.victor:b"]);
        let two = manifest(&["c45-words", "victor:/b c"]);
        for name in ["victor", "score.victor", "Score.Victor"] {
            assert_eq!(two.score(name).unwrap().column(), BlockColumn::Score(1), "{name}");
        }
        let message = two.score("score.victo").unwrap_err().to_string();
        assert_eq!(message, "unknown score 'victo'; did you mean 'victor'?");
        let message = two.score("q").unwrap_err().to_string();
        assert!(message.contains("c45-words, victor"), "{message}");
        let message = manifest(&[]).score("victor").unwrap_err().to_string();
        assert!(message.contains("has no scores"), "{message}");
        assert!(two.score("é").is_err());
    }
}
