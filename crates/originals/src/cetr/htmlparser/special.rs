//! How the lexer reads comments, instructions, scripts and style sheets.

use super::lexer::{CetrTag, CetrToken, END, Lexer, is_letter, is_space};
use std::borrow::Cow;
use std::ops::Range;

impl Lexer<'_> {
    /// Reads a comment after `<!-`.
    pub(super) fn remark(&mut self, start: usize) -> CetrToken {
        match self.get() {
            END => return CetrToken::Remark(start..self.at),
            '-' => {}
            _ => return self.text(start, false),
        }
        match self.get() {
            END | '>' => return CetrToken::Remark(start..self.at),
            _ => self.unget(),
        }
        // The number of hyphens that may end the comment. A third one makes them part of it.
        let mut hyphens = 0;
        loop {
            hyphens = match (hyphens, self.get()) {
                (_, END) | (2, '>') => return CetrToken::Remark(start..self.at),
                (0, '-') => 1,
                (1, '-') => 2,
                (2, c) if is_space(c) => 2,
                _ => 0,
            };
        }
    }

    /// Reads `<% … %>` or `<? … ?>`. One without its end is text.
    pub(super) fn instruction(&mut self, start: usize, is_jsp: bool) -> CetrToken {
        let mark = if is_jsp { '%' } else { '?' };
        let mut name = start + 1..self.at;
        if is_jsp {
            match self.get() {
                END | '>' => return self.text(start, true),
                '=' | '@' => name.end = self.at,
                _ => {}
            }
        }
        let mut quote = None;
        loop {
            match (quote, self.get()) {
                (_, END) => break,
                (Some(open), c) => quote = Some(open).filter(|_| c != open),
                (None, '>') => break,
                (None, c @ ('\'' | '"')) => quote = Some(c),
                (None, '/') if is_jsp => match self.get() {
                    // The original would read this slash for ever.
                    END => break,
                    '/' => while !matches!(self.get(), END | '\n') {},
                    '*' => self.comment(),
                    _ => self.unget(),
                },
                (None, c) if c == mark => match self.get() {
                    END => break,
                    '>' => {
                        self.printed = Cow::Borrowed(&self.page[start..self.at]);
                        return CetrToken::Tag(CetrTag { start, name, is_empty: false });
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        self.text(start, true)
    }

    /// Reads the content of a script or style sheet: up to `</` and a letter, except in a comment.
    pub(crate) fn code(&mut self) -> Range<usize> {
        let start = self.at;
        loop {
            match self.get() {
                END => break,
                '<' => match self.get() {
                    END => break,
                    '/' => match self.get() {
                        END => break,
                        c if is_letter(c) => {
                            for _ in 0..3 {
                                self.unget();
                            }
                            break;
                        }
                        _ => {}
                    },
                    '!' => match self.get() {
                        END => break,
                        '-' => match self.get() {
                            END => break,
                            '-' if !self.code_comment() => break,
                            _ => {}
                        },
                        _ => {}
                    },
                    _ => {}
                },
                _ => {}
            }
        }
        start..self.at
    }

    /// Reads to `-->`. Returns whether there is one.
    fn code_comment(&mut self) -> bool {
        loop {
            match self.get() {
                END => return false,
                '-' => match self.get() {
                    END => return false,
                    '-' => match self.get() {
                        END => return false,
                        '>' => return true,
                        _ => {
                            self.unget();
                            self.unget();
                        }
                    },
                    _ => self.unget(),
                },
                _ => {}
            }
        }
    }
}
