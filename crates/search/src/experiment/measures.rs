//! The measures of an experiment, and how many results they need.

use tamis_eval::measure::{self, Instance, JudgementKind};
use tamis_index::error::{Error, Result};

/// The share of judged documents among the first ten results: it shows how far other measures can
/// be trusted.
pub const JUDGED: &str = "judged_10";

/// The default measures of a sweep: those of the WSDM paper's figure 7.
pub const SWEEP: [&str; 2] = ["P_10", "ndcg_cut_10"];

/// The default measures of a comparison: those of the Web2Text paper's Table 2 (Vogels, Ganea,
/// Eickhoff, ECIR 2018), and the WSDM paper's NDCG@10.
pub const COMPARISON: [&str; 6] = ["P_10", "recall_10", "F1_10", "map", "ndcg", "ndcg_cut_10"];

/// The number of results in a run, and for a measure without a cut-off.
pub const RUN_HITS: usize = 1000;

/// The number of results for words.
pub const WORDS_HITS: usize = 10;

/// Parses measures and returns each one once.
///
/// # Errors
/// [`Error::Setting`] for an unknown measure, one without values per topic, or one that needs other
/// judgements than qrels.
pub fn measures<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Vec<Instance>> {
    let mut instances: Vec<Instance> = Vec::new();
    for name in names {
        for instance in measure::parse(name)? {
            check(&instance)?;
            if !instances.contains(&instance) {
                instances.push(instance);
            }
        }
    }
    Ok(instances)
}

/// Refuses a measure that qrels cannot give a value per topic.
fn check(instance: &Instance) -> Result<()> {
    let name = instance.name();
    if !instance.measure().summary.per_topic() {
        return Err(Error::settings(format!(
            "measure '{name}' has no values per topic; expected one that has"
        )));
    }
    match instance.needs().filter(|needs| *needs != JudgementKind::Qrels) {
        Some(needs) => {
            Err(Error::settings(format!("measure '{name}' needs {needs}, found qrels with grades")))
        }
        None => Ok(()),
    }
}

/// Checks a number of results.
///
/// # Errors
/// [`Error::Setting`] for 0.
pub fn check_hits(hits: usize) -> Result<usize> {
    if hits == 0 { Err(Error::setting("hits", "found 0, expected 1 or more")) } else { Ok(hits) }
}

/// Returns the number of results to keep per topic: the requested one, or the deepest cut-off of
/// the measures, at least ten for [`JUDGED`].
///
/// # Errors
/// As [`check_hits`].
pub fn depth(requested: Option<usize>, measures: &[Instance]) -> Result<usize> {
    let depths = measures.iter().map(Instance::depth).collect::<Option<Vec<_>>>();
    match requested {
        Some(hits) => check_hits(hits),
        None => Ok(depths.map_or(RUN_HITS, |depths| depths.into_iter().max().unwrap_or(0).max(10))),
    }
}
