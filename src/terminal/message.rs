//! Errors of the library in the words of the command line: settings by their flags, remedies with
//! their commands.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use tamis::job::command_of_build;
use tamis::request::NOTHING_TO_SWEEP;
use tamis::words::quoted;
use tamis::{Error, IoError, Remedy, SettingError, nearest};

/// An error message for a user of the command line.
pub fn message(error: &Error) -> String {
    match error {
        Error::Setting(error) => setting(error),
        Error::Index { path, .. } => {
            let message = with_command(&error.to_string(), error.remedy(), path);
            with_near(message, path, |near| near.join("meta.json").is_file())
        }
        Error::Io(io) if io.source.kind() == ErrorKind::NotFound => missing(io),
        Error::UnknownPage { filtered: true, .. } => format!("{error} (--docnos, --from, ...)"),
        Error::UnknownPage { path, .. } => {
            let search = format!("; `tamis search {} WORDS` finds", path.display());
            error.to_string().replace("; a search finds", &search)
        }
        Error::Format(damaged) if damaged.expected.ends_with(&Remedy::Restore.to_string()) => {
            let index = damaged.place.path.parent().unwrap_or(Path::new("INDEX"));
            with_command(&error.to_string(), Some(Remedy::Restore), index)
        }
        Error::Format(_) => of_file(&error.to_string()),
        error => with_command(&error.to_string(), error.remedy(), Path::new("INDEX")),
    }
}

/// A message about a file that is not there: which one was probably meant, or where the path ends;
/// for a file to write, the command that creates its folder.
fn missing(error: &IoError) -> String {
    /// How the library ends it for files to read.
    const CHECK: &str = "; check the path";
    /// How it ends it for files to write.
    const CREATE: &str = "; create its folder first";
    let message = error.to_string();
    let shown = error.path.to_string_lossy();
    if shown.starts_with("http://") || shown.starts_with("https://") {
        let save = format!("`curl --location --output page.html {}`", quoted(&shown));
        return format!("{shown}: is an address, and tamis reads files; save it first ({save})");
    }
    if let Some(bare) = message.strip_suffix(CREATE) {
        let folder = error.path.parent().unwrap_or(Path::new(""));
        if folder.as_os_str().is_empty() || folder.exists() {
            return format!("{bare}; choose another place");
        }
        return format!("{message} (`mkdir -p {}`)", quoted(&folder.to_string_lossy()));
    }
    let Some(bare) = message.strip_suffix(CHECK) else { return message };
    let with_near = with_near(bare.to_owned(), &error.path, |_| true);
    match end_of(&error.path) {
        _ if with_near != bare => with_near,
        Some(end) => format!("{message}: {end}"),
        None => message,
    }
}

/// Says where a path ends: which folder of it exists, and what that does not hold.
fn end_of(path: &Path) -> Option<String> {
    let mut missing = path;
    loop {
        let parent = missing.parent()?;
        let folder = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
        if folder.is_dir() {
            missing.symlink_metadata().is_err().then_some(())?;
            let folder = folder.canonicalize().ok()?;
            let name = missing.file_name()?.to_string_lossy();
            return Some(format!("{} has no '{name}'", folder.display()));
        }
        missing = parent;
    }
}

/// A message about a path at which nothing is, with the path that was probably meant.
fn with_near(message: String, path: &Path, fits: impl Fn(&Path) -> bool) -> String {
    /// Entries of a folder that are looked at.
    const MOST: usize = 10_000;
    let near = || {
        let name = path.file_name()?.to_str()?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
        let entries = entries.take(MOST).filter_map(|entry| entry.ok());
        let fitting = entries.filter(|entry| fits(&entry.path()));
        let names: BTreeSet<String> =
            fitting.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        let near = nearest(name, names.iter().map(String::as_str))?;
        Some(path.with_file_name(near))
    };
    match if path.symlink_metadata().is_err() { near() } else { None } {
        Some(near) => format!("{message}; did you mean {}?", near.display()),
        None => message,
    }
}

/// How the library names a list, and the command that prints it.
const LISTS: [(&str, &str); 3] = [
    ("see the list of measures", "`tamis measures`"),
    ("see the list of classifiers", "`tamis classifiers`"),
    ("see those of the index", "`tamis stats INDEX`"),
];

/// How the library ends an error about a file, most of them of one that was given for another, and
/// what it is here.
const KINDS: [(&str, &str); 9] = [
    ("name it, such as utf-16le", "name it: --encoding utf-16le"),
    ("make it again", "make it again (`tamis shard plan COLLECTION --shards N --json > PLAN`)"),
    ("the id of a topic of this file", "the id of a topic of this file in --topic"),
    ("are topics and qrels swapped?", "are topics and qrels swapped? (--topics, --qrels)"),
    ("which an evaluation scores", "which an evaluation scores (`tamis eval QRELS RUN`)"),
    (
        "this looks like topics, which are not needed",
        "this looks like topics, which are not needed: `tamis eval QRELS RUN`",
    ),
    (
        "this is a run: are judgements and run swapped?",
        "this is a run, and QRELS come first: `tamis eval QRELS RUN`",
    ),
    (
        "this looks like topics: a search for them makes a run",
        "this looks like topics: `tamis search INDEX --topics TOPICS --out RUN` makes a run",
    ),
    (
        "this looks like qrels: are judgements and run swapped?",
        "this looks like qrels, which come once, and first: `tamis eval QRELS RUN`",
    ),
];

/// A message about a file, in the words of the command line if it is one of another kind.
fn of_file(message: &str) -> String {
    for (found, meant) in KINDS {
        if let Some(before) = message.strip_suffix(found) {
            return format!("{before}{meant}");
        }
    }
    message.to_owned()
}

/// A setting's error, which names the setting by its flag.
pub fn setting(error: &SettingError) -> String {
    for (list, command) in LISTS {
        if error.problem.ends_with(list) {
            return format!("{} ({command})", error.problem);
        }
    }
    if error.problem.starts_with(NOTHING_TO_SWEEP) {
        return "nothing to sweep: give --min-words 1..=100, --grid max_tag_level=1..=9, or another \
                range"
            .to_owned();
    }
    let problem = problem(error).replace("unknown axis '", "unknown axis of --grid '");
    if error.setting.is_empty() {
        return problem;
    }
    format!("--{}: {problem}", error.setting.replace('_', "-"))
}

/// The problem, with the command for a missing label or score.
fn problem(error: &SettingError) -> String {
    let (remedy, classifier) = match (&error.missing_label, &error.missing_score) {
        (Some(classifier), _) => (Remedy::AddLabel, classifier),
        (None, Some(classifier)) => (Remedy::BuildWithScores, classifier),
        (None, None) => return error.problem.clone(),
    };
    let command = command(remedy).replace("NAME", &quoted(classifier));
    format!("{} ({command})", error.problem)
}

/// An error about the indexes of a command. The remedy names the only one; for several that were
/// built with different settings, those of the first.
pub fn of_indexes(error: Error, indexes: &[PathBuf]) -> Error {
    let [index] = indexes else { return of_first_index(error, indexes) };
    match error {
        Error::Setting(error) if error.missing_label.is_some() || error.missing_score.is_some() => {
            SettingError::new(error.setting, for_index(&problem(&error), index)).into()
        }
        Error::TunedRule { problem, remedy } => {
            let problem = problem.strip_prefix("the index ").unwrap_or(&problem);
            Error::index(index, problem).with_remedy(remedy)
        }
        error => error,
    }
}

/// What messages call the standard input.
pub const STANDARD_INPUT: &str = "(standard input)";

fn of_first_index(error: Error, indexes: &[PathBuf]) -> Error {
    let first = indexes.iter().find_map(|index| Some((index, command_of_build(index)?)));
    let Some((first, line)) = first else { return error };
    match &error {
        Error::Index { path, message, remedy: Some(Remedy::AlikeSettings) } => {
            let place = |path: &Path| format!("--out {}", quoted(&path.display().to_string()));
            let line = line.replace(&place(first), &place(path));
            let remedy = Remedy::AlikeSettings;
            Error::index(path, format!("{message}; {remedy} (`{line} --force`)"))
        }
        _ => error,
    }
}

/// A message that ends with a remedy, and the command for it. `index` is the index folder.
pub fn with_command(message: &str, remedy: Option<Remedy>, index: &Path) -> String {
    let Some(remedy) = remedy else { return message.to_owned() };
    // What is no index must not be named as the place for one.
    if remedy == Remedy::SameSettings
        && let Some(line) = command_of_build(index)
    {
        return format!("{message} (`{line}`, or with --force)");
    }
    let command = command(remedy);
    let command = match remedy {
        Remedy::NameIndex => command,
        Remedy::BuildFrom | Remedy::Inspect | Remedy::NamePage => {
            command.replace("COLLECTION", &quoted(&typed(index)))
        }
        _ => for_index(&command, index),
    };
    format!("{message} ({command})")
}

/// A path as it was typed.
fn typed(path: &Path) -> String {
    if path == Path::new(STANDARD_INPUT) { "-".to_owned() } else { path.display().to_string() }
}

/// A text with commands for this index. One that builds it again keeps its settings, but those that
/// the command changes.
fn for_index(text: &str, index: &Path) -> String {
    const REBUILD: &str = "tamis index COLLECTION --out INDEX --force";
    let name = quoted(&typed(index));
    let Some((before, after)) = text.split_once(REBUILD) else {
        return text.replace("INDEX", &name);
    };
    let plain = || REBUILD.replace("INDEX", &name);
    let line = command_of_build(index).map_or_else(plain, |line| {
        let line = if after.starts_with(" --store ") { without_store(&line) } else { line };
        line + " --force"
    });
    format!("{}{line}{}", before.replace("INDEX", &name), after.replace("INDEX", &name))
}

/// A command line without `--store` and its value: it is given once. Lists such as `--score` may be
/// given again.
fn without_store(line: &str) -> String {
    let Some((before, after)) = line.split_once(" --store ") else { return line.to_owned() };
    let rest = after.split_once(' ').map_or(String::new(), |(_, rest)| format!(" {rest}"));
    before.to_owned() + &rest
}

/// The command or flags for a remedy.
fn command(remedy: Remedy) -> String {
    let text = match remedy {
        Remedy::Build | Remedy::BuildFrom | Remedy::NamePage | Remedy::AddPages => "`BUILD`",
        Remedy::NameIndex => "`BUILD` builds one",
        Remedy::Inspect => {
            "`BUILD`, then `tamis inspect INDEX DOCNO` or `tamis export INDEX --format text --out \
             FILE`"
        }
        Remedy::InspectPage => "`tamis inspect INDEX DOCNO`",
        Remedy::Rebuild | Remedy::Update | Remedy::Restore => "`BUILD --force`",
        Remedy::AlikeSettings | Remedy::SameModel => "`BUILD --force`",
        Remedy::Check => "`tamis verify INDEX`, `BUILD --force`",
        Remedy::Finish => "run the same `tamis index` command again",
        Remedy::Count => "the same `tamis index` command",
        Remedy::AlikeLabels => {
            "`tamis label INDEX --classifier NAMES`, `tamis label INDEX --remove NAMES`"
        }
        Remedy::DistinctDocnos => "`tamis delete INDEX DOCNO`",
        Remedy::Combine => "`tamis combine`",
        Remedy::SameSettings => "`BUILD` with the options that built it, or with --force",
        Remedy::StoreTexts => "`BUILD --force --store text`",
        Remedy::StoreTextsOrCiff => {
            "`BUILD --force --store text`, `tamis export INDEX --format ciff`"
        }
        Remedy::StorePages => "`BUILD --force --store all`, `tamis label INDEX --from FILE`",
        Remedy::DetectLanguages => "`BUILD --force --detect-language`, or with --language",
        Remedy::KeepMetadata => "`BUILD --force --metadata`",
        Remedy::StoreStructure => {
            "`BUILD --force --store structure`, `tamis export INDEX --format text`"
        }
        Remedy::BuildWithLabels => "`BUILD --force --classifier NAMES`",
        Remedy::BuildWithScores => "`BUILD --force --score NAME`",
        Remedy::AddLabel => "`tamis label INDEX --classifier NAME`",
        Remedy::RenameLabel => "`tamis label INDEX --from FILE --name NAME`, `BUILD --force`",
        Remedy::ReplaceLabel => {
            "the same `tamis label` command with --force, or with --from and another --name"
        }
        Remedy::RemoveLabel => "`tamis label INDEX --remove NAMES`",
        Remedy::ForgetRule => {
            "`tamis tune INDEX --forget`, `tamis label INDEX --remove NAMES --force`"
        }
        Remedy::AddLabelsAgain => "`tamis label INDEX --remove all`",
        Remedy::ReplaceIndex => "`tamis combine --out`, `tamis combine --force`",
        Remedy::ReplaceResults => "`--out`, `--force`",
        Remedy::Tune | Remedy::TuneAgain => "`tamis tune INDEX`",
        Remedy::Compare => "`tamis compare INDEX`",
        Remedy::Sieve => "`tamis search INDEX --sieve WORDS`",
        Remedy::AlikeRules => "`tamis tune INDEX --forget`",
        Remedy::AllowDamage => "`tamis index --max-bad`, or leave out `--strict`",
    };
    text.replace("BUILD", "tamis index COLLECTION --out INDEX")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn writes_folder(command: &clap::Command) -> bool {
        command.get_arguments().any(|arg| arg.get_value_names() == Some(&["DIR".into()]))
    }

    fn has_flag(command: &clap::Command, flag: &str) -> bool {
        command.get_arguments().any(|arg| arg.get_long() == flag.strip_prefix("--"))
    }

    #[test]
    fn every_remedy_has_a_command_that_the_program_has() {
        let cli = crate::cli::Cli::command();
        for remedy in Remedy::ALL {
            let command = command(remedy);
            let quoted: Vec<&str> = command.split('`').skip(1).step_by(2).collect();
            if quoted[0].starts_with("--") {
                let commands: Vec<_> = cli
                    .get_subcommands()
                    .filter(|command| writes_folder(command))
                    .filter(|command| !["demo", "man"].contains(&command.get_name()))
                    .collect();
                assert!(
                    commands.len() == 5
                        && commands
                            .iter()
                            .all(|command| quoted.iter().all(|flag| has_flag(command, flag))),
                    "{remedy:?}"
                );
                continue;
            }
            assert!(quoted[0].starts_with("tamis "), "{remedy:?}");
            let mut subcommand = None;
            for words in quoted.iter().map(|quoted| quoted.split(' ')) {
                let mut words = words.peekable();
                if words.next_if_eq(&"tamis").is_some() {
                    subcommand = words.next().and_then(|name| cli.find_subcommand(name));
                }
                let subcommand =
                    subcommand.unwrap_or_else(|| panic!("{remedy:?} names no command"));
                for flag in words.filter_map(|word| word.strip_prefix("--")) {
                    let known = subcommand
                        .get_arguments()
                        .any(|argument| argument.get_long() == Some(flag));
                    assert!(known, "{remedy:?}: {} has no --{flag}", subcommand.get_name());
                }
            }
        }
    }

    #[test]
    fn an_index_that_is_built_again_keeps_its_settings() {
        let folder = tempfile::tempdir().unwrap();
        let (pages, index) = (folder.path().join("a.html"), folder.path().join("i"));
        std::fs::write(&pages, "<p>a").unwrap();
        let built = tamis::Index::build(&index).collection(&pages);
        built.with(|job| job.recipe.store = Some(tamis::Store::None)).run().unwrap();
        let error = Error::index(&index, "x").with_remedy(Remedy::StorePages);
        let name = index.display();
        let expected = format!(
            "(`tamis index COLLECTION --out {name} --force --store all`, `tamis label {name} \
             --from FILE`)"
        );
        assert!(message(&error).ends_with(&expected), "{}", message(&error));
        let error = Error::index(&index, "x").with_remedy(Remedy::KeepMetadata);
        let expected =
            format!("(`tamis index COLLECTION --out {name} --store none --force --metadata`)");
        assert!(message(&error).ends_with(&expected), "{}", message(&error));
    }

    #[test]
    fn a_message_names_flags_and_commands() {
        let error = Error::index("i", "holds no index").with_remedy(Remedy::Build);
        let expected =
            "i: holds no index; build one from a collection (`tamis index COLLECTION --out i`)";
        assert_eq!(message(&error), expected);
        let error = Error::index("x.warc", "is a WARC archive, not an index")
            .with_remedy(Remedy::BuildFrom);
        let expected = "x.warc: is a WARC archive, not an index; build one from it (`tamis index \
                        x.warc --out INDEX`)";
        assert_eq!(message(&error), expected);
        assert_eq!(message(&Error::setting("fb_docs", "found 0")), "--fb-docs: found 0");
        assert_eq!(message(&Error::settings("found nothing")), "found nothing");
    }
}
