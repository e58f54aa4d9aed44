//! All tests of the program and the library from outside, but for those in a browser: one
//! executable, because each would link the whole engine again. They run in one process: no test may
//! change its folder, environment or limits.

#[macro_use]
mod common;

mod architecture;
mod book;
mod cli;
mod demo;
mod fuzz_corpora;
mod library;
#[cfg(feature = "serve")]
mod openapi;
mod trec_eval;

use common::{case, commands, tuned};
