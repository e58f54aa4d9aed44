//! Small results of every kind, without chance.

use tamis_eval::runs::{Changed, Moved};
use tamis_eval::statistics::{Margin, NoSpread, holm, interval_95, paired_t};
use tamis_search::experiment::parameter::{Parameter, Value};
use tamis_search::experiment::results::{
    AnyBetter, Axis, AxisAlone, BestPointChecks, ComparedView, Fold, HeldOut, LabelComparison,
    Point, RowKind, Site, Sweep,
};

/// Values without chance: a smooth rise, a plateau and a slow fall, different for every topic.
pub fn value(topic: usize, measure: usize, at: f64) -> f64 {
    let rise = at / (at + 4.0 + topic as f64 % 3.0);
    let fall = (at / 160.0).powi(2);
    let level = 0.2 + 0.06 * (topic % 5) as f64 - 0.05 * measure as f64;
    ((level + 0.4 * rise - 0.5 * fall).clamp(0.0, 1.0) * 50.0).round() / 50.0
}

pub fn point(parameters: &[Parameter], at: f64, topics: usize) -> Point {
    let per_topic: Vec<Vec<f64>> =
        (0..2).map(|m| (0..topics).map(|t| value(t, m, at)).collect()).collect();
    let means = per_topic.iter().map(|values| values.iter().sum::<f64>() / topics as f64).collect();
    let base = |m: usize| (0..topics).map(|t| value(t, m, 0.0)).collect::<Vec<f64>>();
    let intervals = (0..2).map(|m| interval_95(&per_topic[m], &base(m))).collect();
    let p_values =
        vec![(at > 0.0).then(|| 0.8 / (1.0 + at * at)), (at > 0.0).then(|| 0.00008 / at)];
    Point {
        parameters: parameters.to_vec(),
        means,
        per_topic,
        judged_10: 0.9 - at / 250.0,
        p_values,
        no_spread: vec![(at == 0.0).then_some(NoSpread::NoDifference); 2],
        intervals,
        equivalence: Vec::new(),
        pages: 2000 - at as u64 * 7,
        tokens: 400_000 - at as u64 * 3100,
        kept: (400_000 - at as u64 * 3100) as f64 / 400_000.0,
        empty_topics: u64::from(at > 60.0),
    }
}

fn strength(parameters: &[Parameter]) -> f64 {
    let product: f64 = parameters.iter().map(|p| p.value.number().unwrap_or(1.0)).product();
    product - 1.0
}

fn best_point(points: &[Point], measure: usize) -> Option<usize> {
    (0..points.len())
        .rev()
        .max_by(|&a, &b| points[a].means[measure].total_cmp(&points[b].means[measure]))
}

pub fn sweep(axes: Vec<Axis>) -> Sweep {
    let topics = 7;
    let mut parameters = vec![Vec::new()];
    for axis in &axes {
        parameters = parameters
            .iter()
            .flat_map(|p: &Vec<Parameter>| {
                axis.values
                    .iter()
                    .map(|value| {
                        [p.clone(), vec![Parameter::new(&axis.name, value.clone())]].concat()
                    })
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    let points: Vec<Point> =
        parameters.iter().map(|p| point(p, strength(p).max(0.0), topics)).collect();
    let mut sweep = Sweep {
        unjudged: Vec::new(),
        index: "index <1> & \"more\"".into(),
        topics_file: "queries/own.topics".into(),
        qrels_file: "qrels/own.qrels".into(),
        model: "bm25 k1=0.9 b=0.4".into(),
        baseline_model: String::new(),
        analyzer: "english".into(),
        filter: String::new(),
        weights: Vec::new(),
        title: "keep".into(),
        hits: 1000,
        command: "tamis sweep index --topics queries/own.topics --qrels qrels/own.qrels".into(),
        version: "0.1.0".into(),
        measures: vec!["P_10".into(), "ndcg_cut_10".into()],
        topics: (1..=topics).map(|t| t.to_string()).collect(),
        queries: QUERIES.map(str::to_owned).into(),
        best: (0..2).filter_map(|measure| best_point(&points, measure)).collect(),
        baseline: point(&[], 0.0, topics),
        choices: Vec::new(),
        margin: Margin::default(),
        least_text: Vec::new(),
        alone: Vec::new(),
        changed: changed_topics(),
        site: Some(Site {
            command: "tamis serve index --topics queries/own.topics --qrels qrels/own.qrels".into(),
            address: "http://127.0.0.1:7700/".into(),
            parameters: vec![("where".into(), "kind = \"text\"".into())],
        }),
        axes,
        points,
    };
    sweep.test_equivalence(Margin::default());
    sweep
}

const QUERIES: [&str; 7] =
    ["sea ice", "tea <b>", "lighthouse keepers", "old maps", "garden birds", "rain", "stone walls"];

/// Two topics that changed, with pages of every kind of move.
fn changed_topics() -> Vec<Changed> {
    let page = |docno: &str, grade, before, after| Moved {
        docno: docno.into(),
        grade,
        before,
        after,
        indexed: None,
    };
    let moved = vec![
        page("page-<1>", 2, None, Some(1)),
        page("page-2", 0, Some(1), None),
        page("page-3", 1, Some(7), Some(4)),
    ];
    let one = Changed { topic: "2".into(), baseline: 0.26, value: 0.6, difference: 0.34, moved };
    let other = Changed { topic: "5".into(), moved: Vec::new(), ..one.clone() };
    vec![one, other]
}

fn fold(topics: &[usize], chosen: usize) -> Fold {
    Fold { topics: topics.into(), chosen, learned: 0.5, held_out: 0.4, baseline: 0.3 }
}

/// A choice among the points of a sweep, of the first measure alone.
pub fn choice(sweep: &Sweep) -> BestPointChecks {
    BestPointChecks {
        any_better: Some(AnyBetter { p: 0.0078125, ways: 128, exact: true, seed: None }),
        held_out: Some(HeldOut {
            mean: 0.4321,
            per_topic: sweep.points[1].per_topic[0].clone(),
            p_value: Some(0.0123),
            no_spread: None,
            interval: Some((0.01, 0.2)),
            seed: 1,
            folds: vec![fold(&[0, 2, 4], 1), fold(&[1, 3], 2), fold(&[5, 6], 1)],
        }),
    }
}

pub fn axis(name: &str, values: impl IntoIterator<Item = usize>) -> Axis {
    Axis {
        name: name.into(),
        values: values.into_iter().flat_map(|v| v.to_string().parse()).collect(),
    }
}

pub fn words(last: usize) -> Sweep {
    sweep(vec![axis("min_words", 1..=last)])
}

pub fn grid() -> Sweep {
    let links = Axis {
        name: "max_link_density".into(),
        values: ["0.2", "0.33", "1"].iter().flat_map(|v| v.parse()).collect(),
    };
    sweep(vec![axis("min_words", 1..=30), links])
}

/// Axes that are taken alone, the last one of names; the choices on each axis are among its own
/// points.
pub fn separate() -> Sweep {
    let names = Axis {
        name: "label".into(),
        values: ["none", "mine"].iter().flat_map(|v| v.parse()).collect(),
    };
    let axes = vec![axis("min_words", 1..=12), axis("max_repeats", [1, 5, 10]), names];
    let mut whole = sweep(vec![axes[0].clone()]);
    whole.points.clear();
    for (number, of_axis) in axes.iter().enumerate() {
        let mut own = sweep(vec![of_axis.clone()]);
        for point in &mut own.points {
            let value = |axis: &Axis| {
                if axis.name == of_axis.name { point.value(axis).clone() } else { Value::Absent }
            };
            point.parameters =
                axes.iter().map(|axis| Parameter::new(&axis.name, value(axis))).collect();
        }
        let points = whole.points.len()..whole.points.len() + own.points.len();
        let choices = vec![BestPointChecks { any_better: None, ..choice(&own) }; 2];
        let choices = if number == 2 { Vec::new() } else { choices };
        whole.alone.push(AxisAlone {
            axis: of_axis.name.clone(),
            points: points.collect(),
            best: own.best,
            choices,
            least_text: Vec::new(),
        });
        whole.points.extend(own.points);
    }
    whole.best = (0..2)
        .filter_map(|m| {
            (0..17)
                .rev()
                .max_by(|&a, &b| whole.points[a].means[m].total_cmp(&whole.points[b].means[m]))
        })
        .collect();
    whole.choices = vec![choice(&whole); 2];
    whole.axes = axes;
    whole.test_equivalence(Margin::default());
    whole
}

fn compared_view(name: &str, kind: RowKind, at: f64, topics: usize) -> ComparedView {
    ComparedView {
        name: name.into(),
        kind,
        point: point(&[], at, topics),
        ..ComparedView::default()
    }
}

/// Three labels, of which one is the unfiltered text, one better and one worse.
pub fn comparison() -> LabelComparison {
    let topics = 7;
    let mut rows = vec![
        compared_view("unfiltered", RowKind::Unfiltered, 0.0, topics),
        ComparedView {
            chosen_from: 100,
            ..compared_view("words >= 9", RowKind::Threshold, 9.0, topics)
        },
        ComparedView {
            chosen_from: 20,
            ..compared_view("text_density >= 7", RowKind::Threshold, 7.0, topics)
        },
        compared_view("sieve", RowKind::Rule, 4.0, topics),
        compared_view("keep-all", RowKind::Label, 0.0, topics),
        compared_view("tree:3", RowKind::Label, 6.0, topics),
        compared_view("<mine> & \"yours\"", RowKind::Label, 110.0, topics),
    ];
    let base = rows[0].point.per_topic.clone();
    for (measure, base) in base.iter().enumerate() {
        for row in &mut rows {
            let values = &row.point.per_topic[measure];
            row.point.p_values[measure] = paired_t(values, base).map(|test| test.p);
            row.point.intervals[measure] = interval_95(values, base);
        }
        let p_values: Vec<Option<f64>> =
            rows[1..].iter().map(|row| row.point.p_values[measure]).collect();
        let corrected = [None].into_iter().chain(holm(&p_values));
        for (row, p) in rows.iter_mut().zip(corrected) {
            row.holm.push(p);
        }
    }
    let sweep = words(1);
    let mut comparison = LabelComparison {
        index: sweep.index,
        topics_file: sweep.topics_file,
        qrels_file: sweep.qrels_file,
        model: sweep.model,
        analyzer: sweep.analyzer,
        title: sweep.title,
        hits: sweep.hits,
        command: sweep.command,
        version: sweep.version,
        measures: sweep.measures,
        topics: sweep.topics,
        queries: sweep.queries,
        filter: String::new(),
        weights: Vec::new(),
        margin: Margin::default(),
        least_text: Vec::new(),
        rows,
        changed: sweep.changed,
        site: sweep.site,
    };
    comparison.test_equivalence(Margin::default());
    comparison
}
