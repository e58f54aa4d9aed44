//! The list of classifiers: those of tamis-blocks, and the originals between them. To add one,
//! write a file in a folder here and an entry in this list.

use crate::boilerpipe::{self, Chain};
use crate::cetr::Cetr;
use crate::elements::{FeatureExtractor, LargestPagelet, LinkQuota, TreeFilter};
#[cfg(feature = "justext")]
use crate::justext::JusText;
#[cfg(feature = "readability")]
use crate::readability::Readability;
#[cfg(feature = "unfluff")]
use crate::unfluff::Unfluff;
use crate::victor::Victor;
use crate::web2text::Web2Text;
use crate::words::subsequence::{self, Subsequence, TrainedWords};
use crate::words::{Blur, Bte, Slope, WordMajority};
use tamis_blocks::classify::{
    Argument, ClassifierEntry, Classifiers, KINDS, OURS, RULES, TrainedEntry,
};

/// All classifiers, in the order in which they are listed.
pub static CLASSIFIERS: Classifiers = Classifiers {
    parts: &[RULES, ORIGINALS, OURS],
    with_models: &[WITH_MODELS, tamis_blocks::classify::WITH_MODELS],
    unlisted: KINDS,
    optional: OPTIONAL,
};

/// Names that a build may lack, and the cargo feature that adds each.
pub(crate) const OPTIONAL: &[(&str, &str)] = &[
    ("justext", "justext"),
    ("justext-chatnoir", "justext"),
    ("justext-no-stop-words", "justext"),
    ("readability", "readability"),
    ("unfluff", "unfluff"),
];

/// The classifiers of this crate that take a trained model.
const WITH_MODELS: &[TrainedEntry] = &[
    (subsequence::KIND, TrainedWords::from_model),
    ("web2text", |model| Ok(Box::new(Web2Text::from_model(model)?))),
    ("victor", |model| Ok(Box::new(Victor::from_model(model)?))),
];

/// The classifiers of this crate.
const ORIGINALS: &[ClassifierEntry] = &[
    ClassifierEntry {
        name: "boilerpipe-default",
        paper: "boilerpipe 1.2.0 (de.l3s.boilerpipe), DefaultExtractor",
        describe: "Algorithm 1, after fusing neighbours of equal text density",
        argument: Argument::None,
        build: |_| Ok(Box::new(Chain::default_extractor())),
    },
    ClassifierEntry {
        name: "boilerpipe-article",
        paper: "boilerpipe 1.2.0 (de.l3s.boilerpipe), ArticleExtractor",
        describe: "Algorithm 2 up to the comments; then the largest fused block, and the text \
                   between the title and it",
        argument: Argument::None,
        build: |_| Ok(Box::new(Chain::article())),
    },
    ClassifierEntry {
        name: "boilerpipe-article-2.0",
        paper: "boilerpipe 2.0-SNAPSHOT (com.kohlschutter.boilerpipe), ArticleExtractor",
        describe: "boilerpipe-article, but fuses within one tag level, adds long blocks and a list \
                   that follows at that level, drops trailing headings",
        argument: Argument::None,
        build: |_| Ok(Box::new(Chain::article_2())),
    },
    ClassifierEntry {
        name: "boilerpipe-article-sentences",
        paper: "boilerpipe 1.2.0 (de.l3s.boilerpipe), ArticleSentencesExtractor",
        describe: "the blocks of boilerpipe-article that have a clause of at least 5 words",
        argument: Argument::None,
        build: |_| Ok(Box::new(Chain::article_sentences())),
    },
    ClassifierEntry {
        name: "boilerpipe-article-sentences-2.0",
        paper: "boilerpipe 2.0-SNAPSHOT (com.kohlschutter.boilerpipe), ArticleSentencesExtractor",
        describe: "the blocks of boilerpipe-article-2.0 that have a clause of at least 5 words",
        argument: Argument::None,
        build: |_| Ok(Box::new(Chain::article_sentences_2())),
    },
    ClassifierEntry {
        name: "boilerpipe-largest-content",
        paper: "boilerpipe 1.2.0 (de.l3s.boilerpipe), LargestContentExtractor",
        describe: "Algorithm 2, then the largest fused block",
        argument: Argument::None,
        build: |_| Ok(Box::new(Chain::largest_content())),
    },
    ClassifierEntry {
        name: "boilerpipe-canola",
        paper: "boilerpipe 1.2.0 (de.l3s.boilerpipe), CanolaExtractor",
        describe: "decision tree over number of words and link density of the block and its \
                   neighbours",
        argument: Argument::None,
        build: |_| Ok(Box::new(Chain::canola())),
    },
    ClassifierEntry {
        name: "boilerpipe-keep-everything",
        paper: "boilerpipe 1.2.0 (de.l3s.boilerpipe), KeepEverythingExtractor",
        describe: "every block",
        argument: Argument::None,
        build: |_| Ok(Box::new(Chain::keep_everything())),
    },
    ClassifierEntry {
        name: "boilerpipe-keep-min-words",
        paper: "boilerpipe 1.2.0 (de.l3s.boilerpipe), KeepEverythingWithMinKWordsExtractor",
        describe: "blocks of at least K words, after fusing neighbours of equal text density",
        argument: Argument::Required("K"),
        build: |argument| Ok(Box::new(Chain::keep_min_words(argument)?)),
    },
    ClassifierEntry {
        name: "boilerpipe-num-words",
        paper: "boilerpipe 1.2.0 (de.l3s.boilerpipe), NumWordsRulesExtractor",
        describe: "Algorithm 2",
        argument: Argument::None,
        build: |_| Ok(Box::new(Chain::num_words())),
    },
    ClassifierEntry {
        name: "density-tree-largest",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.2, Algorithm 1 and Largest \
                Content Filter",
        describe: "the largest run of density-tree content",
        argument: Argument::None,
        build: |_| Ok(Box::new(Chain::largest(boilerpipe::DENSITY))),
    },
    ClassifierEntry {
        name: "words-tree-largest",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.2, Algorithm 2 and Largest \
                Content Filter",
        describe: "the largest run of words-tree content",
        argument: Argument::None,
        build: |_| Ok(Box::new(Chain::largest(boilerpipe::NUM_WORDS))),
    },
    ClassifierEntry {
        name: "density-tree-main",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.2, Algorithm 1 and Main \
                Content Filter",
        describe: "the largest run of density-tree content, from the title on, without the \
                   comments",
        argument: Argument::None,
        build: |_| Ok(Box::new(Chain::main(boilerpipe::DENSITY))),
    },
    ClassifierEntry {
        name: "words-tree-main",
        paper: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.2, Algorithm 2 and Main \
                Content Filter",
        describe: "the largest run of words-tree content, from the title on, without the comments",
        argument: Argument::None,
        build: |_| Ok(Box::new(Chain::main(boilerpipe::NUM_WORDS))),
    },
    ClassifierEntry {
        name: "tree-filter",
        paper: "Viveros-Jiménez et al., Computación y Sistemas 22(2), 2018",
        describe: "the largest group of the texts that CLASSIFIER keeps, grouped by their Nth \
                   ancestor; default A2:boilerpipe-article",
        argument: Argument::Optional("(A|B)N[:CLASSIFIER]"),
        build: |argument| {
            Ok(Box::new(TreeFilter::new(argument, |name| CLASSIFIERS.by_name(name))?))
        },
    },
    ClassifierEntry {
        name: "bte",
        paper: "Finn, Kushmerick, Smyth, DELOS 2001 (as in Pomikálek's bte.py)",
        describe: "blocks with most of their words in the stretch of the page that has the most \
                   words minus tags",
        argument: Argument::None,
        build: |_| Ok(Box::new(Bte)),
    },
    ClassifierEntry {
        name: "cetr",
        paper: "Weninger, Hsu, Han, WWW 2010 (CETR)",
        describe: "lines of the source by k-means on smoothed text-to-tag ratio and its \
                   derivative; K clusters, default 3",
        argument: Argument::Optional("K"),
        build: |k| Ok(Box::new(Cetr::plane(k)?)),
    },
    ClassifierEntry {
        name: "cetr-km",
        paper: "Weninger, Hsu, Han, WWW 2010 (CETR-KM)",
        describe: "lines of the source by k-means on the smoothed text-to-tag ratio; K clusters, \
                   default 3",
        argument: Argument::Optional("K"),
        build: |k| Ok(Box::new(Cetr::line(k)?)),
    },
    ClassifierEntry {
        name: "cetr-tm",
        paper: "Weninger, Hsu, Han, WWW 2010 (CETR-TM)",
        describe: "lines of the source whose smoothed text-to-tag ratio is above TAU standard \
                   deviations, default 0.5",
        argument: Argument::Optional("TAU"),
        build: |tau| Ok(Box::new(Cetr::threshold(tau)?)),
    },
    ClassifierEntry {
        name: "cetr-java",
        paper: "Weninger, TTRExtractor.java (in a commit of Apache Tika)",
        describe: "as the original of CETR: Weka's k-means on averaged ratio and derivative; K \
                   clusters, default 3",
        argument: Argument::Optional("K"),
        build: |k| Ok(Box::new(Cetr::java(k)?)),
    },
    ClassifierEntry {
        name: "cetr-java-threshold",
        paper: "Weninger, TTRExtractorThresh.java (University of Illinois)",
        describe: "as the original of CETR-TM: averaged ratio above TAU standard deviations, \
                   default 1",
        argument: Argument::Optional("TAU"),
        build: |tau| Ok(Box::new(Cetr::java_threshold(tau)?)),
    },
    ClassifierEntry {
        name: "dsc",
        paper: "Pinto et al., JCDL 2002",
        describe: "sections of the page that have few tags per word (document slope curve)",
        argument: Argument::None,
        build: |_| Ok(Box::new(WordMajority("dsc", Slope::DSC))),
    },
    ClassifierEntry {
        name: "adsc",
        paper: "Pinto et al., JCDL 2002; Gottron, ITA 2007",
        describe: "dsc with smaller windows that overlap",
        argument: Argument::None,
        build: |_| Ok(Box::new(WordMajority("adsc", Slope::ADSC))),
    },
    ClassifierEntry {
        name: "ccb",
        paper: "Gottron, DEXA 2008",
        describe: "regions that stay mostly text when text and tags are blurred (content code \
                   blurring)",
        argument: Argument::None,
        build: |_| Ok(Box::new(WordMajority("ccb", Blur { without_anchors: false }))),
    },
    ClassifierEntry {
        name: "ccb-no-anchors",
        paper: "Gottron, DEXA 2008 (adapted content code blurring)",
        describe: "ccb, in which the tags of anchors do not count",
        argument: Argument::None,
        build: |_| Ok(Box::new(WordMajority("ccb-no-anchors", Blur { without_anchors: true }))),
    },
    ClassifierEntry {
        name: "lqf",
        paper: "Mantratzis, Orgun, Cassidy, Hypertext 2005; Gottron, ITA 2007",
        describe: "all but the elements that have more than 75 % of their text in links (link \
                   quota filter)",
        argument: Argument::Optional("PERCENT"),
        build: |argument| Ok(Box::new(LinkQuota::new(argument)?)),
    },
    ClassifierEntry {
        name: "fe",
        paper: "Debnath, Mitra, Pal, Giles, TKDE 17(9), 2005 (FeatureExtractor)",
        describe: "the part of the page with the largest share of text among its features",
        argument: Argument::None,
        build: |_| Ok(Box::new(FeatureExtractor::Best)),
    },
    ClassifierEntry {
        name: "kfe",
        paper: "Debnath, Mitra, Pal, Giles, TKDE 17(9), 2005 (K-FeatureExtractor)",
        describe: "the cluster of parts with the largest share of text among their features",
        argument: Argument::None,
        build: |_| Ok(Box::new(FeatureExtractor::Cluster)),
    },
    ClassifierEntry {
        name: "lp",
        paper: "Bar-Yossef, Rajagopalan, WWW 2002; Gottron, ITA 2007",
        describe: "the largest pagelet: an element none of whose children has K links; default 3",
        argument: Argument::Optional("K"),
        build: |argument| Ok(Box::new(LargestPagelet::new(argument)?)),
    },
    ClassifierEntry {
        name: "mss",
        paper: "Pasternack, Roth, WWW 2009 (without training)",
        describe: "the run of words and tags with the greatest score: a word 1, a tag -3.25 \
                   (maximum subsequence)",
        argument: Argument::None,
        build: |_| Ok(Box::new(WordMajority("mss", Subsequence))),
    },
    ClassifierEntry {
        name: "mss-trained",
        paper: "Pasternack, Roth, WWW 2009 (supervised; trained by us on L3S-GN1 and Zyte's \
                benchmark)",
        describe: "the run of words and tags that are most probably content, by their trigrams and \
                   open tags",
        argument: Argument::Optional("PATH"),
        build: TrainedWords::build,
    },
    ClassifierEntry {
        name: "web2text",
        paper: "Vogels, Ganea, Eickhoff, ECIR 2018",
        describe: "blocks with most of their words in text nodes that two convolutional networks \
                   label content",
        argument: Argument::Optional("PATH[:lambda=NUMBER], a model or the released weights"),
        build: |argument| Ok(Box::new(Web2Text::new(argument)?)),
    },
    #[cfg(feature = "justext")]
    ClassifierEntry {
        name: "justext",
        paper: "Pomikálek, PhD thesis, Masaryk University 2011, chapter 3 (jusText 3.0.2)",
        describe: "paragraphs by length, links and stop words, then by their neighbours; stop \
                   words in the page's language",
        argument: Argument::Optional("a language, code or name (justext:de)"),
        build: |language| Ok(Box::new(JusText::new(language)?)),
    },
    #[cfg(feature = "justext")]
    ClassifierEntry {
        name: "justext-chatnoir",
        paper: "Bevendorff, Gupta, Kiesel, Stein, SIGIR 2023 (jusText as in their benchmark)",
        describe: "jusText with looser thresholds and no special case for headings; English stop \
                   words",
        argument: Argument::Optional("a language, code or name"),
        build: |language| Ok(Box::new(JusText::chatnoir(language)?)),
    },
    #[cfg(feature = "justext")]
    ClassifierEntry {
        name: "justext-no-stop-words",
        paper: "Pomikálek, PhD thesis, Masaryk University 2011, chapter 3 (jusText 3.0.2, language \
                independent)",
        describe: "jusText by length and links only",
        argument: Argument::None,
        build: |_| Ok(Box::new(JusText::without_stop_words())),
    },
    #[cfg(feature = "readability")]
    ClassifierEntry {
        name: "readability",
        paper: "Mozilla, Readability.js 0.6 (Firefox's reader view)",
        describe: "the element whose paragraphs have the most text and commas and the fewest \
                   links, and similar siblings",
        argument: Argument::None,
        build: |_| Ok(Box::new(Readability)),
    },
    #[cfg(feature = "unfluff")]
    ClassifierEntry {
        name: "unfluff",
        paper: "Geitgey, unfluff 3.2.0 (npm), after Gravity Labs' goose",
        describe: "the element whose paragraphs have the most stop words, cleaned; stop words in \
                   the page's language",
        argument: Argument::None,
        build: |_| Ok(Box::new(Unfluff)),
    },
    ClassifierEntry {
        name: "victor",
        paper: "Marek, Pecina, Spousta, WAC3/CLEANEVAL 2007 (Victor; trained by us on CleanEval)",
        describe: "runs of text that a conditional random field labels as heading, paragraph, list \
                   or continuation",
        argument: Argument::Optional("PATH, a model or the released text model of CRF++"),
        build: |path| {
            Ok(Box::new(path.map_or_else(Victor::new, |path| Victor::read(path.as_ref()))?))
        },
    },
];
