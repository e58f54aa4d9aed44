//! The commands, their flags, their JSON and their exit statuses, as promised.

use crate::case::{Case, PAGES, html, keys};
use serde_json::json;
use std::collections::BTreeSet;

case!(a_collection_is_indexed_from_a_file_and_from_standard_input, |case| {
    case.warc("pages.warc.gz", PAGES.len());
    let outcome = case.tamis("index pages.warc.gz --out warc").ends(0);
    assert_eq!(outcome.stdout, "");
    outcome.says(&["warc: 5 pages, 25 blocks"]);
    let lines: String = PAGES
        .iter()
        .map(|page| json!({"docno": page.0, "html": html(page)}).to_string() + "\n")
        .collect();
    case.file("pages.jsonl", &lines);
    case.tamis("index pages.jsonl --out file -q").ends(0);
    case.tamis_reading("index - --out pipe -q", lines.as_bytes()).ends(0);
    for index in ["warc", "file", "pipe"] {
        let stats = case.tamis(&format!("stats {index} --json")).ends(0).json();
        assert_eq!((&stats["pages"], &stats["blocks"]), (&json!(5), &json!(25)), "{stats}");
        let run = case.tamis(&format!("search {index} penguin --json")).ends(0);
        assert_eq!(run.json_lines().len(), 4, "{}", run.stdout);
    }
    case.file("docs.tsv", "a\tA penguin.\nno tab\n");
    case.tamis("index docs.tsv --out lines").ends(3).says(&["1 page"]);
});

case!(flags_choose_the_records_that_are_pages, |case| {
    let page = |docno: &str, url: &str, status: &str| {
        format!(
            "<DOC>\n<DOCNO>{docno}</DOCNO>\n<FEEDNO>F-1</FEEDNO>\n\
             <FEEDURL>http://a.example/rss#</FEEDURL>\n<BLOGHPNO>H-1</BLOGHPNO>\n\
             <BLOGHPURL>http://a.example/</BLOGHPURL>\n<PERMALINK>{url}</PERMALINK>\n<DOCHDR>\n\
             HTTP/1.1 {status}\nContent-Type: text/html\n</DOCHDR>\n<p>{docno}\n</DOC>\n"
        )
    };
    let feed = "<DOC>\n<FEEDNO>F-1</FEEDNO>\n<FEEDURL>http://a.example/rss#</FEEDURL>\n\
                <PERMALINKS>\nhttp://a.example/1 BLOG06-1\n</PERMALINKS>\n<DOCHDR>\nHTTP/1.1 200 \
                OK\n</DOCHDR>\n<rss></rss>\n</DOC>\n";
    let pages = page("BLOG06-1", "http://a.example/1", "200 OK")
        + &page("BLOG06-2", "http://a.example/1", "404 Not Found");
    case.file("BLOGS06/20060217/permalinks-000", pages);
    case.file("BLOGS06/20060217/feeds-000", feed);
    case.tamis("index BLOGS06 --out index").ends(0).says(&["2 pages", "feed 1"]);
    case.tamis("index BLOGS06 --out ok --status 2xx").ends(0).says(&["1 page", "status 1"]);
    case.tamis("index BLOGS06 --out all --include feeds,homepages").ends(0).says(&["3 pages"]);
});

case!(stats_have_the_promised_keys, |_| {
    let case = Case::indexed();
    let stats = case.tamis("stats index --json").ends(0).json();
    for key in [
        "pages",
        "blocks",
        "tokens",
        "archives",
        "skipped",
        "analyzer",
        "labels",
        "words_per_block",
    ] {
        assert!(keys(&stats).contains(&key), "{key}: {stats}");
    }
    assert_eq!(stats["archives"][0]["path"], "pages.warc.gz");
    assert_eq!(stats["archives"][0]["skipped"], json!({"not_response": 1}));
    let text = case.tamis("stats index").ends(0).stdout;
    let list = format!("{:<33} {}\n", "public suffix list", tamis_index::index::site::LIST_DATE);
    assert!(
        text.contains(&list) && stats["public_suffix_list"] == tamis_index::index::site::LIST_DATE,
        "{stats}"
    );
    let facts: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
    // All values begin at the column of the first one.
    let column = facts[0].len() - facts[0].split_whitespace().last().map_or(0, str::len);
    for fact in facts {
        assert!(fact[..column].ends_with(' ') && !fact[column..].starts_with(' '), "{fact}");
    }
});

case!(index_says_its_counts_as_json, |case| {
    case.warc("pages.warc.gz", 2);
    let objects = case.tamis("index pages.warc.gz --out index --json -q").ends(0).json_lines();
    let [archive, counts] = &objects[..] else { panic!("{objects:?}") };
    let archive = &archive["archive"];
    assert_eq!(
        keys(archive),
        ["checkpoint", "flawed", "kind", "pages", "path", "records", "skipped", "stamp"]
    );
    assert_eq!(
        (&archive["path"], &archive["records"], &archive["pages"]),
        (&json!("pages.warc.gz"), &json!(3), &json!(2))
    );
    let names = "archives blocks damaged finished flawed index pages pages_without_label records \
                 skipped tokens";
    assert_eq!(keys(counts), names.split(' ').collect::<Vec<_>>());
    assert_eq!(
        (&counts["pages"], &counts["damaged"], &counts["finished"]),
        (&json!(2), &json!(0), &json!(true))
    );
});

case!(search_prints_a_run_that_eval_reads, |_| {
    let case = Case::indexed();
    case.tamis("search index --topics topics --out run.txt --tag mine")
        .ends(0)
        .says(&["no result for 1 of 3 topics: 2"]);
    let run = case.read("run.txt");
    assert!(run.starts_with("1 Q0 ") && run.lines().all(|line| line.ends_with(" mine")), "{run}");
    assert_eq!(case.tamis("search index --topics topics --tag mine -q").ends(0).stdout, run);
    let values = case.tamis("eval qrels run.txt -m P_10 -m ndcg_cut_10 -c").ends(0);
    assert!(values.stdout.starts_with("P_10                  \tall\t0."), "{}", values.stdout);
    assert_eq!(
        case.tamis("eval qrels run.txt -m P@10 --json -q").ends(0).json_lines()[0]["topic"],
        "1"
    );
});

case!(search_for_words_shows_the_best_blocks, |_| {
    let case = Case::indexed();
    let found =
        case.tamis("search index 'penguin walks' --min-words 11 --json").ends(0).json_lines();
    assert_eq!(found.len(), 2, "{found:?}");
    let expected =
        ["archive", "blocks", "date", "docno", "offset", "rank", "score", "title", "url"];
    assert_eq!(keys(&found[0]), expected);
    assert_eq!(
        [
            &found[0]["docno"],
            &found[0]["rank"],
            &found[0]["blocks"],
            &found[0]["date"],
            &found[0]["archive"]
        ],
        [
            &json!("ice-1"),
            &json!(1),
            &json!([{"number": 3, "text": PAGES[0].3}]),
            &json!("2006-02-17T00:00:00Z"),
            &json!("pages.warc.gz")
        ]
    );
    assert!(found[1]["offset"].as_u64().unwrap() > 0, "{found:?}");
    let weighed =
        case.tamis("search index penguin --json --weight 'words >= 11: 0.25'").ends(0).json_lines();
    let weights: BTreeSet<String> = weighed
        .iter()
        .flat_map(|hit| hit["blocks"].as_array().unwrap())
        .map(|block| block["weight"].to_string())
        .collect();
    assert_eq!(weights, ["0.25", "1"].map(str::to_owned).into());
    let text = case.tamis("search index 'penguin walks' --min-words 11").ends(0).stdout;
    let whole = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("ice-1") && text.contains(PAGES[0].1) && whole.contains(PAGES[0].3),
        "{text}"
    );
    assert!(
        text.contains(&format!(" {} ", found[0]["score"])),
        "the scores are printed alike: {text} {found:?}"
    );
});

case!(the_lists_print_themselves, |case| {
    assert!(case.tamis("classifiers").ends(0).stdout.contains("words-tree"));
    assert!(
        case.tamis("analyzers --json")
            .ends(0)
            .json_lines()
            .iter()
            .any(|entry| entry["name"] == "english")
    );
    assert!(case.tamis("measures").ends(0).stdout.contains("ndcg_cut"));
    assert!(case.tamis("completions bash").ends(0).stdout.contains("sweep"));
    assert!(case.tamis("--version").ends(0).stdout.starts_with("tamis "));
});

case!(a_pipe_sees_no_bar_and_no_colour, |case| {
    case.warc("pages.warc.gz", PAGES.len());
    for line in [
        "index pages.warc.gz --out index",
        "index pages.warc.gz --out index --force -v",
        "index --bogus",
        "--help",
    ] {
        let outcome = case.tamis(line);
        assert!(
            !outcome.stderr.contains(['\x1b', '\r']) && !outcome.stdout.contains('\x1b'),
            "{line}: {outcome:?}"
        );
    }
    let quiet = case.tamis("index pages.warc.gz --out index --force -q").ends(0);
    assert_eq!((quiet.stdout, quiet.stderr), (String::new(), String::new()));
});

case!(the_demo_does_the_whole_job_and_tells_it_in_80_columns, |case| {
    for _ in 0..2 {
        let printed = case.tamis("demo --out demo --pages 60").ends(0).stdout;
        assert_eq!(printed.matches("\n$ tamis ").count(), 3, "{printed}");
        for part in
            ["is generated", "\nkeep ", "\ndrop ", "keeps ", "NDCG@10", "expect less on others"]
        {
            assert!(printed.contains(part), "{part}:\n{printed}");
        }
        assert!(printed.lines().all(|line| line.chars().count() <= 80), "{printed}");
        assert!(case.read("demo/min-words/report.html").contains("<svg"));
        assert!(case.path("demo/max-repeats/sweep.tsv").is_file());
    }
});
