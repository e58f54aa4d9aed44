//! jusText: classifies paragraphs by length, links and stop words, then by their neighbours.
//!
//! Pomikálek, "Removing Boilerplate and Duplicate Content from Web Corpora", PhD thesis, Masaryk
//! University 2011, chapter 3, as implemented by the package jusText 3.0.2 and its HTML parser. The
//! labels of its paragraphs are carried to the page's blocks.

mod classes;
mod libxml;
mod paragraph;
mod space;
mod stop_words;
mod tags;

pub use classes::{Class, ContextFree, Thresholds, classify_alone, revise};
pub use paragraph::{Paragraph, paragraphs};
use std::sync::Arc;
pub use stop_words::StopWords;
use tamis_blocks::Result;
use tamis_blocks::block::carry::Alignment;
use tamis_blocks::classify::{Classifier, Subject};
use tamis_blocks::html;
use tamis_blocks::page::Label;
use tamis_place::SettingError;

/// How much text is used to detect the language, in bytes.
const SAMPLE: usize = 2 << 10;

/// The classifier.
pub struct JusText {
    thresholds: Thresholds,
    list: StopWordChoice,
}

/// Which stop words to use.
enum StopWordChoice {
    Of(&'static StopWords),
    /// Those of the page's language.
    OfPage,
}

/// A page's paragraphs, aligned with its blocks.
struct AlignedParagraphs {
    paragraphs: Vec<Paragraph>,
    blocks: Alignment,
}

impl AlignedParagraphs {
    /// All presets share the paragraphs of a page.
    fn shared(subject: &Subject) -> Arc<Self> {
        subject.shared(|| {
            let paragraphs = paragraphs(subject.markup);
            let blocks =
                Alignment::new(&subject.words(), paragraphs.iter().map(|one| one.text.as_str()));
            Self { paragraphs, blocks }
        })
    }
}

/// A classified page: each paragraph with its context-free and its final class.
struct ClassifiedParagraphs {
    aligned: Arc<AlignedParagraphs>,
    list: &'static StopWords,
    context_free: Vec<ContextFree>,
    classes: Vec<Class>,
}

impl JusText {
    /// Builds jusText 3.0.2 with its default settings and the stop words of `language`, or else of
    /// the page's language.
    ///
    /// # Errors
    /// There is no stop list for `language`.
    pub fn new(language: Option<&str>) -> Result<Self> {
        let list = language
            .map_or(Ok(StopWordChoice::OfPage), |name| list_of(name).map(StopWordChoice::Of))?;
        Ok(Self { thresholds: Thresholds::DEFAULT, list })
    }

    /// Builds jusText with the settings of the ChatNoir benchmark and the stop words of `language`,
    /// or else English ones.
    ///
    /// # Errors
    /// Like [`JusText::new`].
    pub fn chatnoir(language: Option<&str>) -> Result<Self> {
        list_of(language.unwrap_or("en"))
            .map(|list| Self { thresholds: Thresholds::CHATNOIR, list: StopWordChoice::Of(list) })
    }

    /// Builds jusText without stop words, for languages without a list.
    pub fn without_stop_words() -> Self {
        Self { thresholds: Thresholds::NO_STOP_WORDS, list: StopWordChoice::Of(StopWords::none()) }
    }

    fn judge(&self, subject: &Subject) -> ClassifiedParagraphs {
        let aligned = AlignedParagraphs::shared(subject);
        let paragraphs = &aligned.paragraphs;
        let list = match self.list {
            StopWordChoice::Of(list) => list,
            StopWordChoice::OfPage => list_of_page(subject, paragraphs),
        };
        let context_free: Vec<ContextFree> =
            paragraphs.iter().map(|one| classify_alone(one, list, &self.thresholds)).collect();
        let classes = revise(paragraphs, &context_free, &self.thresholds);
        ClassifiedParagraphs { aligned, list, context_free, classes }
    }
}

impl ClassifiedParagraphs {
    fn is_good(&self, paragraph: usize) -> bool {
        self.classes[paragraph] == Class::Good
    }

    fn explain(&self, paragraph: usize) -> String {
        let Paragraph { length, text, .. } = &self.aligned.paragraphs[paragraph];
        let context_free = &self.context_free[paragraph];
        format!(
            "paragraph {paragraph}: {} ({}: {length} characters, {:.2} of them in links, {:.2} of \
             the words stop words), {} among its neighbours",
            context_free.class.name(),
            context_free.reason,
            context_free.link_density,
            self.list.density(space::words(text)),
            self.classes[paragraph].name(),
        )
    }
}

impl Classifier for JusText {
    fn classify(&self, subject: &Subject) -> Vec<Label> {
        let judged = self.judge(subject);
        judged.aligned.blocks.labels(|paragraph| judged.is_good(paragraph))
    }

    fn text(&self, subject: &Subject) -> String {
        let judged = self.judge(subject);
        let numbered = judged.aligned.paragraphs.iter().enumerate();
        let good = numbered.filter(|(paragraph, _)| judged.is_good(*paragraph));
        good.flat_map(|(_, paragraph)| [&paragraph.text, "\n"]).collect()
    }

    fn explain(&self, subject: &Subject) -> Vec<String> {
        let judged = self.judge(subject);
        let origins = judged.aligned.blocks.origins();
        // A paragraph may have all blocks of a page: they follow each other.
        let explained = origins.chunk_by(|one, other| one == other).map(|blocks| {
            let explanation = match blocks[0] {
                Some(paragraph) => format!("justext: {}", judged.explain(paragraph)),
                None => "justext: no paragraph has its words".to_owned(),
            };
            vec![explanation; blocks.len()]
        });
        explained.flatten().collect()
    }

    fn needs_markup(&self) -> bool {
        true
    }
}

fn list_of(language: &str) -> Result<&'static StopWords> {
    StopWords::by_name(language).ok_or_else(|| {
        SettingError::unknown_name("stop list", language, StopWords::languages()).into()
    })
}

/// Returns the stop words of a page's language: as set by the caller, declared by the page, or
/// detected from its text. Falls back to English.
fn list_of_page(subject: &Subject, paragraphs: &[Paragraph]) -> &'static StopWords {
    let declared = subject.language.map(str::to_owned).or_else(|| html::language(subject.markup));
    let language = declared.or_else(|| detected(paragraphs));
    let list = language.and_then(|language| StopWords::by_name(&language));
    list.or_else(|| StopWords::by_name("en")).unwrap_or(StopWords::none())
}

/// Detects the language of a page's long paragraphs (ISO 639-3), if possible.
fn detected(paragraphs: &[Paragraph]) -> Option<String> {
    let mut sample = String::new();
    for paragraph in paragraphs {
        if paragraph.length < Thresholds::DEFAULT.length_low {
            continue;
        }
        sample.push_str(&paragraph.text);
        sample.push('\n');
        if sample.len() >= SAMPLE {
            break;
        }
    }
    let found = whatlang::detect(&sample).filter(whatlang::Info::is_reliable)?;
    // whatlang names Persian by its western variety, the lists by the whole language.
    Some(if found.lang() == whatlang::Lang::Pes { "fas" } else { found.lang().code() }.to_owned())
}

#[cfg(test)]
mod tests;
