//! The settings of a measure in brackets, other than its cut-off or numbers:
//! `AP(rel=2,judged_only=True)`.

use super::gains::Gains;
use super::ranking::TopicRanking;
use super::ranking::is_judged;
use super::subtopics::{Subtopics, UserModel};
use std::borrow::Cow;

/// Settings of one measure; they override those of the evaluation.
#[derive(Debug, Clone, Default, PartialEq, PartialOrd)]
pub(super) struct MeasureSettings {
    /// The lowest relevant grade (ir_measures' `rel`).
    pub(super) level: Option<i32>,
    /// Whether unjudged results are removed from the ranking.
    pub(super) judged_only: bool,
    /// The gains of a measure with a cut-off.
    pub(super) gains: Gains,
    /// The cut-off of a measure that otherwise looks at all results.
    pub(super) depth: Option<usize>,
    /// The user model of a measure of subtopics.
    pub(super) reader: UserModel,
}

impl MeasureSettings {
    /// Returns whether all settings are the defaults.
    pub(super) fn are_default(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the grades of the results that count.
    pub(super) fn grades<'a>(&self, ranking: &TopicRanking<'a>) -> Cow<'a, [Option<i32>]> {
        let depth = self.depth.unwrap_or(usize::MAX);
        if !self.judged_only {
            return Cow::Borrowed(ranking.top(depth));
        }
        ranking.grades.iter().copied().filter(|grade| is_judged(*grade)).take(depth).collect()
    }

    /// Returns the subtopics under these settings.
    pub(super) fn subtopics<'a>(&self, subtopics: &'a Subtopics) -> Cow<'a, Subtopics> {
        if self.are_default() {
            return Cow::Borrowed(subtopics);
        }
        Cow::Owned(subtopics.read_by(self.reader, self.level, self.judged_only))
    }
}
