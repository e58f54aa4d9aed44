//! Labels of a page's units from its gold text: the share of a unit's tokens that the gold has.
//!
//! Page and gold are aligned in order (`align.rs`). Gold may have the parts of a page in another
//! order; a unit of which less than half was matched is in the gold as a whole if seven tenths of
//! its 4-grams are among those of the gold that is left.

use super::align::align;
use crate::accuracy::scores::lcs::Symbols;
use crate::accuracy::tokens::tokens;
use std::collections::HashMap;

/// The length of the *n*-grams that match gold in another order.
const GRAM: usize = 4;
/// The share of a unit's *n*-grams that must be among those of the gold that is left.
const MAX: f64 = 0.7;

/// Returns the share of the tokens of each unit that the gold has, 0 to 1; 0 for a unit without
/// tokens.
pub fn shares(units: &[&str], gold: &str) -> Vec<f32> {
    let texts = units.iter().map(|unit| unit.to_lowercase()).collect::<Vec<_>>();
    let gold = gold.to_lowercase();
    let mut symbols = Symbols::default();
    let gold = symbols.numbers(tokens(&gold));
    let mut page = Vec::new();
    let mut ends = Vec::with_capacity(texts.len());
    for text in &texts {
        page.extend(symbols.numbers(tokens(text)));
        ends.push(page.len());
    }
    let (in_page, in_gold) = align(&page, &gold);
    let mut left: HashMap<&[u32], usize> = HashMap::new();
    for (gram, matched) in gold.windows(GRAM).zip(in_gold.windows(GRAM)) {
        if matched.iter().all(|matched| !matched) {
            *left.entry(gram).or_default() += 1;
        }
    }
    let mut start = 0;
    let mut shares = Vec::with_capacity(ends.len());
    for end in ends {
        let unit = &page[start..end];
        let matched = in_page[start..end].iter().filter(|matched| **matched).count();
        let share = matched as f32 / unit.len().max(1) as f32;
        shares.push(if share < 0.5 && is_moved(unit, &mut left) { 1.0 } else { share });
        start = end;
    }
    shares
}

/// Returns whether a unit is in the gold that is left, and takes it from there.
fn is_moved(unit: &[u32], left: &mut HashMap<&[u32], usize>) -> bool {
    let grams = unit.windows(GRAM);
    let found = grams.clone().filter(|gram| left.get(gram).is_some_and(|count| *count > 0)).count();
    if found == 0 || (found as f64) < MAX * grams.len() as f64 {
        return false;
    }
    for gram in grams {
        if let Some(count) = left.get_mut(gram) {
            *count = count.saturating_sub(1);
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_unit_has_the_share_of_its_tokens_that_gold_has() {
        let units = ["Home | News", "On the ICE, we walk.", "by me and nobody else", "--"];
        assert_eq!(shares(&units, "on the ice we walk by me"), [0.0, 1.0, 0.4, 0.0]);
        assert_eq!(shares(&units, ""), [0.0; 4]);
        assert!(shares(&[], "on").is_empty());
    }

    #[test]
    fn gold_in_another_order_is_found_once() {
        let lead = "two penguins crossed the bay at noon";
        let body = "the kettle boils and nobody drinks the tea";
        let body = [body; 3].join(" again ");
        let units = [lead, "and more", &body, "see also", lead];
        assert_eq!(shares(&units, &format!("{body} {lead}")), [0.0, 0.0, 1.0, 0.0, 1.0]);
        assert_eq!(shares(&units[..4], &format!("{body} {lead}")), [1.0, 0.0, 1.0, 0.0]);
    }

    proptest! {
        #[test]
        fn any_page_and_any_gold_have_shares(
            units in prop::collection::vec("[a-cA \n.\u{130}]{0,12}", 0..12),
            gold in "[a-c \n]{0,60}",
        ) {
            let units: Vec<&str> = units.iter().map(|unit| &**unit).collect();
            let found = shares(&units, &gold);
            prop_assert_eq!(found.len(), units.len());
            prop_assert!(found.iter().all(|share| (0.0..=1.0).contains(share)));
            let whole = units.join("\n");
            let all = shares(&units, &whole);
            prop_assert!(units.iter().zip(all).all(|(unit, share)| share
                == f32::from(u8::from(tokens(&unit.to_lowercase()).count() > 0))));
        }
    }
}
