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
//! Values are whole numbers below 2^16, so sums and rounded means are exact in 32-bit floating
//! point, and every machine finds the same words.

use super::on_tokens::{KeptTokens, OnTokens};
use super::written::{WrittenPage, WrittenToken};
use pulp::{Arch, Simd, WithSimd};
use std::ops::Range;
use tamis_blocks::html::known_tag;
use tamis_blocks::page::Tag;

/// How far a pass looks to each side, in characters.
const RADIUS: usize = 10;

/// The values that a mean is of, away from the ends.
const WIDTH: usize = 2 * RADIUS + 1;

/// The value of text; code is 0.
const TEXT: f32 = 65_535.0;

/// The largest change of a settled vector.
const SETTLED: f32 = 655.0;

/// A bound on the passes that no page reaches.
const MAX_PASSES: usize = 100;

pub(crate) struct Blur {
    /// Whether the tags of anchors are neither text nor code.
    pub(crate) without_anchors: bool,
}

impl OnTokens for Blur {
    fn judge(&self, written: &WrittenPage) -> KeptTokens {
        let (mut vector, spans) =
            vector(written, self.without_anchors.then(|| known_tag(b"A")).flatten());
        let passes = settle(&mut vector);
        let kept = written.tokens.iter().zip(spans).map(|(token, span)| {
            let half = TEXT as u64 * span.len() as u64 / 2;
            let sum = || vector[span].iter().map(|&value| u64::from(value as u16)).sum::<u64>();
            token.is_word() && sum() > half
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
fn vector(written: &WrittenPage, left_out: Option<Tag>) -> (Vec<f32>, Vec<Range<usize>>) {
    let mut vector = Vec::new();
    let mut spans = Vec::with_capacity(written.tokens.len());
    let mut after_word = false;
    for (token, one) in written.tokens.iter().enumerate() {
        let start = vector.len();
        let (value, length) = match *one {
            WrittenToken::Word { spaced, .. } => {
                (TEXT, written.word(token).chars().count() + usize::from(spaced && after_word))
            }
            WrittenToken::Tag { name, .. } if Some(name) == left_out => (0.0, 0),
            WrittenToken::Tag { length, .. } => (0.0, length as usize),
        };
        vector.resize(start + length, value);
        spans.push(start..vector.len());
        after_word = one.is_word();
    }
    (vector, spans)
}

/// Blurs until the vector has settled. Returns the number of passes.
fn settle(vector: &mut [f32]) -> usize {
    let mut from = Folded::new(vector);
    let mut to = from.clone();
    let mut passes = 0;
    loop {
        let change = from.blur(&mut to);
        std::mem::swap(&mut from, &mut to);
        passes += 1;
        if change <= SETTLED || passes == MAX_PASSES {
            break;
        }
    }
    from.unfold(vector);
    passes
}

/// The stretches of a vector that are blurred side by side.
const LANES: usize = 16;

/// A vector in [`LANES`] stretches of equal length, whose sums slide along together: value `i` of
/// stretch `lane` is `rows[RADIUS + i][lane]`. The first and last [`RADIUS`] rows are copies of
/// what stands around a stretch. Values whose windows reach over the vector's ends are in no
/// stretch but in `head` and `tail`.
#[derive(Clone)]
struct Folded {
    head: Vec<f32>,
    rows: Vec<[f32; LANES]>,
    tail: Vec<f32>,
}

impl Folded {
    fn new(vector: &[f32]) -> Self {
        let length = vector.len().saturating_sub(2 * RADIUS) / LANES;
        if length < RADIUS {
            // A window would reach over a whole stretch.
            return Self { head: vector.to_vec(), rows: Vec::new(), tail: Vec::new() };
        }
        let (head, rest) = vector.split_at(RADIUS);
        let tail = &rest[length * LANES..];
        let row = |i: usize| std::array::from_fn(|lane| vector[lane * length + i]);
        let rows = (0..length + 2 * RADIUS).map(row).collect();
        Self { head: head.to_vec(), rows, tail: tail.to_vec() }
    }

    fn unfold(&self, vector: &mut [f32]) {
        let (head, rest) = vector.split_at_mut(self.head.len());
        let (stretches, tail) = rest.split_at_mut(self.length() * LANES);
        head.copy_from_slice(&self.head);
        tail.copy_from_slice(&self.tail);
        for (lane, stretch) in stretches.chunks_exact_mut(self.length().max(1)).enumerate() {
            for (value, row) in stretch.iter_mut().zip(&self.rows[RADIUS..]) {
                *value = row[lane];
            }
        }
    }

    /// The length of a stretch.
    fn length(&self) -> usize {
        self.rows.len().saturating_sub(2 * RADIUS)
    }

    /// Sets each value of `to` to the mean of those here at most [`RADIUS`] away. Returns the
    /// largest change.
    fn blur(&self, to: &mut Self) -> f32 {
        let (mut before, mut after) = (self.head.clone(), Vec::new());
        if !self.rows.is_empty() {
            before.extend(self.rows[RADIUS..2 * RADIUS].iter().map(|row| row[0]));
            after.extend(self.rows[self.length()..][..RADIUS].iter().map(|row| row[LANES - 1]));
        }
        after.extend(&self.tail);
        let from_tail = after.len() - self.tail.len();
        let largest = blur_end(&before, 0, &mut to.head);
        let largest = largest.max(blur_end(&after, from_tail, &mut to.tail));
        if self.rows.is_empty() {
            return largest;
        }
        let change = Arch::new().dispatch(BlurPass { from: &self.rows, to: &mut to.rows });
        to.copy_ends();
        largest.max(change)
    }

    /// Copies what stands around each stretch: the ends of the stretches beside it.
    fn copy_ends(&mut self) {
        let length = self.length();
        for i in 0..RADIUS {
            let [mut before, mut after] = [self.rows[length + i], self.rows[RADIUS + i]];
            before.rotate_right(1);
            before[0] = self.head[i];
            after.rotate_left(1);
            after[LANES - 1] = self.tail[i];
            self.rows[i] = before;
            self.rows[RADIUS + length + i] = after;
        }
    }
}

/// Sets `to` to the means around the values that begin at `start`, of fewer at the ends. Returns
/// the largest change.
fn blur_end(values: &[f32], start: usize, to: &mut [f32]) -> f32 {
    let mut largest: f32 = 0.0;
    for (at, mean) in (start..).zip(to) {
        let around = &values[at.saturating_sub(RADIUS)..values.len().min(at + RADIUS + 1)];
        let count = around.len() as u32;
        let sum = around.iter().sum::<f32>() as u32;
        *mean = ((sum + count / 2) / count) as f32;
        largest = largest.max((*mean - values[at]).abs());
    }
    largest
}

/// A pass over all stretches, in the machine's instructions for up to eight numbers at once. A mean
/// is a sum divided by [`WIDTH`] and rounded: to a float of 2^23, which has no fraction, it is
/// added and taken away. As the width is odd, a quotient is never nearer than 1/42 to the middle of
/// two whole numbers, and its error is below 1/128.
struct BlurPass<'a> {
    from: &'a [[f32; LANES]],
    to: &'a mut [[f32; LANES]],
}

impl WithSimd for BlurPass<'_> {
    type Output = f32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f32 {
        const NO_FRACTION: f32 = 8_388_608.0;
        let by = simd.splat_f32s(1.0 / WIDTH as f32);
        let no_fraction = simd.splat_f32s(NO_FRACTION);
        const { assert!(2 * S::F32_LANES <= LANES, "two sums slide in turns") };
        let step = LANES / S::F32_LANES;
        let from = S::as_simd_f32s(self.from.as_flattened()).0;
        let to = S::as_mut_simd_f32s(self.to.as_flattened_mut()).0;
        let mut largest = [simd.splat_f32s(0.0); 2];
        // A sum waits for the one before it, so two slide in turns.
        for pair in (0..step).step_by(2) {
            let at = |row: usize, column: usize| from[row * step + pair + column];
            // The sums of the windows without their last values.
            let mut sums = [simd.splat_f32s(0.0); 2];
            for row in 0..WIDTH - 1 {
                for (column, sum) in sums.iter_mut().enumerate() {
                    *sum = simd.add_f32s(*sum, at(row, column));
                }
            }
            for row in RADIUS..self.from.len() - RADIUS {
                for (column, sum) in sums.iter_mut().enumerate() {
                    let last = at(row + RADIUS, column);
                    let whole = simd.add_f32s(*sum, last);
                    let mean = simd.add_f32s(simd.mul_f32s(whole, by), no_fraction);
                    let mean = simd.sub_f32s(mean, no_fraction);
                    let change = simd.abs_f32s(simd.sub_f32s(mean, at(row, column)));
                    largest[column] = simd.max_f32s(largest[column], change);
                    to[row * step + pair + column] = mean;
                    *sum = simd.add_f32s(*sum, simd.sub_f32s(last, at(row - RADIUS, column)));
                }
            }
        }
        simd.reduce_max_f32s(simd.max_f32s(largest[0], largest[1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(markup: &str, without_anchors: bool) -> String {
        let written = WrittenPage::read(markup);
        written.kept_text(&Blur { without_anchors }.judge(&written).kept)
    }

    /// The vector after a pass, and the largest change.
    fn blurred(from: &[f32]) -> (Vec<f32>, f32) {
        let folded = Folded::new(from);
        let mut next = folded.clone();
        let change = folded.blur(&mut next);
        let mut to = vec![0.0; from.len()];
        next.unfold(&mut to);
        (to, change)
    }

    #[test]
    fn a_pass_is_a_moving_average() {
        let from: Vec<f32> = (0..40).map(|i| if i < 20 { TEXT } else { 0.0 }).collect();
        let (to, change) = blurred(&from);
        assert_eq!(change, 31_207.0, "11 of 21 values are text before the edge");
        assert_eq!(
            [to[0], to[9], to[10], to[19], to[20], to[39]],
            [TEXT, TEXT, 62_414.0, 34_328.0, 31_207.0, 0.0]
        );
        assert_eq!(blurred(&[]), (Vec::new(), 0.0));
    }

    proptest::proptest! {
        #[test]
        fn every_mean_is_that_of_its_neighbours(
            from in proptest::collection::vec(proptest::num::u16::ANY, 0..700),
        ) {
            let mut expected = Vec::new();
            for at in 0..from.len() {
                let around = &from[at.saturating_sub(RADIUS)..from.len().min(at + RADIUS + 1)];
                let sum: u32 = around.iter().copied().map(u32::from).sum();
                let count = around.len() as u32;
                expected.push(((sum + count / 2) / count) as f32);
            }
            let from: Vec<f32> = from.into_iter().map(f32::from).collect();
            let changes = from.iter().zip(&expected).map(|(from, to)| (from - to).abs());
            let change = changes.fold(0.0, f32::max);
            proptest::prop_assert_eq!(blurred(&from), (expected, change));
        }
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
        for pattern in [[0.0, TEXT], [TEXT, 0.0]] {
            for period in [1, 7, 21, 50, 500, 5_000] {
                let mut vector: Vec<f32> = (0..20_000).map(|i| pattern[i / period % 2]).collect();
                let passes = settle(&mut vector);
                assert!(passes < MAX_PASSES, "{period}: {passes}");
            }
        }
    }
}
