//! The gold of a page: its text and, if the judges annotated the page itself, the class of each
//! piece.

use serde::{Deserialize, Serialize};
use tamis_blocks::block::carry::{self, Alignment, BlockWords, Piece};
use tamis_blocks::page::{Blocks, Label};

/// The classes of L3S-GN1 (Kohlschütter, Fankhauser, Nejdl 2010, section 3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum GoldClass {
    /// Navigation, advertisements, templates, and all text without annotation.
    Boilerplate,
    Headline,
    FullText,
    /// Parts of the article outside its text: captions, dates, authors.
    Supplemental,
    Related,
    Comments,
}

impl GoldClass {
    /// All of them, in the order of their numbers in L3S-GN1.
    pub const ALL: [Self; 6] = [
        Self::Boilerplate,
        Self::Headline,
        Self::FullText,
        Self::Supplemental,
        Self::Related,
        Self::Comments,
    ];

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

/// The classes that count as content.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Content {
    /// Everything but boilerplate and links to related articles; includes comments. The WSDM
    /// paper's two classes.
    #[default]
    All,
    /// The article: headline, text, captions; no comments of readers.
    Article,
    Main,
}

impl Content {
    /// All of them in their order, each with its name and what it is.
    pub const NAMED: [(Self, &'static str, &'static str); 3] = [
        (
            Self::All,
            "all",
            "Headline, text, captions and comments, but not links to related articles",
        ),
        (
            Self::Article,
            "article",
            "The article: headline, text and captions, without readers' comments",
        ),
        (Self::Main, "main", "Only the main text"),
    ];

    /// Whether a class is content.
    pub fn has(self, class: GoldClass) -> bool {
        match self {
            Self::All => !matches!(class, GoldClass::Boilerplate | GoldClass::Related),
            Self::Article => {
                matches!(class, GoldClass::Headline | GoldClass::FullText | GoldClass::Supplemental)
            }
            Self::Main => class == GoldClass::FullText,
        }
    }

    pub fn name(self) -> &'static str {
        Self::NAMED[self as usize].1
    }
}

/// A page with its gold.
#[derive(Debug, Clone, Default)]
pub struct GoldPage {
    /// The page's bytes.
    pub html: Vec<u8>,
    /// Its encoding, if the data set states one.
    pub charset: Option<String>,
    /// The text that should be kept.
    pub text: String,
    /// The same text with CleanEval's tags `<p>`, `<h>` and `<l>`, if the data set has them.
    pub marked: Option<String>,
    /// The page's Markdown as it should be, if the data set has it.
    pub markdown: Option<String>,
    /// The text with the comments of readers, if `text` is without and the data set has both.
    pub with_comments: Option<String>,
    /// The whole page in annotated pieces; empty if it was not annotated.
    pub pieces: Vec<(GoldClass, String)>,
}

impl GoldPage {
    /// Whether some text should be kept. If not, the judges kept nothing, or the gold was lost.
    pub fn has_text(&self) -> bool {
        !self.text.trim().is_empty()
    }

    /// Returns the class of each block: that of most of its words, the first of equals. Words
    /// outside all pieces are boilerplate. None if the page was not annotated.
    pub fn classes(&self, blocks: &Blocks) -> Option<Vec<GoldClass>> {
        if self.pieces.is_empty() {
            return None;
        }
        let mut best = vec![(GoldClass::Boilerplate, 0.0); blocks.blocks.len()];
        let texts = self.pieces.iter().map(|(_, text)| text.as_str());
        let alignment = Alignment::new(&BlockWords::new(blocks), texts);
        for class in GoldClass::ALL {
            let shares = alignment.shares(|piece| self.pieces[piece].0 == class);
            for (best, share) in best.iter_mut().zip(shares) {
                if share > best.1 {
                    *best = (class, share);
                }
            }
        }
        Some(best.into_iter().map(|(class, _)| class).collect())
    }

    /// Returns whether each block is content: by its class or, without classes, if half of its
    /// words are in the gold text.
    pub fn content(&self, blocks: &Blocks, content: Content) -> Vec<bool> {
        match self.classes(blocks) {
            Some(classes) => classes.into_iter().map(|class| content.has(class)).collect(),
            None => {
                let labels = carry::labels(
                    &BlockWords::new(blocks),
                    &[Piece { text: &self.text, kept: true }],
                );
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
        let pieces = [
            (GoldClass::Boilerplate, "Home"),
            (GoldClass::Headline, "On the"),
            (GoldClass::FullText, "ice we walk"),
        ];
        let pieces = pieces.map(|(class, text)| (class, text.to_owned())).into();
        let page = GoldPage { pieces, ..GoldPage::default() };
        let blocks = blocks("<p>Home<p>On the ice we walk<p>elsewhere");
        let classes = page.classes(&blocks).unwrap();
        assert_eq!(classes, [GoldClass::Boilerplate, GoldClass::FullText, GoldClass::Boilerplate]);
        assert_eq!(page.content(&blocks, Content::All), [false, true, false]);
    }

    #[test]
    fn without_classes_the_text_decides() {
        let page = GoldPage { text: "On the ice we walk".into(), ..GoldPage::default() };
        assert_eq!(
            page.content(&blocks("<p>Home<p>On the ice we walk"), Content::Main),
            [false, true]
        );
    }

    #[test]
    fn the_conventions() {
        for (content, classes) in [
            (Content::All, [0, 1, 1, 1, 0, 1]),
            (Content::Article, [0, 1, 1, 1, 0, 0]),
            (Content::Main, [0, 0, 1, 0, 0, 0]),
        ] {
            assert_eq!(GoldClass::ALL.map(|class| u8::from(content.has(class))), classes);
        }
    }
}
