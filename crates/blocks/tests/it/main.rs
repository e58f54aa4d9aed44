//! The integration tests of this crate, in one executable.

mod encodings;
mod remover;
