//! What the search page says where it has no results: the first words, and what emptied a search.

use crate::answers::found::Emptied;
use crate::html::{at, shown};
use crate::requests::{PIN, SearchRequest, encode};
use crate::site::WebRequest;
use maud::{Markup, html};
use tamis::request::parameter;
use tamis::words::{self, quoted};

/// The most topics to offer.
const TOPICS: usize = 300;

/// What one can do here, for somebody who has not searched yet.
pub fn first_words(web: &WebRequest<'_>, request: &SearchRequest) -> Markup {
    let manifest = web.snapshot.manifest();
    let pages = manifest.counts.pages;
    html! {
        section.first {
            p {
                "This index holds " strong { (words::counted(pages, "page")) } ", cut into "
                (words::counted(manifest.counts.blocks, "block"))
                ": paragraphs, menus, footers. A rule \
                 decides which of them a search sees, and nothing has to be indexed again."
            }
            ol {
                li { "Type what to search for." }
                li {
                    "Move a slider, such as " strong { "Minimum words" } ": short blocks, \
                     mostly menus, are not searched any more. Every result says where it stood \
                     before."
                }
                li {
                    "Pin a rule, move on, and compare the results side by side."
                }
                @if web.site.judging.is_some() {
                    li {
                        "See under "
                        a href=(at("/measures", &request.address())) { "Measures" }
                        " what the rule does to the measures, over all topics."
                    }
                }
            }
            @if pages == 0 {
                p.warning { "The index has no pages: what became of its records is told under "
                            a href="/collection" { "Collection" } "." }
            }
            (topics(web, request))
        }
    }
}

/// The topics to search for, or how to get some.
fn topics(web: &WebRequest<'_>, request: &SearchRequest) -> Markup {
    let path = quoted(&web.path().display().to_string());
    html! {
        @if let Some(judging) = &web.site.judging {
            h2 { "Topics" }
            ul.topics {
                @for topic in judging.topics.iter().take(TOPICS) {
                    li {
                        a href=(at("/", &request.address_with(&[("q", &topic.text)])))
                            data-live-link {
                            (shown(&crate::excerpt::start(&topic.text, 200)))
                        }
                        " " span.quiet { (shown(&topic.id)) }
                    }
                }
            }
        } @else {
            p.quiet {
                "With topics and qrels, this page offers the topics, marks judged results and \
                 measures rules: "
                code { "tamis serve " (path) " --topics TOPICS --qrels QRELS" }
            }
        }
    }
}

/// Which part of the search left nothing, and the way out.
pub fn why_empty(request: &SearchRequest, emptied: &Emptied) -> Markup {
    let mut bare = request.pairs().filter(|(name, _)| ["q", PIN].contains(name));
    let bare = encode(&mut bare);
    html! {
        section.empty {
            @if emptied.results_without_rule == 0 && emptied.results_without_conditions.is_none() {
                p { "No page of the index holds a word of the query, with or without the rule." }
            } @else {
                p { "No page holds a word of the query in a permitted block." }
            }
            @if !emptied.parts.is_empty() {
                p { "There are results without one part of the rule:" }
                ul {
                    @for part in &emptied.parts {
                        li {
                            a href=(at("/", &part.address)) data-live-link {
                                "Remove " (label(part.parameter))
                            }
                            " " code { (shown(&part.value)) } ": "
                            strong { (results(part.results)) }
                        }
                    }
                }
            } @else if emptied.results_without_rule > 0 {
                p {
                    "Several parts of the rule empty it, each alone too. "
                    a href=(at("/", &bare)) data-live-link { "Remove the whole rule" } ": "
                    strong { (results(emptied.results_without_rule)) }
                }
            }
            @if let Some(others) = emptied.results_without_conditions {
                p {
                    "Without the signs before words and the quotes around phrases: "
                    strong { (results(others)) }
                }
            }
        }
    }
}

/// A parameter as the form names it.
fn label(parameter_name: &str) -> String {
    let label = parameter(parameter_name).map_or("", |spec| spec.label_in_form());
    format!("“{}”", if label.is_empty() { parameter_name } else { label })
}

fn results(number: u64) -> String {
    words::counted(number, "result")
}
