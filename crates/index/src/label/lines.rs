//! Labels from lines of JSON, such as `{"docno":"d-1","block":3,"label":true}`. Blocks are numbered
//! as in the index, with the title first if there is one. Blocks that no line names are
//! boilerplate.

use super::labelling::{Labelling, WrittenLabel};
use crate::corpus::{Corpus, DocnoOrder};
use crate::error::{Error, Place, Result, shown};
use crate::index::added::{AddedLabel, Rows};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Read;
use std::path::Path;
use tamis_eval::trec::limits::Limits;

/// The expected form of a line, for error messages.
const EXPECTED: &str = concat!(
    r#"an object such as {"docno":"d-1","block":3,"label":true}; "#,
    r#"a label is true, false, "content" or "boilerplate""#,
);

/// A line of the file; other keys are ignored.
#[derive(Debug, Deserialize)]
struct LabelLine {
    docno: String,
    block: u32,
    label: LabelValue,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(untagged)]
enum LabelValue {
    Is(bool),
    Named(LabelName),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LabelName {
    Content,
    Boilerplate,
}

impl LabelValue {
    fn is_content(self) -> bool {
        matches!(self, Self::Is(true) | Self::Named(LabelName::Content))
    }
}

/// A line with an unknown page or block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UnknownLine {
    /// Its number, from 1.
    pub line: u64,
    /// The docno in the line.
    pub docno: String,
    /// The block's number in the line.
    pub block: u32,
    /// Number of blocks of the page; none if the page is unknown.
    pub blocks: Option<u32>,
}

/// The result of reading the lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelLines {
    /// The label.
    pub written: WrittenLabel,
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
    let is_plain = name.chars().all(|c| c.is_alphanumeric() || "_-.:".contains(c));
    if !name.is_empty() && is_plain && name != "all" {
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
    mut unknown: impl FnMut(&UnknownLine),
) -> Result<LabelLines> {
    check_name(name)?;
    if labelling.added(name).is_none() {
        labelling.check_new(name)?;
    }
    let order = labelling.corpus.order()?;
    let mut marks = MarkedRows::none(labelling);
    let mut lines = 0;
    let mut unknown_lines = 0;
    let mut reader = tamis_eval::trec::lines::Lines::new(reader, path, Limits::STREAM)?;
    while let Some((number, text)) = reader.next_line()? {
        if text.trim().is_empty() {
            continue;
        }
        lines += 1;
        let place = Place::line(path, number);
        let Ok(line) = serde_json::from_str::<LabelLine>(text) else {
            return Err(Error::format(place, shown(text), EXPECTED));
        };
        let page = IndexedPage::find(&labelling.corpus, order, &line.docno)?;
        let Some(page) = page.filter(|page| line.block < page.blocks) else {
            unknown_lines += 1;
            let LabelLine { docno, block, .. } = line;
            unknown(&UnknownLine {
                line: number,
                docno,
                block,
                blocks: page.map(|page| page.blocks),
            });
            continue;
        };
        if !marks.add(page, line.block, line.label.is_content()) {
            let LabelLine { docno, block, .. } = line;
            let found =
                format!("another label of block {block} of {docno} than in an earlier line");
            return Err(Error::format(place, found, "one label per block"));
        }
    }
    if lines == unknown_lines && labelling.corpus.pages() > 0 {
        return Err(names_no_block(labelling, path, lines));
    }
    let named_pages: u64 = marks.pages.iter().map(Rows::count).sum();
    let unnamed_pages = labelling.corpus.pages() - named_pages;
    let label = AddedLabel {
        name: name.to_owned(),
        origin: path.display().to_string(),
        language: None,
        pages: None,
        content: marks.content,
    };
    let was_there = labelling.added(name) == Some(&label);
    let written = write_unless(was_there, labelling, label)?;
    Ok(LabelLines { written, was_there, lines, unknown: unknown_lines, unnamed_pages })
}

/// Returns the error of lines none of which names a block of the index. An index without pages is
/// no error: a part of a collection may have none, and takes the labels of the other parts.
fn names_no_block(labelling: &Labelling, path: &Path, lines: u64) -> Error {
    let path = path.display();
    if lines == 0 {
        return labelling.error(format!("{path} has no lines of labels"));
    }
    labelling.error(format!(
        "none of the {lines} lines of {path} names a block of this index; is it for another one?"
    ))
}

/// Writes a label unless it was there: the same command may have been interrupted after its commit.
fn write_unless(was_there: bool, labelling: &Labelling, label: AddedLabel) -> Result<WrittenLabel> {
    if was_there {
        return Ok(WrittenLabel::new(&label));
    }
    labelling.check_new(&label.name)?;
    Ok(labelling.write(vec![label])?.swap_remove(0))
}

/// A page of the index, and its blocks.
#[derive(Clone, Copy)]
struct IndexedPage {
    segment: usize,
    doc: u32,
    /// The row of the first block.
    first: u32,
    /// The number of blocks.
    blocks: u32,
}

impl IndexedPage {
    /// Finds the page with this docno.
    fn find(corpus: &Corpus, order: DocnoOrder<'_>, docno: &str) -> Result<Option<Self>> {
        let Some(rank) = order.rank(docno)? else { return Ok(None) };
        let (segment, doc) = order.page(rank);
        let first_row = &corpus.segments[segment].first_row;
        let first = first_row[doc as usize];
        let blocks = first_row[doc as usize + 1] - first;
        Ok(Some(Self { segment, doc, first, blocks }))
    }
}

/// What the lines so far mark, by segment.
struct MarkedRows {
    /// The blocks that are content.
    content: Vec<Rows>,
    /// The blocks that a line names.
    named: Vec<Rows>,
    /// The pages that a line names.
    pages: Vec<Rows>,
}

impl MarkedRows {
    fn none(labelling: &Labelling) -> Self {
        Self {
            content: labelling.no_blocks(),
            named: labelling.no_blocks(),
            pages: labelling.no_pages(),
        }
    }

    /// Marks a block; returns false if an earlier line gave it another label.
    fn add(&mut self, page: IndexedPage, block: u32, is_content: bool) -> bool {
        let content = &mut self.content[page.segment];
        let named = &mut self.named[page.segment];
        let row = page.first + block;
        if named.contains(row) && content.contains(row) != is_content {
            return false;
        }
        named.insert(row);
        self.pages[page.segment].insert(page.doc);
        if is_content {
            content.insert(row);
        }
        true
    }
}
