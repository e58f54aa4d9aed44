//! A sweep over more than two axes, cut through the best point of a measure: two axes as they are, the others held there.

use crate::experiment::results::{NONE, Sweep};
use crate::report::words;
use std::cmp::Reverse;

/// The points of the two longest axes that share the other parameters with the best point, as a sweep of its own, and these
/// parameters: `b 0.4, model dph`. A sweep of two axes is its own cut, with nothing held. Of the other measures, the best
/// point is that of this one.
pub fn through_best(sweep: &Sweep, measure: usize) -> (Sweep, String) {
    let Some(best) = words::best(sweep, measure).filter(|_| sweep.axes.len() > 2) else {
        return (sweep.clone(), String::new());
    };
    let mut shown: Vec<usize> = (0..sweep.axes.len()).collect();
    // What the best point does not have, shows nothing around it.
    shown.sort_by_key(|&axis| (best.parameters[axis] == NONE, Reverse(sweep.axes[axis].values.len())));
    shown.truncate(2);
    shown.sort_unstable();
    let held: Vec<usize> = (0..sweep.axes.len()).filter(|axis| !shown.contains(axis)).collect();
    let here =
        |&number: &usize| held.iter().all(|&axis| sweep.points[number].parameters[axis] == best.parameters[axis]);
    let numbers: Vec<usize> = (0..sweep.points.len()).filter(here).collect();
    let place = numbers.iter().position(|number| *number == sweep.best[measure]).unwrap_or(0);
    let mut points: Vec<_> = numbers.iter().map(|&number| sweep.points[number].clone()).collect();
    for point in &mut points {
        point.parameters = shown.iter().map(|&axis| point.parameters[axis].clone()).collect();
    }
    let axis = |(place, &axis): (usize, &usize)| {
        let mut axis = sweep.axes[axis].clone();
        axis.values.retain(|value| points.iter().any(|point| point.parameters[place] == *value));
        axis
    };
    let axes = shown.iter().enumerate().map(axis).collect();
    let named = held.iter().filter(|&&axis| best.parameters[axis] != NONE);
    let named: Vec<String> =
        named.map(|&axis| format!("{} {}", sweep.axes[axis].name, best.parameters[axis])).collect();
    (Sweep { axes, points, best: vec![place; sweep.measures.len()], ..sweep.clone() }, named.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::results::{Axis, Point};

    #[test]
    fn the_shorter_axes_are_held_at_the_best_point() {
        let axis = |name: &str, values: &[&str]| Axis {
            name: name.into(),
            values: values.iter().map(|&value| value.into()).collect(),
        };
        let axes = vec![axis("k1", &["1", "2", "3"]), axis("b", &["0", "1"]), axis("min_words", &["5", "6", "7"])];
        let mut points = Vec::new();
        for k1 in &axes[0].values {
            for b in &axes[1].values {
                for words in &axes[2].values {
                    let parameters = [k1, b, words].map(Clone::clone).to_vec();
                    points.push(Point { parameters, means: vec![points.len() as f64], ..Point::default() });
                }
            }
        }
        let measures = vec!["map".to_owned()];
        let sweep = Sweep { axes, points, measures, best: vec![10], ..Sweep::default() };
        let (cut, held) = through_best(&sweep, 0);
        assert_eq!((held.as_str(), cut.points.len(), cut.best[0]), ("b 1", 9, 4));
        assert_eq!(cut.axes.iter().map(|axis| axis.name.as_str()).collect::<Vec<_>>(), ["k1", "min_words"]);
        assert_eq!(
            (cut.points[4].means[0], cut.points[4].parameters.as_slice()),
            (10.0, &["2".into(), "6".into()][..])
        );
        let (same, nothing) = through_best(&cut, 0);
        assert_eq!((same, nothing.as_str()), (cut, ""));
    }
}
