use super::*;
use proptest::prelude::*;
use tamis_blocks::classify::LabelSet;

fn added(rows: &[u64], labels: &[Vec<u32>]) -> Added {
    let mut added = Added::default();
    for (i, &rows) in rows.iter().enumerate() {
        added.segments.push(SegmentRows { id: format!("{i:032x}"), rows });
    }
    for (i, of_label) in labels.iter().enumerate() {
        added.labels.push(AddedLabel {
            name: format!("l{i}"),
            origin: if i % 2 == 0 { AddedLabel::classifier(None) } else { "lines".into() },
            language: (i == 2).then(|| "de".to_owned()),
            pages: (i == 1).then_some(7),
            content: rows.iter().map(|rows| set(of_label, *rows)).collect(),
        });
    }
    added
}

/// Returns the set of those of these rows that a segment of so many has.
fn set(of_label: &[u32], rows: u64) -> Rows {
    let mut set = Rows::new(rows);
    for &row in of_label {
        if u64::from(row) < rows {
            set.insert(row);
        }
    }
    set
}

/// Returns which of the first two labels every block of all segments has.
fn labels_of(added: &Added) -> Vec<LabelSet> {
    let mut words = Vec::new();
    for (number, segment) in added.segments.iter().enumerate() {
        let [first, second] = [0, 1].map(|label: usize| &added.labels[label].content[number]);
        for row in 0..segment.rows as u32 {
            let labels = [first, second].map(|label| label.contains(row));
            let numbers = (0..2).filter(|number| labels[*number]);
            words.push(numbers.collect());
        }
    }
    words
}

/// A block with the first label, the second, both or none.
fn label_set() -> impl Strategy<Value = LabelSet> {
    prop::collection::btree_set(0usize..2, 0..3).prop_map(|labels| labels.into_iter().collect())
}

proptest! {
    #[test]
    fn what_was_written_is_read_and_no_other_byte_is_taken_for_it(
        rows in prop::collection::vec(0u64..200, 0..4),
        labels in prop::collection::vec(prop::collection::vec(0u32..200, 0..40), 1..4),
        at in any::<prop::sample::Index>(), bit in 0u8..8, cut in any::<prop::sample::Index>(),
    ) {
        let added = added(&rows, &labels);
        let folder = tempfile::tempdir().unwrap();
        let sum = added.write(folder.path()).unwrap();
        let read = || Added::open(folder.path(), sum.as_deref()).and_then(Added::checked);
        prop_assert_eq!(read().unwrap(), added);
        let name = folder.path().join(summed_name(KIND.prefix, sum.as_deref().unwrap()));
        let bytes = std::fs::read(&name).unwrap();
        std::fs::write(&name, &bytes[..cut.index(bytes.len())]).unwrap();
        prop_assert!(read().is_err());
        let mut damaged = bytes;
        let at = at.index(damaged.len());
        damaged[at] ^= 1 << bit;
        std::fs::write(&name, &damaged).unwrap();
        prop_assert!(read().is_err());
        // What a search reads is damaged, or nothing of the label is.
        if let Ok(opened) = Added::open(folder.path(), sum.as_deref()) {
            let sets = opened.labels.iter().flat_map(|label| &label.content);
            let mut read = sets.map(|set| set.bytes(0..set.as_bytes().len()));
        prop_assert!(read.any(|set| set.is_err()));
        }
    }
}

proptest! {
    /// Labels that follow the segments are those of the index as it is: built batch by batch,
    /// merged, cut by deletions.
    #[test]
    fn labels_follow_the_segments(
        batches in prop::collection::vec(prop::collection::vec(label_set(), 0..100), 1..6),
        merged in any::<prop::sample::Index>(), width in 1usize..4,
        deleted in prop::collection::vec(any::<bool>(), 600),
    ) {
        let mut grown = added(&[], &[vec![], vec![]]);
        for label in &mut grown.labels {
            label.pages = None;
            label.language = None;
        }
        let mut pages = 0;
        for (i, blocks) in batches.iter().enumerate() {
            grown.push(SegmentRows { id: i.to_string(), rows: blocks.len() as u64 }, blocks, pages);
            pages += 10;
        }
        // The second label has no classifier, and was there before the first batch.
        prop_assert_eq!(grown.labels[1].pages, Some(0));
        prop_assert_eq!(grown.lacking(pages).collect::<Vec<_>>(), [("l1", pages)]);
        let first = merged.index(batches.len());
        let range = first..(first + width).min(batches.len());
        let mut ids: Vec<String> = (0..batches.len()).map(|i| i.to_string()).collect();
        ids.splice(range.clone(), ["m".to_owned()]);
        let names: Vec<&str> = ids.iter().map(String::as_str).collect();
        let whole = batches.concat();
        let mut merged = grown.clone();
        merged.merge(range.clone(), "m");
        prop_assert_eq!(labels_of(&merged), whole.clone());
        // The same where a commit merged them and was interrupted, in whatever order the segments
        // are named.
        let settled = grown.clone().in_order(&names).unwrap();
        prop_assert_eq!(&settled, &merged);
        let turned: Vec<&str> = names.iter().rev().copied().collect();
        prop_assert_eq!(
            merged.clone().in_order(&turned).unwrap().in_order(&names).unwrap(),
            merged.clone()
        );
        prop_assert!(grown.in_order(&["other", "names"]).is_none());

        let keeps: Vec<bool> = merged.segments[first..=first]
            .iter()
            .flat_map(|segment| &deleted[..segment.rows as usize])
            .copied()
            .collect();
        let before: usize =
            merged.segments[..first].iter().map(|segment| segment.rows as usize).sum();
        let kept = keeps.iter().filter(|keeps| **keeps).count() as u64;
        merged.replace(first, SegmentRows { id: "k".into(), rows: kept }, &keeps);
        let is_kept = |i: usize| keeps.get(i.wrapping_sub(before)).copied().unwrap_or(true);
        let kept = whole.iter().enumerate().filter(|(i, _)| is_kept(*i));
        let expected: Vec<LabelSet> = kept.map(|(_, labels)| labels.clone()).collect();
        prop_assert_eq!(labels_of(&merged), expected);
    }
}

/// Arranges labels as an index with these segments and own labels does; the error is its message.
fn arrange(
    added: &Added,
    segments: &[SegmentRows],
    own: &[String],
) -> std::result::Result<Added, String> {
    let arranged = added.clone().arranged(Path::new("i"), segments.to_vec(), own);
    arranged.map_err(|error| error.to_string())
}

#[test]
fn labels_of_another_index_are_refused_and_the_order_of_segments_is_the_indexs() {
    let added = added(&[3, 5], &[vec![0, 4]]);
    let there = added.segments.clone();
    let arranged = |segments: &[SegmentRows], own: &[String]| arrange(&added, segments, own);
    assert_eq!(arranged(&there, &["words-tree".into()]).unwrap(), added);
    let turned = arranged(&[there[1].clone(), there[0].clone()], &[]).unwrap();
    assert!(turned.labels[0].content[0].contains(4) && turned.segments[0] == there[1]);
    let other = [there[0].clone(), SegmentRows { rows: 6, ..there[1].clone() }];
    for segments in [&other[..], &there[..1], &[]] {
        assert!(arranged(segments, &[]).unwrap_err().contains("other segments"));
    }
    assert!(arranged(&there, &["l0".into()]).unwrap_err().contains("l0"));
}

#[test]
fn only_the_blocks_that_are_asked_for_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let sum = added(&[9], &[vec![0], vec![1, 8]]).write(path).unwrap();
    let name = path.join(summed_name(KIND.prefix, sum.as_deref().unwrap()));
    let mut bytes = std::fs::read(&name).unwrap();
    bytes[0] ^= 2;
    std::fs::write(&name, &bytes).unwrap();
    let opened = Added::open(path, sum.as_deref()).unwrap();
    let [damaged, sound] = [0, 1].map(|label: usize| &opened.labels[label].content[0]);
    assert_eq!(sound.bytes(0..2).unwrap().as_slice(), [2, 1]);
    let error = damaged.bytes(0..2).unwrap_err().to_string();
    assert!(error.contains("bytes with the checksum") && error.ends_with(KIND.remedy), "{error}");
    assert!(opened.checked().is_err());
}

#[test]
fn new_labels_stand_beside_the_old_ones_until_a_commit_names_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    assert_eq!(Added::open(path, None).unwrap(), Added::default());
    let mut added = added(&[3], &[vec![0], vec![1]]);
    let first = added.write(path).unwrap();
    added.remove("l0").unwrap();
    assert!(added.remove("l0").unwrap_err().to_string().contains("'l1'"));
    let second = added.write(path).unwrap();
    assert_eq!(Added::open(path, first.as_deref()).unwrap().names(), "l0,l1");
    assert_eq!(Added::open(path, second.as_deref()).unwrap(), added);
    Added::remove_others(path, second.as_deref()).unwrap();
    let missing = Added::open(path, first.as_deref()).unwrap_err().to_string();
    assert!(missing.contains("found no file"), "{missing}");
    added.remove("l1").unwrap();
    assert_eq!(added.write(path).unwrap(), None);
    Added::remove_others(path, None).unwrap();
    assert_eq!(std::fs::read_dir(path).unwrap().count(), 0);
}
