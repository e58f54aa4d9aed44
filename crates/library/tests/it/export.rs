//! Reads exports back independently: with a separate CIFF reader and scorer, and with an index
//! built from the exported lines.

use crate::case::{Case, assert_refused, assert_told, settings};
use flate2::read::GzDecoder;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Read;
use tamis::job::{ExportFormat, ExportJob, Exported, ExtractJob, Outcome, PageSource, TextForm};
use tamis::request::Request;
use tamis::{Error, Result, Topics, demo};
use tamis_index::analyze::Analyzer;
use tamis_testing::pages::PAGES;

/// Puts a demo of a few hundred pages into an index of several segments.
fn indexed() -> (Case, Topics) {
    let case = Case::default();
    let files = demo::generate(&case.path("demo"), 200, 3).unwrap();
    let recipe = settings(json!({"commit_every": 100_000}));
    case.index_with("index", &["demo/demo.warc.gz"], recipe);
    let topics = Topics::read(files.topics).unwrap();
    (case, topics)
}

/// Runs an export; also returns what it writes to standard output.
fn run(case: &Case, index: &str, job: &ExportJob) -> Result<(Outcome<Exported>, String)> {
    let mut exported = Vec::new();
    let refused = |error| Error::io("write", "(memory)", error);
    let outcome = job.run(&case.open(index), &mut exported, refused, &())?;
    Ok((outcome, String::from_utf8(exported).expect("UTF-8")))
}

fn job(format: ExportFormat, set: &[(&str, &str)]) -> ExportJob {
    let request = Request::from_pairs(set.iter().copied()).unwrap();
    ExportJob { request, format, ..ExportJob::default() }
}

/// The fields of a message: its number, and a varint or bytes. Protocol Buffers, wire types 0, 1
/// and 2.
enum Value<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

fn varint(bytes: &mut &[u8]) -> u64 {
    let mut value = 0;
    let mut shift = 0;
    loop {
        let (byte, rest) = bytes.split_first().expect("a varint ends");
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            return value;
        }
    }
}

fn delimited<'a>(bytes: &mut &'a [u8]) -> &'a [u8] {
    let length = varint(bytes) as usize;
    let (message, rest) = bytes.split_at(length);
    *bytes = rest;
    message
}

fn fields(mut message: &[u8]) -> Vec<(u64, Value<'_>)> {
    let mut fields = Vec::new();
    while !message.is_empty() {
        let key = varint(&mut message);
        let value = match key & 7 {
            0 => Value::Number(varint(&mut message)),
            1 => {
                let (eight, rest) = message.split_at(8);
                message = rest;
                Value::Number(u64::from_le_bytes(eight.try_into().unwrap()))
            }
            2 => Value::Bytes(delimited(&mut message)),
            other => panic!("wire type {other}"),
        };
        fields.push((key >> 3, value));
    }
    fields
}

/// A field; Protocol Buffers leave out what is 0.
fn number(fields: &[(u64, Value<'_>)], tag: u64) -> u64 {
    fields
        .iter()
        .find_map(
            |(t, v)| if let (true, Value::Number(n)) = (*t == tag, v) { Some(*n) } else { None },
        )
        .unwrap_or(0)
}

fn text(fields: &[(u64, Value<'_>)], tag: u64) -> String {
    let bytes = fields.iter().find_map(|(t, v)| {
        if let (true, Value::Bytes(b)) = (*t == tag, v) { Some(*b) } else { None }
    });
    String::from_utf8(bytes.unwrap_or_default().to_vec()).unwrap()
}

/// A CIFF file in memory.
struct Ciff {
    description: String,
    average: f64,
    tokens: u64,
    lists: BTreeMap<String, Vec<(usize, u32)>>,
    docs: Vec<(String, u32)>,
}

/// Reads a file, and checks what a reader may rely on.
fn read(mut bytes: &[u8]) -> Ciff {
    let header = fields(delimited(&mut bytes));
    let lists = number(&header, 2);
    let docs = number(&header, 3);
    assert_eq!((number(&header, 1), number(&header, 4), number(&header, 5)), (1, lists, docs));
    let mut ciff = Ciff {
        description: text(&header, 8),
        average: f64::from_bits(number(&header, 7)),
        tokens: number(&header, 6),
        lists: BTreeMap::new(),
        docs: Vec::new(),
    };
    let mut last = String::new();
    for _ in 0..lists {
        let list = fields(delimited(&mut bytes));
        let term = text(&list, 1);
        let mut docid = 0;
        let mut postings = Vec::new();
        for (tag, value) in &list {
            if let (4, Value::Bytes(posting)) = (tag, value) {
                let posting = fields(posting);
                let gap = number(&posting, 1);
                assert!(postings.is_empty() || gap > 0, "a page occurs once in a list");
                docid += gap as usize;
                postings.push((docid, number(&posting, 2) as u32));
            }
        }
        assert_eq!(number(&list, 2), postings.len() as u64);
        assert_eq!(number(&list, 3), postings.iter().map(|(_, tf)| u64::from(*tf)).sum::<u64>());
        assert!(last < term && !postings.is_empty());
        last.clone_from(&term);
        ciff.lists.insert(term, postings);
    }
    for docid in 0..docs {
        let doc = fields(delimited(&mut bytes));
        assert_eq!(number(&doc, 1), docid);
        ciff.docs.push((text(&doc, 2), number(&doc, 3) as u32));
    }
    assert!(bytes.is_empty() && ciff.docs.is_sorted());
    let mut lengths = vec![0; ciff.docs.len()];
    for (docid, tf) in ciff.lists.values().flatten() {
        lengths[*docid] += tf;
    }
    assert!(ciff.docs.iter().map(|(_, length)| *length).eq(lengths), "lengths are exact");
    assert_eq!(ciff.docs.iter().map(|(_, length)| u64::from(*length)).sum::<u64>(), ciff.tokens);
    ciff
}

impl Ciff {
    /// BM25 with k1 0.9 and b 0.4 as Lucene writes it: docnos and scores, the best first.
    fn bm25(&self, terms: &[String]) -> Vec<(f32, &str)> {
        let n = self.docs.len() as f64;
        let mut scores = BTreeMap::new();
        for term in terms {
            let postings = self.lists.get(term).map_or(&[][..], Vec::as_slice);
            let df = postings.len() as f64;
            let idf = (1.0 + (n - df + 0.5) / (df + 0.5)).ln();
            for (docid, tf) in postings {
                let tf = f64::from(*tf);
                let length = f64::from(self.docs[*docid].1);
                *scores.entry(*docid).or_insert(0.0) +=
                    idf * tf / (tf + 0.9 * (1.0 - 0.4 + 0.4 * length / self.average));
            }
        }
        let mut ranked: Vec<(f32, &str)> = scores
            .into_iter()
            .map(|(docid, score)| (score as f32, self.docs[docid].0.as_str()))
            .collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(a.1)));
        ranked
    }
}

#[test]
fn a_ciff_file_read_back_scores_as_the_view_does() {
    let (case, topics) = indexed();
    let view = [
        ("min_words", "11"),
        ("max_link_density", "0.33"),
        ("title", "drop"),
        ("to", "2006-01-15"),
    ];
    let out = Some(case.path("view.ciff.gz"));
    let (outcome, _) =
        run(&case, "index", &ExportJob { out, ..job(ExportFormat::Ciff, &view) }).unwrap();
    let mut bytes = Vec::new();
    let packed = std::fs::File::open(case.path("view.ciff.gz")).unwrap();
    GzDecoder::new(packed).read_to_end(&mut bytes).unwrap();
    let plain = case.export("index", ExportFormat::Ciff, &view).unwrap();
    assert!(plain == bytes, "compressed or not, the file is the same");
    let ciff = read(&bytes);
    assert_eq!(outcome.result.terms, Some(ciff.lists.len() as u64));
    let words = "blocks where (kind = text and (words >= 11 and link_density <= 0.33)) (--title \
                 drop) of pages by --to 2006-01-15; analyzer english; doclengths are exact";
    assert!(ciff.description.contains(words), "{}", ciff.description);

    let index = case.open("index");
    let search = index.search_topics(&topics).with(|job| {
        job.request = Request::from_pairs(view).unwrap();
    });
    let mut analyzer = Analyzer::by_name("english").unwrap();
    let mut rows = 0;
    for (topic, ranking) in topics.iter().zip(search.rankings().unwrap()) {
        let terms = analyzer.terms(&topic.text).to_vec();
        let scored = ciff.bm25(&terms).into_iter().take(1000);
        let scored: Vec<(&str, u32)> =
            scored.map(|(score, docno)| (docno, score.to_bits())).collect();
        let ranking: Vec<(&str, u32)> =
            ranking.iter().map(|(docno, score)| (&**docno, score.to_bits())).collect();
        assert_eq!(scored, ranking);
        rows += ranking.len();
    }
    assert!(rows > 300, "{rows}");
}

#[test]
fn an_index_of_the_exported_lines_is_the_view() {
    let (case, topics) = indexed();
    for (number, set) in
        [&[("label", "words-tree")][..], &[("min_density", "9"), ("title", "drop")], &[]]
            .into_iter()
            .enumerate()
    {
        let lines = format!("view{number}.jsonl");
        case.file(&lines, case.export("index", ExportFormat::Jsonl, set).unwrap());
        let again = format!("again{number}");
        case.index(&again, &[&lines]);
        let index = case.open("index");
        let view = index.search_topics(&topics);
        let view = view.with(|job| job.request = Request::from_pairs(set.iter().copied()).unwrap());
        let view = view.rankings().unwrap();
        assert_eq!(view, case.open(&again).search_topics(&topics).rankings().unwrap(), "{set:?}");
        assert!(view.iter().any(|ranking| !ranking.is_empty()));
    }
}

#[test]
fn lines_hold_what_loaders_look_for() {
    let case = Case::indexed();
    let view = [("min_words", "11"), ("title", "drop")];
    let lines = case.export_lines("index", &view);
    let ids: Vec<_> = lines.iter().map(|line| line["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["ice-1", "ice-2", "road-1", "tea-1"], "the page of two words is not there");
    let keys: Vec<&String> = lines[0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["contents", "date", "id", "text", "title", "url"]);
    assert_eq!(
        (&lines[0]["title"], &lines[0]["url"]),
        (&json!("On the ice"), &json!("http://ice-1.example/"))
    );
    assert!(lines[0]["contents"].as_str().unwrap().starts_with("A penguin walks"));
    let kept = case.export_lines("index", &[("min_words", "11")]);
    assert!(kept[0]["contents"].as_str().unwrap().starts_with("On the ice\n\nA penguin walks"));
    // The text has no title, whatever the view permits.
    for line in &lines {
        let titled = kept.iter().find(|titled| titled["id"] == line["id"]).unwrap();
        assert_eq!((&line["text"], &titled["text"]), (&line["contents"], &line["contents"]));
    }
    let (_, bulk) = run(&case, "index", &job(ExportFormat::Opensearch, &view)).unwrap();
    let bulk: Vec<serde_json::Value> =
        bulk.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let pages: Vec<_> = bulk.iter().skip(1).step_by(2).cloned().collect();
    assert_eq!(pages, lines);
    assert_eq!(bulk[6], json!({"index": {"_id": "tea-1"}}));
}

#[test]
fn what_cannot_be_exported_is_reported_and_nothing_is_left() {
    let case = Case::indexed();
    let recipe = settings(json!({"store": "none"}));
    case.index_with("bare", &["pages.warc.gz"], recipe);
    let to = |name: &str, format| ExportJob { out: Some(case.path(name)), ..job(format, &[]) };
    let texts = "does not store the text of its pages";
    let refused = run(&case, "bare", &to("x.jsonl", ExportFormat::Jsonl));
    assert_refused(refused, &[texts, "export CIFF"]);
    assert!(!case.path("x.jsonl").exists() && !case.path(".tmp-x.jsonl").exists());
    run(&case, "bare", &to("x.ciff", ExportFormat::Ciff)).unwrap();
    assert_eq!(read(&std::fs::read(case.path("x.ciff")).unwrap()).docs.len(), PAGES.len());
    let folder = run(&case, "bare", &to("index", ExportFormat::Ciff));
    assert_refused(folder, &["out: found the folder "]);
    assert_refused(run(&case, "bare", &to("no/x.ciff", ExportFormat::Ciff)), &["no/x.ciff"]);
    let nothing = job(ExportFormat::Ciff, &[("min_words", "9999"), ("title", "drop")]);
    let mut exported = Vec::new();
    let refused = |error| Error::io("write", "(memory)", error);
    let outcome = nothing.run(&case.open("bare"), &mut exported, refused, &()).unwrap();
    assert_eq!((outcome.result.pages, read(&exported).docs.len()), (0, 0));
    assert_refused(run(&case, "bare", &job(ExportFormat::Markdown, &[])), &[texts]);
    let html = run(&case, "index", &job(ExportFormat::Html, &[]));
    assert_refused(html, &["does not store the structure of its pages"]);
    let dated = case.find("index", "tea", &[("published_from", "2005")]);
    assert_refused(dated, &["does not know when its pages were published"]);
}

#[test]
fn dates_are_one_format_for_opensearch_and_lines_read_back_have_their_titles() {
    let case = Case::default();
    let page = |id: &str, title: &str, date: &str, text: &str| {
        let url = format!("http://x/{id}");
        let page = json!({"id": id, "title": title, "date": date, "text": text, "url": url});
        format!("{page}\n")
    };
    let pages = page("a", "One title", "20060217080000", "some words of a page")
        + &page("b", "Another", "2006-02-17T09:00:00+01:00", "yet other words")
        + &page("c", "Third", "yesterday", "")
        + &page("d", "", "2006-02", "a page without a title");
    case.file("pages.jsonl", pages);
    case.index("index", &["pages.jsonl"]);
    let (_, bulk) = run(&case, "index", &job(ExportFormat::Opensearch, &[])).unwrap();
    let pages = bulk.lines().skip(1).step_by(2);
    let pages: Vec<serde_json::Value> =
        pages.map(|line| serde_json::from_str(line).unwrap()).collect();
    let dates: Vec<_> = pages.iter().map(|page| page["date"].as_str()).collect();
    let eight = Some("2006-02-17T08:00:00Z");
    assert_eq!(dates, [eight, eight, None, Some("2006-02-01T00:00:00Z")]);
    // What is exported and indexed again is the same, title, address and date included.
    let first = case.export("index", ExportFormat::Jsonl, &[]).unwrap();
    case.file("first.jsonl", &first);
    case.index("again", &["first.jsonl"]);
    assert_eq!(case.export("again", ExportFormat::Jsonl, &[]).unwrap(), first);
    // Too few words: pages of a title alone are left out.
    let long = ExportJob { min_page_words: 4, ..job(ExportFormat::Jsonl, &[]) };
    let (outcome, lines) = run(&case, "index", &long).unwrap();
    assert_eq!((outcome.result.pages, outcome.result.short), (2, 2));
    assert!(lines.contains("\"id\":\"a\"") && lines.contains("\"id\":\"d\""), "{lines}");
    let ciff = ExportJob { min_page_words: 4, ..job(ExportFormat::Ciff, &[]) };
    assert_refused(ciff.check(), &["min_page_words: counts the words of text"]);
    let nowhere = job(ExportFormat::Jsonl, &[("url_prefix", "nowhere.example")]);
    let (outcome, _) = run(&case, "index", &nowhere).unwrap();
    assert_told(&outcome.notices, &["no page passes the filters"]);
}

/// A page with structure, and what it says of itself.
const ARTICLE: &str = "<html><head><title>Tea | Shop</title><meta name=author content='Ann Lee'>\
    <meta property='article:published_time' content='2024-05-06T07:08:09Z'></head><body>\
    <ul><li><a href=/>Home</a><li><a href=/shop>Shop</a></ul>\
    <h1>How to make tea</h1><p>Boil a litre of fresh water in a kettle, and wait until it stops. \
    Read <a href=more>more about water</a> before you begin.</p>\
    <table><tr><th>Leaf</th><th>Minutes</th></tr><tr><td>Green tea leaves</td><td>2 or 3</td></tr>\
    <tr><td>Black tea leaves</td><td>4 or 5</td></tr></table>\
    <ol><li>Warm the pot with a little hot water and pour it away.</li>\
    <li>Put one spoon of leaves for each cup into the warm pot.</li></ol></body></html>";

#[test]
fn pages_are_written_as_markdown_from_what_the_index_stores() {
    let case = Case::default();
    let page = json!({
        "id": "tea", "url": "https://shop.test/tea/", "date": "2024-06-01", "html": ARTICLE
    });
    let plain = json!({"id": "plain", "title": "Plain", "text": "Just words.\nMore."});
    case.file("pages.jsonl", format!("{page}\n{plain}\n"));
    for (out, store) in [("stored", "structure"), ("whole", "all")] {
        let recipe = json!({"classifiers": ["tamis"], "metadata": true, "store": store});
        case.index_with(out, &["pages.jsonl"], settings(recipe));
    }
    let kept = [("label", "tamis"), ("title", "drop")];
    for (format, form, key) in [
        (ExportFormat::Markdown, TextForm::Markdown, "markdown"),
        (ExportFormat::Html, TextForm::Html, "html"),
    ] {
        let export = ExportJob { links: true, ..job(format, &kept) };
        let (_, stored) = run(&case, "stored", &export).unwrap();
        assert_eq!(run(&case, "whole", &export).unwrap().1, stored, "{key}");
        let (_, lines) = run(&case, "stored", &ExportJob { json: true, ..export }).unwrap();
        let extract = ExtractJob {
            form,
            links: true,
            url: Some("https://shop.test/tea/".to_owned()),
            ..ExtractJob::default()
        };
        let extract = extract.run(PageSource::Text(ARTICLE.to_owned()), &()).unwrap().result;
        let mut lines = lines.lines().map(|line| serde_json::from_str(line).unwrap());
        let made: serde_json::Value =
            lines.find(|page: &serde_json::Value| page["id"] == "tea").unwrap();
        assert_eq!(made[key], extract.written());
        assert!(stored.contains(extract.written()), "{stored}");
    }
    let (_, all) = run(&case, "stored", &job(ExportFormat::Markdown, &[])).unwrap();
    let tea = "---\nid: \"tea\"\nurl: \"https://shop.test/tea/\"\ndate: \"2024-06-01\"\n\
               title: \"Tea\"\nauthor: \"Ann Lee\"\n\
               published: \"2024-05-06T07:08:09Z\"\n";
    assert!(all.contains(tea), "{all}");
    assert!(all.contains("| Green tea leaves | 2 or 3 |"), "{all}");
    assert!(all.starts_with("---\nid: \"plain\"\ntitle: \"Plain\"\n---\n\nJust words."), "{all}");
    let (_, text) = run(&case, "stored", &job(ExportFormat::Text, &[("min_words", "11")])).unwrap();
    assert!(text.contains("---\n\nBoil a litre of fresh water"), "{text}");
    // What pages say of themselves filters searches, and is in their results.
    let from = case.find("stored", "tea", &[("published_from", "2024-05")]).unwrap();
    assert_eq!((from.len(), json!(from[0].metadata)["author"].as_str()), (1, Some("Ann Lee")));
    let to = case.find("stored", "tea", &[("published_to", "2024-05-05")]).unwrap();
    assert!(to.is_empty());
    let from = job(ExportFormat::Jsonl, &[("published_from", "2024-05")]);
    let (outcome, _) = run(&case, "stored", &from).unwrap();
    let said = ["1 of 2 pages pass the filters", "1 page left out: no date of publication"];
    assert_told(&outcome.notices, &said);
}
