//! Chains on small pages: fusion, removal, explanations. `tests/it/boilerpipe_extractors.rs`
//! compares whole pages with boilerpipe itself.

use super::*;
use proptest::prelude::*;
use tamis_blocks::block;
use tamis_blocks::html;
use tamis_blocks::page::Cut;

/// A paragraph of words that no filter reacts to.
fn words(count: usize) -> String {
    format!("<p>{}</p>", "word ".repeat(count))
}

fn with<T>(html: &str, look: impl FnOnce(&Subject) -> T) -> T {
    let page = html::parse_str(html);
    let blocks = block::cut(&page, Cut::Boilerpipe);
    look(&Subject::new(&page, &blocks))
}

/// The numbers of the blocks that are kept.
fn kept(chain: &Chain, html: &str) -> Vec<usize> {
    with(html, |subject| {
        let labels = chain.classify(subject);
        (0..labels.len()).filter(|&at| labels[at] == Label::Content).collect()
    })
}

#[test]
fn fusion_takes_the_headline_in_and_the_largest_block_stays() {
    let html = format!(
        "<p>Headline</p>{}{}<p>a<p>b<p>c<p>d<p>e<p>f</p>{}",
        words(30),
        words(30),
        words(20)
    );
    assert_eq!(kept(&Chain::num_words(), &html), [0, 1, 2, 3, 8, 9]);
    assert_eq!(kept(&Chain::article(), &html), [0, 1, 2, 3]);
    assert_eq!(kept(&Chain::largest_content(), &html), [0, 1, 2, 3]);
}

/// Paragraphs that are links only.
fn links(count: usize) -> String {
    "<p><a>one two three four</a></p>".repeat(count)
}

/// Three long paragraphs: one linked paragraph after the first, `between` after the second.
fn paragraphs_and_links(between: usize) -> String {
    format!("{}{}{}{}{}", words(50), links(1), words(50), links(between), words(50))
}

#[test]
fn boilerplate_between_content_is_jumped_over_once_it_is_removed() {
    // Content absorbs the block before it, content or not.
    assert_eq!(kept(&Chain::article(), &paragraphs_and_links(2)), [0, 1, 2, 4, 5]);
    assert_eq!(
        kept(&Chain::article(), &paragraphs_and_links(3)),
        [0, 1, 2],
        "two removed blocks are too far"
    );
    assert_eq!(
        kept(&Chain::largest_content(), &paragraphs_and_links(2)),
        [1, 2],
        "nothing is removed, the first of the largest stays"
    );
}

#[test]
fn a_lone_block_is_the_largest_whatever_it_is() {
    assert_eq!(kept(&Chain::article(), &words(3)), [] as [usize; 0]);
    assert_eq!(kept(&Chain::article(), &words(20)), [0]);
    assert_eq!(kept(&Chain::article(), ""), [] as [usize; 0]);
}

#[test]
fn the_comments_end_an_article_that_was_long_enough() {
    let comments = format!("<p>Comments (2)</p>{}", words(70));
    assert_eq!(kept(&Chain::article(), &(words(80) + &comments)), [0]);
    assert_eq!(kept(&Chain::article(), &(words(50) + &comments)), [0, 1, 2]);
}

#[test]
fn the_main_content_filter_begins_at_the_title_and_ends_at_the_comments() {
    let html = format!(
        "<title>The Title | The Site</title>{}<p>The title</p>{}<p>User comments:</p>{}",
        words(20),
        words(90),
        words(20)
    );
    assert_eq!(kept(&Chain::largest(NUM_WORDS), &html), [0, 1, 2, 3, 4]);
    assert_eq!(kept(&Chain::main(NUM_WORDS), &html), [1, 2]);
    assert_eq!(kept(&Chain::main(DENSITY), &html), [1, 2]);
    let below = format!("{}<p>Comments</p>{}<p>The title</p>", words(20), words(90));
    let all = kept(&Chain::largest(NUM_WORDS), &below);
    assert_eq!(kept(&Chain::main(NUM_WORDS), &below), all, "neither is at a place where it counts");
}

#[test]
fn sentences_need_a_clause() {
    let html = format!("<p>{}</p><p>{}.</p>", "word ".repeat(30), "word ".repeat(30).trim_end());
    assert_eq!(kept(&Chain::article(), &html), [0, 1]);
    assert_eq!(kept(&Chain::article_sentences(), &html), [1]);
    assert_eq!(kept(&Chain::article_sentences_2(), &html), [1]);
}

#[test]
fn the_minimum_of_words_is_required() {
    let html = format!("{}{}{}", words(4), words(5), words(4));
    assert_eq!(kept(&Chain::keep_min_words(Some("5")).unwrap(), &html), [1]);
    for argument in [None, Some(""), Some("-1"), Some("5 ")] {
        let error = Chain::keep_min_words(argument).err().unwrap().to_string();
        assert!(error.contains("boilerpipe-keep-min-words:5"), "{error}");
    }
}

#[test]
fn the_decisions_about_every_block_are_explained() {
    let html = format!("<title>t</title><p>Top</p>{}<p><a>one two three</a></p>", words(30));
    let expected = [
        "NumWordsRulesClassifier: content (link density 0 <= 0.333333, previous link density 0 <= \
         0.555556, words 1 <= 16, next words 30 > 15); BlockProximityFusion: fused into blocks 1 \
         to 2 (31 words)",
        "NumWordsRulesClassifier: content (link density 0 <= 0.333333, previous link density 0 <= \
         0.555556, words 30 > 16); BlockProximityFusion: fused into blocks 1 to 2 (31 words)",
        "NumWordsRulesClassifier: boilerplate (link density 1 > 0.333333); BoilerplateBlockFilter: \
         removed",
    ];
    assert_eq!(with(&html, |subject| Chain::article().explain(subject)), expected);
}

fn chains() -> Vec<Chain> {
    vec![
        Chain::default_extractor(),
        Chain::article(),
        Chain::article_2(),
        Chain::article_sentences(),
        Chain::article_sentences_2(),
        Chain::largest_content(),
        Chain::largest(DENSITY),
        Chain::main(NUM_WORDS),
        Chain::keep_min_words(Some("3")).unwrap(),
    ]
}

proptest! {
    /// After any fusing, removing and splitting, each block of the page belongs to at most one
    /// block of the document, and the log agrees with the labels.
    #[test]
    fn blocks_stay_apart_and_are_explained(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "<p>word ", "<li>item one two ", "<h2>The Title ", "</h2>", "<a>link ", "</a>",
                "<div>", "</div>", "</ul>", "<ul>",
                "<p>Comments ", "<p>a sentence of more than five words. ", "more words in it and \
                    still more of them, many ",
                "<p>| ", "<p>&nbsp; ", "<br>",
            ]),
            0..60,
        ),
    ) {
        let html = format!("<title>The Title - Site</title><body>{}", pieces.concat());
        with(&html, |subject| {
            for chain in chains() {
                let document = chain.run(subject, true);
                let mut owners = vec![0; subject.blocks.blocks.len()];
                for block in &document.list {
                    for number in document.members(block) {
                        owners[number as usize] += 1;
                    }
                }
                prop_assert!(owners.iter().all(|&owners| owners <= 1), "{owners:?}");
                let labels = document.labels();
                prop_assert_eq!(&labels, &chain.classify(subject));
                let entries = document.entries();
                prop_assert_eq!(entries.len(), labels.len());
                for (history, label) in entries.iter().zip(labels) {
                    prop_assert!(!history.is_empty());
                    prop_assert!(
                        !history.ends_with("removed") || label == Label::Boilerplate,
                        "{history}"
                    );
                }
            }
            Ok(())
        })?;
    }
}
