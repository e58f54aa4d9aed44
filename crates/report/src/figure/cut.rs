//! Cuts a sweep over more than two axes through the best point of a measure: keeps two axes and
//! fixes the others there.

use crate::words;
use std::cmp::Reverse;
use tamis_search::experiment::results::{Axis, Point, Sweep};

/// Returns a sweep of the points on the two longest axes whose other parameters equal those of the
/// best point, and these parameters as text: `b 0.4, model dph`. A sweep of two axes is returned
/// unchanged. All measures get the best point of this one.
pub fn through_best(sweep: &Sweep, measure: usize) -> (Sweep, String) {
    let Some(best) = words::best(sweep, measure).filter(|_| sweep.axes.len() > 2) else {
        return (sweep.clone(), String::new());
    };
    let mut order: Vec<&Axis> = sweep.axes.iter().collect();
    // An axis that the best point does not have shows nothing around it.
    order.sort_by_key(|axis| (best.value(axis).is_absent(), Reverse(axis.values.len())));
    let longest = &order[..2];
    let (shown, held): (Vec<&Axis>, Vec<&Axis>) =
        sweep.axes.iter().partition(|axis| longest.iter().any(|shown| shown.name == axis.name));
    let is_kept = |point: &Point| held.iter().all(|axis| point.value(axis) == best.value(axis));
    let kept = sweep.points.iter().enumerate().filter(|(_, point)| is_kept(point));
    let (numbers, mut points): (Vec<usize>, Vec<Point>) =
        kept.map(|(number, point)| (number, point.clone())).unzip();
    let place = numbers.iter().position(|number| *number == sweep.best[measure]).unwrap_or(0);
    for point in &mut points {
        point.parameters.retain(|parameter| shown.iter().any(|axis| axis.name == parameter.name));
    }
    let with_points = |axis: &&Axis| {
        let mut axis = (*axis).clone();
        let has = |value: &_, point: &Point| point.value(&axis) == value;
        let values =
            axis.values.iter().filter(|value| points.iter().any(|point| has(value, point)));
        axis.values = values.cloned().collect();
        axis
    };
    let axes = shown.iter().map(with_points).collect();
    let named = held.iter().map(|axis| (&axis.name, best.value(axis)));
    let named = named.filter(|(_, value)| !value.is_absent());
    let named = named.map(|(name, value)| format!("{} {value}", words::axis_words(name)));
    let held = named.collect::<Vec<_>>().join(", ");
    let best = vec![place; sweep.measures.len()];
    (Sweep { axes, points, best, ..sweep.clone() }, held)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_search::experiment::parameter::Parameter;

    fn axis(name: &str, values: &[&str]) -> Axis {
        Axis { name: name.into(), values: values.iter().flat_map(|value| value.parse()).collect() }
    }

    #[test]
    fn the_shorter_axes_are_held_at_the_best_point() {
        let axes = vec![
            axis("k1", &["1", "2", "3"]),
            axis("b", &["0", "1"]),
            axis("min_words", &["5", "6", "7"]),
        ];
        let mut points = Vec::new();
        for k1 in &axes[0].values {
            for b in &axes[1].values {
                for words in &axes[2].values {
                    let named = [("k1", k1), ("b", b), ("min_words", words)];
                    let parameters =
                        named.map(|(name, value)| Parameter::new(name, value.clone())).to_vec();
                    points.push(Point {
                        parameters,
                        means: vec![points.len() as f64],
                        ..Point::default()
                    });
                }
            }
        }
        let measures = vec!["map".to_owned()];
        let sweep = Sweep { axes, points, measures, best: vec![10], ..Sweep::default() };
        let (cut, held) = through_best(&sweep, 0);
        assert_eq!((held.as_str(), cut.points.len(), cut.best[0]), ("b 1", 9, 4));
        assert_eq!(
            cut.axes.iter().map(|axis| axis.name.as_str()).collect::<Vec<_>>(),
            ["k1", "min_words"]
        );
        let middle = &cut.points[4];
        let values: Vec<String> =
            cut.axes.iter().map(|axis| middle.value(axis).to_string()).collect();
        assert_eq!(
            (middle.means[0], middle.parameters.len(), values.join(" ").as_str()),
            (10.0, 2, "2 6")
        );
        let (same, nothing) = through_best(&cut, 0);
        assert_eq!((same, nothing.as_str()), (cut, ""));
    }
}
