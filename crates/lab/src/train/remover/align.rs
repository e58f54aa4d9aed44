//! Aligns two sequences of tokens: which tokens of each are matched with one of the other, in the
//! same order.
//!
//! A patience diff (Bram Cohen): *n*-grams that occur once on both sides, in the longest sequence
//! that ascends on both, are anchors. First 6-grams divide the sequences, then 3-grams the gaps
//! between, then single tokens the gaps of those. A gap of at most [`MAX_CELLS`] pairs of tokens
//! is aligned by dynamic programming; a larger one matches nothing. A match of a single token says
//! little, so a span of matches counts from two tokens on, except in gaps of fewer than [`SHORT`]
//! tokens.
//!
//! The time is linear in the tokens: each level looks at each token once, and the gaps, which are
//! disjoint, cost at most 250 cells a token.

use std::collections::HashMap;
use std::ops::Range;

/// The most pairs of tokens of a gap that is aligned by dynamic programming.
const MAX_CELLS: usize = 250_000;
/// A gap of at most this many pairs is not divided further.
const FEW_CELLS: usize = 400;
/// In a gap of fewer tokens a match may be a single token.
const SHORT: usize = 12;
/// The lengths of the *n*-grams that are anchors, level by level.
const ANCHORS: [usize; 3] = [6, 3, 1];

/// Returns whether each token of `a` and of `b` is matched. Tokens are equal if their numbers are.
pub fn align(a: &[u32], b: &[u32]) -> (Vec<bool>, Vec<bool>) {
    let mut aligner = Aligner { a, b, in_a: vec![false; a.len()], in_b: vec![false; b.len()] };
    aligner.divide(0..a.len(), 0..b.len(), 0);
    (aligner.in_a, aligner.in_b)
}

struct Aligner<'a> {
    a: &'a [u32],
    b: &'a [u32],
    in_a: Vec<bool>,
    in_b: Vec<bool>,
}

impl Aligner<'_> {
    /// Matches the tokens `i..i + length` with `j..j + length`.
    fn matched(&mut self, i: usize, j: usize, length: usize) {
        self.in_a[i..i + length].fill(true);
        self.in_b[j..j + length].fill(true);
    }

    /// Aligns a part of both sequences, by the anchors of this level and below.
    fn divide(&mut self, mut a: Range<usize>, mut b: Range<usize>, level: usize) {
        if level > 0 {
            self.trim(&mut a, &mut b);
        }
        if a.is_empty() || b.is_empty() {
            return;
        }
        let Some(&length) = ANCHORS.get(level).filter(|_| a.len() * b.len() > FEW_CELLS) else {
            return self.fill(a, b);
        };
        let mut from_a = a.start;
        let mut from_b = b.start;
        for (i, j) in self.anchors(&a, &b, length) {
            if i >= from_a && j >= from_b {
                self.divide(from_a..i, from_b..j, level + 1);
                self.matched(i, j, length);
            } else if i + from_b == j + from_a {
                // It overlaps the anchor before it and continues it.
                self.matched(i, j, length);
            } else {
                continue;
            }
            from_a = i + length;
            from_b = j + length;
        }
        self.divide(from_a..a.end, from_b..b.end, level + 1);
    }

    /// Matches what both parts begin and end with.
    fn trim(&mut self, a: &mut Range<usize>, b: &mut Range<usize>) {
        let left = &self.a[a.clone()];
        let right = &self.b[b.clone()];
        let start = left.iter().zip(right).take_while(|(left, right)| left == right).count();
        let rest = left[start..].iter().rev().zip(right[start..].iter().rev());
        let end = rest.take_while(|(left, right)| left == right).count();
        self.matched(a.start, b.start, start);
        self.matched(a.end - end, b.end - end, end);
        a.start += start;
        a.end -= end;
        b.start += start;
        b.end -= end;
    }

    /// Returns the places of the *n*-grams that occur once in both parts: of those, most that
    /// ascend in both.
    fn anchors(&self, a: &Range<usize>, b: &Range<usize>, length: usize) -> Vec<(usize, usize)> {
        let of_a = once(&self.a[a.clone()], a.start, length);
        let of_b = once(&self.b[b.clone()], b.start, length);
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for (gram, place) in &of_a {
            if let (Some(in_a), Some(Some(in_b))) = (place, of_b.get(gram)) {
                pairs.push((*in_a, *in_b));
            }
        }
        pairs.sort_unstable();
        ascending(&pairs)
    }

    /// Aligns a gap without anchors: most tokens in the longest spans.
    fn fill(&mut self, a: Range<usize>, b: Range<usize>) {
        if a.len() * b.len() > MAX_CELLS {
            return;
        }
        for (i, j, length) in spans(&self.a[a.clone()], &self.b[b.clone()]) {
            if length > 1 || a.len() < SHORT {
                self.matched(a.start + i, b.start + j, length);
            }
        }
    }
}

/// Returns the places of *n*-grams, the first at `from`; none for one that occurs again.
fn once(tokens: &[u32], from: usize, length: usize) -> HashMap<&[u32], Option<usize>> {
    let mut places = HashMap::new();
    for (place, gram) in (from..).zip(tokens.windows(length)) {
        places.entry(gram).and_modify(|place| *place = None).or_insert(Some(place));
    }
    places
}

/// Returns the longest part of pairs, sorted by the first number, whose second numbers ascend.
fn ascending(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // The pair that ends the best part of each length, and the one before each pair in its part.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (number, &(_, j)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&end| pairs[end].1 < j);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = number,
            None => ends.push(number),
        }
    }
    let mut part: Vec<(usize, usize)> = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(number) = next {
        part.push(pairs[number]);
        next = before[number];
    }
    part.reverse();
    part
}

/// The way to the best alignment of two prefixes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The last token of the first prefix is not matched.
    SkipA,
    /// The last token of the second prefix is not matched.
    SkipB,
    /// The last tokens are matched.
    Match,
}

/// Returns the spans of matches, place and place and length, of the best alignment: that with the
/// most tokens if a span counts as one less than twice its tokens.
fn spans(a: &[u32], b: &[u32]) -> Vec<(usize, usize, usize)> {
    let width = b.len() + 1;
    // By the end of the second prefix, for the prefix of `a` before this one: the best score, and
    // that of a match at the end.
    let mut best = vec![0u32; width];
    let mut span = vec![0u32; width];
    let mut ways = vec![(Way::SkipA, false); a.len() * b.len()];
    for (i, token) in a.iter().enumerate() {
        let mut best_diagonal = best[0];
        let mut span_diagonal = span[0];
        for (j, other) in b.iter().enumerate() {
            let best_above = best[j + 1];
            let span_above = span[j + 1];
            // A span of one token may be continued, never one of none.
            let goes_on = span_diagonal > 0 && span_diagonal + 2 > best_diagonal + 1;
            span[j + 1] = match (token == other, goes_on) {
                (false, _) => 0,
                (true, true) => span_diagonal + 2,
                (true, false) => best_diagonal + 1,
            };
            let way = if span[j + 1] > best_above.max(best[j]) {
                Way::Match
            } else if best_above >= best[j] {
                Way::SkipA
            } else {
                Way::SkipB
            };
            best[j + 1] = span[j + 1].max(best_above).max(best[j]);
            ways[i * b.len() + j] = (way, goes_on);
            best_diagonal = best_above;
            span_diagonal = span_above;
        }
    }
    trace_back(a.len(), b.len(), &ways)
}

/// Returns the spans on the best way through a table of `a` rows and `b` columns, from its end.
/// Each cell has the way to it, and whether a match there continues a span.
fn trace_back(a: usize, b: usize, ways: &[(Way, bool)]) -> Vec<(usize, usize, usize)> {
    let mut i = a;
    let mut j = b;
    let mut found: Vec<(usize, usize, usize)> = Vec::new();
    let mut in_span = false;
    while i > 0 && j > 0 {
        let (way, goes_on) = ways[(i - 1) * b + j - 1];
        match way {
            _ if in_span => {}
            Way::SkipA => {
                i -= 1;
                continue;
            }
            Way::SkipB => {
                j -= 1;
                continue;
            }
            Way::Match => found.push((i, j, 0)),
        }
        i -= 1;
        j -= 1;
        in_span = goes_on;
        if let Some(last) = found.last_mut() {
            *last = (i, j, last.2 + 1);
        }
    }
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accuracy::scores::lcs::Symbols;
    use proptest::prelude::*;

    /// The words `w` with these numbers.
    fn words(numbers: Range<usize>) -> String {
        numbers.map(|i| format!("w{i}")).collect::<Vec<_>>().join(" ")
    }

    /// The tokens that are kept.
    fn only_kept(tokens: &[u32], kept: &[bool]) -> Vec<u32> {
        tokens.iter().zip(kept).filter(|(_, kept)| **kept).map(|(token, _)| *token).collect()
    }

    /// The matched tokens of the first text.
    fn matched(a: &str, b: &str) -> String {
        let mut symbols = Symbols::default();
        let (in_a, _) =
            align(&symbols.numbers(a.split_whitespace()), &symbols.numbers(b.split_whitespace()));
        a.split_whitespace()
            .zip(in_a)
            .map(|(token, kept)| if kept { token } else { "_" })
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn tokens_match_in_the_same_order() {
        assert_eq!(
            matched("home on the ice we walk more", "on the ice we walk"),
            "_ on the ice we walk _"
        );
        assert_eq!(matched("b a", "a b"), "b _");
        assert_eq!((matched("", "a"), matched("a", "")), ("".to_owned(), "_".to_owned()));
    }

    #[test]
    fn a_long_span_is_better_than_tokens_here_and_there() {
        assert_eq!(matched("a x b y c z a b c", "a b c"), "_ _ _ _ _ _ a b c");
        // In a longer gap a token alone says nothing.
        assert_eq!(matched("a c d e f g h i j k l m b", "x a y"), "_ _ _ _ _ _ _ _ _ _ _ _ _");
        assert_eq!(matched("c a d", "x a y"), "_ a _");
    }

    #[test]
    fn anchors_divide_what_is_long() {
        let page =
            format!("{} the end {} the end {}", words(0..100), words(500..600), words(900..950));
        let found = matched(&page, &format!("{} the end {}", words(50..100), words(500..600)));
        assert_eq!(found.split(' ').filter(|token| *token != "_").count(), 152);
        assert_eq!(found.split(' ').filter(|token| *token == "the").count(), 1);
    }

    #[test]
    fn a_page_of_one_token_takes_linear_time() {
        let page = vec![1; 300_000];
        let gold = vec![1; 100_000];
        let (in_page, in_gold) = align(&page, &gold);
        assert_eq!((in_page.len(), in_gold.len()), (300_000, 100_000));
        // Without anchors, and in gaps as large as are aligned.
        let page: Vec<u32> =
            (0..100_000).map(|i| if i % 499 == 0 { 1_000 + i } else { i % 7 }).collect();
        let gold: Vec<u32> =
            (0..100_000).map(|i| if i % 499 == 0 { 1_000 + i } else { i % 5 }).collect();
        assert!(align(&page, &gold).0.iter().any(|kept| *kept));
    }

    proptest! {
        #[test]
        fn as_many_tokens_match_on_both_sides(
            a in prop::collection::vec(0u32..6, 0..80),
            b in prop::collection::vec(0u32..6, 0..80),
        ) {
            let (in_a, in_b) = align(&a, &b);
            prop_assert_eq!(only_kept(&a, &in_a), only_kept(&b, &in_b));
            prop_assert!(align(&a, &a).0.iter().all(|kept| *kept));
        }

        #[test]
        fn parts_that_ascend_are_the_longest(places in prop::collection::vec(0usize..20, 0..12)) {
            let pairs: Vec<(usize, usize)> = places.into_iter().enumerate().collect();
            let part = ascending(&pairs);
            prop_assert!(part.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1));
            let longest = (0u32..1 << pairs.len()).filter(|set| {
                let chosen: Vec<_> = pairs
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| set >> i & 1 == 1)
                    .map(|(_, pair)| pair.1)
                    .collect();
                chosen.windows(2).all(|two| two[0] < two[1])
            });
            prop_assert_eq!(Some(part.len() as u32), longest.map(u32::count_ones).max());
        }
    }
}
