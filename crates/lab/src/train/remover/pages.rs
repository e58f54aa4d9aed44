//! The units of pages as rows of a table, with their labels and weights.

use super::labels;
use crate::accuracy::tokens::tokens;
use crate::train::Example;
use crate::train::draw::Draw;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;
use tamis_blocks::classify::tamis::{Keeps, first_stage, forum, second_stage, units::Units};

/// Rows of features, page by page.
pub struct FeaturePages {
    /// The features of the first row, then those of the next.
    pub values: Vec<i32>,
    /// The features of a row.
    pub width: usize,
    /// The first row of each page, and one past the last.
    starts: Vec<usize>,
}

impl FeaturePages {
    /// The features of the first stage.
    pub fn first(examples: &[&Example]) -> Self {
        let pages = examples.par_iter().map(|example| {
            first_stage::features(&Units::new(example.page.page(), example.page.cut())).values
        });
        Self::joined(pages.collect(), first_stage::WIDTH)
    }

    /// Those and the features of the second stage, by the probabilities of the first.
    pub fn second(examples: &[&Example], probabilities: &[Vec<u16>]) -> Self {
        let pages = examples.par_iter().zip(probabilities).map(|(example, probabilities)| {
            let units = Units::new(example.page.page(), example.page.cut());
            let all: Vec<u32> = (0..units.all.len() as u32).collect();
            second_stage::features(&units, &first_stage::features(&units), probabilities, &all)
        });
        Self::joined(pages.collect(), first_stage::WIDTH + second_stage::WIDTH)
    }

    /// A row for each page: the means of its units' features.
    pub fn means(examples: &[&Example]) -> Self {
        let pages = examples.par_iter().map(|example| {
            let units = Units::new(example.page.page(), example.page.cut());
            forum::page_row(&first_stage::features(&units))
        });
        Self::joined(pages.collect(), first_stage::WIDTH)
    }

    fn joined(pages: Vec<Vec<i32>>, width: usize) -> Self {
        let mut starts = vec![0];
        let mut values = Vec::with_capacity(pages.iter().map(Vec::len).sum());
        for page in pages {
            values.extend(page);
            starts.push(values.len() / width);
        }
        Self { values, width, starts }
    }

    pub fn rows(&self) -> usize {
        self.values.len() / self.width
    }

    /// The features of the rows of a page.
    pub fn features(&self, page: usize) -> &[i32] {
        let Range { start, end } = self.rows_of(page);
        &self.values[start * self.width..end * self.width]
    }

    /// The numbers of the rows of a page.
    pub fn rows_of(&self, page: usize) -> Range<usize> {
        self.starts[page]..self.starts[page + 1]
    }

    /// The page of a row.
    pub fn page_of(&self, row: u32) -> usize {
        self.starts.partition_point(|start| *start <= row as usize) - 1
    }
}

/// Units of fewer tokens are sampled: only a share of them, [`KEPT`], is learned from, with more
/// weight.
const SHORT: usize = 6;
const KEPT: f32 = 0.35;
/// A unit of more tokens weighs as if it had this many.
const MAX_TOKENS: usize = 400;
/// The units of a page whose gold has fewer tokens weigh as if it had this many.
const LEAST_GOLD: usize = 40;

/// Options for labels and weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LabelOptions {
    /// Whether a label is the share of a unit's tokens that the gold has. Otherwise it is 1 from
    /// half of them on, else 0.
    pub shares: bool,
    /// Whether all data sets weigh the same.
    pub balance: bool,
    /// Whether gold inside comments is left out where no gold is known to have none.
    pub without_comments: bool,
}

impl Default for LabelOptions {
    fn default() -> Self {
        Self { shares: true, balance: true, without_comments: true }
    }
}

/// A unit of a page as its gold judges it.
#[derive(Debug, Clone, Copy, PartialEq)]
struct GoldUnit {
    /// The share of its tokens that the gold has.
    share: f32,
    /// The number of its tokens.
    tokens: usize,
    weight: f32,
    /// Whether the gold has it as a comment that may not belong to the article.
    is_doubtful: bool,
}

/// Aligns the units of pages with their gold.
fn judged(examples: &[&Example], keeps: Keeps) -> Vec<Vec<GoldUnit>> {
    examples.par_iter().map(|example| judged_page(example, keeps)).collect()
}

fn judged_page(example: &Example, keeps: Keeps) -> Vec<GoldUnit> {
    let with_comments = example.gold.with_comments.as_ref().filter(|_| keeps == Keeps::Comments);
    let gold = with_comments.unwrap_or(&example.gold.text);
    let units = Units::new(example.page.page(), example.page.cut());
    let texts: Vec<&str> = units.all.iter().map(|unit| units.text_of(unit)).collect();
    let in_gold = tokens(&gold.to_lowercase()).count();
    let mut rows = Vec::with_capacity(texts.len());
    for (text, share) in texts.iter().zip(labels::shares(&texts, gold)) {
        let tokens = tokens(&text.to_lowercase()).count();
        rows.push(GoldUnit { share, tokens, weight: weight(tokens, in_gold), is_doubtful: false });
    }
    if keeps == Keeps::Article && example.gold.with_comments.is_none() {
        Comments::new(&units).doubt(&mut rows);
    }
    rows
}

/// The labels and weights of all rows, by row.
pub struct Truth {
    /// How much of the unit is content, 0 to 1.
    pub labels: Vec<f32>,
    /// How much the unit counts.
    pub weights: Vec<f32>,
    /// The rows to learn from.
    pub kept: Vec<u32>,
}

impl Truth {
    /// Labels and weighs the units of pages. The seed decides which short units are learned from.
    pub fn new(examples: &[&Example], keeps: Keeps, lessons: LabelOptions, seed: u64) -> Self {
        let mut pages = judged(examples, keeps);
        if lessons.without_comments {
            for row in pages.iter_mut().flatten().filter(|row| row.is_doubtful) {
                row.weight = 0.0;
            }
        }
        if lessons.balance {
            balance(examples, &mut pages);
        }
        let mut draw = Draw::new(seed, 1);
        let mut truth = Self { labels: Vec::new(), weights: Vec::new(), kept: Vec::new() };
        for (row, GoldUnit { share, tokens, weight, .. }) in (0..).zip(pages.into_iter().flatten())
        {
            let short = tokens < SHORT;
            let rounded = f32::from(u8::from(share >= CONTENT));
            truth.labels.push(if lessons.shares { share } else { rounded });
            truth.weights.push(if short { weight / KEPT } else { weight });
            if (!short || draw.share() < KEPT) && weight > 0.0 {
                truth.kept.push(row);
            }
        }
        truth
    }
}

/// A unit is content if at least this share of its tokens is in the gold.
const CONTENT: f32 = 0.5;

/// Whether each unit of a page is among the comments of readers, by the classes of the elements
/// around it.
struct Comments(Vec<bool>);

impl Comments {
    fn new(units: &Units) -> Self {
        let Some(column) = first_stage::names().iter().position(|name| name == COMMENTS) else {
            return Self(Vec::new());
        };
        let rows = first_stage::features(units).values;
        Self(rows.chunks_exact(first_stage::WIDTH).map(|row| row[column] < NEAR).collect())
    }

    /// Gold that is not known to leave comments out may have some beside the article. Nobody should
    /// learn that they belong to it. On a page that is made of comments, such as a thread, they are
    /// the main text.
    fn doubt(&self, rows: &mut [GoldUnit]) {
        let mut inside = 0;
        let mut outside = 0;
        for (row, comment) in rows.iter().zip(&self.0).filter(|(row, _)| row.share >= CONTENT) {
            *(if *comment { &mut inside } else { &mut outside }) += row.tokens;
        }
        if inside < outside {
            for (row, comment) in rows.iter_mut().zip(&self.0) {
                row.is_doubtful = row.share >= CONTENT && *comment;
            }
        }
    }
}

/// The feature by which comments are recognized: levels to an element with such a class.
const COMMENTS: &str = "class_comment";
const NEAR: i32 = 10;

/// Scales the weights so that each data set weighs the same, and all together as before.
fn balance(examples: &[&Example], pages: &mut [Vec<GoldUnit>]) {
    let mut sums: BTreeMap<&str, f64> = BTreeMap::new();
    for (example, rows) in examples.iter().zip(pages.iter()) {
        *sums.entry(&example.dataset).or_default() +=
            rows.iter().map(|row| f64::from(row.weight)).sum::<f64>();
    }
    let share = sums.values().sum::<f64>() / sums.len().max(1) as f64;
    for (example, rows) in examples.iter().zip(pages) {
        let by = (share / sums[&*example.dataset].max(f64::MIN_POSITIVE)) as f32;
        for row in rows {
            row.weight *= by;
        }
    }
}

/// The weight of a unit: a token counts about as much as for the page's F1, which is less on a page
/// with much gold.
fn weight(tokens: usize, in_gold: usize) -> f32 {
    let of_page = libm::pow(in_gold.max(LEAST_GOLD) as f64, 0.75) * 6.0;
    ((tokens.min(MAX_TOKENS) as f64 / of_page).min(0.5) + 0.002) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::example::tests::example;

    #[test]
    fn a_unit_weighs_its_tokens_by_the_gold_of_its_page() {
        // 81 ^ .75 = 27.
        assert!((weight(27, 81) - (27.0 / 162.0 + 0.002)).abs() < 1e-6);
        assert_eq!((weight(900, 100), weight(0, 9)), (0.502, 0.002));
        assert_eq!(weight(5, 1), weight(5, 40));
    }

    #[test]
    fn lessons_decide_about_labels_weights_and_comments() {
        let markup = "<p>The ice is thick, and penguins walk on it for hours.<p>Half of this is \
                      not in the gold.<div class=comment>I saw one last year.</div>";
        let gold = "The ice is thick, and penguins walk on it for hours. Half of this is not I \
                    saw one last year.";
        let pages = ["ice", "sea", "sea"].map(|set| {
            let mut example = example(set, "1", "ice.example", markup);
            example.gold.text = gold.to_owned();
            example
        });
        let plain = truth(&pages, LabelOptions::default());
        assert_eq!((&plain.labels[..3], plain.weights[2]), (&[1.0, 0.625, 1.0][..], 0.0));
        let rounded = truth(&pages, LabelOptions { shares: false, ..LabelOptions::default() });
        assert_eq!(rounded.labels[..3], [1.0; 3]);
        let all =
            truth(&pages, LabelOptions { without_comments: false, ..LabelOptions::default() });
        assert!(all.weights[2] > 0.0);
        // One page of a set weighs as much as two of another.
        assert!((plain.weights[0] - 2.0 * plain.weights[3]).abs() < 1e-6);
        let unbalanced = truth(&pages, LabelOptions { balance: false, ..LabelOptions::default() });
        assert_eq!(unbalanced.weights[0], unbalanced.weights[3]);
    }

    fn truth(pages: &[Example], lessons: LabelOptions) -> Truth {
        let pages: Vec<&Example> = pages.iter().collect();
        Truth::new(&pages, Keeps::Article, lessons, 1)
    }
}
