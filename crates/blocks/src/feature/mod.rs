//! A block's features as numbers: the local features of Kohlschütter et al. 2010 (sections 3.2 to
//! 3.4 and Table 2, "All Local Features (C)"), for analysis and machine learning.

mod shallow;
mod tags;

use crate::page::{Blocks, Page};
use crate::remembered::Remembered;
use shallow::Shallow;

/// Number of local features of a block.
pub const LOCAL: usize = 23;

/// Names of the local features, in order.
pub const NAMES: [&str; LOCAL] = [
    "in_h1",
    "in_h2",
    "in_h3",
    "in_h4",
    "in_h5",
    "in_h6",
    "in_p",
    "in_div",
    "in_a",
    "average_word_length",
    "average_sentence_length",
    "words",
    "position",
    "relative_position",
    "capitalized_words",
    "capitalized_ratio",
    "upper_case_words",
    "upper_case_ratio",
    "full_stop_ratio",
    "date_tokens",
    "vertical_bars",
    "link_density",
    "text_density",
];

thread_local! {
    static SEEN: Remembered<Shallow> = const { Remembered::new() };
}

/// Returns the local features of each block of `blocks.blocks`, in the order of [`NAMES`]. Ratios
/// and densities are 0 for a block without words; positions count from 0; relative positions are
/// between 0 and 1.
///
/// Choices that the paper leaves open: words are the paper's (tokens between white space with a
/// letter or digit), but `words` and the densities are boilerpipe's; an element is present if it is
/// open where the block's text begins.
pub fn local(page: &Page, blocks: &Blocks) -> Vec<[f64; LOCAL]> {
    let last = blocks.blocks.len().saturating_sub(1).max(1) as f64;
    let around = tags::around(page, blocks);
    let mut rows = Vec::with_capacity(blocks.blocks.len());
    for (i, (block, tags)) in blocks.blocks.iter().zip(around).enumerate() {
        let text = SEEN.with(|seen| seen.get_or_compute(blocks.text_of(block), Shallow::from_text));
        let mut row = [0.0; LOCAL];
        for (feature, present) in row.iter_mut().zip(tags) {
            *feature = f64::from(u8::from(present));
        }
        let rest = [
            text.per_word(text.letters),
            text.words as f64 / text.sentences.max(1) as f64,
            f64::from(block.words),
            i as f64,
            i as f64 / last,
            text.capitalized as f64,
            text.per_word(text.capitalized),
            text.upper_case as f64,
            text.per_word(text.upper_case),
            text.per_word(text.full_stops),
            text.dates as f64,
            text.vertical_bars as f64,
            f64::from(block.link_density()),
            f64::from(block.text_density()),
        ];
        row[tags::TAGS.len()..].copy_from_slice(&rest);
        rows.push(row);
    }
    rows
}

/// Number of all features: the local features of the current (C), previous (P) and next (N) block,
/// and the quotients C/P of number of words and text density (Table 2 and Figure 1 of the paper).
pub const ALL: usize = 3 * LOCAL + 2;

/// Returns the name of a feature of [`all`], with its block.
pub fn name(feature: usize) -> String {
    match (feature / LOCAL, feature % LOCAL) {
        (3, 0) => "words_quotient (C/P)".to_owned(),
        (3, _) => "text_density_quotient (C/P)".to_owned(),
        (block, local) => format!("{} ({})", NAMES[local], ["C", "P", "N"][block]),
    }
}

/// Returns all features of each block; [`name`] names them. Before the first and after the last
/// block all are 0; a quotient by 0 is 0.
pub fn all(page: &Page, blocks: &Blocks) -> Vec<[f64; ALL]> {
    let local = local(page, blocks);
    let words = number_of("words");
    let density = number_of("text_density");
    let mut rows = Vec::with_capacity(local.len());
    let mut previous = &[0.0; LOCAL];
    for (i, current) in local.iter().enumerate() {
        let next = local.get(i + 1).unwrap_or(&[0.0; LOCAL]);
        let mut row = [0.0; ALL];
        for (part, block) in row.chunks_mut(LOCAL).zip([current, previous, next]) {
            part.copy_from_slice(block);
        }
        row[3 * LOCAL] = quotient(current[words], previous[words]);
        row[3 * LOCAL + 1] = quotient(current[density], previous[density]);
        rows.push(row);
        previous = current;
    }
    rows
}

/// The number of a local feature.
fn number_of(name: &str) -> usize {
    NAMES.iter().position(|known| *known == name).unwrap_or_default()
}

fn quotient(a: f64, b: f64) -> f64 {
    if b == 0.0 { 0.0 } else { a / b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Cut;

    #[test]
    fn a_block_is_described() {
        let html = "<body><div><h2>Big News</h2><p>The WHO met on 3 May 2008. It said: <a \
                    href=x>no | yes</a>!</div><p>end";
        let page = crate::html::parse_str(html);
        let blocks = crate::block::cut(&page, Cut::Boilerpipe);
        let features = local(&page, &blocks);
        let value = |block: usize, name: &str| features[block][number_of(name)];
        assert_eq!(features.len(), 3);
        assert_eq!(
            (value(0, "in_h2"), value(0, "in_div"), value(0, "in_p"), value(0, "in_h1")),
            (1.0, 1.0, 0.0, 0.0)
        );
        assert_eq!(
            (value(1, "in_p"), value(1, "in_div"), value(1, "in_a"), value(2, "in_div")),
            (1.0, 1.0, 0.0, 0.0)
        );
        assert_eq!((value(0, "average_word_length"), value(0, "capitalized_ratio")), (3.5, 1.0));
        assert_eq!(
            (value(1, "words"), value(1, "vertical_bars"), value(1, "upper_case_words")),
            (11.0, 1.0, 1.0)
        );
        // May and 2008; a lone 3 is any number.
        assert_eq!((value(1, "date_tokens"), value(1, "average_sentence_length")), (2.0, 5.5));
        assert_eq!(
            (
                value(0, "relative_position"),
                value(1, "relative_position"),
                value(2, "relative_position")
            ),
            (0.0, 0.5, 1.0)
        );
        assert_eq!(value(1, "link_density"), f64::from(2.0f32 / 11.0));
        assert!(local(&crate::html::parse_str(""), &Blocks::default()).is_empty());
    }

    #[test]
    fn names_are_unique() {
        let names: std::collections::HashSet<_> = (0..ALL).map(name).collect();
        assert_eq!(names.len(), ALL);
    }

    #[test]
    fn neighbours_are_seen() {
        let page = crate::html::parse_str("<p>one two<p>three four five six<p>seven");
        let blocks = crate::block::cut(&page, Cut::Boilerpipe);
        let features = all(&page, &blocks);
        let value = |block: usize, wanted: &str| {
            features[block][(0..ALL).position(|i| name(i) == wanted).unwrap()]
        };
        assert_eq!(
            (value(1, "words (P)"), value(1, "words (C)"), value(1, "words (N)")),
            (2.0, 4.0, 1.0)
        );
        assert_eq!(
            (
                value(1, "words_quotient (C/P)"),
                value(0, "words_quotient (C/P)"),
                value(2, "words (N)")
            ),
            (2.0, 0.0, 0.0)
        );
    }
}
