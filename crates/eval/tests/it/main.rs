//! All tests of the measures from outside, in one executable.

mod significance;
mod topics;
