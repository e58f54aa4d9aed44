//! A small result of tuning, without chance.

use tamis_search::tune::{
    Curve, CurvePoint, CurveRule, JudgedChoice, SampleBlock, SamplePage, TriedSetting, Tuned,
    TunedWeight,
};

/// The measure of the sieve.
const SIEVE: f64 = 0.443;

/// The points of a curve: each rule with each weight. The values rise and fall.
fn points(rules: &[&str], weights: &[f64], chosen: (&str, f64)) -> Vec<CurveRule> {
    let mut points = Vec::new();
    for (place, rule) in rules.iter().enumerate() {
        for &weight in weights {
            let place = place as f64;
            let value = 0.45 + 0.02 * place - 0.003 * place * place - 0.04 * weight;
            let chosen = (*rule, weight) == chosen;
            let rule = Some((*rule).to_owned());
            let off = value - SIEVE;
            let interval = Some((off - 0.01 - 0.01 * place, off + 0.01 + 0.01 * place));
            points.push(CurveRule { rule, weight, value, interval, chosen });
        }
    }
    points
}

fn block(text: &str, tokens: u32, weight: f64) -> SampleBlock {
    SampleBlock { text: text.to_owned(), tokens, weight }
}

fn samples() -> Vec<SamplePage> {
    let blocks = vec![
        block("Home", 1, 0.05),
        block("About <us>", 2, 0.05),
        block("Sea ice & \"penguins\" <script>alert(1)</script> on the coast", 9, 1.0),
        block("Posted by somebody", 3, 0.5),
        block("Links of friends", 3, 0.2),
        block("Quoted", 1, 2.0),
    ];
    let first = SamplePage {
        docno: "page-<1>".to_owned(),
        url: "http://ice.example/".to_owned(),
        title: "Sea ice \u{202e}& <b>more</b>".to_owned(),
        tokens: 19,
        kept: 13.25,
        blocks,
    };
    let second = SamplePage {
        docno: "page-2".to_owned(),
        url: String::new(),
        title: String::new(),
        tokens: 1200,
        kept: 1200.0,
        blocks: vec![block("All of it counts", 1200, 1.0)],
    };
    vec![first, second]
}

fn curves() -> Vec<Curve> {
    let repeated = ["repeats > 2", "repeats > 20", "repeats > 10", "site_share > 0.1"];
    let none = CurveRule { rule: None, weight: 1.0, value: 0.41, interval: None, chosen: false };
    let mut of_repeated = vec![none];
    of_repeated.extend(points(&repeated, &[0.05, 0.2], ("repeats > 10", 0.05)));
    let content = ["not label = words-tree", "not label = boilerpipe-article-extractor"];
    vec![
        Curve { name: "repeated", points: of_repeated },
        Curve {
            name: "links",
            points: points(&["link_density > 0.33", "link_density > 0.75"], &[0.2], ("", 0.0)),
        },
        Curve { name: "content", points: points(&content, &[0.2, 0.5], ("", 0.0)) },
    ]
}

fn setting(weights: &[&str], value: f64, cost: f64) -> TriedSetting {
    TriedSetting { weights: weights.iter().map(|&weight| weight.to_owned()).collect(), value, cost }
}

fn weight(weight: &str, because: &str) -> TunedWeight {
    TunedWeight { weight: weight.to_owned(), because: because.to_owned() }
}

/// A rule that is better than the sieve.
pub fn tuned() -> Tuned {
    let sieve = ["repeated=repeats > 20: 0.05", "links=link_density > 0.33: 0.2"];
    let chosen = ["repeated=repeats > 10: 0.05", "links=link_density > 0.33: 0.2"];
    Tuned {
        pages: 12_345,
        usable: 900,
        topics: 90,
        measure: "recip_rank",
        weights: vec![
            weight("title=kind = title: 4", "as in the sieve: titles are the queries"),
            weight(chosen[0], "reciprocal rank 0.4760, and 0.4430 with the rule of the sieve"),
            weight(chosen[1], "as in the sieve: no other rule is <better> by more"),
        ],
        unfiltered: 0.41,
        sieve: SIEVE,
        chosen: 0.476,
        is_sieve: false,
        gain_low: 0.0123,
        gain_high: 0.0521,
        better: 0.987,
        chosen_again: 0.42,
        held_out: 0.4601,
        held_out_sieve: SIEVE,
        good_folds: 4,
        folds: 5,
        alike: 1,
        nearest: vec![2],
        kept: 0.312,
        kept_by_sieve: 0.448,
        settings: vec![
            setting(&sieve, 0.443, 0.0),
            setting(&chosen, 0.476, 0.01),
            setting(&chosen[..1], 0.4755, 0.04),
        ],
        curves: curves(),
        samples: samples(),
        judged: None,
        warnings: vec!["only 90 titles can be queries; below 100 the choice is unsure".to_owned()],
    }
}

/// The same rule, chosen with judged topics.
pub fn judged() -> Tuned {
    let point =
        |topics, judged| CurvePoint { topics, judged, pseudo: 0.3612, both: 0.3701, sieve: 0.3555 };
    let judged = JudgedChoice {
        topics: 20,
        measure: "ndcg_cut_10".to_owned(),
        unfiltered: 0.301,
        sieve: 0.3555,
        pseudo: 0.3612,
        chosen: 0.3823,
        taken: true,
        held_out: Some(0.3688),
        best: 0.3901,
        curve: vec![point(2, 0.3402), point(5, 0.3617)],
        decide_from: Some(5),
    };
    Tuned { judged: Some(judged), warnings: Vec::new(), ..tuned() }
}

/// No rule is enough better than the sieve; nothing else is known.
pub fn sieve() -> Tuned {
    Tuned {
        chosen: 0.443,
        is_sieve: true,
        gain_low: 0.0,
        gain_high: 0.0,
        better: 0.0,
        nearest: Vec::new(),
        curves: Vec::new(),
        samples: Vec::new(),
        ..tuned()
    }
}
