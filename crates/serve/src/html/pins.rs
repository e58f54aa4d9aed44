//! The pinned rules of a page: a form that pins the rule as it is, and what each pinned one is.

use super::{at, hidden, shown, tip};
use crate::answers::found::PAGE;
use crate::requests::{
    Answer, MAX_NAME, MAX_PINS, PIN, Pairs, Pin, SearchRequest, encode, next_name,
};
use crate::site::WebRequest;
use maud::{Markup, html};

/// The field of the form with the name of a rule to pin.
pub const PIN_NAME: &str = "pin_name";

const MEANING: &str = "A pinned rule keeps its sliders, its ranking and its pages under a name, in \
                       the address. Move on, and its results stand beside those of the rule as it \
                       is now. Pin under the same name to replace it.";

/// The query string with one more pinned rule, if the form asks for it; it leads to the first page
/// of results. A rule of the same name is replaced.
///
/// # Errors
/// [`Failure::Problems`] for a name that cannot be one.
pub fn with_new_pin(
    web: &WebRequest<'_>,
    request: &SearchRequest,
    own: &Pairs,
) -> Answer<Option<String>> {
    let Some(name) = web.fields.get(PIN_NAME) else { return Ok(None) };
    let new = Pin::new(name, request, web.snapshot.manifest())?;
    let mut pins: Vec<&Pin> = request.pins.iter().collect();
    match pins.iter_mut().find(|pin| pin.name == new.name) {
        Some(pin) => *pin = &new,
        None => pins.push(&new),
    }
    // Too many are an error of the address that the form leads to.
    Ok(Some(with_pins(request, &pins, own)))
}

/// The query string of a search with other pinned rules.
fn with_pins(request: &SearchRequest, pins: &[&Pin], own: &Pairs) -> String {
    let kept = request.pairs().filter(|(name, _)| *name != PIN);
    let own = own.iter().filter(|(name, _)| *name != PAGE);
    let pins: Pairs = pins.iter().map(|pin| (PIN, pin.value())).collect();
    encode(kept.chain(pins.iter().chain(own).map(|(name, value)| (*name, value.as_str()))))
}

/// The pinned rules, and the form that pins one more. `own` are the parameters of the address that
/// are not of the search.
///
/// # Errors
/// None: the pinned rules were read before.
pub fn panel(
    web: &WebRequest<'_>,
    path: &str,
    request: &SearchRequest,
    own: &Pairs,
) -> Answer<Markup> {
    let pins = &request.pins;
    let is_pinned = pins.iter().any(|pin| pin.is(request));
    Ok(html! {
        section.pins aria-label="Pinned rules" {
            @if !pins.is_empty() {
                ul { @for pin in pins { li { (pinned(web, path, request, own, pin)?) } } }
            }
            @if pins.len() < MAX_PINS && !is_pinned {
                form.pin method="get" action=(path) {
                    (hidden(request.pairs()))
                    (hidden(own.iter().cloned()))
                    label for="pin-name" { "Pin this rule as" }
                    input #pin-name type="text" name=(PIN_NAME) value=(next_name(pins))
                        maxlength=(MAX_NAME) size="8" autocomplete="off" required;
                    button type="submit" { "Pin" }
                    (tip("Pin", MEANING))
                }
            }
        }
    })
}

/// A pinned rule with what can be done with it.
fn pinned(
    web: &WebRequest<'_>,
    path: &str,
    request: &SearchRequest,
    own: &Pairs,
    pin: &Pin,
) -> Answer<Markup> {
    let others: Vec<&Pin> = request.pins.iter().filter(|other| other.name != pin.name).collect();
    let without = at(path, &with_pins(request, &others, own));
    let used = at(path, &pin.applied_to(request, web.snapshot.manifest())?.address_with(own));
    let saved = pin.request.address_with(&[("name", &pin.name)]);
    let of_rule = html! { span.hidden { " rule " (shown(&pin.name)) } };
    Ok(html! {
        strong { (shown(&pin.name)) } " "
        code { (shown(&described(&pin.request))) } " "
        @if pin.is(request) { span.quiet { "is the rule as it is now" } } @else {
            a href=(used) data-live-link { "Use" (of_rule) }
        }
        " "
        a href=(at("/download/rule.toml", &saved)) { "Save" (of_rule) }
        " "
        a href=(without) data-live-link { "Remove" (of_rule) }
    })
}

/// A rule, a ranking and pages as the address has them; for people.
pub fn described(request: &SearchRequest) -> String {
    let parts = request.pairs().filter(|(name, _)| *name != PIN && *name != "q");
    let parts: Vec<String> = parts
        .map(|(name, value)| match value {
            "true" => name.replace('_', " "),
            value => format!("{} {value}", name.replace('_', " ")),
        })
        .collect();
    if parts.is_empty() { "every block".to_owned() } else { parts.join(", ") }
}
