//! htmlparser's lexer: splits a page into text, tags and remarks.

use std::borrow::Cow;
use std::ops::Range;
use tamis_blocks::html::known_tag;
use tamis_blocks::page;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// What the lexer returns at the end of the page, and for U+FFFF, which thus ends a page.
pub(super) const END: char = '\u{FFFF}';

/// A token. Ranges are bytes of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CetrToken {
    Text(Range<usize>),
    /// A comment.
    Remark(Range<usize>),
    /// A tag, a declaration or a processing instruction.
    Tag(CetrTag),
}

/// A tag. What htmlparser prints for it is in [`Lexer::printed`] until the next token is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CetrTag {
    pub(crate) start: usize,
    /// Its name as it stands in the page, with the slash of an end tag.
    pub(crate) name: Range<usize>,
    /// Whether the last attribute's name ends with a slash.
    pub(crate) is_empty: bool,
}

impl CetrTag {
    pub(crate) fn is_end(&self, page: &str) -> bool {
        page[self.name.clone()].starts_with('/')
    }

    /// Returns the tag of its name, in any case and without slashes. Names that htmlparser does
    /// not know are alike to it.
    pub(crate) fn known(&self, page: &str) -> Option<page::Tag> {
        let mut name = Cow::Borrowed(&page.as_bytes()[self.name.clone()]);
        if !name.is_ascii() {
            // As Java's capitals: `ſ` is an S.
            name = Cow::Owned(page[self.name.clone()].to_uppercase().into_bytes());
        }
        let name = name.strip_prefix(b"/").unwrap_or(&name);
        known_tag(name.strip_suffix(b"/").unwrap_or(name))
    }
}

/// Reads one token after the other. It never goes back further than a few characters, so time is
/// linear. Ordinary tags and text are passed over by bytes: [`Lexer::get`] sees what is left.
pub(crate) struct Lexer<'a> {
    pub(crate) page: &'a str,
    pub(crate) at: usize,
    /// The last tag as htmlparser prints it: unfinished tags and quotes are closed, white space
    /// before `>` may be lost. Most tags are printed as they stand in the page.
    pub(crate) printed: Cow<'a, str>,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(page: &'a str) -> Self {
        Self { page, at: 0, printed: Cow::Borrowed("") }
    }

    /// Reads a character. Every end of a line is read as `\n`.
    pub(super) fn get(&mut self) -> char {
        let Some(&byte) = self.page.as_bytes().get(self.at) else { return END };
        let c = if byte < 128 {
            char::from(byte)
        } else {
            self.page[self.at..].chars().next().unwrap_or(END)
        };
        self.at += c.len_utf8();
        if c != '\r' {
            return c;
        }
        self.at += usize::from(self.page.as_bytes().get(self.at) == Some(&b'\n'));
        '\n'
    }

    /// Moves to the byte that `find` finds in the rest of the page, or to its end.
    pub(super) fn skip_to(&mut self, find: impl FnOnce(&[u8]) -> Option<usize>) {
        let rest = self.page.as_bytes().get(self.at..).unwrap_or_default();
        self.at += find(rest).unwrap_or(rest.len());
    }

    /// Goes back one character, or one end of a line. At the end of the page, it goes back all the
    /// same.
    pub(super) fn unget(&mut self) {
        let before = &self.page[..self.at];
        let width = before.chars().next_back().map_or(0, char::len_utf8);
        self.at -= if before.ends_with("\r\n") { 2 } else { width };
    }

    /// Whether a tag begins here whose name begins in ASCII.
    fn is_at_tag(&self) -> bool {
        match self.page.as_bytes().get(self.at..) {
            Some([b'<', second, ..]) => *second == b'/' || second.is_ascii_alphabetic(),
            _ => false,
        }
    }

    /// Reads the next token; `None` at the end.
    pub(crate) fn next(&mut self) -> Option<CetrToken> {
        let start = self.at;
        if self.is_at_tag() {
            self.at += 1;
            return Some(self.tag(start));
        }
        match self.get() {
            END => None,
            '<' => match self.get() {
                END => Some(CetrToken::Text(start..self.at)),
                '%' => Some(self.instruction(start, true)),
                '?' => Some(self.instruction(start, false)),
                c if c == '/' || is_letter(c) => {
                    self.unget();
                    Some(self.tag(start))
                }
                '!' => match self.get() {
                    END => Some(CetrToken::Text(start..self.at)),
                    '>' => Some(CetrToken::Remark(start..self.at)),
                    '-' => Some(self.remark(start)),
                    _ => {
                        self.unget();
                        self.unget();
                        Some(self.tag(start))
                    }
                },
                _ => Some(self.text(start, false)),
            },
            _ => {
                self.unget();
                Some(self.text(start, false))
            }
        }
    }

    /// Reads text up to the next tag. With `quotes`, it also reads over quoted text and comments of
    /// a script.
    pub(super) fn text(&mut self, start: usize, quotes: bool) -> CetrToken {
        let mut quote = None;
        loop {
            if !quotes {
                // Nothing else than these means anything; U+FFFF begins with 0xEF.
                self.skip_to(|rest| memchr::memchr3(b'<', 0x1B, 0xEF, rest));
                if self.is_at_tag() {
                    break;
                }
            }
            match self.get() {
                END => break,
                '\u{1B}' => self.escape(),
                c @ ('\'' | '"') if quotes && quote.is_none() => quote = Some(c),
                '\\' if quotes && quote.is_some() => match self.get() {
                    END | '\\' => {}
                    c if Some(c) == quote => {}
                    _ => self.unget(),
                },
                c if quotes && Some(c) == quote => quote = None,
                '/' if quotes && quote.is_none() => match self.get() {
                    END => break,
                    '/' => while !matches!(self.get(), END | '\n') {},
                    '*' => self.comment(),
                    _ => self.unget(),
                },
                '<' if quote.is_none() => match self.get() {
                    END => break,
                    c if matches!(c, '/' | '!' | '%' | '?') || is_letter(c) => {
                        self.unget();
                        self.unget();
                        break;
                    }
                    _ => self.unget(),
                },
                _ => {}
            }
        }
        CetrToken::Text(start..self.at)
    }

    /// Reads over Japanese text in JIS, which may contain `<`: from `ESC $ B` to `ESC ( J`.
    fn escape(&mut self) {
        match self.get() {
            END => {}
            '$' => match self.get() {
                END => {}
                'B' => {
                    let mut seen = 0;
                    loop {
                        seen = match (seen, self.get()) {
                            (_, END) | (2, 'J') => break,
                            (0, '\u{1B}') => 1,
                            (1, '(') => 2,
                            _ => 0,
                        }
                    }
                }
                _ => {
                    self.unget();
                    self.unget();
                }
            },
            _ => self.unget(),
        }
    }

    /// Reads to the end of a `/* */` comment.
    pub(super) fn comment(&mut self) {
        loop {
            while !matches!(self.get(), END | '*') {}
            match self.get() {
                END | '/' => break,
                '*' => self.unget(),
                _ => {}
            }
        }
    }
}

/// Java's `Character.isLetter` of a UTF-16 unit.
pub(super) fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
        || (!c.is_ascii()
            && c < '\u{10000}'
            && c.general_category_group() == GeneralCategoryGroup::Letter)
}

/// Java's `Character.isWhitespace`.
pub(crate) fn is_space(c: char) -> bool {
    match c {
        '\t'..='\r' | '\u{1C}'..=' ' => true,
        '\u{A0}' | '\u{2007}' | '\u{202F}' => false,
        c if c.is_ascii() => false,
        c => matches!(
            c.general_category(),
            GeneralCategory::SpaceSeparator
                | GeneralCategory::LineSeparator
                | GeneralCategory::ParagraphSeparator
        ),
    }
}
