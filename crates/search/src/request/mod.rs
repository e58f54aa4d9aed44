//! Requests of searches and sweeps. The program, the library, the browser, shards and Python fill a
//! [`Request`] by the names of the [list of parameters](PARAMETERS), and resolve it against an
//! index.
//!
//! ```text
//! flags, addresses, keywords -> set -> Request      -> resolve -> Resolved: rule, ranking, pages
//!                                      SweepRequest -> grids, rankings
//! ```

mod axis;
mod blocks;
mod bounds;
mod call;
mod clause;
mod named;
mod pages;
mod pairs;
mod parameters;
mod problems;
mod ranking;
mod rankings;
mod resolve;
mod slider;
mod sweep;

pub use axis::numbers;
pub use bounds::decimal;
pub use call::Call;
pub use clause::Clause;
pub use named::{Named, can_use, check_stored};
pub use pages::Pages;
pub use parameters::{
    BoundKind, PARAMETERS, ParameterSpec, Part, Role, SIEVE, Shape, TUNED, of_keyword, parameter,
};
pub use problems::Problem;
pub use ranking::Expansion;
pub use rankings::EXPECTED_RM3;
pub use resolve::Resolved;
pub use slider::Slider;
pub use sweep::{NOTHING_TO_SWEEP, SweepRequest};

use crate::TitleRule;
use crate::model::Parameters;
use crate::rule::weights::WeightClause;
use serde::{Deserialize, Serialize};
use tamis_index::error::{Error, Result};

/// A search as it is requested: which blocks of which pages it sees, and how it ranks them. The
/// default is all blocks of all pages, ranked by BM25.
///
/// Labels and scores are names here, because each index has its own; [`resolve`](Self::resolve)
/// checks them. It serialises as its [pairs](Self::pairs), so that it can be sent to other
/// machines.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(into = "Vec<(String, String)>", try_from = "Vec<(String, String)>")]
pub struct Request {
    /// The rules about blocks that all must hold: thresholds, rules in words, labels, kind.
    pub rule: Vec<Clause>,
    pub title: TitleRule,
    /// Weights of blocks: `kind = title: 3`, in the order in which they are tried.
    pub weights: Vec<WeightClause>,
    /// The score that weighs blocks: `score.victor`.
    pub weight_by: Option<String>,
    /// The rule whose parameters are added: the sieve, or the one that is stored in the index.
    pub named: Option<Named>,
    /// The retrieval model; none for BM25.
    pub model: Option<String>,
    /// The parameters of the model.
    pub parameters: Parameters,
    pub expansion: Expansion,
    pub pages: Pages,
    /// Whether quotes, `+` and `-` in queries are operators.
    pub query_syntax: bool,
    /// The number of results; none for the default of the call.
    pub hits: Option<usize>,
    /// Whether the page whose docno is the topic's id is left out of its results.
    pub remove_query: bool,
}

impl Request {
    /// The same without a rule for blocks, but for this treatment of titles.
    #[must_use]
    pub fn without_rule(&self, title: TitleRule) -> Self {
        let (rule, weights) = (Vec::new(), Vec::new());
        Self { rule, title, weights, weight_by: None, named: None, ..self.clone() }
    }

    /// Refuses operators in queries.
    ///
    /// # Errors
    /// [`Error::Setting`] if they are switched on: measurements take all of a topic as words.
    pub(crate) fn check_plain_words(&self) -> Result<()> {
        if self.query_syntax {
            let problem = "found true, expected false in sweeps and comparisons";
            return Err(Error::setting("query_syntax", problem));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_index::index::{Manifest, Recipe};

    /// A value that the parameter takes.
    fn example(spec: &ParameterSpec) -> &'static str {
        match (spec.role, spec.role.shape()) {
            (Role::Title, _) => "drop",
            (Role::Feedback, _) => "rm3",
            (Role::Where, _) => "words > 1",
            (Role::Weight, _) => "all: 2",
            (_, Shape::Choice(choices)) => choices[0].0,
            (_, Shape::Switch) => "true",
            (_, Shape::Bound(_) | Shape::Number | Shape::Count) => "1",
            (_, Shape::Date) => "2006",
            (_, Shape::Text | Shape::Texts | Shape::Names) => "a",
        }
    }

    #[test]
    fn every_parameter_changes_the_part_that_it_decides() {
        let plain = Request::default();
        for spec in PARAMETERS.iter().filter(|spec| spec.role != Role::OtherThreshold) {
            let mut request = plain.clone();
            request.set(spec.name, example(spec)).unwrap();
            assert_ne!(request, plain, "{}", spec.name);
            assert_eq!(
                request.pages != plain.pages,
                spec.role.part() == Part::Pages,
                "{}",
                spec.name
            );
            let text = serde_json::to_string(&request).unwrap();
            assert_eq!(serde_json::from_str::<Request>(&text).unwrap(), request, "{text}");
        }
    }

    fn refused(name: &str, value: &str) -> String {
        Request::default().set(name, value).unwrap_err().to_string()
    }

    #[test]
    fn what_is_no_value_is_refused_with_its_name() {
        assert_eq!(refused("k1", "x"), "k1: found x, expected a number");
        assert_eq!(refused("fb_docs", "-1"), "fb_docs: found -1, expected a whole number");
        assert_eq!(refused("sieve", "yes"), "sieve: found yes, expected true or false");
        assert_eq!(
            refused("feedback", "rm4"),
            "feedback: found rm4, expected none, rm3 or rm1-mixture"
        );
        assert!(refused("min_word", "1").contains("did you mean 'min_words'"));
        let mut both = Request::default();
        both.set("rm3", "true").unwrap();
        let error = both.set("rm1_mixture", "true").unwrap_err();
        assert_eq!(error.to_string(), "rm1_mixture: found rm3 too, expected one of them");
    }

    #[test]
    fn names_are_taken_as_they_are_and_scores_have_thresholds() {
        let mut request = Request::default();
        request.set("label", "bte,words-tree").unwrap();
        request.set("label", "").unwrap();
        request.set("min_score.victor", "0.3").unwrap();
        request.set("min_score.victor", "0.4").unwrap();
        let labels = request.pairs().into_iter().filter(|(name, _)| name == "label");
        let labels: Vec<String> = labels.map(|(_, value)| value).collect();
        assert_eq!(labels, ["bte", "words-tree", ""]);
        let manifest = Manifest::new(Recipe::default());
        assert!(request.rule(&manifest).is_err());
        let mut languages = Request::default();
        languages.set("page_language", "en,").unwrap();
        assert!(languages.pages.filter().is_err());
        let thresholds = request.rule.iter().filter(|clause| clause.is_threshold());
        let thresholds: Vec<String> = thresholds.map(Clause::to_string).collect();
        assert_eq!(thresholds, ["min_score.victor=0.4"]);
    }
}
