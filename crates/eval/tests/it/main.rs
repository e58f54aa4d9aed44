//! All tests of the measures from outside, in one executable.

mod equivalence;
mod significance;
mod topics;
