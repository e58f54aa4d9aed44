//! Exact decimals. A threshold `0.33` is 33/100, not the nearest binary fraction, and a density is
//! a fraction of two counts; both are compared in integers.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;
use tamis_index::index::feature::Feature;

/// A decimal of 0 or more with at most 9 digits on either side of the point: `units / 10^places`.
#[derive(Debug, Clone, Copy)]
pub struct Decimal {
    units: u64,
    places: u32,
}

/// 10 to the power of its index.
const SCALES: [u64; 2 * MAX_DIGITS + 1] = {
    let mut scales = [1; 2 * MAX_DIGITS + 1];
    let mut power = 1;
    while power < scales.len() {
        scales[power] = scales[power - 1] * 10;
        power += 1;
    }
    scales
};

/// Digits allowed on either side of the point, so that every comparison fits in 128 bits.
const MAX_DIGITS: usize = 9;

impl Decimal {
    pub fn whole(units: u32) -> Self {
        Self { units: units.into(), places: 0 }
    }

    /// Returns the number if it is written without a decimal point.
    pub fn as_whole(self) -> Option<u64> {
        (self.places == 0).then_some(self.units)
    }

    /// Returns this many hundredths, without zeros behind the point.
    pub fn from_hundredths(hundredths: u16) -> Self {
        let (units, places) = match hundredths {
            whole if whole.is_multiple_of(100) => (whole / 100, 0),
            tenths if tenths.is_multiple_of(10) => (tenths / 10, 1),
            hundredths => (hundredths, 2),
        };
        Self { units: units.into(), places }
    }

    /// Returns the number in hundredths if it is written with at most two decimals.
    pub fn as_hundredths(self) -> Option<u64> {
        (self.places <= 2).then(|| self.units * SCALES[2 - self.places as usize])
    }

    /// Returns a hundredth of this, without zeros behind the point: what this many per cent are.
    pub fn percent(self) -> Self {
        let mut units = self.units;
        let mut places = self.places + 2;
        while places > 0 && units.is_multiple_of(10) {
            units /= 10;
            places -= 1;
        }
        Self { units, places }
    }

    /// Returns the number in billionths, exactly.
    pub(crate) fn billionths(self) -> i128 {
        i128::from(self.units) * i128::from(SCALES[MAX_DIGITS - self.places as usize])
    }

    /// Compares `numerator / denominator` with this decimal. If the denominator is 0, so is the
    /// fraction.
    #[inline]
    pub fn compare_fraction(self, numerator: u64, denominator: u64) -> Ordering {
        if denominator == 0 {
            return 0.cmp(&self.units);
        }
        let scale = SCALES[self.places as usize];
        // The fast path, for the counts of all real pages: both products fit in 64 bits.
        if (numerator | denominator) >> 32 == 0 && self.units >> 31 == 0 {
            return (numerator * scale).cmp(&(self.units * denominator));
        }
        (u128::from(numerator) * u128::from(scale))
            .cmp(&(u128::from(self.units) * u128::from(denominator)))
    }

    /// Checks a value that a feature of blocks is compared with.
    ///
    /// # Errors
    /// A share above 1, with what to write instead: 33 probably means 33 %.
    pub fn check_for(self, feature: Feature) -> std::result::Result<(), String> {
        let Some(most) = feature.most().filter(|most| self > Self::whole(*most)) else {
            return Ok(());
        };
        let percent = self <= Self::whole(100 * most);
        let remedy =
            if percent { format!("; {self} % is {}", self.percent()) } else { String::new() };
        Err(format!("found {self}, expected a share of 0 to {most}, such as 0.33{remedy}"))
    }

    /// Whether another number has the same digits: 0.5 and 0.50 are equal, but not written so.
    pub(crate) fn is_written_as(self, other: Self) -> bool {
        (self.units, self.places) == (other.units, other.places)
    }

    /// Returns the shortest step that leads from this to a larger number as that is written; none
    /// if there is none.
    pub(crate) fn step_to(self, other: Self) -> Option<Self> {
        let scale = SCALES[other.places.checked_sub(self.places)? as usize];
        let mut units = other.units.checked_sub(self.units.checked_mul(scale)?)?;
        let mut places = other.places;
        // The places of the sum are those of the longer one.
        while self.places == other.places && places > 0 && units.is_multiple_of(10) {
            units /= 10;
            places -= 1;
        }
        Some(Self { units, places }).filter(|_| units > 0)
    }

    /// Returns this plus `step`, exactly.
    pub fn plus(self, step: Self) -> Self {
        let places = self.places.max(step.places);
        let scaled = |d: Self| d.units * 10u64.pow(places - d.places);
        Self { units: scaled(self) + scaled(step), places }
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal {}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        other.compare_fraction(self.units, 10u64.pow(self.places))
    }
}

/// Whether these are digits, and not too many for a side of the point.
fn are_digits(part: &str) -> bool {
    part.bytes().all(|b| b.is_ascii_digit()) && part.len() <= MAX_DIGITS
}

/// The message for a text that is no decimal.
fn no_decimal(text: &str) -> String {
    format!(
        "found '{text}', expected a decimal of 0 or more such as 11 or 0.33, at most 9 digits on a \
         side"
    )
}

impl FromStr for Decimal {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        if !are_digits(whole)
            || !are_digits(fraction)
            || (whole.is_empty() && fraction.is_empty())
            || (text.contains('.') && fraction.is_empty())
        {
            return Err(no_decimal(text));
        }
        let units = format!("{whole}{fraction}").parse().map_err(|_| no_decimal(text))?;
        Ok(Self { units, places: fraction.len() as u32 })
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.places == 0 {
            return write!(f, "{}", self.units);
        }
        let scale = 10u64.pow(self.places);
        write!(
            f,
            "{}.{:0width$}",
            self.units / scale,
            self.units % scale,
            width = self.places as usize
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn a_third_is_not_a_third_as_written() {
        assert_eq!(decimal("0.33").compare_fraction(1, 3), Ordering::Greater);
        assert_eq!(decimal("0.34").compare_fraction(1, 3), Ordering::Less);
        assert_eq!(decimal("0.1").compare_fraction(1, 10), Ordering::Equal);
        assert_eq!(decimal("0").compare_fraction(5, 0), Ordering::Equal);
    }

    #[test]
    fn hundredths_are_written_without_zeros_and_read_back() {
        for (hundredths, text) in
            [(0, "0"), (100, "1"), (10_000, "100"), (30, "0.3"), (250, "2.5"), (7, "0.07")]
        {
            let written = Decimal::from_hundredths(hundredths);
            assert_eq!(
                (written.to_string().as_str(), written.as_hundredths()),
                (text, Some(hundredths.into()))
            );
        }
        assert_eq!(["0.30", "0.300"].map(|text| decimal(text).as_hundredths()), [Some(30), None]);
    }

    #[test]
    fn a_per_cent_is_a_hundredth() {
        for (text, share) in
            [("33", "0.33"), ("20", "0.2"), ("100", "1"), ("1.5", "0.015"), ("0", "0")]
        {
            assert_eq!(decimal(text).percent().to_string(), share);
        }
    }

    #[test]
    fn what_is_no_decimal_is_refused_with_the_text() {
        assert_eq!(decimal(".33"), decimal("0.33"));
        for text in ["", ".", "1.", "-1", "1e3", "0x1", "1234567890", "0.1234567890", " 1", "nan"] {
            assert!(text.parse::<Decimal>().unwrap_err().contains(text), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_printed_is_what_was_written(
            whole in 0u32..1_000_000_000,
            fraction in "[0-9]{0,9}",
        ) {
            let text =
                if fraction.is_empty() { whole.to_string() } else { format!("{whole}.{fraction}") };
            prop_assert_eq!(decimal(&text).to_string(), text);
        }

        #[test]
        fn order_is_that_of_the_fractions(a in 0u64..1000, b in 1u64..1000, units in 0u32..2000) {
            let d = decimal(&format!("{}.{:03}", units / 1000, units % 1000));
            prop_assert_eq!(d.compare_fraction(a, b), (a * 1000).cmp(&(u64::from(units) * b)));
        }
    }
}
