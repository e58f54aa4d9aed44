//! Chooses units by their probabilities: the choice whose expected F1 is highest, without a
//! threshold.
//!
//! The F1 of a choice is measured in tokens. If `n` are a unit's tokens and `p` its probability,
//! the choice of the units with the highest probabilities is expected to have about
//! `2 Σ p n / (Σ n + Σ' p n)`, with Σ over the choice and Σ' over the page. Pages that are unlike
//! those of the training have more content than the probabilities say; so the less certain a page
//! is, the more often Σ' counts: `.6 + 3 (1 - F)` times, with F the highest F1 that is expected of
//! the page. Of a page with F of .9 a unit needs a probability of about .45, of one with .5 about
//! .2. Some prefix of the units, sorted by probability, has the highest value (Lipton, Elkan,
//! Narayanaswamy, "Optimal thresholding of classifiers to maximize F1 measure", 2014).

/// A chosen set of units.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UnitChoice {
    /// Units with at least this probability are chosen. More than any probability if none is.
    pub least: u32,
    /// The F1 that the choice is expected to have, 0 to 65,535: how sure the remover is of the
    /// page.
    pub expected: u16,
}

/// How often the page's expected tokens count, in tenths: on a page that is certain, and how much
/// more on one that is not at all. docs/remover.md has what other factors give.
const CERTAIN: u64 = 6;
const UNCERTAIN: u64 = 30;

/// The integer that stands for a probability of 1.
const WHOLE: u128 = u16::MAX as u128;

impl UnitChoice {
    /// Chooses among units with these probabilities and tokens. The page gives nothing if no unit
    /// reaches `doubt`.
    pub fn new(probabilities: &[u16], tokens: impl Iterator<Item = u32>, doubt: u16) -> Self {
        let units = sorted(probabilities, tokens);
        let expected = best(&units, doubt, (1, 1)).expected;
        let whole = u64::from(u16::MAX);
        let factor = CERTAIN * whole + UNCERTAIN * (whole - u64::from(expected));
        best(&units, doubt, (factor, 10 * whole))
    }

    /// Whether a unit with this probability is chosen.
    pub fn has(&self, probability: u16) -> bool {
        u32::from(probability) >= self.least
    }
}

/// Probabilities and tokens of units, the most probable first.
fn sorted(probabilities: &[u16], tokens: impl Iterator<Item = u32>) -> Vec<(u16, u32)> {
    let mut units: Vec<(u16, u32)> = probabilities.iter().copied().zip(tokens).collect();
    units.sort_unstable_by(|one, other| other.cmp(one));
    units
}

/// The prefix of the units whose expected F1 is highest, with the page's expected tokens counted
/// `recall.0 / recall.1` times.
fn best(units: &[(u16, u32)], doubt: u16, recall: (u64, u64)) -> UnitChoice {
    let none = UnitChoice { least: u32::from(u16::MAX) + 1, expected: 0 };
    if units.first().is_none_or(|(probability, _)| *probability < doubt) {
        return none;
    }
    let page: u128 = units.iter().map(expected_tokens).sum();
    let counted = page * u128::from(recall.0) / u128::from(recall.1);
    let mut found = 0;
    let mut kept = 0;
    let mut best: Option<((u128, u128), UnitChoice)> = None;
    for (at, unit) in units.iter().enumerate() {
        found += expected_tokens(unit);
        kept += u128::from(unit.1) * WHOLE;
        // Units of the same probability are chosen together.
        if units.get(at + 1).is_some_and(|next| next.0 == unit.0) {
            continue;
        }
        let ratio = (2 * found, kept + counted);
        // An equal choice that keeps more is no better.
        if ratio.1 > 0 && best.as_ref().is_none_or(|(best, _)| ratio.0 * best.1 > best.0 * ratio.1)
        {
            let expected = (2 * found * WHOLE / (kept + page).max(1)).min(WHOLE) as u16;
            best = Some((ratio, UnitChoice { least: unit.0.into(), expected }));
        }
    }
    best.map_or(none, |(_, choice)| choice)
}

/// Probability times tokens of a unit.
fn expected_tokens((probability, tokens): &(u16, u32)) -> u128 {
    u128::from(*probability) * u128::from(*tokens)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(units: &[(u16, u32)]) -> Vec<bool> {
        let probabilities: Vec<u16> = units.iter().map(|unit| unit.0).collect();
        let choice = UnitChoice::new(&probabilities, units.iter().map(|unit| unit.1), 6_553);
        probabilities.iter().map(|one| choice.has(*one)).collect()
    }

    #[test]
    fn a_certain_page_drops_what_is_doubtful_and_a_doubtful_page_keeps_it() {
        assert_eq!(choice(&[(65_000, 100), (12_000, 100), (500, 50)]), [true, false, false]);
        assert_eq!(choice(&[(26_000, 100), (12_000, 100), (500, 50)]), [true, true, false]);
        assert_eq!(choice(&[(5_000, 100), (3_000, 100)]), [false, false]);
        assert!(choice(&[]).is_empty());
    }

    #[test]
    fn how_sure_it_is_grows_with_the_probabilities() {
        let [none, little, some, much, all] = [0, 1_000, 30_000, 60_000, u16::MAX]
            .map(|probability| UnitChoice::new(&[probability], [10].into_iter(), 0).expected);
        assert!(much > some && some > little);
        assert_eq!((none, all), (0, u16::MAX));
    }
}
