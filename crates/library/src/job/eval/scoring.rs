//! How rankings are scored: against which judgements, by which measures, with trec_eval's options.

use super::grades::GradeMap;
use super::judgements::{JudgementFormat, Judgements};
use crate::job::Source;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tamis_eval::measure::{
    Compat, Instance, JudgementKind, Options, Relevance, mismatch, parse, parse_all,
};
use tamis_eval::trec::Run;
use tamis_index::error::{Error, Place, Result};

/// Judgements, measures and options of an evaluation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scoring {
    /// The judgements.
    pub judgements: Source<Judgements>,
    /// The format of the judgements, if they are read from a file.
    pub format: JudgementFormat,
    /// Replaces grades as they are read from a file.
    pub grades: Option<GradeMap>,
    /// Measures by their names; none for those of the job.
    pub measures: Vec<String>,
    /// Whether topics of the judgements that are missing from a run count, as topics without
    /// results.
    pub complete: bool,
    /// The lowest grade that counts as relevant.
    pub level: i32,
    /// The number of results per topic that count; none for all.
    pub depth: Option<usize>,
    /// Whether unjudged results are removed from rankings.
    pub judged_only: bool,
    /// Whether the document that is the topic's id is left out of its results before the cut, as
    /// BEIR does for collections that hold their queries.
    pub remove_query: bool,
    /// The number of documents in the collection, 0 if unknown; only utility uses it.
    pub collection: u64,
    /// The version of trec_eval that is followed where 9.0 and 10.0 differ, including whether it
    /// stops at a topic without results; none for 10.0 without the stop.
    pub compat: Option<Compat>,
}

impl Default for Scoring {
    fn default() -> Self {
        Self {
            judgements: Source::default(),
            format: JudgementFormat::default(),
            grades: None,
            measures: Vec::new(),
            complete: false,
            level: 1,
            depth: None,
            judged_only: false,
            remove_query: false,
            collection: 0,
            compat: None,
        }
    }
}

impl Scoring {
    /// What the judgements are.
    pub fn kind(&self) -> JudgementKind {
        match &self.judgements {
            Source::File(_) => self.format.kind(),
            Source::Value(judgements, _) | Source::Read(judgements, _) => {
                judgements.relevance().kind()
            }
        }
    }

    pub(super) fn options(&self) -> Options {
        Options {
            complete: self.complete,
            level: self.level,
            depth: self.depth,
            judged_only: self.judged_only,
            collection: self.collection,
            compat: self.compat.unwrap_or_default(),
        }
    }

    pub(super) fn read_judgements(&self) -> Result<Arc<Judgements>> {
        self.judgements.get(|path| Judgements::read(path, self.format, self.grades.as_ref()))
    }

    /// Reads a run as it is scored.
    pub(super) fn read_run(&self, source: &Source<Run>) -> Result<Arc<Run>> {
        let read = source.read()?;
        let is_single = self.compat == Some(Compat::Nine);
        if !self.remove_query && !is_single {
            return Ok(read);
        }
        let mut run = Arc::unwrap_or_clone(read);
        if self.remove_query {
            run = run.without_queries();
        }
        Ok(Arc::new(if is_single { run.single_precision() } else { run }))
    }

    /// Checks that a run belongs to the judgements.
    ///
    /// # Errors
    /// [`Error::Format`] for a run without a topic of them, or without a judged document.
    pub(super) fn check_match(
        &self,
        source: &Source<Run>,
        relevance: Relevance<'_>,
        run: &Run,
    ) -> Result<()> {
        match mismatch(relevance, run, &self.judgements.name()) {
            Some((found, expected)) => {
                Err(Error::format(Place::file(source.path()), found, expected))
            }
            None => Ok(()),
        }
    }

    /// Returns the measures in the order of the list, as trec_eval prints them.
    ///
    /// # Errors
    /// An unknown measure, and one of other judgements.
    pub(super) fn instances(&self) -> Result<Vec<Instance>> {
        self.instances_of(&self.measures)
    }

    /// Returns the measures with these names; those that are usual for the judgements if there are
    /// none.
    pub(super) fn instances_of(&self, names: &[String]) -> Result<Vec<Instance>> {
        let kind = self.kind();
        let usual = usual_measures(kind);
        let requested: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut instances =
            parse_all(if requested.is_empty() { vec![usual] } else { requested.clone() })?;
        // trec_eval 9 does not have them, so that its all_trec is shorter.
        if self.compat == Some(Compat::Nine) && requested.contains(&"all_trec") {
            instances.retain(|one| !["rbp", "rbp_resid", "unj"].contains(&one.measure().name));
        }
        if self.judged_only && !matches!(kind, JudgementKind::Qrels | JudgementKind::Groups) {
            let problem = format!(
                "takes unjudged results out of rankings of grades, but the judgements are {kind}; \
                 leave it out"
            );
            return Err(Error::setting("judged_only", problem));
        }
        let other = |one: &Instance| one.needs().filter(|needs| *needs != kind);
        match instances.iter().find_map(|one| Some((one, other(one)?))) {
            Some((one, needs)) => Err(Error::settings(format!(
                "measure '{}' is about {needs}, but the judgements are {kind}; ask for {usual}, \
                 or name other judgements",
                one.name()
            ))),
            None => Ok(instances),
        }
    }
}

/// Sorts what has measures in the order in which their names are asked for.
///
/// # Errors
/// [`Error::Setting`] for an unknown name.
pub fn sort_as_asked<T>(
    names: &[String],
    all: &mut [T],
    measure: impl Fn(&T) -> &Instance,
) -> Result<()> {
    let asked = names.iter().map(|name| parse(name));
    let asked = asked.collect::<tamis_eval::Result<Vec<_>>>()?;
    all.sort_by_key(|one| asked.iter().position(|of_name| of_name.contains(measure(one))));
    Ok(())
}

/// The name of the measures that judgements of a kind are usually for.
fn usual_measures(kind: JudgementKind) -> &'static str {
    match kind {
        JudgementKind::Qrels => "official",
        JudgementKind::Groups => "qrels_jg",
        JudgementKind::Preferences => "prefs",
        JudgementKind::Subtopics => "ndeval",
        JudgementKind::Sample => "statAP",
    }
}
