//! Searches for weighted tokens, which another program has chosen.

use super::TopicSearchBuilder;
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;
use tamis_search::Query;
use tamis_search::experiment::measures::{RUN_HITS, check_hits};
use tamis_search::experiment::retrieved;
use tamis_search::typed::Analyzed;
use tamis_search::typed::conditions::Conditions;

impl TopicSearchBuilder<'_> {
    /// Searches for these tokens with their weights, in the place of the words of topics, and
    /// returns docnos and scores, best first. Tokens are those of the index: they are not analyzed
    /// again. A weight of 0 or less leaves its token out.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn weighted(self, queries: &[Vec<(String, f64)>]) -> Result<Vec<Vec<(String, f32)>>> {
        let most = check_hits(self.setup.request.hits.unwrap_or(RUN_HITS))?;
        self.setup.search(Corpus::check_pages, |prepared| {
            let order = prepared.corpus.order()?;
            let queries: Vec<Analyzed> = queries.iter().map(|tokens| of_tokens(tokens)).collect();
            let rankings = prepared.rankings_of_topics(
                (&self.ids(), &queries),
                most,
                self.setup.request.remove_query,
                &|| self.setup.stops(),
            )?;
            rankings.iter().map(|ranking| retrieved(order, ranking)).collect()
        })
    }
}

fn of_tokens(tokens: &[(String, f64)]) -> Analyzed {
    let query = Query::weighted(tokens.iter().map(|(token, weight)| (token.as_str(), *weight)));
    Analyzed { query, conditions: Conditions::default(), empty: Vec::new() }
}
