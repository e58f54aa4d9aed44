//! The tuned rule of an index on the command line: `--rule tuned` is the rule typed out,
//! `stats` and `verify` tell of it, and it stays with the index when pages come and go.

use crate::case::{Begun, Case};
use crate::tuned::{FLAGS, RULE, store};
use serde_json::{Value, json};
use tamis_index::index::{Index, store_tuned};

/// An index with a tuned rule, topics and qrels.
fn tuned() -> Case {
    let case = Case::indexed();
    store(&case.path("index"), &RULE);
    case
}

/// Output without the commands that gave it and show it.
fn without_command(text: &str) -> String {
    let mut value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(_) => return text.to_owned(),
    };
    remove_command(&mut value);
    value.to_string()
}

fn remove_command(value: &mut Value) {
    match value {
        Value::Object(object) => {
            object.remove("command");
            object.remove("site");
            object.values_mut().for_each(remove_command);
        }
        Value::Array(values) => values.iter_mut().for_each(remove_command),
        _ => {}
    }
}

#[track_caller]
fn assert_same(case: &Case, command: &str) {
    let by_name = case.tamis(&command.replace("RULE", "--rule tuned")).ends(0).stdout;
    let typed = case.tamis(&command.replace("RULE", FLAGS)).ends(0).stdout;
    assert!(!typed.is_empty(), "{command}");
    assert_eq!(without_command(&by_name), without_command(&typed), "{command}");
}

case!(the_rule_by_its_name_is_the_rule_typed_out, |_| {
    let case = tuned();
    for command in [
        "search index penguin RULE",
        "search index 'kettle tea' --json RULE --model ql-dirichlet",
        "search index penguin --explain tea-1 --json RULE",
        "search index --topics topics RULE",
        "search index --topics topics RULE --rm3 --weight 'words > 20: 2'",
        "search index --topics topics RULE --label words-tree --where 'words > 1'",
        "sweep index --topics topics --qrels qrels --min-words 0..=5 RULE --json",
        "sweep index --topics topics --qrels qrels RULE --grid weight.title=1,2,4 --grid \
         weight.repeated=0,0.5 --json",
    ] {
        assert_same(&case, command);
    }
    let weights = FLAGS.replace("--max-words 900", "--where 'words <= 900'");
    let compare = "compare index --topics topics --qrels qrels --json";
    let by_name = case.tamis(&format!("{compare} --rule tuned")).ends(0).stdout;
    let typed = case.tamis(&format!("{compare} {weights}")).ends(0).stdout;
    assert_eq!(without_command(&by_name), without_command(&typed));
    let run = "search index --topics topics";
    let other = "'links=link_density > 0.9: 0'";
    let by_name = case.tamis(&format!("{run} --rule tuned --weight {other}")).ends(0).stdout;
    let flags = FLAGS.replace("'links=link_density > 0.33: 0.2'", other);
    assert_eq!(by_name, case.tamis(&format!("{run} {flags}")).ends(0).stdout);
    let plain = case.tamis("search index --topics topics").ends(0).stdout;
    assert_ne!(case.tamis("search index --topics topics --rule tuned").ends(0).stdout, plain);
});

/// The rows of a comparison by their names, with the means.
fn rows(case: &Case, flags: &str) -> Vec<(String, Value)> {
    let line = format!("compare index --topics topics --qrels qrels -m map -m P_10 --json {flags}");
    let compared = case.tamis(&line).ends(0).json();
    let rows = compared["rows"].as_array().unwrap().iter();
    rows.map(|row| (row["name"].as_str().unwrap().to_owned(), row["means"].clone())).collect()
}

case!(a_comparison_has_a_row_for_the_rule, |_| {
    let case = tuned();
    let found = rows(&case, "--label keep-all");
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names[4..], ["sieve", "tuned", "keep-all"]);
    case.tamis("search index --topics topics --rule tuned --out run -q").ends(0);
    let line = "eval qrels run -c -m map -m P_10 --json";
    let searched = case.tamis(line).ends(0).json_lines().remove(0);
    assert_eq!(found[5].1, json!([searched["map"], searched["P_10"]]));
    // The row is the same whatever rule the other rows have.
    assert_eq!(rows(&case, "--sieve --label keep-all")[5], found[5]);
    let line = "compare index --topics topics --qrels qrels --out out";
    let printed = case.tamis(line).ends(0).stdout;
    assert!(printed.contains("\ntuned "), "{printed}");
    assert!(case.read("out/compare.tsv").contains("\ntuned\t"));
    assert!(case.read("out/report.html").contains("tuned: weights of its own"));
    let without = |case: &Case, flags: &str| {
        assert!(rows(case, flags).iter().all(|(name, _)| name != "tuned"), "{flags}");
    };
    // dph has no formula for its weights.
    without(&case, "--model dph");
    // A rule that the index cannot use is no reason to compare nothing.
    store(&case.path("index"), &[("label", "none-such", "")]);
    without(&case, "");
    let path = case.path("index");
    store_tuned(&path, None, &Index::open_alone(&path).unwrap().manifest).unwrap();
    without(&case, "");
});

case!(own_thresholds_and_axes_take_the_places_of_stored_ones, |_| {
    let case = Case::indexed();
    store(&case.path("index"), &[("min_words", "5", ""), ("kind", "text", "")]);
    let explained = |flags: &str| {
        let line = format!("search index penguin --explain --json {flags}");
        case.tamis(&line).ends(0).json()["rule"].clone()
    };
    assert_eq!(explained("--rule tuned"), explained("--min-words 5 --kind text"));
    assert_eq!(explained("--rule tuned --min-words 9"), explained("--min-words 9 --kind text"));
    let export = "export index --format jsonl";
    let by_name = case.tamis(&format!("{export} --rule tuned")).ends(0).stdout;
    let typed = case.tamis(&format!("{export} --min-words 5 --kind text")).ends(0).stdout;
    assert!(!typed.is_empty() && by_name == typed);
    let sweep = "sweep index --topics topics --qrels qrels --min-words 0..=3 --json";
    let by_name = case.tamis(&format!("{sweep} --rule tuned")).ends(0).stdout;
    let typed = case.tamis(&format!("{sweep} --kind text")).ends(0).stdout;
    assert_eq!(without_command(&by_name), without_command(&typed));
    case.file(
        "sweep.toml",
        "index = \"index\"\ntopics = \"topics\"\nqrels = \"qrels\"\nrule = \
                             \"tuned\"\nmin-words = \"0..=3\"\njson = true\n",
    );
    let configured = case.tamis("sweep --config sweep.toml").ends(0).stdout;
    assert_eq!(without_command(&configured), without_command(&typed));
});

case!(names_that_are_no_rule_are_refused, |_| {
    let case = Case::indexed();
    let sieve = case.tamis("search index --topics topics --sieve").ends(0).stdout;
    assert_eq!(case.tamis("search index --topics topics --rule sieve").ends(0).stdout, sieve);
    let message = "index: has no tuned rule; find one by tuning (`tamis tune index`)";
    for command in [
        "search index penguin --rule tuned",
        "sweep index --topics topics --qrels qrels --min-words 1,2 --rule tuned",
        "compare index --topics topics --qrels qrels --rule tuned",
        "export index --format jsonl --rule tuned",
    ] {
        let outcome = case.tamis(command).says(&[message]);
        assert!(outcome.status != 0 && outcome.stdout.is_empty(), "{command}");
    }
    case.tamis("search index penguin --rule sive").ends(2).says(&["sieve, tuned"]);
    store(&case.path("index"), &RULE);
    case.tamis("search index penguin --rule tuned --sieve")
        .ends(2)
        .says(&["--rule: found tuned and the sieve, expected one of them"]);
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
    case.tamis("label index --classifier bte -q").ends(0);
    case.tamis("verify index").ends(0);
    case.tamis("search index penguin --rule tuned").ends(0);
});

/// The pages that changed since the rule of an index was chosen.
fn changed(case: &Case, index: &str) -> u64 {
    Index::open_alone(&case.path(index)).unwrap().manifest.tuned.unwrap().changed
}

case!(pages_that_come_and_go_are_counted_and_warned_of, |_| {
    let case = Case::new();
    let lines = |from: usize, to: usize| -> String {
        let line = |n| format!("{{\"docno\":\"d{n}\",\"text\":\"a kettle of page {n}\"}}\n");
        (from..to).map(line).collect()
    };
    case.file("a.jsonl", lines(0, 20));
    case.file("b.jsonl", lines(20, 21));
    case.file("c.jsonl", lines(19, 23));
    case.tamis("index a.jsonl --out index -q").ends(0);
    store(&case.path("index"), &[("min_words", "1", "")]);
    let warning = "the tuned rule was chosen on 20 pages, and 3 were added or deleted since; tune \
                   the index again (`tamis tune index`)";
    let quiet = |line: &str| {
        let outcome = case.tamis(line).ends(0);
        assert!(!outcome.stderr.contains("tuned"), "{line}: {}", outcome.stderr);
    };
    quiet("index a.jsonl --out index");
    assert_eq!(changed(&case, "index"), 0);
    quiet("index b.jsonl --out index");
    assert_eq!(changed(&case, "index"), 1);
    quiet("delete index d3 --dry-run");
    quiet("delete index d3");
    quiet("search index kettle --rule tuned");
    assert_eq!(changed(&case, "index"), 2);
    case.tamis("delete index d4").ends(0).says(&[warning]);
    case.tamis("search index kettle --rule tuned").ends(0).says(&["warning: index", warning]);
    quiet("search index kettle");
    quiet("search index kettle --rule tuned -q");
    // Two pages are new: one of the four is there, and one was deleted.
    case.tamis("index c.jsonl --out index").ends(0).says(&["and 5 were added or deleted since"]);
    assert_eq!(changed(&case, "index"), 5);
    quiet("index c.jsonl --out index");
    case.tamis("label index --classifier bte -q").ends(0);
    case.tamis("label index --remove bte -q").ends(0);
    assert_eq!(changed(&case, "index"), 5);
    case.tamis("verify index").ends(0);
});

/// Indexes of two pages and of three.
fn two() -> Case {
    static BEGUN: Begun = Begun::new(|case| {
        case.warc("a.warc.gz", 2);
        let line = |n| format!("{{\"docno\":\"d{n}\",\"text\":\"the penguin of page {n}\"}}\n");
        case.file("b.jsonl", (0..3).map(line).collect::<String>());
        case.tamis("index a.warc.gz --out a -q").ends(0);
        case.tamis("index b.jsonl --out b -q").ends(0);
    });
    BEGUN.case()
}

case!(several_indexes_must_have_the_same_rule_if_it_is_asked_for, |_| {
    let case = two();
    let plain = case.tamis("search --index a --index b penguin").ends(0).stdout;
    store(&case.path("a"), &RULE);
    let search = "search --index a --index b penguin --rule tuned";
    case.tamis(search).says(&["b: has no tuned rule, expected that of a; forget the tuned rules"]);
    store(&case.path("b"), &RULE[..2]);
    case.tamis(search).says(&["b: has another tuned rule, expected that of a"]);
    case.tamis("search --index b --index a penguin --rule tuned")
        .says(&["a: has another tuned rule, expected that of b"]);
    assert_eq!(case.tamis("search --index a --index b penguin").ends(0).stdout, plain);
    // The reasons are of each index.
    let other_reasons = RULE.map(|(name, value, _)| (name, value, "other"));
    store(&case.path("b"), &other_reasons);
    let found = case.tamis(search).ends(0).stdout;
    let typed = case.tamis(&search.replace("--rule tuned", FLAGS)).ends(0).stdout;
    assert_eq!(found, typed);
});

case!(a_combined_index_keeps_the_rule_of_all, |_| {
    let case = two();
    store(&case.path("a"), &RULE);
    let combine = "combine a b --out both -q";
    case.tamis(combine).ends(1).says(&["b: has no tuned rule, expected that of a"]);
    store(&case.path("b"), &RULE[..1]);
    case.tamis(combine).ends(1).says(&["b: has another tuned rule", "tamis tune b --forget"]);
    assert!(!case.path("both").join("meta.json").exists());
    store(&case.path("b"), &RULE);
    case.tamis("delete b d1 -q").ends(0);
    case.tamis(combine).ends(0);
    let rule = Index::open_alone(&case.path("both")).unwrap().manifest.tuned.unwrap();
    assert_eq!((rule.pages, rule.changed, rule.parameters.len()), (5, 1, 4));
    case.tamis("verify both").ends(0);
    let manifest = Index::open_alone(&case.path("a")).unwrap().manifest;
    for index in ["a", "b"] {
        store_tuned(&case.path(index), None, &manifest).unwrap();
    }
    case.tamis("combine a b --out plain -q").ends(0);
    assert_eq!(Index::open_alone(&case.path("plain")).unwrap().manifest.tuned, None);
});

case!(on_a_real_blog_the_runs_are_byte_for_byte_the_same, |case| {
    let Some(shared) = std::env::var_os("TAMIS_SHARED") else {
        eprintln!("skipped: TAMIS_SHARED is not set, so there is no real blog to index");
        return;
    };
    let folder = tamis_testing::root().join(shared).join("data/retrieval/cfa-blog");
    let file = |name: &str| folder.join(name).display().to_string();
    let archive = file("cfa-blog.warc.gz");
    case.tamis(&format!("index '{archive}' --out index -q")).ends(0);
    store(&case.path("index"), &RULE);
    let topics = file("topics.cfa.txt");
    let qrels = file("qrels.cfa.txt");
    let run = format!("search index --topics '{topics}' RULE");
    assert_same(&case, &run);
    assert_same(&case, &format!("{run} --model ql-dirichlet --rm1-mixture"));
    let sweep = format!("sweep index --topics '{topics}' --qrels '{qrels}' --json RULE");
    assert_same(&case, &format!("{sweep} --min-words 1..=5 --grid weight.title=1,3"));
    let typed = case.tamis(&run.replace("RULE", FLAGS)).ends(0).stdout;
    let again = case.tamis(&run.replace("RULE", "--rule tuned")).ends(0).stdout;
    assert!(typed.lines().count() > 10_000 && typed == again, "{}", typed.lines().count());
});

case!(a_label_that_the_rule_uses_goes_with_it_alone, |_| {
    let case = Case::indexed();
    case.tamis("label index --classifier bte -q").ends(0);
    let docno = case.tamis("search index penguin --json").ends(0).stdout;
    let docno = docno.split("\"docno\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let lines = |label: bool| format!("{{\"docno\":\"{docno}\",\"block\":1,\"label\":{label}}}\n");
    for name in ["mine", "content"] {
        case.file(&format!("{name}.jsonl"), lines(true));
        case.tamis(&format!("label index --from {name}.jsonl -q")).ends(0);
    }
    store(&case.path("index"), &[("weight", "content=not label = mine: 0.2", "")]);
    // The rule has a weight of the name content, and does not use the label of that name.
    case.tamis("label index --remove content").ends(0);
    let refused = "index: its tuned rule uses the label mine; remove the rule first";
    for line in ["label index --remove mine", "label index --remove bte,mine"] {
        case.tamis(line).ends(1).says(&[refused, "`tamis tune index --forget`"]);
    }
    case.tamis("label index --remove all").ends(1).says(&["its tuned rule uses the added labels"]);
    case.tamis("verify index").ends(0);
    // The same lines change nothing; others are told from then on.
    let same = case.tamis("label index --from mine.jsonl --force").ends(0);
    assert!(!same.stderr.contains("tuned"), "{}", same.stderr);
    case.file("mine.jsonl", lines(false));
    let warning = "the tuned rule uses labels that were replaced since: mine; tune the index again";
    case.tamis("label index --from mine.jsonl --force").ends(0).says(&[warning]);
    case.tamis("search index penguin --rule tuned").ends(0).says(&[warning]);
    case.tamis("verify index").ends(0);
    case.tamis("label index --remove mine --force").ends(0).says(&["and the tuned rule"]);
    case.tamis("verify index").ends(0);
    case.tamis("search index penguin --rule tuned").ends(1).says(&["has no tuned rule"]);
    // A rule without added labels keeps none of them.
    store(&case.path("index"), &RULE);
    case.tamis("label index --remove all").ends(0);
    case.tamis("search index penguin --rule tuned").ends(0);
});

// What `tune` stores at its end, in an index that was changed while it worked.
case!(a_rule_is_stored_in_the_index_that_it_was_chosen_on, |_| {
    let case = Case::new();
    let lines = |from: usize, to: usize, word: &str| -> String {
        let line = |n| format!("{{\"docno\":\"d{n}\",\"text\":\"a {word} of page {n}\"}}\n");
        (from..to).map(line).collect()
    };
    case.file("a.jsonl", lines(0, 20, "kettle"));
    case.file("b.jsonl", lines(20, 25, "kettle"));
    case.file("c.jsonl", lines(0, 20, "teapot and a cup"));
    let path = case.path("index");
    let stored = || {
        let chosen_on = Index::open_alone(&path).unwrap().manifest;
        let rule = crate::tuned::rule(&RULE, chosen_on.counts.pages);
        move |path: &std::path::Path| store_tuned(path, Some(rule), &chosen_on)
    };
    let begin = || case.tamis("index a.jsonl --out index --force -q").ends(0);
    let refused = "was built anew while a rule for it was chosen";
    for (line, is_same) in [
        ("index a.jsonl b.jsonl --out index -q", true),
        ("delete index d3", true),
        ("index a.jsonl --out index --force -q", true),
        ("index c.jsonl --out index --force -q", false),
        ("index b.jsonl --out index --force -q", false),
        ("index b.jsonl a.jsonl --out index --force -q", false),
        ("combine other last --out index --force -q", false),
    ] {
        begin();
        case.tamis("index b.jsonl --out other --force -q").ends(0);
        case.tamis("index a.jsonl --out last --force -q").ends(0);
        let store = stored();
        case.tamis(line).ends(0);
        let result = store(&path);
        assert_eq!(result.is_ok(), is_same, "{line}: {result:?}");
        if let Err(error) = result {
            assert!(error.to_string().contains(refused), "{error}");
            assert!(Index::open_alone(&path).unwrap().manifest.tuned.is_none());
        }
    }
    // Built anew of the same archives, it has a page again that was deleted.
    begin();
    case.tamis("delete index d3").ends(0);
    let store = stored();
    begin();
    assert!(store(&path).is_err());
});
