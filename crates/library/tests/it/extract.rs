//! A page without an index: its text by a classifier, in every form, its metadata and comments, and
//! its blocks, which are those of an indexed page.

use crate::case::{Case, assert_refused, assert_told, names, settings};
use serde_json::{Value, json};
use tamis::blocks::page::{Cut, Limits};
use tamis::job::{Extract, ExtractJob, InspectJob, Outcome, PageBlocks, PageSource, TextForm};
use tamis::{BlockRow, Result};
use tamis_testing::pages::{ANSWERED, PAGES, html};

fn by(classifier: &str) -> ExtractJob {
    ExtractJob { classifier: Some(classifier.to_owned()), ..ExtractJob::default() }
}

fn run(job: &ExtractJob, page: &str) -> Outcome<Extract> {
    job.run(PageSource::Text(page.to_owned()), &()).unwrap()
}

fn extract(job: &ExtractJob, page: &str) -> Extract {
    run(job, page).result
}

/// The text that is kept.
fn text(job: &ExtractJob, page: &str) -> String {
    extract(job, page).text
}

fn blocks(job: &ExtractJob, page: &str) -> Vec<BlockRow> {
    let PageBlocks { rows, .. } =
        job.blocks(PageSource::Text(page.to_owned()), &()).unwrap().result;
    rows
}

#[test]
fn blocks_have_numbers_and_labels() {
    let blocks = blocks(&by("words-tree"), &html(&PAGES[0]));
    assert_eq!(blocks.len(), 5);
    assert!(blocks[0].is_title() && blocks[0].labels.is_empty());
    assert_eq!(blocks[0].text, "On the ice");
    let links = &blocks[2];
    assert_eq!((links.words, links.anchor_words, links.link_density), (3, 3, 1.0));
    assert!(blocks[3].labels.contains(&"min-words-15".to_owned()), "{blocks:?}");
    assert_eq!(blocks[2].labels, ["keep-all"]);
}

#[test]
fn an_indexed_page_has_the_blocks_of_the_page() {
    let case = Case::indexed();
    let mut indexed = case.blocks("index", "ice-1");
    for block in &mut indexed {
        assert!(block.tokens.take().is_some() && block.repeats.take().is_some());
        assert!(block.site_repeats.take().is_some() && block.site_share.take().is_some());
        assert_eq!(block.encoding.take().as_deref(), Some("UTF-8"));
        assert_eq!(block.encoding_source.take().as_deref(), Some("http"));
    }
    assert_eq!(indexed, blocks(&by("words-tree"), &html(&PAGES[0])));
}

#[test]
fn the_text_is_what_the_classifier_keeps() {
    let page = html(&PAGES[0]);
    assert_eq!(text(&by("min-words-10"), &page), format!("{}\n", PAGES[0].3));
    assert_eq!(text(&by("keep-all"), &page).lines().count(), 4);
    let found = extract(&by("min-words-10"), &page);
    assert_eq!((&*found.title, &*found.classifier), ("On the ice", "min-words-10"));
    let default = extract(&ExtractJob::default(), &page);
    assert_eq!(default.classifier, "tamis", "our own remover is the default");
    assert_eq!(default.text, text(&by("tamis"), &page));
}

#[test]
fn our_own_remover_tells_content_if_the_index_has_it() {
    let case = Case::default();
    case.file("site/page.html", html(&PAGES[0]));
    for (labels, expected) in [
        (&["bte", "words-tree", "tamis"][..], "tamis"),
        (&["bte", "words-tree"], "words-tree"),
        (&["bte"], "bte"),
    ] {
        let out = labels.join("-");
        case.index_with(&out, &["site"], settings(json!({"classifiers": labels})));
        let job = InspectJob { page: "page.html".to_owned(), ..InspectJob::default() };
        let page = job.page(&case.open(&out), &()).unwrap();
        assert_eq!((page.label.as_deref(), page.blocks.len()), (Some(expected), 5), "{labels:?}");
    }
}

#[test]
fn every_block_is_explained() {
    let page = html(&PAGES[0]);
    for name in [
        "words-tree",
        "boilerpipe-article",
        "tree-filter",
        "words-tree-main",
        "boilerpipe-keep-min-words:5",
    ] {
        let blocks = blocks(&ExtractJob { explain: true, ..by(name) }, &page);
        assert_eq!((blocks.len(), blocks[0].content), (5, None), "the title is not explained");
        let kept = text(&by(name), &page);
        for block in &blocks[1..] {
            let is_kept = kept.lines().any(|line| block.text == line);
            assert_eq!(block.content, Some(is_kept), "{name}: {block:?}");
            let because = block.because.as_ref();
            assert!(because.is_some_and(|because| because.contains('(')), "{name}: {block:?}");
        }
    }
}

#[test]
fn labels_with_points_and_colons_are_searched() {
    let case = Case::default();
    case.file("page.html", html(&PAGES[0]));
    let names = names(&["boilerpipe-article-2.0", "tree-filter:b3:keep-all"]);
    case.index_with("index", &["page.html"], settings(json!({"classifiers": names})));
    let rule = ("where", "label = tree-filter:b3:keep-all");
    assert!(!case.find("index", "ice", &[rule]).unwrap().is_empty());
}

#[test]
fn the_cut_is_chosen() {
    let texts = |cut| {
        let job = ExtractJob { cut, ..ExtractJob::default() };
        let blocks = blocks(&job, "<p>one <b>two</b> three</p>");
        blocks.into_iter().map(|block| block.text).collect::<Vec<_>>()
    };
    assert_eq!(texts(Cut::Boilerpipe), ["one two three"]);
    assert_eq!(texts(Cut::Atomic), ["one", "two", "three"]);
}

#[test]
fn an_empty_page_has_nothing_and_is_no_error() {
    let empty = run(&ExtractJob::default(), "");
    assert_eq!(empty.result.text, "");
    assert_told(&empty.notices, &["tamis found no main text"]);
    assert!(blocks(&ExtractJob::default(), "").is_empty());
}

#[test]
fn text_within_the_limits_is_kept_and_the_rest_is_reported() {
    let page = "<p>one<p>two words<p>three";
    let limits = Limits { blocks: 2, ..Limits::default() };
    let cut = run(&ExtractJob { limits, ..by("keep-all") }, page);
    assert_eq!((&*cut.result.text, cut.result.is_damaged), ("one\ntwo words\n", true));
    let left_out = "blocks after the first 2: 1, left out with 5 bytes of text; raise max_blocks";
    assert_told(&cut.notices, &[left_out]);
    let limits = Limits { depth: 0, blocks: 0, milliseconds: 0 };
    let whole = run(&ExtractJob { limits, ..by("keep-all") }, page);
    assert_eq!((whole.result.text.lines().count(), whole.notices.len()), (3, 0));
}

/// Reads bytes as a file of this name.
fn from_file(case: &Case, name: &str, bytes: &[u8]) -> Result<Outcome<Extract>> {
    case.file(name, bytes);
    by("keep-all").run(PageSource::File(case.path(name)), &())
}

#[test]
fn a_packed_page_is_read_and_what_is_no_page_is_refused() {
    let case = Case::default();
    let page = html(&PAGES[0]);
    let expected = text(&by("keep-all"), &page);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut gzip, page.as_bytes()).unwrap();
    let gzip = gzip.finish().unwrap();
    let packed = [
        ("page.html.gz", gzip.clone()),
        ("page.zst", zstd::encode_all(page.as_bytes(), 3).unwrap()),
        ("page", gzip.clone()),
    ];
    for (name, bytes) in packed {
        assert_eq!(from_file(&case, name, &bytes).unwrap().result.text, expected, "{name}");
        let stream = by("keep-all").run(PageSource::bytes(bytes, "-"), &()).unwrap();
        assert_eq!(stream.result.text, expected, "{name}");
    }
    let cut = from_file(&case, "cut.html.gz", &gzip[..gzip.len() - 9]).unwrap();
    assert!(cut.result.is_damaged);
    assert_told(&cut.notices, &["the file ends inside"]);
    case.warc("x.warc.gz", 1);
    let warc = std::fs::read(case.path("x.warc.gz")).unwrap();
    for (name, bytes, words) in [
        ("x.warc.gz", &warc[..], "x.warc.gz: is a WARC archive, not a page; index it"),
        ("x.jsonl", b"{\"docno\":\"a\",\"text\":\"b\"}\n", "is a JSONL collection, not a page"),
        ("x.pdf", b"%PDF-1.4\n", "x.pdf: found a PDF file, expected a page"),
        ("x.xz", b"\xfd7zXZ\0\0\x04", "x.xz: found xz data, expected a page"),
        ("x.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "x.png: found binary data, expected a page"),
    ] {
        assert_refused(from_file(&case, name, bytes), &[words]);
    }
    // Text in UTF-16 has zeros too.
    let utf16 = [0xfeff].into_iter().chain("a few words".encode_utf16());
    let utf16: Vec<u8> = utf16.flat_map(u16::to_le_bytes).collect();
    let words = from_file(&case, "utf16.txt", &utf16).unwrap().result.text;
    assert_eq!(words.trim(), "a few words");
}

/// A page with a menu, a table, code and a footnote.
const STRUCTURED: &str = "<!DOCTYPE html><html lang=en><title>Penguins on the ice | Polar \
    News</title><meta property=og:site_name content='Polar News'><meta name=author content='Ada \
    Frost'><meta property=article:published_time content=2026-05-06T08:00:00Z>\
    <ul><li><a href=/>Home</a><li><a href=/news>News</a></ul><h1>Penguins on the ice</h1>\
    <p>Two penguins crossed the frozen <a href=/bay>bay</a> on Sunday morning, watched by a crowd \
    of several hundred people who had waited since dawn.<sup><a href=#n id=r>1</a></sup>\
    <p>The station wrote down what it saw, and its table was read aloud in the evening to all who \
    had come from the villages around:<table><tr><th>Hour<th>Seen<tr><td>8<td>two fish and a \
    stone</table><p>Nobody knows where they came from. The nearest colony lies two hundred miles \
    away, and the wind had blown from the south for a week.\
    <ol><li id=n>By the count of the harbour master. <a href=#r>↩</a></ol>";

#[test]
fn a_page_is_written_as_markdown_and_as_html() {
    let of = |form, job: &ExtractJob| {
        extract(&ExtractJob { form, ..job.clone() }, STRUCTURED).written().to_owned()
    };
    let own = ExtractJob::default();
    let markdown = of(TextForm::Markdown, &own);
    assert!(markdown.starts_with("## Penguins on the ice\n\nTwo penguins crossed the frozen bay"));
    assert!(markdown.contains("| Hour | Seen |\n| --- | --- |\n| 8 | two fish and a stone |\n"));
    let all = of(TextForm::Markdown, &by("keep-all"));
    assert!(all.contains("dawn.[^1]\n"), "{all}");
    assert!(all.ends_with("\n[^1]: By the count of the harbour master.\n"), "{all}");
    let url = Some("https://a.test/b".to_owned());
    let links = of(TextForm::Markdown, &ExtractJob { links: true, url, ..own.clone() });
    assert!(links.contains("frozen [bay](https://a.test/bay) on"), "{links}");
    let html = of(TextForm::Html, &own);
    assert!(html.starts_with("<h1>Penguins on the ice</h1>\n<p>Two"), "{html}");
    assert!(html.contains("<tr><td>8</td><td>two fish and a stone</td></tr>"), "{html}");
    assert_eq!(of(TextForm::Text, &own), text(&own, STRUCTURED));
}

#[test]
fn a_page_has_metadata() {
    let json = ExtractJob { form: TextForm::Json, ..ExtractJob::default() };
    let found = extract(&json, STRUCTURED);
    let metadata = found.metadata.as_ref().unwrap();
    assert_eq!(metadata["title"], "Penguins on the ice");
    assert_eq!(metadata["author"], "Ada Frost");
    assert_eq!(metadata["published"], "2026-05-06T08:00:00Z");
    assert_eq!(metadata["site"], "Polar News");
    assert_eq!(metadata["modified"], Value::Null);
    assert!(found.confidence.is_some_and(|f1| (0.0..=1.0).contains(&f1)));
    assert_eq!(found.markdown, None);
    let url = Some("https://polar.test/news/penguins-on-the-ice".to_owned());
    let article = extract(&ExtractJob { url, ..json.clone() }, STRUCTURED).metadata.unwrap();
    assert_eq!(article["kind"], "article");
    let form = TextForm::Markdown;
    let both = extract(&ExtractJob { form, details: true, ..json.clone() }, STRUCTURED);
    assert_eq!(both.text, found.text);
    assert!(both.markdown.unwrap().contains("| Hour | Seen |"));
    let head = extract(&ExtractJob { form, metadata: true, ..json.clone() }, STRUCTURED).head;
    let start = "---\ntitle: \"Penguins on the ice\"\nauthor: \"Ada Frost\"\npublished: ";
    assert!(head.starts_with(start), "{head}");
    let form = TextForm::Html;
    let html = extract(&ExtractJob { form, metadata: true, ..json }, STRUCTURED).head;
    let start = "<meta charset=\"utf-8\">\n<meta name=\"title\" content=\"Penguins on the ice\">\n";
    assert!(html.starts_with(start), "{html}");
}

#[test]
fn the_comments_of_a_page_are_apart() {
    let plain = ExtractJob { form: TextForm::Json, ..ExtractJob::default() };
    let apart = ExtractJob { comments: true, ..plain.clone() };
    let found = extract(&apart, ANSWERED);
    assert!(found.text.contains("Two penguins") && !found.text.contains("my daughter"));
    let comments = serde_json::to_value(found.comments.as_ref().unwrap()).unwrap();
    assert_eq!(comments.as_array().unwrap().len(), 3);
    assert_eq!(comments[0]["author"], "Ada Frost");
    assert_eq!(comments[0]["published"], "2024-05-06T19:08");
    assert!(comments[0]["text"].as_str().unwrap().starts_with("I was there with my daughter"));
    assert_eq!((&comments[1]["author"], &comments[1]["parent"]), (&json!("Bo"), &json!(0)));
    assert_eq!(comments[2].as_object().unwrap().keys().collect::<Vec<_>>(), ["text"]);
    let all = extract(&plain, ANSWERED);
    assert_eq!((&all.text, &all.comments), (&found.text, &None));

    let of = |form, job: &ExtractJob| {
        extract(&ExtractJob { form, ..job.clone() }, ANSWERED).written().to_owned()
    };
    let markdown = of(TextForm::Markdown, &apart);
    let (article, section) = markdown.split_once("\n## Comments\n").unwrap();
    assert_eq!(article, of(TextForm::Markdown, &plain));
    assert!(section.starts_with("\n> **Ada Frost** · 2024-05-06T19:08\n>\n> I was"), "{section}");
    assert!(section.contains("\n> > **Bo** · 2024-05-07T01:00\n> >\n> > We missed"), "{section}");
    let html = of(TextForm::Html, &apart);
    assert!(html.contains("<h2>Comments</h2>\n<blockquote>\n<p><strong>Ada Frost"), "{html}");
    let text = of(TextForm::Text, &apart);
    let lines = "\nComments\n\nAda Frost · 2024-05-06T19:08\nI was there";
    assert!(text.contains(lines) && text.contains("\n\n  Bo · 2024-05-07T01:00\n  We"), "{text}");
    let justext = ExtractJob { comments: true, ..by("justext:en") };
    let words = "comments: found the classifier justext:en, expected tamis or tamis-article";
    assert_refused(justext.check(), &[words]);
}

#[test]
fn a_language_is_known_by_code_and_name_and_else_refused() {
    let check = |language: &str| {
        let language = Some(language.to_owned());
        ExtractJob { language, ..by("justext") }.run(PageSource::Text("<p>Kettle".to_owned()), &())
    };
    for language in ["en", "eng", "english", "en-US", "de_AT", "low-saxon"] {
        check(language).unwrap();
    }
    for language in ["xx", "deutsch", "und", ""] {
        let found = format!("language: found '{language}', expected a code such as en");
        assert_refused(check(language), &[&found]);
    }
}
