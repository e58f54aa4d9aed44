//! Scores of blocks on the command line: how they are requested, what shows them, and how they are
//! refused. What they do is asked of jobs.

use crate::case::PAGES;
use serde_json::json;

case!(scores_are_requested_shown_and_refused, |case| {
    case.warc("pages.warc.gz", PAGES.len());
    case.tamis("index pages.warc.gz --out index --score C45-words,victor").ends(0);
    let blocks = case.tamis("inspect index ice-1 --json").ends(0).json_lines();
    for name in ["c45-words", "victor"] {
        let is_scored = |block: &serde_json::Value| block["scores"][name].is_number();
        assert!(!is_scored(&blocks[0]) && blocks[1..].iter().all(is_scored), "{name}");
    }
    let table = case.tamis("inspect index ice-1").ends(0).stdout;
    assert!(table.contains("repeats  c45-words  victor  text"), "{table}");
    let stats = case.tamis("stats index --json").ends(0).json();
    assert_eq!(
        (&stats["scores"][0]["score"], &stats["scores"][1]["score"]),
        (&json!("c45-words"), &json!("victor"))
    );
    let bins = stats["scores"][0]["words_by_score"].as_array().unwrap();
    assert_eq!(
        (bins.len(), &bins[0]["from"], &bins[0]["to"], &bins[9]["to"]),
        (10, &json!(0.0), &json!(0.09), &json!(1.0))
    );
    assert_eq!(stats["recipe"]["scores"], json!(["c45-words", "victor"]));
    assert!(stats["recipe"]["models"]["victor"].is_string());
    assert!(stats["bytes"]["codes"].as_u64() > Some(0));
    let text = case.tamis("stats index").ends(0).stdout;
    assert!(text.contains("words by score.c45-words\n") && text.contains("0.90-1.00"), "{text}");
    case.tamis("index pages.warc.gz --out index")
        .ends(0)
        .says(&["settings as in index: --score c45-words,victor"]);
    case.tamis("index pages.warc.gz --out index --score victor").ends(1).says(&["as in the index"]);
    for (line, message) in [
        ("index pages.warc.gz --out other --score words-tree", "words-tree gives no probabilities"),
        ("search index ice --weight-by bte", "unknown score 'bte'; known: c45-words, victor"),
        ("search index ice --where 'score.bte > 0.3'", "--where: column 1"),
    ] {
        case.tamis(line).ends(2).says(&[message]);
    }
    case.file("topics", crate::case::TOPICS);
    case.file("qrels", crate::case::QRELS);
    let sweep = "sweep index --topics topics --qrels qrels --grid";
    case.tamis(&format!("{sweep} score.bte=0.1,0.2"))
        .ends(2)
        .says(&["--grid score.bte", "unknown score 'bte'"]);
    // The name of an axis may leave its bound out.
    let swept = case.tamis(&format!("{sweep} score.victor=0.1,0.5 --json")).ends(0).json();
    assert_eq!(swept["axes"][0]["name"], "min_score.victor");
});
