//! The supervised variant of Maximum Subsequence Segmentation: counts how often each feature is
//! inside and outside the content (Pasternack and Roth, WWW 2009; the features are in
//! tamis-blocks).
//!
//! Choices that the paper leaves open: words enter the vocabulary by the number of their sites,
//! features enter the model by that number and by the difference of their probabilities; counts are
//! smoothed by 1. The counts do not depend on the order of the pages.

use super::{Example, Step, Task};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use tamis_blocks::model::Model;
use tamis_index::error::{Error, Result};
use tamis_originals::classify::subsequence::features::{
    FeatureKey, TokenFeatures, TrigramWords, observed, words,
};
use tamis_originals::classify::subsequence::model;

/// Number of words in the vocabulary.
const WORDS: usize = 1_000;
/// Number of features in the model: 12 bytes each.
const FEATURES: usize = 20_000;
/// Features of fewer sites are left out: they identify the site, not the content.
const SITES: usize = 3;

/// Trains a model.
///
/// # Errors
/// No token of the pages is inside the content, or none is outside.
pub(super) fn train(task: &Task) -> Result<Model> {
    let frequent = frequent_words(task.train);
    let vocabulary: TrigramWords = frequent.iter().copied().collect();
    let observed: Vec<_> = task.train.par_iter().map(|page| observe(page, &vocabulary)).collect();
    let mut counts = [FeatureCounts::default(), FeatureCounts::default()];
    for (page, tokens) in task.train.iter().zip(&observed) {
        for (of, inside) in tokens {
            for (counts, key) in counts.iter_mut().zip([of.trigram, of.unclosed]) {
                counts.add(key, *inside, &page.site);
            }
        }
    }
    if counts[0].all.contains(&0) {
        let [outside, inside] = counts[0].all;
        return Err(Error::settings(format!(
            "mss-trained: found {inside} tokens inside the content and {outside} outside, expected \
             some of both"
        )));
    }
    let mut features: Vec<Informative> =
        counts.iter().flat_map(FeatureCounts::informative).collect();
    features.sort_by(|a, b| b.difference.total_cmp(&a.difference).then(a.key.cmp(&b.key)));
    features.truncate(FEATURES);
    features.sort_by_key(|feature| feature.key);
    let odds: HashMap<FeatureKey, f64> =
        features.iter().map(|feature| (feature.key, feature.odds)).collect();
    let held_back: Vec<_> =
        task.validation.par_iter().map(|page| observe(page, &vocabulary)).collect();
    let validation = (!held_back.is_empty()).then(|| -loss(&held_back, &odds));
    (task.report)(Step { iteration: 1, of: 1, loss: loss(&observed, &odds), validation });
    Ok(model(
        &frequent,
        &features.iter().map(|feature| (feature.key, feature.odds as f32)).collect::<Vec<_>>(),
    ))
}

fn observe(page: &Example, vocabulary: &TrigramWords) -> Vec<(TokenFeatures, bool)> {
    observed(&page.subject(), &page.labels(), vocabulary)
}

/// Returns the words that are on most sites, ordered by key.
fn frequent_words(pages: &[&Example]) -> Vec<FeatureKey> {
    let of_pages: Vec<HashSet<FeatureKey>> =
        pages.par_iter().map(|page| words(&page.subject())).collect();
    let mut sites: HashMap<FeatureKey, HashSet<&str>> = HashMap::new();
    for (page, words) in pages.iter().zip(&of_pages) {
        for &word in words {
            sites.entry(word).or_default().insert(&page.site);
        }
    }
    let mut all: Vec<(usize, FeatureKey)> =
        sites.into_iter().map(|(word, sites)| (sites.len(), word)).collect();
    all.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut words: Vec<FeatureKey> = all.into_iter().take(WORDS).map(|(_, word)| word).collect();
    words.sort_unstable();
    words
}

/// How often the features of one sort are outside and inside the content.
#[derive(Default)]
struct FeatureCounts<'a> {
    of: HashMap<FeatureKey, ([u64; 2], FirstSites<'a>)>,
    all: [u64; 2],
}

/// The first sites of a feature, at most [`SITES`].
#[derive(Default)]
struct FirstSites<'a>(Vec<&'a str>);

/// A feature of the model.
struct Informative {
    key: FeatureKey,
    /// How many times more probable it is inside than outside.
    odds: f64,
    /// The difference of its probabilities.
    difference: f64,
}

impl<'a> FeatureCounts<'a> {
    fn add(&mut self, key: FeatureKey, inside: bool, site: &'a str) {
        let (counts, FirstSites(sites)) = self.of.entry(key).or_default();
        counts[usize::from(inside)] += 1;
        self.all[usize::from(inside)] += 1;
        if sites.len() < SITES && !sites.contains(&site) {
            sites.push(site);
        }
    }

    /// Returns the features that are on enough sites.
    fn informative(&self) -> Vec<Informative> {
        let kinds = self.of.len() as u64;
        let mut features = Vec::new();
        for (&key, ([outside, inside], sites)) in &self.of {
            if sites.0.len() < SITES {
                continue;
            }
            let inside = probability(*inside, self.all[1], kinds);
            let outside = probability(*outside, self.all[0], kinds);
            let difference = (inside - outside).abs();
            features.push(Informative { key, odds: inside / outside, difference });
        }
        features
    }
}

/// The probability of a feature that occurs `count` times among `all`, smoothed by 1.
fn probability(count: u64, all: u64, kinds: u64) -> f64 {
    (count + 1) as f64 / (all + kinds) as f64
}

/// Returns the mean of -ln of the probability of each token's side.
fn loss(pages: &[Vec<(TokenFeatures, bool)>], odds: &HashMap<FeatureKey, f64>) -> f64 {
    let mut sum = 0.0;
    let mut tokens = 0u64;
    for (token, inside) in pages.iter().flatten() {
        let [trigram, unclosed] =
            [token.trigram, token.unclosed].map(|key| odds.get(&key).copied().unwrap_or(1.0));
        let odds = trigram * unclosed;
        sum += if *inside { (1.0 + 1.0 / odds).ln() } else { (1.0 + odds).ln() };
        tokens += 1;
    }
    sum / tokens.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::example::tests::example;

    fn page(site: &str) -> Example {
        let menu =
            format!("<li><a href=/>Home</a></li><li><a href=/{site}>{site}</a></li>").repeat(5);
        let markup =
            format!("<body><ul>{menu}</ul><p>It was the text of a page, and it ended.</p>");
        example("set", site, site, &markup)
    }

    fn trained(pages: &[Example]) -> Result<Model> {
        let pages: Vec<&Example> = pages.iter().collect();
        train(&Task {
            train: &pages,
            validation: &pages[..1],
            seed: 1,
            iterations: None,
            report: &|_| (),
        })
    }

    #[test]
    fn what_three_sites_have_inside_and_outside_is_learned() {
        let pages = ["north", "east", "south"].map(page);
        let model = trained(&pages).unwrap();
        let model =
            Model::from_bytes(&model.to_bytes(), "m.model".as_ref(), "mss-trained").unwrap();
        let classifier =
            tamis_index::blocks::classify::CLASSIFIERS.with_model("mss-trained", &model).unwrap();
        assert_eq!(
            classifier.text(&page("west").subject()),
            "It was the text of a page, and it ended.\n"
        );
    }

    #[test]
    fn one_side_alone_is_refused() {
        let error = trained(&[example("set", "a", "a", "only text")]).err().unwrap().to_string();
        assert!(error.contains("2 tokens inside the content and 0 outside"), "{error}");
    }
}
