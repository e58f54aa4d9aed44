//! Decision trees over the counts of a block and its neighbours. The trees are data, so they give
//! both an answer and the tests that led to it.

use super::neighbours::{Neighbours, RuleCounts};

/// A decision tree as a list of branches. The first branch whose tests all hold decides.
pub type Rule = &'static [Branch];

/// One branch of a tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Branch {
    /// All must hold. Without tests, the branch is always taken.
    pub tests: &'static [RuleTest],
    /// Whether the block is content.
    pub content: bool,
}

/// A count of a block or of a neighbour that a tree may test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quantity {
    position: Position,
    feature: RuleFeature,
}

/// The block whose quantity it is, as seen from the current one.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Position {
    Previous,
    Current,
    Next,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum RuleFeature {
    Words,
    TextDensity,
    LinkDensity,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum RuleComparison {
    Above,
    AtLeast,
    Equal,
    NotEqual,
}

/// A comparison of a quantity with a threshold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RuleTest {
    quantity: Quantity,
    comparison: RuleComparison,
    threshold: f64,
}

macro_rules! quantities {
    ($($name:ident $position:ident $feature:ident $what:literal;)*) => {$(
        #[doc = $what]
        pub const $name: Quantity =
            Quantity { position: Position::$position, feature: RuleFeature::$feature };
    )*};
}

quantities! {
    WORDS                 Current  Words       "Words of the current block.";
    TEXT_DENSITY          Current  TextDensity "Text density of the current block.";
    LINK_DENSITY          Current  LinkDensity "Link density of the current block.";
    PREVIOUS_WORDS        Previous Words       "Words of the previous block.";
    PREVIOUS_TEXT_DENSITY Previous TextDensity "Text density of the previous block.";
    PREVIOUS_LINK_DENSITY Previous LinkDensity "Link density of the previous block.";
    NEXT_WORDS            Next     Words       "Words of the next block.";
    NEXT_TEXT_DENSITY     Next     TextDensity "Text density of the next block.";
    NEXT_LINK_DENSITY     Next     LinkDensity "Link density of the next block.";
}

impl Quantity {
    /// Whether it is above a threshold.
    pub const fn above(self, threshold: f64) -> RuleTest {
        RuleTest { quantity: self, comparison: RuleComparison::Above, threshold }
    }

    /// Whether it is at least a threshold.
    pub const fn at_least(self, threshold: f64) -> RuleTest {
        RuleTest { quantity: self, comparison: RuleComparison::AtLeast, threshold }
    }

    /// Whether it equals a number.
    pub const fn is(self, threshold: f64) -> RuleTest {
        RuleTest { quantity: self, comparison: RuleComparison::Equal, threshold }
    }

    /// Whether it differs from a number.
    pub const fn is_not(self, threshold: f64) -> RuleTest {
        RuleTest { quantity: self, comparison: RuleComparison::NotEqual, threshold }
    }

    fn value(self, around: &Neighbours) -> f64 {
        let block: &RuleCounts = match self.position {
            Position::Previous => &around.previous,
            Position::Current => &around.current,
            Position::Next => &around.next,
        };
        match self.feature {
            RuleFeature::Words => block.words.into(),
            RuleFeature::TextDensity => block.text_density,
            RuleFeature::LinkDensity => block.link_density,
        }
    }

    fn name(self) -> String {
        let position = match self.position {
            Position::Previous => "previous ",
            Position::Current => "",
            Position::Next => "next ",
        };
        let feature = match self.feature {
            RuleFeature::Words => "words",
            RuleFeature::TextDensity => "text density",
            RuleFeature::LinkDensity => "link density",
        };
        format!("{position}{feature}")
    }
}

impl RuleTest {
    fn holds(&self, around: &Neighbours) -> bool {
        let value = self.quantity.value(around);
        match self.comparison {
            RuleComparison::Above => value > self.threshold,
            RuleComparison::AtLeast => value >= self.threshold,
            RuleComparison::Equal => value == self.threshold,
            RuleComparison::NotEqual => value != self.threshold,
        }
    }

    /// Describes the test's outcome: the quantity, its value, and how the value compares with the
    /// threshold.
    fn outcome(&self, around: &Neighbours) -> String {
        let operator = match (self.comparison, self.holds(around)) {
            (RuleComparison::Above, true) => ">",
            (RuleComparison::Above, false) => "<=",
            (RuleComparison::AtLeast, true) => ">=",
            (RuleComparison::AtLeast, false) => "<",
            (RuleComparison::Equal, true) | (RuleComparison::NotEqual, false) => "=",
            (RuleComparison::Equal, false) | (RuleComparison::NotEqual, true) => "is not",
        };
        let value = self.quantity.value(around);
        let value = if self.quantity.feature == RuleFeature::Words {
            value.to_string()
        } else {
            number(value)
        };
        match operator {
            "=" => format!("{} = {value}", self.quantity.name()),
            _ => format!("{} {value} {operator} {}", self.quantity.name(), self.threshold),
        }
    }
}

/// Formats a density with the shortest digits of its f32 value.
pub(in crate::classify) fn number(density: f64) -> String {
    (density as f32).to_string()
}

/// Whether a rule labels the current block content.
#[inline]
pub fn is_content(rule: Rule, around: &Neighbours) -> bool {
    let taken = rule.iter().find(|branch| branch.tests.iter().all(|test| test.holds(around)));
    taken.is_some_and(|branch| branch.content)
}

/// Describes the tests that led to a rule's answer, in tree order: for each branch not taken the
/// tests up to the one that failed, then the tests of the branch taken.
pub fn explain(rule: Rule, around: &Neighbours) -> String {
    let mut outcomes: Vec<String> = Vec::new();
    for branch in rule {
        let failed = branch.tests.iter().position(|test| !test.holds(around));
        let tried = failed.map_or(branch.tests.len(), |at| at + 1);
        for test in &branch.tests[..tried] {
            let outcome = test.outcome(around);
            if !outcomes.contains(&outcome) {
                outcomes.push(outcome);
            }
        }
        if failed.is_none() {
            break;
        }
    }
    if outcomes.is_empty() { "every block".to_owned() } else { outcomes.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: Rule = &[
        Branch { tests: &[LINK_DENSITY.above(0.333333)], content: false },
        Branch { tests: &[NEXT_WORDS.above(6.0), NEXT_LINK_DENSITY.is(0.0)], content: true },
        Branch { tests: &[PREVIOUS_TEXT_DENSITY.is_not(0.0), WORDS.at_least(10.0)], content: true },
        Branch { tests: &[], content: false },
    ];

    fn block(words: u32, link_density: f64) -> RuleCounts {
        RuleCounts { words, link_density, text_density: f64::from(words) }
    }

    fn around(
        words: u32,
        link_density: f64,
        next_words: u32,
        next_link_density: f64,
    ) -> Neighbours {
        Neighbours {
            current: block(words, link_density),
            next: block(next_words, next_link_density),
            ..Neighbours::default()
        }
    }

    #[test]
    fn the_first_branch_that_holds_decides_and_says_why() {
        let expected = [
            (around(3, 0.4, 9, 0.0), false, "link density 0.4 > 0.333333"),
            (
                around(3, 0.0, 7, 0.0),
                true,
                "link density 0 <= 0.333333, next words 7 > 6, next link density = 0",
            ),
            (
                around(30, 0.25, 7, 0.5),
                false,
                "link density 0.25 <= 0.333333, next words 7 > 6, next link density 0.5 is not 0, \
                 previous text density = 0",
            ),
        ];
        for (around, answer, reason) in expected {
            assert_eq!(
                (is_content(RULE, &around), explain(RULE, &around).as_str()),
                (answer, reason)
            );
        }
        assert_eq!(
            explain(&[Branch { tests: &[], content: true }], &Neighbours::default()),
            "every block"
        );
    }
}
