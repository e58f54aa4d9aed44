//! CleanEval's scorer (Chantree's `cleaneval.prl`, 2007, for English): the edit distance of the
//! tokens, of the text alone and of the text with the tags `<p>`, `<h>`, `<l>`; the latter also
//! scores where segments begin and end.

use super::lcs::{Pattern, Symbols, lcs};
use super::overlap::{harmonic, mean, median};
use super::{PagePair, Scorer};

pub(super) const SCORER: Scorer = Scorer {
    name: "cleaneval",
    describe: "CleanEval's score, 0 to 100: text only; with markup, where the gold has some; the \
               mean of both",
    source: "CleanEval 2007, cleaneval.prl (Baroni, Chantree, Kilgarriff, Sharoff, LREC 2008)",
    columns: &["cleaneval_text", "cleaneval_markup", "cleaneval_overall"],
    page,
    figures: &[
        "cleaneval_text_mean",
        "cleaneval_text_median",
        "cleaneval_markup_mean",
        "cleaneval_overall_mean",
    ],
    shown: &[("cleaneval_text_mean", "CleanEval text"), ("cleaneval_overall_mean", "overall")],
    summary: |pages| vec![mean(pages, 0), median(pages, 0), mean(pages, 1), mean(pages, 2)],
};

/// The kinds of segments: their tags, and how many tokens next to a tag must be aligned for it to
/// be right.
const SEGMENTS: [(&str, usize); 3] = [("<p>", 2), ("<h>", 1), ("<l>", 1)];

fn page(judged: &PagePair) -> Vec<f64> {
    let text = text_only(judged.text, judged.gold);
    let markup = judged.gold_marked.map_or(f64::NAN, |gold| with_markup(judged.marked, gold));
    vec![text, markup, (text + markup) / 2.0]
}

/// The score without tags, 0 to 100.
pub fn text_only(text: &str, gold: &str) -> f64 {
    let [text, gold] = [text, gold].map(|text| tokens(&respaced(text, false)));
    let (text, gold) = numbers(&text, &gold);
    edit_score(lcs(&gold, &text), text.len(), gold.len())
}

/// The score with tags as tokens, 0 to 100. Segments count as much as the edit score.
pub fn with_markup(text: &str, gold: &str) -> f64 {
    let [text, gold] = [text, gold].map(|text| tokens(&respaced(text, true)));
    let (numbered, of_gold) = numbers(&text, &gold);
    let steps = alignment(&numbered, &of_gold);
    let common = steps.iter().filter(|step| **step == EditStep::Aligned).count();
    let validity: f64 = SEGMENTS
        .iter()
        .map(|&(tag, length)| {
            let tags =
                [&text, &gold].map(|tokens| tokens.iter().filter(|token| *token == tag).count());
            segment_score(&tagged(&steps, &text, tag), tags, length)
        })
        .sum();
    (edit_score(common, text.len(), gold.len()) + validity / SEGMENTS.len() as f64) / 2.0
}

/// Returns the text with its tags separated by spaces, or removed.
fn respaced(text: &str, keep_tags: bool) -> String {
    let mut spaced = String::with_capacity(text.len() + 64);
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        spaced.push_str(before);
        let length = match tag.as_bytes() {
            [b'<', b'p' | b'P' | b'h' | b'H' | b'l' | b'L', b'>', ..] => 3,
            _ => 1,
        };
        match (length, keep_tags) {
            (3, true) => spaced.extend([" ", &tag[..3], " "]),
            (3, false) => spaced.push(' '),
            _ => spaced.push('<'),
        }
        rest = &tag[length..];
    }
    spaced + rest
}

/// Returns the tokens to compare: in lower case, without punctuation. A token of punctuation alone
/// is empty and counts.
fn tokens(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| line.chars().any(|c| !c.is_whitespace()));
    let tokens =
        lines.flat_map(|line| line.split([' ', '\t', '\r'])).filter(|token| !token.is_empty());
    tokens.map(|token| token.replace([',', ';', ':', '.', '?', '!'], "").to_lowercase()).collect()
}

fn numbers(text: &[String], gold: &[String]) -> (Vec<u32>, Vec<u32>) {
    let mut symbols = Symbols::default();
    let text = symbols.numbers(text.iter().map(String::as_str));
    (text, symbols.numbers(gold.iter().map(String::as_str)))
}

/// 100 - 100 x distance / length of the alignment, where a substitution costs 2 and is two entries:
/// the share of the alignment that is common.
fn edit_score(common: usize, text: usize, gold: usize) -> f64 {
    let length = text + gold - common;
    if length == 0 { 100.0 } else { 100.0 * common as f64 / length as f64 }
}

/// A step of the alignment, in the order of the texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EditStep {
    /// A token in both texts.
    Aligned,
    /// A token of each text; they differ.
    Substituted,
    /// A token only in the text.
    TextOnly,
    /// A token only in the gold.
    GoldOnly,
}

/// Traces back through the table as the original does: of the neighbours with the smallest distance
/// it takes the first in the order aligned, substituted, text only, gold only.
fn alignment(text: &[u32], gold: &[u32]) -> Vec<EditStep> {
    let table = Pattern::new(text).table(gold);
    let mut i = text.len();
    let mut j = gold.len();
    let mut steps = Vec::with_capacity(i.max(j));
    while i > 0 || j > 0 {
        let step = match (i, j) {
            (_, 0) => EditStep::TextOnly,
            (0, _) => EditStep::GoldOnly,
            // With distance = i + j - 2 x common, the diagonal is smallest where nothing here is
            // common, and the neighbour that has all that is common is smaller than a diagonal that
            // lacks one.
            _ => {
                let common = table.at(i, j);
                if table.at(i - 1, j - 1) == common {
                    EditStep::Substituted
                } else if table.at(i - 1, j) == common {
                    EditStep::TextOnly
                } else if table.at(i, j - 1) == common {
                    EditStep::GoldOnly
                } else {
                    EditStep::Aligned
                }
            }
        };
        i -= usize::from(step != EditStep::GoldOnly);
        j -= usize::from(step != EditStep::TextOnly);
        steps.push(step);
    }
    steps.reverse();
    steps
}

/// Returns for each step whether it is aligned, and whether it aligns this tag.
fn tagged(steps: &[EditStep], text: &[String], tag: &str) -> Vec<(bool, bool)> {
    let mut rest = text.iter();
    let mut tagged = Vec::with_capacity(steps.len());
    for step in steps {
        let token = if *step == EditStep::GoldOnly { None } else { rest.next() };
        let aligned = *step == EditStep::Aligned;
        tagged.push((aligned, aligned && token.is_some_and(|token| token == tag)));
    }
    tagged
}

/// Returns the mean F1, 0 to 100, of the starts and the ends of one kind of segment. `tags` are
/// those of text and gold.
fn segment_score(steps: &[(bool, bool)], tags: [usize; 2], length: usize) -> f64 {
    if tags == [0, 0] {
        return 100.0;
    }
    let mut begins = 0;
    let mut ends = 0;
    for place in (0..steps.len()).filter(|&place| steps[place].1) {
        let after = &steps[place + 1..steps.len().min(place + 1 + length)];
        let before = &steps[place.saturating_sub(length)..place];
        begins += usize::from(all_aligned(after));
        ends += usize::from(all_aligned(before));
    }
    (tag_f1(begins, tags) + tag_f1(ends, tags)) / 2.0
}

fn all_aligned(steps: &[(bool, bool)]) -> bool {
    steps.iter().all(|(aligned, _)| *aligned)
}

/// The F1, 0 to 100, of so many right ones among the tags of text and gold.
fn tag_f1(right: usize, tags: [usize; 2]) -> f64 {
    let [precision, recall] =
        tags.map(|all| if all == 0 { 0.0 } else { 100.0 * right as f64 / all as f64 });
    harmonic(precision, recall)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_case_do_not_count_but_a_token_of_marks_does() {
        assert_eq!(text_only("A, b.\n\n c", "<p>a\tB\n<h>C!"), 100.0);
        assert_eq!(text_only("a ! b", "a b"), 100.0 * 2.0 / 3.0);
        assert_eq!(text_only("", ""), 100.0);
    }

    #[test]
    fn a_substitution_is_two_entries() {
        assert_eq!(text_only("a x c", "a b c"), 50.0);
        assert_eq!(
            alignment(&[0, 9, 2], &[0, 1, 2]),
            [EditStep::Aligned, EditStep::Substituted, EditStep::Aligned]
        );
    }

    #[test]
    fn markup_is_right_where_tokens_next_to_it_are_aligned() {
        assert_eq!(with_markup("<h>a b\n<p>c d e", "<h> A b <P> c d. e"), 100.0);
        // No tag is right: edit 2/4, paragraphs 0, headings and items absent from both.
        assert_eq!(with_markup("<p>x", "a <p>"), (100.0 / 3.0 + 200.0 / 3.0) / 2.0);
        // `<b>` is no tag of CleanEval.
        assert_eq!(respaced("a<b>c<p>d", true), "a<b>c <p> d");
    }
}
