//! Elements that are removed if they look suspicious: by the length of their text, their class, and
//! how many links, images and fields they contain.

use super::article::ArticleReader;
use super::html::Id;
use super::sums::{Count, Sums};
use crate::name::{Name, Set};

/// A text of one of these words is an advertisement.
const AD_WORDS: [&str; 10] = [
    "ad",
    "advertising",
    "advertisement",
    "pub",
    "publicité",
    "werb",
    "werbung",
    "广告",
    "реклама",
    "anuncio",
];
/// A text of one of these words stands for what is loaded later.
const LOADING_WORDS: [&str; 5] = ["loading", "正在加载", "загрузка", "chargement", "cargando"];
/// Longer texts are none of these words.
const MAX_WORD: u32 = 20;

/// What decides about an element.
struct ElementEvidence {
    sums: Sums,
    weight: f64,
    is_list: bool,
    in_figure: bool,
}

impl ArticleReader<'_> {
    /// Removes suspicious elements of a name, innermost first.
    pub fn clean_conditionally(&mut self, content: Id, name: Name) {
        if !self.cleans_conditionally {
            return;
        }
        let mut names = Set::from_names("");
        names.add(name);
        for &id in self.page.all(content, names).iter().rev() {
            if self.is_suspicious(id, name) {
                self.page.detach(id);
            }
        }
    }

    fn is_suspicious(&mut self, id: Id, name: Name) -> bool {
        let sums = self.page.sums(id);
        if self.is_data(id, name) || sums.get(Count::DataTables) > 0 {
            return false;
        }
        let weight = self.weight(id);
        if weight < 0.0 {
            return true;
        }
        if sums.get(Count::LatinCommas) >= 10 || sums.get(Count::Videos) > 0 {
            return false;
        }
        let length = sums.inner_length();
        if length <= MAX_WORD && is_placeholder(&self.page.inner_text(id)) {
            return true;
        }
        let is_list = name == Name::UL || sums.density(Count::Lists) > 0.9;
        let in_figure = self.page.has_ancestor(id, Name::FIGURE);
        let evidence = ElementEvidence { sums, weight, is_list, in_figure };
        evidence.is_against() && !(is_list && self.is_list_of_images(id, &sums))
    }

    /// Whether an element is a table of data, or in one, or in code.
    fn is_data(&self, id: Id, name: Name) -> bool {
        let page = &self.page;
        (name == Name::TABLE && page.data_tables.contains(&id))
            || (!page.data_tables.is_empty()
                && page.tree.ancestors(id).any(|at| page.data_tables.contains(&at)))
            || page.has_ancestor(id, Name::CODE)
    }

    /// Whether every item of a list is an image and nothing else.
    fn is_list_of_images(&self, id: Id, sums: &Sums) -> bool {
        let page = &self.page;
        let single = |child: Id| page.tree.elements(child).nth(1).is_none();
        page.tree.elements(id).all(single) && sums.get(Count::Images) == sums.get(Count::Items)
    }
}

impl ElementEvidence {
    fn is_against(&self) -> bool {
        let sums = &self.sums;
        let paragraphs = sums.get(Count::Paragraphs);
        let images = sums.get(Count::Images);
        let embeds = sums.get(Count::Embeds);
        let length = sums.inner_length();
        let links = sums.link_density();
        let few_paragraphs = f64::from(paragraphs) / f64::from(images) < 0.5;
        let short = sums.density(Count::Headings) < 0.9
            && length < 25
            && (images == 0 || images > 2)
            && links > 0.0;
        (!self.in_figure && images > 1 && few_paragraphs)
            || (!self.is_list && sums.get(Count::Items) > paragraphs.saturating_add(100))
            || sums.get(Count::Inputs) > paragraphs / 3
            || (!self.is_list && !self.in_figure && short)
            || (!self.is_list && self.weight < 25.0 && links > 0.2)
            || (self.weight >= 25.0 && links > 0.5)
            || (embeds == 1 && length < 75)
            || embeds > 1
            || (images == 0 && sums.density(Count::Textish) == 0.0)
    }
}

fn is_placeholder(text: &str) -> bool {
    let lower = text.to_lowercase();
    let loading = lower.strip_suffix('…').or_else(|| lower.strip_suffix("...")).unwrap_or(&lower);
    AD_WORDS.contains(&&*lower) || LOADING_WORDS.contains(&loading)
}
