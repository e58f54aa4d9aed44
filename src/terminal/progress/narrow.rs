//! Standard error as a terminal that is a little narrower than it is. A bar is padded to the width
//! of its terminal; behind it the `^C` that a terminal shows for Ctrl-C would begin a new line, and
//! the line of the bar could not be removed any more.

use crate::terminal::console::Verbosity;
use crate::terminal::styles::width_of_stderr;
use indicatif::{ProgressDrawTarget, TermLike};
use std::io::{IsTerminal, Result, Write, stderr};

/// The columns that stay free.
pub const FREE: usize = 4;

/// Returns the target of bars: standard error if it is a terminal and not to be quiet, else
/// nothing.
pub fn target(talk: Verbosity) -> ProgressDrawTarget {
    match talk > Verbosity::Quiet && stderr().is_terminal() {
        true => ProgressDrawTarget::term_like_with_hz(Box::new(Narrow), 20),
        false => ProgressDrawTarget::hidden(),
    }
}

#[derive(Debug)]
struct Narrow;

/// Writes a control sequence that takes a number of lines or columns.
fn control(n: usize, letter: char) -> Result<()> {
    if n == 0 { Ok(()) } else { write!(stderr(), "\u{1b}[{n}{letter}") }
}

impl TermLike for Narrow {
    fn width(&self) -> u16 {
        u16::try_from(width_of_stderr().saturating_sub(FREE)).unwrap_or(u16::MAX)
    }

    fn move_cursor_up(&self, n: usize) -> Result<()> {
        control(n, 'A')
    }

    fn move_cursor_down(&self, n: usize) -> Result<()> {
        control(n, 'B')
    }

    fn move_cursor_right(&self, n: usize) -> Result<()> {
        control(n, 'C')
    }

    fn move_cursor_left(&self, n: usize) -> Result<()> {
        control(n, 'D')
    }

    fn write_line(&self, text: &str) -> Result<()> {
        writeln!(stderr(), "{text}")
    }

    fn write_str(&self, text: &str) -> Result<()> {
        stderr().write_all(text.as_bytes())
    }

    fn clear_line(&self) -> Result<()> {
        stderr().write_all(b"\r\x1b[2K")
    }

    fn flush(&self) -> Result<()> {
        stderr().flush()
    }
}
