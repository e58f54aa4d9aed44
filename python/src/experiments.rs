//! Sweeps, comparisons of labels and tuned rules of an index, and their results as tables.

use crate::errors::Result;
use crate::given::{Arguments, Plain};
use crate::index::Index;
use crate::judged::{Qrels, Topics, judged_by};
use crate::signals::{short, work};
use crate::tables::{Columns, Table, add, rename, without};
use pyo3::prelude::*;
use serde_json::json;
use std::path::PathBuf;
use tamis::job::{CompareJob, Judged, SweepJob, TuneJob};
use tamis::request::Call;
use tamis::table::{Column, ColumnPlace, Data, Value};

/// The results of a sweep.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Sweep(pub tamis::Sweep);

/// The results of a comparison of labels.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Comparison(tamis::Comparison);

/// The rule that fits an index.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Tuned(tamis::Tuned);

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
            let job = sweep_job(topics, qrels, given)?;
            Ok(Sweep(job.run(index, watch)?.result))
        })
    }

    /// Compares labels with the unfiltered text and the best thresholds.
    fn compare(
        &self,
        py: Python<'_>,
        topics: &Topics,
        qrels: &Qrels,
        mut given: Arguments,
    ) -> Result<Comparison> {
        self.noted(py, |index, watch| {
            let request = given.request(Call::Comparison)?;
            let judged: Judged = given.take(&["measures", "level"])?;
            let fields = ["labels", "folds", "margin", "seed", "threads"];
            let job: CompareJob = given.take(&fields)?;
            given.end()?;
            let job = CompareJob { request, judged: judged_by(judged, topics, qrels), ..job };
            Ok(Comparison(job.run(index, watch)?.result))
        })
    }

    /// Finds the rule, and stores it if it is to.
    fn tune(
        &self,
        py: Python<'_>,
        judged: Option<(PyRef<'_, Topics>, PyRef<'_, Qrels>)>,
        mut given: Arguments,
        store: bool,
    ) -> Result<Tuned> {
        let judged = judged.map(|(topics, qrels)| judged_by(Judged::default(), &topics, &qrels));
        let tuned = self.noted(py, |index, watch| {
            // Without judged topics it has nothing to measure.
            let Judged { measures, .. } = given.take(&["measure=measures"])?;
            let judged = judged.map(|judged| Judged { measures, ..judged });
            let settings = given.take(&["pseudo_topics=topics", "prior", "seed"])?;
            let job: TuneJob = given.take(&["threads"])?;
            given.end()?;
            let tuned = TuneJob { judged, settings, ..job }.run(index, watch)?.result;
            if store {
                index.store_tuned(&tuned)?;
            }
            Ok(tuned)
        })?;
        if store {
            self.reopen()?;
        }
        Ok(Tuned(tuned))
    }

    /// Removes the tuned rule.
    fn forget_tuned(&self, py: Python<'_>) -> Result<()> {
        let index = self.get()?;
        work(py, |_| Ok(index.forget_tuned()?))?;
        self.reopen()
    }
}

/// Returns a sweep with these settings.
pub(crate) fn sweep_job(topics: &Topics, qrels: &Qrels, mut given: Arguments) -> Result<SweepJob> {
    let sweep = given.sweep_request(Call::Sweep)?;
    let judged: Judged = given.take(&["measures", "level"])?;
    let fields = ["folds", "permutations", "margin", "seed", "threads"];
    let job: SweepJob = given.take(&fields)?;
    given.end()?;
    Ok(SweepJob { sweep, judged: judged_by(judged, topics, qrels), ..job })
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
        let rows = 1..=self.0.points().len();
        Columns::default().result(&self.points(), rows).table()
    }

    /// The row of the unfiltered text.
    fn baseline(&self) -> Result<Table> {
        let axes = self.0.axes.len();
        Columns::default().result(&self.points()[axes..], 0..1).table()
    }

    /// A row per point, topic and measure; the unfiltered text has no point.
    fn per_topic(&self, py: Python<'_>) -> Result<Table> {
        let (topics, measures) = (self.0.topics().len(), self.0.measures().len());
        let of_point = topics * measures;
        short(py, || {
            let Data { mut columns, rows } = self.0.per_topic_data();
            let point = move |row: &usize| {
                Value::maybe((row / of_point).checked_sub(1), |point| Value::Count(point as u64))
            };
            rename(&mut columns.0, &[("topic", "qid")]);
            columns.0.insert(0, Column::file("point", point).whole());
            // By measure first.
            let file_row = |row: usize| {
                let (point, value) = (row / of_point, row % of_point);
                point * of_point + value % topics * measures + value / topics
            };
            Columns::default().result(&columns.0, (0..rows).map(file_row)).table()
        })
    }

    /// A row per fold and measure; none without folds.
    fn folds(&self) -> Result<Table> {
        let held_out = self.0.choices.iter().filter_map(|choice| choice.held_out.as_ref());
        let mut chosen = Vec::new();
        for of_measure in held_out {
            chosen.extend(of_measure.folds.iter().map(|fold| Some(fold.chosen as u64)));
            // All topics have a row as well.
            chosen.push(None);
        }
        let mut columns = without(self.0.folds_data().columns, &["p"]);
        let point = |row: &usize| Value::maybe(chosen[*row], Value::Count);
        add(&mut columns, "topics", Column::file("point", point).whole());
        let folds = (0..chosen.len()).filter(|row| chosen[*row].is_some());
        Columns::default().result(&columns, folds).table()
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

impl Sweep {
    /// The columns of points: all means, all p-values, what else is known by measure, the rest.
    fn points(&self) -> Vec<Column<'_, usize>> {
        let mut columns = without(self.0.data().columns, &["topics"]);
        let measures = self.0.measures();
        columns.sort_by_key(|column| match column.head.place {
            ColumnPlace::Measure(measure) => {
                let key = &column.head.keys[0];
                let is_first = [measures[measure].clone(), format!("p_{}", measures[measure])];
                (ColumnPlace::Measure(0), if is_first.contains(key) { 0 } else { measure + 1 })
            }
            place => (place, 0),
        });
        columns
    }
}

#[pymethods]
impl Comparison {
    /// trec_eval's names of the measures.
    #[getter]
    fn measures(&self) -> Vec<String> {
        self.0.measures().to_vec()
    }

    /// A row per view.
    fn rows(&self) -> Result<Table> {
        let data = self.0.data();
        let mut columns = without(data.columns, &["topics", "empty_topics", "chosen_from"]);
        columns.sort_by_key(|column| column.head.place);
        let rows = &self.0.rows;
        for (measure, name) in self.0.measures.iter().enumerate() {
            let held_out = move |row: &usize| {
                Value::maybe(rows[*row].held_out.as_ref(), |of| Value::Mean(of.means[measure]))
            };
            let column = Column::file(format!("held_out_{name}"), held_out);
            add(&mut columns, &format!("holm_{name}"), column);
        }
        rename(&mut columns, &[("view", "name")]);
        let kind = |row: &usize| Value::name(Plain::text(&rows[*row].kind));
        let chosen_from = |row: &usize| Value::Count(rows[*row].chosen_from as u64);
        add(&mut columns, "name", Column::file("chosen_from", chosen_from));
        add(&mut columns, "name", Column::file("kind", kind));
        Columns::default().result(&columns, 0..data.rows).table()
    }

    fn table(&self) -> String {
        self.0.table(None)
    }

    fn write(&self, py: Python<'_>, folder: PathBuf) -> Result<Vec<PathBuf>> {
        work(py, |_| Ok(self.0.write(folder)?))
    }
}

#[pymethods]
impl Tuned {
    /// Everything, as JSON.
    fn json(&self) -> String {
        self.0.json()
    }

    /// A row per setting that was tried.
    fn settings(&self) -> Result<Table> {
        let mut data = self.0.data();
        rename(&mut data.columns.0, &[(self.0.measure, "value")]);
        Columns::default().result(&data.columns.0, 0..data.rows).table()
    }

    fn write(&self, py: Python<'_>, folder: PathBuf) -> Result<Vec<PathBuf>> {
        work(py, |_| Ok(self.0.write(folder)?))
    }
}
