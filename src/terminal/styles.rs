//! The terminal behind standard output or standard error: its width, and whether it shows styles.

use std::io::IsTerminal;
use terminal_size::{Height, Width, terminal_size_of};

pub const BOLD: &str = "\u{1b}[1m";
/// Begins bold red text: words that were searched for.
pub const MATCH: &str = "\u{1b}[1;31m";
pub const PLAIN: &str = "\u{1b}[0m";

/// The width without a terminal.
const WIDTH: usize = 80;
/// Below this width, lines are longer than the window.
const LEAST: usize = 20;

/// How lines are laid out for standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terminal {
    /// The width of its window in columns; 80 without a terminal.
    pub width: usize,
    pub is_terminal: bool,
    /// Whether text may have styles.
    pub is_styled: bool,
}

/// Returns the columns of the window behind standard error; 80 without a terminal.
pub fn width_of_stderr() -> usize {
    known(terminal_size_of(std::io::stderr()))
}

/// A terminal that does not know its width says 0.
fn known(size: Option<(Width, Height)>) -> usize {
    size.map(|(Width(columns), _)| usize::from(columns))
        .filter(|&columns| columns > 0)
        .unwrap_or(WIDTH)
}

/// The width of a table on standard output: `COLUMNS` if that is set, 80 on a terminal of any size,
/// and none without a terminal, where tables have all columns.
pub fn table_width() -> Option<usize> {
    let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let asked = asked.filter(|columns| *columns > 0);
    asked.or(std::io::stdout().is_terminal().then_some(WIDTH))
}

/// Whether what is written here may have styles. `NO_COLOR` and `TERM=dumb` turn them off.
pub fn shows_styles(stream: &impl IsTerminal) -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    stream.is_terminal() && !is_set("NO_COLOR") && !is_dumb
}

impl Terminal {
    pub const PLAIN: Self = Self { width: WIDTH, is_terminal: false, is_styled: false };

    /// Returns what standard output is. `NO_COLOR` and `TERM=dumb` turn styles off.
    pub fn of_stdout() -> Self {
        let stdout = std::io::stdout();
        let is_terminal = stdout.is_terminal();
        let is_styled = shows_styles(&stdout);
        Self { width: known(terminal_size_of(&stdout)).max(LEAST), is_terminal, is_styled }
    }

    /// Returns the width that remains behind an indent, and at least 20 columns; none without a
    /// terminal, where lines are whole.
    pub fn room(&self, indent: usize) -> Option<usize> {
        self.is_terminal.then(|| self.width.saturating_sub(indent).max(LEAST))
    }

    /// Returns a style, or nothing if styles are off.
    pub fn style(&self, style: &'static str) -> &'static str {
        if self.is_styled { style } else { "" }
    }
}
