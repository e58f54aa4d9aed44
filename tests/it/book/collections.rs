//! The small collections that chapters use: the demo's pages, in the layout that a chapter needs,
//! and five hand-written pages, which contain nothing of the real collections; and a real one,
//! where it is at hand.

use super::read;
use crate::case::{Case, PAGES, QRELS, TOPICS, html};
use flate2::{Compression, write::GzEncoder};
use std::io::Write;
use tamis::demo::{self, DemoPage};

/// Enough pages for every topic to have judged ones.
const DEMO_PAGES: usize = 150;
/// The same pages in every chapter.
const SEED: u64 = 7;

/// Returns a fresh folder with the collection of this name, if it exists.
pub fn make(name: &str) -> Option<Case> {
    let case = Case::new();
    match name {
        // `tamis demo` makes it.
        "demo" => {}
        "generated" => generated(&case),
        "pages" => pages(&case),
        "blogs06" => blogs06(&case),
        "clueweb" => clueweb(&case),
        "archive" => archive(&case),
        "cacm" => cacm(&case),
        _ => return None,
    }
    Some(case)
}

/// The collections that are not made here: their chapters run only where the shared data are.
pub const SHARED: [&str; 1] = ["cacm"];

/// CACM's pages, queries and judgements, as Anserini distributes them.
fn cacm(case: &Case) {
    let shared = tamis_testing::shared().expect("asked for only where it is");
    let folder = shared.join("data/retrieval/collections/cacm-html");
    for name in ["cacm.tar.gz", "topics.cacm.txt", "qrels.cacm.txt"] {
        std::fs::copy(folder.join(name), case.path(name)).expect("the data are complete");
    }
}

/// The five pages of the command line's tests, as a WARC file, one of them as a page, and one as a
/// data set with gold.
pub fn pages(case: &Case) {
    case.file("topics", TOPICS);
    case.file("qrels", QRELS);
    case.warc("pages.warc.gz", PAGES.len());
    case.file("page.html", html(&PAGES[0]));
    for page in &PAGES[..4] {
        case.file(&format!("gold-set/html/{}.html", page.0), html(page));
        case.file(&format!("gold-set/gold/{}.txt", page.0), page.3);
    }
}

fn demo_text(path: &std::path::Path) -> String {
    std::fs::read_to_string(path).expect("the demo's files are text")
}

/// The pages, their docnos as `docno` has them, with topics and judgements under these paths.
fn demo(
    case: &Case,
    topics: &str,
    qrels: &str,
    docno: impl Fn(usize, &DemoPage) -> String,
) -> Vec<(String, DemoPage)> {
    let files = demo::generate(&case.path("made"), DEMO_PAGES, SEED).expect("the demo is written");
    let topics_text = demo_text(&files.topics);
    let mut qrels_text = demo_text(&files.qrels);
    std::fs::remove_dir_all(case.path("made")).expect("it was written");
    let mut pages = Vec::new();
    for (number, page) in demo::pages(DEMO_PAGES, SEED).enumerate() {
        let name = docno(number, &page);
        qrels_text = qrels_text.replace(&page.docno, &name);
        pages.push((name, page));
    }
    case.file(topics, topics_text);
    case.file(qrels, qrels_text);
    pages
}

/// The demo's pages as the demo writes them.
fn generated(case: &Case) {
    let files = demo::generate(&case.path(""), 300, SEED).expect("the demo is written");
    std::fs::rename(files.warc, case.path("pages.warc.gz")).expect("it was written");
    std::fs::rename(files.topics, case.path("topics")).expect("it was written");
    std::fs::rename(files.qrels, case.path("qrels")).expect("it was written");
}

fn blog_topic(number: &str) -> u32 {
    850 + number.trim().parse::<u32>().expect("a topic's number")
}

/// BLOGS06's layout: a folder a day with permalinks, feeds and home pages; topics 851 to 900;
/// grades that are kinds.
fn blogs06(case: &Case) {
    let topics = "queries/blog06.topics";
    let qrels = "qrels/blog06.qrels";
    let pages = demo(case, topics, qrels, |_, page| page.docno.replace("DEMO06", "BLOG06"));
    case.file(
        topics,
        case.read(topics)
            .lines()
            .map(|line| match line.strip_prefix("<num> Number:") {
                Some(id) => format!("<num> Number: {}\n", blog_topic(id)),
                None => format!("{line}\n"),
            })
            .collect::<String>(),
    );
    let mut judged = 0;
    let mut judgements = String::new();
    for line in case.read(qrels).lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        judged += 1;
        // An opinion is negative, mixed or positive, and now and then nobody could read the page.
        let grade = match (fields[3], judged % 5) {
            ("0", 0) => -1,
            ("2", kind) => 2 + kind % 3,
            (grade, _) => grade.parse().expect("a grade"),
        };
        judgements += &format!("{} 0 {} {grade}\n", blog_topic(fields[0]), fields[2]);
    }
    case.file(qrels, judgements);
    let mut days = std::collections::BTreeMap::<String, Vec<u8>>::new();
    for (docno, DemoPage { url, date, html, .. }) in &pages {
        let record = format!(
            "<DOC>\n<DOCNO>{docno}</DOCNO>\n<DATE_XML>{date}</DATE_XML>\n\
             <FEEDNO>BLOG06-feed-000001</FEEDNO>\n<BLOGHPNO></BLOGHPNO>\n\
             <PERMALINK>{url}</PERMALINK>\n<DOCHDR>\n{url} \
             0.0.0.0 200602 {}\nHTTP/1.1 200 OK\nContent-Type: text/html; \
             charset=utf-8\n</DOCHDR>\n{html}\n</DOC>\n",
            html.len()
        );
        let day = docno.split('-').nth(1).expect("a docno has its day").to_owned();
        days.entry(day).or_default().extend(record.as_bytes());
    }
    for (day, records) in days {
        case.file(&format!("BLOGS06/{day}/permalinks-000.gz"), gzip(&records));
        let feed = "<DOC>\n<FEEDNO>BLOG06-feed-000001</FEEDNO>\n<PERMALINKS>\nhttp://a.example/1 \
                    D-1\n</PERMALINKS>\n<DOCHDR>\nContent-Type: \
                    text/xml\n</DOCHDR>\n<rss><item>x</item></rss>\n</DOC>\n";
        case.file(&format!("BLOGS06/{day}/feeds-000.gz"), gzip(feed.as_bytes()));
        let home = "<DOC>\n<BLOGHPNO>BLOG06-bloghp-000001</BLOGHPNO>\n\
                    <BLOGHPURL>http://a.example/</BLOGHPURL>\n<DOCHDR>\nContent-Type: \
                    text/html\n</DOCHDR>\n<p>A blog\n</DOC>\n";
        case.file(&format!("BLOGS06/{day}/homepages-000.gz"), gzip(home.as_bytes()));
    }
    for sweep in ["min-words", "min-density"] {
        let path = format!("eval/sweeps/blog06-{sweep}.toml");
        case.file(&path, read(&path));
    }
}

/// ClueWeb09's WARC/0.18 with its odd dates and false codings, spam percentiles and a list; and
/// files as Common Crawl has.
fn clueweb(case: &Case) {
    let pages = demo(case, "topics", "qrels", |number: usize, _: &DemoPage| {
        format!("clueweb09-en0000-{:02}-{:05}", number / 75, number % 75)
    });
    for (file, pages) in pages.chunks(75).enumerate() {
        let info = "software: made\n";
        let mut bytes = gzip(warc("WARC/0.18", "\n", "warcinfo", "", &[], info).as_bytes());
        for (docno, DemoPage { url, html, .. }) in pages {
            let http = format!(
                "HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Encoding: gzip\n\n{html}"
            );
            let trec_id = format!("WARC-TREC-ID: {docno}");
            let record = warc(
                "WARC/0.18",
                "\n",
                "response",
                url,
                &["WARC-Date: 2009-03-65T08:43:19-0800", &trec_id],
                &http,
            );
            bytes.extend(gzip(record.as_bytes()));
        }
        case.file(&format!("ClueWeb09_English_1/en0000/{file:02}.warc.gz"), bytes);
    }
    let spam = |(number, (docno, _)): (usize, &(String, DemoPage))| {
        format!("{} {docno}\n", number * 37 % 100)
    };
    let spam: String = pages.iter().enumerate().map(spam).collect();
    case.file("spam.gz", gzip(spam.as_bytes()));
    let category_b: String = pages[..75].iter().map(|(docno, _)| format!("{docno}\n")).collect();
    case.file("category-b.txt", category_b);
    common_crawl(case, &pages[..20]);
}

/// A crawler's archive, with ten queries and judgements as its owner would write them.
fn archive(case: &Case) {
    let number = |number: usize| format!("<urn:uuid:00000000-0000-4000-8000-01{number:010}>");
    let pages = demo(case, "topics.trec", "qrels", |at, _| number(at));
    common_crawl(case, &pages);
    std::fs::rename(case.path("crawl/CC-MAIN-00000.warc.gz"), case.path("site.warc.gz"))
        .expect("it was written");
    let titles = case.read("topics.trec");
    let titles = titles.lines().filter_map(|line| line.strip_prefix("<title> "));
    let lines = (1..=10).zip(titles).map(|(id, title)| format!("{id}\t{title}\n"));
    case.file("topics", lines.collect::<String>());
    let qrels = case.read("qrels");
    let judged = qrels.lines().filter(|line| {
        line.split(' ').next().and_then(|id| id.parse().ok()).is_some_and(|id: u32| id <= 10)
    });
    let judged: String = judged.map(|line| format!("{line}\n")).collect();
    case.file("qrels", judged);
    for other in ["crawl", "wet", "other"] {
        std::fs::remove_dir_all(case.path(other)).expect("it was written");
    }
    std::fs::remove_file(case.path("topics.trec")).expect("it was written");
}

fn record_id(number: usize, kind: &str) -> String {
    format!("WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{kind}{number:010}>")
}

/// Requests, responses and metadata without TREC ids, and the same pages' text as WET.
fn common_crawl(case: &Case, pages: &[(String, DemoPage)]) {
    let mut crawl = Vec::new();
    let mut wet = Vec::new();
    let mut frames = Vec::new();
    for (number, (_, DemoPage { url, date, html, .. })) in pages.iter().enumerate() {
        let date = format!("WARC-Date: {date}");
        let http =
            format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{html}");
        let response =
            warc("WARC/1.0", "\r\n", "response", url, &[&date, &record_id(number, "01")], &http);
        let request = warc(
            "WARC/1.0",
            "\r\n",
            "request",
            url,
            &[&date, &record_id(number, "02")],
            "GET / HTTP/1.1\r\n\r\n",
        );
        let metadata = warc(
            "WARC/1.0",
            "\r\n",
            "metadata",
            url,
            &[&date, &record_id(number, "03")],
            "fetchTimeMs: 9\r\n",
        );
        for record in [&request, &response, &metadata] {
            crawl.extend(gzip(record.as_bytes()));
        }
        frames.extend(zstd::stream::encode_all(response.as_bytes(), 3).expect("zstd"));
        let text = "A line of text as the crawl's extractor left it\nand another one\n";
        let conversion = warc(
            "WARC/1.0",
            "\r\n",
            "conversion",
            url,
            &[&date, &record_id(number, "04"), "Content-Type: text/plain"],
            text,
        );
        wet.extend(gzip(conversion.as_bytes()));
    }
    case.file("crawl/CC-MAIN-00000.warc.gz", crawl);
    case.file("wet/CC-MAIN-00000.warc.wet.gz", wet);
    case.file("other/site.warc.zst", frames);
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let stored =
        zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    zip.start_file("archive/data.warc.gz", stored).expect("an entry");
    zip.write_all(
        &std::fs::read(case.path("crawl/CC-MAIN-00000.warc.gz")).expect("it was written"),
    )
    .expect("an entry");
    case.file("other/site.wacz", zip.finish().expect("a zip file").into_inner());
}

/// A WARC record with its lines ended so.
fn warc(version: &str, end: &str, kind: &str, url: &str, fields: &[&str], block: &str) -> String {
    let media = match kind {
        "response" | "request" => "application/http;msgtype=",
        _ => "",
    };
    let mut head = vec![version.to_owned(), format!("WARC-Type: {kind}")];
    if !url.is_empty() {
        head.push(format!("WARC-Target-URI: {url}"));
    }
    if !media.is_empty() {
        head.push(format!("Content-Type: {media}{kind}"));
    }
    head.extend(fields.iter().map(|field| (*field).to_owned()));
    head.push(format!("Content-Length: {}", block.len()));
    format!("{}{end}{end}{block}{end}{end}", head.join(end))
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("gzip into memory");
    encoder.finish().expect("gzip into memory")
}
