//! All tests of scorings and trainings over real data, in one executable.

mod accuracy;
