//! `tamis compare`: scores every label of an index, the unfiltered text, the best thresholds, the
//! sieve and the tuned rule against qrels, and writes tables, figures and a page.

use crate::flags::{ALL, COMPARED_RULES, ConfigArg, Flags, IndexChoice, JudgingArgs, MarginArg};
use crate::flags::{OF_RANKING, OutputArgs, PageArgs, TableArg, TableFormat};
use crate::terminal::styles::table_width;
use crate::terminal::{Console, Exit, Shown};
use tamis::eval::statistics::SEED;
use tamis::job::{CompareJob, Outcome, Output};
use tamis::request::Request;
use tamis::{Index, Result};

const OUT_HELP: &str = "Write compare.tsv, compare.json, per_topic.tsv, report.html, report.tex \
                        (the table for LaTeX) and a figure per measure to this folder";

/// Arguments of `tamis compare`.
#[derive(Debug, Clone, clap::Args)]
#[command(mut_arg("measures", |arg| arg.help(MEASURES_HELP)))]
#[command(mut_arg("out", |arg| arg.help(OUT_HELP)))]
#[command(mut_arg("where", |arg| arg.help(WHERE_HELP)))]
pub struct CompareArgs {
    #[command(flatten)]
    index: IndexChoice,
    #[command(flatten)]
    judging: JudgingArgs,
    /// Labels to compare: all labels of the index, or a list
    #[arg(long = "label", alias = "labels", value_name = "NAMES", value_delimiter = ',',
        default_value = ALL)]
    labels: Vec<String>,
    #[command(flatten)]
    rules: Flags<COMPARED_RULES>,
    #[command(flatten)]
    ranking: Flags<OF_RANKING>,
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
    config: ConfigArg,
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

/// Runs the comparison, prints a table or JSON and writes the files.
pub fn run(args: &CompareArgs, console: &mut Console) -> Result<Exit> {
    args.output.use_threads()?;
    let job = args.job(console.line)?;
    let index = Index::open_all(args.index.paths()?)?;
    let Outcome { result, written, .. } = job.run(&index, &Shown::new(console.talk))?;
    let text = match args.table.format {
        _ if args.output.json => result.json(),
        TableFormat::Latex => result.latex(&job.output.form),
        TableFormat::Table if args.all => result.table(table_width()),
        TableFormat::Table => {
            let more = |left_out| format!("… {left_out} more; --all shows them");
            result.best_rows(BEST, more, table_width())
        }
    };
    console.report(text, &written)
}

impl CompareArgs {
    /// Returns the job; `line` is the command that repeats it.
    ///
    /// # Errors
    /// A usage error for a value that a parameter does not take.
    pub fn job(&self, line: &str) -> Result<CompareJob> {
        let mut request = Request::default();
        self.rules.apply_to(&mut request)?;
        self.ranking.apply_to(&mut request)?;
        self.pages.apply_to(&mut request)?;
        self.judging.apply_to(&mut request);
        let top = if self.all { Some(usize::MAX) } else { self.table.top };
        let shared = self.rules.pairs().chain(self.ranking.pairs());
        let site = self.judging.site(&self.index, &self.pages, shared)?;
        let all = self.labels == [ALL];
        let job = CompareJob {
            request,
            lists: self.pages.lists(),
            judged: self.judging.judged(),
            labels: if all { Vec::new() } else { self.labels.clone() },
            folds: self.folds,
            margin: self.margin.margin,
            seed: self.seed,
            output: Output { site, ..self.output.output(top, line)? },
            threads: None,
        };
        job.check().map(|()| job)
    }
}
