//! What an index stores, which pages it leaves out as duplicates, and the check of what it holds.

use crate::case::{Case, assert_refused, settings};
use serde_json::json;
use tamis::job::{Built, IndexJob, LabelJob, RecipeSettings, VerifyJob};
use tamis::{Check, Result, Topics, Verdict};
use tamis_testing::pages::{PAGES, TOPICS, html};

#[test]
fn an_index_keeps_what_store_names() {
    let case = Case::default();
    case.warc("pages.warc.gz", PAGES.len());
    case.file("topics", TOPICS);
    let topics = Topics::read(case.path("topics")).unwrap();
    let docno = PAGES[0].0;
    let mut runs = Vec::new();
    let mut bytes = Vec::new();
    for store in ["all", "text", "none"] {
        case.index_with(store, &["pages.warc.gz"], settings(json!({"store": store})));
        let index = case.open(store);
        let search = index.search_topics(&topics).set("min_words", 11).unwrap();
        runs.push(search.rankings().unwrap());
        let page = index.page(docno).unwrap().unwrap();
        let expected = (store == "all").then(|| html(&PAGES[0]));
        assert_eq!(page.html(), expected, "{store}");
        let blocks = case.blocks(store, docno);
        let has_texts = blocks.iter().any(|block| !block.text.is_empty());
        assert_eq!((blocks.len(), has_texts), (5, store != "none"));
        bytes.push(case.stats(store)["bytes"]["stored_texts"].as_u64());
    }
    assert!(runs.iter().all(|run| *run == runs[0]), "storage changes no search");
    assert!(runs[0].iter().any(|ranking| !ranking.is_empty()));
    assert!(bytes[0] > bytes[1] && bytes[1] > bytes[2], "{bytes:?}");
}

fn text_with_an_odd_word(odd: usize) -> String {
    (0..400).map(|i| if i == odd { "odd ".into() } else { format!("w{i} ") }).collect()
}

fn other_text() -> String {
    (1000..1400).map(|i| format!("w{i} ")).collect()
}

fn line(docno: &str, text: &str) -> String {
    json!({"docno": docno, "html": format!("<p>{text}")}).to_string() + "\n"
}

/// Six pages: a long text, the same in another page, nearly the same, another text, and two
/// without any.
fn repeated(case: &Case) {
    let lines = [
        line("first", &text_with_an_odd_word(999)),
        line("same", &text_with_an_odd_word(999)),
        line("near", &text_with_an_odd_word(200)),
        line("other", &other_text()),
        line("e1", ""),
        line("e2", ""),
    ];
    case.file("x.jsonl", lines.concat());
}

fn without_duplicates(dedup: &str) -> RecipeSettings {
    settings(json!({"dedup": dedup}))
}

#[test]
fn repeated_pages_are_left_out_on_demand() {
    let case = Case::default();
    repeated(&case);
    for (dedup, pages, rows) in [
        ("off", 6, &[][..]),
        ("exact", 5, &["same\tskipped\tduplicate_text"]),
        ("near", 4, &["same\tskipped\tnear_duplicate", "near\tskipped\tnear_duplicate"]),
    ] {
        let Built { counts, .. } = case.index_with(dedup, &["x.jsonl"], without_duplicates(dedup));
        assert_eq!((counts.pages, counts.records), (pages, 6), "{dedup}");
        let list = case.losses(dedup);
        assert_eq!(list.lines().count(), 1 + rows.len(), "{list}");
        for row in rows {
            assert!(list.contains(row) && list.contains("first is kept"), "{list}");
        }
        case.assert_whole(dedup);
    }
}

/// The text of pages that are far apart, in batches that different threads analyze.
fn nth_text(n: usize) -> String {
    (0..200).map(|i| format!("t{n}w{} ", i * (n + 3) % 211)).collect::<String>()
}

#[test]
fn which_page_stays_does_not_depend_on_the_threads() {
    let case = Case::default();
    let lines = (0..420).map(|i| line(&format!("d{i:04}"), &nth_text(i % 60)));
    case.file("x.jsonl", lines.collect::<String>());
    for dedup in ["exact", "near"] {
        let lists = [1, 2, 8].map(|threads| {
            let out = format!("{dedup}{threads}");
            let recipe = settings(json!({"dedup": dedup, "commit_every": 20_000}));
            let threads = Some(threads);
            let job = IndexJob { recipe, threads, ..case.build(&out, &["x.jsonl"]) };
            assert_eq!(job.run(&()).unwrap().result.counts.pages, 60, "{dedup}");
            case.losses(&out)
        });
        let list = &lists[0];
        assert!(list.contains("d0060\tskipped") && list.contains("d0000 is kept"), "{list}");
        assert!(lists.iter().all(|other| other == list));
    }
}

#[test]
fn a_page_that_is_added_later_repeats_one_that_was_there() {
    let case = Case::default();
    repeated(&case);
    case.file("y.jsonl", line("late", &other_text()));
    for dedup in ["exact", "near"] {
        case.index_with(dedup, &["x.jsonl"], without_duplicates(dedup));
        case.index_with(dedup, &["y.jsonl"], without_duplicates(dedup));
        assert!(case.losses(dedup).ends_with("other is kept\n"));
        case.assert_whole(dedup);
    }
}

/// Checks that exactly these words are among what a check finds wrong.
#[track_caller]
fn assert_faults(case: &Case, parts: &[&str]) {
    let faults = case.faults("index");
    for part in parts {
        assert!(faults.iter().any(|fault| fault.contains(part)), "'{part}' is not in {faults:#?}");
    }
}

#[test]
fn a_check_names_what_is_damaged() {
    let case = Case::indexed();
    let pages = PAGES.len();
    let meta = std::fs::read(case.path("index/meta.json")).unwrap();
    case.edit_meta("index", |meta| {
        meta.replace(&format!(r#"\"pages\":{pages}"#), r#"\"pages\":99"#)
    });
    let counted = format!("found {pages} pages, expected 99 as in the manifest");
    assert_faults(&case, &[&counted, "records seen, but 99"]);
    case.file("index/meta.json", meta);

    let list = case.read("index/losses.tsv");
    let other = list.replace("not_response", "feed").replace("warcinfo", "warcinfo -------");
    case.file("index/losses.tsv", other);
    assert_faults(&case, &["losses: ", "other bytes than at the last commit"]);
    case.file("index/losses.tsv", &list[..40]);
    assert_faults(&case, &["index/losses.tsv: found 40 bytes"]);
    // The list counts right but says another place.
    case.file("index/losses.tsv", list.replacen("\t0\t", "\t9\t", 1));
    assert_faults(&case, &["other bytes than at the last commit"]);
    case.file("index/losses.tsv", list.clone() + "more\n");
    assert_faults(&case, &["as in the manifest"]);
    case.file("index/losses.tsv", list);

    let files = std::fs::read_dir(case.path("index")).unwrap().map(|entry| entry.unwrap().path());
    let mut files = files.into_iter();
    let file = files.find(|path| path.extension().is_some_and(|end| end == "pos")).unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[0] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    let name = file.file_name().unwrap().to_str().unwrap();
    assert_faults(&case, &[&format!("{name}:0: found bytes with the checksum")]);
    std::fs::remove_file(&file).unwrap();
    assert_faults(&case, &[name]);
}

/// Checks an index and its pages, which are in these files if they have moved.
fn check_deep(case: &Case, index: &str, collections: &[&str]) -> Result<Verdict> {
    let (index, collections) = (case.path(index), case.paths(collections));
    let job = VerifyJob { index, deep: true, collections, ..VerifyJob::default() };
    Ok(job.run(&())?.result)
}

fn pages_check(verdict: &Verdict) -> &Check {
    verdict.checks.iter().find(|check| check.name == "pages").expect("a check of pages")
}

#[test]
fn a_damaged_record_leaves_out_none_of_a_file_of_the_same_name() {
    let case = Case::default();
    let page = |docno: &str| format!("{{\"docno\":\"{docno}\",\"text\":\"tea for {docno}\"}}\n");
    case.file("a/docs.jsonl", "{\"docno\":\"x0\", cut\n".to_owned() + &page("x1"));
    case.file("b/docs.jsonl", page("y1") + &page("y2"));
    assert_eq!(case.index("index", &["a", "b"]).damaged, 1);
    assert!(check_deep(&case, "index", &[]).unwrap().whole());
    std::fs::rename(case.path("a"), case.path("moved")).unwrap();
    assert!(check_deep(&case, "index", &["moved", "b"]).unwrap().whole());
}

#[test]
fn a_deep_check_reads_every_page_again_and_compares_its_blocks() {
    let case = Case::indexed();
    let pages = PAGES.len();
    let verdict = check_deep(&case, "index", &[]).unwrap();
    assert!(verdict.whole() && verdict.checks.iter().any(|check| check.name == "numbers"));
    let again = format!("{pages} read again from 1 archive and cut anew");
    assert_eq!(pages_check(&verdict).found, again);

    // An index that says of itself that it was made in another way than it was.
    let edits = [
        (r#"\"analyzer\":\"english\""#, r#"\"analyzer\":\"standard\""#, "found tokens "),
        (r#"\"keep-all\""#, r#"\"kfe\""#, "found no label kfe in the page"),
    ];
    let meta = std::fs::read(case.path("index/meta.json")).unwrap();
    for (from, to, message) in edits {
        case.edit_meta("index", |meta| meta.replace(from, to));
        case.assert_whole("index");
        let verdict = check_deep(&case, "index", &[]).unwrap();
        let wrong = &pages_check(&verdict).wrong;
        assert!(wrong.iter().any(|fault| fault.message.contains(message)), "{to}: {wrong:?}");
        case.file("index/meta.json", &meta);
    }

    // Pages that are elsewhere now, or nowhere.
    std::fs::rename(case.path("pages.warc.gz"), case.path("moved.warc.gz")).unwrap();
    let verdict = check_deep(&case, "index", &[]).unwrap();
    let left_out = pages_check(&verdict);
    assert!(verdict.whole() && !left_out.complete, "{verdict:?}");
    assert!(left_out.found.starts_with("not compared with the pages themselves: "));
    let verdict = check_deep(&case, "index", &["moved.warc.gz"]).unwrap();
    assert_eq!(pages_check(&verdict).found, again);
    let nowhere = check_deep(&case, "index", &["nowhere.warc.gz"]);
    assert_refused(nowhere, &["nowhere.warc.gz"]);

    // An index that stores its pages needs no archive; labels that were added are compared as well.
    let recipe = settings(json!({"store": "all", "scores": ["c45-words"]}));
    case.index_with("stored", &["moved.warc.gz"], recipe);
    let (index, classifiers) = (case.path("stored"), vec!["bte".to_owned()]);
    LabelJob { index, classifiers, ..LabelJob::default() }.run(&()).unwrap();
    std::fs::remove_file(case.path("moved.warc.gz")).unwrap();
    let verdict = check_deep(&case, "stored", &[]).unwrap();
    assert!(verdict.whole() && verdict.checks.iter().all(|check| check.complete));
    let found = format!("{pages} read again from the index and cut anew");
    assert_eq!(verdict.checks.last().unwrap().found, found);
}

#[test]
fn a_deep_check_leaves_pages_open_that_reached_the_time_limit() {
    let case = Case::default();
    let paragraph =
        format!("<p>{}<a href=x>and a link</a></p>\n", "words of a long page ".repeat(50));
    case.file("slow.html", paragraph.repeat(5_000));
    let recipe = settings(json!({"max_ms": 1, "store": "all"}));
    let built = case.index_with("index", &["slow.html"], recipe);
    assert_eq!(json!(built.counts.defective), json!({"time_limit": 1}));
    let verdict = check_deep(&case, "index", &[]).unwrap();
    let pages = pages_check(&verdict);
    assert!(verdict.whole() && !pages.complete, "{pages:?}");
    let open = "1 read again from the index and cut anew; 1 of them not compared";
    assert!(pages.found.starts_with(open), "{pages:?}");
}
