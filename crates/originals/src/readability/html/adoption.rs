//! The adoption agency (13.2.6.4.7): how the end tag of a formatting element closes it while blocks
//! are open inside.

use super::body::SPECIAL;
use super::builder::{Builder, Formatting, Open, SCOPE};
use super::token::Token;
use super::tree::{Id, Space};

impl Builder<'_> {
    pub fn end_formatter(&mut self, token: Token) {
        if let Some(current) = self.open.last()
            && current.name == token.name
            && self.place_of_formatting(current.id).is_none()
        {
            self.open.pop();
            return;
        }
        for _ in 0..8 {
            let Some(format) = self.find_formatting(token.name) else {
                return self.other_end(token);
            };
            if !self.adopt(format) {
                return;
            }
        }
    }

    /// Closes a formatting element once, and returns whether it has to be done again.
    fn adopt(&mut self, format: Formatting) -> bool {
        let Some(place) = self.place_of(format.id) else {
            self.forget_formatting(format.id);
            return false;
        };
        let inside = &self.open[place + 1..];
        if inside.iter().any(|open| SCOPE.has(open.name)) {
            return false;
        }
        let Some(block) = inside.iter().position(|open| SPECIAL.has(open.name)) else {
            self.open.truncate(place);
            self.forget_formatting(format.id);
            return false;
        };
        let block = self.open[place + 1 + block];
        let ancestor = self.open[place.saturating_sub(1)];
        let mut bookmark = self.place_of_formatting(format.id).unwrap_or(0);
        let top = self.wrap(block.id, format.id, &mut bookmark);
        self.tree.detach(top);
        self.put(top, Some(ancestor), true);
        let adopter = self.make(format.name, Space::Html, format.attributes);
        self.tree.adopt(block.id, adopter);
        self.tree.append(block.id, adopter);
        if let Some(at) = self.place_of_formatting(format.id) {
            self.formatting.remove(at);
            bookmark -= usize::from(at < bookmark);
        }
        let entry = Formatting { id: adopter, ..format };
        self.formatting.insert(bookmark.min(self.formatting.len()), Some(entry));
        self.remove_open(format.id);
        if let Some(at) = self.place_of(block.id) {
            self.open.insert(at + 1, Open { id: adopter, name: format.name, space: Space::Html });
        }
        true
    }

    /// Wraps a block in copies of the formatting elements between it and `format`, and returns the
    /// outermost.
    fn wrap(&mut self, block: Id, format: Id, bookmark: &mut usize) -> Id {
        let mut at = self.place_of(block).unwrap_or(0);
        let mut top = block;
        for count in 1.. {
            at -= 1;
            let node = self.open[at];
            if node.id == format {
                break;
            }
            let mut entry = self.place_of_formatting(node.id);
            if count > 3
                && let Some(place) = entry.take()
            {
                self.formatting.remove(place);
                *bookmark -= usize::from(place < *bookmark);
            }
            let Some(place) = entry else {
                self.open.remove(at);
                continue;
            };
            let attributes = self.tree.node(node.id).data.start;
            let copy = self.make(node.name, Space::Html, attributes);
            self.formatting[place] = Some(Formatting { id: copy, name: node.name, attributes });
            self.open[at].id = copy;
            if top == block {
                *bookmark = place + 1;
            }
            self.tree.append(copy, top);
            top = copy;
        }
        top
    }
}
