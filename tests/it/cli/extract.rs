//! `tamis extract` and `tamis inspect`: a page's text and its blocks.

use crate::case::{ANSWERED, Case, PAGES, html, keys};
use serde_json::{Value, json};

/// The fields of a block in the contract, in addition to its number in the page.
const BLOCK: [&str; 11] = [
    "anchor_words",
    "block",
    "kind",
    "labels",
    "link_density",
    "tag_level",
    "text",
    "text_density",
    "words",
    "wrapped_lines",
    "wrapped_words",
];

fn label_names(block: &Value) -> Vec<String> {
    block["labels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap().to_owned())
        .collect::<Vec<_>>()
}

case!(blocks_have_the_promised_keys, |case| {
    case.file("page.html", html(&PAGES[0]));
    let blocks = case
        .tamis("extract page.html --classifier words-tree --blocks --json")
        .ends(0)
        .json_lines();
    assert_eq!(blocks.len(), 5);
    for block in &blocks {
        assert_eq!(keys(block), BLOCK);
    }
    assert_eq!(
        (&blocks[0]["kind"], &blocks[0]["text"], &blocks[0]["labels"]),
        (&json!("title"), &json!("On the ice"), &json!([]))
    );
    assert_eq!(
        (&blocks[2]["words"], &blocks[2]["anchor_words"], &blocks[2]["link_density"]),
        (&json!(3), &json!(3), &json!(1.0))
    );
    assert!(label_names(&blocks[3]).contains(&"min-words-15".to_owned()), "{blocks:?}");
    assert_eq!(label_names(&blocks[2]), ["keep-all"]);
});

case!(an_indexed_page_shows_the_blocks_of_the_page, |_| {
    let case = Case::indexed();
    case.file("page.html", html(&PAGES[0]));
    let mut indexed = case.tamis("inspect index ice-1 --json").ends(0).json_lines();
    for block in &mut indexed {
        let block = block.as_object_mut().unwrap();
        assert!(block.remove("tokens").is_some_and(|tokens| tokens.is_u64()));
        for repeats in ["repeats", "site_repeats", "site_share"] {
            assert!(block.remove(repeats).is_some_and(|repeats| repeats.is_number()));
        }
        assert_eq!(block.remove("encoding"), Some(json!("UTF-8")));
        assert_eq!(block.remove("encoding_source"), Some(json!("http")));
    }
    let page = case.tamis("extract page.html --classifier words-tree --blocks --json");
    assert_eq!(indexed, page.ends(0).json_lines());
    let text = case.tamis("inspect index ice-1").ends(0).stdout;
    assert!(
        text.starts_with("ice-1  http://ice-1.example/  2006-02-17T00:00:00Z  (pages.warc.gz:"),
        "{text}"
    );
    assert!(text.lines().next().is_some_and(|line| line.ends_with(")  UTF-8 (http)")), "{text}");
});

case!(the_text_is_what_the_classifier_keeps, |case| {
    case.file("page.html", html(&PAGES[0]));
    assert_eq!(
        case.tamis("extract page.html --classifier min-words-10").ends(0).stdout,
        format!("{}\n", PAGES[0].3)
    );
    assert_eq!(
        case.tamis("extract page.html --classifier keep-all").ends(0).stdout.lines().count(),
        4
    );
    let object = case.tamis("extract page.html --classifier min-words-10 --json").ends(0).json();
    assert_eq!(
        (&object["title"], &object["classifier"]),
        (&json!("On the ice"), &json!("min-words-10"))
    );
});

case!(our_own_remover_is_the_default, |case| {
    case.file("page.html", html(&PAGES[0]));
    let object = case.tamis("extract page.html --json").ends(0).json();
    assert_eq!(object["classifier"], "tamis");
    let text = case.tamis("extract page.html").ends(0).stdout;
    assert_eq!(text, case.tamis("extract page.html --classifier tamis").ends(0).stdout);
});

/// The marks of the blocks that `inspect` prints, without the title's.
fn marks(case: &Case, line: &str) -> String {
    let printed = case.tamis(line).ends(0).stdout;
    printed.lines().skip(3).filter_map(|line| line.chars().next()).collect()
}

case!(inspect_marks_by_our_own_remover_if_the_index_has_it, |case| {
    case.file("page.html", html(&PAGES[0]));
    for (labels, marking) in
        [("bte,words-tree,tamis", "tamis"), ("bte,words-tree", "words-tree"), ("bte", "bte")]
    {
        case.tamis(&format!("index page.html --out index --classifier {labels} --force -q"))
            .ends(0);
        let page = case.tamis("search index ice --json -q").ends(0).json();
        let docno = page["docno"].as_str().unwrap().to_owned();
        let line = format!("inspect index {docno}");
        let marked = marks(&case, &format!("{line} --label {marking}"));
        assert_eq!((marks(&case, &line), marked.len()), (marked, 4), "{labels}");
    }
});

case!(every_block_is_explained, |case| {
    case.file("page.html", html(&PAGES[0]));
    for name in [
        "words-tree",
        "boilerpipe-article",
        "tree-filter",
        "words-tree-main",
        "boilerpipe-keep-min-words:5",
    ] {
        let line = format!("extract page.html --classifier {name} --explain");
        let blocks = case.tamis(&format!("{line} --json")).ends(0).json_lines();
        assert_eq!(
            (keys(&blocks[0]), blocks.len()),
            (BLOCK.to_vec(), 5),
            "the title is not explained"
        );
        let kept = case.tamis(&format!("extract page.html --classifier {name}")).ends(0).stdout;
        for block in &blocks[1..] {
            let content = block["content"].as_bool().unwrap();
            assert_eq!(content, kept.lines().any(|line| block["text"] == line), "{name}: {block}");
            assert!(
                block["because"].as_str().is_some_and(|because| because.contains('(')),
                "{name}: {block}"
            );
        }
        let lines = case.tamis(&line).ends(0).stdout;
        assert_eq!(lines.lines().count(), 2 + 2 * 4, "{lines}");
        assert!(lines.contains(blocks[1]["because"].as_str().unwrap()), "{lines}");
    }
});

case!(labels_with_points_and_colons_are_searched, |case| {
    case.file("page.html", html(&PAGES[0]));
    let names = "boilerpipe-article-2.0,tree-filter:b3:keep-all";
    case.tamis(&format!("index page.html --out index --classifier {names} -q")).ends(0);
    let found =
        case.tamis("search index ice --where 'label = tree-filter:b3:keep-all'").ends(0).stdout;
    assert!(!found.is_empty());
});

case!(a_page_comes_from_standard_input_in_the_encoding_that_is_given, |case| {
    let page = b"<p>caf\xe9</p>";
    let line = "extract - --classifier keep-all --encoding";
    assert_eq!(case.tamis_reading(&format!("{line} latin1"), page).ends(0).stdout, "caf\u{e9}\n");
    assert_eq!(case.tamis_reading(&format!("{line} utf-8"), page).ends(0).stdout, "caf\u{fffd}\n");
});

fn block_texts(case: &Case, cut: &str) -> Vec<Value> {
    let blocks =
        case.tamis(&format!("extract page.html --blocks --json --cut {cut}")).ends(0).json_lines();
    blocks.into_iter().map(|mut block| block["text"].take()).collect()
}

case!(the_cut_is_chosen, |case| {
    case.file("page.html", "<p>one <b>two</b> three</p>");
    assert_eq!(block_texts(&case, "boilerpipe"), ["one two three"]);
    assert_eq!(block_texts(&case, "atomic"), ["one", "two", "three"]);
    case.tamis("index page.html --out index --cut atomic -q").ends(0);
    assert_eq!(case.tamis("stats index --json").ends(0).json()["cut"], "atomic");
});

case!(an_empty_page_has_nothing_and_is_no_error, |case| {
    case.file("empty.html", "");
    assert_eq!(case.tamis("extract empty.html").ends(0).stdout, "");
    assert_eq!(case.tamis("extract empty.html --blocks --json").ends(0).stdout, "");
    assert_eq!(case.tamis("extract empty.html --json").ends(0).json()["text"], "");
});

case!(text_within_the_limits_is_shown_and_the_rest_is_reported, |case| {
    case.file("page.html", "<p>one<p>two words<p>three");
    let cut = case.tamis("extract page.html --classifier keep-all --max-blocks 2").ends(3);
    assert_eq!(cut.stdout, "one\ntwo words\n");
    cut.says(&[
        "page.html: warning: blocks after the first 2: 1, left out with 5 bytes of text; raise \
         max_blocks to keep them",
    ]);
    assert_eq!(
        case.tamis("extract page.html --classifier keep-all --max-blocks 2 -q").ends(3).stderr,
        "tamis: page.html: content is missing\n"
    );
    let deep = case
        .tamis("extract page.html --classifier keep-all --max-depth 0 --max-blocks 0 --max-ms 0")
        .ends(0);
    assert_eq!((deep.stdout.lines().count(), deep.stderr.as_str()), (3, ""));
});

case!(several_pages_are_told_apart_and_an_empty_one_is_named, |case| {
    case.file("a.html", html(&PAGES[0]));
    case.file("b.html", "<title>b</title>");
    let text = case.tamis("extract a.html b.html --classifier words-tree").ends(0);
    let text = text.says(&["b.html: warning: words-tree found no main text"]);
    assert!(text.stdout.starts_with("==> a.html <==\n"), "{}", text.stdout);
    assert!(text.stdout.ends_with("\n\n==> b.html <==\n"), "{}", text.stdout);
    let pages = case.tamis("extract a.html b.html --json").ends(0).json_lines();
    assert_eq!((&pages[0]["file"], &pages[1]["file"]), (&json!("a.html"), &json!("b.html")));
    let one = case.tamis("extract a.html").ends(0).stdout;
    assert!(!one.contains("==>"), "{one}");
});

/// A page with a menu, a table, code and a footnote.
const STRUCTURED: &str = "<!DOCTYPE html><html lang=en><title>Penguins on the ice | Polar \
    News</title><meta property=og:site_name content='Polar News'><meta name=author content='Ada \
    Frost'><meta property=article:published_time content=2026-05-06T08:00:00Z>\
    <ul><li><a href=/>Home</a><li><a href=/news>News</a></ul><h1>Penguins on the ice</h1>\
    <p>Two penguins crossed the frozen <a href=/bay>bay</a> on Sunday morning, watched by a crowd \
    of several hundred people who had waited since dawn.<sup><a href=#n id=r>1</a></sup>\
    <p>The station wrote down what it saw, and its table was read aloud in the evening to all who \
    had come from the villages around:<table><tr><th>Hour<th>Seen<tr><td>8<td>two fish and a \
    stone</table><p>Nobody knows where they came from. The nearest colony lies two hundred miles \
    away, and the wind had blown from the south for a week.\
    <ol><li id=n>By the count of the harbour master. <a href=#r>↩</a></ol>";

case!(a_page_is_written_as_markdown_and_as_html, |case| {
    case.file("page.html", STRUCTURED);
    let markdown = case.tamis("extract page.html --format markdown").ends(0).stdout;
    assert!(markdown.starts_with("## Penguins on the ice\n\nTwo penguins crossed the frozen bay"));
    assert!(markdown.contains("| Hour | Seen |\n| --- | --- |\n| 8 | two fish and a stone |\n"));
    let all = "extract page.html --format markdown --classifier keep-all";
    let all = case.tamis(all).ends(0).stdout;
    assert!(all.contains("dawn.[^1]\n"), "{all}");
    assert!(all.ends_with("\n[^1]: By the count of the harbour master.\n"), "{all}");
    let links = "extract page.html --format markdown --links --url https://a.test/b";
    let links = case.tamis(links).ends(0).stdout;
    assert!(links.contains("frozen [bay](https://a.test/bay) on"), "{links}");
    let html = case.tamis("extract page.html --format html").ends(0).stdout;
    assert!(
        html.starts_with("<meta charset=\"utf-8\">\n<h1>Penguins on the ice</h1>\n<p>Two"),
        "{html}"
    );
    assert!(html.contains("<tr><td>8</td><td>two fish and a stone</td></tr>"), "{html}");
    let text = case.tamis("extract page.html").ends(0).stdout;
    assert_eq!(case.tamis("extract page.html --format text").ends(0).stdout, text);
    case.tamis("extract page.html --blocks --links").ends(2).says(&["cannot be used with"]);
});

case!(a_page_has_metadata, |case| {
    case.file("page.html", STRUCTURED);
    let object = &case.tamis("extract page.html --format json").ends(0).json_lines()[0];
    let metadata = &object["metadata"];
    assert_eq!(metadata["title"], "Penguins on the ice");
    assert_eq!(metadata["author"], "Ada Frost");
    assert_eq!(metadata["published"], "2026-05-06T08:00:00Z");
    assert_eq!(metadata["site"], "Polar News");
    assert_eq!(metadata["modified"], Value::Null);
    assert!(object["confidence"].as_f64().is_some_and(|f1| (0.0..=1.0).contains(&f1)));
    assert_eq!(object["markdown"], Value::Null);
    let line = "extract page.html --json --url https://polar.test/news/penguins-on-the-ice";
    assert_eq!(case.tamis(line).ends(0).json_lines()[0]["metadata"]["kind"], "article");
    let both = &case.tamis("extract page.html --json --format markdown").ends(0).json_lines()[0];
    assert_eq!(both["text"], object["text"]);
    assert!(both["markdown"].as_str().unwrap().contains("| Hour | Seen |"));
    let head = case.tamis("extract page.html --format markdown --metadata").ends(0).stdout;
    let start = "---\ntitle: \"Penguins on the ice\"\nauthor: \"Ada Frost\"\npublished: ";
    assert!(head.starts_with(start) && head.contains("\n---\n\n## Penguins"), "{head}");
    let html = case.tamis("extract page.html --format html --metadata").ends(0).stdout;
    let start = "<meta charset=\"utf-8\">\n<meta name=\"title\" content=\"Penguins on the ice\">\n";
    assert!(html.starts_with(start), "{html}");
});

case!(the_comments_of_a_page_are_apart, |case| {
    case.file("page.html", ANSWERED);
    let object = &case.tamis("extract page.html --json --comments").ends(0).json_lines()[0];
    let text = object["text"].as_str().unwrap();
    assert!(text.contains("Two penguins") && !text.contains("my daughter"), "{text}");
    let comments = object["comments"].as_array().unwrap();
    assert_eq!(comments.len(), 3);
    assert_eq!(comments[0]["author"], "Ada Frost");
    assert_eq!(comments[0]["published"], "2024-05-06T19:08");
    assert!(comments[0]["text"].as_str().unwrap().starts_with("I was there with my daughter"));
    assert_eq!((&comments[1]["author"], &comments[1]["parent"]), (&json!("Bo"), &json!(0)));
    assert_eq!(keys(&comments[2]), ["text"]);
    let plain = &case.tamis("extract page.html --json").ends(0).json_lines()[0];
    assert_eq!((&plain["text"], &plain["comments"]), (&object["text"], &Value::Null));

    let markdown = case.tamis("extract page.html --comments --format markdown").ends(0).stdout;
    let (article, section) = markdown.split_once("\n## Comments\n").unwrap();
    assert_eq!(article, case.tamis("extract page.html --format markdown").ends(0).stdout);
    assert!(section.starts_with("\n> **Ada Frost** · 2024-05-06T19:08\n>\n> I was"), "{section}");
    assert!(section.contains("\n> > **Bo** · 2024-05-07T01:00\n> >\n> > We missed"), "{section}");
    let html = case.tamis("extract page.html --comments --format html").ends(0).stdout;
    assert!(html.contains("<h2>Comments</h2>\n<blockquote>\n<p><strong>Ada Frost"), "{html}");
    let text = case.tamis("extract page.html --comments").ends(0).stdout;
    let lines = "\nComments\n\nAda Frost · 2024-05-06T19:08\nI was there";
    assert!(text.contains(lines) && text.contains("\n\n  Bo · 2024-05-07T01:00\n  We"), "{text}");
    case.tamis("extract page.html --comments --blocks").ends(2).says(&["cannot be used with"]);
    case.tamis("extract page.html --comments --classifier justext:en")
        .ends(2)
        .says(&["--comments: found the classifier justext:en, expected tamis or tamis-article"]);
});
