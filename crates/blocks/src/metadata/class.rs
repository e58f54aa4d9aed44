//! What the words of classes say.

use super::tables::{CLASS, MICROFORMAT};
use super::words::{BESIDE, COMMENTS, COUNTS};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::ops::BitOrAssign;
use std::sync::LazyLock;

/// What a class says, or several classes together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Says {
    /// The rules of [`CLASS`] that a class is for and not against, as bits.
    pub rules: u8,
    /// It is of comments, of other pages, of the site.
    pub is_beside: bool,
    /// It is about comments.
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
        self.rules |= other.rules;
        self.is_beside |= other.is_beside;
        self.is_comments |= other.is_comments;
        self.is_microformat |= other.is_microformat;
        self.is_count |= other.is_count;
        self.against |= other.against;
    }
}

/// What single words say.
static WORDS: LazyLock<FxHashMap<&str, Says>> = LazyLock::new(|| {
    let mut words: FxHashMap<&str, Says> = FxHashMap::default();
    for (rule, (says, denies, _)) in CLASS.iter().enumerate() {
        for word in says.split_whitespace() {
            words.entry(word).or_default().rules |= 1 << rule;
        }
        for word in denies.split_whitespace() {
            words.entry(word).or_default().against |= 1 << rule;
        }
    }
    for word in BESIDE {
        words.entry(word).or_default().is_beside = true;
    }
    for word in COUNTS {
        words.entry(word).or_default().is_count = true;
    }
    words
});

/// Longer words have one bit.
const LONG: usize = 31;

/// The lengths of words that say something by their first letters, as bits: most words of classes
/// begin otherwise, or are longer.
static LENGTHS: LazyLock<[u32; 256]> = LazyLock::new(|| {
    let mut lengths = [0; 256];
    for word in WORDS.keys() {
        lengths[usize::from(word.as_bytes()[0])] |= 1 << word.len().min(LONG);
    }
    for start in COMMENTS {
        lengths[usize::from(start.as_bytes()[0])] |= u32::MAX << start.len();
    }
    lengths
});

/// Whether a word may say something. It is not empty.
fn may_say(word: &str) -> bool {
    let first = word.as_bytes()[0].to_ascii_lowercase();
    LENGTHS[usize::from(first)] >> word.len().min(LONG) & 1 == 1
}

/// Different classes that pages have.
const EXPECTED: usize = 400;

/// The values of class and id that a page has, and what they say; most elements share theirs with
/// others.
#[derive(Debug)]
pub struct Classes<'a>(FxHashMap<&'a str, Value>);

/// A value of class or id, and how many attributes have it.
#[derive(Debug)]
struct Value {
    says: Says,
    attributes: u32,
}

impl<'a> Classes<'a> {
    /// Those of a page of which none was read.
    pub fn new() -> Self {
        Self(FxHashMap::with_capacity_and_hasher(EXPECTED, Default::default()))
    }

    /// What the classes of an attribute of one more element say.
    pub fn says(&mut self, classes: &'a str) -> Says {
        if classes.is_empty() {
            return Says::default();
        }
        let value = self.0.entry(classes).or_insert_with(|| {
            let mut says = Says::default();
            classes.split_ascii_whitespace().for_each(|class| says |= of_class(class));
            Value { says, attributes: 0 }
        });
        value.attributes += 1;
        value.says
    }

    /// All values that are not empty, in no order, and how many attributes have each.
    pub fn counted(&self) -> impl Iterator<Item = (&'a str, u32)> {
        self.0.iter().map(|(classes, value)| (*classes, value.attributes))
    }
}

/// What one class says. One word against a rule is enough, but only in the same class.
fn of_class(class: &str) -> Says {
    let mut says = Says::default();
    for word in parts(class).filter(|word| may_say(word)) {
        let word = lower(word);
        if let Some(of_word) = WORDS.get(&*word) {
            says |= *of_word;
        }
        says.is_comments |= COMMENTS.iter().any(|start| word.starts_with(start));
    }
    let is_microformat = MICROFORMAT.iter().any(|(of, _)| *of == class);
    Says { rules: says.rules & !says.against, is_microformat, ..says }
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
        assert_eq!(classes.says("author-bio").rules, 0);
        assert_ne!(classes.says("author-bio post-author").rules, 0);
        assert!(classes.says("comments-count").is_count);
        assert!(classes.says("comments-count").is_comments);
        assert_eq!(classes.says(""), Says::default());
    }
}
