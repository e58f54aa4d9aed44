//! The significance tests against scipy's results on the shared cases.

use serde_json::Value;
use tamis_eval::statistics::{
    SAMPLES, SEED, Zeros, mann_whitney, paired_t, randomization, signed_rank, wilcoxon,
};

fn numbers(case: &Value, key: &str) -> Vec<f64> {
    case[key].as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

/// A case of the oracle, and its values of b and a: it tests b against a.
type Case = (Value, Vec<f64>, Vec<f64>);

fn cases() -> Option<Vec<Case>> {
    let shared = tamis_testing::shared()?;
    let text = std::fs::read(shared.join("oracles/cetr-web2text/oracles/significance/cases.json"))
        .unwrap();
    let oracle: Value = serde_json::from_slice(&text).unwrap();
    let cases = oracle["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 5);
    Some(cases.iter().map(|case| (case.clone(), numbers(case, "b"), numbers(case, "a"))).collect())
}

#[track_caller]
fn close(found: f64, expected: &Value) {
    let expected = expected.as_f64().unwrap();
    assert!((found - expected).abs() <= 1e-9 * expected.abs(), "{found}, not {expected}");
}

#[test]
fn paired_t_is_scipys() {
    for (case, b, a) in cases().into_iter().flatten() {
        let test = paired_t(&b, &a).unwrap();
        let oracle = &case["paired_t"];
        close(test.t, &oracle["t"]);
        close(test.df, &oracle["df"]);
        close(test.p, &oracle["p_two_sided"]);
    }
}

#[test]
fn wilcoxon_is_scipys_of_the_same_differences() {
    let mut exact = 0;
    for (case, b, a) in cases().into_iter().flatten() {
        let differences: Vec<f64> = b.iter().zip(&a).map(|(b, a)| b - a).collect();
        for (zeros, key) in [(Zeros::Wilcox, "wilcoxon_wilcox"), (Zeros::Pratt, "wilcoxon_pratt")] {
            let test = signed_rank(&differences, zeros, Some(false)).unwrap();
            let oracle = &case[format!("{key}_corr0_normal")];
            close(test.w, &oracle["W"]);
            close(test.p, &oracle["p"]);
        }
        match (&case["wilcoxon_exact"], signed_rank(&differences, Zeros::Wilcox, Some(true))) {
            (Value::Null, _) => {}
            (oracle, test) => {
                close(test.unwrap().w, &oracle["W"]);
                close(test.unwrap().p, &oracle["p"]);
                exact += 1;
            }
        }
    }
    assert!(exact == 3 || tamis_testing::shared().is_none());
}

/// For P@10, scipy ranks equal differences of tenths apart because they differ as floats. Here they
/// are rounded and tie.
#[test]
fn differences_of_tenths_tie_and_scipys_do_not() {
    let Some(cases) = cases() else { return };
    let (case, b, a) = &cases[2];
    assert_eq!((case["kind"].as_str(), a.len()), (Some("p10 ties"), 20));
    let tenths: Vec<f64> = b.iter().zip(a).map(|(b, a)| (10.0 * (b - a)).round()).collect();
    let test = wilcoxon(b, a, Zeros::Wilcox).unwrap();
    assert_eq!(Some(test), signed_rank(&tenths, Zeros::Wilcox, None));
    assert!(
        (test.p - 0.6287).abs() < 1e-4
            && case["wilcoxon_wilcox_corr0_normal"]["p"].as_f64().unwrap() < 0.36
    );
}

#[test]
fn mann_whitney_is_scipys() {
    for (case, b, a) in cases().into_iter().flatten() {
        for (continuity, key) in
            [(false, "mannwhitney_corr0_normal"), (true, "mannwhitney_corr1_normal")]
        {
            let test = mann_whitney(&b, &a, continuity).unwrap();
            close(test.u, &case[key]["U1"]);
            close(test.p, &case[key]["p"]);
        }
    }
}

#[test]
fn exact_randomization_is_the_oracles() {
    let Some(cases) = cases() else { return };
    let key = "fisher_randomization_exact_two_sided";
    let mut tested = 0;
    for (case, b, a) in cases.iter().filter(|(case, ..)| !case[key].is_null()) {
        let test = randomization(b, a, SAMPLES, SEED).unwrap();
        assert!(test.exact);
        close(test.p, &case[key]);
        tested += 1;
    }
    assert_eq!(tested, 1);
}
