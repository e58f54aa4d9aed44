//! htmlparser's lexer: splits a page into text, tags and remarks.

use std::ops::Range;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// What the lexer returns at the end of the page, and for U+FFFF, which thus ends a page.
pub(super) const END: char = '\u{FFFF}';

/// A token. Ranges are bytes of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token {
    Text(Range<usize>),
    /// A comment.
    Remark(Range<usize>),
    /// A tag, a declaration or a processing instruction.
    Tag(Tag),
}

/// A tag. What htmlparser prints for it is in [`Lexer::printed`] until the next token is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tag {
    pub(crate) start: usize,
    /// Its name as it stands in the page, with the slash of an end tag.
    pub(crate) name: Range<usize>,
    /// Whether the last attribute's name ends with a slash.
    pub(crate) is_empty: bool,
}

impl Tag {
    pub(crate) fn is_end(&self, page: &str) -> bool {
        page[self.name.clone()].starts_with('/')
    }

    /// Returns the name in capitals, without slashes.
    pub(crate) fn upper_name(&self, page: &str) -> String {
        let name = page[self.name.clone()].to_uppercase();
        let name = name.strip_prefix('/').unwrap_or(&name);
        name.strip_suffix('/').unwrap_or(name).to_owned()
    }
}

/// Reads one token after the other. It never goes back further than a few characters, so time is
/// linear.
pub(crate) struct Lexer<'a> {
    pub(crate) page: &'a str,
    pub(crate) at: usize,
    /// The last tag as htmlparser prints it: unfinished tags and quotes are closed, white space
    /// before `>` may be lost.
    pub(crate) printed: String,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(page: &'a str) -> Self {
        Self { page, at: 0, printed: String::new() }
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

    /// Goes back one character, or one end of a line. At the end of the page, it goes back all the
    /// same.
    pub(super) fn unget(&mut self) {
        let before = &self.page[..self.at];
        let width = before.chars().next_back().map_or(0, char::len_utf8);
        self.at -= if before.ends_with("\r\n") { 2 } else { width };
    }

    /// Reads the next token; `None` at the end.
    pub(crate) fn next(&mut self) -> Option<Token> {
        let start = self.at;
        match self.get() {
            END => None,
            '<' => match self.get() {
                END => Some(Token::Text(start..self.at)),
                '%' => Some(self.instruction(start, true)),
                '?' => Some(self.instruction(start, false)),
                c if c == '/' || is_letter(c) => {
                    self.unget();
                    Some(self.tag(start))
                }
                '!' => match self.get() {
                    END => Some(Token::Text(start..self.at)),
                    '>' => Some(Token::Remark(start..self.at)),
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
    pub(super) fn text(&mut self, start: usize, quotes: bool) -> Token {
        let mut quote = None;
        loop {
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
        Token::Text(start..self.at)
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
