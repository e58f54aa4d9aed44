//! The columns of statistics: what is known of a difference from a baseline is named here, and
//! nowhere else, for reports and for the pages of a server.

use super::{Column, Order, Value};
use tamis_eval::statistics::{Equivalence, NoSpread};

/// What is known of a difference from a baseline in one measure.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tested<'a> {
    /// The difference of the means.
    pub difference: f64,
    /// The p-value, and the same after a correction over all rows, if there is one.
    pub p: [Option<Result<f64, NoSpread>>; 2],
    pub test: Option<&'a Equivalence>,
    /// Its p-values of non-inferiority and of equivalence after the correction.
    pub corrected: [Option<f64>; 2],
}

/// Which forms besides files show a statistic of a measure.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ShownWhere {
    Everywhere,
    /// Pages, of the first measure.
    FirstOnPages,
    Nowhere,
}

/// What is computed of a view for every measure.
pub struct Statistic {
    /// Its key, before that of the measure; empty if files do not have it.
    pub key: &'static str,
    pub name: &'static str,
    pub meaning: &'static str,
    pub order: Order,
    /// Whether its values are whole numbers.
    pub whole: bool,
    pub shown: ShownWhere,
    pub value: for<'a> fn(&Tested<'a>) -> Value<'a>,
}

impl Statistic {
    /// A statistic of files alone.
    const fn file(key: &'static str, value: for<'a> fn(&Tested<'a>) -> Value<'a>) -> Self {
        let (shown, order) = (ShownWhere::Nowhere, Order::Lowest);
        Self { key, name: "", meaning: "", order, whole: false, shown, value }
    }

    /// The same statistic in files alone.
    pub(crate) const fn in_files(self) -> Self {
        Self { shown: ShownWhere::Nowhere, ..self }
    }
}

/// The difference of the means.
pub const DIFFERENCE: Statistic = Statistic {
    name: "difference",
    meaning: "mean difference from the unfiltered text",
    order: Order::Highest,
    shown: ShownWhere::FirstOnPages,
    ..Statistic::file("", |of| Value::Difference(of.difference))
};

/// The p-value of the difference.
pub const P: Statistic = Statistic {
    name: "p",
    meaning: "paired t-test against the unfiltered text, two-sided",
    shown: ShownWhere::Everywhere,
    ..Statistic::file("p", |of| Value::maybe(of.p[0], Value::P))
};

/// P-values after a correction over the rows of a comparison.
pub const HOLM: Statistic = Statistic {
    name: "p (Holm)",
    meaning: "the p-value after Holm's correction over all rows",
    shown: ShownWhere::FirstOnPages,
    ..Statistic::file("holm", |of| Value::maybe(of.p[1], Value::P))
};

pub(crate) const EQUIVALENT: Statistic = Statistic {
    name: "equivalent: p",
    meaning: "two one-sided t-tests of a difference within the margin",
    shown: ShownWhere::FirstOnPages,
    ..Statistic::file("equivalent", |of| Value::p(of.test.map(|test| test.p)))
};

pub(crate) const NONINFERIOR: Statistic =
    Statistic::file("noninferior", |of| Value::p(of.test.map(|test| test.p_noninferior)));

/// The power of the test of equivalence.
pub(crate) const POWER: Statistic =
    Statistic::file("power", |of| Value::maybe(of.test, |test| Value::Mean(test.power)));

/// The topics that it takes for a power of 0.8.
pub(crate) const TOPICS_NEEDED: Statistic = Statistic {
    whole: true,
    ..Statistic::file("topics_needed", |of| {
        Value::maybe(of.test.and_then(|test| test.topics_needed), Value::Count)
    })
};

pub(crate) const HOLM_NONINFERIOR: Statistic =
    Statistic::file("holm_noninferior", |of| Value::p(of.corrected[0]));

pub(crate) const HOLM_EQUIVALENT: Statistic =
    Statistic::file("holm_equivalent", |of| Value::p(of.corrected[1]));

/// What sweeps have of each measure beside its means, in the order of their file: the test of the
/// difference, then those of equivalence.
pub(crate) const OF_SWEEP: [Statistic; 5] = [P, NONINFERIOR, EQUIVALENT, POWER, TOPICS_NEEDED];

/// The same of comparisons, whose p-values are shown after the correction.
pub(crate) const OF_COMPARISON: [Statistic; 8] = [
    P.in_files(),
    HOLM,
    NONINFERIOR,
    EQUIVALENT.in_files(),
    POWER,
    TOPICS_NEEDED,
    HOLM_NONINFERIOR,
    HOLM_EQUIVALENT,
];

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
        column.hidden(self.shown == ShownWhere::Nowhere)
    }

    /// Returns its name and value, to stand beside a mean.
    pub fn beside<'a>(&self, tested: &Tested<'a>) -> (&'static str, Value<'a>) {
        (self.name, (self.value)(tested))
    }
}
