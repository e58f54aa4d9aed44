//! Labels every block as content, or every block as boilerplate (`MarkEverythingContentFilter`,
//! `MarkEverythingBoilerplateFilter`).

use crate::boilerpipe::document::Document;

pub(super) fn apply(document: &mut Document, content: bool) {
    for at in 0..document.list.len() {
        document.decide(at, content, |_| "every block".to_owned());
    }
}
