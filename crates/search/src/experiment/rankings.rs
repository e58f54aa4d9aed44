//! The rankings of a sweep's points and of its baseline.

use super::parameter::Parameter;
use super::results::Axis;
use crate::Ranking;

/// The rankings of a sweep.
///
/// All points share one baseline: the unfiltered text, ranked with the defaults of the swept
/// parameters. One baseline makes gains comparable, whether they come from the threshold or from
/// the model; with a baseline per model, the best point might not be the one with the largest gain.
/// To see what a threshold alone gains under one model, compare with a minimum of 0 words, or sweep
/// that model alone.
#[derive(Debug, Clone)]
pub struct Rankings {
    /// Parameters of the ranking with several values, in the order of the report.
    pub axes: Vec<Axis>,
    /// The rankings of the product of the axes, each once, the last axis running fastest; a single
    /// one without axes.
    pub all: Vec<Ranking>,
    /// For each of them, one parameter per axis; absent if its model does not have it.
    pub parameters: Vec<Vec<Parameter>>,
    /// The ranking of the unfiltered text; it may not be one of them.
    pub baseline: Ranking,
}

impl Rankings {
    /// Returns a single ranking for all points and the baseline.
    pub fn single(ranking: Ranking) -> Self {
        Self {
            axes: Vec::new(),
            all: vec![ranking],
            parameters: vec![Vec::new()],
            baseline: ranking,
        }
    }

    /// Names what all rankings have in common and which parameters differ by point.
    pub fn name(&self) -> String {
        let all: Vec<Vec<String>> = self.all.iter().map(Ranking::parts).collect();
        let everywhere = |part: &&String| all.iter().all(|parts| parts.contains(part));
        let common: Vec<&str> = all[0].iter().filter(everywhere).map(String::as_str).collect();
        let axes: Vec<&str> = self.axes.iter().map(|axis| axis.name.as_str()).collect();
        match (axes.is_empty(), common.is_empty()) {
            (true, _) => all[0].join(" "),
            (_, true) => format!("{} by point", axes.join(" and ")),
            _ => format!("{}, {} by point", common.join(" "), axes.join(" and ")),
        }
    }

    /// Names the ranking of the unfiltered text; empty if all points have the same ranking.
    pub fn baseline_name(&self) -> String {
        if self.axes.is_empty() { String::new() } else { self.baseline.to_string() }
    }

    /// Returns all rankings including the baseline's, and its index.
    pub(crate) fn with_baseline(&self) -> (Vec<Ranking>, usize) {
        let mut all = self.all.clone();
        let place = all.iter().position(|ranking| *ranking == self.baseline).unwrap_or(all.len());
        if place == all.len() {
            all.push(self.baseline);
        }
        (all, place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ModelSpec, Parameters};

    fn bm25(k1: f64, b: f64) -> Ranking {
        let model = ModelSpec::new(
            "bm25",
            &Parameters { k1: Some(k1), b: Some(b), ..Parameters::default() },
        )
        .unwrap();
        Ranking { model, feedback: None }
    }

    fn axis(name: &str, values: &[&str]) -> Axis {
        Axis { name: name.into(), values: values.iter().flat_map(|value| value.parse()).collect() }
    }

    #[test]
    fn rankings_are_named_by_what_they_share() {
        let single = Rankings::single(bm25(0.9, 0.4));
        assert_eq!(
            (single.name().as_str(), single.baseline_name().as_str()),
            ("bm25 k1=0.9 b=0.4", "")
        );
        let axes = vec![axis("k1", &["0.5", "1"])];
        let parameters =
            axes[0].values.iter().map(|value| vec![Parameter::new("k1", value.clone())]).collect();
        let several = Rankings {
            axes,
            all: vec![bm25(0.5, 0.4), bm25(1.0, 0.4)],
            parameters,
            baseline: bm25(0.9, 0.4),
        };
        assert_eq!(several.name(), "bm25 b=0.4, k1 by point");
        assert_eq!(several.baseline_name(), "bm25 k1=0.9 b=0.4");
        assert_eq!(several.with_baseline().1, 2);
    }
}
