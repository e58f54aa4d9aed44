//! What the builders of jobs have in common: the request, the number of threads, the stop flag, and
//! the setters of all that several jobs take.

use super::index::Index;
use crate::job::{CompareJob, Judged, SearchJob, SweepJob, TopicsJob};
use crate::watch::Watch;
use tamis_index::error::Result;
#[cfg(doc)]
use tamis_search::Typed;
use tamis_search::experiment::measures::measures;
use tamis_search::feedback::{Feedback, Method};
use tamis_search::model::{ModelSpec, Parameters};
use tamis_search::request::{Clause, Request, SIEVE};
use tamis_search::rule::expression;
use tamis_search::rule::weights::WeightRule;
use tamis_search::{Predicate, TitleRule, Weights};

/// A job for an index, set call by call. Each job has its own beginning and end: those of searches
/// are at [`Index::search`] and [`Index::search_topics`], of experiments at [`Index::sweep`] and
/// [`Index::compare`].
#[must_use = "nothing is done until `run`"]
pub struct JobBuilder<'a, J> {
    pub(crate) setup: Setup<'a>,
    /// All but the request and the threads, which are in `setup`.
    pub(crate) job: J,
}

/// What a builder asks of an index.
pub(crate) struct Setup<'a> {
    pub index: &'a Index,
    pub request: Request,
    pub threads: Option<usize>,
    pub watch: &'a dyn Watch,
    /// Thresholds that are no numbers of blocks: below 0, or with too many digits.
    refused: Vec<(&'static str, String)>,
}

impl<'a> Setup<'a> {
    pub fn new(index: &'a Index) -> Self {
        Self { index, request: Request::default(), threads: None, watch: &(), refused: Vec::new() }
    }

    /// Sets a threshold, which is checked when the search starts.
    pub fn set_threshold(&mut self, name: &'static str, value: impl ToString) {
        let value = value.to_string();
        self.refused.retain(|(other, _)| *other != name);
        if self.request.set_threshold(name, &value).is_err() {
            self.refused.push((name, value));
        }
    }

    pub fn add_rule(&mut self, rule: &str) -> Result<()> {
        expression::parse(rule, self.index.manifest())?;
        self.request.set("where", rule)
    }

    pub fn add_weight(&mut self, rule: &str) -> Result<()> {
        WeightRule::parse(rule, self.index.manifest())?;
        self.request.set("weight", rule)?;
        self.check_weights()
    }

    pub fn weigh_by(&mut self, score: &str) -> Result<()> {
        let manifest = self.index.manifest();
        let mut weights = Weights::default();
        if let Some(known) = &self.request.weight_by {
            weights.weigh_by(manifest.score(known)?)?;
        }
        weights.weigh_by(manifest.score(score)?)?;
        self.request.weight_by = Some(score.to_owned());
        self.check_weights()
    }

    pub fn add_sieve(&mut self) -> Result<()> {
        self.add_named_rule(SIEVE)
    }

    pub fn add_named_rule(&mut self, name: &str) -> Result<()> {
        self.request.set("rule", name)?;
        self.check_weights()
    }

    fn check_weights(&self) -> Result<()> {
        self.request.weights(self.index.manifest()).map(drop)
    }

    pub fn add_label(&mut self, label: &str) -> Result<()> {
        Predicate::label(self.index.manifest(), label)?;
        self.request.add(Clause::label(label));
        Ok(())
    }

    pub fn set_model(&mut self, model: &str) -> Result<()> {
        ModelSpec::new(model, &Parameters::default())?;
        self.request.model = Some(model.to_owned());
        Ok(())
    }

    /// Sets a filter of pages, and checks it.
    pub fn filter_pages(&mut self, name: &str, value: &str) -> Result<()> {
        self.request.set(name, value)?;
        self.check_pages()
    }

    /// Checks the filters of pages.
    pub fn check_pages(&self) -> Result<()> {
        self.request.pages.filter().map(drop)
    }

    /// Checks what a setter could not refuse: the first threshold that is no number of a block.
    ///
    /// # Errors
    /// That threshold.
    pub fn check(&self) -> Result<()> {
        match self.refused.first() {
            Some((name, value)) => Request::default().set_threshold(name, value),
            None => Ok(()),
        }
    }
}

/// Which blocks are seen, of which pages, ranked how: setters of every job.
impl<'a, J> JobBuilder<'a, J> {
    pub(crate) fn new(index: &'a Index, job: J) -> Self {
        Self { setup: Setup::new(index), job }
    }

    /// Asks for all of this, in the place of what was set before.
    pub fn request(mut self, request: Request) -> Self {
        self.setup.request = request;
        self
    }

    /// Sets a parameter of the request by its name, to a value as it is typed:
    /// `set("kind", "text")?`.
    ///
    /// # Errors
    /// An unknown name, and a value of another kind.
    pub fn set(mut self, name: &str, value: &str) -> Result<Self> {
        self.setup.request.set(name, value)?;
        Ok(self)
    }

    /// Sees the title always, never, or like any other block. Default: always.
    pub fn title(mut self, title: TitleRule) -> Self {
        self.setup.request.title = title;
        self
    }

    /// Counts the text of some blocks more or less often than once: `kind = title: 3`,
    /// `link_density > 0.5: 0.3`, or with a name for [sweeps](crate::SweepBuilder::weights),
    /// `title=kind = title: 3`. The first rule that holds weighs a block; 0 leaves it out.
    /// Weights are 0 to 100, in hundredths.
    ///
    /// # Errors
    /// A rule that does not parse, a weight out of range, or a name given twice.
    pub fn weight(mut self, rule: &str) -> Result<Self> {
        self.setup.add_weight(rule)?;
        Ok(self)
    }

    /// Weighs every block by a score of the index, such as `score.victor`: a block of score 0.3
    /// counts 0.3 times, one of score 0 not at all. Blocks for which a rule of
    /// [`weight`](Self::weight) holds keep its weight, and blocks without a score, such as
    /// titles, count once.
    ///
    /// # Errors
    /// A score that the index does not have, or a second score.
    pub fn weight_by(mut self, score: &str) -> Result<Self> {
        self.setup.weigh_by(score)?;
        Ok(self)
    }

    /// Weighs blocks as the sieve does, a preset that was found on judged collections: titles
    /// count more; text on many pages, links and short blocks count less
    /// ([`SIEVE`](tamis_search::rule::sieve::SIEVE)). Call it after [`weight`](Self::weight).
    ///
    /// # Errors
    /// More rules than a view can have.
    pub fn sieve(mut self) -> Result<Self> {
        self.setup.add_sieve()?;
        Ok(self)
    }

    /// Adds the parameters of a rule by its name: `sieve`, or `tuned` for the rule that is
    /// stored in the index ([`Index::tuned`](crate::Index::tuned)). Thresholds and weights of
    /// the same names that are set here take the place of the rule's.
    ///
    /// # Errors
    /// Another name; an index without a tuned rule; the tuned rule beside the sieve.
    pub fn rule(mut self, name: &str) -> Result<Self> {
        self.setup.add_named_rule(name)?;
        Ok(self)
    }

    /// Ranks by this model: `bm25` (the default), `ql-dirichlet`, `dph`, `ql-jm`, `pl2` or
    /// another.
    ///
    /// # Errors
    /// An unknown name.
    pub fn model(mut self, name: &str) -> Result<Self> {
        self.setup.set_model(name)?;
        Ok(self)
    }

    /// Sets the term frequency saturation of BM25, 0 or more. Default: 0.9.
    pub fn k1(mut self, k1: f64) -> Self {
        self.setup.request.parameters.k1 = Some(k1);
        self
    }

    /// Sets the length normalisation of BM25, 0 to 1. Default: 0.4.
    pub fn b(mut self, b: f64) -> Self {
        self.setup.request.parameters.b = Some(b);
        self
    }

    /// Sets the prior of Dirichlet smoothing in tokens, more than 0. Default: 1000; for Indri's
    /// form 2500.
    pub fn mu(mut self, mu: f64) -> Self {
        self.setup.request.parameters.mu = Some(mu);
        self
    }

    /// Sets the collection's share in Jelinek-Mercer smoothing, between 0 and 1. Default: 0.1;
    /// for Indri's form 0.4.
    pub fn lambda(mut self, lambda: f64) -> Self {
        self.setup.request.parameters.lambda = Some(lambda);
        self
    }

    /// Sets the length normalisation of PL2, more than 0. Default: 1.
    pub fn c(mut self, c: f64) -> Self {
        self.setup.request.parameters.c = Some(c);
        self
    }

    /// Expands queries by RM3, with 10 terms of 10 pages and half of the weight on the query's
    /// own words.
    pub fn rm3(self) -> Self {
        self.feedback(Feedback::new(Method::Rm3))
    }

    /// Expands queries by pseudo relevance feedback.
    pub fn feedback(mut self, feedback: Feedback) -> Self {
        self.setup.request.expansion = feedback.into();
        self
    }

    /// Sees only the pages with these docnos.
    pub fn docnos<S: Into<String>>(mut self, docnos: impl IntoIterator<Item = S>) -> Self {
        self.setup
            .request
            .pages
            .docnos
            .get_or_insert_default()
            .extend(docnos.into_iter().map(Into::into));
        self
    }

    /// Does not see the pages with these docnos.
    pub fn not_docnos<S: Into<String>>(mut self, docnos: impl IntoIterator<Item = S>) -> Self {
        self.setup.request.pages.not_docnos.extend(docnos.into_iter().map(Into::into));
        self
    }

    /// Sees only pages of this date or later: `2005`, `2005-12`, `2005-12-06`, or with a time
    /// (`2005-12-06T09:12:33Z`), in UTC. The date of a revisit counts as one of its page.
    ///
    /// # Errors
    /// An invalid date, or one after the last date.
    pub fn from(mut self, date: &str) -> Result<Self> {
        self.setup.filter_pages("from", date)?;
        Ok(self)
    }

    /// Sees only pages of this date or earlier; a time is that second.
    ///
    /// # Errors
    /// An invalid date, or one before the first date.
    pub fn to(mut self, date: &str) -> Result<Self> {
        self.setup.filter_pages("to", date)?;
        Ok(self)
    }

    /// Sees only pages that say they were published at this date or later, written as for
    /// [`from`](Self::from).
    ///
    /// # Errors
    /// An invalid date, or one after the last date.
    pub fn published_from(mut self, date: &str) -> Result<Self> {
        self.setup.filter_pages("published_from", date)?;
        Ok(self)
    }

    /// Sees only pages that say they were published at this date or earlier.
    ///
    /// # Errors
    /// An invalid date, or one before the first date.
    pub fn published_to(mut self, date: &str) -> Result<Self> {
        self.setup.filter_pages("published_to", date)?;
        Ok(self)
    }

    /// Restricts the search to pages in this language, given as a code; repeat to allow
    /// several.
    ///
    /// # Errors
    /// An unknown code.
    pub fn page_language(mut self, code: &str) -> Result<Self> {
        self.setup.filter_pages("page_language", code)?;
        Ok(self)
    }

    /// Restricts the search to URLs that start so, with or without scheme and `www.`: a host
    /// (`example.org`), or a host and the start of a path (`example.org/blo`); repeat to allow
    /// several.
    pub fn url_prefix(mut self, prefix: impl Into<String>) -> Self {
        self.setup.request.pages.url_prefixes.push(prefix.into());
        self
    }

    /// Sees only one of the captures of each URL that pass all other filters: the newest, or
    /// the one nearest to a date (`2006`, `2006-01`, `2006-01-15`, or with a time, in UTC).
    ///
    /// # Errors
    /// An invalid date.
    pub fn collapse_url(mut self, nearest_to: Option<&str>) -> Result<Self> {
        self.setup.request.pages.collapse = true;
        self.setup.request.pages.collapse_date = nearest_to.map(str::to_owned);
        self.setup.check_pages()?;
        Ok(self)
    }

    /// Sets the number of threads. Default: all cores.
    pub fn threads(mut self, threads: usize) -> Self {
        self.setup.threads = Some(threads);
        self
    }

    /// Watches the job: hears its notices and its steps as they come, and may stop it. An
    /// [`AtomicBool`](std::sync::atomic::AtomicBool) stops it soon after it is true, with
    /// [`Error::Interrupted`](tamis_index::Error::Interrupted).
    pub fn watch(mut self, watch: &'a dyn Watch) -> Self {
        self.setup.watch = watch;
        self
    }

    /// Sets the number of results of a query. Default: 10 for words, 1000 for topics, as many as
    /// the measures look at for an experiment.
    pub fn hits(mut self, hits: usize) -> Self {
        self.setup.request.hits = Some(hits);
        self
    }

    /// Sees only blocks that meet a rule, such as
    /// `words >= 11 and link_density <= 0.33 or kind = title`. Several rules must all be met.
    ///
    /// # Errors
    /// A rule that does not parse; the message gives the column.
    pub fn where_(mut self, rule: &str) -> Result<Self> {
        self.setup.add_rule(rule)?;
        Ok(self)
    }
}

/// A job that has one rule, which may ask for a label.
pub trait HasLabel {}

impl HasLabel for SearchJob {}
impl HasLabel for TopicsJob {}
impl HasLabel for SweepJob {}

/// The label of a rule. A comparison has those that it compares.
impl<J: HasLabel> JobBuilder<'_, J> {
    /// Sees only blocks that this classifier labels as content.
    ///
    /// # Errors
    /// A label that the index does not have.
    pub fn label(mut self, classifier: &str) -> Result<Self> {
        self.setup.add_label(classifier)?;
        Ok(self)
    }
}

/// A job that searches by one rule.
pub trait HasOneRule {}

impl HasOneRule for SearchJob {}
impl HasOneRule for TopicsJob {}

/// The thresholds of a search that have setters of their own; all others are set by their names
/// ([`set`](Self::set)).
impl<J: HasOneRule> JobBuilder<'_, J> {
    /// Sees only blocks of at least this many words.
    pub fn min_words(mut self, words: u32) -> Self {
        self.setup.set_threshold("min_words", words);
        self
    }

    /// Sees only blocks of at most this many words.
    pub fn max_words(mut self, words: u32) -> Self {
        self.setup.set_threshold("max_words", words);
        self
    }

    /// Sees only blocks of at least this text density:
    /// words per full line of 80 characters.
    pub fn min_density(mut self, density: f64) -> Self {
        self.setup.set_threshold("min_density", density);
        self
    }

    /// Sees only blocks of at least this link density:
    /// share of words inside links, 0 to 1.
    pub fn min_link_density(mut self, density: f64) -> Self {
        self.setup.set_threshold("min_link_density", density);
        self
    }

    /// Sees only blocks of at most this link density:
    /// share of words inside links, 0 to 1.
    pub fn max_link_density(mut self, density: f64) -> Self {
        self.setup.set_threshold("max_link_density", density);
        self
    }

    /// Sees only blocks whose tokens stand on at most this many pages of the index.
    pub fn max_repeats(mut self, pages: u32) -> Self {
        self.setup.set_threshold("max_repeats", pages);
        self
    }

    /// Sees only blocks whose tokens stand on at most this share of the other pages of
    /// their site, 0 to 1.
    pub fn max_site_share(mut self, share: f64) -> Self {
        self.setup.set_threshold("max_site_share", share);
        self
    }

    /// Reads phrases in quotes, `+required` and `-excluded` words as conditions, as [`Typed`] does.
    /// Default: all are words, for the titles of published topics hold quotes and hyphens that are
    /// none.
    pub fn query_syntax(mut self, on: bool) -> Self {
        self.setup.request.query_syntax = on;
        self
    }
}

/// The thresholds of a sweep that have setters of their own; all others are set by their names
/// ([`axis`](Self::axis)).
impl JobBuilder<'_, SweepJob> {
    /// Sweeps the minimum words of a block, such as `1..=100`.
    pub fn min_words(self, wordss: impl IntoIterator<Item = u32>) -> Self {
        self.axis("min_words", wordss)
    }

    /// Sweeps the maximum words of a block.
    pub fn max_words(self, wordss: impl IntoIterator<Item = u32>) -> Self {
        self.axis("max_words", wordss)
    }

    /// Sweeps the minimum text density of a block,
    /// in words per full line of 80 characters.
    pub fn min_density(self, densitys: impl IntoIterator<Item = f64>) -> Self {
        self.axis("min_density", densitys)
    }

    /// Sweeps the minimum link density of a block, 0 to 1: `[0.0, 0.33, 0.5]`.
    pub fn min_link_density(self, densitys: impl IntoIterator<Item = f64>) -> Self {
        self.axis("min_link_density", densitys)
    }

    /// Sweeps the maximum link density of a block, 0 to 1: `[0.2, 0.33, 1.0]`.
    pub fn max_link_density(self, densitys: impl IntoIterator<Item = f64>) -> Self {
        self.axis("max_link_density", densitys)
    }

    /// Sweeps the maximum number of pages of the index that hold a block of the same
    /// tokens, each URL once: `[1, 2, 5, 10, 100]`.
    pub fn max_repeats(self, pagess: impl IntoIterator<Item = u32>) -> Self {
        self.axis("max_repeats", pagess)
    }

    /// Sweeps the maximum share of the other pages of a page's site that hold a block of
    /// the same tokens, 0 to 1.
    pub fn max_site_share(self, shares: impl IntoIterator<Item = f64>) -> Self {
        self.axis("max_site_share", shares)
    }
}

/// A job that is measured against judgements.
pub trait IsJudged {
    /// The topics, qrels and measures.
    fn judged(&mut self) -> &mut Judged;
}

impl IsJudged for SweepJob {
    fn judged(&mut self) -> &mut Judged {
        &mut self.judged
    }
}

impl IsJudged for CompareJob {
    fn judged(&mut self) -> &mut Judged {
        &mut self.judged
    }
}

/// What a job is measured by.
impl<J: IsJudged> JobBuilder<'_, J> {
    /// Adds a measure by trec_eval's name or ir_measures': `P.10`, `ndcg_cut.10`, `nDCG@10`,
    /// `map`. The first measure selects the best point.
    ///
    /// # Errors
    /// An unknown measure, or one that has no value per topic or needs other judgements than
    /// qrels.
    pub fn measure(mut self, name: &str) -> Result<Self> {
        measures([name])?;
        self.job.judged().measures.push(name.to_owned());
        Ok(self)
    }

    /// Sets the lowest grade that counts as relevant. Default: 1.
    pub fn level(mut self, level: i32) -> Self {
        self.job.judged().level = level;
        self
    }

    /// Leaves the page whose docno is the topic's id out of its results. Default: false.
    pub fn remove_query(mut self, on: bool) -> Self {
        self.setup.request.remove_query = on;
        self
    }

    /// Names the topics and the qrels for the report. Default: `topics` and `qrels`.
    pub fn named(mut self, topics: impl Into<String>, qrels: impl Into<String>) -> Self {
        self.job.judged().topics.rename(topics);
        self.job.judged().qrels.rename(qrels);
        self
    }
}

#[cfg(test)]
mod tests {
    use tamis_search::request::{PARAMETERS, Role};

    #[test]
    fn every_threshold_of_the_list_has_setters() {
        let text = include_str!("builder.rs");
        for spec in PARAMETERS.iter().filter(|spec| matches!(spec.role, Role::Threshold(_))) {
            let setter = format!("pub fn {}(", spec.name);
            assert_eq!(text.matches(&setter).count(), 2, "{}", spec.name);
        }
    }
}
