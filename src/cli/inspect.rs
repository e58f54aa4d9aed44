//! `tamis inspect INDEX DOCNO`: prints every block of an indexed page.

use super::blocks::{self, BlockLine};
use super::console::to_stdout;
use std::io::Write;
use std::path::PathBuf;
use tamis::analyze::language::UNDETERMINED;
use tamis::error::{Error, Result};
use tamis::index::{Index, StoredPage};
use tamis_place::Escaped;

/// Arguments of `tamis inspect`.
#[derive(Debug, Clone, clap::Args)]
pub struct InspectArgs {
    /// Index folder
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// Docno of the page
    #[arg(value_name = "DOCNO")]
    docno: String,
    /// Mark the blocks that this label of the index calls content
    #[arg(long, alias = "classifier", default_value = "words-tree", value_name = "NAME")]
    label: String,
    /// Print the page itself, as in its archive; needs an index built with --store all
    #[arg(long, conflicts_with_all = ["json", "label"])]
    pub html: bool,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// Prints the page's blocks, the title first; without `--json` below a line with the page's origin.
pub fn run(args: &InspectArgs, out: &mut dyn Write) -> Result<()> {
    let index = Index::open(&args.index)?;
    index.manifest.label_bit(&args.label)?;
    let Some(page) = index.page(&args.docno)? else {
        let message = format!("no page '{}'; docnos are case-sensitive and whole", args.docno);
        return Err(Error::index(&args.index, message));
    };
    if args.html {
        let Some(body) = page.body else {
            let message = "does not keep the pages themselves; `tamis index --store all` makes one that does";
            return Err(Error::index(&args.index, message));
        };
        return out.write_all(&body).map_err(to_stdout);
    }
    let names: Vec<&str> = index.manifest.classifiers.iter().map(String::as_str).collect();
    let lines: Vec<BlockLine<'_>> = page
        .blocks
        .iter()
        .enumerate()
        .map(|(number, stored)| BlockLine {
            tokens: Some(stored.tokens),
            repeats: stored.repeats.repeats(),
            site_repeats: stored.repeats.site_repeats(),
            site_share: stored.repeats.site_share(),
            encoding: Some(&page.encoding),
            encoding_source: Some(&page.encoding_source),
            ..BlockLine::new(number, &stored.block, &stored.text, stored.labels, &names)
        })
        .collect();
    if !args.json {
        writeln!(out, "{}", origin(&page)).map_err(to_stdout)?;
    }
    blocks::print(&lines, Some(&args.label), args.json, out)
}

fn origin(page: &StoredPage) -> String {
    let known = [&page.docno, &page.url, &page.date];
    let known: Vec<&str> = known.into_iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    let StoredPage { archive, offset, encoding, encoding_source, language, .. } = page;
    let told = if language.as_str() == UNDETERMINED { String::new() } else { format!("  {language}") };
    let line = format!("{}  ({archive}:{offset})  {encoding} ({encoding_source}){told}", known.join("  "));
    Escaped(line).to_string()
}
