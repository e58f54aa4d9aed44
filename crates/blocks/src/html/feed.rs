//! Passes tokens to the balancer: names as numbers, text in runs.

use super::balance::{Balancer, REOPENED_PER_TAG};
use super::element::{ElementKind, TagCode, known_tag};
use super::tokens::{ContentModel, Tokens};
use crate::page::{Attribute, Tag};

impl Tokens for Balancer {
    const ATTRIBUTES: bool = true;

    fn attribute(&mut self, attribute: Attribute, value: &str) {
        self.pending.push(attribute, value);
    }

    fn text(&mut self, piece: &[u8]) {
        // Spans are u32.
        if !self.muted && self.text.len() + piece.len() <= u32::MAX as usize {
            self.text.extend_from_slice(piece);
        }
    }

    fn start(&mut self, name: &[u8], self_closing: bool) -> ContentModel {
        self.start_known(known_tag(name), name, self_closing)
    }

    fn end(&mut self, name: &[u8]) {
        self.end_known(known_tag(name), name);
    }

    fn comment(&mut self) {
        self.end_text();
        if !self.lost_text.is_empty() {
            if !self.body_seen {
                self.force(TagCode::BODY.tag(), TagCode::BODY);
            }
            self.feed_lost_text();
        }
    }
}

/// What a tag does whose name was looked up: `known` is its tag, if it is well-known.
impl Balancer {
    pub(crate) fn start_known(
        &mut self,
        known: Option<Tag>,
        name: &[u8],
        self_closing: bool,
    ) -> ContentModel {
        self.end_text();
        self.reopen_credit += REOPENED_PER_TAG;
        let (tag, code) = self.names.resolve(known, name);
        self.pending.is_meta = code == TagCode::META;
        self.open(tag, code);
        self.pending.clear();
        if self_closing && (code == TagCode::Unknown || code.element().kind == ElementKind::Void) {
            self.close(tag, code);
        }
        self.muted = matches!(code, TagCode::SCRIPT | TagCode::STYLE)
            && self.stack.top().is_some_and(|top| top.code == code);
        ContentModel::for_element(code, self_closing)
    }

    pub(crate) fn end_known(&mut self, known: Option<Tag>, name: &[u8]) {
        self.end_text();
        self.muted = false;
        self.reopen_credit += REOPENED_PER_TAG;
        let (tag, code) = self.names.resolve(known, name);
        self.close(tag, code);
    }
}
