//! The readers against real archives: those that are whole, those that are broken on purpose, and the same pages in two
//! layouts.

mod common;

use flate2::{Compression, read::MultiGzDecoder, write::GzEncoder};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tamis::collection::{Archive, ArchiveKind, Item, Loss, Reason, Settings, discover, write::WarcWriter};
use tamis::page::{Body, RawDocument};

/// What an archive gave.
#[derive(Default)]
struct Contents {
    documents: Vec<RawDocument>,
    skips: Vec<Loss>,
}

impl Contents {
    fn of(archives: &[Archive]) -> Self {
        let mut read = Self::default();
        for archive in archives {
            for item in archive.open(&Settings::default()).unwrap() {
                match item {
                    Item::Document(document) => read.documents.push(document),
                    Item::Skipped(skip) | Item::Flawed(skip) => read.skips.push(skip),
                }
            }
        }
        read
    }

    fn file(path: &Path) -> Self {
        Self::of(&discover(&[path.to_str().unwrap().to_owned()]).unwrap())
    }

    fn reasons(&self) -> BTreeMap<Reason, usize> {
        self.skips.iter().fold(BTreeMap::new(), |mut counts, skip| {
            *counts.entry(skip.reason).or_default() += 1;
            counts
        })
    }
}

/// A file of the shared data that is not packed.
fn shared_file(path: &str) -> Option<PathBuf> {
    let shared = std::env::var_os("TAMIS_SHARED")?;
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(shared).join(path);
    assert!(file.exists(), "{} is missing", file.display());
    Some(file)
}

#[test]
fn cfa_blog_is_the_same_in_both_layouts() {
    let Some(warc) = shared_file("data/retrieval/cfa-blog/cfa-blog.warc.gz") else { return eprintln!("skipped") };
    let warc = Contents::file(&warc);
    let blogs = Contents::file(&shared_file("data/retrieval/cfa-blog/permalinks-000.gz").unwrap());
    assert_eq!((warc.documents.len(), blogs.documents.len()), (1143, 1143));
    for (one, other) in warc.documents.iter().zip(&blogs.documents) {
        assert_eq!((&one.docno, &one.url, &one.charset), (&other.docno, &other.url, &other.charset));
        assert!(one.body == other.body, "{}", one.docno);
    }
    assert_eq!(warc.reasons(), BTreeMap::from([(Reason::NotResponse, 1)]));
    assert_eq!(blogs.skips, []);
}

#[test]
fn the_false_content_encoding_of_clueweb09_is_not_believed() {
    let Some(shared) = common::shared() else { return };
    let folder = shared.join("data/warc-samples/chatnoir-eu+chatnoir-resiliparse/tests/data");
    let read = Contents::file(&folder.join("clueweb-quirk.warc.gz"));
    assert_eq!(read.documents.len(), 29);
    for (i, document) in read.documents.iter().enumerate() {
        let Body::Html(html) = &document.body else { panic!() };
        assert!(html.contains(&b'<') && !html.starts_with(&[0x1f, 0x8b]), "{}", document.docno);
        assert_eq!(document.docno, format!("clueweb09-ja0016-50-{i:05}"));
    }
    assert_eq!(read.documents[0].charset.as_deref(), Some("EUC-JP"));
    assert_eq!(read.documents[0].date, "2008-10-294T05:21:46-0700");
    assert_eq!(read.reasons(), BTreeMap::from([(Reason::NotResponse, 1)]));
}

/// Every file reads to its end within bounds. The totals are printed beside the responses that warcio and fastwarc saw
/// (MANIFEST.tsv): every page of ours and every skip of a response or resource has one of theirs.
#[test]
fn real_archives_broken_or_not_read_to_their_end() {
    let Some(shared) = common::shared() else { return };
    let root = shared.join("data/warc-samples");
    let manifest = std::fs::read_to_string(root.join("MANIFEST.tsv")).unwrap();
    let begun = Instant::now();
    let (mut files, mut documents, mut theirs, mut ours) = (0, 0, 0, 0);
    let mut reasons: BTreeMap<Reason, usize> = BTreeMap::new();
    for line in manifest.lines().skip(1) {
        let fields: Vec<_> = line.split('\t').collect();
        files += 1;
        // What is no archive of ours (ARC, zip, lz4, bzip2) is refused by name and is no part of the comparison.
        let Ok(archives) = discover(&[root.join(fields[0]).to_str().unwrap().to_owned()]) else { continue };
        let (pages, skips) = count(&archives);
        documents += pages;
        let lost = skips.iter().filter(|skip| skip.reason != Reason::NotResponse && !skip.reason.is_damage()).count();
        let expected = responses(fields[2]).max(responses(fields[4]));
        let found = pages + lost + skips.iter().filter(|skip| skip.detail == "response").count();
        if archives[0].kind == ArchiveKind::Warc {
            (theirs, ours) = (theirs + expected, ours + found);
            if found < expected {
                eprintln!("{}: {found} of {expected} responses; {:?}", fields[0], damage(&skips));
            }
        }
        for skip in skips {
            *reasons.entry(skip.reason).or_default() += 1;
        }
    }
    eprintln!("{files} files, {documents} pages, {reasons:?}; responses: {ours}, warcio or fastwarc {theirs}");
    assert_eq!(files, 286);
    assert!(begun.elapsed() < Duration::from_secs(120), "{:?}", begun.elapsed());
}

/// Counts without keeping: one of the pages has 431 MB.
fn count(archives: &[Archive]) -> (usize, Vec<Loss>) {
    let (mut pages, mut skips) = (0, Vec::new());
    for item in archives.iter().flat_map(|archive| archive.open(&Settings::default()).unwrap()) {
        match item {
            Item::Document(_) => pages += 1,
            Item::Skipped(skip) | Item::Flawed(skip) => skips.push(skip),
        }
    }
    (pages, skips)
}

fn responses(counts: &str) -> usize {
    let counts = counts.split(' ').filter_map(|count| count.split_once(':'));
    counts.filter(|(kind, _)| kind.eq_ignore_ascii_case("response")).map(|(_, n)| n.parse::<usize>().unwrap()).sum()
}

fn damage(skips: &[Loss]) -> Vec<String> {
    let damaged = skips.iter().filter(|skip| skip.reason.is_damage());
    damaged.map(|skip| format!("{} at {}: {}", skip.reason, skip.source.offset, skip.detail)).collect()
}

mod broken {
    //! The cases of shared/peers/make_broken_warcs.py: five records, the third one broken.

    use super::*;

    struct Record {
        length: Option<usize>,
        newline: &'static str,
        version: &'static str,
        uri: Vec<u8>,
        trailer: &'static str,
    }

    impl Default for Record {
        fn default() -> Self {
            Self {
                length: None,
                newline: "\r\n",
                version: "WARC/1.0",
                uri: b"http://ex.org/".to_vec(),
                trailer: "\r\n\r\n",
            }
        }
    }

    impl Record {
        fn bytes(&self, i: usize) -> Vec<u8> {
            let html = format!("<html><body><p>{}</body></html>", format!("word{i} content text ").repeat(20));
            let length = html.len();
            let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n\r\n{html}");
            let length = self.length.unwrap_or(block.len());
            let mut bytes = Vec::new();
            let fields: [&[u8]; 8] = [
                self.version.as_bytes(),
                b"WARC-Type: response",
                &format!("WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{i:012}>").into_bytes(),
                &[b"WARC-Target-URI: ", &self.uri[..]].concat(),
                b"WARC-Date: 2009-01-13T18:05:10Z",
                &format!("WARC-TREC-ID: clueweb09-en0000-00-{i:05}").into_bytes(),
                b"Content-Type: application/http; msgtype=response",
                &format!("Content-Length: {length}").into_bytes(),
            ];
            for field in fields.into_iter().chain([&b""[..]]) {
                bytes.extend(field);
                bytes.extend(self.newline.bytes());
            }
            bytes.extend(block.bytes());
            bytes.extend(self.trailer.bytes());
            bytes
        }
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    /// Five members of which the third is `broken`.
    fn with(broken: Vec<u8>) -> Vec<u8> {
        let whole = |i: usize| gzip(&Record::default().bytes(i));
        [whole(0), whole(1), broken, whole(3), whole(4)].concat()
    }

    fn all(record: Record) -> Vec<u8> {
        (0..5).flat_map(|i| gzip(&record.bytes(i))).collect()
    }

    fn cases() -> Vec<(&'static str, Vec<u8>, usize, Option<Reason>)> {
        let plain = |i: usize| Record::default().bytes(i);
        let corrupt = {
            let mut member = gzip(&plain(2));
            member[40..60].fill(0xff);
            with(member)
        };
        let cut = {
            let mut whole = all(Record::default());
            whole.truncate(whole.len() - 60);
            whole
        };
        let third = |record: Record| with(gzip(&record.bytes(2)));
        let no_colon = {
            let text = String::from_utf8(plain(2)).unwrap().replace("WARC-Date: ", "WARC-Date ");
            with(gzip(text.as_bytes()))
        };
        let uri = b"http://ex.org/\x08\xc3\x28".to_vec();
        vec![
            ("ok", all(Record::default()), 5, None),
            ("lf_only_headers", all(Record { newline: "\n", ..Record::default() }), 5, None),
            ("warc018", all(Record { version: "WARC/0.18", ..Record::default() }), 5, None),
            ("bad_utf8_uri_in_2", third(Record { uri, ..Record::default() }), 5, None),
            (
                "clen_too_big_in_2",
                third(Record { length: Some(1_000_000), ..Record::default() }),
                5,
                Some(Reason::WrongLength),
            ),
            (
                "clen_too_small_in_2",
                third(Record { length: Some(50), ..Record::default() }),
                5,
                Some(Reason::WrongLength),
            ),
            ("garbage_member_2", with(gzip(b"not a warc record at all\r\n\r\n")), 4, Some(Reason::DamagedRecord)),
            ("corrupt_bytes_in_2", corrupt, 4, Some(Reason::DamagedMember)),
            // The last page arrives up to where the file is cut.
            ("truncated_at_end", cut, 5, Some(Reason::Truncated)),
            ("single_gzip_stream", gzip(&(0..5).flat_map(plain).collect::<Vec<_>>()), 5, None),
            ("no_trailing_crlf", all(Record { trailer: "", ..Record::default() }), 5, None),
            ("header_no_colon_in_2", no_colon, 5, None),
        ]
    }

    #[test]
    fn every_record_that_is_there_arrives_and_every_loss_is_told() {
        for (name, bytes, arrive, reason) in cases() {
            let read = Contents::of(&[Archive::from_bytes(name, bytes).unwrap()]);
            let reasons: Vec<_> = read.skips.iter().map(|skip| skip.reason).collect();
            assert_eq!((read.documents.len(), reasons), (arrive, Vec::from_iter(reason)), "{name}");
            let cut = read.skips.iter().any(|skip| skip.reason == Reason::Truncated);
            let whole = read.documents.len() - usize::from(cut);
            for document in &read.documents[..whole] {
                let Body::Html(html) = &document.body else { panic!() };
                assert!(html.starts_with(b"<html>") && html.ends_with(b"</html>"), "{name} {}", document.docno);
            }
        }
    }
}

#[test]
fn a_written_archive_reads_back_here_and_by_the_warc_crate() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("written.warc.gz");
    let page = |i: usize| format!("<html><p>page {i}\r\n\r\nWARC/1.0\r\n{}", "word ".repeat(i * 100));
    let write = || {
        let mut writer = WarcWriter::create(&path).unwrap();
        for i in 0..20 {
            writer.page(&format!("D {i}"), "http://a/\n", "2006-02-17T00:00:00Z", page(i).as_bytes()).unwrap();
        }
        writer.finish().unwrap();
        std::fs::read(&path).unwrap()
    };
    let bytes = write();
    assert!(bytes == write(), "the same pages give the same bytes");

    let read = Contents::file(&path);
    assert_eq!(read.documents.len(), 20);
    for (i, document) in read.documents.iter().enumerate() {
        assert_eq!((document.docno.as_str(), document.url.as_str()), (format!("D%20{i}").as_str(), "http://a/"));
        assert!(document.body == Body::Html(page(i).into_bytes()));
    }
    let mut plain = Vec::new();
    MultiGzDecoder::new(&bytes[..]).read_to_end(&mut plain).unwrap();
    let records: Vec<_> = warc::WarcReader::new(&plain[..]).iter_records().map(Result::unwrap).collect();
    assert_eq!(records.len(), 21);
    let ids: std::collections::HashSet<_> = records.iter().map(|record| record.warc_id().to_owned()).collect();
    assert_eq!(ids.len(), 21);
}

mod found {
    //! What a user names on the command line.

    use super::*;

    fn put(folder: &Path, name: &str, bytes: &[u8]) {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        File::create(path).unwrap().write_all(bytes).unwrap();
    }

    fn names(folder: &Path, inputs: &[&str]) -> Result<Vec<(String, ArchiveKind)>, String> {
        let inputs: Vec<_> = inputs.iter().map(|input| folder.join(input).to_str().unwrap().to_owned()).collect();
        let archives = discover(&inputs).map_err(|error| error.to_string())?;
        let relative = |name: &str| Path::new(name).strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
        Ok(archives.iter().map(|archive| (relative(&archive.name), archive.kind)).collect())
    }

    #[test]
    fn archives_stand_in_the_order_of_arguments_then_of_path_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        put(root, "data/b.txt", b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n");
        put(root, "data/a.warc", b"<DOC>\n<DOCNO>a</DOCNO>\n<p>x\n</DOC>\n");
        put(root, "data/a-b/page 1.html", b"<html><p>x");
        put(root, "data/a/2.htm", b"no tag at all");
        put(root, "data/z.css", b"p { color: red }");
        put(root, "lines", b"{\"id\": \"1\", \"text\": \"x\"}\n");
        let found = names(root, &["lines", "data", "data/*.txt"]).unwrap();
        let archive = |name: &str, kind| (name.to_owned(), kind);
        assert_eq!(
            found,
            [
                archive("lines", ArchiveKind::Jsonl),
                archive("data", ArchiveKind::Folder),
                archive("data/a.warc", ArchiveKind::TrecWeb),
                archive("data", ArchiveKind::Folder),
                archive("data/b.txt", ArchiveKind::Warc),
                archive("data", ArchiveKind::Folder),
                archive("data/b.txt", ArchiveKind::Warc),
            ]
        );
        let read = Contents::of(&discover(&[root.join("data").to_str().unwrap().to_owned()]).unwrap());
        let docnos: Vec<_> = read.documents.iter().map(|document| document.docno.as_str()).collect();
        assert_eq!(docnos, ["a-b/page%201.html", "a", "a/2.htm"]);
        assert_eq!(read.reasons(), BTreeMap::from([(Reason::NotHtml, 1), (Reason::NotResponse, 1)]));
    }

    #[test]
    fn what_is_missing_or_nothing_that_can_be_read_is_named() {
        let folder = tempfile::tempdir().unwrap();
        put(folder.path(), "x.zip", b"PK\x03\x04....");
        put(folder.path(), "empty.warc", b"");
        for (input, says) in [("none.warc", "cannot read"), ("*.gz", "no file matches"), ("x.zip", "a zip file")] {
            let error = names(folder.path(), &[input]).unwrap_err();
            assert!(error.contains(says) && error.contains(folder.path().to_str().unwrap()), "{error}");
        }
        let read = Contents::file(&folder.path().join("empty.warc"));
        assert_eq!(read.reasons(), BTreeMap::from([(Reason::Empty, 1)]));
    }
}

/// Reading against plain inflating, on an archive named by `TAMIS_SPEED`. Prints; `cargo test --release -- --ignored`.
#[test]
#[ignore = "a measurement, not a test"]
fn speed() {
    let Some(path) = std::env::var_os("TAMIS_SPEED").map(PathBuf::from) else { return };
    for round in 0..5 {
        let begun = busy();
        let total = inflate(&path);
        let inflated = busy() - begun;
        let begun = busy();
        let (pages, skips) = count(&discover(&[path.to_str().unwrap().to_owned()]).unwrap());
        let read = busy() - begun;
        println!(
            "{round}: {pages} pages, {} skips, {total} bytes; flate2 {:.0} MB/s, reader {:.0} MB/s, {:.1} %",
            skips.len(),
            total as f64 / 1e6 / inflated,
            total as f64 / 1e6 / read,
            100.0 * inflated / read
        );
    }
}

/// Bytes that plain inflating gives, through a buffer of the reader's size.
fn inflate(path: &Path) -> usize {
    let (mut buffer, mut total) = (vec![0; 256 * 1024], 0);
    let file = std::io::BufReader::with_capacity(256 * 1024, File::open(path).unwrap());
    let mut plain = MultiGzDecoder::new(file);
    loop {
        let n = plain.read(&mut buffer).unwrap();
        if n == 0 {
            return total;
        }
        total += n;
    }
}

/// Seconds that the processor has worked for this thread (Linux), so that a busy machine does not count.
fn busy() -> f64 {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    statistics.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}
