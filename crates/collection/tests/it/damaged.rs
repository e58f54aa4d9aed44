//! Damaged archives in a folder and by name: what can be read is read, the rest is listed as
//! damage, and nothing passes for a page of another type.

mod cuts;

use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;
use std::io::Write;
use std::path::Path;
use tamis_collection::{Archive, Collection, Item, ReadSettings, Reason, RecordReport};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn plain(bytes: &[u8]) -> Vec<u8> {
    bytes.to_vec()
}

type Compress = fn(&[u8]) -> Vec<u8>;

/// The extension of each compression.
const COMPRESSIONS: [(&str, Compress); 4] =
    [("", plain), (".gz", gzip), (".zst", zstd), (".bz2", bzip2)];

fn warc(i: usize) -> Vec<u8> {
    let page = format!("<p>page {i}");
    let length = page.len();
    format!(
        "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <{i}>\r\nContent-Type: \
         text/html\r\nContent-Length: {length}\r\n\r\n{page}\r\n\r\n"
    )
    .into_bytes()
}

fn arc(i: usize) -> Vec<u8> {
    let page = format!("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p>page {i}");
    format!("http://a/{i} 1.2.3.4 20080430204825 text/html {}\n{page}\n", page.len()).into_bytes()
}

fn trec(i: usize) -> Vec<u8> {
    format!("<DOC>\n<DOCNO>D-{i}</DOCNO>\n<DOCHDR>\nhttp://a\n</DOCHDR>\n<p>page {i}\n</DOC>\n")
        .into_bytes()
}

fn line(i: usize) -> Vec<u8> {
    format!("{{\"id\":\"{i}\",\"text\":\"page {i}\"}}\n").into_bytes()
}

type Record = fn(usize) -> Vec<u8>;

/// A name and a record of each format.
const FORMATS: [(&str, Record); 7] = [
    ("a.warc", warc),
    ("a.warc.wet", warc),
    ("a.arc", arc),
    ("permalinks-001", trec),
    ("a.trecweb", trec),
    ("a.jsonl", line),
    ("a.ndjson", line),
];

/// The number of documents, and the reports.
fn read(path: &Path) -> (usize, Vec<RecordReport>) {
    let mut documents = 0;
    let mut reports = Vec::new();
    for item in Collection::open(&[path]).unwrap() {
        match item {
            Item::Document(_) => documents += 1,
            Item::Skipped(report) | Item::Defective(report) => reports.push(report),
        }
    }
    (documents, reports)
}

/// Reads a file of this name in a folder; if it can be named directly, that gives the same.
fn in_folder(name: &str, bytes: &[u8]) -> (usize, Vec<RecordReport>) {
    let folder = tamis_testing::folder();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    let found = read(folder.path());
    if let Ok(named) = Collection::open(&[&path]) {
        let documents = (&named).into_iter().filter(|item| item.report().is_none()).count();
        let reports: Vec<_> = named.into_iter().filter_map(|item| item.report().cloned()).collect();
        let [named, in_folder] = [&reports, &found.1]
            .map(|reports| reports.iter().map(|report| report.reason).collect::<Vec<_>>());
        assert_eq!((documents, named), (found.0, in_folder), "{name}");
    }
    found
}

fn damage(reports: &[RecordReport]) -> usize {
    reports.iter().filter(|report| report.reason.is_damage()).count()
}

#[test]
fn records_behind_a_damaged_start_are_read_and_the_damage_is_listed() {
    for (name, record) in FORMATS {
        for (extension, compress) in COMPRESSIONS {
            for zeros in [4, 16, 64 << 10, 200_000] {
                let name = format!("{name}{extension}");
                let first = vec![0; zeros.max(compress(&record(0)).len())];
                let members: Vec<u8> = (1..4).flat_map(|i| compress(&record(i))).collect();
                let damaged =
                    [&first[..], if extension.is_empty() { b"\n" } else { b"" }, &members].concat();
                let (documents, reports) = in_folder(&name, &damaged);
                assert_eq!((documents, damage(&reports)), (3, 1), "{name} {zeros}: {reports:?}");
            }
        }
    }
}

#[test]
fn an_archive_without_a_record_is_damage() {
    let noise: Vec<u8> =
        (0..3000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for (name, record) in FORMATS {
        for (extension, compress) in COMPRESSIONS {
            let mut broken = compress(&record(0));
            broken[..4].fill(0);
            let page = b"<html><p>404, the archive is not here".to_vec();
            for bytes in
                [vec![0; 50], vec![0; 100_000], noise.clone(), broken, compress(b"no record"), page]
            {
                let name = format!("{name}{extension}");
                let (_, reports) = in_folder(&name, &bytes);
                assert!(damage(&reports) > 0, "{name} {reports:?}");
            }
            // There is nothing to lose in these.
            for bytes in [vec![], compress(b""), compress(b" \n")] {
                let (documents, reports) = in_folder(&format!("{name}{extension}"), &bytes);
                assert_eq!(
                    (documents, reports.len(), reports[0].reason),
                    (0, 1, Reason::Empty),
                    "{name}{extension}"
                );
            }
        }
    }
}

#[test]
fn more_zeros_than_padding_are_damage() {
    for (extension, compress) in &COMPRESSIONS[1..] {
        for (zeros, found) in [(64 << 10, 0), ((64 << 10) + 1, 1), (400_000, 1)] {
            let bytes =
                [compress(&warc(0)), vec![0; zeros], compress(&warc(1)), vec![0; zeros]].concat();
            let (documents, reports) = in_folder(&format!("a.warc{extension}"), &bytes);
            assert_eq!(
                (documents, damage(&reports)),
                (2, 2 * found),
                "{extension} {zeros}: {reports:?}"
            );
        }
    }
}

#[test]
fn lines_behind_a_bad_one_are_read() {
    let lines = [b"{bad\n".to_vec(), line(1), b"\n".to_vec(), line(2)].concat();
    for (extension, compress) in COMPRESSIONS {
        let (documents, reports) = in_folder(&format!("a.jsonl{extension}"), &compress(&lines));
        assert_eq!(
            (documents, reports.len(), reports[0].reason),
            (2, 1, Reason::DamagedRecord),
            "{extension}"
        );
        assert!(reports[0].detail.starts_with("line 1: "), "{reports:?}");
    }
    // Unpacked without a new name.
    assert_eq!(in_folder("a.jsonl.gz", &lines).0, 2);
    assert_eq!(in_folder("a.warc.gz", &[&b"junk\r\n"[..], &warc(0)].concat()).0, 1);
}

#[test]
fn lines_behind_a_bad_one_are_read_under_any_name() {
    let lines: Vec<u8> = (1..51).flat_map(line).collect();
    let mut zeroed = lines.clone();
    zeroed[..4].fill(0);
    for name in ["corpus.json", "a.jl", "a.jsonlines", "a.txt", "part-00000", "corpus", "a.wacz"] {
        for (extension, compress) in COMPRESSIONS {
            for (bytes, pages) in [([b"{bad\n", &lines[..]].concat(), 50), (zeroed.clone(), 49)] {
                let (documents, reports) =
                    in_folder(&format!("{name}{extension}"), &compress(&bytes));
                assert_eq!(
                    (documents, damage(&reports), reports.len()),
                    (pages, 1, 1),
                    "{name}{extension}"
                );
            }
        }
    }
}

#[test]
fn text_with_an_example_of_a_line_and_json_over_several_lines_are_no_documents() {
    let sample = "{\"id\":\"1\",\"text\":\"page\"}";
    let readme = format!("# Format\n\nEach line is a document:\n\n{sample}\n\nNothing else.\n");
    for (name, text, reason) in [
        ("README.md", readme, Reason::NotHtml),
        ("package.json", "{\n  \"name\": \"x\"\n}\n".to_owned(), Reason::NotHtml),
        ("page.json", "{\n  \"id\": \"1\",\n  \"text\": \"x\"\n}\n".to_owned(), Reason::Unreadable),
        ("array.json", format!("[\n{sample},\n{sample}\n]\n"), Reason::Unreadable),
        ("array.json", format!("[{sample}]\n"), Reason::Unreadable),
    ] {
        let (documents, reports) = in_folder(name, text.as_bytes());
        assert_eq!((documents, reports.len(), reports[0].reason), (0, 1, reason), "{name}");
    }
}

#[test]
fn an_archive_under_the_name_of_a_wacz_is_read_as_what_it_is() {
    for (name, record) in FORMATS {
        for (_, compress) in COMPRESSIONS {
            let bytes: Vec<u8> = (0..3).flat_map(|i| compress(&record(i))).collect();
            let (documents, reports) = in_folder("a.wacz", &bytes);
            assert_eq!((documents, reports.len()), (3, 0), "{name}: {reports:?}");
        }
    }
    let (_, reports) = in_folder("a.wacz", b"<html><p>404, the archive is not here");
    assert!(damage(&reports) > 0, "{reports:?}");
}

#[test]
fn judgements_and_runs_in_a_folder_are_no_damage() {
    for name in ["qrels.trec", "run.trec"] {
        let (_, reports) = in_folder(name, b"1 0 d1 1\n1 0 d2 0\n");
        assert_eq!((reports.len(), reports[0].reason), (1, Reason::NotHtml), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_back_is_reported_as_such() {
    let folder = tamis_testing::folder();
    std::fs::write(folder.path().join("a.html"), "<html><p>x").unwrap();
    std::os::unix::fs::symlink(folder.path(), folder.path().join("loop")).unwrap();
    let (documents, reports) = read(folder.path());
    assert_eq!((documents, reports.len(), reports[0].reason), (1, 1, Reason::Unreadable));
    assert!(
        reports[0].detail.contains("leads back") && reports[0].detail.contains("remove the link"),
        "{reports:?}"
    );
}

#[test]
fn a_table_is_read_behind_a_bad_line_if_it_is_named() {
    let folder = tamis_testing::folder();
    let path = folder.path().join("a.tsv");
    std::fs::write(&path, "no tab\nd1\tone\nd2\ttwo\n").unwrap();
    let (documents, reports) = read(&path);
    assert_eq!((documents, reports.len(), reports[0].reason), (2, 1, Reason::DamagedRecord));
    std::fs::write(&path, "1\t0\td1\t1\n1\t0\td2\t1\n").unwrap();
    assert!(Collection::open(&[&path]).is_err(), "qrels are no collection");
}

#[test]
fn a_packing_that_is_not_read_is_reported_by_name() {
    let tar = [&[b'x'; 257][..], b"ustar\x0000", &[0; 248], &warc(0)].concat();
    let zip = [&b"PK\x03\x04"[..], &[0; 26], b"data/x.warc"].concat();
    let cases: [(&str, Vec<u8>, &str); 9] = [
        ("a.warc.xz", b"\xfd7zXZ\0\0\x04\xe6".to_vec(), "xz data"),
        ("a.warc.gz", b"\xfd7zXZ\0\0\x04\xe6".to_vec(), "xz data"),
        ("a", b"\x04\x22\x4d\x18\x64\x40\xa7".to_vec(), "lz4 data"),
        ("a.tar", tar.clone(), "a tar archive"),
        ("a.tar.gz", gzip(&tar), "a tar archive"),
        ("a.warc.gz", gzip(&gzip(&warc(0))), "gzip data inside compressed data"),
        ("a.zip", zip, "a zip file"),
        ("a.7z", b"7z\xbc\xaf\x27\x1c\0\x04".to_vec(), "a 7z archive"),
        ("a.warc.br", b"\x0b\x02\x80\0\0\0".to_vec(), "brotli data"),
    ];
    for (name, bytes, what) in cases {
        let (documents, reports) = in_folder(name, &bytes);
        assert_eq!(
            (documents, reports.len(), reports[0].reason),
            (0, 1, Reason::Unreadable),
            "{name} {reports:?}"
        );
        assert!(
            reports[0].detail.starts_with(what) && reports[0].detail.contains("unpack it"),
            "{reports:?}"
        );
    }
}

#[test]
fn what_holds_no_page_by_right_is_no_damage() {
    let image = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: image/png\r\n\
        Content-Length: 3\r\n\r\nPNG\r\n\r\n";
    let docx = [&b"PK\x03\x04"[..], &[0; 26], b"[Content_Types].xml"].concat();
    let cases: [(&str, &[u8]); 5] = [
        ("a.warc", image),
        ("logo.png", b"\x89PNG\r\n\x1a\n\0\0"),
        ("index.cdx", b" CDX N b a m s k r M S V g\ncom,a)/ 2006 http://a/ text/html 200\n"),
        ("letter.docx", &docx),
        ("notes.lz", b"a text with a name that says little"),
    ];
    for (name, bytes) in cases {
        let (documents, reports) = in_folder(name, bytes);
        assert_eq!((documents, reports.len(), damage(&reports)), (0, 1, 0), "{name} {reports:?}");
    }
}

#[test]
fn an_archive_in_memory_is_what_its_name_promises() {
    let bytes = [&[0; 100][..], &gzip(&warc(0))].concat();
    let archive = Archive::from_bytes("x.warc.gz", bytes).unwrap();
    let items: Vec<_> = archive.open(&ReadSettings::default()).unwrap().collect();
    let [Item::Skipped(report), Item::Document(_)] = &items[..] else { panic!("{items:?}") };
    assert_eq!(report.reason, Reason::DamagedMember);
    assert!(Archive::from_bytes("x", &b"no archive"[..]).is_none());
}

#[test]
fn a_page_full_of_what_looks_like_records_takes_no_longer_than_others() {
    // Were each of them compared with the rest of the page, none of these would come to an end.
    let warc_head =
        format!("WARC/1.0\r\nWARC-Type: response\r\nX: {}", "xWARC/1.0\r\nWARC-x: ".repeat(40_000));
    let url = format!("{} 1.2.3.4 20080430204825 text/html 5\n", "http://a/".repeat(400));
    let header = "<DOC>\n<DOCNO>a</DOCNO>\n<DOCHDR>\n";
    for (name, bytes) in [
        ("x.warc", [warc(0), format!("{warc_head}\r\n\r\n").into_bytes(), warc(1)].concat()),
        ("x.warc", [warc(0), long_warc(&fill("WARC/1.0"), 0), warc(1)].concat()),
        (
            "x.warc",
            [warc(0), long_warc(&fill("WARC/1.0\r\nWARC-x\r\n"), 500_000), warc(1)].concat(),
        ),
        ("x.warc", [warc(0), long_warc(&fill("WARC/1.0\r\nWARC-x"), 500_000), warc(1)].concat()),
        ("x.warc", [warc(0), long_warc(&fill("xWARC/1.0\r\nWARC-x: 1\r\n"), 0), warc(1)].concat()),
        ("x.arc", [arc(0), long_arc(&fill(&url)), arc(1)].concat()),
        ("x.arc", [arc(0), fill(&url).into_bytes(), arc(1)].concat()),
        (
            "x.trecweb",
            [trec(0), format!("{header}{}", fill("<DOC><DOCNO>x</DOCNO>")).into_bytes(), trec(1)]
                .concat(),
        ),
        (
            "x.trecweb",
            [trec(0), format!("{header}{}", fill("<DOC><DOCNO>")).into_bytes(), trec(1)].concat(),
        ),
        (
            "x.trecweb",
            [trec(0), format!("{header}</DOCHDR>{}", fill("\n</DOC>")).into_bytes(), trec(1)]
                .concat(),
        ),
    ] {
        let items =
            Archive::from_bytes(name, bytes).unwrap().open(&ReadSettings::default()).unwrap();
        let pages = items.filter_map(Item::document).filter(|page| page.source.offset == 0).count();
        assert_eq!(pages, 1, "{name}");
    }
}

/// Four MiB of this text.
fn fill(part: &str) -> String {
    part.repeat((4 << 20) / part.len())
}

/// A record whose block is this text; its length is too large by `more`.
fn long_warc(text: &str, more: usize) -> Vec<u8> {
    let block = format!("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p>{text}");
    let length = block.len() + more;
    let head = "WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http";
    format!("{head}\r\nContent-Length: {length}\r\n\r\n{block}\r\n\r\n").into_bytes()
}

fn long_arc(text: &str) -> Vec<u8> {
    let block = format!("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p>{text}");
    format!("http://a/ 1.2.3.4 20080430204825 text/html {}\n{block}\n", block.len()).into_bytes()
}

proptest! {
    // Zeros may be padding between members.
    #[test]
    fn no_strike_at_a_compressed_archive_loses_a_page_silently(
        (format, compression) in (0..FORMATS.len(), 1..COMPRESSIONS.len()),
        (from, length) in (any::<prop::sample::Index>(), 1usize..3000),
        fill in prop::sample::select(vec![1u8, 0xff, b' ', b'x']),
    ) {
        let (name, record) = FORMATS[format];
        let (extension, compress) = COMPRESSIONS[compression];
        let mut bytes: Vec<u8> = (0..8).flat_map(|i| compress(&record(i))).collect();
        let from = from.index(bytes.len());
        let to = (from + length).min(bytes.len());
        bytes[from..to].fill(fill);
        let (documents, reports) = in_folder(&format!("{name}{extension}"), &bytes);
        prop_assert!(
            documents >= 8 || damage(&reports) > 0 || bytes.iter().all(|byte| *byte == b' '),
            "{:?}",
            reports
        );
    }

    /// A hole may make one record of two: then it is reported.
    #[test]
    fn no_hole_in_a_plain_archive_loses_a_record_silently(
        format in 0usize..4, at in any::<prop::sample::Index>(), length in 64usize..1500,
    ) {
        const RECORDS: usize = 30;
        let (name, record): (&str, fn(usize) -> Vec<u8>) = [
            ("a.warc", warc as fn(usize) -> Vec<u8>),
            ("a.arc", arc),
            ("a.trecweb", trec),
            ("a.jsonl", line),
        ][format];
        let mut bytes: Vec<u8> = (0..RECORDS).flat_map(record).collect();
        let start = at.index(bytes.len());
        let end = bytes.len().min(start + length);
        bytes[start..end].fill(0);
        let (pages, reports) = in_folder(name, &bytes);
        prop_assert!(
            pages == RECORDS || damage(&reports) > 0,
            "{name} {start}..{end}: {pages} pages, {reports:?}"
        );
    }
}
