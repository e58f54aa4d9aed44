//! The score of a page term by term, or a query's terms with their counts: what
//! `tamis search --explain` prints.

use super::super::command;
use super::super::failure::Failure;
use super::super::found::{query, warnings};
use super::super::search_request::SearchRequest;
use super::super::site::WebRequest;
use super::super::snapshot::Snapshot;
use serde::Serialize;
use tamis_search::Searcher;
use tamis_search::result::Explained;
use tamis_search::result::explained::Explain;

/// The parameters of an explanation besides those of a search.
pub const PARAMETERS: [&str; 1] = ["docno"];

/// An explanation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explanation {
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
pub fn explanation(web: &WebRequest<'_>, request: &SearchRequest) -> Result<Explanation, Failure> {
    let text = web.needed("q")?;
    let narrowed = web.snapshot.narrowed(request)?;
    let snapshot = narrowed.as_deref().unwrap_or(web.snapshot);
    let docno = web.fields.get("docno");
    let page = docno
        .map(|docno| Ok::<_, Failure>((docno, document(web, snapshot, docno)?)))
        .transpose()?;
    let (typed, analyzed) = query(snapshot, request, &mut snapshot.analyzer())?;
    let view = snapshot.view(request)?;
    web.cancel.check()?;
    let searcher =
        Searcher::new(&snapshot.corpus, &view, &request.ranking.model, request.ranking.feedback)?;
    let explain =
        Explain { searcher: &searcher, ranking: &request.ranking, rule: &request.rule, page };
    Ok(Explanation {
        command: command::explain(web.path(), request, docno),
        commit: snapshot.commit.clone(),
        warnings: warnings(snapshot, request, &view, &typed, &analyzed)?,
        explained: explain.query(None, text, &analyzed)?,
    })
}

/// The rank of a docno among the pages that the search sees.
fn document(web: &WebRequest<'_>, snapshot: &Snapshot, docno: &str) -> Result<u32, Failure> {
    web.snapshot.document(docno)?;
    snapshot
        .document(docno)
        .map_err(|_| Failure::Missing(format!("page '{docno}' is excluded by a filter of pages")))
}
