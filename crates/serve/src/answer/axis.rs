//! The thresholds over which an examination draws its curve.

use super::super::search_request::SearchRequest;
use tamis_index::index::Manifest;
use tamis_search::Decimal;
use tamis_search::request::{PARAMETERS, Role};
use tamis_search::rule::predicate::{Feature, Operator};
use tamis_search::sweep::ThresholdAxis;

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
pub fn value(request: &SearchRequest, axis: &ThresholdAxis) -> Option<f64> {
    let name = axis.name();
    let typed = request.get(&name).and_then(|value| value.parse().ok());
    let begins_at_zero =
        name.starts_with("min_") && axis.values.first() == Some(&Decimal::whole(0));
    typed.or(begins_at_zero.then_some(0.0))
}

/// Where a rule stands on an axis: at its value, or without the threshold at the end that permits
/// most blocks.
pub fn place(request: &SearchRequest, axis: &ThresholdAxis) -> Option<f64> {
    let end = match axis.comparison {
        Operator::AtLeast => axis.values.first(),
        _ => axis.values.last(),
    };
    let end = end.and_then(|end| end.as_hundredths());
    value(request, axis).or(end.map(|hundredths| hundredths as f64 / 100.0))
}

/// The axis of this name with values that suit its feature; none if the index has no such axis.
pub fn axis(name: &str, manifest: &Manifest, pages: u64) -> Option<ThresholdAxis> {
    let (feature, comparison) = ThresholdAxis::from_name(name, manifest)?.ok()?;
    let values = match (feature, comparison) {
        (Feature::TextDensity, _) => hundredths((0..=2000).step_by(50)),
        (Feature::Repeats, _) => repeats(pages),
        (feature, _) if !feature.is_count() => hundredths((0..=100).step_by(5)),
        (_, Operator::AtLeast) => whole((0..=50).chain((55..=100).step_by(5))),
        _ => whole((5..=50).step_by(5).chain((60..=300).step_by(20))),
    };
    Some(ThresholdAxis { feature, comparison, values })
}

fn whole(values: impl Iterator<Item = u32>) -> Vec<Decimal> {
    values.map(Decimal::whole).collect()
}

fn hundredths(values: impl Iterator<Item = u16>) -> Vec<Decimal> {
    values.map(Decimal::from_hundredths).collect()
}

/// Bounds of page counts at growing distances, up to 300: a template is on fewer pages than that,
/// or on all pages of the index.
fn repeats(pages: u64) -> Vec<Decimal> {
    let steps = (1..=20).chain((25..=100).step_by(5)).chain((120..=300).step_by(20));
    whole(steps.filter(|&step| step <= 2 || u64::from(step) <= pages))
}

#[cfg(test)]
mod tests {
    use super::super::super::fields::Fields;
    use super::*;
    use tamis_index::index::Recipe;

    #[test]
    fn a_rule_without_the_threshold_stands_where_most_blocks_are_permitted() {
        let manifest = Manifest::new(Recipe::default());
        let read =
            |query: &str| SearchRequest::read(&Fields::parse(query).unwrap(), &manifest).unwrap();
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
        let manifest = Manifest::new(Recipe::default());
        let names = names(&manifest);
        assert!(
            names.contains(&"min_words".to_owned()) && names.contains(&"max_repeats".to_owned())
        );
        for name in &names {
            let axis = axis(name, &manifest, 1000).unwrap();
            assert_eq!(&axis.name(), name);
            assert!(
                axis.values.len() > 10 && axis.check().is_ok() && axis.values.is_sorted(),
                "{name}"
            );
        }
        let counts = axis("max_tag_level", &manifest, 1000).unwrap();
        assert!(counts.values.iter().all(|value| value.as_whole().is_some()));
        assert!(axis("label", &manifest, 10).is_none() && axis("model", &manifest, 10).is_none());
    }
}
