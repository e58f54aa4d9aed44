//! The generated collection: the same seed gives the same bytes, the committed topics and
//! judgements come from the default seed, and the pages make a sweep of the demo worthwhile.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::path::Path;
use tamis::demo::{self, DemoPage};
use xxhash_rust::xxh3::xxh3_64;

/// The pages of a small collection in one number; it changes only with the demo's words, plan or
/// templates.
const SMALL: u64 = 11_349_321_528_920_474_813;

fn small() -> Vec<DemoPage> {
    demo::pages(120, 7).collect()
}

#[test]
fn the_same_seed_gives_the_same_pages_everywhere() {
    let all: String = small()
        .iter()
        .map(|p| [&p.docno, "\n", &p.url, "\n", &p.date, "\n", &p.html].concat())
        .collect();
    assert_eq!(xxh3_64(all.as_bytes()), SMALL, "the pages of 120 and seed 7 are others now");
    assert_ne!(demo::pages(120, 8).next(), demo::pages(120, 7).next());
}

#[test]
fn docnos_and_addresses_are_names() {
    let pages = small();
    assert_eq!(pages.iter().map(|p| &p.docno).collect::<BTreeSet<_>>().len(), pages.len());
    assert_eq!(pages.iter().map(|p| &p.url).collect::<BTreeSet<_>>().len(), pages.len());
    assert!(pages.is_sorted_by_key(|p| &p.docno));
    for page in &pages {
        assert_eq!(page.docno.len(), "DEMO06-20060101-000-0000000000".len());
        assert!(page.url.starts_with("http://") && page.url.contains(".example/"));
    }
}

#[test]
fn committed_topics_and_judgements_are_those_of_the_default_seed() {
    let folder = tamis_testing::folder();
    let files =
        demo::generate(folder.path(), demo::PAGES, demo::SEED).expect("the demo is written");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (written, committed) in
        [(&files.topics, "queries/demo.topics"), (&files.qrels, "qrels/demo.qrels")]
    {
        let content = fs::read(written).expect("what was written can be read");
        if std::env::var_os("TAMIS_BLESS").is_some() {
            fs::write(root.join(committed), &content).expect("the repository is writable");
        }
        assert!(
            fs::read(root.join(committed)).is_ok_and(|c| c == content),
            "{committed} is not what the demo writes now"
        );
        assert!(content.len() < 300 * 1000, "{committed} has {} bytes", content.len());
    }
}

#[test]
fn the_archive_holds_every_page_in_a_member_of_its_own() {
    let folder = tamis_testing::folder();
    let files = demo::generate(folder.path(), 120, 7).expect("the demo is written");
    let mut bytes = fs::read(&files.warc).expect("the archive can be read");
    assert_eq!(
        demo::generate(folder.path(), 120, 7).map(|f| fs::read(f.warc).ok()).ok().flatten(),
        Some(bytes.clone())
    );
    for page in small() {
        let mut member = flate2::bufread::GzDecoder::new(&bytes[..]);
        let mut record = String::new();
        member.read_to_string(&mut record).expect("a gzip member of UTF-8");
        bytes = member.into_inner().to_vec();
        assert!(
            record.starts_with("WARC/1.0\r\n")
                && record.contains(&format!("WARC-TREC-ID: {}\r\n", page.docno))
        );
        assert!(record.ends_with(&format!("\r\n\r\n{}\r\n\r\n", page.html)));
    }
    assert!(bytes.is_empty());
}

#[test]
fn zero_pages_are_refused_and_one_is_enough() {
    let folder = tamis_testing::folder();
    let refusal = demo::generate(folder.path(), 0, 1).expect_err("no pages, no demo");
    assert!(matches!(refusal, tamis::Error::Setting(_)));
    let one = demo::generate(folder.path(), 1, 1).expect("one page is written");
    assert_eq!(Some(one.example), demo::pages(1, 1).next().map(|page| page.docno));
}

#[test]
fn judgements_are_graded_and_every_topic_has_both_kinds() {
    let qrels = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("qrels/demo.qrels"))
        .expect("it is committed");
    let mut grades: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for line in qrels.lines() {
        let [topic, "0", _, grade] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("not a qrels line: {line}")
        };
        *grades.entry(topic).or_default().entry(grade).or_default() += 1;
    }
    assert_eq!(grades.len(), 50);
    assert!(grades.values().all(|g| g["0"] == 100 && g["2"] >= 1), "{grades:?}");
    let mut relevant: Vec<usize> =
        grades.values().map(|g| g.get("1").unwrap_or(&0) + g["2"]).collect();
    relevant.sort();
    assert!((14..19).contains(&relevant[25]), "the median of six-sites is 16: {relevant:?}");
}
