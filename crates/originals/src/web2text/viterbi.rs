//! The most probable labels of a page's blocks, given the networks' logits.

/// Returns the logarithms of the softmax of some logits.
pub fn log_softmax<const N: usize>(logits: [f32; N]) -> [f64; N] {
    let logits = logits.map(f64::from);
    let most = logits.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = logits.iter().map(|logit| (logit - most).exp()).sum();
    logits.map(|logit| logit - most - sum.ln())
}

/// Returns the labels (true: content) that maximise the sum of the blocks' log probabilities and
/// `lambda` times those of the pairs; of equal sums the one with boilerplate. `pairs` has one entry
/// less than `blocks`.
pub fn labels(blocks: &[[f32; 2]], pairs: &[[f32; 4]], lambda: f64) -> Vec<bool> {
    let Some(last) = blocks.len().checked_sub(1) else { return Vec::new() };
    // The best sum from a block on, for each of its labels, and the next block's label in it.
    let mut best = log_softmax(blocks[last]);
    let mut next = vec![[false; 2]; last];
    for i in (0..last).rev() {
        let block = log_softmax(blocks[i]);
        let pair = log_softmax(pairs[i]);
        let mut sums = [0.0; 2];
        for label in 0..2 {
            let [boilerplate, content] =
                [0, 1].map(|after| lambda * pair[2 * label + after] + best[after]);
            next[i][label] = content > boilerplate;
            sums[label] = block[label] + content.max(boilerplate);
        }
        best = sums;
    }
    let first = best[1] > best[0];
    let mut labels = vec![first];
    let mut label = first;
    for next in next {
        label = next[usize::from(label)];
        labels.push(label);
    }
    labels
}

/// Returns the probability of content of each block, over all labels of the others: that of labels
/// is in proportion to the exponential of what [`labels`] maximises.
pub fn marginals(blocks: &[[f32; 2]], pairs: &[[f32; 4]], lambda: f64) -> Vec<f64> {
    let Some(last) = blocks.len().checked_sub(1) else { return Vec::new() };
    let own: Vec<[f64; 2]> = blocks.iter().map(|&block| log_softmax(block)).collect();
    // The logarithms of the sums over all labels after a block, less a common number.
    let mut after = vec![[0.0; 2]; blocks.len()];
    for i in (0..last).rev() {
        let pair = log_softmax(pairs[i]).map(|pair| lambda * pair);
        let next = [0, 1].map(|label| own[i + 1][label] + after[i + 1][label]);
        after[i] = level(
            [0, 1].map(|label| log_sum(pair[2 * label] + next[0], pair[2 * label + 1] + next[1])),
        );
    }
    let mut before = [0.0; 2];
    let mut marginals = Vec::with_capacity(blocks.len());
    for i in 0..blocks.len() {
        let here = [0, 1].map(|label| before[label] + own[i][label]);
        let [boilerplate, content] = [0, 1].map(|label| here[label] + after[i][label]);
        marginals.push(1.0 / (1.0 + (boilerplate - content).exp()));
        if i < last {
            let pair = log_softmax(pairs[i]).map(|pair| lambda * pair);
            before = level(
                [0, 1].map(|label| log_sum(here[0] + pair[label], here[1] + pair[2 + label])),
            );
        }
    }
    marginals
}

fn log_sum(a: f64, b: f64) -> f64 {
    a.max(b) + (-(a - b).abs()).exp().ln_1p()
}

/// Subtracts the higher number from both, so that they stay small on long pages.
fn level([a, b]: [f64; 2]) -> [f64; 2] {
    let most = a.max(b);
    [a - most, b - most]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum that the labels of a page maximise.
    fn sum_of(found: &[bool], blocks: &[[f32; 2]], pairs: &[[f32; 4]], lambda: f64) -> f64 {
        let found: Vec<usize> = found.iter().map(|&content| usize::from(content)).collect();
        let own: f64 = found.iter().zip(blocks).map(|(&i, block)| log_softmax(*block)[i]).sum();
        let neighbours = found.windows(2).zip(pairs);
        own + lambda
            * neighbours
                .map(|(labels, pair)| log_softmax(*pair)[2 * labels[0] + labels[1]])
                .sum::<f64>()
    }

    proptest::proptest! {
        #[test]
        fn no_other_labels_have_a_higher_sum(
            blocks in proptest::collection::vec(proptest::array::uniform2(-3.0f32..3.0), 1..8),
            pairs in proptest::collection::vec(proptest::array::uniform4(-3.0f32..3.0), 7),
            lambda in 0.0f64..2.0,
        ) {
            let sum = |labels: &[bool]| sum_of(labels, &blocks, &pairs, lambda);
            let n = blocks.len();
            let found = labels(&blocks, &pairs, lambda);
            let all =
                (0..1u32 << n).map(|bits| (0..n).map(|i| bits >> i & 1 == 1).collect::<Vec<_>>());
            let most = all.clone().map(|labels| sum(&labels)).fold(f64::NEG_INFINITY, f64::max);
            proptest::prop_assert!((sum(&found) - most).abs() < 1e-9);
            let total: f64 = all.clone().map(|labels| sum(&labels).exp()).sum();
            for (i, marginal) in marginals(&blocks, &pairs, lambda).into_iter().enumerate() {
                let content: f64 =
                    all.clone().filter(|labels| labels[i]).map(|labels| sum(&labels).exp()).sum();
                proptest::prop_assert!((marginal - content / total).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn equal_sums_are_boilerplate() {
        assert_eq!(labels(&[[0.0; 2]; 3], &[[0.0; 4]; 2], 1.0), [false; 3]);
        assert!(labels(&[], &[], 1.0).is_empty());
    }

    #[test]
    fn neighbours_change_a_weak_label() {
        let blocks = [[0.0, 5.0], [0.5, 0.0], [0.0, 5.0]];
        let alike = [[2.0, -2.0, -2.0, 2.0]; 2];
        assert_eq!(labels(&blocks, &alike, 0.0), [true, false, true]);
        assert_eq!(labels(&blocks, &alike, 1.0), [true; 3]);
    }
}
