//! Aligns the text between two anchors with the source between them, by a dynamic programme: a
//! match scores, skipping text costs, skipping source costs only where a gap begins.

use super::chars::{is_letter_or_digit, is_space, upper};
use std::collections::HashSet;

/// The largest number of decisions in memory, one byte each.
pub const MAX_DECISIONS: usize = 1 << 26;

/// The largest number of pairs of characters that are compared; a larger gap keeps nothing.
pub const MAX_CELLS: usize = 1 << 33;

/// The score of a match of letters or digits of the same case, of another match of characters, and
/// of white space.
const MATCHES: [i32; 3] = [3, 1, 0];
/// The score of a skipped character of the text; white space is free.
const SKIP_TEXT: i32 = -6;
/// The score of the first skipped character of the source; the next ones are free.
const SKIP_SOURCE: i32 = -2;

/// What is done with the last character of a beginning of the source and of a beginning of the
/// text. A match has to be strictly better than both others, and skipping text than skipping
/// source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Decision {
    Match,
    SkipSource,
    SkipText,
}

/// Marks the characters of the source that are kept. `kept` has the length of the source and is
/// false everywhere.
pub fn align(source: &[u16], text: &[u16], kept: &mut [bool]) {
    align_within(source, text, kept, MAX_DECISIONS);
}

fn align_within(source: &[u16], text: &[u16], kept: &mut [bool], most_decisions: usize) {
    let text: Vec<GapUnit> = text.iter().map(|&unit| GapUnit::new(unit)).collect();
    let rows = rows(source, &text);
    if rows.is_empty() || text.is_empty() || rows.len().saturating_mul(text.len()) > MAX_CELLS {
        return;
    }
    let units: Vec<GapUnit> = rows.iter().map(|&row| GapUnit::new(source[row])).collect();
    let parts: Vec<&[GapUnit]> = units.chunks((most_decisions / text.len()).max(1)).collect();
    // The rows before each part: the last part's decisions come first.
    let mut starts = vec![ScoreRow::first(&text)];
    let mut decisions = Vec::new();
    for part in &parts[..parts.len() - 1] {
        let mut row = starts[starts.len() - 1].clone();
        for &unit in *part {
            decisions.clear();
            row.next(unit, &text, &mut decisions);
        }
        starts.push(row);
    }
    let mut row = rows.len();
    let mut column = text.len();
    for (part, mut start) in parts.into_iter().zip(starts).rev() {
        decisions.clear();
        for &unit in part {
            start.next(unit, &text, &mut decisions);
        }
        let first = row - part.len();
        while row > first && column > 0 {
            match decisions[(row - first - 1) * text.len() + column - 1] {
                Decision::Match => {
                    kept[rows[row - 1]] = true;
                    row -= 1;
                    column -= 1;
                }
                Decision::SkipSource => row -= 1,
                Decision::SkipText => column -= 1,
            }
        }
        row = first;
    }
}

/// A character with its properties.
#[derive(Debug, Clone, Copy)]
struct GapUnit {
    unit: u16,
    upper: u16,
    is_space: bool,
    is_letter_or_digit: bool,
}

impl GapUnit {
    fn new(unit: u16) -> Self {
        Self {
            unit,
            upper: upper(unit),
            is_space: is_space(unit),
            is_letter_or_digit: is_letter_or_digit(unit),
        }
    }

    /// The score of matching them, if they match.
    fn matching(self, text: Self) -> Option<i32> {
        match (self.upper == text.upper, self.is_space && text.is_space) {
            (true, _) if self.unit == text.unit && self.is_letter_or_digit => Some(MATCHES[0]),
            (true, _) => Some(MATCHES[1]),
            (false, true) => Some(MATCHES[2]),
            (false, false) => None,
        }
    }
}

/// Returns the characters of the source that have a like in the text, and the first after each of
/// those. After one character without a like, all scores stand in a gap and none can be improved by
/// skipping text, so another one changes nothing.
fn rows(source: &[u16], text: &[GapUnit]) -> Vec<usize> {
    let letters: HashSet<u16> = text.iter().map(|unit| unit.upper).collect();
    let has_space = text.iter().any(|unit| unit.is_space);
    let mut rows = Vec::new();
    let mut after_other = false;
    for (row, &unit) in source.iter().enumerate() {
        let unit = GapUnit::new(unit);
        let has_like = letters.contains(&unit.upper) || (unit.is_space && has_space);
        if has_like || !after_other {
            rows.push(row);
        }
        after_other = !has_like;
    }
    rows
}

/// The scores of a beginning of the source with each beginning of the text, from the empty one on.
#[derive(Clone)]
struct ScoreRow {
    scores: Vec<i32>,
    /// Whether each ends with skipped source.
    in_gap: Vec<bool>,
}

impl ScoreRow {
    /// The row before the source.
    fn first(text: &[GapUnit]) -> Self {
        Self {
            scores: (0..=text.len() as i32).map(|skipped| -skipped).collect(),
            in_gap: vec![true; text.len() + 1],
        }
    }

    /// Adds a character of the source, and its decisions.
    fn next(&mut self, source: GapUnit, text: &[GapUnit], decisions: &mut Vec<Decision>) {
        // The scores of the row before, one to the left, and of this row, one to the left; without
        // text always 0.
        let mut diagonal = self.scores[0];
        let mut left = 0;
        let mut left_in_gap = true;
        let row = decisions.len();
        decisions.resize(row + text.len(), Decision::SkipSource);
        let cells = self.scores[1..].iter_mut().zip(&mut self.in_gap[1..]).zip(text);
        for (((score, in_gap), text), decision) in cells.zip(&mut decisions[row..]) {
            let skip_text = left + if text.is_space { 0 } else { SKIP_TEXT };
            let skip_source = *score + if *in_gap { 0 } else { SKIP_SOURCE };
            let mut best = skip_source;
            if skip_text > skip_source {
                best = skip_text;
                *decision = Decision::SkipText;
            }
            if let Some(matching) = source.matching(*text)
                && diagonal + matching > best
            {
                best = diagonal + matching;
                *decision = Decision::Match;
            }
            diagonal = *score;
            *in_gap = match *decision {
                Decision::Match => false,
                Decision::SkipSource => true,
                Decision::SkipText => left_in_gap,
            };
            *score = best;
            left = best;
            left_in_gap = *in_gap;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::chars::{MASK, alike};
    use super::*;
    use proptest::prelude::*;

    fn units(text: &str) -> Vec<u16> {
        text.replace('_', "\u{25a1}").encode_utf16().collect()
    }

    fn kept(source: &str, text: &str, most_decisions: usize) -> String {
        let source = units(source);
        let text = units(text);
        let mut kept = vec![false; source.len()];
        align_within(&source, &text, &mut kept, most_decisions);
        let shown: Vec<u16> =
            source.iter().zip(kept).map(|(&unit, kept)| if kept { unit } else { MASK }).collect();
        String::from_utf16_lossy(&shown).replace('\u{25a1}', "_")
    }

    /// The programme as the original has it: whole tables, every character of the source.
    fn by_tables(source: &str, text: &str) -> String {
        let source = units(source);
        let text = units(text);
        let n = source.len();
        let m = text.len();
        let mut scores = vec![vec![0i32; m + 1]; n + 1];
        let mut gaps = vec![vec![true; m + 1]; n + 1];
        let mut decisions = vec![vec![Decision::SkipSource; m + 1]; n + 1];
        for j in 0..=m {
            scores[0][j] = -(j as i32);
            decisions[0][j] = Decision::SkipText;
        }
        for i in 1..=n {
            for j in 1..=m {
                let s = source[i - 1];
                let t = text[j - 1];
                let skip_text = scores[i][j - 1] + if is_space(t) { 0 } else { -6 };
                let skip_source = scores[i - 1][j] + if gaps[i - 1][j] { 0 } else { -2 };
                let mut best = skip_source;
                let mut decision = Decision::SkipSource;
                if skip_text > skip_source {
                    best = skip_text;
                    decision = Decision::SkipText;
                }
                let score = if s == t && is_letter_or_digit(s) {
                    3
                } else if upper(s) == upper(t) {
                    1
                } else {
                    0
                };
                if alike(s, t) && scores[i - 1][j - 1] + score > best {
                    best = scores[i - 1][j - 1] + score;
                    decision = Decision::Match;
                }
                scores[i][j] = best;
                decisions[i][j] = decision;
                gaps[i][j] = match decision {
                    Decision::Match => false,
                    Decision::SkipText => gaps[i][j - 1],
                    Decision::SkipSource => true,
                };
            }
        }
        shown_by_decisions(&source, m, &decisions)
    }

    /// The source with `_` for what the decisions skip; `j` is the length of the text.
    fn shown_by_decisions(source: &[u16], mut j: usize, decisions: &[Vec<Decision>]) -> String {
        let mut i = source.len();
        let mut shown = source.to_vec();
        while i > 0 {
            match decisions[i][j] {
                Decision::Match => {
                    i -= 1;
                    j -= 1;
                }
                Decision::SkipText => j -= 1,
                Decision::SkipSource => {
                    shown[i - 1] = MASK;
                    i -= 1;
                }
            }
        }
        String::from_utf16_lossy(&shown).replace('\u{25a1}', "_")
    }

    #[test]
    fn letters_in_a_row_are_better_than_scattered_ones() {
        assert_eq!(kept("a b__abc_c", "abc", MAX_DECISIONS), "_____abc__");
        assert_eq!(kept("x", "y", MAX_DECISIONS), "_");
    }

    proptest! {
        #[test]
        fn shortcuts_change_nothing(
            source in "[ab A_x.\n]{0,30}",
            text in "[aBb .\n]{0,20}",
            most in 1usize..100,
        ) {
            let expected = by_tables(&source, &text);
            prop_assert_eq!(&kept(&source, &text, MAX_DECISIONS), &expected);
            prop_assert_eq!(&kept(&source, &text, most), &expected);
        }
    }
}
