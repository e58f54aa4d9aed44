//! Reads annotated pages: text in runs, each with the mark that an annotator left as the class of a
//! SPAN around it. A [`crate::page::Page`] keeps no attributes, and marks must not end blocks.

use super::tokens::{ContentModel, Tokens, tokenize};
use crate::page::Attribute;
use html5gum::{State, naive_next_state};

/// Text between two tags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextRun<M> {
    /// Its text, entities decoded.
    pub text: String,
    /// The mark of the nearest SPAN around it that has one.
    pub mark: Option<M>,
    /// Whether a tag that separates text is between it and the previous run.
    pub separate: bool,
}

/// Elements that do not separate text: those that do not end boilerpipe's blocks.
const INLINE: [&[u8]; 14] = [
    b"a", b"b", b"code", b"em", b"font", b"i", b"span", b"strike", b"strong", b"sub", b"sup",
    b"tt", b"u", b"var",
];
/// Elements whose text is not part of the page.
const HIDDEN: [&[u8]; 4] = [b"head", b"script", b"style", b"noscript"];

/// Returns the runs of a page that are not blank, in order; `mark` maps the class attribute of a
/// SPAN to its mark. Never fails.
pub fn runs<M: Copy>(html: &str, mark: impl Fn(&str) -> Option<M>) -> Vec<TextRun<M>> {
    let mut reader = Runs {
        mark,
        runs: Vec::new(),
        around: Vec::new(),
        class: None,
        text: Vec::new(),
        separate: true,
        hidden: 0,
    };
    tokenize(html, &mut reader);
    reader.end_text();
    reader.runs
}

struct Runs<M, F> {
    mark: F,
    runs: Vec<TextRun<M>>,
    /// The marks of the open SPANs.
    around: Vec<Option<M>>,
    /// The class of the tag that comes next.
    class: Option<String>,
    /// The text since the last tag or comment.
    text: Vec<u8>,
    separate: bool,
    /// Number of open elements whose text is not part of the page.
    hidden: usize,
}

impl<M: Copy, F> Runs<M, F> {
    fn end_text(&mut self) {
        let text = std::mem::take(&mut self.text);
        if text.is_empty() || self.hidden > 0 {
            return;
        }
        let text = String::from_utf8_lossy(&text);
        // White space separates words, but is not a run.
        match (text.trim().is_empty(), self.runs.last_mut()) {
            (true, Some(last)) => last.text.push_str(&text),
            (true, None) => {}
            (false, _) => self.runs.push(TextRun {
                text: text.into_owned(),
                mark: self.around.last().copied().flatten(),
                separate: std::mem::take(&mut self.separate),
            }),
        }
    }
}

impl<M: Copy, F: Fn(&str) -> Option<M>> Tokens for Runs<M, F> {
    const ATTRIBUTES: bool = true;

    fn known(name: &[u8]) -> Option<Attribute> {
        Attribute::known(name).filter(|attribute| *attribute == Attribute::Class)
    }

    fn attribute(&mut self, _: Attribute, value: &str) {
        self.class.get_or_insert_with(|| value.to_owned());
    }

    fn text(&mut self, piece: &[u8]) {
        self.text.extend_from_slice(piece);
    }

    fn start(&mut self, name: &[u8], _: bool) -> ContentModel {
        self.end_text();
        let name = &*name.to_ascii_lowercase();
        self.separate |= !INLINE.contains(&name);
        let class = self.class.take();
        if name == b"body" {
            self.hidden = 0;
        } else if HIDDEN.contains(&name) {
            self.hidden += 1;
        } else if name == b"span" {
            let outer = self.around.last().copied().flatten();
            self.around.push(class.and_then(|class| (self.mark)(&class)).or(outer));
        }
        match naive_next_state(name) {
            Some(State::RawText) => ContentModel::RawText,
            Some(State::RcData) => ContentModel::RcData,
            Some(State::ScriptData) => ContentModel::Script,
            Some(State::PlainText) => ContentModel::PlainText,
            _ => ContentModel::Markup,
        }
    }

    fn end(&mut self, name: &[u8]) {
        self.end_text();
        let name = &*name.to_ascii_lowercase();
        self.separate |= !INLINE.contains(&name);
        if HIDDEN.contains(&name) {
            self.hidden = self.hidden.saturating_sub(1);
        } else if name == b"span" {
            self.around.pop();
        }
    }

    fn comment(&mut self) {
        self.end_text();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(html: &str) -> Vec<String> {
        runs(html, mark).into_iter().map(shown_run).collect()
    }

    fn mark(class: &str) -> Option<u8> {
        class.strip_prefix("m")?.parse().ok()
    }

    fn shown_run(run: TextRun<u8>) -> String {
        let mark = run.mark.map_or("-".to_owned(), |mark| mark.to_string());
        format!("{}{mark} {}", if run.separate { "|" } else { "" }, run.text)
    }

    #[test]
    fn the_nearest_mark_counts() {
        let html = "<p><span class=m2>one <span>two</span> <span \
                    class=m0>three</span></span><p>four &amp; five";
        assert_eq!(shown(html), ["|2 one ", "2 two ", "0 three", "|- four & five"]);
    }

    #[test]
    fn head_and_script_are_no_text_and_broken_pages_are_read() {
        assert_eq!(
            shown("<head><title>t</title><body>a<script>b()</script><b>c</b>"),
            ["|- a", "|- c"]
        );
        assert_eq!(shown("</span></head>a<span class=m1><noscript>x"), ["|- a"]);
    }
}
