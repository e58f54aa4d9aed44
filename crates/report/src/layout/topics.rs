//! The differences of a view or a run by topic as a table: queries, values, and for the topics that
//! differ most the pages that caused it.

use super::address::site_address;
use super::figures;
use crate::figure::{Differences, of_topics};
use crate::markup::escape;
use crate::table::html::Sheet;
use crate::table::{Column, Columns, Order, Room, Value};
use crate::words::counted;
use tamis_eval::runs::{Changed, Moved};
use tamis_search::experiment::results::Site;

/// The number of topics that show at first.
const SHOWN: usize = 10;

/// The values of two views, or two runs, of the same topics.
pub(crate) struct TopicTable<'a> {
    /// The id of the table; unique on its page.
    pub id: &'a str,
    /// The values, as the figure above the table shows them.
    pub values: Differences<'a>,
    /// The names of the first values and of the second.
    pub names: [&'a str; 2],
    /// Their queries; empty if they are not known.
    pub queries: &'a [String],
    /// The topics that differ most, with the pages that moved.
    pub changed: &'a [Changed],
    /// A server, and the parameters of the second values there.
    pub shown_by: Option<(&'a Site, Vec<(String, String)>)>,
    pub measure: &'a str,
}

impl TopicTable<'_> {
    /// Returns the figure, and the table with the largest difference first.
    pub fn html(&self) -> String {
        let head = if self.queries.is_empty() { "topic" } else { "query" };
        let Differences { base, values, .. } = &self.values;
        let mean = |number: usize, values: &'_ [f64]| {
            let values = values.to_vec();
            let cell = move |&topic: &usize| Value::Mean(values[topic]);
            Column::new("", self.names[number], Order::Highest, cell).room(Room::Wide)
        };
        let columns = Columns(vec![
            Column::new("", head, Order::Names, |&topic: &usize| Value::Html(self.head(topic))),
            mean(0, base),
            mean(1, values),
            Column::new("", "difference", Order::Highest, |&topic| {
                Value::Difference(self.values.difference(topic))
            }),
        ]);
        let pages = match self.changed.iter().any(|one| !one.moved.is_empty()) {
            true => {
                " Below the queries that differ most: the judged pages that moved farthest, with \
                 grade and ranks before and after."
            }
            false => "",
        };
        let caption = format!("{} by topic, the largest differences first.{pages}", self.measure);
        let sheet = Sheet { shown: Some(SHOWN), ..Sheet::whole(self.id, &caption) };
        figures([of_topics(&self.values)]) + &sheet.html(&columns.for_page(self.order()))
    }

    /// Returns the topics, the largest difference first; equals in the order of the topics.
    fn order(&self) -> Vec<usize> {
        // As `changed` orders them: what differs in the last digits of a sum is equal.
        let size = |topic: usize| (self.values.difference(topic).abs() * 1e12).round();
        let mut order: Vec<usize> = (0..self.values.topics.len()).collect();
        order.sort_by(|&a, &b| size(b).total_cmp(&size(a)));
        order
    }

    /// Returns the head of a row: the query, and the pages that moved.
    fn head(&self, topic: usize) -> String {
        let id = &self.values.topics[topic];
        let name = escape(id);
        let query = self.queries.get(topic).map(|query| escape(query));
        let head = query.map(|query| format!("{query} <span class=\"quiet\">{name}</span>"));
        let changed = self.changed.iter().find(|one| one.topic == *id);
        head.unwrap_or(name) + &changed.map_or(String::new(), |changed| self.pages(changed))
    }

    /// Returns the pages that moved, folded below a line that counts them.
    fn pages(&self, changed: &Changed) -> String {
        if changed.moved.is_empty() {
            return String::new();
        }
        let moved = changed.moved.iter().map(|moved| escape(&moved.to_string()));
        let rankings = self.shown_by.as_ref().map(|(site, own)| {
            let topic = ("topic".to_owned(), changed.topic.clone());
            let address = escape(&site_address(site, "topic", &[&own[..], &[topic]].concat()));
            format!("<a href=\"{address}\">both rankings side by side</a>")
        });
        let lines = moved.chain(rankings).map(|line| format!("<li>{line}</li>"));
        let (summary, lines) = (counts(&changed.moved), lines.collect::<String>());
        format!("<details><summary>{summary}</summary><ul>{lines}</ul></details>")
    }
}

/// Counts pages by what happened to them: `2 pages entered, 1 left, 1 rose`.
fn counts(moved: &[Moved]) -> String {
    let count = |is: fn(&Moved) -> bool| moved.iter().filter(|one| is(one)).count();
    let of_kinds = [
        ("entered", count(|one| one.before.is_none())),
        ("left", count(|one| one.after.is_none())),
        ("rose", count(|one| one.before.zip(one.after).is_some_and(|(from, to)| to < from))),
        ("fell", count(|one| one.before.zip(one.after).is_some_and(|(from, to)| to > from))),
    ];
    let mut parts = Vec::new();
    for (what, count) in of_kinds.into_iter().filter(|(_, count)| *count > 0) {
        parts.push(match parts.is_empty() {
            true => format!("{} {what}", counted(count as u64, "judged page")),
            false => format!("{count} {what}"),
        });
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(before: Option<usize>, after: Option<usize>) -> Moved {
        Moved { docno: "d<1>".to_owned(), grade: 1, before, after, indexed: None }
    }

    #[test]
    fn pages_are_counted_by_what_happened_to_them() {
        let pages = [moved(None, Some(1)), moved(Some(2), None), moved(Some(3), Some(2))];
        assert_eq!(counts(&pages), "1 judged page entered, 1 left, 1 rose");
        assert_eq!(
            counts(&[moved(Some(1), Some(4)), moved(Some(1), Some(2))]),
            "2 judged pages fell"
        );
    }

    #[test]
    fn the_largest_difference_is_first_whatever_its_sign() {
        let topics = ["1", "2", "3"].map(str::to_owned);
        let queries = ["tea", "<cups>", "milk"].map(str::to_owned);
        let one = Changed {
            topic: "2".to_owned(),
            baseline: 0.9,
            value: 0.1,
            difference: -0.8,
            moved: vec![moved(Some(1), None)],
        };
        let table = TopicTable {
            id: "topics",
            values: Differences {
                id: "figure".to_owned(),
                title: String::new(),
                setting: String::new(),
                caption: String::new(),
                topics: &topics,
                base: &[0.5, 0.9, 0.5],
                values: &[0.6, 0.1, 0.5],
            },
            names: ["unfiltered", "best"],
            queries: &queries,
            changed: &[one],
            shown_by: None,
            measure: "P@10",
        };
        assert_eq!(table.order(), [1, 0, 2]);
        let html = table.html();
        assert!(html.contains(
            "&lt;cups&gt; <span class=\"quiet\">2</span><details><summary>1 judged page \
             left</summary><ul><li>d&lt;1&gt; (grade 1): rank 1 to -</li></ul></details>"
        ));
        assert!(html.contains("<td>-0.8000</td>") && html.contains("<td>+0.1000</td>"));
    }
}
