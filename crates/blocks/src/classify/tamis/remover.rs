//! The classifiers `tamis`, `tamis-article` and `tamis-comments`: from a page to labels, with a
//! model.

use super::choice::UnitChoice;
use super::first_stage::{self, Features};
use super::forest::{Forest, UNIT, probability};
use super::forum::{self, THREAD};
use super::second_stage;
use super::units::{NONE, Unit, Units};
use crate::classify::classifier::{Classifier, Subject};
use crate::error::{Error, Result};
use crate::model::Model;
use crate::page::{Label, MUCH};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// The kind of its models.
pub const KIND: &str = "tamis";

/// A model's settings: everything that training decides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoverSettings {
    /// The features of a row, those of the second stage last.
    pub features: Vec<String>,
    /// Whether a page is a thread of a forum, on the means of its units' features.
    pub forum: Forest,
    /// The first stage, on the features of a unit.
    pub first: Forest,
    /// The second stage, on those and what the first stage thinks of the units around.
    pub second: Forest,
    /// The same for article and comments.
    pub comments: Forest,
    /// A page whose units are all less probable than this, out of 65,535, gives nothing.
    pub doubt: u16,
}

/// Names of all features that a model can use: of the first stage, then of the second.
pub fn names() -> Vec<String> {
    first_stage::names().into_iter().chain(second_stage::names()).collect()
}

impl RemoverSettings {
    /// The model's file.
    pub fn to_model(&self) -> Model {
        Model::new(KIND, serde_json::to_value(self).unwrap_or_default())
    }

    /// Reads the settings of a model of this kind.
    ///
    /// # Errors
    /// [`Error::Format`](crate::Error::Format) if it is for other features, or a tree is damaged.
    pub fn from_model(model: &Model) -> Result<Self> {
        let settings: Self = model.settings()?;
        let names = names();
        if let Some(error) = settings.wrong_feature(model, &names) {
            return Err(error);
        }
        let forests = [
            (&settings.forum, first_stage::WIDTH),
            (&settings.first, first_stage::WIDTH),
            (&settings.second, names.len()),
            (&settings.comments, names.len()),
        ];
        match forests.iter().find(|(forest, width)| forest.features() > *width) {
            Some((forest, width)) => {
                let found = format!("a tree that tests feature {}", forest.features() - 1);
                Err(model.wrong(found, format!("one of the {width} features of its stage")))
            }
            None => Ok(settings),
        }
    }

    /// Returns the error that names the first feature that is not as expected, if there is one.
    fn wrong_feature(&self, model: &Model, expected: &[String]) -> Option<Error> {
        let count = self.features.len().max(expected.len());
        let at = (0..count).find(|at| self.features.get(*at) != expected.get(*at))?;
        let found = format!("feature {at} is {}", shortened(self.features.get(at)));
        let remedy = "train the model again with this version";
        Some(model.wrong(found, format!("{}; {remedy}", shortened(expected.get(at)))))
    }
}

/// The beginning of a feature's name, or `none`.
fn shortened(name: Option<&String>) -> String {
    name.map_or("none".to_owned(), |name| name.chars().take(40).collect())
}

/// A page's units and their features: what no model changes.
pub struct PageFeatures {
    /// The units.
    pub units: Units,
    /// The features of the first stage.
    pub features: Features,
}

impl PageFeatures {
    /// Reads a page; linear in its size.
    pub fn new(subject: &Subject) -> Self {
        let units = Units::new(subject.page, subject.blocks);
        let features = first_stage::features(&units);
        Self { units, features }
    }
}

/// What a remover keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeps {
    /// The main text: all posts of a thread of a forum, of other pages the article.
    MainText,
    /// The article.
    Article,
    /// The article and the comments of readers.
    Comments,
}

/// The remover, with a model.
pub struct Tamis {
    model: Arc<RemoverSettings>,
    keeps: Keeps,
    sum: u64,
}

/// A page's units as a remover judges them. Its labels, scores and text follow.
struct UnitProbabilities {
    /// The sum of the model.
    sum: u64,
    /// What is kept of this page: the article, or comments, too.
    keeps: Keeps,
    reading: Arc<PageFeatures>,
    /// The probability of each unit, 0 to 65,535.
    probabilities: Vec<u16>,
    /// The units that the second stage judged, and its rows.
    second: Vec<u32>,
    rows: Vec<i32>,
    choice: UnitChoice,
    /// Whether units that the page hides are left out, whatever their probabilities.
    hides: bool,
}

/// A unit that the first stage thinks less probable, out of 65,535, is no part of an article, and
/// the second stage does not look at it: three in a hundred.
const EXIT: u16 = 1966;

/// What [`Subject::shared`] keeps of each remover: it has one value per type.
struct Articles(Arc<UnitProbabilities>);
struct WithComments(Arc<UnitProbabilities>);

/// What the removers of one model share of a page.
struct FirstStage {
    /// The sum of the model.
    sum: u64,
    /// The probability that the page is a thread.
    forum: u16,
    probabilities: Vec<u16>,
}

static BUILT_IN: LazyLock<Result<(Arc<RemoverSettings>, u64)>> = LazyLock::new(|| {
    let model = Model::from_bytes(include_bytes!("tamis.model"), Path::new("tamis.model"), KIND)?;
    Ok((Arc::new(RemoverSettings::from_model(&model)?), model.sum()))
});

impl Tamis {
    /// The remover with the model that is compiled in.
    ///
    /// # Errors
    /// The model does not belong to this version; a test excludes that.
    pub fn new(keeps: Keeps) -> Result<Self> {
        match &*BUILT_IN {
            Ok((model, sum)) => Ok(Self { model: Arc::clone(model), keeps, sum: *sum }),
            Err(error) => Err(Error::setting(error.to_string())),
        }
    }

    /// The remover with a model from a file.
    ///
    /// # Errors
    /// As [`Model::read`] and [`RemoverSettings::from_model`].
    pub fn read(path: &Path, keeps: Keeps) -> Result<Self> {
        Self::from_model(&Model::read(path, KIND)?, keeps)
    }

    /// The remover with a model.
    ///
    /// # Errors
    /// As [`RemoverSettings::from_model`].
    pub fn from_model(model: &Model, keeps: Keeps) -> Result<Self> {
        Ok(Self { model: Arc::new(RemoverSettings::from_model(model)?), keeps, sum: model.sum() })
    }

    /// How sure it is of a page: the token F1 that its choice is expected to have, 0 to 1; 0 for a
    /// page that gives nothing.
    pub fn certainty(&self, subject: &Subject) -> f32 {
        f32::from(self.judge(subject).choice.expected) / f32::from(u16::MAX)
    }

    /// The second stage that decides what is kept of a page.
    fn second(&self, judged: Keeps) -> &Forest {
        match judged {
            Keeps::MainText | Keeps::Article => &self.model.second,
            Keeps::Comments => &self.model.comments,
        }
    }

    /// The first stage's probabilities of a page, computed once for all classifiers of a model.
    fn first(&self, subject: &Subject, reading: &PageFeatures) -> Arc<FirstStage> {
        // Models that were never in a file have no sum by which they differ.
        if self.sum == 0 {
            return Arc::new(self.run_first(reading));
        }
        let shared = subject.shared(|| self.run_first(reading));
        if shared.sum == self.sum { shared } else { Arc::new(self.run_first(reading)) }
    }

    fn run_first(&self, reading: &PageFeatures) -> FirstStage {
        let Features { values, .. } = &reading.features;
        let page =
            stage(&self.model.forum, &forum::page_row(&reading.features), first_stage::WIDTH);
        FirstStage {
            sum: self.sum,
            forum: page.first().copied().unwrap_or(0),
            probabilities: stage(&self.model.first, values, first_stage::WIDTH),
        }
    }

    /// Judges a page once for its labels, scores, text and explanations.
    fn judge(&self, subject: &Subject) -> Arc<UnitProbabilities> {
        let reading = subject.shared(|| PageFeatures::new(subject));
        let first = self.first(subject, &reading);
        let keeps = match self.keeps {
            Keeps::MainText if first.forum >= THREAD => Keeps::Comments,
            Keeps::MainText => Keeps::Article,
            chosen => chosen,
        };
        let run = || Arc::new(self.run(keeps, Arc::clone(&reading), &first));
        if self.sum == 0 {
            return run();
        }
        let shared = match keeps {
            Keeps::Comments => Arc::clone(&subject.shared(|| WithComments(run())).0),
            _ => Arc::clone(&subject.shared(|| Articles(run())).0),
        };
        if shared.sum == self.sum { shared } else { run() }
    }

    /// Judges a page of which so much is kept: the second stage and the choice.
    fn run(
        &self,
        keeps: Keeps,
        reading: Arc<PageFeatures>,
        first: &FirstStage,
    ) -> UnitProbabilities {
        let mut probabilities = first.probabilities.clone();
        // The first stage knows nothing of comments.
        let least = if keeps == Keeps::Comments { 0 } else { EXIT };
        let second: Vec<u32> = (0u32..)
            .zip(&probabilities)
            .filter(|(_, probability)| **probability >= least)
            .map(|(unit, _)| unit)
            .collect();
        let rows =
            second_stage::features(&reading.units, &reading.features, &probabilities, &second);
        for (unit, probability) in second.iter().zip(stage(self.second(keeps), &rows, WIDTH)) {
            probabilities[*unit as usize] = probability;
        }
        let tokens = reading.features.counts.iter().map(|one| one.tokens);
        let choice = UnitChoice::new(&probabilities, tokens, self.model.doubt);
        let hides = hides(&reading.units, &probabilities, &choice);
        let sum = self.sum;
        UnitProbabilities { sum, keeps, reading, probabilities, second, rows, choice, hides }
    }
}

impl UnitProbabilities {
    /// Whether a unit is kept.
    fn has(&self, unit: u32) -> bool {
        let probability = self.probabilities.get(unit as usize);
        probability.is_some_and(|probability| self.choice.has(*probability)) && !self.hides(unit)
    }

    /// Whether a unit is left out because the page hides it.
    fn hides(&self, unit: u32) -> bool {
        let units = &self.reading.units;
        let is_unseen = |of: &Unit| match units.unseen(of) {
            0 => false,
            all if all == of.text.len() => true,
            _ => units.shown_text(of).is_empty(),
        };
        self.hides && units.all.get(unit as usize).is_some_and(is_unseen)
    }

    /// The text that is kept of a unit.
    fn text_of(&self, unit: &Unit) -> Cow<'_, str> {
        let units = &self.reading.units;
        if self.hides { units.shown_text(unit) } else { Cow::Borrowed(units.text_of(unit)) }
    }

    /// The label of a block of this unit.
    fn label(&self, unit: u32) -> Label {
        if self.has(unit) { Label::Content } else { Label::Boilerplate }
    }

    /// The probability of a block of this unit, 0 to 1.
    fn score(&self, unit: u32) -> f32 {
        let probability = self.probabilities.get(unit as usize);
        probability.map_or(0.0, |p| f32::from(*p) / f32::from(u16::MAX))
    }
}

/// Whether what a page hides is left out: unless that is a third of what is chosen, or more, which
/// some pages hide until a script shows it.
fn hides(units: &Units, probabilities: &[u16], choice: &UnitChoice) -> bool {
    let all = units.all.iter().zip(probabilities);
    let chosen = || all.clone().filter(|(_, p)| choice.has(**p)).map(|(unit, _)| unit);
    let unseen: usize = chosen().map(|unit| units.unseen(unit)).sum();
    unseen > 0 && unseen * MUCH < chosen().map(|unit| unit.text.len()).sum()
}

impl Tamis {
    /// Explains the label of a block of this unit; `names` are those of all features.
    fn explain_unit(&self, judged: &UnitProbabilities, unit: u32, names: &[String]) -> String {
        if unit == NONE {
            return "boilerplate: no text that the remover reads".to_owned();
        }
        let at = unit as usize;
        let probability = judged.probabilities[at];
        let label = if judged.has(unit) { "content" } else { "boilerplate" };
        let hidden = if judged.hides(unit) { "hidden by the page; " } else { "" };
        let kept = match u16::try_from(judged.choice.least) {
            Ok(least) => format!("the page keeps {:.3} or more", fraction(least)),
            Err(_) => "the page gives nothing".to_owned(),
        };
        let is_thread = self.keeps == Keeps::MainText && judged.keeps == Keeps::Comments;
        let thread = if is_thread { ", as a thread of a forum," } else { "" };
        let row = at * first_stage::WIDTH..(at + 1) * first_stage::WIDTH;
        let first = strongest(&self.model.first, &judged.reading.features.values[row], names);
        let second = match judged.second.binary_search(&unit) {
            Ok(row) => {
                let row = &judged.rows[row * WIDTH..(row + 1) * WIDTH];
                strongest(self.second(judged.keeps), row, names)
            }
            Err(_) => "the first stage is sure".to_owned(),
        };
        format!(
            "{label}: {hidden}{:.3}, {kept}{thread} and is expected to have F1 {:.2}; {second}; \
             first stage: {first}",
            fraction(probability),
            fraction(judged.choice.expected),
        )
    }
}

/// Names the features that moved a row's margin most, with their moves in log odds.
fn strongest(forest: &Forest, row: &[i32], names: &[String]) -> String {
    let mut moves = Vec::with_capacity(NAMED);
    for (feature, change) in forest.contributions(row).into_iter().take(NAMED) {
        let odds = f64::from(change) / f64::from(UNIT);
        moves.push(format!("{} {odds:+.2}", names[feature]));
    }
    moves.join(", ")
}

/// A probability as a number from 0 to 1.
fn fraction(probability: u16) -> f64 {
    f64::from(probability) / f64::from(u16::MAX)
}

/// The probabilities of a stage.
pub fn stage(forest: &Forest, rows: &[i32], width: usize) -> Vec<u16> {
    let mut margins = Vec::new();
    forest.margins(rows, width, &mut margins);
    margins.into_iter().map(probability).collect()
}

/// Features of a row of the second stage.
const WIDTH: usize = first_stage::WIDTH + second_stage::WIDTH;

/// How many features an explanation names, for each stage.
const NAMED: usize = 3;

impl Classifier for Tamis {
    fn classify(&self, subject: &Subject) -> Vec<Label> {
        let judged = self.judge(subject);
        judged.reading.units.of_block.iter().map(|unit| judged.label(*unit)).collect()
    }

    /// One line for each kept unit, which is about a paragraph.
    fn text(&self, subject: &Subject) -> String {
        let judged = self.judge(subject);
        let mut text = String::new();
        for (number, unit) in (0..).zip(&judged.reading.units.all) {
            if judged.has(number) {
                text.push_str(&judged.text_of(unit));
                text.push('\n');
            }
        }
        text
    }

    fn explain(&self, subject: &Subject) -> Vec<String> {
        let judged = self.judge(subject);
        let names = names();
        let units = judged.reading.units.of_block.iter();
        units.map(|unit| self.explain_unit(&judged, *unit, &names)).collect()
    }

    fn scores(&self, subject: &Subject) -> Option<Vec<f32>> {
        let judged = self.judge(subject);
        Some(judged.reading.units.of_block.iter().map(|unit| judged.score(*unit)).collect())
    }

    fn confidence(&self, subject: &Subject) -> Option<f32> {
        Some(self.certainty(subject))
    }

    fn model_sum(&self) -> Option<u64> {
        Some(self.sum)
    }
}

#[cfg(test)]
mod tests;
