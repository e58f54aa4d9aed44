//! Scores of blocks on the command line: how they are requested, rules, axes and weights over them,
//! what shows them, and what is refused.

use crate::case::{Begun, Case, QRELS, TOPICS};
use serde_json::{Value, json};
use std::fmt::Write;

/// Four pages with a menu; `c45-words` gives long paragraphs a higher score than links.
fn indexed() -> Case {
    static BEGUN: Begun = Begun::new(|case| {
        let long = "the penguin walks over the ice and looks at the sea because it is hungry and \
                    wants to eat a fish today, so it goes on until the night comes";
        let mut lines = String::new();
        for (number, topic) in ["ice", "tea", "road", "kettle"].iter().enumerate() {
            let html = format!(
                "<title>On {topic}</title><ul><li><a href=x>penguin</a><li><a href=y>Archive of \
             {topic}</a></ul><p>{long} {topic}.</p><p>A {topic} remark.</p>"
            );
            let docno = format!("{topic}-1");
            let url = format!("http://{topic}.org/{number}");
            writeln!(lines, "{}", json!({"docno": docno, "url": url, "html": html})).unwrap();
        }
        case.file("pages.jsonl", lines);
        case.file("topics", TOPICS);
        case.file("qrels", QRELS);
        case.tamis("index pages.jsonl --out index --score C45-words,victor").ends(0);
    });
    BEGUN.case()
}

fn hits(case: &Case, line: &str) -> Vec<Value> {
    case.tamis(&format!("search index {line} --json -q")).ends(0).json_lines()
}

/// The scores of a page's blocks in hundredths, as `inspect` shows them.
fn shown(case: &Case, docno: &str, name: &str) -> Vec<Option<u64>> {
    let blocks = case.tamis(&format!("inspect index {docno} --json")).ends(0).json_lines();
    blocks
        .iter()
        .map(|block| {
            block["scores"].get(name).map(|score| (score.as_f64().unwrap() * 100.0).round() as u64)
        })
        .collect()
}

case!(inspect_stats_and_distribution_show_the_scores, |_| {
    let case = indexed();
    let scores = shown(&case, "ice-1", "c45-words");
    // A title has no score, and the long paragraph the highest.
    assert_eq!(
        (scores.len(), scores[0], scores[3]),
        (5, None, scores.iter().copied().max().unwrap())
    );
    assert!(
        scores[1..].iter().all(Option::is_some)
            && shown(&case, "ice-1", "victor")[1..].iter().all(Option::is_some)
    );
    let table = case.tamis("inspect index ice-1").ends(0).stdout;
    assert!(table.contains("repeats  c45-words  victor  text"), "{table}");
    let stats = case.tamis("stats index --json").ends(0).json();
    let words = &stats["scores"][0];
    assert_eq!(words["score"], "c45-words");
    let bins = words["words_by_score"].as_array().unwrap();
    assert_eq!(
        (bins.len(), &bins[0]["from"], &bins[0]["to"], &bins[9]["to"]),
        (10, &json!(0.0), &json!(0.09), &json!(1.0))
    );
    let scored: u64 = bins.iter().map(|bin| bin["words"].as_u64().unwrap()).sum();
    assert!(scored > 100 && words["words_without"] == 8, "{stats}");
    assert_eq!(stats["recipe"]["scores"], json!(["c45-words", "victor"]));
    assert!(
        stats["recipe"]["models"]["victor"].is_string()
            && stats["bytes"]["codes"].as_u64() > Some(0)
    );
    let text = case.tamis("stats index").ends(0).stdout;
    assert!(text.contains("words by score.c45-words\n") && text.contains("0.90-1.00"), "{text}");
    let counted = case.tamis("distribution index --out found --json").ends(0).json();
    assert_eq!(
        (&counted["scores"][1]["score"], counted["scores"].as_array().unwrap().len()),
        (&json!("victor"), 2)
    );
    assert!(
        case.read("found/scores.tsv")
            .starts_with("score\thundredths\tclass\tblocks\twords\nc45-words\t")
    );
});

fn share(hundredths: u64) -> f64 {
    hundredths as f64 / 100.0
}

case!(rules_and_weights_over_scores_do_what_they_say, |_| {
    let case = indexed();
    let scores = shown(&case, "tea-1", "c45-words");
    let low = scores[2].unwrap();
    let high = scores[3].unwrap();
    assert!(low < high, "{scores:?}");
    // The word of the menu is gone, that of the long paragraph is not.
    assert_eq!(
        hits(&case, &format!("archive --where 'score.c45-words >= {}'", share(high))).len(),
        0
    );
    assert_eq!(hits(&case, &format!("fish --where 'score.c45-words >= {}'", share(high))).len(), 4);
    assert_eq!(
        hits(&case, &format!("archive --where 'not score.c45-words > {}'", share(low))).len(),
        4
    );
    // A weight by score is that of a rule for each score, and a title counts once.
    let mut distinct: Vec<u64> = ["ice-1", "tea-1", "road-1", "kettle-1"]
        .iter()
        .flat_map(|docno| shown(&case, docno, "c45-words").into_iter().flatten())
        .collect();
    distinct.sort_unstable();
    distinct.dedup();
    let rules: String = distinct.iter().fold(String::new(), |mut rules, &hundredths| {
        write!(rules, " --weight 'score.c45-words = {0}: {0}'", share(hundredths)).unwrap();
        rules
    });
    for query in ["penguin", "'tea archive'", "'fish kettle remark'"] {
        let weighed = hits(&case, &format!("{query} --weight-by score.c45-words"));
        assert_eq!(weighed, hits(&case, &format!("{query}{rules}")), "{query}");
        assert_ne!(weighed, hits(&case, query), "{query}");
    }
    // A rule comes before the score.
    let ruled = hits(&case, "archive --weight 'all: 0.5' --weight-by score.c45-words");
    assert_eq!(ruled, hits(&case, "archive --weight 'all: 0.5'"));
    let explained = case
        .tamis("search index archive --weight-by score.c45-words --explain tea-1 --json")
        .ends(0)
        .json();
    assert_eq!(explained["rule"], "all, weights by score.c45-words");
    assert_eq!(explained["terms"][0]["blocks"][0][2].as_f64(), Some(share(low)));
    case.tamis("search index archive --model dph --weight-by score.c45-words")
        .ends(2)
        .says(&["dph and fractional weights"]);
});

case!(an_axis_of_scores_is_its_searches, |_| {
    let case = indexed();
    let judged = "--topics topics --qrels qrels -m map --permutations 0";
    for (axis, weights) in
        [("score.victor", ""), ("min-score.c45-words", "--weight-by score.c45-words")]
    {
        let name = axis.replace("min-", "").replace("score.", "min_score.");
        let line =
            format!("sweep index {judged} --grid {axis}=0.1..=0.9:0.2 {weights} --folds 2 --json");
        let sweep = case.tamis(&line).ends(0).json();
        let points = sweep["points"].as_array().unwrap();
        assert_eq!((sweep["axes"][0]["name"].as_str(), points.len()), (Some(&*name), 5));
        for (point, tenth) in points.iter().zip([1, 3, 5, 7, 9]) {
            let rule = format!("{} >= 0.{tenth}", name.trim_start_matches("min_"));
            case.tamis(&format!(
                "search index --topics topics --where '{rule}' {weights} --out run.txt"
            ))
            .ends(0);
            let evaluated = case.tamis("eval qrels run.txt -m map -c").ends(0).stdout;
            let map: f64 = evaluated.split_whitespace().last().unwrap().parse().unwrap();
            assert!(
                (map - point["means"][0].as_f64().unwrap()).abs() < 5e-5,
                "{evaluated} {point}"
            );
        }
    }
    let line = format!(
        "sweep index {judged} --grid score.victor=0.1,0.5 --min-words 1,5,9 --separately --out \
         swept"
    );
    case.tamis(&line).ends(0);
    assert_eq!(case.read("swept/sweep.tsv").lines().count(), 1 + 5);
    assert!(
        case.read("swept/report.html")
            .contains("Minimum score of a block by victor (min_score.victor)")
    );
    let compared = case
        .tamis(&format!("compare index {} --json", judged.replace(" --permutations 0", "")))
        .ends(0)
        .json();
    let rows: Vec<&str> = compared["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    for name in ["score.c45-words >= ", "score.victor >= "] {
        assert!(rows.iter().any(|row| row.starts_with(name)), "{rows:?}");
    }
});

case!(what_has_no_score_is_refused_with_those_that_have, |_| {
    let case = indexed();
    case.tamis("index pages.jsonl --out other --score words-tree").ends(2).says(&[
        "words-tree gives no probabilities",
        "c45-words",
        "victor",
    ]);
    case.tamis("index pages.jsonl --out other --score victro")
        .ends(2)
        .says(&["did you mean 'victor'"]);
    case.tamis("index pages.jsonl --out index")
        .ends(0)
        .says(&["settings as in index: --score c45-words,victor"]);
    case.tamis("index pages.jsonl --out index --score victor").ends(1).says(&["as in the index"]);
    case.tamis("index pages.jsonl --out index --score c45-words,victor").ends(0);
    case.tamis("search index ice --where 'score.bte > 0.3'")
        .ends(2)
        .says(&["column 1", "c45-words, victor"]);
    case.tamis("search index ice --where 'score.victor > 30'").ends(2).says(&["30 % is 0.3"]);
    case.tamis("search index ice --weight-by bte")
        .ends(2)
        .says(&["unknown score 'bte'", "c45-words, victor"]);
    case.tamis("sweep index --topics topics --qrels qrels --grid score.bte=0.1,0.2")
        .ends(2)
        .says(&["--grid score.bte", "unknown score 'bte'"]);
    case.tamis("index pages.jsonl --out plain").ends(0);
    case.tamis("search plain ice --where 'score.victor > 0.3'")
        .ends(2)
        .says(&["the index has no scores"]);
    case.tamis("verify index").ends(0);
});
