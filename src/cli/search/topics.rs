//! `tamis search --topics`: searches every topic of a file and writes a TREC run.

use super::analyze;
use super::arguments::SearchArgs;
use crate::cli::console::{Verbosity, to_stdout};
use std::io::Write;
use std::path::Path;
use tamis_eval::trec::run as trec_run;
use tamis_index::disk;
use tamis_index::error::Result;
use tamis_report::words::{counted, grouped};
use tamis_search::Prepared;
use tamis_search::experiment::measures::RUN_HITS;
use tamis_search::experiment::{check_tag, retrieved};
use tamis_search::typed::Analyzed;

/// Searches the topics of a file and writes the run.
pub(super) fn run(
    args: &SearchArgs,
    path: &Path,
    mut prepared: Prepared<'_>,
    talk: Verbosity,
    out: &mut dyn Write,
) -> Result<()> {
    check_tag(&args.tag)?;
    let topics = args.topics(path)?;
    let order = prepared.corpus.order()?;
    let queries: Vec<Analyzed> = topics
        .iter()
        .map(|topic| analyze(&mut prepared, &topic.text, Some(&topic.id), args.query_syntax, talk))
        .collect();
    let ids: Vec<&str> = topics.iter().map(|topic| topic.id.as_str()).collect();
    let most = args.hits.unwrap_or(RUN_HITS);
    let found = (&ids[..], &queries[..]);
    let rankings = prepared.rankings_of_topics(found, most, args.remove_query, &|| false)?;
    let mut text = Vec::new();
    let mut empty = Vec::new();
    for (topic, ranking) in topics.iter().zip(&rankings) {
        trec_run::write(&mut text, &topic.id, retrieved(order, ranking)?, &args.tag)
            .map_err(to_stdout)?;
        if ranking.is_empty() {
            empty.push(topic.id.as_str());
        }
    }
    match &args.out {
        Some(path) => disk::save_packed(path, &text)?,
        None => out.write_all(&text).map_err(to_stdout)?,
    }
    if !empty.is_empty() {
        let names = talk.names(&empty);
        talk.say(format!(
            "warning: no result for {} of {}: {names}",
            grouped(empty.len() as u64),
            counted(topics.len() as u64, "topic")
        ));
    }
    Ok(())
}
