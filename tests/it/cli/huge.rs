//! Huge pages: a million nested elements, and 20 MB of text. A page of 100 MB is for a release
//! build: `tamis index big.html --out index` took 12 s there.

use crate::case::Case;
use serde_json::json;

case!(a_million_nested_tags_end_at_the_depth_limit_without_a_word_lost, |case| {
    let page =
        ["<html><body>", &"<div>".repeat(1_000_000), "deep words", &"</div>".repeat(1_000_000)]
            .concat();
    case.file("site/nested.html", page);
    case.file("site/unclosed.html", "<b>".repeat(1_000_000) + "deeper words");
    case.file("site/page.html", "<p>shallow words");
    case.tamis("index site --out index")
        .ends(0)
        .says(&["3 pages", "2 flaws of other records: depth_limit 2"]);
    assert_eq!(case.tamis("search index words --json").ends(0).json_lines().len(), 3);
    let too_deep = "elements nested deeper than 4096: 995906, not opened";
    let block = case
        .tamis("extract site/nested.html --blocks --json")
        .ends(0)
        .says(&[too_deep, "max_depth"])
        .json();
    let expected = (&json!("deep words"), &json!(2), &json!(4096));
    assert_eq!((&block["text"], &block["words"], &block["tag_level"]), expected);
    let unlimited = case.tamis("extract site/nested.html --blocks --json --max-depth 0").ends(0);
    assert_eq!(
        (unlimited.json()["tag_level"].as_u64(), unlimited.stderr.as_str()),
        (Some(1_000_002), "")
    );
});

case!(a_page_of_20_megabytes_is_a_page, |case| {
    let paragraph =
        format!("<p>{}<a href=x>and a link</a></p>\n", "words of a long page ".repeat(50));
    case.file("big.html", paragraph.repeat(20_000_000 / paragraph.len()));
    case.tamis("index big.html --out index").ends(0).says(&["1 page, "]);
    assert_eq!(
        case.tamis("search index page --min-words 100 --json").ends(0).json_lines().len(),
        1
    );
});

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
    case.file("one.run", "1 Q0 ice-1 1 1 u\n");
    case.file("two.run", "1 Q0 ice-1 1 1 v\n");
    case.file("many.qrels", lines_of_ids(|id| format!("{id} 0 ice-1 1\n")) + "1 0 ice-1 1\n");
    let first = ids().take(10).collect::<Vec<_>>().join(", ") + ", ... (all with -v)\n";
    let all = ids().collect::<Vec<_>>().join(", ") + "\n";
    for (line, warning) in [
        ("search index --topics many --out run", "warning: no result for 2,000 of 2,001 topics: "),
        ("eval qrels many.run", "warning: the qrels lack 2,000 topics of the run; ignored: "),
        (
            "eval many.qrels one.run",
            "warning: the run lacks 2,000 topics of the qrels; left out (with -c, 0 in the \
             means): ",
        ),
        (
            "eval many.qrels one.run many.run",
            "no results for 2,000 topics that others answer; 0 in the means: ",
        ),
        (
            "eval many.qrels one.run two.run",
            "no run answers 2,000 topics of the qrels; left out (with -c, 0 in the means): ",
        ),
        (
            "compare index --topics many --qrels qrels",
            "warning: the qrels lack 2,000 topics; left out: ",
        ),
    ] {
        case.tamis(line).ends(0).says(&[&format!("{warning}{first}")]);
        case.tamis(&format!("{line} -v")).ends(0).says(&[&format!("{warning}{all}")]);
    }
});
