//! What is taken out of the article: forms, embedded documents, links to share it, headings of
//! other things, and empty paragraphs.

use super::article::{ArticleReader, MIN_ARTICLE};
use super::html::{Flag, Id, NONE};
use super::prepare::skip_blank;
use super::sums::Count;
use super::words;
use crate::name::{Name, Set};

const IMAGES: Set = Set::from_names("img picture");

impl ArticleReader<'_> {
    /// Cleans the article.
    pub fn clean(&mut self, content: Id) {
        self.mark_data_tables(content);
        self.add_lazy_images(content);
        self.clean_conditionally(content, Name::FORM);
        self.clean_conditionally(content, Name::FIELDSET);
        self.remove_all(content, const { Set::from_names("object embed footer link aside") });
        let parts: Vec<Id> = self.page.tree.elements(content).collect();
        for part in parts {
            self.remove_shares(part);
        }
        let fields = const { Set::from_names("iframe input textarea select button") };
        self.remove_all(content, fields);
        for heading in self.page.all(content, const { Set::from_names("h1 h2") }) {
            if self.weight(heading) < 0.0 {
                self.page.detach(heading);
            }
        }
        self.clean_conditionally(content, Name::TABLE);
        self.clean_conditionally(content, Name::UL);
        self.clean_conditionally(content, Name::DIV);
        for heading in self.page.all(content, const { Set::from_names("h1") }) {
            self.page.rename(heading, Name::H2);
        }
        self.remove_empty_paragraphs(content);
        self.remove_breaks(content);
        self.unwrap_tables(content);
    }

    /// Figures whose images are loaded later get one.
    fn add_lazy_images(&mut self, content: Id) {
        for figure in self.page.all(content, const { Set::from_names("figure") }) {
            if self.page.has(figure, Flag::LazyImage)
                && !self.page.tree.below(figure).any(|at| IMAGES.has(self.page.name(at)))
            {
                let image = self.page.make(Name::IMG);
                self.page.append(figure, image);
            }
        }
    }

    /// Removes all elements of some names, except videos.
    fn remove_all(&mut self, content: Id, names: Set) {
        for id in self.page.all(content, names) {
            if !self.page.has(id, Flag::Video) {
                self.page.detach(id);
            }
        }
    }

    /// Removes short elements below one that serve to share the article.
    fn remove_shares(&mut self, part: Id) {
        let end = self.page.next(part, false);
        let mut next = self.page.next(part, true);
        while let Some(id) = next.filter(|_| next != end) {
            let shares = words::is_share(self.page.class(id), self.page.id(id))
                && self.page.sums(id).get(Count::Raw) < MIN_ARTICLE;
            next = if shares { self.page.remove_and_next(id) } else { self.page.next(id, true) };
        }
    }

    fn remove_empty_paragraphs(&mut self, content: Id) {
        let paragraphs = self.page.all(content, const { Set::from_names("p") });
        for &paragraph in paragraphs.iter().rev() {
            let sums = self.page.sums(paragraph);
            let media = sums.get(Count::Images) + sums.get(Count::Embeds);
            if media == 0 && !sums.has_ink() {
                self.page.detach(paragraph);
            }
        }
    }

    fn remove_breaks(&mut self, content: Id) {
        for br in self.page.all(content, const { Set::from_names("br") }) {
            let next = skip_blank(&self.page, self.page.tree.node(br).next);
            if next != NONE && self.page.tag(next) == Name::P {
                self.page.detach(br);
            }
        }
    }

    /// Tables of one cell become a paragraph or a DIV.
    fn unwrap_tables(&mut self, content: Id) {
        for table in self.page.all(content, const { Set::from_names("table") }) {
            let page = &mut self.page;
            let body = page.single_inside(table, Name::TBODY).unwrap_or(table);
            let row = page.single_inside(body, Name::TR);
            let Some(cell) = row.and_then(|row| page.single_inside(row, Name::TD)) else {
                continue;
            };
            let line = page.tree.children(cell).all(|child| page.is_phrasing(child));
            page.rename(cell, if line { Name::P } else { Name::DIV });
            page.replace(table, cell);
        }
    }
}
