//! `tamis verify` in print, as JSON and by its exit status; `inspect --html`. What a check finds is
//! tested in `crates/library/tests/it/storage.rs`.

use crate::case::{Case, PAGES, html};

case!(verify_prints_every_check_and_a_conclusion, |_| {
    let case = Case::indexed();
    let pages = PAGES.len();
    let whole = case.tamis("verify index --deep").ends(0).stdout;
    let records = format!("{} records seen = {pages} pages + 1 skipped", pages + 1);
    assert!(whole.ends_with("the index is whole\n") && whole.contains(&records), "{whole}");
    assert!(whole.contains("ok     numbers"), "{whole}");
    let again = format!("ok     pages     {pages} read again from 1 archive and cut anew");
    assert!(whole.contains(&again), "{whole}");
    case.tamis("verify index pages.warc.gz").ends(2);
    case.tamis("verify nothing").ends(1);
    std::fs::rename(case.path("pages.warc.gz"), case.path("moved.warc.gz")).unwrap();
    let open = case.tamis("verify index --deep").ends(0).stdout;
    assert!(open.contains("open   pages     not compared with the pages themselves: "), "{open}");
    assert!(open.ends_with("the index is whole as far as it could be checked\n"), "{open}");
    case.tamis("verify index moved.warc.gz --deep").ends(0);

    let list = case.read("index/losses.tsv");
    case.file("index/losses.tsv", &list[..40]);
    let damaged = case.tamis("verify index").ends(1).stdout;
    assert!(damaged.contains("WRONG  losses    index/losses.tsv: found 40 bytes"), "{damaged}");
    assert!(damaged.ends_with("the index is damaged\n"), "{damaged}");
    let wrong = case.tamis("verify index --json").ends(1).json();
    let checks = wrong["checks"].as_array().unwrap();
    let losses = checks.iter().find(|check| check["name"] == "losses").unwrap();
    let fault = losses["wrong"][0].as_str().unwrap();
    assert!(fault.contains("found 40 bytes"), "{wrong}");
});

case!(the_source_of_a_page_is_printed_if_the_index_stores_it, |case| {
    case.warc("pages.warc.gz", 1);
    case.tamis("index pages.warc.gz --out all --store all -q").ends(0);
    case.tamis("index pages.warc.gz --out text -q").ends(0);
    let docno = PAGES[0].0;
    let page = case.tamis(&format!("inspect all {docno} --html")).ends(0).stdout;
    assert_eq!(page, html(&PAGES[0]));
    let none = case.tamis(&format!("inspect text {docno} --html")).ends(1);
    none.says(&["does not keep the pages", "--store all"]);
});
