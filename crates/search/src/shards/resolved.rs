//! What a job requests, resolved against the labels and scores of an index: queries, a ranking and
//! views.

use super::request::{Question, ShardRequest};
use crate::experiment::Rankings;
use crate::experiment::measures::check_hits;
use crate::sweep::Grids;
use crate::typed::{Analyzed, analyze};
use crate::{BlockRule, Ranking};
use tamis_index::corpus::PageFilter;
use tamis_index::error::{Error, Result};
use tamis_index::index::Manifest;
use tamis_index::index::columns::{BlockColumn, ColumnSet};

/// A job, ready to search an index.
pub(super) struct ResolvedJob {
    pub queries: Vec<Analyzed>,
    /// How the points of a sweep are ranked, and its unfiltered text; a search has a single
    /// ranking.
    pub rankings: Rankings,
    /// The pages that are searched.
    pub pages: PageFilter,
    pub views: Views,
}

/// The views of a job. In both kinds the unfiltered text of a sweep comes first.
pub(super) enum Views {
    /// Each is evaluated and searched by itself: a search, or feedback, whose queries differ
    /// between views.
    Each(Vec<BlockRule>),
    /// All are searched in one pass over the postings.
    Grids(Box<Grids>),
}

impl ResolvedJob {
    /// Resolves a job. The manifest is that of any of its shards.
    ///
    /// # Errors
    /// [`tamis_index::Error::Setting`] for a setting that no search of such an index takes.
    pub fn new(request: &ShardRequest, manifest: &Manifest) -> Result<Self> {
        check_hits(request.hits)?;
        let (rankings, views) = match &request.question {
            Question::Search(search) => {
                let rankings = Rankings::single(search.ranking()?);
                (rankings, Views::Each(vec![search.rule(manifest)?]))
            }
            Question::Sweep(sweep) => {
                let rankings = sweep.rankings()?;
                let grids = sweep.grids(manifest, rankings.all.len())?;
                let views = if expand(&rankings) {
                    Views::Each(rules(&grids))
                } else {
                    Views::Grids(Box::new(grids))
                };
                (rankings, views)
            }
        };
        let mut analyzer = manifest.recipe.analyzer()?;
        let operators = request.search_request().query_syntax;
        let topics = request.topics.iter();
        let queries = topics.map(|(_, text)| analyze(text, operators, &mut analyzer)).collect();
        Ok(Self { queries, rankings, pages: request.pages().filter()?, views })
    }

    /// The rule of a search.
    ///
    /// # Errors
    /// [`Error::Setting`] for a sweep.
    pub fn searched(&self) -> Result<&BlockRule> {
        match &self.views {
            Views::Each(rules) if rules.len() == 1 => Ok(&rules[0]),
            _ => Err(Error::settings("found a sweep, expected a search")),
        }
    }

    /// Whether any ranking expands queries.
    pub fn expands(&self) -> bool {
        expand(&self.rankings)
    }

    /// The number of columns: views with a ranking each.
    pub fn columns(&self) -> usize {
        1 + self.rankings.all.len() * (self.places() - 1)
    }

    /// The view of a column, and its ranking.
    pub fn column(&self, column: usize) -> (usize, Ranking) {
        match column.checked_sub(1) {
            None => (0, self.rankings.baseline),
            Some(point) => {
                let points = self.places() - 1;
                (1 + point % points, self.rankings.all[point / points])
            }
        }
    }

    /// The columns of a view, with their rankings.
    pub fn columns_of(&self, view: usize) -> Vec<(usize, Ranking)> {
        if view == 0 {
            return vec![(0, self.rankings.baseline)];
        }
        let points = self.places() - 1;
        let rankings = self.rankings.all.iter().enumerate();
        rankings.map(|(number, ranking)| (number * points + view, *ranking)).collect()
    }

    pub fn places(&self) -> usize {
        match &self.views {
            Views::Each(rules) => rules.len(),
            Views::Grids(grids) => grids.points() + 1,
        }
    }

    /// Whether a view depends on how often blocks repeat.
    pub fn needs_repeats(&self) -> bool {
        let needed: ColumnSet = match &self.views {
            Views::Each(rules) => rules.iter().map(BlockRule::columns).collect(),
            Views::Grids(grids) => {
                (0..grids.points()).map(|point| grids.rule(point).columns()).collect()
            }
        };
        needed.contains(BlockColumn::Repeats) || needed.contains(BlockColumn::SiteRepeats)
    }
}

fn expand(rankings: &Rankings) -> bool {
    rankings.all.iter().any(|ranking| ranking.feedback.is_some())
}

/// The rules of a sweep's views: the unfiltered text first.
fn rules(grids: &Grids) -> Vec<BlockRule> {
    let baseline = BlockRule::from(grids.baseline());
    let points = (0..grids.points()).map(|point| grids.rule(point));
    [baseline].into_iter().chain(points).collect()
}
