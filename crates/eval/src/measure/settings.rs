//! What a request may say of a measure in brackets, besides its cut-off or numbers: `AP(rel=2,judged_only=True)`.

use super::ranking::is_judged;
use super::{Gains, Reader, Subtopics, TopicRanking};
use std::borrow::Cow;

/// Settings of one measure, whatever holds for the run.
#[derive(Debug, Clone, Default, PartialEq, PartialOrd)]
pub(super) struct Settings {
    /// The least grade that is relevant (ir_measures' `rel`).
    pub(super) level: Option<i32>,
    /// Whether results that nobody judged are taken out of the ranking.
    pub(super) judged_only: bool,
    /// What grades are worth to a measure with a cut-off.
    pub(super) gains: Gains,
    /// How many results count, of a measure that looks at all.
    pub(super) depth: Option<usize>,
    /// Who reads a ranking of subtopics.
    pub(super) reader: Reader,
}

impl Settings {
    /// Whether nothing is said.
    pub(super) fn are_usual(&self) -> bool {
        *self == Self::default()
    }

    /// The grades of the results that count.
    pub(super) fn grades<'a>(&self, ranking: &TopicRanking<'a>) -> Cow<'a, [Option<i32>]> {
        let depth = self.depth.unwrap_or(usize::MAX);
        if !self.judged_only {
            return Cow::Borrowed(ranking.top(depth));
        }
        ranking.grades.iter().copied().filter(|grade| is_judged(*grade)).take(depth).collect()
    }

    /// The subtopics as this reader takes them.
    pub(super) fn subtopics<'a>(&self, subtopics: &'a Subtopics) -> Cow<'a, Subtopics> {
        if self.are_usual() {
            return Cow::Borrowed(subtopics);
        }
        Cow::Owned(subtopics.read_by(self.reader, self.level, self.judged_only))
    }
}
