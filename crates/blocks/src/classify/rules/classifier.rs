//! Rules over a block and its neighbours as classifiers.

use super::neighbours;
use super::rule::{Rule, explain, is_content};
use crate::classify::classifier::{Classifier, Subject};
use crate::page::Label;

/// The classifier of a rule.
pub(in crate::classify) struct RuleClassifier(pub Rule);

impl Classifier for RuleClassifier {
    fn classify(&self, subject: &Subject) -> Vec<Label> {
        neighbours::map(subject.blocks, |around| {
            if is_content(self.0, around) { Label::Content } else { Label::Boilerplate }
        })
    }

    fn explain(&self, subject: &Subject) -> Vec<String> {
        neighbours::map(subject.blocks, |around| {
            let verdict = if is_content(self.0, around) { "content" } else { "boilerplate" };
            format!("{verdict} ({})", explain(self.0, around))
        })
    }

    fn rule(&self) -> Option<Rule> {
        Some(self.0)
    }
}
