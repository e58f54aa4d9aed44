//! What the words of classes say.

use super::kind::words::CLASSES;
use super::tables::{CLASS, MICROFORMAT};
use super::words::{BESIDE, COMMENTS, COUNTS};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::ops::{BitOrAssign, Range};
use std::sync::LazyLock;
use tamis_blocks::classify::tamis::automaton::Automaton;
use tamis_blocks::classify::tamis::keywords::{Groups, is_beside_letter};

/// What a class says, or several classes together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Says {
    /// The groups of [`CLASSES`] that it has words of.
    pub groups: Groups,
    /// The rules of [`CLASS`] that a class is for and not against, as bits.
    pub rules: u8,
    /// It is of comments, of other pages, of the site.
    pub is_beside: bool,
    pub is_comments: bool,
    /// It is of a microformat.
    pub is_microformat: bool,
    /// It is a number of something.
    pub is_count: bool,
    /// The rules that it is against.
    against: u8,
}

impl BitOrAssign for Says {
    fn bitor_assign(&mut self, other: Self) {
        self.groups |= other.groups;
        self.rules |= other.rules;
        self.is_beside |= other.is_beside;
        self.is_comments |= other.is_comments;
        self.is_microformat |= other.is_microformat;
        self.is_count |= other.is_count;
        self.against |= other.against;
    }
}

/// What text of a class must be around a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum ClassPlace {
    /// Any.
    Anywhere,
    /// No letter.
    NoLetters,
    /// None: it is one of the [`words`].
    Word,
    /// A word of the class starts with it.
    StartOfWord,
    /// None: it is all of a class, in this case.
    Class,
}

/// All that says something, if it stands in its place.
struct ClassSigns {
    search: Automaton,
    all: Vec<(&'static str, ClassPlace, Says)>,
}

static SIGNS: LazyLock<Option<ClassSigns>> = LazyLock::new(|| {
    let mut signs: FxHashMap<(&'static str, ClassPlace), Says> = FxHashMap::default();
    for (rule, (says, denies, _)) in CLASS.iter().enumerate() {
        for word in says.split_whitespace() {
            signs.entry((word, ClassPlace::Word)).or_default().rules |= 1 << rule;
        }
        for word in denies.split_whitespace() {
            signs.entry((word, ClassPlace::Word)).or_default().against |= 1 << rule;
        }
    }
    for word in BESIDE.iter() {
        signs.entry((word, ClassPlace::Word)).or_default().is_beside = true;
    }
    for word in COUNTS.iter() {
        signs.entry((word, ClassPlace::Word)).or_default().is_count = true;
    }
    // Words of classes are in ASCII.
    for start in COMMENTS.iter().filter(|start| start.is_ascii()) {
        signs.entry((start, ClassPlace::StartOfWord)).or_default().is_comments = true;
    }
    for (class, _) in MICROFORMAT {
        signs.entry((class, ClassPlace::Class)).or_default().is_microformat = true;
    }
    for (group, (_, words)) in CLASSES.iter().enumerate() {
        for word in words {
            let alone = word.strip_prefix('=').map(|word| (word, ClassPlace::NoLetters));
            let sign = alone.unwrap_or((word, ClassPlace::Anywhere));
            signs.entry(sign).or_default().groups |= 1 << group;
        }
    }
    let all: Vec<_> = signs.into_iter().map(|((sign, place), says)| (sign, place, says)).collect();
    let texts: Vec<&str> = all.iter().map(|(sign, ..)| *sign).collect();
    Some(ClassSigns { search: Automaton::new(&texts)?, all })
});

impl ClassSigns {
    /// What the classes of an attribute say. One word against a rule is enough, but only in the
    /// same class.
    fn of(&self, classes: &str) -> Says {
        let mut says = Says::default();
        let mut class = Says::default();
        let mut last = 0;
        self.search.each(classes, |sign, part| {
            let (sign, place, of_sign) = &self.all[sign];
            if !place.is_at(classes, sign, part.clone()) {
                return;
            }
            let between = classes.as_bytes().get(last..part.start).unwrap_or_default();
            if between.iter().any(u8::is_ascii_whitespace) {
                says |= std::mem::take(&mut class).weighed();
            }
            class |= *of_sign;
            last = part.end;
        });
        says |= class.weighed();
        says
    }
}

impl Says {
    /// What one class says, without the rules that it is against.
    fn weighed(self) -> Self {
        Self { rules: self.rules & !self.against, ..self }
    }
}

impl ClassPlace {
    /// Whether a part of some classes, which is a sign in some case, is in such a place.
    fn is_at(self, classes: &str, sign: &str, part: Range<usize>) -> bool {
        let bytes = classes.as_bytes();
        // Where a small letter is before a capital, one word ends and another begins.
        let is_split =
            |at: usize| bytes[at - 1].is_ascii_lowercase() && bytes[at].is_ascii_uppercase();
        let is_end = |at: usize, is_inside: fn(&u8) -> bool| {
            let before = at.checked_sub(1).and_then(|at| bytes.get(at));
            !(before.is_some_and(is_inside) && bytes.get(at).is_some_and(is_inside))
        };
        let ends_word = |at| is_end(at, u8::is_ascii_alphanumeric) || is_split(at);
        let starts_word = || ends_word(part.start) && !(part.start + 1..part.end).any(is_split);
        match self {
            Self::Anywhere => true,
            Self::NoLetters => !is_beside_letter(classes, part),
            Self::Word => starts_word() && ends_word(part.end),
            Self::StartOfWord => starts_word(),
            Self::Class => {
                let is_class = |at| is_end(at, |byte| !byte.is_ascii_whitespace());
                is_class(part.start) && is_class(part.end) && classes[part] == *sign
            }
        }
    }
}

/// Values of class whose answers are known at a time: more than most pages have.
const KNOWN: usize = 1 << 9;

/// What the classes and ids of a page say.
#[derive(Debug)]
pub struct Classes<'a> {
    /// The last value of class in each place, and what it says: most elements share theirs with
    /// others.
    known: Vec<(&'a str, Says)>,
    /// How many attributes have words of each group of [`CLASSES`].
    counts: [u32; Groups::BITS as usize],
}

impl<'a> Classes<'a> {
    /// Those of a page of which none was read.
    pub fn new() -> Self {
        Self { known: vec![("", Says::default()); KNOWN], counts: [0; Groups::BITS as usize] }
    }

    /// What the classes of one more element say.
    pub fn of_class(&mut self, classes: &'a str) -> Says {
        if classes.is_empty() {
            return Says::default();
        }
        let place = place_of(classes.as_bytes());
        if self.known[place].0 != classes {
            self.known[place] = (classes, said(classes));
        }
        let says = self.known[place].1;
        self.count(says.groups);
        says
    }

    /// What the id of one more element says, which it hardly ever shares with another.
    pub fn of_id(&mut self, id: &str) -> Says {
        if id.is_empty() {
            return Says::default();
        }
        let says = said(id);
        self.count(says.groups);
        says
    }

    fn count(&mut self, mut groups: Groups) {
        while groups != 0 {
            self.counts[groups.trailing_zeros() as usize] += 1;
            groups &= groups - 1;
        }
    }

    /// How many attributes have words of each group of [`CLASSES`].
    pub fn counted(&self) -> impl Iterator<Item = u32> {
        self.counts.iter().take(CLASSES.len()).copied()
    }
}

/// What a value of class or id says.
fn said(value: &str) -> Says {
    SIGNS.as_ref().map(|signs| signs.of(value)).unwrap_or_default()
}

/// The place of a value among [`KNOWN`], by its ends and its length.
fn place_of(value: &[u8]) -> usize {
    let (start, end) = match (value.first_chunk(), value.last_chunk()) {
        (Some(start), Some(end)) => (u64::from_le_bytes(*start), u64::from_le_bytes(*end)),
        _ => (value.iter().fold(0, |all, byte| all << 8 | u64::from(*byte)), 0),
    };
    let mixed = start ^ end.rotate_left(29) ^ value.len() as u64;
    (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - KNOWN.trailing_zeros())) as usize
}

/// The words of a class such as `post-author` and `postAuthor`, in lower case.
pub fn words(class: &str) -> impl Iterator<Item = Cow<'_, str>> {
    parts(class).map(lower)
}

fn lower(word: &str) -> Cow<'_, str> {
    let has_upper = word.bytes().any(|b| b.is_ascii_uppercase());
    if has_upper { word.to_ascii_lowercase().into() } else { word.into() }
}

/// The words of a class as they stand there: none is empty.
fn parts(class: &str) -> impl Iterator<Item = &str> {
    let bytes = class.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + bytes[at..].iter().position(u8::is_ascii_alphanumeric)?;
        at = start + 1;
        while let Some(byte) = bytes.get(at).filter(|byte| byte.is_ascii_alphanumeric())
            && !(byte.is_ascii_uppercase() && bytes[at - 1].is_ascii_lowercase())
        {
            at += 1;
        }
        Some(&class[start..at])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_classes() {
        let of = |class| words(class).collect::<Vec<_>>().join(" ");
        assert_eq!(of("post-author__Name entryTitle b2b"), "post author name entry title b2b");
    }

    #[test]
    fn a_word_is_against_its_own_class_only() {
        let mut classes = Classes::new();
        assert_eq!(classes.of_class("author-bio").rules, 0);
        assert_ne!(classes.of_class("author-bio post-author").rules, 0);
        assert_eq!(classes.of_class("postAuthor bio"), classes.of_id("bio postAuthor"));
        assert!(classes.of_class("comments-count").is_count);
        assert!(classes.of_class("comments-count").is_comments);
        assert_eq!(classes.of_class(""), Says::default());
    }
}
