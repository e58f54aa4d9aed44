//! Labels from lines of JSON, such as `{"docno":"d-1","block":3,"label":true}`. Blocks are numbered
//! as in the index, with the title first if there is one. Blocks that no line names are
//! boilerplate.

use super::labelling::{Labelling, Written};
use crate::error::{Error, Place, Result, shown};
use crate::index::added::{AddedLabel, Rows};
use serde::{Deserialize, Serialize};
use std::io::Read;
use std::path::Path;
use tamis_eval::trec::limits::Limits;

/// The expected form of a line, for error messages.
const EXPECTED: &str = r#"an object such as {"docno":"d-1","block":3,"label":true}; a label is true, false, "content" or "boilerplate""#;

/// A line of the file; other keys are ignored.
#[derive(Debug, Deserialize)]
struct LabelLine {
    docno: String,
    block: u32,
    label: Label,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(untagged)]
enum Label {
    Is(bool),
    Named(Name),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Name {
    Content,
    Boilerplate,
}

impl Label {
    fn is_content(self) -> bool {
        matches!(self, Self::Is(true) | Self::Named(Name::Content))
    }
}

/// A line with an unknown page or block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unknown {
    /// Its number, from 1.
    pub line: u64,
    /// The docno in the line.
    pub docno: String,
    /// The block's number in the line.
    pub block: u32,
    /// Number of blocks of the page; `None` if the page is unknown.
    pub blocks: Option<u32>,
}

/// The result of reading the lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lines {
    /// The label.
    pub written: Written,
    /// Whether it was there already, with the same blocks from a file of the same name; then
    /// nothing was written.
    pub was_there: bool,
    /// Number of lines that are not empty.
    pub lines: u64,
    /// Number of lines with an unknown page or block.
    pub unknown: u64,
    /// Number of pages without a line; all of their blocks are boilerplate.
    pub unnamed_pages: u64,
}

/// Refuses a name that could not be used in a rule.
fn check_name(name: &str) -> Result<()> {
    let plain = |c: char| c.is_alphanumeric() || "_-.:".contains(c);
    if !name.is_empty() && name.chars().all(plain) && name != "all" {
        return Ok(());
    }
    let expected = "letters, digits, '_', '-', '.' and ':', and another name than all";
    Err(Error::setting("name", format!("found '{name}', expected {expected}")))
}

/// Adds the label `name` from the lines of `reader`, plain or gzip. `path` is their name in errors;
/// `unknown` is called for every line with an unknown page or block.
///
/// # Errors
/// [`Error::Format`] for a line that is malformed or contradicts an earlier one; [`Error::Index`]
/// if the index already has another label of that name, or if it has pages and no line names a
/// block of them. Also at a line of more than 64 KiB, a billion lines, or 32 GiB (decompressed).
/// After an error the index is unchanged.
pub fn from_lines(
    labelling: &Labelling,
    name: &str,
    reader: impl Read,
    path: &Path,
    mut unknown: impl FnMut(&Unknown),
) -> Result<Lines> {
    check_name(name)?;
    if labelling.added(name).is_none() {
        labelling.check_new(name)?;
    }
    labelling.check_room(&[name.to_owned()])?;
    let order = labelling.corpus.order()?;
    let mut content = labelling.no_blocks();
    let mut named = labelling.no_blocks();
    let mut pages = labelling.no_pages();
    let mut lines = 0;
    let mut unknown_lines = 0;
    let mut reader = tamis_eval::trec::lines::Lines::new(reader, path, Limits::STREAM)?;
    while let Some((number, text)) = reader.next_line()? {
        if text.trim().is_empty() {
            continue;
        }
        lines += 1;
        let place = || Place::line(path, number);
        let line: LabelLine = serde_json::from_str(text)
            .map_err(|_| Error::format(place(), shown(text), EXPECTED))?;
        let address = order.rank(&line.docno).map(|rank| order.documents[rank as usize]);
        let rows = address.map(|(segment, doc)| {
            let first_row = &labelling.corpus.segments[segment as usize].first_row;
            (segment as usize, doc, first_row[doc as usize], first_row[doc as usize + 1])
        });
        let Some((segment, doc, first, _)) =
            rows.filter(|(.., first, end)| line.block < end - first)
        else {
            unknown_lines += 1;
            let blocks = rows.map(|(.., first, end)| end - first);
            unknown(&Unknown { line: number, docno: line.docno, block: line.block, blocks });
            continue;
        };
        let row = first + line.block;
        let is_content = line.label.is_content();
        if named[segment].contains(row) && content[segment].contains(row) != is_content {
            let found = format!(
                "another label of block {} of {} than in an earlier line",
                line.block, line.docno
            );
            return Err(Error::format(place(), found, "one label per block"));
        }
        named[segment].insert(row);
        pages[segment].insert(doc);
        if is_content {
            content[segment].insert(row);
        }
    }
    // A part of a collection may have no page; it takes the labels of the other parts.
    if lines == unknown_lines && !order.documents.is_empty() {
        let path = path.display();
        let message = format!(
            "none of the {lines} lines of {path} names a block of this index; is it for another \
             one?"
        );
        return Err(labelling.error(message));
    }
    let unnamed_pages = order.documents.len() as u64 - pages.iter().map(Rows::count).sum::<u64>();
    let label = AddedLabel {
        name: name.to_owned(),
        origin: path.display().to_string(),
        language: None,
        pages: None,
        content,
    };
    // The same command may have been interrupted after its commit.
    let was_there = labelling.added(name) == Some(&label);
    let written = match was_there {
        true => Written::new(&label),
        false => {
            labelling.check_new(name)?;
            labelling.write(vec![label])?.swap_remove(0)
        }
    };
    Ok(Lines { written, was_there, lines, unknown: unknown_lines, unnamed_pages })
}
