//! A local web page, and the same as JSON, that show an index while the rule moves: which pages a
//! search finds, which blocks of a page it sees, what a threshold does to the measures. All state
//! is in the address; nothing is written but judgements, in a server that is told where
//! (`site::assess`).
//!
//! A request's parameters become a search that is checked against the index (`requests`). Its work
//! is done on few threads, against one commit of the index (`site`), and gives a plain value
//! (`answers`). That is sent as JSON or as a page (`html`). Only `http` knows HTTP.

mod answers;
mod excerpt;
mod html;
mod http;
mod requests;
mod server;
mod site;
#[cfg(test)]
mod tests;

pub use answers::api;
pub use requests::{Failure, Problem};
pub use server::{Server, ServerSettings};
pub use site::{AssessmentSettings, JudgingSettings, PageSettings};

/// The usual address of a search, and the command that does the same: for tests and fuzzing.
///
/// # Errors
/// [`Failure::Problems`] for parameters that are wrong.
pub fn usual(query: &str, manifest: &tamis::Manifest) -> Result<(String, String), Failure> {
    let request = requests::SearchRequest::read(&requests::Fields::parse(query)?, manifest)?;
    Ok((request.address(), request.job().command(["INDEX".as_ref()]).unwrap_or_default()))
}
