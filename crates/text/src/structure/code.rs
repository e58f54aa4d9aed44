//! Code: its lines without their numbers, and its language.

use super::context::Convert;
use super::{Is, Part, Piece};
use crate::wordlist::WordList;
use tamis_blocks::html::Role;
use tamis_blocks::page::{Attribute, Structural};

const FILE: &str = include_str!("code.txt");

static GUTTERS: WordList = WordList::words(FILE, "[gutters]");
static LINES: WordList = WordList::words(FILE, "[lines]");
static BOXES: WordList = WordList::words(FILE, "[callouts]");
static NO_LANGUAGES: WordList = WordList::words(FILE, "[no_languages]");
static LANGUAGES: WordList = WordList::words(FILE, "[languages]");

impl Convert<'_> {
    /// The code of a PRE.
    pub fn code(&self, node: u32) -> Option<Part> {
        let mut lines = CodeLines { pieces: Vec::new(), is_pending: false };
        let inside = self.code_inside(node);
        self.lines(inside.unwrap_or(node), &mut lines);
        let mut pieces = lines.pieces;
        trim(&mut pieces);
        let language = self.language(node).or_else(|| self.label(node, inside?));
        (!pieces.is_empty()).then_some(Part::Code(language, pieces))
    }

    /// The language that stands in a PRE beside its code.
    fn label(&self, node: u32, code: u32) -> Option<String> {
        let is_text = |inner: &u32| matches!(self.outline.nodes()[*inner as usize].is, Is::Text(_));
        let mut before =
            self.outline.inside(node).take_while(|inner| *inner < code).filter(is_text);
        before.find_map(|text| language_named(&self.plain_of(text)))
    }

    /// The code of a CODE that stands on lines of its own.
    pub fn code_alone(&self, node: u32) -> Option<Part> {
        let outline = self.outline;
        if outline.name(node) != "CODE" {
            return None;
        }
        let has_lines =
            self.plain_of(node).trim().contains('\n') || outline.has_class(node, "block");
        let parent = outline.around(node).next()?;
        (has_lines && !self.has_line_text(parent)).then(|| self.code(node)).flatten()
    }

    /// Whether an element has text in a line that is in no CODE; of the last that was asked about
    /// it is known.
    fn has_line_text(&self, parent: u32) -> bool {
        if let Some((_, has_text)) = self.line_text.get().filter(|(of, _)| *of == parent) {
            return has_text;
        }
        let outline = self.outline;
        let is_text = |other: u32| match outline.nodes()[other as usize].is {
            Is::Text(_) => true,
            Is::Element(_) => outline.role(other) == Role::Inline && outline.name(other) != "CODE",
        };
        let mut children = outline.children(parent);
        let has_text = children.any(|other| is_text(other) && !outline.is_blank(other));
        self.line_text.set(Some((parent, has_text)));
        has_text
    }

    /// The CODE inside a PRE, or the editor, if what is beside it only names the language or copies
    /// the code.
    fn code_inside(&self, node: u32) -> Option<u32> {
        let outline = self.outline;
        let is_editor = |inner: &u32| outline.has_class(*inner, "cm-content");
        if let Some(editor) = outline.inside(node).find(is_editor) {
            return Some(editor);
        }
        let found = outline.inside(node).filter(|inner| outline.name(*inner) == "CODE");
        let longest = found.max_by_key(|code| self.texts.letters(*code))?;
        let is_beside =
            |inner: &u32| outline.is_text(*inner) && !outline.is_inside(*inner, longest);
        let says_little = |text: u32| {
            let text = self.plain_of(text);
            text.trim().is_empty() || is_copy(&text) || language_named(&text).is_some()
        };
        outline.inside(node).filter(is_beside).all(says_little).then_some(longest)
    }

    /// The code of a box that has it, with or without the numbers of its lines beside.
    pub fn code_of_box(&self, node: u32) -> Option<Part> {
        let outline = self.outline;
        let mut classes = outline.class(node).split_ascii_whitespace();
        let class = classes.find(|class| BOXES.contains(class))?;
        if class == "cm-content" {
            return self.code(node);
        }
        let is_code = |inner: &u32| outline.name(*inner) == "PRE" && !self.in_gutter(*inner, node);
        let mut code = outline.inside(node).filter(is_code);
        let first = code.next()?;
        let first_end = outline.nodes()[first as usize].end;
        let other = code.find(|other| *other >= first_end);
        let is_beside = outline.inside(node).any(|inner| self.is_gutter(inner));
        (other.is_none() && is_beside).then(|| self.code(first)).flatten()
    }

    /// The code of a table whose other column is the numbers of its lines.
    pub fn code_of_table(&self, node: u32) -> Option<Part> {
        let outline = self.outline;
        let is_cell = |node: &u32| matches!(outline.name(*node), "TD" | "TH");
        let mut cells = outline.inside(node).filter(is_cell);
        let first = [cells.next(), cells.next(), cells.next()];
        if let [Some(left), Some(right), None] = first {
            let is_number = |cell: u32| self.is_gutter(cell) || self.has_numbers(cell);
            let is_code = |inner: &u32| {
                outline.name(*inner) == "PRE"
                    && !self.in_gutter(*inner, node)
                    && !self.has_numbers(*inner)
            };
            let code = || [left, right].into_iter().find_map(|c| outline.inside(c).find(is_code));
            return (is_number(left) || is_number(right))
                .then(code)
                .flatten()
                .and_then(|c| self.code(c));
        }
        // A row for each line of code.
        let is_around = |around: u32| matches!(outline.name(around), "PRE" | "CODE");
        if !outline.around(node).take(3).any(is_around) {
            return None;
        }
        let cells = || outline.inside(node).filter(is_cell);
        let numbers = cells().filter(|cell| self.is_gutter(*cell)).count();
        (numbers > 0 && numbers * 2 == cells().count()).then(|| self.code(node)).flatten()
    }

    /// Whether the text of a node is the numbers of lines.
    fn has_numbers(&self, node: u32) -> bool {
        let starts = self.texts.start(node).starts_with('1');
        starts && is_numbers(&self.plain_of(node))
    }

    /// The text of a node.
    pub fn plain_of(&self, node: u32) -> String {
        self.texts.plain(node)
    }

    fn in_gutter(&self, node: u32, of: u32) -> bool {
        let around = self.outline.around(node).take_while(|a| *a != of);
        std::iter::once(node).chain(around).any(|element| {
            // Much code may be inside one element.
            let mut known = self.gutters.borrow_mut();
            *known.entry(element).or_insert_with(|| self.is_gutter(element))
        })
    }

    fn is_gutter(&self, node: u32) -> bool {
        const ENDS: [&str; 3] = ["header", "toolbar", "copy-button"];
        // A PRE may have such a class to show that it has numbers.
        let is_whole = matches!(self.outline.name(node), "PRE" | "CODE" | "FIGURE" | "TABLE");
        let is_beside = |class: &str| {
            let class = class.to_ascii_lowercase();
            GUTTERS.contains(&&*class) || ENDS.iter().any(|end| class.ends_with(end))
        };
        let mut classes = self.outline.class(node).split_ascii_whitespace();
        !is_whole && classes.any(is_beside) || self.is_without_selection(node)
    }

    fn is_without_selection(&self, node: u32) -> bool {
        let style = self.outline.attribute(node, Attribute::Style).unwrap_or_default();
        style.contains("user-select:none") || style.contains("user-select: none")
    }

    fn lines(&self, node: u32, lines: &mut CodeLines) {
        let outline = self.outline;
        for child in outline.children(node) {
            if let Is::Text(span) = &outline.nodes()[child as usize].is {
                self.texts.pieces(span, |piece| lines.push(piece));
                continue;
            }
            let name = outline.name(child);
            if name == "BR" {
                lines.push(Piece::unplaced("\n"));
                continue;
            }
            if matches!(name, "BUTTON" | "SVG")
                || outline.role(child) == Role::Hidden
                || self.is_gutter(child)
            {
                continue;
            }
            let is_line = LINES.iter().any(|class| outline.has_class(child, class))
                || matches!(name, "DIV" | "P" | "LI" | "TR");
            if is_line {
                lines.begin();
                self.lines(child, lines);
                lines.end();
            } else {
                self.lines(child, lines);
            }
        }
    }

    /// The language of code, by the attributes of its elements.
    fn language(&self, node: u32) -> Option<String> {
        let outline = self.outline;
        let inside = outline.inside(node).filter(|inner| outline.name(*inner) == "CODE").take(1);
        let around = outline.around(node).take(7);
        let data = |element: u32| {
            outline
                .get(element, Structural::DataLang)
                .or_else(|| outline.get(element, Structural::DataLanguage))
                .map(str::to_owned)
        };
        let mut all: Vec<u32> = inside.chain([node]).collect();
        let near = all.len();
        all.extend(around);
        let of = |(at, element): (usize, &u32)| {
            data(*element).or_else(|| self.language_of(*element, at < near, at < near + 3))
        };
        let found = all.iter().enumerate().find_map(of)?.trim().to_lowercase();
        let is_none = found.is_empty() || NO_LANGUAGES.contains(&&*found);
        (!is_none).then_some(found)
    }

    /// The language that the classes of an element name, which is read once for all its code.
    fn language_of(&self, element: u32, is_near: bool, is_around: bool) -> Option<String> {
        let mut known = self.languages.borrow_mut();
        let of_class = || language_of(self.outline.class(element), is_near, is_around);
        known.entry((element, is_near, is_around)).or_insert_with(of_class).clone()
    }
}

/// Whether a text is that of the button that copies code.
pub fn is_copy(text: &str) -> bool {
    const WORDS: [&str; 5] = ["copy", "copy code", "copied", "copied!", "copy to clipboard"];
    WORDS.iter().any(|word| text.trim().eq_ignore_ascii_case(word))
}

/// Whether a text is the numbers of lines.
fn is_numbers(text: &str) -> bool {
    let mut words = text.split_whitespace().peekable();
    words.peek().is_some() && words.zip(1..).all(|(word, number)| word.parse() == Ok(number))
}

/// The language that a text names, if it says no more.
pub fn language_named(text: &str) -> Option<String> {
    let name = text.trim().to_lowercase();
    LANGUAGES.contains(&&*name).then_some(name)
}

fn language_of(class: &str, is_near: bool, is_around: bool) -> Option<String> {
    const BEFORE: [&str; 7] = [
        "language-",
        "lang-",
        "highlight-source-",
        "highlight-text-",
        "src-",
        "brush:",
        "gatsby-code-",
    ];
    let words: Vec<&str> =
        class.split([' ', '\t', '\n', ';']).filter(|word| !word.is_empty()).collect();
    for (at, word) in words.iter().enumerate() {
        for start in BEFORE {
            if let Some(rest) = word.strip_prefix(start) {
                let rest = if rest.is_empty() {
                    words.get(at + 1).copied().unwrap_or_default()
                } else {
                    rest
                };
                if !rest.is_empty()
                    && (is_near || is_around && start != "src-" || start == "language-")
                {
                    return Some(rest.to_owned());
                }
            }
        }
    }
    // Sphinx: `highlight-python notranslate`.
    if words.contains(&"notranslate")
        && let Some(language) = words.iter().find_map(|word| word.strip_prefix("highlight-"))
        && is_around
    {
        return Some(language.to_owned());
    }
    let is_code = words.iter().any(|w| {
        matches!(
            *w,
            "hl" | "hljs" | "sourceCode" | "highlight" | "codehilite" | "prettyprint" | "src"
        )
    });
    let known = |word: &&&str| LANGUAGES.contains(&&*word.to_lowercase());
    words
        .iter()
        .find(known)
        .filter(|_| is_near || is_code && is_around)
        .map(|word| (*word).to_owned())
}

/// Lines of code that are being read.
struct CodeLines {
    pieces: Vec<Piece>,
    /// Whether a line has ended, and nothing has said so.
    is_pending: bool,
}

impl CodeLines {
    fn push(&mut self, piece: Piece) {
        if piece.text.is_empty() {
            return;
        }
        if std::mem::take(&mut self.is_pending)
            && !piece.text.trim_start_matches([' ', '\t']).starts_with('\n')
        {
            self.pieces.push(Piece::unplaced("\n"));
        }
        self.pieces.push(piece);
    }

    fn begin(&mut self) {
        if std::mem::take(&mut self.is_pending) {
            self.pieces.push(Piece::unplaced("\n"));
        }
    }

    fn end(&mut self) {
        self.is_pending = self.pieces.last().is_none_or(|piece| !piece.text.ends_with('\n'));
    }
}

/// Drops lines without text at the beginning, and white space at the end.
fn trim(pieces: &mut Vec<Piece>) {
    while let Some(last) = pieces.last_mut() {
        last.text.truncate(last.text.trim_end().len());
        if !last.text.is_empty() {
            break;
        }
        pieces.pop();
    }
    // The blanks before the first letter of a line are its own, whatever pieces they are in.
    let is_blank = |piece: &&mut Piece| piece.text.trim().is_empty();
    let mut blank: Vec<&mut Piece> = pieces.iter_mut().take_while(is_blank).collect();
    let last = blank.iter().rposition(|piece| piece.text.contains('\n'));
    for (at, piece) in blank.iter_mut().enumerate() {
        if last.is_some_and(|last| at <= last) {
            let from = if Some(at) == last {
                piece.text.rfind('\n').map_or(0, |n| n + 1)
            } else {
                piece.text.len()
            };
            piece.text.drain(..from);
        }
    }
    let count = blank.len();
    if let Some(first) = pieces.get_mut(count) {
        let letter = first.text.find(|c: char| !c.is_whitespace()).unwrap_or_default();
        if let Some(from) = first.text[..letter].rfind('\n') {
            first.text.drain(..=from);
            pieces[..count].iter_mut().for_each(|piece| piece.text.clear());
        }
    }
    pieces.retain(|piece| !piece.text.is_empty());
}
