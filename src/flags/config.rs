//! `tamis sweep --config FILE.toml`, and the same of every command that reads rules: a file whose
//! keys are flags. A rule that `tamis serve` saved is one. Its keys are turned into arguments
//! before clap parses the command line, so every key has the meaning, checks and messages of its
//! flag. Flags on the command line take precedence. A parameter of the file that the model of the
//! command line does not take is an error: the sweep would not match the file.

use clap::Command;
use std::ffi::OsString;
use std::path::Path;
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
    // A command without the flag reports it itself.
    let command = args.iter().find_map(|arg| COMMANDS.into_iter().find(|name| arg == name));
    let Some(command) = command else { return Ok((args, None)) };
    let before = &args[..at.start];
    let after = &args[at.end..];
    let given: Vec<String> =
        before.iter().chain(after).map(|arg| arg.to_string_lossy().into_owned()).collect();
    let path = Path::new(&path);
    let read = read(path, &given, &Flags::of(command, cli))?;
    let of_file = read.args.into_iter().map(OsString::from);
    let expanded = before.iter().cloned().chain(of_file).chain(after.iter().cloned()).collect();
    let unused = (!read.unused.is_empty()).then(|| {
        let keys = read.unused.join(", ");
        format!("{}: `tamis {command}` has no use for {keys}; left out", path.display())
    });
    Ok((expanded, unused))
}

fn has_flag(args: &[OsString], flag: &str) -> bool {
    args.iter().any(|arg| is_flag(&arg.to_string_lossy(), flag, None))
}

/// Puts the file's name before a usage error about a flag that comes from the file. `args` is
/// `typed` after expansion.
pub fn name_file(error: Error, typed: &[OsString], args: &[OsString]) -> Error {
    let (Error::Setting(setting), Some((_, path))) = (&error, find(typed)) else { return error };
    let message = crate::terminal::message::setting(setting);
    let Some((flag, _)) = message.split_once(':').filter(|(flag, _)| flag.starts_with("--")) else {
        return error;
    };
    let from_file = has_flag(args, flag) && !has_flag(typed, flag);
    if from_file {
        Error::settings(format!("{}: {message}", Path::new(&path).display()))
    } else {
        error
    }
}

/// Returns the position of `--config FILE` or `--config=FILE`, and the file.
fn find(args: &[OsString]) -> Option<(std::ops::Range<usize>, OsString)> {
    // After `--`, all are words.
    let flags = args.iter().take_while(|arg| *arg != "--");
    for (number, arg) in flags.enumerate() {
        let arg = arg.to_string_lossy();
        match arg.strip_prefix("--config") {
            Some("") => {
                return Some((number..(number + 2).min(args.len()), args.get(number + 1)?.clone()));
            }
            Some(rest) if rest.starts_with('=') => {
                return Some((number..number + 1, rest[1..].into()));
            }
            _ => {}
        }
    }
    None
}

/// The commands that read their flags from a file.
const COMMANDS: [&str; 6] = ["sweep", "search", "compare", "tune", "eval", "export"];

/// What a file says to a command.
#[derive(Default)]
struct Read {
    args: Vec<String>,
    /// Parameters of searches that the command does not have: a comparison has thresholds of its
    /// own, an evaluation no ranking.
    unused: Vec<String>,
}

/// The flags of a command, by their long names.
struct Flags {
    /// The name of the command.
    command: &'static str,
    /// Every spelling of a flag, without dashes, with the flag's name: `labels` is an alias of
    /// `label`.
    names: Vec<(String, String)>,
    /// Flags with a short form.
    short: Vec<(char, String)>,
    /// Flags without a value, in all their forms.
    alone: Vec<String>,
}

impl Flags {
    fn of(command: &'static str, cli: &Command) -> Self {
        let mut flags = Self { command, names: Vec::new(), short: Vec::new(), alone: Vec::new() };
        let of_command = cli.get_subcommands().find(|known| known.get_name() == command);
        for arg in
            of_command.into_iter().flat_map(Command::get_arguments).chain(cli.get_arguments())
        {
            let Some(long) = arg.get_long() else { continue };
            let spellings = [long].into_iter().chain(arg.get_all_aliases().unwrap_or_default());
            flags.names.extend(spellings.map(|spelling| (spelling.to_owned(), long.to_owned())));
            flags.short.extend(arg.get_short().map(|short| (short, long.to_owned())));
            if !arg.get_action().takes_values() {
                flags.alone.push(format!("--{long}"));
                flags.alone.extend(arg.get_short().map(|short| format!("-{short}")));
            }
        }
        flags
    }

    /// Returns the flag of a key, without dashes, if there is one; `min_words` is as good as
    /// `min-words`.
    fn of_key(&self, key: &str) -> Option<&str> {
        let key = key.replace('_', "-");
        self.names.iter().find(|(spelling, _)| *spelling == key).map(|(_, flag)| flag.as_str())
    }

    /// Returns whether the command line has this flag, in any of its forms.
    fn has(&self, given: &[String], flag: &str) -> bool {
        let spellings: Vec<String> = self
            .names
            .iter()
            .filter(|(_, of)| of == flag)
            .map(|(spelling, _)| format!("--{spelling}"))
            .collect();
        let short = self.short(flag);
        given.iter().any(|arg| spellings.iter().any(|spelling| is_flag(arg, spelling, short)))
    }

    /// Returns the short form of a flag.
    fn short(&self, flag: &str) -> Option<char> {
        self.short.iter().find(|(_, long)| long == flag).map(|(short, _)| *short)
    }

    /// Returns whether there is a positional argument after the subcommand: the index.
    fn has_index(&self, given: &[String]) -> bool {
        given
            .iter()
            .skip(2)
            .zip(given.iter().skip(1))
            .any(|(arg, before)| !arg.starts_with('-') && !self.takes_value(before))
    }

    /// Returns whether the next argument is the value of this one.
    fn takes_value(&self, arg: &str) -> bool {
        let is_glued = arg.contains('=') || (arg.len() > 2 && !arg.starts_with("--"));
        arg.starts_with('-') && !self.alone.iter().any(|alone| alone == arg) && !is_glued
    }
}

/// Returns the file's keys as arguments, except those that `given` has.
fn read(path: &Path, given: &[String], flags: &Flags) -> Result<Read> {
    let text = Lines::open(path, Limits::SETTINGS)?.read_all()?;
    let table: toml::Table = toml::from_str(&text).map_err(|e| {
        let line = e.span().map_or(1, |span| text[..span.start].lines().count().max(1));
        Error::format(
            Place::line(path, line as u64),
            e.message(),
            format!("TOML: flags of `tamis {}` as keys", flags.command),
        )
    })?;
    let mut read = Read::default();
    // Without an index, an evaluation looks at no block.
    let has_view =
        flags.command != "eval" || table.contains_key("index") || flags.has(given, "index");
    for (key, value) in &table {
        let is_of_search = parameter(&key.replace('-', "_")).is_some();
        let flag = match flags.of_key(key) {
            _ if key == "index" => key,
            Some(flag) if has_view || !is_of_search => flag,
            _ if is_of_search => {
                read.unused.push(key.clone());
                continue;
            }
            _ => return Err(unknown(path, &text, key, flags)),
        };
        // The index is the only argument without a flag; `tamis sweep OTHER --config FILE` takes
        // precedence too.
        let overridden = match key.as_str() {
            "index" if flags.command != "eval" => flags.has_index(given) || flags.has(given, flag),
            _ => flags.has(given, flag),
        };
        if !overridden {
            push(&mut read.args, path, key, &format!("--{flag}"), value, flags)?;
        }
    }
    Ok(read)
}

/// The error for an unknown key, here, where file and line are known; clap would report a flag that
/// nobody typed.
fn unknown(path: &Path, text: &str, key: &str, flags: &Flags) -> Error {
    let line =
        text.lines().position(|line| line.trim_start().starts_with(key)).map_or(1, |line| line + 1);
    let known = flags.names.iter().map(|(spelling, _)| spelling.as_str());
    let hint =
        nearest(key, known).map_or(String::new(), |name| format!("; did you mean '{name}'?"));
    let expected = format!("a flag of `tamis {}` without its dashes{hint}", flags.command);
    Error::format(Place::line(path, line as u64), format!("key '{key}'"), expected)
}

/// Returns whether `arg` is this flag: alone, with `=VALUE`, or in its short form.
fn is_flag(arg: &str, flag: &str, short: Option<char>) -> bool {
    arg == flag
        || arg.strip_prefix(flag).is_some_and(|rest| rest.starts_with('='))
        || short.is_some_and(|short| arg.starts_with(&format!("-{short}")))
}

/// Returns a text or a number as an argument.
fn plain_value(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Float(number) => Some(number.to_string()),
        _ => None,
    }
}

fn push(
    args: &mut Vec<String>,
    path: &Path,
    key: &str,
    flag: &str,
    value: &toml::Value,
    flags: &Flags,
) -> Result<()> {
    match value {
        toml::Value::Boolean(false) => {}
        toml::Value::Boolean(true) => args.push(flag.to_owned()),
        toml::Value::Array(values) if key == "index" => {
            args.extend(
                values.iter().filter_map(plain_value).flat_map(|value| [flag.to_owned(), value]),
            );
        }
        toml::Value::Array(values) => {
            for value in values {
                push(args, path, key, flag, value, flags)?;
            }
        }
        value => {
            let Some(text) = plain_value(value) else {
                let found = format!("key '{key}' with {}", value.type_str());
                return Err(Error::format(
                    Place::file(path),
                    found,
                    "text, a number, true, false or a list of these",
                ));
            };
            // One index is an argument without a flag, as it is typed; those of `eval` are files.
            if key != "index" || text.starts_with('@') || flags.command == "eval" {
                args.push(flag.to_owned());
            }
            args.push(text);
        }
    }
    Ok(())
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
