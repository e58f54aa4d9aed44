//! The limits of a page during an ingest, and how far real pages are from the defaults.

use tamis_blocks::classify::Set;
use tamis_blocks::page::{Cut, EncodingSource, Event, Limits};
use tamis_blocks::{block, html};
use tamis_collection::{Archive, Item, ReadSettings, Reason, discover};
use tamis_collection::{Body, RawDocument, Source};
use tamis_index::analyze::{Analyzer, Vocabulary};
use tamis_index::index::{AnalyzedPage, Recipe};
use tamis_index::ingest::{Options, analyze};

fn options(limits: Limits, encoding: Option<&str>) -> Options {
    let recipe = Recipe { encoding: encoding.map(str::to_owned), limits, ..Recipe::default() };
    Options { recipe, threads: 1, ..Options::default() }
}

fn analyzed(body: Body, options: &Options) -> AnalyzedPage {
    analyzed_with_terms(body, options).0
}

/// The page, and its terms, one per line.
fn analyzed_with_terms(body: Body, options: &Options) -> (AnalyzedPage, String) {
    let source = Source { archive: "a.warc".into(), offset: 7 };
    let document =
        RawDocument { charset: Some("koi8-r".into()), ..RawDocument::new("d", source, body) };
    let mut analyzer = Analyzer::by_name("english").unwrap();
    let mut vocabulary = Vocabulary::default();
    let page = analyze(document, &mut analyzer, &mut vocabulary, Set::published(), options);
    let mut terms = String::new();
    for term in &page.terms {
        terms += vocabulary.term(*term);
        terms.push('\n');
    }
    (page, terms)
}

/// A page has one label word and one number of terms for every block, whatever was left out.
fn assert_whole(page: &AnalyzedPage) {
    let blocks = page.blocks.all().count();
    assert_eq!((page.labels.len(), page.block_terms.len()), (blocks, blocks));
    for defect in &page.defects {
        assert_eq!(
            (&*defect.source.archive, defect.source.offset, defect.record.as_str()),
            ("a.warc", 7, "d")
        );
    }
}

fn defects(page: &AnalyzedPage) -> Vec<(Reason, u64)> {
    page.defects.iter().map(|defect| (defect.reason, defect.bytes)).collect()
}

#[test]
fn a_page_within_its_limits_has_no_defect() {
    let page = analyzed(
        Body::Html(b"<title>t</title><p>one<p>two".into()),
        &options(Limits::default(), None),
    );
    assert_whole(&page);
    assert_eq!((page.blocks.all().count(), page.defects.len()), (3, 0));
}

#[test]
fn every_limit_is_reported_and_what_is_below_is_indexed() {
    let html = "<title>t</title>".to_owned() + &"<div>".repeat(50) + "<p>red<p>green<p>blue";
    let (page, terms) = analyzed_with_terms(
        Body::Html(html.into()),
        &options(Limits { depth: 20, blocks: 2, ..Limits::NONE }, None),
    );
    assert_whole(&page);
    assert_eq!(defects(&page), [(Reason::DepthLimit, 0), (Reason::BlocksLimit, 4)]);
    assert_eq!(terms, "t\nred\ngreen\n");
    let details: Vec<&str> = page.defects.iter().map(|defect| defect.detail.as_str()).collect();
    assert!(details[0].contains("max_depth") && details[1].contains("max_blocks"), "{details:?}");
}

#[test]
fn a_page_that_takes_too_long_is_indexed_as_far_as_it_was_read() {
    // Far more than a millisecond's work for any machine, at any stage.
    let html = "<p>some words of a long page</p>".repeat(200_000);
    let (page, terms) = analyzed_with_terms(
        Body::Html(html.into()),
        &options(Limits { milliseconds: 1, ..Limits::NONE }, None),
    );
    assert_whole(&page);
    let kept = page.blocks.blocks.len();
    assert!(0 < kept && kept < 200_000, "{kept}");
    assert!(terms.starts_with("some\nword\n"), "{}", &terms[..20]);
    assert!(
        defects(&page).iter().all(|&(reason, bytes)| reason == Reason::TimeLimit && bytes > 0),
        "{:?}",
        page.defects
    );
    let stages = ["parsing", "cutting", "analyzing"]
        .map(|stage| page.defects.iter().filter(|defect| defect.detail.starts_with(stage)).count());
    assert!(
        stages.iter().sum::<usize>() == page.defects.len() && stages.iter().all(|&n| n <= 1),
        "{:?}",
        page.defects
    );
}

fn encoding_and_text(body: Body, forced: Option<&str>) -> (&'static str, EncodingSource, String) {
    let page = analyzed(body, &options(Limits::default(), forced));
    (page.encoding, page.encoding_source, page.blocks.text)
}

#[test]
fn the_encoding_and_its_source_come_with_the_page() {
    let utf_8 = "<meta charset=gbk><p>é".as_bytes().to_vec();
    assert_eq!(
        encoding_and_text(Body::Html(utf_8.clone()), Some("utf-8")),
        ("UTF-8", EncodingSource::Forced, "é".to_owned())
    );
    assert_eq!(encoding_and_text(Body::Html(utf_8), None).1, EncodingSource::Http);
    let given = ("UTF-8", EncodingSource::Given, "é".to_owned());
    assert_eq!(
        encoding_and_text(Body::Markup("<meta charset=gbk><p>é".into()), Some("koi8-r")),
        given
    );
    assert_eq!(encoding_and_text(Body::text("é"), Some("koi8-r")), given);
}

/// The most of everything that one page of a collection needs. A page with a defect is no real one:
/// it was cut or broken.
#[derive(Debug, Default)]
struct Most {
    pages: usize,
    bytes: usize,
    depth: usize,
    blocks: usize,
}

fn most(archives: &[Archive]) -> Most {
    let mut most = Most::default();
    let mut items = archives
        .iter()
        .flat_map(|archive| archive.open(&ReadSettings::default()).unwrap())
        .peekable();
    while let Some(item) = items.next() {
        let Item::Document(RawDocument { body: Body::Html(bytes), .. }) = item else { continue };
        if matches!(items.peek(), Some(Item::Defective(_))) {
            continue;
        }
        let page = html::parse(&bytes, None);
        let mut open = 0;
        let mut depth = 0;
        for event in &page.events {
            match event {
                Event::Start(_) => open += 1,
                Event::End(_) => open -= 1,
                Event::Text(_) => {}
            }
            depth = depth.max(open);
        }
        most.pages += 1;
        most.bytes = most.bytes.max(bytes.len());
        most.depth = most.depth.max(depth);
        most.blocks = most.blocks.max(block::cut(&page, Cut::Atomic).blocks.len());
    }
    most
}

/// The figures about real pages in docs/robustness.md; `TAMIS_PAGES` may name more of them.
#[test]
fn real_pages_are_far_below_the_defaults() {
    let Some(shared) = tamis_testing::shared() else { return };
    let archives = |input: String| discover(&[input]).unwrap_or_default();
    let mut inputs = Vec::new();
    for set in tamis_testing::EXTRACTION_SETS {
        let input = shared.join("data/extraction").join(set).join("html").display().to_string();
        inputs.push((input.clone(), archives(input)));
    }
    // Some projects have no file that can be read.
    let samples = tamis_testing::WARC_SAMPLES.iter().flat_map(|project| {
        archives(shared.join("data/warc-samples").join(project).display().to_string())
    });
    inputs.push(("data/warc-samples".to_owned(), samples.collect()));
    if let Ok(input) = std::env::var("TAMIS_PAGES") {
        inputs.push((input.clone(), archives(input)));
    }
    for (input, archives) in inputs {
        let most = most(&archives);
        eprintln!("{input}: {most:?}");
        let limits = Limits::default();
        assert!(most.pages > 0 && most.depth * 4 <= limits.depth as usize, "{input}: {most:?}");
        assert!(most.blocks * 4 <= limits.blocks as usize, "{input}: {most:?}");
    }
}
