//! Answers as pages. Text of the crawl, of files and of addresses becomes text: maud escapes
//! markup, [`text`] shows control characters and overrides of direction as escapes, and only web
//! addresses become links.

pub mod api;
pub mod assess;
mod bars;
pub mod collection;
pub mod compared_labels;
mod contents;
pub mod explanation;
mod form;
mod form_page;
pub mod gold;
mod grades;
mod judging;
mod labels;
mod layout;
pub mod measures;
pub mod page;
mod pins;
mod record_reports;
pub mod search;
mod table;
mod text;
pub mod topic;
mod topics;

use crate::requests::{Answer, Failure, Problem};
pub(crate) use form::{Form, to_fix};
pub(crate) use form_page::{Answered, FormPage};
pub(crate) use grades::moved;
pub(crate) use layout::{
    at, command, command_for, counted, downloads, failed, hidden, layout, original, tip, warnings,
};
use std::sync::LazyLock;
pub(crate) use text::{named, pieces, shown, url};

/// The style of all pages: that of reports, which contains the style of figures, then our own.
pub static CSS: LazyLock<String> = LazyLock::new(|| {
    let own = [include_str!("../assets/tamis.css"), include_str!("../assets/judge.css")];
    tamis::CSS.to_owned() + &own.concat()
});
/// The picture in the browser's tab: a sieve.
pub const ICON: &str = include_str!("../assets/icon.svg");
/// The script of all pages: it sends the form while it changes, and shows what comes back.
pub const JS: &str = include_str!("../assets/tamis.js");
/// The script of the pages on which one judges: their keys.
pub const JUDGE_JS: &str = include_str!("../assets/judge.js");

/// A page, or the address of the same page in its usual form.
pub enum Page {
    Shown(maud::Markup),
    /// The page, with what is wrong in the address.
    Wrong(maud::Markup),
    /// The path and the query string of the same page.
    At(String),
}

/// What is wrong in an address; other failures are passed on.
///
/// # Errors
/// Every failure but [`Failure::Problems`].
fn problems(failure: Failure) -> Answer<Vec<Problem>> {
    match failure {
        Failure::Problems(problems) => Ok(problems),
        other => Err(other),
    }
}
