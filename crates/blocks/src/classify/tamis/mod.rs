//! The project's own remover: the classifiers `tamis`, which keeps the main text of a page,
//! `tamis-article`, which never keeps the comments of readers, and `tamis-comments`, which always
//! does. docs/remover.md explains how it was made and how it compares.
//!
//! From a page to labels:
//! 1. `units.rs` cuts the page into units, which are about paragraphs, and reads the elements
//!    around them with their class and id words (`keywords.rs`).
//! 2. `unit_text.rs` (with `scan.rs` and `phrases.rs`) measures a unit's text, `containers.rs` the
//!    elements around it, `first_stage.rs` its place in the page: the features of the first stage.
//!    All are integers. Each feature is a row of a table: its name and the function that computes
//!    it.
//! 3. A forest (`forest.rs`) makes them a probability.
//! 4. `second_stage.rs` adds what the first stage thinks of the units around, and another forest
//!    judges again: one for articles, or one for articles with comments. `forum.rs` tells threads
//!    of forums, whose main text is the second, from other pages.
//! 5. `choice.rs` keeps the units whose expected F1 is highest. A block has the label and the
//!    probability of its unit.
//!
//! The method follows a prototype of ours; stacking two stages is Wolpert's ("Stacked
//! generalization", Neural Networks 5, 1992), the shallow text features are those of Kohlschütter
//! et al. 2010, and the score of containers is like Readability's.

pub mod automaton;
pub mod choice;
mod containers;
pub mod first_stage;
pub mod forest;
pub mod forum;
pub mod keywords;
mod phrases;
mod remover;
mod scan;
pub mod second_stage;
mod unit_text;
pub mod units;

pub use forest::MISSING;
pub use remover::{KIND, Keeps, PageFeatures, RemoverSettings, Tamis, names, stage};
pub use scan::hash_of_word;

/// A part of a whole in 1024ths; 0 of nothing.
#[inline]
fn share(part: i64, whole: i64) -> i32 {
    if whole <= 0 {
        0
    } else {
        (part * 1024 / whole).clamp(i64::from(i32::MIN) + 1, i64::from(i32::MAX)) as i32
    }
}

/// A page's units, for tests.
#[cfg(test)]
fn units_of(html: &str) -> units::Units {
    let page = crate::html::parse_str(html);
    units::Units::new(&page, &crate::block::cut(&page, crate::page::Cut::default()))
}
