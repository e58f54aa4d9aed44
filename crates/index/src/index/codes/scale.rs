//! Codes: a feature of a block as one byte. Codes have the order of the values, and most stand for
//! one value alone, so a comparison with a threshold is decided by the codes of nearly all blocks,
//! many at a time. Where a code stands for values on both sides of the threshold, the numbers of
//! the block decide ([`super::super::columns`]).
//!
//! *Invariant*: the value of a block lies within the [`Bounds`] of its code. So a rule that asks
//! for the numbers wherever the bounds leave a doubt is exact for every threshold.

use crate::index::feature::Feature;

/// The code of a block that does not have such a value.
pub const ABSENT: u8 = u8::MAX;

/// How the values of a feature become codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Whole numbers. Those below 192 have a code each; above, four codes share an octave.
    Count,
    /// Words per line. Every multiple of a half below 50 has a code, and so has what lies between
    /// two of them; above, four codes share an octave.
    Density,
    /// Shares of 0 to 1. Every hundredth has a code, and so has what lies between two of them.
    Share,
}

/// The values that a code stands for: from the fraction `low` to the fraction `high`, both
/// included unless `is_open`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    pub low: (u64, u64),
    pub high: (u64, u64),
    /// Whether values lie between the two only.
    pub is_open: bool,
}

/// The first count that shares its code. Those below are their own codes.
pub const SHARED_COUNT: u64 = 192;
/// Halves from which densities share codes.
const SHARED_HALVES: u64 = 100;
/// The last code that a value can have.
const LAST: u64 = ABSENT as u64 - 1;

impl Feature {
    /// Returns how its values become codes.
    pub fn scale(self) -> Scale {
        match self {
            Self::TextDensity => Scale::Density,
            Self::LinkDensity | Self::SiteShare | Self::Score(_) => Scale::Share,
            _ => Scale::Count,
        }
    }
}

impl Scale {
    /// Returns the code of a value, as [`Feature::fraction`] returns it.
    #[inline]
    pub fn code(self, fraction: Option<(u64, u64)>) -> u8 {
        let Some((numerator, denominator)) = fraction else { return ABSENT };
        let code = match self {
            _ if denominator == 0 => 0,
            Self::Count => count_code(numerator / denominator),
            Self::Density => density_code(numerator, denominator),
            Self::Share => steps_code(numerator, denominator, 100).min(2 * 100 + 1),
        };
        code.min(LAST) as u8
    }

    /// Returns the hundredths of a share that is a whole number of them; none for [`ABSENT`].
    pub(in crate::index) fn hundredths(code: u8) -> Option<u8> {
        (code != ABSENT).then_some(code / 2)
    }

    /// Returns the values that a code stands for; none for [`ABSENT`].
    pub fn bounds(self, code: u8) -> Option<Bounds> {
        if code == ABSENT {
            return None;
        }
        let code = u64::from(code);
        Some(match self {
            Self::Count if code < SHARED_COUNT => Bounds::at((code, 1)),
            Self::Count => octave_bounds(OCTAVES_OF_COUNTS, code - SHARED_COUNT, code == LAST),
            Self::Density if code < 2 * SHARED_HALVES => steps_bounds(code, 2),
            Self::Density => {
                let place = code - 2 * SHARED_HALVES;
                let bounds = octave_bounds(OCTAVES_OF_DENSITIES, place, code == LAST);
                Bounds { low: (bounds.low.0.max(SHARED_HALVES / 2), 1), ..bounds }
            }
            Self::Share if code <= 2 * 100 => steps_bounds(code, 100),
            Self::Share => Bounds { low: (1, 1), high: (u64::MAX, 1), is_open: true },
        })
    }
}

impl Bounds {
    fn at(value: (u64, u64)) -> Self {
        Self { low: value, high: value, is_open: false }
    }
}

/// Codes of which four share an octave: the octave of the first one, and its quarter.
#[derive(Clone, Copy)]
struct Octaves {
    octave: u32,
    quarter: u64,
}

/// 192 is 2^7 and two quarters more.
const OCTAVES_OF_COUNTS: Octaves = Octaves { octave: 7, quarter: 2 };
/// 50 is in the third quarter after 2^5, which begins at 48.
const OCTAVES_OF_DENSITIES: Octaves = Octaves { octave: 5, quarter: 2 };

fn count_code(count: u64) -> u64 {
    if count < SHARED_COUNT { count } else { SHARED_COUNT + OCTAVES_OF_COUNTS.place(count) }
}

fn density_code(numerator: u64, denominator: u64) -> u64 {
    match steps_code(numerator, denominator, 2) {
        code if code < 2 * SHARED_HALVES => code,
        _ => 2 * SHARED_HALVES + OCTAVES_OF_DENSITIES.place(numerator / denominator),
    }
}

/// Returns twice the number of whole steps in a fraction, and one more if something is left.
fn steps_code(numerator: u64, denominator: u64, steps: u64) -> u64 {
    let scaled = numerator.saturating_mul(steps);
    let whole = scaled / denominator;
    2 * whole + u64::from(!scaled.is_multiple_of(denominator))
}

fn steps_bounds(code: u64, steps: u64) -> Bounds {
    let low = (code / 2, steps);
    match code % 2 {
        0 => Bounds::at(low),
        _ => Bounds { low, high: (code / 2 + 1, steps), is_open: true },
    }
}

impl Octaves {
    /// Returns the place of the quarter of an octave that a number is in, counted from the first.
    fn place(self, number: u64) -> u64 {
        let octave = number.ilog2();
        let quarter = number >> (octave - 2) & 3;
        u64::from(octave - self.octave) * 4 + quarter - self.quarter
    }

    /// Returns the first number of the quarter at a place.
    fn first(self, place: u64) -> u64 {
        let quarters = place + self.quarter;
        (4 + quarters % 4) << (u64::from(self.octave) + quarters / 4 - 2)
    }
}

/// Returns the bounds of the quarter at a place; the last one has no end.
fn octave_bounds(octaves: Octaves, place: u64, is_last: bool) -> Bounds {
    let end = if is_last { u64::MAX } else { octaves.first(place + 1) };
    Bounds { low: (octaves.first(place), 1), high: (end, 1), is_open: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::cmp::Ordering;

    fn compare(a: (u64, u64), b: (u64, u64)) -> Ordering {
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        product(a.0, b.1).cmp(&product(b.0, a.1))
    }

    fn is_within(value: (u64, u64), bounds: Bounds) -> bool {
        let low = compare(value, bounds.low);
        let high = compare(value, bounds.high);
        let inner = low.is_gt() && high.is_lt();
        inner || (!bounds.is_open && low.is_ge() && high.is_le())
    }

    fn scale() -> impl Strategy<Value = Scale> {
        prop::sample::select(vec![Scale::Count, Scale::Density, Scale::Share])
    }

    /// A value that a block can have.
    fn value(scale: Scale, numerator: u64, denominator: u64) -> (u64, u64) {
        match scale {
            Scale::Count => (numerator, 1),
            Scale::Density => (numerator, denominator.max(1)),
            Scale::Share => (numerator.min(denominator.max(1)), denominator.max(1)),
        }
    }

    #[test]
    fn whole_numbers_halves_and_hundredths_have_codes_of_their_own() {
        for (scale, numbers, steps) in
            [(Scale::Count, 192, 1), (Scale::Density, 100, 2), (Scale::Share, 101, 100)]
        {
            for number in 0..numbers {
                let bounds = scale.bounds(scale.code(Some((number, steps)))).unwrap();
                assert!(compare(bounds.low, bounds.high).is_eq() && !bounds.is_open);
                assert!(compare(bounds.low, (number, steps)).is_eq(), "{scale:?} {number}");
            }
        }
        assert_eq!(Scale::Share.code(None), ABSENT);
        assert_eq!(Scale::Share.bounds(ABSENT), None);
        assert_eq!(Scale::Share.code(Some((7, 0))), 0);
    }

    #[test]
    fn every_code_has_bounds_and_the_next_one_begins_where_it_ends() {
        for scale in [Scale::Count, Scale::Density] {
            for code in 0..ABSENT - 1 {
                let this = scale.bounds(code).unwrap();
                let next = scale.bounds(code + 1).unwrap();
                assert!(compare(this.low, this.high).is_le(), "{scale:?} {code}");
                assert!(compare(this.low, next.low).is_le(), "{scale:?} {code}");
            }
            assert_eq!(scale.bounds(ABSENT - 1).unwrap().high, (u64::MAX, 1));
        }
    }

    proptest! {
        #[test]
        fn a_value_is_within_the_bounds_of_its_code(
            scale in scale(),
            numerator in prop_oneof![0u64..300, 0u64..1 << 32],
            denominator in prop_oneof![0u64..30, 0u64..1 << 32],
        ) {
            let value = value(scale, numerator, denominator);
            let bounds = scale.bounds(scale.code(Some(value))).unwrap();
            prop_assert!(is_within(value, bounds), "{scale:?} {value:?} {bounds:?}");
        }

        #[test]
        fn codes_have_the_order_of_the_values(
            scale in scale(),
            a in (prop_oneof![0u64..300, 0u64..1 << 32], 1u64..100),
            b in (prop_oneof![0u64..300, 0u64..1 << 32], 1u64..100),
        ) {
            let a = value(scale, a.0, a.1);
            let b = value(scale, b.0, b.1);
            let codes = scale.code(Some(a)).cmp(&scale.code(Some(b)));
            prop_assert!(codes.is_eq() || codes == compare(a, b));
        }
    }
}
