//! The properties of a character that the word breaker needs: its word break class (UAX #29, table
//! 3), simplified as in Lucene's StandardTokenizer, and whether it belongs to a script without
//! spaces or to an emoji.
//!
//! Lucene 10 uses Unicode 12.1. Characters whose class has changed since then keep their old class,
//! as in Lucene; characters added since then are words here, but not in Lucene.

use icu_properties::props::{
    Emoji, EmojiModifier, ExtendedPictographic, LineBreak, RegionalIndicator, Script, WordBreak,
};
use icu_properties::{CodePointMapData, CodePointSetData};

/// A word break class. Extend includes Format and ZWJ, because rule WB4 treats the three alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordClass {
    /// Not part of a word.
    Other,
    Letter,
    /// A Hebrew letter: quotes may follow it inside a word.
    Hebrew,
    Numeric,
    /// Katakana and its prolonged sound marks.
    Katakana,
    /// The underscore and its like: joins letters, digits and Katakana.
    ExtendNumLet,
    /// Joins letters, such as the colon.
    MidLetter,
    /// Joins digits, such as the comma.
    MidNum,
    /// Joins letters or digits, such as the full stop.
    MidNumLet,
    /// The ASCII apostrophe.
    SingleQuote,
    /// The ASCII quotation mark.
    DoubleQuote,
    /// A mark, format character or joiner: belongs to the character before it.
    Extend,
}

/// The classes of ASCII, where most text is.
pub const ASCII: [WordClass; 128] = {
    let mut classes = [WordClass::Other; 128];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b'A'..=b'Z' | b'a'..=b'z' => WordClass::Letter,
            b'0'..=b'9' => WordClass::Numeric,
            b'_' => WordClass::ExtendNumLet,
            b'.' => WordClass::MidNumLet,
            b':' => WordClass::MidLetter,
            b',' | b';' => WordClass::MidNum,
            b'\'' => WordClass::SingleQuote,
            b'"' => WordClass::DoubleQuote,
            _ => WordClass::Other,
        };
        byte += 1;
    }
    classes
};

/// The word break class of a character.
pub fn class(c: char) -> WordClass {
    if c.is_ascii() {
        return ASCII[c as usize];
    }
    changed_class(c).unwrap_or_else(|| unicode_class(c))
}

/// Returns a character's class in Unicode 12.1 if it has another one now. Found by comparing all
/// characters.
fn changed_class(c: char) -> Option<WordClass> {
    match c {
        // Symbols and punctuation that became letters, and a digit that became one.
        '\u{B8}' | '\u{2E5}'..='\u{2EB}' | '\u{55A}' | '\u{55F}' | '\u{58A}' | '\u{19DA}' => {
            Some(WordClass::Other)
        }
        '\u{A708}'..='\u{A716}' | '\u{16FE2}' => Some(WordClass::Other),
        // Signs that enclose the number after them.
        '\u{600}'..='\u{605}' | '\u{6DD}' | '\u{70F}' | '\u{8E2}' | '\u{110BD}' | '\u{110CD}' => {
            Some(WordClass::Extend)
        }
        // The comma and semicolon of vertical text.
        '\u{FE10}' | '\u{FE14}' => Some(WordClass::MidNum),
        _ => None,
    }
}

fn unicode_class(c: char) -> WordClass {
    match CodePointMapData::<WordBreak>::new().get(c) {
        WordBreak::ALetter => WordClass::Letter,
        WordBreak::HebrewLetter => WordClass::Hebrew,
        WordBreak::Numeric => WordClass::Numeric,
        WordBreak::Katakana => WordClass::Katakana,
        WordBreak::ExtendNumLet => WordClass::ExtendNumLet,
        WordBreak::MidLetter => WordClass::MidLetter,
        WordBreak::MidNum => WordClass::MidNum,
        WordBreak::MidNumLet => WordClass::MidNumLet,
        WordBreak::SingleQuote => WordClass::SingleQuote,
        WordBreak::DoubleQuote => WordClass::DoubleQuote,
        WordBreak::Extend | WordBreak::Format | WordBreak::ZWJ => WordClass::Extend,
        _ => WordClass::Other,
    }
}

/// Whether a character belongs to a script whose words need a dictionary (Thai, Lao, Khmer,
/// Burmese, ...): line break class SA.
pub fn is_complex_context(c: char) -> bool {
    // U+19DA was of this class in Unicode 12.1.
    c == '\u{19DA}'
        || c >= '\u{E00}'
            && CodePointMapData::<LineBreak>::new().get(c) == LineBreak::ComplexContext
}

/// Whether Lucene makes a character a word by itself: Han and Hiragana.
pub fn is_ideograph_or_hiragana(c: char) -> bool {
    // U+16FE2 became a Han character later.
    c >= '\u{2E80}'
        && c != '\u{16FE2}'
        && matches!(CodePointMapData::<Script>::new().get(c), Script::Han | Script::Hiragana)
}

/// Whether a character can begin an emoji by itself (UTS #51). ASCII digits, `#` and `*` are emoji
/// only with a keycap.
pub fn is_pictograph(c: char) -> bool {
    c >= '\u{A9}'
        && (was_pictograph(c)
            || CodePointSetData::new::<ExtendedPictographic>().contains(c)
            || CodePointSetData::new::<Emoji>().contains(c)
                && !is_regional_indicator(c)
                && !is_skin_tone(c))
}

/// Whether a character was Extended_Pictographic in Unicode 12.1 only: stars, chess and playing
/// cards, and code points reserved for future emoji.
fn was_pictograph(c: char) -> bool {
    WIDER.iter().any(|(from, to)| (*from..=*to).contains(&c))
}

/// The ranges of that property that have since shrunk.
const WIDER: [(char, char); 20] = [
    ('\u{2388}', '\u{2388}'),
    ('\u{2600}', '\u{2605}'),
    ('\u{2607}', '\u{2612}'),
    ('\u{2614}', '\u{2685}'),
    ('\u{2690}', '\u{2705}'),
    ('\u{2708}', '\u{2712}'),
    ('\u{2763}', '\u{2767}'),
    ('\u{1F000}', '\u{1F0FF}'),
    ('\u{1F10D}', '\u{1F10F}'),
    ('\u{1F12F}', '\u{1F12F}'),
    ('\u{1F16C}', '\u{1F16F}'),
    ('\u{1F1AD}', '\u{1F1E5}'),
    ('\u{1F249}', '\u{1F3FA}'),
    ('\u{1F400}', '\u{1F53D}'),
    ('\u{1F546}', '\u{1F5FF}'),
    ('\u{1F680}', '\u{1F6FF}'),
    ('\u{1F774}', '\u{1F77F}'),
    ('\u{1F7D5}', '\u{1F7FF}'),
    ('\u{1F8AE}', '\u{1F8FF}'),
    ('\u{1F947}', '\u{1FFFD}'),
];

/// Whether a character is a regional indicator; two of them make a flag.
pub fn is_regional_indicator(c: char) -> bool {
    c >= '\u{1F1E6}' && CodePointSetData::new::<RegionalIndicator>().contains(c)
}

/// Whether a character is a skin tone modifier (Fitzpatrick scale).
pub fn is_skin_tone(c: char) -> bool {
    c >= '\u{1F3FB}' && CodePointSetData::new::<EmojiModifier>().contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ascii_table_is_unicodes() {
        for c in '\0'..='\u{7F}' {
            let unicode = match CodePointMapData::<WordBreak>::new().get(c) {
                WordBreak::ALetter => WordClass::Letter,
                WordBreak::Numeric => WordClass::Numeric,
                WordBreak::ExtendNumLet => WordClass::ExtendNumLet,
                WordBreak::MidNumLet => WordClass::MidNumLet,
                WordBreak::MidLetter => WordClass::MidLetter,
                WordBreak::MidNum => WordClass::MidNum,
                WordBreak::SingleQuote => WordClass::SingleQuote,
                WordBreak::DoubleQuote => WordClass::DoubleQuote,
                _ => WordClass::Other,
            };
            assert_eq!(class(c), unicode, "{c:?}");
        }
    }
}
