//! Fuses neighbours of the same text density (`SimpleBlockFusionProcessor`).

use crate::boilerpipe::document::Document;

/// Compares densities as f32, those of fused blocks included.
pub(super) fn apply(document: &mut Document) {
    document.fuse(|previous, block| previous.text_density == block.text_density);
}
