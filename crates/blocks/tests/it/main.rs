//! The integration tests of this crate, in one executable.

mod defuddle;
mod remover;
mod structure;
