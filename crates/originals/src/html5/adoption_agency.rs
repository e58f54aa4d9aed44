//! The adoption agency (13.2.6.4.7): how the end tag of a formatting element closes it while blocks
//! are open inside.

use super::builder::{Builder, Formatting, Open, SCOPE};
use super::tokenizer::{Kind, Token};
use super::tree::{Id, Space};

/// How many of the outermost open elements jsoup's early version looks at.
const OUTERMOST: usize = 64;
/// In how many elements a block is wrapped: in jsoup's early version all others stay as they are.
const MAX_WRAPPED: usize = 3;

impl Builder<'_> {
    pub fn end_formatter(&mut self, token: Token) {
        if let Some(current) = self.open.last()
            && current.name == token.name
            && self.place_of_formatting(current.id).is_none()
            && !self.dialect.early_adoption
        {
            return self.pop(token.end);
        }
        for _ in 0..8 {
            let Some(format) = self.find_formatting(token.name) else {
                return self.other_end(token);
            };
            if !self.adopt(format, token) {
                return;
            }
        }
    }

    /// Closes a formatting element once, and returns whether it has to be done again.
    fn adopt(&mut self, format: Formatting, token: Token) -> bool {
        let early = self.dialect.early_adoption;
        let Some(place) = self.place_of(format.id) else {
            self.forget_formatting(format.id);
            return false;
        };
        let inside = &self.open[place + 1..];
        let in_scope = match early {
            true => self.in_scope(format.name),
            false => !inside.iter().any(|open| SCOPE.has(open.name)),
        };
        if !in_scope {
            return false;
        }
        let seen = if early { (OUTERMOST - 1).saturating_sub(place) } else { usize::MAX };
        let block = inside.iter().take(seen).find(|open| self.is_special(open.name));
        let Some(&block) = block else {
            if early {
                self.close_to(|open| open == format.name, token.end);
            } else {
                self.open.truncate(place);
            }
            self.forget_formatting(format.id);
            return false;
        };
        let ancestor = self.open[place.saturating_sub(1)];
        let mut bookmark = self.place_of_formatting(format.id).unwrap_or(0);
        let top = self.wrap(block.id, format.id, &mut bookmark);
        self.tree.detach(top);
        self.put_in(top, ancestor);
        let adopter = self.copy(format);
        self.tree.adopt(block.id, adopter);
        self.tree.append(block.id, adopter);
        if let Some(at) = self.place_of_formatting(format.id) {
            self.formatting.remove(at);
            bookmark -= usize::from(at < bookmark);
        }
        if !early {
            let entry = Formatting { id: adopter, ..format };
            self.formatting.insert(bookmark.min(self.formatting.len()), Some(entry));
        }
        self.remove_open(format.id);
        if let Some(at) = self.place_of(block.id) {
            self.open.insert(at + 1, Open { id: adopter, name: format.name, space: Space::Html });
        }
        true
    }

    fn copy(&mut self, format: Formatting) -> Id {
        let attributes = format.attributes;
        self.make_element(Token { attributes, ..Token::new(Kind::Start, format.name) }, Space::Html)
    }

    /// Wraps a block in copies of the formatting elements between it and `format`, and returns the
    /// outermost.
    fn wrap(&mut self, block: Id, format: Id, bookmark: &mut usize) -> Id {
        let early = self.dialect.early_adoption;
        let mut at = self.place_of(block).unwrap_or(0);
        let mut top = block;
        for count in 1.. {
            at -= 1;
            let node = self.open[at];
            if node.id == format || (early && count > MAX_WRAPPED) {
                break;
            }
            let mut entry = self.place_of_formatting(node.id);
            if count > MAX_WRAPPED
                && let Some(place) = entry.take()
            {
                self.formatting.remove(place);
                *bookmark -= usize::from(place < *bookmark);
            }
            let Some(place) = entry else {
                self.open.remove(at);
                if early {
                    break;
                }
                continue;
            };
            let attributes = if early { 0 } else { self.tree.node(node.id).data.start };
            let mut copy = Formatting { id: node.id, name: node.name, attributes };
            copy.id = self.copy(copy);
            self.formatting[place] = Some(copy);
            self.open[at].id = copy.id;
            if top == block {
                *bookmark = place + 1;
            }
            self.tree.append(copy.id, top);
            top = copy.id;
        }
        top
    }
}
