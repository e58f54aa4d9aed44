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

/// The lengths of the words of [`WORDS`] by their first letters, as bits: most words of classes
/// begin otherwise, or are longer.
static LENGTHS: LazyLock<[u32; 256]> = LazyLock::new(|| {
    let mut lengths = [0; 256];
    for word in WORDS.keys() {
        lengths[usize::from(word.as_bytes()[0])] |= 1 << word.len();
    }
    lengths
});

fn may_be_known(word: &str) -> bool {
    let lengths = word.bytes().next().map_or(0, |first| LENGTHS[usize::from(first)]);
    word.len() < 32 && lengths >> word.len() & 1 == 1
}

/// Different classes that pages have.
const EXPECTED: usize = 400;

/// The classes of a page that were read; most elements share theirs with others.
#[derive(Debug)]
pub struct Classes<'a>(FxHashMap<&'a str, Says>);

impl<'a> Classes<'a> {
    /// Those of a page of which none was read.
    pub fn new() -> Self {
        Self(FxHashMap::with_capacity_and_hasher(EXPECTED, Default::default()))
    }

    /// What the classes of an attribute say.
    pub fn says(&mut self, classes: &'a str) -> Says {
        if classes.is_empty() {
            return Says::default();
        }
        *self.0.entry(classes).or_insert_with(|| {
            let mut all = Says::default();
            classes.split_ascii_whitespace().for_each(|class| all |= of_class(class));
            all
        })
    }
}

/// What one class says. One word against a rule is enough, but only in the same class.
fn of_class(class: &str) -> Says {
    let mut says = Says::default();
    for word in words(class) {
        if let Some(of_word) = may_be_known(&word).then(|| WORDS.get(&*word)).flatten() {
            says |= *of_word;
        }
        says.is_comments |= begins_comments(&word);
    }
    let is_microformat = MICROFORMAT.iter().any(|(of, _)| *of == class);
    Says { rules: says.rules & !says.against, is_microformat, ..says }
}

/// Whether a word begins as one for comments does.
fn begins_comments(word: &str) -> bool {
    // Nearly all words differ in the first letter.
    let first = word.as_bytes().first();
    COMMENTS.iter().any(|start| start.as_bytes().first() == first && word.starts_with(start))
}

/// The words of a class such as `post-author` and `postAuthor`, in lower case.
pub fn words(class: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let is_end = |pair: &[u8]| {
        !pair[1].is_ascii_alphanumeric()
            || pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase()
    };
    let mut rest = class;
    std::iter::from_fn(move || {
        let (_, from) = rest.split_at(rest.bytes().position(|b| b.is_ascii_alphanumeric())?);
        let end = from.as_bytes().windows(2).position(is_end).map_or(from.len(), |at| at + 1);
        let (word, after) = from.split_at(end);
        rest = after;
        let has_upper = word.bytes().any(|b| b.is_ascii_uppercase());
        Some(if has_upper { word.to_ascii_lowercase().into() } else { word.into() })
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
