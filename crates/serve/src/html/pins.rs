//! The pinned rules of a page: a form that pins the rule as it is, and what each pinned one is.

use super::{at, shown, tip};
use crate::requests::{
    Answer, MAX_NAME, MAX_PINS, PIN, Pin, SearchRequest, encode, next_name, values,
};
use crate::site::WebRequest;
use maud::{Markup, html};

/// The field of the form with the name of a rule to pin.
pub const PIN_NAME: &str = "pin_name";

const MEANING: &str = "A pinned rule keeps its sliders, its ranking and its pages under a name, in \
                       the address. Move on, and its results stand beside those of the rule as it \
                       is now. Pin under the same name to replace it.";

/// The query string with one more pinned rule, if the form asks for it. A rule of the same name is
/// replaced.
///
/// # Errors
/// [`Failure::Problems`] for a name that cannot be one, and for too many rules.
pub fn with_new_pin(
    web: &WebRequest<'_>,
    request: &SearchRequest,
    own: &[(&str, &str)],
) -> Answer<Option<String>> {
    let Some(name) = web.fields.get(PIN_NAME) else { return Ok(None) };
    let new = Pin::new(name, request, web.snapshot.manifest())?;
    let mut pins = web.pins(request)?;
    match pins.iter_mut().find(|pin| pin.name == new.name) {
        Some(pin) => *pin = new,
        None => pins.push(new),
    }
    let address = with_pins(request, &values(&pins), own);
    // Too many are an error of the address that the form leads to.
    Ok(Some(address))
}

/// The query string of a search with other pinned rules.
fn with_pins(request: &SearchRequest, pins: &[String], own: &[(&str, &str)]) -> String {
    let kept = request.pairs().filter(|(name, _)| *name != PIN);
    let pins = pins.iter().map(|pin| (PIN, pin.as_str()));
    encode(kept.chain(pins).chain(own.iter().copied()))
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
    own: &[(&str, &str)],
) -> Answer<Markup> {
    let pins = web.pins(request)?;
    let is_pinned = pins.iter().any(|pin| pin.is(request));
    Ok(html! {
        section.pins aria-label="Pinned rules" {
            @if !pins.is_empty() {
                ul {
                    @for (number, pin) in pins.iter().enumerate() {
                        li { (pinned(web, path, request, own, &pins, number, pin)?) }
                    }
                }
            }
            @if pins.len() < MAX_PINS && !is_pinned {
                form.pin method="get" action=(path) {
                    @for (name, value) in request.pairs().chain(own.iter().copied()) {
                        input type="hidden" name=(name) value=(value);
                    }
                    label for="pin-name" { "Pin this rule as" }
                    input #pin-name type="text" name=(PIN_NAME) value=(next_name(&pins))
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
    own: &[(&str, &str)],
    pins: &[Pin],
    number: usize,
    pin: &Pin,
) -> Answer<Markup> {
    let mut others = values(pins);
    others.remove(number);
    let without = at(path, &with_pins(request, &others, own));
    let applied = pin.applied_to(request, web.snapshot.manifest())?;
    let used = at(path, &applied.address_with(own));
    Ok(html! {
        strong { (shown(&pin.name)) } " "
        code { (shown(&described(&pin.request))) } " "
        @if pin.is(request) { span.quiet { "is the rule as it is now" } } @else {
            a href=(used) data-live-link {
                "Use" span.hidden { " rule " (shown(&pin.name)) }
            }
        }
        " "
        a href=(at("/download/rule.toml", &download(pin))) {
            "Save" span.hidden { " rule " (shown(&pin.name)) }
        }
        " "
        a href=(without) data-live-link {
            "Remove" span.hidden { " rule " (shown(&pin.name)) }
        }
    })
}

/// The address of the file of a pinned rule, which has its name.
fn download(pin: &Pin) -> String {
    pin.request.address_with(&[("name", &pin.name)])
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
