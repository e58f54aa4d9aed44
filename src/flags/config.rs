//! `tamis sweep --config FILE.toml`, and the same of every command that reads rules: a file whose
//! keys are flags. A rule that `tamis serve` saved is one. Its keys are turned into arguments
//! before clap parses the command line, so every key has the meaning, checks and messages of its
//! flag. Flags on the command line take precedence. A parameter of the file that the model of the
//! command line does not take is an error: the sweep would not match the file.

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tamis::eval::trec::limits::Limits;
use tamis::eval::trec::lines::Lines;
use tamis::request::parameter;
use tamis::{Error, Place, Result, nearest};

/// Replaces `--config FILE` with the arguments of the file, and says which of its keys the command
/// has no use for. Returns other command lines unchanged.
///
/// # Errors
/// [`Error::Io`] and [`Error::Format`] for a file that cannot be read or is not a table of plain
/// values.
pub fn expand(args: Vec<OsString>, cli: &Command) -> Result<(Vec<OsString>, Option<String>)> {
    let Some((at, path)) = find(&args) else { return Ok((args, None)) };
    let path = Path::new(&path);
    // What is wrong with the command line, clap says when it parses it with the file.
    let typed = cli.clone().ignore_errors(true).try_get_matches_from(&args);
    let given = typed.as_ref().ok().and_then(ArgMatches::subcommand);
    let command = given.and_then(|(name, given)| Some((cli.find_subcommand(name)?, given)));
    let has_config =
        |command: &Command| command.get_arguments().any(|arg| arg.get_id() == "config");
    let Some((command, given)) = command.filter(|(command, _)| has_config(command)) else {
        return Ok((args, None));
    };
    let flags = command.get_arguments().chain(cli.get_arguments());
    let flags: Vec<&Arg> = flags
        .filter(|arg| !matches!(arg.get_action(), ArgAction::Help | ArgAction::Version))
        .collect();
    let (of_file, unused) = read(path, command.get_name(), &flags, given)?;
    let (before, after) = (args[..at.start].iter(), args[at.end..].iter());
    let expanded = before.cloned().chain(of_file).chain(after.cloned()).collect();
    let unused = (!unused.is_empty()).then(|| {
        let keys = unused.join(", ");
        let name = command.get_name();
        format!("{}: `tamis {name}` has no use for {keys}; left out", path.display())
    });
    Ok((expanded, unused))
}

/// Puts the file's name before a usage error about a flag that comes from the file. `args` is
/// `typed` after expansion.
pub fn name_file(error: Error, typed: &[OsString], args: &[OsString]) -> Error {
    let Error::Setting(setting) = &error else { return error };
    let message = crate::terminal::message::setting(setting);
    match message.split_once(':').and_then(|(flag, _)| file_of(flag, typed, args)) {
        Some(file) => Error::settings(format!("{}: {message}", file.display())),
        None => error,
    }
}

/// Returns the file that a flag comes from; none if it was typed. `args` is `typed` after
/// expansion.
pub fn file_of(flag: &str, typed: &[OsString], args: &[OsString]) -> Option<PathBuf> {
    let has_flag = |args: &[OsString]| {
        let mut args = args.iter().map(|arg| arg.to_string_lossy());
        args.any(|arg| {
            arg.strip_prefix(flag).is_some_and(|end| end.is_empty() || end.starts_with('='))
        })
    };
    let (_, path) = find(typed).filter(|_| flag.starts_with("--"))?;
    (has_flag(args) && !has_flag(typed)).then(|| path.into())
}

/// Returns the position of `--config FILE` or `--config=FILE`, and the file.
fn find(args: &[OsString]) -> Option<(std::ops::Range<usize>, OsString)> {
    // After `--`, all are words.
    let flags = args.iter().take_while(|arg| *arg != "--");
    for (number, arg) in flags.enumerate() {
        let arg = arg.to_string_lossy();
        match arg.strip_prefix("--config") {
            Some("") => return Some((number..number + 2, args.get(number + 1)?.clone())),
            Some(rest) if rest.starts_with('=') => {
                return Some((number..number + 1, rest[1..].into()));
            }
            _ => {}
        }
    }
    None
}

/// Every spelling of a flag, without dashes: `labels` is an alias of `label`.
fn spellings<'a>(arg: &&'a Arg) -> impl Iterator<Item = &'a str> + use<'a> {
    arg.get_long().into_iter().chain(arg.get_all_aliases().unwrap_or_default())
}

/// Returns the file's keys as arguments, except those that are `given`, and the keys that are
/// parameters of searches without a flag: a comparison has thresholds of its own, an evaluation no
/// ranking.
fn read(
    path: &Path,
    command: &str,
    flags: &[&Arg],
    given: &ArgMatches,
) -> Result<(Vec<OsString>, Vec<String>)> {
    let text = Lines::open(path, Limits::SETTINGS)?.read_all()?;
    let table: toml::Table = toml::from_str(&text).map_err(|e| {
        let line = e.span().map_or(1, |span| text[..span.start].lines().count().max(1));
        let expected = format!("TOML: flags of `tamis {command}` as keys");
        let found = format!("text that is none ({})", e.message());
        Error::format(Place::line(path, line as u64), found, expected)
    })?;
    let mut args = Vec::new();
    let mut unused = Vec::new();
    let is_given =
        |id| given.value_source(id).is_some_and(|source| source == ValueSource::CommandLine);
    // Without an index, an evaluation looks at no block.
    let has_view = command != "eval" || table.contains_key("index") || is_given("index");
    for (key, value) in &table {
        // `min_words` is as good as `min-words`.
        let spelt = key.replace('_', "-");
        let flag = flags.iter().find(|flag| spellings(flag).any(|spelling| spelling == spelt));
        let is_of_search = parameter(&key.replace('-', "_")).is_some();
        let (id, long) = match flag {
            // One is an argument without a flag; both have this name.
            _ if key == "index" => ("index", "index"),
            Some(flag) if has_view || !is_of_search => {
                (flag.get_id().as_str(), flag.get_long().unwrap_or_default())
            }
            _ if is_of_search => {
                unused.push(key.clone());
                continue;
            }
            _ => return Err(unknown(path, &text, key, command, flags)),
        };
        if !is_given(id) {
            let is_file = command == "eval";
            args.extend(arguments(path, key, long, value, is_file)?);
        }
    }
    Ok((args, unused))
}

/// The error for an unknown key, here, where file and line are known; clap would report a flag that
/// nobody typed.
fn unknown(path: &Path, text: &str, key: &str, command: &str, flags: &[&Arg]) -> Error {
    let line =
        text.lines().position(|line| line.trim_start().starts_with(key)).map_or(1, |line| line + 1);
    let hint = nearest(key, flags.iter().flat_map(spellings))
        .map_or(String::new(), |name| format!("; did you mean '{name}'?"));
    let expected = format!("a flag of `tamis {command}` without its dashes{hint}");
    Error::format(Place::line(path, line as u64), format!("key '{key}'"), expected)
}

/// Returns a key as arguments: its flag before each of its values. One index is an argument without
/// a flag, as it is typed, unless it is a `file` or names one.
fn arguments(
    path: &Path,
    key: &str,
    long: &str,
    value: &toml::Value,
    is_file: bool,
) -> Result<Vec<OsString>> {
    let mut args = Vec::new();
    let values = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
    for one in values {
        let text = match one {
            toml::Value::Boolean(false) => continue,
            toml::Value::Boolean(true) => None,
            toml::Value::String(text) => Some(text.clone()),
            toml::Value::Integer(number) => Some(number.to_string()),
            toml::Value::Float(number) => Some(number.to_string()),
            other => {
                let found = format!("key '{key}' with {}", other.type_str());
                let expected = "text, a number, true, false or a list of these";
                return Err(Error::format(Place::file(path), found, expected));
            }
        };
        let is_plain = key == "index"
            && !value.is_array()
            && !is_file
            && text.as_ref().is_some_and(|text| !text.starts_with('@'));
        args.extend((!is_plain).then(|| format!("--{long}").into()));
        args.extend(text.map(OsString::from));
    }
    Ok(args)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn expanded(toml: &str, line: &[&str]) -> Result<Vec<String>> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.toml");
        std::fs::write(&path, toml).unwrap();
        let path = path.to_str().unwrap();
        let args = line.iter().map(|arg| OsString::from(arg.replace("FILE", path))).collect();
        let (args, unused) = expand(args, &crate::cli::Cli::command())?;
        let unused = unused.map(|unused| unused.replace(path, "FILE"));
        let args = args.into_iter().map(|arg| arg.into_string().unwrap());
        Ok(args.chain(unused).collect())
    }

    const FILE: &str =
        "index = 'i'\nmin-words = '1..=3'\nk1 = 1.2\nmeasures = ['P_10', 'map']\nruns = true\n";

    #[test]
    fn keys_become_flags_and_the_index_a_plain_argument() {
        let args = expanded(FILE, &["tamis", "sweep", "--config", "FILE"]).unwrap();
        let expected =
            "tamis sweep i --k1 1.2 --measure P_10 --measure map --min-words 1..=3 --runs";
        assert_eq!(args.join(" "), expected);
    }

    #[test]
    fn a_search_reads_its_flags_too() {
        let file = "min-words = \"11\"\nweight = [\"kind = title: 3\"]\nrm3 = true\n";
        let args = expanded(file, &["tamis", "search", "i", "--config", "FILE", "sweep"]).unwrap();
        assert_eq!(
            args.join("|"),
            "tamis|search|i|--min-words|11|--rm3|--weight|kind = title: 3|sweep"
        );
        let error = expanded("folds = 3\n", &["tamis", "search", "i", "--config", "FILE"]);
        let error = error.unwrap_err().to_string();
        assert!(error.contains("a flag of `tamis search`"), "{error}");
        let other = ["tamis", "stats", "i", "--config", "FILE"];
        assert_eq!(expanded(file, &other).unwrap().len(), other.len());
    }

    #[test]
    fn a_rule_is_for_every_command_and_what_one_cannot_use_is_said() {
        let file = "where = \"words > 3\"\nmin-words = \"11\"\nmodel = \"dph\"\n";
        let args = expanded(file, &["tamis", "compare", "i", "--config", "FILE"]).unwrap();
        let said = "FILE: `tamis compare` has no use for min-words; left out";
        assert_eq!(args.join("|"), format!("tamis|compare|i|--model|dph|--where|words > 3|{said}"));
        let line = ["tamis", "eval", "qrels", "run", "--config", "FILE", "--index", "i"];
        let args = expanded(file, &line).unwrap();
        let said = "FILE: `tamis eval` has no use for model; left out";
        assert_eq!(
            args.join("|"),
            format!("tamis|eval|qrels|run|--min-words|11|--where|words > 3|--index|i|{said}")
        );
        let args = expanded(file, &line[..6]).unwrap();
        let said = "FILE: `tamis eval` has no use for min-words, model, where; left out";
        assert_eq!(args.join("|"), format!("tamis|eval|qrels|run|{said}"));
        let file = "index = \"i\"\n";
        let args = expanded(file, &["tamis", "eval", "qrels", "run", "--config", "FILE"]).unwrap();
        assert_eq!(args.join(" "), "tamis eval qrels run --index i");
    }

    #[test]
    fn the_command_line_wins_over_the_file() {
        let args =
            expanded(FILE, &["tamis", "sweep", "other", "--config=FILE", "--k1", "2"]).unwrap();
        assert_eq!(
            args.join(" "),
            "tamis sweep other --measure P_10 --measure map --min-words 1..=3 --runs --k1 2"
        );
    }

    #[test]
    fn a_key_may_have_any_spelling_of_its_flag() {
        let file = "index = 'i'\nlabels = ['bte', 'keep-all']\nmin_words = 3\nmeasures = 'map'\n";
        let args = expanded(file, &["tamis", "sweep", "--config", "FILE"]).unwrap();
        assert_eq!(
            args.join(" "),
            "tamis sweep i --label bte --label keep-all --measure map --min-words 3"
        );
        // What is typed wins, however it is spelt.
        for typed in ["--label=words-tree", "--labels=words-tree"] {
            let args = expanded(file, &["tamis", "sweep", "--config", "FILE", typed]).unwrap();
            assert_eq!(
                args.join(" "),
                format!("tamis sweep i --measure map --min-words 3 {typed}")
            );
        }
    }

    #[test]
    fn several_indexes_are_a_list() {
        let args =
            expanded("index = ['a', 'b']\nk1 = 1.2\n", &["tamis", "sweep", "--config", "FILE"])
                .unwrap();
        assert_eq!(args.join(" "), "tamis sweep --index a --index b --k1 1.2");
        let args = expanded("index = '@list'\n", &["tamis", "sweep", "--config", "FILE"]).unwrap();
        assert_eq!(args.join(" "), "tamis sweep --index @list");
        let args = expanded(
            "index = ['a', 'b']\n",
            &["tamis", "sweep", "--config", "FILE", "--index", "c"],
        )
        .unwrap();
        assert_eq!(args.join(" "), "tamis sweep --index c");
    }

    #[test]
    fn short_flags_win_as_well_and_a_flag_without_value_has_none() {
        let file = "index = 'i'\nmin-words = 3\nout = 'a'\nlevel = 2\nmeasures = 'map'\n";
        let args = expanded(
            file,
            &["tamis", "sweep", "--runs", "other", "--config", "FILE", "-o", "b", "-l1"],
        )
        .unwrap();
        let expected = "tamis sweep --runs other --measure map --min-words 3 -o b -l1";
        let sorted = |text: &str| {
            text.split(' ').map(str::to_owned).collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(sorted(&args.join(" ")), sorted(expected));
    }

    #[test]
    fn a_file_that_does_not_parse_is_named_with_its_line() {
        let error = expanded("index = 'i'\nmin-words 3\n", &["tamis", "sweep", "--config", "FILE"])
            .unwrap_err();
        assert!(error.to_string().contains("x.toml:2"), "{error}");
        let error =
            expanded("[out]\nb = 1\n", &["tamis", "sweep", "--config", "FILE"]).unwrap_err();
        assert!(error.to_string().contains("key 'out' with table"), "{error}");
        let error =
            expanded("index = 'i'\nmin-wrods = 3\n", &["tamis", "sweep", "--config", "FILE"])
                .unwrap_err();
        assert!(error.to_string().contains("x.toml:2: found key 'min-wrods'"), "{error}");
        assert!(error.to_string().ends_with("did you mean 'min-words'?"), "{error}");
    }
}
