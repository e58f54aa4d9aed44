//! The program as a user runs it: one process a command, a fresh folder a case, and only what is printed, written and
//! returned is looked at. `contract` holds what the README promises, `bad_input` what must end in a clear message or a
//! counted skip.

#[macro_use]
mod case;
mod accuracy;
mod bad_input;
mod compare;
mod containers;
mod contract;
mod distribution;
mod encoding;
mod eval;
mod export;
mod extract;
mod hostile;
mod huge;
mod label;
mod losses;
mod models;
mod pages;
mod resume;
mod storage;
mod sweep;
