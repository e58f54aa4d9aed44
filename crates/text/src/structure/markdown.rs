//! Writes the parts of a page as GitHub's Markdown, with mathematics between dollars and footnotes.

use super::address::may_lead;
use super::inline::unstyle;
use super::text::{is_blank, is_space, lines_of, plain};
use super::{
    Align, Inline, List, ListItem, Options, Part, Piece, Structure, Style, Table, TableCell,
};
use memchr::memmem;
use std::borrow::Cow;
use std::cell::{self, OnceCell};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::ops::Range;
use tamis_blocks::html::floor;

impl Structure {
    /// Returns this as GitHub's Markdown, every line ended. The headings of level 1 are of level 2:
    /// the title is not part of it.
    pub fn markdown(&self, options: Options) -> String {
        let places = OnceCell::new();
        let numbers = self.numbers();
        let [is_in_link, is_in_meaning] = <[cell::Cell<bool>; 2]>::default();
        let [written, marks] = <[cell::Cell<usize>; 2]>::default();
        let all = &self.parts;
        let writer = MarkdownWriter {
            options,
            numbers,
            all,
            places,
            is_in_link,
            is_in_meaning,
            written,
            marks,
        };
        let mut out = String::new();
        writer.add_parts(&self.parts, &mut out);
        for (number, note) in writer.numbers.iter().zip(&self.notes) {
            if let Some(number) = number {
                let text = writer.parts(note);
                let start = note_start(&text);
                let text = text.trim_end().replace('\n', "\n    ").replace("\n    \n", "\n\n");
                between(&mut out);
                _ = writeln!(out, "[^{number}]:{start}{text}");
            }
        }
        out
    }

    /// The numbers of the footnotes, from 1; none for those that are not kept.
    pub(super) fn numbers(&self) -> Vec<Option<usize>> {
        let mut last = 0;
        let number = |note: &Vec<Part>| {
            last += usize::from(!note.is_empty());
            (!note.is_empty()).then_some(last)
        };
        self.notes.iter().map(number).collect()
    }
}

fn between(out: &mut String) {
    if !out.is_empty() {
        out.push('\n');
    }
}

/// Columns after which cells span nothing.
const MOST_COLUMNS: usize = 200;
/// Empty cells of a table, besides so many for each cell that it has: what spans and short rows
/// leave. Where there would be more, cells span nothing and short rows stay short.
const EMPTY: (usize, usize) = (4096, 64);
/// Bytes of the marks and blanks before the lines of lists and quotations, besides so many for each
/// byte of text. Those around that would need more have none.
const MARKED: (usize, usize) = (1 << 20, 4);

struct MarkdownWriter<'a> {
    options: Options,
    /// The numbers of footnotes, from 1; none for those that are not kept.
    numbers: Vec<Option<usize>>,
    /// All parts of the page.
    all: &'a [Part],
    /// The names by which links lead to the headings that are written.
    places: OnceCell<HashSet<String>>,
    /// Whether what is being written is in a link.
    is_in_link: cell::Cell<bool>,
    /// Whether it is in what a term means.
    is_in_meaning: cell::Cell<bool>,
    /// Bytes of lines and code.
    written: cell::Cell<usize>,
    /// Bytes of marks and blanks before them.
    marks: cell::Cell<usize>,
}

impl MarkdownWriter<'_> {
    /// Parts with blank lines between, every line ended.
    fn parts(&self, parts: &[Part]) -> String {
        let mut out = String::new();
        self.add_parts(parts, &mut out);
        out
    }

    /// Adds parts with blank lines between, every line ended.
    fn add_parts(&self, parts: &[Part], out: &mut String) {
        let start = out.len();
        let mut is_other = false;
        let mut before = None;
        for part in parts {
            let end = out.len();
            if end > start {
                out.push('\n');
            }
            let from = out.len();
            match part {
                // A list directly after one of its kind has other marks, or would belong to it.
                Part::List(list) => {
                    let is_same = before == Some(list.start.is_some());
                    is_other = is_same && !is_other;
                    out.push_str(&self.list(list, is_other));
                }
                Part::Paragraph(line) => self.add_paragraph(line, out),
                part => out.push_str(&self.part(part)),
            }
            if out.len() == from {
                out.truncate(end);
            } else {
                before =
                    if let Part::List(list) = part { Some(list.start.is_some()) } else { None };
            }
        }
    }

    fn part(&self, part: &Part) -> String {
        match part {
            Part::Heading(level, line) => {
                let line = self.line(line).replace("  \n", " ").replace('\n', " ");
                // The only heading of level 1 is the title of the page, which is not part of it.
                let marks = "#".repeat(usize::from((*level).max(2)));
                if line.is_empty() { line } else { format!("{marks} {}\n", escaped_end(&line)) }
            }
            Part::Paragraph(line) => self.paragraph(line),
            Part::List(list) => self.list(list, false),
            Part::Table(table) => self.table(table),
            Part::Code(language, pieces) => {
                let code = code(language.as_deref(), pieces);
                self.written.set(self.written.get() + code.len());
                code
            }
            Part::Quote(parts) => self.quoted(self.parts(parts)),
            Part::Callout(kind, title, parts) => self.callout(kind, title, parts),
            Part::Definitions(all) => {
                let mut out = String::new();
                for one in all {
                    between(&mut out);
                    for term in &one.terms {
                        let term = [Inline::Styled(Style::Strong, strong(term))];
                        self.add_paragraph(&term, &mut out);
                    }
                    for meaning in &one.meanings {
                        let is_inside = self.is_in_meaning.replace(true);
                        let text = self.parts(meaning);
                        self.is_in_meaning.set(is_inside);
                        if one.terms.is_empty() {
                            out.push_str(&text);
                        } else if begins_in_line(&text) {
                            // Four blanks would be code.
                            let blanks = if is_inside { 0 } else { 2 };
                            out.push_str(&self.indented(&text, ": ", blanks));
                        } else {
                            // Behind a mark that CommonMark does not know, a fence is none.
                            between(&mut out);
                            out.push_str(&text);
                        }
                    }
                }
                out
            }
            Part::Figure(parts, caption) => {
                let mut out = self.parts(parts);
                if !is_blank(caption) {
                    between(&mut out);
                    out.push_str(&self.paragraph(caption));
                }
                out
            }
            Part::Rule => "---\n".to_owned(),
        }
    }

    /// A box in one of the five kinds that GitHub shows, which writes the kind's name; another
    /// title is a bold line.
    fn callout(&self, kind: &str, title: &[Inline], parts: &[Part]) -> String {
        let name = plain(title);
        let name = name.trim().trim_end_matches(':');
        let is_of = |kind: &&&str| name.eq_ignore_ascii_case(kind);
        let named = BOXES.iter().find(is_of).copied();
        let is_named = named.is_some() || name.eq_ignore_ascii_case(kind);
        let kind = named.unwrap_or_else(|| box_kind(kind));
        let mut text = self.parts(parts);
        let title = self.paragraph(&[Inline::Styled(Style::Strong, strong(title))]);
        if text.is_empty() {
            return if title.is_empty() { title } else { self.quoted(title) };
        }
        if !is_named && !title.is_empty() {
            text.insert_str(0, &format!("{title}\n"));
        }
        self.quoted(format!("[!{kind}]\n{text}"))
    }

    fn paragraph(&self, line: &[Inline]) -> String {
        let mut out = String::new();
        self.add_paragraph(line, &mut out);
        out
    }

    fn add_paragraph(&self, line: &[Inline], out: &mut String) {
        if let [Inline::Math(math)] = line {
            _ = writeln!(out, "$$\n{}\n$$", tex_in(&math.tex));
            return;
        }
        let text = self.line(line);
        if text.is_empty() {
            return;
        }
        for line in text.split('\n') {
            out.push_str(&escaped_start(line));
            out.push('\n');
        }
    }

    fn list(&self, list: &List, is_other: bool) -> String {
        let is_loose = list.items.iter().any(|item| is_loose(&item.parts));
        let first = list.start.filter(|start| (0..MOST_NUMBER).contains(start));
        let mut out = String::new();
        for (at, item) in list.items.iter().enumerate() {
            let mark = match list.start {
                Some(_) => {
                    let end = if is_other { ')' } else { '.' };
                    format!("{}{end} ", first.unwrap_or(1) + at as i64)
                }
                None => if is_other { "* " } else { "- " }.to_owned(),
            };
            let text = self.item(item, is_loose);
            if text.is_empty() {
                continue;
            }
            if is_loose {
                between(&mut out);
            }
            out.push_str(&self.indented(&text, &mark, mark.len()));
        }
        out
    }

    fn item(&self, item: &ListItem, is_loose: bool) -> String {
        let mut out = String::new();
        for part in &item.parts {
            let text = self.part(part);
            if !out.is_empty() && !text.is_empty() && is_loose {
                out.push('\n');
            }
            out.push_str(&text);
        }
        // Only a paragraph can have a box.
        match item.is_done.filter(|_| matches!(item.parts.first(), Some(Part::Paragraph(_)))) {
            Some(true) => format!("[x] {out}"),
            Some(false) => format!("[ ] {out}"),
            None => out,
        }
    }

    fn table(&self, table: &Table) -> String {
        let (texts, mut grid) = self.grid(table);
        let columns = grid.iter().map(Vec::len).max().unwrap_or_default();
        let is_filled = grid.len() * columns <= most_empty(texts.len());
        let mut out = String::new();
        if !is_blank(&table.caption) {
            out.push_str(&self.paragraph(&table.caption));
            out.push('\n');
        }
        if heads_rows(table) {
            grid.insert(0, Vec::new());
        }
        let rules = rules(table, columns);
        for (number, row) in grid.iter().enumerate() {
            out.push('|');
            // Rows may be shorter than the first.
            for column in 0..if number == 0 || is_filled { columns } else { row.len() } {
                let text =
                    row.get(column).and_then(|cell| texts.get((*cell as usize).wrapping_sub(1)));
                _ = write!(out, " {} |", text.map_or("", String::as_str));
            }
            out.push('\n');
            if number == 0 {
                out.push('|');
                for rule in &rules {
                    _ = write!(out, " {rule} |");
                }
                out.push('\n');
            }
        }
        out
    }

    /// The texts of a table's cells, and its rows of their numbers, from 1: what a cell spans
    /// besides is empty, and has none.
    fn grid(&self, table: &Table) -> (Vec<String>, Vec<Vec<u32>>) {
        const EMPTY: u32 = 0;
        const FREE: u32 = u32::MAX;
        let mut texts = Vec::new();
        let mut grid: Vec<Vec<u32>> = vec![Vec::new(); table.rows.len()];
        let mut left = most_empty(table.rows.iter().map(Vec::len).sum());
        for (number, row) in table.rows.iter().enumerate() {
            let mut column = 0;
            for cell in row {
                while grid[number].get(column).is_some_and(|cell| *cell != FREE) {
                    column += 1;
                }
                texts.push(self.cell(&cell.parts));
                // Spans that make a page of a few bytes a table of millions of cells are none.
                let [wide, high] = cell.spans.map(|span| usize::from(span).max(1));
                let high = high.min(grid.len() - number);
                let is_wide = column >= MOST_COLUMNS || wide * high > left + 1;
                let [wide, high] = if is_wide { [1, 1] } else { [wide, high] };
                left -= wide * high - 1;
                for row in &mut grid[number..number + high] {
                    row.resize(row.len().max(column + wide), FREE);
                    row[column..column + wide].fill(EMPTY);
                }
                grid[number][column] = texts.len() as u32;
                column += wide;
            }
        }
        (texts, grid)
    }

    fn cell(&self, parts: &[Part]) -> String {
        let text = self.line(&lines_of(parts.to_vec()));
        let text = text.replace("  \n", "<br>").replace('\n', " ");
        let mut out = String::with_capacity(text.len());
        let mut slashes = 0;
        for c in text.chars() {
            // After an even number of backslashes a stroke parts cells.
            if c == '|' {
                out.push_str(if slashes % 2 == 0 { "\\" } else { "\\\\" });
            }
            slashes = if c == '\\' { slashes + 1 } else { 0 };
            out.push(c);
        }
        out
    }

    /// A line; breaks end lines with two blanks.
    fn line(&self, line: &[Inline]) -> String {
        let mut out = String::new();
        self.inlines(line, &mut out);
        out.truncate(out.trim_end_matches(is_space).len());
        out.drain(..out.len() - out.trim_start_matches(is_space).len());
        self.written.set(self.written.get() + out.len());
        out
    }

    /// Whether the lines of a text may have so many bytes of marks or blanks before them.
    fn takes_marks(&self, text: &str, bytes: usize) -> bool {
        let lines = 1 + memchr::memchr_iter(b'\n', text.as_bytes()).count();
        let all = self.marks.get() + lines * bytes;
        let takes = all <= MARKED.0 + MARKED.1 * self.written.get();
        if takes {
            self.marks.set(all);
        }
        takes
    }

    fn quoted(&self, text: String) -> String {
        if !self.takes_marks(&text, "> ".len()) {
            return text;
        }
        text.trim_end().split('\n').fold(String::new(), |mut out, line| {
            let space = if line.is_empty() { "" } else { " " };
            _ = writeln!(out, ">{space}{line}");
            out
        })
    }

    /// Puts a mark before the first line, and blanks before every other that is not empty.
    fn indented(&self, text: &str, mark: &str, blanks: usize) -> String {
        let is_marked = self.takes_marks(text, mark.len());
        let rest = " ".repeat(if is_marked { blanks } else { 0 });
        let mut out = String::new();
        for (at, line) in text.trim_end().split('\n').enumerate() {
            match (at, line.is_empty()) {
                (0, _) if is_marked => _ = writeln!(out, "{mark}{line}"),
                (_, true) => out.push('\n'),
                _ => _ = writeln!(out, "{rest}{line}"),
            }
        }
        out
    }

    fn inlines(&self, line: &[Inline], out: &mut String) {
        let mut rest = line;
        while let [inline, after @ ..] = rest {
            rest = after;
            match inline {
                Inline::Text(_) | Inline::Break => {
                    let is_text = |one: &&Inline| matches!(one, Inline::Text(_) | Inline::Break);
                    let more = after.iter().take_while(is_text).count();
                    let start = line.len() - after.len() - 1;
                    self.texts(&line[start..=start + more], out);
                    rest = &after[more..];
                }
                Inline::Styled(style, inner) => {
                    let next = after.iter().find_map(|next| self.first_of(next));
                    self.styled(*style, inner, next, out);
                }
                Inline::Link(address, inner) => self.link(address, inner, out),
                Inline::Image(image) if image.address.is_empty() => {
                    escape(&image.alt, self.is_in_link.get(), out);
                }
                Inline::Image(image) if self.options.images => {
                    out.push_str("![");
                    escape_marks(&image.alt.replace(['[', ']'], ""), true, out);
                    _ = write!(out, "]({})", address_in(&image.address));
                }
                Inline::Image(_) => {}
                Inline::Code(pieces) => {
                    let mut code = String::new();
                    code_in_line(pieces, &mut code);
                    push(&code, out);
                }
                Inline::Math(math) if math.display => {
                    trim_line(out);
                    _ = write!(out, "\n$$\n{}\n$$\n", tex_in(&math.tex));
                }
                Inline::Math(math) => _ = write!(out, "${}$", tex_in(&math.tex).replace('\n', " ")),
                Inline::Note(number) => {
                    if let Some(Some(number)) = self.numbers.get(*number) {
                        push(&format!("[^{number}]"), out);
                    }
                }
            }
        }
    }

    /// Texts and line breaks side by side, over which mathematics may go on.
    fn texts(&self, line: &[Inline], out: &mut String) {
        let has_mark = |text: &str| memchr::memchr2(b'$', b'\\', text.as_bytes()).is_some();
        let may_be_tex =
            |inline: &Inline| matches!(inline, Inline::Text(piece) if has_mark(&piece.text));
        if line.len() > 1 && line.iter().any(may_be_tex) {
            let all: String = line.iter().map(text_or_end).collect();
            return escape(&all, self.is_in_link.get(), out);
        }
        for inline in line {
            escape(text_or_end(inline), self.is_in_link.get(), out);
        }
    }

    /// The first character that is written of something in a line.
    fn first_of(&self, inline: &Inline) -> Option<char> {
        match inline {
            Inline::Text(piece) => piece.text.chars().next(),
            Inline::Styled(Style::Strong | Style::Emphasis | Style::Deleted, inner) => {
                inner.iter().find_map(|inner| self.first_of(inner))
            }
            Inline::Styled(..) => Some('<'),
            Inline::Link(address, inner) => match self.is_written(address) {
                true => Some('['),
                false => inner.iter().find_map(|inner| self.first_of(inner)),
            },
            Inline::Image(image) if image.address.is_empty() => image.alt.chars().next(),
            Inline::Image(_) => self.options.images.then_some('!'),
            Inline::Code(pieces) => {
                pieces.iter().any(|piece| !piece.text.is_empty()).then_some('`')
            }
            Inline::Math(_) => Some('$'),
            Inline::Break => Some('\n'),
            Inline::Note(_) => Some('['),
        }
    }

    /// Text between marks. What would keep CommonMark from reading the marks as such stays outside:
    /// white space at the ends, and punctuation beside a letter outside.
    fn styled(&self, style: Style, inner: &[Inline], next: Option<char>, out: &mut String) {
        let (open, close) = match style {
            Style::Strong => ("**", "**"),
            Style::Emphasis => ("*", "*"),
            Style::Deleted => ("~~", "~~"),
            Style::Marked => ("<mark>", "</mark>"),
            Style::Subscript => ("<sub>", "</sub>"),
            Style::Superscript => ("<sup>", "</sup>"),
        };
        let mut text = String::new();
        self.inlines(inner, &mut text);
        let is_mark = !open.starts_with('<');
        let is_loose = |c: char| is_mark && is_punctuation(c);
        let mut core = core(&text);
        // Marks of one kind side by side are read as one.
        let near = &out[floor(out, out.len().saturating_sub(LONGEST_RUN))..];
        let before = near.trim_end_matches(|c| open.starts_with(c)).chars().next_back();
        if core.start == 0 && parts_no_words(before) {
            let rest = text[core.clone()].trim_start_matches(is_loose).trim_start();
            core.start = core.end - rest.len();
        }
        if core.end == text.len() && parts_no_words(next) {
            let rest = text[core.clone()].trim_end_matches(is_loose).trim_end();
            core.end = core.start + rest.len();
        }
        if is_mark && !is_read(open, &text, &core, [before, next]) {
            core.end = core.start;
        }
        wrap(&text, &core, open, close, out);
    }

    fn is_written(&self, address: &str) -> bool {
        self.options.links && !address.is_empty() && self.has_place(address)
    }

    /// Whether what is written has the place to which an address leads, if it is one of the page.
    fn has_place(&self, address: &str) -> bool {
        let Some(name) = address.strip_prefix('#') else { return true };
        let places = self.places.get_or_init(|| {
            let mut places = HashSet::new();
            add_places(self.all, &mut HashMap::new(), &mut places);
            places
        });
        places.contains(&*percent_encoding::percent_decode_str(name).decode_utf8_lossy())
    }

    fn link(&self, address: &str, inner: &[Inline], out: &mut String) {
        let mut text = String::new();
        let is_written = self.is_written(address);
        let is_inside = self.is_in_link.get();
        self.is_in_link.set(is_inside || is_written);
        self.inlines(inner, &mut text);
        self.is_in_link.set(is_inside);
        if !is_written {
            return push(&text, out);
        }
        let text = text.replace("  \n", " ").replace('\n', " ");
        let close = format!("]({})", address_in(address));
        wrap(&text, &core(&text), "[", &close, out);
    }
}

/// The kinds of boxes that GitHub shows.
const BOXES: [&str; 5] = ["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"];

/// The kind of GitHub's boxes that is nearest to another.
fn box_kind(kind: &str) -> &'static str {
    match kind {
        "tip" | "hint" | "success" | "check" => "TIP",
        "important" => "IMPORTANT",
        "warning" | "attention" => "WARNING",
        "caution" | "danger" | "error" | "bug" | "failure" => "CAUTION",
        _ => "NOTE",
    }
}

/// Adds the names that GitHub gives to the headings among parts, numbered if they are the same.
fn add_places(parts: &[Part], counts: &mut HashMap<String, u32>, out: &mut HashSet<String>) {
    for part in parts {
        match part {
            Part::Heading(_, line) => {
                let is_part = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
                let text = plain(line).trim().to_lowercase();
                let name = text.chars().filter(is_part).collect::<String>().replace(' ', "-");
                let count = counts.entry(name.clone()).or_default();
                out.insert(if *count == 0 { name } else { format!("{name}-{count}") });
                *count += 1;
            }
            Part::List(list) => {
                list.items.iter().for_each(|item| add_places(&item.parts, counts, out));
            }
            Part::Quote(parts) | Part::Callout(_, _, parts) | Part::Figure(parts, _) => {
                add_places(parts, counts, out);
            }
            _ => {}
        }
    }
}

/// Where a text is without the white space at its ends.
fn core(text: &str) -> Range<usize> {
    let end = text.trim_end().len();
    end - text[..end].trim_start().len()..end
}

/// Writes a text with marks around its core; without, if there is none.
fn wrap(text: &str, core: &Range<usize>, open: &str, close: &str, out: &mut String) {
    let [open, close] = if core.is_empty() { [""; 2] } else { [open, close] };
    for piece in [&text[..core.start], open, &text[core.clone()], close, &text[core.end..]] {
        push(piece, out);
    }
}

/// Writes Markdown after other: no `!` makes an image of a link, and code beside code is its own.
fn push(text: &str, out: &mut String) {
    if text.starts_with('[') && out.ends_with('!') {
        out.pop();
        out.push_str("\\!");
    }
    if text.starts_with('`') && out.ends_with('`') {
        out.push(' ');
    }
    out.push_str(text);
}

/// Whether CommonMark reads marks around the core of a text as such: not beside punctuation inside
/// with a letter outside. Marks around punctuation alone mean nothing.
fn is_read(mark: &str, text: &str, core: &Range<usize>, beside: [Option<char>; 2]) -> bool {
    let outside = [
        text[..core.start].chars().next_back().or(beside[0]),
        text[core.end..].chars().next().or(beside[1]),
    ];
    let core = text[core.clone()].trim_matches(|c| mark.starts_with(c));
    let inside = [core.chars().next(), core.chars().next_back()];
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    core.contains(char::is_alphanumeric)
        && outside
            .into_iter()
            .zip(inside)
            .all(|(outside, inside)| !parts_no_words(outside) || is_letter(inside))
}

/// Whether CommonMark may count a character neither as white space nor as punctuation: a letter or,
/// before its version 0.31, a sign such as `®`.
fn parts_no_words(c: Option<char>) -> bool {
    c.is_some_and(|c| {
        let is_mark = c.is_ascii_punctuation() || matches!(c, '\u{2010}'..='\u{2027}' | '«' | '»');
        !is_mark && !c.is_whitespace()
    })
}

/// Whether CommonMark counts a character as punctuation that may stand at the end of a text: none
/// that begins or ends a mark of its own.
fn is_punctuation(c: char) -> bool {
    !c.is_alphanumeric() && !c.is_whitespace() && !"*_`~=[]()<>\\$!#&".contains(c)
}

/// A line without bold type, to be bold as a whole.
fn strong(line: &[Inline]) -> Vec<Inline> {
    let mut line = line.to_vec();
    unstyle(Style::Strong, &mut line);
    line
}

/// Whether a table has headers of rows and none of columns: its first row and most others have one
/// first, and no row has another. The first row of data is no header then.
fn heads_rows(table: &Table) -> bool {
    let is_headed = |row: &&Vec<TableCell>| row.len() > 1 && row[0].is_header;
    let has_others = |row: &Vec<TableCell>| row.iter().skip(1).any(|cell| cell.is_header);
    let headed = table.rows.iter().filter(is_headed).count();
    table.rows.first().as_ref().is_some_and(is_headed)
        && headed * 2 > table.rows.len()
        && !table.rows.iter().any(has_others)
}

/// The most empty cells of a table with so many others.
fn most_empty(cells: usize) -> usize {
    EMPTY.0 + EMPTY.1 * cells
}

/// How each column is set: as the first cell that says it.
fn rules(table: &Table, columns: usize) -> Vec<&'static str> {
    let mut aligns: Vec<Option<Align>> = vec![None; columns];
    for row in &table.rows {
        for (align, cell) in aligns.iter_mut().zip(row) {
            *align = align.or(cell.align);
        }
    }
    let rule = |align| match align {
        Some(Align::Left) => ":--",
        Some(Align::Center) => ":-:",
        Some(Align::Right) => "--:",
        None => "---",
    };
    aligns.into_iter().map(rule).collect()
}

fn trim_line(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
}

/// An address as the destination of a link: nothing in it ends it, is code or begins HTML.
fn address_in(address: &str) -> Cow<'_, str> {
    let is_odd = |byte| {
        matches!(byte, b'(' | b')' | b'<' | b'>' | b'`' | b'\\' | b'&' | 0x7F) || byte <= b' '
    };
    if !address.bytes().any(is_odd) {
        return address.into();
    }
    let mut out = String::with_capacity(address.len());
    for (at, c) in address.char_indices() {
        match c {
            '\n' | '\r' | '\t' => {}
            '(' | ')' | '\\' => out.extend(['\\', c]),
            '&' if is_reference(&address[at..]) => out.push_str("\\&"),
            '<' | '>' | '`' => _ = write!(out, "%{:02X}", u32::from(c)),
            c if c == ' ' || c.is_ascii_control() => _ = write!(out, "%{:02X}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.into()
}

fn code(language: Option<&str>, pieces: &[Piece]) -> String {
    let text: String = pieces.iter().map(|piece| &*piece.text).collect();
    let text = text.replace('\u{A0}', " ").replace("\r\n", "\n").replace('\r', "\n");
    let fence = "`".repeat(3.max(longest_run(&text) + 1));
    // After a fence stands a word without its mark.
    let word = language.and_then(|language| language.split_whitespace().next());
    let word = word.filter(|word| !word.contains('`')).unwrap_or_default();
    format!("{fence}{word}\n{text}\n{fence}\n")
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}

fn code_in_line(pieces: &[Piece], out: &mut String) {
    let text: String = pieces.iter().map(|piece| &*piece.text).collect();
    let core = text.trim();
    if core.is_empty() {
        return out.push_str(&text);
    }
    let start = text.len() - text.trim_start().len();
    out.push_str(&text[..start]);
    let fence = "`".repeat(if core.contains('`') { longest_run(core) + 1 } else { 1 });
    let space = if core.starts_with('`') || core.ends_with('`') { " " } else { "" };
    _ = write!(out, "{fence}{space}{core}{space}{fence}");
    out.push_str(&text[start + core.len()..]);
}

/// A text, or the end of a line for a break.
fn text_or_end(inline: &Inline) -> &str {
    match inline {
        Inline::Text(piece) => &piece.text,
        _ => "\n",
    }
}

/// Writes text in which nothing is a mark of Markdown; its lines end in breaks. In a link,
/// addresses are text.
fn escape(text: &str, is_in_link: bool, out: &mut String) {
    let mut rest = text;
    while let Some((before, tex, after)) = next_tex(rest) {
        escape_lines(before, is_in_link, out);
        out.push_str(&tex);
        rest = after;
    }
    escape_lines(rest, is_in_link, out);
}

fn escape_lines(text: &str, is_in_link: bool, out: &mut String) {
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            trim_line(out);
            out.push_str("  \n");
        }
        escape_marks(line, is_in_link, out);
    }
}

/// TeX in which a reader without mathematics finds no HTML, no code, no link and no mark of a line:
/// it has blanks and `{}` where they mean nothing, and no blank lines.
fn tex_in(tex: &str) -> String {
    let mut out = String::with_capacity(tex.len());
    let lines = tex.split(['\n', '\r']).map(str::trim);
    for line in lines.filter(|line| !line.is_empty()) {
        if !out.is_empty() {
            out.push('\n');
        }
        if matches!(escaped_start(line), Cow::Owned(_)) || line.starts_with("~~~") {
            out.push_str("{}");
        }
        for (at, c) in line.char_indices() {
            let after = &line[at + c.len_utf8()..];
            match c {
                '`' => out.push_str("\\lq{}"),
                '<' if after.starts_with(may_name) => out.push_str("< "),
                '[' if after.starts_with('^') => out.push_str("[ "),
                ']' if after.starts_with('(') => out.push_str("] "),
                c => out.push(c),
            }
        }
    }
    out
}

/// Bytes of marks before a text of a style that are looked past.
const LONGEST_RUN: usize = 64;

/// Bytes of TeX that is left in the text.
const LONGEST_TEX: usize = 2000;

/// The next mathematics between dollars, or between backslashes and brackets, that a page leaves to
/// its scripts: the text before, it, and the text after.
fn next_tex(text: &str) -> Option<(&str, String, &str)> {
    const MARKS: [(&str, &str, bool); 4] =
        [("$$", "$$", true), ("\\[", "\\]", true), ("\\(", "\\)", false), ("$", "$", false)];
    for at in memchr::memchr2_iter(b'$', b'\\', text.as_bytes()) {
        for (open, close, display) in MARKS {
            let Some(inner) = text[at..].strip_prefix(open) else { continue };
            let near = &inner.as_bytes()[..inner.len().min(LONGEST_TEX)];
            let Some(end) = memmem::find(near, close.as_bytes()) else { continue };
            let tex = inner[..end].trim();
            let after = &inner[end + close.len()..];
            let is_sure = open.starts_with('\\') || is_tex_between(&inner[..end], open, after);
            if !is_sure || tex.is_empty() || open == "$" && tex.contains('\n') {
                continue;
            }
            let before = text[..at].trim();
            let is_alone = before.is_empty() && after.trim().is_empty();
            let tex = tex_in(tex);
            let written = if display && (open != "$$" || is_alone) {
                format!("\n$$\n{tex}\n$$\n")
            } else {
                format!("${}$", tex.replace('\n', " "))
            };
            return Some((&text[..at], written, after));
        }
    }
    None
}

/// Whether what stands between dollars is TeX and no text between two amounts: as in Pandoc, no
/// white space stands inside beside a dollar, and no digit after.
fn is_tex_between(inner: &str, open: &str, after: &str) -> bool {
    let is_tight = inner.trim().len() == inner.len() && !inner.is_empty();
    let is_amount = inner.starts_with(|c: char| c.is_ascii_digit());
    match open {
        "$$" => inner.contains(['\\', '^', '_', '{', '=']),
        _ if !is_tight || after.starts_with(|c: char| c.is_ascii_digit()) => false,
        _ => {
            inner.contains(['\\', '^', '{'])
                || inner.len() < 30 && !inner.contains(' ') && !is_amount
        }
    }
}

/// The bytes that may be marks.
static MARKS: [bool; 256] = {
    let mut marks = [false; 256];
    let mut all: &[u8] = b"\\*`[]_<~&";
    while let Some((mark, rest)) = all.split_first() {
        marks[*mark as usize] = true;
        all = rest;
    }
    marks
};

fn escape_marks(text: &str, is_in_link: bool, out: &mut String) {
    let has = |mark: &[u8]| memmem::find(text.as_bytes(), mark).is_some();
    let has_address = || !is_in_link && (has(b"://") || has(b"www."));
    let has_address = cell::LazyCell::new(has_address);
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| MARKS[usize::from(byte)]) {
        let (before, after) = rest.split_at(at);
        out.push_str(before);
        // GitHub's readers take a backslash into the address before.
        if after.starts_with('<') && is_tag(after) && ends_in_address(out) {
            out.push_str("&lt;");
            rest = &after[1..];
            continue;
        }
        let is_mark = match after.as_bytes()[0] {
            b'<' => is_tag(after),
            // Within a word it is no mark.
            b'_' if is_word(before.chars().next_back()) && is_word(after[1..].chars().next()) => {
                false
            }
            b'_' | b'*' | b'~' => !(*has_address && is_in_address(text, text.len() - after.len())),
            b'&' => is_reference(after),
            _ => true,
        };
        if is_mark {
            out.push('\\');
        }
        out.push_str(&after[..1]);
        rest = &after[1..];
    }
    out.push_str(rest);
}

/// Whether a text may end in an address of which a reader makes a link.
fn ends_in_address(text: &str) -> bool {
    let last = text.rsplit(|c: char| c.is_whitespace() || c == '<').next();
    last.is_some_and(|last| last.contains(['.', ':', '@']))
}

/// Whether a mark is within an address of which GitHub makes a link that shows any backslash.
fn is_in_address(text: &str, at: usize) -> bool {
    const LONGEST: usize = 500;
    let ends = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'<';
    let bytes = text.as_bytes();
    let before = bytes[at.saturating_sub(LONGEST)..at].rsplit(ends).next().unwrap_or_default();
    let mut after = bytes[at + 1..].iter().take(LONGEST).take_while(|byte| !ends(byte));
    let is_of_web = |at: usize| {
        let (scheme, rest) = before.split_at(at);
        let scheme = scheme.rsplit(|byte| !byte.is_ascii_alphabetic()).next();
        matches!(scheme, Some(b"http" | b"https")) && rest[3..].contains(&b'/')
    };
    let is_in = memmem::find(before, b"://").is_some_and(is_of_web)
        || before.strip_prefix(b"(").unwrap_or(before).starts_with(b"www.")
            && before.contains(&b'/');
    // A mark at its end does not belong to it.
    is_in && after.any(u8::is_ascii_alphanumeric)
}

fn is_word(c: Option<char>) -> bool {
    c.is_some_and(char::is_alphanumeric)
}

/// Whether a text begins with a character reference, which readers would resolve.
fn is_reference(text: &str) -> bool {
    const LONGEST: usize = 32;
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
    let name = text.as_bytes()[1..].iter().take(LONGEST).take_while(|byte| is_name(byte)).count();
    (1..LONGEST).contains(&name) && text.as_bytes().get(1 + name) == Some(&b';')
}

/// Whether a text begins as HTML would, or an address between `<` and `>`; what follows the text
/// may be its name.
fn is_tag(text: &str) -> bool {
    text.len() == 1 || text[1..].starts_with(may_name)
}

/// Whether HTML may go on so after `<`.
fn may_name(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')
}

/// What stands between the mark of a footnote and its text. A reader without footnotes takes the
/// mark for that of an address, if one word follows.
fn note_start(text: &str) -> &'static str {
    let is_script = || text.split_whitespace().next().is_some_and(|word| !may_lead(word));
    match begins_in_line(text) {
        false => "\n\n    ",
        true if is_script() => " &#32; ",
        true => " ",
    }
}

/// Whether Markdown begins with text, which may stand after a mark that CommonMark does not know.
fn begins_in_line(text: &str) -> bool {
    const OTHERS: [&str; 4] = ["```", "$$", "|", "* "];
    let line = text.split('\n').next().unwrap_or_default();
    matches!(escaped_start(line), Cow::Borrowed(_)) && !OTHERS.iter().any(|o| line.starts_with(o))
}

/// The first number that no list of CommonMark has, less the most items of a page.
const MOST_NUMBER: i64 = 900_000_000;

/// Whether blank lines part what is in an item. In one without, only a list from 1 begins after a
/// line of text, and what stands after a list belongs to it.
fn is_loose(item: &[Part]) -> bool {
    let others = item.iter().filter(|part| !matches!(part, Part::List(_))).count();
    let is_late = |pair: &[Part]| match pair {
        [Part::List(_), Part::List(_)] => false,
        [Part::List(_), _] => true,
        [_, Part::List(list)] => list.start.is_some_and(|start| start != 1),
        _ => false,
    };
    others > 1 || item.windows(2).any(is_late)
}

/// The line of a heading with its last number signs: CommonMark drops those after a blank.
fn escaped_end(line: &str) -> Cow<'_, str> {
    let start = line.trim_end_matches('#');
    let is_mark = start.len() < line.len() && (start.is_empty() || start.ends_with(' '));
    if is_mark { format!("{start}\\{}", &line[start.len()..]).into() } else { line.into() }
}

/// A line whose beginning is no mark of Markdown.
fn escaped_start(line: &str) -> Cow<'_, str> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let after = &line[digits..];
    let begins = |text: &str, mark: &str| {
        text.strip_prefix(mark).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    if (1..10).contains(&digits) && (begins(after, ".") || begins(after, ")")) {
        return format!("{}\\{after}", &line[..digits]).into();
    }
    let text = line.trim_end();
    let is_only = |marks: &[u8]| !text.is_empty() && text.bytes().all(|byte| marks.contains(&byte));
    let hashes = line.bytes().take_while(|byte| *byte == b'#').count();
    let is_mark = (1..=6).contains(&hashes) && begins(line, &"#".repeat(hashes))
        || line.starts_with('>')
        || begins(line, "-")
        || begins(line, "+")
        // Also what parts the header of a table from its rows.
        || is_only(b"-|: ") && text.contains('-')
        || is_only(b"=");
    if is_mark { format!("\\{line}").into() } else { line.into() }
}
