//! All tests of the program and the library from outside, but for those in a browser: one
//! executable, because each would link the whole engine again. They run in one process: no test may
//! change its folder, environment or limits.

#[macro_use]
mod common;

mod accuracy;
mod architecture;
mod book;
mod cli;
mod combine;
mod damage;
mod delete;
mod demo;
mod fuzz_corpora;
mod labels_grow;
mod library;
mod limits;
#[cfg(feature = "serve")]
mod openapi;
mod power_failure;
mod repeats;
mod trec_eval;

use common::{case, commands, small, stopping, tuned};
