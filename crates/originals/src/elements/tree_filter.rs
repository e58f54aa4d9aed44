//! The filter of Viveros-Jiménez et al. ("Improving the Boilerpipe Algorithm for Boilerplate
//! Removal in News Articles Using HTML Tree Structure", Computación y Sistemas 22(2), 2018): of the
//! text that another classifier keeps, it keeps the part below one node of the page's tree.
//!
//! Every kept text belongs to a paragraph; paragraphs with the same n-th ancestor form a group; the
//! group with the most text is kept. The paper says that "a paragraph should not contain other
//! paragraphs. In this case we use the closest child instead", which can be read in two ways, see
//! [`ParagraphRule`]. Choices that the paper leaves open: above the root, the ancestor is the root;
//! the size of a group is its number of characters after collapsing white space; among groups of
//! equal size the first is kept.

use std::collections::HashMap;
use std::sync::LazyLock;
use tamis_blocks::classify::{Classifier, Subject};
use tamis_blocks::html;
use tamis_blocks::page::{Event, Label, Page, Tag};
use tamis_blocks::{Error, Result};

/// The elements that the paper counts as paragraphs.
const PARAGRAPHS: [&str; 14] = [
    "DIV", "TABLE", "UL", "OL", "P", "SECTION", "ARTICLE", "H1", "H2", "H3", "H4", "H5", "H6",
    "HEADER",
];

/// Which element is the paragraph of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ParagraphRule {
    /// The nearest element of the list around it.
    Nearest,
    /// The same; but if that contains further elements of the list, its child that contains the
    /// text, or the text itself.
    Innermost,
}

/// The filter, with the classifier it works on.
pub(crate) struct TreeFilter {
    reading: ParagraphRule,
    /// The ancestor that defines the groups; 1 is the parent.
    ancestor: usize,
    inner: Box<dyn Classifier>,
    inner_name: String,
}

impl TreeFilter {
    /// Parses an argument such as `A2` or `b5:boilerpipe-default`; `make` builds the inner
    /// classifier from its name. Without an argument: the paper's best setting, over the extractor
    /// that the paper used.
    ///
    /// # Errors
    /// The reading or the ancestor is invalid, or `make` fails.
    pub(crate) fn new(
        argument: Option<&str>,
        make: impl FnOnce(&str) -> Result<Box<dyn Classifier>>,
    ) -> Result<Self> {
        let argument = argument.unwrap_or("A2");
        let (how, inner) = argument.split_once(':').unwrap_or((argument, "boilerpipe-article"));
        let (reading, ancestor) = match how.as_bytes() {
            [b'A' | b'a', n @ b'1'..=b'5'] => (ParagraphRule::Nearest, n - b'0'),
            [b'B' | b'b', n @ b'1'..=b'5'] => (ParagraphRule::Innermost, n - b'0'),
            _ => {
                return Err(Error::setting(format!(
                    "tree-filter: found '{how}', expected a reading (A or B) and an ancestor (1 to \
                     5), optionally followed by a classifier: tree-filter:A2 or \
                     tree-filter:B3:boilerpipe-default"
                )));
            }
        };
        Ok(Self {
            reading,
            ancestor: ancestor.into(),
            inner: make(inner)?,
            inner_name: inner.to_owned(),
        })
    }

    /// Groups the blocks that the inner classifier keeps.
    fn groups(&self, subject: &Subject, labels: &[Label]) -> BlockGroups {
        let mut tree = ElementTree::default();
        let mut groups =
            BlockGroups { of: vec![None; labels.len()], sizes: Vec::new(), tags: Vec::new() };
        let mut numbers: HashMap<u32, usize> = HashMap::new();
        // Only after the whole page is it known which paragraphs contain others, so groups are made
        // at the end.
        let mut texts: Vec<(u32, u32, u32)> = Vec::new();
        let blocks = subject.blocks.blocks.iter().enumerate();
        let mut kept = blocks.filter(|(at, _)| labels[*at] == Label::Content).peekable();
        for (index, event) in (0u32..).zip(&subject.page.events) {
            match event {
                Event::Start(tag) => tree.open(*tag, is_paragraph(subject.page, *tag)),
                Event::End(_) => tree.close(),
                Event::Text(span) => {
                    while kept.next_if(|(_, block)| block.events.end <= index).is_some() {}
                    let Some((at, _)) =
                        kept.peek().filter(|(_, block)| block.events.contains(&index))
                    else {
                        continue;
                    };
                    let size = length(&subject.page.text[span.start as usize..span.end as usize]);
                    if size > 0 {
                        texts.push((*at as u32, tree.current(), size as u32));
                    }
                }
            }
        }
        for (at, element, size) in texts {
            let root = tree.group(element, self.reading, self.ancestor);
            let number = *numbers.entry(root).or_insert_with(|| {
                groups.sizes.push(0);
                groups.tags.push(tree.elements.get(root as usize).map(|element| element.tag));
                groups.sizes.len() - 1
            });
            groups.sizes[number] += size as usize;
            // The texts of a block are in one paragraph, because every element except inline ones
            // ends a block.
            groups.of[at as usize].get_or_insert(number);
        }
        groups
    }
}

/// The blocks grouped by ancestor.
struct BlockGroups {
    /// The group of each block, if the inner classifier keeps it.
    of: Vec<Option<usize>>,
    /// The size of each group in characters, in page order.
    sizes: Vec<usize>,
    /// The root element of each group; `None` for a page without elements.
    tags: Vec<Option<Tag>>,
}

impl BlockGroups {
    fn largest(&self) -> Option<usize> {
        let most = self.sizes.iter().max()?;
        self.sizes.iter().position(|size| size == most)
    }

    /// Explains whether a group is kept.
    fn explain(&self, group: usize, largest: Option<usize>, page: &Page) -> String {
        let name = self.tags[group].map_or("page", |tag| html::name(page, tag));
        let number = group + 1;
        let all = self.sizes.len();
        let size = self.sizes[group];
        let verdict = match largest {
            Some(largest) if largest != group => {
                format!("boilerplate (the largest group has {}", self.sizes[largest])
            }
            _ => "content (the largest group".to_owned(),
        };
        format!(
            "tree filter: {verdict}; this is group {number} of {all}, below one {name}, {size} \
             characters)"
        )
    }
}

impl Classifier for TreeFilter {
    fn classify(&self, subject: &Subject) -> Vec<Label> {
        let mut labels = self.inner.classify(subject);
        let groups = self.groups(subject, &labels);
        let largest = groups.largest();
        for (label, group) in labels.iter_mut().zip(&groups.of) {
            if group.is_none() || *group != largest {
                *label = Label::Boilerplate;
            }
        }
        labels
    }

    fn explain(&self, subject: &Subject) -> Vec<String> {
        let groups = self.groups(subject, &self.inner.classify(subject));
        let largest = groups.largest();
        let inner = self.inner.explain(subject);
        let mut explanations = Vec::with_capacity(groups.of.len());
        for (at, group) in groups.of.iter().enumerate() {
            let inner = inner.get(at).map_or(self.inner_name.as_str(), String::as_str);
            explanations.push(match *group {
                Some(group) => format!("{inner}; {}", groups.explain(group, largest, subject.page)),
                None => inner.to_owned(),
            });
        }
        explanations
    }

    fn model_sum(&self) -> Option<u64> {
        self.inner.model_sum()
    }

    fn needs_markup(&self) -> bool {
        self.inner.needs_markup()
    }
}

/// The elements of a page read so far, by number.
#[derive(Default)]
struct ElementTree {
    elements: Vec<FilterElement>,
    open: Vec<u32>,
}

/// Stands for no element; an [`Option`] would double the size of a number, and a large page has
/// millions of elements.
const NONE: u32 = u32::MAX;

struct FilterElement {
    tag: Tag,
    /// [`NONE`] at the root.
    parent: u32,
    /// The nearest element of the list, itself included; [`NONE`] if there is none.
    paragraph: u32,
    /// Whether it is a paragraph that contains another one.
    holds_paragraphs: bool,
}

impl ElementTree {
    fn open(&mut self, tag: Tag, is_paragraph: bool) {
        let number = self.elements.len() as u32;
        let parent = self.open.last().copied().unwrap_or(NONE);
        let outer = self.elements.get(parent as usize).map_or(NONE, |parent| parent.paragraph);
        if let (true, Some(outer)) = (is_paragraph, self.elements.get_mut(outer as usize)) {
            outer.holds_paragraphs = true;
        }
        let paragraph = if is_paragraph { number } else { outer };
        self.elements.push(FilterElement { tag, parent, paragraph, holds_paragraphs: false });
        self.open.push(number);
    }

    fn close(&mut self) {
        self.open.pop();
    }

    /// The innermost open element; the root for text outside all elements.
    fn current(&self) -> u32 {
        self.open.last().copied().unwrap_or(0)
    }

    /// Returns the ancestor that defines the group of a text in `element`.
    fn group(&self, element: u32, reading: ParagraphRule, ancestor: usize) -> u32 {
        let Some(text) = self.elements.get(element as usize) else { return 0 };
        let paragraph = if text.paragraph == NONE { 0 } else { text.paragraph };
        // The parent of the child, or of the text, is the paragraph itself: one step less.
        let inner = reading == ParagraphRule::Innermost
            && self.elements[paragraph as usize].holds_paragraphs;
        let mut root = paragraph;
        for _ in 0..ancestor - usize::from(inner) {
            let parent = self.elements[root as usize].parent;
            if parent == NONE {
                break;
            }
            root = parent;
        }
        root
    }
}

/// Whether a well-known element is a paragraph, by tag. BODY is one, so that every text has a
/// paragraph.
static KNOWN: LazyLock<Vec<bool>> = LazyLock::new(|| {
    let names = (0..).map_while(|number| html::known_name(Tag(number)));
    names.map(|name| name == "BODY" || PARAGRAPHS.contains(&name)).collect()
});

/// Whether an element is a paragraph. SECTION, ARTICLE and HEADER may not be well-known.
fn is_paragraph(page: &Page, tag: Tag) -> bool {
    KNOWN
        .get(tag.0 as usize)
        .copied()
        .unwrap_or_else(|| PARAGRAPHS.contains(&html::name(page, tag)))
}

/// Returns the number of characters after trimming and collapsing white space.
fn length(text: &str) -> usize {
    let words = text.split(html::is_space).filter(|word| !word.is_empty());
    words.map(|word| word.chars().count() + 1).sum::<usize>().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::CLASSIFIERS;
    use tamis_blocks::block;
    use tamis_blocks::page::Cut;

    fn kept(html: &str, argument: &str) -> Vec<String> {
        let page = html::parse_str(html);
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let filter = TreeFilter::new(Some(&format!("{argument}:keep-all")), |name| {
            CLASSIFIERS.by_name(name)
        })
        .unwrap();
        filter.text(&Subject::new(&page, &blocks)).lines().map(str::to_owned).collect()
    }

    #[test]
    fn the_group_of_most_text_stays() {
        let html = "<div><div><p>one two</div><div><p>three<p>four</div></div><div><p>five</div>";
        assert_eq!(kept(html, "A1"), ["three", "four"]);
        assert_eq!(kept(html, "a2"), ["one two", "three", "four"]);
        assert_eq!(
            kept(html, "A3"),
            ["one two", "three", "four"],
            "the last paragraph has reached the root"
        );
        assert_eq!(kept(html, "A5").len(), 4, "the root has no parent");
    }

    #[test]
    fn a_paragraph_around_paragraphs_is_read_in_two_ways() {
        // The text of the div itself is in the group of its parent (A), or in the div's own (B).
        let html = "<section><div>long text of the div<p>short</div><div><p>three words \
                    here</div></section>";
        assert_eq!(kept(html, "A1"), ["long text of the div"]);
        assert_eq!(kept(html, "B1"), ["long text of the div", "short"]);
    }

    #[test]
    fn the_first_of_equal_groups_stays_and_nothing_makes_no_group() {
        assert_eq!(kept("<div><p>one</div><div><p>two</div>", "A1"), ["one"]);
        assert!(kept("", "B5").is_empty());
    }

    #[test]
    fn arguments_are_checked() {
        for argument in ["C2", "A0", "A6", "A22", "", "A2:nobody", "A2:tree-filter:X1"] {
            assert!(
                TreeFilter::new(Some(argument), |name| CLASSIFIERS.by_name(name)).is_err(),
                "{argument}"
            );
        }
        assert!(
            TreeFilter::new(Some("b5:boilerpipe-keep-min-words:5"), |name| CLASSIFIERS
                .by_name(name))
            .is_ok()
        );
        assert_eq!(
            TreeFilter::new(None, |name| CLASSIFIERS.by_name(name)).unwrap().inner_name,
            "boilerpipe-article"
        );
    }

    #[test]
    fn it_reports_the_group_of_a_block() {
        let page = html::parse_str("<div><p>one two</div><div><p>three</div>");
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let filter =
            TreeFilter::new(Some("A1:min-words-10"), |name| CLASSIFIERS.by_name(name)).unwrap();
        assert_eq!(
            filter.explain(&Subject::new(&page, &blocks)),
            ["boilerplate (words 2 < 10)", "boilerplate (words 1 < 10)"]
        );
        let filter =
            TreeFilter::new(Some("A1:keep-all"), |name| CLASSIFIERS.by_name(name)).unwrap();
        let expected = [
            "content (every block); tree filter: content (the largest group; this is group 1 of 2, \
             below one DIV, 7 characters)",
            "content (every block); tree filter: boilerplate (the largest group has 7; this is \
             group 2 of 2, below one DIV, 5 characters)",
        ];
        assert_eq!(filter.explain(&Subject::new(&page, &blocks)), expected);
    }
}
