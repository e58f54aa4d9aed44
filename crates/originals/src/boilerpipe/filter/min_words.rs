//! Keeps content blocks of at least K words (`MinWordsFilter`).

use crate::boilerpipe::document::Document;

pub(super) fn apply(document: &mut Document, least: u32) {
    for at in 0..document.list.len() {
        let block = document.list[at];
        if block.words < least {
            document.set(at, false, |_| format!("{} words < {least}", block.words));
        }
    }
}
