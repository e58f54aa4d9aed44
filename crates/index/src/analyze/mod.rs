//! The analyzers: turn text into terms. A worker of the ingest analyzes each word of a batch once,
//! and the index gets the numbers of its terms ([`Vocabulary`]).

mod class;
mod emoji;
mod english;
mod fold;
pub mod language;
mod lines;
mod lower;
mod porter;
mod vocabulary;
mod window;
mod word_map;
mod words;

use crate::error::{Error, Result};
use english::English;
use fold::folded;
use lower::push_lower;
use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;
use std::ops::Range;
use tamis_blocks::html::composed;
use tantivy::tokenizer::{Language, Stemmer, TextAnalyzer};
use window::MAX_UNITS;
use words::Words;

pub use lines::{LineTokenizer, LinesStream};
pub use vocabulary::{TermId, Vocabulary};

/// An analyzer in the list [`ANALYZERS`].
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct AnalyzerEntry {
    /// Its name in settings and in an index's manifest.
    pub name: &'static str,
    /// A one-line description.
    pub explanation: &'static str,
    #[serde(skip)]
    kind: AnalyzerKind,
}

#[derive(Debug, Clone, Copy)]
enum AnalyzerKind {
    English,
    Standard,
    Whitespace,
    Snowball(Language),
}

/// All analyzers.
pub const ANALYZERS: [AnalyzerEntry; 20] = [
    entry(
        "english",
        "Lucene's EnglishAnalyzer: UAX #29 words, possessives, lower case, 33 stop words, Porter",
        AnalyzerKind::English,
    ),
    entry(
        "standard",
        "Lucene's StandardAnalyzer: UAX #29 words, lower case; no stop words, no stemming",
        AnalyzerKind::Standard,
    ),
    entry("whitespace", "split at Unicode's white space, lower case", AnalyzerKind::Whitespace),
    snowball("arabic", "standard, then the Snowball stemmer of Arabic", Language::Arabic),
    snowball("danish", "standard, then the Snowball stemmer of Danish", Language::Danish),
    snowball("dutch", "standard, then the Snowball stemmer of Dutch", Language::Dutch),
    snowball("finnish", "standard, then the Snowball stemmer of Finnish", Language::Finnish),
    snowball("french", "standard, then the Snowball stemmer of French", Language::French),
    snowball("german", "standard, then the Snowball stemmer of German", Language::German),
    snowball("greek", "standard, then the Snowball stemmer of Greek", Language::Greek),
    snowball("hungarian", "standard, then the Snowball stemmer of Hungarian", Language::Hungarian),
    snowball("italian", "standard, then the Snowball stemmer of Italian", Language::Italian),
    snowball("norwegian", "standard, then the Snowball stemmer of Norwegian", Language::Norwegian),
    snowball(
        "portuguese",
        "standard, then the Snowball stemmer of Portuguese",
        Language::Portuguese,
    ),
    snowball("romanian", "standard, then the Snowball stemmer of Romanian", Language::Romanian),
    snowball("russian", "standard, then the Snowball stemmer of Russian", Language::Russian),
    snowball("spanish", "standard, then the Snowball stemmer of Spanish", Language::Spanish),
    snowball("swedish", "standard, then the Snowball stemmer of Swedish", Language::Swedish),
    snowball("tamil", "standard, then the Snowball stemmer of Tamil", Language::Tamil),
    snowball("turkish", "standard, then the Snowball stemmer of Turkish", Language::Turkish),
];

const fn entry(name: &'static str, explanation: &'static str, kind: AnalyzerKind) -> AnalyzerEntry {
    AnalyzerEntry { name, explanation, kind }
}

const fn snowball(
    name: &'static str,
    explanation: &'static str,
    language: Language,
) -> AnalyzerEntry {
    entry(name, explanation, AnalyzerKind::Snowball(language))
}

/// An analyzer with its buffers. Each worker has a clone.
#[derive(Clone)]
pub struct Analyzer {
    name: &'static str,
    /// Whether it gets composed text and folded words.
    folds: bool,
    chain: AnalyzerChain,
}

#[derive(Clone)]
enum AnalyzerChain {
    English(Box<English>),
    Standard,
    Whitespace,
    Snowball { stemmer: Box<TextAnalyzer>, words: String },
}

impl AnalyzerChain {
    /// Appends the term of one word; a word without a term appends nothing.
    fn push(&mut self, word: &str, term: &mut String) {
        match self {
            Self::English(english) => english.push(word, term),
            Self::Standard | Self::Whitespace => push_lower(word, term),
            Self::Snowball { stemmer, words } => {
                words.clear();
                push_lower(word, words);
                let mut stream = stemmer.token_stream(words);
                term.extend(stream.next().map(|token| &*token.text));
            }
        }
    }
}

impl Analyzer {
    /// Returns the analyzer with this name.
    ///
    /// # Errors
    /// A name that [`ANALYZERS`] does not have; the message suggests the nearest.
    pub fn by_name(name: &str) -> Result<Self> {
        let entry = ANALYZERS.iter().find(|entry| entry.name == name);
        let entry = entry.ok_or_else(|| {
            Error::unknown_name("analyzer", name, ANALYZERS.map(|entry| entry.name))
        })?;
        let chain = match entry.kind {
            AnalyzerKind::English => AnalyzerChain::English(Box::default()),
            AnalyzerKind::Standard => AnalyzerChain::Standard,
            AnalyzerKind::Whitespace => AnalyzerChain::Whitespace,
            AnalyzerKind::Snowball(language) => {
                let stemmer = TextAnalyzer::builder(LineTokenizer::default())
                    .filter(Stemmer::new(language))
                    .build();
                AnalyzerChain::Snowball { stemmer: Box::new(stemmer), words: String::new() }
            }
        };
        Ok(Self { name: entry.name, folds: false, chain })
    }

    /// The same, of composed text and folded words if `folds`: `café` is one term however its
    /// letters are written, as are `didn't` and `didn’t`. Without, its terms are those of Lucene's.
    #[must_use]
    pub fn folding(self, folds: bool) -> Self {
        Self { folds, ..self }
    }

    /// Its name in [`ANALYZERS`].
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Appends the terms of `text` to `lines`, in order, each followed by a line feed, and returns
    /// their number. A term is never empty, contains no white space, and is at most 255 UTF-16
    /// units long before it is folded and stemmed.
    pub fn analyze(&mut self, text: &str, lines: &mut String) -> u32 {
        let folds = self.folds;
        let text = &*if folds { composed(text) } else { Cow::Borrowed(text) };
        let push = |word: &str, lines: &mut String| push_lower(&form(word, folds), lines);
        match &mut self.chain {
            AnalyzerChain::English(english) => {
                each(Words::new(text), lines, |word, lines| english.push(&form(word, folds), lines))
            }
            AnalyzerChain::Standard => each(Words::new(text), lines, push),
            AnalyzerChain::Whitespace => {
                each(text.split_whitespace().flat_map(pieces), lines, push)
            }
            AnalyzerChain::Snowball { stemmer, words } => {
                words.clear();
                each(Words::new(text), words, push);
                let mut stream = stemmer.token_stream(words);
                let stems = std::iter::from_fn(|| stream.next().map(|token| token.text.clone()));
                each(stems, lines, |stem, lines| lines.push_str(&stem))
            }
        }
    }

    /// Appends the terms of `text` in order, by their numbers in a vocabulary: the same terms as
    /// [`Analyzer::analyze`] writes. All texts of a vocabulary need the same analyzer; one that
    /// folds needs composed texts.
    pub fn number(&mut self, text: &str, vocabulary: &mut Vocabulary, terms: &mut Vec<TermId>) {
        let Self { folds, chain, .. } = self;
        let is_whitespace = matches!(chain, AnalyzerChain::Whitespace);
        let push = |word: &str, term: &mut String| chain.push(&form(word, *folds), term);
        if is_whitespace {
            let words = text.split_whitespace().flat_map(pieces);
            return vocabulary.number(words, push, terms);
        }
        vocabulary.number(Words::new(text), push, terms);
    }

    /// Returns the terms of `text`, in order, with the bytes of the word that each comes from.
    /// Slower than [`Analyzer::terms`]; used for the few texts that are shown, which are composed
    /// if it folds.
    pub fn located(&mut self, text: &str) -> Vec<(Range<usize>, String)> {
        let words: Vec<(usize, &str)> = match &self.chain {
            AnalyzerChain::Whitespace => words_at(text, text.split_whitespace().flat_map(pieces)),
            _ => words_at(text, Words::new(text)),
        };
        let mut located = Vec::new();
        for (at, word) in words {
            let mut term = String::new();
            self.chain.push(&form(word, self.folds), &mut term);
            if !term.is_empty() {
                located.push((at..at + word.len(), term));
            }
        }
        located
    }

    /// Returns the terms of `text`, in order. Used for queries.
    pub fn terms(&mut self, text: &str) -> Vec<String> {
        let mut lines = String::new();
        self.analyze(text, &mut lines);
        lines.lines().map(str::to_string).collect()
    }
}

/// A word as an analyzer gets it.
#[inline]
fn form(word: &str, folds: bool) -> Cow<'_, str> {
    if folds { folded(word) } else { Cow::Borrowed(word) }
}

/// Appends the term that `push` makes of each word, one per line, and counts them. A word without a
/// term adds no line.
#[inline]
fn each<W>(
    words: impl Iterator<Item = W>,
    lines: &mut String,
    mut push: impl FnMut(W, &mut String),
) -> u32 {
    let mut count = 0;
    for word in words {
        let start = lines.len();
        push(word, lines);
        if lines.len() > start {
            lines.push('\n');
            count += 1;
        }
    }
    count
}

/// Returns the places of words, which are parts of the text in its order.
fn words_at<'t>(text: &str, words: impl Iterator<Item = &'t str>) -> Vec<(usize, &'t str)> {
    let start = text.as_ptr() as usize;
    words.map(|word| (word.as_ptr() as usize - start, word)).collect()
}

/// Splits a word into pieces of at most [`MAX_UNITS`] UTF-16 units, as Lucene's WhitespaceTokenizer
/// does.
fn pieces(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let (piece, tail) = rest.split_at(piece_length(rest));
        rest = tail;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Returns the length in bytes of the first of the [`pieces`] of a word.
fn piece_length(word: &str) -> usize {
    let mut units = 0;
    for (at, c) in word.char_indices() {
        units += c.len_utf16();
        if units > MAX_UNITS {
            return at;
        }
    }
    word.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn terms(name: &str, text: &str) -> Vec<String> {
        Analyzer::by_name(name).unwrap().terms(text)
    }

    #[test]
    fn every_row_has_a_name_of_its_own_and_builds_what_it_names() {
        let names: BTreeSet<&str> = ANALYZERS.iter().map(|entry| entry.name).collect();
        assert_eq!(names.len(), ANALYZERS.len());
        for entry in ANALYZERS {
            let mut analyzer = Analyzer::by_name(entry.name).unwrap();
            assert_eq!(analyzer.name(), entry.name);
            assert!(!entry.explanation.is_empty());
            assert_eq!(analyzer.analyze("", &mut String::new()), 0);
        }
        let error = Analyzer::by_name("englsh").err().unwrap();
        assert_eq!(error.to_string(), "unknown analyzer 'englsh'; did you mean 'english'?");
    }

    #[test]
    fn the_analyzers_differ_as_they_say() {
        let text = "The Penguins’ march — it's Häuser\u{A0}e.g. Running!";
        assert_eq!(terms("english", text), ["penguin", "march", "häuser", "e.g", "run"]);
        assert_eq!(
            terms("standard", text),
            ["the", "penguins", "march", "it's", "häuser", "e.g", "running"]
        );
        assert_eq!(
            terms("whitespace", text),
            ["the", "penguins’", "march", "—", "it's", "häuser", "e.g.", "running!"]
        );
        assert_eq!(terms("german", "Die Häuser"), ["die", "haus"]);
    }

    #[test]
    fn an_analyzer_that_folds_takes_the_forms_of_a_word_for_one() {
        for (name, one, other) in [
            ("english", "cafe\u{301}s", "cafés"),
            ("english", "didn’t", "didn't"),
            ("english", "Penguin’s", "penguins"),
            ("french", "l’hôpital", "l'ho\u{302}pital"),
            ("german", "Hafen\u{AD}licht\u{AD}verein", "Hafenlichtverein"),
            ("standard", "Werk\u{200B}statt", "werkstatt"),
            ("whitespace", "ＷＩＤＥ!", "wide!"),
        ] {
            let mut folding = Analyzer::by_name(name).unwrap().folding(true);
            assert_eq!(folding.terms(one), folding.terms(other), "{name} {one}");
            // Lucene's analyzers do not, but for possessives.
            let is_same = terms(name, one) == terms(name, other);
            assert_eq!(is_same, one.ends_with("’s"), "{name} {one}");
        }
    }

    #[test]
    fn lines_and_count_say_the_same() {
        let mut analyzer = Analyzer::by_name("english").unwrap();
        let mut lines = String::from("before\n");
        assert_eq!(analyzer.analyze("Two of the ways", &mut lines), 2);
        assert_eq!(analyzer.analyze("and the", &mut lines), 0);
        assert_eq!(lines, "before\ntwo\nwai\n");
    }

    #[test]
    fn words_without_end_are_cut_everywhere() {
        let text = "x".repeat(100_000);
        for entry in ANALYZERS {
            assert_eq!(terms(entry.name, &text).len(), 393, "{}", entry.name);
        }
    }

    proptest! {
        #[test]
        fn numbered_terms_are_the_terms(
            texts in prop::collection::vec("([a-zA-Z.,:'’*אבか日ก😀é ]|the |ing |\\PC){0,40}", 0..5),
        ) {
            for (name, folds) in [
                ("english", false), ("standard", true), ("whitespace", true), ("german", false),
            ] {
                let mut analyzer = Analyzer::by_name(name).unwrap().folding(folds);
                let given = |text| if folds { composed(text) } else { Cow::Borrowed(text) };
                let texts = texts.iter().map(|text: &String| given(text));
                let mut vocabulary = Vocabulary::default();
                for text in texts {
                    let mut numbers = Vec::new();
                    analyzer.number(&text, &mut vocabulary, &mut numbers);
                    let terms: Vec<&str> = numbers.iter().map(|id| vocabulary.term(*id)).collect();
                    prop_assert_eq!(terms, analyzer.terms(&text));
                }
            }
        }

        #[test]
        fn any_text_makes_whole_lines(
            text in "\\PC*|[\\s\\S]{0,60}|([a-zA-Z0-9_.,:;'’\"#*אבかカ日ก้ౘ😀 \
                     \u{200D}\u{202F}\u{FE0F}🏽🇩é ]){0,80}",
        ) {
            for name in ["english", "standard", "whitespace", "german"] {
                let mut lines = String::new();
                let count = Analyzer::by_name(name).unwrap().analyze(&text, &mut lines);
                prop_assert_eq!(lines.lines().count() as u32, count);
                prop_assert!(lines.split_terminator('\n').all(|term| !term.is_empty()));
                // The narrow no-break space joins words (UAX #29, ExtendNumLet).
                let divides = |c: char| c.is_whitespace() && !matches!(c, '\n' | '\u{202f}');
                prop_assert!(!lines.contains(divides));
            }
        }

        #[test]
        fn located_terms_are_the_terms_and_their_words_give_them(
            text in "([a-zA-Z0-9_.,:'’*אבかカ日ก😀\u{200D}é ]|the |ing |\\PC){0,60}"
        ) {
            for name in ["english", "standard", "whitespace", "german"] {
                let mut analyzer = Analyzer::by_name(name).unwrap();
                let located = analyzer.located(&text);
                let terms: Vec<String> = located.iter().map(|(_, term)| term.clone()).collect();
                prop_assert_eq!(terms, analyzer.terms(&text));
                for (at, term) in &located {
                    prop_assert_eq!(analyzer.terms(&text[at.clone()]), std::slice::from_ref(term));
                }
                prop_assert!(located.is_sorted_by(|a, b| a.0.end <= b.0.start));
            }
        }

        #[test]
        fn white_space_divides_the_work(
            left in "\\PC*",
            right in "[a-zA-Z0-9_.,'’日ก😀\u{200D}\u{301} ]*",
        ) {
            for name in ["english", "standard", "whitespace"] {
                let mut analyzer = Analyzer::by_name(name).unwrap();
                let mut whole = String::new();
                let mut parts = String::new();
                analyzer.analyze(&format!("{left} {right}"), &mut whole);
                analyzer.analyze(&left, &mut parts);
                analyzer.analyze(" ", &mut parts);
                analyzer.analyze(&right, &mut parts);
                prop_assert_eq!(whole, parts);
            }
        }
    }
}
