//! Flags that filter the pages of a search.

use crate::flags::parameters::{Flags, OF_PAGES};
use crate::terminal::console::quoted;
use std::fmt;
use std::path::{Path, PathBuf};
use tamis::job::PageLists;
use tamis::request::{Request, Shape};
use tamis::{Result, Value};

/// Page filters: searches treat the other pages as if they were not in the index.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct PageArgs {
    /// Only the pages in this list, one docno per line
    #[arg(long, value_name = "FILE", requires = "index")]
    docnos: Option<PathBuf>,
    /// Exclude the pages in this list
    #[arg(long, value_name = "FILE", requires = "index")]
    not_docnos: Vec<PathBuf>,
    /// File of 'percentile docno' lines, such as ClueWeb's; excludes pages below --min-percentile
    #[arg(long, value_name = "FILE", requires = "index")]
    spam_scores: Option<PathBuf>,
    /// Lowest percentile of --spam-scores that is not spam
    #[arg(long, value_name = "N", default_value_t = 70, requires = "spam_scores",
        value_parser = clap::value_parser!(u8).range(0..=100))]
    min_percentile: u8,
    /// The other filters.
    #[command(flatten)]
    filters: Flags<OF_PAGES>,
}

impl PageArgs {
    /// Returns the filters as parameters of an address; none if there are lists of docnos, for
    /// which an address has no room.
    pub fn pairs(&self) -> Option<impl Iterator<Item = (String, String)>> {
        self.lists().is_empty().then(|| self.filters.pairs())
    }

    /// Returns the lists of pages.
    pub fn lists(&self) -> PageLists {
        PageLists {
            docnos: self.docnos.clone(),
            not_docnos: self.not_docnos.clone(),
            spam_scores: self.spam_scores.clone(),
            min_percentile: self.min_percentile,
        }
    }

    /// Sets the other filters in a request.
    ///
    /// # Errors
    /// A usage error for a value that a filter does not take.
    pub fn apply_to(&self, request: &mut Request) -> Result<()> {
        self.filters.apply_to(request)
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
        for (spec, values) in &self.filters.given {
            let values: Vec<String> = values.iter().map(Value::to_string).collect();
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
