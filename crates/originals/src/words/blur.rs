//! Content Code Blurring: keeps the words in regions that stay mostly text when text and tags are
//! blurred.
//!
//! Gottron, "Content Code Blurring: A New Approach to Content Extraction", DEXA 2008. The paper
//! specifies only the idea: a vector over the page's characters, 1 for text and 0 for code; each
//! value becomes a weighted mean of those around it, again and again until the vector settles; text
//! above a threshold is content. The adapted variant leaves anchors out of the vector. Its
//! parameters are unpublished, so these are our choices, taken because they come closest to what
//! CETR's paper reports for CleanEval (`docs/cetr-rivals.md`):
//!
//! - One pass is a moving average of 10 characters to each side. Repeated, it tends to the Gaussian
//!   of the paper.
//! - The vector has settled when no value changes by more than 0.01. The change falls as 1/n, so
//!   that takes some 25 passes on any page.
//! - A word is content if the mean of its characters is above 0.5.
//!
//! Values are 16-bit fractions and their sums exact, so every machine finds the same words.

use super::on_tokens::{KeptTokens, OnTokens};
use super::written::{Token, Written};
use std::ops::Range;
use tamis_blocks::html::known_tag;
use tamis_blocks::page::Tag;

/// How far a pass looks to each side, in characters.
const RADIUS: usize = 10;

/// The value of text; code is 0.
const TEXT: u16 = u16::MAX;

/// The largest change of a settled vector.
const SETTLED: u16 = TEXT / 100;

/// A bound on the passes that no page reaches.
const MAX_PASSES: usize = 100;

/// The method.
pub(crate) struct Blur {
    /// Whether the tags of anchors are neither text nor code.
    pub(crate) without_anchors: bool,
}

impl OnTokens for Blur {
    fn judge(&self, written: &Written) -> KeptTokens {
        let (mut vector, spans) =
            vector(written, self.without_anchors.then(|| known_tag(b"A")).flatten());
        let mut next = vec![0; vector.len()];
        let mut passes = 0;
        loop {
            let change = blur(&vector, &mut next);
            std::mem::swap(&mut vector, &mut next);
            passes += 1;
            if change <= SETTLED || passes == MAX_PASSES {
                break;
            }
        }
        let kept = written.tokens.iter().zip(spans).map(|(token, span)| {
            let half = u64::from(TEXT) * span.len() as u64 / 2;
            token.is_word()
                && vector[span].iter().map(|&value| u64::from(value)).sum::<u64>() > half
        });
        let blurs = if passes == 1 { "blur" } else { "blurs" };
        KeptTokens {
            kept: kept.collect(),
            reason: format!("in regions of more text than tags after {passes} {blurs}"),
        }
    }
}

/// Returns a page's characters, text or code, and those of each token. White space between two
/// words is one character.
fn vector(written: &Written, left_out: Option<Tag>) -> (Vec<u16>, Vec<Range<usize>>) {
    let mut vector = Vec::new();
    let mut spans = Vec::with_capacity(written.tokens.len());
    let mut after_word = false;
    for (token, one) in written.tokens.iter().enumerate() {
        let start = vector.len();
        let (value, length) = match *one {
            Token::Word { spaced, .. } => {
                (TEXT, written.word(token).chars().count() + usize::from(spaced && after_word))
            }
            Token::Tag { name, .. } if Some(name) == left_out => (0, 0),
            Token::Tag { length, .. } => (0, length as usize),
        };
        vector.resize(start + length, value);
        spans.push(start..vector.len());
        after_word = one.is_word();
    }
    (vector, spans)
}

/// Replaces each value by the mean of those at most [`RADIUS`] away. Returns the largest change.
fn blur(from: &[u16], to: &mut [u16]) -> u16 {
    let mut sum: u64 = from.iter().take(RADIUS).map(|&value| u64::from(value)).sum();
    let mut count = from.len().min(RADIUS) as u64;
    let mut largest = 0;
    for i in 0..from.len() {
        if let Some(&value) = from.get(i + RADIUS) {
            sum += u64::from(value);
            count += 1;
        }
        if i > RADIUS {
            sum -= u64::from(from[i - RADIUS - 1]);
            count -= 1;
        }
        to[i] = ((sum + count / 2) / count) as u16;
        largest = largest.max(to[i].abs_diff(from[i]));
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(markup: &str, without_anchors: bool) -> String {
        let written = Written::read(markup);
        written.kept_text(&Blur { without_anchors }.judge(&written).kept)
    }

    #[test]
    fn a_pass_is_a_moving_average() {
        let from: Vec<u16> = (0..40).map(|i| if i < 20 { TEXT } else { 0 }).collect();
        let mut to = vec![0; 40];
        assert_eq!(blur(&from, &mut to), 31_207, "11 of 21 values are text before the edge");
        assert_eq!(
            (to[0], to[9], to[10], to[19], to[20], to[39]),
            (TEXT, TEXT, 62_414, 34_328, 31_207, 0)
        );
        assert_eq!(blur(&[], &mut []), 0);
    }

    #[test]
    fn text_among_tags_goes() {
        let long = "some words without any tag between them ".repeat(5);
        let menu = "<li class=item><a href=/somewhere/far/away>menu</a></li>".repeat(5);
        assert_eq!(
            kept(&format!("<body>{menu}<p>{long}</p>{menu}"), false),
            format!("{}\n", long.trim())
        );
    }

    #[test]
    fn anchors_in_a_text_may_be_left_out() {
        let linked =
            "a few <a href='http://example.com/a/very/long/address/of/a/page'>linked</a> words "
                .repeat(8);
        let with = kept(&linked, false);
        let without = kept(&linked, true);
        assert!(
            !with.contains("linked") && without.matches("linked").count() == 8,
            "{with}{without}"
        );
    }

    #[test]
    fn every_vector_settles_soon() {
        for pattern in [[0, TEXT], [TEXT, 0]] {
            for period in [1, 7, 21, 50, 500, 5_000] {
                let mut from = (0..20_000).map(|i| pattern[i / period % 2]).collect::<Vec<_>>();
                let mut passes = 0;
                let mut to = from.clone();
                while blur(&from, &mut to) > SETTLED {
                    std::mem::swap(&mut from, &mut to);
                    passes += 1;
                }
                assert!(passes < MAX_PASSES, "{period}: {passes}");
            }
        }
    }
}
