//! `tamis sweep`: scores every threshold of a range against qrels in one pass and writes tables, a
//! figure and a page.

use crate::flags::{AxisArgs, ConfigArg, Flags, GridArgs, IndexChoice, JudgingArgs, MarginArg};
use crate::flags::{OF_RANKING, OutputArgs, PageArgs, RULES, TableArg, TableFormat};
use crate::terminal::styles::table_width;
use crate::terminal::{Console, Exit, Shown};
use tamis::eval::statistics;
use tamis::job::{Outcome, Output, SweepJob};
use tamis::request::Request;
use tamis::{Index, Result};

const OUT_HELP: &str = "Write sweep.tsv, sweep.json, per_topic.tsv, report.html, report.tex (the \
                        table for LaTeX) and a figure per measure to this folder. Rerun the same \
                        command to resume an interrupted sweep (not with --runs)";

/// Arguments of `tamis sweep`.
#[derive(Debug, Clone, clap::Args)]
#[command(mut_arg("measures", |arg| arg.help("Measure (see `tamis measures`); may be repeated \
                                              [default: P_10, ndcg_cut_10]")))]
#[command(mut_arg("hits", |arg| arg.help(HITS_HELP)))]
#[command(mut_arg("out", |arg| arg.help(OUT_HELP)))]
pub struct SweepArgs {
    #[command(flatten)]
    pub index: IndexChoice,
    #[command(flatten)]
    judging: JudgingArgs,
    #[command(flatten)]
    axes: AxisArgs,
    #[command(flatten)]
    named: GridArgs,
    #[command(flatten)]
    rules: Flags<RULES>,
    #[command(flatten)]
    ranking: Flags<OF_RANKING, true>,
    #[command(flatten)]
    pages: PageArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    table: TableArg,
    /// Cross-validate the choice of the best point over K folds of topics: choose on K - 1 folds,
    /// score on the remaining one
    #[arg(long, value_name = "K")]
    folds: Option<usize>,
    /// Number of permutations in the test of whether any point beats the unfiltered text; 0 for no
    /// test
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    permutations: u32,
    #[command(flatten)]
    margin: MarginArg,
    /// Random seed of folds and permutations
    #[arg(long, value_name = "N", default_value_t = statistics::SEED)]
    seed: u64,
    /// Also write the run of every point to DIR/runs
    #[arg(long, requires = "out")]
    runs: bool,
    #[command(flatten)]
    config: ConfigArg,
}

const HITS_HELP: &str = "Number of results per topic [default: the largest cut-off among the \
                         measures; 1000 with --runs or for measures without a cut-off]";

/// Runs a sweep, prints a table or JSON and writes the files.
pub fn run(args: &SweepArgs, console: &mut Console) -> Result<Exit> {
    args.output.use_threads()?;
    let job = args.job(console.line)?;
    let index = Index::open_all(args.index.paths()?)?;
    let done = job.run(&index, &Shown::keeping(console.talk));
    let Outcome { result, written, .. } = done.map_err(|error| args.named.explain(error))?;
    let text = match args.table.format {
        _ if args.output.json => result.json(),
        TableFormat::Latex => result.latex(&job.output.form),
        TableFormat::Table => result.table(table_width()),
    };
    console.report(text, &written)
}

impl SweepArgs {
    /// Returns the job; `line` is the command that repeats it.
    ///
    /// # Errors
    /// A usage error for a value that a parameter does not take.
    pub fn job(&self, line: &str) -> Result<SweepJob> {
        let mut request = Request::default();
        self.rules.apply_to(&mut request)?;
        self.pages.apply_to(&mut request)?;
        self.judging.apply_to(&mut request);
        let shared = self.rules.pairs().chain(self.axes.shared(&self.ranking));
        let site = self.judging.site(&self.index, &self.pages, shared)?;
        // No point names an axis with a single value.
        let site = site.filter(|_| !self.named.has_single());
        let output = self.output.output(self.table.top, line)?;
        let job = SweepJob {
            sweep: self.axes.request(request, &self.ranking, &self.named)?,
            lists: self.pages.lists(),
            judged: self.judging.judged(),
            folds: self.folds,
            permutations: self.permutations,
            margin: self.margin.margin,
            seed: self.seed,
            runs: self.runs,
            output: Output { site, ..output },
            threads: None,
        };
        job.check().map(|()| job)
    }
}
