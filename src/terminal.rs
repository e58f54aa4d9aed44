//! What a user sees: messages, notices, tables, the progress bar, signals.

pub mod blocks;
pub mod columns;
pub mod console;
pub mod message;
pub mod notices;
pub mod operators;
pub mod panics;
pub mod progress;
pub mod shown;
pub mod signals;
pub mod snippet;
pub mod styles;

pub use console::{Console, Exit, Verbosity};
pub use shown::Shown;
