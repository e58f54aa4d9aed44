use crate::{
    Archive, Body, Checkpoint, Item, RawDocument, ReadSettings, Reason, WarcWriter, discover,
};
use proptest::prelude::*;
use std::io::{self, Write};
use std::sync::Arc;
use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// A WARC file of three pages, one member each.
fn warc(folder: &TempDir) -> Vec<u8> {
    let path = folder.path().join("data.warc.gz");
    let mut writer = WarcWriter::create(&path).unwrap();
    let text: String = (0..500).map(|i| format!("<p>{}", i * i * 7919)).collect();
    for i in 0..3 {
        writer
            .page(&format!("page-{i}"), "http://a/", "2006-02-17T00:00:00Z", text.as_bytes())
            .unwrap();
    }
    writer.finish().unwrap();
    std::fs::read(path).unwrap()
}

/// A zip file with these entries behind an index; in `archive/` where the names say so.
fn zipped(entries: &[(&str, &[u8], CompressionMethod)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(io::Cursor::new(Vec::new()));
    zip.start_file("indexes/index.cdx", SimpleFileOptions::default()).unwrap();
    zip.write_all(b"com,example)/ 2006").unwrap();
    for (name, bytes, method) in entries {
        zip.start_file(*name, SimpleFileOptions::default().compression_method(*method)).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Reads the archives in a file of these bytes: returns their names, the docnos, the reasons.
fn read(folder: &TempDir, bytes: &[u8]) -> (Vec<String>, Vec<String>, Vec<Reason>) {
    let path = folder.path().join("x.wacz");
    std::fs::write(&path, bytes).unwrap();
    let mut names = Vec::new();
    let mut docnos = Vec::new();
    let mut reasons = Vec::new();
    for archive in discover(&[&path]).unwrap() {
        names.push(archive.name.strip_prefix(folder.path().to_str().unwrap()).unwrap().to_owned());
        let mut reader = archive.open(&ReadSettings::default()).unwrap();
        for item in &mut reader {
            match item {
                Item::Document(document) => docnos.push(document.docno),
                Item::Skipped(report) | Item::Defective(report) => reasons.push(report.reason),
            }
        }
    }
    (names, docnos, reasons)
}

const STORED: CompressionMethod = CompressionMethod::Stored;
const DEFLATED: CompressionMethod = CompressionMethod::Deflated;

/// Reads an archive: what it gives, and a checkpoint before each of it and at the end.
fn with_checkpoints(archive: &Archive, settings: &ReadSettings) -> (Vec<String>, Vec<Checkpoint>) {
    let mut reader = archive.open(settings).unwrap();
    let mut checkpoints = vec![reader.checkpoint()];
    let mut items = Vec::new();
    while let Some(item) = reader.next() {
        items.push(format!("{item:?}"));
        checkpoints.push(reader.checkpoint());
    }
    (items, checkpoints)
}

#[test]
fn every_archive_inside_is_one_with_the_same_pages() {
    let folder = tempfile::tempdir().unwrap();
    let warc = warc(&folder);
    let bytes =
        zipped(&[("archive/b.warc.gz", &warc, STORED), ("archive/a.warc.gz", &warc, DEFLATED)]);
    let (names, docnos, reasons) = read(&folder, &bytes);
    assert_eq!(names, ["/x.wacz!/archive/b.warc.gz", "/x.wacz!/archive/a.warc.gz"]);
    assert_eq!(docnos, ["page-0", "page-1", "page-2", "page-0", "page-1", "page-2"]);
    assert_eq!(reasons, [Reason::NotResponse; 2]);
}

/// A zip file with these entries and no index.
fn packed(entries: &[(&str, &[u8])], method: CompressionMethod) -> Vec<u8> {
    let mut zip = ZipWriter::new(io::Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        zip.start_file(*name, SimpleFileOptions::default().compression_method(method)).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A WACZ of one page.
fn one_page(text: &str, method: CompressionMethod) -> Vec<u8> {
    packed(&[("archive/a.warc", &page_record(text)), ("datapackage.json", b"{}")], method)
}

#[test]
fn the_pages_of_wacz_files_in_a_wacz_are_read() {
    let folder = tempfile::tempdir().unwrap();
    for (outer, inner) in
        [(STORED, STORED), (STORED, DEFLATED), (DEFLATED, STORED), (DEFLATED, DEFLATED)]
    {
        let [one, two, three] = ["in 1", "in 2", "in 3"].map(|text| one_page(text, inner));
        let pair = packed(&[("waczs/2.wacz", &two), ("3.WACZ", &three)], outer);
        let entries: [(&str, &[u8]); 3] =
            [("crawls/1.wacz", &one), ("pair.wacz", &pair), ("datapackage.json", b"{}")];
        let bytes = packed(&entries, outer);
        let expected = ["<p>in 1", "<p>in 2", "<p>in 3"].map(str::to_owned).to_vec();
        assert_eq!(pages(&folder, &bytes), (expected, 0), "{outer:?} {inner:?}");
        let names = read(&folder, &bytes).0;
        assert_eq!(
            names,
            [
                "/x.wacz!/crawls/1.wacz!/archive/a.warc",
                "/x.wacz!/pair.wacz!/waczs/2.wacz!/archive/a.warc",
                "/x.wacz!/pair.wacz!/3.WACZ!/archive/a.warc",
            ]
        );
        // Under another name, too.
        let path = folder.path().join("x.zip");
        std::fs::write(&path, &bytes).unwrap();
        assert_eq!(discover(&[&path]).unwrap().len(), 3);
        // The end of the file is missing: what is there is read, and damage is told.
        for cut in [1, 30, 200] {
            let (found, damage) = pages(&folder, &bytes[..bytes.len() - cut]);
            assert!(found.len() == 3 && damage > 0, "{outer:?} {inner:?} {cut}: {found:?}");
        }
    }
}

#[test]
fn reading_goes_on_at_every_checkpoint_of_a_nested_wacz() {
    let folder = tempfile::tempdir().unwrap();
    let inner = zipped(&[("archive/a.warc.gz", &warc(&folder), STORED)]);
    for method in [STORED, DEFLATED] {
        let path = folder.path().join("x.wacz");
        std::fs::write(&path, packed(&[("1.wacz", &inner)], method)).unwrap();
        let [archive] = &discover(&[&path]).unwrap()[..] else { panic!("one archive") };
        let settings = ReadSettings::default();
        let (items, checkpoints) = with_checkpoints(archive, &settings);
        assert_eq!(items.len(), 4);
        for (given, checkpoint) in checkpoints.into_iter().enumerate() {
            let rest = archive.resume(&settings, checkpoint).unwrap();
            let rest: Vec<String> = rest.map(|item| format!("{item:?}")).collect();
            assert_eq!(rest, items[given..], "{method:?}");
        }
    }
}

#[test]
fn a_wacz_that_was_packed_again_with_its_folder_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let page = page_record("in a");
    let entries: [(&str, &[u8]); 4] = [
        ("my crawl/archive/a.warc", &page),
        ("my crawl/datapackage.json", b"{}"),
        ("__MACOSX/my crawl/archive/._a.warc", b"\0\x05\x16\x07"),
        ("other/archive/b.warc", &page),
    ];
    let bytes = packed(&entries, STORED);
    assert_eq!(pages(&folder, &bytes), (vec!["<p>in a".to_owned()], 0));
    // Cut off before the data of the package.
    let place = all(&bytes, b"PK\x03\x04")[1];
    let (found, damage) = pages(&folder, &bytes[..place]);
    assert!(found == ["<p>in a"] && damage > 0, "{found:?}");
    // Under another name, a folder without the data of a package is none of a WACZ.
    let path = folder.path().join("x.zip");
    std::fs::write(&path, &bytes).unwrap();
    let names: Vec<_> = discover(&[&path]).unwrap().into_iter().map(|found| found.name).collect();
    assert_eq!(names.len(), 1);
    assert!(names[0].ends_with("x.zip!/my crawl/archive/a.warc"), "{names:?}");
    std::fs::write(&path, packed(&entries[3..], STORED)).unwrap();
    assert!(discover(&[&path]).is_err(), "a zip file of something else");
}

#[test]
fn what_cannot_be_read_of_a_nested_wacz_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    // One in the other, more often than is read.
    let mut deep = one_page("deep", STORED);
    for _ in 0..=super::DEEPEST {
        deep = packed(&[("x.wacz", &deep)], STORED);
    }
    let fine = one_page("in 1", STORED);
    let cases: [(&[u8], Reason); 3] = [
        (&deep, Reason::Unreadable),
        (b"no zip file", Reason::Truncated),
        (b"", Reason::Truncated),
    ];
    for (part, reason) in cases {
        let bytes = packed(&[("1.wacz", &fine), ("bad.wacz", part)], STORED);
        let (_, _, reasons) = read(&folder, &bytes);
        assert!(reasons.contains(&reason), "{reasons:?}");
        assert_eq!(pages(&folder, &bytes).0, ["<p>in 1"]);
    }
    // A flipped bit in a page of a deflated one.
    let mut bytes = packed(&[("1.wacz", &one_page("in a", STORED))], STORED);
    let place = all(&bytes, b"in a")[0];
    bytes[place] ^= 1;
    assert_eq!(pages(&folder, &bytes).1, 1);
}

#[test]
fn a_deflated_wacz_is_inflated_once_for_its_archives() {
    let folder = tempfile::tempdir().unwrap();
    let page = page_record("in a");
    let inner = packed(&[("archive/a.warc", &page), ("archive/b.warc", &page)], STORED);
    let path = folder.path().join("x.wacz");
    std::fs::write(&path, packed(&[("1.wacz", &inner)], DEFLATED)).unwrap();
    let entries = super::contents(&path, true).unwrap().entries;
    let bytes = |place: usize| entries[place].within.as_ref().unwrap().bytes().unwrap().0.0;
    let held = bytes(0);
    assert!(held[..] == inner && Arc::ptr_eq(&held, &bytes(1)), "for readers at one time");
    drop(held);
    // Other tests may inflate something in between.
    let is_kept = |_| Arc::downgrade(&bytes(0)).upgrade().is_some();
    assert!((0..1000).any(is_kept), "for readers one after the other");
    let last = Arc::downgrade(&bytes(1));
    drop(entries);
    assert!(last.upgrade().is_none(), "nothing is held without archives");
}

#[test]
fn nested_wacz_files_inflate_to_no_more_than_so_many_bytes_together() {
    let folder = tempfile::tempdir().unwrap();
    let inner = [&one_page("in 1", STORED), &[0; 1 << 20][..]].concat();
    let pair = packed(&[("1.wacz", &inner), ("2.wacz", &inner)], DEFLATED);
    let path = folder.path().join("x.wacz");
    std::fs::write(&path, packed(&[("1.wacz", &pair), ("2.wacz", &pair)], DEFLATED)).unwrap();
    // Each of the pairs, and of those in them, counts.
    for (most, expected) in [(0, (1, 2)), (2 << 20, (2, 1)), (3 << 20, (3, 1)), (5 << 20, (4, 0))] {
        let mut log = super::ZipLog { archive: "x".into(), reports: Vec::new() };
        let found = super::all(&path, true, most, &mut log).unwrap();
        let refused = log.reports.iter().filter(|report| report.reason == Reason::Unreadable);
        assert_eq!((found.len(), refused.count()), expected, "{most}");
    }
}

#[test]
fn only_wacz_files_count_for_how_deep_one_is() {
    let folder = tempfile::tempdir().unwrap();
    let name = "a!/b!/c!/d!/e!/1.wacz";
    let bytes = packed(&[(name, &one_page("in 1", STORED))], STORED);
    assert_eq!(pages(&folder, &bytes), (vec!["<p>in 1".to_owned()], 0));
}

#[test]
fn a_wacz_whose_directory_is_cut_off_is_read_up_to_the_cut() {
    let folder = tempfile::tempdir().unwrap();
    let warc = warc(&folder);
    for method in [STORED, DEFLATED] {
        let bytes =
            zipped(&[("archive/a.warc.gz", &warc, method), ("archive/b.warc.gz", &warc, method)]);
        let directory = bytes.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
        let (_, docnos, reasons) = read(&folder, &bytes[..directory]);
        assert_eq!(
            (docnos.len(), reasons),
            (6, vec![Reason::Truncated, Reason::NotResponse, Reason::NotResponse])
        );
        let (_, docnos, reasons) = read(&folder, &bytes[..directory - 4]);
        assert_eq!(docnos.len(), 6, "{method:?}: the last page is there up to the cut");
        let cut = [Reason::Truncated, Reason::NotResponse, Reason::NotResponse, Reason::Truncated];
        // Both the entry and the member in it are cut.
        assert_eq!(reasons[..4], cut, "{method:?}");
        assert!(reasons[4..].iter().all(|reason| *reason == Reason::Truncated), "{method:?}");
    }
}

#[test]
fn an_entry_whose_size_follows_it_is_found_without_a_directory() {
    let folder = tempfile::tempdir().unwrap();
    let warc = warc(&folder);
    let mut bytes =
        zipped(&[("archive/a.warc.gz", &warc, STORED), ("archive/b.warc.gz", &warc, STORED)]);
    let directory = bytes.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    bytes.truncate(directory);
    // As writers to a pipe leave it: flag 8, no sizes in the head.
    let heads: Vec<_> =
        (0..bytes.len() - 4).filter(|&at| bytes[at..].starts_with(b"PK\x03\x04")).collect();
    for at in &heads[1..] {
        bytes[at + 6] |= 8;
        bytes[at + 14..at + 26].fill(0);
    }
    let (names, docnos, reasons) = read(&folder, &bytes);
    assert_eq!((names.len(), docnos.len()), (3, 6));
    assert_eq!(reasons, [Reason::Truncated, Reason::NotResponse, Reason::NotResponse]);
}

#[test]
fn a_deflated_entry_that_is_damaged_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let plain =
        b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 4\r\n\r\nabcd\r\n\r\n".repeat(50);
    let mut bytes = zipped(&[("archive/a.warc", &plain, DEFLATED)]);
    let crc = flate2_crc(&plain).to_le_bytes();
    let places: Vec<_> = (0..bytes.len() - 4).filter(|&at| bytes[at..].starts_with(&crc)).collect();
    for at in places {
        bytes[at] ^= 1;
    }
    let (_, _, reasons) = read(&folder, &bytes);
    assert_eq!(reasons.iter().filter(|reason| **reason == Reason::NotResponse).count(), 50);
    assert_eq!(reasons.last(), Some(&Reason::DamagedMember));
}

fn flate2_crc(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

#[test]
fn what_is_no_archive_inside_is_counted_and_what_cannot_be_unpacked_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = zipped(&[
        ("archive/readme.txt", b"nothing", STORED),
        ("pages/x.warc.gz", b"WARC/1.0", STORED),
    ]);
    assert_eq!(read(&folder, &bytes).2, [Reason::NotHtml]);
    let other = folder.path().join("other.zip");
    std::fs::write(&other, zipped(&[])).unwrap();
    assert!(super::contents(&other, false).unwrap().entries.is_empty(), "a zip that is not a WACZ");
    let mut bytes = zipped(&[("archive/a.warc.gz", &warc(&folder), STORED)]);
    // Method 93, zstd, in both of the entry's heads.
    for (magic, at) in [(b"PK\x03\x04", 8), (b"PK\x01\x02", 10)] {
        let head = bytes.windows(4).rposition(|bytes| bytes == magic).unwrap();
        bytes[head + at] = 93;
    }
    assert_eq!(read(&folder, &bytes).2, [Reason::Unreadable]);
}

/// The positions of a signature.
fn all(bytes: &[u8], signature: &[u8]) -> Vec<usize> {
    (0..bytes.len() - 4).filter(|&at| bytes[at..].starts_with(signature)).collect()
}

/// A record with a page of four characters.
fn page_record(text: &str) -> Vec<u8> {
    let head = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 7";
    format!("{head}\r\n\r\n<p>{text}\r\n\r\n").into_bytes()
}

/// A WACZ of an index and two archives, with some feature of zip files.
fn small(feature: &str) -> Vec<u8> {
    if feature == "descriptors" {
        let mut zip = ZipWriter::new_stream(Vec::new());
        write_small(&mut zip, feature);
        return zip.finish().unwrap().into_inner();
    }
    let mut zip = ZipWriter::new(io::Cursor::new(Vec::new()));
    write_small(&mut zip, feature);
    zip.finish().unwrap().into_inner()
}

fn write_small<W: Write + io::Seek>(zip: &mut ZipWriter<W>, feature: &str) {
    let options = SimpleFileOptions::default().compression_method(STORED);
    zip.start_file("indexes/x.cdx", options).unwrap();
    zip.write_all(b"com,example)/ 2006").unwrap();
    let mut member = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    member.write_all(&page_record("in a")).unwrap();
    let member = member.finish().unwrap();
    let plain = page_record("in b");
    for (name, bytes, method) in
        [("archive/a.warc", &member[..], STORED), ("archive/b.warc", &plain[..], DEFLATED)]
    {
        let options =
            SimpleFileOptions::default().compression_method(method).large_file(feature == "zip64");
        zip.start_file(name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
}

/// Reads a file of these bytes: the pages with their texts, and the number of reports of
/// damage.
fn pages(folder: &TempDir, bytes: &[u8]) -> (Vec<String>, usize) {
    let path = folder.path().join("x.wacz");
    std::fs::write(&path, bytes).unwrap();
    let mut pages = Vec::new();
    let mut damage = 0;
    for item in crate::open(&path).unwrap() {
        match item {
            // Its name may be its place in an entry, whose name may be damaged.
            Item::Document(RawDocument { body: Body::Html(bytes), .. }) => {
                pages.push(String::from_utf8_lossy(&bytes).into_owned());
            }
            Item::Document(document) => panic!("{document:?}"),
            Item::Skipped(report) | Item::Defective(report) => {
                damage += usize::from(report.reason.is_damage());
            }
        }
    }
    (pages, damage)
}

const FEATURES: [&str; 3] = ["", "descriptors", "zip64"];

/// Flips a bit: the pages are the same, or damage is reported. Damage to the directory costs no
/// page.
fn flip(folder: &TempDir, feature: &str, bit: usize) {
    let mut bytes = small(feature);
    let directory = all(&bytes, b"PK\x01\x02")[0];
    let bit = bit % (8 * bytes.len());
    bytes[bit / 8] ^= 1 << (bit % 8);
    let (found, damage) = pages(folder, &bytes);
    let same = found == ["<p>in a", "<p>in b"];
    assert!(same || damage > 0, "{feature}: bit {} of byte {}: {found:?}", bit % 8, bit / 8);
    assert!(
        same || bit / 8 < directory,
        "{feature}: bit {} of byte {}: {found:?}",
        bit % 8,
        bit / 8
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases.max(1000)))]

    #[test]
    fn no_flipped_bit_loses_or_changes_a_page_silently(
        feature in 0..FEATURES.len(),
        bit in any::<u16>(),
    ) {
        flip(&tempfile::tempdir().unwrap(), FEATURES[feature], bit.into());
    }
}

#[test]
fn no_cut_loses_a_page_silently() {
    let folder = tempfile::tempdir().unwrap();
    for feature in FEATURES {
        let whole = small(feature);
        let expected = pages(&folder, &whole);
        let directory = all(&whole, b"PK\x01\x02")[0];
        for cut in 1..whole.len() {
            let found = pages(&folder, &whole[..cut]);
            assert!(found.1 > 0, "{feature}: cut at {cut}: {found:?}");
            assert!(cut < directory || found.0 == expected.0, "{feature}: cut at {cut}: {found:?}");
        }
    }
}

/// Overwrites the file from `at` on.
fn put(bytes: &mut [u8], at: usize, with: &[u8]) {
    bytes[at..at + with.len()].copy_from_slice(with);
}

/// A change of the file whose headers, directory entries and end of the directory are at these
/// positions.
type Change = fn(&mut Vec<u8>, &[usize], &[usize], usize);

#[test]
fn either_witness_proves_an_entry_and_every_contradiction_is_reported() {
    let cases: [(&str, Change); 13] = [
        ("the directory is cut in the middle", |bytes, _, central, _| {
            bytes.truncate(central[1] + 20);
        }),
        ("there is no directory", |bytes, _, central, _| bytes.truncate(central[0])),
        ("the directory is zeros", |bytes, _, central, _| bytes[central[0]..].fill(0)),
        ("an entry of the directory is zeros", |bytes, _, central, _| {
            bytes[central[1]..central[2]].fill(0);
        }),
        ("the end states fewer entries", |bytes, _, _, end| bytes[end + 10] = 1),
        ("the end states fewer entries on its disk", |bytes, _, _, end| bytes[end + 8] = 1),
        ("the end states another place", |bytes, _, _, end| bytes[end + 16] ^= 0x55),
        ("the end states another size", |bytes, _, _, end| bytes[end + 12] ^= 0x55),
        ("the directory says size 0", |bytes, _, central, _| {
            bytes[central[1] + 20..central[1] + 28].fill(0);
        }),
        ("the header says size 0", |bytes, local, _, _| {
            bytes[local[1] + 18..local[1] + 26].fill(0);
        }),
        ("the directory names another folder", |bytes, _, central, _| {
            put(bytes, central[1] + 46, b"arkhive/");
        }),
        ("two entries have one name", |bytes, local, central, _| {
            put(bytes, local[2] + 30, b"archive/a.warc");
            put(bytes, central[2] + 46, b"archive/a.warc");
        }),
        ("a header is zeros", |bytes, local, _, _| bytes[local[2]..local[2] + 44].fill(0)),
    ];
    let folder = tempfile::tempdir().unwrap();
    for feature in FEATURES {
        let whole = small(feature);
        let [local, central, end] =
            [&b"PK\x03\x04"[..], b"PK\x01\x02", b"PK\x05\x06"].map(|magic| all(&whole, magic));
        for (what, change) in cases {
            let mut bytes = whole.clone();
            change(&mut bytes, &local, &central, end[0]);
            let (found, damage) = pages(&folder, &bytes);
            // Behind the data the sizes are there once more, so zeros in the header are nothing
            // unusual.
            let usual = feature == "descriptors" && what == "the header says size 0";
            assert!(damage > 0 || usual, "{feature}: {what}");
            assert_eq!(found, ["<p>in a", "<p>in b"], "{feature}: {what}");
        }
    }
}

#[test]
fn stored_entries_are_checked_from_wherever_reading_began() {
    let folder = tempfile::tempdir().unwrap();
    let records: String = (0..5)
        .map(|i| {
            let head = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: \
                        text/html\r\nContent-Length: 3008";
            // Longer than what is read ahead, so that there are checkpoints before the end was
            // seen.
            format!("{head}\r\n\r\n<p>t000{i}{}\r\n\r\n", " x".repeat(1500))
        })
        .collect();
    let mut bytes = zipped(&[("archive/a.warc", records.as_bytes(), STORED)]);
    // A text is changed, which the records themselves do not show.
    let place = all(&bytes, b"t000")[1];
    bytes[place] = b'T';
    let path = folder.path().join("x.wacz");
    std::fs::write(&path, bytes).unwrap();
    let archive = &discover(&[&path]).unwrap()[0];
    let settings = ReadSettings::default();
    let (items, checkpoints) = with_checkpoints(archive, &settings);
    assert_eq!(items.len(), 6);
    assert!(
        items[5].starts_with("Defective") && items[5].contains("a zip entry with a wrong checksum"),
        "{items:?}"
    );
    assert!(checkpoints[3].stored > 0);
    for (given, checkpoint) in checkpoints.into_iter().enumerate() {
        let rest = archive.resume(&settings, checkpoint).unwrap();
        let rest: Vec<String> = rest.map(|item| format!("{item:?}")).collect();
        assert_eq!(rest, items[given..], "{checkpoint:?}");
    }
}
