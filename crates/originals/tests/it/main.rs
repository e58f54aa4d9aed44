//! The integration tests of this crate, in one executable.

mod alignment;
mod any_page;
#[cfg(all(feature = "readability", feature = "unfluff"))]
mod articles;
mod boilerpipe_blocks;
mod boilerpipe_extractors;
mod bte;
#[cfg(feature = "justext")]
mod carrying;
mod cetr;
mod cetr_rivals;
#[cfg(feature = "justext")]
mod justext;
mod known;
#[cfg(all(feature = "readability", feature = "unfluff"))]
mod mozilla;
mod references;
mod victor;
mod web2text;
