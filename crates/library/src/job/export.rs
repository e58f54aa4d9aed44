//! Writing the permitted text of an index for another search system.

use super::opening::SearchScope;
use super::prepared::prepared;
use super::{Outcome, PageLists};
use crate::index::Index;
use crate::watch::{Told, Watch};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};
use tamis_index::disk;
use tamis_index::error::{Error, Result};
use tamis_search::Prepared;
use tamis_search::export::lines::{ExportForm, ExportLayout, LineShape};
use tamis_search::export::{ExportFailure, ExportSize as Size, ciff, lines};
use tamis_search::request::Request;
use tamis_text::structure::Options;

/// An export as it is wanted.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ExportJob {
    /// What is permitted, of which pages.
    pub request: Request,
    /// Lists of pages in files.
    pub lists: PageLists,
    /// The format.
    pub format: ExportFormat,
    /// Whether Markdown and HTML stand beside the text, in lines of JSON.
    pub json: bool,
    /// Whether Markdown and HTML have links with their addresses.
    pub links: bool,
    /// Whether Markdown and HTML have images.
    pub images: bool,
    /// Pages with fewer words of permitted text are left out; the title does not count.
    pub min_page_words: u64,
    /// The file; compressed if its name ends in `.gz` or `.zst`.
    pub out: Option<PathBuf>,
}

/// A format of an export.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExportFormat {
    /// Postings in the Common Index File Format.
    Ciff,
    /// An object of JSON a page.
    #[default]
    Jsonl,
    /// The same with an action before each, for the bulk API of OpenSearch.
    Opensearch,
    /// Text after what is known of the page.
    Text,
    /// Markdown.
    Markdown,
    /// HTML.
    Html,
}

/// Refuses links and images for a form that has none.
///
/// # Errors
/// [`Error::Setting`] for the one that is wanted.
pub(super) fn only_in_markup(links: bool, images: bool, has_markup: bool) -> Result<()> {
    match [(links, "links"), (images, "images")].into_iter().find(|(is_wanted, _)| *is_wanted) {
        Some((_, name)) if !has_markup => {
            let problem =
                format!("found with a format that has no {name}, expected markdown or html");
            Err(Error::setting(name, problem))
        }
        _ => Ok(()),
    }
}

/// What an export wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Exported {
    /// Pages with a permitted token.
    pub pages: u64,
    /// Permitted tokens of these, counted in the view and not in the output.
    pub tokens: u64,
    /// Pages that were left out because they have too few words.
    pub short: u64,
    /// Terms with a permitted occurrence; none in text.
    pub terms: Option<u64>,
    /// The rule of the permitted blocks.
    pub rule: String,
}

impl ExportJob {
    /// Checks what needs no index.
    ///
    /// # Errors
    /// A least number of words, or JSON, for postings; links or images for a format without markup.
    pub fn check(&self) -> Result<()> {
        let is_ciff = self.format == ExportFormat::Ciff;
        if self.min_page_words > 0 && is_ciff {
            let problem = "counts the words of text, expected another format than ciff";
            return Err(Error::setting("min_page_words", problem));
        }
        if self.json && is_ciff {
            return Err(Error::setting(
                "json",
                "found with ciff, which is binary; expected another format, or none of it",
            ));
        }
        let has_markup = matches!(self.format, ExportFormat::Markdown | ExportFormat::Html);
        only_in_markup(self.links, self.images, has_markup)
    }

    /// Writes the file of the job, which appears once it is whole, or without one into `stdout`, on
    /// the thread of the caller and the threads of the process. `refused` makes the error of
    /// `stdout`.
    ///
    /// # Errors
    /// A filter or a rule that is wrong; an index that cannot be read, or does not store what the
    /// format needs; weights that the format cannot have; a folder in the place of the file, or a
    /// file that cannot be written.
    pub fn run(
        &self,
        index: &Index,
        stdout: &mut dyn Write,
        refused: fn(std::io::Error) -> Error,
        watch: &dyn Watch,
    ) -> Result<Outcome<Exported>> {
        self.check()?;
        let told = Told::new(watch);
        let scope = SearchScope { index, lists: &self.lists, threads: None };
        let exported = scope.with_pages_here(&self.request, &told, |opened, request| {
            let prepared = prepared(opened, request, &told)?;
            let manifest = &prepared.corpus.indexes[0].manifest;
            let title = request.with_named_rule(manifest)?.title;
            let name = self.view_in_words(&prepared.rule, title);
            let size = match &self.out {
                Some(path) => to_file(path, |out| self.export(&prepared, &name, out))?,
                None => self.export(&prepared, &name, stdout).map_err(|failure| match failure {
                    ExportFailure::Index(error) => error,
                    ExportFailure::Output(source) => refused(source),
                })?,
            };
            let Size { pages, tokens, short, terms } = size;
            let terms = (self.format == ExportFormat::Ciff).then_some(terms);
            Ok(Exported { pages, tokens, short, terms, rule: prepared.rule.to_string() })
        })?;
        let written = self.out.clone().into_iter().collect();
        Ok(Outcome { written, ..Outcome::new(exported, told) })
    }

    fn export(
        &self,
        Prepared { corpus, view, .. }: &Prepared<'_>,
        name: &str,
        out: &mut dyn Write,
    ) -> std::result::Result<Size, ExportFailure> {
        match self.format {
            ExportFormat::Ciff => ciff::write(corpus, view, name, out),
            _ => lines::write(corpus, view, self.layout(), out),
        }
    }

    fn layout(&self) -> ExportLayout {
        let options = Options { links: self.links, images: self.images };
        let form = match self.format {
            ExportFormat::Markdown => ExportForm::Markdown(options),
            ExportFormat::Html => ExportForm::Html(options),
            _ => ExportForm::Text,
        };
        let shape = match self.format {
            ExportFormat::Opensearch => LineShape::Bulk,
            ExportFormat::Text | ExportFormat::Markdown | ExportFormat::Html if !self.json => {
                LineShape::Document
            }
            _ => LineShape::Plain,
        };
        ExportLayout { shape, form, least_words: self.min_page_words }
    }
}

/// Replaces the file once the export is complete: half an export must not look complete.
fn to_file(
    path: &Path,
    export: impl Fn(&mut dyn Write) -> std::result::Result<Size, ExportFailure>,
) -> Result<Size> {
    if path.is_dir() {
        let problem = format!("found the folder {}, expected the name of a file", path.display());
        return Err(Error::setting("out", problem));
    }
    disk::replace_packed(path, export).map_err(|failure: ExportFailure| failure.into_error(path))
}
