//! `tamis train`, `tamis accuracy --cross-validate` and `--split`, and models in indexes.

use crate::case::{Case, PAGES, html};

/// A folder of four pages with their texts as gold.
fn folders() -> Case {
    let case = Case::new();
    for page in &PAGES[..4] {
        case.file(&format!("ice/html/{}.html", page.0), html(page));
        case.file(&format!("ice/gold/{}.txt", page.0), page.3);
    }
    case
}

fn bytes(case: &Case, name: &str) -> Vec<u8> {
    std::fs::read(case.path(name)).unwrap()
}

case!(a_model_and_its_card_are_written_and_used, |_| {
    let case = folders();
    let trained =
        case.tamis("train mss-trained ice --validation 0.3 --out mss.model --note ours").ends(0);
    assert!(trained.stderr.contains("written: mss.model and mss.md"), "{}", trained.stderr);
    let trained = trained.says(&["warning: 3 pages to learn from: expect a model that is worse"]);
    let card = case.read("mss.md");
    assert_eq!(card, trained.stdout);
    for expected in [
        "# mss-trained\n",
        "`tamis train mss-trained ice",
        "| ice | 3 | 1 | 0 | 0 |",
        "## Note\n\nours",
    ] {
        assert!(card.contains(expected), "{expected}: {card}");
    }
    case.tamis("train mss-trained ice --validation 0.3 --out again.model --threads 7 -q").ends(0);
    assert_eq!(bytes(&case, "mss.model"), bytes(&case, "again.model"));
    let table = case.tamis("accuracy ice --classifier mss-trained:mss.model --score words").ends(0);
    assert!(table.stdout.contains("mss-trained:mss.model"), "{}", table.stdout);
    // A model of one's own says nothing of built-in ones, which have learned from known sets.
    assert!(!table.stderr.contains("learned from"), "{}", table.stderr);
    case.tamis("accuracy ice --classifier mss-trained,victor,c45-words,bte --score words")
        .ends(0)
        .says(&[
            "note: learned from l3s-gn1 and zyte-aeb: mss-trained; on these pages expect more",
            "note: learned from cleaneval-en: victor",
            "note: learned from l3s-gn1: c45-words;",
        ]);
    assert_ne!(
        case.tamis("extract ice/html/ice-1.html --classifier mss-trained:mss.model").ends(0).stdout,
        ""
    );
});

case!(the_remover_is_trained_used_and_cross_validated, |_| {
    let case = folders();
    let line = "train remover ice --content article --validation 0 --iterations 2";
    case.tamis(&format!("{line} --out a.model --threads 1")).ends(0);
    case.tamis(&format!("{line} --out b.model --threads 2 -q")).ends(0);
    assert_eq!(bytes(&case, "a.model"), bytes(&case, "b.model"));
    let card = case.read("a.md");
    for expected in [
        "# tamis\n",
        "content: article",
        "18 steps",
        "| ice | 4 | 0 | 0 | 0 |",
        " tokens_f1_mean |",
    ] {
        assert!(card.contains(expected), "{expected}: {card}");
    }
    for name in ["tamis", "tamis-article", "tamis-comments"] {
        assert_ne!(
            case.tamis(&format!("extract ice/html/ice-1.html --classifier {name}:a.model"))
                .ends(0)
                .stdout,
            ""
        );
    }
    let line = "accuracy ice --cross-validate 4 --by page --iterations 1 --score tokens \
                --classifier tamis,bte";
    let table = case.tamis(line).ends(0).stdout;
    assert!(
        table.contains("cross-validation: 4 folds by page, seed 1; trained for each fold: tamis\n"),
        "{table}"
    );
});

case!(a_split_divides_the_pages, |_| {
    let case = folders();
    let split = format!(
        "{}\ttrain\n{}\ttrain\nice/{}\ttest\nnone\ttest\n",
        PAGES[0].0, PAGES[1].0, PAGES[2].0
    );
    case.file("split.tsv", split);
    let trained =
        case.tamis("train mss-trained ice --split split.tsv --out a.model --json").ends(0);
    assert!(
        trained.stderr.contains("split.tsv names 1 page that no dataset has: none"),
        "{}",
        trained.stderr
    );
    let card = trained.json();
    let of = &card["datasets"][0];
    assert_eq!(
        [&of["train"], &of["validation"], &of["test"], &of["unused"]].map(|n| n.as_u64()),
        [Some(2), Some(0), Some(1), Some(1)]
    );
    let parts: Vec<&str> =
        card["scores"].as_array().unwrap().iter().map(|s| s["part"].as_str().unwrap()).collect();
    assert_eq!(parts, ["train", "test"]);
    let scored =
        case.tamis("accuracy ice --split split.tsv --classifier bte --json").ends(0).json();
    assert_eq!(
        (scored["datasets"][0]["scored"].as_u64(), scored["part"].as_str()),
        (Some(1), Some("test"))
    );
    let error = case.tamis("accuracy ice --split split.tsv --part validation").ends(2).stderr;
    assert!(error.contains("found no page of part validation"), "{error}");
});

case!(wrong_settings_are_reported_with_what_was_expected, |_| {
    let case = folders();
    for (line, expected) in [
        (
            "train mss-traind ice --out a.model",
            "unknown method to train 'mss-traind'; did you mean 'mss-trained'?",
        ),
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
        (
            "accuracy ice --cross-validate 1 --classifier mss-trained",
            "--cross-validate: found 1, expected 2 to 4",
        ),
        ("train mss-trained ice --out a.md", "the ending .md, which is that of the card"),
        ("train mss-trained ice --out none/a.model", "found no such folder"),
        ("train mss-trained ice --out ice", "found a folder, expected a file"),
        ("train web2text ice --out a.model --iterations 0", "expected a whole number of 1 or more"),
        (
            "extract ice/html/ice-1.html --classifier mss-trained:",
            "found no path of a model after the colon",
        ),
    ] {
        let error = case.tamis(line).ends(2).stderr;
        assert!(error.contains(expected), "{line}: {error}");
    }
    case.file("bad.tsv", "a\tlearn\n");
    let error = case.tamis("accuracy ice --split bad.tsv").ends(1).stderr;
    assert!(
        error.contains("bad.tsv:1: found 'learn', expected train, validation or test"),
        "{error}"
    );
});

case!(a_file_that_is_no_model_of_the_classifier_is_refused_with_its_place, |_| {
    let case = folders();
    case.tamis("train mss-trained ice --out mss.model -q").ends(0);
    let bytes = bytes(&case, "mss.model");
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 1;
    case.file("flipped.model", flipped);
    case.file("short.model", &bytes[..bytes.len() - 3]);
    case.file("text.model", "Some text\n");
    case.file("empty.model", "");
    for (name, expected) in [
        ("mss-trained:flipped.model", "flipped.model:0: found damaged bytes"),
        ("mss-trained:short.model", "expected"),
        ("mss-trained:text.model", "text.model:0: found 'Some text', expected a model of mss"),
        ("mss-trained:empty.model", "empty.model:0: found an empty file"),
        ("mss-trained:none.model", "none.model: cannot read the model"),
    ] {
        let error =
            case.tamis(&format!("extract ice/html/ice-1.html --classifier {name}")).ends(1).stderr;
        assert!(error.contains(expected), "{name}: {error}");
    }
});

/// The labels are those of the same model, whenever they were added.
fn hits_of_trained(case: &Case, index: &str) -> String {
    case.tamis(&format!("search {index} ice --label mss-trained:m.model --json")).ends(0).stdout
}

case!(an_index_has_the_labels_of_one_model, |_| {
    let case = folders();
    case.warc("one.warc.gz", 2);
    case.tamis("train mss-trained ice --out m.model -q").ends(0);
    let classifiers = "keep-all,mss-trained:m.model";
    case.tamis(&format!("index one.warc.gz --out I --classifier {classifiers} -q")).ends(0);
    let recipe = case.tamis("stats I --json").ends(0).json();
    assert_eq!(
        recipe["recipe"]["models"]["mss-trained:m.model"].as_str().map(str::len),
        Some(16),
        "{recipe}"
    );
    case.tamis("index one.warc.gz --out L -q").ends(0);
    case.tamis("label L --classifier mss-trained:m.model -q").ends(0);
    assert_eq!(
        hits_of_trained(&case, "I").replace("\"I\"", ""),
        hits_of_trained(&case, "L").replace("\"L\"", "")
    );

    case.warc("two.warc.gz", 4);
    case.tamis("train mss-trained ice --validation 0.5 --out m.model -q").ends(0);
    let error = case
        .tamis(&format!("index one.warc.gz two.warc.gz --out I --classifier {classifiers}"))
        .ends(1)
        .stderr;
    assert!(
        error.contains("found the model ") && error.contains(" of mss-trained:m.model, expected "),
        "{error}"
    );
    let error = case.tamis("index one.warc.gz two.warc.gz --out L").ends(1).stderr;
    assert!(
        error.contains(" of mss-trained:m.model, expected ") && error.contains("added labels"),
        "{error}"
    );
});

case!(an_index_has_any_number_of_labels, |_| {
    let case = folders();
    case.warc("one.warc.gz", 1);
    let names = (1..=200).rev().map(|k| format!("boilerpipe-keep-min-words:{k}"));
    let names = names.collect::<Vec<_>>().join(",");
    case.tamis(&format!("index one.warc.gz --out I --classifier {names} -q")).ends(0);
    case.tamis("label I --classifier bte -q").ends(0);
    let labels = case.tamis("stats I --json").json()["labels"].clone();
    assert_eq!(labels.as_object().unwrap().len(), 201, "{labels}");
    // The last labels of the list.
    for words in [1, 3, 20] {
        let rule = format!("--where words>={words} --title drop");
        let of_label = format!("--label boilerpipe-keep-min-words:{words} --title drop");
        let texts = [rule, of_label]
            .map(|rule| case.tamis(&format!("export I --format jsonl {rule} -q")).ends(0).stdout);
        assert_eq!(texts[0], texts[1], "{words}");
    }
    case.tamis("verify I -q").ends(0);
});
