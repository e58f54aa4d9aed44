//! The arguments of `tamis eval`, and the jobs that they ask for.

use super::several_args::SeveralArgs;
use crate::flags::options::{ConfigArg, ViewArgs};
use std::path::{Path, PathBuf};
use tamis::eval::measure::{Compat, Layout};
use tamis::job::eval::{CompareRunsJob, EvalJob, GradeMap, JudgementFormat, Scoring};
use tamis::job::{Output, Source};
use tamis::{Error, Result};

/// Arguments of `tamis eval`.
#[derive(Debug, Clone, clap::Args)]
pub struct EvalArgs {
    /// Relevance judgements: lines of topic, iteration, docno, grade (plain, gzip or zstd); see -R
    /// for other formats
    #[arg(value_name = "QRELS")]
    pub qrels: PathBuf,
    /// Run: lines of topic, Q0, docno, rank, score, tag (plain, gzip or zstd); - for standard
    /// input. Several runs are compared
    #[arg(value_name = "RUN", required = true)]
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
    #[arg(short, long, value_name = "GRADE", default_value_t = 1)]
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
    pub remove_query: bool,
    /// Number of documents in the collection (only utility uses it)
    #[arg(short = 'N', long = "collection-size", value_name = "COUNT", default_value_t = 0)]
    pub collection: u64,
    /// Format of QRELS
    #[arg(short = 'R', long = "relevance", value_enum, value_name = "FORMAT", default_value_t)]
    pub relevance: RelevanceFormat,
    /// Replace grades before scoring, such as 2=1,3=1,4=1
    #[arg(long, value_name = "OLD=NEW,...", value_parser = str::parse::<GradeMap>,
        allow_hyphen_values = true)]
    pub grades: Option<GradeMap>,
    /// Print deviations from the means of other runs: lines of topic, measure, mean, standard
    /// deviation
    #[arg(short = 'Z', long, value_name = "FILE")]
    pub zscores: Option<PathBuf>,
    /// Follow this version of trec_eval where 9.0 and 10.0 differ, including whether it stops at a
    /// topic without results
    #[arg(long, value_enum, value_name = "VERSION")]
    pub compat: Option<Version>,
    /// Warn about docnos that are not in this index, and judged documents outside the view
    #[arg(long, value_name = "INDEX")]
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
    /// A file of flags
    #[command(flatten)]
    pub config: ConfigArg,
    /// Arguments for several runs
    #[command(flatten)]
    pub several: SeveralArgs,
}

/// Output format of `tamis eval`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum RelevanceFormat {
    /// topic, iteration, docno, grade
    #[default]
    Qrels,
    /// topic, judge, docno, grade: the grades of several judges
    #[value(name = "qrels_jg")]
    QrelsJg,
    /// topic, judge, docno, grade: the better grade is preferred
    #[value(name = "qrels_prefs")]
    QrelsPrefs,
    /// topic, judge, subgroup, docno, level: the higher level is preferred
    Prefs,
    /// topic, subtopic, docno, grade, as ndeval reads them
    Subtopics,
    /// topic, docno, grade, method, probability: a sample of judgements
    Prels,
}

/// A version of trec_eval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Version {
    /// 9.0: scores are single precision
    #[value(name = "9")]
    Nine,
    /// 10.0: stops at a topic without results unless -c
    #[value(name = "10")]
    Ten,
}

impl From<RelevanceFormat> for JudgementFormat {
    fn from(format: RelevanceFormat) -> Self {
        match format {
            RelevanceFormat::Qrels => Self::Qrels,
            RelevanceFormat::QrelsJg => Self::QrelsJg,
            RelevanceFormat::QrelsPrefs => Self::QrelsPrefs,
            RelevanceFormat::Prefs => Self::Prefs,
            RelevanceFormat::Subtopics => Self::Subtopics,
            RelevanceFormat::Prels => Self::Prels,
        }
    }
}

impl From<Version> for Compat {
    fn from(version: Version) -> Self {
        match version {
            Version::Nine => Self::Nine,
            Version::Ten => Self::Ten,
        }
    }
}

impl EvalArgs {
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

    /// Returns the evaluation of the one run.
    pub(super) fn eval_job(&self) -> Result<EvalJob> {
        let request = self.view.request()?;
        let lists = self.view.pages.lists();
        Ok(EvalJob {
            scoring: self.scoring(),
            run: self.files()[0].to_path_buf().into(),
            zscores: self.zscores.clone().map(Source::from),
            request,
            lists,
            filters: self.view.pages.to_string(),
            threads: None,
        })
    }

    /// Returns the comparison of the runs; `line` is the command that repeats it.
    pub(super) fn comparison_job(&self, line: &str) -> Result<CompareRunsJob> {
        let request = self.view.request()?;
        let lists = self.view.pages.lists();
        let several = &self.several;
        let default = CompareRunsJob::default();
        Ok(CompareRunsJob {
            scoring: self.scoring(),
            runs: self.files().into_iter().map(|file| file.to_path_buf().into()).collect(),
            test: several.test.clone().unwrap_or(default.test),
            correction: several.correction.clone().unwrap_or(default.correction),
            margin: several.margin.unwrap_or_default(),
            seed: several.seed.unwrap_or(default.seed),
            changed: several.changed.unwrap_or(default.changed),
            topics: several.topics.clone().map(Source::from),
            request,
            lists,
            filters: self.view.pages.to_string(),
            output: Output {
                folder: several.out.clone(),
                force: several.force,
                form: several.figures.form()?,
                command: Some(line.to_owned()),
                site: None,
            },
            names: Vec::new(),
            threads: None,
        })
    }

    fn scoring(&self) -> Scoring {
        Scoring {
            judgements: self.qrels.clone().into(),
            format: self.relevance.into(),
            grades: self.grades.clone(),
            measures: self.measures.clone(),
            complete: self.complete,
            level: self.level,
            depth: self.depth,
            judged_only: self.judged_only,
            remove_query: self.remove_query,
            collection: self.collection,
            compat: self.compat.map(Compat::from),
        }
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

    /// Refuses what does not go with several runs.
    pub(super) fn refuse_for_several(&self) -> Result<()> {
        let message = match (self.format, self.no_summary, &self.zscores) {
            (Some(EvalFormat::Trec | EvalFormat::Ir), ..) => {
                "--format trec and ir are lines of one run; several have --format tsv, latex, \
                 --json or a table"
            }
            (_, true, _) => {
                "-n leaves out the values over all topics, which are what is compared; leave -n out"
            }
            (_, _, Some(_)) => {
                "-Z needs a single run: a comparison has a baseline instead; leave -Z out, or give \
                 one run"
            }
            _ => return Ok(()),
        };
        Err(Error::settings(message.to_owned()))
    }
}
