//! Which H1 is the page's headline, and what is near it.

use super::evidence::plain;
use super::linked::{Hints, same_address};
use super::look::Look;
use super::source::{Field, Source};
use super::title::SEPARATORS;
use super::titles::{HALF, Titles};
use std::ops::Range;

/// Texts before a headline that are near it.
const BEFORE: usize = 8;
/// Texts after a headline that are near it.
const AFTER: usize = 15;

impl Look<'_> {
    /// Chooses the H1 that shares most words with TITLE or OpenGraph's title.
    pub fn choose_headline(&mut self) {
        self.titles = Titles::new(&self.evidence);
        let title = self.evidence.first(Field::Title, Source::TitleTag).unwrap_or_default();
        let last = SEPARATORS.iter().find_map(|of| title.rsplit_once(of));
        let last = last.map(|(_, last)| plain(last));
        let agreed = self.headlines.iter().rev().map(|(node, text)| {
            let is_site = last.as_ref() == Some(&plain(text));
            let agreement = self.titles.agreement(text);
            (if is_site { (0, 0) } else { agreement }, *node, text)
        });
        let best = agreed.max_by_key(|((_, both), ..)| *both);
        let Some(((own, _), node, text)) = best else { return };
        let site = self.evidence.first(Field::Site, Source::OpenGraph).map(plain);
        let is_title = own >= HALF && site != Some(plain(text));
        let source = if is_title { Source::Headline } else { Source::OtherHeadline };
        self.evidence.add(Field::Title, source, 0, text);
        self.headline = Some(node);
        self.near = self.around(node);
    }

    /// The nodes around a headline.
    fn around(&self, headline: u32) -> Range<u32> {
        let end = self.outline.inside(headline).end;
        let last = self.outline.nodes().len() as u32;
        let is_text = |node: &u32| self.span(*node).is_some_and(|text| !text.trim().is_empty());
        let before = (0..headline).rev().filter(is_text).nth(BEFORE).unwrap_or(0);
        before..(end..last).filter(is_text).nth(AFTER).unwrap_or(last)
    }

    /// What tells which node of JSON-LD is the page.
    pub fn hints(&self, address: Option<&str>) -> Hints {
        let titles = [Source::Headline, Source::OtherHeadline, Source::TitleTag, Source::OpenGraph];
        let titles = titles.iter().filter_map(|of| self.evidence.first(Field::Title, *of));
        let own = [Source::Rel, Source::OpenGraph];
        let own = own.iter().filter_map(|of| self.evidence.first(Field::Canonical, *of));
        let addresses = own.chain(address).map(same_address);
        Hints {
            titles: titles.map(plain).collect(),
            addresses: addresses.filter(|address| address.contains('/')).collect(),
        }
    }
}
