//! The paired t-test against scipy's, on the shared oracle's cases.

mod common;

use tamis::measure::significance::paired_t;

fn numbers(case: &serde_json::Value, key: &str) -> Vec<f64> {
    case[key].as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

#[test]
fn paired_t_is_scipys() {
    let Some(shared) = common::shared() else { return };
    let text = std::fs::read(shared.join("oracles/cetr-web2text/oracles/significance/cases.json")).unwrap();
    let oracle: serde_json::Value = serde_json::from_slice(&text).unwrap();
    let cases = oracle["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 5);
    for case in cases {
        // The oracle tests b against a.
        let test = paired_t(&numbers(case, "b"), &numbers(case, "a")).unwrap();
        let close = |found: f64, key: &str| {
            let expected = case["paired_t"][key].as_f64().unwrap();
            assert!((found - expected).abs() <= 1e-9 * expected.abs(), "{key}: {found}, not {expected}");
        };
        close(test.t, "t");
        close(test.df, "df");
        close(test.p, "p_two_sided");
    }
}
