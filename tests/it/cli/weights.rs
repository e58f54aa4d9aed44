//! Weights of blocks on the command line: how they are typed, shown and refused. What they do is
//! asked of jobs.

use crate::case::Case;

const TITLES: &str = "--weight 'kind = title: 3' --weight 'link_density > 0.5: 0.25'";

case!(weights_are_typed_and_shown_by_every_command_that_takes_them, |_| {
    let case = Case::indexed();
    let rule = "all, weights kind = title: 3; link_density > 0.5: 0.25";
    let explain = format!("search index penguin {TITLES} --explain tea-1");
    let table = case.tamis(&explain).ends(0).stdout;
    assert!(table.contains("(weight 0.25)") && table.contains(rule), "{table}");
    assert_eq!(case.tamis(&format!("{explain} --json")).ends(0).json()["rule"], rule);
    let whole = "--weight 'kind = title: 3'";
    case.tamis(&format!("export index --format ciff --out x {whole}"))
        .ends(0)
        .says(&["of blocks where all, weights kind = title: 3"]);
    case.tamis("search index --topics topics --out a.run -q").ends(0);
    let found = case.tamis(&format!("eval qrels a.run --index index {whole} --json")).ends(0);
    assert!(found.stdout.contains("weights kind = title: 3"), "{}", found.stdout);
    let file = "topics = 'topics'\nqrels = 'qrels'\nweight = ['title=kind = title: 3']\ngrid = \
                ['weight.title=1..=5']\n";
    case.file("sweep.toml", file);
    let read = case.tamis("sweep index --config sweep.toml -q").ends(0).stdout;
    let typed = "sweep index --topics topics --qrels qrels --weight 'title=kind = title: 3' --grid \
                 weight.title=1..=5 -q";
    assert_eq!(case.tamis(typed).ends(0).stdout, read);
});

case!(what_is_no_weight_is_refused_in_the_words_of_flags, |_| {
    let case = Case::indexed();
    for (line, message) in [
        ("search index kettle --weight 'wrods > 3: 2'", "--weight: column 1: found 'wrods'"),
        (
            "sweep index --topics topics --qrels qrels --weight 'a=all: 3' --grid weight.a=1,101",
            "--grid weight.a: found '101'",
        ),
    ] {
        case.tamis(line).ends(2).says(&[message]);
    }
});
