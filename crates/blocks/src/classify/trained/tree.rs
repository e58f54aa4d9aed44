//! Decision trees with the words of each class in their leaves. A rule of one feature is such a
//! tree, too.

use super::FeatureColumns;
use crate::classify::classifier::{Classifier, Subject};
use crate::classify::rules::rule::number;
use crate::error::Result;
use crate::model::Model;
use crate::page::Label;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fmt;

/// A decision tree over features of a block.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DecisionTree {
    /// The names of the features that it tests.
    pub features: Vec<String>,
    /// The names of its classes. The first is boilerplate, all others are content.
    pub classes: Vec<String>,
    /// Its nodes. The first is the root, and a node is before its children.
    pub nodes: Vec<TreeNode>,
}

/// A node of a tree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum TreeNode {
    /// A test of a feature.
    Split {
        /// Its number in [`DecisionTree::features`].
        feature: usize,
        /// The threshold. A file's decimal number is read as the same f32, but not always as the
        /// same f64, and a value of the training data that is the threshold must stay on its side.
        at_most: f32,
        /// The node for values up to the threshold.
        low: usize,
        /// The node for values above it.
        high: usize,
    },
    /// An answer.
    Leaf {
        /// The words of each class in the training blocks that got here.
        words: Vec<f64>,
    },
}

impl DecisionTree {
    /// Number of leaves.
    pub fn leaves(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node, TreeNode::Leaf { .. })).count()
    }

    /// Returns the words of each class in the leaf of these values, which are those of
    /// [`DecisionTree::features`].
    pub fn leaf(&self, values: &[f64]) -> &[f64] {
        self.walk(values, |_, _| {})
    }

    /// As [`DecisionTree::leaf`]; calls `seen` with the feature and threshold of each test.
    fn walk(&self, values: &[f64], mut seen: impl FnMut(usize, f32)) -> &[f64] {
        let mut at = 0;
        loop {
            match &self.nodes[at] {
                TreeNode::Split { feature, at_most, low, high } => {
                    seen(*feature, *at_most);
                    at = if values[*feature] <= f64::from(*at_most) { *low } else { *high };
                }
                TreeNode::Leaf { words } => return words,
            }
        }
    }

    /// Returns the model of this tree.
    pub fn to_model(&self, kind: &str) -> Model {
        Model::new(kind, json!(self))
    }

    /// Returns what is wrong with it, if anything: what was found and what was expected.
    fn defect(&self) -> Option<(String, &'static str)> {
        let features = self.features.len();
        let classes = self.classes.len();
        if self.nodes.is_empty() || classes < 2 {
            return Some((
                format!("{} nodes and {classes} classes", self.nodes.len()),
                "a leaf and two classes",
            ));
        }
        let at = (0..self.nodes.len()).find(|at| match &self.nodes[*at] {
            TreeNode::Split { feature, low, high, .. } => {
                let children = at + 1..self.nodes.len();
                *feature >= features || !children.contains(low) || !children.contains(high)
            }
            TreeNode::Leaf { words } => {
                words.len() != classes || words.iter().any(|words| *words < 0.0)
            }
        })?;
        Some((
            format!("node {at} {}", json!(self.nodes[at])),
            "a known feature and later nodes, or words per class",
        ))
    }
}

/// Writes the tests as the paper does, a line for each branch, with the words of each class in a
/// leaf.
impl fmt::Display for DecisionTree {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        // Nodes to write, with their depth and the test before them.
        let mut open = vec![(0, 0, String::new())];
        while let Some((at, depth, test)) = open.pop() {
            let margin = "| ".repeat(depth.max(1) - 1);
            match &self.nodes[at] {
                TreeNode::Split { feature, at_most, low, high } => {
                    if depth > 0 {
                        writeln!(f, "{margin}{test}")?;
                    }
                    let name = FeatureColumns::published_name(&self.features[*feature]);
                    open.push((*high, depth + 1, format!("{name} > {at_most}")));
                    open.push((*low, depth + 1, format!("{name} <= {at_most}")));
                }
                TreeNode::Leaf { words } => {
                    let words_of: Vec<String> = self
                        .classes
                        .iter()
                        .zip(words)
                        .map(|(class, words)| format!("{class} {words}"))
                        .collect();
                    writeln!(
                        f,
                        "{margin}{test}: {} ({})",
                        self.classes[heaviest(words)],
                        words_of.join(", ")
                    )?;
                }
            }
        }
        Ok(())
    }
}

/// Returns the number of the class with the most words, the first of equals.
pub(super) fn heaviest(words: &[f64]) -> usize {
    let mut best = 0;
    for class in 1..words.len() {
        if words[class] > words[best] {
            best = class;
        }
    }
    best
}

/// The share of words that are content; a half if there are none.
fn content(words: &[f64]) -> f64 {
    let all: f64 = words.iter().sum();
    if all > 0.0 { (all - words[0]) / all } else { 0.5 }
}

/// The classifier of a tree.
pub(super) struct TreeClassifier {
    tree: DecisionTree,
    columns: FeatureColumns,
    sum: u64,
}

impl TreeClassifier {
    /// # Errors
    /// [`crate::Error::Format`] if the model has no tree over known features.
    pub(super) fn from_model(model: &Model) -> Result<Self> {
        let tree: DecisionTree = model.settings()?;
        if let Some((found, expected)) = tree.defect() {
            return Err(model.wrong(found, expected));
        }
        let columns = FeatureColumns::new(&tree.features).ok_or_else(|| {
            model.wrong(format!("the features {:?}", tree.features), "features of a single page")
        })?;
        Ok(Self { tree, columns, sum: model.sum() })
    }
}

impl Classifier for TreeClassifier {
    fn classify(&self, subject: &Subject) -> Vec<Label> {
        self.columns.map(subject, |values| match heaviest(self.tree.leaf(values)) {
            0 => Label::Boilerplate,
            _ => Label::Content,
        })
    }

    fn scores(&self, subject: &Subject) -> Option<Vec<f32>> {
        Some(self.columns.map(subject, |values| content(self.tree.leaf(values)) as f32))
    }

    fn model_sum(&self) -> Option<u64> {
        Some(self.sum)
    }

    fn explain(&self, subject: &Subject) -> Vec<String> {
        self.columns.map(subject, |values| explain(&self.tree, values))
    }
}

/// Describes the tests on the way to a leaf, and its words.
fn explain(tree: &DecisionTree, values: &[f64]) -> String {
    let mut tests: Vec<String> = Vec::new();
    let words = tree.walk(values, |feature, at_most| {
        let is = if values[feature] <= f64::from(at_most) { "<=" } else { ">" };
        let name = FeatureColumns::published_name(&tree.features[feature]);
        tests.push(format!("{name} {} {is} {at_most}", number(values[feature])));
    });
    let class = heaviest(words);
    let verdict = match class {
        0 => "boilerplate".to_owned(),
        _ if tree.classes.len() == 2 => "content".to_owned(),
        _ => format!("content, {}", tree.classes[class]),
    };
    let all: f64 = words.iter().sum();
    tests.push(format!("{:.1} % of {all} training words", 100.0 * words[class] / all.max(1.0)));
    format!("{verdict} ({})", tests.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Blocks, Cut, Page};
    use std::path::Path;

    fn split(feature: usize, at_most: f32, low: usize, high: usize) -> TreeNode {
        TreeNode::Split { feature, at_most, low, high }
    }

    /// Short or linked blocks are boilerplate.
    fn tree() -> DecisionTree {
        DecisionTree {
            features: vec!["words (C)".into(), "link_density (P)".into()],
            classes: vec!["boilerplate".into(), "content".into()],
            nodes: vec![
                split(0, 2.0, 1, 2),
                TreeNode::Leaf { words: vec![90.0, 10.0] },
                split(1, 0.333333, 3, 4),
                TreeNode::Leaf { words: vec![1.0, 199.0] },
                TreeNode::Leaf { words: vec![30.0, 10.0] },
            ],
        }
    }

    fn classifier(tree: &DecisionTree) -> Result<TreeClassifier> {
        let bytes = tree.to_model("t").to_bytes();
        TreeClassifier::from_model(&Model::from_bytes(&bytes, Path::new("t.model"), "t")?)
    }

    fn page() -> (Page, Blocks) {
        let page = crate::html::parse_str("<p>one two three<p><a href=x>Home</a><p>four five six");
        let blocks = crate::block::cut(&page, Cut::Boilerpipe);
        (page, blocks)
    }

    #[test]
    fn a_worked_case() {
        let (page, blocks) = page();
        let classifier = classifier(&tree()).unwrap();
        let subject = Subject::new(&page, &blocks);
        assert_eq!(
            classifier.classify(&subject),
            [Label::Content, Label::Boilerplate, Label::Boilerplate]
        );
        assert_eq!(classifier.scores(&subject).unwrap(), [0.995, 0.1, 0.25]);
        assert_eq!(
            classifier.explain(&subject),
            [
                "content (words 3 > 2, previous link density 0 <= 0.333333, 99.5 % of 200 training \
                 words)",
                "boilerplate (words 1 <= 2, 90.0 % of 100 training words)",
                "boilerplate (words 3 > 2, previous link density 1 > 0.333333, 75.0 % of 40 \
                 training words)",
            ]
        );
        assert_eq!((tree().leaves(), classifier.model_sum().is_some()), (3, true));
    }

    #[test]
    fn all_classes_but_the_first_are_content() {
        let mut four = tree();
        four.classes.push("headline".into());
        four.nodes = vec![
            TreeNode::Split { feature: 0, at_most: 2.0, low: 1, high: 2 },
            leaf([1.0, 1.0, 2.0]),
            leaf([0.0; 3]),
        ];
        let (page, blocks) = page();
        let classifier = classifier(&four).unwrap();
        let subject = Subject::new(&page, &blocks);
        assert_eq!(classifier.scores(&subject).unwrap(), [0.5, 0.75, 0.5]);
        assert_eq!(
            classifier.explain(&subject)[1],
            "content, headline (words 1 <= 2, 50.0 % of 4 training words)"
        );
        assert_eq!(classifier.classify(&subject)[0], Label::Boilerplate);
    }

    fn leaf(words: [f64; 3]) -> TreeNode {
        TreeNode::Leaf { words: words.into() }
    }

    /// The error that a changed tree is refused with.
    fn refused(change: impl Fn(&mut DecisionTree)) -> String {
        let mut tree = tree();
        change(&mut tree);
        classifier(&tree).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn trees_that_cannot_be_walked_are_refused() {
        let node = "t.model: found node 2 \
                    {\"at_most\":0.33333298563957214,\"feature\":1,\"high\":4,\"low\":2}, expected \
                    a known feature and later nodes, or words per class";
        assert_eq!(refused(|tree| tree.nodes[2] = split(1, 0.333333, 2, 4)), node);
        assert!(refused(|tree| tree.nodes.clear()).contains("found 0 nodes"));
        assert!(refused(|tree| tree.nodes.truncate(4)).contains("found node 2"));
        assert!(refused(|tree| drop(tree.features.pop())).contains("found node 2"));
        assert!(refused(|tree| tree.nodes[1] = leaf([1.0; 3])).contains("found node 1"));
        assert!(
            refused(|tree| tree.features[0] = "element_frequency (C)".into())
                .contains("features of a single page")
        );
        assert_eq!(refused(|_| {}), "");
    }
}
