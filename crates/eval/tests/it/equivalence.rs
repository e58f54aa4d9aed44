//! Equivalence against statsmodels' `ttost_paired`, and its power against scipy's integral:
//! `equivalence/expected.py` made the table of values.

use serde::Deserialize;
use tamis_eval::statistics::{Equivalence, equivalence};

#[derive(Deserialize)]
struct Case {
    name: String,
    a: Vec<f64>,
    b: Vec<f64>,
    #[serde(flatten)]
    expected: Equivalence,
}

/// Whether a number is the expected one to ten digits; p-values below 1e-25 to their exponent.
#[track_caller]
fn close(case: &str, found: f64, expected: f64, tolerance: f64) {
    let off = (found - expected).abs();
    assert!(off <= tolerance * expected.abs().max(1e-15), "{case}: {found}, not {expected}");
}

#[test]
fn equivalence_is_statsmodels() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("equivalence/expected.json")).unwrap();
    assert_eq!(cases.len(), 11);
    for Case { name, a, b, expected } in cases {
        let found = equivalence(&a, &b, expected.margin).unwrap();
        close(&name, found.p, expected.p, 1e-9);
        close(&name, found.p_noninferior, expected.p_noninferior, 1e-9);
        close(&name, found.p_nonsuperior, expected.p_nonsuperior, 1e-9);
        close(&name, found.interval_90.0, expected.interval_90.0, 1e-9);
        close(&name, found.interval_90.1, expected.interval_90.1, 1e-9);
        close(&name, found.power, expected.power, 1e-6);
        assert_eq!(found.topics_needed, expected.topics_needed, "{name}");
        close(&name, found.power_noninferior, expected.power_noninferior, 1e-6);
        assert_eq!(found.topics_noninferior, expected.topics_noninferior, "{name}");
    }
}
