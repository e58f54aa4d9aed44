//! Everything that a sweep can vary, in one list. The flags of the command line, the names that a grid and a configuration
//! file accept, and the titles of a report's axes all come from it.

use crate::rule::predicate::{Feature, Operator};

/// A parameter of views or rankings.
#[derive(Debug)]
pub struct ParameterSpec {
    /// The name in reports: `min_words`. Flags write it with dashes.
    pub name: &'static str,
    /// What the parameter sets.
    pub role: Role,
    /// The placeholder for a value in a synopsis: `N`, `SHARE`.
    pub value_name: &'static str,
    /// The help of its flag: meaning, range and default.
    pub help: &'static str,
    /// An example of several values; empty if `help` says enough.
    pub example: &'static str,
    /// The meaning in the title of an axis, if it has one.
    pub title: &'static str,
}

/// What a parameter sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A bound on a feature of blocks that has its own flag.
    Threshold(Feature, Operator),
    /// A bound on a feature of blocks without its own flag.
    OtherThreshold,
    /// The label that permits blocks.
    Label,
    /// The retrieval model.
    Model,
    /// BM25's saturation.
    K1,
    /// BM25's length normalisation.
    B,
    /// The prior of Dirichlet smoothing.
    Mu,
    /// The weight of the collection in Jelinek-Mercer smoothing.
    Lambda,
    /// PL2's length normalisation.
    C,
    /// The method of query expansion.
    Feedback,
    /// The number of terms that expansion keeps.
    FeedbackTerms,
    /// The number of pages that expansion reads.
    FeedbackPages,
    /// The weight of the original query.
    OriginalWeight,
}

impl Role {
    /// Whether a value is a name.
    pub fn is_named(self) -> bool {
        matches!(self, Self::Label | Self::Model | Self::Feedback)
    }

    /// Whether it is a number that some models take.
    pub fn is_of_model(self) -> bool {
        matches!(self, Self::K1 | Self::B | Self::Mu | Self::Lambda | Self::C)
    }

    /// Whether it is a number that only query expansion takes.
    pub fn is_of_expansion(self) -> bool {
        matches!(self, Self::FeedbackTerms | Self::FeedbackPages | Self::OriginalWeight)
    }

    /// Whether it says how pages are ranked, not which blocks are permitted.
    pub fn is_of_ranking(self) -> bool {
        matches!(self, Self::Model | Self::Feedback) || self.is_of_model() || self.is_of_expansion()
    }

    /// Whether its values are whole numbers.
    pub fn is_whole(self) -> bool {
        matches!(self, Self::FeedbackTerms | Self::FeedbackPages)
    }
}

/// The parameters in the order of flags and reports.
pub const PARAMETERS: [ParameterSpec; 21] = [
    ParameterSpec {
        name: "min_words",
        role: Role::Threshold(Feature::Words, Operator::AtLeast),
        value_name: "N",
        help: "Minimum number of words in a block",
        example: "11, 1..=100 or 5,10,20",
        title: "Minimum words per block",
    },
    ParameterSpec {
        name: "max_words",
        role: Role::Threshold(Feature::Words, Operator::AtMost),
        value_name: "N",
        help: "Maximum number of words in a block",
        example: "",
        title: "Maximum words per block",
    },
    ParameterSpec {
        name: "min_density",
        role: Role::Threshold(Feature::TextDensity, Operator::AtLeast),
        value_name: "D",
        help: "Minimum text density of a block (words per full line of 80 characters)",
        example: "1..=20 or 5..=15:0.5",
        title: "Minimum text density of a block, in words per line",
    },
    ParameterSpec {
        name: "min_link_density",
        role: Role::Threshold(Feature::LinkDensity, Operator::AtLeast),
        value_name: "D",
        help: "Minimum link density of a block (share of words in links)",
        example: "0,0.33,0.5",
        title: "Minimum link density of a block",
    },
    ParameterSpec {
        name: "max_link_density",
        role: Role::Threshold(Feature::LinkDensity, Operator::AtMost),
        value_name: "D",
        help: "Maximum link density of a block (share of words in links)",
        example: "0.2,0.33,1",
        title: "Maximum link density of a block",
    },
    ParameterSpec {
        name: "max_repeats",
        role: Role::Threshold(Feature::Repeats, Operator::AtMost),
        value_name: "N",
        help: "Maximum number of pages that hold a block of the same tokens; captures of a URL count once",
        example: "10 or 1,2,3,5,10..=100:10",
        title: "Maximum number of pages that hold the block",
    },
    ParameterSpec {
        name: "max_site_share",
        role: Role::Threshold(Feature::SiteShare, Operator::AtMost),
        value_name: "SHARE",
        help: "Maximum share of the other pages of a page's site that hold a block of the same tokens, 0 to 1",
        example: "",
        title: "Maximum share of the site's other pages that hold the block",
    },
    ParameterSpec {
        title: "Minimum number of pages that hold the block",
        ..axis_only("min_repeats", Role::OtherThreshold)
    },
    ParameterSpec {
        title: "Maximum number of pages of the site that hold the block",
        ..axis_only("max_site_repeats", Role::OtherThreshold)
    },
    ParameterSpec {
        title: "Maximum text density of a block, in words per line",
        ..axis_only("max_density", Role::OtherThreshold)
    },
    axis_only("label", Role::Label),
    ParameterSpec {
        name: "model",
        role: Role::Model,
        value_name: "NAME",
        help: "Retrieval model: bm25, bm25-lucene, tfidf-lucene, ql-dirichlet, ql-jm, ql-dirichlet-indri, ql-jm-indri, dph or pl2 \
               [default: bm25]",
        example: "bm25,dph",
        title: "Retrieval model",
    },
    ParameterSpec {
        name: "k1",
        role: Role::K1,
        value_name: "K1",
        help: "Term frequency saturation of bm25 and bm25-lucene, 0 or more [default: 0.9]",
        example: "0.6,1.2 or 0.5..=2:0.25",
        title: "Saturation of term frequencies",
    },
    ParameterSpec {
        name: "b",
        role: Role::B,
        value_name: "B",
        help: "Length normalisation of bm25 and bm25-lucene, 0 to 1 [default: 0.4]",
        example: "",
        title: "Length normalisation",
    },
    ParameterSpec {
        name: "mu",
        role: Role::Mu,
        value_name: "MU",
        help: "Prior of Dirichlet smoothing in tokens, more than 0 [default: 1000, Indri's model 2500]",
        example: "",
        title: "Weight of the Dirichlet prior, in tokens",
    },
    ParameterSpec {
        name: "lambda",
        role: Role::Lambda,
        value_name: "LAMBDA",
        help: "Weight of the collection in Jelinek-Mercer smoothing, between 0 and 1 [default: 0.1, Indri's model 0.4]",
        example: "",
        title: "Weight of the collection in Jelinek-Mercer smoothing",
    },
    ParameterSpec {
        name: "c",
        role: Role::C,
        value_name: "C",
        help: "Length normalisation of pl2, more than 0 [default: 1]",
        example: "",
        title: "Length normalisation of PL2",
    },
    axis_only("feedback", Role::Feedback),
    ParameterSpec {
        name: "fb_terms",
        role: Role::FeedbackTerms,
        value_name: "N",
        help: "Number of terms that query expansion keeps [default: 10]",
        example: "",
        title: "Terms of query expansion",
    },
    ParameterSpec {
        name: "fb_docs",
        role: Role::FeedbackPages,
        value_name: "N",
        help: "Number of best pages that query expansion reads [default: 10]",
        example: "",
        title: "Pages of query expansion",
    },
    ParameterSpec {
        name: "original_query_weight",
        role: Role::OriginalWeight,
        value_name: "WEIGHT",
        help: "Weight of the original query in the expanded one, 0 to 1 [default: 0.5]",
        example: "",
        title: "Weight of the original query",
    },
];

/// A parameter without its own flag: only a grid gives it values.
const fn axis_only(name: &'static str, role: Role) -> ParameterSpec {
    ParameterSpec { name, role, value_name: "", help: "", example: "", title: "" }
}

/// Returns the parameter of that name.
pub fn parameter(name: &str) -> Option<&'static ParameterSpec> {
    PARAMETERS.iter().find(|spec| spec.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::ThresholdAxis;

    #[test]
    fn a_threshold_is_named_as_its_axis() {
        for spec in &PARAMETERS {
            if let Role::Threshold(feature, comparison) = spec.role {
                let axis = ThresholdAxis { feature, comparison, values: Vec::new() };
                assert_eq!(axis.name(), spec.name);
            }
        }
    }
}
