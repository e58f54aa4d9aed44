//! An analyzed page as a tantivy document. It hands over references to its values, field by field;
//! tantivy's own document type would copy every text once more, and pack and unpack every number.

use super::page::AnalyzedPage;
use super::recipe::Store;
use super::schema::{Fields, payload_hash};
use super::shape::{self, Shape};

use tamis_blocks::page::Block;
use tamis_collection::date;
use tantivy::Document;
use tantivy::schema::document::{ReferenceValue, ReferenceValueLeaf};
use tantivy::schema::{Field, Value};

/// A page, the fields of its values, and the texts to store.
pub(super) struct PageDocument {
    pub fields: Fields,
    pub store: Store,
    /// The number of labels in the file of codes.
    pub labels: usize,
    /// The number of scores there.
    pub scores: usize,
    pub page: AnalyzedPage,
}

/// One value.
#[derive(Debug, Clone, Copy)]
pub(super) enum Leaf<'a> {
    Text(&'a str),
    Integer(u64),
    Signed(i64),
    Real(f64),
    Bytes(&'a [u8]),
}

impl<'a> Value<'a> for Leaf<'a> {
    type ArrayIter = std::iter::Empty<Self>;
    type ObjectIter = std::iter::Empty<(&'a str, Self)>;

    #[inline]
    fn as_value(&self) -> ReferenceValue<'a, Self> {
        ReferenceValue::Leaf(match *self {
            Self::Text(text) => ReferenceValueLeaf::Str(text),
            Self::Integer(number) => ReferenceValueLeaf::U64(number),
            Self::Signed(number) => ReferenceValueLeaf::I64(number),
            Self::Real(number) => ReferenceValueLeaf::F64(number),
            Self::Bytes(bytes) => ReferenceValueLeaf::Bytes(bytes),
        })
    }
}

impl PageDocument {
    fn block(&self, number: usize) -> Option<&Block> {
        let blocks = &self.page.blocks;
        match &blocks.title {
            Some(title) if number == 0 => Some(title),
            title => blocks.blocks.get(number - usize::from(title.is_some())),
        }
    }
}

impl Document for PageDocument {
    type Value<'a> = Leaf<'a>;
    type FieldsValuesIter<'a> = Values<'a>;

    fn iter_fields_and_values(&self) -> Values<'_> {
        Values {
            document: self,
            about_page: PER_PAGE.iter(),
            about_blocks: PER_BLOCK.iter(),
            column: None,
            number: 0,
        }
    }
}

/// A field with at most one value per page, or one part of a fingerprint.
#[derive(Clone, Copy)]
enum PerPage {
    Docno,
    Url,
    Date,
    Time,
    Title,
    Archive,
    Offset,
    Encoding,
    EncodingSource,
    Language,
    Body,
    /// The part of the fingerprint with this number.
    Fingerprint(usize),
    Payload,
}

/// All of them; a fingerprint has at most two parts.
const PER_PAGE: [PerPage; 14] = [
    PerPage::Docno,
    PerPage::Url,
    PerPage::Date,
    PerPage::Time,
    PerPage::Title,
    PerPage::Archive,
    PerPage::Offset,
    PerPage::Encoding,
    PerPage::EncodingSource,
    PerPage::Language,
    PerPage::Body,
    PerPage::Fingerprint(0),
    PerPage::Fingerprint(1),
    PerPage::Payload,
];

impl PerPage {
    fn value(
        self,
        PageDocument { fields, store, page, .. }: &PageDocument,
    ) -> Option<(Field, Leaf<'_>)> {
        let document = &page.document;
        Some(match self {
            Self::Docno => (fields.docno, Leaf::Text(&document.docno)),
            Self::Url => (fields.url, Leaf::Text(&document.url)),
            Self::Date => (fields.date, Leaf::Text(&document.date)),
            Self::Time => (fields.time, Leaf::Signed(date::seconds(&document.date)?)),
            Self::Title if *store == Store::None => return None,
            Self::Title => {
                (fields.title, Leaf::Text(page.blocks.text_of(page.blocks.title.as_ref()?)))
            }
            Self::Archive => (fields.archive, Leaf::Text(&document.source.archive)),
            Self::Offset => (fields.offset, Leaf::Integer(document.source.offset)),
            Self::Encoding => (fields.encoding, Leaf::Text(page.encoding)),
            Self::EncodingSource => {
                (fields.encoding_source, Leaf::Text(page.encoding_source.name()))
            }
            Self::Language => (fields.language, Leaf::Text(page.language)),
            Self::Body if *store != Store::All => return None,
            Self::Body => (fields.body, Leaf::Bytes(document.body.bytes())),
            Self::Payload => {
                (fields.payload?, Leaf::Integer(payload_hash(&document.payload_digest)?))
            }
            Self::Fingerprint(part) => {
                (fields.fingerprint, Leaf::Integer(*page.fingerprint.as_ref()?.get(part)?))
            }
        })
    }
}

/// A field with at most one value per block, in the order of the schema.
#[derive(Clone, Copy)]
enum PerBlock {
    Tokens,
    Text,
    Words,
    Shape,
    AnchorWords,
    LastLineWords,
    WrappedLines,
    TagLevel,
    TokensOff,
    TextDensity,
    LinkDensity,
}

const PER_BLOCK: [PerBlock; 11] = [
    PerBlock::Tokens,
    PerBlock::Text,
    PerBlock::Words,
    PerBlock::Shape,
    PerBlock::AnchorWords,
    PerBlock::LastLineWords,
    PerBlock::WrappedLines,
    PerBlock::TagLevel,
    PerBlock::TokensOff,
    PerBlock::TextDensity,
    PerBlock::LinkDensity,
];

impl PerBlock {
    fn field(self, fields: &Fields) -> Field {
        let columns = &fields.blocks;
        match self {
            Self::Tokens => fields.text,
            Self::Text => fields.block_text,
            Self::Words => columns.words,
            Self::Shape => columns.shape,
            Self::AnchorWords => columns.anchor_words,
            Self::LastLineWords => columns.last_line_words,
            Self::WrappedLines => columns.wrapped_lines,
            Self::TagLevel => columns.tag_level,
            Self::TokensOff => columns.tokens_off,
            Self::TextDensity => columns.text_density,
            Self::LinkDensity => columns.link_density,
        }
    }

    #[inline]
    fn value<'a>(
        self,
        page: &'a AnalyzedPage,
        number: usize,
        block: &'a Block,
    ) -> Option<Leaf<'a>> {
        let tokens = &page.block_tokens[number];
        Some(match self {
            Self::Tokens => Leaf::Text(&page.tokens[tokens.span.clone()]),
            Self::Text => Leaf::Text(page.blocks.text_of(block)),
            Self::Words => Leaf::Integer(block.words.into()),
            Self::Shape => Leaf::Integer(Shape::from_block(block).0),
            Self::AnchorWords if !Shape::from_block(block).has_anchors() => return None,
            Self::AnchorWords => Leaf::Integer(block.anchor_words.into()),
            Self::LastLineWords | Self::WrappedLines if !Shape::from_block(block).has_lines() => {
                return None;
            }
            Self::LastLineWords => Leaf::Integer((block.words - block.wrapped_words).into()),
            Self::WrappedLines => Leaf::Integer(block.wrapped_lines.into()),
            Self::TagLevel => Leaf::Integer(block.tag_level.into()),
            Self::TokensOff => {
                Leaf::Integer(shape::tokens_off(tokens.count.into(), block.words.into()))
            }
            Self::TextDensity => Leaf::Real(rounded(block.text_density())),
            Self::LinkDensity => Leaf::Real(rounded(block.link_density())),
        })
    }
}

/// Returns a density with eight binary digits, rounded down: what is at least a whole or a half
/// stays so, and the column takes half the bits.
fn rounded(density: f32) -> f64 {
    f32::from_bits(density.to_bits() & 0xffff_0000).into()
}

/// Iterates over all values of a page. tantivy does so four times; this is a plain loop because a
/// chain of iterator adapters took 7 % of an ingest.
pub(super) struct Values<'a> {
    document: &'a PageDocument,
    about_page: std::slice::Iter<'static, PerPage>,
    about_blocks: std::slice::Iter<'static, PerBlock>,
    /// The current column and its field.
    column: Option<(PerBlock, Field)>,
    /// The next block of the column.
    number: usize,
}

impl<'a> Iterator for Values<'a> {
    type Item = (Field, Leaf<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((column, field)) = self.column {
                while let Some(block) = self.document.block(self.number) {
                    let value = column.value(&self.document.page, self.number, block);
                    self.number += 1;
                    if let Some(value) = value {
                        return Some((field, value));
                    }
                }
            } else if let Some(one) = self.about_page.next() {
                match one.value(self.document) {
                    None => continue,
                    value => return value,
                }
            }
            let column = *self.about_blocks.next()?;
            if matches!(column, PerBlock::Text) && self.document.store == Store::None {
                continue;
            }
            self.column = Some((column, column.field(&self.document.fields)));
            self.number = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::Analyzer;
    use crate::index::{Recipe, schema};
    use crate::ingest;
    use tamis_blocks::classify::Set;
    use tamis_collection::{RawDocument, Source};

    /// Returns how many values each field has for a page of four blocks, one of them the title.
    fn values(store: Store) -> impl Fn(&str) -> usize {
        let long = "word ".repeat(40);
        let html = format!("<title>t</title><p>{long}</p><p>a <a href=x>b</a></p><p>c");
        let source = Source { archive: "a".into(), offset: 7 };
        let raw = RawDocument::new("d", source, tamis_collection::Body::Html(html.into()));
        let recipe = Recipe { store, ..Recipe::default() };
        let options = ingest::Options { recipe, threads: 1, ..ingest::Options::default() };
        let page = ingest::analyze(
            raw,
            &mut Analyzer::by_name("english").unwrap(),
            Set::published(),
            &options,
        );
        let schema = schema::schema();
        let fields = Fields::from_schema(&schema).unwrap();
        let document = PageDocument { fields, store, labels: 0, scores: 0, page };
        let names: Vec<String> = document
            .iter_fields_and_values()
            .map(|(field, _)| schema.get_field_name(field).to_owned())
            .collect();
        move |name| names.iter().filter(|one| *one == name).count()
    }

    #[test]
    fn dense_columns_have_a_value_per_block_and_sparse_ones_where_it_is_needed() {
        let count = values(Store::Text);
        let sparse = ["anchor_words", "last_line_words", "wrapped_lines"];
        for name in schema::BLOCK_COLUMNS.into_iter().chain(["text", "block_text"]) {
            assert_eq!(count(name), if sparse.contains(&name) { 1 } else { 4 }, "{name}");
        }
        for name in [
            "docno",
            "url",
            "date",
            "title",
            "archive",
            "offset",
            "encoding",
            "encoding_source",
            "language",
        ] {
            assert_eq!(count(name), 1, "{name}");
        }
    }

    #[test]
    fn densities_are_rounded_down_to_less_than_a_hundredth_of_them() {
        for halves in 0..200u8 {
            let density = f32::from(halves) / 2.0;
            assert_eq!(rounded(density), f64::from(density));
        }
        for (anchors, words) in [(1, 3), (2, 3), (41, 7), (99, 100)] {
            let density = anchors as f32 / words as f32;
            let kept = rounded(density) / f64::from(density);
            assert!(kept <= 1.0 && kept > 0.99, "{density}");
        }
    }

    #[test]
    fn what_is_stored_depends_on_the_recipe() {
        let counts = |store| ["title", "block_text", "body", "text"].map(values(store));
        assert_eq!(counts(Store::All), [1, 4, 1, 4]);
        assert_eq!(counts(Store::Text), [1, 4, 0, 4]);
        assert_eq!(counts(Store::None), [0, 0, 0, 4]);
    }
}
