//! Visits the lines and the texts of parts.

use super::{Inline, Part, Piece, Structure};
use tamis_blocks::html::compose;

/// What a part has at its ends.
pub enum PartLeaf<'a> {
    Line(&'a mut Vec<Inline>),
    /// Code on lines of its own.
    Code(&'a mut Vec<Piece>),
}

impl PartLeaf<'_> {
    fn each_piece(self, visit: &mut dyn FnMut(&mut Piece)) {
        match self {
            Self::Line(line) => each_piece(line, visit),
            Self::Code(pieces) => pieces.iter_mut().for_each(visit),
        }
    }
}

impl Structure {
    /// Composes every text, as readers type it.
    pub(super) fn composed(mut self) -> Self {
        self.each_piece(&mut |piece| compose(&mut piece.text));
        self
    }

    /// Calls `visit` with every text, those of the parts first.
    pub fn each_piece(&mut self, visit: &mut dyn FnMut(&mut Piece)) {
        self.each_leaf(&mut |leaf| leaf.each_piece(visit));
    }

    /// Calls `visit` with every line and all code, those of the parts first.
    pub fn each_leaf(&mut self, visit: &mut dyn FnMut(PartLeaf)) {
        for part in self.parts.iter_mut().chain(self.notes.iter_mut().flatten()) {
            part.each_leaf(visit);
        }
    }
}

impl Part {
    /// Calls `visit` with every text of this part.
    pub fn each_piece(&mut self, visit: &mut dyn FnMut(&mut Piece)) {
        self.each_leaf(&mut |leaf| leaf.each_piece(visit));
    }

    /// Calls `visit` with every line and all code of this part, in page order.
    pub fn each_leaf(&mut self, visit: &mut dyn FnMut(PartLeaf)) {
        let all = |parts: &mut [Self], visit: &mut dyn FnMut(PartLeaf)| {
            for part in parts {
                part.each_leaf(visit);
            }
        };
        match self {
            Self::Heading(_, line) | Self::Paragraph(line) => visit(PartLeaf::Line(line)),
            Self::Code(_, pieces) => visit(PartLeaf::Code(pieces)),
            Self::Quote(parts) => all(parts, visit),
            Self::List(list) => {
                list.items.iter_mut().for_each(|item| all(&mut item.parts, visit));
            }
            Self::Table(table) => {
                visit(PartLeaf::Line(&mut table.caption));
                let cells = table.rows.iter_mut().flatten();
                cells.for_each(|cell| all(&mut cell.parts, visit));
            }
            Self::Callout(_, title, parts) => {
                visit(PartLeaf::Line(title));
                all(parts, visit);
            }
            Self::Figure(parts, caption) => {
                all(parts, visit);
                visit(PartLeaf::Line(caption));
            }
            Self::Definitions(definitions) => {
                for one in definitions {
                    one.terms.iter_mut().for_each(|term| visit(PartLeaf::Line(term)));
                    one.meanings.iter_mut().for_each(|meaning| all(meaning, visit));
                }
            }
            Self::Rule => {}
        }
    }
}

/// Calls `visit` with every text of a line.
pub fn each_piece(line: &mut [Inline], visit: &mut dyn FnMut(&mut Piece)) {
    for inline in line {
        match inline {
            Inline::Text(piece) => visit(piece),
            Inline::Code(pieces) => pieces.iter_mut().for_each(&mut *visit),
            Inline::Styled(_, inner) | Inline::Link(_, inner) => each_piece(inner, visit),
            Inline::Image(_) | Inline::Math(_) | Inline::Break | Inline::Note(_) => {}
        }
    }
}
