//! Flags that several commands share, and their former spellings.

use crate::case::Case;

case!(former_spellings_of_flags_do_what_they_did, |_| {
    let case = Case::indexed();
    case.file("page.html", "<title>T</title><p>Penguins march over the ice to the sea.</p>");
    case.file("run", "1 Q0 ice-1 1 1 x\n");
    let same = |line: &str, new: &str, old: &str| {
        let printed = |flag: &str| case.tamis(&line.replace("FLAG", flag)).ends(0).stdout;
        let shown = printed(new);
        assert!(!shown.is_empty() && shown == printed(old), "{line}: {new}, {old}");
    };
    same("search index penguin --json FLAG min-words-10", "--label", "--label");
    same("compare index --topics topics --qrels qrels FLAG words-tree", "--label", "--label");
    same("distribution index FLAG words-tree", "--label", "--label");
    same("inspect index --json FLAG words-tree ice-1", "--label", "--classifier");
    same("extract page.html FLAG keep-all", "--classifier", "--classifier");
    same("label index --json --force FLAG bte", "--classifier", "--classifier");
    same("eval qrels run FLAG map", "--measure", "--measures");
});
