//! Flags that filter the pages of a search.

use super::console::{Talk, quoted};
use std::fmt;
use std::path::{Path, PathBuf};
use tamis_eval::trec::docnos;
use tamis_index::captures::Choice;
use tamis_index::corpus::pages::{dates, language_code};
use tamis_index::corpus::{Corpus, PageFilter};
use tamis_index::error::Result;
use tamis_report::words::{counted, grouped};

/// Page filters: searches treat the other pages as if they were not in the index.
#[derive(Debug, Clone, Default, clap::Args)]
#[group(requires = "index")]
pub struct PageArgs {
    /// Only the pages in this list, one docno per line
    #[arg(long, value_name = "FILE")]
    docnos: Option<PathBuf>,
    /// Exclude the pages in this list
    #[arg(long, value_name = "FILE")]
    not_docnos: Vec<PathBuf>,
    /// File of 'percentile docno' lines, such as ClueWeb's; excludes pages below --min-percentile
    #[arg(long, value_name = "FILE")]
    spam_scores: Option<PathBuf>,
    /// Lowest percentile of --spam-scores that is not spam
    #[arg(long, value_name = "N", default_value_t = 70, requires = "spam_scores",
        value_parser = clap::value_parser!(u8).range(0..=100))]
    min_percentile: u8,
    /// Only pages of this date (2005, 2005-12, 2005-12-06, or with a time: 2005-12-06T09:12:33Z; UTC) or later; the date of a
    /// revisit counts as one of its page
    #[arg(long, value_name = "DATE")]
    from: Option<String>,
    /// Only pages of this date or earlier
    #[arg(long, value_name = "DATE")]
    to: Option<String>,
    /// Only pages in these languages, such as en,de (needs `tamis index --detect-language`); und for undetermined
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    page_language: Vec<String>,
    /// Only pages whose URL starts with this, with or without scheme and www: a host (example.org), or a host and the start
    /// of a path (example.org/blog); may be repeated
    #[arg(long, value_name = "URL")]
    url_prefix: Vec<String>,
    /// Only one capture of each URL, after all other filters: the newest, or the one nearest to --collapse-date
    #[arg(long, value_name = "BY")]
    collapse: Option<CollapseBy>,
    /// Keep the capture nearest to this date (2006, 2006-01, 2006-01-15, or with a time; UTC) instead of the newest
    #[arg(long, value_name = "DATE", requires = "collapse")]
    collapse_date: Option<String>,
}

/// What captures have in common that are collapsed.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum CollapseBy {
    /// Their URL: without scheme, www, final slash and fragment
    Url,
}

impl PageArgs {
    /// Reads the lists; calls `look` with every docno of --spam-scores.
    ///
    /// # Errors
    /// Errors of the lists and of `look`; a usage error for an invalid date or language.
    pub fn filter(&self, look: impl FnMut(&str) -> Result<()>) -> Result<PageFilter> {
        let mut not_docnos = std::collections::HashSet::new();
        for path in &self.not_docnos {
            not_docnos.extend(docnos::read(path)?);
        }
        if let Some(path) = &self.spam_scores {
            not_docnos.extend(docnos::below_percentile(path, self.min_percentile, look)?);
        }
        Ok(PageFilter {
            docnos: self.docnos.as_ref().map(docnos::read).transpose()?,
            not_docnos,
            dates: dates(self.from.as_deref(), self.to.as_deref())?,
            languages: self.page_language.iter().map(|code| language_code(code)).collect::<Result<_>>()?,
            url_prefixes: self.url_prefix.clone(),
            collapse: match (&self.collapse, &self.collapse_date) {
                (None, _) => None,
                (Some(CollapseBy::Url), None) => Some(Choice::Newest),
                (Some(CollapseBy::Url), Some(date)) => Some(Choice::nearest("collapse_date", date)?),
            },
        })
    }

    /// Removes the filtered pages from a corpus and reports how many pages pass.
    ///
    /// # Errors
    /// Errors of [`PageArgs::filter`] and of reading the index.
    pub fn apply(&self, corpus: &mut Corpus, talk: Talk) -> Result<()> {
        let mut is_scored = false;
        let filter = self.filter(|docno| {
            for index in &corpus.indexes {
                is_scored = is_scored || index.contains(docno)?;
            }
            Ok(())
        })?;
        if let Some(scores) = self.spam_scores.as_ref().filter(|_| !is_scored) {
            let scores = scores.display();
            talk.say(format!(
                "warning: the index has no docno of --spam-scores {scores}: is it of another collection?"
            ));
        }
        if filter.is_empty() {
            return Ok(());
        }
        let filtered = corpus.filter(&filter)?;
        talk.say(format!("{} of {} pages pass the filters", grouped(filtered.left), grouped(filtered.pages)));
        if filtered.captures > 0 {
            talk.say(format!("left out: {} of URLs with a better one", counted(filtered.captures, "capture")));
        }
        if filtered.unknown > 0 {
            talk.say(format!("warning: the index lacks {} of --docnos", counted(filtered.unknown, "docno")));
        }
        if filtered.undated > 0 {
            talk.say(format!(
                "warning: left out: {} without a date that can be read",
                counted(filtered.undated, "page")
            ));
        }
        Ok(())
    }
}

/// The filters as flags; empty if there are none.
impl fmt::Display for PageArgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = |path: &PathBuf| quoted(&Path::display(path).to_string());
        let mut flags: Vec<(&str, String)> = self.docnos.iter().map(|list| ("docnos", path(list))).collect();
        flags.extend(self.not_docnos.iter().map(|list| ("not-docnos", path(list))));
        if let Some(scores) = &self.spam_scores {
            flags.extend([("spam-scores", path(scores)), ("min-percentile", self.min_percentile.to_string())]);
        }
        flags.extend(self.from.iter().map(|date| ("from", quoted(date))));
        flags.extend(self.to.iter().map(|date| ("to", quoted(date))));
        if !self.page_language.is_empty() {
            flags.push(("page-language", quoted(&self.page_language.join(","))));
        }
        flags.extend(self.url_prefix.iter().map(|prefix| ("url-prefix", quoted(prefix))));
        flags.extend(self.collapse.map(|_| ("collapse", "url".to_owned())));
        flags.extend(self.collapse_date.iter().map(|date| ("collapse-date", quoted(date))));
        let flags: Vec<String> = flags.into_iter().map(|(flag, value)| format!("--{flag} {value}")).collect();
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

    #[test]
    fn the_flags_are_told_as_they_can_be_typed_again() {
        let told = |line: &[&str]| Line::try_parse_from([&["x", "index"], line].concat()).unwrap().pages.to_string();
        assert_eq!(told(&[]), "");
        let line = "--docnos a --not-docnos b --not-docnos c --spam-scores d --min-percentile 80 --from 2005-12 \
                    --to 2006 --page-language en,de --url-prefix http://a.example/ --url-prefix http://b.example/ \
                    --collapse url --collapse-date 2006";
        assert_eq!(told(&line.split(' ').collect::<Vec<_>>()), line);
        assert_eq!(told(&["--spam-scores", "a b"]), "--spam-scores 'a b' --min-percentile 70");
    }
}
