//! Cross-validation: assigns topics to folds, chooses the best setting on all folds but one, and
//! takes its values on that one. This estimates what tuning is worth on unseen topics.

use super::random::Random;
use crate::error::{Error, Result};

/// Assigns topics to `count` folds whose sizes differ by at most one. Returns the fold of each
/// topic, from 0, in the order of `ids`. The folds depend on the ids and the seed, not on the order
/// of the ids.
///
/// # Errors
/// [`Error::Setting`] if there are fewer than two folds, or more folds than topics.
pub fn assign(ids: &[impl AsRef<str>], count: usize, seed: u64) -> Result<Vec<usize>> {
    if count < 2 || count > ids.len() {
        let topics = ids.len();
        let expected = format!("expected 2 to {topics}, so that every fold has a topic");
        return Err(Error::setting(format!("found {count} folds of {topics} topics, {expected}")));
    }
    let mut order: Vec<usize> = (0..ids.len()).collect();
    order.sort_by_key(|&topic| ids[topic].as_ref());
    Random::new(seed).shuffle(&mut order);
    let mut folds = vec![0; ids.len()];
    for (place, topic) in order.into_iter().enumerate() {
        folds[topic] = place % count;
    }
    Ok(folds)
}

/// The result of [`held_out`].
#[derive(Debug, Clone, PartialEq)]
pub struct HeldOutValues {
    /// For each fold, the setting that is best on the topics of all other folds.
    pub chosen: Vec<usize>,
    /// For each topic, the value of the setting that was chosen without it.
    pub values: Vec<f64>,
    /// The setting that is best on all topics.
    pub best_on_all: usize,
}

/// Chooses the best setting for each fold on the topics of the other folds, and returns its values
/// on the fold. Each of `settings` holds one value per topic, in the order of `folds`; `summary`
/// computes the number to maximise, such as the mean. Of equal settings the first is chosen; one
/// whose summary is not a number, only if there is no other. Returns none if there are no settings.
///
/// # Panics
/// If a setting does not have one value per topic.
pub fn held_out<S: AsRef<[f64]>>(
    settings: &[S],
    folds: &[usize],
    summary: impl Fn(&[f64]) -> f64,
) -> Option<HeldOutValues> {
    let best_on_all = best_without(None, settings, folds, &summary)?;
    let count = folds.iter().max().map_or(0, |last| last + 1);
    let mut chosen = Vec::with_capacity(count);
    for fold in 0..count {
        chosen.push(best_without(Some(fold), settings, folds, &summary)?);
    }
    let mut values = Vec::with_capacity(folds.len());
    for (topic, fold) in folds.iter().enumerate() {
        values.push(settings[chosen[*fold]].as_ref()[topic]);
    }
    Some(HeldOutValues { chosen, values, best_on_all })
}

/// Returns the setting that is best on the topics outside the fold `left_out`.
fn best_without<S: AsRef<[f64]>>(
    left_out: Option<usize>,
    settings: &[S],
    folds: &[usize],
    summary: impl Fn(&[f64]) -> f64,
) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (setting, values) in settings.iter().enumerate() {
        let values = values.as_ref();
        assert_eq!(values.len(), folds.len(), "every setting has a value for every topic");
        let with_folds = values.iter().zip(folds);
        let learned = with_folds.filter(|(_, fold)| Some(**fold) != left_out);
        let summary = summary(&learned.map(|(value, _)| *value).collect::<Vec<f64>>());
        let is_better = match best {
            None => true,
            Some((_, so_far)) => summary > so_far || so_far.is_nan() && !summary.is_nan(),
        };
        if is_better {
            best = Some((setting, summary));
        }
    }
    best.map(|(setting, _)| setting)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::paired::mean;
    use proptest::prelude::*;

    #[test]
    fn each_fold_takes_the_setting_that_is_best_elsewhere() {
        // Setting 0 is best on the topics of fold 0, setting 1 on those of fold 1, setting 2 on the
        // whole.
        let settings = [[0.9, 0.8, 0.0, 0.1], [0.1, 0.0, 0.8, 0.9], [0.6, 0.6, 0.6, 0.6]];
        let found = held_out(&settings, &[0, 0, 1, 1], mean).unwrap();
        assert_eq!(
            found,
            HeldOutValues { chosen: vec![1, 0], values: vec![0.1, 0.0, 0.0, 0.1], best_on_all: 2 }
        );
        assert_eq!(held_out::<[f64; 4]>(&[], &[0, 0, 1, 1], mean), None);
    }

    #[test]
    fn the_first_of_equals_and_no_number_last() {
        let settings = [[f64::NAN, f64::NAN], [0.5, 0.5], [0.5, 0.5]];
        let found = held_out(&settings, &[0, 1], mean).unwrap();
        assert_eq!((found.best_on_all, found.chosen), (1, vec![1, 1]));
    }

    #[test]
    fn a_wrong_number_of_folds_is_an_error() {
        for (count, message) in
            [(1, "found 1 folds of 3 topics, expected 2 to 3"), (4, "found 4 folds of 3 topics")]
        {
            let error = assign(&["1", "2", "3"], count, 1).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
        assert_eq!(assign(&["1", "2", "3"], 3, 1).unwrap().len(), 3);
    }

    proptest! {
        #[test]
        fn folds_are_balanced_and_know_topics_by_their_ids(
            topics in 2..80usize, count in 2..12usize, seed: u64, turn in 0..80usize,
        ) {
            prop_assume!(count <= topics);
            let ids: Vec<String> = (0..topics).map(|topic| (800 + topic).to_string()).collect();
            let folds = assign(&ids, count, seed).unwrap();
            let sizes: Vec<usize> =
                (0..count).map(|fold| folds.iter().filter(|f| **f == fold).count()).collect();
            prop_assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1);
            let mut turned = ids;
            let mut expected = folds;
            turned.rotate_left(turn % topics);
            expected.rotate_left(turn % topics);
            prop_assert_eq!(assign(&turned, count, seed).unwrap(), expected);
        }

        #[test]
        fn held_out_is_never_above_the_best_of_every_topic(
            rows in proptest::collection::vec(proptest::collection::vec(0.0..1.0f64, 10), 1..6),
            seed: u64,
        ) {
            let ids: Vec<String> = (0..10).map(|topic| topic.to_string()).collect();
            let folds = assign(&ids, 5, seed).unwrap();
            let found = held_out(&rows, &folds, mean).unwrap();
            for (topic, value) in found.values.iter().enumerate() {
                prop_assert_eq!(*value, rows[found.chosen[folds[topic]]][topic]);
            }
            let highest = rows.iter().map(|row| mean(row)).fold(f64::MIN, f64::max);
            prop_assert_eq!(mean(&rows[found.best_on_all]), highest);
        }
    }
}
