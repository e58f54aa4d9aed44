//! Folders of results on the command line. What a folder may hold is asked of jobs.

use crate::case::Case;
use std::collections::BTreeMap;

/// The files of a folder by name.
fn files(case: &Case, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(case.path(folder)).unwrap().map(|entry| entry.unwrap().path());
    let named = entries.map(|path| {
        (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(path).unwrap())
    });
    named.collect()
}

case!(a_folder_holds_one_experiment_and_is_replaced_by_force, |_| {
    let case = Case::indexed();
    case.file("run-1", "1 Q0 ice-1 1 2.0 mine\n");
    case.file("run-2", "1 Q0 ice-2 1 2.0 other\n");
    let judged = "--topics topics --qrels qrels -q";
    for (line, changed) in [
        (&*format!("sweep index {judged} --min-words 1,2"), "--hits 5"),
        ("eval qrels run-1 run-2", "--test wilcoxon"),
    ] {
        let _ = std::fs::remove_dir_all(case.path("out"));
        case.tamis(&format!("{line} --out out")).ends(0);
        case.file("out/notes.txt", "mine");
        let first = files(&case, "out");
        // The same again gives the same again.
        case.tamis(&format!("{line} --out out")).ends(0);
        assert!(files(&case, "out") == first, "{line}");
        case.tamis(&format!("{line} --out out {changed}")).ends(1).says(&[
            "out: holds the results of another experiment",
            "name another folder, or replace them (`--out`, `--force`)",
        ]);
        assert!(files(&case, "out") == first, "{line}");
        case.tamis(&format!("{line} --out out {changed} --force")).ends(0);
        assert_eq!(case.read("out/notes.txt"), "mine");
    }
});

case!(a_run_and_an_export_are_packed_as_their_names_say_and_read_again, |_| {
    let case = Case::indexed();
    for name in ["run", "run.gz", "run.zst"] {
        case.tamis(&format!("search index --topics topics --out {name} -q")).ends(0);
    }
    case.tamis("export index --format jsonl --out pages.jsonl.zst -q").ends(0);
    let begins = |name: &str, magic: &[u8]| {
        assert!(std::fs::read(case.path(name)).unwrap().starts_with(magic), "{name}");
    };
    begins("run.gz", &[0x1f, 0x8b]);
    begins("run.zst", &[0x28, 0xb5, 0x2f, 0xfd]);
    begins("pages.jsonl.zst", &[0x28, 0xb5, 0x2f, 0xfd]);
    let scores = |run: &str| case.tamis(&format!("eval qrels {run}")).ends(0).stdout;
    assert_eq!([scores("run.gz"), scores("run.zst")], [scores("run"), scores("run")]);
    case.tamis("index pages.jsonl.zst --out other").ends(0).says(&["5 pages"]);
});
