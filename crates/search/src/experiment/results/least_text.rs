//! How much text may go: the smallest share of the text whose measure is not lower than that of the
//! unfiltered text by a margin, and the smallest that is equivalent to it.

use super::{ComparedView, LabelComparison, Point, RowKind, Sweep};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tamis_eval::statistics::{
    ALPHA, Equivalence, FEWEST_TOPICS, Margin, NoSpread, equivalence, fixed_sequence, holm,
};

/// The smallest shares of the text, for one measure. Less than the whole text: a point that leaves
/// nothing out says nothing about leaving out.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LeastText {
    /// The number of sequences of points that were tested, each in steps of one axis from most to
    /// least text; p-values are multiplied by it. 0 in a comparison, whose rows are no sequence:
    /// its p-values have Holm's correction.
    pub sequences: usize,
    /// The smallest share of the text that is not inferior: its mean is not lower by the margin.
    /// None if that is not shown of less than all.
    pub enough: Option<EquivalentPoint>,
    /// The smallest share that is equivalent: its mean is neither lower nor higher by the margin.
    /// None if that is not shown of less than all.
    pub equivalent: Option<EquivalentPoint>,
    /// The point with the next smaller share, at which the sequence of `enough` stopped: its test
    /// failed. If none is enough, the one of those that failed first with the least p.
    pub next: Option<usize>,
    /// Why nothing is said of this measure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsaid: Option<Unsaid>,
}

/// Why it is not said whether less text is enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Unsaid {
    /// There are fewer topics than [`FEWEST_TOPICS`].
    #[serde(rename = "fewer than ten topics")]
    FewTopics,
    /// Where less text is kept, no differences spread.
    #[serde(rename = "no spread")]
    NoSpread,
}

/// What is said of too few topics.
fn few_topics() -> LeastText {
    LeastText { unsaid: Some(Unsaid::FewTopics), ..LeastText::default() }
}

/// A point that was shown to be enough, or equivalent, at the level [`ALPHA`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EquivalentPoint {
    /// The index of the point among the points, those of the axis, or the rows.
    pub point: usize,
    /// The p-value, corrected for all that were tested.
    pub p: f64,
}

impl Sweep {
    /// Tests every point for equivalence with the unfiltered text, and finds the smallest shares of
    /// the text that are enough. Needs the points alone.
    pub fn test_equivalence(&mut self, margin: Margin) {
        self.margin = margin;
        for point in &mut self.points {
            point.equivalence = tested(point, &self.baseline, margin);
        }
        let of_axes: Vec<Vec<Vec<usize>>> = self
            .alone
            .iter()
            .map(|alone| sequences(&self.points, &alone.points, &alone.axis))
            .collect();
        let mut all = of_axes.concat();
        if let Some(last) = self.axes.last().filter(|_| self.alone.is_empty()) {
            let numbers: Vec<usize> = (0..self.points.len()).collect();
            all = sequences(&self.points, &numbers, &last.name);
        }
        self.least_text = self.least(&all);
        for (number, of_axis) in of_axes.iter().enumerate() {
            let mut least = self.least(of_axis);
            let alone = &mut self.alone[number];
            for least in &mut least {
                least.place_among(&alone.points);
            }
            alone.least_text = least;
        }
    }

    /// Returns the smallest shares of each measure among these sequences; none if all points keep
    /// the same text.
    fn least(&self, sequences: &[Vec<usize>]) -> Vec<LeastText> {
        let mut kept = sequences.iter().flatten().map(|&point| self.points[point].kept);
        let first = kept.next();
        if kept.all(|kept| Some(kept) == first) {
            return Vec::new();
        }
        if self.baseline.per_topic.first().map_or(0, Vec::len) < FEWEST_TOPICS {
            return vec![few_topics(); self.measures.len()];
        }
        (0..self.measures.len()).map(|measure| least(&self.points, sequences, measure)).collect()
    }
}

impl LeastText {
    /// Replaces the numbers of points by their places among `points`.
    fn place_among(&mut self, points: &[usize]) {
        let place = |number: usize| points.iter().position(|point| *point == number);
        for shown in [&mut self.enough, &mut self.equivalent].into_iter().flatten() {
            shown.point = place(shown.point).unwrap_or_default();
        }
        self.next = self.next.and_then(place);
    }
}

impl LabelComparison {
    /// Tests every row for equivalence with the unfiltered text, with Holm's correction over all of
    /// them, and finds the labels and rules that keep the smallest shares of the text. Thresholds
    /// take part in the correction only: each was chosen on the topics that test it.
    pub fn test_equivalence(&mut self, margin: Margin) {
        self.margin = margin;
        let Some((baseline, rows)) = self.rows.split_first_mut() else { return };
        for row in rows.iter_mut() {
            row.point.equivalence = tested(&row.point, &baseline.point, margin);
            row.holm_equivalent.clear();
            row.holm_noninferior.clear();
        }
        let measures = self.measures.len();
        for measure in 0..measures {
            let tests = |p: fn(&Equivalence) -> f64| -> Vec<Option<f64>> {
                let of_rows = rows.iter().map(|row| row.point.equivalence[measure].as_ref());
                holm(&of_rows.map(|test| test.map(p)).collect::<Vec<_>>())
            };
            let equivalent = tests(|test| test.p);
            let noninferior = tests(|test| test.p_noninferior);
            for ((row, p), q) in rows.iter_mut().zip(equivalent).zip(noninferior) {
                row.holm_equivalent.push(p);
                row.holm_noninferior.push(q);
            }
        }
        self.least_text = (0..measures).map(|measure| self.least(measure)).collect();
    }

    /// Returns the labels and rules that keep the smallest shares of the text by a measure.
    fn least(&self, measure: usize) -> LeastText {
        if self.rows[0].point.per_topic[measure].len() < FEWEST_TOPICS {
            return few_topics();
        }
        let mut tests = self.rows[1..].iter().map(|row| &row.point.equivalence[measure]);
        LeastText {
            enough: self.least_row(|row| row.holm_noninferior[measure]),
            equivalent: self.least_row(|row| row.holm_equivalent[measure]),
            unsaid: tests.all(Option::is_none).then_some(Unsaid::NoSpread),
            ..LeastText::default()
        }
    }

    /// Returns the label or rule with the smallest share of the text whose p-value is below the
    /// level.
    fn least_row(&self, p: impl Fn(&ComparedView) -> Option<f64>) -> Option<EquivalentPoint> {
        let mut least: Option<(f64, EquivalentPoint)> = None;
        for (number, row) in self.rows.iter().enumerate() {
            let is_candidate = matches!(row.kind, RowKind::Label | RowKind::Rule);
            if let Some(p) = Some(row).filter(|_| is_candidate).and_then(&p) {
                take_smaller(&mut least, row.point.kept, EquivalentPoint { point: number, p });
            }
        }
        least.map(|(_, shown)| shown)
    }
}

/// Takes a point that is shown, if it keeps less text than the one so far, and not all.
fn take_smaller(least: &mut Option<(f64, EquivalentPoint)>, kept: f64, shown: EquivalentPoint) {
    let is_smaller = least.is_none_or(|(so_far, _)| kept < so_far);
    if shown.p < ALPHA && kept < 1.0 && is_smaller {
        *least = Some((kept, shown));
    }
}

/// Tests a point in every measure.
fn tested(point: &Point, baseline: &Point, margin: Margin) -> Vec<Option<Equivalence>> {
    let mut tests = Vec::with_capacity(point.per_topic.len());
    for (measure, values) in point.per_topic.iter().enumerate() {
        let margin = margin.around(baseline.means[measure]);
        tests.push(equivalence(values, &baseline.per_topic[measure], margin));
    }
    tests
}

/// Divides points into sequences that differ on one axis only, each from most to least text. What
/// the order depends on is known before any topic is judged.
fn sequences(points: &[Point], numbers: &[usize], axis: &str) -> Vec<Vec<usize>> {
    let differ_there_only = |a: &usize, b: &usize| {
        let others =
            |number: usize| points[number].parameters.iter().filter(move |p| p.name != axis);
        others(*a).eq(others(*b))
    };
    let mut sequences = Vec::new();
    for sequence in numbers.chunk_by(differ_there_only) {
        let mut sequence = sequence.to_vec();
        sequence.sort_by(|&a, &b| points[b].kept.total_cmp(&points[a].kept));
        sequences.push(sequence);
    }
    sequences
}

/// Finds the smallest shares of a measure at the ends of the sequences.
fn least(points: &[Point], sequences: &[Vec<usize>], measure: usize) -> LeastText {
    let mut enough = None;
    let mut equivalent = None;
    let mut next = None;
    let mut failed: Option<EquivalentPoint> = None;
    for sequence in sequences {
        let adjusted =
            |p: fn(&Equivalence) -> f64| adjusted(points, sequence, (sequences.len(), measure), p);
        let noninferior = adjusted(|test| test.p_noninferior);
        let before = enough;
        for shown in &noninferior {
            take_smaller(&mut enough, points[shown.point].kept, *shown);
        }
        let stop = noninferior.iter().find(|shown| shown.p >= ALPHA).copied();
        if enough != before {
            next = stop.map(|shown| shown.point);
        }
        failed = [failed, stop].into_iter().flatten().reduce(|a, b| if b.p < a.p { b } else { a });
        for shown in adjusted(|test| test.p) {
            take_smaller(&mut equivalent, points[shown.point].kept, shown);
        }
    }
    LeastText {
        sequences: sequences.len(),
        next: if enough.is_some() { next } else { failed.map(|shown| shown.point) },
        enough: enough.map(|(_, shown)| shown),
        equivalent: equivalent.map(|(_, shown)| shown),
        unsaid: (enough.is_none() && failed.is_none()).then_some(Unsaid::NoSpread),
    }
}

/// Returns the tested points of one of so many sequences with their p-values in a measure, each
/// corrected for those before it and for the number of sequences. Ends where nothing can be tested;
/// but a point without a difference on any topic has lost nothing, and those after it are tested.
fn adjusted(
    points: &[Point],
    sequence: &[usize],
    (sequences, measure): (usize, usize),
    p: fn(&Equivalence) -> f64,
) -> Vec<EquivalentPoint> {
    let test = |point: usize| points[point].equivalence.get(measure)?.as_ref();
    let mut raw = Vec::with_capacity(sequence.len());
    for &number in sequence {
        let without = points[number].no_spread.get(measure).copied().flatten();
        let lost_nothing = (without == Some(NoSpread::NoDifference)).then_some(0.0);
        raw.push(test(number).map(p).or(lost_nothing));
    }
    let adjusted = fixed_sequence(&raw).into_iter().map_while(|p| p);
    let tested = sequence.iter().zip(adjusted).filter(|(point, _)| test(**point).is_some());
    let corrected = |p: f64| (p * sequences as f64).min(1.0);
    tested.map(|(&point, p)| EquivalentPoint { point, p: corrected(p) }).collect()
}

#[cfg(test)]
mod tests;
