//! How far two judges agree: Cohen's kappa (A coefficient of agreement for nominal scales,
//! Educational and Psychological Measurement 20, 1960).

use std::collections::BTreeMap;

/// The agreement of two judges over what both judged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Agreement {
    /// What both judged.
    pub judged: usize,
    /// What both gave the same grade.
    pub equal: usize,
    /// Cohen's kappa: 1 for judges who always agree, 0 for as much agreement as chance gives. None
    /// if chance alone would give all of it, since both judges gave one and the same grade to all.
    pub kappa: Option<f64>,
}

impl Agreement {
    /// The share of equal grades.
    pub fn share(&self) -> f64 {
        self.equal as f64 / self.judged as f64
    }
}

/// Compares the grades of two judges, a pair for everything that both judged; none without any.
pub fn agreement(pairs: &[(i32, i32)]) -> Option<Agreement> {
    if pairs.is_empty() {
        return None;
    }
    let judged = pairs.len();
    let equal = pairs.iter().filter(|(a, b)| a == b).count();
    let mut given: BTreeMap<i32, [u64; 2]> = BTreeMap::new();
    for (a, b) in pairs {
        given.entry(*a).or_default()[0] += 1;
        given.entry(*b).or_default()[1] += 1;
    }
    let by_chance: u64 = given.values().map(|[a, b]| a * b).sum();
    let expected = by_chance as f64 / (judged as f64 * judged as f64);
    let observed = equal as f64 / judged as f64;
    let kappa = (expected < 1.0).then(|| (observed - expected) / (1.0 - expected));
    Some(Agreement { judged, equal, kappa })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn kappa_by_hand() {
        // 20 both yes, 15 both no, 5 and 10 apart: 0.7 observed, 0.5 by chance.
        let pairs =
            [vec![(1, 1); 20], vec![(0, 0); 15], vec![(1, 0); 5], vec![(0, 1); 10]].concat();
        let found = agreement(&pairs).unwrap();
        assert_eq!((found.judged, found.equal, found.share()), (50, 35, 0.7));
        assert!((found.kappa.unwrap() - 0.4).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn what_chance_alone_explains_has_no_kappa() {
        assert_eq!(agreement(&[]), None);
        assert_eq!(agreement(&[(1, 1); 3]).unwrap().kappa, None);
        assert_eq!(agreement(&[(1, 0); 3]).unwrap().kappa, Some(0.0));
    }

    proptest! {
        #[test]
        fn agreement_is_symmetric_and_at_most_one(
            pairs in prop::collection::vec((0..3, 0..3), 1..40)
        ) {
            let turned: Vec<(i32, i32)> = pairs.iter().map(|(a, b)| (*b, *a)).collect();
            let found = agreement(&pairs).unwrap();
            prop_assert_eq!(agreement(&turned), Some(found));
            if let Some(kappa) = found.kappa {
                prop_assert!(kappa <= 1.0 && (kappa == 1.0) == (found.equal == found.judged));
            }
        }
    }
}
