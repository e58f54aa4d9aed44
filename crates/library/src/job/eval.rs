//! An evaluation: a run of any system scored against judgements, with trec_eval's numbers. It needs
//! no index; with one, docnos are looked up in it.

mod against_index;
mod compare_runs;
mod content;
mod entries;
mod findings;
mod grades;
mod judgements;
mod scoring;

pub use against_index::AgainstIndex;
pub use compare_runs::{CompareRunsJob, ComparedRuns};
pub use findings::{Findings, FindingsLine};
pub use grades::GradeMap;
pub use judgements::{JudgementFormat, Judgements};
pub use scoring::{Scoring, sort_as_asked};

use super::opening::on_threads;
use super::{Outcome, PageLists, Source};
use crate::index::Index;
use crate::watch::{Told, Watch};
use against_index::ViewedIndex;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tamis_eval::measure::{Checks, Compat, Evaluation, Instance, check_grades, evaluate_against};
use tamis_eval::trec::{Run, Zscores};
use tamis_index::error::{Error, Result};
use tamis_search::request::Request;

/// An evaluation as it is wanted.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EvalJob {
    /// Judgements, measures and options. Without measures: those that are usual for the judgements,
    /// trec_eval's official ones for qrels.
    pub scoring: Scoring,
    /// The run.
    pub run: Source<Run>,
    /// Means and deviations of other runs, from which scores become deviations.
    pub zscores: Option<Source<Zscores>>,
    /// The view of an index that judged documents are looked up in.
    pub request: Request,
    /// Lists of pages in files.
    pub lists: PageLists,
    /// How who asks writes the filters of pages, as findings name them.
    pub filters: String,
    /// The number of threads; none for those of the process.
    pub threads: Option<usize>,
}

/// The scores of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Evaluated {
    /// The scores.
    pub evaluation: Evaluation,
    /// What to know of judgements and run.
    pub findings: Findings,
    /// The topic without results at which trec_eval 10 stops, if it is followed: there are scores
    /// of the topics before it, and none over all topics.
    pub stopped_at: Option<String>,
}

impl EvalJob {
    /// Scores the run. Docnos are looked up in the index, if there is one.
    ///
    /// # Errors
    /// An unknown measure, or one that needs other judgements; files that cannot be read; a run
    /// without a topic or a document of the judgements; an index that cannot be read, or without a
    /// judged document; [`Error::Interrupted`].
    pub fn run(&self, index: Option<&Index>, watch: &dyn Watch) -> Result<Outcome<Evaluated>> {
        let told = Told::new(watch);
        let measures = self.scoring.instances()?;
        let evaluated = on_threads(self.threads, || {
            let (judgements, run) =
                rayon::join(|| self.scoring.read_judgements(), || self.scoring.read_run(&self.run));
            let inputs = EvalInputs { judgements: judgements?, run: run? };
            if told.watch.stops() {
                return Err(Error::Interrupted);
            }
            self.evaluate(&inputs, &measures, index, &told)
        })?;
        Ok(Outcome::new(evaluated, told))
    }

    fn evaluate(
        &self,
        inputs: &EvalInputs,
        measures: &[Instance],
        index: Option<&Index>,
        told: &Told<'_>,
    ) -> Result<Evaluated> {
        let EvalInputs { judgements, run } = inputs;
        let relevance = judgements.relevance();
        let Scoring { judgements: source, complete, compat, .. } = &self.scoring;
        check_grades(relevance, measures, source.path())?;
        let plain = evaluate_against(relevance, run, measures, self.scoring.options());
        self.scoring.check_match(&self.run, relevance, run)?;
        let evaluation = match &self.zscores {
            Some(zscores) => plain.standardised(&*zscores.get(|path| Zscores::read(path))?),
            None => plain,
        };
        let index = match index {
            Some(index) => {
                let viewed = ViewedIndex::new(index, &self.request, &self.lists, &self.filters)?;
                Some(viewed.look_up(relevance, source.path(), &[&**run], told)?)
            }
            None => None,
        };
        let findings = Findings { checks: Checks::new(relevance, run, &evaluation), index };
        // Of complete topics they count; trec_eval 10 stops at them.
        told.tell_all(findings.notices(!complete && *compat != Some(Compat::Ten)));
        Ok(self.followed(evaluation, findings))
    }

    /// Treats topics without results like the chosen version of trec_eval. 9 has no scores of them,
    /// although they count if topics are complete. 10 stops at the first one if they are not, after
    /// the topics before it.
    fn followed(&self, mut evaluation: Evaluation, findings: Findings) -> Evaluated {
        let Scoring { complete, compat, .. } = self.scoring;
        let mut stopped_at = None;
        match (compat, evaluation.absent.first().cloned()) {
            (Some(Compat::Nine), Some(_)) => {
                let absent = &evaluation.absent;
                evaluation.topics.retain(|topic| absent.binary_search(&topic.topic).is_err());
            }
            (Some(Compat::Ten), Some(first)) if !complete => {
                evaluation.topics.retain(|topic| topic.topic < first);
                stopped_at = Some(first);
            }
            _ => {}
        }
        Evaluated { evaluation, findings, stopped_at }
    }
}

struct EvalInputs {
    judgements: Arc<Judgements>,
    run: Arc<Run>,
}

#[cfg(test)]
mod tests;
