//! Results as files to keep: a rule, a run, figures and tables.

use super::compared_labels;
use super::found::{FoundPage, PAGE, found};
use super::measures::{self, PinnedMeans, RuleMeasures, TopicValues, measures as answer};
use crate::requests::{Answer, Fields, PIN, Scope, SearchRequest, check_names, encode};
use crate::site::{Effort, WebRequest};
use std::fmt::Write;
use tamis::Comparison;
use tamis::job::{Outcome, TopicsJob};
use tamis::request::{Request, Shape, parameter};
use tamis::table::statistics::{HOLM, P, Tested};
use tamis::table::{Column, Columns, Value};

/// A file that can be downloaded.
#[derive(Clone, Copy)]
pub struct Download {
    pub path: &'static str,
    pub kind: &'static str,
    /// How much work it is.
    pub effort: Effort,
    pub make: fn(&WebRequest<'_>) -> Answer<String>,
}

const SVG: &str = "image/svg+xml";
const TSV: &str = "text/tab-separated-values; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

const fn file(
    path: &'static str,
    kind: &'static str,
    effort: Effort,
    make: fn(&WebRequest<'_>) -> Answer<String>,
) -> Download {
    Download { path, kind, effort, make }
}

pub const DOWNLOADS: [Download; 10] = [
    file("/download/rule.toml", TEXT, Effort::Short, rule),
    file("/download/results.tsv", TSV, Effort::Short, results),
    file("/download/run.txt", TEXT, Effort::Long, run_file),
    file("/download/curve.svg", SVG, Effort::Long, |web| Ok(of(web)?.figure.svg().to_owned())),
    file("/download/curve.tsv", TSV, Effort::Long, |web| Ok(of(web)?.table)),
    file("/download/topics.svg", SVG, Effort::Long, |web| {
        Ok(of(web)?.differences.svg().to_owned())
    }),
    file("/download/topics.tsv", TSV, Effort::Long, |web| Ok(topics(&of(web)?))),
    file("/download/means.tsv", TSV, Effort::Long, |web| Ok(means(&of(web)?))),
    file("/download/labels.svg", SVG, Effort::Long, |web| {
        Ok(compared(web)?.result.figure(0).svg().to_owned())
    }),
    file("/download/labels.tsv", TSV, Effort::Long, |web| Ok(compared(web)?.result.tsv())),
];

impl Download {
    /// The name that the browser gives the file: that of the address, or of the saved rule.
    pub fn file_name(&self, fields: &Fields) -> String {
        let own = self.path.rsplit('/').next().unwrap_or_default();
        let Some(name) = fields.get("name").filter(|_| own == RULE) else { return own.to_owned() };
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
        format!("{}.toml", name.chars().map(plain).collect::<String>())
    }
}

/// The file of a rule.
const RULE: &str = "rule.toml";

/// The measures that the address asks for.
fn of(web: &WebRequest<'_>) -> Answer<RuleMeasures> {
    answer(web, &web.search_request(Scope::Search, &measures::PARAMETERS)?)
}

/// The comparison of labels that the address asks for.
fn compared(web: &WebRequest<'_>) -> Answer<std::sync::Arc<Outcome<Comparison>>> {
    let request = web.search_request(Scope::Search, &[measures::MEASURE])?;
    compared_labels::comparison(web, &request)
}

/// The rule, the ranking and the pages of a search as flags in TOML, which `--config` reads; a
/// comment has the address that shows it again.
fn rule(web: &WebRequest<'_>) -> Answer<String> {
    check_names(web.fields, Scope::Search, &["name"])?;
    let request = web
        .search_request(Scope::Search, &["name"])?
        .without(&["q", PIN, "hits"], web.snapshot.manifest())?;
    Ok(toml_of(&request, web.fields.get("name").unwrap_or("A")))
}

fn toml_of(request: &SearchRequest, name: &str) -> String {
    let pin = encode([(PIN, format!("{name}?{}", request.address()).as_str())]);
    let mut text = format!(
        "# A rule of tamis: `--config FILE` of search, sweep, compare, eval and export reads it.\n\
         # In a browser, with `tamis serve INDEX`: /?{} to use it, /?{pin} to pin it.\n",
        request.address()
    );
    let mut names: Vec<&str> = request.pairs().map(|(name, _)| name).collect();
    // Values of one name stand together.
    names.dedup();
    for name in names {
        let values: Vec<String> = request.all(name).map(quoted).collect();
        let key = name.replace('_', "-");
        let value = match parameter(name).map(|spec| spec.role.shape()) {
            Some(Shape::Switch) => "true".to_owned(),
            _ if values.len() == 1 => values.concat(),
            _ => format!("[{}]", values.join(", ")),
        };
        let _ = writeln!(text, "{key} = {value}");
    }
    text
}

/// A basic string of TOML: one of JSON is, but for a control character that JSON lets pass.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007F")
}

/// The results of a search that are shown, with their other ranks.
fn results(web: &WebRequest<'_>) -> Answer<String> {
    let found = found(web, &web.search_request(Scope::Search, &[PAGE])?)?;
    let number = |number: Option<i64>| Value::maybe(number, |number| shown(number.to_string()));
    let mut columns = vec![
        Column::file("rank", |page: &&FoundPage| shown(page.hit.rank.to_string())),
        Column::file("score", |page: &&FoundPage| shown(page.hit.score.to_string())),
        Column::file("docno", |page: &&FoundPage| shown(page.hit.docno.clone())),
        Column::file("url", |page: &&FoundPage| shown(page.hit.url.clone())),
        Column::file("title", |page: &&FoundPage| shown(page.hit.title.clone())),
        Column::file("grade", move |page: &&FoundPage| number(page.grade.map(i64::from))),
        Column::file("rank_without_rule", move |page: &&FoundPage| {
            number(page.rank_without_rule.map(i64::from))
        }),
    ];
    for (at, pinned) in found.pins.iter().enumerate() {
        columns.push(Column::file(format!("rank_{}", pinned.name), move |page: &&FoundPage| {
            number(page.ranks_of_pins[at].map(i64::from))
        }));
    }
    Ok(Columns(columns).tsv(&found.hits))
}

/// A text as a cell of a table.
fn shown(text: String) -> Value<'static> {
    Value::name(text)
}

/// The run of all topics, as `tamis search --topics` writes it.
fn run_file(web: &WebRequest<'_>) -> Answer<String> {
    let request = web.search_request(Scope::Search, &[])?;
    web.snapshot.check_pages(&request)?;
    let judging = web.judging()?;
    let job = TopicsJob {
        request: Request { hits: None, ..request.request },
        topics: judging.judged.topics.clone(),
        ..TopicsJob::default()
    };
    let lines = job.lines(&web.snapshot.index, web.cancel)?.result;
    Ok(String::from_utf8_lossy(&lines).into_owned())
}

/// The names of the rules of the measures: without the rule, under it, the pinned ones.
fn rules(found: &RuleMeasures) -> impl Iterator<Item = String> {
    let own = ["unfiltered", "this"].map(str::to_owned).into_iter();
    own.chain(found.pins.iter().map(|pin| format!("pin {}", pin.name)))
}

/// The means, with the tests of this rule against each other one.
fn means(found: &RuleMeasures) -> String {
    let RuleMeasures { unfiltered, under_rule, p_values, .. } = found;
    type Row = (String, usize, f64, Option<Tested<'static>>);
    let mut names = rules(found);
    let mut rows: Vec<Row> = Vec::new();
    let mut add = |means: &[f64], tested: Vec<Tested<'static>>| {
        let name = names.next().unwrap_or_default();
        let row = |(at, mean): (usize, &f64)| (name.clone(), at, *mean, tested.get(at).copied());
        rows.extend(means.iter().enumerate().map(row));
    };
    add(unfiltered, found.tested(unfiltered, p_values, &[]).collect());
    add(under_rule, Vec::new());
    for PinnedMeans { means, compared, .. } in &found.pins {
        add(means, found.tested(means, &compared.p_values, &compared.holm).collect());
    }
    let columns = Columns(vec![
        Column::file("rule", |row: &Row| Value::name(row.0.clone())),
        Column::file("measure", |row: &Row| Value::name(&*found.measures[row.1])),
        Column::file("mean", |row: &Row| Value::Mean(row.2)),
        Column::file("this_less_rule", |row: &Row| Value::Mean(under_rule[row.1] - row.2)),
        P.column("p".to_owned(), |row: &Row| row.3),
        HOLM.column("holm".to_owned(), |row: &Row| row.3),
    ]);
    columns.tsv(rows)
}

/// The measures of every topic under every rule.
fn topics(found: &RuleMeasures) -> String {
    type Row<'r> = (&'r TopicValues, usize);
    let mut columns = vec![
        Column::file("topic", |row: &Row<'_>| shown(row.0.topic.clone())),
        Column::file("measure", |row: &Row<'_>| Value::name(&*found.measures[row.1])),
    ];
    for (rule, name) in rules(found).enumerate() {
        columns.push(Column::file(name, move |(topic, at): &Row<'_>| {
            Value::Mean(match rule {
                0 => topic.unfiltered[*at],
                1 => topic.under_rule[*at],
                pin => topic.under_pins[pin - 2][*at],
            })
        }));
    }
    let numbers = 0..found.measures.len();
    let rows = found.topics.iter().flat_map(|topic| numbers.clone().map(move |at| (topic, at)));
    Columns(columns).tsv(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{manifest, search};

    #[test]
    fn a_rule_is_written_as_flags() {
        let address = "q=x&min_words=11&where=kind+%3D+title+or+words+%3E+3&weight=a%3Dwords+%3C+\
                       5:+0.5&weight=repeats+%3E+3:+0.2&model=dph&rm3=true&hits=20";
        let manifest = manifest();
        let request = search(address).unwrap();
        let request = request.without(&["q", "hits"], &manifest).unwrap();
        let text = toml_of(&request, "A");
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(
            lines,
            [
                "min-words = \"11\"",
                "where = \"kind = title or words > 3\"",
                "weight = [\"a=words < 5: 0.5\", \"repeats > 3: 0.2\"]",
                "model = \"dph\"",
                "rm3 = true"
            ]
        );
        let read = text.split("/?").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
        let again = search(read).unwrap();
        assert_eq!(again.address(), request.address());
        let pin = text.split("/?").nth(2).and_then(|rest| rest.split(' ').next()).unwrap();
        let pinned = search(pin).unwrap();
        assert_eq!(pinned.get(PIN), Some(&*format!("A?{}", request.address())));
    }

    #[test]
    fn the_file_of_a_rule_has_its_name() {
        let named = |query: &str| DOWNLOADS[0].file_name(&Fields::parse(query).unwrap());
        assert_eq!(named(""), "rule.toml");
        assert_eq!(named("name=no+templates%22%0d%0a"), "no_templates_.toml");
        assert_eq!(DOWNLOADS[2].file_name(&Fields::parse("name=x").unwrap()), "run.txt");
    }
}
