//! The features of the supervised variant: for each token of a page the trigram that ends with it,
//! and the most recent tag that is not closed. Also the sides of the tokens, content or not, from
//! labels of blocks: what training counts.

use crate::words::written::{AlignedWords, WrittenPage, WrittenToken};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::HashSet;
use std::sync::LazyLock;
use tamis_blocks::classify::Subject;
use tamis_blocks::html::{KNOWN, known_name, tags_named};
use tamis_blocks::page::Tag;
use xxhash_rust::xxh3::xxh3_64;

/// A feature, or a word: 48 bits of a hash, which two numbers of a model hold exactly.
pub type FeatureKey = u64;

/// The bits of a key.
const BITS: u64 = (1 << 48) - 1;

/// The words that trigrams tell apart. All others differ by their letters and marks alone.
#[derive(Debug, Clone, Default)]
pub struct TrigramWords(FxHashSet<FeatureKey>);

impl FromIterator<FeatureKey> for TrigramWords {
    fn from_iter<I: IntoIterator<Item = FeatureKey>>(words: I) -> Self {
        Self(words.into_iter().collect())
    }
}

/// Returns the key of a word, in lower case and without the marks around it.
fn word_key(word: &str) -> FeatureKey {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let mut lower = [0; 32];
    let hash = match lower.get_mut(..word.len()) {
        Some(lower) if word.is_ascii() => {
            lower.copy_from_slice(word.as_bytes());
            lower.make_ascii_lowercase();
            xxh3_64(lower)
        }
        _ => xxh3_64(word.to_lowercase().as_bytes()),
    };
    hash & BITS
}

/// Returns the key of what a word looks like: how it begins, and the mark it ends with.
fn look_key(word: &str) -> FeatureKey {
    let begins = match word.trim_start_matches(|c: char| !c.is_alphanumeric()).chars().next() {
        None => 0,
        Some(c) if c.is_numeric() => 1,
        Some(c) if c.is_uppercase() => 2,
        Some(_) => 3,
    };
    let ends = match word.chars().next_back() {
        Some('.' | '!' | '?') => 0,
        Some(',' | ';') => 1,
        Some(':') => 2,
        Some(c) if !c.is_alphanumeric() => 3,
        _ => 4,
    };
    begins * 5 + ends
}

/// Returns the keys of the words of a page, for a vocabulary.
pub fn words(subject: &Subject) -> HashSet<FeatureKey> {
    let page = AlignedWords::shared(subject);
    let tokens = 0..page.written.tokens.len();
    tokens
        .filter(|&token| page.written.tokens[token].is_word())
        .map(|token| word_key(page.written.word(token)))
        .collect()
}

/// The features of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenFeatures {
    /// The token and the two before it.
    pub trigram: FeatureKey,
    /// The most recent tag that is not closed, after the token.
    pub unclosed: FeatureKey,
}

/// Returns the features of each token of a page, in linear time.
pub(super) fn features(written: &WrittenPage, vocabulary: &TrigramWords) -> Vec<TokenFeatures> {
    let mut open = UnclosedTags::default();
    let mut last = [FeatureKey::MAX; 3];
    let mut features = Vec::with_capacity(written.tokens.len());
    for (token, one) in written.tokens.iter().enumerate() {
        let symbol = match *one {
            WrittenToken::Word { .. } => {
                let word = written.word(token);
                let key = word_key(word);
                if vocabulary.0.contains(&key) { key } else { look_key(word) }
            }
            WrittenToken::Tag { name, is_end, .. } => {
                open.tag(name, is_end);
                keys_of(Some(name)).tag ^ FeatureKey::from(is_end)
            }
        };
        last = [last[1], last[2], symbol];
        let trigram = xxh3_64(last.map(FeatureKey::to_le_bytes).as_flattened()) & BITS;
        features.push(TokenFeatures { trigram, unclosed: keys_of(open.last()).unclosed });
    }
    features
}

/// The keys of an element's name: of its tag, and of the feature that it is not closed.
#[derive(Clone, Copy)]
struct NameKeys {
    tag: FeatureKey,
    unclosed: FeatureKey,
}

impl NameKeys {
    fn of(name: &str) -> Self {
        Self {
            tag: xxh3_64(name.as_bytes()) & BITS,
            unclosed: xxh3_64(format!("in {name}").as_bytes()) & BITS,
        }
    }
}

/// Returns the keys of an element's name; of no name for no element.
fn keys_of(tag: Option<Tag>) -> NameKeys {
    static KEYS: LazyLock<Vec<NameKeys>> = LazyLock::new(|| {
        let names = (0..KNOWN as u16).map(|number| known_name(Tag(number)).unwrap_or("?"));
        names.chain(["?", ""]).map(NameKeys::of).collect()
    });
    let number = tag.map_or(KNOWN + 1, |tag| KNOWN.min(tag.0 as usize));
    KEYS[number]
}

/// Elements without content, whose tags close themselves.
static VOID: [bool; KNOWN] = tags_named(&[
    "AREA", "BASE", "BASEFONT", "BR", "COL", "EMBED", "FRAME", "HR", "IMG", "INPUT", "ISINDEX",
    "LINK", "META", "PARAM", "SOURCE", "WBR",
]);

/// The tags that are not closed. An end tag closes the last of its name, wherever that is.
#[derive(Default)]
struct UnclosedTags {
    /// All tags in order, and whether each is closed.
    tags: Vec<(Tag, bool)>,
    /// The places of the open ones of each name.
    of: FxHashMap<Tag, Vec<u32>>,
}

impl UnclosedTags {
    fn tag(&mut self, name: Tag, is_end: bool) {
        if is_end {
            if let Some(place) = self.of.get_mut(&name).and_then(Vec::pop) {
                self.tags[place as usize].1 = true;
            }
            while self.tags.last().is_some_and(|(_, closed)| *closed) {
                self.tags.pop();
            }
        } else if !VOID.get(name.0 as usize).copied().unwrap_or_default() {
            self.of.entry(name).or_default().push(self.tags.len() as u32);
            self.tags.push((name, false));
        }
    }

    fn last(&self) -> Option<Tag> {
        self.tags.last().map(|(name, _)| *name)
    }
}

/// Returns the features of the tokens of a page, and whether each token is inside the content: a
/// word with its block, a tag if the words on both sides are. Words of no block are left out.
/// `content` has one value per block.
pub fn observed(
    subject: &Subject,
    content: &[bool],
    vocabulary: &TrigramWords,
) -> Vec<(TokenFeatures, bool)> {
    let page = AlignedWords::shared(subject);
    let sides: Vec<Option<bool>> =
        page.blocks_of_tokens().into_iter().map(|block| content.get(block?).copied()).collect();
    let before = last_sides(sides.iter());
    let mut after = last_sides(sides.iter().rev());
    after.reverse();
    let mut observed = Vec::new();
    for (at, features) in features(&page.written, vocabulary).into_iter().enumerate() {
        let is_word = page.written.tokens[at].is_word();
        let inside = if is_word { sides[at] } else { Some(before[at] && after[at]) };
        observed.extend(inside.map(|inside| (features, inside)));
    }
    observed
}

/// Returns for each token the side of the last word of a block so far; outside if there is none.
fn last_sides<'a>(sides: impl Iterator<Item = &'a Option<bool>>) -> Vec<bool> {
    let mut last = false;
    let mut last_sides = Vec::new();
    for side in sides {
        last = side.unwrap_or(last);
        last_sides.push(last);
    }
    last_sides
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_blocks::page::Cut;
    use tamis_blocks::{block, html};

    /// The last trigram of a page; `the` is the only word of the vocabulary.
    fn last(markup: &str) -> FeatureKey {
        let vocabulary: TrigramWords = [word_key("the")].into_iter().collect();
        features(&WrittenPage::read(markup), &vocabulary).last().unwrap().trigram
    }

    #[test]
    fn trigrams_tell_the_words_of_the_vocabulary_apart_and_the_look_of_others() {
        assert_eq!(last("<p>\"The cat."), last("<p>the dog!"));
        assert_ne!(last("<p>the cat"), last("<p>the Cat"));
        assert_ne!(last("<p>the cat"), last("<p>a cat"));
        assert_ne!(last("<p>the cat"), last("</p>the cat"));
    }

    fn unclosed(markup: &str) -> Option<&'static str> {
        let mut open = UnclosedTags::default();
        for token in WrittenPage::read(markup).tokens {
            if let WrittenToken::Tag { name, is_end, .. } = token {
                open.tag(name, is_end);
            }
        }
        open.last().and_then(known_name)
    }

    #[test]
    fn the_most_recent_unclosed_tag() {
        assert_eq!(unclosed("<div><p>a<br><b>c</b>"), Some("P"));
        assert_eq!(unclosed("<div><p></div>"), Some("P"), "DIV is closed below it");
        assert_eq!(unclosed("<div><p></div></p>"), None);
        assert_eq!(unclosed("</p><img>"), None);
    }

    #[test]
    fn tokens_take_the_side_of_their_block() {
        let markup = "<p>home</p><p>one <b>two</b></p><p>three</p><p>end";
        let page = html::parse_str(markup);
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let subject = Subject::new(&page, &blocks).with_markup(markup);
        let sides = observed(&subject, &[false, true, true, false], &TrigramWords::default());
        let sides: String =
            sides.iter().map(|(_, inside)| if *inside { '1' } else { '0' }).collect();
        // <p> home </p> <p> one <b> two </b> </p> <p> three </p> <p> end
        assert_eq!(sides, "00001111111000");
    }
}
