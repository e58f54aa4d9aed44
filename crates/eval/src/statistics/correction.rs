//! Corrections for multiple comparisons: they bound the probability of any false positive in a
//! family of tests. A system without a difference has no p-value but still counts as a member of
//! the family.

use crate::error::Result;
use tamis_place::SettingError;

/// A correction for multiple comparisons, chosen by name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Correction {
    /// [`holm`].
    #[default]
    Holm,
    /// [`bonferroni`].
    Bonferroni,
    /// No correction.
    None,
}

impl Correction {
    /// All corrections.
    pub const ALL: [Self; 3] = [Self::Holm, Self::Bonferroni, Self::None];

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Holm => "holm",
            Self::Bonferroni => "bonferroni",
            Self::None => "none",
        }
    }

    /// Returns the correction with this name.
    ///
    /// # Errors
    /// [`crate::Error::Setting`] if the name is unknown, with the nearest known one.
    pub fn by_name(name: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|correction| correction.name() == name);
        found.ok_or_else(|| {
            SettingError::unknown_name("correction", name, Self::ALL.map(Self::name)).into()
        })
    }

    /// Corrects a family of p-values; the order stays.
    pub fn apply(self, p_values: &[Option<f64>]) -> Vec<Option<f64>> {
        match self {
            Self::Holm => holm(p_values),
            Self::Bonferroni => bonferroni(p_values),
            Self::None => p_values.to_vec(),
        }
    }
}

/// Returns p-values after Holm's step-down correction (A Simple Sequentially Rejective Multiple
/// Test Procedure, Scandinavian Journal of Statistics 6, 1979). They are never larger than
/// Bonferroni's and need no more assumptions: none.
pub fn holm(p_values: &[Option<f64>]) -> Vec<Option<f64>> {
    let mut order: Vec<(usize, f64)> =
        p_values.iter().enumerate().filter_map(|(i, p)| Some((i, (*p)?))).collect();
    order.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut corrected = vec![None; p_values.len()];
    let mut least = 0.0f64;
    for (tested, (place, p)) in order.into_iter().enumerate() {
        least = least.max((p * (p_values.len() - tested) as f64).min(1.0));
        corrected[place] = Some(least);
    }
    corrected
}

/// Returns p-values after Bonferroni's correction: each times the size of the family, at most 1.
pub fn bonferroni(p_values: &[Option<f64>]) -> Vec<Option<f64>> {
    let family = p_values.len() as f64;
    p_values.iter().map(|p| p.map(|p| (p * family).min(1.0))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rounded(corrected: Vec<Option<f64>>) -> Vec<f64> {
        corrected.into_iter().map(|p| (p.unwrap() * 1e6).round() / 1e6).collect()
    }

    #[test]
    fn holm_multiplies_the_least_by_all_and_never_falls() {
        // R: p.adjust(c(.01, .04, .03, .005), "holm") is .03 .06 .06 .02.
        let family = [0.01, 0.04, 0.03, 0.005].map(Some);
        assert_eq!(rounded(holm(&family)), [0.03, 0.06, 0.06, 0.02]);
        assert_eq!(rounded(holm(&[Some(0.5), Some(0.9)])), [1.0, 1.0]);
        assert_eq!(holm(&[None, Some(0.25)]), [None, Some(0.5)]);
        assert_eq!(holm(&[]), []);
    }

    #[test]
    fn bonferroni_multiplies_all_by_all() {
        assert_eq!(
            rounded(bonferroni(&[0.01, 0.04, 0.3, 0.005].map(Some))),
            [0.04, 0.16, 1.0, 0.02]
        );
        assert_eq!(bonferroni(&[None, Some(0.25)]), [None, Some(0.5)]);
        assert_eq!(bonferroni(&[]), []);
    }

    #[test]
    fn corrections_are_found_by_their_names() {
        let family = [0.01, 0.04].map(Some);
        for (name, corrected) in
            [("holm", [0.02, 0.04]), ("bonferroni", [0.02, 0.08]), ("none", [0.01, 0.04])]
        {
            assert_eq!(
                Correction::by_name(name).unwrap().apply(&family),
                corrected.map(Some),
                "{name}"
            );
        }
        let error = Correction::by_name("bonferoni").unwrap_err();
        assert_eq!(error.to_string(), "unknown correction 'bonferoni'; did you mean 'bonferroni'?");
    }

    proptest! {
        #[test]
        fn a_correction_never_lowers_and_holm_is_never_above_bonferroni(
            family in proptest::collection::vec(proptest::option::of(0.0..=1.0f64), 0..20),
        ) {
            for ((raw, holm), bonferroni) in
                family.iter().zip(holm(&family)).zip(bonferroni(&family))
            {
                prop_assert!(
                    raw.is_some() == holm.is_some() && raw.is_some() == bonferroni.is_some()
                );
                prop_assert!(
                    *raw <= holm && holm <= bonferroni && bonferroni <= Some(1.0).or(bonferroni)
                );
            }
        }
    }
}
