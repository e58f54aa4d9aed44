//! How added labels follow the segments of their index: new ones, merges, and copies without
//! deleted pages.

use super::rows::Rows;
use super::{Added, SegmentRows};
use std::ops::Range;

impl Added {
    /// Adds a new segment, in the order of the pages. Bit `i` of a word of `words`, one per block,
    /// is that of label `i`. Labels without a classifier lack the pages from here on: `pages` are
    /// before them.
    pub(crate) fn push(&mut self, new: SegmentRows, words: &[u64], pages: u64) {
        if self.labels.is_empty() {
            return;
        }
        for (bit, label) in self.labels.iter_mut().enumerate() {
            let mut content = Rows::new(new.rows);
            let marked = (0..).zip(words).filter(|(_, word)| **word >> bit & 1 == 1);
            marked.for_each(|(row, _)| content.insert(row));
            label.content.push(content);
            if !label.is_from_classifier() {
                label.pages.get_or_insert(pages);
            }
        }
        self.segments.push(new);
    }

    /// Replaces neighbouring segments by the one with all of their blocks, in their order.
    pub(crate) fn merge(&mut self, range: Range<usize>, id: &str) {
        if self.labels.is_empty() {
            return;
        }
        let of = |segment: usize| self.segments[segment].rows;
        for label in &mut self.labels {
            let joined =
                Rows::joined(range.clone().map(|segment| (&label.content[segment], of(segment))));
            label.content.splice(range.clone(), [joined]);
        }
        let rows = self.segments[range.clone()].iter().map(|segment| segment.rows).sum();
        self.segments.splice(range, [SegmentRows { id: id.to_owned(), rows }]);
    }

    /// Merges the segments that an interrupted commit merged: if `there` has one unknown segment in
    /// place of neighbours that are missing.
    pub(super) fn settle(&mut self, there: &[&str]) {
        let missing = |segment: &SegmentRows| !there.contains(&segment.id.as_str());
        let mut unknown =
            there.iter().filter(|id| !self.segments.iter().any(|segment| segment.id == **id));
        let (Some(merged), None) = (unknown.next(), unknown.next()) else { return };
        let Some(first) = self.segments.iter().position(missing) else { return };
        let group = self.segments[first..].iter().take_while(|segment| missing(segment)).count();
        self.merge(first..first + group, merged);
    }

    /// Returns the labels with their segments in the order of these names; none if they are for
    /// other segments.
    pub(crate) fn in_order(mut self, ids: &[&str]) -> Option<Self> {
        self.settle(ids);
        let place = |id: &&str| self.segments.iter().position(|segment| segment.id == **id);
        let places: Vec<usize> = ids.iter().map(place).collect::<Option<_>>()?;
        (places.len() == self.segments.len()).then(|| {
            self.arrange(&places);
            self
        })
    }

    /// Puts the segments into the order of these places.
    pub(super) fn arrange(&mut self, places: &[usize]) {
        for label in &mut self.labels {
            label.content = places.iter().map(|&place| label.content[place].clone()).collect();
        }
        self.segments = places.iter().map(|&place| self.segments[place].clone()).collect();
    }

    /// Returns the labels that not all of the `pages` of the index have, with the number of pages
    /// that lack them.
    pub fn lacking(&self, pages: u64) -> impl Iterator<Item = (&str, u64)> {
        let lacking = self.labels.iter().map(move |label| {
            (label.name.as_str(), pages - label.pages.unwrap_or(pages).min(pages))
        });
        lacking.filter(|(_, lacking)| *lacking > 0)
    }

    /// Forgets pages at these places in the order of the pages, which are deleted.
    pub(crate) fn forget_pages(&mut self, places: &[u64]) {
        for pages in self.labels.iter_mut().filter_map(|label| label.pages.as_mut()) {
            *pages -= places.iter().filter(|place| **place < *pages).count() as u64;
        }
    }

    /// Replaces a segment by one that has those of its blocks for which `keeps` is true.
    pub(crate) fn replace(&mut self, segment: usize, new: SegmentRows, keeps: &[bool]) {
        self.labels
            .iter_mut()
            .for_each(|label| label.content[segment] = label.content[segment].kept(keeps));
        self.segments[segment] = new;
    }

    /// Removes the segments without a name.
    pub(crate) fn drop_unnamed_segments(&mut self) {
        let named: Vec<bool> = self.segments.iter().map(|segment| !segment.id.is_empty()).collect();
        for label in &mut self.labels {
            let content = std::mem::take(&mut label.content);
            label.content = content
                .into_iter()
                .zip(&named)
                .filter_map(|(rows, named)| named.then_some(rows))
                .collect();
        }
        self.segments.retain(|segment| !segment.id.is_empty());
    }
}
