//! The information gain of a feature about a block's class (Kohlschütter et al. 2010, section
//! 4.3.1, Figure 1). Values are discretized as in Weka, by minimum description length (Fayyad and
//! Irani 1993).

/// Returns the information gain in bits of `values` about `classes` (numbers below `kinds`), with
/// each block weighted: H(C) - H(C|A). All three slices have one entry per block. 0 if no cut is
/// worth its description.
pub fn information_gain(values: &[f64], classes: &[usize], weights: &[f64], kinds: usize) -> f64 {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let sorted: Vec<Case> = order
        .iter()
        .map(|&i| Case { value: values[i], class: classes[i], weight: weights[i] })
        .collect();
    let all = ClassWeights::new(&sorted, kinds);
    if all.total <= 0.0 {
        return 0.0;
    }
    let mut intervals = Vec::new();
    cut_intervals(&sorted, kinds, &mut intervals);
    let mut left = 0.0;
    for interval in intervals {
        left += interval.total / all.total * interval.entropy();
    }
    all.entropy() - left
}

struct Case {
    value: f64,
    class: usize,
    weight: f64,
}

/// The weight of each class.
#[derive(Clone)]
struct ClassWeights {
    by_class: Vec<f64>,
    total: f64,
}

impl ClassWeights {
    fn new(cases: &[Case], kinds: usize) -> Self {
        let mut counts = Self { by_class: vec![0.0; kinds], total: 0.0 };
        for case in cases {
            counts.add(case, 1.0);
        }
        counts
    }

    fn add(&mut self, case: &Case, sign: f64) {
        self.by_class[case.class] += sign * case.weight;
        self.total += sign * case.weight;
    }

    fn entropy(&self) -> f64 {
        let terms = self.by_class.iter().map(|weight| {
            if *weight > 0.0 { -weight / self.total * (weight / self.total).log2() } else { 0.0 }
        });
        terms.sum()
    }

    fn classes(&self) -> f64 {
        self.by_class.iter().filter(|weight| **weight > 0.0).count() as f64
    }
}

/// Cuts cases, sorted by value, where a cut pays off, and adds the weights of each interval.
fn cut_intervals(cases: &[Case], kinds: usize, intervals: &mut Vec<ClassWeights>) {
    let all = ClassWeights::new(cases, kinds);
    match best_cut(cases, &all) {
        Some((cut, low, high)) if is_worth(&all, &low, &high, cases) => {
            cut_intervals(&cases[..cut], kinds, intervals);
            cut_intervals(&cases[cut..], kinds, intervals);
        }
        _ => intervals.push(all),
    }
}

/// Returns the cut between two values with the least entropy, with the counts below and above it.
fn best_cut(cases: &[Case], all: &ClassWeights) -> Option<(usize, ClassWeights, ClassWeights)> {
    let mut low = ClassWeights { by_class: vec![0.0; all.by_class.len()], total: 0.0 };
    let mut high = all.clone();
    let mut best: Option<(f64, usize, ClassWeights, ClassWeights)> = None;
    for cut in 1..cases.len() {
        low.add(&cases[cut - 1], 1.0);
        high.add(&cases[cut - 1], -1.0);
        if cases[cut].value <= cases[cut - 1].value {
            continue;
        }
        let left = low.total * low.entropy() + high.total * high.entropy();
        if best.as_ref().is_none_or(|(least, ..)| left < *least) {
            best = Some((left, cut, low.clone(), high.clone()));
        }
    }
    best.map(|(_, cut, low, high)| (cut, low, high))
}

/// Whether a cut gains more than its description costs (Fayyad and Irani 1993, equation 1). It
/// counts cases, not their weights: a block of a hundred words is one case.
fn is_worth(all: &ClassWeights, low: &ClassWeights, high: &ClassWeights, cases: &[Case]) -> bool {
    let n = cases.len() as f64;
    let left = low.total / all.total * low.entropy() + high.total / all.total * high.entropy();
    let gain = all.entropy() - left;
    let parts = low.classes() * low.entropy() + high.classes() * high.entropy();
    let delta = (3f64.powf(all.classes()) - 2.0).log2() - (all.classes() * all.entropy() - parts);
    gain > ((n - 1.0).log2() + delta) / n
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn gain(values: &[f64], classes: &[usize]) -> f64 {
        information_gain(values, classes, &vec![1.0; values.len()], 2)
    }

    #[test]
    fn a_feature_that_tells_all_gains_the_entropy_and_noise_nothing() {
        let values: Vec<f64> = (0..200).map(f64::from).collect();
        let split: Vec<usize> = (0..200).map(|i| usize::from(i >= 100)).collect();
        assert!((gain(&values, &split) - 1.0).abs() < 1e-12);
        let noise: Vec<usize> = (0..200).map(|i| usize::from(i % 2 == 0)).collect();
        assert_eq!(gain(&values, &noise), 0.0);
        let middle: Vec<usize> = (0..300).map(|i| usize::from((100..200).contains(&i))).collect();
        let values: Vec<f64> = (0..300).map(f64::from).collect();
        let whole = -(1.0f64 / 3.0 * (1.0f64 / 3.0).log2() + 2.0 / 3.0 * (2.0f64 / 3.0).log2());
        assert!((gain(&values, &middle) - whole).abs() < 1e-12, "two cuts");
        assert_eq!(gain(&[], &[]), 0.0);
    }

    #[test]
    fn weights_count_as_so_many_words() {
        let gain = information_gain(&[1.0; 4], &[0, 0, 1, 1], &[1.0; 4], 2);
        assert_eq!(gain, 0.0, "one value tells nothing");
        let values: Vec<f64> = (0..100).map(f64::from).collect();
        let classes: Vec<usize> = (0..100).map(|i| usize::from(i >= 90)).collect();
        let heavy: Vec<f64> = (0..100).map(|i| if i >= 90 { 9.0 } else { 1.0 }).collect();
        assert!(
            (information_gain(&values, &classes, &heavy, 2) - 1.0).abs() < 1e-9,
            "half of the weight is of each class"
        );
    }

    proptest! {
        #[test]
        fn a_gain_lies_between_nothing_and_the_entropy(
            cases in proptest::collection::vec((0u8..6, 0usize..3, 1u8..9), 1..80),
        ) {
            let values: Vec<f64> = cases.iter().map(|case| f64::from(case.0)).collect();
            let classes: Vec<usize> = cases.iter().map(|case| case.1).collect();
            let weights: Vec<f64> = cases.iter().map(|case| f64::from(case.2)).collect();
            let gain = information_gain(&values, &classes, &weights, 3);
            prop_assert!((-1e-9..=3f64.log2() + 1e-9).contains(&gain), "{}", gain);
        }
    }
}
