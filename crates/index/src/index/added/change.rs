//! How added labels follow the segments of their index: new ones, merges, and copies without
//! deleted pages.

use super::rows::Rows;
use super::{Added, SegmentRows};
use crate::error::Result;
use crate::index::manifest::Manifest;
use std::ops::Range;
use std::path::Path;
use tamis_blocks::classify::LabelSet;

impl Added {
    /// Adds a new segment, in the order of the pages; `blocks` has the labels of each block. Labels
    /// without a classifier lack the pages from here on: `pages` are before them.
    pub(crate) fn push(&mut self, new: SegmentRows, blocks: &[LabelSet], pages: u64) {
        if self.labels.is_empty() {
            return;
        }
        for (number, label) in self.labels.iter_mut().enumerate() {
            let mut content = Rows::new(new.rows);
            for (row, labels) in (0..).zip(blocks) {
                if labels.contains(number) {
                    content.insert(row);
                }
            }
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
        let rows = self.segments[range.clone()].iter().map(|segment| segment.rows);
        for label in &mut self.labels {
            let joined = Rows::joined(label.content[range.clone()].iter().zip(rows.clone()));
            label.content.splice(range.clone(), [joined]);
        }
        let rows = rows.sum();
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
        let mut places = Vec::with_capacity(ids.len());
        for id in ids {
            places.push(self.segments.iter().position(|segment| segment.id == **id)?);
        }
        if places.len() != self.segments.len() {
            return None;
        }
        self.arrange(&places);
        Some(self)
    }

    /// Returns the labels with their segments in the order of a manifest. `path` is the index
    /// folder, for messages.
    ///
    /// # Errors
    /// [`Error::Index`] for labels of other segments.
    pub(crate) fn in_order_of(self, path: &Path, manifest: &Manifest) -> Result<Self> {
        if self.labels.is_empty() {
            return Ok(Self::default());
        }
        let ids: Vec<&str> = manifest.segments.iter().map(|segment| segment.id.as_str()).collect();
        self.in_order(&ids).ok_or_else(|| Self::other_segments(path))
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
        self.labels.iter().filter_map(move |label| {
            let lacking = pages.saturating_sub(label.pages?);
            (lacking > 0).then_some((label.name.as_str(), lacking))
        })
    }

    /// Forgets pages at these places in the order of the pages, which are deleted.
    pub(crate) fn forget_pages(&mut self, places: &[u64]) {
        for pages in self.labels.iter_mut().filter_map(|label| label.pages.as_mut()) {
            *pages -= places.iter().filter(|place| **place < *pages).count() as u64;
        }
    }

    /// Replaces a segment by one that has those of its blocks for which `keeps` is true.
    pub(crate) fn replace(&mut self, segment: usize, new: SegmentRows, keeps: &[bool]) {
        for label in &mut self.labels {
            label.content[segment] = label.content[segment].kept(keeps);
        }
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
