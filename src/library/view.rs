//! What all searches of an index share: the rule that blocks must meet, the pages, the ranking, the threads.

use super::index::Index;
use crate::analyze::language;
use crate::error::{Error, Result};
use crate::search::feedback::{Feedback, Method, Ranking};
use crate::search::model::{ModelSpec, Parameters, check_taken};
use crate::search::{Corpus, PageFilter, Predicate, TitleRule, expression};
use std::ops::Range;
use tamis_collection::date;

/// The settings of a view and of the ranking in it.
pub(super) struct ViewSettings<'a> {
    pub index: &'a Index,
    /// All rules together; the title rule is applied later.
    pub rule: Predicate,
    pub title: TitleRule,
    pub pages: PageFilter,
    pub model: String,
    pub parameters: Parameters,
    pub feedback: Option<Feedback>,
    pub threads: Option<usize>,
}

/// Feedback's published defaults.
pub(super) const fn feedback(method: Method) -> Feedback {
    Feedback { method, terms: 10, documents: 10, original_weight: 0.5 }
}

impl<'a> ViewSettings<'a> {
    pub fn new(index: &'a Index) -> Self {
        Self {
            index,
            rule: Predicate::All,
            title: TitleRule::default(),
            pages: PageFilter::default(),
            model: "bm25".to_owned(),
            parameters: Parameters::default(),
            feedback: None,
            threads: None,
        }
    }

    pub fn add_rule(&mut self, rule: &str) -> Result<()> {
        let rule = expression::parse(rule, self.index.manifest())?;
        self.rule = std::mem::replace(&mut self.rule, Predicate::All).and(rule);
        Ok(())
    }

    pub fn add_label(&mut self, label: &str) -> Result<()> {
        let rule = Predicate::Label(self.index.manifest().label_bit(label)?, label.to_owned());
        self.rule = std::mem::replace(&mut self.rule, Predicate::All).and(rule);
        Ok(())
    }

    pub fn set_model(&mut self, model: &str) -> Result<()> {
        ModelSpec::new(model, &Parameters::default())?;
        model.clone_into(&mut self.model);
        Ok(())
    }

    pub fn add_language(&mut self, asked: &str) -> Result<()> {
        let code = language::code(asked).ok_or_else(|| Error::unknown_name("language", asked, language::codes()))?;
        self.pages.languages.push(code.to_owned());
        Ok(())
    }

    /// Sets the first date, the last one, or both.
    pub fn set_dates(&mut self, from: Option<&str>, to: Option<&str>) -> Result<()> {
        let Range { mut start, mut end } = self.pages.dates.clone().unwrap_or(i64::MIN..i64::MAX);
        if let Some(from) = from {
            start = span("from", from)?.start;
        }
        if let Some(to) = to {
            end = span("to", to)?.end;
        }
        if start >= end {
            return Err(Error::settings("found a first date after the last date, expected it before"));
        }
        self.pages.dates = Some(start..end);
        Ok(())
    }

    /// The model with its parameters, checked.
    pub fn ranking(&self) -> Result<Ranking> {
        let given = self.parameters.given().map(|(name, value)| (name, value.to_string()));
        check_taken(&[&self.model], given)?;
        let model = ModelSpec::new(&self.model, &self.parameters)?;
        self.feedback.map_or(Ok(()), |feedback| feedback.check(&model))?;
        Ok(Ranking { model, feedback: self.feedback })
    }

    /// Calls a function with the pages that may be seen, on the threads that were asked for.
    pub fn with_corpus<T: Send>(&self, work: impl FnOnce(&Corpus) -> Result<T> + Send) -> Result<T> {
        let filtered = if self.pages.is_empty() { None } else { Some(self.filtered()?) };
        let corpus = filtered.as_ref().unwrap_or(&self.index.corpus);
        match self.threads {
            None => work(corpus),
            Some(0) => Err(Error::setting("threads", "found 0, expected 1 or more")),
            Some(threads) => {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                pool.map_err(|e| Error::setting("threads", e.to_string()))?.install(|| work(corpus))
            }
        }
    }

    /// A corpus of the pages that pass the filter.
    fn filtered(&self) -> Result<Corpus> {
        let mut corpus = Corpus::new(vec![crate::index::Index::open(self.index.path())?])?;
        corpus.filter(&self.pages)?;
        Ok(corpus)
    }
}

fn span(name: &'static str, date: &str) -> Result<Range<i64>> {
    date::span(date).ok_or_else(|| {
        Error::setting(name, format!("found '{date}', expected a date such as 2005-12-06, 2005-12 or 2005"))
    })
}
