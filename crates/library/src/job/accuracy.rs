//! A scoring of classifiers by pages with gold.

use super::datasets::{Datasets, pages};
use super::opening::on_threads;
use super::{Outcome, Output};
use crate::notice::Notice;
use crate::results::{Accuracy, Results};
use crate::watch::{Told, Watch};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use tamis_index::blocks::classify::CLASSIFIERS;
use tamis_index::blocks::classify::measured;
use tamis_index::disk::results::Identity;
use tamis_index::error::{Error, Result};
use tamis_lab::accuracy::data::{self, CrossValidation, DatasetScores, means};
use tamis_lab::accuracy::datasets::Dataset;
use tamis_lab::accuracy::judge::{AccuracyJudge, ScoredText};
use tamis_lab::accuracy::scores;
use tamis_lab::train::Example;
use tamis_lab::train::cross::{self, CrossSettings};
use tamis_lab::train::split::{Part, SplitFile};
use tamis_report::accuracy as report;

/// A scoring as it is wanted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AccuracyJob {
    /// The pages, and how they are read.
    pub data: Datasets,
    /// The part of the pages that is scored, of data with a file of parts.
    pub part: Part,
    /// The classifiers by name; `default` for the rules of the WSDM paper, `all` for all that need
    /// no argument.
    pub classifiers: Vec<String>,
    /// The scores by name; `all` for those that the data has gold for.
    pub scores: Vec<String>,
    /// The text that is scored.
    pub text: ScoredText,
    /// The language of all pages by its code; none for each page's own.
    pub language: Option<String>,
    /// How the classifiers that can be trained are cross-validated, if they are.
    pub cross_validation: Option<CrossSettings>,
    /// The files of the results.
    pub output: Output,
    /// The number of threads; none for those of the process.
    pub threads: Option<usize>,
}

impl Default for AccuracyJob {
    fn default() -> Self {
        Self {
            data: Datasets::default(),
            part: Part::default(),
            classifiers: vec!["default".to_owned()],
            scores: vec!["all".to_owned()],
            text: ScoredText::default(),
            language: None,
            cross_validation: None,
            output: Output::default(),
            threads: None,
        }
    }
}

impl AccuracyJob {
    /// Scores the classifiers, and writes the files of the results.
    ///
    /// # Errors
    /// An unknown classifier or score; a folder that is no data set; a part without pages; more
    /// folds than there are pages or sites; a folder that holds other results; a file that cannot
    /// be read or written.
    pub fn run(&self, watch: &dyn Watch) -> Result<Outcome<Accuracy>> {
        let told = Told::new(watch);
        let (accuracy, written) = on_threads(self.threads, || self.score(&told))?;
        Ok(Outcome { written, ..Outcome::new(Results(accuracy), told) })
    }

    fn score(&self, told: &Told<'_>) -> Result<(data::Accuracy, Vec<PathBuf>)> {
        self.output.form.check()?;
        let mut judge = self.judge()?;
        // All data sets are opened before the first is scored: a wrong name is reported at once.
        let mut datasets = self.data.open()?;
        self.look_for_markdown(&mut judge, &datasets)?;
        if let Some(parts) = self.data.parts(&datasets, told)? {
            datasets = only(datasets, &parts, self.part)?;
        }
        let examples = self.examples(&judge, &datasets, told)?;
        // Earlier results go when nothing can be wrong any more.
        self.output.open("accuracy", || Ok(self.identity(&datasets)))?;
        let cross_validation = match &self.cross_validation {
            Some(settings) => Some(cross_validate(&mut judge, &examples, settings, told)?),
            None => {
                told.tell_all(learned_from(&judge));
                None
            }
        };
        told.watch.begin(&pages(&datasets));
        let judged = datasets.iter().map(|dataset| judge.judge(dataset, || told.watch.step()));
        let judged = judged.collect::<Result<Vec<_>>>()?;
        told.watch.end();
        let accuracy = self.accuracy(&judge, judged, cross_validation);
        let written = self.output.write(|folder, form| report::write(&accuracy, folder, form))?;
        self.output.close()?;
        Ok((accuracy, written))
    }

    fn accuracy(
        &self,
        judge: &AccuracyJudge,
        datasets: Vec<DatasetScores>,
        cross_validation: Option<CrossValidation>,
    ) -> data::Accuracy {
        let scorers = || judge.scorers.iter();
        data::Accuracy {
            command: self.output.command().to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            cut: self.data.cut.name().to_owned(),
            content: self.data.content.name().to_owned(),
            cross_validation,
            part: self.data.split.as_ref().map(|_| self.part.name()),
            text: self.text.name().to_owned(),
            columns: scorers().flat_map(|scorer| scorer.columns).copied().collect(),
            figures: scorers().flat_map(|scorer| scorer.figures).copied().collect(),
            shown: scorers().flat_map(|scorer| scorer.shown).copied().collect(),
            means: means(&datasets),
            datasets,
        }
    }

    /// Returns the identity of all that the scores depend on.
    fn identity(&self, datasets: &[Dataset]) -> Option<Identity> {
        let arguments = Self { output: Output::default(), threads: None, ..self.clone() };
        let pages = datasets.iter().flat_map(|dataset| &dataset.pages);
        Identity::of_files(&arguments, pages.flat_map(|page| [page.html.as_path(), &page.gold]))
    }

    fn judge(&self) -> Result<AccuracyJudge> {
        let classifiers = CLASSIFIERS.expand(&self.classifiers)?;
        Ok(AccuracyJudge {
            cut: self.data.cut,
            text: self.text,
            encoding: self.data.encoding.clone(),
            language: self.language.clone(),
            ..AccuracyJudge::new(&classifiers, scores::by_names(&self.scores)?)?
        })
    }

    /// Leaves the scorers of Markdown out of all scorers, if no data set has gold for them.
    fn look_for_markdown(&self, judge: &mut AccuracyJudge, datasets: &[Dataset]) -> Result<()> {
        if datasets.iter().any(Dataset::has_markdown) {
            return Ok(());
        }
        let problem =
            "found no gold Markdown, expected markdown/ with NAME.md beside html/ and gold/";
        let all = self.scores.iter().any(|name| name == "all");
        match judge.scorers.iter().find(|scorer| scorer.needs_markdown()) {
            Some(scorer) if !all => {
                Err(Error::settings(format!("scorer {}: {problem}", scorer.name)))
            }
            _ => {
                judge.scorers.retain(|scorer| !scorer.needs_markdown());
                Ok(())
            }
        }
    }

    /// Reads the pages that a cross-validation learns from, and checks that it can divide them.
    fn examples(
        &self,
        judge: &AccuracyJudge,
        datasets: &[Dataset],
        told: &Told<'_>,
    ) -> Result<Vec<Example>> {
        let Some(settings) = &self.cross_validation else { return Ok(Vec::new()) };
        let examples = self.data.load(datasets, told)?;
        cross::check(&names(judge), &examples, settings)?;
        Ok(examples)
    }
}

/// The names of the classifiers that are scored.
fn names(judge: &AccuracyJudge) -> Vec<String> {
    judge.classifiers.iter().map(|(name, _)| name.clone()).collect()
}

/// Trains the classifiers for each fold of a cross-validation.
fn cross_validate(
    judge: &mut AccuracyJudge,
    examples: &[Example],
    settings: &CrossSettings,
    told: &Told<'_>,
) -> Result<CrossValidation> {
    let report = |name: &str, fold: usize, step| {
        let name = format!("{name}, fold {fold} of {}", settings.folds);
        told.watch.training(&name, &step);
    };
    let trained = cross::folds(&names(judge), examples, settings, &report)?;
    told.watch.end();
    let summary = trained.summary(settings);
    judge.of_pages = Some(Box::new(trained));
    Ok(summary)
}

/// Returns the data sets with the pages of one part alone.
///
/// # Errors
/// The part has no page of any of them.
fn only(mut datasets: Vec<Dataset>, parts: &SplitFile, part: Part) -> Result<Vec<Dataset>> {
    for Dataset { name, pages, unscored, .. } in &mut datasets {
        pages.retain(|page| parts.part(name, &page.id) == Some(part));
        unscored.retain(|page| parts.part(name, &page.id) == Some(part));
    }
    datasets.retain(|dataset| !dataset.pages.is_empty());
    if datasets.is_empty() {
        let problem = format!("found no page of part {} in these datasets", part.name());
        return Err(Error::setting("split", problem));
    }
    Ok(datasets)
}

/// Tells which of the classifiers have a built-in model, and the data sets that it learned from: on
/// their pages it is better than on others.
fn learned_from(judge: &AccuracyJudge) -> Vec<Notice> {
    let mut by_sets: Vec<(&str, Vec<String>)> = Vec::new();
    // One with a model of the user's has another name, NAME:PATH.
    let scored = |name: &str| judge.classifiers.iter().any(|(scored, _)| scored == name);
    for row in measured().filter(|row| !row.learned_from.is_empty() && scored(row.name)) {
        match by_sets.iter_mut().find(|(sets, _)| *sets == row.learned_from) {
            Some((_, names)) => names.push(row.name.to_owned()),
            None => by_sets.push((row.learned_from, vec![row.name.to_owned()])),
        }
    }
    let notice = |(sets, classifiers): (&str, Vec<String>)| Notice::LearnedFrom {
        datasets: sets.split(',').map(str::to_owned).collect(),
        classifiers,
    };
    by_sets.into_iter().map(notice).collect()
}
