//! The units of pages as rows of a table, with what is true of them.

use super::labels;
use crate::accuracy::tokens::tokens;
use crate::train::Example;
use crate::train::draw::Draw;
use rayon::prelude::*;
use std::collections::BTreeMap;
use tamis_blocks::classify::tamis::{Keeps, features, second, units::Units};

/// Rows of features, page by page.
pub struct Pages {
    /// The features of the first row, then those of the next.
    pub values: Vec<i32>,
    /// The features of a row.
    pub width: usize,
    /// The first row of each page, and one past the last.
    starts: Vec<usize>,
}

impl Pages {
    /// The features of the first stage.
    pub fn first(examples: &[&Example]) -> Self {
        let of = |example: &&Example| features::features(&Units::of(&example.page, &example.blocks)).values;
        Self::joined(examples.par_iter().map(of).collect(), features::WIDTH)
    }

    /// Those and the features of the second stage, by the probabilities of the first.
    pub fn second(examples: &[&Example], probabilities: &[Vec<u16>]) -> Self {
        let of = |(example, probabilities): (&&Example, &Vec<u16>)| {
            let units = Units::of(&example.page, &example.blocks);
            let all: Vec<u32> = (0..units.all.len() as u32).collect();
            second::features(&units, &features::features(&units), probabilities, &all)
        };
        Self::joined(examples.par_iter().zip(probabilities).map(of).collect(), features::WIDTH + second::WIDTH)
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

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.values.len() / self.width
    }

    /// The rows of a page.
    pub fn of(&self, page: usize) -> &[i32] {
        &self.values[self.starts[page] * self.width..self.starts[page + 1] * self.width]
    }

    /// The page of a row.
    pub fn page_of(&self, row: u32) -> usize {
        self.starts.partition_point(|start| *start <= row as usize) - 1
    }
}

/// Of a unit shorter than this many tokens, only a share is learned from, [`KEPT`], with more weight.
const SHORT: usize = 6;
const KEPT: f32 = 0.35;
/// More tokens of a unit do not weigh more.
const MOST_TOKENS: usize = 400;
/// The fewest tokens of a page's gold: of shorter ones a unit does not weigh more.
const LEAST_GOLD: usize = 40;

/// What is true of each row, by row.
pub struct Truth {
    /// 1 if the unit is content, else 0.
    pub labels: Vec<f32>,
    /// How much the unit counts.
    pub weights: Vec<f32>,
    /// The rows to learn from.
    pub kept: Vec<u32>,
}

impl Truth {
    /// Labels and weighs the units of pages. Which short units are learned from, the seed decides. All data sets weigh the
    /// same.
    pub fn of(examples: &[&Example], keeps: Keeps, seed: u64) -> Self {
        let of = |example: &&Example| -> Vec<(f32, usize, f32)> {
            let with_comments = example.gold.with_comments.as_ref().filter(|_| keeps == Keeps::Comments);
            let gold = with_comments.unwrap_or(&example.gold.text);
            let units = Units::of(&example.page, &example.blocks);
            let comments = Comments::of(&units);
            let texts: Vec<&str> = units.all.iter().map(|unit| units.text_of(unit)).collect();
            let in_gold = tokens(&gold.to_lowercase()).count();
            let row = |(text, share): (&&str, f32)| {
                let tokens = tokens(&text.to_lowercase()).count();
                (f32::from(u8::from(share >= 0.5)), tokens, weight(tokens, in_gold))
            };
            let mut rows: Vec<_> = texts.iter().zip(labels::shares(&texts, gold)).map(row).collect();
            if keeps == Keeps::Article && example.gold.with_comments.is_none() {
                comments.leave_out(&mut rows);
            }
            rows
        };
        let mut pages: Vec<Vec<(f32, usize, f32)>> = examples.par_iter().map(of).collect();
        balance(examples, &mut pages);
        let mut draw = Draw::new(seed, 1);
        let mut truth = Self { labels: Vec::new(), weights: Vec::new(), kept: Vec::new() };
        for (row, (label, tokens, weight)) in (0..).zip(pages.into_iter().flatten()) {
            let short = tokens < SHORT;
            truth.labels.push(label);
            truth.weights.push(if short { weight / KEPT } else { weight });
            if (!short || draw.share() < KEPT) && weight > 0.0 {
                truth.kept.push(row);
            }
        }
        truth
    }
}

/// Whether each unit of a page is among the comments of readers, by the classes of the elements around it.
struct Comments(Vec<bool>);

impl Comments {
    fn of(units: &Units) -> Self {
        let names = features::names();
        let columns: Vec<usize> = (0..names.len()).filter(|at| COMMENTS.contains(&&*names[*at])).collect();
        let rows = features::features(units).values;
        let is = |row: &[i32]| columns.iter().any(|column| row[*column] < NEAR);
        Self(rows.chunks_exact(features::WIDTH).map(is).collect())
    }

    /// Gold that is not known to leave comments out may have some beside the article. Nobody should learn that they belong to
    /// it, so they get no weight. On a page that is made of comments, such as a thread, they are the main text.
    fn leave_out(&self, rows: &mut [(f32, usize, f32)]) {
        let tokens = |inside: bool| -> usize {
            let rows = rows.iter().zip(&self.0).filter(|((label, ..), comment)| *label > 0.0 && **comment == inside);
            rows.map(|((_, tokens, _), _)| tokens).sum()
        };
        if tokens(true) < tokens(false) {
            let content = rows.iter_mut().zip(&self.0).filter(|((label, ..), comment)| *label > 0.0 && **comment);
            content.for_each(|((_, _, weight), _)| *weight = 0.0);
        }
    }
}

/// The features that tell comments: levels to an element with such a class.
const COMMENTS: [&str; 2] = ["class_comment", "class_reply"];
/// Levels that still count.
const NEAR: i32 = 10;

/// Scales the weights so that each data set weighs the same, and all together as before.
fn balance(examples: &[&Example], pages: &mut [Vec<(f32, usize, f32)>]) {
    let mut sums: BTreeMap<&str, f64> = BTreeMap::new();
    for (example, rows) in examples.iter().zip(pages.iter()) {
        *sums.entry(&example.dataset).or_default() += rows.iter().map(|(.., weight)| f64::from(*weight)).sum::<f64>();
    }
    let share = sums.values().sum::<f64>() / sums.len().max(1) as f64;
    for (example, rows) in examples.iter().zip(pages) {
        let by = (share / sums[&*example.dataset].max(f64::MIN_POSITIVE)) as f32;
        rows.iter_mut().for_each(|(.., weight)| *weight *= by);
    }
}

/// The weight of a unit: a token counts about as much as for the page's F1, which is less on a page with much gold.
fn weight(tokens: usize, in_gold: usize) -> f32 {
    let of_page = libm::pow(in_gold.max(LEAST_GOLD) as f64, 0.75) * 6.0;
    ((tokens.min(MOST_TOKENS) as f64 / of_page).min(0.5) + 0.002) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_weighs_its_tokens_by_the_gold_of_its_page() {
        // 81 ^ .75 = 27.
        assert!((weight(27, 81) - (27.0 / 162.0 + 0.002)).abs() < 1e-6);
        assert_eq!((weight(900, 100), weight(0, 9)), (0.502, 0.002));
        assert_eq!(weight(5, 1), weight(5, 40));
    }
}
