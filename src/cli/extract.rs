//! `tamis extract PAGE.html`: the text that a classifier keeps, or every block with its features and labels.

use super::blocks::{self, BlockLine};
use super::options::CutArg;
use super::to_stdout;
use crate::error::{Error, Result};
use crate::page::{Block, Blocks};
use crate::{block, classify, html};
use serde_json::json;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// `tamis extract`, as typed.
#[derive(Debug, Clone, clap::Args)]
pub struct ExtractArgs {
    /// A page of HTML; - for standard input
    #[arg(value_name = "PAGE")]
    page: PathBuf,
    /// Whose content is kept (see `tamis classifiers`)
    #[arg(long, default_value = "words-tree", value_name = "NAME")]
    classifier: String,
    /// Every block with its features and labels, one a line, the title first
    #[arg(long)]
    blocks: bool,
    /// One JSON object, or with --blocks one a line
    #[arg(long)]
    json: bool,
    /// How the page is cut into blocks
    #[arg(long, value_enum, default_value_t)]
    cut: CutArg,
    /// The page's encoding, whatever it says of itself
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
}

/// Prints what the classifier keeps, one block a line as it stands in the page.
pub fn run(args: &ExtractArgs, out: &mut dyn Write) -> Result<()> {
    let (bit, entry) = classify::by_name(&args.classifier)?;
    if let Some(name) = &args.encoding {
        check_encoding(name)?;
    }
    let page = html::parse(&read(&args.page)?, args.encoding.as_deref());
    let blocks = block::cut(&page, args.cut.into());
    let labels = classify::label_bits(&page, &blocks);
    if args.blocks {
        return blocks::print(&lines(&blocks, &labels), Some(entry.name), args.json, out);
    }
    let kept = blocks.blocks.iter().zip(&labels).filter(|(_, labels)| **labels >> bit & 1 == 1);
    let mut text: String = kept.map(|(block, _)| format!("{}\n", blocks.text_of(block))).collect();
    if args.json {
        let title = blocks.title.as_ref().map_or("", |title| blocks.text_of(title));
        let (name, encoding) = (entry.name, page.encoding);
        text = format!("{}\n", json!({"title": title, "text": text, "classifier": name, "encoding": encoding}));
    }
    out.write_all(text.as_bytes()).map_err(to_stdout)
}

fn lines<'a>(blocks: &'a Blocks, labels: &[u64]) -> Vec<BlockLine<'a>> {
    let names: Vec<&str> = classify::CLASSIFIERS.iter().map(|entry| entry.name).collect();
    let of_title = blocks.title.iter().map(|_| 0);
    let labelled = blocks.all().zip(of_title.chain(labels.iter().copied()));
    let line = |(number, (block, labels)): (usize, (&'a Block, u64))| {
        BlockLine::new(number, block, blocks.text_of(block), labels, &names)
    };
    labelled.enumerate().map(line).collect()
}

fn read(path: &Path) -> Result<Vec<u8>> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().read_to_end(&mut bytes);
        return read.map(|_| bytes).map_err(|e| Error::io("read", "(standard input)", e));
    }
    std::fs::read(path).map_err(|e| Error::io("read", path, e))
}

/// Refuses an encoding that the WHATWG list does not have.
pub fn check_encoding(name: &str) -> Result<()> {
    match encoding_rs::Encoding::for_label(name.as_bytes()) {
        Some(_) => Ok(()),
        None => Err(Error::Usage(format!(
            "--encoding: found '{name}', expected a label of the WHATWG Encoding Standard such as utf-8 or windows-1252"
        ))),
    }
}
