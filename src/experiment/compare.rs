//! Compares the labels of an index: which remover makes search better, and which one worse.

use super::{Beside, Experiment, Scored, best};
use crate::error::{Error, Result};
use crate::experiment::results::{LabelComparison, Point, Row, RowKind};
use crate::index::Manifest;
use crate::search::predicate::{Feature, Operator as Sign};
use crate::search::sweep::{Grid, Outcome, ThresholdAxis};
use crate::search::{Decimal, Predicate, TitleRule, Weights};
use tamis_eval::measure::Instance;
use tamis_eval::statistics;

/// Minimum words per block of the thresholds; the best one is compared with the labels.
const THRESHOLDS: std::ops::RangeInclusive<u32> = 1..=100;

/// Returns these labels with their bits.
///
/// # Errors
/// [`Error::Setting`] for a label that the index does not have, and for one that is given twice.
pub fn compared_labels(manifest: &Manifest, names: &[String]) -> Result<Vec<(u32, String)>> {
    if let Some((_, name)) = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
        return Err(Error::setting("labels", format!("{name} is given twice, expected it once")));
    }
    names.iter().map(|name| Ok((manifest.label_bit(name)?, name.clone()))).collect()
}

/// Returns the grid of the thresholds; its baseline is the unfiltered text.
fn thresholds(title: TitleRule, weights: &Weights) -> Grid {
    let values = THRESHOLDS.map(Decimal::whole).collect();
    let inner = ThresholdAxis { feature: Feature::Words, comparison: Sign::AtLeast, values };
    Grid { inner, outer: Vec::new(), weights: weights.clone().into(), side: Predicate::All, title }
}

impl Experiment<'_> {
    /// Searches and scores the unfiltered text, every threshold and every label (bit and name) in one pass over the postings.
    /// The weights are those of thresholds and labels; in the unfiltered text every block counts once. `named` has the settings that a report names.
    ///
    /// # Errors
    /// Errors of reading the index.
    pub fn compare(
        &self,
        labels: &[(u32, String)],
        title: TitleRule,
        weights: &Weights,
        named: LabelComparison,
    ) -> Result<LabelComparison> {
        let view = |(bit, name): &(u32, String)| title.apply(Predicate::Label(*bit, name.clone()));
        let views: Vec<Predicate> = labels.iter().map(view).collect();
        let grid = thresholds(title, weights);
        let outcome = self.search(&grid, &views, Beside::default())?;
        let mut comparison = LabelComparison {
            measures: self.measures.iter().map(Instance::name).collect(),
            topics: self.topics.iter().map(|topic| topic.id.clone()).collect(),
            hits: self.hits,
            model: self.rankings.name(),
            title: title.name().to_owned(),
            weights: weights.texts(),
            thresholds: grid.points(),
            rows: self.rows(labels, &grid, &outcome),
            ..named
        };
        correct(&mut comparison.rows);
        Ok(comparison)
    }

    fn rows(&self, labels: &[(u32, String)], grid: &Grid, outcome: &Outcome<Scored>) -> Vec<Row> {
        let baseline = self.point(Vec::new(), &outcome.baseline, outcome.baseline_statistics, None);
        let point = |scored: &[Scored], statistics| self.point(Vec::new(), scored, statistics, Some(&baseline));
        let points: Vec<Point> =
            outcome.points.iter().zip(&outcome.statistics).map(|(scored, s)| point(scored, *s)).collect();
        let chosen = best(&points, 0);
        let threshold = grid.inner.predicate(grid.inner.values[chosen]).to_string();
        let of_labels = outcome.views.iter().zip(&outcome.view_statistics).map(|(scored, s)| point(scored, *s));
        let of_labels = labels.iter().zip(of_labels).map(|((_, name), point)| (name.clone(), RowKind::Label, point));
        let named = [
            ("unfiltered".to_owned(), RowKind::Unfiltered, baseline.clone()),
            (threshold, RowKind::Threshold, points[chosen].clone()),
        ];
        let row = |(name, kind, point): (String, RowKind, Point)| Row { name, kind, point, holm: Vec::new() };
        named.into_iter().chain(of_labels).map(row).collect()
    }
}

/// Fills in the p-values after Holm's correction, measure by measure. All rows but the first are one family.
fn correct(rows: &mut [Row]) {
    let Some((first, others)) = rows.split_first_mut() else { return };
    for measure in 0..first.point.means.len() {
        let p_values: Vec<Option<f64>> = others.iter().map(|row| row.point.p_values[measure]).collect();
        first.holm.push(None);
        others.iter_mut().zip(statistics::holm(&p_values)).for_each(|(row, p)| row.holm.push(p));
    }
}
