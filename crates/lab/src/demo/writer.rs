//! Writes random blocks of text for a role and a topic: the two-strata random writer of
//! Kohlschütter et al. 2010, section 5.2, over the word classes of English.
//!
//! The lengths are the paper's. A writer who starts a block (state N) goes to short text with
//! P_N(S) = 0.7586 or to long text with P_N(L) = 0.2414, always writes one word, and ends the block
//! after every word with P_S(N) = 0.3968 or P_L(N) = 0.04369 (the fit to GoogleNews below equation
//! 3): means of 2.52 and 22.89 words.
//!
//! The paper does not say how often content is short and boilerplate long. These shares are derived
//! from its figures, not from any retrieval result: 79 % of the blocks are boilerplate (section
//! 5.1), the text density rule of section 4.3 recalls 87.9 % of the text (Table 2, 1R, two
//! classes), taken here as the share of boilerplate blocks that are short; then P_N(S) = 0.79 ·
//! 0.879 + 0.21 · x gives x = 0.3057 for content. So three content blocks in ten are short, and one
//! boilerplate block in eight is long.

use super::chance::{Chance, WHOLE};
use super::vocabulary::{DemoTopic, VOCABULARY};
use std::fmt;

/// P_S(N): short text ends after this word.
pub const SHORT_ENDS: u32 = 39_680;
/// P_L(N): long text ends after this word.
pub const LONG_ENDS: u32 = 4_369;
/// Boilerplate that is short text.
pub const BOILERPLATE_SHORT: u32 = 87_900;
/// Content that is short text.
pub const CONTENT_SHORT: u32 = 30_567;
/// The probability that a noun is one of the topic's words. Our choice: the paper's writer has no
/// topics.
const ON_SUBJECT: u32 = WHOLE / 4;

/// The role of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockRole {
    /// A post's or a comment's text.
    Content,
    Boilerplate,
}

/// The two strata of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stratum {
    Short,
    Long,
}

/// Draws the stratum of a new block.
pub fn stratum(chance: &mut Chance, role: BlockRole) -> Stratum {
    let short = match role {
        BlockRole::Content => CONTENT_SHORT,
        BlockRole::Boilerplate => BOILERPLATE_SHORT,
    };
    if chance.happens(short) { Stratum::Short } else { Stratum::Long }
}

/// Draws the number of words of a block: at least one.
pub fn length(chance: &mut Chance, stratum: Stratum) -> usize {
    chance.trials(match stratum {
        Stratum::Short => SHORT_ENDS,
        Stratum::Long => LONG_ENDS,
    })
}

/// A block of text: words with a noun in each place where a topic can be named.
#[derive(Debug, Clone)]
pub struct DemoText(Vec<DemoWord>);

#[derive(Debug, Clone, Copy)]
struct DemoWord {
    text: &'static str,
    /// A noun that names no topic yet.
    is_free: bool,
    opens: bool,
    closes: bool,
}

impl DemoText {
    /// Returns the number of words.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn opening(&self, words: usize) -> Self {
        Self(self.0[..words.min(self.len())].to_vec())
    }
}

impl fmt::Display for DemoText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, word) in self.0.iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            let text = if word.opens { capitalised(word.text) } else { word.text.to_owned() };
            write!(out, "{gap}{text}{}", if word.closes { "." } else { "" })?;
        }
        Ok(())
    }
}

/// Writes a block, on a topic or on none.
pub fn block(chance: &mut Chance, role: BlockRole, subject: Option<&DemoTopic>) -> DemoText {
    let stratum = stratum(chance, role);
    text(chance, stratum, subject)
}

/// Writes a block of a stratum: sentences if it is long, a phrase if it is short.
pub fn text(chance: &mut Chance, stratum: Stratum, subject: Option<&DemoTopic>) -> DemoText {
    let words = length(chance, stratum);
    match stratum {
        Stratum::Short => phrase(chance, words, subject),
        Stratum::Long => sentences(chance, words, subject),
    }
}

/// Puts words in the places of nouns, anywhere in these blocks, as long as there are nouns left. A
/// long block gets more than a short one: each word goes to the noun that follows a place in the
/// text.
pub fn plant(chance: &mut Chance, blocks: &mut [DemoText], words: &[&'static str]) {
    let mut places: Vec<&mut DemoWord> = blocks.iter_mut().flat_map(|text| &mut text.0).collect();
    for &word in words {
        let from = chance.below(places.len());
        let (before, after) = places.split_at_mut(from);
        let Some(noun) = after.iter_mut().chain(before).find(|word| word.is_free) else { return };
        noun.text = word;
        noun.is_free = false;
    }
}

/// The word classes and their transition weights: a first-order Markov process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PartOfSpeech {
    Determiner,
    Pronoun,
    Adjective,
    Noun,
    Verb,
    Adverb,
    Preposition,
    Conjunction,
}

use PartOfSpeech::{Adjective, Adverb, Conjunction, Determiner, Noun, Preposition, Pronoun, Verb};

impl PartOfSpeech {
    fn name(self) -> &'static str {
        match self {
            Determiner => "determiner",
            Pronoun => "pronoun",
            Adjective => "adjective",
            Noun => "noun",
            Verb => "verb",
            Adverb => "adverb",
            Preposition => "preposition",
            Conjunction => "conjunction",
        }
    }

    /// The classes that may follow in a clause; `None` is its start. A clause has one verb.
    fn followers(
        previous: Option<PartOfSpeech>,
        has_verb: bool,
    ) -> &'static [(PartOfSpeech, usize)] {
        match previous {
            None => &[(Determiner, 5), (Pronoun, 3), (Preposition, 1)],
            Some(Determiner) => &[(Noun, 3), (Adjective, 2)],
            Some(Adjective) => &[(Noun, 1)],
            Some(Noun) if has_verb => &[(Preposition, 2), (Conjunction, 1)],
            Some(Noun) => &[(Verb, 4), (Preposition, 1), (Adverb, 1)],
            Some(Pronoun) => &[(Verb, 4), (Adverb, 1)],
            Some(Adverb) => &[(Verb, 1)],
            Some(Verb) => &[(Determiner, 5), (Noun, 1)],
            Some(Preposition) => &[(Determiner, 4), (Noun, 1)],
            Some(Conjunction) => &[(Determiner, 3), (Pronoun, 2)],
        }
    }

    /// The classes that may follow in a phrase without a verb, such as a headline.
    fn followers_in_phrase(previous: Option<PartOfSpeech>) -> &'static [(PartOfSpeech, usize)] {
        match previous {
            Some(Noun) => &[(Preposition, 3), (Conjunction, 1), (Noun, 1)],
            Some(Adjective) => &[(Noun, 1)],
            _ => &[(Noun, 2), (Adjective, 1)],
        }
    }
}

/// Writes exactly `count` words in sentences of six words or more; the last one may be shorter. A
/// text ends with a noun.
fn sentences(chance: &mut Chance, count: usize, subject: Option<&DemoTopic>) -> DemoText {
    let mut words = Vec::with_capacity(count);
    let mut previous = None;
    let mut has_verb = false;
    let mut length = 0;
    for i in 0..count {
        let is_last = i + 1 == count;
        let class = if is_last {
            Noun
        } else {
            follower(chance, PartOfSpeech::followers(previous, has_verb))
        };
        let text = word(chance, class, subject);
        let opens = previous.is_none();
        has_verb = class == Verb || (has_verb && class != Conjunction);
        previous = Some(class);
        length += 1;
        let closes = is_last || (class == Noun && has_verb && length >= 6 && chance.below(3) == 0);
        words.push(DemoWord { text, is_free: class == Noun, opens, closes });
        if closes {
            previous = None;
            has_verb = false;
            length = 0;
        }
    }
    DemoText(words)
}

/// Writes a headline of `count` words, the last one a noun.
pub fn phrase(chance: &mut Chance, count: usize, subject: Option<&DemoTopic>) -> DemoText {
    let mut previous = None;
    let mut words = Vec::with_capacity(count);
    for i in 0..count {
        let class = if i + 1 == count {
            Noun
        } else {
            follower(chance, PartOfSpeech::followers_in_phrase(previous))
        };
        let text = word(chance, class, subject);
        words.push(DemoWord { text, is_free: class == Noun, opens: i == 0, closes: false });
        previous = Some(class);
    }
    DemoText(words)
}

fn follower(chance: &mut Chance, followers: &[(PartOfSpeech, usize)]) -> PartOfSpeech {
    let weights: Vec<usize> = followers.iter().map(|&(_, weight)| weight).collect();
    followers[chance.weighted(&weights)].0
}

/// Draws a word of a class. A quarter of the nouns are the topic's, all but those of its title; the
/// k-th of them is 1/k as likely as the first.
fn word(chance: &mut Chance, class: PartOfSpeech, subject: Option<&DemoTopic>) -> &'static str {
    match subject {
        Some(topic) if class == Noun && chance.happens(ON_SUBJECT) => {
            let weights: Vec<usize> = (1..=topic.related.len()).map(|rank| 27_720 / rank).collect();
            topic.related[chance.weighted(&weights)]
        }
        _ => chance.pick(VOCABULARY.class(class.name())),
    }
}

pub fn capitalised(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Equation 3 of the paper: the probability of a block of `x` words.
    fn expected(x: i32) -> f64 {
        0.7586 * geometric(0.3968, x) + 0.2414 * geometric(0.04369, x)
    }

    fn geometric(p: f64, x: i32) -> f64 {
        (1.0 - p).powi(x - 1) * p
    }

    fn count_planted(texts: &[DemoText]) -> usize {
        texts.iter().map(|t| t.to_string().to_lowercase().matches("xylophone").count()).sum()
    }

    #[test]
    fn block_lengths_follow_the_papers_equation_3() {
        let mut chance = Chance::new(5, "lengths", 0);
        let blocks = 100_000;
        let mut seen = [0u32; 400];
        for i in 0..blocks {
            let role = if i % 100 < 21 { BlockRole::Content } else { BlockRole::Boilerplate };
            let stratum = stratum(&mut chance, role);
            seen[length(&mut chance, stratum).min(399)] += 1;
        }
        let worst =
            (1..60).map(|x| (f64::from(seen[x]) / f64::from(blocks) - expected(x as i32)).abs());
        let worst = worst.fold(0.0, f64::max);
        assert!(worst < 0.005, "off by {worst}");
    }

    #[test]
    fn a_text_has_the_requested_words_and_reads_as_sentences() {
        let mut chance = Chance::new(6, "sentences", 0);
        for count in 1..80 {
            let text = sentences(&mut chance, count, VOCABULARY.topics.first()).to_string();
            assert_eq!(text.split(' ').count(), count);
            assert!(text.ends_with('.') && text.starts_with(|c: char| c.is_ascii_uppercase()));
        }
    }

    #[test]
    fn planted_words_stand_in_the_places_of_nouns_and_change_no_length() {
        let mut chance = Chance::new(6, "planting", 0);
        let mut texts: Vec<DemoText> =
            (1..9).map(|count| sentences(&mut chance, count, None)).collect();
        let lengths: Vec<usize> = texts.iter().map(DemoText::len).collect();
        plant(&mut chance, &mut texts, &["xylophone"; 3]);
        let lengths_after = texts.iter().map(DemoText::len).collect();
        assert_eq!((count_planted(&texts), lengths_after), (3, lengths));
        // No more than there are nouns.
        plant(&mut chance, &mut texts, &["xylophone"; 300]);
        let nouns = count_planted(&texts);
        assert!((8..36).contains(&nouns), "{nouns}");
    }
}
