//! Rules that cannot mean what was typed: shares above 1, rules that no block can meet, views and
//! indexes without pages.

use crate::case::Case;

const SWEEP: &str = "sweep index --topics topics --qrels qrels";

case!(a_share_above_1_is_refused_wherever_it_can_be_typed, |_| {
    let case = Case::indexed();
    case.file(
        "sweep.toml",
        "index = 'index'\ntopics = 'topics'\nqrels = 'qrels'\nmax-link-density = '0.2,33'\n",
    );
    for line in [
        "search index kettle --max-link-density 33",
        "search index kettle --max-site-share 33",
        "search index kettle --where 'words > 3 and link_density <= 33'",
        "search index kettle --weight 'link_density > 33: 0.5'",
        "export index --format jsonl --max-link-density 33",
        "eval qrels qrels --index index --max-link-density 33",
        &format!("{SWEEP} --max-link-density 0.2,33"),
        &format!("{SWEEP} --max-link-density 0.5..=33:0.5"),
        &format!("{SWEEP} --grid min_link_density=0.2,33"),
        &format!("{SWEEP} --min-words 1,2 --where 'link_density <= 33'"),
        "sweep --config sweep.toml",
    ] {
        let outcome = case.tamis(line).ends(2);
        assert!(
            outcome.stderr.contains("expected a share of 0 to 1"),
            "{line}: {}",
            outcome.stderr
        );
        let range = line.contains("..=");
        assert!(
            range || outcome.stderr.contains("found 33") && outcome.stderr.contains("33 % is 0.33"),
            "{line}"
        );
    }
    case.tamis("search index kettle --where 'words > 3 and link_density <= 33'")
        .ends(2)
        .says(&["--where: column 31:"]);
    case.tamis(&format!("{SWEEP} --max-link-density 0,0.2,0.33,1")).ends(0);
});

case!(a_rule_that_no_block_can_meet_is_warned_of, |_| {
    let case = Case::indexed();
    case.file("run", "1 Q0 ice-1 1 2.0 mine\n");
    let warned = "warning: no block can meet (words >= 20 and words <= 5): only titles are left";
    for line in [
        "search index kettle --min-words 20 --max-words 5",
        "search index --topics topics --where 'words >= 20 and words <= 5'",
        "export index --format jsonl --min-words 20 --max-words 5",
        "eval qrels run --index index --min-words 20 --max-words 5",
    ] {
        let outcome = case.tamis(line);
        assert!(outcome.stderr.contains(warned), "{line}: {}", outcome.stderr);
    }
    let nothing =
        case.tamis("search index kettle --min-words 20 --max-words 5 --title drop").ends(0);
    nothing.says(&["nothing is left", "warning: no page has a permitted token under this rule"]);
    // An axis warns if it is so at all its points; some points of a product may be empty.
    let swept =
        case.tamis(&format!("{SWEEP} --min-words 20..=30 --max-words 5 --title drop")).ends(0);
    swept.says(&[
        "no block can meet (words <= 5 and words >= 20)",
        "no page has a permitted token at any point",
    ]);
    let weighed = case.tamis("search index kettle --weight 'words > 5 and words < 6: 2'").ends(0);
    weighed.says(&[
        "no block can meet (words > 5 and words < 6): this rule of --weight weighs nothing",
    ]);
    for fine in [
        &format!("{SWEEP} --min-words 1..=30 --max-words 5,40"),
        "search index kettle --where 'words >= 20 and words <= 5 or kind = title'",
    ] {
        let outcome = case.tamis(fine).ends(0);
        assert!(!outcome.stderr.contains("no block can meet"), "{}", outcome.stderr);
    }
});

case!(an_index_without_pages_is_reported_and_measures_nothing, |_| {
    let case = Case::indexed();
    std::fs::create_dir(case.path("nothing")).unwrap();
    let built = case.tamis("index nothing --out none -q").ends(1);
    built.says(&[
        "tamis: none: no page was indexed: the collection has no documents; add archives that hold \
         pages",
    ]);
    for line in [
        "sweep none --topics topics --qrels qrels --min-words 1..=9 --out out",
        "compare none --topics topics --qrels qrels --out out",
        "search none --topics topics --out run",
    ] {
        case.tamis(line)
            .ends(1)
            .says(&["the index has no pages; add archives", "`tamis index COLLECTION --out none`"]);
    }
    assert!(!case.path("out").exists() && !case.path("run").exists());
    for line in ["search none kettle", "export none --format jsonl"] {
        case.tamis(line).ends(0).says(&["warning: none: the index has no pages"]);
    }
    // Records without a page are an ingest of nothing too.
    case.file("empty.jsonl", "");
    case.tamis("index empty.jsonl --out other").ends(1).says(&[
        "warning: this index has no pages",
        "no page was indexed: every record was skipped",
    ]);
});

fn assert_same(case: &Case, lines: [&str; 2]) {
    let [one, other] = lines.map(|line| case.tamis(line).ends(0).stdout);
    assert_eq!(one, other, "{lines:?}");
}

case!(names_of_models_labels_and_classifiers_are_known_in_any_case, |_| {
    let case = Case::indexed();
    assert_same(
        &case,
        [
            "search index kettle --model QL-Dirichlet --mu 300",
            "search index kettle --model ql-dirichlet --mu 300",
        ],
    );
    assert_same(
        &case,
        [
            "search index kettle --where 'label = Words-Tree'",
            "search index kettle --label words-tree",
        ],
    );
    assert_same(
        &case,
        ["inspect index ice-1 --label WORDS-TREE", "inspect index ice-1 --label words-tree"],
    );
    case.file("a.html", "<p>one two three</p>");
    assert_same(
        &case,
        ["extract a.html --classifier BTE --blocks", "extract a.html --classifier bte --blocks"],
    );
    let axes = "--model BM25,bm25,DPH --grid label=None,Words-Tree,words-tree --json";
    let points = &case.tamis(&format!("{SWEEP} {axes}")).ends(0).json()["axes"];
    assert_eq!(points[0]["values"], serde_json::json!(["bm25", "dph"]));
    assert_eq!(points[1]["values"], serde_json::json!(["none", "words-tree"]));
    case.file("b.html", "<p>one two three</p>");
    case.tamis("index b.html --out other --classifier BTE,Words-Tree -q").ends(0);
    let labels = case.tamis("stats other --json").ends(0).stdout;
    assert!(
        labels.contains("bte") && labels.contains("words-tree") && !labels.contains("BTE"),
        "{labels}"
    );
    case.tamis("search index kettle --model BM52").ends(2).says(&["did you mean 'bm25'?"]);
});

fn penguins_under(case: &Case, rule: &str) -> String {
    case.tamis(&format!("search index penguin {rule}")).ends(0).stdout
}

case!(links_have_a_lowest_density_everywhere, |_| {
    let case = Case::indexed();
    assert_eq!(
        penguins_under(&case, "--min-link-density 0.5"),
        penguins_under(&case, "--where 'link_density >= 0.5'")
    );
    assert_ne!(
        penguins_under(&case, "--min-link-density 0.5 --title drop"),
        penguins_under(&case, "--title drop")
    );
    case.tamis(&format!("{SWEEP} --min-link-density 0,0.5")).ends(0);
    case.tamis("export index --format jsonl --min-link-density 0.5").ends(0);
});

/// A page with headings and a description.
const HEADED: &str = "<html><head><title>Tea</title><meta name=description content='All about \
    brewing at high altitude'></head><body><h1>Kettles of the world</h1><p>Boil a litre of fresh \
    water in a kettle, and wait until it stops, then pour it over the leaves of the tea.</p>\
    <h2>Leaves and <b>pots</b></h2><p>Warm the pot with a little hot water, pour it away, and put \
    one spoon of leaves for each cup into the warm pot.</p></body></html>";

case!(headings_and_descriptions_are_kinds_of_blocks, |case| {
    let page =
        |id: &str, html: &str| serde_json::json!({"id": id, "html": html}).to_string() + "\n";
    let bare =
        "<p>Boil water in one of the kettles of the world, at an altitude that you like.</p>";
    case.file("pages.jsonl", page("headed", HEADED) + &page("bare", bare));
    case.tamis("index pages.jsonl --out plain -q").ends(0);
    case.tamis("index pages.jsonl --classifier default,h1,h2,description --out kinds -q").ends(0);
    let rows =
        |index: &str| case.tamis(&format!("inspect {index} headed --json")).ends(0).json_lines();
    let kinds: Vec<String> =
        rows("kinds").iter().map(|row| row["kind"].as_str().unwrap().to_owned()).collect();
    assert_eq!(kinds, ["title", "h1", "text", "h2", "text", "description"]);
    // All other blocks are as they are without.
    let counted = |rows: Vec<serde_json::Value>| -> Vec<serde_json::Value> {
        let counts = ["words", "tokens", "tag_level", "text"];
        rows.iter().map(|row| counts.iter().map(|count| row[count].clone()).collect()).collect()
    };
    let [plain, made] = ["plain", "kinds"].map(|index| counted(rows(index)));
    assert_eq!(made[..plain.len()], plain);
    assert_eq!(made[plain.len()][0], 6);
    // Rules and weights name them.
    let found = |words: &str| -> Vec<serde_json::Value> {
        let lines = case.tamis(&format!("search {words} --json")).ends(0).json_lines();
        lines.into_iter().map(|hit| hit["docno"].clone()).collect()
    };
    assert_eq!(found("kinds world"), ["bare", "headed"]);
    assert_eq!(found("kinds world --weight 'kind = h1: 5'"), ["headed", "bare"]);
    assert_eq!(found("kinds kettles --where 'kind = h1' --title drop"), ["headed"]);
    assert_eq!(found("kinds brewing --where 'kind = description'"), ["headed"]);
    assert_eq!(found("kinds brewing --where 'not kind = description'"), [""; 0]);
    assert_eq!(found("plain brewing"), [""; 0]);
    let exported = case.tamis("export kinds --format jsonl --where 'kind = h1' --title drop");
    exported.ends(0).says(&["of blocks where", "kind = h1"]);
    case.tamis("search plain kettles --where 'kind = h1'").ends(2).says(&["h1"]);
    case.tamis("search plain kettles --where 'kind = h7'")
        .ends(2)
        .says(&["expected title, text, description, or h1 to h6"]);
    // Headings are added to a finished index, descriptions are not.
    case.tamis("label plain --classifier h1").ends(0);
    assert_eq!(found("plain kettles --where 'kind = h1' --title drop"), ["headed"]);
    case.tamis("label plain --classifier description")
        .ends(1)
        .says(&["has no blocks of descriptions", "--classifier"]);
    case.tamis("verify kinds --deep").ends(0);
    case.tamis("index pages.jsonl --out kinds")
        .ends(0)
        .says(&["settings as in kinds: --classifier"]);
    case.tamis("index pages.jsonl --out kinds --classifier bte -q").ends(1).says(&[
        "found classifiers bte, expected",
        "as in the index",
        "`tamis index COLLECTION --out kinds --classifier",
    ]);
});
