//! What sweeps and comparisons share: the measures that are asked for, how deep they look, and what is to be known of topics
//! and judgements before their numbers are believed.

use super::Talk;
use tamis::error::{Error, Result};
use tamis::experiment::JudgedTopic;
use tamis::report::words::counted;
use tamis_eval::measure::{self, Instance, JudgementKind};

/// What says how far measures can be trusted.
const JUDGED: &str = "judged_10";
/// Results of a run, and of a measure that looks at all of them.
pub const RUN_HITS: usize = 1000;

/// The share of judged documents among the first ten.
pub fn judged() -> Result<Instance> {
    Ok(measure::parse(JUDGED)?.remove(0))
}

/// The measures as typed, each once; `default` if none are.
///
/// # Errors
/// A usage error for an unknown measure, for one without a value per topic, and for one of other judgements than qrels.
pub fn measures(asked: &[String], default: &[&str]) -> Result<Vec<Instance>> {
    let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
    let asked = if asked.is_empty() { default.to_vec() } else { asked };
    let mut instances: Vec<Instance> = Vec::new();
    for instance in asked.into_iter().map(measure::parse).collect::<tamis_eval::Result<Vec<_>>>()?.concat() {
        if !instance.measure().summary.per_topic() {
            let message = format!("measure '{}' has no value per topic, which is needed here", instance.name());
            return Err(Error::settings(message));
        }
        if let Some(needs) = instance.needs().filter(|needs| *needs != JudgementKind::Qrels) {
            let (name, known) = (instance.name(), "which are grades here; `tamis eval` takes other judgements");
            return Err(Error::settings(format!("measure '{name}' is about {needs}, not about qrels, {known}")));
        }
        if !instances.contains(&instance) {
            instances.push(instance);
        }
    }
    Ok(instances)
}

/// Results that must be kept: those asked for, or as deep as the deepest measure looks, and ten for judged@10.
pub fn hits(asked: Option<usize>, measures: &[Instance]) -> Result<usize> {
    let depths = measures.iter().map(Instance::depth).collect::<Option<Vec<_>>>();
    match asked {
        Some(0) => Err(Error::settings("--hits: found 0, expected 1 or more")),
        Some(hits) => Ok(hits),
        None => Ok(depths.map_or(RUN_HITS, |depths| depths.into_iter().max().unwrap_or(0).max(10))),
    }
}

/// Topics shown by name in a warning unless it is to be verbose.
const SHOWN: usize = 10;

/// Says which topics have no judgements, and how many judged documents the index does not hold.
pub fn warn(topics: &[JudgedTopic], unjudged: &[String], talk: Talk) {
    if !unjudged.is_empty() {
        let topics = counted(unjudged.len() as u64, "topic");
        talk.say(format!("warning: the qrels lack {topics}; left out: {}", unjudged.join(", ")));
    }
    let missing: Vec<&JudgedTopic> = topics.iter().filter(|topic| topic.missing > 0).collect();
    if missing.is_empty() {
        return;
    }
    let total: usize = missing.iter().map(|topic| topic.missing).sum();
    let relevant: usize = missing.iter().map(|topic| topic.missing_relevant).sum();
    let shown = if talk == Talk::Verbose { missing.len() } else { SHOWN.min(missing.len()) };
    let by_topic: Vec<String> = missing[..shown]
        .iter()
        .map(|topic| format!("{}: {} ({})", topic.id, topic.missing, topic.missing_relevant))
        .collect();
    let more = if shown < missing.len() { ", ... (all with -v)" } else { "" };
    talk.say(format!(
        "warning: not in the index: {} ({relevant} relevant) of {}; by topic: {}{more}",
        counted(total as u64, "judged document"),
        counted(missing.len() as u64, "topic"),
        by_topic.join(", ")
    ));
}
