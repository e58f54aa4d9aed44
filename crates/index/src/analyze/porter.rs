//! Porter's stemmer for lower-case words (M. F. Porter, "An algorithm for suffix stripping",
//! Program 14(3), 1980), as in Lucene's PorterStemmer: words of one or two characters stay as they
//! are, `bli` becomes `ble` and `logi` becomes `log` (Porter's later changes). Lucene treats UTF-16
//! units as characters, and all but ASCII vowels as consonants; so the stemmer works on bytes for
//! ASCII words and on UTF-16 units for others.

/// A unit of a word: a byte or a UTF-16 unit.
pub trait WordUnit: Copy + Eq + From<u8> {
    /// The unit as an ASCII character, or 0.
    fn ascii(self) -> u8;
}

impl WordUnit for u8 {
    fn ascii(self) -> u8 {
        self
    }
}

impl WordUnit for u16 {
    fn ascii(self) -> u8 {
        u8::try_from(self).unwrap_or(0)
    }
}

/// A suffix and its replacement.
type SuffixRule = (&'static [u8], &'static [u8]);

/// Step 2 of the paper: the suffixes by their last letter but one, as the paper proposes; of two
/// that fit, the longer one comes first.
fn derivations(letter: u8) -> &'static [SuffixRule] {
    match letter {
        b'a' => &[(b"ational", b"ate"), (b"tional", b"tion")],
        b'c' => &[(b"enci", b"ence"), (b"anci", b"ance")],
        b'e' => &[(b"izer", b"ize")],
        b'g' => &[(b"logi", b"log")],
        b'l' => &[
            (b"bli", b"ble"),
            (b"alli", b"al"),
            (b"entli", b"ent"),
            (b"eli", b"e"),
            (b"ousli", b"ous"),
        ],
        b'o' => &[(b"ization", b"ize"), (b"ation", b"ate"), (b"ator", b"ate")],
        b's' => {
            &[(b"alism", b"al"), (b"iveness", b"ive"), (b"fulness", b"ful"), (b"ousness", b"ous")]
        }
        b't' => &[(b"aliti", b"al"), (b"iviti", b"ive"), (b"biliti", b"ble")],
        _ => &[],
    }
}

/// Step 3 of the paper, by the last letter but one.
fn endings(letter: u8) -> &'static [SuffixRule] {
    match letter {
        b'a' => &[(b"ical", b"ic")],
        b's' => &[(b"ness", b"")],
        b't' => &[(b"icate", b"ic"), (b"iciti", b"ic")],
        b'u' => &[(b"ful", b"")],
        b'v' => &[(b"ative", b"")],
        b'z' => &[(b"alize", b"al")],
        _ => &[],
    }
}

/// Step 4 of the paper, by the last letter but one: `ement` is tried before `ment`, that before
/// `ent`.
fn suffixes(letter: u8) -> &'static [&'static [u8]] {
    match letter {
        b'a' => &[b"al"],
        b'c' => &[b"ance", b"ence"],
        b'e' => &[b"er"],
        b'i' => &[b"ic"],
        b'l' => &[b"able", b"ible"],
        b'n' => &[b"ant", b"ement", b"ment", b"ent"],
        b'o' => &[b"ion", b"ou"],
        b's' => &[b"ism"],
        b't' => &[b"ate", b"iti"],
        b'u' => &[b"ous"],
        b'v' => &[b"ive"],
        b'z' => &[b"ize"],
        _ => &[],
    }
}

/// Stems a word in place.
pub fn stem<U: WordUnit>(word: &mut Vec<U>) {
    if word.len() <= 2 {
        return;
    }
    plurals_and_participles(word);
    final_y(word);
    replace(word, derivations);
    replace(word, endings);
    strip(word);
    final_e(word);
    final_ll(word);
}

/// Steps 1a and 1b.
fn plurals_and_participles<U: WordUnit>(word: &mut Vec<U>) {
    if ends(word, b"sses") || ends(word, b"ies") {
        word.truncate(word.len() - 2);
    } else if ends(word, b"s") && !ends(word, b"ss") {
        word.pop();
    }
    if let Some(stem) = before(word, b"eed") {
        if measure(&word[..stem]) > 0 {
            word.pop();
        }
    } else if let Some(stem) = before(word, b"ed").or_else(|| before(word, b"ing"))
        && has_vowel(&word[..stem])
    {
        word.truncate(stem);
        tidy(word);
    }
}

/// The second part of step 1b: repairs the stem after `ed` or `ing` is removed.
fn tidy<U: WordUnit>(word: &mut Vec<U>) {
    let doubled = ends_in_double_consonant(word);
    if ends(word, b"at") || ends(word, b"bl") || ends(word, b"iz") {
        word.push(b'e'.into());
    } else if doubled && !(ends(word, b"l") || ends(word, b"s") || ends(word, b"z")) {
        word.pop();
    } else if !doubled && measure(word) == 1 && ends_in_short_syllable(word) {
        word.push(b'e'.into());
    }
}

/// Step 1c.
fn final_y<U: WordUnit>(word: &mut [U]) {
    if let Some(stem) = before(word, b"y")
        && has_vowel(&word[..stem])
    {
        word[stem] = b'i'.into();
    }
}

/// Steps 2 and 3: the first suffix that fits is replaced if the stem before it has a measure.
fn replace<U: WordUnit>(word: &mut Vec<U>, rules: fn(u8) -> &'static [SuffixRule]) {
    let fit = rules(last_but_one(word))
        .iter()
        .find_map(|(suffix, new)| Some((before(word, suffix)?, new)));
    if let Some((stem, new)) = fit
        && measure(&word[..stem]) > 0
    {
        word.truncate(stem);
        word.extend(new.iter().map(|&byte| U::from(byte)));
    }
}

/// Step 4: removes the first suffix that fits if the stem before it is long enough; `ion` fits only
/// after s and t.
fn strip<U: WordUnit>(word: &mut Vec<U>) {
    let suffixes = suffixes(last_but_one(word));
    if let Some(stem) = suffixes.iter().find_map(|suffix| strippable(word, suffix))
        && measure(&word[..stem]) > 1
    {
        word.truncate(stem);
    }
}

/// Returns the length of the stem before `suffix`, if step 4 may remove it.
fn strippable<U: WordUnit>(word: &[U], suffix: &[u8]) -> Option<usize> {
    let stem = before(word, suffix)?;
    let fits = suffix != b"ion" || ends(&word[..stem], b"s") || ends(&word[..stem], b"t");
    fits.then_some(stem)
}

/// Step 5a.
fn final_e<U: WordUnit>(word: &mut Vec<U>) {
    if let Some(stem) = before(word, b"e") {
        let measure = measure(&word[..stem]);
        if measure > 1 || measure == 1 && !ends_in_short_syllable(&word[..stem]) {
            word.pop();
        }
    }
}

/// Step 5b.
fn final_ll<U: WordUnit>(word: &mut Vec<U>) {
    if ends(word, b"ll") && measure(word) > 1 {
        word.pop();
    }
}

/// The last character but one if it is ASCII, else 0.
fn last_but_one<U: WordUnit>(word: &[U]) -> u8 {
    word.len().checked_sub(2).map_or(0, |at| word[at].ascii())
}

fn ends<U: WordUnit>(word: &[U], suffix: &[u8]) -> bool {
    before(word, suffix).is_some()
}

/// Returns the length of the stem before `suffix`, if the word ends in it.
#[inline]
fn before<U: WordUnit>(word: &[U], suffix: &[u8]) -> Option<usize> {
    let stem = word.len().checked_sub(suffix.len())?;
    let fits = word[stem..]
        .iter()
        .rev()
        .zip(suffix.iter().rev())
        .all(|(unit, byte)| *unit == U::from(*byte));
    fits.then_some(stem)
}

/// Which units are consonants, in order: anything but a vowel, and y after a vowel or at the
/// beginning.
fn consonants<U: WordUnit>(word: &[U]) -> Consonants<'_, U> {
    Consonants { units: word.iter(), last: false }
}

struct Consonants<'a, U> {
    units: std::slice::Iter<'a, U>,
    /// Whether the previous unit is a consonant.
    last: bool,
}

impl<U: WordUnit> Iterator for Consonants<'_, U> {
    type Item = bool;

    #[inline]
    fn next(&mut self) -> Option<bool> {
        let unit = self.units.next()?;
        self.last = match unit.ascii() {
            b'a' | b'e' | b'i' | b'o' | b'u' => false,
            b'y' => !self.last,
            _ => true,
        };
        Some(self.last)
    }
}

/// The paper's m: how many times a vowel is followed by a consonant.
fn measure<U: WordUnit>(word: &[U]) -> usize {
    let mut after_vowel = false;
    let mut measure = 0;
    for consonant in consonants(word) {
        measure += usize::from(after_vowel && consonant);
        after_vowel = !consonant;
    }
    measure
}

fn has_vowel<U: WordUnit>(word: &[U]) -> bool {
    consonants(word).any(|consonant| !consonant)
}

/// The paper's *d: two equal consonants at the end.
fn ends_in_double_consonant<U: WordUnit>(word: &[U]) -> bool {
    matches!(word, [.., a, b] if a == b) && consonants(word).last() == Some(true)
}

/// The paper's *o: consonant, vowel, consonant at the end, the last one not w, x or y.
fn ends_in_short_syllable<U: WordUnit>(word: &[U]) -> bool {
    let shape = consonants(word).fold([false, true, false], |[_, b, c], next| [b, c, next]);
    word.len() > 2
        && shape == [true, false, true]
        && b"wxy".iter().all(|byte| !ends(word, &[*byte]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stemmed(word: &str) -> String {
        let mut bytes = word.as_bytes().to_vec();
        stem(&mut bytes);
        let mut units: Vec<u16> = word.encode_utf16().collect();
        stem(&mut units);
        let by_units = String::from_utf16(&units).unwrap();
        if word.is_ascii() {
            assert_eq!(String::from_utf8(bytes).unwrap(), by_units);
        }
        by_units
    }

    /// The examples of the paper, step by step, as they come out of all steps.
    #[test]
    fn the_papers_examples() {
        for (word, stem) in [
            ("caresses", "caress"),
            ("ponies", "poni"),
            ("cats", "cat"),
            ("feed", "feed"),
            ("agreed", "agre"),
            ("plastered", "plaster"),
            ("bled", "bled"),
            ("motoring", "motor"),
            ("sing", "sing"),
            ("conflated", "conflat"),
            ("hopping", "hop"),
            ("falling", "fall"),
            ("filing", "file"),
            ("happy", "happi"),
            ("sky", "sky"),
            ("relational", "relat"),
            ("vietnamization", "vietnam"),
            ("electricity", "electr"),
            ("adoption", "adopt"),
            ("probate", "probat"),
            ("rate", "rate"),
            ("controll", "control"),
            ("roll", "roll"),
        ] {
            assert_eq!(stemmed(word), stem, "{word}");
        }
    }

    #[test]
    fn lucenes_departures_from_the_paper() {
        assert_eq!(
            ["is", "ss", "possibly", "archaeology"].map(stemmed),
            ["is", "ss", "possibl", "archaeolog"]
        );
    }

    #[test]
    fn letters_beyond_ascii_are_consonants() {
        assert_eq!(["és", "xaéing", "ééing", "uééing"].map(stemmed), ["és", "xaée", "ééing", "ué"]);
    }

    #[test]
    fn an_empty_word_stays_empty() {
        assert_eq!(stemmed(""), "");
    }
}
