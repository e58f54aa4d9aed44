//! Warnings about very many topics.

use crate::case::Case;

fn ids() -> impl Iterator<Item = String> {
    (1..=2_000).map(|id| format!("n{id:04}"))
}

fn lines_of_ids(line: fn(String) -> String) -> String {
    ids().map(line).collect()
}

case!(warnings_name_ten_topics_of_many_and_all_with_v, |_| {
    let case = Case::indexed();
    case.file("many", lines_of_ids(|id| format!("{id}\tnowhere\n")) + "1\tpenguin\n");
    case.file(
        "many.run",
        lines_of_ids(|id| format!("{id} Q0 ice-1 1 1 t\n")) + "1 Q0 ice-1 1 1 t\n",
    );
    let first = ids().take(10).collect::<Vec<_>>().join(", ") + ", ... (all with -v)\n";
    let all = ids().collect::<Vec<_>>().join(", ") + "\n";
    for (line, warning) in [
        ("search index --topics many --out run", "warning: no result for 2,000 of 2,001 topics: "),
        ("eval qrels many.run", "warning: 2,000 topics of the run have no judgements; ignored: "),
        (
            "compare index --topics many --qrels qrels",
            "warning: 2,000 topics have no judgements; left out: ",
        ),
    ] {
        case.tamis(line).ends(0).says(&[&format!("{warning}{first}")]);
        case.tamis(&format!("{line} -v")).ends(0).says(&[&format!("{warning}{all}")]);
    }
});
