//! The columns of statistics: what is known of a difference from a baseline is named here, and
//! nowhere else. Sweeps and comparisons of labels share their views, which have a column per
//! measure; comparisons of runs have a row per measure.

use super::table::{Cell, Column, Order, Place, Room, Value};
use tamis_eval::statistics::{Equivalence, NoSpread};
use tamis_search::experiment::results::{ComparedView, Point};

/// What is known of a difference from a baseline in one measure.
pub(super) struct Tested<'a> {
    /// The difference of the means.
    pub difference: f64,
    /// The p-value, and the same after a correction over all rows, if there is one.
    pub p: [Option<Result<f64, NoSpread>>; 2],
    /// The test of equivalence.
    pub test: Option<&'a Equivalence>,
    /// Its p-values of non-inferiority and of equivalence after the correction.
    pub corrected: [Option<f64>; 2],
}

/// A row: a view of the index, or the unfiltered text.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    /// Its scores.
    pub point: &'a Point,
    /// Its number among the points of a sweep.
    pub number: usize,
    /// What a comparison knows of it.
    pub row: Option<&'a ComparedView>,
    /// The unfiltered text.
    pub base: &'a Point,
    /// Whether it is the unfiltered text itself.
    pub is_base: bool,
}

impl<'a> View<'a> {
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

/// Which forms besides files show a statistic of a measure.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// All.
    Everywhere,
    /// Pages, of the first measure.
    FirstOnPages,
    /// None.
    Nowhere,
}

/// What is computed of a view for every measure.
pub(super) struct Statistic {
    /// Its key, before that of the measure; empty if files do not have it.
    pub key: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// What is best.
    pub order: Order,
    /// Whether its values are whole numbers.
    pub whole: bool,
    /// Who sees it.
    pub shown: Shown,
    /// Its value.
    pub value: for<'a> fn(&Tested<'a>) -> Value<'a>,
}

impl Statistic {
    /// A statistic of files alone.
    const fn file(key: &'static str, value: for<'a> fn(&Tested<'a>) -> Value<'a>) -> Self {
        let (shown, order) = (Shown::Nowhere, Order::Lowest);
        Self { key, name: "", meaning: "", order, whole: false, shown, value }
    }

    /// The same statistic in files alone.
    pub const fn in_files(self) -> Self {
        Self { shown: Shown::Nowhere, ..self }
    }
}

pub(super) const DIFFERENCE: Statistic = Statistic {
    name: "difference",
    meaning: "mean difference from the unfiltered text",
    order: Order::Highest,
    shown: Shown::FirstOnPages,
    ..Statistic::file("", |of| Value::Difference(of.difference))
};

pub(super) const P: Statistic = Statistic {
    name: "p",
    meaning: "paired t-test against the unfiltered text, two-sided",
    shown: Shown::Everywhere,
    ..Statistic::file("p", |of| Value::maybe(of.p[0], Value::P))
};

/// P-values after a correction over the rows of a comparison.
pub(super) const HOLM: Statistic = Statistic {
    name: "p (Holm)",
    meaning: "the p-value after Holm's correction over all rows",
    shown: Shown::FirstOnPages,
    ..Statistic::file("holm", |of| Value::maybe(of.p[1], Value::P))
};

pub(super) const EQUIVALENT: Statistic = Statistic {
    name: "equivalent: p",
    meaning: "two one-sided t-tests of a difference within the margin",
    shown: Shown::FirstOnPages,
    ..Statistic::file("equivalent", |of| Value::p(of.test.map(|test| test.p)))
};

pub(super) const NONINFERIOR: Statistic =
    Statistic::file("noninferior", |of| Value::p(of.test.map(|test| test.p_noninferior)));

/// The power of the test of equivalence.
pub(super) const POWER: Statistic =
    Statistic::file("power", |of| Value::maybe(of.test, |test| Value::Mean(test.power)));

/// The topics that it takes for a power of 0.8.
pub(super) const TOPICS_NEEDED: Statistic = Statistic {
    whole: true,
    ..Statistic::file("topics_needed", |of| {
        Value::maybe(of.test.and_then(|test| test.topics_needed), Value::Count)
    })
};

pub(super) const HOLM_NONINFERIOR: Statistic =
    Statistic::file("holm_noninferior", |of| Value::p(of.corrected[0]));

pub(super) const HOLM_EQUIVALENT: Statistic =
    Statistic::file("holm_equivalent", |of| Value::p(of.corrected[1]));

/// What sweeps have of each measure beside its means, in the order of their file: the test of the
/// difference, then those of equivalence.
pub(super) const OF_SWEEP: [Statistic; 5] = [P, NONINFERIOR, EQUIVALENT, POWER, TOPICS_NEEDED];

/// The same of comparisons, whose p-values are shown after the correction.
pub(super) const OF_COMPARISON: [Statistic; 8] = [
    P.in_files(),
    HOLM,
    NONINFERIOR,
    EQUIVALENT.in_files(),
    POWER,
    TOPICS_NEEDED,
    HOLM_NONINFERIOR,
    HOLM_EQUIVALENT,
];

type ViewColumn<'a> = Column<'a, View<'a>>;

impl Statistic {
    /// Returns its column, empty for rows without a difference.
    pub fn column<'a, R>(
        &self,
        key: String,
        tested: impl Fn(&R) -> Option<Tested<'a>> + 'a,
    ) -> Column<'a, R> {
        let value = self.value;
        let cell = move |row: &R| tested(row).map_or(Value::Blank, |of| value(&of));
        let mut column = Column::new(key, self.name, self.order, cell).meaning(self.meaning);
        column.head.whole = self.whole;
        column.hidden(self.shown == Shown::Nowhere)
    }

    /// Returns its columns of views, one per measure.
    pub fn columns<'a>(&self, measures: &'a [String]) -> Vec<ViewColumn<'a>> {
        let column = |(measure, of): (usize, &String)| {
            let key =
                if self.key.is_empty() { String::new() } else { format!("{}_{of}", self.key) };
            let tested = move |view: &View<'a>| (!view.is_base).then(|| view.tested(measure));
            let column = self
                .column(key, tested)
                .room(room(measure, measures.len(), self.order == Order::Highest))
                .at(Place::Measure(measure));
            match self.shown {
                Shown::FirstOnPages => column.page_only().hidden(measure > 0),
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
    mean: impl Fn(&View<'a>, usize) -> Cell<'a> + Copy + 'a,
) -> Vec<ViewColumn<'a>> {
    let column = |(measure, key): (usize, &'a String)| {
        let cell = move |view: &View<'a>| mean(view, measure);
        Column::new(key, name(key), Order::Highest, cell)
            .room(room(measure, measures.len(), true))
            .at(Place::Measure(measure))
    };
    measures.iter().enumerate().map(column).collect()
}

/// A view, a topic and a measure.
pub(super) type TopicRow<'a> = (View<'a>, usize, usize);

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
    views: impl Iterator<Item = View<'a>>,
    topics: usize,
    measures: usize,
) -> impl Iterator<Item = TopicRow<'a>> {
    let of_topic = move |view, topic| (0..measures).map(move |measure| (view, topic, measure));
    views.flat_map(move |view| (0..topics).flat_map(move |topic| of_topic(view, topic)))
}

/// Returns what all measures of a view share; every view has so many topics.
pub(super) fn counts<'a>(topics: usize) -> Vec<ViewColumn<'a>> {
    let count = |key: &str, name: &str, order, value: fn(&View<'a>) -> Value<'a>| {
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
        .at(Place::Last),
        count("pages", "pages", Order::Highest, |view| Value::Count(view.point.pages))
            .meaning("pages with text that is searched")
            .room(Room::Screen(1)),
        Column::file("tokens", |view: &View<'a>| Value::Count(view.point.tokens)),
        count("kept", "kept", Order::Highest, |view| Value::Share(view.point.kept))
            .meaning("share of the unfiltered text that is searched"),
    ]
}
