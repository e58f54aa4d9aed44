//! The topics that are judged: what is judged of the pool of each, and the agreement with other
//! qrels over those that are finished.

use super::judging::{address, keys};
use super::table::{Column, Sheet, Value, markup, numbers};
use super::{counted, hidden, shown};
use crate::answers::pool::DEPTH_NAME;
use crate::answers::progress::{Agreements, JudgingProgress, TopicProgress, progress};
use crate::requests::{Answer, SearchRequest};
use crate::site::{PAGES_PATH, WebRequest};
use maud::{Markup, html};
use tamis::words;

/// Shows the topics.
///
/// # Errors
/// As [`progress`].
pub fn show(web: &WebRequest<'_>, request: &SearchRequest, depth: usize) -> Answer<Markup> {
    let found = progress(web, request)?;
    let to = |topic: &str| address(request, depth, Some((topic, None)));
    let next = found.topics.iter().find(|topic| topic.judged < topic.pool);
    Ok(html! {
        h1 { "Judge" }
        p.summary #progress role="status" {
            (counted(found.judged as u64)) " of " (words::counted(found.pool as u64, "page"))
            " judged, written to "
            code { (shown(&found.file)) } "."
        }
        progress.wide max=(found.pool) value=(found.judged) aria-label="Judged pages" {}
        @match next {
            Some(next) => p { a.go href=(to(&next.topic)) data-key="n" {
                @if found.judged == 0 { "Begin" } @else { "Go on" }
                " with topic " (shown(&next.topic)) " " kbd { "n" } } },
            None => p { "All pages of the pool are judged." },
        }
        (pool(request, &found))
        @if web.site.judging.is_some() { (agreement(found.agreement.as_ref())) }
        (table(&found, web.site.judging.is_some(), &to))
        (keys(&[("n", "the next topic with a page to judge"), ("?", "these keys")]))
    })
}

fn pool(request: &SearchRequest, found: &JudgingProgress) -> Markup {
    html! {
        section aria-labelledby="pool" {
            h2 #pool { "Which pages" }
            p { "The best " (words::counted(found.depth as u64, "page"))
                " of each of these, mixed: while you judge, \
                 nothing shows which of them found a page, or where." }
            ul {
                @for ranking in &found.rankings {
                    li {
                        @match &ranking.name {
                            Some(name) => b { (shown(name)) },
                            None if ranking.rule.is_empty() => "All text, without a rule",
                            None => "The rule of the search page",
                        }
                        @if !ranking.rule.is_empty() { ": " code { (shown(&ranking.rule)) } }
                    }
                }
            }
            p.quiet { "To judge the pages of more rules, pin them on the search page." }
            form method="get" action=(PAGES_PATH) {
                (hidden(request.pairs()))
                label for="depth" { "Pages of each " }
                input type="text" inputmode="numeric" size="5" id="depth" name=(DEPTH_NAME)
                    value=(found.depth);
                " "
                button type="submit" { "Change" }
            }
        }
    }
}

const FINISHED: &str = "A topic counts when all pages of its pool are judged; till then it has –. \
                        A number that followed each grade would tell what the qrels say of a page.";

/// How far the grades agree with those of the server's qrels.
fn agreement(found: Option<&Agreements>) -> Markup {
    html! {
        section aria-labelledby="agreement" {
            h2 #agreement { "Agreement with the qrels" }
            @match found {
                None => p.quiet { "None yet. " (FINISHED) },
                Some(found) => {
                    p { "Over the " (words::counted(found.pages as u64, "page"))
                        " that you and the qrels have judged:" }
                    dl.totals {
                        @for (what, number) in [
                            (
                                "Relevant in both or in neither",
                                Value::Percent(found.same_relevance),
                            ),
                            ("Cohen’s kappa of it", kappa(found.kappa_of_relevance)),
                            ("Same grade", Value::Percent(found.same_grade)),
                            ("Cohen’s kappa of it", kappa(found.kappa_of_grades)),
                        ] { div { dt { (what) } dd { (number.to_string()) } } }
                    }
                    p.quiet { "Kappa is 1 if judges always agree, and 0 if they agree as often as \
                               by chance. It has no value where chance alone explains everything. "
                        (FINISHED) }
                }
            }
        }
    }
}

fn table(found: &JudgingProgress, has_agreement: bool, to: &impl Fn(&str) -> String) -> Markup {
    let agreed = |head: &str, number: fn(&Agreements) -> Value<'static>| {
        numbers(head, move |topic: &&TopicProgress| {
            topic.agreement.as_ref().map_or(Value::Absent, number)
        })
    };
    let mut columns = vec![
        markup("Topic", |topic: &&TopicProgress| {
            html! { a href=(to(&topic.topic)) { (shown(&topic.topic)) } }
        }),
        Column::names("Query", |topic: &&TopicProgress| &topic.text),
        Column::counts("Judged", |topic: &&TopicProgress| topic.judged as u64),
        Column::counts("Pool", |topic: &&TopicProgress| topic.pool as u64),
    ];
    if has_agreement {
        columns.push(agreed("Agreement", |found| Value::Percent(found.same_relevance)));
        columns.push(agreed("Kappa", |found| kappa(found.kappa_of_relevance)));
    }
    let sheet = Sheet { id: "topics", ..Sheet::scrolled("Topics", "counts stacked") };
    html! { h2 { "Topics" } (super::table::table(&sheet, columns, &found.topics)) }
}

fn kappa(kappa: Option<f64>) -> Value<'static> {
    Value::maybe(kappa, Value::Mean)
}
