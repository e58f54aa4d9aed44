//! The terminal behind standard output: its width, and whether it shows styles.

use std::io::IsTerminal;
use terminal_size::{Width, terminal_size_of};

/// Begins bold text: titles.
pub const BOLD: &str = "\u{1b}[1m";
/// Begins bold red text: words that were searched for.
pub const MATCH: &str = "\u{1b}[1;31m";
/// Ends both.
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
    /// Whether text may have styles.
    pub is_styled: bool,
}

impl Terminal {
    /// Returns what standard output is. `NO_COLOR` and `TERM=dumb` turn styles off.
    pub fn of_stdout() -> Self {
        let stdout = std::io::stdout();
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
        let is_styled = stdout.is_terminal() && !is_set("NO_COLOR") && !is_dumb;
        let width = terminal_size_of(&stdout).map_or(WIDTH, |(Width(columns), _)| usize::from(columns));
        // A terminal that does not know its width says 0.
        Self { width: if width == 0 { WIDTH } else { width.max(LEAST) }, is_styled }
    }

    /// Returns a style, or nothing if styles are off.
    pub fn style(&self, style: &'static str) -> &'static str {
        if self.is_styled { style } else { "" }
    }
}
