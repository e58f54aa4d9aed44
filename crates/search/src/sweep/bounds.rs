//! Which pages no view can have among its best: a walk leaves them out (MaxScore of Turtle and
//! Flood, IPM 1995, here by the kind of a page instead of by its terms).
//!
//! The *kind* of a page says of every term of the query whether the page has it once, up to three
//! times, or more often. All pages of a kind have the same bound in a view, so it is computed once
//! and then now and again, since the scores of the last hits rise.
//!
//! *Invariant*: a page is left out only if its score, rounded as scores are, is strictly below that
//! of the last hit in every view, so results stay the same to the bit. What rounding may lose by
//! adding bounds in another order than weights is added to them: a millionth.

use super::pages::TermPages;
use super::plane::Plane;
use crate::model::constants::Constants;
use crate::model::{Model, Unit};
use crate::rank::top::Top;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The most terms that a kind can tell apart.
const MAX_TERMS: usize = 32;
/// The frequencies up to which a term counts as rare or as middling in a page, in tokens.
const TIERS: [u64; 2] = [1, 3];
/// Pages of a kind after which its bound is compared again.
const EVERY: u32 = 64;

/// Two bits per term: 0 without it, else the number of its tier, from 1.
type TierBits = u64;

/// The bounds of a query's terms in all views, and what is known of the kinds.
pub(super) struct QueryBounds {
    terms: Vec<[Vec<f64>; TIERS.len() + 1]>,
    /// The largest frequencies of the tiers but the last, in the unit of the plane.
    tiers: [u64; TIERS.len()],
    kinds: FxHashMap<TierBits, Hopeful>,
}

/// The views, from the first to the last one, in which a page of a kind may be among the best; and
/// how many more pages may be judged by that.
struct Hopeful {
    views: Range<usize>,
    pages: u32,
}

impl QueryBounds {
    /// Returns those of a query; none for a model of which no bound is proven, and for a query with
    /// many terms.
    pub fn new<M: Model, P: Plane>(
        model: &M,
        plane: &P,
        constants: &Constants<M>,
        segments: &[Vec<TermPages<P::Entry>>],
    ) -> Option<Self> {
        if constants.terms.len() > MAX_TERMS {
            return None;
        }
        let unit = plane.unit();
        let scale = match unit {
            Unit::Tokens => 1,
            Unit::Hundredths => 100,
        };
        let tiers = TIERS.map(|tf| tf * scale);
        let mut terms = Vec::with_capacity(constants.terms.len());
        for (term, of_views) in constants.terms.iter().enumerate() {
            let pages = segments.iter().flat_map(|terms| terms[term].pages());
            let largest = pages.map(P::most).max().unwrap_or(0);
            let [rare, middling] = tiers.map(|tf| tf.min(largest));
            let mut of_term = [Vec::new(), Vec::new(), Vec::new()];
            for (bounds, tf) in of_term.iter_mut().zip([rare, middling, largest]) {
                for (constant, collection) in of_views.iter().zip(&constants.collections) {
                    // No page of a view is shorter.
                    let norm = model.norm(collection, unit.value(1));
                    // A view without the term has no constant to speak of, and no such page.
                    let bound = model.bound(constant, unit.value(tf), norm)?;
                    bounds.push(if bound.is_nan() { f64::INFINITY } else { bound });
                }
            }
            terms.push(of_term);
        }
        Some(Self { terms, tiers, kinds: FxHashMap::default() })
    }

    /// Returns what a page whose frequency of a term is at most `tf` adds to its kind.
    #[inline]
    pub fn kind(&self, term: usize, tf: u64) -> TierBits {
        let tier = 1 + self.tiers.iter().filter(|most| tf > **most).count() as u64;
        tier << (2 * term)
    }

    /// Returns the first to the last view in which a page of this kind may be among the best.
    #[inline]
    pub fn hopeful(&mut self, kind: TierBits, tops: &mut [Top]) -> Range<usize> {
        let Self { terms, kinds, .. } = self;
        let known = kinds.entry(kind).or_insert(Hopeful { views: 0..0, pages: 0 });
        if known.pages == 0 {
            *known = Hopeful { views: hopeful_views(terms, kind, tops), pages: EVERY };
        }
        known.pages -= 1;
        known.views.clone()
    }
}

fn hopeful_views(
    terms: &[[Vec<f64>; TIERS.len() + 1]],
    kind: TierBits,
    tops: &mut [Top],
) -> Range<usize> {
    let of_kind = terms.iter().enumerate().filter_map(|(term, of_tiers)| {
        let tier = (kind >> (2 * term) & 3) as usize;
        Some(&of_tiers[tier.checked_sub(1)?])
    });
    let of_kind: Vec<&Vec<f64>> = of_kind.collect();
    let mut first_and_last: Option<(usize, usize)> = None;
    for (view, top) in tops.iter_mut().enumerate() {
        let bound: f64 = of_kind.iter().map(|of_views| of_views[view]).sum();
        if top.last().is_none_or(|last| (bound * (1.0 + 1e-6)) as f32 >= last) {
            let (first, _) = first_and_last.unwrap_or((view, view));
            first_and_last = Some((first, view));
        }
    }
    first_and_last.map_or(0..0, |(first, last)| first..last + 1)
}
