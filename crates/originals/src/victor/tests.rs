//! Models, labels and explanations of made pages. `tests/it/victor.rs` compares blocks, features
//! and labels with the original.

use super::*;
use std::path::PathBuf;
use tamis_blocks::page::Cut;

/// A model in CRF++'s format: a link is other, P a paragraph, anything else a continuation.
const MODEL: &str = "version: 100\ncost-factor: 1\nmaxid: 10\nxsize: 47\n\n\
                     continuation\nheader\nlist\nother\nparagraph\n\n\
                     U22_0:%x[0,30]\nU21_0:%x[0,29]\n\n5 U21_0:1\n0 U22_0:1\n\n\
                     0\n0\n0\n2.5\n0\n0\n0\n0\n0\n1.5\n";

fn parsed(text: &str) -> tamis_blocks::Result<Crf> {
    text_model::read(text, &PathBuf::from("m.txt"))
}

fn victor() -> Victor {
    Victor { crf: Arc::new(parsed(MODEL).unwrap()), sum: 7 }
}

fn with<T>(html: &str, of: impl Fn(&Subject) -> T) -> T {
    let page = tamis_blocks::html::parse_str(html);
    let blocks = tamis_blocks::block::cut(&page, Cut::Boilerpipe);
    of(&Subject::new(&page, &blocks).with_markup(html))
}

const PAGE: &str = "<title>T</title><p>On the <b>ice</b> we walk. <a \
                    href=x>Home</a><div>so</div><ul><li><a href=y>more of it</a></ul>";

#[test]
fn a_page_is_labelled_explained_and_printed() {
    let victor = victor();
    assert_eq!(
        with(PAGE, |subject| victor.marked(subject)),
        "<p> On the\n<p> ice\n<p> we walk.\nso\n"
    );
    assert_eq!(with(PAGE, |subject| victor.text(subject)), "On the\nice\nwe walk.\nso\n");
    let labels = with(PAGE, |subject| victor.classify(subject));
    assert_eq!(labels, [Label::Content, Label::Content, Label::Boilerplate]);
    let explained = with(PAGE, |subject| victor.explain(subject));
    assert_eq!(explained[2], "victor: block 5 is other, probability 0.75; container.a=1 (+2.00)");
    let scores = with(PAGE, |subject| victor.scores(subject)).unwrap();
    assert!(
        scores[0] > 0.88 && (scores[1] - 0.8).abs() < 1e-6 && (scores[2] - 0.247).abs() < 1e-3,
        "{scores:?}"
    );
    assert_eq!(victor.model_sum(), Some(7));
}

#[test]
fn pages_without_text_have_no_block() {
    for page in ["", "<body>", "<title>a</title>", "\u{FEFF}", "<frameset><frame src=a></frameset>"]
    {
        assert!(blocks(page).is_empty(), "{page}");
        assert_eq!(with(page, |subject| victor().text(subject)), "");
    }
}

fn texts(html: &str) -> Vec<String> {
    blocks(html).into_iter().map(|block| block.text).collect()
}

#[test]
fn what_is_dropped_separates_blocks() {
    assert_eq!(texts("<p>a<script>b</script>c<s>d</s>e<!-- f -->g"), ["a\n\n", "c\n\n", "e\n\ng"]);
    assert_eq!(texts("<body><img src=a alt='the sea'>b<img alt=''>"), ["the sea", "b\n\n"]);
    assert_eq!(texts("<pre>a\n b\n\nc</pre>"), ["a", " b", "c"]);
    assert_eq!(texts("<p>&nbsp;<p> <p>a&lt;b"), ["\u{A0}", "a<b"]);
    assert_eq!(
        texts("<p>x<script>document.write('<script>a</script>');b</script>y"),
        ["x\n\n", "y"]
    );
}

#[test]
fn a_model_is_kept_and_read_again() {
    let crf =
        Crf { transitions: [[0.5, -1.0, 0.0, 0.0, 0.25]; LABELS], ..Crf::clone(&victor().crf) };
    let model = crf.to_model();
    let bytes = model.to_bytes();
    let read = Model::from_bytes(&bytes, Path::new("m.model"), KIND).unwrap();
    let mut again = Crf::from_model(&read).unwrap();
    // The names of templates are not kept apart.
    assert_eq!(again.transitions, crf.transitions);
    again.transitions = [[0.0; LABELS]; LABELS];
    let rows = features(&blocks(PAGE));
    assert_eq!(again.scores(&rows), victor().crf.scores(&rows));
    let folder = std::env::temp_dir().join(format!("tamis-victor-{}", std::process::id()));
    std::fs::write(&folder, &bytes).unwrap();
    let sum = Victor::read(&folder).unwrap().model_sum();
    std::fs::remove_file(&folder).unwrap();
    assert_eq!(sum, Some(read.sum()));
}

/// The error message of the model with `from` replaced by `to`.
fn error(from: &str, to: &str) -> String {
    parsed(&MODEL.replacen(from, to, 1)).unwrap_err().to_string()
}

#[test]
fn errors_in_a_text_model_are_reported_with_their_line() {
    assert_eq!(
        error("100", "101"),
        "m.txt:1: found version 101, expected a text model of CRF++ in version 100"
    );
    assert_eq!(error("47", "12"), "m.txt:4: found 12 columns, expected 47 columns");
    assert_eq!(
        error("header", "footer"),
        "m.txt:7: found 'footer', expected the labels continuation, header, list, other and \
         paragraph"
    );
    assert!(
        error("%x[0,30]", "%x[0,99]")
            .starts_with("m.txt:12: found 'U22_0:%x[0,99]', expected a row")
    );
    assert!(
        error("U21_0:%x[0,29]\n", "B%x[0,1]\n")
            .starts_with("m.txt:13: found 'B%x[0,1]', expected a template")
    );
    assert!(
        error("5 U21_0:1", "5 U9_0:1")
            .starts_with("m.txt:15: found '5 U9_0:1', expected the number of a feature")
    );
    assert!(
        error("5 U21_0:1", "6 U21_0:1").contains("found feature 6, expected features below 10")
    );
    assert_eq!(error("2.5", "x"), "m.txt:21: found 'x', expected a weight");
    let half = &MODEL[..MODEL.len() - 6];
    assert_eq!(
        parsed(half).unwrap_err().to_string(),
        "m.txt:25: found 8 weights, expected 10 weights, as maxid says"
    );
    assert_eq!(
        parsed("version: 100\n").unwrap_err().to_string(),
        "m.txt:1: found the end of the file, expected cost-factor: and a number"
    );
}

#[test]
fn large_and_deep_pages_are_read_to_their_end_in_linear_time() {
    for piece in [
        "<div>a ",
        "<p>a<a href=x>b",
        "<li>a",
        "<td>a<font>",
        "a<i>b</p>",
        "<table>x",
        "<ol>x<h1>y",
        "<b><i>a</b></i>",
        "<svg>",
        "<dl><center>",
        "a<pre>b<div>",
    ] {
        let page = piece.repeat(100_000 / piece.matches('<').count());
        let read = blocks(&page);
        assert!(read.len() <= 500_000, "{piece}: {}", read.len());
        features(&read);
    }
}

proptest::proptest! {
    #[test]
    fn any_page_is_read_to_its_end(
        page in "(<(html|head|title|body|p|div|a|a href=x|b|i|font|table|tr|td|ul|ol|li|dl|dt|dd|\
                 h1|pre|select|option|script|style|svg|form|input|center|br|hr|noframes|frameset|\
                 object|param|x|map|area|caption|tbody|col|textarea|img alt=y)>|\
                 </(html|head|body|p|div|a|b|i|font|table|tr|td|ul|ol|li|dl|dt|h1|pre|select|\
                 script|svg|form|center|br|object|noframes|frameset)>|\
                 <!--|-->|<!d>|<|>|&nbsp;|&#|a| |\n|é){0,60}",
    ) {
        for text in [&page, &format!("<html xmlns=\"http://www.w3.org/1999/xhtml\">{page}")] {
            let read = blocks(text);
            proptest::prop_assert_eq!(features(&read).len(), read.len());
        }
    }
}

#[test]
fn the_model_of_this_program_keeps_an_article_without_its_links() {
    let links = "<li><a href=a>Home</a></li>".repeat(6);
    let text = "On the ice we walk for many miles, and far from the sea that we came from, until \
                the evening falls. "
        .repeat(4);
    let page = format!(
        "<body><ul>{links}</ul><h1>On the ice</h1><p>{text}</p><p>{text}</p><div><a href=b>About \
         us</a></div>"
    );
    let kept = with(&page, |subject| Victor::new().unwrap().text(subject));
    assert!(kept.contains("until the evening") && !kept.contains("Home"), "{kept}");
    assert!(include_bytes!("victor.model").len() < 300_000);
}
