//! Checks the choice of the best point, which is optimistic: cross-validates it over folds of
//! topics, and tests all points at once with permutations. Has the points tested for equivalence.

use super::{Experiment, mean_of};
use crate::experiment::results::{
    AnyBetter, BestPointChecks, Fold, HeldOut, HeldOutRow, Point, Sweep,
};
use tamis_eval::statistics::{self, Margin, folds};
use tamis_index::error::Result;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Validation {
    /// Number of folds; `None` for no cross-validation.
    pub folds: Option<usize>,
    pub seed: u64,
    /// Number of permutations; 0 for no test.
    pub permutations: u32,
    /// The margin of the tests of equivalence with the unfiltered text.
    pub margin: Margin,
}

impl Default for Validation {
    fn default() -> Self {
        let margin = Margin::default();
        Self { folds: None, seed: statistics::SEED, permutations: 10_000, margin }
    }
}

/// Checks that topics with these ids can be divided into so many folds, before anything is searched
/// or written.
///
/// # Errors
/// [`Error::Setting`](tamis_index::Error::Setting) for fewer than two folds, or more than there are
/// topics.
pub fn check_folds<'a>(ids: impl Iterator<Item = &'a str>, count: Option<usize>) -> Result<()> {
    let ids: Vec<&str> = ids.collect();
    count.map_or(Ok(()), |count| Ok(folds::assign(&ids, count, 0).map(drop)?))
}

impl Experiment<'_> {
    /// Checks the choice of the best point for each measure, and if the axes are taken alone also
    /// the choice on each of them. All measures and axes share the same folds. Tests how much text
    /// may go, too.
    ///
    /// # Errors
    /// A usage error for a number of folds that does not fit the number of topics.
    pub fn check_choices(&self, sweep: &mut Sweep, validation: Validation) -> Result<()> {
        for (number, alone) in sweep.each_alone().iter().enumerate() {
            sweep.alone[number].choices = self.choices(alone, validation)?;
        }
        sweep.choices = self.choices(sweep, validation)?;
        sweep.test_equivalence(validation.margin);
        Ok(())
    }

    /// Checks that the topics can be divided into so many folds, as [`check_folds`] does.
    ///
    /// # Errors
    /// As there.
    pub fn check_folds(&self, count: Option<usize>) -> Result<()> {
        check_folds(self.topics.iter().map(|topic| topic.id.as_str()), count)
    }

    fn choices(&self, sweep: &Sweep, validation: Validation) -> Result<Vec<BestPointChecks>> {
        let fold_of_topic = validation
            .folds
            .map(|count| folds::assign(&sweep.topics, count, validation.seed))
            .transpose()?;
        let mut choices = Vec::with_capacity(self.measures.len());
        for measure in 0..self.measures.len() {
            let held_out = fold_of_topic.as_ref().and_then(|fold_of_topic| {
                self.held_out(sweep, measure, fold_of_topic, validation.seed)
            });
            choices.push(BestPointChecks {
                any_better: any_better(sweep, measure, validation),
                held_out,
            });
        }
        Ok(choices)
    }

    /// Cross-validates the choice of the best point of a sweep by a measure.
    fn held_out(
        &self,
        sweep: &Sweep,
        measure: usize,
        fold_of_topic: &[usize],
        seed: u64,
    ) -> Option<HeldOut> {
        let instance = &self.measures[measure];
        let settings = settings(sweep, measure);
        let found = folds::held_out(&settings, fold_of_topic, |values| instance.summary(values))?;
        let baseline = &sweep.baseline.per_topic[measure];
        let mut folds = Vec::with_capacity(found.chosen.len());
        for (number, &chosen) in found.chosen.iter().enumerate() {
            let (topics, others): (Vec<usize>, Vec<usize>) =
                (0..fold_of_topic.len()).partition(|topic| fold_of_topic[*topic] == number);
            folds.push(Fold {
                chosen,
                learned: mean_of(instance, settings[chosen], &others),
                held_out: mean_of(instance, settings[chosen], &topics),
                baseline: mean_of(instance, baseline, &topics),
                topics,
            });
        }
        Some(HeldOut {
            mean: mean_of(instance, &found.values, &self.topics_by_id()),
            p_value: statistics::paired_t(&found.values, baseline).map(|test| test.p),
            no_spread: statistics::no_spread(&found.values, baseline),
            interval: statistics::interval_95(&found.values, baseline),
            seed,
            folds,
            per_topic: found.values,
        })
    }

    /// Cross-validates the choice of the best of these points by the first measure. `rules` names
    /// the points; `fold_of_topic` is the fold of each topic. None if there is no point.
    pub(super) fn held_out_row(
        &self,
        points: &[Point],
        rules: &[String],
        baseline: &Point,
        fold_of_topic: &[usize],
        seed: u64,
    ) -> Option<HeldOutRow> {
        let settings: Vec<&[f64]> =
            points.iter().map(|point| point.per_topic[0].as_slice()).collect();
        let found =
            folds::held_out(&settings, fold_of_topic, |values| self.measures[0].summary(values))?;
        let by_id = self.topics_by_id();
        let mut of_chosen = Point::default();
        for (measure, instance) in self.measures.iter().enumerate() {
            // Every topic has the value of the point that was chosen without its fold.
            let chosen = fold_of_topic.iter().map(|&fold| &points[found.chosen[fold]]);
            let values = chosen.enumerate().map(|(topic, point)| point.per_topic[measure][topic]);
            let values: Vec<f64> = values.collect();
            of_chosen.means.push(mean_of(instance, &values, &by_id));
            of_chosen.per_topic.push(values);
        }
        let Point { means, p_values, no_spread, .. } =
            of_chosen.with_statistics(0.0, Some(baseline));
        let chosen = found.chosen.iter().map(|&point| rules[point].clone()).collect();
        Some(HeldOutRow { chosen, means, p_values, no_spread, seed })
    }
}

/// Returns the values of each point by topic, for one measure.
fn settings(sweep: &Sweep, measure: usize) -> Vec<&[f64]> {
    sweep.points.iter().map(|point| point.per_topic[measure].as_slice()).collect()
}

fn any_better(sweep: &Sweep, measure: usize, validation: Validation) -> Option<AnyBetter> {
    if validation.permutations == 0 {
        return None;
    }
    let baseline = &sweep.baseline.per_topic[measure];
    let found = statistics::max_statistic(
        baseline,
        &settings(sweep, measure),
        validation.permutations,
        validation.seed,
    )?;
    let seed = (!found.exact).then_some(validation.seed);
    Some(AnyBetter { p: found.p, ways: found.permutations, exact: found.exact, seed })
}
