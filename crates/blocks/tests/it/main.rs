//! The integration tests of this crate, in one executable.

mod comments;
mod defuddle;
mod encodings;
mod read_back;
mod real;
mod remover;
mod structure;
