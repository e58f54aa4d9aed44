//! The blocks of neighbouring pages, evaluated together: some thousand codes at a time, which stay
//! in the processor's nearest cache.

use super::compiled::{Compiled, FeatureComparison, fill};
use crate::rule::predicate::Feature;
use std::io;
use std::ops::{Range, RangeInclusive};
use tamis_index::corpus::Segment;
use tamis_index::index::codes::SHARED_COUNT;
use tamis_index::index::columns::BlockNumbers;
use tantivy::directory::OwnedBytes;

/// A range of whole pages of a segment.
pub(crate) struct BlockRange<'a> {
    pub segment: &'a Segment,
    pub pages: Range<u32>,
    /// The first row of the range.
    pub first: u32,
    pub rows: usize,
}

/// Calls `visit` with every range of a segment's pages, in order.
pub(crate) fn for_each_range<'a>(
    segment: &'a Segment,
    mut visit: impl FnMut(&BlockRange<'a>) -> io::Result<()>,
) -> io::Result<()> {
    for pages in segment.page_ranges() {
        let first = segment.first_row[pages.start as usize];
        let rows = (segment.first_row[pages.end as usize] - first) as usize;
        visit(&BlockRange { segment, pages, first, rows })?;
    }
    Ok(())
}

impl BlockRange<'_> {
    /// Returns the rows of a page of the range, counted from the start of the range.
    pub fn rows_of(&self, doc: u32) -> Range<usize> {
        self.row(doc)..self.row(doc + 1)
    }

    /// Returns the first row of a page, counted from the start of the range.
    fn row(&self, doc: u32) -> usize {
        (self.segment.first_row[doc as usize] - self.first) as usize
    }

    fn all_rows(&self) -> Range<u32> {
        self.first..self.first + self.rows as u32
    }

    /// Returns the codes of a feature.
    pub fn codes(&self, feature: Feature) -> io::Result<OwnedBytes> {
        self.segment.columns().codes(feature, self.all_rows())
    }

    /// Returns the tokens of every row.
    pub fn tokens(&self) -> io::Result<RangeTokens<'_>> {
        let codes = self.codes(Feature::Tokens)?;
        let long = rows_within(self.segment.columns().long_blocks()?, self.all_rows());
        Ok(RangeTokens { codes, long, first: self.first })
    }

    /// Returns the values of a feature in some rows, as [`Feature::fraction`] does, from their
    /// numbers.
    pub fn fractions(
        &self,
        feature: Feature,
        rows: impl Iterator<Item = usize>,
        mut each: impl FnMut(usize, Option<(u64, u64)>),
    ) -> io::Result<()> {
        let mut numbers = BlockNumbers::default();
        let mut read: Option<(u32, Range<usize>)> = None;
        for row in rows {
            let of_page = match &read {
                Some((_, of_page)) if of_page.contains(&row) => of_page.clone(),
                _ => {
                    let doc = self.page_of(row);
                    self.segment.read(&(doc..doc + 1), feature.columns(), &mut numbers)?;
                    read = Some((doc, self.rows_of(doc)));
                    self.rows_of(doc)
                }
            };
            each(row, feature.fraction(|column| numbers[column][row - of_page.start]));
        }
        Ok(())
    }

    /// Returns the page of a row.
    fn page_of(&self, row: usize) -> u32 {
        let row = self.first + row as u32;
        let first_row = &self.segment.first_row;
        let pages = self.pages.start as usize..self.pages.end as usize;
        let after = first_row[pages].partition_point(|&first| first <= row);
        self.pages.start + after as u32 - 1
    }

    /// Calls `each` with the row of every title, counted from the start of the range: the first row
    /// of a page that has one.
    pub fn for_each_title(&self, mut each: impl FnMut(usize)) -> io::Result<()> {
        let titles = self.segment.columns().titles()?;
        for doc in self.pages.clone() {
            if titles[doc as usize / 8] >> (doc % 8) & 1 == 1 {
                each(self.row(doc));
            }
        }
        Ok(())
    }

    /// Takes out the rows of pages that searches do not see.
    pub fn bar_unseen(&self, mask: &mut [bool]) {
        for doc in self.pages.clone().filter(|&doc| !self.segment.is_alive(doc)) {
            mask[self.rows_of(doc)].fill(false);
        }
    }

    /// Sets for which rows a rule holds.
    pub fn evaluate(&self, rule: &Compiled, mask: &mut Vec<bool>) -> io::Result<()> {
        mask.resize(self.rows, false);
        match rule {
            Compiled::All => mask.fill(true),
            Compiled::Comparison(comparison) => self.compare(comparison, mask)?,
            Compiled::Label(bit) => {
                let bits = self.segment.columns().label_bits(*bit, self.all_rows())?;
                unpack(&bits, self.first as usize % 8, mask);
            }
            Compiled::Title => {
                mask.fill(false);
                self.for_each_title(|row| mask[row] = true)?;
            }
            Compiled::Not(inner) => {
                self.evaluate(inner, mask)?;
                for holds in mask {
                    *holds = !*holds;
                }
            }
            Compiled::And(parts) => self.combine(parts, true, mask)?,
            Compiled::Or(parts) => self.combine(parts, false, mask)?,
        }
        Ok(())
    }

    fn compare(&self, comparison: &FeatureComparison, mask: &mut [bool]) -> io::Result<()> {
        let codes = self.codes(comparison.feature)?;
        fill(&codes, &comparison.holds, mask);
        if comparison.open.is_empty() {
            return Ok(());
        }
        let rows = rows_in(&codes, &comparison.open);
        self.fractions(comparison.feature, rows, |row, fraction| {
            mask[row] = comparison.holds_for(fraction);
        })
    }

    /// Combines the masks of all parts: with `all`, all of them hold, else one of them.
    fn combine(&self, parts: &[Compiled], all: bool, mask: &mut Vec<bool>) -> io::Result<()> {
        let Some((first, others)) = parts.split_first() else {
            mask.fill(all);
            return Ok(());
        };
        self.evaluate(first, mask)?;
        let mut of_part = Vec::new();
        for part in others {
            if matches!(part, Compiled::Title) && !all {
                self.for_each_title(|row| mask[row] = true)?;
                continue;
            }
            self.evaluate(part, &mut of_part)?;
            let pairs = mask.iter_mut().zip(&of_part);
            if all {
                pairs.for_each(|(holds, part)| *holds &= part);
            } else {
                pairs.for_each(|(holds, part)| *holds |= part);
            }
        }
        Ok(())
    }
}

/// Returns the rows whose codes are in one of the intervals, which few are.
fn rows_in<'a>(
    codes: &'a [u8],
    intervals: &'a [RangeInclusive<u8>],
) -> impl Iterator<Item = usize> + 'a {
    let is_in = |code: u8| intervals.iter().any(|interval| interval.contains(&code));
    // One test of many codes at a time is cheap, and fails for most.
    let has_one = move |codes: &[u8]| {
        intervals.iter().any(|interval| {
            let low = *interval.start();
            let span = interval.end() - low;
            codes.iter().fold(false, |any, code| any | (code.wrapping_sub(low) <= span))
        })
    };
    let chunks = codes.chunks(64).enumerate().filter(move |(_, codes)| has_one(codes));
    chunks.flat_map(move |(number, codes)| {
        let rows = codes.iter().enumerate().filter(move |(_, code)| is_in(**code));
        rows.map(move |(row, _)| 64 * number + row)
    })
}

/// The tokens of the rows of a range.
pub(crate) struct RangeTokens<'a> {
    codes: OwnedBytes,
    /// The rows whose code is shared, with their tokens.
    long: &'a [(u32, u32)],
    first: u32,
}

impl RangeTokens<'_> {
    /// Returns the tokens of a row.
    #[inline]
    pub fn get(&self, row: usize) -> u64 {
        let code = u64::from(self.codes[row]);
        if code < SHARED_COUNT { code } else { code + self.beyond(row..row + 1, |_| 1) }
    }

    /// Returns the sum of the tokens of the rows, each times its amount.
    pub fn weighted(&self, rows: Range<usize>, amounts: &[u16]) -> u64 {
        let sum = sum_of_weighted(&self.codes[rows.clone()], &amounts[rows.clone()]);
        sum + self.beyond(rows, |row| amounts[row].into())
    }

    /// Returns the tokens of those of the rows that are permitted.
    pub fn permitted(&self, rows: Range<usize>, mask: &[bool]) -> u64 {
        let sum = sum_of_permitted(&self.codes[rows.clone()], &mask[rows.clone()]);
        sum + self.beyond(rows, |row| mask[row].into())
    }

    /// Returns by how much a sum of tokens is larger than that of their codes.
    #[inline]
    fn beyond(&self, rows: Range<usize>, amount: impl Fn(usize) -> u64) -> u64 {
        let long =
            rows_within(self.long, self.first + rows.start as u32..self.first + rows.end as u32);
        let more = |(row, tokens): &(u32, u32)| {
            let row = (row - self.first) as usize;
            u64::from(*tokens).saturating_sub(self.codes[row].into()) * amount(row)
        };
        long.iter().map(more).sum()
    }
}

/// Returns those of some rows, which are in order, that are in a range.
fn rows_within<T>(all: &[(u32, T)], rows: Range<u32>) -> &[(u32, T)] {
    let start = all.partition_point(|(row, _)| *row < rows.start);
    let found = &all[start..];
    &found[..found.partition_point(|(row, _)| *row < rows.end)]
}

/// Returns the sum of the codes, each times its amount, at most 10,000.
fn sum_of_weighted(codes: &[u8], amounts: &[u16]) -> u64 {
    let mut sum = 0;
    // A chunk adds less than 2^31: 512 times 255 times 10,000.
    for (codes, amounts) in codes.chunks(512).zip(amounts.chunks(512)) {
        // Every processor multiplies signed numbers of 16 bits, many at a time.
        let products = codes.iter().zip(amounts);
        let products = products.map(|(c, a)| i32::from(i16::from(*c)) * i32::from(*a as i16));
        sum += products.sum::<i32>() as u64;
    }
    sum
}

/// Bytes 0 and 1 of a pair in each 16 bits.
const LOW_BYTES: u64 = 0x00ff_00ff_00ff_00ff;
/// The highest bit of every byte.
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
/// Words after which a sum of 16 bits may overflow: each adds at most 2 * 255.
const MAX_WORDS: usize = 128;

/// Returns the sum of the codes that are permitted. Eight codes are added at a time.
fn sum_of_permitted(codes: &[u8], mask: &[bool]) -> u64 {
    let mut sum = 0;
    for (codes, mask) in codes.chunks(8 * MAX_WORDS).zip(mask.chunks(8 * MAX_WORDS)) {
        let mut lanes = 0u64;
        let (codes, last_codes) = codes.as_chunks::<8>();
        let (mask, last_mask) = mask.as_chunks::<8>();
        for (codes, mask) in codes.iter().zip(mask) {
            let permitted = u64::from_le_bytes(mask.map(u8::from)) * 0xff;
            let codes = u64::from_le_bytes(*codes) & permitted;
            lanes += (codes & LOW_BYTES) + (codes >> 8 & LOW_BYTES);
        }
        sum += (0..4).map(|lane| lanes >> (16 * lane) & 0xffff).sum::<u64>();
        let last = last_codes.iter().zip(last_mask);
        sum += last.map(|(code, holds)| u64::from(*code) * u64::from(*holds)).sum::<u64>();
    }
    sum
}

/// Unpacks bits, from bit `skip` of the first byte on.
fn unpack(bits: &[u8], skip: usize, mask: &mut [bool]) {
    let spread = |number: usize| {
        let low = u16::from(bits[number]);
        let high = bits.get(number + 1).map_or(0, |byte| u16::from(*byte));
        let byte = u64::from((low | high << 8) >> skip & 0xff);
        // Bit n of the byte becomes the highest bit of byte n.
        let spread = (byte * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
        ((spread + LOW_SEVEN) & HIGH_BITS).to_le_bytes().map(|bit| bit != 0)
    };
    let (eights, rest) = mask.as_chunks_mut::<8>();
    for (number, holds) in eights.iter_mut().enumerate() {
        *holds = spread(number);
    }
    if !rest.is_empty() {
        let last = spread(eights.len());
        rest.copy_from_slice(&last[..rest.len()]);
    }
}

/// Added to a byte with one bit, or none, makes its highest bit 1, or 0.
const LOW_SEVEN: u64 = 0x7f7f_7f7f_7f7f_7f7f;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sums_are_those_of_single_codes(
            rows in prop::collection::vec((any::<u8>(), any::<bool>()), 0..3000),
            most in any::<u8>(),
        ) {
            let codes: Vec<u8> = rows.iter().map(|(code, _)| code % most.max(1)).collect();
            let mask: Vec<bool> = rows.iter().map(|(_, permitted)| *permitted).collect();
            let permitted = || codes.iter().zip(&mask).filter(|(_, mask)| **mask);
            let sum: u64 = permitted().map(|(code, _)| u64::from(*code)).sum();
            prop_assert_eq!(sum_of_permitted(&codes, &mask), sum);
        }

        #[test]
        fn rows_are_found_by_their_codes(
            codes in prop::collection::vec(any::<u8>(), 0..300),
            low in any::<u8>(),
            span in 0u8..20,
        ) {
            let intervals = [low..=low.saturating_add(span), 7..=7];
            let is_in = |row: &usize| intervals.iter().any(|one| one.contains(&codes[*row]));
            let expected: Vec<usize> = (0..codes.len()).filter(is_in).collect();
            prop_assert_eq!(rows_in(&codes, &intervals).collect::<Vec<_>>(), expected);
        }

        #[test]
        fn weighted_sums_are_those_of_single_codes(
            rows in prop::collection::vec((any::<u8>(), 0u16..=10_000), 0..3000),
            most in any::<u8>(),
        ) {
            let codes: Vec<u8> = rows.iter().map(|(code, _)| code % most.max(1)).collect();
            let amounts: Vec<u16> = rows.iter().map(|(_, amount)| *amount).collect();
            let pairs = || codes.iter().zip(&amounts);
            let products = pairs().map(|(code, amount)| u64::from(*code) * u64::from(*amount));
            prop_assert_eq!(sum_of_weighted(&codes, &amounts), products.sum::<u64>());
        }

        #[test]
        fn bits_are_unpacked_in_their_order(
            bits in prop::collection::vec(any::<u8>(), 1..40),
            skip in 0usize..8,
        ) {
            let mut mask = vec![false; bits.len() * 8 - skip];
            unpack(&bits, skip, &mut mask);
            for (row, holds) in (skip..).zip(mask) {
                prop_assert_eq!(holds, bits[row / 8] >> (row % 8) & 1 == 1);
            }
        }
    }
}
