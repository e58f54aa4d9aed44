//! Sweeps of an index, and their results as tables.

use crate::errors::Result;
use crate::given::{Arguments, Plain, fill};
use crate::index::Index;
use crate::judged::{Qrels, Topics, judged_by};
use crate::settings::{keywords, sweep_request};
use crate::signals::{short, work};
use crate::tables::{Columns, Table};
use pyo3::prelude::*;
use serde_json::json;
use std::path::PathBuf;
use tamis::eval::statistics::Equivalence;
use tamis::job::{Judged, SweepJob};
use tamis::request::Call;
use tamis::{Axis, Point, SweepData as Data, Value};

/// The results of a sweep.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Sweep(pub tamis::Sweep);

#[pymethods]
impl Index {
    /// Measures every point of the settings with several values.
    fn sweep(
        &self,
        py: Python<'_>,
        topics: &Topics,
        qrels: &Qrels,
        given: Arguments,
    ) -> Result<Sweep> {
        self.noted(py, |index, watch| {
            let job = sweep_job(judged_by(topics, qrels), &given)?;
            Ok(Sweep(job.run(index, watch)?.result))
        })
    }
}

/// Returns a sweep with these settings.
pub(crate) fn sweep_job(judged: Judged, given: &Arguments) -> Result<SweepJob> {
    let (sweep, rest) = sweep_request(Call::Sweep, given)?;
    let mut job = SweepJob { sweep, judged, ..SweepJob::default() };
    fill!(given in rest, keywords(Call::Sweep), {
        "measures" => job.judged.measures = given.read()?,
        "level" => job.judged.level = given.read()?,
        "folds" => job.folds = given.read()?,
        "permutations" => job.permutations = given.read()?,
        "margin" => job.margin = given.read()?,
        "seed" => job.seed = given.read()?,
        "threads" => job.threads = given.read()?,
    });
    Ok(job)
}

#[pymethods]
impl Sweep {
    /// What was measured; and by each measure the rows of the best point and of the smallest shares
    /// of the text that are enough and equivalent, and the cross-validated mean, where there are
    /// any.
    fn facts(&self) -> Plain {
        let sweep = &self.0;
        let least: Vec<_> =
            (0..sweep.measures().len()).map(|at| sweep.least_text.get(at)).collect();
        let each = || least.iter().copied();
        let held_out = sweep.measures().iter().map(|measure| sweep.held_out_mean(measure));
        Plain::of(&json!({
            "measures": sweep.measures(),
            "axes": sweep.axes.iter().map(|axis| &axis.name).collect::<Vec<_>>(),
            "topics": sweep.topics(),
            "unjudged": sweep.unjudged(),
            "best": sweep.best,
            "enough": each().map(|of| Some(of?.enough?.point)).collect::<Vec<_>>(),
            "equivalent": each().map(|of| Some(of?.equivalent?.point)).collect::<Vec<_>>(),
            "held_out": held_out.collect::<Vec<_>>(),
        }))
    }

    /// A row per point: its parameters, its means and its text.
    fn means(&self) -> Result<Table> {
        let data = &*self.0;
        points(data, &data.points.iter().collect::<Vec<_>>())
    }

    /// The row of the unfiltered text.
    fn baseline(&self) -> Result<Table> {
        let data = &*self.0;
        points(&Data { axes: Vec::new(), ..data.clone() }, &[&data.baseline])
    }

    /// A row per point, topic and measure; the unfiltered text has no point.
    fn per_topic(&self, py: Python<'_>) -> Result<Table> {
        short(py, || per_topic(&self.0))
    }

    /// A row per fold and measure; none without folds.
    fn folds(&self) -> Result<Table> {
        folds(&self.0)
    }

    fn table(&self) -> String {
        self.0.table(None)
    }

    fn json(&self) -> String {
        self.0.json()
    }

    fn write(&self, py: Python<'_>, folder: PathBuf) -> Result<Vec<PathBuf>> {
        work(py, |_| Ok(self.0.write(folder)?))
    }
}

/// Returns a row per point.
fn points(data: &Data, points: &[&Point]) -> Result<Table> {
    let mut columns = parameters(Columns::default(), &data.axes, points);
    for (number, name) in data.measures.iter().enumerate() {
        columns = columns.numbers(name, points.iter().map(|point| point.means[number]));
    }
    for (number, name) in data.measures.iter().enumerate() {
        let p_values = points.iter().map(|point| point.p_values[number]);
        columns = columns.maybe_numbers(&format!("p_{name}"), p_values);
    }
    for (number, name) in data.measures.iter().enumerate() {
        columns = equivalence(columns, points, number, name);
    }
    columns
        .numbers("judged_10", points.iter().map(|point| point.judged_10))
        .wholes("pages", points.iter().map(|point| point.pages as i64))
        .wholes("tokens", points.iter().map(|point| point.tokens as i64))
        .numbers("kept", points.iter().map(|point| point.kept))
        .wholes("empty_topics", points.iter().map(|point| point.empty_topics as i64))
        .table()
}

/// Adds the columns of the tests of equivalence of a measure.
pub(crate) fn equivalence(
    columns: Columns,
    points: &[&Point],
    number: usize,
    name: &str,
) -> Columns {
    let tests: Vec<Option<Equivalence>> =
        points.iter().map(|point| point.equivalence.get(number).copied().flatten()).collect();
    let each = |value: fn(Equivalence) -> f64| tests.iter().map(move |test| test.map(value));
    let needed = tests.iter().map(|test| Some(test.as_ref()?.topics_needed? as i64));
    columns
        .maybe_numbers(&format!("noninferior_{name}"), each(|test| test.p_noninferior))
        .maybe_numbers(&format!("equivalent_{name}"), each(|test| test.p))
        .maybe_numbers(&format!("power_{name}"), each(|test| test.power))
        .maybe_wholes(&format!("topics_needed_{name}"), needed)
}

/// Adds a column per axis: numbers, or texts if a value is a name.
fn parameters(columns: Columns, axes: &[Axis], points: &[&Point]) -> Columns {
    let mut columns = columns;
    for axis in axes {
        let name = &axis.name;
        let values: Vec<&Value> = points.iter().map(|point| point.value(axis)).collect();
        let are_whole = values.iter().all(|value| value.is_absent() || value.whole().is_some());
        let are_numbers = values.iter().all(|value| value.is_absent() || value.number().is_some());
        columns = if are_whole {
            let wholes = values.iter().map(|value| value.whole().map(|whole| whole as i64));
            columns.maybe_wholes(name, wholes)
        } else if are_numbers {
            columns.maybe_numbers(name, values.iter().map(|value| value.number()))
        } else {
            let texts = values.iter().map(|value| (!value.is_absent()).then(|| value.to_string()));
            columns.maybe_texts(name, texts)
        };
    }
    columns
}

fn per_topic(data: &Data) -> Result<Table> {
    let mut points = vec![(None, &data.baseline)];
    points.extend(data.points.iter().enumerate().map(|(number, point)| (Some(number), point)));
    let mut cells = Vec::new();
    for (number, point) in points {
        for measure in 0..data.measures.len() {
            for topic in 0..data.topics.len() {
                cells.push(Cell { number, point, measure, topic });
            }
        }
    }
    let repeated: Vec<&Point> = cells.iter().map(|cell| cell.point).collect();
    let numbers = cells.iter().map(|cell| cell.number.map(|number| number as i64));
    let columns = Columns::default().maybe_wholes("point", numbers);
    parameters(columns, &data.axes, &repeated)
        .texts("qid", cells.iter().map(|cell| &data.topics[cell.topic]))
        .texts("measure", cells.iter().map(|cell| &data.measures[cell.measure]))
        .numbers("value", cells.iter().map(|cell| cell.point.per_topic[cell.measure][cell.topic]))
        .table()
}

/// The value of a point for a measure and a topic.
struct Cell<'a> {
    /// The point's number; none for the unfiltered text.
    number: Option<usize>,
    point: &'a Point,
    measure: usize,
    topic: usize,
}

fn folds(data: &Data) -> Result<Table> {
    let mut rows = Vec::new();
    for (measure, choice) in data.choices.iter().enumerate() {
        let Some(held_out) = &choice.held_out else { continue };
        for (number, fold) in held_out.folds.iter().enumerate() {
            rows.push((measure, number, fold));
        }
    }
    let chosen: Vec<&Point> = rows.iter().map(|(.., fold)| &data.points[fold.chosen]).collect();
    let columns = Columns::default()
        .texts("measure", rows.iter().map(|(measure, ..)| &data.measures[*measure]))
        .wholes("fold", rows.iter().map(|(_, number, _)| *number as i64 + 1))
        .wholes("topics", rows.iter().map(|(.., fold)| fold.topics.len() as i64))
        .wholes("point", rows.iter().map(|(.., fold)| fold.chosen as i64));
    parameters(columns, &data.axes, &chosen)
        .numbers("learned", rows.iter().map(|(.., fold)| fold.learned))
        .numbers("held_out", rows.iter().map(|(.., fold)| fold.held_out))
        .numbers("unfiltered", rows.iter().map(|(.., fold)| fold.baseline))
        .table()
}
