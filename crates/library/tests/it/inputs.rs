//! What becomes an index and what does not: collections of every layout, files that are none, and
//! folders that hold something else.

use crate::case::{Begun, Case, assert_refused, names, settings};
use crate::judged::docnos;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;
use std::fs;
use std::io::Write;
use tamis::Index;
use tamis::job::{Built, DeleteJob, ExportFormat, IndexJob, LabelJob, StatsJob, VerifyJob};
use tamis_index::index::manifest::FORMAT;
use tamis_testing::pages::{PAGES, html};

/// What every collection of the five pages must come to.
fn assert_five_pages(case: &Case, index: &str) {
    let stats = case.open(index).stats();
    assert_eq!((stats.pages, stats.blocks), (5, 25));
    assert_eq!(case.found_in(index, "penguin", "").unwrap().result.len(), 4);
}

fn texts(case: &Case, index: &str, docno: &str) -> Vec<String> {
    case.blocks(index, docno).into_iter().map(|block| block.text).collect()
}

#[test]
fn a_folder_of_pages_becomes_an_index_with_paths_for_names() {
    let case = Case::default();
    for page in &PAGES {
        case.file(&format!("site/a/{}.html", page.0), html(page));
    }
    case.index("index", &["site"]);
    assert_five_pages(&case, "index");
    case.blocks("index", "a/tea-1.html");
}

#[test]
fn lines_of_docno_and_text_are_a_collection_where_they_are_named() {
    let case = Case::default();
    let lines: String = PAGES.iter().map(|page| format!("{}\t{}\n", page.0, page.3)).collect();
    case.file("data/docs.tsv", lines + "empty\t \nno tab\n");
    case.index("index", &["data/docs.tsv"]);
    let list = case.read("index/losses.tsv");
    assert!(list.contains("no docno and tab") && list.contains("empty"), "{list}");
    let found = case.found("penguin", "").unwrap().result;
    assert_eq!(docnos(&found), ["ice-2", "ice-1"]);
    // A folder may hold topics as well, which look the same.
    assert_eq!(case.index("folder", &["data"]).counts.pages, 0);
}

#[test]
fn collections_are_read_as_beir_and_ms_marco_have_them() {
    let case = Case::default();
    let beir =
        "{\"_id\": \"7\", \"title\": \"Penguins\", \"text\": \"They walk.\", \"metadata\": {}}\n";
    case.file("corpus.jsonl", beir);
    case.file("topics", "{\"_id\": \"q1\", \"text\": \"penguins\", \"metadata\": {}}\n");
    case.file("docs.tsv", "D1\thttps://a.example/\tPenguins\tThey walk.\nD2\t\t\tOf penguins.\n");
    case.index("index", &["corpus.jsonl"]);
    case.index("marco", &["docs.tsv"]);
    assert!(case.run("").starts_with("q1 Q0 7 1 "));
    let found = case.found_in("marco", "penguin", "").unwrap().result;
    let of_hit = |found: &tamis::job::Found| {
        let hit = &found.hit;
        [hit.docno.clone(), hit.url.clone(), hit.blocks[0].text.clone()]
    };
    let mut found: Vec<_> = found.iter().map(of_hit).collect();
    found.sort();
    assert_eq!(found, [["D1", "https://a.example/", "Penguins"], ["D2", "", "Of penguins."]]);
    for (index, docno) in [("index", "7"), ("marco", "D1")] {
        assert_eq!(texts(&case, index, docno), ["Penguins", "They walk."]);
    }
}

#[test]
fn a_title_beside_a_text_is_the_title_of_the_page() {
    let case = Case::default();
    let long = "They walk over the ice to the sea and back";
    let line = format!(
        "{{\"_id\": \"7\", \"title\": \"Penguins\", \"text\": \"{long}.\\n\\nA penguin\"}}\n"
    );
    case.file("lines.jsonl", line);
    case.file("columns.tsv", format!("7\thttps://a.example/\tPenguins\t{long}\n"));
    for (file, index) in [("lines.jsonl", "lines"), ("columns.tsv", "columns")] {
        case.index(index, &[file]);
        let found = |parameters: &str| case.found_in(index, "penguin", parameters).unwrap().result;
        assert_eq!(found("min_words 5")[0].hit.title, "Penguins");
        for (parameters, pages) in [
            ("min_words 5 | title keep", 1),
            ("min_words 5 | title drop", 0),
            ("min_words 5 | title block", 0),
            ("title drop", usize::from(index == "lines")),
        ] {
            assert_eq!(found(parameters).len(), pages, "{parameters}");
        }
        let blocks = case.blocks(index, "7");
        assert_eq!((blocks[0].is_title(), blocks[1].is_title()), (true, false));
    }
}

#[test]
fn a_kept_page_of_text_is_labelled_with_its_title() {
    let case = Case::default();
    let pages = [
        r#"{"id":"1","title":" Two\nwords","text":"A text & <b>."}"#,
        r#"{"id":"2","text":"A text."}"#,
    ];
    case.file("t.jsonl", pages.map(|page| page.to_owned() + "\n").concat());
    case.index_with("whole", &["t.jsonl"], settings(json!({"store": "all"})));
    case.index("text", &["t.jsonl"]);
    for index in ["whole", "text"] {
        case.label(index, &["boilerpipe-article", "justext-no-stop-words", "bte"]);
    }
    for page in ["1", "2"] {
        assert_eq!(case.blocks("whole", page), case.blocks("text", page));
    }
}

#[test]
fn paragraphs_of_plain_text_are_blocks_without_links() {
    let case = Case::default();
    let page = r#"{"docno": "one two", "text": "First paragraph.\n\nA second one\nof two lines."}"#;
    case.file("t.jsonl", page.to_owned() + "\n");
    case.index("index", &["t.jsonl"]);
    let docno = "one%20two~e711d9ae071dd050";
    assert_eq!(texts(&case, "index", docno), ["First paragraph.", "A second one of two lines."]);
    assert!(case.blocks("index", docno).iter().all(|block| block.anchor_words == 0));
}

fn trecweb_page(docno: &str, status: &str) -> String {
    format!(
        "<DOC>\n<DOCNO>{docno}</DOCNO>\n<DATE_XML>2006-02-17T00:00:00+0000</DATE_XML>\n\
         <FEEDNO>F-1</FEEDNO>\n<FEEDURL>http://a.example/rss#</FEEDURL>\n\
         <BLOGHPNO>H-1</BLOGHPNO>\n<BLOGHPURL>http://a.example/</BLOGHPURL>\n\
         <PERMALINK>http://a.example/1</PERMALINK>\n<DOCHDR>\nHTTP/1.1 \
             {status}\nContent-Type: text/html\n</DOCHDR>\n{}\n</DOC>\n",
        html(&PAGES[0])
    )
}

fn gzip(text: &str) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(text.as_bytes()).unwrap();
    gzip.finish().unwrap()
}

#[test]
fn the_layout_of_blogs06_keeps_404_pages_and_skips_feeds_and_home_pages() {
    let case = Case::default();
    let feed = "<DOC>\n<FEEDNO>F-1</FEEDNO>\n<FEEDURL>http://a.example/rss#</FEEDURL>\n\
                <PERMALINKS>\nhttp://a.example/1 \
                BLOG06-1\n</PERMALINKS>\n<DOCHDR>\nHTTP/1.1 200 \
                OK\n</DOCHDR>\n<rss></rss>\n</DOC>\n";
    let pages = trecweb_page("BLOG06-1", "200 OK") + &trecweb_page("BLOG06-2", "404 Not Found");
    case.file("BLOGS06/20060217/permalinks-000.gz", gzip(&pages));
    case.file("BLOGS06/20060217/feeds-000.gz", gzip(feed));
    let built = case.index("index", &["BLOGS06"]);
    let skipped = |built: &Built| serde_json::to_value(&built.counts.skipped).unwrap();
    assert_eq!((built.counts.pages, &skipped(&built)["feed"]), (2, &1.into()));
    case.blocks("index", "BLOG06-2");
    let ok = case.index_with("ok", &["BLOGS06"], settings(json!({"status": "2xx"})));
    assert_eq!((ok.counts.pages, &skipped(&ok)["status"]), (1, &1.into()));
}

#[cfg(unix)]
#[test]
fn an_unreadable_file_is_named() {
    let case = Case::default();
    let refused = |file: &str| {
        let message = format!("{file}: cannot read");
        assert_refused(case.build("new", &[file]).run(&()), &[&message]);
    };
    refused("none.warc.gz");
    std::os::unix::fs::symlink("nowhere", case.path("dangling.warc")).unwrap();
    refused("dangling.warc");
    assert!(!case.path("new").exists(), "invalid input leaves nothing behind");
    case.file("folder/page.html", "<p>text");
    // In a folder it is counted, and the rest is indexed.
    std::os::unix::fs::symlink("nowhere", case.path("folder/dangling.html")).unwrap();
    let built = case.index("index", &["folder"]);
    assert_eq!((built.counts.pages, built.counts.skipped.total()), (1, 1));
    case.file("locked.jsonl", "{\"docno\":\"a\",\"text\":\"b\"}\n");
    let nobody = std::os::unix::fs::PermissionsExt::from_mode(0o000);
    fs::set_permissions(case.path("locked.jsonl"), nobody).unwrap();
    // The superuser reads it all the same.
    if fs::File::open(case.path("locked.jsonl")).is_err() {
        refused("locked.jsonl");
    }
}

#[test]
fn a_file_of_another_kind_is_refused_by_its_bytes() {
    let case = Case::default();
    let image = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    case.file("image.png", image);
    let kinds = ["image.png: found", "expected WARC, ARC, WACZ, TREC web, JSONL, lines of docno"];
    assert_refused(case.build("index", &["image.png"]).run(&()), &kinds);
    // Under the name of an archive it is a damaged one, as it is in a folder.
    case.file("image.warc.gz", image);
    let built = case.index("index", &["image.warc.gz"]);
    let skipped = serde_json::to_value(&built.counts.skipped).unwrap();
    assert_eq!((built.counts.pages, &skipped["damaged_member"]), (0, &1.into()));
}

#[test]
fn a_folder_with_something_else_is_left_alone_and_an_index_is_replaced_only_if_asked() {
    let case = Case::indexed();
    case.warc("two.warc.gz", 2);
    case.file("mine/thesis.txt", "years of work");
    case.file("site/meta.json", "{\"name\": \"not an index\"}");
    case.file("site/thesis.txt", "years of work");
    let build = |out: &str, replace: bool| {
        IndexJob { replace, ..case.build(out, &["two.warc.gz"]) }.run(&())
    };
    for (out, replace) in [("mine", false), ("mine", true), ("site", true)] {
        assert_refused(build(out, replace), &["holds something"]);
    }
    assert_eq!(case.read("mine/thesis.txt"), case.read("site/thesis.txt"));
    case.file("file", "a file");
    assert_refused(build("file", false), &["file: cannot"]);
    assert_eq!(case.read("file"), "a file");
    let recipe = settings(json!({"analyzer": "englihs"}));
    let unknown = IndexJob { recipe, replace: true, ..case.build("index", &["two.warc.gz"]) };
    assert_refused(unknown.run(&()), &["unknown analyzer 'englihs'; did you mean 'english'?"]);
    let missing = IndexJob { replace: true, ..case.build("index", &["none.warc.gz"]) };
    assert!(missing.run(&()).is_err());
    assert_eq!(case.open("index").stats().pages, 5, "what cannot start replaces nothing");
    build("index", true).unwrap();
    assert_eq!(case.open("index").stats().pages, 2);
}

#[test]
fn an_index_of_another_version_is_refused_with_the_remedy() {
    let case = Case::judged();
    let mut now = FORMAT;
    for (format, remedy) in
        [(FORMAT - 1, "build the index again from its collection"), (99, "update tamis")]
    {
        // Nothing else of another version can be read: here the field of the texts has another
        // type.
        case.edit_meta("index", |meta| {
            let other = meta.replace("\"tokenizer\": \"tamis_lines\"", "\"tokenizer\": 7");
            other.replace(&format!(r#"\"format\":{now},"#), &format!(r#"\"format\":{format},"#))
        });
        now = format;
        let message =
            format!("index: has format {format}, and this version reads format {FORMAT}; {remedy}");
        let index = case.path("index");
        let parts = [message.as_str()];
        assert_refused(Index::open(&index), &parts);
        assert_refused(StatsJob { index: index.clone() }.run(&()), &parts);
        let verify = VerifyJob { index: index.clone(), ..VerifyJob::default() };
        assert_refused(verify.run(&()), &parts);
        let classifiers = names(&["keep-all"]);
        let label = LabelJob { index: index.clone(), classifiers, ..LabelJob::default() };
        assert_refused(label.run(&()), &parts);
        assert_refused(case.build("index", &["pages.warc.gz"]).run(&()), &parts);
        let docnos = Some(names(&["ice-1"]));
        assert_refused(DeleteJob { index, docnos, ..DeleteJob::default() }.run(&()), &parts);
    }
    case.file("index/meta.json", "garbage");
    let expected = ["index/meta.json: found ", "expected those of a commit"];
    assert_refused(Index::open(case.path("index")), &expected);
    IndexJob { replace: true, ..case.build("index", &["pages.warc.gz"]) }.run(&()).unwrap();
    assert!(!case.exported(ExportFormat::Jsonl, "").unwrap().1.is_empty());
}

#[test]
fn an_index_that_lost_a_file_is_no_panic() {
    static BEGUN: Begun = Begun::new(|case| {
        case.warc("pages.warc.gz", 2);
        case.index("index", &["pages.warc.gz"]);
    });
    let case = BEGUN.case();
    let files = fs::read_dir(case.path("index")).unwrap().map(|entry| entry.unwrap().path());
    let is_of_segment = |path: &std::path::PathBuf| {
        path.extension().is_some_and(|extension| extension == "store" || extension == "fast")
    };
    for path in files.filter(is_of_segment) {
        fs::remove_file(path).unwrap();
    }
    assert_refused(Index::open(case.path("index")), &["found no file, expected "]);
    assert_refused(Index::open(case.path("none")), &["none: is not an index folder"]);
}
