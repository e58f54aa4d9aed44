//! The arguments of `tamis eval`, and the jobs that they ask for.

use crate::flags::figures::FiguresArg;
use crate::flags::{ConfigArg, ViewArgs, margin, one_of};
use clap::builder::PossibleValuesParser;
use std::path::{Path, PathBuf};
use tamis::eval::measure::{Compat, Layout};
use tamis::eval::statistics::{Correction, Margin, TESTS};
use tamis::job::eval::{CompareRunsJob, EvalJob, GradeMap, JudgementFormat as Format, Scoring};
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
    #[arg(short = 'R', long, value_name = "FORMAT", default_value = "qrels",
        value_parser = one_of(&RELEVANCE))]
    pub relevance: Format,
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
    #[arg(long, value_name = "VERSION", value_parser = one_of(&VERSIONS))]
    pub compat: Option<Compat>,
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

/// Formats of judgements.
const RELEVANCE: [(Format, &str, &str); 6] = [
    (Format::Qrels, "qrels", "topic, iteration, docno, grade"),
    (Format::QrelsJg, "qrels_jg", "topic, judge, docno, grade: the grades of several judges"),
    (
        Format::QrelsPrefs,
        "qrels_prefs",
        "topic, judge, docno, grade: the better grade is preferred",
    ),
    (Format::Prefs, "prefs", "topic, judge, subgroup, docno, level: the higher level is preferred"),
    (Format::Subtopics, "subtopics", "topic, subtopic, docno, grade, as ndeval reads them"),
    (Format::Prels, "prels", "topic, docno, grade, method, probability: a sample of judgements"),
];

/// Versions of trec_eval.
const VERSIONS: [(Compat, &str, &str); 2] = [
    (Compat::Nine, "9", "9.0: scores are single precision"),
    (Compat::Ten, "10", "10.0: stops at a topic without results unless -c"),
];

/// Arguments for a comparison of several runs.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct SeveralArgs {
    /// Run to compare the others with [default: the first]
    #[arg(long, value_name = "RUN")]
    pub baseline: Option<PathBuf>,
    /// Significance test [default: t]
    #[arg(long, value_name = "TEST",
        value_parser = PossibleValuesParser::new(TESTS.iter().map(|test| test.name)))]
    pub test: Option<String>,
    /// Correction of p-values over the runs of a measure [default: holm]
    #[arg(long, value_parser = PossibleValuesParser::new(Correction::ALL.map(Correction::name)))]
    pub correction: Option<String>,
    /// Margin of equivalence with the baseline: a smaller difference does not matter. Per cent of
    /// its mean, or a difference of the measure such as 0.02 [default: 5%]
    #[arg(long, value_name = "MARGIN", value_parser = margin)]
    pub margin: Option<Margin>,
    /// Random seed of the bootstrap and of the randomization test [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// With -q, print this many most-changed topics per run, by the first measure, with the judged
    /// documents that moved [default: 10]
    #[arg(long, value_name = "COUNT")]
    pub changed: Option<usize>,
    /// Topics, to show their queries beside their numbers in the report
    #[arg(long, value_name = "FILE")]
    pub topics: Option<PathBuf>,
    /// Write runs.tsv, per_topic.tsv, runs.json, report.html, report.tex (the table for LaTeX) and
    /// a figure per measure and run to this folder
    #[arg(short, long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// If the folder of --out holds the results of another experiment, remove them first; its other
    /// files stay
    #[arg(long, requires = "out")]
    pub force: bool,
    #[command(flatten)]
    pub figures: FiguresArg,
}

impl SeveralArgs {
    /// Refuses arguments of a comparison if there is only one run.
    pub fn refuse_for_one(&self) -> Result<()> {
        let given = [
            ("--baseline", self.baseline.is_some()),
            ("--test", self.test.is_some()),
            ("--correction", self.correction.is_some()),
            ("--margin", self.margin.is_some()),
            ("--seed", self.seed.is_some()),
            ("--changed", self.changed.is_some()),
            ("--topics", self.topics.is_some()),
            ("--out", self.out.is_some()),
        ];
        let given = given.into_iter().find(|(_, given)| *given).map(|(flag, _)| flag);
        match given.or_else(|| self.figures.given()) {
            Some(flag) => Err(Error::settings(format!(
                "{flag} needs several runs; give two, or leave it out"
            ))),
            None => Ok(()),
        }
    }
}

impl EvalArgs {
    /// Returns the runs, the baseline first.
    pub(super) fn files(&self) -> Vec<&Path> {
        let baseline = self.several.baseline.as_deref();
        let others = self.runs.iter().map(PathBuf::as_path);
        baseline.into_iter().chain(others.filter(|file| Some(*file) != baseline)).collect()
    }

    /// Returns the evaluation of the one run.
    pub(super) fn eval_job(&self) -> Result<EvalJob> {
        Ok(EvalJob {
            scoring: self.scoring(),
            run: self.files()[0].to_path_buf().into(),
            zscores: self.zscores.clone().map(Source::from),
            request: self.view.request()?,
            lists: self.view.pages.lists(),
            filters: self.view.pages.to_string(),
            threads: None,
        })
    }

    /// Returns the comparison of the runs; `line` is the command that repeats it.
    pub(super) fn comparison_job(&self, line: &str) -> Result<CompareRunsJob> {
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
            request: self.view.request()?,
            lists: self.view.pages.lists(),
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
            format: self.relevance,
            grades: self.grades.clone(),
            measures: self.measures.clone(),
            complete: self.complete,
            level: self.level,
            depth: self.depth,
            judged_only: self.judged_only,
            remove_query: self.remove_query,
            collection: self.collection,
            compat: self.compat,
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
