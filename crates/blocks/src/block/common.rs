//! Which words of two long sequences are common, in order: a histogram diff, whose cost is bounded.
//!
//! A histogram diff of words that all repeat takes the square of their number, and of some others
//! it calls itself once for each run of common words. So what could cost that is diffed in parts:
//! between words that both sides have once, and what has none such in equal steps.

use imara_diff::{Algorithm, Diff, InternedInput, Token};
use std::hash::Hash;
use std::ops::Range;

/// Above this number of words of a side, or of pairs of equal words, the sequences are diffed in
/// parts. The cost of a whole diff is up to the number of words times that of runs of common words:
/// .2 seconds where words of a side alone stand between all others. A page has so many words from a
/// hundred kilobytes of text on.
const MOST_WORDS: usize = 1 << 14;
const MOST_PAIRS: u64 = 1 << 24;
/// The fewest words of a part that ends at a common word.
const LEAST_PART: usize = 512;
/// A part of more pairs of words than the square of this is divided.
const LONGEST_STEP: usize = 1024;

/// A place in both sides.
type PlacePair = (usize, usize);
/// A stretch of both sides.
type RangePair = (Range<usize>, Range<usize>);

/// Returns which words of `before` have none in common with `after`, and the reverse. Common words
/// are in the same order on both sides.
pub(crate) fn differences<T: Eq + Hash>(input: &InternedInput<T>) -> (Vec<bool>, Vec<bool>) {
    let (before, after) = (&input.before[..], &input.after[..]);
    if before.len().max(after.len()) <= MOST_WORDS && pairs(input) <= MOST_PAIRS {
        return of_diff(&Diff::compute(Algorithm::Histogram, input), before.len(), after.len());
    }
    let mut all = (Vec::with_capacity(before.len()), Vec::with_capacity(after.len()));
    for (of_before, of_after) in parts(input) {
        let mut part = InternedInput::<u32>::default();
        part.update_before(before[of_before].iter().map(|word| word.0));
        part.update_after(after[of_after].iter().map(|word| word.0));
        let diff = Diff::compute(Algorithm::Histogram, &part);
        let (removed, added) = of_diff(&diff, part.before.len(), part.after.len());
        all.0.extend(removed);
        all.1.extend(added);
    }
    all
}

fn of_diff(diff: &Diff, before: usize, after: usize) -> (Vec<bool>, Vec<bool>) {
    let removed = (0..before as u32).map(|word| diff.is_removed(word)).collect();
    (removed, (0..after as u32).map(|word| diff.is_added(word)).collect())
}

/// How often a word is in a sequence, and where it was last.
fn occurrences<T: Eq + Hash>(input: &InternedInput<T>, words: &[Token]) -> Vec<(u64, usize)> {
    let mut occurrences = vec![(0, 0); input.interner.num_tokens() as usize];
    for (at, word) in words.iter().enumerate() {
        let (count, last) = &mut occurrences[word.0 as usize];
        *count += 1;
        *last = at;
    }
    occurrences
}

/// The number of pairs of equal words, one of each side.
fn pairs<T: Eq + Hash>(input: &InternedInput<T>) -> u64 {
    // Never more than all pairs.
    if (input.before.len() * input.after.len()) as u64 <= MOST_PAIRS {
        return 0;
    }
    let (before, after) = (occurrences(input, &input.before), occurrences(input, &input.after));
    before.iter().zip(after).map(|((before, _), (after, _))| before * after).sum()
}

/// Divides both sides where they have a word in common that is there once, in the longest row of
/// such words that is in the same order on both, and then in steps.
fn parts<T: Eq + Hash>(input: &InternedInput<T>) -> Vec<RangePair> {
    let is_long =
        |start: PlacePair, end: PlacePair| (end.0 - start.0).max(end.1 - start.1) >= LEAST_PART;
    let whole = (input.before.len(), input.after.len());
    let mut parts = Vec::new();
    let mut start = (0, 0);
    let mut last = start;
    for end in longest_row(&anchors(input)).into_iter().chain([whole]) {
        // What only one side has is a part of its own.
        if is_long(last, end) {
            steps(start, last, &mut parts);
            start = last;
        }
        if is_long(start, end) {
            steps(start, end, &mut parts);
            start = end;
        }
        last = end;
    }
    steps(start, whole, &mut parts);
    parts
}

/// The places of the words that each side has once, in the order of `before`.
fn anchors<T: Eq + Hash>(input: &InternedInput<T>) -> Vec<PlacePair> {
    let (before, after) = (occurrences(input, &input.before), occurrences(input, &input.after));
    let mut anchors = Vec::new();
    for (at, word) in input.before.iter().enumerate() {
        let (count, other) = after[word.0 as usize];
        if before[word.0 as usize].0 == 1 && count == 1 {
            anchors.push((at, other));
        }
    }
    anchors
}

/// The longest row of pairs whose second places increase too.
fn longest_row(pairs: &[PlacePair]) -> Vec<PlacePair> {
    // Of each length, the last pair of the row that ends first; and what is before each pair.
    let mut ends: Vec<usize> = Vec::new();
    let mut before = vec![None; pairs.len()];
    for (number, (_, at)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&end| pairs[end].1 < *at);
        before[number] = length.checked_sub(1).map(|shorter| ends[shorter]);
        if let Some(end) = ends.get_mut(length) {
            *end = number;
        } else {
            ends.push(number);
        }
    }
    let last = ends.last().copied();
    let mut row: Vec<_> =
        std::iter::successors(last, |&number| before[number]).map(|number| pairs[number]).collect();
    row.reverse();
    row
}

/// Adds a part, in steps of the same share of both sides if it is long.
fn steps(start: PlacePair, end: PlacePair, parts: &mut Vec<RangePair>) {
    let (before, after) = (end.0 - start.0, end.1 - start.1);
    let steps = (before * after).isqrt() / LONGEST_STEP + 1;
    let place = |step: usize| (start.0 + before * step / steps, start.1 + after * step / steps);
    for step in 0..steps {
        let (from, to) = (place(step), place(step + 1));
        parts.push((from.0..to.0, from.1..to.1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input<'a>(before: &'a [String], after: &'a [String]) -> InternedInput<&'a str> {
        let mut input = InternedInput::default();
        input.update_before(before.iter().map(|word| &**word));
        input.update_after(after.iter().map(|word| &**word));
        input
    }

    fn unlike(marks: &[bool]) -> usize {
        marks.iter().filter(|mark| **mark).count()
    }

    #[test]
    fn a_long_page_of_words_is_aligned_at_those_that_are_there_once() {
        let mut before: Vec<String> =
            (0..300_000).map(|n| if n % 7 == 0 { n.to_string() } else { "and".into() }).collect();
        // Of 100,000 words that stand between, one side knows nothing.
        let between = (0..100_000).map(|n| format!("x{n}"));
        let after = [before[..100_003].to_vec(), before[100_010..].to_vec()].concat();
        before.splice(200_000..200_000, between);
        let (removed, added) = differences(&input(&before, &after));
        assert_eq!((unlike(&removed), unlike(&added)), (100_007, 0));
        assert!(removed[200_000..300_000].iter().all(|removed| *removed));
    }

    #[test]
    fn words_that_all_repeat_are_aligned_in_steps() {
        let before = vec!["tea".to_owned(); 100_000];
        let mut after = before.clone();
        for at in (0..after.len()).step_by(10) {
            after[at] = if at % 20 == 0 { "te".to_owned() } else { "a".to_owned() };
        }
        let (removed, added) = differences(&input(&before, &after));
        assert_eq!((unlike(&removed), unlike(&added)), (10_000, 10_000));
        assert!(removed.chunks(10_000).all(|part| unlike(part) < 3_000));
    }

    #[test]
    fn a_short_page_is_diffed_as_a_whole() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let (before, after) = (words("a b c d e"), words("a c d b e f"));
        let (removed, added) = differences(&input(&before, &after));
        assert_eq!(removed, [false, true, false, false, false]);
        assert_eq!(added, [false, false, false, true, false, true]);
    }

    #[test]
    fn the_longest_row_is_found() {
        let places = [(0, 5), (1, 0), (2, 1), (3, 9), (4, 2), (5, 3)];
        assert_eq!(longest_row(&places), [(1, 0), (2, 1), (4, 2), (5, 3)]);
        assert_eq!(longest_row(&[]), []);
    }
}
