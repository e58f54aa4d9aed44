//! What a job asks, resolved against the labels and scores of an index: queries, a ranking and views.

use super::asked::Asked;
use crate::experiment::measures::check_hits;
use crate::experiment::number::decimal;
use crate::experiment::query;
use crate::experiment::thresholds::Thresholds;
use crate::rule::{expression, sieve};
use crate::sweep::{Grids, RuleAxis, WeightAxis, WeightGrid};
use crate::{BlockRule, Predicate, Query, Ranking, TitleRule, Weights};
use tamis_index::analyze::Analyzer;
use tamis_index::error::Result;
use tamis_index::index::Manifest;
use tamis_index::index::columns::{REPEATS, SITE_REPEATS};

/// A job, ready to search an index.
pub(super) struct Resolved {
    /// One per topic.
    pub queries: Vec<Query>,
    pub ranking: Ranking,
    pub views: Views,
}

/// The views of a job. In both kinds the unfiltered text of a sweep comes first.
pub(super) enum Views {
    /// Each is evaluated and searched by itself: a search, or feedback, whose queries differ between views.
    Each(Vec<BlockRule>),
    /// All are searched in one pass over the postings.
    Grids(Box<Grids>),
}

impl Resolved {
    /// Resolves a job. The manifest is that of any of its shards.
    ///
    /// # Errors
    /// [`tamis_index::Error::Setting`] for a setting that no search of such an index takes.
    pub fn of(asked: &Asked, manifest: &Manifest) -> Result<Self> {
        check_hits(asked.hits)?;
        let ranking = Ranking::new(&asked.model, &asked.parameters, asked.feedback)?;
        let mut analyzer = Analyzer::by_name(&manifest.recipe.analyzer)?;
        let queries = asked.topics.iter().map(|(_, text)| query(&mut analyzer, text)).collect();
        let views = match grids(asked, manifest)? {
            None => Views::Each(vec![rule(asked, manifest)?]),
            Some(grids) if asked.feedback.is_none() => Views::Grids(Box::new(grids)),
            Some(grids) => {
                let points = (0..grids.points()).map(|point| grids.rule(point));
                Views::Each([grids.baseline().into()].into_iter().chain(points).collect())
            }
        };
        Ok(Self { queries, ranking, views })
    }

    /// The number of views.
    pub fn places(&self) -> usize {
        match &self.views {
            Views::Each(rules) => rules.len(),
            Views::Grids(grids) => grids.points() + 1,
        }
    }

    /// Whether a view depends on how often blocks repeat.
    pub fn asks_for_repeats(&self) -> bool {
        let needed = match &self.views {
            Views::Each(rules) => rules.iter().fold(0, |columns, rule| columns | rule.columns()),
            Views::Grids(grids) => (0..grids.points()).fold(0, |columns, point| columns | grids.rule(point).columns()),
        };
        needed & (1 << REPEATS | 1 << SITE_REPEATS) != 0
    }
}

/// The grids of a sweep; none for a search.
///
/// # Errors
/// [`tamis_index::Error::Setting`] for a setting that no sweep takes.
pub(super) fn grids(asked: &Asked, manifest: &Manifest) -> Result<Option<Grids>> {
    if !asked.sweep {
        return Ok(None);
    }
    let axis = RuleAxis::of_labels(manifest, asked.labels.iter().map(String::as_str))?;
    let labels = Some(axis).filter(|axis| !axis.values.is_empty());
    let axes = asked.weights.iter().map(|(rule, values)| {
        let values = values.iter().map(|value| decimal("weight", *value)).collect::<Result<Vec<_>>>()?;
        WeightAxis::new(rule.as_str(), values)
    });
    let weights = WeightGrid::new(weights(asked, manifest)?, axes.collect::<Result<_>>()?)?;
    let (thresholds, side, title) = (thresholds(asked, manifest)?, side(asked, manifest)?, title(asked)?);
    thresholds.grids(asked.separately, labels, weights, side, title).map(Some)
}

/// The rule of a search.
fn rule(asked: &Asked, manifest: &Manifest) -> Result<BlockRule> {
    let permits = title(asked)?.apply(thresholds(asked, manifest)?.rule()?.and(side(asked, manifest)?));
    Ok(BlockRule { permits, weights: weights(asked, manifest)? })
}

fn title(asked: &Asked) -> Result<TitleRule> {
    asked.title.parse()
}

fn thresholds(asked: &Asked, manifest: &Manifest) -> Result<Thresholds> {
    let mut thresholds = Thresholds::default();
    for (name, values) in &asked.thresholds {
        thresholds.set_named(name, values, manifest)?;
    }
    Ok(thresholds)
}

/// The rules and labels that must hold besides thresholds.
fn side(asked: &Asked, manifest: &Manifest) -> Result<Predicate> {
    let mut side = Predicate::All;
    for rule in &asked.rules {
        side = side.and(expression::parse(rule, manifest)?);
    }
    for label in &asked.label {
        side = side.and(Predicate::label(manifest, label)?);
    }
    Ok(side)
}

fn weights(asked: &Asked, manifest: &Manifest) -> Result<Weights> {
    let mut weights = Weights::parse(asked.weight.iter().map(String::as_str), manifest)?;
    if let Some(score) = &asked.weight_by {
        weights.weigh_by(manifest.score(score)?)?;
    }
    if asked.sieve {
        sieve::add_sieve(&mut weights, manifest)?;
    }
    Ok(weights)
}
