//! The features that a model may have weights for: those that blocks have in the pages that it is
//! trained on.

use super::crf::{Crf, LABELS, PerLabel};
use super::features::{DOCUMENT, FEATURES, FeatureRow, SPLIT};
use super::template::{FeatureTemplate, TemplateKey};
use std::collections::{BTreeMap, HashMap};

/// How far the neighbours are whose features count: three blocks before and after, as in the
/// released model.
const WINDOW: i32 = 3;
/// The column of the first of the features that all blocks of a page share. Columns are counted
/// from 1.
const OF_PAGE: usize = DOCUMENT + 1;
/// The columns of the numbers of inline and block tags before a block.
const INLINE: usize = SPLIT + 1;
const BLOCK: usize = SPLIT + 2;

/// Features with their numbers.
pub struct FeatureNumbers {
    templates: Vec<FeatureTemplate>,
    numbers: Vec<HashMap<TemplateKey, u32>>,
    count: usize,
}

impl FeatureNumbers {
    /// Collects the features that at least `least` blocks of the pages have: each of the 46 of a
    /// block and of its three neighbours before and after, and the tags that separate them, inline
    /// and block together.
    pub fn collect(pages: &[Vec<FeatureRow>], least: usize) -> Self {
        let templates: Vec<FeatureTemplate> =
            templates().iter().filter_map(|text| FeatureTemplate::parse(text).ok()).collect();
        let mut numbers = Vec::with_capacity(templates.len());
        let mut count = 0;
        for template in &templates {
            let mut blocks_with = BTreeMap::<TemplateKey, usize>::new();
            for rows in pages {
                for block in 0..rows.len() {
                    *blocks_with.entry(template.key(rows, block)).or_default() += 1;
                }
            }
            let often =
                blocks_with.into_iter().filter(|(_, blocks)| *blocks >= least).map(|(key, _)| key);
            let numbered: HashMap<TemplateKey, u32> = often.zip(count as u32..).collect();
            count += numbered.len();
            numbers.push(numbered);
        }
        Self { templates, numbers, count }
    }

    /// The number of features.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is no feature.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the numbers of a block's features.
    pub fn features_at(&self, rows: &[FeatureRow], block: usize) -> Vec<u32> {
        let pairs = self.templates.iter().zip(&self.numbers);
        pairs
            .filter_map(|(template, numbers)| numbers.get(&template.key(rows, block)).copied())
            .collect()
    }

    /// Returns a model with these weights. Features whose weights are all closer to 0 than `least`
    /// are left out.
    pub fn model(&self, weights: &[PerLabel], transitions: [PerLabel; LABELS], least: f64) -> Crf {
        let mut weighted = Vec::with_capacity(self.numbers.len());
        for numbers in &self.numbers {
            let mut of_template = BTreeMap::new();
            for (&key, &number) in numbers {
                let per_label = weights[number as usize];
                if per_label.iter().any(|weight| weight.abs() >= least) {
                    of_template.insert(key, per_label);
                }
            }
            weighted.push(of_template);
        }
        let mut crf = Crf::new(self.templates.clone(), weighted);
        crf.transitions = transitions;
        crf
    }
}

fn templates() -> Vec<String> {
    let mut templates = Vec::new();
    for column in 1..OF_PAGE {
        templates.extend((-WINDOW..=WINDOW).map(|row| format!("%x[{row},{column}]")));
    }
    templates.extend((OF_PAGE..=FEATURES).map(|column| format!("%x[0,{column}]")));
    templates
        .extend((1 - WINDOW..=WINDOW).map(|row| format!("%x[{row},{INLINE}]/%x[{row},{BLOCK}]")));
    templates
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_that_few_blocks_have_get_no_weight() {
        let mut rows = vec![[0; FEATURES]; 4];
        rows[2][29] = 1;
        let all = FeatureNumbers::collect(&[rows.clone()], 1);
        let often = FeatureNumbers::collect(&[rows.clone()], 2);
        assert!(all.len() > often.len() && !often.is_empty());
        assert_eq!(all.features_at(&rows, 2).len(), templates().len());
        let weights: Vec<PerLabel> =
            (0..all.len()).map(|i| [i as f64, 0.0, 0.0, 0.0, 0.0]).collect();
        let crf = all.model(&weights, [[0.0; LABELS]; LABELS], 0.5);
        let sum: f64 = all.features_at(&rows, 2).iter().map(|&number| f64::from(number)).sum();
        assert_eq!(crf.scores(&rows)[2][0], sum);
        assert!(
            crf.scores(&[[9; FEATURES]; 3])[1][0] < sum,
            "features that were never seen have no weight"
        );
    }
}
