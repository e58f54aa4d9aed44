//! The page of the examination: the curve with the slider's place, the means, the topics by what
//! they gain.

use super::pins::{self, PIN_NAME, with_new_pin};
use super::{
    Answered, FormPage, MeasuredRow, Page, at, choice, command_for, layout, mean, measured, shown,
    tip, unless_moved,
};
use crate::answers::examination::{
    Examination, PARAMETERS, PinnedMeans, TopicValues, examination as answer,
};
use crate::requests::{Answer, PIN, Scope, SearchRequest, axis};
use crate::site::WebRequest;
use maud::{Markup, PreEscaped, html};
use tamis::words::{self, fixed, measure_name, p_value, percent, quoted, signed};

/// Shows what the rule does to the measures.
///
/// # Errors
/// [`Failure`] if the index cannot be read, or the client is gone.
pub fn page(web: &WebRequest<'_>) -> Answer<Page> {
    if web.site.judging.is_none() {
        return Ok(Page::Shown(without(web)));
    }
    let form = FormPage {
        web,
        path: "/examination",
        title: "Examination",
        name: "Examination",
        has_heading: false,
        button: "Examine",
        kept: web.fields.given(&["q"]),
        first: choices(web),
    };
    form.page(examined(web))
}

fn examined(web: &WebRequest<'_>) -> Answer<Answered> {
    let others = [&PARAMETERS[..], &[PIN_NAME]].concat();
    let request = web.search_request(Scope::Search, &others)?;
    let own = own(web, &request);
    let own: Vec<(&str, &str)> = own.iter().map(|(name, value)| (*name, value.as_str())).collect();
    if let Some(address) = with_new_pin(web, &request, &own)? {
        return Ok(Answered::Moved(address));
    }
    let found = answer(web, &request)?;
    unless_moved(web, Scope::Search, request, &own, |of| shown_examination(web, of, &own, &found))
}

/// The parameters of the address that are not of the search, in their usual form.
fn own(web: &WebRequest<'_>, request: &SearchRequest) -> Vec<(&'static str, String)> {
    let of_rule = axis::of_rule(request, web.snapshot.manifest());
    let axis = web.fields.get("axis").filter(|axis| *axis != of_rule);
    let measures: Vec<&str> = web.fields.all("measure").collect();
    let measures = (!measures.is_empty()).then(|| measures.join(","));
    let against = web.fields.get("against");
    let all = [
        ("axis", axis.map(str::to_owned)),
        ("measure", measures),
        ("against", against.map(str::to_owned)),
    ];
    all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
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
fn choices(web: &WebRequest<'_>) -> Markup {
    let axis = web.fields.get("axis").unwrap_or_default();
    let measures: Vec<&str> = web.fields.all("measure").collect();
    let pins = web.fields.all(PIN).filter_map(|pin| pin.split_once('?'));
    let pins: Vec<&str> = pins.map(|(name, _)| name).collect();
    let against = web.fields.get("against").unwrap_or_default();
    let names = axis::names(web.snapshot.manifest());
    let titles: Vec<String> = names.iter().map(|name| words::axis_title(name)).collect();
    let axes = names.iter().zip(&titles).map(|(name, title)| (name.as_str(), title.as_str()));
    let axes: Vec<_> = [("", "the rule's own threshold")].into_iter().chain(axes).collect();
    let shown: Vec<String> = pins.iter().map(|pin| tamis::Escaped(pin).to_string()).collect();
    let pins = pins.iter().zip(&shown).map(|(name, shown)| (*name, shown.as_str()));
    let pins: Vec<_> = [("", "the text without the rule")].into_iter().chain(pins).collect();
    let curve =
        html! { div.named { label for="axis" { "Curve over" } (tip("Curve over", CURVE)) } };
    html! {
        div.fields {
            (choice("axis", &curve, &axes, axis))
            div.field {
                div.named { label for="measure" { "Measures" } (tip("Measures", MEASURES)) }
                input type="text" id="measure" name="measure" value=(measures.join(","))
                    placeholder="P@10, nDCG@10" spellcheck="false" autocomplete="off"
                    aria-describedby="problem-form";
            }
            @if pins.len() > 1 {
                (choice(
                    "against",
                    &html! { label for="against" { "Topics against" } },
                    &pins,
                    against,
                ))
            }
        }
    }
}

const CURVE: &str = "The rule is measured with this threshold at each of its values; all else \
                     stays as it is. With a script it is the threshold that you moved last. A \
                     rule without this threshold stands at the end where most blocks are permitted.";
const MEASURES: &str = "Names of trec_eval or of papers, with commas between: P@10, nDCG@10, map, \
                        recip_rank, recall_100. The first one orders the topics.";
const TESTS: &str = "Differences are those of this rule. p is that of the two-sided paired t-test \
                     over topics; in rows of pinned rules, Holm's correction over all of them \
                     stands behind it.";

fn shown_examination(
    web: &WebRequest<'_>,
    request: &SearchRequest,
    own: &[(&str, &str)],
    found: &Examination,
) -> Answer<Markup> {
    let address = request.address_with(own);
    let download = |file: &str| at(&format!("/download/{file}"), &address);
    Ok(html! {
        div.summary role="status" { (summary(request, found)) }
        @for warning in &found.warnings { p.warning { (shown(warning)) } }
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
        p.downloads {
            "Download: "
            a href=(download("curve.svg")) { "curve (SVG)" } ", "
            a href=(download("curve.tsv")) { "curve (TSV)" } ", "
            a href=(download("means.tsv")) { "means (TSV)" } ", "
            a href=(download("topics.svg")) { "topics (SVG)" } ", "
            a href=(download("topics.tsv")) { "topics (TSV)" } ", "
            a href=(at("/download/run.txt", &request.address())) { "run (TREC)" } ", "
            a href=(at("/download/rule.toml", &request.address())) { "rule (TOML)" }
        }
        (command_for("The curve on the command line:", &found.command))
    })
}

/// The measures of the address.
fn measure<'a>(own: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    own.iter().filter(|(name, _)| *name == "measure").copied().collect()
}

fn summary(request: &SearchRequest, found: &Examination) -> Markup {
    let topics = &found.topics;
    let gaining = topics.iter().filter(|topic| topic.difference > 0.0).count();
    let losing = topics.iter().filter(|topic| topic.difference < 0.0).count();
    let staying = topics.iter().filter(|topic| topic.difference == 0.0).count();
    html! {
        @if request.has_rule() {
            "Topics: " strong { (gaining) } " up, " strong { (losing) } " down, "
            (staying) " the same. "
            "The rule keeps " (percent(found.kept)) " of the text. "
        } @else {
            "Without a rule, all text counts: move a slider. "
        }
        span.quiet { (found.ranking) }
    }
}

/// The means without the rule and under it, under the pinned rules, and of other systems.
fn means(found: &Examination) -> Markup {
    let names: Vec<String> = found.measures.iter().map(|name| measure_name(name)).collect();
    let plain = |name, means: &[f64], kept: &str| {
        let values = means.iter().map(|mean| html! { (fixed(*mean)) }).collect();
        MeasuredRow { name, values, kept: kept.to_owned(), ..MeasuredRow::default() }
    };
    let compared = found.under_rule.iter().zip(&found.unfiltered).zip(&found.p_values);
    let under_rule = compared.map(|((own, before), p)| {
        let difference = || format!("{}, p {}", signed(own - before), p_value(*p));
        mean(*own, (own != before).then(difference))
    });
    let mut rows = vec![
        plain(html! { "Without the rule" }, &found.unfiltered, "100 %"),
        MeasuredRow {
            id: Some("under-rule"),
            name: html! { "This rule" },
            values: under_rule.collect(),
            kept: percent(found.kept),
            ..MeasuredRow::default()
        },
    ];
    rows.extend(found.pins.iter().map(of_pin));
    rows.extend(found.runs.iter().map(|run| plain(shown(&run.name), &run.means, "–")));
    html! {
        div.quiet {
            "Means over " (words::counted(found.topics.len() as u64, "topic")) ". "
            (tip("Means", TESTS))
        }
        (measured(None, "Rule", &names, &rows))
    }
}

/// The means of a pinned rule, with how this rule differs from it.
fn of_pin(pinned: &PinnedMeans) -> MeasuredRow<'static> {
    let tests = pinned.p_values.iter().zip(&pinned.holm);
    let values = pinned.means.iter().zip(&pinned.differences).zip(tests);
    let values = values.map(|((own, difference), (p, holm))| {
        let (p, holm) = (p_value(*p), p_value(*holm));
        let tested = || format!("this rule {}, p {p}, Holm {holm}", signed(*difference));
        mean(*own, (*difference != 0.0).then(tested))
    });
    MeasuredRow {
        class: Some("of-pin"),
        data_name: Some(tamis::Escaped(&pinned.name).to_string()),
        name: shown(&pinned.name),
        values: values.collect(),
        kept: percent(pinned.kept),
        ..MeasuredRow::default()
    }
}

/// The topics by what they gain.
fn topics(request: &SearchRequest, own: &[(&str, &str)], found: &Examination) -> Markup {
    let name = found.measures.first().map(|measure| measure_name(measure)).unwrap_or_default();
    let place = found.pins.iter().position(|pin| pin.name == found.against);
    let base = place.map_or("Without", |_| found.against.as_str());
    html! {
        h2 { "Topics by what they gain in " (name) }
        table.stacked #topics {
            thead {
                tr {
                    th.words scope="col" { "Topic" }
                    th.words scope="col" { "Query" }
                    th scope="col" { (shown(base)) }
                    th scope="col" { "This rule" }
                    th scope="col" { "Difference" }
                }
            }
            tbody { @for topic in &found.topics { (topic_row(request, own, topic, place)) } }
        }
    }
}

fn topic_row(
    request: &SearchRequest,
    own: &[(&str, &str)],
    topic: &TopicValues,
    against: Option<usize>,
) -> Markup {
    let mut others = vec![("topic", topic.topic.as_str())];
    others.extend(measure(own));
    let class = if topic.difference > 0.0 {
        "moved up"
    } else if topic.difference < 0.0 {
        "moved down"
    } else {
        "moved same"
    };
    let base = against.map_or(topic.unfiltered[0], |number| topic.under_pins[number][0]);
    html! {
        tr {
            th.words scope="row" {
                a href=(at("/topic", &request.address_with(&others))) { (shown(&topic.topic)) }
            }
            td.words { (shown(&crate::excerpt::start(&topic.text, 200))) }
            td data-label="before" { (fixed(base)) }
            td data-label="this rule" { (fixed(topic.under_rule[0])) }
            td class=(class) data-label="difference" {
                @if topic.difference > 0.0 { "▲ " } @else if topic.difference < 0.0 { "▼ " }
                (signed(topic.difference))
            }
        }
    }
}
