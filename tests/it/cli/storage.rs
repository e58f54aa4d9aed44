//! Stored data, duplicate pages, and detection of damage in an index.

use crate::case::{Case, PAGES, html};
use serde_json::json;

fn bytes_of_texts(case: &Case, index: &str) -> Option<u64> {
    case.tamis(&format!("stats {index} --json")).json()["bytes"]["stored_texts"].as_u64()
}

case!(an_index_keeps_what_store_names, |case| {
    case.warc("pages.warc.gz", PAGES.len());
    case.file("topics", crate::case::TOPICS);
    let docno = PAGES[0].0;
    let mut runs = Vec::new();
    for store in ["all", "text", "none"] {
        case.tamis(&format!("index pages.warc.gz --out {store} --store {store}")).ends(0);
        runs.push(
            case.tamis(&format!("search {store} --topics topics --min-words 11 -q")).ends(0).stdout,
        );
        let blocks = case.tamis(&format!("inspect {store} {docno} --json")).ends(0).json_lines();
        let texts = blocks.iter().any(|block| block["text"] != "");
        assert_eq!((blocks.len(), texts), (5, store != "none"));
        let page = case.tamis(&format!("inspect {store} {docno} --html"));
        if store == "all" {
            assert_eq!(page.ends(0).stdout, html(&PAGES[0]));
        } else {
            page.ends(1).says(&["does not keep the pages", "--store all"]);
        }
    }
    assert!(
        !runs[0].is_empty() && runs.iter().all(|run| *run == runs[0]),
        "storage changes no search"
    );
    assert!(
        bytes_of_texts(&case, "all") > bytes_of_texts(&case, "text")
            && bytes_of_texts(&case, "text") > bytes_of_texts(&case, "none")
    );
});

fn text_with_an_odd_word(odd: usize) -> String {
    (0..400).map(|i| if i == odd { "odd ".into() } else { format!("w{i} ") }).collect()
}

/// Seven pages: a long text, the same in another page, nearly the same, another text, and three
/// without any.
fn repeated(case: &Case) {
    let other: String = (1000..1400).map(|i| format!("w{i} ")).collect();
    let pages = [
        ("first", text_with_an_odd_word(999)),
        ("same", text_with_an_odd_word(999)),
        ("near", text_with_an_odd_word(200)),
        ("other", other),
    ];
    let mut lines: Vec<String> = pages
        .iter()
        .map(|(docno, text)| json!({"docno": docno, "html": format!("<p>{text}")}).to_string())
        .collect();
    lines.extend(["e1", "e2"].map(|docno| json!({"docno": docno, "html": "<p></p>"}).to_string()));
    case.file("x.jsonl", lines.join("\n"));
}

case!(repeated_pages_are_left_out_on_demand, |case| {
    repeated(&case);
    for (dedup, pages, rows) in [
        ("off", 6, &[][..]),
        ("exact", 5, &["same\tskipped\tduplicate_text"]),
        ("near", 4, &["same\tskipped\tnear_duplicate", "near\tskipped\tnear_duplicate"]),
    ] {
        case.tamis(&format!("index x.jsonl --out {dedup} --dedup {dedup}")).ends(0);
        let stats = case.tamis(&format!("stats {dedup} --json")).json();
        assert_eq!((&stats["pages"], &stats["records"]), (&json!(pages), &json!(6)), "{dedup}");
        let list = case.read(&format!("{dedup}/losses.tsv"));
        assert_eq!(list.lines().count(), 1 + rows.len(), "{list}");
        for row in rows {
            assert!(list.contains(row) && list.contains("first is kept"), "{list}");
        }
        case.tamis(&format!("verify {dedup}")).ends(0);
    }
});

/// The text of seven pages that are far apart, in batches that different threads analyze.
fn nth_text(n: usize) -> String {
    (0..200).map(|i| format!("t{n}w{} ", i * (n + 3) % 211)).collect::<String>()
}

case!(which_page_stays_does_not_depend_on_the_threads, |case| {
    case.file(
        "x.jsonl",
        (0..420)
            .map(|i| {
                json!({"docno": format!("d{i:04}"), "html": format!("<p>{}", nth_text(i % 60))})
                    .to_string()
            })
            .collect::<Vec<_>>()
            .join("\n"),
    );
    for dedup in ["exact", "near"] {
        let lists = [1, 2, 8].map(|threads| {
            let out = format!("{dedup}{threads}");
            case.tamis(&format!(
                "index x.jsonl --out {out} --dedup {dedup} --threads {threads} --commit-every 20k"
            ))
            .ends(0);
            assert_eq!(case.tamis(&format!("stats {out} --json")).json()["pages"], 60, "{dedup}");
            case.read(&format!("{out}/losses.tsv"))
        });
        assert!(
            lists[0].contains("d0060\tskipped") && lists[0].contains("d0000 is kept"),
            "{}",
            lists[0]
        );
        assert!(lists.iter().all(|list| *list == lists[0]));
    }
});

case!(a_page_that_is_added_later_repeats_one_that_was_there, |case| {
    repeated(&case);
    let text: String = (1000..1400).map(|i| format!("w{i} ")).collect();
    case.file("y.jsonl", json!({"docno": "late", "html": format!("<p>{text}")}).to_string());
    for dedup in ["exact", "near"] {
        case.tamis(&format!("index x.jsonl --out {dedup} --dedup {dedup}")).ends(0);
        case.tamis(&format!("index y.jsonl --out {dedup} --dedup {dedup}")).ends(0);
        assert!(case.read(&format!("{dedup}/losses.tsv")).ends_with("other is kept\n"));
        case.tamis(&format!("verify {dedup}")).ends(0);
    }
});

case!(verify_names_what_is_damaged, |_| {
    let case = Case::indexed();
    let whole = case.tamis("verify index").ends(0).stdout;
    let pages = PAGES.len();
    let records = format!("{} records seen = {pages} pages + 1 skipped", pages + 1);
    assert!(whole.ends_with("the index is whole\n") && whole.contains(&records), "{whole}");
    let meta = case.read("index/meta.json");
    case.edit_meta("index", |meta| {
        meta.replace(&format!(r#"\"pages\":{pages}"#), r#"\"pages\":99"#)
    });
    let counts = case.tamis("verify index").ends(1).stdout;
    assert!(
        counts.contains(&format!("found {pages} pages, expected 99 as in the manifest"))
            && counts.contains("records seen, but 99"),
        "{counts}"
    );
    case.file("index/meta.json", meta);

    let list = case.read("index/losses.tsv");
    case.file(
        "index/losses.tsv",
        list.replace("not_response", "feed").replace("warcinfo", "warcinfo -------"),
    );
    let wrong = case.tamis("verify index --json").ends(1).json();
    let wrong = wrong["checks"]
        .as_array()
        .unwrap()
        .iter()
        .find(|check| check["name"] == "losses")
        .unwrap()
        .clone();
    assert!(
        wrong["wrong"][0].as_str().unwrap().contains("other bytes than at the last commit"),
        "{wrong}"
    );
    case.file("index/losses.tsv", &list[..40]);
    assert!(
        case.tamis("verify index")
            .ends(1)
            .stdout
            .contains("WRONG  losses    index/losses.tsv: found 40 bytes")
    );

    // The list counts right but says another place.
    case.file("index/losses.tsv", list.replacen("\t0\t", "\t9\t", 1));
    assert!(
        case.tamis("verify index").ends(1).stdout.contains("other bytes than at the last commit")
    );
    case.file("index/losses.tsv", list.clone() + "more\n");
    assert!(case.tamis("verify index").ends(1).stdout.contains("as in the manifest"));
    case.file("index/losses.tsv", list);

    let files = std::fs::read_dir(case.path("index")).unwrap().map(|entry| entry.unwrap().path());
    let file = files
        .into_iter()
        .find(|path| path.extension().is_some_and(|extension| extension == "pos"))
        .unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[0] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    let name = file.file_name().unwrap().to_str().unwrap().to_owned();
    assert!(
        case.tamis("verify index")
            .ends(1)
            .stdout
            .contains(&format!("{name}:0: found bytes with the checksum"))
    );
    std::fs::remove_file(&file).unwrap();
    let gone = case.tamis("verify index").ends(1).stdout;
    assert!(gone.contains(&name) && gone.ends_with("the index is damaged\n"), "{gone}");
    case.tamis("verify nothing").ends(1);
});

case!(a_damaged_record_leaves_out_none_of_a_file_of_the_same_name, |case| {
    let page = |docno: &str| format!("{{\"docno\":\"{docno}\",\"text\":\"tea for {docno}\"}}\n");
    case.file("a/docs.jsonl", "{\"docno\":\"x0\", cut\n".to_owned() + &page("x1"));
    case.file("b/docs.jsonl", page("y1") + &page("y2"));
    case.tamis("index a b --out index -q").ends(3);
    case.tamis("verify index --deep").ends(0);
    std::fs::rename(case.path("a"), case.path("moved")).unwrap();
    case.tamis("verify index moved b --deep").ends(0);
});

case!(verify_deep_reads_every_page_again_and_compares_its_blocks, |_| {
    let case = Case::indexed();
    let pages = PAGES.len();
    let whole = case.tamis("verify index --deep").ends(0).stdout;
    assert!(whole.contains("ok     numbers"), "{whole}");
    assert!(
        whole.contains(&format!("ok     pages     {pages} read again from 1 archive and cut anew")),
        "{whole}"
    );
    case.tamis("verify index pages.warc.gz").ends(2);

    // An index that says of itself that it was made in another way than it was.
    let edits = [
        (r#"\"analyzer\":\"english\""#, r#"\"analyzer\":\"standard\""#, "found tokens "),
        (r#"\"keep-all\""#, r#"\"kfe\""#, "found no label kfe in the page"),
    ];
    let meta = std::fs::read(case.path("index/meta.json")).unwrap();
    for (from, to, message) in edits {
        case.edit_meta("index", |meta| meta.replace(from, to));
        case.tamis("verify index").ends(0);
        let wrong = case.tamis("verify index --deep").ends(1).stdout;
        assert!(wrong.contains("WRONG  pages") && wrong.contains(message), "{to}: {wrong}");
        case.file("index/meta.json", &meta);
    }

    // Pages that are elsewhere now, or nowhere.
    std::fs::rename(case.path("pages.warc.gz"), case.path("moved.warc.gz")).unwrap();
    let left_out = case.tamis("verify index --deep").ends(0).stdout;
    assert!(
        left_out.contains("open   pages     not compared with the pages themselves: "),
        "{left_out}"
    );
    assert!(left_out.ends_with("the index is whole as far as it could be checked\n"), "{left_out}");
    let moved = case.tamis("verify index moved.warc.gz --deep").ends(0).stdout;
    assert!(moved.contains(&format!("ok     pages     {pages} read again")), "{moved}");
    case.tamis("verify index nowhere.warc.gz --deep").ends(1);

    // An index that stores its pages needs no archive; labels that were added are compared as well.
    case.tamis("index moved.warc.gz --store all --score c45-words --out stored -q").ends(0);
    case.tamis("label stored --classifier bte -q").ends(0);
    std::fs::remove_file(case.path("moved.warc.gz")).unwrap();
    let stored = case.tamis("verify stored --deep --json").ends(0).json();
    let checks = stored["checks"].as_array().unwrap();
    let found = format!("{pages} read again from the index and cut anew");
    assert!(
        checks.iter().all(|check| check["complete"] == true)
            && checks.last().unwrap()["found"] == *found,
        "{stored}"
    );
});

case!(verify_deep_leaves_pages_open_that_reached_the_time_limit, |case| {
    let paragraph =
        format!("<p>{}<a href=x>and a link</a></p>\n", "words of a long page ".repeat(50));
    case.file("slow.html", paragraph.repeat(20_000));
    case.tamis("index slow.html --max-ms 1 --store all --out index").says(&["time_limit"]);
    let open = case.tamis("verify index --deep").ends(0).stdout;
    assert!(
        open.contains(
            "open   pages     1 read again from the index and cut anew; 1 of them not compared"
        ),
        "{open}"
    );
    assert!(open.ends_with("the index is whole as far as it could be checked\n"), "{open}");
});
