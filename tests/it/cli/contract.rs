//! The commands, their flags, their JSON and their exit statuses, as promised.

use crate::case::{Case, PAGES, html, keys};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::Write;

/// What every collection of the five pages must come to.
fn has_the_five_pages(case: &Case, index: &str) {
    let stats = case.tamis(&format!("stats {index} --json")).ends(0).json();
    assert_eq!((&stats["pages"], &stats["blocks"]), (&json!(5), &json!(25)), "{stats}");
    let run = case.tamis(&format!("search {index} penguin --json")).ends(0);
    assert_eq!(run.json_lines().len(), 4, "{}", run.stdout);
}

case!(a_warc_file_becomes_an_index, |case| {
    case.warc("pages.warc.gz", PAGES.len());
    let outcome = case.tamis("index pages.warc.gz --out index").ends(0);
    assert_eq!(outcome.stdout, "");
    outcome.says(&["index: 5 pages, 25 blocks"]);
    has_the_five_pages(&case, "index");
});

case!(a_folder_of_pages_becomes_an_index_with_paths_for_names, |case| {
    for page in &PAGES {
        case.file(&format!("site/a/{}.html", page.0), html(page));
    }
    case.tamis("index site --out index -q").ends(0);
    has_the_five_pages(&case, "index");
    case.tamis("inspect index a/tea-1.html").ends(0);
});

case!(jsonl_comes_from_a_file_and_from_standard_input, |case| {
    let lines: String = PAGES
        .iter()
        .map(|page| json!({"docno": page.0, "html": html(page)}).to_string() + "\n")
        .collect();
    case.file("pages.jsonl", &lines);
    case.tamis("index pages.jsonl --out file -q").ends(0);
    case.tamis_reading("index - --out pipe -q", lines.as_bytes()).ends(0);
    has_the_five_pages(&case, "file");
    has_the_five_pages(&case, "pipe");
});

case!(lines_of_docno_and_text_are_a_collection_where_they_are_named, |case| {
    let lines: String = PAGES.iter().map(|page| format!("{}\t{}\n", page.0, page.3)).collect();
    case.file("data/docs.tsv", lines + "empty\t \nno tab\n");
    case.tamis("index data/docs.tsv --out index").ends(3).says(&["5 pages"]);
    let list = case.read("index/losses.tsv");
    assert!(list.contains("no docno and tab") && list.contains("empty"), "{list}");
    let run = case.tamis("search index penguin --json").ends(0).json_lines();
    assert_eq!(
        run.iter().map(|hit| hit["docno"].as_str().unwrap()).collect::<Vec<_>>(),
        ["ice-2", "ice-1"]
    );
    // A folder may hold topics as well, which look the same.
    case.tamis("index data --out folder").says(&["0 pages"]);
});

fn block_texts(case: &Case, index: &str, docno: &str) -> Vec<String> {
    let blocks = case.tamis(&format!("inspect {index} {docno} --json")).ends(0).json_lines();
    blocks.iter().map(|block| block["text"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
}

case!(collections_are_read_as_beir_and_ms_marco_have_them, |case| {
    let beir =
        "{\"_id\": \"7\", \"title\": \"Penguins\", \"text\": \"They walk.\", \"metadata\": {}}\n";
    case.file("corpus.jsonl", beir);
    case.file("queries.jsonl", "{\"_id\": \"q1\", \"text\": \"penguins\", \"metadata\": {}}\n");
    case.file("docs.tsv", "D1\thttps://a.example/\tPenguins\tThey walk.\nD2\t\t\tOf penguins.\n");
    case.tamis("index corpus.jsonl --out beir -q").ends(0);
    case.tamis("index docs.tsv --out marco -q").ends(0);
    assert!(
        case.tamis("search beir --topics queries.jsonl").ends(0).stdout.starts_with("q1 Q0 7 1 ")
    );
    let found = case.tamis("search marco penguin --json").ends(0).json_lines();
    let mut found: Vec<_> =
        found.iter().map(|hit| (&hit["docno"], &hit["url"], &hit["blocks"][0]["text"])).collect();
    found.sort_by_key(|hit| hit.0.to_string());
    let first = json!("Penguins");
    let second = json!("Of penguins.");
    assert_eq!(
        found,
        [(&json!("D1"), &json!("https://a.example/"), &first), (&json!("D2"), &json!(""), &second)]
    );
    assert_eq!(block_texts(&case, "beir", "7"), ["Penguins", "They walk."]);
    assert_eq!(block_texts(&case, "marco", "D1"), ["Penguins", "They walk."]);
});

fn penguin_hits(case: &Case, index: &str, view: &str) -> Vec<Value> {
    case.tamis(&format!("search {index} penguin {view} --json")).ends(0).json_lines()
}

case!(a_title_beside_a_text_is_the_title_of_the_page, |case| {
    let long = "They walk over the ice to the sea and back";
    case.file(
        "corpus.jsonl",
        format!(
            "{{\"_id\": \"7\", \"title\": \"Penguins\", \"text\": \"{long}.\\n\\nA penguin\"}}\n"
        ),
    );
    case.file("docs.tsv", format!("7\thttps://a.example/\tPenguins\t{long}\n"));
    for (input, index) in [("corpus.jsonl", "lines"), ("docs.tsv", "columns")] {
        case.tamis(&format!("index {input} --out {index} -q")).ends(0);
        assert_eq!(penguin_hits(&case, index, "--min-words 5")[0]["title"], "Penguins");
        assert_eq!(penguin_hits(&case, index, "--min-words 5 --title keep").len(), 1);
        assert_eq!(
            penguin_hits(&case, index, "--min-words 5 --title drop").len()
                + penguin_hits(&case, index, "--min-words 5 --title block").len(),
            0
        );
        assert_eq!(penguin_hits(&case, index, "--title drop").len(), usize::from(index == "lines"));
        let printed = case.tamis(&format!("inspect {index} 7")).ends(0).stdout;
        let titles: Vec<&str> = printed.lines().filter(|line| line.starts_with('T')).collect();
        assert!(titles.len() == 1 && titles[0].ends_with(" Penguins"), "{printed}");
        let blocks = case.tamis(&format!("inspect {index} 7 --json")).ends(0).json_lines();
        assert_eq!((&blocks[0]["kind"], &blocks[1]["kind"]), (&json!("title"), &json!("text")));
    }
});

case!(a_kept_page_of_text_is_labelled_with_its_title, |case| {
    case.file(
        "t.jsonl",
        [
            r#"{"id":"1","title":" Two\nwords","text":"A text & <b>."}"#,
            "\n",
            r#"{"id":"2","text":"A text."}"#,
            "\n",
        ]
        .concat(),
    );
    case.tamis("index t.jsonl --out index --store all -q").ends(0);
    case.tamis("label index --classifier boilerpipe-article,justext-no-stop-words,bte").ends(0);
    case.tamis("index t.jsonl --out text -q").ends(0);
    case.tamis("label text --classifier boilerpipe-article,justext-no-stop-words,bte").ends(0);
    for page in ["1", "2"] {
        let inspected =
            |index: &str| case.tamis(&format!("inspect {index} {page} --json")).ends(0).stdout;
        assert_eq!(inspected("index"), inspected("text"));
    }
});

case!(paragraphs_of_plain_text_are_blocks_without_links, |case| {
    case.file(
        "t.jsonl",
        r#"{"docno": "one two", "text": "First paragraph.\n\nA second one\nof two lines."}"#
            .to_owned()
            + "\n",
    );
    case.tamis("index t.jsonl --out index -q").ends(0);
    let blocks = case.tamis("inspect index one%20two~e711d9ae071dd050 --json").ends(0).json_lines();
    let texts: Vec<_> =
        blocks.iter().map(|block| (&block["text"], &block["link_density"])).collect();
    assert_eq!(
        texts,
        [
            (&json!("First paragraph."), &json!(0.0)),
            (&json!("A second one of two lines."), &json!(0.0))
        ]
    );
});

fn trecweb_page(docno: &str, status: &str) -> String {
    format!(
        "<DOC>\n<DOCNO>{docno}</DOCNO>\n<DATE_XML>2006-02-17T00:00:00+0000</DATE_XML>\n\
         <FEEDNO>F-1</FEEDNO>\n<FEEDURL>http://a.example/rss#</FEEDURL>\n\
         <BLOGHPNO>H-1</BLOGHPNO>\n<BLOGHPURL>http://a.example/</BLOGHPURL>\n\
         <PERMALINK>http://a.example/1</PERMALINK>\n<DOCHDR>\nHTTP/1.1 \
             {status}\nContent-Type: text/html\n</DOCHDR>\n{}\n</DOC>\n",
        html(&PAGES[0])
    )
}

fn gzip(text: &str) -> Vec<u8> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text.as_bytes()).unwrap();
    gzip.finish().unwrap()
}

case!(the_layout_of_blogs06_keeps_404_pages_and_skips_feeds_and_home_pages, |case| {
    let feed = "<DOC>\n<FEEDNO>F-1</FEEDNO>\n<FEEDURL>http://a.example/rss#</FEEDURL>\n\
                <PERMALINKS>\nhttp://a.example/1 \
                BLOG06-1\n</PERMALINKS>\n<DOCHDR>\nHTTP/1.1 200 \
                OK\n</DOCHDR>\n<rss></rss>\n</DOC>\n";
    case.file(
        "BLOGS06/20060217/permalinks-000.gz",
        gzip(&(trecweb_page("BLOG06-1", "200 OK") + &trecweb_page("BLOG06-2", "404 Not Found"))),
    );
    case.file("BLOGS06/20060217/feeds-000.gz", gzip(feed));
    case.tamis("index BLOGS06 --out index").ends(0).says(&["2 pages", "feed 1"]);
    case.tamis("inspect index BLOG06-2").ends(0);
    case.tamis("index BLOGS06 --out ok --status 2xx -q").ends(0);
    let stats = case.tamis("stats ok --json").ends(0).json();
    assert_eq!((&stats["pages"], &stats["skipped"]["status"]), (&json!(1), &json!(1)), "{stats}");
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

fn count_kettles(case: &Case, flags: &str) -> usize {
    case.tamis(&format!("search index kettle --json {flags}")).ends(0).json_lines().len()
}

case!(any_rule_over_blocks_is_a_flag, |_| {
    let case = Case::indexed();
    assert_eq!(count_kettles(&case, ""), 3);
    assert_eq!(count_kettles(&case, "--min-words 11"), 1);
    assert_eq!(count_kettles(&case, "--max-link-density 0.33"), 2);
    assert_eq!(
        count_kettles(&case, "--where 'words >= 11 and link_density <= 0.33 or kind = title'"),
        1
    );
    assert_eq!(count_kettles(&case, "--label min-words-10 --min-density 5"), 1);
    assert_eq!(count_kettles(&case, "--kind title"), 0);
    assert_eq!(count_kettles(&case, "--max-words 3 --title drop"), 2);
    for (model, ..) in tamis_search::model::MODELS {
        assert_eq!(count_kettles(&case, &format!("--model {model}")), 3, "{model}");
    }
});

case!(only_stop_words_give_no_results_and_no_error, |_| {
    let case = Case::indexed();
    let outcome = case
        .tamis("search index 'of the'")
        .ends(0)
        .says(&["no result: no word to search for, or only stop words"]);
    assert_eq!(outcome.stdout, "");
    assert_eq!(case.tamis("search index zebra").ends(0).says(&["no result"]).stdout, "");
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
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(
            case.tamis(&format!("completions {shell}")).ends(0).stdout.contains("sweep"),
            "{shell}"
        );
    }
    assert!(case.tamis("--version").ends(0).stdout.starts_with("tamis "));
    for command in
        ["index", "search", "sweep", "eval", "extract", "inspect", "stats", "demo", "completions"]
    {
        assert!(
            case.tamis(&format!("{command} --help")).ends(0).stdout.contains("Usage: tamis "),
            "{command}"
        );
    }
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

case!(the_number_of_threads_changes_nothing, |case| {
    case.warc("pages.warc.gz", PAGES.len());
    case.file("topics", crate::case::TOPICS);
    let runs = [1, 3].map(|threads| {
        case.tamis(&format!("index pages.warc.gz --out index{threads} --threads {threads} -q"))
            .ends(0);
        case.tamis(&format!("search index{threads} --topics topics -q")).ends(0).stdout
    });
    assert_eq!(runs[0], runs[1]);
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
