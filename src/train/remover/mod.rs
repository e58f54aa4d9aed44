//! Trains a remover on units, paragraph-like pieces of a page, from pages with gold text.

mod align;
pub mod labels;
