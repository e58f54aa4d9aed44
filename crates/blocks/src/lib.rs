//! Boilerplate removal: HTML to a page, its blocks, their features and their labels.

pub mod block;
pub mod classify;
mod error;
pub mod feature;
pub mod html;
pub mod page;

pub use error::{Error, Result};
