//! Hand-made sweeps and comparisons in which one can see what is enough.

use super::*;
use crate::experiment::parameter::{Parameter, Value};
use crate::experiment::results::{Axis, AxisAlone};

/// Values of twenty topics around .5 that are lower than the baseline's by `loss`, with a spread of
/// .01 that needs no chance.
fn values(loss: f64) -> Vec<f64> {
    (0..20).map(|topic| 0.5 - loss + if topic % 2 == 0 { 0.01 } else { -0.01 }).collect()
}

fn point(parameters: &[(&str, u32)], kept: f64, loss: f64) -> Point {
    let mut point = Point { means: vec![0.5 - loss], kept, ..Point::default() };
    for (name, value) in parameters {
        let value = Value::Name(value.to_string());
        point.parameters.push(Parameter::new(*name, value));
    }
    point.per_topic = vec![values(loss)];
    point
}

fn sweep(axes: &[&str], points: Vec<Point>) -> Sweep {
    let baseline = Point { means: vec![0.5], per_topic: vec![vec![0.5; 20]], ..Point::default() };
    let axis = |name: &&str| Axis { name: (*name).to_owned(), values: Vec::new() };
    let axes = axes.iter().map(axis).collect();
    Sweep { measures: vec!["P_10".to_owned()], axes, points, baseline, ..Sweep::default() }
}

fn of_words(losses: &[(u32, f64, f64)]) -> Sweep {
    let points = losses.iter().map(|&(words, kept, loss)| point(&[("words", words)], kept, loss));
    let mut sweep = sweep(&["words"], points.collect());
    sweep.test_equivalence(Margin::default());
    sweep
}

/// The numbers of the points that are enough, equivalent, and next.
fn numbers(found: &LeastText) -> (Option<usize>, Option<usize>, Option<usize>) {
    let of = |shown: &Option<EquivalentPoint>| shown.as_ref().map(|shown| shown.point);
    (of(&found.enough), of(&found.equivalent), found.next)
}

#[test]
fn the_sequence_stops_at_the_first_point_that_fails() {
    // A margin of .025 and a standard error of .0023. The fourth would pass on its own.
    let sweep = of_words(&[(1, 0.9, 0.0), (2, 0.7, 0.01), (3, 0.5, 0.024), (4, 0.3, 0.0)]);
    let found = &sweep.least_text[0];
    assert_eq!((numbers(found), found.sequences), ((Some(1), Some(1), Some(2)), 1));
    assert!(sweep.points[3].equivalence[0].unwrap().p < ALPHA);
    // The p-value is the largest on the way.
    let p = sweep.points[1].equivalence[0].unwrap().p_noninferior;
    assert_eq!(found.enough.unwrap().p, p);
}

#[test]
fn the_order_is_that_of_the_text_that_is_kept() {
    let sweep = of_words(&[(4, 0.3, 0.024), (3, 0.5, 0.0), (2, 0.7, 0.0)]);
    assert_eq!(numbers(&sweep.least_text[0]), (Some(1), Some(1), Some(0)));
}

#[test]
fn a_gain_is_enough_and_not_equivalent() {
    let sweep = of_words(&[(1, 0.9, 0.0), (2, 0.7, -0.1), (3, 0.5, -0.1)]);
    assert_eq!(numbers(&sweep.least_text[0]), (Some(2), Some(0), None));
}

#[test]
fn all_of_the_text_is_no_answer() {
    let sweep = of_words(&[(1, 1.0, 0.0), (2, 0.7, 0.2), (3, 0.5, 0.1)]);
    assert_eq!(numbers(&sweep.least_text[0]), (None, None, Some(1)));
    assert!(of_words(&[(1, 0.9, 0.0), (2, 0.9, 0.0)]).least_text.is_empty());
}

#[test]
fn every_ranking_has_a_sequence_of_its_own() {
    let grid = [
        point(&[("k1", 1), ("words", 1)], 0.9, 0.3),
        point(&[("k1", 1), ("words", 2)], 0.5, 0.3),
        point(&[("k1", 2), ("words", 1)], 0.9, 0.0),
        point(&[("k1", 2), ("words", 2)], 0.5, 0.0),
    ];
    let mut sweep = sweep(&["k1", "words"], grid.into());
    sweep.test_equivalence(Margin::Absolute(0.02));
    let found = &sweep.least_text[0];
    assert_eq!((numbers(found), found.sequences), ((Some(3), Some(3), None), 2));
    let p = sweep.points[3].equivalence[0].unwrap().p_noninferior;
    assert_eq!(found.enough.unwrap().p, 2.0 * p);
}

#[test]
fn an_axis_alone_is_tested_for_itself_and_all_axes_together() {
    let points = vec![
        point(&[("words", 1)], 0.9, 0.0),
        point(&[("words", 2)], 0.4, 0.0),
        point(&[("density", 1)], 0.9, 0.0),
        point(&[("density", 2)], 0.2, 0.3),
    ];
    let mut sweep = sweep(&["words", "density"], points);
    for (axis, points) in [("words", vec![0, 1]), ("density", vec![2, 3])] {
        let axis = axis.to_owned();
        sweep.alone.push(AxisAlone { axis, points, ..AxisAlone::default() });
    }
    sweep.test_equivalence(Margin::default());
    assert_eq!(numbers(&sweep.least_text[0]), (Some(1), Some(1), None));
    assert_eq!(sweep.least_text[0].sequences, 2);
    let alone: Vec<_> = sweep.alone.iter().map(|alone| numbers(&alone.least_text[0])).collect();
    assert_eq!(alone, [(Some(1), Some(1), None), (Some(0), Some(0), Some(1))]);
}

#[test]
fn a_margin_of_nothing_tests_nothing() {
    let mut sweep = of_words(&[(1, 0.9, 0.0), (2, 0.7, 0.0)]);
    sweep.baseline.means = vec![0.0];
    sweep.test_equivalence(Margin::default());
    assert_eq!(sweep.points[0].equivalence, [None]);
    assert_eq!(numbers(&sweep.least_text[0]), (None, None, None));
}

#[test]
fn a_comparison_names_the_label_with_least_text_after_holms_correction() {
    let row = |name: &str, kind, kept, loss| ComparedView {
        name: name.to_owned(),
        kind,
        point: point(&[], kept, loss),
        ..ComparedView::default()
    };
    let mut comparison = LabelComparison {
        measures: vec!["P_10".to_owned()],
        rows: vec![
            row("unfiltered", RowKind::Unfiltered, 1.0, 0.0),
            row("words >= 9", RowKind::Threshold, 0.1, 0.0),
            row("much", RowKind::Label, 0.7, 0.0),
            row("little", RowKind::Label, 0.4, 0.005),
            row("too little", RowKind::Label, 0.2, 0.2),
        ],
        ..LabelComparison::default()
    };
    comparison.rows[0].point.per_topic = vec![vec![0.5; 20]];
    comparison.test_equivalence(Margin::default());
    assert_eq!(numbers(&comparison.least_text[0]), (Some(3), Some(3), None));
    let p = comparison.rows[3].point.equivalence[0].unwrap().p;
    let corrected = comparison.rows[3].holm_equivalent[0].unwrap();
    assert!(corrected > p && corrected < ALPHA);
    assert_eq!((comparison.rows[0].holm_equivalent.len(), comparison.rows.len()), (0, 5));
}
