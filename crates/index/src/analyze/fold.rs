//! Folds the forms of a word that readers take for one: composed letters and letters with marks,
//! letters of another width, ligatures and other presentation forms, and the apostrophes. Lucene's
//! analyzers fold nothing, so words are folded before they get them.

use icu_normalizer::ComposingNormalizerBorrowed;
use std::borrow::Cow;
use tamis_blocks::html::composed;

const NFKC: ComposingNormalizerBorrowed = ComposingNormalizerBorrowed::new_nfkc();

/// Returns a word in the form that stands for all of its forms.
pub fn folded(word: &str) -> Cow<'_, str> {
    if word.is_ascii() {
        return Cow::Borrowed(word);
    }
    let whole = composed(word);
    if !whole.contains(is_form) {
        return whole;
    }
    let mut folded = String::with_capacity(whole.len());
    for c in whole.chars() {
        push(c, &mut folded);
    }
    // A voiced sound mark of half width is composed with the letter before.
    match composed(&folded) {
        Cow::Owned(composed) => Cow::Owned(composed),
        Cow::Borrowed(_) => Cow::Owned(folded),
    }
}

/// Whether a character is another form of letters, or an apostrophe.
fn is_form(c: char) -> bool {
    matches!(c,
        '\u{2BC}' | '\u{2019}' | '\u{132}' | '\u{133}'
        | '\u{FB00}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}' | '\u{FF01}'..='\u{FFEE}')
}

fn push(c: char, out: &mut String) {
    match c {
        '\u{2BC}' | '\u{2019}' => out.push('\''),
        c if is_form(c) => {
            let mut buffer = [0; 4];
            let form = &*c.encode_utf8(&mut buffer);
            let usual = NFKC.normalize(form);
            // A few are whole phrases, and a term has no white space.
            out.push_str(if usual.contains(char::is_whitespace) { form } else { &usual });
        }
        c => out.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_are_one() {
        for (word, expected) in [
            ("cafe\u{301}", "café"),
            ("didn’t", "didn't"),
            ("l’ho\u{302}pital", "l'hôpital"),
            ("п\u{2BC}ять", "п'ять"),
            ("ｆｉｌｅ", "file"),
            ("ﬁle", "file"),
            ("ﾊﾞｽ", "バス"),
            ("ĳs", "ijs"),
            ("\u{FEE3}\u{FEAE}", "مر"),
            // Letters, numbers and signs of their own.
            ("Straße", "Straße"),
            ("x²", "x²"),
            ("Ⅷ", "Ⅷ"),
            ("\u{FDFA}", "\u{FDFA}"),
        ] {
            assert_eq!(folded(word), expected, "{word:?}");
        }
    }

    #[test]
    fn folding_again_changes_nothing() {
        for c in '\0'..=char::MAX {
            let text = format!("a{c}b");
            let once = folded(&text).into_owned();
            assert_eq!(folded(&once), once, "{c:?}");
        }
    }
}
