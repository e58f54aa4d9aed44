//! Expanded queries and explained scores as `search` prints them, and their flags. What they are is
//! tested in `crates/library/tests/it/explained.rs`.

use crate::case::{Case, TOPICS};

case!(a_score_and_a_query_are_explained, |_| {
    let case = Case::indexed();
    case.file("topics", TOPICS);
    let line = "search index 'penguin walks' --model ql-dirichlet";
    let found = case.tamis(&format!("{line} --json -q")).ends(0).json_lines();
    let explained = case.tamis(&format!("{line} --explain ice-1 --json -q")).ends(0).json();
    assert_eq!(explained["score"], found[0]["score"]);
    let table = case.tamis(&format!("{line} --explain ice-1")).ends(0).stdout;
    let score = found[0]["score"].to_string();
    let is_score = |line: &str| line.trim_start().starts_with("score") && line.ends_with(&score);
    assert!(table.lines().any(is_score), "{table}");
    let none = case.tamis("search index kettle --explain ice-2").ends(0).stdout;
    assert!(none.contains("no score: no permitted block of ice-2 has a query term"), "{none}");
    let stop = case.tamis("search index 'of the' --explain tea-1").ends(0).stdout;
    assert!(stop.contains("only stop words"), "{stop}");
    case.file("others", "ice-1\nice-2\n");
    case.tamis("search index kettle --docnos others --explain tea-1")
        .ends(1)
        .says(&["'tea-1' is excluded", "--docnos"]);
    let shown = case.tamis("search index --topics topics --explain").ends(0).stdout;
    assert!(shown.contains("3: kettle tea\n"), "{shown}");
    assert!(shown.contains("no term: only stop words"), "{shown}");
    case.tamis("search index --topics topics --topic 7")
        .ends(1)
        .says(&["no topic '7'; the first are 1, 2, 3"]);
    case.tamis("search index --topics topics --json").ends(2).says(&["--json", "--explain"]);
});

case!(flags_of_models_and_feedback_name_themselves, |_| {
    let case = Case::indexed();
    for (line, parts) in [
        ("--rm3 --rm1-mixture", &["--rm1-mixture", "--rm3"][..]),
        ("--rm1-mixture", &["--rm1-mixture: found the model bm25"]),
        ("--rm3 --fb-docs 0", &["--fb-docs: found 0, expected 1 or more"]),
        ("--mu 30", &["--mu: found 30, but the model bm25 takes only k1, b;"]),
        ("--k1 much", &["'much'", "expected a number"]),
        ("--fb-docs 5", &["--rm3|--rm1-mixture"]),
    ] {
        case.tamis(&format!("search index egg {line}")).ends(2).says(parts);
    }
    let rm1 = "search index egg --model ql-jm --rm1-mixture --fb-terms 9 --explain --json -q";
    assert!(case.tamis(rm1).ends(0).json()["terms"].as_array().unwrap().len() > 1);
    // Of a file of settings, the file is named.
    case.file("topics", TOPICS);
    case.file("qrels", crate::case::QRELS);
    let toml = "topics = 'topics'\nqrels = 'qrels'\nmin_words = '1..=3'\nmodel = \
                'ql-jm'\nrm1_mixture = true\nfb_docs = 2\n";
    case.file("sweep.toml", toml);
    let sweep = case.tamis("sweep index --config sweep.toml --json -q").ends(0).json();
    let model = "ql-jm lambda=0.1 rm1-mixture fb-terms=10 fb-docs=2 original-query-weight=0.5";
    assert_eq!(sweep["model"], model);
    case.file("sweep.toml", "topics = 'topics'\nqrels = 'qrels'\nmin_words = '1..=3'\nk1 = 0.7\n");
    case.tamis("sweep index --config sweep.toml --model dph")
        .ends(2)
        .says(&["sweep.toml: --k1: found 0.7, but"]);
    let typed = case.tamis("sweep index --config sweep.toml --model dph --k1 1").ends(2).stderr;
    assert!(typed.starts_with("tamis: --k1: found 1, but"), "{typed}");
});
