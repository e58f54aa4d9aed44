//! The classifiers `tamis` and `tamis-comments`: from a page to labels, with a model.

use super::choice::Choice;
use super::first_stage::{self, Features};
use super::forest::{Forest, UNIT, probability};
use super::second_stage;
use super::units::{NONE, Units};
use crate::classify::classifier::{Classifier, Subject};
use crate::error::Result;
use crate::model::Model;
use crate::page::Label;
use serde::{Deserialize, Serialize};
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
        if settings.features != names {
            let differs =
                settings.features.iter().zip(&names).position(|(found, known)| found != known);
            let at = differs.unwrap_or(settings.features.len().min(names.len()));
            let none = "none".to_owned();
            let name = |names: &[String]| {
                names.get(at).unwrap_or(&none).chars().take(40).collect::<String>()
            };
            let found = name(&settings.features);
            let expected = name(&names);
            let remedy = "train the model again with this version";
            return Err(
                model.wrong(format!("feature {at} is {found}"), format!("{expected}; {remedy}"))
            );
        }
        let forests = [
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
}

/// A page's units and their features: what no model changes.
pub struct Reading {
    /// The units.
    pub units: Units,
    /// The features of the first stage.
    pub features: Features,
}

impl Reading {
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
struct Judged {
    /// The sum of the model.
    sum: u64,
    reading: Arc<Reading>,
    /// The probability of each unit, 0 to 65,535.
    probabilities: Vec<u16>,
    /// The units that the second stage judged, and its rows.
    second: Vec<u32>,
    rows: Vec<i32>,
    choice: Choice,
}

/// A unit that the first stage thinks less probable, out of 65,535, is no part of an article, and
/// the second stage does not look at it: three in a hundred.
const EXIT: u16 = 1966;

/// What is shared, by what is kept: there is one value per type.
struct Articles(Arc<Judged>);
struct WithComments(Arc<Judged>);

/// The first stage's probabilities by the sum of its model: `tamis` and `tamis-comments` share
/// them.
struct First {
    sum: u64,
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
            Err(error) => Err(crate::error::Error::setting(error.to_string())),
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

    fn forest(&self) -> &Forest {
        match self.keeps {
            Keeps::Article => &self.model.second,
            Keeps::Comments => &self.model.comments,
        }
    }

    fn first(&self, subject: &Subject, reading: &Reading) -> Arc<First> {
        let make = || {
            let probabilities =
                stage(&self.model.first, &reading.features.values, first_stage::WIDTH);
            First { sum: self.sum, probabilities }
        };
        // Models that were never in a file have no sum that tells them apart.
        if self.sum == 0 {
            return Arc::new(make());
        }
        let shared = subject.shared(make);
        if shared.sum == self.sum { shared } else { Arc::new(make()) }
    }

    /// Judges a page once, whatever is asked of it.
    fn judge(&self, subject: &Subject) -> Arc<Judged> {
        let make = || Arc::new(self.judged(subject));
        if self.sum == 0 {
            return make();
        }
        let shared = match self.keeps {
            Keeps::Article => Arc::clone(&subject.shared(|| Articles(make())).0),
            Keeps::Comments => Arc::clone(&subject.shared(|| WithComments(make())).0),
        };
        if shared.sum == self.sum { shared } else { make() }
    }

    fn judged(&self, subject: &Subject) -> Judged {
        let reading = subject.shared(|| Reading::new(subject));
        let first = self.first(subject, &reading);
        let mut probabilities = first.probabilities.clone();
        // The first stage knows nothing of comments.
        let is_wanted = |probability: &u16| self.keeps == Keeps::Comments || *probability >= EXIT;
        let units = (0u32..).zip(&probabilities);
        let second: Vec<u32> =
            units.filter(|(_, probability)| is_wanted(probability)).map(|(at, _)| at).collect();
        let rows =
            second_stage::features(&reading.units, &reading.features, &probabilities, &second);
        let judged = stage(self.forest(), &rows, WIDTH);
        second.iter().zip(judged).for_each(|(at, judged)| probabilities[*at as usize] = judged);
        let tokens = reading.features.counts.iter().map(|one| one.tokens);
        let choice = Choice::new(&probabilities, tokens, self.model.doubt);
        Judged { sum: self.sum, reading, probabilities, second, rows, choice }
    }
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
        let label = |unit: &u32| match judged.probabilities.get(*unit as usize) {
            Some(probability) if judged.choice.has(*probability) => Label::Content,
            _ => Label::Boilerplate,
        };
        judged.reading.units.of_block.iter().map(label).collect()
    }

    /// One line for each kept unit, which is about a paragraph.
    fn text(&self, subject: &Subject) -> String {
        let judged = self.judge(subject);
        let units = judged.reading.units.all.iter().zip(&judged.probabilities);
        let kept = units.filter(|(_, probability)| judged.choice.has(**probability));
        kept.flat_map(|(unit, _)| [judged.reading.units.text_of(unit), "\n"]).collect()
    }

    fn explain(&self, subject: &Subject) -> Vec<String> {
        let judged = self.judge(subject);
        let reading = &judged.reading;
        let names = names();
        let part = |value: u16| f64::from(value) / f64::from(u16::MAX);
        let moved = |forest: &Forest, row: &[i32]| {
            let odds = |by: i32| f64::from(by) / f64::from(UNIT);
            let moves = forest.contributions(row).into_iter().take(NAMED);
            moves
                .map(|(at, by)| format!("{} {:+.2}", names[at], odds(by)))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let said = |unit: &u32| {
            if *unit == NONE {
                return "boilerplate: no text that the remover reads".to_owned();
            }
            let unit = *unit as usize;
            let probability = judged.probabilities[unit];
            let label = if judged.choice.has(probability) { "content" } else { "boilerplate" };
            let kept = match u16::try_from(judged.choice.least) {
                Ok(least) => format!("the page keeps {:.3} or more", part(least)),
                Err(_) => "the page gives nothing".to_owned(),
            };
            let first = &reading.features.values
                [unit * first_stage::WIDTH..(unit + 1) * first_stage::WIDTH];
            let first = moved(&self.model.first, first);
            let second = match judged.second.binary_search(&(unit as u32)) {
                Ok(row) => moved(self.forest(), &judged.rows[row * WIDTH..(row + 1) * WIDTH]),
                Err(_) => "the first stage is sure".to_owned(),
            };
            format!(
                "{label}: {:.3}, {kept} and is expected to have F1 {:.2}; {second}; first stage: \
                 {first}",
                part(probability),
                part(judged.choice.expected),
            )
        };
        reading.units.of_block.iter().map(said).collect()
    }

    fn scores(&self, subject: &Subject) -> Option<Vec<f32>> {
        let judged = self.judge(subject);
        let score = |unit: &u32| {
            judged
                .probabilities
                .get(*unit as usize)
                .map_or(0.0, |p| f32::from(*p) / f32::from(u16::MAX))
        };
        Some(judged.reading.units.of_block.iter().map(score).collect())
    }

    fn model_sum(&self) -> Option<u64> {
        Some(self.sum)
    }
}

#[cfg(test)]
mod tests;
