//! The grade of a page as a chip: its number, in a colour of its kind.

use crate::site::WebRequest;
use maud::{Markup, Render, html};

/// The classes of a grade's colour, by the lowest grade that counts as relevant.
pub fn class(level: i32, grade: Option<i32>) -> &'static str {
    match grade {
        None => "grade unjudged",
        Some(grade) if grade > level => "grade very",
        Some(grade) if grade == level => "grade relevant",
        Some(_) => "grade not",
    }
}

/// The grade of a page for the topic of the query.
pub fn chip(web: &WebRequest<'_>, grade: Option<i32>) -> Markup {
    let level = web.site.judging.as_ref().map_or(1, |judging| judging.judged.level);
    of_level(level, grade)
}

/// The same by the lowest grade that counts as relevant.
pub fn of_level(level: i32, grade: Option<i32>) -> Markup {
    html! {
        span class=(class(level, grade)) {
            @match grade { Some(grade) => (grade), None => "–" }
            span.hidden { @if grade.is_some() { " is its grade" } @else { " not judged" } }
        }
    }
}

/// How a rule moved a page to a rank; `same` stands where it did not.
pub fn moved<R: PartialOrd + Render>(rank: R, before: Option<R>, same: &str) -> Markup {
    html! {
        @match before {
            None => span.moved.new { "new" },
            Some(before) if before > rank => span.moved.up { "▲ from " (before) },
            Some(before) if before < rank => span.moved.down { "▼ from " (before) },
            Some(_) => span.moved.same { (same) },
        }
    }
}
