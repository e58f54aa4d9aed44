//! Neighbours of the same text density are one block (`SimpleBlockFusionProcessor`).

use crate::classify::boilerpipe::document::Document;

/// Densities are compared as f32, and a fused block by its new density.
pub(super) fn apply(document: &mut Document) {
    document.fuse(|previous, block| previous.text_density == block.text_density);
}
