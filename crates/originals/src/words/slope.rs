//! Document slope curves: keeps sections of the page in which tags are rare.
//!
//! Pinto et al., "QuASM: A System for Question Answering Using Semi-Structured Data", JCDL 2002,
//! plot the number of tags so far over the number of words so far. Where the curve is flat, there
//! is text; unlike BTE the method finds several such sections. `dsc` moves a window along the
//! curve; `adsc` is the advanced variant that Gottron evaluated (ITA 2007). The parameters of both
//! are unpublished. These are our choices:
//!
//! - A window's slope is its number of tags per word, and low up to half of the page's.
//! - A section begins with three low windows in a row, and ends before three that are not.
//! - `dsc`: windows of 20 words, side by side. `adsc`: windows of 10 words, each overlapping half
//!   of the one before. We took the sizes because they come closest to what CETR's paper reports
//!   for CleanEval (`docs/cetr-rivals.md`).

use super::on_tokens::{KeptTokens, OnTokens};
use super::written::WrittenPage;

pub(crate) struct Slope {
    /// Number of words in a window.
    window: usize,
    /// Number of words from the start of a window to the start of the next one.
    step: usize,
}

/// Number of windows that begin or end a section.
const RUN: usize = 3;

impl Slope {
    pub(crate) const DSC: Self = Self { window: 20, step: 20 };
    pub(crate) const ADSC: Self = Self { window: 10, step: 5 };

    /// Whether the slope of each window is low. `tags` has the number of tags before each word,
    /// then that of all.
    fn low(&self, tags: &[u32]) -> Vec<bool> {
        let words = tags.len() - 1;
        let all = u64::from(tags[words]);
        let mut low = Vec::new();
        for start in (0..words).step_by(self.step) {
            let end = words.min(start + self.window);
            let in_window = u64::from(tags[end] - tags[start]);
            low.push(2 * in_window * words as u64 <= all * (end - start) as u64);
        }
        low
    }

    /// Returns the words of the sections, as ranges of windows.
    fn sections(&self, low: &[bool]) -> Vec<std::ops::Range<usize>> {
        let mut sections = Vec::new();
        let mut begun = None;
        let mut lows = 0;
        let mut others = 0;
        for (i, low) in low.iter().enumerate() {
            if *low {
                lows += 1;
                others = 0;
            } else {
                lows = 0;
                others += 1;
            }
            match begun {
                None if lows == RUN => begun = Some(i + 1 - RUN),
                Some(start) if others == RUN => {
                    sections.push(start..i + 1 - RUN);
                    begun = None;
                }
                _ => {}
            }
        }
        sections.extend(begun.map(|start| start..low.len() - others));
        sections
    }
}

impl OnTokens for Slope {
    fn judge(&self, written: &WrittenPage) -> KeptTokens {
        let mut tags = Vec::new();
        let mut words = Vec::new();
        let mut so_far = 0;
        for (token, one) in written.tokens.iter().enumerate() {
            if one.is_word() {
                words.push(token);
                tags.push(so_far);
            } else {
                so_far += 1;
            }
        }
        tags.push(so_far);
        let mut kept = vec![false; written.tokens.len()];
        let sections = self.sections(&self.low(&tags));
        for section in &sections {
            let end = words.len().min((section.end - 1) * self.step + self.window);
            for &word in &words[section.start * self.step..end] {
                kept[word] = true;
            }
        }
        let half = f64::from(so_far) / words.len().max(1) as f64 / 2.0;
        let count = sections.len();
        let plural = if sections.len() == 1 { "" } else { "s" };
        let reason = format!(
            "in {count} section{plural} of at most {half:.3} tags per word, half of the page's"
        );
        KeptTokens { kept, reason }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(markup: &str, slope: &Slope) -> String {
        let written = WrittenPage::read(markup);
        written.kept_text(&slope.judge(&written).kept)
    }

    /// The sections of windows that are low (`l`) or high (`h`).
    fn sections(windows: &str) -> Vec<std::ops::Range<usize>> {
        let low: Vec<bool> = windows.bytes().map(|window| window == b'l').collect();
        Slope::DSC.sections(&low)
    }

    #[test]
    fn a_section_begins_with_three_low_windows_and_ends_before_three_others() {
        assert_eq!(sections("lllhhh"), vec![0..3]);
        assert_eq!(sections("hllhlllhhlhhhlll"), [4..10, 13..16]);
        assert_eq!(
            sections("hhhlllhh"),
            vec![3..6],
            "what follows the last low window at the page's end is not content"
        );
        assert!(sections("llhll").is_empty() && sections("").is_empty());
    }

    #[test]
    fn flat_sections_stay() {
        let text = "word ".repeat(80);
        let menu = "<li>one<li>two".repeat(40);
        let all = kept(&format!("<p>{text}</p>{menu}<p>{text}</p>"), &Slope::ADSC);
        assert!(all.matches("word").count() >= 150 && all.matches("one").count() < 10, "{all}");
        assert_eq!(kept(&format!("<ul>{menu}</ul>"), &Slope::DSC), "");
        assert_eq!(kept("", &Slope::DSC), "");
        assert_eq!(
            kept(&text, &Slope::DSC).matches("word").count(),
            80,
            "without tags every window is low"
        );
    }
}
