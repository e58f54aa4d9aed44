//! Filters of pages: how they are requested, and which pages pass them.

use super::pairs::pair;
use super::parameters::{BY_URL, ParameterSpec, Part, Role, parameter};
use super::problems::Problems;
use super::values::{names, unknown};
use crate::rule::expression::conditions::{self, Condition};
use crate::rule::expression::{as_name, as_word};
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
    /// The last date.
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

    /// Sets a filter to a value as it is typed.
    pub(super) fn set(&mut self, spec: &'static ParameterSpec, value: &str) -> Result<()> {
        let text = || value.to_owned();
        match spec.role {
            // The empty one is none: it permits no page.
            Role::Docnos if value.is_empty() => drop(self.docnos.get_or_insert_default()),
            Role::Docnos => self.docnos.get_or_insert_default().push(text()),
            Role::NotDocnos => self.not_docnos.push(text()),
            Role::From => self.from = Some(text()),
            Role::To => self.to = Some(text()),
            Role::PublishedFrom => self.published_from = Some(text()),
            Role::PublishedTo => self.published_to = Some(text()),
            Role::PageLanguage => self.languages.extend(names(value)),
            Role::UrlPrefix => self.url_prefixes.push(text()),
            Role::Collapse if value == BY_URL => self.collapse = true,
            Role::Collapse => return Err(Error::unknown_name(spec.name, value, [BY_URL])),
            Role::CollapseDate => self.collapse_date = Some(text()),
            _ => return Err(unknown(spec.name)),
        }
        Ok(())
    }

    /// The names and values that set these filters.
    pub(super) fn pairs(&self) -> Vec<(String, String)> {
        let no_page = [String::new()];
        let is_no_page = self.docnos.as_ref().is_some_and(Vec::is_empty);
        let languages: Vec<String> = self.languages.iter().map(|name| as_name(name)).collect();
        let collapse = self.collapse.then(|| BY_URL.to_owned());
        let filters: [(&str, &[String]); 11] = [
            ("docnos", self.docnos.as_deref().unwrap_or_default()),
            ("not_docnos", &self.not_docnos),
            ("docnos", if is_no_page { &no_page } else { &[] }),
            ("from", self.from.as_slice()),
            ("to", self.to.as_slice()),
            ("published_from", self.published_from.as_slice()),
            ("published_to", self.published_to.as_slice()),
            ("page_language", &languages),
            ("url_prefix", &self.url_prefixes),
            ("collapse", collapse.as_slice()),
            ("collapse_date", self.collapse_date.as_slice()),
        ];
        let pairs =
            filters.iter().map(|(name, values)| values.iter().map(|value| pair(name, value)));
        pairs.flatten().collect()
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
        let pairs = self.pairs();
        let conditions = pairs.iter().map(|(name, value)| format!("{name} = {}", as_word(value)));
        let conditions: Vec<String> = conditions.collect();
        f.write_str(if conditions.is_empty() { "all" } else { "" })?;
        f.write_str(&conditions.join(" and "))
    }
}

impl FromStr for Pages {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut pages = Self::default();
        for Condition { name, value } in conditions::read(text)? {
            let spec = parameter(&name.value).filter(|spec| spec.role.part() == Part::Pages);
            let spec =
                spec.ok_or_else(|| conditions::unknown(&name, "a filter of pages, such as from"))?;
            pages.set(spec, &value)?;
        }
        Ok(pages)
    }
}
