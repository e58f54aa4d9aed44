//! Text as readers type it: letters composed (NFC), and without the characters that nobody sees
//! and that only tell where a line may break. Classifiers get pages as they are, as their originals
//! do; what is indexed, searched for and written is composed.

use crate::page::{Block, Blocks};
use icu_normalizer::ComposingNormalizerBorrowed;
use std::borrow::Cow;

const NFC: ComposingNormalizerBorrowed = ComposingNormalizerBorrowed::new_nfc();

/// Returns a text in Unicode's Normalization Form C, without soft hyphens, word joiners, zero width
/// spaces and byte order marks. A zero width space stays beside a letter of a script that has no
/// spaces between words: there it parts two. A text of nothing else stays as it is.
pub fn composed(text: &str) -> Cow<'_, str> {
    if !may_change(text) {
        return Cow::Borrowed(text);
    }
    let seen = without_unseen(text);
    if seen.is_empty() {
        return Cow::Borrowed(text);
    }
    match NFC.normalize(&seen) {
        Cow::Borrowed(_) => seen,
        Cow::Owned(composed) => Cow::Owned(composed),
    }
}

/// Whether a text may change. Most are ASCII, but for a quotation mark here and there.
fn may_change(text: &str) -> bool {
    const AT_ONCE: usize = 32;
    // Characters below U+0300 begin with smaller bytes; of them the soft hyphen alone changes.
    let is_first = |byte: u8| byte >= 0xCC || byte == 0xC2;
    let changes_at = |at: usize| text[at..].chars().next().is_some_and(changes);
    let chunks = (0..).step_by(AT_ONCE).zip(text.as_bytes().chunks(AT_ONCE));
    chunks.filter(|(_, chunk)| !chunk.is_ascii()).any(|(start, chunk)| {
        let firsts = (start..).zip(chunk).filter(|(_, byte)| is_first(**byte));
        firsts.map(|(at, _)| at).any(changes_at)
    })
}

/// Whether a character may change a text: all that are unseen, are composed with what is before or
/// are decomposed, and some others.
fn changes(c: char) -> bool {
    !matches!(c,
        '\0'..='\u{AC}' | '\u{AE}'..='\u{2FF}'
        | '\u{37F}'..='\u{386}' | '\u{388}'..='\u{482}' | '\u{48A}'..='\u{590}'
        | '\u{2002}'..='\u{200A}' | '\u{200C}'..='\u{205F}' | '\u{20A0}'..='\u{20CF}'
        | '\u{2190}'..='\u{2328}' | '\u{232B}'..='\u{2ADB}'
        | '\u{2E80}'..='\u{3029}' | '\u{3030}'..='\u{3098}' | '\u{309B}'..='\u{A66E}'
        | '\u{AC00}'..='\u{D7AF}' | '\u{FF00}'..='\u{FFFE}')
}

fn is_unseen(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}' | '\u{2060}' | '\u{FEFF}')
}

/// Whether a letter is of a script that has no spaces between words, and no tokens of one letter:
/// Thai and Lao, Tibetan, Myanmar, Khmer, and those of Tai languages.
fn runs_on(c: char) -> bool {
    matches!(c,
        '\u{E00}'..='\u{FFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}'
        | '\u{1950}'..='\u{19FF}' | '\u{1A20}'..='\u{1AAF}'
        | '\u{A9E0}'..='\u{A9FF}' | '\u{AA60}'..='\u{AADF}')
}

fn without_unseen(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unseen) {
        return Cow::Borrowed(text);
    }
    let mut seen = String::with_capacity(text.len());
    let mut after_dropped = false;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let parts = || seen.ends_with(runs_on) || rest.as_str().starts_with(runs_on);
        let is_dropped = is_unseen(c) && !(c == '\u{200B}' && parts());
        // Of two blanks around it one stays.
        let is_second = c == ' ' && after_dropped && seen.ends_with(' ');
        if !is_dropped && !is_second {
            seen.push(c);
        }
        after_dropped = is_dropped;
    }
    Cow::Owned(seen)
}

/// Composes a text where it is.
pub fn compose(text: &mut String) {
    if let Cow::Owned(composed) = composed(text) {
        *text = composed;
    }
}

impl Blocks {
    /// Composes the text of every block; their counts stay those of the page.
    pub fn compose(&mut self) {
        // Most texts stay.
        if !may_change(&self.text) {
            return;
        }
        let before = std::mem::take(&mut self.text);
        self.text.reserve(before.len());
        for Block { text, .. } in self.title.iter_mut().chain(&mut self.blocks) {
            let start = self.text.len() as u32;
            let composed = composed(&before[text.start as usize..text.end as usize]);
            self.text.push_str(composed.trim_matches(' '));
            *text = start..self.text.len() as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icu_normalizer::DecomposingNormalizerBorrowed;

    #[test]
    fn letters_are_composed_and_what_nobody_sees_is_dropped() {
        for (text, expected) in [
            ("cafe\u{301} Zu\u{308}rich", "café Zürich"),
            ("\u{110C}\u{1165}\u{11BC}", "정"),
            ("e\u{323}\u{302}", "ệ"),
            ("か\u{3099}", "が"),
            ("\u{212B}ngstrom", "Ångstrom"),
            ("Hafen\u{AD}licht\u{AD}verein", "Hafenlichtverein"),
            ("Werk\u{200B}statt, a\u{2060}b\u{FEFF}c", "Werkstatt, abc"),
            // Here it parts words.
            ("ភាសា\u{200B}ខ្មែរ", "ភាសា\u{200B}ខ្មែរ"),
            ("ไทย\u{200B}abc", "ไทย\u{200B}abc"),
            // Persian, and emoji of several signs.
            ("می\u{200C}خواهم 👩\u{200D}🌾", "می\u{200C}خواهم 👩\u{200D}🌾"),
            // Other forms of a letter are other letters.
            ("ﬁle ｗｉｄｅ didn’t x²", "ﬁle ｗｉｄｅ didn’t x²"),
            ("plain", "plain"),
            ("a \u{AD} b", "a b"),
            ("\u{200B}\u{AD}", "\u{200B}\u{AD}"),
        ] {
            assert_eq!(composed(text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_is_passed_over_stays_as_it_is() {
        let nfd = DecomposingNormalizerBorrowed::new_nfd();
        for c in ('\0'..=char::MAX).filter(|c| !changes(*c)) {
            // Whatever is before or behind: only letters that change are composed with it.
            let text = c.to_string();
            assert_eq!(NFC.normalize(&text), text, "{c:?}");
            let marked = format!("a{c}\u{323}\u{301}");
            let apart = nfd.normalize(&marked).into_owned();
            assert!(apart.starts_with('a') && !is_unseen(c), "{c:?}");
            assert_eq!(NFC.normalize(&format!("a{c}")), format!("a{c}"), "{c:?}");
            assert_eq!(NFC.normalize(&format!("\u{1100}{c}")), format!("\u{1100}{c}"), "{c:?}");
        }
    }

    #[test]
    fn blocks_keep_their_counts() {
        let page = crate::html::parse_str(
            "<title>Zu\u{308}</title><p>a&shy;b <b>c</b><p>d<p>e&shy; <p>&shy; f",
        );
        let mut blocks = crate::block::cut(&page, crate::page::Cut::default());
        let before = blocks.clone();
        blocks.compose();
        let texts: Vec<&str> = blocks.all().map(|block| blocks.text_of(block)).collect();
        assert_eq!(texts, ["Zü", "ab c", "d", "e", "f"]);
        for (now, then) in blocks.all().zip(before.all()) {
            let text = then.text.clone();
            assert_eq!(Block { text, ..now.clone() }, *then);
        }
    }
}
