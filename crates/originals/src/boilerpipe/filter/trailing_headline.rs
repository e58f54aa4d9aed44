//! Labels headings without content after them as boilerplate
//! (`TrailingHeadlineToBoilerplateFilter`).

use crate::boilerpipe::document::Document;
use tamis_blocks::page::Inside;

pub(super) fn apply(document: &mut Document) {
    for at in (0..document.list.len()).rev() {
        if !document.list[at].content {
            continue;
        }
        if !document.list[at].inside.any(Inside::HEADING) {
            return;
        }
        document.set(at, false, |_| "a heading with no content after it".to_owned());
    }
}
