//! The page of the measures: the curve with the slider's place, the means, the topics by what
//! they gain.

use super::pins::{self, PIN_NAME};
use super::table::{
    Column, HtmlAttributes, MeasuredRow, Order, Sheet, Value, markup, measured, names, numbers,
    table,
};
use super::{Form, FormPage, Page, at, command_for, downloads, layout, shown, tip, warnings};
use crate::answers::measures::{RuleMeasures, TopicValues, measures as answer};
use crate::excerpt::start;
use crate::requests::{Answer, PIN, Pairs, SearchRequest, axis};
use crate::site::WebRequest;
use maud::{Markup, PreEscaped, html};
use tamis::PointDifference;
use tamis::table::Cell;
use tamis::table::statistics::{DIFFERENCE, HOLM, P, Statistic};
use tamis::words::{self, measure_name, percent, quoted};

/// Shows what the rule does to the measures.
///
/// # Errors
/// [`Failure`] if the index cannot be read, or the client is gone.
pub fn page(web: &WebRequest<'_>) -> Answer<Page> {
    if web.site.judging.is_none() {
        return Ok(Page::Shown(without(web)));
    }
    let names = ("/measures", "Measures", "Measure");
    let form = FormPage::new(web, names, &["axis", "measure", "against", PIN_NAME], &["q"]);
    let form = FormPage { first: choices, ..form };
    form.page(
        |request| Ok(own(web, request)),
        |request, own| Ok(shown_measures(web, request, own, &answer(web, request)?)?.into()),
    )
}

/// The parameters of the address that are not of the search, in their usual form.
fn own(web: &WebRequest<'_>, request: &SearchRequest) -> Pairs {
    let of_rule = axis::of_rule(request, web.snapshot.manifest());
    let mut own = web.fields.given(&["axis", "measure", "against"]);
    own.retain(|(name, value)| *name != "axis" || *value != of_rule);
    if let Some((_, measures)) = own.iter_mut().find(|(name, _)| *name == "measure") {
        *measures = web.fields.all("measure").collect::<Vec<_>>().join(",");
    }
    own
}

fn without(web: &WebRequest<'_>) -> Markup {
    let content = html! {
        h1 { "Measures" }
        p { "This server has no topics and qrels. Start it with them to see what a rule does to \
             the measures:" }
        pre {
            code {
                "tamis serve " (quoted(&web.path().display().to_string()))
                " --topics TOPICS --qrels QRELS"
            }
        }
    };
    layout(web, "Measures", "/measures", None, &content)
}

/// The axis of the curve, the measures, and what the topics are compared with.
fn choices(form: &Form<'_>) -> Markup {
    let fields = form.web.fields;
    let measures: Vec<&str> = fields.all("measure").collect();
    let names = axis::names(form.web.snapshot.manifest());
    let titles: Vec<String> = names.iter().map(|name| words::axis_title(name)).collect();
    let axes = names.iter().zip(&titles).map(|(name, title)| (name.as_str(), title.as_str()));
    let axes: Vec<_> = [("", "the rule's own threshold")].into_iter().chain(axes).collect();
    let pins = fields.all(PIN).filter_map(|pin| pin.split_once('?'));
    let pins: Vec<(&str, String)> =
        pins.map(|(name, _)| (name, tamis::Escaped(name).to_string())).collect();
    let against = pins.iter().map(|(name, shown)| (*name, shown.as_str()));
    let against: Vec<_> = [("", "the text without the rule")].into_iter().chain(against).collect();
    let typed = html! {
        input type="text" id="measure" name="measure" value=(measures.join(","))
            placeholder="P@10, nDCG@10" spellcheck="false" autocomplete="off"
            aria-describedby="problem-measure";
    };
    html! {
        div.fields {
            (form.select("axis", "Curve over", &axes))
            (form.field("measure", "Measures", &typed))
            @if !pins.is_empty() { (form.select("against", "Topics against", &against)) }
        }
    }
}

const TESTS: &str = "Differences are those of this rule. p is that of the two-sided paired t-test \
                     over topics; in rows of pinned rules, Holm's correction over all of them \
                     stands behind it.";

fn shown_measures(
    web: &WebRequest<'_>,
    request: &SearchRequest,
    own: &Pairs,
    found: &RuleMeasures,
) -> Answer<Markup> {
    let address = request.address_with(own);
    let of_rule = request.address();
    Ok(html! {
        div.summary role="status" { (summary(request, found)) }
        (warnings(&found.warnings))
        (pins::panel(web, "/measures", request, own)?)
        (means(found))
        figure { (PreEscaped(found.figure.html())) }
        figure { (PreEscaped(found.differences.html())) }
        (topics(request, own, found))
        p {
            a href=(at("/labels", &request.address_with(&measure(own)))) {
                "Compare all labels of the index over these topics"
            }
        }
        (downloads(&[
            ("curve.svg", "curve (SVG)", &address),
            ("curve.tsv", "curve (TSV)", &address),
            ("means.tsv", "means (TSV)", &address),
            ("topics.svg", "topics (SVG)", &address),
            ("topics.tsv", "topics (TSV)", &address),
            ("run.txt", "run (TREC)", &of_rule),
            ("rule.toml", "rule (TOML)", &of_rule),
        ]))
        (command_for("The curve on the command line:", &found.command))
    })
}

/// The measures of the address.
fn measure(own: &Pairs) -> Pairs {
    own.iter().filter(|(name, _)| *name == "measure").cloned().collect()
}

fn summary(request: &SearchRequest, found: &RuleMeasures) -> Markup {
    let count =
        |is: fn(&f64) -> bool| found.topics.iter().filter(|topic| is(&topic.difference)).count();
    html! {
        @if request.has_rule() {
            "Topics: " strong { (count(|by| *by > 0.0)) } " up, "
            strong { (count(|by| *by < 0.0)) } " down, "
            (count(|by| *by == 0.0)) " the same. "
            "The rule keeps " (percent(found.kept)) " of the text. "
        } @else {
            "Without a rule, all text counts: move a slider. "
        }
        span.quiet { (found.ranking) }
    }
}

/// What is said of the difference of this rule from another.
static COMPARED: [Statistic; 3] = [DIFFERENCE, P, HOLM];

/// The means without the rule and under it, under the pinned rules, and of other systems.
fn means(found: &RuleMeasures) -> Markup {
    let row = |name: &str, means, kept| MeasuredRow {
        attributes: HtmlAttributes::new(),
        name: Value::name(name.to_owned()),
        means,
        compared: None,
        kept,
    };
    let compared = |means: &[f64], p_values: &[_], holm: &[_]| {
        let tested = found.tested(means, p_values, holm);
        Some(tested.map(|of| (of.difference != 0.0).then_some(of)).collect())
    };
    let mut rows = vec![
        row("Without the rule", &found.unfiltered, Some(1.0)),
        MeasuredRow {
            attributes: vec![("id", "under-rule".to_owned())],
            compared: compared(&found.unfiltered, &found.p_values, &[]),
            ..row("This rule", &found.under_rule, Some(found.kept))
        },
    ];
    rows.extend(found.pins.iter().map(|pin| {
        let name = tamis::Escaped(&pin.name).to_string();
        let PointDifference { p_values, holm, .. } = &pin.compared;
        MeasuredRow {
            attributes: vec![("class", "of-pin".to_owned()), ("data-name", name)],
            compared: compared(&pin.means, p_values, holm),
            ..row(&pin.name, &pin.means, Some(pin.kept))
        }
    }));
    rows.extend(found.runs.iter().map(|run| row(&run.name, &run.means, None)));
    html! {
        div.quiet {
            "Means over " (words::counted(found.topics.len() as u64, "topic")) ". "
            (tip("Means", TESTS))
        }
        (measured("", "Rule", &found.measures, &COMPARED, &rows))
    }
}

/// The topics by what they gain.
fn topics(request: &SearchRequest, own: &Pairs, found: &RuleMeasures) -> Markup {
    let name = found.measures.first().map(|measure| measure_name(measure)).unwrap_or_default();
    let place = found.pins.iter().position(|pin| pin.name == found.against);
    let base = place.map_or("Without", |_| found.against.as_str());
    let address = |topic: &str| {
        let others = [vec![("topic", topic.to_owned())], measure(own)].concat();
        at("/topic", &request.address_with(&others))
    };
    let columns = vec![
        markup("Topic", |topic: &&TopicValues| {
            html! { a href=(address(&topic.topic)) { (shown(&topic.topic)) } }
        }),
        names("Query", |topic: &&TopicValues| start(&topic.text, 200)).class("long"),
        numbers(base, |topic: &&TopicValues| {
            Value::Mean(place.map_or(&topic.unfiltered, |number| &topic.under_pins[number])[0])
        }),
        numbers("This rule", |topic: &&TopicValues| Value::Mean(topic.under_rule[0])),
        Column::new("", "Difference", Order::Highest, |topic: &&TopicValues| Cell {
            mark: match topic.difference {
                by if by > 0.0 => Some('▲'),
                by if by < 0.0 => Some('▼'),
                _ => None,
            },
            ..Value::Difference(topic.difference).into()
        }),
    ];
    let sheet = Sheet { id: "topics", ..Sheet::scrolled("Topics", "stacked") };
    html! {
        h2 { "Topics by what they gain in " (name) }
        (table(&sheet, columns, &found.topics))
    }
}
