//! The axes of a grid as a report has them, and the parameters of each view.

use super::parameter::{Parameter, Value};
use super::results::Axis;
use crate::sweep::{RuleAxis, ThresholdAxis, WeightAxis};
use crate::{Decimal, Predicate};

/// Returns the parameters of every view of several grids, given the axes of each; the last axis of
/// a grid runs fastest. A view has no value on the axes of other grids.
pub(super) fn views(grids: &[Vec<Axis>]) -> Vec<Vec<Parameter>> {
    let mut views = Vec::new();
    for (number, axes) in grids.iter().enumerate() {
        let points: usize = axes.iter().map(|axis| axis.values.len()).product();
        for point in 0..points {
            let mut stride = points;
            let mut parameters = Vec::new();
            for (grid, axes) in grids.iter().enumerate() {
                for Axis { name, values } in axes {
                    let mut value = Value::Absent;
                    if grid == number {
                        stride /= values.len();
                        value = values[point / stride % values.len()].clone();
                    }
                    parameters.push(Parameter::new(name, value));
                }
            }
            views.push(parameters);
        }
    }
    views
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
    of_numbers(axis.name(), axis.values.iter().map(|&weight| weight.into()))
}

/// Returns the axis of thresholds.
pub(super) fn of_thresholds(axis: &ThresholdAxis) -> Axis {
    of_numbers(axis.name(), axis.values.iter().copied())
}

fn of_numbers(name: String, numbers: impl Iterator<Item = Decimal>) -> Axis {
    Axis { name, values: numbers.map(Value::Number).collect() }
}
