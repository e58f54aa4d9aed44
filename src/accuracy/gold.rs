//! What human judges said of a page: its text and, where they marked the page itself, the class of every piece of it.

use tamis_blocks::block::carry::{self, Piece};
use tamis_blocks::page::{Blocks, Label};

/// The classes of L3S-GN1 (Kohlschütter, Fankhauser, Nejdl 2010, section 3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Navigation, advertisements, templates; and whatever nobody marked.
    Boilerplate,
    /// The article's headline.
    Headline,
    /// The article.
    FullText,
    /// What belongs to the article without being its text: captions, dates, authors.
    Supplemental,
    /// Links to other articles.
    Related,
    /// Comments of readers.
    Comments,
}

impl Class {
    /// All of them, in the order of their numbers in L3S-GN1.
    pub const ALL: [Self; 6] =
        [Self::Boilerplate, Self::Headline, Self::FullText, Self::Supplemental, Self::Related, Self::Comments];

    /// The stable name: it stands in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Boilerplate => "boilerplate",
            Self::Headline => "headline",
            Self::FullText => "full-text",
            Self::Supplemental => "supplemental",
            Self::Related => "related",
            Self::Comments => "comments",
        }
    }
}

/// What counts as content.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Content {
    /// Everything but boilerplate and links to related articles, comments as well: the WSDM paper's two classes.
    #[default]
    All,
    /// The main text alone.
    Main,
}

impl Content {
    /// Whether a class is content.
    pub fn has(self, class: Class) -> bool {
        match self {
            Self::All => !matches!(class, Class::Boilerplate | Class::Related),
            Self::Main => class == Class::FullText,
        }
    }

    /// The stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Main => "main",
        }
    }
}

/// A page and what should be kept of it.
#[derive(Debug, Clone, Default)]
pub struct GoldPage {
    /// The page's bytes.
    pub html: Vec<u8>,
    /// Its encoding where the data set knows better than the page.
    pub charset: Option<String>,
    /// The text that should be kept.
    pub text: String,
    /// The same with CleanEval's tags `<p>`, `<h>` and `<l>`, where the data set has them.
    pub marked: Option<String>,
    /// The whole page in pieces, where it was marked piece by piece; else none.
    pub pieces: Vec<(Class, String)>,
}

impl GoldPage {
    /// The class of each block of the page: the one that most of its words have, the first of equals. Words that are in
    /// no piece are boilerplate. None where the page was not marked piece by piece.
    pub fn classes(&self, blocks: &Blocks) -> Option<Vec<Class>> {
        if self.pieces.is_empty() {
            return None;
        }
        let mut best = vec![(Class::Boilerplate, 0.0); blocks.blocks.len()];
        for class in Class::ALL {
            let pieces: Vec<Piece> = self.pieces.iter().map(|(of, text)| Piece { text, kept: *of == class }).collect();
            // Without a piece of the class no word can have it, and an alignment costs.
            if pieces.iter().all(|piece| !piece.kept) {
                continue;
            }
            for (best, share) in best.iter_mut().zip(carry::shares(blocks, &pieces)) {
                if share > best.1 {
                    *best = (class, share);
                }
            }
        }
        Some(best.into_iter().map(|(class, _)| class).collect())
    }

    /// Whether each block of the page is content: by its class, or where there are none, by half of its words being in
    /// the gold text.
    pub fn content(&self, blocks: &Blocks, content: Content) -> Vec<bool> {
        match self.classes(blocks) {
            Some(classes) => classes.into_iter().map(|class| content.has(class)).collect(),
            None => {
                let labels = carry::labels(blocks, &[Piece { text: &self.text, kept: true }]);
                labels.into_iter().map(|label| label == Label::Content).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_blocks::page::Cut;

    fn blocks(html: &str) -> Blocks {
        tamis_blocks::block::cut(&tamis_blocks::html::parse_str(html), Cut::Boilerpipe)
    }

    #[test]
    fn a_block_has_the_class_of_most_of_its_words() {
        let pieces = [(Class::Boilerplate, "Home"), (Class::Headline, "On the"), (Class::FullText, "ice we walk")];
        let pieces = pieces.map(|(class, text)| (class, text.to_owned())).into();
        let page = GoldPage { pieces, ..GoldPage::default() };
        let blocks = blocks("<p>Home<p>On the ice we walk<p>elsewhere");
        let classes = page.classes(&blocks).unwrap();
        assert_eq!(classes, [Class::Boilerplate, Class::FullText, Class::Boilerplate]);
        assert_eq!(page.content(&blocks, Content::All), [false, true, false]);
    }

    #[test]
    fn without_classes_the_text_decides() {
        let page = GoldPage { text: "On the ice we walk".into(), ..GoldPage::default() };
        assert_eq!(page.content(&blocks("<p>Home<p>On the ice we walk"), Content::Main), [false, true]);
    }

    #[test]
    fn the_two_conventions() {
        let content = |content: Content| Class::ALL.map(|class| u8::from(content.has(class)));
        assert_eq!(content(Content::All), [0, 1, 1, 1, 0, 1]);
        assert_eq!(content(Content::Main), [0, 0, 1, 0, 0, 0]);
    }
}
