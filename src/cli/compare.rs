//! `tamis compare`: every label of an index beside the unfiltered text and the best threshold, scored against qrels in one
//! pass, into tables, figures and a page.

use super::judging;
use super::model::ModelArgs;
use super::options::{TopicArgs, corpus, results_folder, say_written, use_threads};
use super::pages::PageArgs;
use super::{Talk, to_stdout};
use std::io::Write;
use std::path::PathBuf;
use tamis::error::{Error, Result};
use tamis::experiment::results::LabelComparison;
use tamis::experiment::{Experiment, LEVEL_BYTES, Rankings, judged_topics};
use tamis::index::Manifest;
use tamis::report::compare as report;
use tamis::report::json;
use tamis::search::TitleRule;
use tamis_eval::trec::{qrels, topics};

/// `tamis compare`, as typed.
#[derive(Debug, Clone, clap::Args)]
pub struct CompareArgs {
    /// The folder of the index
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// Topics: TREC's SGML or XML, lines of id and text, lines of JSON
    #[arg(long, value_name = "FILE")]
    topics: PathBuf,
    /// Judgements of the topics
    #[arg(long, value_name = "FILE")]
    qrels: PathBuf,
    #[command(flatten)]
    topic: TopicArgs,
    /// The labels to compare: all that the index has, or a list
    #[arg(long, value_delimiter = ',', default_value = "all", value_name = "NAMES")]
    labels: Vec<String>,
    /// The page's title: permitted always (keep), never (drop), or like any block (block)
    #[arg(long, default_value_t, value_name = "keep|drop|block")]
    title: TitleRule,
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    pages: PageArgs,
    /// What to measure (see `tamis measures`); may stand several times; the threshold is chosen by the first [default: P_10,
    /// recall_10, F1_10, map, ndcg, ndcg_cut_10]
    #[arg(short, long = "measure", value_name = "MEASURE")]
    measures: Vec<String>,
    /// The least grade that is relevant
    #[arg(short, long, value_name = "GRADE", default_value_t = 1, allow_negative_numbers = true)]
    level: i32,
    /// Results per topic [default: as many as the measures look at; 1000 for a measure without a cut-off]
    #[arg(long, value_name = "K")]
    hits: Option<usize>,
    /// A folder for compare.tsv, compare.json, per_topic.tsv, compare.svg and report.html
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Threads that search [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// The whole comparison as one JSON object on standard output
    #[arg(long)]
    json: bool,
}

/// The measures of the Web2Text paper's Table 2 (Vogels, Ganea, Eickhoff, ECIR 2018), and the WSDM paper's NDCG@10.
const MEASURES: [&str; 6] = ["P_10", "recall_10", "F1_10", "map", "ndcg", "ndcg_cut_10"];

/// Compares, prints a table (or JSON) to `out` and writes the files; `line` is the command that repeats it.
pub fn run(args: &CompareArgs, line: &str, talk: Talk, out: &mut dyn Write) -> Result<()> {
    let rankings = Rankings::single(args.model.ranking()?);
    use_threads(args.threads)?;
    let corpus = corpus(&args.index, &args.pages, talk)?;
    let labels = args.labels(&corpus.indexes[0].manifest)?;
    let measures = judging::measures(&args.measures, &MEASURES)?;
    let topics = topics::read(&args.topics, args.topic.topic_field)?;
    let qrels = qrels::read(&args.qrels)?;
    let (topics, unjudged) = judged_topics(&corpus, &topics, &qrels, &args.qrels, args.level)?;
    judging::warn(&topics, &unjudged, talk);
    let hits = judging::hits(args.hits, &measures)?;
    let judged = judging::judged()?;
    let experiment = Experiment {
        corpus: &corpus,
        topics,
        measures,
        judged,
        rankings,
        hits,
        keep_runs: false,
        level_bytes: LEVEL_BYTES,
    };
    if let Some(folder) = &args.out {
        results_folder(folder)?;
    }
    let named = LabelComparison {
        index: args.index.display().to_string(),
        topics_file: args.topics.display().to_string(),
        qrels_file: args.qrels.display().to_string(),
        analyzer: corpus.indexes[0].manifest.recipe.analyzer.clone(),
        command: line.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        ..LabelComparison::default()
    };
    let comparison = experiment.compare(&labels, args.title, named)?;
    let written = args.out.as_ref().map(|folder| report::write(&comparison, folder)).transpose()?;
    let text = if args.json { json::one_line(&comparison) } else { report::table(&comparison) };
    out.write_all(text.as_bytes()).map_err(to_stdout)?;
    say_written(written.as_deref(), talk);
    Ok(())
}

impl CompareArgs {
    /// The labels that are asked for, with their bits.
    fn labels(&self, manifest: &Manifest) -> Result<Vec<(u32, String)>> {
        let names = if self.labels == ["all"] { &manifest.classifiers } else { &self.labels };
        if let Some((_, name)) = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
            return Err(Error::settings(format!("--labels: {name} is named twice")));
        }
        names.iter().map(|name| Ok((manifest.label_bit(name)?, name.clone()))).collect()
    }
}
