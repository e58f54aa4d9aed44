//! `tamis compare`: scores every label of an index, the unfiltered text, the best thresholds, the
//! sieve and the tuned rule against qrels, and writes tables, figures and a page.

use super::console::{Verbosity, to_stdout};
use super::figures::{TableArg, TableFormat};
use super::indexes::IndexArgs;
use super::judging::JudgingArgs;
use super::options::{MarginArg, OutputArgs, corpus, say_written, warn_of_margin, warn_of_request};
use super::pages::PageArgs;
use super::parameters::{ComparedRules, Flags, OfRanking, Typed};
use super::results::save;
use std::io::Write;
use std::path::Path;
use tamis_eval::statistics::SEED;
use tamis_index::blocks::classify::{Argument, CLASSIFIERS};
use tamis_index::error::Result;
use tamis_index::index::Manifest;
use tamis_report::compare as report;
use tamis_report::json;
use tamis_search::experiment::results::Site;
use tamis_search::experiment::{
    Compared, Hooks, Origin, Rankings, compared_labels, measures, removers,
};
use tamis_search::request::Request;

const OUT_HELP: &str = "Write compare.tsv, compare.json, per_topic.tsv, report.html, report.tex \
                        (the table for LaTeX) and a figure per measure to this folder";

/// Arguments of `tamis compare`.
#[derive(Debug, Clone, clap::Args)]
#[command(mut_arg("measures", |arg| arg.help(MEASURES_HELP)))]
#[command(mut_arg("out", |arg| arg.help(OUT_HELP)))]
#[command(mut_arg("where", |arg| arg.help(WHERE_HELP)))]
pub struct CompareArgs {
    #[command(flatten)]
    index: IndexArgs,
    #[command(flatten)]
    judging: JudgingArgs,
    /// Labels to compare: all labels of the index, or a list
    #[arg(
        long = "label",
        alias = "labels",
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "all"
    )]
    labels: Vec<String>,
    #[command(flatten)]
    rules: Flags<ComparedRules, Typed>,
    #[command(flatten)]
    ranking: Flags<OfRanking, Typed>,
    #[command(flatten)]
    pages: PageArgs,
    /// Cross-validate the choice of each threshold over K folds of topics: choose on K - 1 folds,
    /// score on the remaining one
    #[arg(long, value_name = "K")]
    folds: Option<usize>,
    #[command(flatten)]
    margin: MarginArg,
    /// Random seed of the folds
    #[arg(long, value_name = "N", default_value_t = SEED)]
    seed: u64,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    table: TableArg,
    /// Print all rows, not only the ten best, the unfiltered text, the sieve and the tuned rule
    #[arg(long, conflicts_with_all = ["json", "top"])]
    all: bool,
}

/// The number of rows that are printed, beside the unfiltered text and the named rules.
const BEST: usize = 10;

const WHERE_HELP: &str = "Only blocks that match this rule (as of `tamis search --where`), in \
                          every row but the unfiltered text";

const MEASURES_HELP: &str = "Measure (see `tamis measures`); may be repeated; the first one \
                             chooses the thresholds [default: P_10, recall_10, F1_10, map, ndcg, \
                             ndcg_cut_10]";

/// Runs the comparison, prints a table or JSON to `out` and writes the files; `line` is the command
/// that repeats it.
pub fn run(args: &CompareArgs, line: &str, talk: Verbosity, out: &mut dyn Write) -> Result<()> {
    let top = if args.all { Some(usize::MAX) } else { args.table.top };
    let form = args.output.figures.form_with(top)?;
    let mut request = args.request()?;
    let rankings = Rankings::single(request.ranking()?);
    args.output.use_threads()?;
    let corpus = corpus(&args.index.paths()?, &args.pages, &mut request, talk)?;
    let manifest = &corpus.indexes[0].manifest;
    // Of an index that is not finished a warning tells already.
    for index in corpus
        .indexes
        .iter()
        .filter(|index| index.manifest.finished && index.repeats.get().is_none())
    {
        let path = index.path.display();
        talk.say(format!(
            "warning: {path} does not know how often its blocks repeat, so no row tells; run the \
             same `tamis index` command to count"
        ));
    }
    let labels = args.labels(manifest)?;
    let experiment = args.judging.experiment(&corpus, rankings, &measures::COMPARISON, talk)?;
    warn_of_request(&corpus, &request, talk)?;
    let compared = Compared {
        folds: args.folds,
        seed: args.seed,
        margin: args.margin.margin,
        ..request.compared(manifest, labels)?
    };
    experiment.check_folds(args.folds)?;
    args.output
        .open_folder("compare", || experiment.identity_of_comparison(&compared).map(Some))?;
    let origin = Origin { site: args.site()?, ..args.judging.origin(&corpus, line) };
    let comparison = experiment.compare(&compared, origin, Hooks::default())?;
    let unfiltered = &comparison.rows[0].point.means;
    warn_of_margin(compared.margin, &comparison.measures, unfiltered, talk);
    let empty = comparison.rows.iter().filter(|row| row.point.pages == 0);
    let empty: Vec<&str> = empty.map(|row| row.name.as_str()).collect();
    if !empty.is_empty() {
        talk.say(format!("warning: no page has a permitted token under {}", talk.names(&empty)));
    }
    let written =
        save(args.output.out.as_deref(), |folder| report::write(&comparison, folder, &form))?;
    let text = match args.table.format {
        _ if args.output.json => json::one_line(&comparison),
        TableFormat::Latex => report::latex(&comparison, &form),
        TableFormat::Table if args.all => report::table(&comparison),
        TableFormat::Table => report::best_rows(&comparison, BEST, |left_out| {
            format!("… {left_out} more; --all shows them")
        }),
    };
    out.write_all(text.as_bytes()).map_err(to_stdout)?;
    say_written(written.as_deref(), talk);
    if args.labels == ["all"] {
        say_missing(manifest, &corpus.indexes[0].path, talk);
    }
    Ok(())
}

/// Says how to add the removers that have no label.
fn say_missing(manifest: &Manifest, index: &Path, talk: Verbosity) {
    let plain = CLASSIFIERS.iter().filter(|one| !matches!(one.argument, Argument::Required(_)));
    let is_missing = |name: &str| !manifest.classifiers.iter().any(|has| has == name);
    let missing = plain.filter(|one| is_missing(one.name)).count();
    if missing > 0 {
        let path = index.display();
        talk.say(format!(
            "{missing} removers have no label here: `tamis label {path} --classifier all` adds them"
        ));
    }
}

impl CompareArgs {
    /// Returns the server that shows the labels, if an address can name what they share: it has
    /// one index, and no lists of docnos.
    fn site(&self) -> Result<Option<Site>> {
        let paths = self.index.paths()?;
        let [index] = &paths[..] else { return Ok(None) };
        let Some(pages) = self.pages.pairs() else { return Ok(None) };
        let parameters = self.rules.pairs().chain(self.ranking.pairs()).chain(pages).collect();
        Ok(Some(self.judging.site(index, parameters)))
    }

    /// Returns what all rows but the unfiltered text share.
    fn request(&self) -> Result<Request> {
        let mut request = Request::default();
        self.rules.apply_to(&mut request)?;
        self.ranking.apply_to(&mut request)?;
        Ok(request)
    }

    /// Returns the labels to compare with their bits.
    fn labels(&self, manifest: &Manifest) -> Result<Vec<(u32, String)>> {
        let all = removers(manifest);
        compared_labels(manifest, if self.labels == ["all"] { &all } else { &self.labels })
    }
}
