//! Tables of results: columns with typed cells, and a writer for each form. [`Columns`] say of
//! every number of a result what it is called, what it means and where it shows;
//! [`tsv`](Columns::tsv), [`text`], [`html`] and [`latex`] write any table. So a statistic more is
//! a column more, and in every form.

mod data;
pub mod html;
pub mod latex;
pub mod statistics;
pub mod text;
mod tsv;

pub use data::Data;

use super::words::{decimals, fixed, measure_name, signed, tested, without_spread};
use std::borrow::Cow;
use std::fmt;
use tamis_eval::statistics::NoSpread;
use tamis_search::experiment::parameter::Value as Parameter;

/// What a cell holds. Its kind says the unit, and how many decimals people see.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'a> {
    /// What the row cannot have: empty for people, `-` in files.
    Blank,
    /// What could not be computed: `-`.
    Absent,
    Name(Cow<'a, str>),
    /// A measure by trec_eval's name; people read its written name.
    Measure(&'a str),
    Count(u64),
    /// A mean or another number on the scale of measures, four decimals; NaN is absent.
    Mean(f64),
    /// A number of another scale, six decimals.
    Number(f64),
    /// A number of another scale, with all its digits.
    Plain(f64),
    /// A value of a parameter, as it was given.
    Parameter(&'a Parameter),
    /// A share of the text, 0 to 1.
    Share(f64),
    /// A share, 0 to 1, which people read in per cent.
    Percent(f64),
    /// A difference of means, which has a sign for people.
    Difference(f64),
    /// A p-value, or why there is none.
    P(Result<f64, NoSpread>),
    /// A mean difference in standard deviations, or why there is none.
    Effect(Result<f64, NoSpread>),
    /// The ends of an interval of differences: two fields of a file.
    Interval(f64, f64),
    /// Counts of topics that are better, equal and worse: three fields of a file.
    WinTieLoss([usize; 3]),
    /// HTML, of a column that only pages have.
    Html(String),
}

impl<'a> Value<'a> {
    pub fn name(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Name(text.into())
    }

    /// A p-value, if there is one.
    pub fn p(p: Option<f64>) -> Self {
        p.map_or(Self::Absent, |p| Self::P(Ok(p)))
    }

    /// A number, if there is one.
    pub fn maybe<T>(value: Option<T>, kind: impl FnOnce(T) -> Self) -> Self {
        value.map_or(Self::Absent, kind)
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Blank => String::new(),
            Self::Absent => "-".to_owned(),
            Self::Name(text) => return f.write_str(text),
            Self::Measure(name) => measure_name(name),
            Self::Count(count) => count.to_string(),
            Self::Mean(mean) if mean.is_nan() => "-".to_owned(),
            Self::Mean(mean) => fixed(*mean),
            Self::Number(number) => format!("{number:.6}"),
            Self::Plain(number) => number.to_string(),
            Self::Parameter(value) => value.to_string(),
            Self::Share(share) => decimals(*share, 2),
            Self::Percent(share) => super::words::percent(*share),
            Self::Difference(difference) => signed(*difference),
            Self::P(p) => tested(*p),
            Self::Effect(Ok(effect)) => {
                format!("{}{}", if *effect < 0.0 { "" } else { "+" }, decimals(*effect, 2))
            }
            Self::Effect(Err(why)) => without_spread(Some(*why)),
            Self::Interval(low, high) => format!("[{}, {}]", signed(*low), signed(*high)),
            Self::WinTieLoss([win, tie, loss]) => format!("{win}/{tie}/{loss}"),
            Self::Html(html) => return f.write_str(html),
        };
        f.write_str(&text)
    }
}

/// A cell: what it holds, and what people see beside it.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell<'a> {
    pub value: Value<'a>,
    /// A mark behind a number: `*` and `+` are good, `-` is bad, `=` is equivalent. A space keeps
    /// the place of a mark in a column that has some. The arrows `▲` and `▼` stand before it.
    pub mark: Option<char>,
    /// What a page shows when one points at it; none if empty.
    pub hint: String,
    /// How a page compares it, by the names of what it says; none for what is not compared.
    pub compared: Option<Vec<(&'static str, Value<'a>)>>,
}

impl<'a> From<Value<'a>> for Cell<'a> {
    fn from(value: Value<'a>) -> Self {
        Self { value, mark: None, hint: String::new(), compared: None }
    }
}

impl Cell<'_> {
    /// The text with its mark.
    fn marked(&self) -> String {
        let mut text = self.value.to_string();
        text.extend(self.mark);
        text
    }
}

/// What is best when a table is sorted by a column. Names are set to the left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Names, in the order of the alphabet.
    Names,
    /// Values of parameters, and what else is set to the right and is no number.
    Values,
    Highest,
    Lowest,
}

/// Whether a column shows where room is short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Room {
    Always,
    Wide,
    /// Not on narrow screens, nor in a terminal that has no room: the lowest number goes first.
    Spare(usize),
    /// As [`Room::Spare`], and never on paper.
    Screen(usize),
}

/// The place of a column for people, whatever its place in files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ColumnPlace {
    First,
    /// With those of the same measure, by its number.
    Measure(usize),
    Shared,
    Last,
}

/// What a column is called, what it means, and where it shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Head {
    /// Its names in files, one per field. Empty if files do not have it.
    pub keys: Vec<String>,
    /// Its name for people. It ends in a space where all cells keep the place of a mark.
    pub name: String,
    /// A shorter name where room is short, if there is one.
    pub short: Option<Cow<'static, str>>,
    /// What it means, in a phrase; empty if the name says it.
    pub meaning: Cow<'static, str>,
    pub order: Order,
    /// Whether its numbers are whole, also where a table has none of them.
    pub whole: bool,
    /// Whether it shows where room is short.
    pub room: Room,
    /// Classes of its cells on a page beside those that follow from the rest; may be empty.
    pub class: &'static str,
    pub place: ColumnPlace,
    /// Whether text and LaTeX have it.
    pub in_text: bool,
    pub in_page: bool,
}

type TakeCell<'a, R> = Box<dyn Fn(&R) -> Cell<'a> + 'a>;

/// A column of rows `R`: its head, and how its cell is taken from a row.
pub struct Column<'a, R> {
    pub head: Head,
    cell: TakeCell<'a, R>,
}

impl<'a, R> Column<'a, R> {
    /// A column that all forms have, except files if `key` is empty.
    pub fn new<C: Into<Cell<'a>>>(
        key: impl Into<String>,
        name: impl Into<String>,
        order: Order,
        cell: impl Fn(&R) -> C + 'a,
    ) -> Self {
        let key = key.into();
        let head = Head {
            keys: if key.is_empty() { Vec::new() } else { vec![key] },
            name: name.into(),
            short: None,
            meaning: Cow::Borrowed(""),
            order,
            whole: false,
            room: Room::Always,
            class: "",
            place: ColumnPlace::Shared,
            in_text: true,
            in_page: true,
        };
        Self { head, cell: Box::new(move |row| cell(row).into()) }
    }

    /// A column of names, whose key says all.
    pub fn names(key: &str, text: fn(&R) -> &'a str) -> Self
    where
        R: 'a,
    {
        Self::new(key, key, Order::Names, move |row| Value::name(text(row)))
    }

    /// A column of counts, whose key says all.
    pub fn counts(key: &str, count: fn(&R) -> u64) -> Self
    where
        R: 'a,
    {
        Self::new(key, key, Order::Highest, move |row| Value::Count(count(row)))
    }

    /// A column of files alone.
    pub fn file<C: Into<Cell<'a>>>(key: impl Into<String>, cell: impl Fn(&R) -> C + 'a) -> Self {
        let column = Self::new(key, "", Order::Values, cell);
        Self { head: Head { in_text: false, in_page: false, ..column.head }, ..column }
    }

    /// Makes its cells several fields of a file.
    pub fn fields(mut self, keys: &[&str]) -> Self {
        self.head.keys = keys.iter().map(|key| (*key).to_owned()).collect();
        self
    }

    /// Says that its numbers are whole.
    pub fn whole(mut self) -> Self {
        self.head.whole = true;
        self
    }

    pub fn meaning(mut self, meaning: impl Into<Cow<'static, str>>) -> Self {
        self.head.meaning = meaning.into();
        self
    }

    /// Says how it gives way.
    pub fn room(mut self, room: Room) -> Self {
        self.head.room = room;
        self
    }

    /// Gives its cells classes on a page.
    pub fn class(mut self, class: &'static str) -> Self {
        self.head.class = class;
        self
    }

    /// Puts it elsewhere for people.
    pub fn at(mut self, place: ColumnPlace) -> Self {
        self.head.place = place;
        self
    }

    /// Names it shorter where room is short.
    pub fn short(mut self, short: impl Into<Cow<'static, str>>) -> Self {
        self.head.short = Some(short.into());
        self
    }

    /// Leaves it out of text and LaTeX.
    pub fn page_only(mut self) -> Self {
        self.head.in_text = false;
        self
    }

    /// Leaves it out of text, LaTeX and pages, if so.
    pub fn hidden(mut self, is_hidden: bool) -> Self {
        self.head.in_text &= !is_hidden;
        self.head.in_page &= !is_hidden;
        self
    }
}

/// The columns of a table, in the order of its file.
pub struct Columns<'a, R>(pub Vec<Column<'a, R>>);

impl<'a, R> Columns<'a, R> {
    /// Returns these rows for text and LaTeX.
    pub fn for_text(&self, rows: impl IntoIterator<Item = R>) -> Table<'a> {
        self.table(rows, |head| head.in_text)
    }

    /// Returns these rows for a page.
    pub fn for_page(&self, rows: impl IntoIterator<Item = R>) -> Table<'a> {
        self.table(rows, |head| head.in_page)
    }

    fn table(&self, rows: impl IntoIterator<Item = R>, has: impl Fn(&Head) -> bool) -> Table<'a> {
        let mut columns: Vec<_> = self.0.iter().filter(|column| has(&column.head)).collect();
        columns.sort_by_key(|column| column.head.place);
        let cells = |row: R| columns.iter().map(|column| (column.cell)(&row)).collect();
        Table {
            rows: rows.into_iter().map(cells).collect(),
            heads: columns.iter().map(|column| column.head.clone()).collect(),
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table<'a> {
    pub heads: Vec<Head>,
    /// Its rows, a cell per column.
    pub rows: Vec<Vec<Cell<'a>>>,
}

impl Table<'_> {
    /// Whether a cell meets a condition.
    pub fn any(&self, is: impl Fn(&Cell<'_>) -> bool) -> bool {
        self.rows.iter().flatten().any(is)
    }

    /// Whether a cell has this mark.
    pub fn is_marked(&self, mark: char) -> bool {
        self.any(|cell| cell.mark == Some(mark))
    }

    /// Explains `no spread` below a table, if a cell has it.
    pub fn no_spread_note(&self) -> Option<String> {
        let none = Err(NoSpread::SameDifference);
        let has_none =
            self.any(|cell| cell.value == Value::P(none) || cell.value == Value::Effect(none));
        has_none.then(|| NO_SPREAD.to_owned())
    }
}

/// What `no spread` in a cell means.
const NO_SPREAD: &str = "no spread: the same difference on every topic, so t, Student's interval, \
                         d_z and equivalence are undefined";

/// Tables as people read them outside a page: aligned to each other, below a caption, with notes.
#[derive(Debug, Clone, Default)]
pub struct Printed<'a> {
    /// A name among the tables of a report, for references: `sweep`.
    pub label: &'static str,
    /// What it shows and what its marks mean, in two lines of a column.
    pub caption: String,
    /// Tables with the same number of columns, one below the other.
    pub blocks: Vec<Table<'a>>,
    /// What the reader must know, a line each. An empty one is for text alone.
    pub notes: Vec<String>,
}
