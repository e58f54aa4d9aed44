//! What is in the file of a segment's codes.

use crate::index::feature::Feature;
use crate::index::scores::Score;

/// The extension of the file.
pub const EXTENSION: &str = "blocks";
/// The version of the file format.
pub const FORMAT: u64 = 2;
/// Bytes of a plane in a compressed frame; the last one of a plane has fewer.
pub const FRAME: usize = 16 << 10;

/// The features whose codes every segment has, in the order of the file; the scores follow.
pub const CODED: [Feature; 8] = [
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
pub const COMPRESSED: usize = 4;

/// Returns the plane of a feature's codes; none for how often a block repeats, which the pages of
/// other segments decide.
pub fn plane_of(feature: Feature) -> Option<usize> {
    match feature {
        Feature::Score(score) => Some(CODED.len() + Score::number(score)),
        plain => CODED.iter().position(|coded| *coded == plain),
    }
}
