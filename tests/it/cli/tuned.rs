//! The tuned rule of an index on the command line: `--rule tuned` names it, `stats` and `verify`
//! tell of it, and what changes the index warns of it. What it does is asked of jobs.

use crate::case::Case;
use crate::tuned::{RULE, store};
use serde_json::{Value, json};

case!(the_rule_is_asked_for_by_its_name_on_the_command_line_and_in_a_file, |_| {
    let case = Case::indexed();
    let message = "index: has no tuned rule; find one by tuning (`tamis tune index`)";
    for command in [
        "search index penguin",
        "sweep index --topics topics --qrels qrels --min-words 1,2",
        "compare index --topics topics --qrels qrels",
        "export index --format jsonl",
    ] {
        let outcome = case.tamis(&format!("{command} --rule tuned")).says(&[message]);
        assert!(outcome.status != 0 && outcome.stdout.is_empty(), "{command}");
    }
    case.tamis("search index penguin --rule sive").ends(2).says(&["sieve, tuned"]);
    store(&case.path("index"), &[("min_words", "5", ""), ("kind", "text", "")]);
    case.tamis("search index penguin --rule tuned --sieve")
        .ends(2)
        .says(&["--rule: found tuned and the sieve, expected one of them"]);
    let same = |by_name: &str, typed: &str| {
        let [by_name, typed] = [by_name, typed].map(|line| case.tamis(line).ends(0).stdout);
        assert!(!typed.is_empty() && by_name == typed, "{by_name}\n{typed}");
    };
    for command in ["search index --topics topics", "export index --format jsonl"] {
        let typed = format!("{command} --min-words 5 --kind text");
        same(&format!("{command} --rule tuned"), &typed);
    }
    case.file(
        "sweep.toml",
        "index = \"index\"\ntopics = \"topics\"\nqrels = \"qrels\"\nrule = \
         \"tuned\"\nmin-words = \"0..=3\"\n",
    );
    let sweep = "sweep index --topics topics --qrels qrels --min-words 0..=3 --kind text";
    same("sweep --config sweep.toml", sweep);
});

case!(stats_and_verify_tell_of_the_rule, |_| {
    let case = Case::indexed();
    assert_eq!(case.tamis("stats index --json").ends(0).json()["tuned"], Value::Null);
    assert!(!case.tamis("stats index").ends(0).stdout.contains("tuned"));
    assert!(!case.tamis("verify index").ends(0).stdout.contains("rule"));
    store(&case.path("index"), &RULE);
    let text = case.tamis("stats index").ends(0).stdout;
    for expected in [
        "\ntuned rule (--rule tuned)\n--weight 'title=kind = title: 3'\n    Titles say what a page \
         is about.\n",
        "\n--max-words 900\n",
        "\nChosen by hand, for a test.\nchosen on 5 pages by tamis 0.1.0; none was added or \
         deleted since\n",
    ] {
        assert!(text.contains(expected), "{text}");
    }
    let tuned = &case.tamis("stats index --json").ends(0).json()["tuned"];
    let first = json!({
        "name": "weight",
        "value": "title=kind = title: 3",
        "flag": "--weight 'title=kind = title: 3'",
        "because": "Titles say what a page is about.",
    });
    assert_eq!(tuned["parameters"][0], first);
    assert_eq!((&tuned["pages"], &tuned["changed"]), (&json!(5), &json!(0)));
    let text = case.tamis("verify index").ends(0).stdout;
    assert!(text.contains("ok     rule      4 parameters of the tuned rule\n"), "{text}");
    store(&case.path("index"), &[("label", "bte", "")]);
    let text = case.tamis("verify index").ends(1).stdout;
    let expected = "WRONG  rule      index: the tuned rule of the index cannot be used: unknown \
                    label 'bte'";
    assert!(text.contains(expected) && text.contains("(`tamis tune index`)"), "{text}");
    case.tamis("search index penguin --rule tuned").says(&["unknown label 'bte'", "tamis tune"]);
});

case!(what_changes_the_index_warns_of_the_rule, |_| {
    let case = Case::new();
    let lines = |from: usize, to: usize| -> String {
        let line = |n| format!("{{\"docno\":\"d{n}\",\"text\":\"a kettle of page {n}\"}}\n");
        (from..to).map(line).collect()
    };
    case.file("a.jsonl", lines(0, 20));
    case.file("b.jsonl", lines(20, 23));
    case.tamis("index a.jsonl --out index -q").ends(0);
    store(&case.path("index"), &[("min_words", "1", "")]);
    let warning = "the tuned rule was chosen on 20 pages, and 3 were added or deleted since; tune \
                   the index again (`tamis tune index`)";
    let quiet = |line: &str| {
        let outcome = case.tamis(line).ends(0);
        assert!(!outcome.stderr.contains("tuned"), "{line}: {}", outcome.stderr);
    };
    quiet("delete index d3 --dry-run");
    case.tamis("index b.jsonl --out index").ends(0).says(&[warning]);
    case.tamis("search index kettle --rule tuned").ends(0).says(&["warning: index", warning]);
    quiet("search index kettle");
    quiet("search index kettle --rule tuned -q");
    case.tamis("label index --classifier bte -q").ends(0);
    store(&case.path("index"), &[("label", "bte", "")]);
    case.tamis("label index --remove bte").ends(1).says(&[
        "index: its tuned rule uses the label bte; remove the rule first",
        "`tamis tune index --forget`",
    ]);
    case.tamis("label index --remove bte --force").ends(0).says(&["and the tuned rule"]);
});
