//! `tamis inspect INDEX DOCNO`: every block of an indexed page.

use super::blocks::{self, BlockLine};
use super::to_stdout;
use std::io::Write;
use std::path::PathBuf;
use tamis::analyze::language::UNDETERMINED;
use tamis::error::{Error, Result};
use tamis::index::{Index, StoredPage};

/// `tamis inspect`, as typed.
#[derive(Debug, Clone, clap::Args)]
pub struct InspectArgs {
    /// The folder of the index
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// The page's docno
    #[arg(value_name = "DOCNO")]
    docno: String,
    /// Mark the blocks that this classifier calls content
    #[arg(long, default_value = "words-tree", value_name = "NAME")]
    classifier: String,
    /// The page itself, as its archive holds it; of an index made with --store all
    #[arg(long, conflicts_with_all = ["json", "classifier"])]
    html: bool,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

/// Prints the page's blocks, the title first; without `--json` under a line that says where the page came from.
pub fn run(args: &InspectArgs, out: &mut dyn Write) -> Result<()> {
    let index = Index::open(&args.index)?;
    index.manifest.label_bit(&args.classifier)?;
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
            encoding: Some(&page.encoding),
            encoding_source: Some(&page.encoding_source),
            ..BlockLine::new(number, &stored.block, &stored.text, stored.labels, &names)
        })
        .collect();
    if !args.json {
        writeln!(out, "{}", origin(&page)).map_err(to_stdout)?;
    }
    blocks::print(&lines, Some(&args.classifier), args.json, out)
}

fn origin(page: &StoredPage) -> String {
    let known = [&page.docno, &page.url, &page.date];
    let known: Vec<&str> = known.into_iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    let StoredPage { archive, offset, encoding, encoding_source, language, .. } = page;
    let told = if language.as_str() == UNDETERMINED { String::new() } else { format!("  {language}") };
    format!("{}  ({archive}:{offset})  {encoding} ({encoding_source}){told}", known.join("  "))
}
