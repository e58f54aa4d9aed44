//! Compares the reports of small results with the files of tests/golden/report. After an intended
//! change, `TAMIS_BLESS=1 cargo test -p tamis-report --test it` rewrites the files; look at them
//! before committing.

mod made;
mod paper;
mod rendered;
mod tuned;

use made::{axis, choice, comparison, grid, point, separate, sweep, words};
use tamis_report::sweep::{files, html, table};
use tamis_report::{FileContent, Form, compare, figure, tune};
use tamis_search::experiment::parameter::{Parameter, Value};
use tamis_search::experiment::results::{Axis, LabelComparison, Sweep};

fn golden(name: &str, content: &str) {
    let path = tamis_testing::root().join("tests/golden/report").join(name);
    if std::env::var_os("TAMIS_BLESS").is_some() {
        std::fs::write(&path, content).expect("the golden folder is writable");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(content == expected, "{} is not what the report writes now", path.display());
}

/// Compares files with those committed, figures as SVG.
fn golden_files(kind: &str, files: Vec<tamis_report::File>) {
    for (name, content) in files {
        let extension = if matches!(content, FileContent::Figure(_)) { ".svg" } else { "" };
        golden(&format!("{kind}.{name}{extension}"), &content.text());
    }
}

#[test]
fn every_file_of_a_small_sweep_is_as_committed() {
    let mut five = words(5);
    five.choices = vec![choice(&five); 2];
    golden_files("five", files(&five, &Form::default()));
    golden("five.terminal.txt", &table(&five, Some(80)));
    golden("five.whole.txt", &table(&five, None));
}

#[test]
fn every_file_of_a_comparison_is_as_committed() {
    let comparison = comparison();
    golden_files("labels", compare::files(&comparison, &Form::default()));
    golden("labels.terminal.txt", &compare::table(&comparison, Some(80)));
    for measure in 0..2 {
        assert_balanced(compare::figure(&comparison, measure).svg());
    }
    let read: LabelComparison =
        serde_json::from_str(&tamis_report::json::one_line(&comparison)).expect("our own JSON");
    assert_eq!(read.rows.len(), comparison.rows.len());
    assert!(
        read.rows.iter().zip(&comparison.rows).all(|(a, b)| (&a.name, a.kind) == (&b.name, b.kind))
    );
}

#[test]
fn every_file_of_a_tuned_rule_is_as_committed() {
    let flags = ["--weight 'title=kind = title: 4'", "--weight 'repeated=repeats > 10: 0.05'"];
    let flags = flags.map(str::to_owned);
    golden_files("tuned", tune::files(&tuned::tuned(), &flags, &Form::default()));
    golden("tuned.terminal.txt", &tune::summary(&tuned::tuned(), &flags, "tamis search index"));
    let with_judged = tune::html(&tuned::judged(), &flags);
    golden("tuned-judged.report.html", &with_judged);
    golden("tuned-sieve.report.html", &tune::html(&tuned::sieve(), &flags));
    for page in [tune::html(&tuned::tuned(), &flags), with_judged] {
        let body = page.split("<body>").nth(1).expect("a body");
        let body = without_script(body);
        assert_balanced(&body.replace("<br>", "").replace("</body>\n</html>", ""));
        assert!(!page.contains('\u{202e}') && !without_script(&page).contains("NaN"));
    }
    assert_balanced(&tune::svg(&tuned::sieve()));
}

#[test]
fn comparisons_without_labels_or_differences_are_drawn_too() {
    let mut alone = comparison();
    alone.rows.truncate(2);
    let mut same = comparison();
    for row in &mut same.rows {
        row.point = point(&[], 0.0, 7);
        (row.holm, row.point.intervals) = (vec![None; 2], vec![None; 2]);
    }
    for comparison in [alone, same] {
        assert_balanced(compare::figure(&comparison, 0).svg());
        assert!(!without_script(&compare::html(&comparison)).contains("NaN"));
        compare::table(&comparison, None);
    }
}

#[test]
fn figures_of_a_hundred_points_and_of_a_grid_are_as_committed() {
    golden("hundred.svg", &figure::sweep_svg(&words(100), 0));
    // An axis is named in words: briefly in the title, with its meaning below the plot.
    let repeats = figure::sweep_svg(&sweep(vec![axis("max_repeats", [1, 5, 10])]), 0);
    assert!(
        repeats.contains(">P@10 and NDCG@10 over maximum repeats</text>")
            && repeats.contains(">Maximum number of pages that hold the block</text>")
            && !repeats.contains("max_repeats</text>")
    );
    golden("grid.svg", &figure::sweep_svg(&grid(), 0));
    golden("hundred.terminal.txt", &table(&words(100), Some(80)));
    golden("grid.terminal.txt", &table(&grid(), Some(80)));
}

#[test]
fn axes_that_are_taken_alone_are_as_committed() {
    let sweep = separate();
    // The page holds the other figures.
    let committed = ["folds.tsv", "report.html", "report.tex", "sweep", "sweep.tsv"];
    let mut files = files(&sweep, &Form::default());
    files.retain(|(name, _)| committed.contains(&name.as_str()));
    golden_files("separate", files);
    golden("separate.terminal.txt", &table(&sweep, Some(80)));
    let page = html(&sweep);
    // A figure of each measure over the text that is kept, the best point by topic, and what was
    // chosen on other topics; per axis the curves, and the differences by topic of each measure.
    assert_eq!(page.matches("<figure>").count(), 2 + 2 + 1 + 3 * (1 + 2));
    let ids: Vec<&str> =
        page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(ids.iter().collect::<std::collections::BTreeSet<_>>().len(), ids.len(), "{ids:?}");
    let read: Sweep =
        serde_json::from_str(&tamis_report::json::one_line(&sweep)).expect("our own JSON");
    assert_eq!((&read.alone, read.each_alone().len()), (&sweep.alone, 3));
    let of_axis = &sweep.each_alone()[1];
    assert_eq!(
        (of_axis.axes.len(), of_axis.points.len(), of_axis.points[0].parameters.len()),
        (1, 3, 1)
    );
}

/// serde_json reads floats to the last bit only with a feature that costs time; the text itself
/// is exact.
fn means(sweep: &Sweep) -> Vec<f64> {
    sweep.points.iter().flat_map(|p| p.means.clone()).collect::<Vec<f64>>()
}

#[test]
fn json_reads_back_as_the_same_sweep() {
    let sweep = grid();
    let json = tamis_report::json::one_line(&sweep);
    let read = serde_json::from_str::<Sweep>(&json).expect("our own JSON");
    assert_eq!(read.points[1].parameters, sweep.points[1].parameters);
    assert_eq!((&read.axes, &read.topics, &read.best), (&sweep.axes, &sweep.topics, &sweep.best));
    assert!(means(&read).iter().zip(means(&sweep)).all(|(a, b)| (a - b).abs() < 1e-15));
}

#[test]
fn tables_have_one_row_per_point_and_one_per_point_topic_and_measure() {
    let sweep = grid();
    let rows = tamis_report::sweep::tsv(&sweep);
    assert_eq!(rows.lines().count(), 1 + 90);
    assert!(rows.lines().all(|line| line.split('\t').count() == 2 + 2 + 6 + 2 + 4 * 2));
    assert_eq!(tamis_report::sweep::per_topic(&sweep).lines().count(), 1 + 91 * 7 * 2);
}

fn flat(mut sweep: Sweep) -> Sweep {
    for p in &mut sweep.points {
        p.means = vec![0.25, 0.25];
    }
    sweep
}

/// Edge cases must give balanced markup without NaN or infinity.
#[test]
fn small_flat_and_strange_sweeps_are_drawn_too() {
    let mut named = words(3);
    named.axes[0].values =
        ["low", "middle", "high"].map(|name| Value::Name(name.to_owned())).into();
    let mut counts = words(4);
    for p in &mut counts.points {
        p.means[1] *= 1000.0;
    }
    let mut empty = words(1);
    (empty.points, empty.best, empty.axes[0].values) = (vec![], vec![], vec![]);
    let square = sweep(vec![axis("min_words", 1..=4), axis("max_words", 1..=9)]);
    let mut bare = separate();
    (bare.choices, bare.best) = (Vec::new(), Vec::new());
    for alone in &mut bare.alone {
        (alone.choices, alone.best, alone.points) = (Vec::new(), Vec::new(), Vec::new());
    }
    let mut with_models = separate();
    with_models
        .axes
        .insert(0, Axis { name: "model".into(), values: vec![Value::Name("dph".into())] });
    let model = Parameter::new("model", Value::Name("dph".into()));
    for point in &mut with_models.points {
        point.parameters.insert(0, model.clone());
    }
    let separate = [separate(), flat(separate()), bare, with_models];
    let plain = [words(1), words(2), flat(words(9)), flat(grid()), named, counts, square, empty];
    for sweep in plain.into_iter().chain(separate) {
        for figure in figure::all(&sweep) {
            assert_balanced(&figure.html());
        }
        let page = without_script(&html(&sweep));
        let body = page.split("<body>").nth(1).expect("a body");
        assert_balanced(&body.replace("</body>\n</html>", ""));
        assert!(!page.contains("NaN") && !page.contains("inf\""), "NaN or infinity");
        table(&sweep, None);
    }
}

/// A page without its script, which names NaN.
fn without_script(page: &str) -> String {
    let (before, script) = page.split_once("<script>").expect("a page has a script");
    let (_, after) = script.split_once("</script>").expect("it ends");
    before.to_owned() + after
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
