//! The axes of a grid as a report has them, and the parameters of each view.

use super::parameter::{Parameter, Value};
use super::results::Axis;
use crate::Predicate;
use crate::sweep::{RuleAxis, ThresholdAxis, WeightAxis};

/// Returns the parameters of every view of several grids, given the axes of each. A view has no
/// value on the axes of other grids.
pub(super) fn views(grids: &[Vec<Axis>]) -> Vec<Vec<Parameter>> {
    (0..grids.len()).flat_map(|number| views_of_grid(grids, number)).collect()
}

fn views_of_grid(grids: &[Vec<Axis>], number: usize) -> Vec<Vec<Parameter>> {
    let axes = &grids[number];
    let before = absent(&grids[..number]);
    let after = absent(&grids[number + 1..]);
    let points: usize = axes.iter().map(|axis| axis.values.len()).product();
    (0..points).map(|point| [&before[..], &parameters(axes, point), &after].concat()).collect()
}

/// Returns the parameters of a view that has no value on the axes of these grids.
fn absent(grids: &[Vec<Axis>]) -> Vec<Parameter> {
    grids.iter().flatten().map(|axis| Parameter::new(&axis.name, Value::Absent)).collect()
}

/// Returns the parameters of a point in the product of these axes, the last one running fastest.
fn parameters(axes: &[Axis], point: usize) -> Vec<Parameter> {
    let mut stride: usize = axes.iter().map(|axis| axis.values.len()).product();
    let mut parameters = Vec::with_capacity(axes.len());
    for axis in axes {
        let count = axis.values.len();
        stride /= count;
        let value = axis.values[point / stride % count].clone();
        parameters.push(Parameter::new(&axis.name, value));
    }
    parameters
}

/// Returns the axis of rules: thresholds as numbers, other rules by their names.
pub(super) fn of_rules(axis: &RuleAxis) -> Axis {
    Axis { name: axis.name.clone(), values: axis.values.iter().map(value_of_rule).collect() }
}

fn value_of_rule((name, rule): &(String, Predicate)) -> Value {
    match rule {
        Predicate::Feature(_, _, bound) => Value::Number(*bound),
        _ => Value::Name(name.clone()),
    }
}

/// Returns the axis of the weight of a rule.
pub(super) fn of_weights(axis: &WeightAxis) -> Axis {
    Axis {
        name: axis.name(),
        values: axis.values.iter().map(|&weight| Value::Number(weight.into())).collect(),
    }
}

/// Returns the axis of thresholds.
pub(super) fn of_thresholds(axis: &ThresholdAxis) -> Axis {
    Axis {
        name: axis.name(),
        values: axis.values.iter().map(|&bound| Value::Number(bound)).collect(),
    }
}
