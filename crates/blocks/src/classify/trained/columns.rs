//! The features that a model reads, by their names in [`crate::feature`].

use crate::classify::classifier::Subject;
use crate::classify::rules::neighbours::{self, RuleCounts};
use crate::feature::{self, ALL, LOCAL};

/// Features of a block and its neighbours, as numbers of [`feature::all`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeatureColumns(Vec<usize>);

/// The features of a page, computed once for all models that need more than counts.
struct BlockFeatures(Vec<[f64; ALL]>);

impl FeatureColumns {
    /// The features of these names, as [`feature::name`] has them; none if one is unknown.
    pub fn new<S: AsRef<str>>(names: &[S]) -> Option<Self> {
        let mut columns = Vec::with_capacity(names.len());
        for name in names {
            columns.push((0..ALL).find(|&known| feature::name(known) == name.as_ref())?);
        }
        Some(Self(columns))
    }

    /// Calls `answer` with the values of these features of each block, in page order, and returns
    /// the results.
    pub fn map<T>(&self, subject: &Subject, mut answer: impl FnMut(&[f64]) -> T) -> Vec<T> {
        let mut values = vec![0.0; self.0.len()];
        if let Some(counts) = self.counts() {
            return neighbours::map(subject.blocks, |around| {
                let blocks = [&around.current, &around.previous, &around.next];
                for (value, (block, count)) in values.iter_mut().zip(&counts) {
                    *value = count.value(blocks[*block]);
                }
                answer(&values)
            });
        }
        let features = subject.shared(|| BlockFeatures(feature::all(subject.page, subject.blocks)));
        let mut answers = Vec::with_capacity(features.0.len());
        for row in &features.0 {
            for (value, feature) in values.iter_mut().zip(&self.0) {
                *value = row[*feature];
            }
            answers.push(answer(&values));
        }
        answers
    }

    /// The block and the count of each feature, if counts are enough for all of them.
    fn counts(&self) -> Option<Vec<(usize, CountFeature)>> {
        self.0.iter().map(|&feature| CountFeature::from_feature(feature)).collect()
    }

    /// Names a feature as the published trees do: `words (P)` is `previous words`.
    pub(super) fn published_name(name: &str) -> String {
        let (feature, block) = name.split_once(" (").unwrap_or((name, ""));
        let position = match block {
            "P)" => "previous ",
            "N)" => "next ",
            _ => "",
        };
        format!("{position}{}", feature.replace('_', " "))
    }
}

/// A feature that follows from a block's counts alone, so that its text need not be read.
#[derive(Debug, Clone, Copy, PartialEq)]
enum CountFeature {
    Words,
    LinkDensity,
    TextDensity,
}

impl CountFeature {
    /// Returns the block (current, previous, next) and the count of a feature.
    fn from_feature(feature: usize) -> Option<(usize, Self)> {
        let block = Some(feature / LOCAL).filter(|block| *block < 3)?;
        let count = match feature::NAMES[feature % LOCAL] {
            "words" => Self::Words,
            "link_density" => Self::LinkDensity,
            "text_density" => Self::TextDensity,
            _ => return None,
        };
        Some((block, count))
    }

    fn value(self, block: &RuleCounts) -> f64 {
        match self {
            Self::Words => block.words.into(),
            Self::LinkDensity => block.link_density,
            Self::TextDensity => block.text_density,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Cut;

    #[test]
    fn counts_are_the_features_of_the_same_names() {
        let html = "<p>one two <a href=x>three</a><p>four<img><p>five six seven eight".repeat(3);
        let page = crate::html::parse_str(&html);
        let blocks = crate::block::cut(&page, Cut::Atomic);
        let subject = Subject::new(&page, &blocks);
        let names: Vec<String> = (0..ALL)
            .filter(|&i| CountFeature::from_feature(i).is_some())
            .map(feature::name)
            .collect();
        assert_eq!(names.len(), 9);
        let counts = FeatureColumns::new(&names).unwrap();
        // A feature of the text makes the same features come from the page.
        let mut with_text = FeatureColumns::new(&names).unwrap();
        with_text.0.push(0);
        assert_eq!(
            counts.map(&subject, <[f64]>::to_vec),
            with_text.map(&subject, |row| row[..9].to_vec())
        );
        assert_eq!(FeatureColumns::new(&["words (C)", "colour (C)"]), None);
    }

    #[test]
    fn features_are_named_as_in_the_published_trees() {
        let names = ["words (C)", "link_density (P)", "in_h1 (N)", "words_quotient (C/P)"]
            .map(FeatureColumns::published_name);
        assert_eq!(names, ["words", "previous link density", "next in h1", "words quotient"]);
    }
}
