//! `tamis train`, `tamis accuracy --cross-validate` and `--split`: their flags and what they print.
//! What is learned is tested in `crates/library/tests/it/train.rs`.

use super::accuracy::folders;

case!(a_model_is_trained_and_named, |_| {
    let case = folders();
    let line = "train mss-trained ice --validation 0.3 --out mss.model --note ours --threads 2";
    let trained = case.tamis(line).ends(0);
    let trained = trained.says(&[
        "written: mss.model and mss.md",
        "warning: only 3 pages to learn from: the rules that `tamis classifiers` lists may",
    ]);
    let card = case.read("mss.md");
    assert_eq!(card, trained.stdout);
    assert!(card.contains("`tamis train mss-trained ice"), "{card}");
    let table = case.tamis("accuracy ice --classifier mss-trained:mss.model --score words").ends(0);
    assert!(table.stdout.contains("mss-trained:mss.model"), "{}", table.stdout);
    let page = "extract ice/html/ice-1.html --classifier mss-trained:mss.model";
    assert_ne!(case.tamis(page).ends(0).stdout, "");
    let line = "accuracy ice --cross-validate 4 --by page --iterations 1 --score tokens \
                --classifier tamis,bte";
    let table = case.tamis(line).ends(0).stdout;
    let summary = "cross-validation: 4 folds by page, seed 1; trained for each fold: tamis\n";
    assert!(table.contains(summary), "{table}");
});

case!(a_split_divides_the_pages_and_wrong_flags_are_named, |_| {
    let case = folders();
    case.file("split.tsv", "ice-1\ttrain\nice-2\ttrain\nice/tea-1\ttest\nnone\ttest\n");
    let line = "train mss-trained ice --split split.tsv --out a.model --content article --json";
    let trained = case.tamis(line).ends(0);
    let card = trained.says(&["split.tsv names 1 page that no dataset has: none"]).json();
    assert_eq!(card["datasets"][0]["train"], 2);
    let scored = "accuracy ice --split split.tsv --classifier bte --json";
    assert_eq!(case.tamis(scored).ends(0).json()["part"], "test");
    for (line, expected) in [
        (
            "train mss-trained ice --validation 1 --out a.model",
            "--validation: found 1, expected 0 or more and below 1",
        ),
        (
            "accuracy ice --cross-validate 2",
            "--classifier: found none that can be trained, expected one of",
        ),
        (
            "accuracy ice --cross-validate 9 --classifier mss-trained",
            "--cross-validate: found 9, expected 2 to 4 (a site each)",
        ),
        ("train web2text ice --out a.model --iterations 0", "expected a whole number of 1 or more"),
        ("accuracy ice --split split.tsv --part validation", "found no page of part validation"),
    ] {
        case.tamis(line).ends(2).says(&[expected]);
    }
});
