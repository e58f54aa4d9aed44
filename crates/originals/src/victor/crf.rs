//! A linear-chain conditional random field over the blocks of a page: scores of labels, the best
//! labelling, and the probability of each label.
//!
//! A label's score at a block is the sum of the weights of the block's features; a labelling's
//! score is the sum of these and of the weights of its pairs of neighbouring labels. The released
//! model has no weights of pairs, so it labels every block for itself.

use super::features::{FEATURES, FeatureRow};
use super::template::{FeatureTemplate, TemplateKey, value_at};
use std::collections::BTreeMap;

/// Number of labels.
pub const LABELS: usize = 5;

/// A value for each label.
pub type PerLabel = [f64; LABELS];

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum VictorKind {
    /// Further text of the paragraph, heading or item before.
    Continuation,
    /// The beginning of a heading.
    Header,
    /// The beginning of a list's item.
    List,
    /// Not content.
    Other,
    /// The beginning of a paragraph.
    Paragraph,
}

impl VictorKind {
    /// All kinds, in the order of a model's labels.
    pub const ALL: [Self; LABELS] =
        [Self::Continuation, Self::Header, Self::List, Self::Other, Self::Paragraph];

    /// The label in models and data.
    pub fn name(self) -> &'static str {
        ["continuation", "header", "list", "other", "paragraph"][self as usize]
    }

    /// The kind of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether blocks of this kind are content.
    pub fn is_content(self) -> bool {
        self != Self::Other
    }
}

/// A template with the weights of its features.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Weighted {
    pub template: FeatureTemplate,
    /// Features in ascending order with their weights.
    pub features: Vec<(TemplateKey, PerLabel)>,
    /// The weights of the keys below [`SMALL`], which most blocks have; 0 for a key that is not
    /// there.
    small: Vec<PerLabel>,
}

/// Most values of features are below this: the largest step of a block's own counts is 128.
const SMALL: usize = 129;

/// How many templates are added in one pass over a page.
const TOGETHER: usize = 4;

/// The weights of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Crf {
    pub(super) templates: Vec<Weighted>,
    /// The weights of pairs: of the label before, then of the label.
    pub(super) transitions: [PerLabel; LABELS],
}

impl Crf {
    /// A model with these templates, and the weights of their features.
    pub(super) fn new(
        templates: Vec<FeatureTemplate>,
        weights: Vec<BTreeMap<TemplateKey, PerLabel>>,
    ) -> Self {
        let pairs = templates.into_iter().zip(weights);
        let templates = pairs
            .map(|(template, features)| Weighted::new(template, features.into_iter().collect()))
            .collect();
        Self { templates, transitions: [[0.0; LABELS]; LABELS] }
    }

    /// Returns each label's score at each block, without transitions. Each sum is in the order of
    /// the templates; those of one feature are added four at a time, block by block, so that their
    /// weights stay in the cache and a sum is seldom loaded.
    pub fn scores(&self, rows: &[FeatureRow]) -> Vec<PerLabel> {
        let single = |weighted: &Weighted| match weighted.template.places[..] {
            [place] => Some(place),
            _ => None,
        };
        let distances = self.templates.iter().filter_map(single).map(|(distance, _)| distance);
        let margin = distances.map(i32::unsigned_abs).max().unwrap_or_default() as i64;
        let end = rows.len() as i64;
        // With the values of the blocks that would be outside of the page.
        let column = |column| {
            let outside = |at| value_at(rows, at, column);
            let inside = rows.iter().map(|row| row[column - 1]);
            let before = (-margin..0).map(outside);
            before.chain(inside).chain((end..end + margin).map(outside)).collect()
        };
        let columns: Vec<Vec<u16>> = (1..=FEATURES).map(column).collect();
        let mut all = vec![[0.0; LABELS]; rows.len()];
        let mut rest = &self.templates[..];
        while let Some((weighted, after)) = rest.split_first() {
            let values = |weighted| {
                let (distance, column) = single(weighted)?;
                Some((weighted, &columns[column - 1][(margin + i64::from(distance)) as usize..]))
            };
            let group = rest.first_chunk::<TOGETHER>().map(|group| group.each_ref().map(values));
            if let Some([Some(one), Some(two), Some(three), Some(four)]) = group {
                add_weights(&mut all, [one, two, three, four]);
                rest = &rest[TOGETHER..];
                continue;
            }
            match values(weighted) {
                Some(one) => add_weights(&mut all, [one]),
                None => {
                    for (block, scores) in all.iter_mut().enumerate() {
                        add(scores, weighted.weights_of(weighted.template.key(rows, block)));
                    }
                }
            }
            rest = after;
        }
        all
    }

    /// Returns the [best labelling](best_path).
    pub fn label(&self, scores: &[PerLabel]) -> Vec<VictorKind> {
        best_path(scores, &self.transitions)
    }

    /// Returns the probability of each label at each block, among all labellings.
    pub fn probabilities(&self, scores: &[PerLabel]) -> Vec<PerLabel> {
        let lattice = Lattice::new(scores, &self.transitions);
        (0..scores.len()).map(|block| lattice.probabilities(block)).collect()
    }

    /// Returns the features at a block that favour `kind` most over the other labels: their text
    /// and by how much their weight exceeds the mean of the labels.
    pub(super) fn strongest(
        &self,
        rows: &[FeatureRow],
        block: usize,
        kind: VictorKind,
    ) -> Vec<(String, f64)> {
        let mut strongest: Vec<(&Weighted, TemplateKey, f64)> = Vec::new();
        for weighted in &self.templates {
            let key = weighted.template.key(rows, block);
            if let Some(weights) = weighted.weights(key) {
                let mean = weights.iter().sum::<f64>() / LABELS as f64;
                strongest.push((weighted, key, weights[kind as usize] - mean));
            }
        }
        strongest.sort_by(|a, b| b.2.total_cmp(&a.2));
        strongest.truncate(3);
        strongest.into_iter().map(|(weighted, key, by)| (weighted.feature(key), by)).collect()
    }
}

impl Weighted {
    fn new(template: FeatureTemplate, features: Vec<(TemplateKey, PerLabel)>) -> Self {
        let mut small = vec![[0.0; LABELS]; SMALL];
        for (key, weights) in &features {
            if let Some(place) = small.get_mut(*key as usize) {
                *place = *weights;
            }
        }
        Self { template, features, small }
    }

    /// Returns the weights of a key; zeros, which change no sum, for one that is not there.
    #[inline]
    fn weights_of(&self, key: TemplateKey) -> &PerLabel {
        match self.small.get(key as usize) {
            Some(weights) => weights,
            None => self.weights(key).unwrap_or(&[0.0; LABELS]),
        }
    }

    fn weights(&self, key: TemplateKey) -> Option<&PerLabel> {
        let at = self.features.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        self.features.get(at).map(|(_, weights)| weights)
    }

    /// Returns a feature as text: `container.a[-1]=1`.
    fn feature(&self, key: TemplateKey) -> String {
        let names = self.template.places.iter().map(|&(row, column)| match row {
            0 => super::features::NAMES[column - 1].to_owned(),
            _ => format!("{}[{row:+}]", super::features::NAMES[column - 1]),
        });
        format!("{}={}", names.collect::<Vec<_>>().join("/"), self.template.values(key))
    }
}

/// Adds the weights of templates of one feature each, whose values at the blocks are given.
fn add_weights<const N: usize>(all: &mut [PerLabel], templates: [(&Weighted, &[u16]); N]) {
    let templates = templates.map(|(weighted, values)| (weighted, &values[..all.len()]));
    for (block, scores) in all.iter_mut().enumerate() {
        let mut sums = *scores;
        for (weighted, values) in templates {
            add(&mut sums, weighted.weights_of(TemplateKey::from(values[block])));
        }
        *scores = sums;
    }
}

/// Adds `of` to `sums`.
pub fn add(sums: &mut PerLabel, of: &PerLabel) {
    for (sum, of) in sums.iter_mut().zip(of) {
        *sum += of;
    }
}

/// Returns the best labelling with these scores and transitions; of equal ones, the one with the
/// smaller labels, as CRF++ does.
pub fn best_path(scores: &[PerLabel], transitions: &[PerLabel; LABELS]) -> Vec<VictorKind> {
    let mut before = Vec::with_capacity(scores.len());
    let mut best = [0.0; LABELS];
    for (block, score) in scores.iter().enumerate() {
        let mut from = [0u8; LABELS];
        let mut next = *score;
        if block > 0 {
            for to in 0..LABELS {
                let paths = std::array::from_fn(|label| best[label] + transitions[label][to]);
                let chosen = first_best(paths);
                from[to] = chosen as u8;
                next[to] += paths[chosen];
            }
        }
        before.push(from);
        best = next;
    }
    let mut label = first_best(best);
    let mut path = vec![VictorKind::Other; scores.len()];
    for block in (0..scores.len()).rev() {
        path[block] = VictorKind::ALL[label];
        label = before[block][label] as usize;
    }
    path
}

/// Returns the label with the highest value, the first of equals.
fn first_best(values: PerLabel) -> usize {
    let mut best = 0;
    for i in 1..LABELS {
        if values[i] > values[best] {
            best = i;
        }
    }
    best
}

fn largest(values: &PerLabel) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// Returns the exponentials of the differences between the values and `top`.
fn exponentials(values: &PerLabel, top: f64) -> PerLabel {
    values.map(|value| (value - top).exp())
}

/// The sums over all labellings of a page, forward and backward, scaled at each block so that they
/// stay finite.
pub struct Lattice {
    forward: Vec<PerLabel>,
    backward: Vec<PerLabel>,
    /// Exponentials of the scores, divided by the largest of each block.
    scores: Vec<PerLabel>,
    transitions: [PerLabel; LABELS],
    /// The logarithm of the sum over all labellings.
    pub log_sum: f64,
}

impl Lattice {
    /// Sums over the labellings with these scores and transitions.
    pub fn new(scores: &[PerLabel], transitions: &[PerLabel; LABELS]) -> Self {
        let top = transitions.iter().map(largest).fold(f64::NEG_INFINITY, f64::max);
        let transitions = transitions.map(|row| exponentials(&row, top));
        let mut log_sum = top * scores.len().saturating_sub(1) as f64;
        let mut scaled = Vec::with_capacity(scores.len());
        let mut forward: Vec<PerLabel> = Vec::with_capacity(scores.len());
        let mut sums = Vec::with_capacity(scores.len());
        for score in scores {
            let most = largest(score);
            let here = exponentials(score, most);
            let mut next = here;
            if let Some(before) = forward.last() {
                for to in 0..LABELS {
                    next[to] *=
                        (0..LABELS).map(|from| before[from] * transitions[from][to]).sum::<f64>();
                }
            }
            let sum: f64 = next.iter().sum();
            log_sum += most + sum.ln();
            forward.push(next.map(|value| value / sum));
            sums.push(sum);
            scaled.push(here);
        }
        let mut backward = vec![[1.0; LABELS]; scores.len()];
        for block in (1..scores.len()).rev() {
            let ahead: PerLabel =
                std::array::from_fn(|to| scaled[block][to] * backward[block][to] / sums[block]);
            backward[block - 1] = std::array::from_fn(|from| {
                (0..LABELS).map(|to| transitions[from][to] * ahead[to]).sum()
            });
        }
        // The scaling of a block belongs to the steps into it.
        for (values, sum) in scaled.iter_mut().zip(&sums) {
            for value in values {
                *value /= sum;
            }
        }
        Self { forward, backward, scores: scaled, transitions, log_sum }
    }

    /// The probability of each label at a block.
    pub fn probabilities(&self, block: usize) -> PerLabel {
        std::array::from_fn(|label| self.forward[block][label] * self.backward[block][label])
    }

    /// The probability of each pair of labels at a block, from 1 on, and the block before it.
    pub fn pairs(&self, block: usize) -> [PerLabel; LABELS] {
        std::array::from_fn(|from| {
            std::array::from_fn(|to| {
                self.forward[block - 1][from]
                    * self.transitions[from][to]
                    * self.scores[block][to]
                    * self.backward[block][to]
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All labellings of `blocks` blocks, with their scores.
    fn all(scores: &[PerLabel], transitions: &[PerLabel; LABELS]) -> Vec<(Vec<usize>, f64)> {
        let mut all = Vec::new();
        for code in 0..LABELS.pow(scores.len() as u32) {
            let mut rest = code;
            let mut path = Vec::new();
            let mut sum = 0.0;
            for score in scores {
                let label = rest % LABELS;
                rest /= LABELS;
                sum += score[label];
                path.push(label);
            }
            sum += path.windows(2).map(|pair| transitions[pair[0]][pair[1]]).sum::<f64>();
            all.push((path, sum));
        }
        all
    }

    fn weights() -> impl proptest::strategy::Strategy<Value = PerLabel> {
        proptest::array::uniform5(-4.0f64..4.0)
    }

    proptest::proptest! {
        #[test]
        fn sums_and_the_best_path_are_those_over_all_labellings(
            scores in proptest::collection::vec(weights(), 1..5),
            transitions in proptest::array::uniform5(weights()),
        ) {
            let all = all(&scores, &transitions);
            let best = all.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
            let path: Vec<usize> =
                best_path(&scores, &transitions).iter().map(|kind| *kind as usize).collect();
            proptest::prop_assert_eq!(&path, &best.0);
            let lattice = Lattice::new(&scores, &transitions);
            let sum: f64 = all.iter().map(|(_, score)| score.exp()).sum();
            proptest::prop_assert!((lattice.log_sum - sum.ln()).abs() < 1e-9);
            for block in 0..scores.len() {
                for label in 0..LABELS {
                    let with = all.iter().filter(|(path, _)| path[block] == label);
                    let share = with.map(|(_, score)| score.exp()).sum::<f64>() / sum;
                    proptest::prop_assert!(
                        (lattice.probabilities(block)[label] - share).abs() < 1e-9
                    );
                    for after in 0..LABELS {
                        if block + 1 < scores.len() {
                            let with = all.iter().filter(|(path, _)| {
                                path[block] == label && path[block + 1] == after
                            });
                            let share = with.map(|(_, score)| score.exp()).sum::<f64>() / sum;
                            proptest::prop_assert!(
                                (lattice.pairs(block + 1)[label][after] - share).abs() < 1e-9
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn of_equal_labels_the_first_is_chosen() {
        assert_eq!(
            best_path(&[[0.0; LABELS], [1.0, 2.0, 0.0, 2.0, 0.0]], &[[0.0; LABELS]; LABELS]),
            [VictorKind::Continuation, VictorKind::Header]
        );
        assert!(best_path(&[], &[[0.0; LABELS]; LABELS]).is_empty());
    }

    #[test]
    fn long_pages_and_large_scores_stay_finite() {
        let lattice =
            Lattice::new(&vec![[900.0, -900.0, 0.0, 1.0, 2.0]; 10_000], &[[50.0; LABELS]; LABELS]);
        assert!(
            lattice.log_sum.is_finite() && (lattice.probabilities(9_999)[0] - 1.0).abs() < 1e-12
        );
    }
}
