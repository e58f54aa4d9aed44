//! `tamis tune`: what it prints, writes and stores. What it finds is asked of the job.

use crate::case::Case;
use tamis::demo;

case!(a_rule_is_found_printed_to_paste_stored_and_forgotten, |case| {
    demo::generate(&case.path("demo"), 120, 5).unwrap();
    case.tamis("index demo/demo.warc.gz --out index -q").ends(0);
    let tune = "tune index --topics demo/demo.topics --qrels demo/demo.qrels -m P_10 --seed 2 \
                --pseudo-topics 60 --threads 1";
    let dry = case.tamis(&format!("{tune} --dry-run --json")).ends(0).json();
    assert_eq!((&dry["topics"], &dry["judged"]["measure"]), (&60.into(), &"P_10".into()));
    let none = ["`tamis tune index`"];
    case.tamis("search index kettle --rule tuned").ends(1).says(&none);
    let found = case.tamis(&format!("{tune} --out found")).ends(0);
    assert!(found.stderr.contains("index: stored; search by it with --rule tuned"));
    let json: serde_json::Value = serde_json::from_str(&case.read("found/tune.json")).unwrap();
    assert_eq!(json["weights"], dry["weights"]);
    // Stored is what was printed to paste.
    let paste =
        found.stdout.lines().find(|line| line.starts_with("  tamis search index ")).unwrap();
    let flags = paste.trim().strip_prefix("tamis search index ").unwrap();
    let search = |flags: &str| {
        case.tamis(&format!("search index 'garden birds' --json {flags}")).ends(0).json_lines()
    };
    assert_eq!(search(flags), search("--rule tuned"));
    let stats = case.tamis("stats index").ends(0).stdout;
    assert!(flags.split(" --").all(|flag| stats.contains(flag)), "{stats}");
    case.tamis("tune index --forget").ends(0).says(&["the stored rule is removed"]);
    case.tamis("tune index --forget").ends(0).says(&["no rule is stored"]);
    case.tamis("search index kettle --rule tuned").ends(1).says(&none);
});

case!(what_cannot_be_tuned_is_refused_in_the_words_of_flags, |_| {
    let case = Case::indexed();
    case.tamis("tune index").ends(1).says(&["2 titles", "expected 30 or more", "use the sieve"]);
    case.tamis("tune index --topics topics").ends(2).says(&["--qrels"]);
    for (flags, message) in [
        ("--pseudo-topics 29", "--pseudo-topics: found 29"),
        ("--topics topics --qrels qrels -m map", "--measure: found one of 1000 results"),
    ] {
        case.tamis(&format!("tune index {flags}")).ends(2).says(&[message]);
    }
    case.tamis("index pages.warc.gz --out none --store none -q").ends(0);
    case.tamis("tune none").ends(1).says(&["stores no titles", "--store text"]);
});
