//! The list of the addresses that answer with JSON, made from their description.

use super::{Page, layout, text};
use crate::answers::api::{ADDRESSES, DESCRIPTION, DESCRIPTION_PATH};
use crate::requests::Answer;
use crate::site::WebRequest;
use maud::{Markup, html};
use serde_json::Value;

/// Lists the addresses with their parameters.
///
/// # Errors
/// None.
pub fn page(web: &WebRequest<'_>) -> Answer<Page> {
    let described: Value = serde_json::from_str(DESCRIPTION).unwrap_or_default();
    let content = html! {
        h1 { "The same as JSON" }
        p { (prose(member(&described["info"], "description"))) }
        p {
            "The description of all of it, in the format of OpenAPI: "
            a href=(DESCRIPTION_PATH) { (DESCRIPTION_PATH) }
            "."
        }
        @for address in &ADDRESSES { (one(&described, address.path)) }
    };
    Ok(Page::Shown(layout(web, "The same as JSON", "/api", None, &content)))
}

fn one(described: &Value, path: &str) -> Markup {
    let get = &described["paths"][path]["get"];
    let empty = Vec::new();
    let parameters = get["parameters"].as_array().unwrap_or(&empty);
    html! {
        section {
            h2 { a href=(path) { code { (path) } } }
            p { (prose(member(get, "summary"))) ". " (prose(member(get, "description"))) }
            @if !parameters.is_empty() {
                details {
                    summary { (parameters.len()) " parameters" }
                    dl.parameters {
                        @for parameter in parameters { (self::parameter(described, parameter)) }
                    }
                }
            }
        }
    }
}

/// A parameter, which may be described elsewhere in the description.
fn parameter(described: &Value, parameter: &Value) -> Markup {
    let place =
        parameter["$ref"].as_str().and_then(|place| described.pointer(place.strip_prefix('#')?));
    let parameter = place.unwrap_or(parameter);
    html! {
        dt { code { (text::shown(member(parameter, "name"))) } }
        dd { (prose(member(parameter, "description"))) }
    }
}

/// The text of a member of an object; empty if it has none.
fn member<'a>(object: &'a Value, name: &str) -> &'a str {
    object[name].as_str().unwrap_or_default()
}

/// Text of the description, where backticks stand around code.
fn prose(text: &str) -> Markup {
    html! {
        @for (number, part) in text.split('`').enumerate() {
            @if number % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}
