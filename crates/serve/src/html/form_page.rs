//! A page with the form of a search and what answers it, or what is wrong in its address.

use super::pins::with_new_pin;
use super::{Form, Page, at, layout, problems, to_fix};
use crate::requests::{Answer, Failure, Pairs, Problem, Scope, SearchRequest};
use crate::site::WebRequest;
use maud::{Markup, html};

/// A page with a form.
pub struct FormPage<'a> {
    pub web: &'a WebRequest<'a>,
    pub path: &'static str,
    /// Its title in the browser.
    pub title: &'a str,
    pub name: &'static str,
    /// Whether the answer itself has a heading.
    pub has_heading: bool,
    pub button: &'static str,
    /// What else the address has, which the form keeps.
    pub kept: Pairs,
    /// What comes before the rule in the form.
    pub first: fn(&Form<'_>) -> Markup,
    /// Which names the parameters of the search have.
    pub scope: Scope,
    /// The other parameters that the address may have.
    pub parameters: &'static [&'static str],
}

impl<'a> FormPage<'a> {
    /// A page with this path, name and button whose address may have these parameters beside those
    /// of a search; the form keeps some and shows the rule alone.
    pub fn new(
        web: &'a WebRequest<'a>,
        (path, name, button): (&'static str, &'static str, &'static str),
        parameters: &'static [&'static str],
        kept: &[&'static str],
    ) -> Self {
        Self {
            web,
            path,
            title: name,
            name,
            has_heading: false,
            button,
            kept: web.fields.given(kept),
            first: |_| html! {},
            scope: Scope::Search,
            parameters,
        }
    }
}

pub struct Answered {
    pub shown: Markup,
    /// What does not change with the form, if anything.
    pub fixed: Option<Markup>,
}

impl From<Markup> for Answered {
    fn from(shown: Markup) -> Self {
        Self { shown, fixed: None }
    }
}

impl FormPage<'_> {
    /// The page with an answer, with what is wrong in its address, or at its usual address. `own`
    /// returns the parameters that are not of the search, in their usual form.
    ///
    /// # Errors
    /// Every failure but wrong parameters.
    pub fn page(
        self,
        own: impl FnOnce(&SearchRequest) -> Answer<Pairs>,
        answer: impl FnOnce(&SearchRequest, &Pairs) -> Answer<Answered>,
    ) -> Answer<Page> {
        let (web, path, scope) = (self.web, self.path, self.scope);
        let request = match web.search_request(scope, self.parameters) {
            Ok(request) => request,
            Err(failure) => return self.wrong(None, failure),
        };
        let answered = own(&request).and_then(|own| {
            if let Some(address) = with_new_pin(web, &request, &own)? {
                return Ok(Err(address));
            }
            let answered = answer(&request, &own)?;
            Ok(web.moved(&request, scope, &own).map_or(Ok((answered, own)), Err))
        });
        match answered {
            Ok(Ok((answered, own))) => {
                let address = at(path, &request.address_in(scope, &own));
                Ok(Page::Shown(self.whole(Some(&request), &address, &[], &answered)))
            }
            Ok(Err(address)) => Ok(Page::At(at(path, &address))),
            Err(failure) => self.wrong(Some(&request), failure),
        }
    }

    /// The page with what is wrong in its address.
    fn wrong(self, request: Option<&SearchRequest>, failure: Failure) -> Answer<Page> {
        let problems = problems(failure)?;
        let shown = html! { @if self.has_heading { h1 { (self.name) } } (to_fix(&problems)) };
        let query = request.map(|request| request.address_of(self.scope)).unwrap_or_default();
        let address = at(self.path, &query);
        Ok(Page::Wrong(self.whole(request, &address, &problems, &shown.into())))
    }

    fn whole(
        self,
        request: Option<&SearchRequest>,
        address: &str,
        problems: &[Problem],
        Answered { shown, fixed }: &Answered,
    ) -> Markup {
        let Self { web, path, name, .. } = self;
        let form = Form { web, action: path, problems, hidden: &self.kept };
        let label = if path == "/" { "Results" } else { name };
        let shown = html! {
            section #answer tabindex="-1" data-live data-address=(address) aria-label=(label) {
                (shown)
            }
        };
        let content = html! {
            @if !self.has_heading { h1.hidden { (name) } }
            div.columns {
                (form.show(self.button, self.first))
                @match fixed { Some(fixed) => div { (shown) (fixed) }, None => (shown) }
            }
        };
        layout(web, self.title, path, request, &content)
    }
}
