//! The page of the examination: the curve with the slider's place, the means, the topics by what
//! they gain.

use super::super::answer::axis;
use super::super::answer::examination::{
    AXIS, Examination, PARAMETERS, TopicValues, examination as answer,
};
use super::super::failure::{Failure, Problem};
use super::super::search_request::{Scope, SearchRequest};
use super::super::site::WebRequest;
use super::form::{Form, mend};
use super::layout::{at, layout};
use super::search::{command_for, percent};
use super::text::shown;
use super::{Page, problems};
use maud::{Markup, PreEscaped, html};
use tamis_report::words::{fixed, measure_name, p_value, quoted, signed};

/// Shows what the rule does to the measures.
///
/// # Errors
/// [`Failure`] if the index cannot be read, or the client is gone.
pub fn page(web: &WebRequest<'_>) -> Result<Page, Failure> {
    if web.site.judging.is_none() {
        return Ok(Page::Shown(without(web)));
    }
    let found = web
        .search_request(Scope::Search, &PARAMETERS)
        .and_then(|request| Ok((answer(web, &request)?, request)));
    let (found, request) = match found {
        Ok(found) => found,
        Err(failure) => {
            let problems = problems(failure)?;
            return Ok(Page::Wrong(whole(web, None, &problems, &mend(&problems))));
        }
    };
    let own = own(web);
    let own: Vec<(&str, &str)> = own.iter().map(|(name, value)| (*name, value.as_str())).collect();
    if let Some(address) = web.moved(&request, Scope::Search, &own) {
        return Ok(Page::At(at("/examination", &address)));
    }
    Ok(Page::Shown(whole(web, Some(&request), &[], &shown_examination(&request, &own, &found))))
}

/// The parameters of the address that are not of the search, in their usual form.
fn own(web: &WebRequest<'_>) -> Vec<(&'static str, String)> {
    let axis =
        web.fields.get("axis").filter(|axis| *axis != AXIS).map(|axis| ("axis", axis.to_owned()));
    let measures: Vec<&str> = web.fields.all("measure").collect();
    axis.into_iter()
        .chain((!measures.is_empty()).then(|| ("measure", measures.join(","))))
        .collect()
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

fn whole(
    web: &WebRequest<'_>,
    request: Option<&SearchRequest>,
    problems: &[Problem],
    answer: &Markup,
) -> Markup {
    let hidden: Vec<(&str, &str)> =
        web.fields.get("q").map(|query| ("q", query)).into_iter().collect();
    let form = Form { web, action: "/examination", problems, hidden: &hidden, first: choices(web) };
    let content = html! {
        h1.hidden { "Examination" }
        div.columns {
            (form.show("Examine"))
            section #answer data-live aria-label="Examination" { (answer) }
        }
    };
    layout(web, "Examination", "/examination", request, &content)
}

/// The axis of the curve and the measures.
fn choices(web: &WebRequest<'_>) -> Markup {
    let chosen = web.fields.get("axis").unwrap_or(AXIS);
    let measures: Vec<&str> = web.fields.all("measure").collect();
    html! {
        div.fields {
            div.field {
                label for="axis" { "Curve over" }
                select id="axis" name="axis" {
                    @for name in axis::names(web.snapshot.manifest()) {
                        option value=(name) selected[name == chosen] { (name) }
                    }
                }
            }
            div.field {
                label for="measure" { "Measures" }
                input type="text" id="measure" name="measure" value=(measures.join(","))
                    placeholder="P@10, nDCG@10" spellcheck="false" autocomplete="off"
                    aria-describedby="problem-form";
            }
        }
    }
}

fn shown_examination(request: &SearchRequest, own: &[(&str, &str)], found: &Examination) -> Markup {
    html! {
        p.summary role="status" { (summary(request, found)) }
        @for warning in &request.warnings { p.warning { (warning) } }
        (means(found))
        figure.scroll tabindex="0" role="group" aria-label="Curve" { (PreEscaped(&found.figure)) }
        (topics(request, own, found))
        @if !found.unjudged.is_empty() {
            p.quiet {
                (found.unjudged.len()) " topics have no judgements and are left out: "
                (shown(&first(&found.unjudged)))
            }
        }
        (command_for("The curve on the command line:", &found.command))
    }
}

/// The first of many names.
fn first(names: &[String]) -> String {
    let more = if names.len() > 20 { ", ..." } else { "" };
    format!("{}{more}", names[..names.len().min(20)].join(", "))
}

fn summary(request: &SearchRequest, found: &Examination) -> Markup {
    let topics = &found.topics;
    let gaining = topics.iter().filter(|topic| topic.difference > 0.0).count();
    let losing = topics.iter().filter(|topic| topic.difference < 0.0).count();
    let staying = topics.iter().filter(|topic| topic.difference == 0.0).count();
    html! {
        @if request.has_rule() {
            strong { (gaining) } " topics gain, "
            strong { (losing) } " lose, "
            (staying) " stay. "
            "The rule keeps " (percent(found.kept)) " of the text. "
        } @else {
            "Without a rule, all text counts: move a slider. "
        }
        span.quiet { (found.ranking) }
    }
}

/// The means without the rule and under it, and those of other systems.
fn means(found: &Examination) -> Markup {
    let compared = found.under_rule.iter().zip(&found.unfiltered).zip(&found.p_values);
    html! {
        div.scroll tabindex="0" role="group" aria-label="Means" {
            table {
                thead {
                    tr {
                        th.words scope="col" { "Mean over " (found.topics.len()) " topics" }
                        @for measure in &found.measures {
                            th scope="col" { (measure_name(measure)) }
                        }
                    }
                }
                tbody {
                    tr {
                        th.words scope="row" { "Without the rule" }
                        @for mean in &found.unfiltered { td { (fixed(*mean)) } }
                    }
                    tr #under-rule {
                        th.words scope="row" { "Under the rule" }
                        @for ((mean, before), p) in compared {
                            td {
                                strong { (fixed(*mean)) }
                                @if mean != before {
                                    br;
                                    span.quiet { (signed(mean - before)) ", p " (p_value(*p)) }
                                }
                            }
                        }
                    }
                    @for run in &found.runs {
                        tr {
                            th.words scope="row" { (shown(&run.name)) }
                            @for mean in &run.means { td { (fixed(*mean)) } }
                        }
                    }
                }
            }
        }
    }
}

/// The topics by what they gain.
fn topics(request: &SearchRequest, own: &[(&str, &str)], found: &Examination) -> Markup {
    let name = found.measures.first().map(|measure| measure_name(measure)).unwrap_or_default();
    html! {
        h2 { "Topics by what they gain in " (name) }
        div.scroll tabindex="0" role="group" aria-label="Topics" {
            table #topics {
                thead {
                    tr {
                        th.words scope="col" { "Topic" }
                        th.words scope="col" { "Query" }
                        th scope="col" { "Without" }
                        th scope="col" { "Under the rule" }
                        th scope="col" { "Difference" }
                    }
                }
                tbody { @for topic in &found.topics { (topic_row(request, own, topic)) } }
            }
        }
    }
}

fn topic_row(request: &SearchRequest, own: &[(&str, &str)], topic: &TopicValues) -> Markup {
    let measure = own.iter().find(|(name, _)| *name == "measure").copied();
    let others: Vec<(&str, &str)> =
        [("topic", topic.topic.as_str())].into_iter().chain(measure).collect();
    let class = if topic.difference > 0.0 {
        "up"
    } else if topic.difference < 0.0 {
        "down"
    } else {
        "same"
    };
    html! {
        tr {
            th.words scope="row" {
                a href=(at("/topic", &request.address_with(&others))) { (shown(&topic.topic)) }
            }
            td.words { (shown(&super::super::excerpt::start(&topic.text, 200))) }
            td { (fixed(topic.unfiltered[0])) } td { (fixed(topic.under_rule[0])) }
            td.moved class=(class) {
                @if topic.difference > 0.0 { "▲ " } @else if topic.difference < 0.0 { "▼ " }
                (signed(topic.difference))
            }
        }
    }
}
