//! Start and exit status: 0 done, 1 failed, 2 usage, 3 finished but records were damaged or lost.

use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    match tamis::cli::run(std::env::args_os().collect()) {
        Ok(exit) => exit.status().into(),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // The exit status says it as well, should standard error be gone.
            let _ = writeln!(std::io::stderr(), "tamis: {error}");
            error.exit_status().into()
        }
    }
}

/// Whether standard output was closed by its reader, as `head` does: no failure of ours.
fn is_closed_pipe(error: &tamis::Error) -> bool {
    matches!(error, tamis::Error::Io { source, .. } if source.kind() == std::io::ErrorKind::BrokenPipe)
}
