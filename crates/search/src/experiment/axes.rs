//! The axes of a grid as a report has them, and the parameters of each view.

use super::parameter::{Parameter, Value};
use super::results::Axis;
use crate::Predicate;
use crate::rule::weights::Weight;
use crate::sweep::{RuleAxis, ThresholdAxis, WeightAxis};

/// Returns the parameters of every view of several grids, given the axes of each. A view has no
/// value on the axes of other grids.
pub(super) fn views(grids: &[Vec<Axis>]) -> Vec<Vec<Parameter>> {
    let absent = |axis: &Axis| Parameter::new(&axis.name, Value::Absent);
    let of_grid = |(number, axes): (usize, &Vec<Axis>)| {
        let [before, after] = [&grids[..number], &grids[number + 1..]]
            .map(|others| others.iter().flatten().map(absent).collect::<Vec<_>>());
        let points: usize = axes.iter().map(|axis| axis.values.len()).product();
        let view = |point| [&before[..], &parameters(axes, point), &after].concat();
        (0..points).map(view).collect::<Vec<_>>()
    };
    grids.iter().enumerate().flat_map(of_grid).collect()
}

/// Returns the parameters of a point in the product of these axes, the last one running fastest.
fn parameters(axes: &[Axis], point: usize) -> Vec<Parameter> {
    let mut stride = axes.iter().map(|axis| axis.values.len()).product::<usize>();
    let parameter = |axis: &Axis| {
        stride /= axis.values.len();
        Parameter::new(&axis.name, axis.values[point / stride % axis.values.len()].clone())
    };
    axes.iter().map(parameter).collect()
}

/// Returns the axis of rules: thresholds as numbers, other rules by their names.
pub(super) fn of_rules(axis: &RuleAxis) -> Axis {
    let value = |(name, rule): &(String, Predicate)| match rule {
        Predicate::Feature(_, _, bound) => Value::Number(*bound),
        _ => Value::Name(name.clone()),
    };
    Axis { name: axis.name.clone(), values: axis.values.iter().map(value).collect() }
}

/// Returns the axis of the weight of a rule.
pub(super) fn of_weights(axis: &WeightAxis) -> Axis {
    let value = |&weight: &Weight| Value::Number(weight.into());
    Axis { name: axis.name(), values: axis.values.iter().map(value).collect() }
}

/// Returns the axis of thresholds.
pub(super) fn of_thresholds(axis: &ThresholdAxis) -> Axis {
    Axis {
        name: axis.name(),
        values: axis.values.iter().map(|&bound| Value::Number(bound)).collect(),
    }
}
