//! A local web page, and the same as JSON, that show an index while the rule moves: which pages a
//! search finds, which blocks of a page it sees, what a threshold does to the measures. All state
//! is in the address; nothing is written but judgements, in a server that is told where (`assess`).
//!
//! A request's parameters (`fields`) become a search that is checked against the index
//! (`search_request`).
//! Its work is done on few threads (`work`), against one commit of the index (`snapshot`,
//! `watched`), and gives a plain value (`answer`). That is sent as JSON or as a page (`html`). Only
//! `http` knows HTTP.

mod answer;
pub mod api;
mod assess;
mod cancel;
mod command;
mod excerpt;
mod facts;
mod failure;
mod fields;
mod found;
mod html;
mod http;
mod judging;
mod pins;
mod search_request;
mod server;
mod shared_value;
mod site;
mod snapshot;
mod watched;
mod work;

pub use assess::{AssessmentSettings, PageSettings};
pub use failure::{Failure, Problem};
pub use judging::JudgingSettings;
pub use server::{Server, ServerSettings};

/// The usual address of a search, and the command that does the same: for tests and fuzzing.
///
/// # Errors
/// [`Failure::Problems`] for parameters that are wrong.
pub fn usual(query: &str, manifest: &tamis::Manifest) -> Result<(String, String), Failure> {
    let request = search_request::SearchRequest::read(&fields::Fields::parse(query)?, manifest)?;
    Ok((request.address(), request.job().command(["INDEX".as_ref()]).unwrap_or_default()))
}
