//! Flags that several commands share, and their former spellings.

use crate::case::Case;

fn printed(case: &Case, line: &str, flag: &str) -> String {
    case.tamis(&line.replace("FLAG", flag)).ends(0).stdout
}

fn assert_same(case: &Case, line: &str, new: &str, old: &str) {
    let shown = printed(case, line, new);
    assert!(!shown.is_empty() && shown == printed(case, line, old), "{line}: {new}, {old}");
}

case!(former_spellings_of_flags_do_what_they_did, |_| {
    let case = Case::indexed();
    case.file("page.html", "<title>T</title><p>Penguins march over the ice to the sea.</p>");
    case.file("run", "1 Q0 ice-1 1 1 x\n");
    assert_same(&case, "search index penguin --json FLAG min-words-10", "--label", "--label");
    assert_same(
        &case,
        "compare index --topics topics --qrels qrels FLAG words-tree",
        "--label",
        "--label",
    );
    assert_same(&case, "inspect index --json FLAG words-tree ice-1", "--label", "--classifier");
    assert_same(&case, "extract page.html FLAG keep-all", "--classifier", "--classifier");
    assert_same(&case, "label index --json --force FLAG bte", "--classifier", "--classifier");
    assert_same(&case, "eval qrels run FLAG map", "--measure", "--measures");
});
