//! The page of a topic: its rankings side by side, pages coloured by grade.

use super::grades::{class, of_level};
use super::{FormPage, Page, at, command, named, shown, unless_moved};
use crate::answers::topic::{PARAMETERS, RankedPage, Topic, TopicRankings, topic as answer};
use crate::requests::{Answer, Scope, SearchRequest};
use crate::site::WebRequest;
use maud::{Markup, html};
use tamis::words::{self, fixed, measure_name};

/// Shows the rankings of a topic.
///
/// # Errors
/// [`Failure`] for an unknown topic, and an index that cannot be read.
pub fn page(web: &WebRequest<'_>) -> Answer<Page> {
    let id = web.fields.get("topic").unwrap_or_default();
    let mut kept = vec![("topic", id)];
    kept.extend(web.fields.given(&["q", "measure"]));
    let form = FormPage {
        web,
        path: "/topic",
        title: &format!("Topic {id}"),
        name: "Topic",
        has_heading: true,
        button: "Compare",
        kept,
        first: html! {},
    };
    form.page(web.search_request(Scope::Search, &PARAMETERS).and_then(|request| {
        let topic = answer(web, &request)?;
        let own = web.fields.given(&PARAMETERS);
        unless_moved(web, Scope::Search, request, &own, |of| Ok(shown_topic(of, &own, &topic)))
    }))
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
    let title = named(&page.title, &page.docno);
    html! {
        li value=(page.rank) data-docno=(page.docno) {
            (of_level(topic.level, page.grade)) " "
            @if page.is_indexed {
                a href=(address) { (title) }
            } @else {
                (title) " "
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
