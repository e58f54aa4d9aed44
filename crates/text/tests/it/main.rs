//! The integration tests of this crate, in one executable.

mod comments;
mod defuddle;
mod read_back;
mod structure;
