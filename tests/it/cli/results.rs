//! Folders of results: two experiments never mix in one, and what is not theirs stays.

use crate::case::Case;
use std::collections::BTreeMap;

const SWEEP: &str = "sweep index --topics topics --qrels qrels -q";

/// The files of a folder by name, those in its folders too.
fn files(case: &Case, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(case.path(folder)).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{folder}/{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            found.append(&mut files(case, &name));
        } else {
            found.insert(name, std::fs::read(path).unwrap());
        }
    }
    found
}

case!(a_folder_holds_one_experiment_and_what_is_not_its_own_stays, |_| {
    let case = Case::indexed();
    case.file("pages/html/a.html", "<p>one two three</p>");
    case.file("pages/gold/a.txt", "one two three");
    case.file("run-1", "1 Q0 ice-1 1 2.0 mine\n");
    case.file("run-2", "1 Q0 ice-2 1 2.0 other\n");
    let other = format!("{SWEEP} --min-words 1..=3");
    for (line, changed) in [
        (
            &*format!("{SWEEP} --min-words 1..=9 --folds 2"),
            &*format!("{SWEEP} --min-words 1..=9 --level 2"),
        ),
        (
            &format!("{SWEEP} --min-words 1..=9 --runs"),
            &format!("{SWEEP} --min-words 1..=9 --runs --hits 5"),
        ),
        (
            "compare index --topics topics --qrels qrels -q",
            "compare index --topics topics --qrels qrels --title drop -q",
        ),
        ("eval qrels run-1 run-2", "eval qrels run-1 run-2 --test wilcoxon"),
        ("accuracy pages -q", "accuracy pages --cut atomic -q"),
        ("distribution pages -q", "distribution pages --cut atomic -q"),
        ("distribution index -q", "distribution index --label words-tree -q"),
    ] {
        let _ = std::fs::remove_dir_all(case.path("out"));
        case.tamis(&format!("{line} --out out")).ends(0);
        case.file("out/notes.txt", "mine");
        case.file("out/runs/notes.run.txt", "mine");
        let first = files(&case, "out");
        // The same again gives the same again.
        case.tamis(&format!("{line} --out out")).ends(0);
        assert_eq!(files(&case, "out"), first, "{line}");
        for refused in [changed, &other] {
            case.tamis(&format!("{refused} --out out")).ends(1).says(&[
                "out: holds the results of another experiment",
                "name another folder, or replace them (`--out`, `--force`)",
            ]);
            assert_eq!(files(&case, "out"), first, "{refused}");
        }
        case.tamis(&format!("{other} --out fresh")).ends(0);
        case.tamis(&format!("{other} --out out --force")).ends(0);
        let mine = ["notes.txt", "runs/notes.run.txt"]
            .map(|name| (format!("out/{name}"), b"mine".to_vec()));
        let fresh: Vec<String> =
            files(&case, "fresh").into_keys().map(|name| name.replace("fresh/", "out/")).collect();
        let names: Vec<String> = files(&case, "out")
            .into_keys()
            .filter(|name| mine.iter().all(|(m, _)| m != name))
            .collect();
        assert_eq!(names, fresh, "{line}");
        assert!(mine.iter().all(|(name, text)| files(&case, "out")[name] == *text));
    }
});

case!(an_experiment_is_its_contents_and_neither_paths_nor_threads, |_| {
    let case = Case::indexed();
    let copy = |from: &str, to: &str| std::fs::copy(case.path(from), case.path(to)).unwrap();
    copy("topics", "same.topics");
    copy("qrels", "same.qrels");
    let qrels = std::fs::read_to_string(case.path("qrels")).unwrap();
    let (rest, grade) = qrels.trim_end().rsplit_once(' ').unwrap();
    case.file("other.qrels", format!("{rest} {}\n", grade.parse::<i32>().unwrap() + 1));
    case.file("list", "ice-1\nice-2\ntea-1\n");
    case.file("same.list", "tea-1\nice-2\nice-1\n");
    case.file("other.list", "ice-1\ntea-1\n");
    case.file("run-1", "1 Q0 ice-1 1 2.0 mine\n");
    case.file("run-2", "1 Q0 ice-2 1 2.0 other\n");
    let judged = "--topics topics --qrels qrels";
    for line in [
        format!("sweep index {judged} --min-words 1..=9 --docnos list"),
        format!("compare index {judged} --docnos list"),
        "eval qrels run-1 run-2 --index index --docnos list".to_owned(),
    ] {
        let _ = std::fs::remove_dir_all(case.path("out"));
        case.tamis(&format!("{line} --out out")).ends(0);
        let moved = [("topics topics", "topics same.topics"), ("qrels ", "same.qrels ")];
        let moved = moved.iter().fold(line.clone(), |line, (from, to)| line.replace(from, to));
        let moved =
            moved.replace("--same.qrels", "--qrels").replace("docnos list", "docnos same.list");
        let threads = if line.starts_with("eval") { "" } else { "--threads 1" };
        case.tamis(&format!("{moved} --out out {threads}")).ends(0);
        let refused = [("qrels ", "other.qrels "), ("docnos list", "docnos other.list")];
        for (from, to) in refused {
            let other = line.replace(from, to).replace("--other.qrels", "--qrels");
            case.tamis(&format!("{other} --out out"))
                .ends(1)
                .says(&["out: holds the results of another experiment"]);
        }
    }
});

case!(a_folder_without_a_list_is_not_written_over, |_| {
    let case = Case::indexed();
    case.file("out/sweep.tsv", "mine");
    for force in ["", "--force"] {
        let refused = case.tamis(&format!("{SWEEP} --min-words 1..=3 --out out {force}")).ends(1);
        refused.says(&["out/sweep.tsv: is there already, and files.json does not list it"]);
    }
    assert_eq!(files(&case, "out").len(), 1);
    // Other folds are another experiment, whose results replace the former ones with
    // --force.
    case.tamis(&format!("{SWEEP} --min-words 1..=3 --folds 2 --out same")).ends(0);
    case.tamis(&format!("{SWEEP} --min-words 1..=3 --out same"))
        .ends(1)
        .says(&["another experiment", "--force"]);
    case.tamis(&format!("{SWEEP} --min-words 1..=3 --folds 2 --out same")).ends(0);
    case.tamis(&format!("{SWEEP} --min-words 1..=3 --out same --force")).ends(0);
    // So is another margin; the usual one, named, is none.
    case.tamis(&format!("{SWEEP} --min-words 1..=3 --margin 5% --out same")).ends(0);
    case.tamis(&format!("{SWEEP} --min-words 1..=3 --margin 0.02 --out same"))
        .ends(1)
        .says(&["another experiment", "--force"]);
    assert!(
        !case.path("same/folds.tsv").exists()
            && !case.read("same/files.json").contains("folds.tsv")
    );
});

fn scores_of_run(case: &Case, run: &str) -> String {
    case.tamis(&format!("eval qrels {run}")).ends(0).stdout
}

case!(a_run_is_packed_as_its_name_says_and_read_again, |_| {
    let case = Case::indexed();
    let line = "search index --topics topics --out";
    for name in ["run", "run.gz", "run.zst", "again.gz"] {
        case.tamis(&format!("{line} {name} -q")).ends(0);
    }
    let bytes = |name: &str| std::fs::read(case.path(name)).unwrap();
    assert_eq!(bytes("run.gz")[..2], [0x1f, 0x8b]);
    assert_eq!(bytes("run.zst")[..4], [0x28, 0xb5, 0x2f, 0xfd]);
    assert_eq!(bytes("run.gz"), bytes("again.gz"));
    assert_eq!(
        [scores_of_run(&case, "run.gz"), scores_of_run(&case, "run.zst")],
        [scores_of_run(&case, "run"), scores_of_run(&case, "run")]
    );
    case.tamis("export index --format jsonl --out pages.jsonl.zst -q").ends(0);
    assert_eq!(bytes("pages.jsonl.zst")[..4], [0x28, 0xb5, 0x2f, 0xfd]);
    case.tamis("index pages.jsonl.zst --out other -q").ends(0);
});
