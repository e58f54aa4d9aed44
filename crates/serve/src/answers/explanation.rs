//! The score of a page term by term, or a query's terms with their counts: what
//! `tamis search --explain` prints.

use crate::answers::found::warnings;
use crate::requests::{Answer, SearchRequest};
use crate::site::WebRequest;
use serde::Serialize;
use tamis::Explained;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExplainAnswer {
    /// The command that explains the same.
    pub command: String,
    /// The commit of the index.
    pub commit: String,
    /// Parts of the query without effect, and what to know of the rule.
    pub warnings: Vec<String>,
    /// The query, its terms and the page's score.
    #[serde(flatten)]
    pub explained: Explained,
}

/// Explains the score of the page that the address names; without one, the query.
///
/// # Errors
/// [`Failure`] without a query, for a page that the search does not see, and an index that cannot
/// be read.
pub fn explanation(web: &WebRequest<'_>, request: &SearchRequest) -> Answer<ExplainAnswer> {
    web.fields.needed("q")?;
    web.snapshot.check_pages(request)?;
    let (docno, job) = (web.fields.get("docno"), request.job());
    let outcome = job.explain(docno, &web.snapshot.index, web.cancel)?;
    Ok(ExplainAnswer {
        command: job.explanation_command(docno, [web.path()]).unwrap_or_default(),
        commit: web.snapshot.commit.clone(),
        warnings: warnings(&outcome.notices),
        explained: outcome.result,
    })
}
