//! What a job asks, resolved against the labels and scores of an index: queries, a ranking and views.

use super::asked::{Asked, Question};
use crate::experiment::measures::check_hits;
use crate::request::SweepRequest;
use crate::sweep::Grids;
use crate::typed::{Analyzed, analyze};
use crate::{BlockRule, Ranking};
use tamis_index::analyze::Analyzer;
use tamis_index::corpus::PageFilter;
use tamis_index::error::{Error, Result};
use tamis_index::index::Manifest;
use tamis_index::index::columns::{REPEATS, SITE_REPEATS};

/// A job, ready to search an index.
pub(super) struct Resolved {
    /// One per topic.
    pub queries: Vec<Analyzed>,
    pub ranking: Ranking,
    /// The pages that are searched.
    pub pages: PageFilter,
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
        let (ranking, views) = match &asked.question {
            Question::Search(request) => (request.ranking()?, Views::Each(vec![request.rule(manifest)?])),
            Question::Sweep(sweep) => {
                let ranking = single(sweep)?;
                let views = match ranking.feedback {
                    None => Views::Grids(Box::new(sweep.grids(manifest, 1)?)),
                    Some(_) => Views::Each(sweep.rules(manifest)?),
                };
                (ranking, views)
            }
        };
        let mut analyzer = Analyzer::by_name(&manifest.recipe.analyzer)?;
        let operators = asked.request().query_syntax;
        let topics = asked.topics.iter();
        let queries = topics.map(|(_, text)| analyze(text, operators, &mut analyzer)).collect();
        Ok(Self { queries, ranking, pages: filter(asked)?, views })
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

/// The ranking of a sweep's points.
///
/// # Errors
/// [`Error::Setting`] for several.
pub(super) fn single(sweep: &SweepRequest) -> Result<Ranking> {
    let rankings = sweep.rankings()?;
    match rankings.axes.first() {
        None => Ok(rankings.all[0]),
        Some(axis) => {
            let found = format!("found the axis {}, expected one ranking", axis.name);
            Err(Error::settings(format!("a sweep over shards: {found}; sweep the models one by one")))
        }
    }
}

/// The filter of pages.
///
/// # Errors
/// [`Error::Setting`] for captures that are collapsed: those of a URL may be in several shards.
fn filter(asked: &Asked) -> Result<PageFilter> {
    let filter = asked.pages().filter()?;
    if filter.collapse.is_some() && asked.shards > 1 {
        let problem = "captures of a URL may be in several shards; combine them to collapse captures";
        return Err(Error::setting("collapse", problem));
    }
    Ok(filter)
}
