//! Parses rules such as `words >= 11 and link_density <= 0.33 or kind = title` to a [`Predicate`]. `not` binds more tightly
//! than `and`, and `and` more tightly than `or`; parentheses group. Besides features, rules may test `label = NAME` and
//! `kind = title|text`.

use super::predicate::{FEATURES, Operator, Predicate};
use crate::error::{Error, Result, nearest, shown};
use crate::index::Manifest;
use tamis_blocks::page::BlockKind;

/// Parses a rule.
///
/// # Errors
/// [`Error::Setting`] with the column of the problem (in characters, from 1): also for more than 10,000 comparisons, and
/// for parentheses and `not`s nested deeper than 100.
pub fn parse(text: &str, manifest: &Manifest) -> Result<Predicate> {
    let tokens = tokenize(text);
    let end = text.chars().count() as u64 + 1;
    let mut parser = Parser { tokens, next: 0, end, depth: 0, comparisons: 0, manifest };
    let predicate = parser.either()?;
    if parser.peek().is_some() {
        return Err(parser.expected("'and', 'or' or the end"));
    }
    let depth = predicate.depth();
    if depth >= MOST_DEPTH {
        // A rule is printed with all its parentheses, and must be read again as it is printed.
        let problem =
            format!("column 1: found a rule that is {depth} deep with all its parentheses, expected {NESTED}");
        return Err(Error::setting("where", problem));
    }
    Ok(predicate)
}

/// The maximum depth of nested parentheses and `not`s. Parsing, evaluating, printing and dropping a rule recurse as deep.
const MOST_DEPTH: usize = 100;

/// The maximum depth for messages, and the remedy.
const NESTED: &str = "at most 100 nested parentheses and 'not's; write 'a and b and c' rather than 'a and (b and (c))'";

/// The maximum number of comparisons: each is a pass over all blocks.
const MOST_COMPARISONS: usize = 10_000;

#[derive(Debug, Clone, PartialEq)]
struct Token {
    text: String,
    column: u64,
}

struct Parser<'a> {
    tokens: Vec<Token>,
    next: usize,
    end: u64,
    depth: usize,
    comparisons: usize,
    manifest: &'a Manifest,
}

/// Splits text into words, numbers, comparison signs and parentheses; any other character is a token.
fn tokenize(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut class_before = ' ';
    for (index, character) in text.chars().enumerate() {
        let class = match character {
            c if c.is_whitespace() => ' ',
            c if c.is_alphanumeric() || "_-.:".contains(c) => 'w',
            '<' | '>' | '=' | '!' => '=',
            _ => 'x',
        };
        match tokens.last_mut() {
            Some(last) if class == class_before && (class == 'w' || class == '=') => last.text.push(character),
            _ if class == ' ' => {}
            _ => tokens.push(Token { text: character.to_string(), column: index as u64 + 1 }),
        }
        class_before = class;
    }
    tokens
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
    }

    fn column(&self) -> u64 {
        self.peek().map_or(self.end, |token| token.column)
    }

    fn wrong(&self, found: &str, expected: &str) -> Error {
        Error::setting("where", format!("column {}: found {found}, expected {expected}", self.column()))
    }

    /// Returns the error for the next token.
    fn expected(&self, expected: &str) -> Error {
        let found = self.peek().map_or("the end".to_owned(), |token| shown(&token.text));
        self.wrong(&found, expected)
    }

    fn take(&mut self, word: &str) -> bool {
        let taken = self.peek().is_some_and(|token| token.text.eq_ignore_ascii_case(word));
        self.next += usize::from(taken);
        taken
    }

    fn either(&mut self) -> Result<Predicate> {
        self.chain("or", Self::both, Predicate::Or)
    }

    fn both(&mut self) -> Result<Predicate> {
        self.chain("and", Self::one, Predicate::And)
    }

    /// Parses parts with `word` between them; one alone is not a chain.
    fn chain(
        &mut self,
        word: &str,
        part: impl Fn(&mut Self) -> Result<Predicate>,
        of: impl Fn(Vec<Predicate>) -> Predicate,
    ) -> Result<Predicate> {
        let first = part(self)?;
        if !self.take(word) {
            return Ok(first);
        }
        let mut parts = vec![first, part(self)?];
        while self.take(word) {
            parts.push(part(self)?);
        }
        Ok(of(parts))
    }

    fn one(&mut self) -> Result<Predicate> {
        if self.depth == MOST_DEPTH {
            return Err(self.expected(NESTED));
        }
        self.depth += 1;
        let one = if self.take("not") {
            self.one().map(|inner| Predicate::Not(Box::new(inner)))
        } else if self.take("(") {
            self.grouped()
        } else {
            self.comparison()
        };
        self.depth -= 1;
        one
    }

    fn grouped(&mut self) -> Result<Predicate> {
        let inner = self.either()?;
        if self.take(")") { Ok(inner) } else { Err(self.expected("')'")) }
    }

    fn comparison(&mut self) -> Result<Predicate> {
        self.comparisons += 1;
        if self.comparisons > MOST_COMPARISONS {
            let remedy = format!("at most {MOST_COMPARISONS}; label the blocks with a program, and test its label");
            return Err(self.wrong("one comparison too many", &remedy));
        }
        if self.take("all") {
            return Ok(Predicate::All);
        }
        if self.take("kind") {
            return self.named(|parser| parser.kind());
        }
        if self.take("label") {
            return self.named(|parser| parser.label());
        }
        let known = FEATURES.iter().find(|(name, _)| self.peek().is_some_and(|t| t.text.eq_ignore_ascii_case(name)));
        let Some((_, feature)) = known else { return Err(self.unknown_feature()) };
        self.next += 1;
        let comparison = self.sign()?;
        let value = self.peek().map(|token| token.text.parse());
        match value {
            Some(Ok(value)) => {
                self.next += 1;
                Ok(Predicate::Feature(*feature, comparison, value))
            }
            _ => Err(self.expected("a number such as 11 or 0.33")),
        }
    }

    fn unknown_feature(&self) -> Error {
        let names = || FEATURES.iter().map(|(name, _)| *name).chain(["kind", "label", "not", "all"]);
        let hint = self.peek().and_then(|token| nearest(&token.text, names()));
        let expected = match hint {
            Some(name) => format!("a feature; did you mean '{name}'?"),
            None => format!("one of {}", names().collect::<Vec<_>>().join(", ")),
        };
        self.expected(&expected)
    }

    fn sign(&mut self) -> Result<Operator> {
        let sign = self.peek().and_then(|token| match token.text.as_str() {
            "<" => Some(Operator::Less),
            "<=" => Some(Operator::AtMost),
            "=" | "==" => Some(Operator::Equal),
            "!=" => Some(Operator::NotEqual),
            ">=" => Some(Operator::AtLeast),
            ">" => Some(Operator::Greater),
            _ => None,
        });
        let sign = sign.ok_or_else(|| self.expected("one of < <= = != >= >"))?;
        self.next += 1;
        Ok(sign)
    }

    /// Parses `= NAME` or `!= NAME`; `read` parses the name.
    fn named(&mut self, read: impl Fn(&mut Self) -> Result<Predicate>) -> Result<Predicate> {
        if self.take("!=") {
            return Ok(Predicate::Not(Box::new(read(self)?)));
        }
        if self.take("=") || self.take("==") { read(self) } else { Err(self.expected("= or !=")) }
    }

    fn kind(&mut self) -> Result<Predicate> {
        for (name, kind) in [("title", BlockKind::Title), ("text", BlockKind::Text)] {
            if self.take(name) {
                return Ok(Predicate::Kind(kind));
            }
        }
        Err(self.expected("title or text"))
    }

    fn label(&mut self) -> Result<Predicate> {
        let name = self.peek().map(|token| token.text.clone()).unwrap_or_default();
        let bit = self.manifest.label_bit(&name).map_err(|error| self.expected(&format!("a label ({error})")))?;
        self.next += 1;
        Ok(Predicate::Label(bit, name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Recipe;
    use crate::search::predicate::BlockRow;
    use proptest::prelude::*;

    fn manifest() -> Manifest {
        let classifiers = vec!["keep-all".into(), "words-tree".into()];
        Manifest { classifiers, ..Manifest::new(Recipe::default()) }
    }

    fn permits(text: &str, row: BlockRow) -> bool {
        parse(text, &manifest()).unwrap().permits(&row)
    }

    fn row(words: u64, anchors: u64) -> BlockRow {
        BlockRow { counts: [words, anchors, words, 1, 3, words], labels: 0b10, title: false }
    }

    #[test]
    fn and_binds_before_or_and_not_before_and() {
        let text = "words >= 11 and link_density <= 0.33 or kind = title";
        assert!(permits(text, row(11, 3)));
        assert!(!permits(text, row(11, 4)));
        assert!(permits(text, BlockRow { title: true, ..row(1, 1) }));
        assert!(permits("not words > 3 and tokens<5", row(2, 0)));
        assert!(!permits("not (words > 3 or tokens < 5)", row(2, 0)));
    }

    #[test]
    fn labels_and_kinds_are_named() {
        assert!(permits("label = words-tree", row(1, 0)));
        assert!(permits("label != keep-all and kind != title", row(1, 0)));
        assert!(permits("text_density = 7 and tag_level < 4", row(7, 0)));
    }

    #[test]
    fn an_error_points_at_the_column_and_names_what_was_meant() {
        let cases = [
            ("words >= ", "column 10", "the end"),
            ("wrods >= 3", "column 1", "did you mean 'words'"),
            ("words >= 3 und kind = title", "column 12", "'and', 'or'"),
            ("words ~ 3", "column 7", "one of <"),
            ("(words > 3", "column 11", "')'"),
            ("label = word-tree", "column 9", "words-tree"),
            ("kind = heading", "column 8", "title or text"),
            ("words > 1e3", "column 9", "a number"),
        ];
        for (text, column, hint) in cases {
            let error = parse(text, &manifest()).unwrap_err();
            let message = error.to_string();
            assert!(message.contains(column) && message.contains(hint), "{text}: {message}");
            assert!(matches!(error, Error::Setting(_)));
        }
    }

    #[test]
    fn a_rule_of_any_depth_and_length_is_read_or_refused_with_the_number() {
        let long = |count: usize, part: &str, between: &str| vec![part; count].join(between);
        for between in [" or ", " and "] {
            let rule = parse(&long(10_000, "words > 1", between), &manifest()).unwrap();
            assert!(rule.permits(&row(2, 0)) && !rule.permits(&row(1, 0)));
            assert_eq!(rule.to_string().matches(between).count(), 9_999);
            assert_eq!(parse(&rule.to_string(), &manifest()).unwrap(), rule);
        }
        let said = |text: &str| parse(text, &manifest()).unwrap_err().to_string();
        let many = said(&long(50_000, "all", " or "));
        assert_eq!(
            many,
            "where: column 70001: found one comparison too many, expected at most 10000; label the blocks with a program, \
             and test its label"
        );
        let deep =
            |open: &str, count: usize, close: &str| said(&[&open.repeat(count), "all", &close.repeat(count)].concat());
        for found in
            [deep("not ", 50_000, ""), deep("(", 50_000, ")"), deep("(all or ", 50_000, ")"), deep("not ", 50, "")]
        {
            assert!(found.contains("expected at most 100 nested"), "{found}");
        }
        assert!(parse(&["not ".repeat(49), "all".into()].concat(), &manifest()).is_ok());
        assert!(parse(&["(".repeat(99), "all".into(), ")".repeat(99)].concat(), &manifest()).is_ok());
        assert!(said(&"x".repeat(1 << 20)).len() < 300);
    }

    proptest! {
        #[test]
        fn any_nesting_reads_again_as_it_prints(
            parts in prop::collection::vec(prop::sample::select(vec!["(all or ", "(words > 1 and ", "not ", "(", "(not all and "]), 0..120),
        ) {
            let open: String = parts.concat();
            let text = format!("{open}all{}", ")".repeat(open.matches('(').count()));
            if let Ok(rule) = parse(&text, &manifest()) {
                prop_assert_eq!(parse(&rule.to_string(), &manifest()).unwrap(), rule);
            }
        }

        #[test]
        fn no_text_makes_it_panic(text in "[a-z_ ()<>=!0-9.é]{0,60}") {
            let _ = parse(&text, &manifest());
        }

        #[test]
        fn what_is_displayed_parses_to_the_same_rule(words in 0u32..50, density in 0u32..20, negate: bool) {
            let text = format!("words >= {words} and not text_density < {density}.5 or label = words-tree");
            let text = if negate { format!("not ({text})") } else { text };
            let predicate = parse(&text, &manifest()).unwrap();
            prop_assert_eq!(&parse(&predicate.to_string(), &manifest()).unwrap(), &predicate);
        }
    }
}
