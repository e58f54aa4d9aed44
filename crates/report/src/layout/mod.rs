//! The frame of a report's page: title, verdict, contents, sections, and a small script that sorts
//! and filters tables. The page loads nothing. Without the script its tables are plain ones.

mod address;
mod topics;

pub(super) use address::address_of;
use address::site_address;
pub(super) use topics::TopicTable;

use super::figure::PageFigure;
use super::markup::escape;
use super::words::unfiltered_blocks;
use std::fmt::Display;
use tamis_search::experiment::results::Site;

/// The style of every page, which contains all that figures need.
pub const CSS: &str = include_str!("../page.css");
/// The style of reports, after that of every page.
const REPORT: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// A section of a report.
pub(super) struct Section {
    /// Its id, which the contents link to.
    pub id: &'static str,
    pub title: String,
    /// Its content as HTML.
    pub body: String,
    /// Whether only its title shows until it is opened.
    pub is_folded: bool,
}

impl Section {
    /// A section that shows at once.
    pub fn open(id: &'static str, title: impl Into<String>, body: String) -> Self {
        Self { id, title: title.into(), body, is_folded: false }
    }

    /// A section of which only the title shows until it is opened.
    pub fn folded(id: &'static str, title: impl Into<String>, body: String) -> Self {
        Self { id, title: title.into(), body, is_folded: true }
    }

    fn html(&self) -> String {
        let Self { id, body, .. } = self;
        let title = escape(&self.title);
        match self.is_folded {
            true => format!(
                "<details class=\"section\" id=\"{id}\">\n<summary><h2>{title}</h2></summary>\n\
                 {body}</details>\n"
            ),
            false => format!("<section id=\"{id}\">\n<h2>{title}</h2>\n{body}</section>\n"),
        }
    }
}

/// Returns a report: its title, below it in a line what was measured, what was found (a paragraph
/// each, the first one or two sentences), and the sections that have a body. `style` is its own.
pub(super) fn page(
    title: &str,
    lead: &str,
    verdict: &[String],
    style: &str,
    sections: &[Section],
) -> String {
    let [title, lead] = [title, lead].map(escape);
    let shown = || sections.iter().filter(|section| !section.body.is_empty());
    let contents = shown().map(|Section { id, title, .. }| {
        format!("<li><a href=\"#{id}\">{}</a></li>\n", escape(title))
    });
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta \
         name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{CSS}{REPORT}{style}</style>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n<p class=\"lead\">{lead}</p>\n<div class=\"verdict\">\n{}</div>\n\
         <nav class=\"contents\" aria-label=\"Contents\">\n<ul>\n{}</ul>\n</nav>\n{}</main>\n\
         <script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        paragraphs(verdict),
        contents.collect::<String>(),
        shown().map(Section::html).collect::<String>()
    )
}

pub(super) fn paragraphs(texts: &[String]) -> String {
    let full = texts.iter().filter(|text| !text.is_empty());
    full.map(|text| format!("<p>{}</p>\n", escape(text))).collect()
}

/// Returns parts of a section, each below its title.
pub(super) fn parts(parts: impl Iterator<Item = (String, String)>) -> String {
    parts.map(|(title, body)| format!("<h3>{}</h3>\n{body}", escape(&title))).collect()
}

/// Returns what was found in each of so many measures as paragraphs.
pub(super) fn findings(measures: usize, finding: impl Fn(usize) -> String) -> String {
    paragraphs(&(0..measures).map(finding).collect::<Vec<_>>())
}

pub(super) fn figures(figures: impl IntoIterator<Item = PageFigure>) -> String {
    figures.into_iter().map(|of| format!("<figure>\n{}</figure>\n", of.html())).collect()
}

/// What a server shows: the server, the name of it, and its parameters in an address.
type OnServer<'a> = (&'a Site, String, &'a [(String, String)]);

/// Returns the command that reproduces the report, the files beside it, and where a server shows
/// what it is about.
pub(super) fn reproduce(command: &str, files: &[&str], shown: Option<OnServer<'_>>) -> String {
    let links = files.iter().map(|file| format!("<a href=\"{file}\">{file}</a>"));
    let server = shown.map(|(site, name, own)| {
        let address = site_address(site, "measures", own);
        let [server, name, href] = [&site.command, &name, &address].map(|text| escape(text));
        format!(
            "<p>To look at it in a browser, start the server:</p>\n\
             <pre><code>{server}</code></pre>\n<p>It shows {name} at <a \
             href=\"{href}\">{href}</a>, and the topics above by their links.</p>\n"
        )
    });
    format!(
        "<pre><code>{}</code></pre>\n<p>All numbers are in the files beside this page: {}.</p>\n{}",
        escape(command),
        links.collect::<Vec<_>>().join(", "),
        server.unwrap_or_default()
    )
}

/// Returns names with their values as a table.
pub(super) fn settings<N: Display>(rows: impl IntoIterator<Item = (N, String)>) -> String {
    let rows = rows.into_iter().map(|(name, value)| {
        format!("<tr><th scope=\"row\">{name}</th><td>{}</td></tr>\n", escape(&value))
    });
    format!("<table class=\"words\">\n{}</table>\n", rows.collect::<String>())
}

/// Says what unjudged pages do to the measures of a point or a row.
pub(super) fn of_unjudged(what: &str) -> String {
    format!(
        "Unjudged pages count as not relevant. Where judged@10 is lower than on the unfiltered \
         text, the {what} finds pages that were never judged, and its measures may be too low."
    )
}

/// Says what the unfiltered text is, and how topics without results at a point or in a row count.
pub(super) fn of_unfiltered(title: &str, what: &str, place: &str) -> String {
    let blocks = unfiltered_blocks(title);
    format!(
        "The unfiltered text is the same search on the same index with {blocks} permitted. Every \
         {what} uses the same topics: a topic without results {place} counts as 0."
    )
}

/// Returns a text, or `none` for an empty one.
pub(super) fn or_none(text: String) -> String {
    if text.is_empty() { "none".to_owned() } else { text }
}
