//! What Readability counts in a text and below an element. All of it adds up, so that an element's
//! counts follow from those of its children.

use super::js;
use crate::name::{Name, Set};

/// The counts. Lengths are in UTF-16 units; those of inner text have runs of white space as one and
/// none at the ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// Length of all text.
    Raw,
    /// Length of the text without white space.
    Ink,
    /// Runs of white space between other characters.
    Runs,
    /// Commas of all scripts.
    Commas,
    LatinCommas,
    Paragraphs,
    Images,
    Items,
    Inputs,
    /// OBJECT, EMBED and IFRAME.
    Embeds,
    /// Those that play videos.
    Videos,
    DataTables,
    /// Length of the inner text of lists; if they are nested, of each.
    Lists,
    Headings,
    /// Length of the inner text of elements that usually hold text.
    Textish,
    Links,
    /// Length of the inner text of links to a place in the page.
    HashLinks,
}

const COUNTS: usize = Count::HashLinks as usize + 1;

/// The counts of a text alone.
const TEXT_COUNTS: usize = Count::LatinCommas as usize + 1;

/// The ends of a text, and whether there is more between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Ends {
    /// It contains more than white space.
    ink: bool,
    /// It begins with white space.
    lead: bool,
    /// It ends with white space.
    trail: bool,
}

/// The counts of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TextSums {
    counts: [u32; TEXT_COUNTS],
    ends: Ends,
}

/// The counts of what an element contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sums {
    counts: [u32; COUNTS],
    ends: Ends,
}

const LISTS: Set = Set::from_names("ol ul");
const HEADINGS: Set = Set::from_names("h1 h2 h3 h4 h5 h6");
const TEXTISH: Set = Set::from_names("blockquote div dl img li ol p pre span table td ul");
const EMBEDS: Set = Set::from_names("object embed iframe");

/// Commas as used in Latin, Sindhi, Chinese and other scripts.
fn is_comma(c: char) -> bool {
    matches!(
        c,
        ',' | '\u{60C}'
            | '\u{FE50}'
            | '\u{FE10}'
            | '\u{FE11}'
            | '\u{2E41}'
            | '\u{2E34}'
            | '\u{2E32}'
            | '\u{FF0C}'
    )
}

impl TextSums {
    pub fn from_text(text: &str) -> Self {
        if text.is_ascii() {
            Self::from_chars(text.bytes().map(char::from))
        } else {
            Self::from_chars(text.chars())
        }
    }

    /// Inlined, so that the compiler knows of most texts that their characters are of ASCII.
    #[inline(always)]
    fn from_chars(chars: impl Iterator<Item = char>) -> Self {
        let mut sums = Self::default();
        let mut blank = true;
        for c in chars {
            let units = c.len_utf16() as u32;
            sums.counts[Count::Raw as usize] += units;
            if js::is_space(c) {
                blank = true;
                sums.ends.lead |= !sums.ends.ink;
                continue;
            }
            sums.counts[Count::Runs as usize] += u32::from(blank && sums.ends.ink);
            sums.counts[Count::Ink as usize] += units;
            sums.counts[Count::LatinCommas as usize] += u32::from(c == ',');
            sums.counts[Count::Commas as usize] += u32::from(is_comma(c));
            sums.ends.ink = true;
            blank = false;
        }
        sums.ends.trail = blank && sums.counts[Count::Raw as usize] > 0;
        sums
    }
}

impl Sums {
    pub fn get(&self, count: Count) -> u32 {
        self.counts[count as usize]
    }

    /// Whether there is more than white space.
    pub fn has_ink(&self) -> bool {
        self.ends.ink
    }

    /// The length of the inner text.
    pub fn inner_length(&self) -> u32 {
        self.get(Count::Ink) + self.get(Count::Runs)
    }

    /// The part of the inner text that is in links.
    pub fn link_density(&self) -> f64 {
        let length = self.inner_length();
        if length == 0 {
            return 0.0;
        }
        let links = f64::from(self.get(Count::Links)) + f64::from(self.get(Count::HashLinks)) * 0.3;
        links / f64::from(length)
    }

    /// The part of the inner text that these lengths are; if elements are nested, it may be more.
    pub fn density(&self, count: Count) -> f64 {
        let length = self.inner_length();
        if length == 0 { 0.0 } else { f64::from(self.get(count)) / f64::from(length) }
    }

    fn join(&mut self, next: Ends) {
        let ends = &mut self.ends;
        let gap = ends.ink && next.ink && (ends.trail || next.lead);
        ends.lead |= !ends.ink && next.lead;
        ends.trail = next.trail || (!next.ink && ends.trail);
        ends.ink |= next.ink;
        self.counts[Count::Runs as usize] += u32::from(gap);
    }

    /// Adds the text that follows.
    pub fn add_text(&mut self, text: &TextSums) {
        for (count, more) in self.counts.iter_mut().zip(&text.counts) {
            *count += more;
        }
        self.join(text.ends);
    }

    /// Adds what the element that follows contains, and itself.
    pub fn add_element(&mut self, inside: &Self, element: OwnSums) {
        for (count, more) in self.counts.iter_mut().zip(&inside.counts) {
            *count = count.saturating_add(*more);
        }
        self.join(inside.ends);
        let OwnSums { name, .. } = element;
        let length = inside.inner_length();
        if TEXTISH.has(name) {
            self.add(Count::Textish, length);
        }
        match name {
            Name::P => self.add(Count::Paragraphs, 1),
            Name::IMG => self.add(Count::Images, 1),
            Name::LI => self.add(Count::Items, 1),
            Name::INPUT => self.add(Count::Inputs, 1),
            Name::TABLE => self.add(Count::DataTables, u32::from(element.data_table)),
            Name::A if element.hash_link => self.add(Count::HashLinks, length),
            Name::A => self.add(Count::Links, length),
            _ if LISTS.has(name) => self.add(Count::Lists, length),
            _ if HEADINGS.has(name) => self.add(Count::Headings, length),
            _ if EMBEDS.has(name) => {
                self.add(Count::Embeds, 1);
                self.add(Count::Videos, u32::from(element.video));
            }
            _ => {}
        }
    }

    fn add(&mut self, count: Count, more: u32) {
        let count = &mut self.counts[count as usize];
        *count = count.saturating_add(more);
    }
}

/// What an element itself adds to the counts.
#[derive(Debug, Clone, Copy)]
pub struct OwnSums {
    pub name: Name,
    pub hash_link: bool,
    pub video: bool,
    pub data_table: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_add_up_like_one_text() {
        let pieces = ["", " ", "a", " b, ", "\u{A0}\n", "c，d", "😀 e"];
        for first in pieces {
            for second in pieces {
                for third in pieces {
                    let mut joined = Sums::default();
                    for piece in [first, second, third] {
                        joined.add_text(&TextSums::from_text(piece));
                    }
                    let whole = [first, second, third].concat();
                    let mut at_once = Sums::default();
                    at_once.add_text(&TextSums::from_text(&whole));
                    assert_eq!(joined, at_once, "{whole:?}");
                    let inner = js::inner_text(&whole).encode_utf16().count();
                    assert_eq!(joined.inner_length() as usize, inner, "{whole:?}");
                }
            }
        }
    }
}
