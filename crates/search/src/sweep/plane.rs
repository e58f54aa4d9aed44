//! A plane: views that one walk over a query's pages scores together. There are two kinds: nested
//! views by levels ([`super::levels`]) and any views by masks ([`super::masks`]).

use super::pages::{TermPages, TermRows};
use crate::model::{Statistics, TermStatistics, Unit};
use std::ops::Range;

/// Views that one walk scores together. A view is a number, from 0.
pub(super) trait Plane: Sync {
    /// Occurrences of a term in a page, and the views that permit them.
    type Entry: Copy + Send + Sync;
    /// A set of views; by default the empty set.
    type Views: Copy + Default;

    /// Returns each view's place in the results of a query (see [`super::Pass`]).
    fn places(&self) -> &[usize];

    /// Returns the unit of all amounts.
    fn unit(&self) -> Unit;

    /// Returns N and T of each view.
    fn statistics(&self) -> &[Statistics];

    /// Converts the occurrences of a term in a segment; drops pages in which no view permits one.
    fn term(&self, segment: usize, rows: &TermRows) -> TermPages<Self::Entry>;

    /// Returns df and cf of a term in each view. `pages` are the entries of its pages, in all
    /// segments.
    fn count<'a>(&self, pages: impl Iterator<Item = &'a [Self::Entry]>) -> Vec<TermStatistics>
    where
        Self::Entry: 'a;

    /// Returns the views that permit one of a page's occurrences.
    fn views(entries: &[Self::Entry]) -> Self::Views;

    /// Returns the views that are in one of two sets, or in both.
    fn union(a: Self::Views, b: Self::Views) -> Self::Views;

    /// Returns the views of a set as ranges.
    fn ranges(views: Self::Views) -> impl Iterator<Item = Range<usize>>;

    /// Calls `each` with every view of a set, in ranges with the same length of the page: its
    /// permitted tokens, weighted.
    fn lengths(
        &self,
        segment: usize,
        doc: u32,
        views: Self::Views,
        each: impl FnMut(Range<usize>, u64),
    );

    /// Returns a term frequency that is exceeded in no view.
    fn most(entries: &[Self::Entry]) -> u64;

    /// Calls `each` with every view that permits an occurrence, in ranges with the same term
    /// frequency.
    fn frequencies(entries: &[Self::Entry], each: impl FnMut(Range<usize>, u64));
}
