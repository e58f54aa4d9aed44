//! `tamis distribution` on a small data set and on an index.

use crate::case::{Case, PAGES};

/// Two pages of navigation and text with gold.
fn dataset(case: &Case) {
    for i in 0..2 {
        let text = "a long line of words that somebody wrote to be read by others ".repeat(6 + i);
        case.file(
            &format!("ice/html/{i}.html"),
            format!("<title>t</title><ul><li><a href=x>Home</a><li>Ice</ul><p>{text}"),
        );
        case.file(&format!("ice/gold/{i}.txt"), text);
    }
}

case!(blocks_of_gold_are_counted_by_class, |case| {
    dataset(&case);
    let outcome = case
        .tamis("distribution ice --out found")
        .ends(0)
        .says(&["written to found: classes.tsv, words.tsv"]);
    assert!(
        outcome.stdout.contains("boilerplate") && outcome.stdout.contains("information gain"),
        "{}",
        outcome.stdout
    );
    assert_eq!(
        case.read("found/classes.tsv"),
        "class\tblocks\twords\ttokens\nboilerplate\t4\t4\t4\ncontent\t2\t169\t169\n"
    );
    assert!(case.read("found/words.tsv").contains("\n1\tboilerplate\t4\t4\n"));
    let json = case.tamis("distribution ice --json --threads 1").ends(0).json();
    assert_eq!((&json["pages"], &json["words_in_long_blocks"]), (&2.into(), &169.into()));
    // Navigation is linked, text is not, and one of the two items is no link.
    assert!(json["gains"].as_array().unwrap().iter().any(|gain| gain["feature"] == "words (C)"));
    for figure in ["words.svg", "density.svg", "gains.svg"] {
        assert!(case.read(&format!("found/{figure}")).ends_with("</svg>\n"));
    }
});

case!(blocks_of_an_index_are_counted_by_label, |_| {
    let case = Case::indexed();
    let json = case.tamis("distribution index --json").ends(0).json();
    assert_eq!(
        (&json["classes"][0]["class"], &json["pages"]),
        (&"all".into(), &PAGES.len().into())
    );
    let labelled = case.tamis("distribution index --label words-tree --json").ends(0).json();
    let blocks = |class: usize| labelled["classes"][class]["blocks"].as_u64().unwrap();
    assert_eq!(json["classes"][0]["blocks"], blocks(0) + blocks(1));
    assert_eq!(json["gains"], serde_json::json!([]));
    case.tamis("distribution index --label words-tree --out found").ends(0).says(&["repeats.tsv"]);
    assert!(
        case.read("found/repeats.tsv")
            .starts_with("repeats\tclass\tblocks\twords\n1\tboilerplate\t")
    );
    let counted: u64 = json["repeats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|bin| bin["words"][0].as_u64().unwrap())
        .sum();
    assert!((1..=json["classes"][0]["words"].as_u64().unwrap()).contains(&counted));
});

case!(what_does_not_go_together_is_refused, |_| {
    let case = Case::indexed();
    dataset(&case);
    case.tamis("distribution index --label word-tree")
        .ends(2)
        .says(&["did you mean 'words-tree'?"]);
    case.tamis("distribution index --cut atomic").ends(2).says(&["an index is as it was cut"]);
    case.tamis("distribution ice --label words-tree").ends(2).says(&["--label is for an index"]);
    case.tamis("distribution none").ends(1).says(&["none: cannot read the folder"]);
});
