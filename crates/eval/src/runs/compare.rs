//! Scores several runs on the same topics and tests each against the first one.

use super::changed::changed;
use super::comparison::{
    Against, BOOTSTRAP_SAMPLES, CompareSettings, ComparedRun, Contender, RunComparison, System,
};
use crate::measure::{Checks, Evaluation, Instance, Options, Relevance, evaluate_against};
use crate::statistics::{
    Sampling, bootstrap_95, cohens_dz, equivalence, interval_95, no_spread, win_tie_loss,
};
use rayon::prelude::*;

/// Scores all runs of `entries` on the same topics and compares each to the first one. The topics
/// are those of the judgements for which at least one run has results; with [`Options::complete`],
/// all of them. A run without results for such a topic scores as an empty ranking, so that a system
/// cannot gain by skipping its hard topics.
///
/// `instances` are measures with a mean over topics. The qrels file, the command and the version
/// stay empty.
///
/// # Panics
/// If `entries` is empty.
pub fn compare<'a>(
    relevance: impl Into<Relevance<'a>>,
    entries: &[ComparedRun],
    instances: &[Instance],
    options: Options,
    settings: CompareSettings,
) -> RunComparison {
    let relevance = relevance.into();
    let complete = Options { complete: true, ..options };
    let evaluations: Vec<Evaluation> = entries
        .par_iter()
        .map(|entry| evaluate_against(relevance, &entry.run, instances, complete))
        .collect();
    let (answered, unanswered): (Vec<&str>, Vec<&str>) = relevance
        .topics()
        .into_iter()
        .partition(|topic| entries.iter().any(|entry| entry.run.topic(topic).is_some()));
    let topics = if options.complete { relevance.topics() } else { answered };
    let mut systems = entries.iter().zip(&evaluations).map(|(entry, evaluation)| {
        let checks = Checks::new(relevance, &entry.run, evaluation);
        system(entry, evaluation, &topics, checks)
    });
    let baseline = systems.next().expect("a comparison has a baseline");
    let mut runs: Vec<Contender> = systems
        .map(|system| Contender { system, against: Vec::new(), changed: Vec::new() })
        .collect();
    for measure in 0..instances.len() {
        let of_baseline = &baseline.per_topic[measure];
        let margin = settings.margin.around(baseline.means[measure]);
        let mut column: Vec<Against> = runs
            .par_iter()
            .map(|run| against(&run.system.per_topic[measure], of_baseline, margin, settings))
            .collect();
        correct(&mut column, settings);
        for (run, against) in runs.iter_mut().zip(column) {
            run.against.push(against);
        }
    }
    for run in runs.iter_mut().filter(|_| !instances.is_empty()) {
        run.changed =
            changed(&topics, &baseline.per_topic[0], &run.system.per_topic[0], settings.changed);
    }
    RunComparison {
        level: options.level,
        complete: options.complete,
        test: settings.test.name.to_owned(),
        statistic: settings.test.statistic.to_owned(),
        explanation: settings.test.explanation.to_owned(),
        correction: settings.correction.name().to_owned(),
        margin: settings.margin,
        seed: settings.seed,
        bootstrap_samples: BOOTSTRAP_SAMPLES,
        measures: instances.iter().map(Instance::name).collect(),
        topics: topics.into_iter().map(str::to_owned).collect(),
        unanswered: unanswered.into_iter().map(str::to_owned).collect(),
        baseline,
        runs,
        ..RunComparison::default()
    }
}

/// The scores of one run on `topics`, which are in the order of their ids, like those of the
/// evaluation.
fn system(entry: &ComparedRun, evaluation: &Evaluation, topics: &[&str], checks: Checks) -> System {
    let mut per_topic = vec![Vec::new(); evaluation.instances.len()];
    for scores in &evaluation.topics {
        if topics.binary_search(&scores.topic.as_str()).is_ok() {
            for (column, score) in per_topic.iter_mut().zip(&scores.scores) {
                column.push(*score);
            }
        }
    }
    let with_values = evaluation.instances.iter().zip(&per_topic);
    let means = with_values.map(|(instance, values)| instance.summary(values)).collect();
    let absent = evaluation.absent.iter();
    let without_results = absent.filter(|id| topics.binary_search(&id.as_str()).is_ok());
    System {
        name: entry.name.clone(),
        file: entry.file.clone(),
        tag: entry.run.tag().to_owned(),
        means,
        per_topic,
        without_results: without_results.cloned().collect(),
        checks,
    }
}

/// Fills in the corrected p-values of a measure. The p-values of each question are a family.
fn correct(column: &mut [Against], settings: CompareSettings) {
    let corrected = |p: fn(&Against) -> Option<f64>| {
        settings.correction.apply(&column.iter().map(p).collect::<Vec<_>>())
    };
    let differs = corrected(|against| against.p);
    let equivalent = corrected(|against| Some(against.equivalence?.p));
    let noninferior = corrected(|against| Some(against.equivalence?.p_noninferior));
    for (number, against) in column.iter_mut().enumerate() {
        against.corrected = differs[number];
        against.corrected_equivalent = equivalent[number];
        against.corrected_noninferior = noninferior[number];
    }
}

fn against(run: &[f64], baseline: &[f64], margin: f64, settings: CompareSettings) -> Against {
    let tested =
        settings.test.run(run, baseline, Sampling { seed: settings.seed, ..Sampling::default() });
    let counts = win_tie_loss(run, baseline);
    let differences = run.iter().zip(baseline).map(|(run, baseline)| run - baseline);
    Against {
        difference: differences.sum::<f64>() / run.len() as f64,
        statistic: tested.map(|tested| tested.statistic),
        p: tested.map(|tested| tested.p),
        exactness: tested.map(|tested| tested.exactness),
        corrected: None,
        bootstrap: bootstrap_95(run, baseline, BOOTSTRAP_SAMPLES, settings.seed),
        student: interval_95(run, baseline),
        d_z: cohens_dz(run, baseline),
        no_spread: no_spread(run, baseline),
        equivalence: equivalence(run, baseline, margin),
        corrected_equivalent: None,
        corrected_noninferior: None,
        win: counts.win,
        tie: counts.tie,
        loss: counts.loss,
    }
}

#[cfg(test)]
mod tests;
