//! What caused the largest differences: of the topics on which a view differs most from the
//! unfiltered text, the judged pages whose ranks changed.

use super::Experiment;
use super::results::{Point, Sweep};
use crate::feedback::{Ranking, Searcher, each_view};
use crate::sweep::Grids;
use crate::{BlockRule, rank::top::Ranked};
use tamis_eval::runs::{Changed, changed, moved_between};
use tamis_index::error::Result;

/// The most topics. Each is searched twice more.
pub(crate) const TOPICS: usize = 10;
/// The most pages of a topic.
pub(crate) const PAGES: usize = 5;

impl Experiment<'_> {
    /// Finds the topics on which the best point differs most from the unfiltered text in the first
    /// measure, and the pages that moved.
    ///
    /// # Errors
    /// Errors of reading the index.
    pub fn explain(&self, sweep: &mut Sweep, grids: &Grids) -> Result<()> {
        let Some(&best) = sweep.best.first().filter(|best| **best < sweep.points.len()) else {
            return Ok(());
        };
        let rule = grids.rule(best % grids.points());
        let ranking = self.rankings.all[best / grids.points()];
        let points = (&sweep.baseline, &sweep.points[best]);
        sweep.changed = self.changed(grids, points, (rule, ranking))?;
        Ok(())
    }

    /// Returns the topics on which a view, given by its rule and ranking, differs most from the
    /// unfiltered text in the first measure, and the pages that moved.
    pub(super) fn changed(
        &self,
        grids: &Grids,
        (unfiltered, chosen): (&Point, &Point),
        (rule, ranking): (BlockRule, Ranking),
    ) -> Result<Vec<Changed>> {
        let ids: Vec<&str> = self.topics.iter().map(|topic| topic.id.as_str()).collect();
        let mut found = changed(&ids, &unfiltered.per_topic[0], &chosen.per_topic[0], TOPICS);
        if found.is_empty() {
            return Ok(found);
        }
        let topics: Vec<usize> =
            found.iter().filter_map(|one| ids.iter().position(|id| *id == one.topic)).collect();
        let baseline = std::slice::from_ref(&self.rankings.baseline);
        let chosen = std::slice::from_ref(&ranking);
        let views = [(grids.baseline().into(), baseline), (rule, chosen)];
        let mut by_view = each_view(self.corpus, &views, |_, searchers| {
            topics.iter().map(|&topic| self.judged_ranking(&searchers[0], topic)).collect()
        })?;
        let after: Vec<Vec<(String, Option<i32>)>> =
            by_view.pop().map(|(_, found)| found).unwrap_or_default();
        let before = by_view.pop().map(|(_, found)| found).unwrap_or_default();
        for ((one, before), after) in found.iter_mut().zip(before).zip(after) {
            one.moved = moved_between(&before, &after, PAGES);
        }
        Ok(found)
    }

    /// Searches for a topic: its results with their grades. Only judged ones need a name.
    fn judged_ranking(
        &self,
        searcher: &Searcher<'_>,
        topic: usize,
    ) -> Result<Vec<(String, Option<i32>)>> {
        let order = self.corpus.order()?;
        let grades = &self.topics[topic].grades;
        let found = searcher.search(&self.topics[topic].query, self.depth())?;
        let hits = self.counting(topic, &found);
        let mut ranking = Vec::with_capacity(hits.len());
        for &Ranked { document, .. } in &*hits {
            let grade = grades.get(&document).copied().filter(|grade| *grade >= 0);
            let docno = if grade.is_some() { order.docno(document)? } else { String::new() };
            ranking.push((docno, grade));
        }
        Ok(ranking)
    }
}
