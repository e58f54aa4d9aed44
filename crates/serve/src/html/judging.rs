//! What the pages on which one judges share.

use super::at;
use crate::answers::pool;
use crate::requests::{Scope, SearchRequest};
use crate::site::{PAGES_PATH, WebRequest};
use maud::{Markup, html};

/// What grades mean, by the highest one; with another highest one, numbers alone.
const MEANINGS: [&[&str]; 4] = [
    &[],
    &["not relevant", "relevant"],
    &["not relevant", "relevant", "highly relevant"],
    &["not relevant", "related", "highly relevant", "perfect"],
];

/// The address of the topics; of a topic, and of a page of it.
pub fn address(
    request: &SearchRequest,
    depth: usize,
    topic: Option<(&str, Option<&str>)>,
) -> String {
    let depth = pool::unusual_depth(depth);
    let mut others: Vec<(&str, &str)> =
        depth.iter().map(|depth| (pool::DEPTH_NAME, depth.as_str())).collect();
    if let Some((topic, docno)) = topic {
        others.push(("topic", topic));
        others.extend(docno.map(|docno| ("docno", docno)));
    }
    at(PAGES_PATH, &request.address_in(Scope::Search, &others))
}

/// The token of the server, for a form.
pub fn token<'a>(web: &WebRequest<'a>) -> &'a str {
    web.site.assessment.as_ref().map_or("", |known| known.token.text())
}

/// The keys and what they do.
pub fn keys(keys: &[(&str, &str)]) -> Markup {
    html! {
        details.keys {
            summary data-key="?" { "Keys " kbd { "?" } }
            dl {
                @for (key, does) in keys {
                    div { dt { kbd { (key) } } dd { (does) } }
                }
            }
        }
    }
}

/// What a grade means; empty where numbers say all.
pub fn meaning(max_grade: i32, grade: i32) -> &'static str {
    let meanings = usize::try_from(max_grade).ok().and_then(|most| MEANINGS.get(most));
    let meaning = meanings.zip(usize::try_from(grade).ok()).and_then(|(all, at)| all.get(at));
    meaning.copied().unwrap_or_default()
}

/// A button that judges, with its key if it has one.
pub fn judge(
    (name, value): (&str, &str),
    key: Option<&str>,
    label: Option<String>,
    is_pressed: bool,
    content: &Markup,
) -> Markup {
    html! {
        button type="submit" name=(name) value=(value) data-key=[key] aria-label=[label]
            aria-pressed=(is_pressed) { (content) }
    }
}

/// The button that takes the last judgement back.
pub fn undo() -> Markup {
    html! { button type="submit" name="undo" value="true" data-key="u" { "Undo " kbd { "u" } } }
}

/// A link with its key.
pub fn way(href: &str, key: &str, name: &str) -> Markup {
    html! { a href=(href) data-key=(key) { (name) " " kbd { (key) } } }
}
