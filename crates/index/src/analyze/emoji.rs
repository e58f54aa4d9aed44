//! Finds an emoji at the start of a text, as Lucene reads UTS #51: pictographs, with skin tones,
//! joined by ZWJ; keycaps; flags. Tags are ordinary marks, except after a style selector, where
//! they form a tag sequence.

use super::class::{self, WordClass};
use super::window::Window;

const ZWJ: char = '\u{200D}';
const KEYCAP: char = '\u{20E3}';
const TEXT_STYLE: char = '\u{FE0E}';
const EMOJI_STYLE: char = '\u{FE0F}';

/// Returns the end of the longest emoji at the window's start.
pub(super) fn longest(window: Window) -> Option<usize> {
    let first = window.peek()?;
    match first {
        '#' | '*' => keycap(window),
        c if c.is_ascii() => None,
        c if class::is_regional_indicator(c) => flag(window),
        _ => joined(window),
    }
}

/// Whether a mark may follow inside an emoji. Style selectors are handled elsewhere.
fn is_mark(c: char) -> bool {
    c != TEXT_STYLE && c != EMOJI_STYLE && class::class(c) == WordClass::Extend
}

/// `#` or `*`, an optional style selector, and the keycap. (Digits with a keycap are words anyway.)
fn keycap(mut window: Window) -> Option<usize> {
    window.skip(window.peek()?);
    let mut keycap = false;
    let mut styled = false;
    let mut end = None;
    while let Some(c) = window.peek() {
        match c {
            KEYCAP => keycap = true,
            EMOJI_STYLE if !styled && !keycap => styled = true,
            c if is_mark(c) && (keycap || !styled) => {}
            _ => break,
        }
        window.skip(c);
        if keycap {
            end = Some(window.at);
        }
    }
    end
}

fn flag(mut window: Window) -> Option<usize> {
    for _ in 0..2 {
        let c = window.peek().filter(|&c| class::is_regional_indicator(c))?;
        window.skip(c);
        window.skip_while(|c| class::class(c) == WordClass::Extend);
    }
    Some(window.at)
}

/// Pictographs joined by ZWJ. Marks, including the ZWJ, belong to the pictograph before them, so an
/// emoji may end in a ZWJ.
fn joined(mut window: Window) -> Option<usize> {
    let mut end = None;
    loop {
        let first = end.is_none();
        let joiners = window.skip_while(|c| c == ZWJ);
        let Some(c) = window.peek() else { return end };
        let tone = class::is_skin_tone(c) && joiners <= usize::from(!first);
        if !tone && !class::is_pictograph(c) {
            return end;
        }
        window.skip(c);
        let joined = skip_marks(&mut window);
        end = Some(window.at);
        if !tone && window.peek() == Some(EMOJI_STYLE) {
            window.skip(EMOJI_STYLE);
            end = Some(window.at);
            if window.peek() != Some(ZWJ) {
                return if first { tagged(window).or(end) } else { end };
            }
        } else if !joined {
            return end;
        }
    }
}

/// Returns the end of a tag sequence: tags, then the cancel tag.
fn tagged(mut window: Window) -> Option<usize> {
    let tags = window.skip_while(|c| ('\u{E0020}'..='\u{E007E}').contains(&c));
    let cancel = window.peek().filter(|&c| tags > 0 && c == '\u{E007F}')?;
    window.skip(cancel);
    Some(window.at)
}

/// Skips marks and returns whether the last one was a ZWJ.
fn skip_marks(window: &mut Window) -> bool {
    let mut joined = false;
    while let Some(c) = window.peek().filter(|&c| is_mark(c)) {
        joined = c == ZWJ;
        window.skip(c);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::super::words::Words;

    fn words(text: &str) -> Vec<&str> {
        Words::new(text).collect()
    }

    #[test]
    fn sequences_are_one_word_and_lone_parts_are_none() {
        assert_eq!(words("👍🏽👩‍👩‍👧 ❤️‍🔥"), ["👍🏽", "👩‍👩‍👧", "❤️‍🔥"]);
        assert_eq!(words("#️⃣ *⃣ # * 1️⃣"), ["#️⃣", "*⃣", "1️⃣"]);
        assert_eq!(words("🇩🇪🇫🇷🇮"), ["🇩🇪", "🇫🇷"]);
        assert_eq!(words("🏴󠁧󠁢󠁥󠁮󠁧󠁿 \u{FE0F} \u{301}"), ["🏴󠁧󠁢󠁥󠁮󠁧󠁿"]);
    }
}
