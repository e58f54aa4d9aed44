//! The page of a topic: its rankings side by side, pages coloured by grade.

use super::grades::{class, of_level};
use super::{FormPage, Page, at, command, moved, named, shown, warnings};
use crate::answers::topic::{PARAMETERS, RankedPage, TopicAnswer, TopicRankings, topic as answer};
use crate::excerpt::start;
use crate::requests::{Answer, Pairs, Scope, SearchRequest};
use crate::site::WebRequest;
use maud::{Markup, html};
use tamis::words::{self, fixed, measure_name};

/// Shows the rankings of a topic.
///
/// # Errors
/// [`Failure`] for an unknown topic, and an index that cannot be read.
pub fn page(web: &WebRequest<'_>) -> Answer<Page> {
    let title = &format!("Topic {}", web.fields.get("topic").unwrap_or_default());
    let kept = ["topic", "q", "measure"];
    let form = FormPage::new(web, ("/topic", "Topic", "Compare"), &PARAMETERS, &kept);
    let form = FormPage { title, has_heading: true, ..form };
    form.page(
        |_| Ok(web.fields.given(&PARAMETERS)),
        |request, own| Ok(shown_topic(request, own, &answer(web, request)?).into()),
    )
}

fn shown_topic(request: &SearchRequest, own: &Pairs, topic: &TopicAnswer) -> Markup {
    let measures: Pairs = own.iter().filter(|(name, _)| *name == "measure").cloned().collect();
    html! {
        h1 { "Topic " (shown(&topic.topic)) ": " (shown(&start(&topic.text, 300))) }
        p {
            a href=(at("/measures", &request.address_with(&measures))) { "All topics" }
            " · "
            a href=(at("/", &request.address_with(&[("q", &topic.text)]))) {
                "Search for its words"
            }
        }
        p.summary role="status" { (judged(topic)) }
        (warnings(&topic.warnings))
        div.rankings {
            @for ranking in &topic.rankings { (ranking_of(request, topic, ranking)) }
        }
        (command(&topic.command))
    }
}

/// What was judged, as the legend of the colours.
fn judged(topic: &TopicAnswer) -> Markup {
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

fn ranking_of(request: &SearchRequest, topic: &TopicAnswer, ranking: &TopicRankings) -> Markup {
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

fn page_of(
    request: &SearchRequest,
    topic: &TopicAnswer,
    page: &RankedPage,
    is_other: bool,
) -> Markup {
    let own = [("q", &topic.text), ("docno", &page.docno)];
    let title = named(&page.title, &page.docno);
    html! {
        li value=(page.rank) data-docno=(page.docno) {
            (of_level(topic.level, page.grade)) " "
            @if page.is_indexed {
                a href=(at("/page", &request.address_in(Scope::List, &own))) { (title) }
            } @else {
                (title) " "
                span.quiet { "(not in the index)" }
            }
            @if is_other { " " (moved(page.rank, page.rank_without_rule, "=")) }
        }
    }
}
