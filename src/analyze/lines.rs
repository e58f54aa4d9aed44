//! Tokens that were analyzed before, one a line, given to tantivy with position 0: tantivy adds 1 after every value of
//! a field, so a token's position becomes the number of its block.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// The tokenizer of the field `text`.
#[derive(Debug, Clone, Default)]
pub struct Lines {
    token: Token,
}

/// The stream of one value's lines.
#[derive(Debug)]
pub struct LinesStream<'a> {
    rest: &'a str,
    token: &'a mut Token,
}

impl Tokenizer for Lines {
    type TokenStream<'a> = LinesStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> LinesStream<'a> {
        self.token.position = 0;
        self.token.position_length = 0;
        LinesStream { rest: text, token: &mut self.token }
    }
}

impl TokenStream for LinesStream<'_> {
    fn advance(&mut self) -> bool {
        if self.rest.is_empty() {
            return false;
        }
        let end = memchr::memchr(b'\n', self.rest.as_bytes()).unwrap_or(self.rest.len());
        self.token.text.clear();
        self.token.text.push_str(&self.rest[..end]);
        self.rest = self.rest.get(end + 1..).unwrap_or("");
        true
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}
