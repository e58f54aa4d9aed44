//! Leaves of a page what some of its blocks have.

use super::text::{is_blank, tidy};
use super::walk::{Leaf, each_piece};
use super::{Inline, Item, List, Part, Piece, Structure};

/// What is left of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Left {
    /// Text that is kept.
    Some,
    /// Nothing: its text is not kept.
    None,
    /// It has no text: an image, a line. It stays between texts that stay.
    Between,
}

impl Structure {
    /// Leaves the texts of some blocks, and what stands between them.
    pub fn keep(&mut self, is_kept: &dyn Fn(u32) -> bool) {
        let keep = Keep { is_kept };
        keep.parts(&mut self.parts);
        while self.notes.iter().all(Vec::is_empty) && self.parts.last() == Some(&Part::Rule) {
            self.parts.pop();
        }
        for note in &mut self.notes {
            keep.parts(note);
        }
        let is_empty: Vec<bool> = self.notes.iter().map(Vec::is_empty).collect();
        for part in &mut self.parts {
            part.each_leaf(&mut |leaf| {
                if let Leaf::Line(line) = leaf {
                    drop_notes(line, &is_empty);
                }
            });
        }
    }
}

/// Drops references to footnotes that are empty.
fn drop_notes(line: &mut Vec<Inline>, is_empty: &[bool]) {
    line.retain_mut(|inline| match inline {
        Inline::Note(number) => !is_empty[*number],
        Inline::Styled(_, inner) | Inline::Link(_, inner) => {
            drop_notes(inner, is_empty);
            !inner.is_empty()
        }
        _ => true,
    });
}

struct Keep<'a> {
    is_kept: &'a dyn Fn(u32) -> bool,
}

impl Keep<'_> {
    fn parts(&self, parts: &mut Vec<Part>) -> Left {
        let left: Vec<Left> = parts.iter_mut().map(|part| self.part(part)).collect();
        let text = |found: Option<&Left>| found.is_none_or(|left| *left == Left::Some);
        let known = |left: &&Left| **left != Left::Between;
        let stays = |at: usize| match left[at] {
            Left::Some => true,
            Left::None => false,
            Left::Between => {
                let before = left[..at].iter().rev().find(known);
                let after = left[at + 1..].iter().find(known);
                text(before) && text(after) && before.or(after).is_some()
            }
        };
        let all = match () {
            () if left.contains(&Left::Some) => Left::Some,
            () if left.contains(&Left::None) || left.is_empty() => Left::None,
            () => return Left::Between,
        };
        let stay: Vec<bool> = (0..parts.len()).map(stays).collect();
        let mut stay = stay.into_iter();
        parts.retain(|_| stay.next().unwrap_or(true));
        let rules = parts.iter().take_while(|part| **part == Part::Rule).count();
        parts.drain(..rules);
        all
    }

    fn part(&self, part: &mut Part) -> Left {
        match part {
            Part::Heading(_, line) | Part::Paragraph(line) => self.line(line),
            Part::Quote(parts) => self.parts(parts),
            Part::Rule => Left::Between,
            Part::Code(_, pieces) => self.code(pieces),
            Part::Callout(_, title, parts) => {
                let left = self.parts(parts);
                if title.is_empty() { left } else { either(left, self.line(title)) }
            }
            Part::Figure(parts, caption) => {
                let left = if caption.is_empty() { Left::Between } else { self.line(caption) };
                match (self.parts(parts), left) {
                    // An image stays without a caption that is not kept.
                    (Left::Between, Left::None) => Left::Between,
                    (parts, caption) => either(parts, caption),
                }
            }
            Part::List(list) => {
                let left: Vec<Left> =
                    list.items.iter_mut().map(|item| self.parts(&mut item.parts)).collect();
                let mut stay = left.iter().map(|left| *left != Left::None);
                list.items.retain(|_| stay.next().unwrap_or(true));
                hoist(list);
                left.into_iter().reduce(either).unwrap_or(Left::None)
            }
            Part::Table(_) => self.table(part),
            Part::Definitions(all) => {
                let mut left = Left::None;
                for one in all.iter_mut() {
                    one.terms.retain_mut(|term| {
                        let found = self.line(term);
                        left = either(left, found);
                        found == Left::Some
                    });
                    one.meanings.retain_mut(|meaning| {
                        let found = self.parts(meaning);
                        left = either(left, found);
                        found == Left::Some
                    });
                }
                all.retain(|one| !(one.terms.is_empty() && one.meanings.is_empty()));
                left
            }
        }
    }

    /// A table without some of its rows is none: it is kept whole if most of it is, else what is
    /// kept of it.
    fn table(&self, part: &mut Part) -> Left {
        let mut letters = Letters::default();
        part.each_piece(&mut |piece| letters.add(piece, self.is_kept));
        let Part::Table(table) = part else { return Left::None };
        if letters.are_kept() {
            return Left::Some;
        }
        let mut all = match self.line(&mut table.caption) {
            Left::Some => Left::Some,
            _ => Left::None,
        };
        table.rows.retain_mut(|row| {
            let left = row.iter_mut().map(|cell| {
                let left = self.parts(&mut cell.parts);
                if left == Left::None {
                    cell.parts.clear();
                }
                left
            });
            let left = left.reduce(either).unwrap_or(Left::None);
            all = either(all, left);
            left == Left::Some
        });
        all
    }

    /// Code is kept whole if most of it is, else what is kept of it.
    fn code(&self, pieces: &mut Vec<Piece>) -> Left {
        let mut letters = Letters::default();
        for piece in pieces.iter() {
            letters.add(piece, self.is_kept);
        }
        let has_block = pieces.iter().any(|piece| piece.block.is_some());
        if letters.kept > 0 && !letters.are_kept() {
            pieces.retain(|piece| piece.block.is_none_or(self.is_kept));
        }
        match letters.kept > 0 {
            true => Left::Some,
            false if has_block => Left::None,
            false => Left::Between,
        }
    }

    fn line(&self, line: &mut Vec<Inline>) -> Left {
        // Mathematics cuts a sentence into many blocks: it is kept whole.
        if has_math(line) {
            let mut letters = Letters::default();
            each_piece(line, &mut |piece| letters.add(piece, self.is_kept));
            if letters.are_kept() {
                return Keep { is_kept: &|_| true }.line_alone(line);
            }
        }
        self.line_alone(line)
    }

    fn line_alone(&self, line: &mut Vec<Inline>) -> Left {
        let mut found = Found::default();
        self.inlines(line, &mut found);
        if found.text && !found.kept {
            line.clear();
            return Left::None;
        }
        if found.dropped {
            tidy(line);
        }
        if found.kept {
            Left::Some
        } else if is_blank(line) {
            Left::None
        } else {
            Left::Between
        }
    }

    fn inlines(&self, line: &mut Vec<Inline>, found: &mut Found) {
        line.retain_mut(|inline| match inline {
            Inline::Text(piece) => self.text(piece, found),
            Inline::Code(pieces) => {
                pieces.retain(|piece| self.text(piece, found));
                !pieces.is_empty()
            }
            Inline::Styled(_, inner) | Inline::Link(_, inner) => {
                self.inlines(inner, found);
                !inner.is_empty()
            }
            // Few methods know what to make of its words: it stays between texts that stay.
            Inline::Math(math) => {
                found.kept |= math.blocks.iter().any(|block| (self.is_kept)(*block));
                true
            }
            Inline::Image(_) | Inline::Break | Inline::Note(_) => true,
        });
    }

    fn text(&self, piece: &Piece, found: &mut Found) -> bool {
        if piece.text.trim().is_empty() {
            return true;
        }
        let is_kept = match piece.block {
            Some(block) => {
                found.text = true;
                let is_kept = (self.is_kept)(block);
                found.kept |= is_kept;
                is_kept
            }
            None => matches!(&*piece.text, "“" | "”"),
        };
        found.dropped |= !is_kept;
        is_kept
    }
}

/// What a line has.
#[derive(Default)]
struct Found {
    /// Text of a block.
    text: bool,
    /// Text that is kept.
    kept: bool,
    /// Text that was dropped.
    dropped: bool,
}

fn has_math(line: &[Inline]) -> bool {
    line.iter().any(|inline| match inline {
        Inline::Math(_) => true,
        Inline::Styled(_, inner) | Inline::Link(_, inner) => has_math(inner),
        _ => false,
    })
}

/// Puts the items of a list in the place of the item around that has lost its own text.
fn hoist(list: &mut List) {
    let is_list = |item: &Item| matches!(&item.parts[..], [Part::List(_)]);
    if !list.items.iter().any(is_list) {
        return;
    }
    for item in std::mem::take(&mut list.items) {
        match <[Part; 1]>::try_from(item.parts) {
            Ok([Part::List(inner)]) => list.items.extend(inner.items),
            Ok(parts) => list.items.push(Item { is_done: item.is_done, parts: parts.into() }),
            Err(parts) => list.items.push(Item { is_done: item.is_done, parts }),
        }
    }
}

/// The letters and digits of texts in blocks that are kept, and in others.
#[derive(Default)]
struct Letters {
    kept: usize,
    other: usize,
}

impl Letters {
    fn add(&mut self, piece: &Piece, is_kept: &dyn Fn(u32) -> bool) {
        let letters = piece.text.chars().filter(|c| c.is_alphanumeric()).count();
        match piece.block.is_some_and(is_kept) {
            true => self.kept += letters,
            false => self.other += letters,
        }
    }

    /// Whether what is kept as a whole or not at all is kept: most of it is.
    fn are_kept(&self) -> bool {
        self.kept > 0 && self.kept >= self.other
    }
}

fn either(a: Left, b: Left) -> Left {
    match (a, b) {
        (Left::Some, _) | (_, Left::Some) => Left::Some,
        (Left::None, _) | (_, Left::None) => Left::None,
        _ => Left::Between,
    }
}
