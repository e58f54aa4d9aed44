//! Start and exit status: 0 done, 1 failed, 2 usage, 3 finished but records were damaged or lost.

mod cli;

use std::io::Write;
use std::process::ExitCode;
use tamis::Escaped;

fn main() -> ExitCode {
    if let Some(status) = cli::tried(std::env::args_os()) {
        return status.into();
    }
    match cli::guarded(std::env::args_os().collect(), cli::run) {
        Ok(exit) => {
            if let cli::Exit::AsTrecEval(reason) = &exit {
                say(reason);
            }
            exit.status().into()
        }
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say(&cli::message(&error));
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
