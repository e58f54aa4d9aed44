//! `tamis accuracy`: its data sets, its files, and its errors.

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
fn folders() -> Case {
    let case = Case::new();
    for page in &PAGES {
        case.file(&format!("ice/html/{}.html", page.0), html(page));
    }
    for page in &PAGES[..4] {
        case.file(&format!("ice/gold/{}.txt", page.0), page.3);
    }
    case.file("ice/gold/lost.txt", "no page");
    case
}

case!(a_folder_is_judged_into_tables_and_a_figure, |_| {
    let case = folders();
    let outcome = case.tamis("accuracy ice --classifier keep-all,min-words-15 --out out").ends(0);
    assert!(
        outcome.stdout.contains("ice: not scored: 1 page (no gold), 1 page (no page)"),
        "{}",
        outcome.stdout
    );
    for file in &FILES {
        assert!(!case.read(&format!("out/{file}")).is_empty(), "{file}");
    }
    assert_eq!(
        case.read("out/unscored.tsv"),
        "dataset\tpage\treason\nice\tlost\tno page\nice\tshort-1\tno gold\n"
    );
    let table = case.read("out/accuracy.tsv");
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    let place = |name: &str| rows[0].iter().position(|column| *column == name).unwrap();
    // The texts have 15 words and more, the links around them fewer.
    assert_eq!((rows[2][1], rows[2][place("words_f1_mean")]), ("min-words-15", "1.0000"));
    assert_eq!((rows[2][place("block_fpr")], rows[1][place("block_fpr")]), ("0.0000", "1.0000"));
    assert_eq!(rows[1][place("words_r_mean")], "1.0000");
    assert_eq!(rows[1][place("cleaneval_markup_mean")], "-");
    assert_eq!(case.read("out/per_page.tsv").lines().count(), 1 + 4 * 2);
});

fn files_by_threads(case: &Case, threads: usize, out: &str) -> [String; FILES.len()] {
    case.tamis(&format!("accuracy ice --threads {threads} --out {out} -q")).ends(0);
    FILES.map(|file| {
        case.read(&format!("{out}/{file}")).replace(&format!("--threads {threads} --out {out}"), "")
    })
}

case!(the_same_whatever_the_threads, |_| {
    let case = folders();
    assert_eq!(files_by_threads(&case, 1, "one"), files_by_threads(&case, 7, "seven"));
});

fn accuracy_json(case: &Case, flags: &str) -> serde_json::Value {
    case.tamis(&format!("accuracy ice marked spans --classifier link-density-33 --json {flags}"))
        .ends(0)
        .json()
}

fn figure(accuracy: &serde_json::Value, dataset: usize, name: &str) -> Option<f64> {
    let place =
        accuracy["figures"].as_array().unwrap().iter().position(|figure| figure == name).unwrap();
    accuracy["datasets"][dataset]["classifiers"][0]["figures"][place].as_f64()
}

case!(several_data_sets_are_one_table, |_| {
    let case = folders();
    case.file("marked/html/a.html", "<h1>Ice</h1><p>We walk over the ice.</p><a href=/>Home</a>");
    case.file("marked/gold/a.txt", "URL: http://a.example/\n<h>Ice\n<p>We walk over the ice.");
    case.file(
        "spans/original/a.html",
        "<h1>Ice</h1><p>We walk over the ice.</p><p>Nice!</p><a href=/>Home</a>",
    );
    let annotated = "<h1><span class='x-nc-sel1'>Ice</span></h1><p><span class='x-nc-sel2'>We walk \
                     over the ice.</span></p><p><span class='x-nc-sel5'>Nice!</span></p><a \
                     href=/><span class='x-nc-sel0'>Home</span></a>";
    case.file("spans/annotated/a.html", annotated);
    let all = accuracy_json(&case, "");
    let formats: Vec<&str> =
        (0..3).map(|i| all["datasets"][i]["format"].as_str().unwrap()).collect();
    assert_eq!(formats, ["folders", "cleaneval", "l3s-gn1"]);
    assert_eq!(figure(&all, 1, "cleaneval_overall_mean"), Some(100.0));
    assert_eq!(
        (figure(&all, 2, "words_f1_mean"), figure(&all, 2, "block_f1")),
        (Some(1.0), Some(1.0))
    );
    // Headline and comment count as content, or not.
    let main = accuracy_json(&case, "--content main");
    assert_eq!(figure(&main, 2, "words_p_mean"), Some(5.0 / 7.0));
});

case!(a_folder_that_is_no_data_set_is_refused, |_| {
    let case = folders();
    std::fs::create_dir(case.path("empty")).unwrap();
    case.tamis("accuracy empty")
        .ends(1)
        .says(&["empty: found a folder that is no data set", "html/ and text in gold/"]);
    case.tamis("accuracy ice/none").ends(1).says(&["ice/none: cannot read the folder"]);
    case.tamis("accuracy ice --format l3s-gn1")
        .ends(1)
        .says(&["ice: found a folder that is no data set", "x-nc-sel0"]);
    case.tamis("accuracy ice --format l3s").ends(2).says(&["unknown format 'l3s'"]);
    case.tamis("accuracy ice --score wrods").ends(2).says(&["did you mean 'words'?"]);
    case.tamis("accuracy ice --score words,tables").ends(2).says(&["scorer tables:", "Markdown"]);
    case.file("apart/html/a.html", "x");
    case.file("apart/gold/b.txt", "x");
    case.tamis("accuracy apart")
        .ends(1)
        .says(&["apart: found no page that has gold", "html/a.html and gold/a.txt"]);
});

case!(empty_gold_is_listed_and_gold_that_cannot_be_read_named, |_| {
    let case = folders();
    case.file("ice/gold/ice-1.txt", " \n");
    let outcome = case.tamis("accuracy ice --score words").ends(0);
    assert!(outcome.stdout.contains("1 page (empty gold)"), "{}", outcome.stdout);
    std::os::unix::fs::symlink(case.path("gone"), case.path("ice/gold/ice-9.txt")).unwrap();
    case.file("ice/html/ice-9.html", "x");
    case.tamis("accuracy ice --score words").ends(1).says(&["ice-9.txt: cannot read"]);
});
