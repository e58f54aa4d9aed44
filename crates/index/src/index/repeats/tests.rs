//! The file of counts: read as it was written, and no damaged byte is believed.

use super::*;
use crate::error::Place;
use proptest::prelude::*;

fn segment(number: usize, rows: usize) -> CountedSegment {
    CountedSegment {
        rows: SegmentRows { id: format!("{number:032x}"), rows: rows as u64 },
        pages: 1,
    }
}

/// Writes the counts of these segments, each with one page, and returns their descriptions and the
/// checksum. The last segment has the first page.
fn write(folder: &Path, segments: &[Vec<u32>]) -> (Vec<CountedSegment>, String) {
    let mut writer = RepeatsWriter::new(folder);
    for rows in segments.iter().flat_map(|rows| rows.chunks(CHUNK)) {
        writer
            .add(&[rows.to_vec(), rows.iter().map(|n| n / 2).collect(), vec![7; rows.len()]])
            .unwrap();
    }
    writer
        .add_order(&(0..segments.len() as u32).rev().map(|n| vec![n]).collect::<Vec<_>>())
        .unwrap();
    let described: Vec<CountedSegment> =
        segments.iter().enumerate().map(|(n, rows)| segment(n, rows.len())).collect();
    let most = vec![MostRepeated { repeats: 3, segment: segments.len() - 1, row: 0 }];
    let sum = writer
        .finish(
            &described,
            CountedRepeats {
                sites: 2,
                pages_with_site: 5,
                list: "2026-11-05".into(),
                international: false,
                most,
            },
        )
        .unwrap();
    (described, sum)
}

/// Reads rows of a segment, all three counts.
fn read(repeats: &Repeats, segment: usize, rows: Range<usize>) -> io::Result<Vec<Vec<u64>>> {
    let mut all = Vec::new();
    for plane in CountPlane::ALL {
        let mut counts = vec![0; rows.len()];
        repeats.read(segment, plane, rows.start as u32, &mut counts)?;
        all.push(counts);
    }
    Ok(all)
}

#[test]
fn rows_are_read_across_frames_and_from_any_order_of_segments() {
    let folder = tempfile::tempdir().unwrap();
    let long: Vec<u32> =
        (0..CHUNK as u32 * 2 + 77).map(|row| row.wrapping_mul(2_654_435_761) >> 7).collect();
    let segments = [long.clone(), Vec::new(), vec![4, 5, 6]];
    let (described, sum) = write(folder.path(), &segments);
    let turned: Vec<CountedSegment> = [2, 0, 1].map(|n| described[n].clone()).into();
    let repeats = Repeats::open(folder.path(), &sum, &turned).unwrap();
    assert_eq!(repeats.counted.most[0].segment, 0);
    assert_eq!(read(&repeats, 0, 0..3).unwrap(), [vec![4, 5, 6], vec![2, 2, 3], vec![7; 3]]);
    for rows in [0..5, CHUNK - 2..CHUNK + 2, 3..long.len(), CHUNK * 2..long.len(), 10..10] {
        let expected: Vec<u64> = long[rows.clone()].iter().map(|n| u64::from(*n)).collect();
        assert_eq!(read(&repeats, 1, rows.clone()).unwrap()[0], expected, "{rows:?}");
        let codes = repeats.codes(1, Feature::Repeats, rows.clone()).unwrap().unwrap();
        let scale = Feature::Repeats.scale();
        let code = |repeats: &u64| scale.code((*repeats > 0).then_some((*repeats, 1)));
        assert!(codes.iter().copied().eq(expected.iter().map(code)), "{rows:?}");
    }
    let order = repeats.order(&[1; 3]).unwrap().unwrap();
    assert_eq!([0, 1, 2].map(|rank| order.page(rank)), [(0, 0), (2, 0), (1, 0)]);
    assert_eq!([0, 1, 2].map(|segment| order.ranks(segment)), [&[0], &[2], &[1]]);
    let refused = repeats.order(&[1, 2, 1]).unwrap_err().to_string();
    assert!(refused.contains("found 4 bytes of ranks, expected 8; "), "{refused}");
    for other in [&described[..2], &[described[0].clone(), described[1].clone(), segment(2, 4)]] {
        let refused = Repeats::open(folder.path(), &sum, other).map(drop).unwrap_err().to_string();
        assert!(
            refused.contains("found the counts of other segments, expected those of the index"),
            "{refused}"
        );
    }
}

proptest! {
    #[test]
    fn no_damaged_byte_becomes_a_count(
        rows in prop::collection::vec(0u32..9, 1..300),
        at in any::<prop::sample::Index>(),
        bit in 0u8..8,
        cut in any::<bool>(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let (described, sum) = write(folder.path(), std::slice::from_ref(&rows));
        let name = folder.path().join(summed_name(KIND.prefix, &sum));
        let mut bytes = std::fs::read(&name).unwrap();
        let at = at.index(bytes.len());
        if cut {
            bytes.truncate(at);
        } else {
            bytes[at] ^= 1 << bit;
        }
        std::fs::write(&name, bytes).unwrap();
        let found = Repeats::open(folder.path(), &sum, &described);
        let found = found.map(|repeats| {
            let codes = |feature| repeats.codes(0, feature, 0..rows.len());
            read(&repeats, 0, 0..rows.len()).is_err()
                || repeats.order(&[1]).is_err()
                || CODED.into_iter().any(|feature| codes(feature).is_err())
        });
        prop_assert!(found.unwrap_or(true), "byte {}", at);
    }
}

#[test]
fn a_file_of_another_format_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let counted = CountedRepeats::default();
    let header =
        RepeatsHeader { format: FORMAT + 1, segments: Vec::new(), counted, ordered: false };
    let sum = framed::write(folder.path(), &KIND, &header, Vec::new(), |_| Ok(())).unwrap();
    let refused = Repeats::open(folder.path(), &sum, &[]).map(drop).unwrap_err().to_string();
    assert!(refused.contains("found format 5, expected format 4"), "{refused}");
}

#[test]
fn a_damaged_order_is_an_error_with_its_place_and_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let (described, sum) = write(folder.path(), &[vec![4, 5, 6], vec![7]]);
    let name = folder.path().join(summed_name(KIND.prefix, &sum));
    let frames = Repeats::open(folder.path(), &sum, &described).unwrap().order.unwrap();
    let mut bytes = std::fs::read(&name).unwrap();
    bytes[frames[1].start() + 2] ^= 1;
    std::fs::write(&name, bytes).unwrap();
    let damaged = Repeats::open(folder.path(), &sum, &described).unwrap();
    assert!(read(&damaged, 0, 0..3).is_ok() && damaged.check().is_err());
    let refused = damaged.order(&[1; 2]).unwrap_err().to_string();
    let start = frames[1].start();
    let place = Place::offset(&name, start as u64).to_string();
    assert!(refused.starts_with(&place) && refused.ends_with(KIND.remedy), "{refused}, {place}");
}

#[test]
fn ranks_of_other_pages_are_no_order() {
    let folder = tempfile::tempdir().unwrap();
    for ranks in [[0, 0], [0, 2], [u32::MAX, 0]] {
        let mut writer = RepeatsWriter::new(folder.path());
        writer.add_order(&[ranks.to_vec()]).unwrap();
        let described = [CountedSegment { pages: 2, ..segment(0, 0) }];
        let sum = writer.finish(&described, CountedRepeats::default()).unwrap();
        let repeats = Repeats::open(folder.path(), &sum, &described).unwrap();
        let refused = repeats.order(&[2]).unwrap_err().to_string();
        assert!(refused.contains("found ranks of other pages, expected one of each"), "{refused}");
    }
}
