//! The page of the examination: the curve with the slider's place, the means, the topics by what
//! they gain.

use super::pins::{self, PIN_NAME};
use super::table::{Column, MeasuredRow, Order, Sheet, Value, measured, numbers, table, texts};
use super::{Form, FormPage, Page, at, command_for, downloads, layout, shown, tip, warnings};
use crate::answers::examination::{Examination, PinnedMeans, TopicValues, examination as answer};
use crate::excerpt::start;
use crate::requests::{Answer, PIN, Pairs, SearchRequest, axis};
use crate::site::WebRequest;
use maud::{Markup, PreEscaped, html};
use tamis::words::{self, measure_name, p_value, percent, quoted, signed};

/// Shows what the rule does to the measures.
///
/// # Errors
/// [`Failure`] if the index cannot be read, or the client is gone.
pub fn page(web: &WebRequest<'_>) -> Answer<Page> {
    if web.site.judging.is_none() {
        return Ok(Page::Shown(without(web)));
    }
    let names = ("/examination", "Examination", "Examine");
    let form = FormPage::new(web, names, &["axis", "measure", "against", PIN_NAME], &["q"]);
    let form = FormPage { first: choices, ..form };
    form.page(
        |request| Ok(own(web, request)),
        |request, own| Ok(shown_examination(web, request, own, &answer(web, request)?)?.into()),
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
        h1 { "Examination" }
        p { "This server has no topics and qrels. Start it with them to see what a rule does to \
             the measures:" }
        pre {
            code {
                "tamis serve " (quoted(&web.path().display().to_string()))
                " --topics TOPICS --qrels QRELS"
            }
        }
    };
    layout(web, "Examination", "/examination", None, &content)
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

fn shown_examination(
    web: &WebRequest<'_>,
    request: &SearchRequest,
    own: &Pairs,
    found: &Examination,
) -> Answer<Markup> {
    let address = request.address_with(own);
    let of_rule = request.address();
    Ok(html! {
        div.summary role="status" { (summary(request, found)) }
        (warnings(&found.warnings))
        (pins::panel(web, "/examination", request, own)?)
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

fn summary(request: &SearchRequest, found: &Examination) -> Markup {
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

/// The means without the rule and under it, under the pinned rules, and of other systems.
fn means(found: &Examination) -> Markup {
    let plain = |name, means: &[f64], kept: &str| MeasuredRow {
        name,
        means: means.iter().map(|mean| (*mean, None)).collect(),
        kept: kept.to_owned(),
        ..MeasuredRow::default()
    };
    let compared = found.under_rule.iter().zip(&found.unfiltered).zip(&found.p_values);
    let under_rule = compared.map(|((own, before), p)| {
        let difference = format!("{}, p {}", signed(own - before), p_value(*p));
        (*own, Some(if own == before { String::new() } else { difference }))
    });
    let mut rows = vec![
        plain(html! { "Without the rule" }, &found.unfiltered, "100 %"),
        MeasuredRow {
            attributes: vec![("id", "under-rule".to_owned())],
            name: html! { "This rule" },
            means: under_rule.collect(),
            kept: percent(found.kept),
        },
    ];
    rows.extend(found.pins.iter().map(of_pin));
    rows.extend(found.runs.iter().map(|run| plain(shown(&run.name), &run.means, "–")));
    html! {
        div.quiet {
            "Means over " (words::counted(found.topics.len() as u64, "topic")) ". "
            (tip("Means", TESTS))
        }
        (measured("", "Rule", &found.measures, &rows))
    }
}

/// The means of a pinned rule, with how this rule differs from it.
fn of_pin(pinned: &PinnedMeans) -> MeasuredRow {
    let means = pinned.means.iter().enumerate().map(|(number, own)| {
        let compared = &pinned.compared;
        let difference = compared.differences[number];
        let [p, holm] = [compared.p_values[number], compared.holm[number]].map(p_value);
        let tested = format!("this rule {}, p {p}, Holm {holm}", signed(difference));
        (*own, Some(if difference == 0.0 { String::new() } else { tested }))
    });
    let name = tamis::Escaped(&pinned.name).to_string();
    MeasuredRow {
        attributes: vec![("class", "of-pin".to_owned()), ("data-name", name)],
        name: shown(&pinned.name),
        means: means.collect(),
        kept: percent(pinned.kept),
    }
}

/// The topics by what they gain.
fn topics(request: &SearchRequest, own: &Pairs, found: &Examination) -> Markup {
    let name = found.measures.first().map(|measure| measure_name(measure)).unwrap_or_default();
    let place = found.pins.iter().position(|pin| pin.name == found.against);
    let base = place.map_or("Without", |_| found.against.as_str());
    let address = |topic: &str| {
        let others = [vec![("topic", topic.to_owned())], measure(own)].concat();
        at("/topic", &request.address_with(&others))
    };
    let mean = |head: &str, mean: Box<dyn Fn(&TopicValues) -> f64>| {
        Column::new("", head, Order::Highest, move |topic: &&TopicValues| Value::Mean(mean(topic)))
    };
    let columns = vec![
        texts("Topic", |topic: &&TopicValues| {
            html! { a href=(address(&topic.topic)) { (shown(&topic.topic)) } }
        }),
        texts("Query", |topic: &&TopicValues| shown(&start(&topic.text, 200))).class("long"),
        mean(
            base,
            Box::new(move |topic| match place {
                Some(number) => topic.under_pins[number][0],
                None => topic.unfiltered[0],
            }),
        ),
        mean("This rule", Box::new(|topic| topic.under_rule[0])),
        numbers("Difference", |topic: &&TopicValues| match topic.difference {
            by if by > 0.0 => html! { span.moved.up { "▲ " (signed(by)) } },
            by if by < 0.0 => html! { span.moved.down { "▼ " (signed(by)) } },
            by => html! { span.moved.same { (signed(by)) } },
        }),
    ];
    let sheet = Sheet { id: "topics", ..Sheet::scrolled("Topics", "stacked") };
    html! {
        h2 { "Topics by what they gain in " (name) }
        (table(&sheet, columns, &found.topics))
    }
}
