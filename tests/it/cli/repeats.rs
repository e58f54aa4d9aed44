//! How often blocks repeat, as flags ask for it and as `inspect` and `stats` print it. What is
//! counted is tested in `crates/library/tests/it/repeats.rs`.

use crate::case::Case;

case!(repeats_are_asked_for_and_shown, |_| {
    let case = Case::indexed();
    let line = |n: usize| {
        let html = format!("<title>t{n}</title><p>kettle bridge archive</p><p>a note {n}</p>");
        let url = format!("http://tea.org/{n}");
        serde_json::json!({ "docno": format!("d{n}"), "url": url, "html": html }).to_string() + "\n"
    };
    case.file("pages.jsonl", (0..4).map(line).collect::<String>());
    case.tamis("index pages.jsonl --out menus -q").ends(0);
    let table = case.tamis("inspect menus d1").ends(0).stdout;
    assert!(table.contains("level  repeats  text"), "{table}");
    assert!(table.contains("      4  kettle bridge archive"), "{table}");
    let text = case.tamis("stats menus").ends(0).stdout;
    assert!(text.contains("        4        3  kettle bridge archive"), "{text}");
    let stats = case.tamis("stats menus --json").ends(0).json();
    assert_eq!(stats["repeats"]["most_repeated"][0]["repeats"], 4);
    assert_eq!(case.tamis("search menus kettle --max-repeats 3 --json -q").ends(0).stdout, "");
    let sieve = case.tamis("search menus note --sieve --json -q").ends(0).json_lines();
    assert_eq!(sieve.len(), 4);
    case.file("plain.jsonl", "{\"docno\":\"a\",\"text\":\"a penguin walks\"}\n");
    case.tamis("index plain.jsonl --out plain").ends(0);
    case.tamis("search plain penguin --max-site-share 0.5")
        .ends(1)
        .says(&["plain: no page has a URL, so no page has a site", "use repeats"]);
});
