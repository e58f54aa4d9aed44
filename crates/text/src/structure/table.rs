//! Tables: those of data, and those that only set a page.

use super::context::Convert;
use super::notes::is_heading;
use super::text::{flush, is_blank};
use super::{Align, Part, Table, TableCell};
use tamis_blocks::page::{Attribute, Structural};

/// Letters of a cell that has more than data.
const LONG: usize = 1000;

/// The most columns or rows that a cell spans.
const SPAN: u16 = 100;

/// The rows of a table.
#[derive(Default)]
struct TableRows {
    rows: Vec<Vec<u32>>,
    /// What is in no cell.
    others: Vec<u32>,
}

impl TableRows {
    fn add_section(&mut self, convert: &Convert, section: u32) {
        self.rows.push(Vec::new());
        for child in convert.outline.children(section) {
            self.add(convert, child);
        }
        self.rows.push(Vec::new());
    }

    /// Adds a row, a cell without one, or what is neither.
    fn add(&mut self, convert: &Convert, node: u32) {
        let outline = convert.outline;
        if convert.is_unseen(node) {
            return;
        }
        let is_cell =
            |node: &u32| matches!(convert.name(*node), "TD" | "TH") && !convert.is_unseen(*node);
        let is_other =
            |node: &u32| !is_cell(node) && !outline.is_blank(*node) && !convert.is_unseen(*node);
        match convert.name(node) {
            "TR" => {
                self.rows.push(outline.children(node).filter(is_cell).collect());
                self.rows.push(Vec::new());
                self.others.extend(outline.children(node).filter(is_other));
            }
            // A browser makes a row of cells without one.
            "TD" | "TH" => match self.rows.last_mut() {
                Some(row) => row.push(node),
                None => self.rows.push(vec![node]),
            },
            _ => self.others.extend(Some(node).filter(is_other)),
        }
    }
}

impl Convert<'_> {
    /// Adds a table, or what stands in its cells.
    pub fn table(&self, node: u32, out: &mut Vec<Part>) {
        if let Some(code) = self.code_of_table(node) {
            out.push(code);
            return;
        }
        let outline = self.outline;
        let TableRows { rows, others } = self.rows(node);
        if !self.is_data(node, &rows) {
            self.flow(node, out);
            return;
        }
        // What stands in a table, but in no cell, is shown before it.
        let mut line = Vec::new();
        for other in others {
            self.one(other, &mut line, out);
        }
        flush(&mut line, out);
        let is_whole = self.is_whole.replace(true);
        let caption = outline.children(node).find(|child| outline.name(*child) == "CAPTION");
        let caption = self.caption(caption);
        let cells = |row: &Vec<u32>| row.iter().map(|cell| self.cell(*cell)).collect();
        let rows: Vec<Vec<TableCell>> = rows.iter().map(cells).collect();
        self.is_whole.set(is_whole);
        let is_empty = rows.iter().flatten().all(|cell| cell.parts.is_empty());
        if !(is_empty && is_blank(&caption)) {
            out.push(Part::Table(Table { caption, rows }));
        }
    }

    /// The rows of a table itself, not of those in it.
    fn rows(&self, node: u32) -> TableRows {
        let outline = self.outline;
        let mut found = TableRows::default();
        for child in outline.children(node) {
            match self.name(child) {
                "THEAD" | "TBODY" | "TFOOT" => found.add_section(self, child),
                "CAPTION" => {}
                _ => found.add(self, child),
            }
        }
        found.rows.retain(|row| !row.iter().all(|cell| self.is_empty(*cell)));
        found
    }

    /// Whether nothing is to be seen of a cell, and no other cell depends on it.
    fn is_empty(&self, cell: u32) -> bool {
        let outline = self.outline;
        let is_shown = |node: u32| outline.name(node) == "IMG" || self.is_math(node);
        outline.is_blank(cell)
            && outline.get(cell, Structural::Rowspan).is_none()
            && !outline.inside(cell).any(is_shown)
    }

    /// Whether a table has data: its rows have more than one cell, and no cell has a heading, much
    /// text of several paragraphs or a table; with much text, headers make no data of it. A table
    /// with headers of its own may have small tables of data in its cells.
    fn is_data(&self, node: u32, rows: &[Vec<u32>]) -> bool {
        let outline = self.outline;
        let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
        let role = outline.attribute(node, Attribute::Role).unwrap_or_default();
        if matches!(role, "presentation" | "none") || columns < 2 {
            return false;
        }
        let has = |names: &[&str]| outline.inside(node).any(|n| names.contains(&self.name(n)));
        let mut inner =
            outline.inside(node).filter(|inner| self.name(*inner) == "TABLE").peekable();
        if inner.peek().is_some()
            && !(self.has_headers(node, rows) && inner.all(|one| self.is_small_table(one)))
        {
            return false;
        }
        let longest = rows.iter().flatten().max_by_key(|cell| self.texts.letters(**cell));
        let is_long = longest.is_some_and(|cell| self.texts.letters(*cell) >= LONG);
        if is_long && longest.is_some_and(|cell| self.has_sections(*cell)) {
            return false;
        }
        if has(&["TH", "THEAD", "CAPTION"]) {
            return true;
        }
        if has(&["H1", "H2", "H3", "FORM", "NAV", "ARTICLE", "SECTION"]) {
            return false;
        }
        if rows.len() == 1 {
            // Words beside words, and no boxes, pictures or buttons that a page sets side by side.
            let is_full = rows.iter().flatten().all(|cell| !outline.is_blank(*cell));
            return is_full
                && !has(&["DIV", "P", "UL", "OL", "IMG", "INPUT", "BUTTON", "A", "SCRIPT"]);
        }
        let full = rows.iter().filter(|row| row.len() == columns).count();
        full * 2 > rows.len() && !is_long
    }

    /// Whether a table says by itself that it has data.
    fn has_headers(&self, node: u32, rows: &[Vec<u32>]) -> bool {
        let outline = self.outline;
        let is_head = |child| matches!(self.name(child), "THEAD" | "CAPTION");
        outline.has_class(node, "wikitable")
            || rows.iter().flatten().any(|cell| self.name(*cell) == "TH")
            || outline.children(node).any(is_head)
    }

    /// Whether a table in a cell has data, little of it and no table inside.
    fn is_small_table(&self, node: u32) -> bool {
        let has_table = self.outline.inside(node).any(|inner| self.name(inner) == "TABLE");
        !has_table && self.texts.letters(node) < LONG && self.is_data(node, &self.rows(node).rows)
    }

    /// Whether a cell has a heading or several paragraphs.
    fn has_sections(&self, cell: u32) -> bool {
        let names = self.outline.inside(cell).map(|node| self.outline.name(node));
        names.filter(|name| *name == "P").nth(1).is_some()
            || self.outline.inside(cell).any(|node| is_heading(self.outline.name(node)))
    }

    fn cell(&self, node: u32) -> TableCell {
        let outline = self.outline;
        let span = |attribute| {
            let found =
                outline.get(node, attribute).and_then(|value| value.trim().parse::<u16>().ok());
            found.unwrap_or(1).clamp(1, SPAN)
        };
        let style = outline.attribute(node, Attribute::Style);
        TableCell {
            is_header: self.name(node) == "TH",
            spans: [span(Structural::Colspan), span(Structural::Rowspan)],
            align: style.and_then(aligned),
            parts: self.parts(node),
        }
    }
}

/// How a style sets text.
fn aligned(style: &str) -> Option<Align> {
    let style = style.to_ascii_lowercase();
    let how = style.split("text-align").nth(1)?.trim_start_matches([':', ' ']);
    let all = [("left", Align::Left), ("center", Align::Center), ("right", Align::Right)];
    all.into_iter().find(|(start, _)| how.starts_with(start)).map(|(_, align)| align)
}
