//! Which H1 is the page's headline, and what is near it.

use super::evidence::plain;
use super::linked::{Hints, same_address};
use super::look::PageLook;
use super::source::{Field, Source};
use super::title::SEPARATORS;
use super::titles::{HALF, SOURCES, Titles};
use std::ops::Range;

/// Texts before a headline that are near it.
const BEFORE: usize = 8;
/// Headings below H1 that are compared with TITLE.
const LOWER: usize = 20;
const WHOLE: usize = 100;
/// Texts after a headline that are near it.
const AFTER: usize = 15;

impl<'a> PageLook<'a> {
    /// Chooses the H1 that shares most words with TITLE or OpenGraph's title; on a page without H1
    /// the first lower heading that says what those say.
    pub fn choose_headline(&mut self) {
        self.titles = Titles::new(&self.evidence);
        if self.headlines.is_empty() {
            self.headline = self.lower_headline();
            self.near = self.headline.map_or(0..0, |headline| self.around(headline));
            return;
        }
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
        let own = is_title.then(|| self.below_site(node, text)).flatten();
        let (node, text) = own.unwrap_or_else(|| (node, text.clone()));
        self.evidence.add(Field::Title, source, 0, &text);
        self.headline = Some(node);
        self.near = self.around(node);
    }

    /// The heading after an H1 that TITLE ends with, as in `Site: Headline`.
    fn below_site(&self, h1: u32, site: &str) -> Option<(u32, String)> {
        let title = self.evidence.first(Field::Title, Source::TitleTag)?;
        let rest = title.strip_prefix(site)?.trim_start();
        let rest = plain(rest.strip_prefix([':', '»'])?);
        let lower = self.lower().filter(|node| *node > h1).map(|node| (node, self.text(node)));
        let is_end = |text: &str| !text.is_empty() && rest.ends_with(text);
        lower.filter(|(_, text)| is_end(&plain(text))).max_by_key(|(_, text)| text.len())
    }

    /// The first headings below H1.
    fn lower(&self) -> impl Iterator<Item = u32> + use<'_, 'a> {
        let is_lower = |node: &u32| matches!(self.outline.name(*node), "H2" | "H3" | "H4");
        (0..self.outline.nodes().len() as u32).filter(is_lower).take(LOWER)
    }

    /// The first heading below H1 that has nothing but words of a title, and most of them; else the
    /// first text that is most of a title.
    fn lower_headline(&self) -> Option<u32> {
        let last = self.outline.nodes().len() as u32;
        let is_title = |node: &u32| {
            let (own, both) = self.titles.agreement(&self.text(*node));
            own == WHOLE && both >= HALF
        };
        let titles: Vec<&str> = self.evidence.firsts(Field::Title, &SOURCES).collect();
        let is_text = |node: &u32| {
            let text = self.span(*node).unwrap_or_default().trim();
            let is_in = |title: &&str| text.len() * 2 >= title.len() && title.contains(text);
            text.contains(' ') && titles.iter().any(is_in)
        };
        let is_body = |node: &u32| self.outline.name(*node) == "BODY";
        let lower = self.lower().find(is_title);
        lower.or_else(|| ((0..last).find(is_body)?..last).find(is_text))
    }

    /// The nodes around a headline.
    fn around(&self, headline: u32) -> Range<u32> {
        let end = self.outline.inside(headline).end;
        let last = self.outline.nodes().len() as u32;
        let is_text = |node: &u32| self.trimmed(*node).is_some();
        let before = (0..headline).rev().filter(is_text).nth(BEFORE).unwrap_or(0);
        before..(end..last).filter(is_text).nth(AFTER).unwrap_or(last)
    }

    /// What tells which node of JSON-LD is the page.
    pub fn hints(&self, address: Option<&str>) -> Hints {
        let titles = [Source::Headline, Source::OtherHeadline, Source::TitleTag, Source::OpenGraph];
        let titles = self.evidence.firsts(Field::Title, &titles);
        let own = self.evidence.firsts(Field::Canonical, &[Source::Rel, Source::OpenGraph]);
        let addresses = own.chain(address).map(same_address);
        Hints {
            titles: titles.map(plain).collect(),
            addresses: addresses.filter(|address| address.contains('/')).collect(),
        }
    }
}
