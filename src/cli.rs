//! The command line: parses arguments with clap and runs the command. The library does not know
//! clap.

#[cfg(feature = "serve")]
use crate::commands::serve;
use crate::commands::{
    accuracy, classifiers, combine, compare, completions, delete, demo, eval, export, extract,
    index, inspect, label, list, man, search, shard, stats, sweep, train, tune, verify,
};
use crate::flags::help::Detail;
use crate::flags::{config, help, tips};
use crate::terminal::console::{Screen, shell_line, to_stdout};
use crate::terminal::signals::{self, SignalWatch};
use crate::terminal::{Console, Exit, Verbosity, message, styles};
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use tamis::{Error, Escaped, Result};

/// What the program does, and one rule for each purpose.
const ABOUT: &str = concat!(
    env!("CARGO_PKG_DESCRIPTION"),
    "\n\n",
    "To search:   tamis search INDEX --rule tuned \"words\", after `tamis tune INDEX`;\n",
    "             or tamis search INDEX --sieve \"words\"\n",
    "Clean text:  tamis extract page.html, by our own remover, `tamis`"
);

/// Arguments of `tamis`.
#[derive(Debug, Parser)]
#[command(name = "tamis", version, about = ABOUT, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    /// Print no progress and no summary, only results and errors
    #[arg(short, long, global = true, display_order = 990)]
    quiet: bool,
    /// Print details, such as every skipped record
    #[arg(short, long, global = true, display_order = 991, conflicts_with = "quiet")]
    verbose: bool,
}

/// The commands, each with a line that says when one wants it; `headings.rs` groups them.
#[derive(Debug, Subcommand)]
#[allow(clippy::large_enum_variant, reason = "one value a run")]
pub enum Command {
    /// Start here with your own pages: WARC, WACZ, TREC, JSONL, HTML
    Index(index::IndexArgs),
    /// Find pages by words or TREC topics, under any rule over blocks
    Search(search::SearchArgs),
    /// Find the best threshold: score all of a range in one pass
    Sweep(sweep::SweepArgs),
    /// Find the best label: score all of an index, and the sieve
    Compare(compare::CompareArgs),
    /// Find a rule that fits your pages, with few judgements or none
    Tune(tune::TuneArgs),
    /// Score runs of any system as trec_eval does, and compare them
    Eval(eval::EvalArgs),
    /// Learn how much removers get right, if you have gold labels
    Accuracy(accuracy::AccuracyArgs),
    /// Adapt a remover to your pages, if you have gold labels
    Train(train::TrainArgs),
    /// Use the permitted text elsewhere: Anserini, PISA, OpenSearch
    Export(export::ExportArgs),
    /// Get the main text of one page, without an index
    Extract(extract::ExtractArgs),
    /// See why a page is found: its blocks, features and labels
    Inspect(inspect::InspectArgs),
    /// Add a remover's labels, ours or yours, without indexing again
    Label(label::LabelArgs),
    /// Make one index of several, such as those of shards
    Combine(combine::CombineArgs),
    /// Take pages down: texts, terms and all, and for good
    Delete(delete::DeleteArgs),
    /// See what an index holds: pages, words, labels, skipped records
    Stats(stats::StatsArgs),
    /// Try rules by hand in the browser: pages, labels and measures
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    /// Index on several machines: deal out the files, check the shards
    Shard(shard::ShardArgs),
    /// Check an index after a copy, a crash or a full disk
    Verify(verify::VerifyArgs),
    /// See all of it in a minute, before you have a collection
    Demo(demo::DemoArgs),
    /// Choose a remover: what each is for, its cost and its F1
    Classifiers(list::ListArgs),
    /// Look up the retrieval models of --model, and their parameters
    Models(list::ListArgs),
    /// Look up the analyzers of `tamis index --analyzer`
    Analyzers(list::ListArgs),
    /// Look up the measures of --measure
    Measures(list::ListArgs),
    /// Have your shell complete commands, flags and names
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write man pages for `man tamis` and `man tamis-sweep`
    Man(man::ManArgs),
}

/// The command line with its help.
pub fn command_line(detail: Detail) -> clap::Command {
    help::arranged(Cli::command(), detail)
}

/// Runs the command line; `args` starts with the program's name. Usage errors and `--help` end the
/// process, as in clap.
///
/// # Errors
/// The error that stopped the command.
pub fn run(args: Vec<OsString>) -> Result<Exit> {
    let line = shell_line(&args);
    let typed = args.clone();
    let args = of_help(args);
    let cli = command_line(Detail::of(&args));
    let (args, unused) = config::expand(args, &cli)?;
    let (cli, indexes) = parse(&typed, &args);
    let talk = match (cli.quiet, cli.verbose) {
        (true, _) => Verbosity::Quiet,
        (_, true) => Verbosity::Verbose,
        _ => Verbosity::Normal,
    };
    if let Some(unused) = unused {
        talk.say(format!("warning: {unused}"));
    }
    let stdout = std::io::stdout();
    let is_data = cli.command.writes_data() && !stdout.is_terminal();
    let mut plain = std::io::BufWriter::new(stdout.lock());
    let mut screen = Screen(&mut plain);
    let out: &mut dyn Write = if is_data { screen.0 } else { &mut screen };
    let _ending = ending(&cli.command, talk)?;
    let exit = dispatch(cli.command, &mut Console { line: &line, talk, out })
        .or_else(|error| match (signals::came(), &error) {
            (Some(status), Error::Interrupted) => Ok(Exit::Interrupted(status)),
            _ => Err(error),
        })
        .map_err(|error| message::of_indexes(error, &indexes))
        .map_err(|error| config::name_file(error, &typed, &args))?;
    out.flush().map_err(to_stdout)?;
    Ok(exit)
}

/// Says at a signal that nothing is kept, for commands that take long and keep nothing. Others have
/// words of their own.
fn ending(command: &Command, talk: Verbosity) -> Result<Option<SignalWatch>> {
    let keeps_nothing = matches!(
        command,
        Command::Compare(_)
            | Command::Tune(_)
            | Command::Accuracy(_)
            | Command::Train(_)
            | Command::Export(_)
    );
    let say = move || talk.say("interrupted: nothing is kept; the same command begins again");
    keeps_nothing.then(|| SignalWatch::ending(say)).transpose()
}

/// `tamis help sweep` is `tamis sweep --help`, and `tamis help all` is `tamis --help`.
fn of_help(mut args: Vec<OsString>) -> Vec<OsString> {
    if args.get(1).is_some_and(|command| command == "help") {
        args.remove(1);
        if args.get(1).is_some_and(|command| command == "all") {
            args.remove(1);
        }
        args.push("--help".into());
    }
    args
}

/// Returns the command, and the indexes that it names.
fn read_arguments(args: &[OsString]) -> std::result::Result<(Cli, Vec<PathBuf>), clap::Error> {
    let detail = Detail::of(args);
    let matches = command_line(detail).try_get_matches_from(args)?;
    let indexes = indexes_of(&matches);
    let cli = Cli::from_arg_matches(&matches);
    cli.map(|cli| (cli, indexes)).map_err(|error| error.format(&mut command_line(detail)))
}

/// The indexes that a command names.
fn indexes_of(matches: &clap::ArgMatches) -> Vec<PathBuf> {
    let Some((name, given)) = matches.subcommand() else { return Vec::new() };
    let cli = Cli::command();
    let takes_index = |arg: &&clap::Arg| {
        let names = arg.get_value_names().and_then(|names| names.first());
        names.is_some_and(|name| name.split('|').any(|name| name == "INDEX"))
    };
    let args = cli.find_subcommand(name).into_iter().flat_map(clap::Command::get_arguments);
    let args = args.filter(takes_index);
    args.filter_map(|arg| given.get_raw(arg.get_id().as_str()))
        .flatten()
        .map(PathBuf::from)
        .collect()
}

/// `tamis` alone: its help is the answer.
const NOTHING_TYPED: ErrorKind = ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;

/// Parses the arguments. Where they are wrong, clap's message quotes them as this program shows the
/// text of others.
fn parse(typed: &[OsString], args: &[OsString]) -> (Cli, Vec<PathBuf>) {
    read_arguments(args).unwrap_or_else(|error| {
        let shown: Vec<OsString> =
            args.iter().map(|arg| Escaped(arg.to_string_lossy()).to_string().into()).collect();
        let message = error.to_string();
        let message = message.lines().map(|line| Escaped(line).to_string() + "\n");
        let same = read_arguments(&shown).err().filter(|shown| shown.kind() == error.kind());
        let error =
            same.unwrap_or_else(|| clap::Error::raw(error.kind(), message.collect::<String>()));
        if !error.use_stderr() || error.kind() == NOTHING_TYPED {
            error.exit();
        }
        let cli = Cli::command();
        let error = tips::added(error, &cli, typed, &shown);
        let stderr = std::io::stderr();
        let message = tips::message(&error, &cli, &shown, styles::shows_styles(&stderr));
        // A closed standard error is not another failure.
        let _ = stderr.lock().write_all(message.as_bytes());
        std::process::exit(2);
    })
}

impl Command {
    /// Whether standard output is data that another program reads as it is. On a terminal it is
    /// shown like everything else.
    fn writes_data(&self) -> bool {
        match self {
            Self::Export(_) | Self::Completions { .. } => true,
            Self::Extract(args) => args.writes_text(),
            Self::Inspect(args) => args.html,
            _ => false,
        }
    }
}

/// Runs one command.
pub fn dispatch(command: Command, console: &mut Console) -> Result<Exit> {
    match command {
        Command::Index(args) => index::run(&args, console),
        Command::Search(args) => search::run(&args, console),
        Command::Sweep(args) => sweep::run(&args, console),
        Command::Compare(args) => compare::run(&args, console),
        Command::Tune(args) => tune::run(&args, console),
        Command::Eval(args) => {
            console.talk = if args.quiet { Verbosity::Quiet } else { console.talk };
            eval::run(&args, console)
        }
        Command::Accuracy(args) => accuracy::run(&args, console),
        Command::Train(args) => train::run(&args, console),
        Command::Export(args) => export::run(&args, console),
        Command::Extract(args) => extract::run(&args, console),
        Command::Inspect(args) => inspect::run(&args, console),
        Command::Label(args) => label::run(&args, console),
        Command::Combine(args) => combine::run(&args, console),
        Command::Delete(args) => delete::run(&args, console),
        Command::Stats(args) => stats::run(&args, console),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args, console),
        Command::Shard(args) => shard::run(&args, console),
        Command::Verify(args) => verify::run(&args, console),
        Command::Demo(args) => demo::run(&args, console.talk, console.out, run_line),
        Command::Classifiers(args) => classifiers::run(&args, console),
        Command::Models(args) => list::models(&args, console),
        Command::Analyzers(args) => list::analyzers(&args, console),
        Command::Measures(args) => list::measures(&args, console),
        Command::Completions { shell } => {
            console.report(completions::script(shell, command_line(Detail::Usual)), &[])
        }
        Command::Man(args) => man::run(&args, command_line(Detail::Manual), console),
    }
}

/// Parses and runs a command line of the demo.
fn run_line(args: &[&str], line: &str, talk: Verbosity, out: &mut dyn Write) -> Result<()> {
    let cli = Cli::try_parse_from(["tamis"].iter().chain(args));
    let cli = cli.map_err(|error| Error::settings(format!("{line}: {error}")))?;
    dispatch(cli.command, &mut Console { line, talk, out }).map(drop)
}

/// The exit status of a command that ends with this error: 2 for a setting, as for a wrong flag; 1
/// for everything else.
pub fn exit_status(error: &Error) -> u8 {
    if matches!(error, Error::Setting(_)) { 2 } else { 1 }
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
                let name = subcommand.get_name();
                let id = argument.get_id();
                assert!(argument.get_help().is_some(), "{name} {id} has no help");
            }
        }
    }

    /// The commands that have a flag.
    fn having(long: &str) -> Vec<String> {
        Cli::command()
            .get_subcommands()
            .filter(|command| command.get_arguments().any(|arg| arg.get_long() == Some(long)))
            .map(|command| command.get_name().to_owned())
            .collect()
    }

    #[test]
    fn a_classifier_is_run_and_a_label_is_read() {
        assert_eq!(having("classifier"), ["index", "accuracy", "extract", "label"]);
        let reading = ["search", "sweep", "compare", "eval", "export", "inspect"];
        assert_eq!(having("label"), reading);
        assert!(
            ["classifiers", "labels", "scores", "measures"]
                .iter()
                .all(|plural| having(plural).is_empty())
        );
    }

    #[test]
    fn a_flag_of_several_commands_names_its_value_in_one_way() {
        use std::collections::{BTreeMap, BTreeSet};
        let cli = Cli::command();
        let mut names: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        let all = cli.get_subcommands().flat_map(clap::Command::get_arguments);
        for argument in all.filter(|argument| argument.get_action().takes_values()) {
            let (Some(long), Some(value)) = (argument.get_long(), argument.get_value_names())
            else {
                continue;
            };
            // One label or classifier, or several.
            let value = if value[0] == "NAME" { "NAMES" } else { value[0].as_str() };
            // A sweep takes several values of a parameter.
            if value != "VALUES" {
                names.entry(long).or_default().insert(value.to_owned());
            }
        }
        // A result is a file or a folder; what is before and what is after it are of several kinds.
        // A search takes a list of indexes too.
        let several = ["from", "index", "out"];
        names.retain(|long, values| values.len() > 1 && !several.contains(long));
        assert!(names.is_empty(), "{names:?}");
    }
}
