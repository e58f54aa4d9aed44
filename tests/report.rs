//! Compares the reports of small sweeps with the files of tests/golden/report. After an intended change, `TAMIS_BLESS=1
//! cargo test --test report` rewrites the files; look at them before committing.

use std::path::PathBuf;
use tamis::experiment::parameter::{Parameter, Value};
use tamis::experiment::results::{
    Alone, AnyBetter, Axis, Choice, Fold, HeldOut, LabelComparison, Point, Row, RowKind, Sweep,
};
use tamis::report::{compare, figure, files, terminal};
use tamis_eval::statistics::{holm, interval_95, paired_t};

/// Values without chance: a smooth rise, a plateau and a slow fall, different for every topic.
fn value(topic: usize, measure: usize, at: f64) -> f64 {
    let rise = at / (at + 4.0 + topic as f64 % 3.0);
    let fall = (at / 160.0).powi(2);
    let level = 0.2 + 0.06 * (topic % 5) as f64 - 0.05 * measure as f64;
    ((level + 0.4 * rise - 0.5 * fall).clamp(0.0, 1.0) * 50.0).round() / 50.0
}

fn point(parameters: &[Parameter], at: f64, topics: usize) -> Point {
    let per_topic: Vec<Vec<f64>> = (0..2).map(|m| (0..topics).map(|t| value(t, m, at)).collect()).collect();
    let means = per_topic.iter().map(|values| values.iter().sum::<f64>() / topics as f64).collect();
    let base = |m: usize| (0..topics).map(|t| value(t, m, 0.0)).collect::<Vec<f64>>();
    let intervals = (0..2).map(|m| interval_95(&per_topic[m], &base(m))).collect();
    let p_values = vec![(at > 0.0).then(|| 0.8 / (1.0 + at * at)), (at > 0.0).then(|| 0.00008 / at)];
    Point {
        parameters: parameters.to_vec(),
        means,
        per_topic,
        judged_10: 0.9 - at / 250.0,
        p_values,
        intervals,
        pages: 2000 - at as u64 * 7,
        tokens: 400_000 - at as u64 * 3100,
        kept: (400_000 - at as u64 * 3100) as f64 / 400_000.0,
        empty_topics: u64::from(at > 60.0),
    }
}

fn sweep(axes: Vec<Axis>) -> Sweep {
    let topics = 7;
    let mut parameters = vec![Vec::new()];
    for axis in &axes {
        parameters = parameters
            .iter()
            .flat_map(|p: &Vec<Parameter>| {
                let with = |value: &Value| [p.clone(), vec![Parameter::new(&axis.name, value.clone())]].concat();
                axis.values.iter().map(with).collect::<Vec<_>>()
            })
            .collect();
    }
    let strength = |p: &[Parameter]| p.iter().map(|p| p.value.number().unwrap_or(1.0)).product::<f64>() - 1.0;
    let points: Vec<Point> = parameters.iter().map(|p| point(p, strength(p).max(0.0), topics)).collect();
    let best = |m: usize| (0..points.len()).rev().max_by(|&a, &b| points[a].means[m].total_cmp(&points[b].means[m]));
    Sweep {
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
        best: (0..2).filter_map(best).collect(),
        baseline: point(&[], 0.0, topics),
        choices: Vec::new(),
        alone: Vec::new(),
        axes,
        points,
    }
}

/// A choice among the points of a sweep, of the first measure alone.
fn choice(sweep: &Sweep) -> Choice {
    let fold =
        |topics: &[usize], chosen| Fold { topics: topics.into(), chosen, learned: 0.5, held_out: 0.4, baseline: 0.3 };
    Choice {
        any_better: Some(AnyBetter { p: 0.0078125, ways: 128, exact: true, seed: None }),
        held_out: Some(HeldOut {
            mean: 0.4321,
            per_topic: sweep.points[1].per_topic[0].clone(),
            p_value: Some(0.0123),
            interval: Some((0.01, 0.2)),
            seed: 1,
            folds: vec![fold(&[0, 2, 4], 1), fold(&[1, 3], 2), fold(&[5, 6], 1)],
        }),
    }
}

fn axis(name: &str, values: impl IntoIterator<Item = usize>) -> Axis {
    Axis { name: name.into(), values: values.into_iter().flat_map(|v| v.to_string().parse()).collect() }
}

fn words(last: usize) -> Sweep {
    sweep(vec![axis("min_words", 1..=last)])
}

fn grid() -> Sweep {
    let links =
        Axis { name: "max_link_density".into(), values: ["0.2", "0.33", "1"].iter().flat_map(|v| v.parse()).collect() };
    sweep(vec![axis("min_words", 1..=30), links])
}

/// Axes that are taken alone, the last one of names; the choices on each axis are among its own points.
fn separate() -> Sweep {
    let names = Axis { name: "label".into(), values: ["none", "mine"].iter().flat_map(|v| v.parse()).collect() };
    let axes = vec![axis("min_words", 1..=12), axis("max_repeats", [1, 5, 10]), names];
    let mut whole = sweep(vec![axes[0].clone()]);
    whole.points.clear();
    for (number, of_axis) in axes.iter().enumerate() {
        let mut own = sweep(vec![of_axis.clone()]);
        own.points.iter_mut().for_each(|point| {
            let value = |axis: &Axis| if axis.name == of_axis.name { point.value(axis).clone() } else { Value::Absent };
            point.parameters = axes.iter().map(|axis| Parameter::new(&axis.name, value(axis))).collect();
        });
        let points = whole.points.len()..whole.points.len() + own.points.len();
        let choices = vec![Choice { any_better: None, ..choice(&own) }; 2];
        let choices = if number == 2 { Vec::new() } else { choices };
        whole.alone.push(Alone { axis: of_axis.name.clone(), points: points.collect(), best: own.best, choices });
        whole.points.extend(own.points);
    }
    let best = |m: usize| (0..17).rev().max_by(|&a, &b| whole.points[a].means[m].total_cmp(&whole.points[b].means[m]));
    whole.best = (0..2).filter_map(best).collect();
    whole.choices = vec![choice(&whole); 2];
    Sweep { axes, ..whole }
}

fn golden(name: &str, content: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/report").join(name);
    if std::env::var_os("TAMIS_BLESS").is_some() {
        std::fs::write(&path, content).expect("the golden folder is writable");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(content == expected, "{} is not what the report writes now", path.display());
}

#[test]
fn every_file_of_a_small_sweep_is_as_committed() {
    let mut five = words(5);
    five.choices = vec![choice(&five); 2];
    for (name, content) in files(&five) {
        golden(&format!("five.{name}"), &content);
    }
    golden("five.terminal.txt", &terminal::table(&five));
}

/// Three labels, of which one is the unfiltered text, one better and one worse.
fn comparison() -> LabelComparison {
    let topics = 7;
    let of =
        |name: &str, kind, at: f64| Row { name: name.into(), kind, point: point(&[], at, topics), ..Row::default() };
    let mut rows = vec![
        of("unfiltered", RowKind::Unfiltered, 0.0),
        Row { chosen_from: 100, ..of("words >= 9", RowKind::Threshold, 9.0) },
        Row { chosen_from: 20, ..of("text_density >= 7", RowKind::Threshold, 7.0) },
        of("keep-all", RowKind::Label, 0.0),
        of("tree:3", RowKind::Label, 6.0),
        of("<mine> & \"yours\"", RowKind::Label, 110.0),
    ];
    let base = rows[0].point.per_topic.clone();
    for (measure, base) in base.iter().enumerate() {
        rows.iter_mut().for_each(|row| {
            let values = &row.point.per_topic[measure];
            row.point.p_values[measure] = paired_t(values, base).map(|test| test.p);
            row.point.intervals[measure] = interval_95(values, base);
        });
        let p_values: Vec<Option<f64>> = rows[1..].iter().map(|row| row.point.p_values[measure]).collect();
        let corrected = [None].into_iter().chain(holm(&p_values));
        rows.iter_mut().zip(corrected).for_each(|(row, p)| row.holm.push(p));
    }
    let Sweep {
        index, topics_file, qrels_file, model, analyzer, title, hits, command, version, measures, topics, ..
    } = words(1);
    LabelComparison {
        index,
        topics_file,
        qrels_file,
        model,
        analyzer,
        title,
        hits,
        command,
        version,
        measures,
        topics,
        filter: String::new(),
        weights: Vec::new(),
        rows,
    }
}

#[test]
fn every_file_of_a_comparison_is_as_committed() {
    let comparison = comparison();
    for (name, content) in compare::files(&comparison) {
        golden(&format!("labels.{name}"), &content);
    }
    golden("labels.terminal.txt", &compare::table(&comparison));
    for measure in 0..2 {
        assert_balanced(&compare::svg(&comparison, measure));
    }
    let read: LabelComparison =
        serde_json::from_str(&tamis::report::json::one_line(&comparison)).expect("our own JSON");
    assert_eq!(read.rows.len(), comparison.rows.len());
    assert!(read.rows.iter().zip(&comparison.rows).all(|(a, b)| (&a.name, a.kind) == (&b.name, b.kind)));
}

#[test]
fn comparisons_without_labels_or_differences_are_drawn_too() {
    let mut alone = comparison();
    alone.rows.truncate(2);
    let mut same = comparison();
    same.rows.iter_mut().for_each(|row| {
        row.point = point(&[], 0.0, 7);
        (row.holm, row.point.intervals) = (vec![None; 2], vec![None; 2]);
    });
    for comparison in [alone, same] {
        assert_balanced(&compare::svg(&comparison, 0));
        assert!(!compare::html(&comparison).contains("NaN"));
        compare::table(&comparison);
    }
}

#[test]
fn figures_of_a_hundred_points_and_of_a_grid_are_as_committed() {
    golden("hundred.svg", &figure::sweep_svg(&words(100), 0));
    // A long meaning of an axis stands below the plot alone.
    let repeats = figure::sweep_svg(&sweep(vec![axis("max_repeats", [1, 5, 10])]), 0);
    assert!(repeats.contains(">P@10 and NDCG@10 over max_repeats</text>") && repeats.contains("(max_repeats)</text>"));
    golden("grid.svg", &figure::sweep_svg(&grid(), 0));
    golden("hundred.terminal.txt", &terminal::table(&words(100)));
    golden("grid.terminal.txt", &terminal::table(&grid()));
}

#[test]
fn axes_that_are_taken_alone_are_as_committed() {
    let sweep = separate();
    for (name, content) in
        files(&sweep).into_iter().filter(|(name, _)| *name != "sweep.json" && *name != "per_topic.tsv")
    {
        golden(&format!("separate.{name}"), &content);
    }
    golden("separate.terminal.txt", &terminal::table(&sweep));
    let page = tamis::report::page::html(&sweep);
    // A figure of each measure over the text that is kept, and the whole choice by topic; per axis the curves, and the
    // differences by topic of each measure.
    assert_eq!(page.matches("<figure>").count(), 2 + 2 + 3 * (1 + 2));
    let ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(ids.iter().collect::<std::collections::BTreeSet<_>>().len(), ids.len(), "{ids:?}");
    let read: Sweep = serde_json::from_str(&tamis::report::json::sweep(&sweep)).expect("our own JSON");
    assert_eq!((&read.alone, read.each_alone().len()), (&sweep.alone, 3));
    let of_axis = &sweep.each_alone()[1];
    assert_eq!((of_axis.axes.len(), of_axis.points.len(), of_axis.points[0].parameters.len()), (1, 3, 1));
}

#[test]
fn json_reads_back_as_the_same_sweep() {
    let (sweep, read) =
        (grid(), serde_json::from_str::<Sweep>(&tamis::report::json::sweep(&grid())).expect("our own JSON"));
    assert_eq!(read.points[1].parameters, sweep.points[1].parameters);
    assert_eq!((&read.axes, &read.topics, &read.best), (&sweep.axes, &sweep.topics, &sweep.best));
    // serde_json reads floats to the last bit only with a feature that costs time; the text itself is exact.
    let means = |s: &Sweep| s.points.iter().flat_map(|p| p.means.clone()).collect::<Vec<f64>>();
    assert!(means(&read).iter().zip(means(&sweep)).all(|(a, b)| (a - b).abs() < 1e-15));
}

#[test]
fn tables_have_one_row_per_point_and_one_per_point_topic_and_measure() {
    let sweep = grid();
    let rows = tamis::report::tsv::sweep(&sweep);
    assert_eq!(rows.lines().count(), 1 + 90);
    assert!(rows.lines().all(|line| line.split('\t').count() == 2 + 2 + 6 + 2));
    assert_eq!(tamis::report::tsv::per_topic(&sweep).lines().count(), 1 + 91 * 7 * 2);
}

/// Edge cases must give balanced markup without NaN or infinity.
#[test]
fn small_flat_and_strange_sweeps_are_drawn_too() {
    let flat = |mut sweep: Sweep| {
        sweep.points.iter_mut().for_each(|p| p.means = vec![0.25, 0.25]);
        sweep
    };
    let mut named = words(3);
    named.axes[0].values = ["low", "middle", "high"].map(|name| Value::Name(name.to_owned())).into();
    let mut counts = words(4);
    counts.points.iter_mut().for_each(|p| p.means[1] *= 1000.0);
    let mut empty = words(1);
    (empty.points, empty.best, empty.axes[0].values) = (vec![], vec![], vec![]);
    let square = sweep(vec![axis("min_words", 1..=4), axis("max_words", 1..=9)]);
    let mut bare = separate();
    (bare.choices, bare.best) = (Vec::new(), Vec::new());
    bare.alone.iter_mut().for_each(|alone| {
        (alone.choices, alone.best, alone.points) = (Vec::new(), Vec::new(), Vec::new());
    });
    let mut with_models = separate();
    with_models.axes.insert(0, Axis { name: "model".into(), values: vec![Value::Name("dph".into())] });
    let model = Parameter::new("model", Value::Name("dph".into()));
    with_models.points.iter_mut().for_each(|point| point.parameters.insert(0, model.clone()));
    let separate = [separate(), flat(separate()), bare, with_models];
    let plain = [words(1), words(2), flat(words(9)), flat(grid()), named, counts, square, empty];
    for sweep in plain.into_iter().chain(separate) {
        for figure in figure::all(&sweep) {
            assert_balanced(&figure);
        }
        let page = tamis::report::page::html(&sweep);
        assert!(!page.contains("NaN") && !page.contains("inf\""), "NaN or infinity");
        terminal::table(&sweep);
    }
}

/// Every element that opens closes, in order; attributes are quoted.
fn assert_balanced(xml: &str) {
    let mut open = Vec::new();
    for piece in xml.split('<').skip(1) {
        let tag = piece.split('>').next().expect("a tag ends");
        assert!(tag.matches('"').count() % 2 == 0, "unbalanced quotes: {tag}");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().expect("a tag has a name");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "closes what is not open");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
}
