//! Start and exit status: 0 done, 1 failed, 2 usage, 3 finished but records were damaged or lost.

mod cli;
mod commands;
mod flags;
mod terminal;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::process::ExitCode;
use tamis::Escaped;
use terminal::console::Exit;
use terminal::message::message;

fn main() -> ExitCode {
    if let Some(status) = commands::index::tried(std::env::args_os()) {
        return status.into();
    }
    match terminal::panics::guarded(std::env::args_os().collect(), cli::run) {
        Ok(exit) => {
            if let Exit::AsTrecEval(reason) = &exit {
                say(reason);
            }
            exit.status().into()
        }
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say(&message(&error));
            cli::exit_status(&error).into()
        }
    }
}

/// Says why the program stopped, on one line. The exit status says it as well, should standard
/// error be gone.
fn say(reason: &str) {
    let _ = writeln!(std::io::stderr(), "tamis: {}", Escaped(reason));
}

/// Whether standard output was closed by its reader, as `head` does: no failure of ours.
fn is_closed_pipe(error: &tamis::Error) -> bool {
    match error {
        tamis::Error::Io(error) => error.source.kind() == std::io::ErrorKind::BrokenPipe,
        _ => false,
    }
}
