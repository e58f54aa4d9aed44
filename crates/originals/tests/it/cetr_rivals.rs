//! The methods that CETR was compared with: any page is read to its end, and a page of 100,000
//! elements in linear time.

use proptest::prelude::*;
use tamis_originals::classify::{CLASSIFIERS, Subject};
use tamis_originals::page::{Cut, Label};
use tamis_originals::{block, html};

const METHODS: [&str; 11] =
    ["dsc", "adsc", "ccb", "ccb-no-anchors", "lqf", "lqf:0", "fe", "kfe", "lp", "lp:1", "mss"];

/// Labels a page by every method; returns the number of content blocks of each.
fn labelled(markup: &str) -> Vec<usize> {
    let page = html::parse_str(markup);
    let blocks = block::cut(&page, Cut::Boilerpipe);
    let subject = Subject::new(&page, &blocks).with_markup(markup);
    let content = METHODS.map(|method| {
        let classifier = CLASSIFIERS.by_name(method).unwrap();
        let labels = classifier.classify(&subject);
        assert_eq!(labels.len(), blocks.blocks.len(), "{method}");
        assert_eq!(classifier.explain(&subject).len(), labels.len(), "{method}");
        let text = classifier.text(&subject);
        assert!(text.is_empty() || text.ends_with('\n'), "{method}");
        labels.iter().filter(|label| **label == Label::Content).count()
    });
    content.into()
}

proptest! {
    #[test]
    fn any_page_is_read_to_its_end(
        page in "(<body>|<|>|<script>|</script>| |a|é|&nbsp;|&|<!--|-->|<p>|<title>|</|<a>|</a>|\
                 <ul><li>|</ul>|<table>|<td>|<img>|<div>|</div>|words ){0,60}",
    ) {
        labelled(&page);
    }
}

#[test]
fn a_large_page_takes_linear_time() {
    let flat = "<p>a few words <a href=x>link</a> more".repeat(50_000);
    assert!(labelled(&flat).len() == METHODS.len());
    let nested = format!("{}text{}", "<div><a>b</a>".repeat(50_000), "</div>".repeat(50_000));
    labelled(&nested);
    // Each end tag closes the first of many open ones.
    labelled(&format!(
        "{}{}{}",
        "<p>a".repeat(50_000),
        "<div>".repeat(50_000),
        "</p>".repeat(50_000)
    ));
    for unended in [
        "<title>a ",
        "<!-- a ",
        "<script>a ",
        "<a b ",
        "a &amp; < ",
        "<p><p>",
        "<td>a",
        "<b><i></b>",
    ] {
        labelled(&unended.repeat(100_000));
    }
}
