//! Several classifiers at once: their probabilities as hundredths, which is what an index keeps of
//! them.
//!
//! A probability p becomes ⌊100 p + 1/2⌋: people write thresholds in hundredths, and a number that
//! is kept in hundredths meets `0.3` exactly or not at all. The product and the sum are exact in an
//! `f64`, so every machine rounds alike.

use super::classifier::{Classifier, Subject};
use super::list::Classifiers;
use super::set::{check_names, models};
use crate::block;
use crate::error::{Error, Result};
use crate::html;
use crate::page::Cut;
use std::collections::BTreeMap;

/// Classifiers that give the probability that a block is content.
#[derive(Default)]
pub struct Scorers {
    names: Vec<String>,
    classifiers: Vec<Box<dyn Classifier>>,
}

impl Scorers {
    /// Maximum number of classifiers.
    pub const MAX: usize = 8;

    /// Returns the number of classifiers.
    pub fn len(&self) -> usize {
        self.classifiers.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.classifiers.is_empty()
    }

    /// Returns the checksums of the models, as [`Set::models`](super::Set::models) does.
    pub fn models(&self) -> BTreeMap<String, String> {
        models(&self.names, &self.classifiers)
    }

    /// Whether one of them reads [`Subject::markup`].
    pub fn needs_markup(&self) -> bool {
        self.classifiers.iter().any(|one| one.needs_markup())
    }

    /// Returns, for each classifier, the probability in hundredths that each block of
    /// `blocks.blocks` is content: 0 to 100; `None` where it gives none.
    pub fn hundredths(&self, subject: &Subject) -> Vec<Vec<Option<u8>>> {
        let mut of_classifiers = Vec::with_capacity(self.classifiers.len());
        for classifier in &self.classifiers {
            let scores = classifier.scores(subject).unwrap_or_default();
            let mut of_blocks: Vec<Option<u8>> = scores.into_iter().map(hundredths).collect();
            of_blocks.resize(subject.blocks.blocks.len(), None);
            of_classifiers.push(of_blocks);
        }
        of_classifiers
    }
}

impl Classifiers {
    /// Builds the classifiers of these names, which give probabilities.
    ///
    /// # Errors
    /// A name is unknown, repeated or has an invalid argument, its classifier gives no
    /// probabilities (the message lists those that do), or there are more than [`Scorers::MAX`].
    pub fn scorers<S: AsRef<str>>(&self, names: &[S]) -> Result<Scorers> {
        let found = names.len();
        if found > Scorers::MAX {
            let most = Scorers::MAX;
            let problem = format!(
                "found {found} classifiers, expected at most {most}; build another index for the \
                 others"
            );
            return Err(Error::setting(problem));
        }
        check_names(names)?;
        let mut classifiers = Vec::with_capacity(names.len());
        for name in names {
            let classifier = self.by_name(name.as_ref())?;
            if !scores(&*classifier) {
                return Err(self.without_scores(name.as_ref()));
            }
            classifiers.push(classifier);
        }
        let names = names.iter().map(|name| name.as_ref().to_owned()).collect();
        Ok(Scorers { names, classifiers })
    }

    /// Returns the names of the classifiers that give probabilities and work without an argument.
    pub fn with_scores(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.iter()
            .filter(|entry| (entry.build)(None).is_ok_and(|one| scores(&*one)))
            .map(|entry| entry.name)
    }

    /// Returns names, in any case, of classifiers that give probabilities as they are in this list.
    ///
    /// # Errors
    /// Like [`Classifiers::scorers`].
    pub fn expand_scores<S: AsRef<str>>(&self, names: &[S]) -> Result<Vec<String>> {
        let named = names.iter().map(|name| self.name_of(name.as_ref()));
        let expanded = named.collect::<Result<Vec<_>>>()?;
        self.scorers(&expanded).map(|_| expanded)
    }

    fn without_scores(&self, name: &str) -> Error {
        let those = self.with_scores().collect::<Vec<_>>().join(", ");
        Error::setting(format!("classifier {name} gives no probabilities, expected one of {those}"))
    }
}

/// Returns a probability in hundredths, halves rounded up; `None` for NaN.
fn hundredths(score: f32) -> Option<u8> {
    (!score.is_nan()).then(|| (f64::from(score) * 100.0 + 0.5).floor().clamp(0.0, 100.0) as u8)
}

/// Whether a classifier gives probabilities: it does for one page if it does for any.
fn scores(classifier: &dyn Classifier) -> bool {
    const PAGE: &str = "<p>A page with one paragraph.</p>";
    let page = html::parse_str(PAGE);
    let blocks = block::cut(&page, Cut::default());
    classifier.scores(&Subject::new(&page, &blocks).with_markup(PAGE)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classify::CLASSIFIERS;
    use proptest::prelude::*;

    #[test]
    fn hundredths_are_rounded_with_halves_up() {
        let rounded = [
            (0.0, 0),
            (0.004, 0),
            (0.0051, 1),
            (0.3, 30),
            (0.125, 13),
            (0.994, 99),
            (0.995, 100),
            (1.0, 100),
        ];
        for (score, expected) in rounded {
            assert_eq!(hundredths(score), Some(expected), "{score}");
        }
        assert_eq!([-0.1, 7.0, f32::INFINITY].map(hundredths), [Some(0), Some(100), Some(100)]);
        assert_eq!(hundredths(f32::NAN), None);
        // The f32 next to a half, on either side: 0.125 is 12.5 hundredths, exactly.
        assert_eq!(
            [0.125f32.next_down(), 0.125f32.next_up()].map(hundredths),
            [Some(12), Some(13)]
        );
    }

    #[test]
    fn a_classifier_without_probabilities_is_refused_with_those_that_have_them() {
        let error = CLASSIFIERS
            .scorers(&["words-tree"])
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default();
        assert!(
            error.contains("words-tree gives no probabilities, expected one of")
                && error.contains("tamis"),
            "{error}"
        );
        for names in [&["c45-words", "c45-words"][..], &["none"], &["c45-words"; 9]] {
            assert!(CLASSIFIERS.scorers(names).is_err(), "{names:?}");
        }
        assert!(CLASSIFIERS.scorers(&["c45-words", "tamis"]).is_ok_and(|two| two.len() == 2));
    }

    #[test]
    fn every_block_has_the_scores_of_its_classifiers() {
        let html = "<title>t</title><p>one two three four five six seven eight nine ten eleven \
                    twelve <li><a>home</a>";
        let page = html::parse_str(html);
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let subject = Subject::new(&page, &blocks).with_markup(html);
        let found = CLASSIFIERS
            .scorers(&["tamis", "c45-words"])
            .map(|two| two.hundredths(&subject))
            .unwrap_or_default();
        for (name, found) in ["tamis", "c45-words"].into_iter().zip(found) {
            let scores = CLASSIFIERS
                .by_name(name)
                .ok()
                .and_then(|one| one.scores(&subject))
                .unwrap_or_default();
            assert_eq!(found, scores.into_iter().map(hundredths).collect::<Vec<_>>(), "{name}");
            assert_eq!(found.len(), blocks.blocks.len());
        }
    }

    proptest! {
        #[test]
        fn a_score_is_within_half_a_hundredth(score in 0f32..=1.0) {
            let found = hundredths(score).unwrap_or_default();
            prop_assert!((f64::from(score) - f64::from(found) / 100.0).abs() <= 0.005);
        }
    }
}
