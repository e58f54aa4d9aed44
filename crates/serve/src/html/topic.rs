//! The page of a topic: its rankings side by side, pages coloured by grade.

use super::form::{Form, mend};
use super::grades::{class, of_level};
use super::layout::{at, layout};
use super::search::command;
use super::text::shown;
use super::{Page, problems};
use crate::answers::topic::{PARAMETERS, RankedPage, Topic, TopicRankings, topic as answer};
use crate::requests::{Answer, Problem, Scope, SearchRequest};
use crate::site::WebRequest;
use maud::{Markup, html};
use tamis::words::{self, fixed, measure_name};

/// Shows the rankings of a topic.
///
/// # Errors
/// [`Failure`] for an unknown topic, and an index that cannot be read.
pub fn page(web: &WebRequest<'_>) -> Answer<Page> {
    let found = web
        .search_request(Scope::Search, &PARAMETERS)
        .and_then(|request| Ok((answer(web, &request)?, request)));
    let (topic, request) = match found {
        Ok(found) => found,
        Err(failure) => {
            let problems = problems(failure)?;
            return Ok(Page::Wrong(whole(
                web,
                None,
                &problems,
                &html! { h1 { "Topic" } (mend(&problems)) },
            )));
        }
    };
    let own: Vec<(&str, &str)> = PARAMETERS
        .into_iter()
        .filter_map(|name| web.fields.get(name).map(|value| (name, value)))
        .collect();
    if let Some(address) = web.moved(&request, Scope::Search, &own) {
        return Ok(Page::At(at("/topic", &address)));
    }
    Ok(Page::Shown(whole(web, Some(&request), &[], &shown_topic(&request, &own, &topic))))
}

fn whole(
    web: &WebRequest<'_>,
    request: Option<&SearchRequest>,
    problems: &[Problem],
    answer: &Markup,
) -> Markup {
    let id = web.fields.get("topic").unwrap_or_default();
    let mut hidden = vec![("topic", id)];
    hidden.extend(
        ["q", "measure"]
            .into_iter()
            .filter_map(|name| web.fields.get(name).map(|value| (name, value))),
    );
    let form = Form { web, action: "/topic", problems, hidden: &hidden, first: html! {} };
    let content = html! {
        div.columns {
            (form.show("Compare"))
            section #answer data-live aria-label="Topic" { (answer) }
        }
    };
    layout(web, &format!("Topic {id}"), "/topic", request, &content)
}

fn shown_topic(request: &SearchRequest, own: &[(&str, &str)], topic: &Topic) -> Markup {
    let measures: Vec<(&str, &str)> =
        own.iter().filter(|(name, _)| *name == "measure").copied().collect();
    html! {
        h1 {
            "Topic " (shown(&topic.topic)) ": "
            (shown(&crate::excerpt::start(&topic.text, 300)))
        }
        p {
            a href=(at("/examination", &request.address_with(&measures))) { "All topics" }
            " · "
            a href=(at("/", &request.address_with(&[("q", &topic.text)]))) {
                "Search for its words"
            }
        }
        p.summary role="status" { (judged(topic)) }
        @for warning in &topic.warnings { p.warning { (shown(warning)) } }
        div.rankings {
            @for ranking in &topic.rankings { (ranking_of(request, topic, ranking)) }
        }
        (command(&topic.command))
    }
}

/// What was judged, as the legend of the colours.
fn judged(topic: &Topic) -> Markup {
    html! {
        "Judged: "
        @for count in &topic.grades {
            span class=(class(topic.level, Some(count.grade))) { "grade " (count.grade) }
            " " (words::counted(count.pages as u64, "page")) ", "
        }
        @if topic.grades.is_empty() { "no page, " }
        "others are " span.grade.unjudged { "not judged" } "."
    }
}

fn ranking_of(request: &SearchRequest, topic: &Topic, ranking: &TopicRankings) -> Markup {
    let name = match ranking.name.as_str() {
        "unfiltered" => "Without the rule",
        "under_rule" => "Under the rule",
        other => other.strip_prefix("pin ").unwrap_or(other),
    };
    let is_other = ranking.name != "unfiltered";
    html! {
        section.ranking data-name=(ranking.name)
            aria-label=(tamis::Escaped(name).to_string()) {
            h2 { (shown(name)) }
            p.facts {
                @for (measure, value) in topic.measures.iter().zip(&ranking.values) {
                    span { (measure_name(measure)) " " strong { (fixed(*value)) } }
                }
            }
            @if ranking.pages.is_empty() { p.quiet { "No pages." } }
            ol { @for page in &ranking.pages { (page_of(request, topic, page, is_other)) } }
        }
    }
}

fn page_of(request: &SearchRequest, topic: &Topic, page: &RankedPage, is_other: bool) -> Markup {
    let address = at(
        "/page",
        &request.address_in(Scope::List, &[("q", &topic.text), ("docno", &page.docno)]),
    );
    let title = if page.title.is_empty() { &page.docno } else { &page.title };
    html! {
        li value=(page.rank) data-docno=(page.docno) {
            (of_level(topic.level, page.grade)) " "
            @if page.is_indexed {
                a href=(address) { (shown(title)) }
            } @else {
                (shown(title)) " "
                span.quiet { "(not in the index)" }
            }
            @if is_other { " " (moved(page)) }
        }
    }
}

/// Where the page is without the rule.
fn moved(page: &RankedPage) -> Markup {
    html! {
        @match page.rank_without_rule {
            None => span.moved.new { "new" },
            Some(before) if before > page.rank => span.moved.up { "▲ from " (before) },
            Some(before) if before < page.rank => span.moved.down { "▼ from " (before) },
            Some(_) => span.moved.same { "=" },
        }
    }
}
