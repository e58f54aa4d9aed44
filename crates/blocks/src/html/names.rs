//! Element names as numbers: fixed ones for well-known names, then the other names of the page in
//! order of appearance.

use super::element::{self, KNOWN, TagCode};
use crate::page::{Page, Tag};
use std::collections::HashMap;

/// The names of a page that are not well-known.
#[derive(Default)]
pub struct Names {
    own: Vec<Box<str>>,
    numbers: HashMap<Box<str>, u16>,
}

impl Names {
    /// Returns the tag of a name's local part, and the balancer's code of the whole name, which is
    /// the one of `known`, if it is well-known.
    pub(super) fn resolve(&mut self, known: Option<Tag>, name: &[u8]) -> (Tag, TagCode) {
        match known {
            Some(tag) => (tag, element::code(tag)),
            None => self.resolve_rare(name),
        }
    }

    /// Returns the tag of a whole name in any case, prefix included.
    pub fn whole(&mut self, name: &[u8]) -> Tag {
        element::known_tag(name).unwrap_or_else(|| self.rare(name))
    }

    /// Returns the tag of a whole name that is not well-known.
    pub(crate) fn rare(&mut self, name: &[u8]) -> Tag {
        self.own(String::from_utf8_lossy(name).to_ascii_uppercase())
    }

    /// Resolves a name that has a prefix, is not well-known, or contains a character that ends a
    /// name in NekoHTML.
    fn resolve_rare(&mut self, name: &[u8]) -> (Tag, TagCode) {
        let name = String::from_utf8_lossy(name);
        let name = name.split(|c: char| !is_name(c)).next().unwrap_or_default();
        let local = name.split_once(':').map_or(name, |(_, local)| local);
        match element::known_tag(local.as_bytes()) {
            Some(tag) if local.len() == name.len() => (tag, element::code(tag)),
            Some(tag) => (tag, TagCode::Unknown),
            None => (self.own(local.to_uppercase()), TagCode::Unknown),
        }
    }

    /// Returns the tag of a name that is not well-known. When numbers run out, all further names
    /// share the last one.
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

    pub(crate) fn into_own(self) -> Vec<Box<str>> {
        self.own
    }
}

/// Returns the tag of a name in capitals that is not well-known, if it is among those of a page.
pub(crate) fn own_tag(names: &[Box<str>], name: &str) -> Option<Tag> {
    let own = names.iter().position(|own| **own == *name)?;
    Some(Tag((KNOWN + own) as u16))
}

/// Returns the upper-case local name of an element of a page; empty for a tag of another page.
pub fn name(page: &Page, tag: Tag) -> &str {
    if let Some(known) = element::known_name(tag) {
        return known;
    }
    let own = (tag.0 as usize).checked_sub(KNOWN).and_then(|number| page.names.get(number));
    own.map_or("", |name| &**name)
}

/// Whether NekoHTML allows a character in a name; the WHATWG ends a name only at space, `/` and
/// `>`.
fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '.' | ':' | '_')
}
