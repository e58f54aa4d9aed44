//! `tamis accuracy`: its table, its files and its JSON. What is scored is tested in
//! `crates/library/tests/it/accuracy.rs`.

use crate::case::{Case, PAGES, html};

const FILES: [&str; 7] = [
    "accuracy.tsv",
    "per_page.tsv",
    "unscored.tsv",
    "accuracy.json",
    "worst.tsv",
    "accuracy.md",
    "accuracy.svg",
];

/// A folder of pages with their texts as gold; the last page has none.
pub(super) fn folders() -> Case {
    let case = Case::new();
    for page in &PAGES {
        case.file(&format!("ice/html/{}.html", page.0), html(page));
    }
    for page in &PAGES[..4] {
        case.file(&format!("ice/gold/{}.txt", page.0), page.3);
    }
    case
}

case!(a_folder_is_judged_into_tables_and_a_figure, |_| {
    let case = folders();
    let line = "accuracy ice --classifier keep-all,min-words-15";
    let outcome = case.tamis(&format!("{line} --out out --threads 2")).ends(0).stdout;
    assert!(outcome.contains("ice: not scored: 1 page (no gold)"), "{outcome}");
    for file in &FILES {
        assert!(!case.read(&format!("out/{file}")).is_empty(), "{file}");
    }
    let unscored = case.read("out/unscored.tsv");
    assert_eq!(unscored, "dataset\tpage\treason\nice\tshort-1\tno gold\n");
    let table = case.read("out/accuracy.tsv");
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    let place = |name: &str| rows[0].iter().position(|column| *column == name).unwrap();
    assert_eq!((rows[2][1], rows[2][place("words_f1_mean")]), ("min-words-15", "1.0000"));
    assert_eq!(rows[1][place("cleaneval_markup_mean")], "-");
    assert_eq!(case.read("out/per_page.tsv").lines().count(), 1 + 4 * 2);
    let json = case.tamis(&format!("{line} --content main --score words --json")).ends(0).json();
    assert_eq!((&json["content"], &json["datasets"][0]["scored"]), (&"main".into(), &4.into()));
    case.tamis("accuracy ice --format l3s").ends(2).says(&["unknown format 'l3s'"]);
    case.tamis("accuracy ice/none").ends(1).says(&["ice/none: cannot read the folder"]);
});
