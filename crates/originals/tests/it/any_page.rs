//! Every classifier labels, prints and explains any page.

use proptest::prelude::*;
use tamis_originals::classify::{CLASSIFIERS, Classifier, Subject};
use tamis_originals::page::Cut;
use tamis_originals::{block, html};

/// Pieces of pages: each alone is harmless.
const PIECES: [&str; 84] = [
    "<html>",
    "<head>",
    "<title>",
    "</title>",
    "<body>",
    "</body>",
    "</html>",
    "<p>",
    "</p>",
    "<div class=a>",
    "</div>",
    "<span>",
    "</span>",
    "<a href=x>",
    "</a>",
    "<b>",
    "</b>",
    "<i>",
    "<font size=1>",
    "<table>",
    "<tr>",
    "<td>",
    "</td>",
    "</table>",
    "<ul>",
    "<li>",
    "</ul>",
    "<dl><dd>",
    "<h1>",
    "</h1>",
    "<pre>",
    "</pre>",
    "<textarea>",
    "</textarea>",
    "<select><option>",
    "</select>",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<noscript>",
    "<svg>",
    "</svg>",
    "<math>",
    "<form>",
    "<input>",
    "<br>",
    "<hr/>",
    "<img alt='\u{a0}é'>",
    "<frameset>",
    "<noframes>",
    "<object>",
    "<template>",
    "<plaintext>",
    "<!-- ",
    "--",
    "-->",
    "<!d",
    "<![CDATA[",
    "]]>",
    "<![if a]>",
    "<?php ",
    "?>",
    "<%",
    "%>",
    "<",
    ">",
    "</",
    "=\"",
    "'",
    "&nbsp;",
    "&#x",
    "&amp",
    "\u{a0}",
    "\u{85}",
    "\u{3000}",
    "\u{feff}",
    "漢字 の",
    "é",
    "😀",
    "\n",
    "\r\n",
    "\t \0",
    "We walk over the ice, for 12:30 is the time of many words. ",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]
    #[test]
    fn every_classifier_reads_any_page(
        pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..60),
    ) {
        let markup = pieces.concat();
        let page = html::parse_str(&markup);
        let blocks = block::cut(&page, Cut::default());
        for entry in CLASSIFIERS.without_argument() {
            let classifier: Box<dyn Classifier> = CLASSIFIERS.by_name(entry.name).unwrap();
            let subject = Subject::new(&page, &blocks).with_markup(&markup);
            prop_assert_eq!(
                classifier.classify(&subject).len(),
                blocks.blocks.len(),
                "{}",
                entry.name
            );
            let explained = classifier.explain(&subject).len();
            prop_assert!(
                explained == 0 || explained == blocks.blocks.len(),
                "{}: {} explained",
                entry.name,
                explained
            );
            if let Some(scores) = classifier.scores(&subject) {
                prop_assert_eq!(scores.len(), blocks.blocks.len(), "{}", entry.name);
                prop_assert!(
                    scores.iter().all(|score| (0.0..=1.0).contains(score)),
                    "{}: {scores:?}",
                    entry.name
                );
            }
            classifier.text(&subject);
        }
    }
}
