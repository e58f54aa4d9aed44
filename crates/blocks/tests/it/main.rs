//! The integration tests of this crate, in one executable.

mod comments;
mod defuddle;
mod encodings;
mod real;
mod remover;
mod structure;
