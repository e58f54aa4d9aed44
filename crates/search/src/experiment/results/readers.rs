//! The readers of results, by the names that settings take for measures.

use super::{ComparedView, EquivalentPoint, LabelComparison, LeastText, Point, Sweep};
use crate::experiment::parameter::Parameter;
use std::ops::Deref;
use tamis_eval::measure;
use tamis_eval::statistics::Equivalence;

/// One point of a sweep: one view of the index, measured with all topics.
#[derive(Debug, Clone, Copy)]
pub struct SweepPoint<'a> {
    measures: &'a [String],
    point: &'a Point,
}

/// One row of a comparison, which is read as a point of a sweep is.
#[derive(Debug, Clone, Copy)]
pub struct ComparisonRow<'a> {
    point: SweepPoint<'a>,
    row: &'a ComparedView,
}

impl<'a> Deref for ComparisonRow<'a> {
    type Target = SweepPoint<'a>;

    fn deref(&self) -> &Self::Target {
        &self.point
    }
}

impl Sweep {
    /// The measures, by trec_eval's names: `P_10`.
    pub fn measures(&self) -> &[String] {
        &self.measures
    }

    /// The ids of the topics that were measured.
    pub fn topics(&self) -> &[String] {
        &self.topics
    }

    /// The ids of the topics that were left out because the qrels do not judge them.
    pub fn unjudged(&self) -> &[String] {
        &self.unjudged
    }

    /// The points, the last parameter running fastest.
    pub fn points(&self) -> impl ExactSizeIterator<Item = SweepPoint<'_>> {
        self.points.iter().map(|point| self.point(point))
    }

    /// The same searches on the unfiltered text.
    pub fn baseline(&self) -> SweepPoint<'_> {
        self.point(&self.baseline)
    }

    /// The point with the highest mean of the first measure; the first of equals.
    pub fn best(&self) -> SweepPoint<'_> {
        self.point(&self.points[self.best[0]])
    }

    /// The point with the highest mean of a measure; none if the sweep does not have it.
    pub fn best_by(&self, measure: &str) -> Option<SweepPoint<'_>> {
        Some(self.point(&self.points[self.best[position(&self.measures, measure)?]]))
    }

    /// The best point of a measure on each axis of a sweep that takes them `separately`, in
    /// the order of the axes; none for other sweeps and for an unknown measure.
    pub fn best_of_each_axis(&self, measure: &str) -> Vec<SweepPoint<'_>> {
        let Some(measure) = position(&self.measures, measure) else { return Vec::new() };
        self.alone
            .iter()
            .map(|alone| self.point(&self.points[alone.points[alone.best[measure]]]))
            .collect()
    }

    /// The cross-validated mean of a measure: each topic measured at the point that is best on
    /// other folds. None without `folds`.
    pub fn held_out_mean(&self, measure: &str) -> Option<f64> {
        let choice = self.choices.get(position(&self.measures, measure)?)?;
        choice.held_out.as_ref().map(|held_out| held_out.mean)
    }

    /// The point with the smallest share of the text that is enough: by this measure it is not
    /// lower than the unfiltered text by the margin. None if that is not shown of less than all.
    pub fn enough(&self, measure: &str) -> Option<SweepPoint<'_>> {
        self.shown(measure, |least| least.enough)
    }

    /// The point with the smallest share of the text that is equivalent to the unfiltered text.
    /// None if that is not shown of less than all.
    pub fn equivalent(&self, measure: &str) -> Option<SweepPoint<'_>> {
        self.shown(measure, |least| least.equivalent)
    }

    fn shown(
        &self,
        measure: &str,
        which: impl Fn(&LeastText) -> Option<EquivalentPoint>,
    ) -> Option<SweepPoint<'_>> {
        let least = self.least_text.get(position(&self.measures, measure)?)?;
        Some(self.point(&self.points[which(least)?.point]))
    }

    fn point<'a>(&'a self, point: &'a Point) -> SweepPoint<'a> {
        SweepPoint { measures: &self.measures, point }
    }
}

impl<'a> SweepPoint<'a> {
    /// Its parameters with their values; none for the baseline.
    pub fn parameters(&self) -> Vec<&'a Parameter> {
        self.point.parameters.iter().filter(|parameter| !parameter.value.is_absent()).collect()
    }

    /// The value of a threshold at this point; none if the sweep does not have it.
    pub fn threshold(&self, name: &str) -> Option<f64> {
        self.parameters().into_iter().find(|parameter| parameter.name == name)?.value.number()
    }

    /// The mean of a measure over all topics; none if the sweep does not have it.
    pub fn mean(&self, measure: &str) -> Option<f64> {
        self.by_name(measure, &self.point.means)
    }

    /// The value among these of all measures.
    fn by_name<T: Copy>(&self, measure: &str, values: &[T]) -> Option<T> {
        values.get(position(self.measures, measure)?).copied()
    }

    /// The values of a measure, in the order of [`Sweep::topics`]; none if the sweep does not have
    /// it.
    pub fn per_topic(&self, measure: &str) -> Option<&'a [f64]> {
        self.point.per_topic.get(position(self.measures, measure)?).map(Vec::as_slice)
    }

    /// Two-sided p of the paired t-test against the unfiltered text; none if no topic differs.
    pub fn p_value(&self, measure: &str) -> Option<f64> {
        self.by_name(measure, &self.point.p_values)?
    }

    /// The test of equivalence with the unfiltered text; none where nothing can be tested.
    pub fn equivalence(&self, measure: &str) -> Option<Equivalence> {
        self.by_name(measure, &self.point.equivalence)?
    }

    /// The share of judged pages among the first ten results, 0 to 1.
    pub fn judged_at_10(&self) -> f64 {
        self.point.judged_10
    }

    /// Pages with at least one permitted token.
    pub fn pages(&self) -> u64 {
        self.point.pages
    }

    /// Permitted tokens, each as often as its block's weight says.
    pub fn tokens(&self) -> u64 {
        self.point.tokens
    }

    /// The share of the text that the point searches: its permitted tokens by those of the
    /// unfiltered text. More than 1 if weights are above 1.
    pub fn kept(&self) -> f64 {
        self.point.kept
    }
}

impl LabelComparison {
    /// The measures, by trec_eval's names.
    pub fn measures(&self) -> &[String] {
        &self.measures
    }

    /// The unfiltered text, the best threshold of each axis, then the labels.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = ComparisonRow<'_>> {
        self.rows.iter().map(|row| ComparisonRow {
            point: SweepPoint { measures: &self.measures, point: &row.point },
            row,
        })
    }
}

impl<'a> ComparisonRow<'a> {
    /// `unfiltered`, the rule of the threshold, or the label.
    pub fn name(&self) -> &'a str {
        &self.row.name
    }

    /// The number of thresholds of which this row is the best by the first measure, on these
    /// topics: expect less on others. 0 for the unfiltered text and for labels.
    pub fn chosen_from(&self) -> usize {
        self.row.chosen_from
    }

    /// The mean of a measure with the threshold chosen on other topics, if topics were divided into
    /// folds; none for other rows.
    pub fn held_out_mean(&self, measure: &str) -> Option<f64> {
        self.by_name(measure, &self.row.held_out.as_ref()?.means)
    }

    /// Two-sided p of the paired t-test against the unfiltered text, with Holm's correction over
    /// all rows; none if no topic differs.
    pub fn corrected_p_value(&self, measure: &str) -> Option<f64> {
        self.by_name(measure, &self.row.holm)?
    }
}

/// The place of a measure among these, by any of its names.
fn position(measures: &[String], name: &str) -> Option<usize> {
    let printed = measure::parse(name).ok()?.first()?.name();
    measures.iter().position(|measure| *measure == printed)
}
