//! The pages on which one judges: the topics with what is judged of their pools, and a page of a
//! pool with all its text. While one judges there is nothing of rules, ranks and scores, and
//! nothing of other judgements of the page.

use super::judging::{address, judge as judge_button, keys, meaning, token, undo, way};
use super::{
    Page, at, counted, hidden, layout, named, original, pieces, problems, shown, to_fix, topics,
    url,
};
use crate::answers::assess::{Assessed, AssessedPage, PARAMETERS, assessed};
use crate::answers::pool;
use crate::requests::{Answer, Fields, Pairs, Scope, SearchRequest};
use crate::site::{PAGES_PATH, PageAssessment, WebRequest};
use maud::{Markup, html};
use tamis::words;

/// Shows the topics, or the page that the address asks for.
///
/// # Errors
/// [`Failure`] for a server that writes no grades, an unknown topic or page, and an index that
/// cannot be read.
pub fn page(web: &WebRequest<'_>) -> Answer<Page> {
    let assessment = web.page_assessment()?;
    let read = web
        .search_request(Scope::Search, &PARAMETERS)
        .and_then(|request| Ok((pool::depth(web)?, request)));
    let (depth, request) = match read {
        Ok(read) => read,
        Err(failure) => {
            let problems = problems(failure)?;
            let content = html! {
                h1 { "Judge" }
                (to_fix(&problems))
                p { a href=(PAGES_PATH) { "Judge the pool of the text without a rule" } }
            };
            return Ok(Page::Wrong(layout(web, "Judge", PAGES_PATH, None, &content)));
        }
    };
    if let Some(address) = web.moved(&request, Scope::Search, &own(web, depth)) {
        return Ok(Page::At(at(PAGES_PATH, &address)));
    }
    if web.fields.get("topic").is_none() {
        let content = topics::show(web, &request, depth)?;
        return Ok(Page::Shown(layout(web, "Judge", PAGES_PATH, Some(&request), &content)));
    }
    let found = assessed(web, &request)?;
    let title = format!("Topic {}", found.topic.topic.id);
    let content = JudgingView { web, request: &request, depth, found: &found, assessment }.show();
    Ok(Page::Shown(layout(web, &title, PAGES_PATH, Some(&request), &content)))
}

/// Does what a judgement says, and returns the address of what is judged next.
///
/// # Errors
/// As [`crate::answers::assess::judge`].
pub fn judge(web: &WebRequest<'_>, sent: &Fields) -> Answer<String> {
    let request = web.search_request(Scope::Search, &PARAMETERS)?;
    let (topic, docno) = crate::answers::assess::judge(web, &request, sent)?;
    Ok(address(&request, pool::depth(web)?, Some((&topic, docno.as_deref()))))
}

/// The parameters that are not of a search, in their usual form.
fn own(web: &WebRequest<'_>, depth: usize) -> Pairs {
    let depth = pool::unusual_depth(depth).map(|depth| (pool::DEPTH_NAME, depth));
    depth.into_iter().chain(web.fields.given(&["topic", "docno"])).collect()
}

/// A topic and the page that is judged.
struct JudgingView<'a> {
    web: &'a WebRequest<'a>,
    request: &'a SearchRequest,
    depth: usize,
    found: &'a Assessed,
    assessment: &'a PageAssessment,
}

impl JudgingView<'_> {
    fn show(&self) -> Markup {
        let Assessed { topic, page, .. } = self.found;
        html! {
            (self.progress())
            h1 { (shown(&topic.topic.text)) }
            @for text in &topic.explained { p.explained { (shown(text)) } }
            @match page {
                Some(page) => { (self.bar(page)) (self.text(page)) }
                None => { (self.done()) }
            }
            (self.list())
            (keys(&[
                ("0 1 2 …", "grade the page and go on to the next one"),
                ("j", "next page, without a grade"),
                ("k", "page before"),
                ("u", "take the last grade back"),
                ("m", "the first block with words of the topic"),
                ("n", "next topic with a page to judge"),
                ("o", "the original page"),
                ("t", "all topics"),
                ("?", "these keys"),
            ]))
        }
    }

    /// The address of a page of the pool.
    fn of_page(&self, place: usize) -> String {
        let page = &self.found.pool[place];
        self.address(&self.found.topic.topic.id, Some(&page.docno))
    }

    fn address(&self, topic: &str, docno: Option<&str>) -> String {
        address(self.request, self.depth, Some((topic, docno)))
    }

    fn progress(&self) -> Markup {
        let Assessed { topic, pool, all: (judged, total), .. } = self.found;
        let of_topic = pool.iter().filter(|page| page.grade.is_some()).count();
        html! {
            p.progress #progress {
                (way(&self.topics(), "t", "All topics"))
                span { "Topic " (shown(&topic.topic.id)) ": " (of_topic) " of " (pool.len())
                    " judged" }
                progress max=(pool.len()) value=(of_topic) aria-label="Judged pages of the topic" {}
                span.quiet {
                    (counted(*judged as u64)) " of " (counted(*total as u64)) " of all topics"
                }
                @if let Some(next) = &self.found.next_topic {
                    (way(&self.address(next, None), "n", "Next topic"))
                }
            }
        }
    }

    /// The address that grades are sent to, which is that of the topics.
    fn topics(&self) -> String {
        address(self.request, self.depth, None)
    }

    /// What is sent with every grade.
    fn hidden(&self, docno: &str) -> Markup {
        let topic = &*self.found.topic.topic.id;
        hidden([("token", token(self.web)), ("topic", topic), ("docno", docno)])
    }

    /// The grades, and the ways to other pages.
    fn bar(&self, page: &AssessedPage) -> Markup {
        let place = self.found.at;
        let before = place.filter(|at| *at > 0).map(|at| at - 1);
        let after = place.map(|at| at + 1).filter(|after| *after < self.found.pool.len());
        let own = place.and_then(|at| self.found.pool[at].grade);
        let max = self.assessment.max_grade;
        let grade = |grade: i32| {
            let value = &*grade.to_string();
            let content = html! { kbd { (value) } " " (meaning(max, grade)) };
            judge_button(("grade", value), Some(value), None, own == Some(grade), &content)
        };
        html! {
            form.grading #grading method="post" action=(self.topics()) {
                (self.hidden(&page.docno))
                div.grades role="group" aria-label="Grade of the page" {
                    @for number in 0..=max { (grade(number)) }
                }
                div.ways {
                    @if let Some(before) = before { (way(&self.of_page(before), "k", "Before")) }
                    @if let Some(after) = after { (way(&self.of_page(after), "j", "Skip")) }
                    @if page.first_match.is_some() { (way("#words", "m", "Words of the topic")) }
                    @if self.assessment.can_undo() { (undo()) }
                }
            }
        }
    }

    /// All that an assessor reads of the page.
    fn text(&self, page: &AssessedPage) -> Markup {
        html! {
            article.judged #judged data-docno=(page.docno) {
                h2 {
                    @if page.title.is_empty() { (shown(&page.docno)) }
                    @else { (pieces(&page.title)) }
                }
                @if !page.url.is_empty() { p.address { (url(&page.url)) } }
                p.facts {
                    span { (shown(&page.docno)) }
                    @if !page.date.is_empty() {
                        span { "captured " (shown(&words::day(&page.date))) }
                    }
                }
                @if self.web.snapshot.has_originals() {
                    (original(&page.docno, "Original page", Some("o")))
                }
                @if !self.web.snapshot.has_texts() {
                    p.warning { "This index stores no texts: it was built with --store none. \
                                 Judge by title and URL, or build it again with --store all." }
                }
                div.text {
                    @for (number, block) in page.blocks.iter().enumerate() {
                        p id=[(page.first_match == Some(number)).then_some("words")] {
                            (pieces(block))
                        }
                    }
                }
                @if page.is_cut { p.quiet { "The page goes on; this is its beginning." } }
            }
        }
    }

    /// What stands where there is no page to judge any more.
    fn done(&self) -> Markup {
        let count = self.found.pool.len();
        html! {
            section.done #done {
                @if count == 0 {
                    p { "No ranking has a page for this topic." }
                } @else {
                    p { "All of this topic is judged: " (words::counted(count as u64, "page")) "." }
                }
                @match &self.found.next_topic {
                    Some(next) => p { a.go href=(self.address(next, None)) autofocus {
                        "Go on with topic " (shown(next)) } },
                    None => p { "So are those of all topics. The grades are in "
                        code { (shown(&self.assessment.path().display().to_string())) } "." },
                }
                @if self.assessment.can_undo() {
                    form method="post" action=(self.topics()) { (self.hidden("")) (undo()) }
                }
            }
        }
    }

    /// All pages of the topic with the own grades, to look at them again.
    fn list(&self) -> Markup {
        let found = self.found;
        let button = |place: usize, grade: i32| {
            let value = grade.to_string();
            let label = format!("Grade {value} for page {}", place + 1);
            let is_own = found.pool[place].grade == Some(grade);
            judge_button(("grade", &value), None, Some(label), is_own, &html! { (value) })
        };
        html! {
            details.pool {
                summary { "All of the topic: " (words::counted(found.pool.len() as u64, "page")) }
                ol {
                    @for (place, page) in found.pool.iter().enumerate() {
                        li aria-current=[(found.at == Some(place)).then_some("true")] {
                            form method="post" action=(self.topics()) {
                                (self.hidden(&page.docno))
                                @for grade in 0..=self.assessment.max_grade {
                                    (button(place, grade))
                                }
                            }
                            a href=(self.of_page(place)) { (named(&page.title, &page.docno)) }
                        }
                    }
                }
            }
        }
    }
}
