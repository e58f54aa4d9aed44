//! The arguments of `tamis eval`, and what follows from them: order of runs, measures, layout.

use super::grades::{GradeMap, grade_map};
use super::several_args::SeveralArgs;
use crate::cli::kind;
use crate::cli::options::ViewArgs;
use crate::cli::results;
use serde::Serialize;
use std::path::{Path, PathBuf};
use tamis_eval::measure::{Compat, Instance, JudgementKind, Layout, Options, parse_all};
use tamis_eval::trec::Run;
use tamis_index::error::{Error, Result};

/// Arguments of `tamis eval`.
#[derive(Debug, Clone, clap::Args, Serialize)]
pub struct EvalArgs {
    /// Relevance judgements: lines of topic, iteration, docno, grade (plain, gzip or zstd); see -R
    /// for other formats
    #[arg(value_name = "QRELS")]
    #[serde(serialize_with = "results::path")]
    pub qrels: PathBuf,
    /// Run: lines of topic, Q0, docno, rank, score, tag (plain, gzip or zstd); - for standard
    /// input. Several runs are compared
    #[arg(value_name = "RUN", required = true)]
    #[serde(serialize_with = "results::paths")]
    pub runs: Vec<PathBuf>,
    /// Measure: P.10,20 or P@10, ndcg_cut.10 or nDCG@10, map or AP, all_trec, ...; may be repeated
    /// [default: official]
    #[arg(short, long = "measure", alias = "measures", value_name = "MEASURE")]
    pub measures: Vec<String>,
    /// Also print the values of each topic
    #[arg(short = 'q', long)]
    pub per_topic: bool,
    /// Print no warnings
    // The global flag without its -q, which means trec_eval's flag here.
    #[arg(long, display_order = 990)]
    pub quiet: bool,
    /// Do not print values over all topics; without -q this prints nothing, as in trec_eval
    #[arg(short = 'n', long)]
    pub no_summary: bool,
    /// Count topics of the qrels that are missing from the run as topics without results
    #[arg(short, long)]
    pub complete: bool,
    /// Lowest grade that counts as relevant
    #[arg(short, long, value_name = "GRADE", default_value_t = 1, allow_negative_numbers = true)]
    pub level: i32,
    /// Score only the first COUNT results of each topic
    #[arg(short = 'M', long = "max-results", value_name = "COUNT")]
    pub depth: Option<usize>,
    /// Remove unjudged results from the ranking
    #[arg(short = 'J', long)]
    pub judged_only: bool,
    /// Leave the document that is the topic's id out of its results before the cut, as BEIR does
    /// for collections that hold their queries, such as ArguAna and Quora
    #[arg(long)]
    // Absent, so that folders of results of before stay those of the same command.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub remove_query: bool,
    /// Number of documents in the collection (only utility uses it)
    #[arg(short = 'N', long = "collection-size", value_name = "COUNT", default_value_t = 0)]
    pub collection: u64,
    /// Format of QRELS
    #[arg(short = 'R', long = "relevance", value_enum, value_name = "FORMAT", default_value_t)]
    pub relevance: RelevanceFormat,
    /// Replace grades before scoring, such as 2=1,3=1,4=1
    #[arg(long, value_name = "OLD=NEW,...", value_parser = grade_map, allow_hyphen_values = true)]
    pub grades: Option<GradeMap>,
    /// Print deviations from the means of other runs: lines of topic, measure, mean, standard
    /// deviation
    #[arg(short = 'Z', long, value_name = "FILE")]
    #[serde(serialize_with = "results::paths")]
    pub zscores: Option<PathBuf>,
    /// Follow this version of trec_eval where 9.0 and 10.0 differ, including whether it stops at a
    /// topic without results
    #[arg(long, value_enum, value_name = "VERSION")]
    pub compat: Option<Version>,
    /// Warn about docnos that are not in this index, and judged documents outside the view
    #[arg(long, value_name = "INDEX")]
    #[serde(serialize_with = "results::paths")]
    pub index: Option<PathBuf>,
    /// Output format [default: trec; a table for several runs]
    #[arg(long, value_enum, conflicts_with = "json")]
    pub format: Option<EvalFormat>,
    /// Print JSON: one object per line, warnings last; a single object when comparing runs
    #[arg(long)]
    pub json: bool,
    /// The view of the index
    #[command(flatten)]
    pub view: ViewArgs,
    /// Arguments for several runs
    #[command(flatten)]
    pub several: SeveralArgs,
}

/// Output format of `tamis eval`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvalFormat {
    /// trec_eval's: name, topic, value
    Trec,
    /// ir_measures': topic, name, value
    Ir,
    /// For several runs: a header, then a line per run and measure
    Tsv,
    /// For several runs: the table for LaTeX, with the package booktabs
    Latex,
}

/// Format of the judgements.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RelevanceFormat {
    /// topic, iteration, docno, grade
    #[default]
    Qrels,
    /// topic, judge, docno, grade: the grades of several judges
    #[value(name = "qrels_jg")]
    #[serde(rename = "qrels_jg")]
    QrelsJg,
    /// topic, judge, docno, grade: the better grade is preferred
    #[value(name = "qrels_prefs")]
    #[serde(rename = "qrels_prefs")]
    QrelsPrefs,
    /// topic, judge, subgroup, docno, level: the higher level is preferred
    Prefs,
    /// topic, subtopic, docno, grade, as ndeval reads them
    Subtopics,
    /// topic, docno, grade, method, probability: a sample of judgements
    Prels,
}

/// A version of trec_eval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Version {
    /// 9.0: scores are single precision
    #[value(name = "9")]
    #[serde(rename = "9")]
    Nine,
    /// 10.0: stops at a topic without results unless -c
    #[value(name = "10")]
    #[serde(rename = "10")]
    Ten,
}

impl EvalArgs {
    pub(super) fn options(&self) -> Options {
        let compat = if self.compat == Some(Version::Nine) { Compat::Nine } else { Compat::Ten };
        Options {
            complete: self.complete,
            level: self.level,
            depth: self.depth,
            judged_only: self.judged_only,
            collection: self.collection,
            compat,
        }
    }

    /// Returns the runs, the baseline first.
    pub(super) fn files(&self) -> Vec<&Path> {
        let baseline = self.several.baseline.as_deref();
        let others = self.runs.iter().map(PathBuf::as_path);
        match baseline {
            Some(baseline) => {
                [baseline].into_iter().chain(others.filter(|file| *file != baseline)).collect()
            }
            None => others.collect(),
        }
    }

    pub(super) fn read_run(&self, file: &Path) -> Result<Run> {
        let run = Run::read(file).map_err(|error| kind::explained(error, kind::of_run))?;
        let run = if self.remove_query { run.without_queries() } else { run };
        Ok(if self.compat == Some(Version::Nine) { run.single_precision() } else { run })
    }

    pub(super) fn layout(&self) -> Result<Layout> {
        match (self.json, self.format) {
            (true, _) => Ok(Layout::Json),
            (false, None | Some(EvalFormat::Trec)) => Ok(Layout::Trec),
            (false, Some(EvalFormat::Ir)) => Ok(Layout::Ir),
            (false, Some(EvalFormat::Tsv | EvalFormat::Latex)) => {
                let message = "--format tsv and latex are tables of several runs; name two, or \
                               print trec, ir or --json";
                Err(Error::settings(message.to_owned()))
            }
        }
    }

    pub(super) fn kind(&self) -> JudgementKind {
        match self.relevance {
            RelevanceFormat::Qrels => JudgementKind::Qrels,
            RelevanceFormat::QrelsJg => JudgementKind::Groups,
            RelevanceFormat::QrelsPrefs | RelevanceFormat::Prefs => JudgementKind::Preferences,
            RelevanceFormat::Subtopics => JudgementKind::Subtopics,
            RelevanceFormat::Prels => JudgementKind::Sample,
        }
    }

    /// Returns the measures in the order of the list, as trec_eval prints them.
    pub(super) fn instances(&self) -> Result<Vec<Instance>> {
        self.instances_of(&self.measures)
    }

    pub(super) fn instances_of(&self, measures: &[String]) -> Result<Vec<Instance>> {
        let kind = self.kind();
        let usual = match kind {
            JudgementKind::Qrels => "official",
            JudgementKind::Groups => "qrels_jg",
            JudgementKind::Preferences => "prefs",
            JudgementKind::Subtopics => "ndeval",
            JudgementKind::Sample => "statAP",
        };
        let requested: Vec<&str> = measures.iter().map(String::as_str).collect();
        let mut instances =
            parse_all(if requested.is_empty() { vec![usual] } else { requested.clone() })?;
        // trec_eval 9 does not have them, so that its all_trec is shorter.
        if self.compat == Some(Version::Nine) && requested.contains(&"all_trec") {
            instances.retain(|one| !["rbp", "rbp_resid", "unj"].contains(&one.measure().name));
        }
        if self.judged_only && !matches!(kind, JudgementKind::Qrels | JudgementKind::Groups) {
            let message = format!(
                "-J takes unjudged results out of rankings of grades, but QRELS are {kind}; leave \
                 -J out"
            );
            return Err(Error::settings(message));
        }
        match instances
            .iter()
            .find_map(|one| Some((one, one.needs().filter(|needs| *needs != kind)?)))
        {
            Some((one, needs)) => Err(Error::settings(format!(
                "measure '{}' is about {needs}, but QRELS are {kind}; ask for -m {usual}, or name \
                 other judgements",
                one.name()
            ))),
            None => Ok(instances),
        }
    }
}
