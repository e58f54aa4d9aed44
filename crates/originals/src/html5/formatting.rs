//! Formatting elements: reopened where the end of a block closed them (13.2.4.3).

use super::builder::{Builder, Formatting};
use super::limit::{Limit, MAX_FORMATTING, MAX_REOPENED};
use super::tokenizer::{Kind, Token};
use super::tree::Id;
use crate::name::Name;

impl Builder<'_> {
    /// Notes a formatting element; the first of four alike is forgotten.
    pub fn push_formatting(&mut self, id: Id, name: Name, attributes: u32) {
        let hash = |attributes: u32| self.tree.attributes[attributes as usize].hash;
        let new = hash(attributes);
        let since_marker = self.formatting.iter().enumerate().rev();
        let since_marker = since_marker.map_while(|(at, entry)| entry.map(|entry| (at, entry)));
        let mut alike =
            since_marker.filter(|(_, other)| other.name == name && hash(other.attributes) == new);
        if let Some((at, _)) = alike.nth(2) {
            self.formatting.remove(at);
        }
        if self.dialect.flattens && self.formatting.len() >= MAX_FORMATTING {
            self.formatting.remove(0);
        }
        self.formatting.push(Some(Formatting { id, name, attributes }));
    }

    /// Opens the formatting elements again that were closed by others' ends.
    pub fn reconstruct(&mut self) {
        let is_open = |entry: &Option<Formatting>| {
            entry.is_none_or(|entry| self.open.iter().rev().any(|open| open.id == entry.id))
        };
        if self.formatting.last().is_none_or(is_open) {
            return;
        }
        let most = if self.dialect.flattens { self.tree.page.len() } else { MAX_REOPENED };
        let from = self.formatting.iter().rposition(is_open).map_or(0, |at| at + 1);
        for at in from..self.formatting.len() {
            let Some(entry) = self.formatting[at] else { return };
            self.reopened += 1;
            if self.reopened > most {
                return self.exceed(Limit::Reopened);
            }
            let mut token = Token::new(Kind::Start, entry.name);
            token.attributes = entry.attributes;
            let id = self.insert(token);
            self.formatting[at] = Some(Formatting { id, ..entry });
        }
    }

    pub fn clear_formatting(&mut self) {
        while let Some(Some(_)) = self.formatting.pop() {}
    }

    pub fn place_of_formatting(&self, id: Id) -> Option<usize> {
        self.formatting.iter().rposition(|entry| entry.is_some_and(|entry| entry.id == id))
    }

    pub fn forget_formatting(&mut self, id: Id) {
        if let Some(at) = self.place_of_formatting(id) {
            self.formatting.remove(at);
        }
    }

    /// The last formatting element of a name, up to the last marker.
    pub fn find_formatting(&self, name: Name) -> Option<Formatting> {
        self.formatting.iter().rev().map_while(|entry| *entry).find(|entry| entry.name == name)
    }
}
