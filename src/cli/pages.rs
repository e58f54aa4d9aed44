//! Flags that filter the pages of a search.

use super::console::{Verbosity, quoted};
use super::parameters::{Flags, OfPages, Typed};
use super::results;
use serde::Serialize;
use std::fmt;
use std::path::{Path, PathBuf};
use tamis::job::PageLists;
use tamis_eval::trec::docnos;
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;
use tamis_report::words::{counted, grouped};
use tamis_search::request::{Request, Shape};

/// Page filters: searches treat the other pages as if they were not in the index.
#[derive(Debug, Clone, Default, clap::Args, Serialize)]
pub struct PageArgs {
    /// Only the pages in this list, one docno per line
    #[arg(long, value_name = "FILE", requires = "index")]
    #[serde(serialize_with = "results::paths")]
    docnos: Option<PathBuf>,
    /// Exclude the pages in this list
    #[arg(long, value_name = "FILE", requires = "index")]
    #[serde(serialize_with = "results::paths")]
    not_docnos: Vec<PathBuf>,
    /// File of 'percentile docno' lines, such as ClueWeb's; excludes pages below --min-percentile
    #[arg(long, value_name = "FILE", requires = "index")]
    #[serde(serialize_with = "results::paths")]
    spam_scores: Option<PathBuf>,
    /// Lowest percentile of --spam-scores that is not spam
    #[arg(long, value_name = "N", default_value_t = 70, requires = "spam_scores",
        value_parser = clap::value_parser!(u8).range(0..=100))]
    min_percentile: u8,
    /// The other filters.
    #[command(flatten)]
    filters: Flags<OfPages, Typed>,
}

impl PageArgs {
    /// Returns the filters as parameters of an address; none if there are lists of docnos, for
    /// which an address has no room.
    pub fn pairs(&self) -> Option<impl Iterator<Item = (String, String)>> {
        let has_lists =
            self.docnos.is_some() || !self.not_docnos.is_empty() || self.spam_scores.is_some();
        (!has_lists).then(|| self.filters.pairs())
    }

    /// Sets the filters in the request, and returns the lists.
    ///
    /// # Errors
    /// A usage error for a value that a filter does not take.
    pub fn set(&self, request: &mut Request) -> Result<PageLists> {
        self.filters.apply_to(request)?;
        Ok(PageLists {
            docnos: self.docnos.clone(),
            not_docnos: self.not_docnos.clone(),
            spam_scores: self.spam_scores.clone(),
            min_percentile: self.min_percentile,
        })
    }

    /// Reads the lists, and sets the filters in the request; calls `look` with every docno of
    /// --spam-scores.
    ///
    /// # Errors
    /// Errors of the lists and of `look`.
    fn apply_to(&self, request: &mut Request, look: impl FnMut(&str) -> Result<()>) -> Result<()> {
        self.filters.apply_to(request)?;
        let pages = &mut request.pages;
        for path in &self.not_docnos {
            pages.not_docnos.extend(docnos::read(path)?);
        }
        if let Some(path) = &self.spam_scores {
            pages.not_docnos.extend(docnos::below_percentile(path, self.min_percentile, look)?);
        }
        let docnos = self.docnos.as_ref().map(docnos::read).transpose()?;
        pages.docnos = docnos.map(|docnos| docnos.into_iter().collect());
        Ok(())
    }

    /// Asks for these pages, removes the others from a corpus, and reports how many pass.
    ///
    /// # Errors
    /// Errors of the lists, a usage error for an invalid date or language, and errors of reading
    /// the index.
    pub fn apply(&self, corpus: &mut Corpus, request: &mut Request, talk: Verbosity) -> Result<()> {
        let mut is_scored = false;
        self.apply_to(request, |docno| {
            for index in &corpus.indexes {
                is_scored = is_scored || index.contains(docno)?;
            }
            Ok(())
        })?;
        if let Some(scores) = self.spam_scores.as_ref().filter(|_| !is_scored) {
            let scores = scores.display();
            talk.say(format!(
                "warning: the index has no docno of --spam-scores {scores}: is it of another \
                 collection?"
            ));
        }
        if request.pages.is_empty() {
            return Ok(());
        }
        let filtered = corpus.filter(&request.pages.filter()?)?;
        let verb = if filtered.pages == 1 { "passes" } else { "pass" };
        talk.say(format!(
            "{} of {} {verb} the filters",
            grouped(filtered.left),
            counted(filtered.pages, "page")
        ));
        if filtered.captures > 0 {
            talk.say(format!(
                "left out: {} of URLs with a better one",
                counted(filtered.captures, "capture")
            ));
        }
        if filtered.unknown > 0 {
            talk.say(format!(
                "warning: the index lacks {} of --docnos",
                counted(filtered.unknown, "docno")
            ));
        }
        if filtered.undated > 0 {
            talk.say(format!(
                "warning: left out: {} without a date that can be read",
                counted(filtered.undated, "page")
            ));
        }
        if filtered.unpublished > 0 {
            talk.say(format!(
                "left out: {} that {} not say when {} published",
                counted(filtered.unpublished, "page"),
                if filtered.unpublished == 1 { "does" } else { "do" },
                if filtered.unpublished == 1 { "it was" } else { "they were" },
            ));
        }
        Ok(())
    }
}

/// The filters as flags; empty if there are none.
impl fmt::Display for PageArgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = |path: &PathBuf| quoted(&Path::display(path).to_string());
        let mut flags: Vec<(&str, String)> =
            self.docnos.iter().map(|list| ("docnos", path(list))).collect();
        flags.extend(self.not_docnos.iter().map(|list| ("not_docnos", path(list))));
        if let Some(scores) = &self.spam_scores {
            flags.extend([
                ("spam_scores", path(scores)),
                ("min_percentile", self.min_percentile.to_string()),
            ]);
        }
        for (spec, Typed(values)) in &self.filters.given {
            match spec.role.shape() {
                Shape::Names => flags.push((spec.name, quoted(&values.join(",")))),
                _ => flags.extend(values.iter().map(|value| (spec.name, quoted(value)))),
            }
        }
        let flag = |(name, value): (&str, String)| format!("--{} {value}", name.replace('_', "-"));
        let flags: Vec<String> = flags.into_iter().map(flag).collect();
        f.write_str(&flags.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        // The flags require an index.
        index: PathBuf,
        #[command(flatten)]
        pages: PageArgs,
    }

    /// Parses flags and writes them again.
    fn parse_and_show(line: &[&str]) -> String {
        Line::try_parse_from([&["x", "index"], line].concat()).unwrap().pages.to_string()
    }

    #[test]
    fn the_flags_are_shown_as_they_can_be_typed_again() {
        assert_eq!(parse_and_show(&[]), "");
        let line = "--docnos a --not-docnos b --not-docnos c --spam-scores d --min-percentile 80 \
                    --from 2005-12 --to 2006 --page-language en,de --url-prefix http://a.example/ \
                    --url-prefix http://b.example/ --collapse url --collapse-date 2006";
        assert_eq!(parse_and_show(&line.split(' ').collect::<Vec<_>>()), line);
        assert_eq!(
            parse_and_show(&["--spam-scores", "a b"]),
            "--spam-scores 'a b' --min-percentile 70"
        );
    }
}
