//! Shared by the scorers: precision, recall and F1 from overlap counts; means and medians over
//! pages.

use std::collections::HashMap;

/// Returns precision, recall and F1 of `common` among `kept` and `gold`. If the gold is empty,
/// keeping nothing scores 1 and keeping anything scores 0; else keeping nothing scores 0.
pub fn shares(common: usize, kept: usize, gold: usize) -> Vec<f64> {
    let precision = share(common, kept, gold);
    let recall = share(common, gold, kept);
    vec![precision, recall, harmonic(precision, recall)]
}

/// The share of `common` in one side. If that side is empty, it is 1 if the other is, too, else 0.
fn share(common: usize, side: usize, other: usize) -> f64 {
    match (side, other) {
        (0, 0) => 1.0,
        (0, _) => 0.0,
        _ => common as f64 / side as f64,
    }
}

/// Returns precision, recall and F1 of two multisets, as [`shares`]: a token counts as often as it
/// occurs in both.
pub fn bags<'a>(
    kept: impl Iterator<Item = &'a str>,
    gold: impl Iterator<Item = &'a str>,
) -> Vec<f64> {
    let mut left: HashMap<&str, usize> = HashMap::new();
    let mut in_gold = 0;
    for token in gold {
        *left.entry(token).or_default() += 1;
        in_gold += 1;
    }
    let mut in_kept = 0;
    let mut common = 0;
    for token in kept {
        in_kept += 1;
        if let Some(count) = left.get_mut(token).filter(|count| **count > 0) {
            *count -= 1;
            common += 1;
        }
    }
    shares(common, in_kept, in_gold)
}

/// The harmonic mean of precision and recall; 0 if both are.
pub fn harmonic(precision: f64, recall: f64) -> f64 {
    if precision + recall > 0.0 { 2.0 * precision * recall / (precision + recall) } else { 0.0 }
}

/// Returns the values of a column that are not NaN.
fn defined(pages: &[Vec<f64>], column: usize) -> Vec<f64> {
    pages.iter().map(|page| page[column]).filter(|value| !value.is_nan()).collect()
}

/// Returns the mean of a column over the pages that have a value, in their order; NaN if none has.
pub fn mean(pages: &[Vec<f64>], column: usize) -> f64 {
    let values = defined(pages, column);
    values.iter().sum::<f64>() / values.len() as f64
}

/// Returns the median of a column over the pages that have a value; of an even number, the mean of
/// the middle two. NaN if none has.
pub fn median(pages: &[Vec<f64>], column: usize) -> f64 {
    let mut values = defined(pages, column);
    values.sort_by(f64::total_cmp);
    quantile(&values, 0.5)
}

/// Returns a quantile of sorted values, with linear interpolation (Hyndman and Fan's type 7); NaN
/// if there are none.
pub fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let place = share * last as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    sorted[below] + (place - below as f64) * (sorted[above] - sorted[below])
}

/// Mean precision, mean recall, mean F1 and median F1 of pages whose columns are precision, recall
/// and F1.
pub fn of_pages(pages: &[Vec<f64>]) -> Vec<f64> {
    vec![mean(pages, 0), mean(pages, 1), mean(pages, 2), median(pages, 2)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_without_anything_have_a_score() {
        assert_eq!(shares(0, 0, 0), [1.0, 1.0, 1.0]);
        assert_eq!(shares(0, 3, 0), [0.0, 0.0, 0.0]);
        assert_eq!(shares(0, 0, 3), [0.0, 0.0, 0.0]);
        assert_eq!(shares(0, 2, 3), [0.0, 0.0, 0.0]);
        assert_eq!(shares(1, 2, 1), [0.5, 1.0, 2.0 / 3.0]);
    }

    #[test]
    fn a_median_of_an_even_number_is_between_two() {
        assert_eq!(median(&[0.4, 0.1, f64::NAN, 0.2].map(|value| vec![value]), 0), 0.2);
        assert_eq!(median(&[vec![0.5], vec![0.0]], 0), 0.25);
        assert_eq!(mean(&[vec![0.5], vec![f64::NAN]], 0), 0.5);
        assert!(median(&[], 0).is_nan() && mean(&[], 0).is_nan());
        assert_eq!(quantile(&[0.0, 1.0, 2.0, 3.0], 0.25), 0.75);
    }
}
