//! Filters the pages of a corpus. A removed page is treated as deleted and counts in no statistic,
//! so scores are the same as in an index of the remaining pages.

use super::collapse::SeenAgain;
use crate::analyze::language;
use crate::captures::{Choice, span};
use crate::corpus::{Corpus, Segment};
use crate::error::{Error, Remedy, Result};
use crate::index::schema::PUBLISHED;
use crate::index::url::UrlPrefix;
use crate::index::{PAGE_COLUMNS, Recipe};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::ops::Range;
use tantivy::SegmentReader;
use tantivy::columnar::StrColumn;

/// Conditions on a page; none by default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageFilter {
    /// Its docno is one of these.
    pub docnos: Option<HashSet<String>>,
    /// Its docno is not one of these.
    pub not_docnos: HashSet<String>,
    /// Its date, in seconds since 1970, is in this range, or a date at which its URL was seen again
    /// with its content. Pages without a valid date do not pass.
    pub dates: Option<Range<i64>>,
    /// What it says of its date of publication, in seconds since 1970, is in this range. Pages that
    /// do not say it do not pass.
    pub published: Option<Range<i64>>,
    /// Its language is one of these codes; if empty, any language.
    pub languages: Vec<String>,
    /// Its URL starts with one of these ([`UrlPrefix`]); if empty, any URL.
    pub url_prefixes: Vec<String>,
    /// Of the captures of its URL that pass all other conditions, it is this one. Pages without a
    /// URL pass. The dates of a page are those in [`dates`](Self::dates): its own and those at
    /// which its URL was seen again with its content.
    pub collapse: Option<Choice>,
}

/// The effect of a filter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filtered {
    pub pages: u64,
    pub left: u64,
    /// Docnos in [`PageFilter::docnos`] that no page has.
    pub unknown: u64,
    /// Pages that did not pass because they have no valid date, if the filter has dates.
    pub undated: u64,
    /// Pages that did not pass because they do not say when they were published, if the filter
    /// asks for it.
    pub unpublished: u64,
    /// Pages that only [`PageFilter::collapse`] removed.
    pub captures: u64,
}

impl PageFilter {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether it depends on dates, to which those of revisits count.
    pub fn goes_by_dates(&self) -> bool {
        self.dates.is_some() || self.collapse.is_some()
    }

    /// The prefixes of URLs. One that names no host is refused: it would be the start of every URL,
    /// which nobody means who deletes pages.
    fn prefixes(&self) -> Result<Vec<UrlPrefix>> {
        self.url_prefixes.iter().map(|written| url_prefix(written)).collect()
    }
}

fn url_prefix(written: &str) -> Result<UrlPrefix> {
    if written.contains('#') {
        let expected = "expected no #: a fragment does not count, and what is before it may be \
                        the start of many more pages";
        return Err(Error::setting("url_prefix", format!("found '{written}', {expected}")));
    }
    let host = written.split("://").last().and_then(|rest| rest.split('/').next());
    if host.is_some_and(|host| host.contains('*')) || written.ends_with('*') {
        let expected = "expected the start of a URL, without *: it is a prefix already, and of one \
                        host, such as example.org or blog.example.org/2006; repeat it for other \
                        hosts";
        return Err(Error::setting("url_prefix", format!("found '{written}', {expected}")));
    }
    UrlPrefix::new(written).ok_or_else(|| {
        let expected =
            "expected a host, or a host and the start of a path, such as example.org/blog";
        Error::setting("url_prefix", format!("found '{written}', {expected}"))
    })
}

/// Returns the seconds from the begin of the first date to the end of the last one, each with the
/// name of its setting; none if neither is given. Dates are written as archives write them:
/// `2005`, `2005-12`, `2005-12-06`,
/// `2005-12-06T09:12:33Z`, `20051206091233`.
///
/// # Errors
/// [`Error::Setting`] for an invalid date, or if the first date is after the last one.
pub fn dates(
    (first_name, from): (&'static str, Option<&str>),
    (last_name, to): (&'static str, Option<&str>),
) -> Result<Option<Range<i64>>> {
    let first = from.map(|date| span(first_name, date)).transpose()?;
    let last = to.map(|date| span(last_name, date)).transpose()?;
    if first.is_none() && last.is_none() {
        return Ok(None);
    }
    let dates = first.map_or(i64::MIN, |span| span.start)..last.map_or(i64::MAX, |span| span.end);
    if dates.is_empty() {
        return Err(Error::setting(
            first_name,
            format!(
                "{} is later than {}, the last date: no page has such a date",
                from.unwrap_or_default(),
                to.unwrap_or_default()
            ),
        ));
    }
    Ok(Some(dates))
}

/// Returns the code that the index stores for a language, from its code or English name.
///
/// # Errors
/// [`Error::Setting`] for an unknown language.
pub fn language_code(written: &str) -> Result<String> {
    let code = language::code(written).map(str::to_owned);
    code.ok_or_else(|| Error::unknown_name("language", written, language::codes()))
}

impl Corpus {
    /// Returns the same corpus with only the pages that pass, and how many that are.
    ///
    /// # Errors
    /// As [`filter`](Self::filter).
    pub fn with_pages(&self, filter: &PageFilter) -> Result<(Self, Filtered)> {
        let mut corpus = self.reopened()?;
        let filtered = corpus.filter(filter)?;
        Ok((corpus, filtered))
    }

    /// Removes the pages that do not pass from the corpus.
    ///
    /// # Errors
    /// [`Error::Setting`] for a URL prefix without a host; [`Error::Index`] for languages if an
    /// index does not know them, for dates of publication likewise, and for dates and captures if
    /// one of several indexes has revisits; or if an index cannot be read.
    pub fn filter(&mut self, filter: &PageFilter) -> Result<Filtered> {
        if !filter.languages.is_empty() {
            let message = "does not know the languages of its pages";
            self.check_known(Recipe::knows_languages, message, Remedy::DetectLanguages)?;
        }
        if filter.published.is_some() {
            let message = "does not know when its pages were published";
            self.check_known(|recipe| recipe.metadata, message, Remedy::KeepMetadata)?;
        }
        let prefixes = filter.prefixes()?;
        let again = if filter.goes_by_dates() { self.seen_again()? } else { SeenAgain::default() };
        self.revisited.clear();
        let mut all = Filtered::default();
        let mut known = 0;
        for number in 0..self.segments.len() {
            let segment = &self.segments[number];
            let index = &self.indexes[segment.index];
            let reader = index.searcher.segment_reader(segment.ordinal);
            let mut passing = Passing::new(segment);
            all.pages += passing.pages();
            passing.filter(filter, &prefixes, reader, &mut known).map_err(|e| index.error(e))?;
            if let Some(dates) = &filter.published {
                let unpublished = passing.published(dates, reader);
                all.unpublished += unpublished.map_err(|e| index.error(e))?;
            }
            if let Some(dates) = &filter.dates {
                let undated = passing.date(
                    dates,
                    reader,
                    |doc| again.dates(segment, doc),
                    |doc, time| {
                        self.revisited.insert((number, doc), time);
                    },
                );
                all.undated += undated.map_err(|e| index.error(e))?;
            }
            all.left += passing.pages();
            self.segments[number].alive = Some(passing.alive);
        }
        if let Some(choice) = &filter.collapse {
            self.collapse(choice, filter.dates.as_ref(), &again)?;
            let left = self.pages();
            all.captures = all.left - left;
            all.left = left;
        }
        all.unknown = filter.docnos.as_ref().map_or(0, |docnos| docnos.len() as u64 - known);
        Ok(all)
    }

    /// Checks that the indexes know what a filter asks; without it, the filter would remove every
    /// page.
    fn check_known(&self, knows: fn(&Recipe) -> bool, message: &str, remedy: Remedy) -> Result<()> {
        match self.indexes.iter().find(|index| !knows(&index.manifest.recipe)) {
            Some(index) => Err(Error::index(&index.path, message).with_remedy(remedy)),
            None => Ok(()),
        }
    }
}

/// The pages of a segment that have passed so far.
struct Passing {
    alive: Vec<bool>,
}

impl Passing {
    fn new(segment: &Segment) -> Self {
        Self { alive: (0..segment.documents()).map(|doc| segment.is_alive(doc)).collect() }
    }

    fn pages(&self) -> u64 {
        self.alive.iter().filter(|&&alive| alive).count() as u64
    }

    fn filter(
        &mut self,
        filter: &PageFilter,
        prefixes: &[UrlPrefix],
        reader: &SegmentReader,
        known: &mut u64,
    ) -> tantivy::Result<()> {
        let columns = reader.fast_fields();
        if let Some(docnos) = &filter.docnos {
            self.keep(columns.str("docno")?, |docno| docnos.contains(docno))?;
            *known += self.pages();
        }
        if !filter.not_docnos.is_empty() {
            self.keep(columns.str("docno")?, |docno| !filter.not_docnos.contains(docno))?;
        }
        if !filter.languages.is_empty() {
            self.keep(columns.str(PAGE_COLUMNS[2])?, |language| {
                filter.languages.iter().any(|one| one == language)
            })?;
        }
        if !filter.url_prefixes.is_empty() {
            self.keep(columns.str("url")?, |url| UrlPrefix::any_is_start_of(prefixes, url))?;
        }
        Ok(())
    }

    /// Keeps the pages with a date in a range: their own, or one at which they were seen `again`;
    /// then it calls `revisited` with the last of these. Returns the number of pages that are left
    /// out and have no date.
    fn date<'a>(
        &mut self,
        dates: &Range<i64>,
        reader: &SegmentReader,
        again: impl Fn(u32) -> &'a [i64],
        mut revisited: impl FnMut(u32, i64),
    ) -> tantivy::Result<u64> {
        let column = reader.fast_fields().column_opt::<i64>("time")?;
        let mut undated = 0;
        for (doc, alive) in (0..).zip(&mut self.alive).filter(|(_, alive)| **alive) {
            let own = column.as_ref().and_then(|column| column.first(doc));
            if own.is_some_and(|time| dates.contains(&time)) {
                continue;
            }
            let last = again(doc).iter().copied().filter(|time| dates.contains(time)).max();
            *alive = last.is_some();
            undated += u64::from(own.is_none() && !*alive);
            if let Some(time) = last {
                revisited(doc, time);
            }
        }
        Ok(undated)
    }

    /// Keeps the pages that were published in a range of time. Returns the number of pages that are
    /// left out and do not say when they were.
    fn published(&mut self, dates: &Range<i64>, reader: &SegmentReader) -> tantivy::Result<u64> {
        let column = reader.fast_fields().column_opt::<i64>(PUBLISHED)?;
        let mut unpublished = 0;
        for (doc, alive) in (0..).zip(&mut self.alive).filter(|(_, alive)| **alive) {
            let published = column.as_ref().and_then(|column| column.first(doc));
            *alive = published.is_some_and(|time| dates.contains(&time));
            unpublished += u64::from(published.is_none());
        }
        Ok(unpublished)
    }

    /// Keeps the pages whose value in a column passes; tests each distinct value once.
    fn keep(
        &mut self,
        column: Option<StrColumn>,
        passes: impl Fn(&str) -> bool,
    ) -> tantivy::Result<()> {
        let mut passed = vec![false; column.as_ref().map_or(0, |column| column.num_terms())];
        if let Some(column) = &column {
            let mut values = column.dictionary().stream()?;
            while values.advance() {
                passed[values.term_ord() as usize] =
                    str::from_utf8(values.key()).is_ok_and(&passes);
            }
        }
        for (doc, alive) in (0..).zip(&mut self.alive).filter(|(_, alive)| **alive) {
            let value = column.as_ref().and_then(|column| column.ords().first(doc));
            *alive = value.is_some_and(|value| passed[value as usize]);
        }
        Ok(())
    }
}
