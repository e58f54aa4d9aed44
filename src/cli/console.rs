//! Console behaviour shared by all commands: exit status, verbosity, and quoting of command lines.

use std::io::Write;
use tamis::error::Error;

/// The result of a command that did not fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Done,
    /// Finished, but records were damaged or lost.
    Damaged,
    /// Finished, and found errors.
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
pub enum Talk {
    /// Errors only.
    Quiet,
    /// Progress, warnings and a summary.
    Normal,
    /// Every skipped record as well.
    Verbose,
}

impl Talk {
    /// Prints a line on standard error, unless quiet. A closed standard error is not a failure.
    pub fn say(self, line: impl AsRef<str>) {
        if self > Self::Quiet {
            let _ = writeln!(std::io::stderr(), "{}", line.as_ref());
        }
    }
}

/// Returns the command as a shell would take it.
pub fn shell_line(args: &[std::ffi::OsString]) -> String {
    let args = args.iter().skip(1).map(|arg| quoted(&arg.to_string_lossy()));
    ["tamis".to_owned()].into_iter().chain(args).collect::<Vec<_>>().join(" ")
}

/// Returns an argument as a shell would take it.
pub fn quoted(arg: &str) -> String {
    let plain = arg.chars().all(|c| c.is_alphanumeric() || "-_./=,:+@%".contains(c)) && !arg.is_empty();
    if plain { arg.to_owned() } else { format!("'{}'", arg.replace('\'', r"'\''")) }
}

/// Returns the error of a write to standard output.
pub fn to_stdout(source: std::io::Error) -> Error {
    Error::io("write", "(standard output)", source)
}
