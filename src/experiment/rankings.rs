//! How the points of a sweep rank pages: what the model's axes say, and what the unfiltered text has.

use super::parameter::Parameter;
use super::results::Axis;
use crate::search::Ranking;

/// The rankings of a sweep.
///
/// One baseline stands for all of them: the unfiltered text, ranked as a search ranks that names none of the parameters that
/// are swept. A point is then chosen and judged by one yardstick, whether it gained by its threshold or by its model; with a
/// baseline for each, the best point would not be the one that gained most. What a threshold alone gains under one of
/// several models is seen beside `--min-words 0`, or in a sweep of that model.
#[derive(Debug, Clone)]
pub struct Rankings {
    /// Parameters of the model that have several values, in the order of the report.
    pub axes: Vec<Axis>,
    /// The rankings that the product of the axes makes, each once, the last axis running fastest; one if there is no axis.
    pub all: Vec<Ranking>,
    /// For each of them, one parameter per axis; absent if its model does not have it.
    pub parameters: Vec<Vec<Parameter>>,
    /// What the unfiltered text is ranked by; it need not be one of them.
    pub baseline: Ranking,
}

impl Rankings {
    /// The same ranking everywhere.
    pub fn single(ranking: Ranking) -> Self {
        Self { axes: Vec::new(), all: vec![ranking], parameters: vec![Vec::new()], baseline: ranking }
    }

    /// What all rankings have in common, as a report names it, and which parameters they do not.
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

    /// What the unfiltered text is ranked by, if that is not what every point is ranked by; else nothing.
    pub fn baseline_name(&self) -> String {
        if self.axes.is_empty() { String::new() } else { self.baseline.to_string() }
    }

    /// All rankings, the baseline's among them, and its place.
    pub(super) fn with_baseline(&self) -> (Vec<Ranking>, usize) {
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
    use crate::search::{ModelSpec, Parameters};

    fn bm25(k1: f64, b: f64) -> Ranking {
        let model = ModelSpec::new("bm25", &Parameters { k1: Some(k1), b: Some(b), ..Parameters::default() }).unwrap();
        Ranking { model, feedback: None }
    }

    fn axis(name: &str, values: &[&str]) -> Axis {
        Axis { name: name.into(), values: values.iter().flat_map(|value| value.parse()).collect() }
    }

    #[test]
    fn rankings_are_named_by_what_they_share() {
        let single = Rankings::single(bm25(0.9, 0.4));
        assert_eq!((single.name().as_str(), single.baseline_name().as_str()), ("bm25 k1=0.9 b=0.4", ""));
        let axes = vec![axis("k1", &["0.5", "1"])];
        let parameters = axes[0].values.iter().map(|value| vec![Parameter::new("k1", value.clone())]).collect();
        let several =
            Rankings { axes, all: vec![bm25(0.5, 0.4), bm25(1.0, 0.4)], parameters, baseline: bm25(0.9, 0.4) };
        assert_eq!(several.name(), "bm25 b=0.4, k1 by point");
        assert_eq!(several.baseline_name(), "bm25 k1=0.9 b=0.4");
        assert_eq!(several.with_baseline().1, 2);
    }
}
