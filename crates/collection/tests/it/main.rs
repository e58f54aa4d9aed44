//! All tests of the readers from outside, in one executable.

mod collections;
mod container_samples;
mod damaged;
mod data_sets;
mod recovery;
mod warc_samples;
