//! Reads exports back independently: with a separate CIFF reader and scorer, and with an index
//! built from the exported lines.

use crate::case::{Case, PAGES, keys};
use flate2::read::GzDecoder;
use std::collections::BTreeMap;
use std::io::Read;
use tamis_eval::trec::Topics;
use tamis_index::analyze::Analyzer;

/// Puts a demo of a few hundred pages into an index of several segments.
fn demo(case: &Case) {
    case.tamis("demo --out demo --pages 300 -q").ends(0);
    case.tamis("index demo/demo.warc.gz --out index --commit-every 200000 -q").ends(0);
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

case!(a_ciff_file_read_back_scores_as_the_view_does, |case| {
    demo(&case);
    let rule = "--min-words 11 --max-link-density 0.33 --title drop --to 2006-01-15";
    case.tamis(&format!("export index --format ciff --out view.ciff.gz {rule}"))
        .ends(0)
        .says(&["view.ciff.gz: ", " terms"]);
    let plain = std::process::Command::new(env!("CARGO_BIN_EXE_tamis"))
        .args(["export", "index", "--format", "ciff"].into_iter().chain(rule.split(' ')))
        .current_dir(case.path("."))
        .output()
        .unwrap();
    let mut bytes = Vec::new();
    GzDecoder::new(std::fs::File::open(case.path("view.ciff.gz")).unwrap())
        .read_to_end(&mut bytes)
        .unwrap();
    assert!(plain.stdout == bytes, "compressed or not, the file is the same");
    let ciff = read(&bytes);
    let view = "blocks where (kind = text and (words >= 11 and link_density <= 0.33)) (--title \
                drop) of pages by --to 2006-01-15; analyzer english; doclengths are exact";
    assert!(ciff.description.contains(view), "{}", ciff.description);

    case.tamis(&format!("search index --topics demo/demo.topics --out run -q {rule}")).ends(0);
    let run = case.read("run");
    let mut analyzer = Analyzer::by_name("english").unwrap();
    let mut lines = run.lines();
    let topics = Topics::read(case.path("demo/demo.topics")).unwrap();
    for topic in &topics {
        let terms = analyzer.terms(&topic.text).to_vec();
        for (score, docno) in ciff.bm25(&terms).into_iter().take(1000) {
            let columns: Vec<&str> = lines.next().unwrap().split(' ').collect();
            assert_eq!((columns[0], columns[2]), (topic.id.as_str(), docno));
            assert_eq!(
                columns[4].parse::<f32>().unwrap().to_bits(),
                score.to_bits(),
                "{columns:?} {score}"
            );
        }
    }
    assert!(lines.next().is_none() && run.lines().count() > 500);
});

case!(an_index_of_the_exported_lines_is_the_view, |case| {
    demo(&case);
    for (number, rule) in
        ["--label words-tree", "--min-density 9 --title drop", ""].iter().enumerate()
    {
        case.tamis(&format!("export index --format jsonl --out view{number}.jsonl {rule} -q"))
            .ends(0);
        case.tamis(&format!("index view{number}.jsonl --out again{number} -q")).ends(0);
        case.tamis(&format!(
            "search index --topics demo/demo.topics --out view{number}.run -q {rule}"
        ))
        .ends(0);
        case.tamis(&format!(
            "search again{number} --topics demo/demo.topics --out again{number}.run -q"
        ))
        .ends(0);
        let view = case.read(&format!("view{number}.run"));
        assert!(view == case.read(&format!("again{number}.run")) && !view.is_empty(), "{rule}");
    }
});

case!(lines_hold_what_loaders_look_for, |case| {
    case.warc("pages.warc.gz", PAGES.len());
    case.tamis("index pages.warc.gz --out index -q").ends(0);
    let lines = case
        .tamis("export index --format jsonl --min-words 11 --title drop --threads 1")
        .ends(0)
        .json_lines();
    // The page of two words is not there.
    assert_eq!(
        lines.iter().map(|line| line["id"].as_str().unwrap()).collect::<Vec<_>>(),
        ["ice-1", "ice-2", "road-1", "tea-1"]
    );
    assert_eq!(keys(&lines[0]), ["contents", "date", "id", "text", "title", "url"]);
    assert_eq!(
        (lines[0]["title"].as_str(), lines[0]["url"].as_str()),
        (Some("On the ice"), Some("http://ice-1.example/"))
    );
    assert!(lines[0]["contents"].as_str().unwrap().starts_with("A penguin walks"));
    let kept = case.tamis("export index --format jsonl --min-words 11").ends(0).json_lines();
    assert!(kept[0]["contents"].as_str().unwrap().starts_with("On the ice\n\nA penguin walks"));
    // The text has no title, whatever the view permits.
    for line in &lines {
        let titled = kept.iter().find(|titled| titled["id"] == line["id"]).unwrap();
        assert_eq!((&line["text"], &titled["text"]), (&line["contents"], &line["contents"]));
    }

    let bulk = case
        .tamis("export index --format opensearch --min-words 11 --title drop")
        .ends(0)
        .json_lines();
    let (actions, pages): (Vec<_>, Vec<_>) =
        bulk.chunks(2).map(|pair| (pair[0].clone(), pair[1].clone())).unzip();
    assert_eq!(pages, lines);
    assert_eq!(actions[3], serde_json::json!({"index": {"_id": "tea-1"}}));
});

case!(what_cannot_be_exported_is_reported_and_nothing_is_left, |case| {
    case.warc("pages.warc.gz", 3);
    case.tamis("index pages.warc.gz --out index --store none -q").ends(0);
    let refused = case.tamis("export index --format jsonl --out x.jsonl").ends(1);
    refused.says(&["does not store the text of its pages", "--store text", "--format ciff"]);
    assert!(!case.path("x.jsonl").exists() && !case.path(".tmp-x.jsonl").exists());
    case.tamis("export index --format ciff --out x.ciff").ends(0).says(&["x.ciff: 3 pages"]);
    assert_eq!(read(&std::fs::read(case.path("x.ciff")).unwrap()).docs.len(), 3);
    case.tamis("export index --format ciff --out index")
        .ends(2)
        .says(&["--out: found the folder index"]);
    case.tamis("export index --format ciff --out no/x.ciff").ends(1).says(&["no/x.ciff"]);
    case.tamis("export index --format ciff --out y.ciff --min-words 9999 --title drop")
        .ends(0)
        .says(&["no page has a permitted token"]);
    assert_eq!(read(&std::fs::read(case.path("y.ciff")).unwrap()).docs.len(), 0);
    case.tamis("export index --format terrier")
        .ends(2)
        .says(&["[possible values: ciff, jsonl, opensearch, text, markdown, html]"]);
    let refused = case.tamis("export index --format markdown").ends(1);
    refused.says(&["does not store the text of its pages"]);
    case.tamis("index pages.warc.gz --out texts -q").ends(0);
    let refused = case.tamis("export texts --format html").ends(1);
    refused.says(&["does not store the structure of its pages", "--store structure"]);
    case.tamis("search texts tea --published-from 2005")
        .ends(1)
        .says(&["does not know when its pages were published", "--metadata"]);
});

case!(dates_are_one_format_for_opensearch_and_lines_read_back_have_their_titles, |case| {
    let page = |id: &str, title: &str, date: &str, text: &str| {
        let page = serde_json::json!({
            "id": id, "title": title, "date": date, "text": text, "url": format!("http://x/{id}")
        });
        format!("{page}\n")
    };
    let pages = page("a", "One title", "20060217080000", "some words of a page")
        + &page("b", "Another", "2006-02-17T09:00:00+01:00", "yet other words")
        + &page("c", "Third", "yesterday", "")
        + &page("d", "", "2006-02", "a page without a title");
    case.file("pages.jsonl", pages);
    case.tamis("index pages.jsonl --out index -q").ends(0);
    let bulk = case.tamis("export index --format opensearch").ends(0).json_lines();
    let dates: Vec<_> = bulk.iter().skip(1).step_by(2).map(|page| page["date"].as_str()).collect();
    let eight = Some("2006-02-17T08:00:00Z");
    assert_eq!(dates, [eight, eight, None, Some("2006-02-01T00:00:00Z")]);
    let found = case.tamis("search index page").ends(0).stdout;
    assert!(found.contains("  2006-02-17  a\n"), "{found}");
    let page = case.tamis("inspect index a").ends(0).stdout;
    assert!(page.contains("  2006-02-17T08:00:00Z  "), "{page}");
    // What is exported and indexed again is the same, title, address and date included.
    let lines = case.tamis("export index --format jsonl --out first.jsonl").ends(0);
    lines.says(&["first.jsonl: 4 pages"]);
    case.tamis("index first.jsonl --out again -q").ends(0);
    case.tamis("export again --format jsonl --out second.jsonl").ends(0);
    assert_eq!(case.read("first.jsonl"), case.read("second.jsonl"));
    // Too few words: pages of a title alone are left out.
    let long = case.tamis("export index --format jsonl --min-page-words 4").ends(0);
    let long =
        long.says(&["left out: 2 pages with fewer than 4 words", "(standard output): 2 pages"]);
    let ids: Vec<_> = long.json_lines().iter().map(|page| page["id"].clone()).collect();
    assert_eq!(ids, ["a", "d"]);
    case.tamis("export index --format ciff --min-page-words 4")
        .ends(2)
        .says(&["--min-page-words: counts the words of text"]);
    case.tamis("search index words --url-prefix nowhere.example")
        .ends(0)
        .says(&["no page passes the filters"]);
});

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

case!(pages_are_written_as_markdown_from_what_the_index_stores, |case| {
    let page = serde_json::json!({
        "id": "tea", "url": "https://shop.test/tea/", "date": "2024-06-01", "html": ARTICLE
    });
    let plain = serde_json::json!({"id": "plain", "title": "Plain", "text": "Just words.\nMore."});
    case.file("pages.jsonl", format!("{page}\n{plain}\n"));
    case.file("tea.html", ARTICLE);
    let index = "index pages.jsonl --classifier tamis --metadata -q";
    case.tamis(&format!("{index} --store structure --out stored")).ends(0);
    case.tamis(&format!("{index} --store all --out whole")).ends(0);
    let extract = "extract tea.html --url https://shop.test/tea/ --links";
    for form in ["markdown", "html"] {
        let export = format!("--format {form} --links --label tamis --title drop");
        let stored = case.tamis(&format!("export stored {export}")).ends(0).stdout;
        let whole = case.tamis(&format!("export whole {export}")).ends(0).stdout;
        assert_eq!(stored, whole, "{form}");
        let lines = case.tamis(&format!("export stored {export} --json")).ends(0).json_lines();
        let expected = case.tamis(&format!("{extract} --format {form}")).ends(0).stdout;
        let expected = expected.trim_start_matches("<meta charset=\"utf-8\">\n");
        let made = lines.iter().find(|page| page["id"] == "tea").unwrap();
        assert_eq!(made[form], expected);
        assert!(stored.contains(expected), "{stored}");
    }
    let all = case.tamis("export stored --format markdown").ends(0).stdout;
    let tea = "---\nid: \"tea\"\nurl: \"https://shop.test/tea/\"\ndate: \"2024-06-01\"\n\
               title: \"Tea\"\nauthor: \"Ann Lee\"\n\
               published: \"2024-05-06T07:08:09Z\"\n";
    assert!(all.contains(tea), "{all}");
    assert!(all.contains("| Green tea leaves | 2 or 3 |"), "{all}");
    assert!(all.starts_with("---\nid: \"plain\"\ntitle: \"Plain\"\n---\n\nJust words."), "{all}");
    let text = case.tamis("export stored --format text --min-words 11").ends(0).stdout;
    assert!(text.contains("---\n\nBoil a litre of fresh water"), "{text}");
    // What pages say of themselves filters searches, and is in their results.
    let found = case.tamis("search stored tea --published-from 2024-05 --json").ends(0);
    let said = ["1 of 2 pages pass the filters", "left out: 1 page that does not say"];
    let found = found.says(&said).json_lines();
    assert_eq!(found[0]["metadata"]["author"], "Ann Lee");
    case.tamis("search stored tea --published-to 2024-05-05")
        .ends(0)
        .says(&["0 of 2 pages pass the filters"]);
    let shown = case.tamis("inspect stored tea").ends(0).stdout;
    assert!(shown.contains("author: Ann Lee  published: 2024-05-06T07:08:09Z"), "{shown}");
});
