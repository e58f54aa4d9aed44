//! Console behaviour shared by all commands: exit status, verbosity, and quoting of command lines.

use crate::terminal::styles::{BOLD, MATCH, PLAIN};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
pub use tamis::words::quoted;
use tamis::{Error, Escaped, Result, is_escaped, json_line};

/// The result of a command that did not fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exit {
    Done,
    /// Finished, but records were damaged or lost.
    Damaged,
    Wrong,
    /// Shut down cleanly by a signal, with this status.
    Interrupted(u8),
    /// Stopped where trec_eval 10 stops, for this reason.
    AsTrecEval(String),
}

impl Exit {
    /// Returns the exit status: 0, 3, 1, 130 or 143 for signals, or 4 as in trec_eval.
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

/// How much to print on standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    Quiet,
    /// Progress, warnings and a summary.
    Normal,
    /// Every skipped record as well.
    Verbose,
}

/// The number of names in a warning without --verbose.
const SHOWN: usize = 10;

impl Verbosity {
    /// Returns names as a warning lists them: the first ten of more, or all if verbose.
    pub fn names(self, names: &[impl AsRef<str>]) -> String {
        let shown = if self == Self::Verbose { names.len() } else { SHOWN.min(names.len()) };
        let more = if shown < names.len() { ", ... (all with -v)" } else { "" };
        names[..shown].iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", ") + more
    }

    /// Prints a line on standard error, unless quiet; text of others cannot break it. A closed
    /// standard error is not a failure.
    pub fn say(self, line: impl AsRef<str>) {
        if self > Self::Quiet {
            let line = format!("{}\n", Escaped(line.as_ref()));
            let _ = std::io::stderr().write_all(line.as_bytes());
        }
    }

    /// Ends a command that finished although something is damaged, lost or not there. If quiet,
    /// this line is all that says why the status is 3.
    pub fn damaged(self, what: &str) -> Exit {
        if self == Self::Quiet {
            Self::Normal.say(format!("tamis: {what}"));
        }
        Exit::Damaged
    }

    /// Prints several lines on standard error, unless quiet. Text of others in them must be
    /// [`Escaped`] already.
    pub fn say_lines(self, text: &str) {
        for line in text.lines() {
            self.say(line);
        }
    }
}

/// Writes text that is made of lines, tabs and the program's own styles. Whatever else could change
/// a terminal becomes an escape: the last resort behind tables and messages, which escape the text
/// of others cell by cell. Each write must have whole characters; bytes that are not UTF-8 are
/// shown as `\xfe`.
pub struct Screen<W>(pub W);

impl<W: Write> Write for Screen<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for chunk in bytes.utf8_chunks() {
            for part in chunk.valid().split_inclusive(['\n', '\t']) {
                let text = part.trim_end_matches(['\n', '\t']);
                match text.contains(is_escaped) {
                    true => write!(self.0, "{}{}", Styled(text), &part[text.len()..])?,
                    false => self.0.write_all(part.as_bytes())?,
                }
            }
            write!(self.0, "{}", chunk.invalid().escape_ascii())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

/// Text with styles, which stay, and other escapes, which are shown.
struct Styled<'a>(&'a str);

impl std::fmt::Display for Styled<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut rest = self.0;
        loop {
            let next = [BOLD, MATCH, PLAIN]
                .into_iter()
                .filter_map(|style| Some((rest.find(style)?, style)))
                .min();
            let Some((at, style)) = next else { return write!(f, "{}", Escaped(rest)) };
            write!(f, "{}{style}", Escaped(&rest[..at]))?;
            rest = &rest[at + style.len()..];
        }
    }
}

pub struct Console<'a> {
    /// The command line that repeats the command.
    pub line: &'a str,
    /// What standard error is told.
    pub talk: Verbosity,
    pub out: &'a mut dyn Write,
}

impl Console<'_> {
    /// Prints text or bytes on standard output.
    pub fn print(&mut self, text: impl AsRef<[u8]>) -> Result<()> {
        self.out.write_all(text.as_ref()).map_err(to_stdout)
    }

    /// Prints a value as one line of JSON.
    pub fn json(&mut self, value: &impl Serialize) -> Result<()> {
        self.print(json_line(value))
    }

    /// Prints a value as one line of JSON, if that is wanted.
    pub fn json_if(&mut self, wanted: bool, value: &impl Serialize) -> Result<()> {
        if wanted { self.json(value) } else { Ok(()) }
    }

    /// Says what is left of a job that a signal stopped.
    pub fn interrupted<T>(&self, done: Result<T>, left: &str) -> Result<T> {
        if let Err(Error::Interrupted) = done {
            self.talk.say(left);
        }
        done
    }

    /// Prints the results of a job, and reports the files that have them.
    pub fn report(&mut self, text: impl AsRef<[u8]>, written: &[PathBuf]) -> Result<Exit> {
        self.print(text)?;
        say_written(written, self.talk);
        Ok(Exit::Done)
    }
}

/// Reports the files of results that were written.
pub fn say_written(paths: &[PathBuf], talk: Verbosity) {
    let Some(first) = paths.first() else { return };
    let folder = first.parent().unwrap_or(Path::new("")).display();
    let names = paths.iter().filter_map(|path| path.file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    // The figures of single measures, such as sweep-P_10.svg, are too many to name.
    let (more, named): (Vec<String>, Vec<String>) = names.partition(|name| name.contains('-'));
    let more = match &more[..] {
        [] => String::new(),
        [one] => format!(" and {one}"),
        several => format!(" and {} more figures", several.len()),
    };
    talk.say(format!("written to {folder}: {}{more}", named.join(", ")));
}

/// Returns the command as a shell would take it.
pub fn shell_line(args: &[std::ffi::OsString]) -> String {
    let args = args.iter().skip(1).map(|arg| quoted(&arg.to_string_lossy()));
    ["tamis".to_owned()].into_iter().chain(args).collect::<Vec<_>>().join(" ")
}

/// Returns the error of a write to standard output.
pub fn to_stdout(source: std::io::Error) -> Error {
    Error::io("write", "(standard output)", source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_names_are_shown_and_all_if_verbose() {
        let names: Vec<String> = (1..=11).map(|name| name.to_string()).collect();
        assert_eq!(Verbosity::Normal.names(&names[..10]), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10");
        assert_eq!(
            Verbosity::Normal.names(&names),
            "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ... (all with -v)"
        );
        assert_eq!(Verbosity::Verbose.names(&names), names.join(", "));
    }

    #[test]
    fn a_screen_shows_lines_and_tabs_and_everything_else_as_escapes() {
        let mut shown = Vec::new();
        let text = "a\tü\n\n\u{1b}[2J\u{9b}\u{202e}b\rc\t\n";
        assert_eq!(Screen(&mut shown).write(text.as_bytes()).unwrap(), text.len());
        Screen(&mut shown).write_all(b"\xfe\x9bd\n").unwrap();
        Screen(&mut shown).write_all(format!("{BOLD}a\u{1b}[3m{PLAIN}\n").as_bytes()).unwrap();
        assert_eq!(
            String::from_utf8(shown).unwrap(),
            "a\tü\n\n\\u{1b}[2J\\u{9b}\\u{202e}b\\rc\t\n\
             \\xfe\\x9bd\n\u{1b}[1ma\\u{1b}[3m\u{1b}[0m\n"
        );
    }
}
