//! Settings shared by all searches of an index: the rule for blocks, the pages, the ranking, the threads.

use super::index::Index;
use std::sync::atomic::{AtomicBool, Ordering};
use tamis_index::captures::Choice;
use tamis_index::corpus::pages::{dates, language_code};
use tamis_index::corpus::{Corpus, PageFilter};
use tamis_index::error::{Error, Result};
use tamis_index::index::storage::guarded;
use tamis_index::ingest::check_threads;
use tamis_search::experiment::thresholds::Thresholds;
use tamis_search::feedback::{Feedback, Ranking};
use tamis_search::model::{ModelSpec, Parameters};
use tamis_search::rule::weights::WeightRule;
use tamis_search::rule::{expression, sieve};
use tamis_search::{BlockRule, Predicate, TitleRule, Weights};

/// The settings of a view and of the ranking in it.
pub(super) struct ViewSettings<'a> {
    pub index: &'a Index,
    /// All rules together; the title rule is applied later.
    pub rule: Predicate,
    pub weights: Weights,
    pub title: TitleRule,
    pub pages: PageFilter,
    pub model: String,
    pub parameters: Parameters,
    pub feedback: Option<Feedback>,
    pub threads: Option<usize>,
    pub stop: Option<&'a AtomicBool>,
}

impl<'a> ViewSettings<'a> {
    pub fn new(index: &'a Index) -> Self {
        Self {
            index,
            rule: Predicate::All,
            weights: Weights::default(),
            title: TitleRule::default(),
            pages: PageFilter::default(),
            model: "bm25".to_owned(),
            parameters: Parameters::default(),
            feedback: None,
            threads: None,
            stop: None,
        }
    }

    pub fn add_rule(&mut self, rule: &str) -> Result<()> {
        let rule = expression::parse(rule, self.index.manifest())?;
        self.rule = std::mem::replace(&mut self.rule, Predicate::All).and(rule);
        Ok(())
    }

    pub fn add_weight(&mut self, rule: &str) -> Result<()> {
        self.weights.add(WeightRule::parse(rule, self.index.manifest())?)
    }

    pub fn weigh_by(&mut self, score: &str) -> Result<()> {
        self.weights.weigh_by(self.index.manifest().score(score)?)
    }

    pub fn add_sieve(&mut self) -> Result<()> {
        sieve::add_sieve(&mut self.weights, self.index.manifest())
    }

    pub fn add_label(&mut self, label: &str) -> Result<()> {
        let rule = Predicate::label(self.index.manifest(), label)?;
        self.rule = std::mem::replace(&mut self.rule, Predicate::All).and(rule);
        Ok(())
    }

    pub fn set_model(&mut self, model: &str) -> Result<()> {
        ModelSpec::new(model, &Parameters::default())?;
        model.clone_into(&mut self.model);
        Ok(())
    }

    pub fn add_language(&mut self, written: &str) -> Result<()> {
        self.pages.languages.push(language_code(written)?);
        Ok(())
    }

    /// Sets the first date, the last one, or both.
    pub fn set_dates(&mut self, from: Option<&str>, to: Option<&str>) -> Result<()> {
        let Some(dates) = dates(from, to)? else { return Ok(()) };
        let both = match self.pages.dates.take() {
            Some(known) => known.start.max(dates.start)..known.end.min(dates.end),
            None => dates,
        };
        if both.is_empty() {
            return Err(Error::setting("from", "is later than the setting `to`: no page has such a date"));
        }
        self.pages.dates = Some(both);
        Ok(())
    }

    /// Keeps one capture of each URL: the newest, or the one nearest to a date.
    pub fn set_collapse(&mut self, nearest_to: Option<&str>) -> Result<()> {
        let nearest = nearest_to.map(|date| Choice::nearest("collapse_date", date)).transpose()?;
        self.pages.collapse = Some(nearest.unwrap_or(Choice::Newest));
        Ok(())
    }

    /// The rule that permits blocks (thresholds, rules and labels together, and the title's treatment), and the weights.
    pub fn permitted(&self, thresholds: &Thresholds) -> Result<BlockRule> {
        let permits = self.title.apply(thresholds.rule()?.and(self.rule.clone()));
        Ok(BlockRule { permits, weights: self.weights.clone() })
    }

    /// The model with its parameters, checked.
    pub fn ranking(&self) -> Result<Ranking> {
        Ranking::new(&self.model, &self.parameters, self.feedback)
    }

    /// Whether the caller asked to stop.
    pub fn stops(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Calls a function with the permitted pages, on the requested threads.
    pub fn with_corpus<T: Send>(&self, work: impl FnOnce(&Corpus) -> Result<T> + Send) -> Result<T> {
        self.index.check_files()?;
        let filtered = if self.pages.is_empty() { None } else { Some(self.filtered()?) };
        let corpus = filtered.as_ref().unwrap_or(&self.index.corpus);
        let work = |corpus: &_| guarded(self.index.path(), || work(corpus));
        match self.threads {
            None => work(corpus),
            Some(threads) => {
                check_threads(threads)?;
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                pool.map_err(|e| Error::setting("threads", e.to_string()))?.install(|| work(corpus))
            }
        }
    }

    /// A corpus of the pages that pass the filter.
    fn filtered(&self) -> Result<Corpus> {
        let mut corpus = Corpus::new(self.index.paths().map(tamis_index::index::Index::open).collect::<Result<_>>()?)?;
        corpus.filter(&self.pages)?;
        Ok(corpus)
    }
}
