//! All labels of an index over all topics, beside the unfiltered text, the best thresholds, the
//! sieve and the tuned rule.

use super::measures::requested_measures;
use crate::answers::found::warnings;
use crate::requests::{Answer, Failure, SearchRequest, of_part};
use crate::site::WebRequest;
use serde::{Serialize, Serializer};
use serde_json::json;
use std::sync::Arc;
use tamis::eval::measure::Instance;
use tamis::figure::PageFigure;
use tamis::job::{CompareJob, Judged, Outcome};
use tamis::request::{Part, Request};
use tamis::{ComparedView, Comparison};

/// All labels over all topics.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComparedLabels {
    /// The command that compares the same, with more tables and figures.
    pub command: String,
    /// The commit of the index.
    pub commit: String,
    /// The model with its parameters.
    pub ranking: String,
    /// The measures, by trec_eval's names; the first one orders the rows.
    pub measures: Vec<String>,
    pub topics: usize,
    /// What the job noticed: topics without judgements, rows without text.
    pub warnings: Vec<String>,
    /// The labels, the best thresholds, the named rules and the unfiltered text, the best first.
    #[serde(serialize_with = "rows")]
    pub rows: Vec<ComparedView>,
    /// The rule and the weights that hold for every label; empty without.
    #[serde(skip)]
    pub shared: Vec<String>,
    /// The means of the first measure as a figure.
    #[serde(skip)]
    pub figure: PageFigure,
}

/// Rows as this address answers.
fn rows<S: Serializer>(rows: &[ComparedView], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(rows.iter().map(|row| {
        json!({
            "name": row.name,
            "kind": row.kind,
            "kept": row.point.kept,
            "means": row.point.means,
            "p_values": row.point.p_values,
            "holm": row.holm,
            "chosen_from": row.chosen_from,
        })
    }))
}

/// Compares all labels over all topics: under the rule in words, the weights and the ranking of a
/// search. Its own thresholds and labels are left out.
///
/// # Errors
/// [`Failure::Missing`] for a server without topics and qrels; [`Failure`] for parameters that are
/// wrong and an index that cannot be read; [`Failure::Problems`] with the command for an index that
/// is too large.
pub fn labels(web: &WebRequest<'_>, request: &SearchRequest) -> Answer<ComparedLabels> {
    let outcome = comparison(web, request)?;
    let compared = &outcome.result;
    let mut rows = compared.rows.clone();
    rows.sort_by(|a, b| b.point.means[0].total_cmp(&a.point.means[0]));
    Ok(ComparedLabels {
        command: compared.command.clone(),
        commit: web.snapshot.commit.clone(),
        ranking: request.ranking.to_string(),
        measures: compared.measures.clone(),
        topics: compared.topics.len(),
        warnings: warnings(&outcome.notices),
        shared: shared(compared),
        figure: compared.figure(0),
        rows,
    })
}

/// The comparison itself, made once for all requests that ask for it.
///
/// # Errors
/// As [`labels`].
pub fn comparison(
    web: &WebRequest<'_>,
    request: &SearchRequest,
) -> Answer<Arc<Outcome<Comparison>>> {
    let judging = web.judging()?;
    let manifest = web.snapshot.manifest();
    let others = of_part(Part::Blocks).filter(|spec| !spec.role.is_of_compared());
    let others: Vec<&str> = others.map(|spec| spec.name).collect();
    let request = &request.without(&others, manifest)?;
    web.snapshot.check_pages(request)?;
    let measures = requested_measures(web)?.iter().map(Instance::name).collect();
    let job = CompareJob {
        request: Request { hits: None, ..request.request.clone() },
        judged: Judged { measures, ..judging.judged.clone() },
        ..CompareJob::default()
    };
    let made = web.snapshot.comparison(&job, web.cancel);
    made.map_err(|failure| match failure {
        // Nobody went: only the time was short.
        Failure::Cancelled if web.cancel.check().is_ok() => {
            let command = job.command([web.path()]).unwrap_or_default();
            let message = "all labels over all topics take longer than a request may; this \
                           command compares them";
            Failure::of("", format!("{message}: {command}"))
        }
        other => other,
    })
}

/// The rule and the weights of a comparison that hold for every label.
fn shared(compared: &Comparison) -> Vec<String> {
    let rule = Some(compared.filter.clone()).filter(|rule| !rule.is_empty());
    rule.into_iter().chain(compared.weights.iter().cloned()).collect()
}
