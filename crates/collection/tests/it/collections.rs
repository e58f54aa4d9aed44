//! Checks the readers on real archives: intact ones, deliberately broken ones, and the same pages
//! in two layouts.

use flate2::read::MultiGzDecoder;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use tamis_collection::{
    Archive, ArchiveKind, Item, ReadSettings, Reason, RecordReport, WarcWriter, discover, docno,
};
use tamis_collection::{Body, RawDocument};

#[derive(Default)]
struct Contents {
    documents: Vec<RawDocument>,
    skips: Vec<RecordReport>,
}

impl Contents {
    fn new(archives: &[Archive]) -> Self {
        let mut read = Self::default();
        for archive in archives {
            for item in archive.open(&ReadSettings::default()).unwrap() {
                match item {
                    Item::Document(document) => read.documents.push(document),
                    Item::Skipped(skip) | Item::Defective(skip) => read.skips.push(skip),
                }
            }
        }
        read
    }

    fn file(path: &Path) -> Self {
        Self::new(&discover(&[path.to_str().unwrap().to_owned()]).unwrap())
    }

    fn reasons(&self) -> BTreeMap<Reason, usize> {
        let mut counts = BTreeMap::new();
        for skip in &self.skips {
            *counts.entry(skip.reason).or_default() += 1;
        }
        counts
    }
}

/// A file of the shared data that is not packed.
fn shared_file(path: &str) -> Option<PathBuf> {
    let shared = std::env::var_os("TAMIS_SHARED")?;
    let file = tamis_testing::root().join(shared).join(path);
    assert!(file.exists(), "{} is missing", file.display());
    Some(file)
}

#[test]
fn cfa_blog_is_the_same_in_both_layouts() {
    let Some(warc) = shared_file("data/retrieval/cfa-blog/cfa-blog.warc.gz") else {
        return eprintln!("skipped");
    };
    let warc = Contents::file(&warc);
    let blogs = Contents::file(&shared_file("data/retrieval/cfa-blog/permalinks-000.gz").unwrap());
    assert_eq!((warc.documents.len(), blogs.documents.len()), (1143, 1143));
    for (one, other) in warc.documents.iter().zip(&blogs.documents) {
        assert_eq!(
            (&one.docno, &one.url, &one.charset),
            (&other.docno, &other.url, &other.charset)
        );
        assert!(one.body == other.body, "{}", one.docno);
    }
    assert_eq!(warc.reasons(), BTreeMap::from([(Reason::NotResponse, 1)]));
    assert_eq!(blogs.skips, []);
}

/// Writes a page, with its docno, as a record.
type Layout = fn(&str, &[u8]) -> Vec<u8>;

/// A page as a record of a plain WARC.
fn warc(docno: &str, page: &[u8]) -> Vec<u8> {
    let block = [b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", page].concat();
    let head = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-TREC-ID: {docno}\r\nWARC-Target-URI: \
         http://ex.org/\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: \
         {}\r\n\r\n",
        block.len()
    );
    [head.as_bytes(), &block, b"\r\n\r\n"].concat()
}

/// A page as a record of an ARC.
fn arc(_: &str, page: &[u8]) -> Vec<u8> {
    let block = [b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", page].concat();
    let line = format!("http://ex.org/ 93.184.216.34 20080430204825 text/html {}\n", block.len());
    [line.as_bytes(), &block, b"\n"].concat()
}

/// A page as a record of TREC web.
fn trec_web(docno: &str, page: &[u8]) -> Vec<u8> {
    let head =
        "http://ex.org/ 93.184.216.34 20080430204825 9\nHTTP/1.1 200 OK\nContent-Type: text/html";
    let head = format!("<DOC>\n<DOCNO>{docno}</DOCNO>\n<DOCHDR>\n{head}\n</DOCHDR>\n");
    [head.as_bytes(), page, b"\n</DOC>\n"].concat()
}

#[test]
fn real_pages_in_plain_layouts_give_no_false_alarm() {
    let Some(shared) = tamis_testing::shared() else { return };
    let layouts: [(&str, Layout); 3] = [("x.warc", warc), ("x.arc", arc), ("x.trecweb", trec_web)];
    let cfa_blog = shared_file("data/retrieval/cfa-blog").unwrap();
    let mut collections =
        vec![(cfa_blog, 1143), (shared.join("data/retrieval/six-sites/openplans.warc.gz"), 300)];
    // The others take a minute.
    if std::env::var_os("TAMIS_EXACTNESS").is_some_and(|value| value == "all") {
        collections.push((shared.join("data/retrieval/six-sites"), 4000));
        collections.push((shared.join("data/retrieval/adn-typepad"), 1000));
    }
    for (path, least) in collections {
        let collection = path.display();
        let mut pages = Contents::file(&path).documents;
        // A topic file and others beside the archives are no pages of a crawl.
        pages.retain(|page| matches!(&page.body, Body::Html(_)));
        assert!(pages.len() >= least, "{collection}: {}", pages.len());
        for (name, lay) in layouts {
            let bytes: Vec<u8> =
                pages.iter().flat_map(|page| lay(&page.docno, page.body.bytes())).collect();
            let read = Contents::new(&[Archive::from_bytes(name, bytes).unwrap()]);
            assert_eq!(read.skips, [], "{collection} {name}");
            let same = read
                .documents
                .iter()
                .zip(&pages)
                .filter(|(one, other)| one.body == other.body)
                .count();
            assert_eq!(
                (read.documents.len(), same),
                (pages.len(), pages.len()),
                "{collection} {name}"
            );
        }
    }
}

#[test]
fn the_false_content_encoding_of_clueweb09_is_not_believed() {
    let Some(shared) = tamis_testing::shared() else { return };
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

fn page(i: usize) -> String {
    format!("<html><p>page {i}\r\n\r\nWARC/1.0\r\n{}", "word ".repeat(i * 100))
}

/// Writes twenty pages, and returns the bytes of the file.
fn write_pages(path: &Path) -> Vec<u8> {
    let mut writer = WarcWriter::create(path).unwrap();
    for i in 0..20 {
        writer
            .page(&format!("D {i}"), "http://a/\n", "2006-02-17T00:00:00Z", page(i).as_bytes())
            .unwrap();
    }
    writer.finish().unwrap();
    std::fs::read(path).unwrap()
}

#[test]
fn a_written_archive_reads_back_here_and_by_the_warc_crate() {
    let folder = tamis_testing::folder();
    let path = folder.path().join("written.warc.gz");
    let bytes = write_pages(&path);
    assert!(bytes == write_pages(&path), "the same pages give the same bytes");

    let read = Contents::file(&path);
    assert_eq!(read.documents.len(), 20);
    for (i, document) in read.documents.iter().enumerate() {
        assert_eq!(
            (document.docno.as_str(), document.url.as_str()),
            (docno(&format!("D {i}")).as_str(), "http://a/")
        );
        assert!(document.body == Body::Html(page(i).into_bytes()));
    }
    let mut plain = Vec::new();
    MultiGzDecoder::new(&bytes[..]).read_to_end(&mut plain).unwrap();
    let records: Vec<_> =
        warc::WarcReader::new(&plain[..]).iter_records().map(Result::unwrap).collect();
    assert_eq!(records.len(), 21);
    let ids: std::collections::HashSet<_> =
        records.iter().map(|record| record.warc_id().to_owned()).collect();
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
        let inputs: Vec<_> =
            inputs.iter().map(|input| folder.join(input).to_str().unwrap().to_owned()).collect();
        let archives = discover(&inputs).map_err(|error| error.to_string())?;
        let relative =
            |name: &str| Path::new(name).strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
        Ok(archives.iter().map(|archive| (relative(&archive.name), archive.kind)).collect())
    }

    #[test]
    fn archives_stand_in_the_order_of_arguments_then_of_path_bytes() {
        let folder = tamis_testing::folder();
        let root = folder.path();
        put(
            root,
            "data/b.txt",
            b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n",
        );
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
        let read =
            Contents::new(&discover(&[root.join("data").to_str().unwrap().to_owned()]).unwrap());
        let docnos: Vec<_> =
            read.documents.iter().map(|document| document.docno.as_str()).collect();
        assert_eq!(docnos, ["a-b/page%201.html", "a", "a/2.htm"]);
        assert_eq!(
            read.reasons(),
            BTreeMap::from([(Reason::NotHtml, 1), (Reason::NotResponse, 1)])
        );
    }

    #[test]
    fn what_is_missing_or_nothing_that_can_be_read_is_named() {
        let folder = tamis_testing::folder();
        put(folder.path(), "x.zip", b"PK\x03\x04....");
        put(folder.path(), "empty.warc", b"");
        for (input, says) in
            [("none.warc", "cannot read"), ("*.gz", "no file matches"), ("x.zip", "a zip file")]
        {
            let error = names(folder.path(), &[input]).unwrap_err();
            assert!(
                error.contains(says) && error.contains(folder.path().to_str().unwrap()),
                "{error}"
            );
        }
        let read = Contents::file(&folder.path().join("empty.warc"));
        assert_eq!(read.reasons(), BTreeMap::from([(Reason::Empty, 1)]));
    }
}
