//! The program as a user runs it: one process per command, one fresh folder per case; tests look
//! only at output, files and exit status. `contract` tests the README's guarantees, `bad_input`
//! input that must end in a clear message or a counted skip.

mod accuracy;
mod bad_input;
mod captures;
mod combine;
mod compare;
mod contract;
#[cfg(target_os = "linux")]
mod crashed;
mod delete;
#[cfg(feature = "serve")]
mod doors;
mod eval;
mod export;
mod extract;
mod figures;
mod flags;
#[cfg(unix)]
mod foreign;
mod hostile;
mod huge;
#[cfg(feature = "serve")]
mod judging;
mod label;
mod manual;
mod models;
mod newcomer;
mod pages;
mod queries;
mod record_reports;
mod repeats;
mod results;
mod resume;
mod rules;
mod scores;
mod screen;
#[cfg(feature = "serve")]
mod serve;
mod several;
mod shard;
mod site;
mod sniff;
#[cfg(unix)]
mod stopped;
mod storage;
mod sweep;
mod terminal;
mod train;
mod tune;
mod tuned;
mod weights;
