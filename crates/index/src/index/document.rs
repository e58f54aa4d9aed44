//! An analyzed page as a tantivy document: either its columns about the page, or what is stored of
//! it. It hands over references to its values, field by field; tantivy's own document type would
//! copy every text once more. The columns about blocks are written without it ([`super::segment`]).

use super::page::AnalyzedPage;
use super::recipe::Store;
use super::schema::{Fields, payload_hash};

use std::slice::Iter;
use tamis_blocks::page::Block;
use tamis_collection::date;
use tantivy::Document;
use tantivy::schema::document::{ReferenceValue, ReferenceValueLeaf};
use tantivy::schema::{Field, Value};

/// A page, the fields of its values, the texts to store, and the values that it has as a document.
pub(super) struct PageDocument {
    pub fields: Fields,
    pub store: Store,
    pub part: ValueStore,
    pub page: AnalyzedPage,
}

/// Some of a page's values.
#[derive(Debug, Clone, Copy)]
pub(super) enum ValueStore {
    Columns,
    Stored,
}

impl ValueStore {
    fn per_page(self) -> &'static [PerPage] {
        match self {
            Self::Columns => &PAGE_COLUMNS,
            Self::Stored => &STORED_OF_PAGE,
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) enum LeafValue<'a> {
    Text(&'a str),
    Integer(u64),
    Signed(i64),
    Bytes(&'a [u8]),
}

impl<'a> Value<'a> for LeafValue<'a> {
    type ArrayIter = std::iter::Empty<Self>;
    type ObjectIter = std::iter::Empty<(&'a str, Self)>;

    #[inline]
    fn as_value(&self) -> ReferenceValue<'a, Self> {
        ReferenceValue::Leaf(match *self {
            Self::Text(text) => ReferenceValueLeaf::Str(text),
            Self::Integer(number) => ReferenceValueLeaf::U64(number),
            Self::Signed(number) => ReferenceValueLeaf::I64(number),
            Self::Bytes(bytes) => ReferenceValueLeaf::Bytes(bytes),
        })
    }
}

impl Document for PageDocument {
    type Value<'a> = LeafValue<'a>;
    type FieldsValuesIter<'a> = PageValues<'a>;

    fn iter_fields_and_values(&self) -> PageValues<'_> {
        let blocks = &self.page.blocks;
        let has_texts = matches!(self.part, ValueStore::Stored) && self.store != Store::None;
        PageValues {
            document: self,
            about_page: self.part.per_page().iter(),
            title: blocks.title.as_ref().filter(|_| has_texts),
            blocks: if has_texts { blocks.blocks.iter() } else { Iter::default() },
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
    Metadata,
    Published,
    Structure,
}

/// The columns about pages; a fingerprint has at most two parts.
const PAGE_COLUMNS: [PerPage; 10] = [
    PerPage::Docno,
    PerPage::Url,
    PerPage::Time,
    PerPage::Encoding,
    PerPage::EncodingSource,
    PerPage::Language,
    PerPage::Fingerprint(0),
    PerPage::Fingerprint(1),
    PerPage::Payload,
    PerPage::Published,
];

/// What is stored of a page, beside its blocks' texts.
const STORED_OF_PAGE: [PerPage; 9] = [
    PerPage::Docno,
    PerPage::Url,
    PerPage::Date,
    PerPage::Title,
    PerPage::Archive,
    PerPage::Offset,
    PerPage::Body,
    PerPage::Metadata,
    PerPage::Structure,
];

impl PerPage {
    fn value(
        self,
        PageDocument { fields, store, page, .. }: &PageDocument,
    ) -> Option<(Field, LeafValue<'_>)> {
        let document = &page.document;
        Some(match self {
            Self::Docno => (fields.docno, LeafValue::Text(&document.docno)),
            Self::Url => (fields.url, LeafValue::Text(&document.url)),
            Self::Date => (fields.date, LeafValue::Text(&document.date)),
            Self::Time => (fields.time, LeafValue::Signed(date::seconds(&document.date)?)),
            Self::Title if *store == Store::None => return None,
            Self::Title => {
                (fields.title, LeafValue::Text(page.blocks.text_of(page.blocks.title.as_ref()?)))
            }
            Self::Archive => (fields.archive, LeafValue::Text(&document.source.archive)),
            Self::Offset => (fields.offset, LeafValue::Integer(document.source.offset)),
            Self::Encoding => (fields.encoding, LeafValue::Text(page.encoding)),
            Self::EncodingSource => {
                (fields.encoding_source, LeafValue::Text(page.encoding_source.name()))
            }
            Self::Language => (fields.language, LeafValue::Text(page.language)),
            Self::Body if *store != Store::All => return None,
            Self::Body => (fields.body, LeafValue::Bytes(document.body.bytes())),
            Self::Payload => {
                (fields.payload?, LeafValue::Integer(payload_hash(&document.payload_digest)?))
            }
            Self::Metadata => {
                (fields.metadata?.stored, LeafValue::Text(&page.metadata.as_ref()?.json))
            }
            Self::Published => {
                (fields.metadata?.published, LeafValue::Signed(page.metadata.as_ref()?.published?))
            }
            Self::Structure => (fields.structure?, LeafValue::Bytes(page.structure.as_ref()?)),
            Self::Fingerprint(part) => {
                (fields.fingerprint, LeafValue::Integer(*page.fingerprint.as_ref()?.get(part)?))
            }
        })
    }
}

/// Returns a density with eight binary digits, rounded down: what is at least a whole or a half
/// stays so, and the column takes half the bits.
pub(super) fn rounded(density: f32) -> f32 {
    f32::from_bits(density.to_bits() & 0xffff_0000)
}

/// Iterates over the values of a page. tantivy stores them in two such passes; this is a plain loop
/// because a chain of iterator adapters took 7 % of an ingest.
pub(super) struct PageValues<'a> {
    document: &'a PageDocument,
    about_page: Iter<'static, PerPage>,
    /// The blocks whose texts come next, the title first.
    title: Option<&'a Block>,
    blocks: Iter<'a, Block>,
}

impl<'a> Iterator for PageValues<'a> {
    type Item = (Field, LeafValue<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        for value in self.about_page.by_ref() {
            let value = value.value(self.document);
            if value.is_some() {
                return value;
            }
        }
        let block = self.title.take().or_else(|| self.blocks.next())?;
        let text = self.document.page.blocks.text_of(block);
        Some((self.document.fields.block_text, LeafValue::Text(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::{Analyzer, Vocabulary};
    use crate::index::{Recipe, schema};
    use crate::ingest;
    use tamis_blocks::classify::Set;
    use tamis_collection::{RawDocument, Source};

    /// Returns how many values each field has in a part of a page of four blocks, one of them the
    /// title.
    fn values(store: Store, part: ValueStore) -> impl Fn(&str) -> usize {
        let long = "word ".repeat(40);
        let html = format!("<title>t</title><p>{long}</p><p>a <a href=x>b</a></p><p>c");
        let source = Source { archive: "a".into(), offset: 7 };
        let raw = RawDocument::new("d", source, tamis_collection::Body::Html(html.into()));
        let recipe = Recipe { store, ..Recipe::default() };
        let options = ingest::Options { recipe, threads: 1, ..ingest::Options::default() };
        let page = ingest::analyze(
            raw,
            &mut Analyzer::by_name("english").unwrap(),
            &mut Vocabulary::default(),
            Set::published(),
            &options,
        );
        let schema = schema::schema();
        let fields = Fields::from_schema(&schema).unwrap();
        let document = PageDocument { fields, store, part, page };
        let names: Vec<String> = document
            .iter_fields_and_values()
            .map(|(field, _)| schema.get_field_name(field).to_owned())
            .collect();
        move |name| names.iter().filter(|one| *one == name).count()
    }

    #[test]
    fn columns_have_a_value_per_page() {
        let count = values(Store::Text, ValueStore::Columns);
        for name in ["docno", "url", "encoding", "encoding_source", "language"] {
            assert_eq!(count(name), 1, "{name}");
        }
        assert_eq!((count("block_text"), count("date")), (0, 0));
    }

    #[test]
    fn densities_are_rounded_down_to_less_than_a_hundredth_of_them() {
        for halves in 0..200u8 {
            let density = f32::from(halves) / 2.0;
            assert_eq!(rounded(density), density);
        }
        for (anchors, words) in [(1, 3), (2, 3), (41, 7), (99, 100)] {
            let density = anchors as f32 / words as f32;
            let kept = rounded(density) / density;
            assert!(kept <= 1.0 && kept > 0.99, "{density}");
        }
    }

    #[test]
    fn what_is_stored_depends_on_the_recipe() {
        const FIELDS: [&str; 9] = [
            "docno",
            "url",
            "date",
            "archive",
            "offset",
            "title",
            "block_text",
            "structure",
            "body",
        ];
        let counts = |store| FIELDS.map(values(store, ValueStore::Stored));
        assert_eq!(counts(Store::All), [1, 1, 1, 1, 1, 1, 4, 0, 1]);
        assert_eq!(counts(Store::Structure), [1, 1, 1, 1, 1, 1, 4, 1, 0]);
        assert_eq!(counts(Store::Text), [1, 1, 1, 1, 1, 1, 4, 0, 0]);
        assert_eq!(counts(Store::None), [1, 1, 1, 1, 1, 0, 0, 0, 0]);
        assert_eq!(values(Store::All, ValueStore::Stored)("encoding"), 0);
    }
}
