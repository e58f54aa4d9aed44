//! Element names as the tokenizer found them into numbers: the well-known ones fixed, the page's own in order.

use super::element::{self, Code, KNOWN};
use crate::page::{Page, Tag};
use std::collections::HashMap;

/// The names that a page uses beside the well-known ones.
#[derive(Default)]
pub(super) struct Names {
    own: Vec<Box<str>>,
    numbers: HashMap<Box<str>, u16>,
}

impl Names {
    /// The number of a name's local part, and what the whole name is to the balancer.
    pub(super) fn resolve(&mut self, name: &[u8]) -> (Tag, Code) {
        match element::known_tag(name) {
            Some(tag) => (tag, element::code(tag)),
            None => self.resolve_rare(name),
        }
    }

    /// Returns the tag of a whole name in any case, prefix included.
    #[cfg(feature = "justext")]
    pub(super) fn whole(&mut self, name: &[u8]) -> Tag {
        element::known_tag(name).unwrap_or_else(|| self.own(String::from_utf8_lossy(name).to_ascii_uppercase()))
    }

    /// A name with a prefix, with characters that NekoHTML ends a name at, or of the page's own.
    fn resolve_rare(&mut self, name: &[u8]) -> (Tag, Code) {
        let name = String::from_utf8_lossy(name);
        let name = name.split(|c: char| !is_name(c)).next().unwrap_or_default();
        let local = name.split_once(':').map_or(name, |(_, local)| local);
        match element::known_tag(local.as_bytes()) {
            Some(tag) if local.len() == name.len() => (tag, element::code(tag)),
            Some(tag) => (tag, Code::Unknown),
            None => (self.own(local.to_uppercase()), Code::Unknown),
        }
    }

    /// The number of a name of the page's own. Names beyond the numbers share the last one.
    fn own(&mut self, name: String) -> Tag {
        if let Some(&number) = self.numbers.get(name.as_str()) {
            return Tag(number);
        }
        let number = (KNOWN + self.own.len()).min(u16::MAX as usize) as u16;
        if number < u16::MAX || KNOWN + self.own.len() == u16::MAX as usize {
            let name = name.into_boxed_str();
            self.own.push(name.clone());
            self.numbers.insert(name, number);
        }
        Tag(number)
    }

    pub(super) fn into_own(self) -> Vec<Box<str>> {
        self.own
    }
}

/// The upper-case local name of an element of a page; empty for a tag that is not of this page.
pub fn name(page: &Page, tag: Tag) -> &str {
    let own = || page.names.get((tag.0 as usize).checked_sub(KNOWN)?).map(|name| &**name);
    element::known_name(tag).or_else(own).unwrap_or_default()
}

/// Where NekoHTML lets a name go on; a WHATWG name ends only at space, `/` and `>`.
fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '.' | ':' | '_')
}
