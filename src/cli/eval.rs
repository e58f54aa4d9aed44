//! `tamis eval QRELS RUN` into trec_eval's lines. It judges any system's run and knows nothing of an index.

use crate::error::{Error, Place, Result};
use crate::measure::{Evaluation, Instance, Layout, Options, Parts, evaluate, in_list_order, parse};
use crate::report::words::counted;
use crate::trec::{Qrels, Run, qrels, run as trec_run};
use std::io::Write;
use std::path::PathBuf;

/// `tamis eval`, as typed.
#[derive(Debug, Clone, clap::Args)]
pub struct EvalArgs {
    /// Judgements: lines of topic, iteration, docno, grade (plain or gzip)
    #[arg(value_name = "QRELS")]
    pub qrels: PathBuf,
    /// The run: lines of topic, Q0, docno, rank, score, tag (plain or gzip); - for standard input
    #[arg(value_name = "RUN")]
    pub run: PathBuf,
    /// What to measure: P.10,20 or P@10, ndcg_cut.10 or nDCG@10, map or AP, ...; may stand several times
    #[arg(short, long = "measure", value_name = "MEASURE", default_value = "official")]
    pub measures: Vec<String>,
    /// The values of each topic, too
    #[arg(short = 'q', long)]
    pub per_topic: bool,
    /// Print no warnings
    // The flag of all commands, but without its -q, which is trec_eval's here.
    #[arg(long)]
    pub quiet: bool,
    /// No values over all topics
    #[arg(short = 'n', long, requires = "per_topic")]
    pub no_summary: bool,
    /// Topics of the qrels that the run lacks count as topics without results
    #[arg(short, long)]
    pub complete: bool,
    /// The least grade that is relevant
    #[arg(short, long, value_name = "GRADE", default_value_t = 1, allow_negative_numbers = true)]
    pub level: i32,
    /// Only the first COUNT results of each topic count
    #[arg(short = 'M', long = "max-results", value_name = "COUNT")]
    pub depth: Option<usize>,
    /// Take results that nobody judged out of the ranking
    #[arg(short = 'J', long)]
    pub judged_only: bool,
    /// Whose lines to print
    #[arg(long, value_enum, default_value_t, conflicts_with = "json")]
    pub format: EvalFormat,
    /// One JSON object a line, all digits
    #[arg(long)]
    pub json: bool,
}

/// Whose lines `tamis eval` prints.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum EvalFormat {
    /// trec_eval's: name, topic, value
    #[default]
    Trec,
    /// ir_measures': topic, name, value
    Ir,
}

/// Judges the run and prints the values to `stdout`; topics that are left out are named on `stderr`.
///
/// # Errors
/// [`Error::Usage`] for an unknown measure; [`Error::Io`] and [`Error::Format`] for files that cannot be read, and where
/// qrels and run have no topic in common.
pub fn run(args: &EvalArgs, stdout: &mut dyn Write, stderr: &mut dyn Write) -> Result<()> {
    let instances = instances(&args.measures)?;
    let qrels = qrels::read(&args.qrels)?;
    let run = trec_run::read(&args.run)?;
    let evaluation = evaluate(&qrels, &run, &instances, args.options());
    if evaluation.common == 0 {
        return Err(nothing_in_common(args, &qrels, &run));
    }
    warn(&evaluation, args.complete, stderr).map_err(|e| Error::io("write", "(standard error)", e))?;
    let printed = args.layout().write(&evaluation, args.parts(), stdout).and_then(|()| stdout.flush());
    printed.map_err(|e| Error::io("write", "(standard output)", e))
}

impl EvalArgs {
    fn options(&self) -> Options {
        Options { complete: self.complete, level: self.level, depth: self.depth, judged_only: self.judged_only }
    }

    fn parts(&self) -> Parts {
        Parts { topics: self.per_topic, summary: !self.no_summary }
    }

    fn layout(&self) -> Layout {
        match (self.json, self.format) {
            (true, _) => Layout::Json,
            (false, EvalFormat::Trec) => Layout::Trec,
            (false, EvalFormat::Ir) => Layout::Ir,
        }
    }
}

/// The measures asked for, in the order of the list, as trec_eval prints them.
fn instances(requests: &[String]) -> Result<Vec<Instance>> {
    let parsed: Vec<Vec<Instance>> = requests.iter().map(|request| parse(request)).collect::<Result<_>>()?;
    let mut instances = parsed.concat();
    in_list_order(&mut instances);
    Ok(instances)
}

/// Says which topics the means are not about.
fn warn(evaluation: &Evaluation, complete: bool, stderr: &mut dyn Write) -> std::io::Result<()> {
    let Evaluation { absent, unjudged, .. } = evaluation;
    if !absent.is_empty() && !complete {
        let (count, names) = (counted(absent.len() as u64, "topic"), absent.join(", "));
        writeln!(stderr, "warning: the run lacks {count} of the qrels; left out (with -c, 0 in the means): {names}")?;
    }
    if !unjudged.is_empty() {
        let (count, names) = (counted(unjudged.len() as u64, "topic"), unjudged.join(", "));
        writeln!(stderr, "warning: the qrels lack {count} of the run; ignored: {names}")?;
    }
    Ok(())
}

/// The error for a run and qrels that are not about the same topics, with the first topics of both.
fn nothing_in_common(args: &EvalArgs, qrels: &Qrels, run: &Run) -> Error {
    fn first<'a>(ids: impl Iterator<Item = &'a str>) -> String {
        ids.take(3).collect::<Vec<_>>().join(", ")
    }
    let found =
        format!("no topic of {} (the run's begin with {})", args.qrels.display(), first(run.topics().map(|t| t.0)));
    let expected = format!("topics of the qrels, which begin with {}", first(qrels.topics().map(|t| t.0)));
    Error::format(Place::file(&args.run), found, expected)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use std::path::Path;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        args: EvalArgs,
    }

    /// Runs `eval` on the files of tests/golden/eval.
    fn eval(flags: &[&str], qrels: &str, run_file: &str) -> (Result<()>, String, String) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/eval");
        let files = [folder.join(qrels), folder.join(run_file)].map(|path| path.display().to_string());
        let typed = ["eval"].into_iter().chain(flags.iter().copied()).chain(files.iter().map(String::as_str));
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let result = run(&Command::try_parse_from(typed).unwrap().args, &mut stdout, &mut stderr);
        (result, String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
    }

    fn golden(name: &str) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/eval").join(name);
        std::fs::read_to_string(path).unwrap()
    }

    #[test]
    fn the_official_list_leaves_out_absent_topics_and_says_so() {
        let (result, stdout, stderr) = eval(&[], "tiny.qrels", "tiny.run");
        result.unwrap();
        assert_eq!(stdout, golden("tiny.official.out"));
        assert_eq!(
            stderr,
            "warning: the run lacks 1 topic of the qrels; left out (with -c, 0 in the means): c\n\
             warning: the qrels lack 2 topics of the run; ignored: x, y\n"
        );
    }

    #[test]
    fn complete_topics_at_level_two_in_both_layouts() {
        let flags = ["-q", "-c", "-l2", "-mP@2", "-m", "AP", "-m", "num_q", "-mnum_rel"];
        let (_, stdout, stderr) = eval(&flags, "tiny.qrels", "tiny.run");
        assert_eq!(stdout, golden("tiny.qcl2.out"));
        assert_eq!(stderr, "warning: the qrels lack 2 topics of the run; ignored: x, y\n");
        let (_, stdout, _) = eval(&[&flags[..], &["--format", "ir"]].concat(), "tiny.qrels", "tiny.run");
        assert_eq!(stdout, golden("tiny.qcl2.ir.out"));
    }

    #[test]
    fn json_is_one_object_a_line() {
        let (_, stdout, _) = eval(&["--json", "-qn", "-mRR", "-mnum_ret"], "tiny.qrels", "tiny.run");
        assert_eq!(
            stdout,
            "{\"topic\":\"a\",\"num_ret\":3,\"recip_rank\":0.5}\n{\"topic\":\"b\",\"num_ret\":1,\"recip_rank\":1.0}\n"
        );
    }

    #[test]
    fn qrels_of_other_topics_are_an_error_even_when_complete() {
        for flags in [&[][..], &["-c"]] {
            let (result, stdout, _) = eval(flags, "other.qrels", "tiny.run");
            let error = result.unwrap_err();
            assert_eq!((stdout.as_str(), error.exit_status()), ("", 1));
            let message = error.to_string();
            assert!(message.contains("(the run's begin with a, b, x)"), "{message}");
            assert!(message.ends_with("expected topics of the qrels, which begin with 7, 8, 9"), "{message}");
        }
    }

    #[test]
    fn an_unknown_measure_is_a_usage_error() {
        let (result, ..) = eval(&["-mP_10", "-mndcg_cat"], "tiny.qrels", "tiny.run");
        let error = result.unwrap_err();
        assert_eq!(error.to_string(), "unknown measure 'ndcg_cat'; did you mean 'ndcg_cut'?");
        assert_eq!(error.exit_status(), 2);
    }

    #[test]
    fn a_missing_file_is_named() {
        let (result, ..) = eval(&[], "none.qrels", "tiny.run");
        assert!(result.unwrap_err().to_string().contains("none.qrels: cannot open: "));
    }
}
