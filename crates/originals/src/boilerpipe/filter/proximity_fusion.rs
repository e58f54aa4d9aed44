//! Fuses content with the block before it if few blocks were removed between them
//! (`BlockProximityFusion`).

use crate::boilerpipe::document::Document;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Proximity {
    /// Maximum number of the page's blocks that may be missing between the two.
    pub distance: u32,
    /// Whether content joins only content. Otherwise a boilerplate block before content becomes
    /// content.
    pub content_only: bool,
    /// Whether both must be at the same tag level.
    pub same_level: bool,
}

pub(super) fn apply(document: &mut Document, how: Proximity) {
    document.fuse(|previous, block| {
        block.content
            && block.first.saturating_sub(previous.last + 1) <= how.distance
            && (previous.content || !how.content_only)
            && (previous.tag_level == block.tag_level || !how.same_level)
    });
}
