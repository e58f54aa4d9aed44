//! FeatureExtractor and K-FeatureExtractor: keep the parts of a page that are the most text and the
//! least anything else.
//!
//! Debnath, Mitra, Pal and Giles, "Automatic Identification of Informative Sections of Web Pages",
//! TKDE 17(9), 2005. The paper specifies only the idea: the page is cut into parts at certain tags;
//! a part has features (text, links, images, …), and scores the share that the wanted one, here
//! text, has among its features. `fe` keeps the best part. `kfe` clusters the scores by k-means and
//! keeps the best cluster. Our choices:
//!
//! - Only the body counts. Parts end at the tags of TABLE, TR, HR, P and UL.
//! - The features are text (characters other than white space), links (A), images and other
//!   objects, lists and their items, forms and their fields; each is divided by its number in the
//!   page.
//! - Of equal parts `fe` keeps the first. Many parts have only text, so that is often a short one,
//!   which agrees with the low F1 in CETR's table.
//! - `kfe` makes two clusters, beginning with the lowest and the highest score, so there is no
//!   chance in it.

use rustc_hash::FxHashMap;
use tamis_blocks::classify::{Classifier, Subject};
use tamis_blocks::html::{self, known_tag};
use tamis_blocks::page::{Event, Label, Page, Tag};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FeatureExtractor {
    /// The best one.
    Best,
    /// Those of the best cluster.
    Cluster,
}

const ENDS: [&str; 5] = ["TABLE", "TR", "HR", "P", "UL"];

/// The elements that are features; text comes before them.
const FEATURES: [&[&str]; 4] = [
    &["A"],
    &["IMG", "OBJECT", "EMBED", "APPLET", "IFRAME"],
    &["UL", "OL", "DL", "LI", "DT", "DD"],
    &["FORM", "INPUT", "SELECT", "OPTION", "TEXTAREA", "BUTTON"],
];

/// The amounts of text and of each of [`FEATURES`].
type FeatureAmounts = [u64; 1 + FEATURES.len()];

/// The parts of a page.
struct PageParts {
    /// The share of text in each part, 0 to 1.
    scores: Vec<f64>,
    /// The part of each block.
    of_block: Vec<usize>,
}

/// What an element means: whether its tags end a part, and which feature it is.
#[derive(Clone, Copy)]
struct Meaning {
    ends: bool,
    feature: Option<usize>,
}

impl Meaning {
    fn from_name(name: &str) -> Self {
        let feature =
            FEATURES.iter().position(|names| names.contains(&name)).map(|place| place + 1);
        Self { ends: ENDS.contains(&name), feature }
    }
}

/// The meanings of a page's elements so far, by tag.
struct Meanings<'a> {
    page: &'a Page,
    known: FxHashMap<Tag, Meaning>,
}

impl Meanings<'_> {
    fn get(&mut self, tag: Tag) -> Meaning {
        let page = self.page;
        *self.known.entry(tag).or_insert_with(|| Meaning::from_name(html::name(page, tag)))
    }
}

impl PageParts {
    fn new(subject: &Subject) -> Self {
        let empty = FeatureAmounts::default();
        let mut meanings = Meanings { page: subject.page, known: FxHashMap::default() };
        // The last part is the current one.
        let mut parts = vec![empty];
        let mut of_block = vec![0; subject.blocks.blocks.len()];
        let mut blocks = subject.blocks.blocks.iter().enumerate().peekable();
        // Reading begins at the body: the title belongs to no part.
        let body = known_tag(b"BODY");
        let body = subject
            .page
            .events
            .iter()
            .position(|event| matches!(event, Event::Start(tag) if Some(*tag) == body));
        for (index, event) in (0u32..).zip(&subject.page.events).skip(body.unwrap_or(0)) {
            if let Event::Start(tag) | Event::End(tag) = event
                && meanings.get(*tag).ends
                && parts.last() != Some(&empty)
            {
                parts.push(empty);
            }
            let current = parts.len() - 1;
            match event {
                Event::Start(tag) => {
                    if let Some(feature) = meanings.get(*tag).feature {
                        parts[current][feature] += 1;
                    }
                }
                Event::End(_) => {}
                Event::Text(span) => {
                    while let Some((block, _)) =
                        blocks.next_if(|(_, block)| block.events.start <= index)
                    {
                        of_block[block] = current;
                    }
                    let text = &subject.page.text[span.start as usize..span.end as usize];
                    parts[current][0] += text.chars().filter(|c| !c.is_whitespace()).count() as u64;
                }
            }
        }
        // An empty last part is dropped, unless a block is in it: a block may be all white space.
        if parts.len() > 1
            && parts.last() == Some(&empty)
            && of_block.last() != Some(&(parts.len() - 1))
        {
            parts.pop();
        }
        let mut totals = empty;
        for part in &parts {
            for (total, amount) in totals.iter_mut().zip(part) {
                *total += amount;
            }
        }
        Self { scores: parts.iter().map(|part| share_of_text(part, &totals)).collect(), of_block }
    }

    /// Returns the best part, the first of equals.
    fn best(&self) -> usize {
        let mut best = 0;
        for part in 1..self.scores.len() {
            if self.scores[part] > self.scores[best] {
                best = part;
            }
        }
        best
    }

    /// Returns the score between the two clusters: higher ones are in the better cluster. If all
    /// are equal, it is below them.
    fn border(&self) -> f64 {
        let mut sorted = self.scores.clone();
        sorted.sort_by(f64::total_cmp);
        let [Some(&lowest), Some(&highest)] = [sorted.first(), sorted.last()] else { return 0.0 };
        if lowest == highest {
            return -1.0;
        }
        let mut border = (lowest + highest) / 2.0;
        // The border of k-means only moves one way, past at least one score each time; it settles
        // long before the bound.
        for _ in 0..100 {
            let (low, high) = sorted.split_at(sorted.partition_point(|&score| score <= border));
            let next = (mean(low) + mean(high)) / 2.0;
            if next == border {
                break;
            }
            border = next;
        }
        border
    }
}

fn mean(scores: &[f64]) -> f64 {
    scores.iter().sum::<f64>() / scores.len() as f64
}

/// Returns the share of a part in a page's text, divided by the sum of its shares in all amounts.
fn share_of_text(part: &FeatureAmounts, totals: &FeatureAmounts) -> f64 {
    let shares: Vec<f64> = part
        .iter()
        .zip(totals)
        .map(|(&amount, &total)| if total == 0 { 0.0 } else { amount as f64 / total as f64 })
        .collect();
    let sum: f64 = shares.iter().sum();
    if sum == 0.0 { 0.0 } else { shares[0] / sum }
}

impl Classifier for FeatureExtractor {
    fn classify(&self, subject: &Subject) -> Vec<Label> {
        let parts = PageParts::new(subject);
        let kept: Vec<bool> = match self {
            Self::Best => {
                let best = parts.best();
                (0..parts.scores.len()).map(|part| part == best).collect()
            }
            Self::Cluster => {
                let border = parts.border();
                parts.scores.iter().map(|&score| score > border).collect()
            }
        };
        parts
            .of_block
            .iter()
            .map(|&part| if kept[part] { Label::Content } else { Label::Boilerplate })
            .collect()
    }

    fn explain(&self, subject: &Subject) -> Vec<String> {
        let parts = PageParts::new(subject);
        let best = parts.best();
        let border = parts.border();
        let mut explanations = Vec::with_capacity(parts.of_block.len());
        for &part in &parts.of_block {
            let score = parts.scores[part];
            let number = part + 1;
            let all = parts.scores.len();
            let what = format!("part {number} of {all}, of which {score:.3} is text");
            explanations.push(match self {
                Self::Best => format!(
                    "fe: {what}; the best is part {}, of which {:.3} is text",
                    best + 1,
                    parts.scores[best]
                ),
                Self::Cluster => {
                    format!("kfe: {what}; the better cluster begins above {:.3}", border.max(0.0))
                }
            });
        }
        explanations
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_blocks::page::Cut;

    fn kept(markup: &str, method: FeatureExtractor) -> Vec<String> {
        let page = html::parse_str(markup);
        let blocks = tamis_blocks::block::cut(&page, Cut::Boilerpipe);
        method.text(&Subject::new(&page, &blocks)).lines().map(str::to_owned).collect()
    }

    #[test]
    fn the_best_part_or_the_best_cluster_stays() {
        let html = "<title>of the page</title><ul><li><a>home</a></ul><p>some text<p>with a \
                    <a>link</a> in it<p>more text<hr><img>caption";
        assert_eq!(kept(html, FeatureExtractor::Best), ["some text"]);
        assert_eq!(kept(html, FeatureExtractor::Cluster), ["some text", "more text"]);
    }

    #[test]
    fn pages_of_one_part_and_without_text_have_labels() {
        assert_eq!(kept("one part", FeatureExtractor::Cluster), ["one part"]);
        assert_eq!(kept("one part", FeatureExtractor::Best), ["one part"]);
        assert!(
            kept("", FeatureExtractor::Best).is_empty()
                && kept("<p><img>", FeatureExtractor::Cluster).is_empty()
        );
    }

    #[test]
    fn features_are_shares_of_the_page_s() {
        // 1 of 10 characters and 1 of 2 links: 0.1 / 0.6.
        assert!((share_of_text(&[1, 1, 0, 0, 0], &[10, 2, 5, 0, 1]) - 1.0 / 6.0).abs() < 1e-12);
        assert_eq!(share_of_text(&[0; 5], &[10; 5]), 0.0);
    }

    fn border(scores: &[f64]) -> f64 {
        PageParts { scores: scores.into(), of_block: Vec::new() }.border()
    }

    #[test]
    fn the_border_is_that_of_k_means() {
        assert_eq!(border(&[0.0, 0.0, 0.1, 0.9, 1.0]), (0.1 / 3.0 + 0.95) / 2.0);
        assert_eq!(border(&[0.0, 0.6, 0.6, 0.6, 1.0]), 0.35);
        assert_eq!((border(&[0.5, 0.5]), border(&[])), (-1.0, 0.0));
    }

    #[test]
    fn the_share_of_text_is_explained() {
        let page = html::parse_str("<p>text<p><a>link</a>");
        let blocks = tamis_blocks::block::cut(&page, Cut::Boilerpipe);
        let reasons = FeatureExtractor::Cluster.explain(&Subject::new(&page, &blocks));
        assert_eq!(
            reasons[1],
            "kfe: part 2 of 2, of which 0.333 is text; the better cluster begins above 0.667"
        );
    }
}
