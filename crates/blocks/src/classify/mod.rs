//! Blocks into labels: one trait, one list, one file per algorithm.

mod boilerpipe;
mod bte;
mod cleaneval_rule;
mod density_tree;
#[cfg(feature = "justext")]
pub mod justext;
mod keep_all;
mod link_density_33;
mod min_words;
mod neighbours;
#[cfg(feature = "readability")]
mod readability;
pub mod rule;
mod space;
mod text_density_1r;
mod tree_filter;
#[cfg(feature = "unfluff")]
mod unfluff;
mod words_tree;

use crate::error::{Error, Result};
use crate::page::{Block, Blocks, Label, Page};
use boilerpipe::Chain;
#[cfg(feature = "justext")]
use justext::JusText;
pub use neighbours::{Neighbours, Shallow};
use rule::Local;
pub use rule::{Branch, Quantity, Rule, Test};
#[cfg(feature = "justext")]
use std::cell::OnceCell;
use std::sync::LazyLock;
use tamis_place::SettingError;
use tree_filter::TreeFilter;

/// A page in all its states: what a classifier may look at.
pub struct Subject<'a> {
    /// The page as text with its tags, for methods that parse it their own way. Only there for classifiers that
    /// [need it](Classifier::needs_markup).
    pub markup: &'a str,
    /// The parsed page.
    pub page: &'a Page,
    /// Its blocks.
    pub blocks: &'a Blocks,
    /// The language of the page as ISO 639-1 (`en`), where the user says it.
    pub language: Option<&'a str>,
    /// What jusText's presets have in common: made for the first that asks.
    #[cfg(feature = "justext")]
    paragraphs: OnceCell<justext::Aligned>,
}

impl<'a> Subject<'a> {
    /// A page and its blocks, for classifiers that ask for no more.
    pub fn new(page: &'a Page, blocks: &'a Blocks) -> Self {
        Self {
            markup: "",
            page,
            blocks,
            language: None,
            #[cfg(feature = "justext")]
            paragraphs: OnceCell::new(),
        }
    }

    /// The same with the page's markup.
    pub fn with_markup(self, markup: &'a str) -> Self {
        Self { markup, ..self }
    }

    /// The same with the language that the user says.
    pub fn in_language(self, language: Option<&'a str>) -> Self {
        Self { language, ..self }
    }
}

/// An algorithm that says which blocks of a page are its own text.
pub trait Classifier: Send + Sync {
    /// One label per block of `blocks.blocks`, in order. The title is no block to a classifier.
    fn classify(&self, subject: &Subject) -> Vec<Label>;

    /// The text that it keeps, as the original prints it, each line ended. A method that keeps whole blocks keeps theirs.
    fn text(&self, subject: &Subject) -> String {
        content(subject.blocks, &self.classify(subject))
    }

    /// Why each block has its label: the rule or filter that decided, and on what. Empty where there is no more to say
    /// than [`ClassifierEntry::describe`].
    fn explain(&self, _subject: &Subject) -> Vec<String> {
        Vec::new()
    }

    /// Whether it reads [`Subject::markup`].
    fn needs_markup(&self) -> bool {
        false
    }

    /// The rule, if a block's counts and its neighbours' are all that the algorithm asks for: several such rules are
    /// answered in one pass over the page.
    fn rule(&self) -> Option<Rule> {
        None
    }
}

/// The texts of the blocks that are content, a line each.
pub fn content(blocks: &Blocks, labels: &[Label]) -> String {
    let kept = blocks.blocks.iter().zip(labels).filter(|(_, label)| **label == Label::Content);
    kept.flat_map(|(block, _): (&Block, _)| [blocks.text_of(block), "\n"]).collect()
}

/// A line of the list of classifiers.
pub struct ClassifierEntry {
    /// The name on the command line and in the index.
    pub name: &'static str,
    /// Where it was published.
    pub paper: &'static str,
    /// When it says content.
    pub describe: &'static str,
    /// What may stand behind the name and a colon; empty if nothing may.
    pub argument: &'static str,
    /// Makes it, at its published settings, or with the argument.
    pub build: fn(argument: Option<&str>) -> Result<Box<dyn Classifier>>,
}

/// All classifiers, in the order in which they are shown.
pub const CLASSIFIERS: &[ClassifierEntry] = &[
    ClassifierEntry {
        name: "keep-all",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.2 (baseline)",
        describe: "every block",
        argument: "",
        build: |_| Ok(Box::new(Local(keep_all::RULE))),
    },
    ClassifierEntry {
        name: "min-words-10",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.2 (CleanEval baseline)",
        describe: "words >= 10",
        argument: "",
        build: |_| Ok(Box::new(Local(min_words::TEN))),
    },
    ClassifierEntry {
        name: "min-words-15",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.1, Table 2 (1R)",
        describe: "words >= 15",
        argument: "",
        build: |_| Ok(Box::new(Local(min_words::FIFTEEN))),
    },
    ClassifierEntry {
        name: "text-density-1r",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.1, Table 2 (1R)",
        describe: "text density >= 10.5",
        argument: "",
        build: |_| Ok(Box::new(Local(text_density_1r::RULE))),
    },
    ClassifierEntry {
        name: "link-density-33",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.1, Table 2 (1R)",
        describe: "link density <= 0.33",
        argument: "",
        build: |_| Ok(Box::new(Local(link_density_33::RULE))),
    },
    ClassifierEntry {
        name: "density-tree",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.1, Algorithm 1 (boilerpipe's DensityRulesClassifier)",
        describe: "decision tree over text and link density of the block and its neighbours",
        argument: "",
        build: |_| Ok(Box::new(Local(density_tree::RULE))),
    },
    ClassifierEntry {
        name: "words-tree",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.1, Algorithm 2 (boilerpipe's NumWordsRulesClassifier)",
        describe: "decision tree over number of words and link density of the block and its neighbours",
        argument: "",
        build: |_| Ok(Box::new(Local(words_tree::RULE))),
    },
    ClassifierEntry {
        name: "cleaneval-rule",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.2 (trained on CleanEval)",
        describe: "text density >= 7 and link density <= 0.35",
        argument: "",
        build: |_| Ok(Box::new(Local(cleaneval_rule::RULE))),
    },
    ClassifierEntry {
        name: "boilerpipe-default",
        paper: "boilerpipe 1.2.0 (de.l3s.boilerpipe), DefaultExtractor",
        describe: "Algorithm 1 after neighbours of equal text density are fused",
        argument: "",
        build: |_| Ok(Box::new(Chain::default_extractor())),
    },
    ClassifierEntry {
        name: "boilerpipe-article",
        paper: "boilerpipe 1.2.0 (de.l3s.boilerpipe), ArticleExtractor",
        describe: "Algorithm 2, cut at the comments; the largest of the fused blocks, and what stands between it and the title",
        argument: "",
        build: |_| Ok(Box::new(Chain::article())),
    },
    ClassifierEntry {
        name: "boilerpipe-article-2.0",
        paper: "boilerpipe 2.0-SNAPSHOT (com.kohlschutter.boilerpipe), ArticleExtractor",
        describe: "as boilerpipe-article, without trailing headings; fused only at one tag level; with long blocks and a list behind at that level",
        argument: "",
        build: |_| Ok(Box::new(Chain::article_2())),
    },
    ClassifierEntry {
        name: "boilerpipe-article-sentences",
        paper: "boilerpipe 1.2.0 (de.l3s.boilerpipe), ArticleSentencesExtractor",
        describe: "blocks of boilerpipe-article with a clause of at least 5 words",
        argument: "",
        build: |_| Ok(Box::new(Chain::article_sentences())),
    },
    ClassifierEntry {
        name: "boilerpipe-article-sentences-2.0",
        paper: "boilerpipe 2.0-SNAPSHOT (com.kohlschutter.boilerpipe), ArticleSentencesExtractor",
        describe: "blocks of boilerpipe-article-2.0 with a clause of at least 5 words",
        argument: "",
        build: |_| Ok(Box::new(Chain::article_sentences_2())),
    },
    ClassifierEntry {
        name: "boilerpipe-largest-content",
        paper: "boilerpipe 1.2.0 (de.l3s.boilerpipe), LargestContentExtractor",
        describe: "Algorithm 2; the largest of the fused blocks",
        argument: "",
        build: |_| Ok(Box::new(Chain::largest_content())),
    },
    ClassifierEntry {
        name: "boilerpipe-canola",
        paper: "boilerpipe 1.2.0 (de.l3s.boilerpipe), CanolaExtractor",
        describe: "decision tree over number of words and link density of the block and its neighbours",
        argument: "",
        build: |_| Ok(Box::new(Chain::canola())),
    },
    ClassifierEntry {
        name: "boilerpipe-keep-everything",
        paper: "boilerpipe 1.2.0 (de.l3s.boilerpipe), KeepEverythingExtractor",
        describe: "every block",
        argument: "",
        build: |_| Ok(Box::new(Chain::keep_everything())),
    },
    ClassifierEntry {
        name: "boilerpipe-keep-min-words",
        paper: "boilerpipe 1.2.0 (de.l3s.boilerpipe), KeepEverythingWithMinKWordsExtractor",
        describe: "blocks of at least K words after neighbours of equal text density are fused",
        argument: "K",
        build: |argument| Ok(Box::new(Chain::keep_min_words(argument)?)),
    },
    ClassifierEntry {
        name: "boilerpipe-num-words",
        paper: "boilerpipe 1.2.0 (de.l3s.boilerpipe), NumWordsRulesExtractor",
        describe: "Algorithm 2",
        argument: "",
        build: |_| Ok(Box::new(Chain::num_words())),
    },
    ClassifierEntry {
        name: "density-tree-largest",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.2, Algorithm 1 and Largest Content Filter",
        describe: "the largest run of the content of density-tree",
        argument: "",
        build: |_| Ok(Box::new(Chain::largest(boilerpipe::DENSITY))),
    },
    ClassifierEntry {
        name: "words-tree-largest",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.2, Algorithm 2 and Largest Content Filter",
        describe: "the largest run of the content of words-tree",
        argument: "",
        build: |_| Ok(Box::new(Chain::largest(boilerpipe::NUM_WORDS))),
    },
    ClassifierEntry {
        name: "density-tree-main",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.2, Algorithm 1 and Main Content Filter",
        describe: "the largest run of the content of density-tree, from the title on, without the comments",
        argument: "",
        build: |_| Ok(Box::new(Chain::main(boilerpipe::DENSITY))),
    },
    ClassifierEntry {
        name: "words-tree-main",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.2, Algorithm 2 and Main Content Filter",
        describe: "the largest run of the content of words-tree, from the title on, without the comments",
        argument: "",
        build: |_| Ok(Box::new(Chain::main(boilerpipe::NUM_WORDS))),
    },
    ClassifierEntry {
        name: "tree-filter",
        paper: "Viveros-Jiménez et al., Computación y Sistemas 22(2), 2018",
        describe: "of what CLASSIFIER keeps, the texts below the ancestor N that has most; A2:boilerpipe-article by default",
        argument: "(A|B)N[:CLASSIFIER]",
        build: |argument| Ok(Box::new(TreeFilter::new(argument)?)),
    },
    ClassifierEntry {
        name: "bte",
        paper: "Finn, Kushmerick, Smyth, DELOS 2001 (as in Pomikálek's bte.py)",
        describe: "most words in the stretch of the page with the most words less tags",
        argument: "",
        build: |_| Ok(Box::new(bte::Bte)),
    },
    #[cfg(feature = "justext")]
    ClassifierEntry {
        name: "justext",
        paper: "Pomikálek, PhD thesis, Masaryk University 2011, chapter 3 (jusText 3.0.2)",
        describe: "paragraphs by length, links and stop words, then by their neighbours; stop words of the page's language",
        argument: "a language by code or name (justext:de)",
        build: |language| Ok(Box::new(JusText::new(language)?)),
    },
    #[cfg(feature = "justext")]
    ClassifierEntry {
        name: "justext-chatnoir",
        paper: "Bevendorff, Gupta, Kiesel, Stein, SIGIR 2023 (jusText as in their benchmark)",
        describe: "jusText at looser thresholds and without headings; English stop words",
        argument: "a language by code or name",
        build: |language| Ok(Box::new(JusText::chatnoir(language)?)),
    },
    #[cfg(feature = "justext")]
    ClassifierEntry {
        name: "justext-no-stop-words",
        paper: "Pomikálek, PhD thesis, Masaryk University 2011, chapter 3 (jusText 3.0.2, language independent)",
        describe: "jusText by length and links alone",
        argument: "",
        build: |_| Ok(Box::new(JusText::without_stop_words())),
    },
    #[cfg(feature = "readability")]
    ClassifierEntry {
        name: "readability",
        paper: "Mozilla, Readability.js 0.6 (Firefox's reader view), by the crate legible",
        describe: "the element whose paragraphs have the most text and commas and the fewest links, and siblings like it",
        argument: "",
        build: |_| Ok(Box::new(readability::Readability)),
    },
    #[cfg(feature = "unfluff")]
    ClassifierEntry {
        name: "unfluff",
        paper: "Geitgey, unfluff 3.2.0 (npm), after Gravity Labs' goose",
        describe: "the element whose paragraphs have the most stop words, cleaned; stop words by --language or the page",
        argument: "",
        build: |_| Ok(Box::new(unfluff::Unfluff)),
    },
];

/// What an index has labels of unless it is told otherwise: the rules of the WSDM paper, which cost next to nothing.
pub const DEFAULT: [&str; 8] = [
    "keep-all",
    "min-words-10",
    "min-words-15",
    "text-density-1r",
    "link-density-33",
    "density-tree",
    "words-tree",
    "cleaneval-rule",
];

/// A list of names as typed: `default` stands for [`DEFAULT`], `all` for every classifier that needs no argument.
///
/// # Errors
/// As [`Set::new`].
pub fn expand(names: &[String]) -> Result<Vec<String>> {
    let mut expanded: Vec<String> = Vec::new();
    for name in names {
        let several: Vec<String> = match name.as_str() {
            "default" => DEFAULT.map(str::to_owned).into(),
            "all" => without_argument().map(|entry| entry.name.to_owned()).collect(),
            _ => vec![name.clone()],
        };
        // What a word stands for may have been named before it.
        expanded.extend(several.into_iter().filter(|name| !expanded.contains(name)).collect::<Vec<_>>());
    }
    Set::new(&expanded).map(|_| expanded)
}

/// Every classifier that needs no argument.
pub fn without_argument() -> impl Iterator<Item = &'static ClassifierEntry> {
    CLASSIFIERS.iter().filter(|entry| (entry.build)(None).is_ok())
}

/// The classifier of this name, `NAME` or `NAME:ARGUMENT`.
///
/// # Errors
/// A usage error with the nearest name if there is none, or with what was expected of the argument.
pub fn by_name(name: &str) -> Result<Box<dyn Classifier>> {
    let (entry, argument) = entry_of(name)?;
    if let (Some(argument), true) = (argument, entry.argument.is_empty()) {
        return Err(Error::setting(format!(
            "classifier {}: found ':{argument}', but it takes no argument",
            entry.name
        )));
    }
    (entry.build)(argument)
}

/// The line of the list for `NAME` or `NAME:ARGUMENT`, and the argument.
///
/// # Errors
/// A usage error with the nearest name if there is none.
pub fn entry_of(name: &str) -> Result<(&'static ClassifierEntry, Option<&str>)> {
    let (plain, argument) = name.split_once(':').map_or((name, None), |(plain, argument)| (plain, Some(argument)));
    let found = CLASSIFIERS.iter().find(|entry| entry.name == plain);
    let entry = found
        .ok_or_else(|| SettingError::unknown_name("classifier", plain, CLASSIFIERS.iter().map(|entry| entry.name)))?;
    Ok((entry, argument))
}

/// Classifiers that label pages together.
#[derive(Default)]
pub struct Set {
    classifiers: Vec<Box<dyn Classifier>>,
    rules: Vec<(usize, Rule)>,
}

impl Set {
    /// How many a set holds at most: labels are the bits of a word.
    pub const MOST: usize = u64::BITS as usize;

    /// The classifiers of these names.
    ///
    /// # Errors
    /// A usage error for an unknown or repeated name, or more than [`Set::MOST`].
    pub fn new<S: AsRef<str>>(names: &[S]) -> Result<Self> {
        if names.len() > Self::MOST {
            let (found, most) = (names.len(), Self::MOST);
            return Err(Error::setting(format!("found {found} classifiers, expected at most {most}")));
        }
        let repeated = |(i, name): (usize, &S)| names[..i].iter().any(|other| other.as_ref() == name.as_ref());
        if let Some((_, name)) = names.iter().enumerate().find(|(i, name)| repeated((*i, *name))) {
            return Err(Error::setting(format!("classifier {} is named twice", name.as_ref())));
        }
        let classifiers: Vec<_> = names.iter().map(|name| by_name(name.as_ref())).collect::<Result<_>>()?;
        let rules = classifiers.iter().enumerate().filter_map(|(bit, one)| Some((bit, one.rule()?))).collect();
        Ok(Self { classifiers, rules })
    }

    /// The set of [`DEFAULT`].
    pub fn published() -> &'static Self {
        static SET: LazyLock<Set> = LazyLock::new(|| Set::new(&DEFAULT).unwrap_or_default());
        &SET
    }

    /// Whether one of them reads [`Subject::markup`].
    pub fn needs_markup(&self) -> bool {
        self.classifiers.iter().any(|one| one.needs_markup())
    }

    /// One word per block of `blocks.blocks`, whose bit i is set if the i-th classifier says content.
    pub fn label_bits(&self, subject: &Subject) -> Vec<u64> {
        let bits_of =
            |around: &Neighbours| self.rules.iter().map(|(bit, rule)| u64::from(rule::says(rule, around)) << bit).sum();
        let mut bits = neighbours::map(subject.blocks, bits_of);
        for (bit, one) in self.classifiers.iter().enumerate().filter(|(_, one)| one.rule().is_none()) {
            for (bits, label) in bits.iter_mut().zip(one.classify(subject)) {
                *bits |= u64::from(label == Label::Content) << bit;
            }
        }
        bits
    }
}

#[cfg(test)]
mod tests;
