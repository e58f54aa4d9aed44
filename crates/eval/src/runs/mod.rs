//! Several runs of the same topics into what may be said of their differences from one of them. No run needs an index, and
//! any system's will do.

mod changed;

pub use changed::{Changed, Moved, changed, moved};

use crate::measure::{Checks, Evaluation, Instance, Options, Relevance, evaluate_against};
use crate::statistics::{Chance, Correction, Exactness, Test, bootstrap_95, cohens_dz, interval_95, win_tie_loss};
use crate::trec::Run;
use rayon::prelude::*;
use serde::Serialize;

/// Draws behind a bootstrap interval: its ends then vary by about a hundredth of its width from seed to seed.
pub const BOOTSTRAP_SAMPLES: u32 = 10_000;

/// One run, with the names that tables give it.
#[derive(Debug)]
pub struct ComparedRun {
    /// What it is called: its tag, or its file where tags do not tell runs apart.
    pub name: String,
    /// Its file, as the user named it.
    pub file: String,
    /// The run.
    pub run: Run,
}

/// How differences are judged.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The test behind every p-value.
    pub test: &'static Test,
    /// What becomes of the p-values of one measure.
    pub correction: Correction,
    /// The seed of whatever is drawn.
    pub seed: u64,
    /// How many of the topics that changed most are told of each run.
    pub changed: usize,
}

/// The plain result: what every layout of it needs.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct RunComparison {
    /// The qrels file.
    pub qrels_file: String,
    /// The command that repeats it.
    pub command: String,
    /// The program's version.
    pub version: String,
    /// The least grade that counts as relevant.
    pub level: i32,
    /// Whether topics that no run answers count.
    pub complete: bool,
    /// The test's name.
    pub test: String,
    /// What its statistic is called.
    pub statistic: String,
    /// What it asks, in a sentence.
    pub explanation: String,
    /// The correction's name.
    pub correction: String,
    /// The seed of the bootstrap, and of a test that draws.
    pub seed: u64,
    /// Draws behind each bootstrap interval.
    pub bootstrap_samples: u32,
    /// trec_eval names; the first one says which topics changed most.
    pub measures: Vec<String>,
    /// The topics that count, in the order of their ids; the same for every run.
    pub topics: Vec<String>,
    /// Topics of the qrels that no run answers, in order; among `topics` only if `complete`.
    pub unanswered: Vec<String>,
    /// The run that the others are compared with.
    pub baseline: System,
    /// The others, in the order in which they were named.
    pub runs: Vec<Contender>,
}

/// A run and its scores.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct System {
    /// What it is called.
    pub name: String,
    /// Its file.
    pub file: String,
    /// Its tag.
    pub tag: String,
    /// Means over the topics, one per measure.
    pub means: Vec<f64>,
    /// `per_topic[measure][topic]`; a topic that the run does not answer has the score of a ranking without results.
    pub per_topic: Vec<Vec<f64>>,
    /// Topics that count though this run does not answer them, in order.
    pub without_results: Vec<String>,
    /// What is to be known of it before its scores are believed.
    pub checks: Checks,
}

/// A run beside the baseline.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Contender {
    /// The run.
    #[serde(flatten)]
    pub system: System,
    /// How it differs, one per measure.
    pub against: Vec<Against>,
    /// The topics that changed most in the first measure, the largest change first; none that did not change.
    pub changed: Vec<Changed>,
}

/// How a run differs from the baseline in one measure.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Against {
    /// The mean difference, run - baseline.
    pub difference: f64,
    /// The test's statistic; infinite (`null` in JSON) where t has all topics differ by the same.
    pub statistic: Option<f64>,
    /// Two-sided p-value; none where the test has nothing to test, such as no difference on any topic.
    pub p: Option<f64>,
    /// What p stands on.
    pub exactness: Option<Exactness>,
    /// p, corrected over the runs of this measure.
    pub corrected: Option<f64>,
    /// 95 % confidence of the mean difference by bootstrap (BCa); none for fewer than two topics.
    pub bootstrap: Option<(f64, f64)>,
    /// The same by Student's distribution; none where there is no t-test.
    pub student: Option<(f64, f64)>,
    /// Cohen's d_z: the mean difference in standard deviations of the differences; none where there is no t-test, infinite
    /// (`null` in JSON) where all topics differ by the same.
    pub d_z: Option<f64>,
    /// Topics on which the run is better, to 12 decimals.
    pub win: usize,
    /// Topics on which the two are level.
    pub tie: usize,
    /// Topics on which the run is worse.
    pub loss: usize,
}

/// Judges every entry on the same topics, and compares all with the first one. Those topics are the ones of the qrels that
/// at least one entry answers, and with [`Options::complete`] all of them. An entry that lacks one of them has the score
/// of an empty ranking there: a system that stays silent where it would do badly must not gain by it.
///
/// `instances` are measures with a mean over topics. What says where the numbers come from (files, command, version) is left
/// empty.
///
/// # Panics
/// Without an entry.
pub fn compare(
    relevance: Relevance,
    entries: &[ComparedRun],
    instances: &[Instance],
    options: Options,
    settings: Settings,
) -> RunComparison {
    let complete = Options { complete: true, ..options };
    let evaluate = |entry: &ComparedRun| evaluate_against(relevance, &entry.run, instances, complete);
    let evaluations: Vec<Evaluation> = entries.par_iter().map(evaluate).collect();
    let is_answered = |id: &str| entries.iter().any(|entry| entry.run.topic(id).is_some());
    let (answered, unanswered): (Vec<&str>, Vec<&str>) =
        relevance.topics().into_iter().partition(|topic| is_answered(topic));
    let topics = if options.complete { relevance.topics() } else { answered };
    let mut systems = entries.iter().zip(&evaluations).map(|(entry, evaluation)| {
        let checks = Checks::new(relevance, &entry.run, evaluation);
        system(entry, evaluation, &topics, checks)
    });
    let baseline = systems.next().expect("a comparison has a baseline");
    let mut runs: Vec<Contender> =
        systems.map(|system| Contender { system, against: Vec::new(), changed: Vec::new() }).collect();
    for measure in 0..instances.len() {
        let of = |run: &Contender| against(&run.system.per_topic[measure], &baseline.per_topic[measure], settings);
        let mut column: Vec<Against> = runs.par_iter().map(of).collect();
        let raw: Vec<Option<f64>> = column.iter().map(|against| against.p).collect();
        column.iter_mut().zip(settings.correction.apply(&raw)).for_each(|(against, p)| against.corrected = p);
        runs.iter_mut().zip(column).for_each(|(run, against)| run.against.push(against));
    }
    for run in runs.iter_mut().filter(|_| !instances.is_empty()) {
        run.changed = changed(&topics, &baseline.per_topic[0], &run.system.per_topic[0], settings.changed);
    }
    let owned = |ids: Vec<&str>| ids.into_iter().map(str::to_owned).collect();
    RunComparison {
        level: options.level,
        complete: options.complete,
        test: settings.test.name.to_owned(),
        statistic: settings.test.statistic.to_owned(),
        explanation: settings.test.explanation.to_owned(),
        correction: settings.correction.name().to_owned(),
        seed: settings.seed,
        bootstrap_samples: BOOTSTRAP_SAMPLES,
        measures: instances.iter().map(Instance::name).collect(),
        topics: owned(topics),
        unanswered: owned(unanswered),
        baseline,
        runs,
        ..RunComparison::default()
    }
}

/// The scores of one entry on `topics`, which are in the order of their ids, as those of the evaluation are.
fn system(entry: &ComparedRun, evaluation: &Evaluation, topics: &[&str], checks: Checks) -> System {
    let counts = |topic: &str| topics.binary_search(&topic).is_ok();
    let counting: Vec<_> = evaluation.topics.iter().filter(|scores| counts(&scores.topic)).collect();
    let column = |measure: usize| counting.iter().map(|topic| topic.scores[measure]).collect::<Vec<f64>>();
    let per_topic: Vec<Vec<f64>> = (0..evaluation.instances.len()).map(column).collect();
    let means = evaluation.instances.iter().zip(&per_topic).map(|(instance, values)| instance.summary(values));
    System {
        name: entry.name.clone(),
        file: entry.file.clone(),
        tag: entry.run.tag().to_owned(),
        means: means.collect(),
        per_topic,
        without_results: evaluation.absent.iter().filter(|topic| counts(topic)).cloned().collect(),
        checks,
    }
}

fn against(run: &[f64], baseline: &[f64], settings: Settings) -> Against {
    let tested = settings.test.run(run, baseline, Chance { seed: settings.seed, ..Chance::default() });
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
        win: counts.win,
        tie: counts.tie,
        loss: counts.loss,
    }
}

#[cfg(test)]
mod tests;
