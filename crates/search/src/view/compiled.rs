//! A rule made ready for many blocks: each comparison becomes intervals of codes
//! ([`tamis_index::index::codes`]), which are compared many blocks at a time.
//!
//! *Invariant*: a compiled rule holds for exactly the blocks for which
//! [`Predicate::permits`] does. A code decides a comparison only if all values that it stands for
//! agree; for the others the numbers of the block decide.

use crate::rule::decimal::Decimal;
use crate::rule::predicate::{Feature, Operator, Predicate};
use std::cmp::Ordering;
use std::ops::RangeInclusive;
use tamis_blocks::page::BlockKind;
use tamis_index::index::codes::{ABSENT, Bounds};

/// A rule made ready for many blocks.
#[derive(Debug, Clone)]
pub(crate) enum Compiled {
    All,
    Comparison(FeatureComparison),
    /// The bit of a label.
    Label(u32),
    /// Whether the block is its page's title.
    Title,
    Not(Box<Self>),
    And(Vec<Self>),
    Or(Vec<Self>),
}

/// A comparison of a feature with a threshold.
#[derive(Debug, Clone)]
pub(crate) struct FeatureComparison {
    pub feature: Feature,
    pub operator: Operator,
    pub value: Decimal,
    /// The codes for which it holds, as intervals.
    pub holds: Vec<RangeInclusive<u8>>,
    /// The codes that leave it open.
    pub open: Vec<RangeInclusive<u8>>,
}

/// What a code says about a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CodeVerdict {
    Holds,
    Fails,
    /// It depends on the numbers of the block.
    Open,
}

impl Compiled {
    pub fn new(rule: &Predicate) -> Self {
        match rule {
            Predicate::All => Self::All,
            Predicate::Feature(feature, operator, value) => {
                Self::Comparison(FeatureComparison::new(*feature, *operator, *value))
            }
            Predicate::Label(bit, _) => Self::Label(*bit),
            Predicate::Kind(BlockKind::Title) => Self::Title,
            Predicate::Kind(BlockKind::Text) => Self::Not(Box::new(Self::Title)),
            Predicate::Not(inner) => Self::Not(Box::new(Self::new(inner))),
            Predicate::And(parts) => Self::And(parts.iter().map(Self::new).collect()),
            Predicate::Or(parts) => Self::Or(parts.iter().map(Self::new).collect()),
        }
    }
}

impl FeatureComparison {
    fn new(feature: Feature, operator: Operator, value: Decimal) -> Self {
        let verdicts = (0..=ABSENT).map(|code| verdict(feature, operator, value, code));
        let verdicts: Vec<CodeVerdict> = verdicts.collect();
        Self {
            feature,
            operator,
            value,
            holds: intervals(&verdicts, CodeVerdict::Holds),
            open: intervals(&verdicts, CodeVerdict::Open),
        }
    }

    /// Whether it holds for a value of the feature, as [`Feature::fraction`] returns it.
    pub fn holds_for(&self, fraction: Option<(u64, u64)>) -> bool {
        fraction.is_some_and(|(numerator, denominator)| {
            self.operator.holds(self.value.compare_fraction(numerator, denominator))
        })
    }
}

/// Returns what a code of a feature says about a comparison.
pub(crate) fn verdict(
    feature: Feature,
    operator: Operator,
    value: Decimal,
    code: u8,
) -> CodeVerdict {
    // A comparison with a value that a block does not have is false.
    let Some(bounds) = feature.scale().bounds(code) else { return CodeVerdict::Fails };
    let mut holds = orderings(bounds, value).map(|ordering| operator.holds(ordering));
    match holds.next() {
        Some(first) if holds.all(|other| other == first) => {
            if first {
                CodeVerdict::Holds
            } else {
                CodeVerdict::Fails
            }
        }
        _ => CodeVerdict::Open,
    }
}

/// Returns how values within the bounds may compare with another value.
fn orderings(bounds: Bounds, value: Decimal) -> impl Iterator<Item = Ordering> {
    let low = value.compare_fraction(bounds.low.0, bounds.low.1);
    let high = value.compare_fraction(bounds.high.0, bounds.high.1);
    let is_equal =
        if bounds.is_open { low.is_lt() && high.is_gt() } else { low.is_le() && high.is_ge() };
    [(low.is_lt(), Ordering::Less), (is_equal, Ordering::Equal), (high.is_gt(), Ordering::Greater)]
        .into_iter()
        .filter_map(|(is_possible, ordering)| is_possible.then_some(ordering))
}

/// Returns the codes with a verdict.
fn intervals(verdicts: &[CodeVerdict], of: CodeVerdict) -> Vec<RangeInclusive<u8>> {
    let mut intervals: Vec<RangeInclusive<u8>> = Vec::new();
    for (code, _) in (0..=ABSENT).zip(verdicts).filter(|(_, verdict)| **verdict == of) {
        match intervals.last_mut() {
            Some(last) if *last.end() + 1 == code => *last = *last.start()..=code,
            _ => intervals.push(code..=code),
        }
    }
    intervals
}

/// Sets which codes are in one of the intervals.
pub(super) fn fill(codes: &[u8], intervals: &[RangeInclusive<u8>], mask: &mut [bool]) {
    let [first, others @ ..] = intervals else { return mask.fill(false) };
    let low = *first.start();
    let span = first.end() - low;
    for (holds, &code) in mask.iter_mut().zip(codes) {
        *holds = code.wrapping_sub(low) <= span;
    }
    for other in others {
        let low = *other.start();
        let span = other.end() - low;
        for (holds, &code) in mask.iter_mut().zip(codes) {
            *holds |= code.wrapping_sub(low) <= span;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::predicate::FEATURES;
    use proptest::prelude::*;

    fn operator() -> impl Strategy<Value = Operator> {
        prop::sample::select(vec![
            Operator::Less,
            Operator::AtMost,
            Operator::Equal,
            Operator::NotEqual,
            Operator::AtLeast,
            Operator::Greater,
        ])
    }

    #[test]
    fn usual_thresholds_leave_no_code_open() {
        for (feature, value) in [
            (Feature::Words, "11"),
            (Feature::TextDensity, "9"),
            (Feature::TextDensity, "10.5"),
            (Feature::LinkDensity, "0.33"),
            (Feature::SiteShare, "0.5"),
            (Feature::Repeats, "20"),
        ] {
            let comparison =
                FeatureComparison::new(feature, Operator::AtMost, value.parse().unwrap());
            assert!(comparison.open.is_empty(), "{feature:?} {value}");
            assert_eq!(comparison.holds.len(), 1, "{feature:?} {value}");
        }
        let third = FeatureComparison::new(
            Feature::LinkDensity,
            Operator::AtMost,
            "0.333".parse().unwrap(),
        );
        assert_eq!((third.holds, third.open), (vec![0..=66], vec![67..=67]));
    }

    proptest! {
        #[test]
        fn a_code_says_what_the_value_says_or_nothing(
            feature in prop::sample::select(FEATURES.to_vec()),
            operator in operator(),
            numerator in prop_oneof![0u64..300, 0u64..1 << 32],
            denominator in prop_oneof![1u64..30, 1u64..1 << 32],
            threshold in prop_oneof![0u64..300_000, 0u64..1 << 40],
        ) {
            let [whole, thousandths] = [threshold / 1000 % 1_000_000_000, threshold % 1000];
            let value: Decimal = format!("{whole}.{thousandths:03}").parse().unwrap();
            let fraction = match feature {
                Feature::TextDensity => (numerator, denominator),
                Feature::LinkDensity | Feature::SiteShare => {
                    (numerator.min(denominator), denominator)
                }
                _ => (numerator, 1),
            };
            let code = feature.scale().code(Some(fraction));
            let comparison = FeatureComparison::new(feature, operator, value);
            let mut mask = [false];
            fill(&[code], &comparison.holds, &mut mask);
            let expected = comparison.holds_for(Some(fraction));
            match verdict(feature, operator, value, code) {
                CodeVerdict::Open => {
                    prop_assert!(!mask[0]);
                    fill(&[code], &comparison.open, &mut mask);
                    prop_assert!(mask[0]);
                }
                verdict => {
                    prop_assert_eq!(mask[0], expected);
                    prop_assert_eq!(verdict == CodeVerdict::Holds, expected);
                }
            }
            prop_assert!(!comparison.holds_for(None));
        }
    }
}
