//! The codes and the labels of blocks, as rules read them: of many blocks at once.
//!
//! Every segment has a file `ID.blocks` with *planes*: for each feature one byte per block, its
//! code ([`scale`]), for each label one bit per block, and one bit per page that has a title. A
//! plane that many rules read is stored as it is, so that it is read from the memory map without a
//! copy; others are in compressed frames of [`FRAME`] bytes if that at least halves them. tantivy
//! writes and merges the file with its own files of the segment (`plugin.rs`).

mod file;
mod planes;
mod plugin;
pub mod scale;

pub use file::BlockCodes;
pub(super) use plugin::CodesPlugin;
pub use scale::{ABSENT, Bounds, SHARED_COUNT, Scale};

use super::feature::Feature;
use super::scores::Score;

/// The extension of the file.
pub(super) const EXTENSION: &str = "blocks";
/// The version of the file format.
const FORMAT: u64 = 1;
/// Bytes of a plane in a compressed frame; the last one of a plane has fewer.
const FRAME: usize = 16 << 10;

/// The features whose codes every segment has, in the order of the file; the scores follow.
const CODED: [Feature; 8] = [
    Feature::Tokens,
    Feature::Words,
    Feature::TextDensity,
    Feature::LinkDensity,
    Feature::AnchorWords,
    Feature::WrappedWords,
    Feature::WrappedLines,
    Feature::TagLevel,
];

/// The first of them that may be compressed. Every view reads the tokens, and most rules are over
/// the three features after them.
const COMPRESSED: usize = 4;

/// Returns the plane of a feature's codes; none for how often a block repeats, which the pages of
/// other segments decide.
fn plane_of(feature: Feature) -> Option<usize> {
    match feature {
        Feature::Score(score) => Some(CODED.len() + Score::number(score)),
        plain => CODED.iter().position(|coded| *coded == plain),
    }
}
