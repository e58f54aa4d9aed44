//! Detects rules that leave hardly any text, and the part of a rule that leaves least. Without a
//! warning, such a mistake shows only in fewer and worse results.

use crate::model::Statistics;
use crate::rule::predicate::Predicate;
use crate::rule::weights::BlockRule;
use crate::view::View;
use std::fmt;
use tamis_blocks::page::BlockKind;
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;

/// A smaller share of the tokens than this is hardly more than the titles.
const MIN_SHARE: f64 = 0.02;
/// The most parts of a rule that are evaluated one by one.
const MAX_PARTS: usize = 16;
/// Characters of a rule that are shown.
const SHOWN: usize = 200;

/// What a rule leaves, if it is less than 2 % of the tokens of the pages that are searched.
#[derive(Debug, Clone, PartialEq)]
pub struct LittleText {
    /// The share of the tokens.
    share: f64,
    /// The part of the rule that leaves least; none if its weights do.
    strictest: Option<Predicate>,
}

impl LittleText {
    /// Returns what a view of this rule leaves if it is little, but not nothing. Costs nothing
    /// otherwise.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn find(corpus: &Corpus, view: &View, rule: &BlockRule) -> Result<Option<Self>> {
        let tokens = view.statistics.total();
        let of_indexes: u64 = corpus.indexes.iter().map(|index| index.manifest.counts.tokens).sum();
        // A page filter leaves fewer tokens, of which the same are a larger share.
        if view.statistics.pages == 0 || tokens >= MIN_SHARE * of_indexes as f64 {
            return Ok(None);
        }
        let left = |rule: BlockRule| Ok(View::evaluate(corpus, &rule)?.statistics.total());
        let all =
            if corpus.is_filtered() { left(Predicate::All.into())? } else { of_indexes as f64 };
        if tokens >= MIN_SHARE * all {
            return Ok(None);
        }
        let by_weights =
            !rule.weights.is_empty() && left(rule.permits.clone().into())? >= MIN_SHARE * all;
        let strictest = if by_weights { None } else { Some(strictest(&rule.permits, left)?) };
        Ok(Self { share: tokens / all, strictest }.unless_meant())
    }

    /// The same of the sums over several indexes: what a view has, and the tokens of all pages that
    /// are searched. Sums do not show which of several parts leaves least, so the text has all of
    /// them; nor whether weights do.
    pub fn of_sums(view: &Statistics, all: u64, rule: &BlockRule) -> Option<Self> {
        let all = all as f64;
        if view.pages == 0 || view.total() >= MIN_SHARE * all {
            return None;
        }
        let parts = parts(&rule.permits);
        let strictest = match (&parts[..], rule.weights.is_empty()) {
            ([] | [Predicate::All], false) => None,
            (_, false) => return None,
            ([part], true) => Some((*part).clone()),
            ([], true) => Some(rule.permits.clone()),
            (parts, true) if parts.iter().any(|part| matches!(part, Predicate::Kind(_))) => {
                return None;
            }
            (parts, true) => Some(Predicate::And(parts.iter().copied().cloned().collect())),
        };
        Self { share: view.total() / all, strictest }.unless_meant()
    }

    /// None of a rule for titles alone, which is meant so.
    fn unless_meant(self) -> Option<Self> {
        (!matches!(self.strictest, Some(Predicate::Kind(_)))).then_some(self)
    }
}

/// Returns the part of a rule that alone leaves the fewest tokens; the rule if it has one part.
fn strictest(rule: &Predicate, left: impl Fn(BlockRule) -> Result<f64>) -> Result<Predicate> {
    let parts = parts(rule);
    let mut fewest = f64::INFINITY;
    let mut strictest = rule;
    for &part in parts.iter().filter(|_| parts.len() <= MAX_PARTS) {
        let tokens = if parts.len() > 1 { left(part.clone().into())? } else { 0.0 };
        if tokens < fewest {
            fewest = tokens;
            strictest = part;
        }
    }
    Ok(strictest.clone())
}

/// The parts of which all must hold, without the treatment of titles.
fn parts(rule: &Predicate) -> Vec<&Predicate> {
    match rule {
        Predicate::And(both) => both.iter().flat_map(parts).collect(),
        Predicate::Or(either) => match &either[..] {
            [rule, Predicate::Kind(BlockKind::Title)] => parts(rule),
            _ => vec![rule],
        },
        Predicate::Kind(BlockKind::Text) => Vec::new(),
        _ => vec![rule],
    }
}

impl fmt::Display for LittleText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = 100.0 * self.share;
        match &self.strictest {
            Some(part) => write!(
                f,
                "the rule leaves {percent:.2} % of the text; loosen {:.SHOWN$}",
                part.to_string()
            ),
            None => write!(f, "the weights leave {percent:.2} % of the text; raise them"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TitleRule;
    use crate::rule::expression;
    use tamis_index::index::{Manifest, Recipe};

    #[test]
    fn the_strictest_part_is_reported_without_titles() {
        let manifest = Manifest::new(Recipe::default());
        let rule = |text: &str| expression::parse(text, &manifest).unwrap();
        let tokens = |rule: BlockRule| {
            Ok(if rule.permits.to_string() == "repeats <= 1" { 3.0 } else { 40.0 })
        };
        let both = rule("words >= 5 and (repeats <= 1 and tokens > 2)");
        for title in TitleRule::ALL {
            assert_eq!(
                strictest(&title.apply(both.clone()), tokens).unwrap().to_string(),
                "repeats <= 1",
                "{title}"
            );
        }
        let either = rule("words >= 5 or repeats <= 1");
        assert_eq!(strictest(&TitleRule::Drop.apply(either.clone()), tokens).unwrap(), either);
    }
}
