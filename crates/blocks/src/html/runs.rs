//! Reads annotated pages: text in runs, each with the mark that an annotator left as the class of a
//! SPAN around it. A [`crate::page::Page`] keeps no attributes, and marks must not end blocks.

use html5gum::{DefaultEmitter, Token, Tokenizer};

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
    let mut runs: Vec<TextRun<M>> = Vec::new();
    let mut around: Vec<Option<M>> = Vec::new();
    let mut separate = true;
    let mut hidden = 0usize;
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    for Ok(token) in Tokenizer::new_with_emitter(html, emitter) {
        match token {
            Token::StartTag(tag) => {
                let name = &**tag.name;
                separate |= !INLINE.contains(&name);
                if name == b"body" {
                    hidden = 0;
                } else if HIDDEN.contains(&name) {
                    hidden += 1;
                } else if name == b"span" {
                    let class = tag
                        .attributes
                        .get(&b"class"[..])
                        .and_then(|class| std::str::from_utf8(class).ok());
                    let outer = around.last().copied().flatten();
                    around.push(class.and_then(&mark).or(outer));
                }
            }
            Token::EndTag(tag) => {
                let name = &**tag.name;
                separate |= !INLINE.contains(&name);
                if HIDDEN.contains(&name) {
                    hidden = hidden.saturating_sub(1);
                } else if name == b"span" {
                    around.pop();
                }
            }
            Token::String(text) if hidden == 0 => {
                let text = String::from_utf8_lossy(&text);
                // White space separates words, but is not a run.
                match (text.trim().is_empty(), runs.last_mut()) {
                    (true, Some(last)) => last.text.push_str(&text),
                    (true, None) => {}
                    (false, _) => {
                        runs.push(TextRun {
                            text: text.into_owned(),
                            mark: around.last().copied().flatten(),
                            separate,
                        });
                        separate = false;
                    }
                }
            }
            _ => {}
        }
    }
    runs
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
