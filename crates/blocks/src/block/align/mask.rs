//! Masks what is not text in the source of a page: the elements HEAD, SCRIPT and STYLE, comments,
//! named character references and tags. The alternatives are tried in this order at each place, as
//! the original's regular expression does.

use super::chars::MASK;

/// Replaces markup by [`MASK`], unit by unit.
pub fn mask(units: &mut [u16]) {
    let mut markup = MarkupMask::new(units);
    let mut spans = Vec::new();
    let mut at = 0;
    while at < units.len() {
        match markup.end(at) {
            Some(end) => {
                spans.push(at..end);
                at = end;
            }
            None => at += 1,
        }
    }
    for span in spans {
        units[span].fill(MASK);
    }
}

/// The elements that are masked with their content.
const ELEMENTS: [(&str, &str); 3] =
    [("<head", "</head"), ("<script", "</script"), ("<style", "</style")];

struct MarkupMask<'a> {
    units: &'a [u16],
    /// One past the last `>`.
    last_end: usize,
    /// Whether an end tag of each element, and an end of a comment, may still follow: searched in
    /// vain, they are not searched again, so that any page takes linear time.
    may_close: [bool; ELEMENTS.len()],
    comment_may_close: bool,
}

impl<'a> MarkupMask<'a> {
    fn new(units: &'a [u16]) -> Self {
        let last_end =
            units.iter().rposition(|&unit| unit == u16::from(b'>')).map_or(0, |at| at + 1);
        Self { units, last_end, may_close: [true; ELEMENTS.len()], comment_may_close: true }
    }

    /// The end of the markup that begins here.
    fn end(&mut self, at: usize) -> Option<usize> {
        match self.byte(at) {
            b'<' if at < self.last_end => {
                self.element(at).or_else(|| self.comment(at)).or_else(|| self.tag(at))
            }
            b'&' => self.reference(at),
            _ => None,
        }
    }

    fn element(&mut self, at: usize) -> Option<usize> {
        let (kind, (open, close)) =
            ELEMENTS.iter().enumerate().find(|(_, (open, _))| self.has(at, open))?;
        if !self.may_close[kind] {
            return None;
        }
        let content = self.after_end(at + open.len())?;
        let end = (content..self.last_end).find(|&at| self.has(at, close));
        self.may_close[kind] = end.is_some();
        self.after_end(end? + close.len())
    }

    fn comment(&mut self, at: usize) -> Option<usize> {
        if !self.comment_may_close || !self.has(at, "<!--") {
            return None;
        }
        let end = (at + 4..self.last_end).find(|&at| self.has(at, "-->"));
        self.comment_may_close = end.is_some();
        end.map(|end| end + 3)
    }

    fn tag(&self, at: usize) -> Option<usize> {
        let name = at + 1 + usize::from(self.byte(at + 1) == b'/');
        if !self.byte(name).is_ascii_alphabetic() {
            return None;
        }
        let end = (name..self.units.len()).find(|&at| matches!(self.byte(at), b'<' | b'>'))?;
        (self.byte(end) == b'>').then_some(end + 1)
    }

    fn reference(&self, at: usize) -> Option<usize> {
        let end = (at + 1..self.units.len()).find(|&at| !self.byte(at).is_ascii_alphabetic())?;
        (end > at + 1 && self.byte(end) == b';').then_some(end + 1)
    }

    /// One past the next `>`.
    fn after_end(&self, from: usize) -> Option<usize> {
        (from..self.last_end).find(|&at| self.byte(at) == b'>').map(|at| at + 1)
    }

    /// Whether a text stands here, in any case.
    fn has(&self, at: usize, text: &str) -> bool {
        text.bytes().enumerate().all(|(i, byte)| self.byte(at + i).eq_ignore_ascii_case(&byte))
    }

    /// The unit as a byte; 0 if it is none or after the end.
    fn byte(&self, at: usize) -> u8 {
        self.units.get(at).and_then(|&unit| u8::try_from(unit).ok()).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    fn masked(source: &str) -> String {
        let mut units: Vec<u16> = source.encode_utf16().collect();
        super::mask(&mut units);
        String::from_utf16_lossy(&units).replace('\u{25a1}', "_")
    }

    #[test]
    fn markup_is_masked() {
        assert_eq!(
            masked("<P\nid=x>a</p >&nbsp;&#160;b"),
            "________a_____ ______&#160;b".replace(' ', "")
        );
        assert_eq!(masked("x<!-- <b>a</b> -->y"), format!("x{}y", "_".repeat(17)));
        assert_eq!(masked("<SCRIPT x>if (a<b)</script >y"), format!("{}y", "_".repeat(28)));
        assert_eq!(masked("<header>a</header>b</HEAD>c"), format!("{}b_______c", "_".repeat(18)));
    }

    #[test]
    fn what_is_not_closed_is_text() {
        assert_eq!(masked("a < b <c <d> e <f"), "a < b <c ___ e <f");
        assert_eq!(masked("<!-- a <script>b"), "<!-- a ________b");
        assert_eq!(masked("&amp &;"), "&amp &;");
    }

    #[test]
    fn openings_without_end_are_searched_once() {
        for opening in ["<script>", "<!--", "<head", "<a "] {
            masked(&format!("{}>", opening.repeat(200_000)));
            masked(&opening.repeat(200_000));
        }
    }
}
