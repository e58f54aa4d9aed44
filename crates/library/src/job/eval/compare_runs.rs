//! A comparison of runs with the first of them: differences, tests, and what changed most.

use super::against_index::ViewedIndex;
use super::content;
use super::entries::entries;
use super::findings;
use super::judgements::{JudgementFormat, Judgements};
use super::scoring::{Scoring, sort_as_asked};
use crate::index::Index;
use crate::job::judged::of_margin;
use crate::job::opening::on_threads;
use crate::job::{Outcome, Output, PageLists, Source};
use crate::watch::{Told, Watch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::Deref;
use std::path::PathBuf;
use tamis_eval::Topics;
use tamis_eval::measure::{Compat, Instance, JudgementKind, Relevance, Summary, check_grades};
use tamis_eval::runs::{self, CompareSettings, ComparedRun, RunComparison, moved};
use tamis_eval::statistics::{Correction, Margin, SEED, Test};
use tamis_eval::trec::{Run, TopicFields};
use tamis_index::disk::results::Identity;
use tamis_index::error::{Error, Result};
use tamis_report::json;
use tamis_report::runs as report;
use tamis_report::table::Data;
use tamis_search::experiment::hash_of_index;
use tamis_search::request::Request;

/// A comparison of runs as it is wanted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CompareRunsJob {
    /// Judgements, measures and options. Without measures, and with qrels: AP, P@10, nDCG@10 and
    /// MRR.
    pub scoring: Scoring,
    /// The runs, two or more; the others are compared with the first.
    pub runs: Vec<Source<Run>>,
    /// The names that tables show, one for each run; none for their tags, or their files where two
    /// have the same tag.
    pub names: Vec<String>,
    /// The significance test, by its name.
    pub test: String,
    /// The correction of p-values over the runs of a measure, by its name.
    pub correction: String,
    /// The margin of equivalence with the first run.
    pub margin: Margin,
    /// The random seed of the bootstrap and of the randomization test.
    pub seed: u64,
    /// The number of topics per run that changed most, with the judged documents that moved.
    pub changed: usize,
    /// Topics whose queries stand beside their numbers in reports.
    pub topics: Option<Source<Topics>>,
    /// The view of an index that judged documents are looked up in.
    pub request: Request,
    /// Lists of pages in files.
    pub lists: PageLists,
    /// How who asks writes the filters of pages, as findings name them.
    pub filters: String,
    /// The files of the results.
    pub output: Output,
    /// The number of threads; none for those of the process.
    pub threads: Option<usize>,
}

impl Default for CompareRunsJob {
    fn default() -> Self {
        Self {
            scoring: Scoring::default(),
            runs: Vec::new(),
            names: Vec::new(),
            test: "t".to_owned(),
            correction: Correction::default().name().to_owned(),
            margin: Margin::default(),
            seed: SEED,
            changed: 10,
            topics: None,
            request: Request::default(),
            lists: PageLists::default(),
            filters: String::new(),
            output: Output::default(),
            threads: None,
        }
    }
}

/// Runs compared with the first of them. Its readers are those of [`RunComparison`].
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ComparedRuns(RunComparison);

impl Deref for ComparedRuns {
    type Target = RunComparison;

    fn deref(&self) -> &RunComparison {
        &self.0
    }
}

impl ComparedRuns {
    /// Returns the table that the program prints, also of topics if `per_topic`: all columns, or if
    /// a width is given those that have room in so many characters.
    pub fn table(&self, per_topic: bool, width: Option<usize>) -> String {
        report::table(&self.0, per_topic, width)
    }

    /// Returns a header and a line per run and measure, also of topics if `per_topic`.
    pub fn rows(&self, per_topic: bool) -> String {
        report::rows(&self.0, per_topic)
    }

    /// Returns the columns of the same rows, without topics.
    pub fn data(&self) -> Data<'_> {
        report::data(&self.0)
    }

    /// Returns the table for LaTeX.
    pub fn latex(&self) -> String {
        report::latex(&self.0)
    }

    /// Returns all results as one line of JSON.
    pub fn json(&self) -> String {
        json::one_line(&self.0)
    }
}

/// Default measures of a comparison against qrels.
const MEASURES: [&str; 4] = ["map", "P_10", "ndcg_cut_10", "recip_rank"];
/// Number of documents per topic that moved.
const MOVED: usize = 5;

impl CompareRunsJob {
    /// Scores the runs on the same topics, compares them with the first, and writes the files of
    /// the results. Docnos are looked up in the index, if there is one.
    ///
    /// # Errors
    /// A setting that does not fit, or no measure with a mean over topics; files that cannot be
    /// read; a run without a topic or a document of the judgements; a folder that holds other
    /// results; an index that cannot be read, or without a judged document; [`Error::Interrupted`].
    pub fn run(&self, index: Option<&Index>, watch: &dyn Watch) -> Result<Outcome<ComparedRuns>> {
        let told = Told::new(watch);
        self.refuse_stop()?;
        let (measures, left_out) = self.measures()?;
        let settings = self.settings()?;
        self.output.form.check()?;
        let (comparison, written) = on_threads(self.threads, || {
            let judgements = self.scoring.read_judgements()?;
            check_grades(judgements.relevance(), &measures, self.scoring.judgements.path())?;
            let entries = entries(&self.scoring, &self.runs, &self.names)?;
            for (source, entry) in self.runs.iter().zip(&entries) {
                self.scoring.check_match(source, judgements.relevance(), &entry.run)?;
            }
            if told.watch.stops() {
                return Err(Error::Interrupted);
            }
            let viewed = self.viewed(index)?;
            let inputs =
                CompareInputs { measures: &measures, judgements: &judgements, entries: &entries };
            self.output.open("runs", || self.identity(&inputs, viewed.as_ref()))?;
            self.compare(&inputs, settings, left_out, viewed.as_ref(), &told)
        })?;
        Ok(Outcome { written, ..Outcome::new(ComparedRuns(comparison), told) })
    }

    fn compare(
        &self,
        inputs: &CompareInputs<'_>,
        settings: CompareSettings,
        left_out: Vec<String>,
        viewed: Option<&ViewedIndex<'_>>,
        told: &Told<'_>,
    ) -> Result<(RunComparison, Vec<PathBuf>)> {
        let CompareInputs { measures, judgements, entries } = *inputs;
        let relevance = judgements.relevance();
        let mut comparison = RunComparison {
            qrels_file: self.scoring.judgements.name(),
            command: self.output.command().to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            ..runs::compare(relevance, entries, measures, self.scoring.options(), settings)
        };
        let means = &comparison.baseline.means;
        told.tell_all(of_margin(comparison.margin, &comparison.measures, means));
        told.tell_all(findings::of_comparison(&comparison, left_out));
        self.explain(&mut comparison, relevance, entries);
        if let Some(topics) = &self.topics {
            comparison.queries = queries(&comparison.topics, topics)?;
        }
        if let Some(viewed) = viewed {
            look_up(&mut comparison, viewed.index)?;
            let runs: Vec<&Run> = entries.iter().map(|entry| &entry.run).collect();
            let path = self.scoring.judgements.path();
            let found = viewed.look_up(relevance, path, &runs, told)?;
            told.tell_all(findings::of_index(&found, true));
        }
        let write = |folder: &_, form: &_| report::write(&comparison, folder, form);
        let written = self.output.write(write)?;
        self.output.close()?;
        Ok((comparison, written))
    }

    fn viewed<'a>(&'a self, index: Option<&'a Index>) -> Result<Option<ViewedIndex<'a>>> {
        let viewed = |index| ViewedIndex::new(index, &self.request, &self.lists, &self.filters);
        index.map(viewed).transpose()
    }

    /// Refuses to stop as trec_eval 10 does.
    fn refuse_stop(&self) -> Result<()> {
        if self.scoring.compat != Some(Compat::Ten) {
            return Ok(());
        }
        let problem = "10 stops at a run that lacks a topic, and several are judged on the same \
                       topics; leave it out, or name one run";
        Err(Error::setting("compat", problem))
    }

    fn settings(&self) -> Result<CompareSettings> {
        Ok(CompareSettings {
            test: Test::by_name(&self.test)?,
            correction: Correction::by_name(&self.correction)?,
            seed: self.seed,
            changed: self.changed,
            margin: self.margin,
        })
    }

    /// Returns the requested measures that have a mean over topics, each once, and the names of the
    /// others. Keeps the order of the request: the first one selects the topics that changed most.
    fn measures(&self) -> Result<(Vec<Instance>, Vec<String>)> {
        let requested = &self.scoring.measures;
        let usual = requested.is_empty() && self.scoring.kind() == JudgementKind::Qrels;
        let names = if usual { MEASURES.map(str::to_owned).to_vec() } else { requested.clone() };
        let mut instances = self.scoring.instances_of(&names)?;
        sort_as_asked(&names, &mut instances, |one| one)?;
        let (means, others): (Vec<_>, Vec<_>) =
            instances.into_iter().partition(|one| one.measure().summary == Summary::Mean);
        let names: Vec<String> = others.iter().map(Instance::name).collect();
        if means.is_empty() {
            let found = names.join(", ");
            let problem = format!("found {found}, expected a measure with a mean over topics: map");
            return Err(Error::settings(problem));
        }
        Ok((means, names))
    }

    /// Finds the documents that moved the topics that changed most. Only grades of documents say
    /// which are worth a look.
    fn explain(
        &self,
        comparison: &mut RunComparison,
        relevance: Relevance<'_>,
        entries: &[ComparedRun],
    ) {
        let (Relevance::Qrels(qrels), [baseline, others @ ..]) = (relevance, entries) else {
            return;
        };
        let options = self.scoring.options();
        for (run, entry) in comparison.runs.iter_mut().zip(others) {
            for changed in &mut run.changed {
                let Some(judged) = qrels.topic(&changed.topic) else { continue };
                changed.moved =
                    moved(judged, &changed.topic, &baseline.run, &entry.run, options, MOVED);
            }
        }
    }

    /// Returns the identity of all that the results depend on.
    fn identity(
        &self,
        inputs: &CompareInputs<'_>,
        viewed: Option<&ViewedIndex<'_>>,
    ) -> Result<Identity> {
        Identity::from_inputs(&ComparisonIdentity {
            tamis: env!("CARGO_PKG_VERSION"),
            job: &self.resolved(inputs.measures, viewed),
            judgements: content::of_judgements(inputs.judgements),
            runs: inputs.entries.iter().map(|entry| content::of_run(&entry.run)).collect(),
            index: viewed.map(|viewed| hash_of_index(viewed.index.corpus())),
        })
    }

    /// The job without what does not change its results, and without files, whose contents count.
    /// A new field is a part of the identity unless it is left out here.
    fn resolved(&self, measures: &[Instance], viewed: Option<&ViewedIndex<'_>>) -> Self {
        let scoring = Scoring {
            judgements: Source::default(),
            format: JudgementFormat::default(),
            grades: None,
            measures: measures.iter().map(Instance::name).collect(),
            ..self.scoring.clone()
        };
        Self {
            scoring,
            runs: Vec::new(),
            topics: None,
            request: viewed.map_or_else(Request::default, |viewed| viewed.request.clone()),
            lists: PageLists::default(),
            filters: String::new(),
            output: Output::default(),
            threads: None,
            ..self.clone()
        }
    }
}

/// What is compared.
struct CompareInputs<'a> {
    measures: &'a [Instance],
    judgements: &'a Judgements,
    entries: &'a [ComparedRun],
}

/// Everything that the results of a comparison of runs depend on; contents as their hash.
#[derive(Serialize)]
struct ComparisonIdentity<'a> {
    tamis: &'static str,
    job: &'a CompareRunsJob,
    judgements: String,
    runs: Vec<String>,
    index: Option<String>,
}

/// Finds out whether the index holds the documents that moved.
fn look_up(comparison: &mut RunComparison, index: &Index) -> Result<()> {
    let order = index.corpus().order()?;
    let changed = comparison.runs.iter_mut().flat_map(|run| &mut run.changed);
    for moved in changed.flat_map(|changed| &mut changed.moved) {
        moved.indexed = Some(order.rank(&moved.docno)?.is_some());
    }
    Ok(())
}

/// Reads the queries of these topics; empty for one that the file does not have.
fn queries(topics: &[String], source: &Source<Topics>) -> Result<Vec<String>> {
    let known = source.get(|path| Topics::fields(TopicFields::default()).read(path))?;
    let text = |id: &String| known.iter().find(|topic| topic.id == *id);
    Ok(topics.iter().map(|id| text(id).map_or(String::new(), |topic| topic.text.clone())).collect())
}
