//! ROUGE-LSum with lines as sentences (Lin 2004; rouge_score's `rougeLsum`, as Bevendorff et al.
//! 2023 use it): tokens between white space; for each line of the gold, the union of its longest
//! common subsequences with the kept lines.

use super::lcs::{Pattern, Symbols};
use super::overlap::{of_pages, shares};
use super::{PagePair, Scorer};

pub(super) const SCORER: Scorer = Scorer {
    name: "rouge",
    describe: "ROUGE-LSum over lines: union of the longest common subsequences of every gold line",
    source: "Lin 2004; Bevendorff, Gupta, Kiesel, Stein, SIGIR 2023 (newline mode)",
    columns: &["rouge_p", "rouge_r", "rouge_f1"],
    page,
    figures: &["rouge_p_mean", "rouge_r_mean", "rouge_f1_mean", "rouge_f1_median"],
    shown: &[("rouge_f1_mean", "ROUGE F1")],
    summary: of_pages,
};

fn page(judged: &PagePair) -> Vec<f64> {
    score(judged.text, judged.gold)
}

/// Precision, recall and F1 of a text.
pub fn score(text: &str, gold: &str) -> Vec<f64> {
    let mut symbols = Symbols::default();
    let text = lines(text, &mut symbols);
    let gold = lines(gold, &mut symbols);
    // A token of the gold is a hit only as often as it occurs in both texts.
    let mut left_in_text = counts(&text);
    let mut left_in_gold = counts(&gold);
    let highest = left_in_text.len().max(left_in_gold.len());
    left_in_text.resize(highest, 0);
    left_in_gold.resize(highest, 0);
    let mut hits = 0;
    for line in &gold {
        for (token, _) in line.iter().zip(union(line, &text)).filter(|(_, common)| *common) {
            let text = &mut left_in_text[*token as usize];
            let gold = &mut left_in_gold[*token as usize];
            if *text > 0 && *gold > 0 {
                *text -= 1;
                *gold -= 1;
                hits += 1;
            }
        }
    }
    shares(hits, text.iter().map(Vec::len).sum(), gold.iter().map(Vec::len).sum())
}

/// The lines with a token, as numbers.
fn lines<'a>(text: &'a str, symbols: &mut Symbols<'a>) -> Vec<Vec<u32>> {
    let lines = text.split('\n').map(|line| symbols.numbers(line.split_whitespace()));
    lines.filter(|line| !line.is_empty()).collect()
}

fn counts(lines: &[Vec<u32>]) -> Vec<usize> {
    let mut counts = Vec::new();
    for &token in lines.iter().flatten() {
        if counts.len() <= token as usize {
            counts.resize(token as usize + 1, 0);
        }
        counts[token as usize] += 1;
    }
    counts
}

/// Returns which tokens of a line are in its longest common subsequence with one of these lines.
fn union(line: &[u32], others: &[Vec<u32>]) -> Vec<bool> {
    let pattern = Pattern::new(line);
    let mut common = vec![false; line.len()];
    for other in others {
        let table = pattern.table(other);
        let mut i = line.len();
        let mut j = other.len();
        // There may be several; the original's way back decides which.
        while i > 0 && j > 0 && table.at(i, j) > 0 {
            if line[i - 1] == other[j - 1] {
                i -= 1;
                j -= 1;
                common[i] = true;
            } else if table.at(i, j - 1) > table.at(i - 1, j) {
                j -= 1;
            } else {
                i -= 1;
            }
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_covered_by_several() {
        // Lin 2004, section 3.2: w1 w2 w3 w4 w5 against w1 w2 w6 w7 w8 and w1 w3 w8 w9 w5: the
        // union has four tokens.
        let scores = score("1 2 6 7 8\n1 3 8 9 5", "1 2 3 4 5");
        assert_eq!((scores[0], scores[1]), (0.4, 0.8));
    }

    #[test]
    fn a_token_is_not_used_twice() {
        assert_eq!(score("a", "a\na"), [1.0, 0.5, 2.0 / 3.0]);
    }
}
