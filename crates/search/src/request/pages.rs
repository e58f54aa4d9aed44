//! Filters of pages: how they are requested, and which pages pass them.

use super::Request;
use super::parameters::{Part, parameter};
use super::problems::Problems;
use crate::rule::expression::as_word;
use crate::rule::expression::conditions::{self, Condition};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use tamis_index::captures::Choice;
use tamis_index::corpus::PageFilter;
use tamis_index::corpus::pages::{dates, language_code};
use tamis_index::error::{Error, Result};

/// Filters of pages as they are requested. A search treats the other pages as if they were not in
/// the index.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pages {
    /// The only docnos; none for all.
    pub docnos: Option<Vec<String>>,
    /// Docnos that are left out.
    pub not_docnos: Vec<String>,
    /// The first date: `2005`, `2005-12`, `2005-12-06`, or with a time, in UTC.
    pub from: Option<String>,
    pub to: Option<String>,
    /// The first date of publication, likewise.
    pub published_from: Option<String>,
    /// The last date of publication.
    pub published_to: Option<String>,
    /// Codes or names of languages; any if empty.
    pub languages: Vec<String>,
    /// Starts of URLs; any if empty.
    pub url_prefixes: Vec<String>,
    /// Whether only one capture of each URL is searched.
    pub collapse: bool,
    /// The date to which this capture is nearest; none for the newest one.
    pub collapse_date: Option<String>,
}

impl Pages {
    /// Whether every page is searched.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the filter of pages.
    ///
    /// # Errors
    /// [`Error::Setting`] for an invalid date, an unknown language, and a date of captures that are
    /// not collapsed.
    pub fn filter(&self) -> Result<PageFilter> {
        Ok(PageFilter {
            docnos: self.docnos.as_ref().map(|docnos| docnos.iter().cloned().collect()),
            not_docnos: self.not_docnos.iter().cloned().collect(),
            dates: dates(("from", self.from.as_deref()), ("to", self.to.as_deref()))?,
            published: dates(
                ("published_from", self.published_from.as_deref()),
                ("published_to", self.published_to.as_deref()),
            )?,
            languages: self.codes()?,
            url_prefixes: self.url_prefixes.clone(),
            collapse: self.choice()?,
        })
    }

    /// Returns the filter, or notes what is wrong.
    pub(super) fn read(&self, problems: &mut Problems) -> Option<PageFilter> {
        // An error of a date or of captures names its parameter, one of a language names none.
        let parameter = if self.codes().is_err() { "page_language" } else { "from" };
        problems.take(parameter, self.filter())
    }

    /// The codes of the languages.
    fn codes(&self) -> Result<Vec<String>> {
        self.languages.iter().map(|written| language_code(written)).collect()
    }

    /// Which capture of a URL is searched; none for all.
    fn choice(&self) -> Result<Option<Choice>> {
        match (self.collapse, &self.collapse_date) {
            (false, None) => Ok(None),
            (false, Some(_)) => Err(Error::setting("collapse_date", "needs collapse")),
            (true, None) => Ok(Some(Choice::Newest)),
            (true, Some(date)) => Choice::nearest("collapse_date", date).map(Some),
        }
    }
}

/// `all`, or `from = 2005 and page_language = en`; reading it gives the same filters.
impl fmt::Display for Pages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs = Request { pages: self.clone(), ..Request::default() }.pairs();
        let conditions = pairs.iter().map(|(name, value)| format!("{name} = {}", as_word(value)));
        let conditions: Vec<String> = conditions.collect();
        f.write_str(if conditions.is_empty() { "all" } else { "" })?;
        f.write_str(&conditions.join(" and "))
    }
}

impl FromStr for Pages {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut request = Request::default();
        for Condition { name, value } in conditions::read(text)? {
            if parameter(&name.value).is_none_or(|spec| spec.role.part() != Part::Pages) {
                return Err(conditions::unknown(&name, "a filter of pages, such as from"));
            }
            request.set(&name.value, &value)?;
        }
        Ok(request.pages)
    }
}
