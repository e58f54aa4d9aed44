//! Comments, doctypes, and CDATA.

use super::element::Span;
use super::tokenizer::{Kind, Token, Tokenizer};
use crate::name::Name;

/// Public identifiers of quirky doctypes begin so (13.2.6.4.1).
const QUIRKY: [&str; 55] = [
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
];
/// These are quirky as a whole.
const QUIRKY_WHOLE: [&str; 3] =
    ["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"];
/// Quirky without an identifier of the system.
const QUIRKY_ALONE: [&str; 2] =
    ["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"];
const QUIRKY_SYSTEM: &str = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

impl Tokenizer<'_> {
    pub fn declaration(&mut self) -> Token {
        let inside = self.at + 2;
        let rest = &self.bytes[inside..];
        if rest.starts_with(b"--") {
            self.comment(inside + 2)
        } else if rest.get(..7).is_some_and(|start| start.eq_ignore_ascii_case(b"doctype")) {
            self.doctype(inside + 7)
        } else {
            self.bogus(inside)
        }
    }

    fn comment(&mut self, inside: usize) -> Token {
        let dashes = |at: usize| self.bytes[at..].iter().take_while(|&&byte| byte == b'-').count();
        let first = inside + dashes(inside);
        let mut at = if self.dialect.long_first_dashes { first } else { inside };
        let mut end = self.bytes.len();
        let mut after = end;
        if self.byte(first) == Some(b'>') {
            (end, after) = (first.saturating_sub(2).max(inside), first + 1);
            at = self.bytes.len();
        }
        while let Some(found) = memchr::memmem::find(&self.bytes[at..], b"--") {
            at += found;
            at += dashes(at);
            let length = match &self.bytes[at..] {
                [b'>', ..] => 1,
                [b'!', b'>', ..] => 2,
                _ => continue,
            };
            // Of more dashes, the last two end the comment.
            (end, after) = (at - 2, at + length);
            break;
        }
        let span = Span { start: inside as u32, end: end as u32 };
        self.ended(Token { span, ..Token::new(Kind::Comment, Name::COMMENT) }, after)
    }

    /// Reads a doctype from the end of the keyword.
    fn doctype(&mut self, from: usize) -> Token {
        let end = self.find(from, b'>');
        let inside = self.page[from..end].to_ascii_lowercase();
        let mut token = Token::new(Kind::Doctype, Name::DOCUMENT);
        let any = self.dialect.any_doctype;
        let quirks = identifiers(&inside).map(|read| !any && is_quirky(read));
        token.quirks = end == self.bytes.len() || quirks.unwrap_or(true);
        self.ended(token, end + 1)
    }
}

/// The name of a doctype, in lower case, and its public identifier and that of the system, if it
/// has them; `None` if it is malformed.
fn identifiers(inside: &str) -> Option<(&str, Option<&str>, Option<&str>)> {
    let inside = inside.trim_ascii();
    let name_end = inside.find(|c: char| c.is_ascii_whitespace()).unwrap_or(inside.len());
    let (name, rest) = inside.split_at(name_end);
    let rest = rest.trim_ascii_start();
    if rest.is_empty() {
        return (!name.is_empty()).then_some((name, None, None));
    }
    if let Some(rest) = rest.strip_prefix("system") {
        return Some((name, None, Some(identifier(rest)?.0)));
    }
    let (public, rest) = identifier(rest.strip_prefix("public")?)?;
    let alone = rest.trim_ascii().is_empty();
    let system = if alone { None } else { Some(identifier(rest)?.0) };
    Some((name, Some(public), system))
}

fn identifier(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_ascii_start();
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    text[1..].split_once(quote)
}

/// Whether a doctype is one of old pages.
fn is_quirky((name, public, system): (&str, Option<&str>, Option<&str>)) -> bool {
    let begins = |list: &[&str]| {
        public.is_some_and(|public| list.iter().any(|start| public.starts_with(start)))
    };
    name != "html"
        || begins(&QUIRKY)
        || public.is_some_and(|public| QUIRKY_WHOLE.contains(&public))
        || system == Some(QUIRKY_SYSTEM)
        || (system.is_none() && begins(&QUIRKY_ALONE))
}
