//! The columns of a segment. tantivy's `ColumnarWriter` looks its column up by name for every value
//! and keeps the values as operations in lists; here the columns about blocks are plain lists of
//! numbers, which tantivy's serializers then encode. Its writer still writes the columns about
//! pages, and both kinds are put into one file.
//!
//! *Invariant*: the file is the one that `ColumnarWriter::serialize` writes: the columns by name, a
//! table of their names, types and places, the table's length, the number of pages, the version.

use super::super::document::{PageDocument, rounded};
use super::super::schema::BLOCK_COLUMNS;
use super::super::shape::{Shape, tokens_off};
use std::io::{self, Write};
use std::ops::Range;
use tantivy::columnar::column_index::{
    SerializableColumnIndex, SerializableOptionalIndex, serialize_column_index,
};
use tantivy::columnar::column_values::{CodecType, serialize_u64_based_column_values};
use tantivy::columnar::{Cardinality, ColumnType, ColumnarReader};
use tantivy::fastfield::FastFieldsWriter;
use tantivy_sstable::{Dictionary, RangeSSTable};

/// Bytes of the file's end that do not depend on its columns: the number of pages, 4 bytes, and the
/// version of the format, 8 bytes.
const END: usize = 12;

/// A column about blocks, of integers or of densities.
#[derive(Debug, Default)]
struct IndexColumn<T> {
    values: Vec<T>,
    /// Where the values of each page end.
    ends: Vec<u32>,
}

pub(super) struct ColumnsWriter {
    pages: FastFieldsWriter,
    words: IndexColumn<u32>,
    shape: IndexColumn<u32>,
    anchor_words: IndexColumn<u32>,
    last_line_words: IndexColumn<u32>,
    wrapped_lines: IndexColumn<u32>,
    tag_level: IndexColumn<u32>,
    tokens_off: IndexColumn<u32>,
    text_density: IndexColumn<f32>,
    link_density: IndexColumn<f32>,
}

impl ColumnsWriter {
    /// Begins with a writer of the columns about pages.
    pub fn new(pages: FastFieldsWriter) -> Self {
        Self {
            pages,
            words: IndexColumn::default(),
            shape: IndexColumn::default(),
            anchor_words: IndexColumn::default(),
            last_line_words: IndexColumn::default(),
            wrapped_lines: IndexColumn::default(),
            tag_level: IndexColumn::default(),
            tokens_off: IndexColumn::default(),
            text_density: IndexColumn::default(),
            link_density: IndexColumn::default(),
        }
    }

    /// Adds the next page, as the document of its columns.
    ///
    /// # Errors
    /// Those of tantivy.
    pub fn add(&mut self, document: &PageDocument) -> tantivy::Result<()> {
        self.pages.add_document(document)?;
        let page = &document.page;
        for (block, terms) in page.blocks.all().zip(&page.block_terms) {
            let shape = Shape::from_block(block);
            self.words.push(block.words);
            self.shape.push(shape.0 as u32);
            if shape.has_anchors() {
                self.anchor_words.push(block.anchor_words);
            }
            if shape.has_lines() {
                self.last_line_words.push(block.words - block.wrapped_words);
                self.wrapped_lines.push(block.wrapped_lines);
            }
            self.tag_level.push(block.tag_level);
            // A page's text has less than 2^32 bytes, so a block has less than 2^31 words.
            self.tokens_off.push(tokens_off((*terms).into(), block.words.into()) as u32);
            self.text_density.push(rounded(block.text_density()));
            self.link_density.push(rounded(block.link_density()));
        }
        for integers in [
            &mut self.words,
            &mut self.shape,
            &mut self.anchor_words,
            &mut self.last_line_words,
            &mut self.wrapped_lines,
            &mut self.tag_level,
            &mut self.tokens_off,
        ] {
            integers.end_page();
        }
        self.text_density.end_page();
        self.link_density.end_page();
        Ok(())
    }

    /// Writes the file.
    ///
    /// # Errors
    /// Those of the system.
    pub fn write(mut self, out: &mut impl Write) -> io::Result<()> {
        let mut about_pages = Vec::new();
        self.pages.serialize(&mut about_pages, None)?;
        let end = about_pages[about_pages.len() - END..].to_vec();
        let mut columns = columns_of(about_pages)?;
        columns.extend(self.about_blocks()?);
        columns.sort_unstable_by(|a, b| a.key.cmp(&b.key));

        let mut table = Dictionary::<RangeSSTable>::builder(Vec::new())?;
        let mut start = 0;
        for Serialized { key, bytes } in columns {
            out.write_all(&bytes)?;
            let range: Range<u64> = start..start + bytes.len() as u64;
            table.insert(key, &range)?;
            start = range.end;
        }
        let table = table.finish()?;
        out.write_all(&table)?;
        out.write_all(&(table.len() as u64).to_le_bytes())?;
        out.write_all(&end)
    }

    fn about_blocks(self) -> io::Result<Vec<Serialized>> {
        let integers = [
            self.words,
            self.shape,
            self.anchor_words,
            self.last_line_words,
            self.wrapped_lines,
            self.tag_level,
            self.tokens_off,
        ];
        let densities = [self.text_density, self.link_density];
        let (names, names_of_densities) = BLOCK_COLUMNS.split_at(integers.len());
        let mut columns = Vec::with_capacity(BLOCK_COLUMNS.len());
        for (name, column) in names.iter().zip(integers) {
            columns.push(column.serialized(name)?);
        }
        for (name, column) in names_of_densities.iter().zip(densities) {
            columns.push(column.serialized(name)?);
        }
        Ok(columns)
    }
}

/// A column as it stands in the file.
struct Serialized {
    /// Its name and type, by which the columns are sorted.
    key: Vec<u8>,
    bytes: Vec<u8>,
}

impl Serialized {
    fn new(name: &str, kind: ColumnType, bytes: Vec<u8>) -> Self {
        Self { key: [name.as_bytes(), &[0, kind.to_code()]].concat(), bytes }
    }
}

/// Returns the columns of a file, without the empty ones that stand for those about blocks.
fn columns_of(file: Vec<u8>) -> io::Result<Vec<Serialized>> {
    let mut columns = Vec::new();
    for (name, column) in ColumnarReader::open(file)?.list_columns()? {
        if !BLOCK_COLUMNS.contains(&&*name) {
            let bytes = column.file_slice().read_bytes()?.to_vec();
            columns.push(Serialized::new(&name, column.column_type(), bytes));
        }
    }
    Ok(columns)
}

impl<T> IndexColumn<T> {
    fn push(&mut self, value: T) {
        self.values.push(value);
    }

    fn end_page(&mut self) {
        self.ends.push(self.values.len() as u32);
    }

    /// Writes which pages have which values, as `serialize_column_index` does; its form for several
    /// values per page is not public, and is put together here. Returns the bytes written.
    fn write_index(&self, out: &mut Vec<u8>) -> io::Result<u32> {
        let mut pages = Vec::new();
        let mut starts = Vec::new();
        let mut start = 0;
        for (page, &end) in (0..).zip(&self.ends) {
            if end > start {
                pages.push(page);
                starts.push(start);
            }
            start = end;
        }
        starts.push(start);
        let num_rows = self.ends.len() as u32;
        let has_several = self.values.len() > pages.len();
        if !has_several && pages.len() == self.ends.len() {
            return serialize_column_index(SerializableColumnIndex::Full, out);
        }
        let non_null_row_ids = Box::new(&pages[..]);
        let optional = SerializableOptionalIndex { non_null_row_ids, num_rows };
        let at = out.len();
        let bytes = serialize_column_index(SerializableColumnIndex::Optional(optional), out)?;
        if !has_several {
            return Ok(bytes);
        }
        // The first byte is the kind of the index, and what follows is the same for both kinds.
        out[at] = Cardinality::Multivalued as u8;
        let codecs = [CodecType::Bitpacked, CodecType::Linear];
        serialize_u64_based_column_values(&&starts[..], &codecs, out)?;
        out.write_all(&(bytes - 1).to_le_bytes())?;
        Ok((out.len() - at) as u32)
    }
}

/// How tantivy encodes the values of columns: in whichever of the two ways is shorter.
const CODECS: [CodecType; 2] = [CodecType::Bitpacked, CodecType::BlockwiseLinear];

impl IndexColumn<u32> {
    fn serialized(&self, name: &str) -> io::Result<Serialized> {
        let mut bytes = Vec::new();
        let index = self.write_index(&mut bytes)?;
        serialize_u64_based_column_values(&&self.values[..], &CODECS, &mut bytes)?;
        bytes.extend(index.to_le_bytes());
        Ok(Serialized::new(name, ColumnType::U64, bytes))
    }
}

impl IndexColumn<f32> {
    fn serialized(&self, name: &str) -> io::Result<Serialized> {
        let mut bytes = Vec::new();
        let index = self.write_index(&mut bytes)?;
        let values: Vec<f64> = self.values.iter().map(|value| f64::from(*value)).collect();
        serialize_u64_based_column_values(&&values[..], &CODECS, &mut bytes)?;
        bytes.extend(index.to_le_bytes());
        Ok(Serialized::new(name, ColumnType::F64, bytes))
    }
}
