//! How the program explains itself: `help`, lists, man pages and completions.

use crate::case::Case;
use std::process::Command;

case!(help_of_a_command_is_its_help_flag, |case| {
    assert_eq!(case.tamis("help").ends(0).stdout, case.tamis("--help").ends(0).stdout);
    for command in ["sweep", "eval", "models", "man"] {
        let help = case.tamis(&format!("help {command}")).ends(0).stdout;
        assert_eq!(help, case.tamis(&format!("{command} --help")).ends(0).stdout);
        assert!(
            help.contains("\nExamples:\n  ") && help.contains(&format!("\n    tamis {command}")),
            "{help}"
        );
    }
    case.tamis("help sweeep").ends(2).says(&["sweeep"]);
});

/// The options that a help shows, by their long names.
fn options(help: &str) -> Vec<&str> {
    let (help, _) = help.split_once("\nExamples:\n").expect("every command has examples");
    // What is indented further is text.
    let rows = help.lines().filter(|line| line.starts_with("  -") || line.starts_with("      --"));
    let names = rows.filter_map(|line| line.split([' ', ',']).find(|word| word.starts_with("--")));
    names.collect()
}

case!(the_short_help_shows_the_usual_options_and_the_long_one_all_under_headings, |case| {
    for command in ["index", "search", "sweep", "compare", "eval", "accuracy", "export"] {
        let short = case.tamis(&format!("{command} -h")).ends(0).stdout;
        let long = case.tamis(&format!("{command} --help")).ends(0).stdout;
        assert!(short.lines().count() <= 60, "{short}");
        let usual = options(&short);
        let all = options(&long);
        assert!(usual.len() <= 11 && all.len() > 2 * usual.len() - 4, "{usual:?}, {all:?}");
        assert!(usual.iter().all(|option| all.contains(option)), "{usual:?}, {all:?}");
        let more = format!("\nAll options, under headings: tamis {command} --help\n");
        assert!(short.contains(&more) && !long.contains(&more), "{short}");
    }
    let help = case.tamis("sweep --help").ends(0).stdout;
    let headings = [
        "Topics and judgements",
        "Rule (which blocks are searched)",
        "Weights (how much blocks count)",
        "Axes of a sweep",
        "Ranking",
        "Query expansion",
        "Pages that are searched",
        "Statistics",
        "Output",
        "General",
        "Examples",
    ];
    let places = headings.map(|heading| help.find(&format!("\n\n{heading}:\n")));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}\n{help}");
    assert!(help.lines().count() < 200, "{help}");
});

case!(models_are_listed_with_parameters_and_sources, |case| {
    let listed = case.tamis("models").ends(0).stdout;
    assert_eq!(listed.lines().count(), tamis_search::model::MODELS.len());
    assert!(
        listed.starts_with("bm25                k1=0.9 b=0.4  BM25 with exact lengths"),
        "{listed}"
    );
    let models = case.tamis("models --json").ends(0).json_lines();
    let k1 = &models[0]["parameters"][0];
    let range = "0 or more";
    assert_eq!(
        (&k1["name"], &k1["default"], &k1["range"]),
        (&"k1".into(), &0.9.into(), &range.into())
    );
    assert_eq!(models[7]["parameters"], serde_json::json!([]));
});

case!(every_command_has_a_man_page, |case| {
    case.tamis("man --out man").ends(0).says(&["man pages"]);
    let page = case.read("man/tamis-sweep.1");
    assert!(page.contains("tamis\\-sweep \\- Find the best threshold"), "{page}");
    assert!(page.contains("\\-\\-min\\-words 1..=50"), "{page}");
    let root = case.read("man/tamis.1");
    assert!(root.contains("tamis\\-models(1)") && !root.contains("tamis\\-help"), "{root}");
    for name in ["sweep", "man", "completions"] {
        assert!(case.path(format!("man/tamis-{name}.1")).exists());
    }
    assert!(!case.path("man/tamis-help.1").exists());
    // The same bytes again.
    case.tamis("man --out again -q").ends(0);
    assert_eq!(case.read("again/tamis-sweep.1"), page);
});

/// What bash offers for the last word of a line.
fn offered(case: &Case, line: &str) -> Vec<String> {
    let words: Vec<String> = line.split(' ').map(|word| format!("'{word}'")).collect();
    let script = format!(
        "source ./tamis.bash; COMP_WORDS=({}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
         COMPREPLY=(); _tamis tamis \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD - \
         1]}}\"; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        words.join(" ")
    );
    let output = Command::new("bash")
        .args(["-c", &script])
        .current_dir(case.path(""))
        .output()
        .expect("bash runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[cfg(unix)]
case!(completions_know_names_and_files, |case| {
    if Command::new("bash").arg("--version").output().is_err() {
        return;
    }
    let script = case.tamis("completions bash").ends(0).stdout;
    case.file("tamis.bash", script);
    case.file("some.html", "");
    for (line, name) in [
        ("tamis search x --model bm", "bm25"),
        ("tamis sweep x --model ", "ql-dirichlet-indri"),
        ("tamis search x --label words-", "words-tree"),
        ("tamis compare x --label ", "all"),
        ("tamis index x --classifier words-", "words-tree"),
        ("tamis index x --analyzer ger", "german"),
        ("tamis eval x y --measure P", "P.10"),
        ("tamis eval x y -m nd", "ndcg_cut.10"),
        ("tamis export x --format j", "jsonl"),
        ("tamis search x --title d", "drop"),
        ("tamis accuracy x --score ro", "rouge"),
        ("tamis accuracy x --format l3", "l3s-gn1"),
        ("tamis search x --docnos some", "some.html"),
        ("tamis help sw", "sweep"),
        ("tamis mod", "models"),
    ] {
        let offered = offered(&case, line);
        assert!(offered.iter().any(|offer| offer == name), "{line}: {offered:?}");
    }
    // Former spellings work, and are not offered.
    assert!(!offered(&case, "tamis index x --classifier").contains(&"--classifiers".to_owned()));
});

#[cfg(unix)]
case!(completion_scripts_are_read_by_their_shells, |case| {
    for shell in ["bash", "zsh", "fish"] {
        let script = case.tamis(&format!("completions {shell}")).ends(0).stdout;
        assert!(["bm25", "words-tree", "P.10"].iter().all(|name| script.contains(name)), "{shell}");
        case.file("script", script);
        // A shell that is not installed cannot be run.
        if let Ok(output) =
            Command::new(shell).args(["-n", "script"]).current_dir(case.path("")).output()
        {
            assert!(
                output.status.success(),
                "{shell}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
    }
});
