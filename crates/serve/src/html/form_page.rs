//! A page with the form of a search and what answers it, or what is wrong in its address.

use super::{Form, Page, at, layout, mend, problems};
use crate::requests::{Answer, Problem, Scope, SearchRequest};
use crate::site::WebRequest;
use maud::{Markup, html};

/// A page with a form.
pub struct FormPage<'a> {
    /// The request for it.
    pub web: &'a WebRequest<'a>,
    /// Its path.
    pub path: &'static str,
    /// Its title in the browser.
    pub title: &'a str,
    /// What it shows.
    pub name: &'static str,
    /// Whether the answer itself has a heading.
    pub has_heading: bool,
    /// What sends the form.
    pub button: &'static str,
    /// What else the address has, which the form keeps.
    pub kept: Vec<(&'a str, &'a str)>,
    /// What comes before the rule in the form.
    pub first: Markup,
}

/// What answers a request.
pub enum Answered {
    /// The request, and what is shown.
    Shown(Box<SearchRequest>, Markup),
    /// The query string of the same page in its usual form.
    Moved(String),
}

impl FormPage<'_> {
    /// The page with an answer, or with what is wrong in its address.
    ///
    /// # Errors
    /// Every failure but wrong parameters.
    pub fn page(self, answer: Answer<Answered>) -> Answer<Page> {
        match answer {
            Ok(Answered::Moved(address)) => Ok(Page::At(at(self.path, &address))),
            Ok(Answered::Shown(request, answer)) => {
                Ok(Page::Shown(self.whole(Some(&request), &[], &answer, &html! {})))
            }
            Err(failure) => {
                let problems = problems(failure)?;
                Ok(Page::Wrong(self.wrong(None, &problems)))
            }
        }
    }

    /// The page with what is wrong in its address.
    pub fn wrong(self, request: Option<&SearchRequest>, problems: &[Problem]) -> Markup {
        let answer = html! { @if self.has_heading { h1 { (self.name) } } (mend(problems)) };
        self.whole(request, problems, &answer, &html! {})
    }

    /// The page with an answer, and what does not change with the form.
    pub fn whole(
        self,
        request: Option<&SearchRequest>,
        problems: &[Problem],
        answer: &Markup,
        behind: &Markup,
    ) -> Markup {
        let Self { web, path, name, .. } = self;
        let form = Form { web, action: path, problems, hidden: &self.kept, first: self.first };
        let is_page = path == "/page";
        let shown = html! { section #answer data-live aria-label=(name) { (answer) } };
        let content = html! {
            @if !self.has_heading { h1.hidden { (name) } }
            div.columns {
                (form.show(self.button))
                @if is_page { div { (shown) (behind) } } @else { (shown) }
            }
        };
        layout(web, self.title, path, request, &content)
    }
}

/// Shows an answer, unless the address has another form than the usual one. `own` are the
/// parameters that are not of the search.
pub fn unless_moved(
    web: &WebRequest<'_>,
    scope: Scope,
    request: SearchRequest,
    own: &[(&str, &str)],
    show: impl FnOnce(&SearchRequest) -> Answer<Markup>,
) -> Answer<Answered> {
    if let Some(address) = web.moved(&request, scope, own) {
        return Ok(Answered::Moved(address));
    }
    let shown = show(&request)?;
    Ok(Answered::Shown(Box::new(request), shown))
}
