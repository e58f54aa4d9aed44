//! The texts of a page and their blocks, and white space in lines.

use super::{Inline, Is, Outline, Part, Piece};
use std::cell::Cell;
use tamis_blocks::html::Role;
use tamis_blocks::html::{marks, tag_named};
use tamis_blocks::page::{Blocks, Event, MUCH, Page, Span, Tag};

const FIGURE: Tag = tag_named("FIGURE");

/// Which block has which text.
pub struct Texts<'a> {
    pub page: &'a Page,
    pub outline: &'a Outline,
    /// Spans of the page's text in order, with their blocks.
    of_block: Vec<(Span, u32)>,
    /// How many of these were before the text that was cut last: most are read in order.
    before: Cell<usize>,
    /// The outermost elements that the page hides, in page order.
    unseen: Vec<u32>,
}

impl<'a> Texts<'a> {
    /// The texts in blocks, without those that the page hides in lines and tables.
    pub fn seen(page: &'a Page, blocks: &Blocks, outline: &'a Outline) -> Self {
        let mut of_block = Vec::new();
        for (number, block) in (0..).zip(&blocks.blocks) {
            for event in &page.events[block.events.start as usize..block.events.end as usize] {
                if let Event::Text(span) = event {
                    of_block.push((span.clone(), number));
                }
            }
        }
        of_block.sort_by_key(|(span, _)| span.start);
        let unseen = unseen(page, outline);
        if !unseen.is_empty() {
            let inside = unseen.iter().flat_map(|node| outline.inside(*node));
            let hidden = inside.filter_map(|node| match &outline.nodes()[node as usize].is {
                Is::Text(span) => Some(span.start..span.end),
                Is::Element(_) => None,
            });
            let hidden: Vec<Span> = hidden.collect();
            of_block.retain(|(span, _): &(Span, u32)| {
                let at = hidden.partition_point(|of| of.end <= span.start);
                hidden.get(at).is_none_or(|of| of.start >= span.end)
            });
        }
        Self { page, outline, of_block, before: Cell::new(0), unseen }
    }

    /// Whether the page hides an element of a line or a table.
    pub fn is_unseen(&self, node: u32) -> bool {
        self.unseen.binary_search(&node).is_ok()
    }

    /// The blocks without what is hidden in them, if anything is; white space aside.
    pub fn seen_blocks(&self, blocks: &Blocks) -> Option<Blocks> {
        if self.unseen.is_empty() {
            return None;
        }
        let mut seen = blocks.clone();
        seen.text.clear();
        let mut at = 0;
        for (number, block) in (0..).zip(&mut seen.blocks) {
            let start = seen.text.len() as u32;
            while let Some((span, _)) = self.of_block.get(at).filter(|(_, of)| *of == number) {
                seen.text.push_str(self.text(span));
                at += 1;
            }
            block.text = start..seen.text.len() as u32;
        }
        Some(seen)
    }

    /// Makes blocks of texts that are in none, numbered after the others from `first`.
    pub fn add_blocks(&mut self, first: u32, spans: &[Span]) {
        self.of_block.extend(spans.iter().cloned().zip(first..));
        self.of_block.sort_by_key(|(span, _)| span.start);
    }

    /// The spans of the page's text in order, with their blocks.
    pub fn of_blocks(&self) -> &[(Span, u32)] {
        &self.of_block
    }

    /// Whether no block has any of a span.
    pub fn is_in_none(&self, span: &Span) -> bool {
        let mut is_in_none = true;
        self.blocks(span, |_, _| is_in_none = false);
        is_in_none
    }

    /// How many letters and marks a node has, as [`Outline::letters`] counts them.
    pub fn letters(&self, node: u32) -> usize {
        self.outline.letters(self.page, node)
    }

    /// The text of a span.
    pub fn text(&self, span: &Span) -> &'a str {
        &self.page.text[span.start as usize..span.end as usize]
    }

    /// Counts the texts of blocks that are kept, and the figures, before each node and the end.
    pub fn kept_before(&self, is_kept: &[bool]) -> Vec<u32> {
        let mut before = Vec::with_capacity(self.outline.nodes().len() + 1);
        let mut count = 0;
        let is_kept = |(_, block): &&(Span, u32)| is_kept.get(*block as usize) == Some(&true);
        let mut kept = self.of_block.iter().filter(is_kept).map(|(of, _)| of).peekable();
        for node in self.outline.nodes() {
            before.push(count);
            let Is::Text(span) = &node.is else {
                count += u32::from(node.is == Is::Element(FIGURE));
                continue;
            };
            while let Some(of) = kept.peek().filter(|of| of.start < span.end) {
                count += 1;
                if of.end > span.end {
                    break;
                }
                kept.next();
            }
        }
        before.push(count);
        before
    }

    /// Whether the texts of blocks in an element, without those of some elements, have more letters
    /// and marks than so many.
    pub fn has_more_than(&self, node: u32, most: usize, is_out: impl Fn(u32) -> bool) -> bool {
        let outline = self.outline;
        let mut left = most as isize;
        let std::ops::Range { start: mut next, end } = outline.inside(node);
        while next < end {
            let inner = next;
            next = if is_out(inner) { outline.end(inner) } else { inner + 1 };
            if let Is::Text(span) = &outline.nodes()[inner as usize].is {
                self.blocks(span, |part, _| {
                    let text = self.text(&part);
                    left -= match text.is_ascii() {
                        true => marks(text.as_bytes()),
                        false => text.chars().filter(|c| !c.is_whitespace()).count(),
                    } as isize;
                });
            }
            if left < 0 {
                return true;
            }
        }
        false
    }

    /// The text of a node.
    pub fn plain(&self, node: u32) -> String {
        let outline = self.outline;
        let nodes = std::iter::once(node).chain(outline.inside(node));
        let text = |node: u32| match &outline.nodes()[node as usize].is {
            Is::Text(span) => self.text(span),
            Is::Element(_) => "",
        };
        nodes.map(text).collect()
    }

    /// The beginning of the text of a node, from its first letter or mark.
    pub fn start(&self, node: u32) -> String {
        const LONG: usize = 24;
        let outline = self.outline;
        let mut out = String::new();
        for inner in std::iter::once(node).chain(outline.inside(node)) {
            if let Is::Text(span) = &outline.nodes()[inner as usize].is {
                out.push_str(self.text(span).trim_start());
            }
            if out.len() >= LONG {
                break;
            }
        }
        out
    }

    /// How many of the spans with blocks end before a place.
    fn before(&self, place: u32) -> usize {
        let is_before = |at: usize| self.of_block.get(at).is_some_and(|(of, _)| of.end <= place);
        let last = self.before.get();
        let next = last + usize::from(is_before(last));
        let is_found = (next == 0 || is_before(next - 1)) && !is_before(next);
        let found = match is_found {
            true => next,
            false => self.of_block.partition_point(|(of, _)| of.end <= place),
        };
        self.before.set(found);
        found
    }

    /// Calls `visit` with the parts of a span that blocks have, and with these blocks.
    pub fn blocks(&self, span: &Span, mut visit: impl FnMut(Span, u32)) {
        let from = self.before(span.start);
        let of_span = self.of_block[from..].iter().take_while(|(of, _)| of.start < span.end);
        for (of, block) in of_span {
            visit(span.start.max(of.start)..of.end.min(span.end), *block);
        }
    }

    /// Cuts a span where blocks begin and end. White space between has no block; other text in none
    /// is left out: it is the page's title, or what no block shows.
    pub fn pieces(&self, span: &Span, mut take: impl FnMut(Piece)) {
        let gap = |from: u32, to: u32| {
            let text = if from < to { self.text(&(from..to)) } else { "" };
            let is_space = !text.is_empty() && text.chars().all(char::is_whitespace);
            is_space.then(|| Piece { text: text.to_owned(), block: None })
        };
        let mut at = span.start;
        let from = self.before(span.start);
        for (of, block) in &self.of_block[from..] {
            if of.start >= span.end {
                break;
            }
            gap(at, of.start).into_iter().for_each(&mut take);
            let part = at.max(of.start)..of.end.min(span.end);
            take(Piece { text: self.text(&part).to_owned(), block: Some(*block) });
            at = part.end;
        }
        gap(at, span.end).into_iter().for_each(take);
    }
}

/// The outermost elements in lines and tables that the page hides, in page order. None, if they
/// have a third of its letters: some pages hide all until a script shows it. Mathematics beside its
/// image is written instead of that.
fn unseen(page: &Page, outline: &Outline) -> Vec<u32> {
    const NEAR: usize = 8;
    let has_formula =
        |node: u32| outline.inside(node).take(NEAR).any(|inner| outline.name(inner) == "MATH");
    let mut end = 0;
    let mut unseen = Vec::new();
    for node in outline.attributes().hidden() {
        let is_part =
            outline.role(node) == Role::Inline || matches!(outline.name(node), "TR" | "TD" | "TH");
        if node >= end && is_part && !has_formula(node) {
            end = outline.end(node);
            unseen.push(node);
        }
    }
    if unseen.is_empty() {
        return unseen;
    }
    let letters: usize = unseen.iter().map(|node| outline.letters(page, *node)).sum();
    if letters * MUCH >= outline.letters(page, 0) { Vec::new() } else { unseen }
}

/// White space of HTML and the like, but no space that must not break a line.
pub fn is_space(c: char) -> bool {
    c.is_whitespace() && !matches!(c, '\u{A0}' | '\u{202F}' | '\u{2007}')
}

/// Makes every run of white space one blank, also across texts, and drops that at the beginning, at
/// the end and around line breaks; at both ends also spaces that must not break a line.
pub fn tidy(line: &mut Vec<Inline>) {
    let mut after_space = true;
    collapse(line, &mut after_space);
    trim_end(line);
    trim_start(line);
}

fn collapse(line: &mut Vec<Inline>, after_space: &mut bool) {
    for at in 0..line.len() {
        match &mut line[at] {
            Inline::Text(piece) => collapse_text(&mut piece.text, after_space),
            Inline::Styled(_, inner) | Inline::Link(_, inner) => collapse(inner, after_space),
            // A space at either end of code is kept out of it by the writer.
            Inline::Code(pieces) => {
                for piece in pieces {
                    collapse_text(&mut piece.text, after_space);
                }
            }
            Inline::Break => {
                *after_space = true;
                let mut before = line[..at].iter_mut().rev();
                while before.next().is_some_and(trim_last) {}
            }
            Inline::Image(_) | Inline::Math(_) | Inline::Note(_) => *after_space = false,
        }
    }
    line.retain(|inline| !is_nothing(inline));
}

/// Makes each run of white space one blank, and none at the beginning after a space. Drops what
/// only tells where a line may break, marks of the order of bytes, and letters for private use.
fn collapse_text(text: &mut String, after_space: &mut bool) {
    let end = text.trim_end_matches(is_space).len();
    let start = end - text[..end].trim_start_matches(is_space).len();
    if !is_tidy(&text[start..end]) {
        return rewrite(text, after_space);
    }
    let ends_in_space = end < text.len();
    if ends_in_space {
        text.truncate(end);
        text.push_str(if end == 0 && *after_space { "" } else { " " });
    }
    if start > 0 {
        text.replace_range(..start, if *after_space { "" } else { " " });
    }
    *after_space = ends_in_space || end == 0 && *after_space;
}

/// Whether a letter has no width and parts or joins nothing by itself, or is a font's own sign.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}') || is_private(c)
}

/// Whether a letter is for private use: those of fonts of icons mean nothing.
pub fn is_private(c: char) -> bool {
    matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..)
}

/// Whether a letter that begins with a byte of UTF-8 may be white space other than a blank, or
/// unseen: most letters of Latin, Greek and Cyrillic begin with others.
fn may_be_odd(byte: u8) -> bool {
    (byte < b' ') | (byte == 0xC2) | (0xE1..=0xE3).contains(&byte) | (byte >= 0xEE)
}

/// Whether a text has no white space but single blanks, and no letters without width.
fn is_tidy(text: &str) -> bool {
    let bytes = text.as_bytes();
    let after = bytes.get(1..).unwrap_or_default();
    // Without branches: the compiler makes it look at many bytes at once.
    let is_odd = bytes.iter().fold(false, |odd, byte| odd | may_be_odd(*byte));
    let is_twice = bytes
        .iter()
        .zip(after)
        .fold(false, |twice, (byte, next)| twice | ((*byte == b' ') & (*next == b' ')));
    let is_usual = |at: usize| {
        let c = text[at..].chars().next();
        c.is_some_and(|c| !is_space(c) && !is_unseen(c))
    };
    let mut odd = bytes.iter().enumerate().filter(|(_, byte)| may_be_odd(**byte));
    !is_twice && (!is_odd || odd.all(|(at, _)| is_usual(at)))
}

/// Writes a text again, each run of white space as one blank, and none after a space.
fn rewrite(text: &mut String, after_space: &mut bool) {
    let mut out = String::with_capacity(text.len());
    let mut rest = &**text;
    while let Some(c) = rest.chars().next() {
        let mut is_after_space = *after_space;
        let ends = |byte: u8| {
            let is_second = is_after_space && byte == b' ';
            is_after_space = byte == b' ';
            is_second || may_be_odd(byte)
        };
        let (usual, after) = rest.split_at(rest.bytes().position(ends).unwrap_or(rest.len()));
        if !usual.is_empty() {
            out.push_str(usual);
            rest = after;
            *after_space = usual.ends_with(' ');
            continue;
        }
        rest = &rest[c.len_utf8()..];
        // Some languages part or join letters with these.
        let is_letter = |c: char| c.is_alphabetic() && !c.is_ascii();
        let stays = match c {
            '\u{200B}' => out.ends_with(is_letter) && rest.starts_with(is_letter),
            '\u{200C}'..='\u{200F}' => out.ends_with(|c: char| !c.is_ascii() && !c.is_whitespace()),
            _ => !is_unseen(c),
        };
        if !stays {
            continue;
        }
        let is_space = is_space(c);
        if !is_space {
            out.push(c);
        } else if !*after_space {
            out.push(' ');
        }
        *after_space = is_space;
    }
    *text = out;
}

/// Drops white space and line breaks at the end.
fn trim_end(line: &mut Vec<Inline>) {
    while let Some(last) = line.last_mut() {
        if matches!(last, Inline::Break) || trim_last(last) {
            line.pop();
        } else {
            break;
        }
    }
}

/// Drops the white space at the end. Returns whether nothing is left.
fn trim_last(inline: &mut Inline) -> bool {
    match inline {
        Inline::Text(piece) => {
            piece.text.truncate(piece.text.trim_end().len());
            piece.text.is_empty()
        }
        Inline::Styled(_, inner) | Inline::Link(_, inner) => {
            while inner.last_mut().is_some_and(trim_last) {
                inner.pop();
            }
            inner.is_empty()
        }
        _ => false,
    }
}

/// Drops white space at the beginning.
fn trim_start(line: &mut Vec<Inline>) {
    let first = line.iter_mut().position(|inline| !trim_first(inline));
    line.drain(..first.unwrap_or(line.len()));
}

/// Drops the white space at the beginning. Returns whether nothing is left.
fn trim_first(inline: &mut Inline) -> bool {
    match inline {
        Inline::Text(piece) => {
            piece.text.drain(..piece.text.len() - piece.text.trim_start().len());
            piece.text.is_empty()
        }
        Inline::Styled(_, inner) | Inline::Link(_, inner) => {
            trim_start(inner);
            inner.is_empty()
        }
        _ => false,
    }
}

/// Whether nothing is to be seen of it.
pub fn is_nothing(inline: &Inline) -> bool {
    match inline {
        Inline::Text(piece) => piece.text.is_empty(),
        Inline::Styled(_, inner) | Inline::Link(_, inner) => inner.iter().all(is_nothing),
        Inline::Code(pieces) => pieces.iter().all(|piece| piece.text.is_empty()),
        Inline::Math(math) => math.tex.trim().is_empty(),
        Inline::Image(image) => image.address.is_empty() && image.alt.is_empty(),
        Inline::Break | Inline::Note(_) => false,
    }
}

/// Whether a line has white space and breaks only.
pub fn is_blank(line: &[Inline]) -> bool {
    line.iter().all(|inline| match inline {
        Inline::Text(piece) => piece.text.chars().all(|c| c.is_whitespace()),
        Inline::Styled(_, inner) | Inline::Link(_, inner) => is_blank(inner),
        Inline::Break => true,
        other => is_nothing(other),
    })
}

/// The text of a line.
pub fn plain(line: &[Inline]) -> String {
    let mut out = String::new();
    for inline in line {
        match inline {
            Inline::Text(piece) => out.push_str(&piece.text),
            Inline::Styled(_, inner) | Inline::Link(_, inner) => out.push_str(&plain(inner)),
            Inline::Code(pieces) => pieces.iter().for_each(|piece| out.push_str(&piece.text)),
            Inline::Math(math) => out.push_str(&math.tex),
            Inline::Break => out.push('\n'),
            Inline::Image(image) if image.address.is_empty() => out.push_str(&image.alt),
            Inline::Image(_) | Inline::Note(_) => {}
        }
    }
    out
}

/// Makes paragraphs of a line: two breaks in a row part them. An image that is all of one is not
/// there again: pages that load images late have each twice.
pub fn flush(line: &mut Vec<Inline>, out: &mut Vec<Part>) {
    if line.is_empty() {
        return;
    }
    let mut end = |paragraph: &mut Vec<Inline>| {
        let mut line = std::mem::take(paragraph);
        tidy(&mut line);
        let is_again = match out.last_mut() {
            Some(Part::Paragraph(last)) => is_again(&line, last),
            _ => false,
        };
        if !is_blank(&line) && !is_again {
            out.push(Part::Paragraph(line));
        }
    };
    if !line.contains(&Inline::Break) {
        return end(line);
    }
    let mut paragraph: Vec<Inline> = Vec::new();
    let mut breaks = 0;
    for inline in line.drain(..) {
        match &inline {
            Inline::Break => breaks += 1,
            Inline::Text(piece) if piece.text.trim().is_empty() => {}
            _ => breaks = 0,
        }
        match breaks {
            2 if inline == Inline::Break => end(&mut paragraph),
            3.. if inline == Inline::Break => {}
            _ => paragraph.push(inline),
        }
    }
    end(&mut paragraph);
}

/// Whether an address is that of an image in a larger size than another: the numbers say so where
/// they part.
pub fn is_larger(address: &str, than: &str) -> bool {
    let same = address.bytes().zip(than.bytes()).take_while(|(a, b)| a == b).count();
    let number = |text: &str| {
        let bytes = text.as_bytes();
        let before = bytes[..same].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let after = bytes[same..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let digits = std::str::from_utf8(&bytes[same - before..same + after]).ok()?;
        digits.parse::<u32>().ok().filter(|size| *size < 10_000)
    };
    matches!((number(address), number(than)), (Some(a), Some(b)) if a > b + b / 5)
}

/// Whether an image is all of a line and of that before: the same one, or one of the same text in
/// the same link, of which the larger stays.
fn is_again(line: &[Inline], before: &mut [Inline]) -> bool {
    match (line, before) {
        ([Inline::Image(image)], [Inline::Image(last)]) => image.address == last.address,
        ([Inline::Link(link, inner)], [Inline::Link(of, last)]) => {
            match (&inner[..], &mut last[..]) {
                ([Inline::Image(image)], [Inline::Image(last)])
                    if link == of && image.alt == last.alt =>
                {
                    if is_larger(&image.address, &last.address) {
                        last.address.clone_from(&image.address);
                    }
                    true
                }
                (inner, last) => is_again(inner, last),
            }
        }
        ([Inline::Link(_, inner)], last) => is_again(inner, last),
        (line, [Inline::Link(_, last)]) => is_again(line, last),
        _ => false,
    }
}

/// All lines of parts as one, with breaks between.
pub fn lines_of(parts: Vec<Part>) -> Vec<Inline> {
    let mut out: Vec<Inline> = Vec::new();
    for part in parts {
        let line = match part {
            Part::Heading(_, line) | Part::Paragraph(line) => line,
            Part::Quote(parts) => lines_of(parts),
            Part::List(list) => {
                let items = list.items.into_iter().map(|item| lines_of(item.parts));
                joined(items.collect(), &Inline::Break)
            }
            Part::Code(_, pieces) => lines_of_code(pieces),
            Part::Callout(_, title, parts) => joined(vec![title, lines_of(parts)], &Inline::Break),
            Part::Figure(parts, caption) => joined(vec![lines_of(parts), caption], &Inline::Break),
            Part::Definitions(all) => joined(
                all.into_iter()
                    .flat_map(|one| {
                        one.terms.into_iter().chain(one.meanings.into_iter().map(lines_of))
                    })
                    .collect(),
                &Inline::Break,
            ),
            Part::Table(table) => {
                let rows = table.rows.into_iter().map(|row| {
                    let cells = row.into_iter().map(|cell| lines_of(cell.parts));
                    joined(cells.collect(), &Inline::Text(Piece::unplaced(" ")))
                });
                joined([table.caption].into_iter().chain(rows).collect(), &Inline::Break)
            }
            Part::Rule => continue,
        };
        if !out.is_empty() && !line.is_empty() {
            out.push(Inline::Break);
        }
        out.extend(line);
    }
    out
}

fn joined(lines: Vec<Vec<Inline>>, between: &Inline) -> Vec<Inline> {
    let mut out: Vec<Inline> = Vec::new();
    for line in lines {
        if !out.is_empty() && !line.is_empty() {
            out.push(between.clone());
        }
        out.extend(line);
    }
    out
}

/// The lines of code, each as code of its own.
fn lines_of_code(pieces: Vec<Piece>) -> Vec<Inline> {
    let mut lines: Vec<Vec<Piece>> = vec![Vec::new()];
    for Piece { text, block } in pieces {
        for (at, text) in text.split(['\n', '\r']).enumerate() {
            if at > 0 {
                lines.push(Vec::new());
            }
            if let Some(line) = lines.last_mut().filter(|_| !text.is_empty()) {
                line.push(Piece { text: text.to_owned(), block });
            }
        }
    }
    lines.retain(|line| line.iter().any(|piece| !piece.text.trim().is_empty()));
    joined(lines.into_iter().map(|line| vec![Inline::Code(line)]).collect(), &Inline::Break)
}
