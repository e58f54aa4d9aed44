//! The command line: as typed (clap), then resolved against the index, then run. The library below never sees clap.

mod accuracy;
mod blocks;
mod compare;
mod config;
mod demo;
mod distribution;
mod eval;
mod explain;
mod export;
mod extract;
mod grid;
mod index;
mod inspect;
mod judging;
mod label;
mod limits;
mod list;
mod model;
mod model_axes;
mod named;
mod options;
mod pages;
mod parameters;
mod progress;
mod search;
mod signals;
mod stats;
mod sweep;
mod values;
mod verify;

use clap::{CommandFactory, Parser, Subcommand};
use std::io::Write;
use tamis::error::{Error, Result};
use tamis_place::SettingError;

/// `tamis`, as typed.
#[derive(Debug, Parser)]
#[command(name = "tamis", version, about, max_term_width = 100, disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Print no progress and no summary, only results and errors
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Say more: every skipped record, every topic with missing documents
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    verbose: bool,
}

/// What to do.
#[derive(Debug, Subcommand)]
#[allow(clippy::large_enum_variant, reason = "one value a run")]
enum Command {
    /// Index a collection: WARC, BLOGS06 and TREC web, JSONL, folders of HTML
    Index(index::IndexArgs),
    /// Search with TREC topics or with words; any rule over blocks is a flag
    Search(search::SearchArgs),
    /// Score every threshold of a range in one pass
    Sweep(sweep::SweepArgs),
    /// Score every label of an index beside the unfiltered text, in one pass
    Compare(compare::CompareArgs),
    /// Judge a run: trec_eval's numbers in trec_eval's layout
    Eval(eval::EvalArgs),
    /// Judge what classifiers keep of pages against human gold
    Accuracy(accuracy::AccuracyArgs),
    /// Count blocks and words by length, density and class, and fit the models that describe them
    Distribution(distribution::DistributionArgs),
    /// Write the permitted text for other systems: CIFF, JSONL, OpenSearch
    Export(export::ExportArgs),
    /// Show the text that a classifier keeps of a page, or every block with its features
    Extract(extract::ExtractArgs),
    /// Show every block of an indexed page with its features
    Inspect(inspect::InspectArgs),
    /// Add labels to a finished index: of classifiers, or of anybody's remover
    Label(label::LabelArgs),
    /// Say what is in an index
    Stats(stats::StatsArgs),
    /// Check that an index is whole: files, counts and the list of losses
    Verify(verify::VerifyArgs),
    /// Do the whole job on a generated collection
    Demo(demo::DemoArgs),
    /// List the classifiers, each with its paper
    Classifiers(list::ListArgs),
    /// List the analyzers
    Analyzers(list::ListArgs),
    /// List the measures
    Measures(list::ListArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// How a command that did not fail ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Done,
    /// Finished, but records were damaged or lost.
    Damaged,
    /// Finished, and what was looked for is wrong.
    Wrong,
    /// Ended in good order because of a signal, with this status.
    Interrupted(u8),
    /// Stopped where trec_eval 10 stops, for this reason.
    AsTrecEval(String),
}

impl Exit {
    /// The exit status: 0, 3, 1, 130 and 143 for signals, or 4, which is trec_eval's.
    pub fn status(&self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Damaged => 3,
            Self::Wrong => 1,
            Self::Interrupted(status) => *status,
            Self::AsTrecEval(_) => 4,
        }
    }
}

/// How much is said on standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Talk {
    /// Errors only.
    Quiet,
    /// Progress, warnings and a summary.
    Normal,
    /// Every skipped record as well.
    Verbose,
}

impl Talk {
    /// Says a line on standard error, unless quiet. A standard error that is gone is no reason to fail.
    pub fn say(self, line: impl AsRef<str>) {
        if self > Self::Quiet {
            let _ = writeln!(std::io::stderr(), "{}", line.as_ref());
        }
    }
}

/// Runs the command line; `args` begins with the program's name. Usage errors and `--help` end the process, as clap does.
///
/// # Errors
/// Whatever stopped the command.
pub fn run(args: Vec<std::ffi::OsString>) -> Result<Exit> {
    let line = shell_line(&args);
    let (typed, args) = (args.clone(), config::expand(args)?);
    let cli = Cli::parse_from(&args);
    let talk = match (cli.quiet, cli.verbose) {
        (true, _) => Talk::Quiet,
        (_, true) => Talk::Verbose,
        _ => Talk::Normal,
    };
    let out = &mut std::io::BufWriter::new(std::io::stdout().lock());
    let exit = dispatch(cli.command, &line, talk, out).map_err(|error| config::name_file(error, &typed, &args))?;
    out.flush().map_err(to_stdout)?;
    Ok(exit)
}

/// The command as a shell would take it.
fn shell_line(args: &[std::ffi::OsString]) -> String {
    let args = args.iter().skip(1).map(|arg| quoted(&arg.to_string_lossy()));
    ["tamis".to_owned()].into_iter().chain(args).collect::<Vec<_>>().join(" ")
}

/// An argument as a shell would take it.
fn quoted(arg: &str) -> String {
    let plain = arg.chars().all(|c| c.is_alphanumeric() || "-_./=,:+@%".contains(c)) && !arg.is_empty();
    if plain { arg.to_owned() } else { format!("'{}'", arg.replace('\'', r"'\''")) }
}

/// Runs one command; `line` is what repeats it.
fn dispatch(command: Command, line: &str, talk: Talk, out: &mut dyn Write) -> Result<Exit> {
    match command {
        Command::Index(args) => return index::run(&args, talk, out),
        Command::Search(args) => search::run(&args, talk, out)?,
        Command::Sweep(args) => sweep::run(&args, line, talk, out)?,
        Command::Compare(args) => compare::run(&args, line, talk, out)?,
        Command::Eval(args) if args.quiet => return eval::run(&args, line, out, &mut std::io::sink()),
        Command::Eval(args) => return eval::run(&args, line, out, &mut std::io::stderr()),
        Command::Distribution(args) => distribution::run(&args, line, talk, out)?,
        Command::Accuracy(args) => accuracy::run(&args, line, talk, out)?,
        Command::Export(args) => export::run(&args, talk, out)?,
        Command::Extract(args) => return extract::run(&args, talk, out),
        Command::Inspect(args) => inspect::run(&args, out)?,
        Command::Label(args) => return label::run(&args, talk, out),
        Command::Stats(args) => stats::run(&args, out)?,
        Command::Verify(args) => return verify::run(&args, out),
        Command::Demo(args) => return demo::run(&args, talk, out),
        Command::Classifiers(args) => list::classifiers(&args, out)?,
        Command::Analyzers(args) => list::analyzers(&args, out)?,
        Command::Measures(args) => list::measures(&args, out)?,
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "tamis", &mut script);
            out.write_all(&script).map_err(to_stdout)?;
        }
    }
    Ok(Exit::Done)
}

/// The exit status of a command that ends with this error: 2 for a setting, as for a wrong flag; 1 for everything else.
pub fn exit_status(error: &Error) -> u8 {
    if matches!(error, Error::Setting(_)) { 2 } else { 1 }
}

/// An error as the user of the command line knows the settings: by their flags.
pub fn message(error: &Error) -> String {
    if let Error::Setting(error) = error { setting(error) } else { error.to_string() }
}

/// A setting's error, the setting named by its flag.
fn setting(error: &SettingError) -> String {
    if error.setting.is_empty() {
        return error.problem.clone();
    }
    format!("--{}: {}", error.setting.replace('_', "-"), error.problem)
}

/// The error of a write to standard output.
pub fn to_stdout(source: std::io::Error) -> Error {
    Error::io("write", "(standard output)", source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound_and_every_flag_has_its_help() {
        let command = Cli::command();
        command.clone().debug_assert();
        for subcommand in command.get_subcommands() {
            for argument in subcommand.get_arguments() {
                let (name, id) = (subcommand.get_name(), argument.get_id());
                assert!(argument.get_help().is_some(), "{name} {id} has no help");
            }
        }
    }
}
