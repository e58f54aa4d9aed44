//! The thresholds over which the page Measures draws its curve.

use crate::requests::SearchRequest;
use tamis::request::{BoundKind, PARAMETERS, Role, Shape, parameter};
use tamis::{Axis, Manifest};

/// The axis of a rule without a threshold, as in the WSDM paper.
const AXIS: &str = "min_words";

/// The names of the axes that an index has: the thresholds with a flag, then its scores.
pub fn names(manifest: &Manifest) -> Vec<String> {
    let of_flags = PARAMETERS.iter().filter(|spec| matches!(spec.role, Role::Threshold(..)));
    let scores = manifest.scores().into_iter().map(|score| score.name().to_owned());
    of_flags.map(|spec| spec.name.to_owned()).chain(scores).collect()
}

/// The axis that suits a rule: the first threshold that it has, or else [`AXIS`].
pub fn of_rule(request: &SearchRequest, manifest: &Manifest) -> String {
    let has = |name: &String| request.get(name).is_some();
    names(manifest).into_iter().find(has).unwrap_or_else(|| AXIS.to_owned())
}

/// The value of a rule on an axis. A lower bound that the rule does not have counts as 0.
pub fn value(request: &SearchRequest, axis: &Axis) -> Option<f64> {
    let typed = request.get(&axis.name).and_then(|value| value.parse().ok());
    let begins_at_zero = axis.name.starts_with("min_")
        && axis.values.first().and_then(tamis::Value::number) == Some(0.0);
    typed.or(begins_at_zero.then_some(0.0))
}

/// Where a rule stands on an axis: at its value, or without the threshold at the end that permits
/// most blocks.
pub fn place(request: &SearchRequest, axis: &Axis) -> Option<f64> {
    let is_upper = axis.name.starts_with("max_");
    let end = if is_upper { axis.values.last() } else { axis.values.first() };
    value(request, axis).or(end.and_then(tamis::Value::number))
}

/// The axis of this name with values that suit its feature; none if the index has no such axis.
pub fn axis(name: &str, manifest: &Manifest, pages: u64) -> Option<Axis> {
    let values = match parameter(name) {
        Some(spec) => match spec.role {
            Role::Threshold(rule) if rule.starts_with("text_density ") => "0..=20:0.5".to_owned(),
            Role::Threshold(rule) if rule.starts_with("repeats ") => repeats(pages),
            Role::Threshold(_) if spec.role.shape() == Shape::Bound(BoundKind::Ratio) => {
                SHARES.to_owned()
            }
            Role::Threshold(_) if name.starts_with("min_") => "0..=50,55..=100:5".to_owned(),
            Role::Threshold(_) => "5..=50:5,60..=300:20".to_owned(),
            _ => return None,
        },
        None => manifest
            .scores()
            .iter()
            .find(|score| score.name() == name)
            .map(|_| SHARES.to_owned())?,
    };
    format!("{name}={values}").parse().ok()
}

/// The values of a share or a score.
const SHARES: &str = "0..=1:0.05";

/// Bounds of page counts at growing distances, up to 300: a template is on fewer pages than that,
/// or on all pages of the index.
fn repeats(pages: u64) -> String {
    let steps = (1..=20).chain((25..=100).step_by(5)).chain((120..=300).step_by(20));
    let steps = steps.filter(|&step| step <= 2 || step <= pages);
    steps.map(|step: u64| step.to_string()).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{manifest, search};
    use tamis::request::SweepRequest;

    #[test]
    fn a_rule_without_the_threshold_stands_where_most_blocks_are_permitted() {
        let manifest = manifest();
        let read = |query: &str| search(query).unwrap();
        for (name, query, at, stands) in [
            ("min_words", "", Some(0.0), 0.0),
            ("min_words", "min_words=7", Some(7.0), 7.0),
            ("max_repeats", "min_words=7", None, 300.0),
            ("max_repeats", "max_repeats=3", Some(3.0), 3.0),
            ("max_link_density", "", None, 1.0),
            ("max_link_density", "max_link_density=0.33", Some(0.33), 0.33),
        ] {
            let axis = axis(name, &manifest, 1000).unwrap();
            let request = read(query);
            assert_eq!(value(&request, &axis), at, "{name} of {query}");
            assert_eq!(place(&request, &axis), Some(stands), "{name} of {query}");
        }
        for name in names(&manifest) {
            let axis = axis(&name, &manifest, 1000).unwrap();
            assert!(place(&read(""), &axis).is_some(), "{name}");
        }
    }

    #[test]
    fn every_threshold_with_a_flag_is_an_axis_with_values_that_blocks_can_have() {
        let manifest = manifest();
        let names = names(&manifest);
        assert!(
            names.contains(&"min_words".to_owned()) && names.contains(&"max_repeats".to_owned())
        );
        for name in &names {
            let axis = axis(name, &manifest, 1000).unwrap();
            assert_eq!(&axis.name, name);
            let values: Vec<f64> =
                axis.values.iter().map(|value| value.number().unwrap()).collect();
            assert!(values.len() > 10 && values.is_sorted(), "{name}");
            let sweep = SweepRequest { axes: vec![axis], ..SweepRequest::default() };
            assert!(sweep.grids(&manifest, 1).is_ok(), "{name}");
        }
        let counts = axis("max_words", &manifest, 1000).unwrap();
        assert!(counts.values.iter().all(|value| value.number().unwrap().fract() == 0.0));
        assert!(axis("label", &manifest, 10).is_none() && axis("model", &manifest, 10).is_none());
    }
}
