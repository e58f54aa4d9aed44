//! The order of pages is that of a sort of their docnos, whatever the segments.

use super::*;
use proptest::prelude::*;
use tantivy::schema::{FAST, STRING, Schema};
use tantivy::{IndexWriter, TantivyDocument, doc};

/// Makes a segment for each of these lists of docnos; a page without one has none.
fn segments(docnos: &[Vec<Option<String>>]) -> Vec<Docnos> {
    let mut schema = Schema::builder();
    let field = schema.add_text_field("docno", STRING | FAST);
    let index = tantivy::Index::create_in_ram(schema.build());
    let mut writer: IndexWriter = index.writer_with_num_threads(1, 15_000_000).unwrap();
    writer.set_merge_policy(Box::new(tantivy::merge_policy::NoMergePolicy));
    let mut opened = Vec::new();
    let mut known = Vec::new();
    for of_segment in docnos {
        for docno in of_segment {
            let page = docno
                .as_ref()
                .map_or_else(TantivyDocument::default, |docno| doc!(field => docno.as_str()));
            writer.add_document(page).unwrap();
        }
        writer.commit().unwrap();
        let reader: tantivy::IndexReader = index.reader().unwrap();
        for segment in reader.searcher().segment_readers() {
            if !known.contains(&segment.segment_id()) {
                known.push(segment.segment_id());
                opened.push(Docnos::open(segment).unwrap());
            }
        }
    }
    opened
}

/// Pages with docnos in some segments, each with at least one page.
fn made() -> impl Strategy<Value = Vec<Vec<Option<String>>>> {
    let docno = prop::option::weighted(0.9, "[a-cé]{0,3}");
    prop::collection::vec(prop::collection::vec(docno, 1..40), 1..5)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_merge_is_a_sort(pages in made()) {
        let docnos = segments(&pages);
        prop_assert_eq!(docnos.len(), pages.len());
        let merged = Merged::new(&docnos.iter().collect::<Vec<_>>()).unwrap();
        let mut sorted = Vec::new();
        for (segment, of_segment) in pages.iter().enumerate() {
            for (doc, docno) in (0..).zip(of_segment) {
                sorted.push((docno.is_none(), docno.clone().unwrap_or_default(), segment, doc));
            }
        }
        sorted.sort();
        let order = Order::from_ranks(merged.ranks).unwrap();
        prop_assert_eq!(order.count() as usize, sorted.len());
        let mut read = String::new();
        for (rank, (_, docno, segment, doc)) in (0..).zip(&sorted) {
            prop_assert_eq!(order.page(rank), (*segment, *doc));
            prop_assert_eq!(order.ranks(*segment)[*doc as usize], rank);
            docnos[*segment].read(*doc, &mut read).unwrap();
            prop_assert_eq!(&read, docno);
        }
        let mut shared = Vec::new();
        let mut start = 0;
        for same in sorted.chunk_by(|one, next| !next.0 && one.1 == next.1 && !one.0) {
            let end = start + same.len() as u32;
            if same.len() > 1 {
                shared.push(start..end);
            }
            start = end;
        }
        prop_assert_eq!(merged.shared, shared);
    }
}

#[test]
fn docnos_are_the_same_one_by_one_and_once_all_were_read() {
    let pages: Vec<Option<String>> = (0..200).map(|n| Some(format!("d{}", n * 7 % 200))).collect();
    let docnos = segments(std::slice::from_ref(&pages)).swap_remove(0);
    let mut read = String::new();
    for time in 0..3 {
        for (doc, docno) in (0..).zip(&pages) {
            assert_eq!(docnos.all.get().is_some(), time > 0 || doc > 200 / SHARE_READ, "{doc}");
            docnos.read(doc, &mut read).unwrap();
            assert_eq!(Some(&read), docno.as_ref());
        }
    }
}
