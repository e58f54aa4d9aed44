//! The remover of this project.

pub mod forest;
