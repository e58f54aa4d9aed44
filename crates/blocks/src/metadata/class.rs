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

/// The classes of a page that were read; most elements share theirs with others.
#[derive(Debug, Default)]
pub struct Classes<'a>(FxHashMap<&'a str, Says>);

impl<'a> Classes<'a> {
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
        says |= WORDS.get(&*word).copied().unwrap_or_default();
        says.is_comments |= COMMENTS.iter().any(|start| word.starts_with(start));
    }
    let is_microformat = MICROFORMAT.iter().any(|(of, _)| *of == class);
    Says { rules: says.rules & !says.against, is_microformat, ..says }
}

/// The words of a class such as `post-author` and `postAuthor`, in lower case.
pub fn words(class: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let parts = class.split(|c: char| !c.is_ascii_alphanumeric());
    parts.flat_map(|part| {
        let mut rest = part;
        std::iter::from_fn(move || {
            let pairs = rest.bytes().zip(rest.bytes().skip(1));
            let mut ends = pairs.zip(1..).filter(|((before, after), _)| {
                before.is_ascii_lowercase() && after.is_ascii_uppercase()
            });
            let end = ends.next().map_or(rest.len(), |(_, end)| end);
            let (word, after) = rest.split_at_checked(end)?;
            rest = after;
            let has_upper = word.bytes().any(|b| b.is_ascii_uppercase());
            let word = || if has_upper { word.to_ascii_lowercase().into() } else { word.into() };
            (end > 0).then(word)
        })
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
        let mut classes = Classes::default();
        assert_eq!(classes.says("author-bio").rules, 0);
        assert_ne!(classes.says("author-bio post-author").rules, 0);
        assert!(classes.says("comments-count").is_count);
        assert!(classes.says("comments-count").is_comments);
        assert_eq!(classes.says(""), Says::default());
    }
}
