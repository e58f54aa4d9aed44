//! Leaves of a page what some of its blocks have.

use super::text::{is_blank, plain, tidy};
use super::walk::{PartLeaf, each_piece};
use super::{Image, Inline, List, ListItem, Part, Piece, Structure};
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// Letters of a text that parts no image from the text that is kept: a name, a date, "3/4".
pub const SMALL: usize = 64;

/// The footnotes that are not kept stay, if they have at most one letter of so many that are kept.
const LONG_NOTES: usize = 4;

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
        let keep = Keep { has_notes: !self.notes.is_empty(), ..Keep::new(is_kept) };
        keep.parts(&mut self.parts);
        once_each(&mut self.parts);
        if !self.notes.is_empty() {
            self.keep_notes(&keep);
        }
        while self.notes.iter().all(Vec::is_empty) && self.parts.last() == Some(&Part::Rule) {
            self.parts.pop();
        }
        let is_empty: Vec<bool> = self.notes.iter().map(Vec::is_empty).collect();
        for part in &mut self.parts {
            part.each_leaf(&mut |leaf| {
                if let PartLeaf::Line(line) = leaf {
                    drop_notes(line, &is_empty);
                }
            });
        }
    }

    /// Leaves of the footnotes what is kept. One stays with what refers to it, unless all of them
    /// are much of the page: sources and terms of sale.
    fn keep_notes(&mut self, keep: &Keep) {
        let mut is_referred = vec![false; self.notes.len()];
        for part in &mut self.parts {
            part.each_leaf(&mut |leaf| {
                if let PartLeaf::Line(line) = leaf {
                    find_notes(line, &mut is_referred);
                }
            });
        }
        let mut letters = LetterCounts::default();
        for part in &mut self.parts {
            part.each_piece(&mut |piece| letters.add(piece, keep.is_kept));
        }
        let mut of_notes = LetterCounts::default();
        for (note, _) in self.notes.iter_mut().zip(&is_referred).filter(|(_, is)| **is) {
            for part in note {
                part.each_piece(&mut |piece| of_notes.add(piece, keep.is_kept));
            }
        }
        let stay = of_notes.other * LONG_NOTES <= letters.kept;
        for (note, is_referred) in self.notes.iter_mut().zip(is_referred) {
            if !(is_referred && stay) {
                keep.parts(note);
            }
        }
    }
}

/// Leaves an image once on a page, and no drawing that is there so often that it is a sign. Those
/// of tables stay: a cell may have nothing else.
fn once_each(parts: &mut Vec<Part>) {
    const OFTEN: u32 = 4;
    let mut counts: FxHashMap<String, u32> = FxHashMap::default();
    retain_images(parts, &mut |image, _| {
        if image.address.is_empty() {
            return true;
        }
        if let Some(count) = counts.get_mut(&image.address) {
            *count += 1;
        } else {
            counts.insert(image.address.clone(), 1);
        }
        true
    });
    counts.retain(|_, count| *count > 1);
    if counts.is_empty() {
        return;
    }
    retain_images(parts, &mut |image, is_in_text| {
        let Some(count) = counts.get_mut(&image.address) else { return true };
        let is_sign = *count >= OFTEN && is_drawing(&image.address);
        // In a sentence it may be a formula.
        let is_word = is_in_text && !image.alt.is_empty();
        (std::mem::take(count) > 0 && !is_sign) || is_word
    });
}

fn is_drawing(address: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    [".svg", ".png", ".gif"].iter().any(|end| path.ends_with(end))
}

/// Leaves images outside tables for which `stays` is true, which also learns whether an image is
/// in a line of text; drops what has nothing else.
fn retain_images(parts: &mut Vec<Part>, stays: &mut dyn FnMut(&Image, bool) -> bool) {
    parts.retain_mut(|part| match part {
        Part::Heading(_, line) | Part::Paragraph(line) => {
            let is_text = has_words(line);
            !retain_in_line(line, &mut |image| stays(image, is_text)) || {
                tidy(line);
                !is_blank(line)
            }
        }
        Part::List(list) => {
            list.items.retain_mut(|item| {
                retain_images(&mut item.parts, stays);
                !item.parts.is_empty()
            });
            !list.items.is_empty()
        }
        Part::Quote(parts) => {
            retain_images(parts, stays);
            !parts.is_empty()
        }
        Part::Callout(_, title, parts) => {
            retain_images(parts, stays);
            !(parts.is_empty() && title.is_empty())
        }
        Part::Figure(parts, caption) => {
            retain_images(parts, stays);
            !(parts.is_empty() && caption.is_empty())
        }
        Part::Definitions(_) | Part::Table(_) | Part::Code(..) | Part::Rule => true,
    });
}

/// Returns whether an image was dropped.
fn retain_in_line(line: &mut Vec<Inline>, stays: &mut dyn FnMut(&Image) -> bool) -> bool {
    let mut has_dropped = false;
    line.retain_mut(|inline| match inline {
        Inline::Image(image) => {
            let stays = stays(image);
            has_dropped |= !stays;
            stays
        }
        Inline::Styled(_, inner) | Inline::Link(_, inner) => {
            let was_dropped = retain_in_line(inner, stays);
            has_dropped |= was_dropped;
            !(was_dropped && is_blank(inner))
        }
        _ => true,
    });
    has_dropped
}

/// Whether a line has words outside links.
fn has_words(line: &[Inline]) -> bool {
    line.iter().any(|inline| match inline {
        Inline::Text(piece) => piece.text.contains(char::is_alphanumeric),
        Inline::Styled(_, inner) => has_words(inner),
        _ => false,
    })
}

/// Notes the footnotes to which a line refers.
fn find_notes(line: &[Inline], is_referred: &mut [bool]) {
    for inline in line {
        match inline {
            Inline::Note(number) => is_referred[*number] = true,
            Inline::Styled(_, inner) | Inline::Link(_, inner) => find_notes(inner, is_referred),
            _ => {}
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
    /// The letters and marks that have been dropped.
    dropped: Cell<usize>,
    /// Whether the page has footnotes, which a line may part from the text.
    has_notes: bool,
}

impl<'a> Keep<'a> {
    fn new(is_kept: &'a dyn Fn(u32) -> bool) -> Self {
        Self { is_kept, dropped: Cell::new(0), has_notes: false }
    }

    fn parts(&self, parts: &mut Vec<Part>) -> Left {
        let all = self.dropped.get();
        let mut found: Vec<(Left, usize)> = Vec::with_capacity(parts.len());
        for at in 0..parts.len() {
            let before = self.dropped.get();
            let is_after_text = found.last().is_some_and(|(left, _)| *left == Left::Some);
            let left = match &parts[at..] {
                // A quotation stays with the line above that announces it.
                [Part::Quote(_), ..] if is_after_text && announces(&parts[at - 1]) => Left::Some,
                _ => self.part(&mut parts[at]),
            };
            found.push((left, self.dropped.get() - before));
        }
        let is_small = self.dropped.get() - all <= SMALL;
        let has = |sought: Left| found.iter().any(|(left, _)| *left == sought);
        let all = match () {
            () if has(Left::Some) => Left::Some,
            () if has(Left::None) || found.is_empty() || !is_small => Left::None,
            () => return Left::Between,
        };
        let stay = staying(parts, &found, self.has_notes);
        let mut stay = stay.into_iter();
        parts.retain(|_| stay.next().unwrap_or(true));
        let rules = parts.iter().take_while(|part| **part == Part::Rule).count();
        parts.drain(..rules);
        parts.dedup_by(|next, last| *next == Part::Rule && *last == Part::Rule);
        unlink(parts);
        all
    }

    fn part(&self, part: &mut Part) -> Left {
        match part {
            Part::Heading(_, line) => self.line(line),
            Part::Paragraph(line) => self.paragraph(line),
            Part::Quote(parts) => self.parts(parts),
            Part::Rule => Left::Between,
            Part::Code(_, pieces) => self.code(pieces),
            Part::Callout(_, title, parts) => {
                let left = self.parts(parts);
                if title.is_empty() { left } else { either(left, self.line(title)) }
            }
            Part::Figure(parts, caption) => {
                let before = self.dropped.get();
                let left = if caption.is_empty() { Left::Between } else { self.line(caption) };
                let with_caption = self.dropped.get();
                match (self.parts(parts), left) {
                    // An image stays without a caption that is not kept.
                    (Left::Between, Left::None) => {
                        self.dropped.set(self.dropped.get() - with_caption + before);
                        Left::Between
                    }
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
                    one.meanings.retain_mut(|meaning| {
                        let found = self.parts(meaning);
                        left = either(left, found);
                        found == Left::Some
                    });
                    // A meaning says nothing without its terms.
                    let whole = Keep::new(&|_| true);
                    let keep = if one.meanings.is_empty() { self } else { &whole };
                    one.terms.retain_mut(|term| {
                        let found = keep.line(term);
                        left = either(left, found);
                        found == Left::Some
                    });
                }
                all.retain(|one| !(one.terms.is_empty() && one.meanings.is_empty()));
                left
            }
        }
    }

    /// A table without some of its rows is none: it is kept whole if most of it is, else its
    /// caption and the rows of which something is kept. Those have their labels.
    fn table(&self, part: &mut Part) -> Left {
        let mut letters = LetterCounts::default();
        part.each_piece(&mut |piece| letters.add(piece, self.is_kept));
        let Part::Table(table) = part else { return Left::None };
        if letters.are_kept() {
            return Left::Some;
        }
        let mut all = Left::None;
        table.rows.retain_mut(|row| {
            let mut letters = LetterCounts::default();
            let parts = row.iter_mut().flat_map(|cell| &mut cell.parts);
            parts.for_each(|part| part.each_piece(&mut |piece| letters.add(piece, self.is_kept)));
            if letters.are_kept() || letters.kept > 0 && letters.other <= SMALL {
                all = Left::Some;
                return true;
            }
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
        let whole = Keep::new(&|_| true);
        let keep = if table.rows.is_empty() { self } else { &whole };
        match keep.line(&mut table.caption) {
            Left::Some => Left::Some,
            _ => all,
        }
    }

    /// Code is kept whole if most of it is, else what is kept of it.
    fn code(&self, pieces: &mut Vec<Piece>) -> Left {
        let mut letters = LetterCounts::default();
        for piece in pieces.iter() {
            letters.add(piece, self.is_kept);
        }
        let has_block = pieces.iter().any(|piece| piece.block.is_some());
        if !letters.are_kept() {
            let others = pieces.iter().filter(|piece| !piece.block.is_some_and(self.is_kept));
            self.dropped
                .set(others.map(letters_of).fold(self.dropped.get(), usize::saturating_add));
        }
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
        let left = self.line_with_images(line);
        if left == Left::None {
            line.clear();
        }
        left
    }

    /// Images stay without a few letters beside them, as without a caption.
    fn paragraph(&self, line: &mut Vec<Inline>) -> Left {
        let before = self.dropped.get();
        match self.line_with_images(line) {
            Left::None if has_image(line) && self.dropped.get() - before <= SMALL => {
                tidy(line);
                Left::Between
            }
            left => left,
        }
    }

    /// Drops texts of a line, but not what stands between them if none is left.
    fn line_with_images(&self, line: &mut Vec<Inline>) -> Left {
        // Mathematics cuts a sentence into many blocks: it is kept whole.
        if has_math(line) {
            let mut letters = LetterCounts::default();
            each_piece(line, &mut |piece| letters.add(piece, self.is_kept));
            if letters.are_kept() {
                return Keep::new(&|_| true).line_alone(line);
            }
        }
        self.line_alone(line)
    }

    fn line_alone(&self, line: &mut Vec<Inline>) -> Left {
        let mut found = LineFlags::default();
        self.inlines(line, &mut found);
        if found.text && !found.kept {
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

    fn inlines(&self, line: &mut Vec<Inline>, found: &mut LineFlags) {
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

    fn text(&self, piece: &Piece, found: &mut LineFlags) -> bool {
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
        if !is_kept {
            found.dropped = true;
            self.dropped.set(self.dropped.get().saturating_add(letters_of(piece)));
        }
        is_kept
    }
}

/// Which parts stay, by what is left of each and how many letters of it were dropped. What has no
/// text stays between texts that stay. An image also stays beside one, if only a few letters were
/// dropped from there to the next; after the last text stand faces and signs.
fn staying(parts: &[Part], found: &[(Left, usize)], has_notes: bool) -> Vec<bool> {
    let mut stay: Vec<bool> = found.iter().map(|(left, _)| *left == Left::Some).collect();
    let mut from = 0;
    while from < found.len() {
        let gap = found[from..].iter().take_while(|(left, _)| *left != Left::Some).count();
        let to = from + gap;
        let is_after = from > 0;
        let is_before = to < found.len();
        let all: usize = found[from..to].iter().map(|(_, letters)| letters).sum();
        // What has lost text stands for that text, if there is much of it.
        let is_text = |at: &usize| match found[*at] {
            (Left::Between, letters) => all > SMALL && letters > 0,
            _ => true,
        };
        let first = (from..to).find(is_text).unwrap_or(to);
        let last = (from..to).rev().find(is_text).map_or(from, |last| last + 1);
        for at in from..to {
            let beside = (is_after && at < first, is_before && at >= last);
            stay[at] = !is_text(&at)
                && match first == to {
                    true => is_after || is_before,
                    false => {
                        let is_near = is_before && all <= SMALL && (beside.0 || beside.1);
                        let is_last = has_notes && !is_before && beside.0;
                        let is_end = is_last && parts[at] == Part::Rule;
                        is_near && is_picture(&parts[at]) || is_end
                    }
                };
        }
        from = to + 1;
    }
    stay
}

/// Whether a part is a line that says that something follows.
fn announces(part: &Part) -> bool {
    matches!(part, Part::Paragraph(line) if plain(line).trim_end().ends_with(':'))
}

/// Takes the link of the box around off paragraphs beside the heading of that box; an image stays
/// a link.
fn unlink(parts: &mut [Part]) {
    fn takes_off(part: &mut Part, address: &str) -> bool {
        let Part::Paragraph(line) = part else { return false };
        let [Inline::Link(to, inner)] = &mut line[..] else { return false };
        let is_same = to == address;
        if let [Inline::Link(of_box, text)] = &mut inner[..]
            && of_box.is_empty()
            && is_same
        {
            *line = std::mem::take(text);
        }
        is_same
    }
    for at in 0..parts.len() {
        let (before, rest) = parts.split_at_mut(at);
        let [Part::Heading(_, line), after @ ..] = rest else { continue };
        let [Inline::Link(address, _)] = &line[..] else { continue };
        _ = before.iter_mut().rev().all(|part| takes_off(part, address));
        _ = after.iter_mut().all(|part| takes_off(part, address));
    }
}

/// Whether a part is images, and none of them a logo or the face of a writer.
fn is_picture(part: &Part) -> bool {
    const LONGEST_NAME: usize = 32;
    fn are_pictures(line: &[Inline]) -> bool {
        line.iter().all(|inline| match inline {
            Inline::Image(image) => {
                // A description of what is to be seen may have any word.
                let is_name = image.alt.len() <= LONGEST_NAME;
                !(is_face(&image.address) || is_name && is_face(&image.alt))
            }
            Inline::Styled(_, inner) | Inline::Link(_, inner) => are_pictures(inner),
            _ => true,
        })
    }
    match part {
        Part::Paragraph(line) => has_image(line) && are_pictures(line),
        Part::Figure(parts, _) => !parts.is_empty() && parts.iter().all(is_picture),
        _ => false,
    }
}

/// Whether an address or a text is that of a logo or a face.
fn is_face(text: &str) -> bool {
    const NAMES: [&[u8]; 5] = [b"avatar", b"userpic", b"profile", b"headshot", b"logo"];
    let has =
        |name: &&[u8]| text.as_bytes().windows(name.len()).any(|w| w.eq_ignore_ascii_case(name));
    NAMES.iter().any(has)
}

fn has_image(line: &[Inline]) -> bool {
    line.iter().any(|inline| match inline {
        // A smiley says nothing without its text.
        Inline::Image(image) => !image.address.is_empty(),
        Inline::Styled(_, inner) | Inline::Link(_, inner) => has_image(inner),
        _ => false,
    })
}

/// The letters and marks of a text; much, if it stands for an element that was left out.
fn letters_of(piece: &Piece) -> usize {
    match piece.block {
        Some(u32::MAX) => SMALL + 1,
        _ => piece.text.chars().filter(|c| !c.is_whitespace()).count(),
    }
}

#[derive(Default)]
struct LineFlags {
    text: bool,
    kept: bool,
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
    let is_list = |item: &ListItem| matches!(&item.parts[..], [Part::List(_)]);
    if !list.items.iter().any(is_list) {
        return;
    }
    for item in std::mem::take(&mut list.items) {
        match <[Part; 1]>::try_from(item.parts) {
            Ok([Part::List(inner)]) => list.items.extend(inner.items),
            Ok(parts) => list.items.push(ListItem { is_done: item.is_done, parts: parts.into() }),
            Err(parts) => list.items.push(ListItem { is_done: item.is_done, parts }),
        }
    }
}

/// The letters and digits of texts in blocks that are kept, and in others.
#[derive(Default)]
struct LetterCounts {
    kept: usize,
    other: usize,
}

impl LetterCounts {
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
