//! The learners of Table 2 and the features that each may use.

use super::c45::{C45Settings, Pruning};
use tamis_blocks::feature;

/// How a model is learned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Learner {
    /// The class of the most words, always.
    ZeroR,
    /// A rule of one feature.
    OneRule,
    /// A decision tree, pruned by confidence or by errors.
    C45(Pruning),
    /// A linear support vector machine.
    Svm,
}

/// Minimum weight, in words, of a leaf or of the most frequent class of an interval: "the algorithm
/// has been configured to only consider leaves matching at least 1000 instances" (section 4.3.1).
/// That words are meant, and not blocks, follows from Table 2: its largest tree has 109 leaves, and
/// L3S-GN1 has only 73,000 to 79,000 blocks.
pub const LEAST: f64 = 1000.0;

pub fn tree_settings(pruning: Pruning) -> C45Settings {
    C45Settings { least: LEAST, as_weka: true, pruning }
}

/// A learner and its features.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LearnerRecipe {
    /// The name of its classifier.
    pub name: &'static str,
    /// The features: one of a block (`words (C)`), or those of the block and its neighbours
    /// (`words`). `local` are all of a block, `quotients` those of words and of text density.
    pub features: &'static [&'static str],
    pub learner: Learner,
}

const fn recipe(
    name: &'static str,
    features: &'static [&'static str],
    learner: Learner,
) -> LearnerRecipe {
    LearnerRecipe { name, features, learner }
}

/// A tree pruned by confidence.
const TREE: Learner = Learner::C45(Pruning::Confidence);
/// A tree pruned by errors.
const SIMPLIFIED: Learner = Learner::C45(Pruning::ReducedError);

/// Number of rows of Table 2.
pub const TABLE_2: usize = 17;

/// All of them: the rows of Table 2, then what it lacks.
pub const RECIPES: [LearnerRecipe; 18] = [
    recipe("zero-r", &[], Learner::ZeroR),
    recipe("1r-sentence-length", &["average_sentence_length (C)"], Learner::OneRule),
    recipe("c45-element-frequency", &["element_frequency"], TREE),
    recipe("1r-word-length", &["average_word_length (C)"], Learner::OneRule),
    recipe("1r-words", &["words (C)"], Learner::OneRule),
    recipe("1r-link-density", &["link_density (C)"], Learner::OneRule),
    recipe("1r-text-density", &["text_density (C)"], Learner::OneRule),
    recipe("c45-link-density", &["link_density"], TREE),
    recipe("c45-words", &["words"], TREE),
    recipe("c45-local", &["local (C)"], TREE),
    recipe("c45-words-simplified", &["words", "link_density"], SIMPLIFIED),
    recipe("c45-densities-simplified", &["text_density", "link_density"], SIMPLIFIED),
    recipe("c45-local-quotients", &["local (C)", "quotients"], TREE),
    recipe("c45-text-and-link-density", &["text_density", "link_density"], TREE),
    recipe("c45-local-neighbours", &["local"], TREE),
    recipe("c45-local-frequency", &["local", "element_frequency"], TREE),
    recipe("svm-local-frequency", &["local", "element_frequency"], Learner::Svm),
    recipe("svm-local", &["local"], Learner::Svm),
];

impl LearnerRecipe {
    /// Returns the recipe of a classifier.
    pub fn for_classifier(name: &str) -> Option<&'static Self> {
        RECIPES.iter().find(|recipe| recipe.name == name)
    }

    /// Returns the names of its features.
    pub fn columns(&self) -> Vec<String> {
        self.features.iter().flat_map(|name| expand(name)).collect()
    }

    /// Whether it counts texts in a collection, so that no page alone has its features.
    pub fn needs_collection(&self) -> bool {
        self.features.contains(&"element_frequency")
    }
}

/// Returns the features that a recipe means by a name.
fn expand(name: &str) -> Vec<String> {
    match name {
        "local" => (0..3 * feature::LOCAL).map(feature::name).collect(),
        "local (C)" => (0..feature::LOCAL).map(feature::name).collect(),
        "quotients" => (3 * feature::LOCAL..feature::ALL).map(feature::name).collect(),
        name if name.ends_with(')') => vec![name.to_owned()],
        name => ["C", "P", "N"].map(|of| format!("{name} ({of})")).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_as_many_as_table_2_has_dimensions() {
        let dimensions: Vec<usize> = RECIPES.iter().map(|recipe| recipe.columns().len()).collect();
        // The paper has 64 and 67 where 69 and 72 are here.
        assert_eq!(dimensions, [0, 1, 3, 1, 1, 1, 1, 3, 3, 23, 6, 6, 25, 6, 69, 72, 72, 69]);
        for recipe in RECIPES.iter().filter(|recipe| !recipe.needs_collection()) {
            let known: Vec<String> = (0..feature::ALL).map(feature::name).collect();
            assert!(
                recipe.columns().iter().all(|column| known.contains(column)),
                "{}",
                recipe.name
            );
        }
    }
}
