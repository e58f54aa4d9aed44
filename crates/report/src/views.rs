//! The columns of views: sweeps and comparisons of labels share them, with a column per measure.

use super::table::statistics::{ShownWhere, Statistic, Tested};
use super::table::{Cell, Column, ColumnPlace, Order, Room, Value};
use tamis_search::experiment::results::{ComparedView, Point};

/// A row: a view of the index, or the unfiltered text.
#[derive(Clone, Copy)]
pub(super) struct ViewRow<'a> {
    pub point: &'a Point,
    /// Its number among the points of a sweep.
    pub number: usize,
    /// What a comparison knows of it.
    pub row: Option<&'a ComparedView>,
    pub base: &'a Point,
    /// Whether it is the unfiltered text itself.
    pub is_base: bool,
}

impl<'a> ViewRow<'a> {
    /// How it differs from the unfiltered text in a measure.
    pub fn tested(&self, measure: usize) -> Tested<'a> {
        let Self { point, base, row, .. } = *self;
        let corrected =
            |of: fn(&ComparedView) -> &[Option<f64>]| row.and_then(|row| *of(row).get(measure)?);
        Tested {
            difference: point.means[measure] - base.means[measure],
            p: [Some(point.p(measure)), row.map(|row| row.holm_p(measure))],
            test: point.equivalence.get(measure).and_then(Option::as_ref),
            corrected: [
                corrected(|row| &row.holm_noninferior),
                corrected(|row| &row.holm_equivalent),
            ],
        }
    }
}

type ViewColumn<'a> = Column<'a, ViewRow<'a>>;

impl Statistic {
    /// Returns its columns of views, one per measure.
    pub(super) fn columns<'a>(&self, measures: &'a [String]) -> Vec<ViewColumn<'a>> {
        let column = |(measure, of): (usize, &String)| {
            let key =
                if self.key.is_empty() { String::new() } else { format!("{}_{of}", self.key) };
            let tested = move |view: &ViewRow<'a>| (!view.is_base).then(|| view.tested(measure));
            let column = self
                .column(key, tested)
                .room(room(measure, measures.len(), self.order == Order::Highest))
                .at(ColumnPlace::Measure(measure));
            match self.shown {
                ShownWhere::FirstOnPages => column.page_only().hidden(measure > 0),
                _ => column,
            }
        };
        measures.iter().enumerate().map(column).collect()
    }
}

/// How a column of a measure gives way: the last measures first, what is compared after the rest.
fn room(measure: usize, measures: usize, is_compared: bool) -> Room {
    match (measure, is_compared) {
        (0, true) => Room::Always,
        (0, false) => Room::Wide,
        _ => Room::Spare(3 + 2 * (measures - measure) + usize::from(is_compared)),
    }
}

/// Returns the means, named and filled by these.
pub(super) fn means<'a>(
    measures: &'a [String],
    name: impl Fn(&str) -> String,
    mean: impl Fn(&ViewRow<'a>, usize) -> Cell<'a> + Copy + 'a,
) -> Vec<ViewColumn<'a>> {
    let column = |(measure, key): (usize, &'a String)| {
        let cell = move |view: &ViewRow<'a>| mean(view, measure);
        Column::new(key, name(key), Order::Highest, cell)
            .room(room(measure, measures.len(), true))
            .at(ColumnPlace::Measure(measure))
    };
    measures.iter().enumerate().map(column).collect()
}

/// A view, a topic and a measure.
pub(super) type TopicRow<'a> = (ViewRow<'a>, usize, usize);

/// Returns the columns of the values by topic, behind the name of the view.
pub(super) fn by_topic<'a>(
    topics: &'a [String],
    measures: &'a [String],
) -> [Column<'a, TopicRow<'a>>; 3] {
    [
        Column::file("topic", |row: &TopicRow<'a>| Value::name(&topics[row.1])),
        Column::file("measure", |row: &TopicRow<'a>| Value::Measure(&measures[row.2])),
        Column::file("value", |row: &TopicRow<'a>| {
            Value::Mean(row.0.point.per_topic[row.2][row.1])
        }),
    ]
}

/// Returns every topic and measure of every view.
pub(super) fn topic_rows<'a>(
    views: impl Iterator<Item = ViewRow<'a>>,
    topics: usize,
    measures: usize,
) -> impl Iterator<Item = TopicRow<'a>> {
    let of_topic = move |view, topic| (0..measures).map(move |measure| (view, topic, measure));
    views.flat_map(move |view| (0..topics).flat_map(move |topic| of_topic(view, topic)))
}

/// Returns what all measures of a view share; every view has so many topics.
pub(super) fn counts<'a>(topics: usize) -> Vec<ViewColumn<'a>> {
    let count = |key: &str, name: &str, order, value: fn(&ViewRow<'a>) -> Value<'a>| {
        Column::new(key, name, order, value)
    };
    vec![
        count("judged_10", "judged@10", Order::Highest, |view| Value::Mean(view.point.judged_10))
            .meaning("share of judged pages among the first ten results")
            .room(Room::Spare(2)),
        Column::file("topics", move |_| Value::Count(topics as u64)),
        count("empty_topics", "empty topics", Order::Lowest, |view| {
            Value::Count(view.point.empty_topics)
        })
        .meaning("topics without results, which count as 0")
        .room(Room::Screen(0))
        .at(ColumnPlace::Last),
        count("pages", "pages", Order::Highest, |view| Value::Count(view.point.pages))
            .meaning("pages with text that is searched")
            .room(Room::Screen(1)),
        Column::file("tokens", |view: &ViewRow<'a>| Value::Count(view.point.tokens)),
        count("kept", "kept", Order::Highest, |view| Value::Share(view.point.kept))
            .meaning("share of the unfiltered text that is searched"),
    ]
}
