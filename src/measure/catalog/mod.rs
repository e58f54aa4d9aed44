//! The list of measures: one file each, in the order in which trec_eval prints them.

use super::Measure;

mod bpref;
mod f1;
mod gm_map;
mod iprec_at_recall;
mod judged;
mod map;
mod ndcg;
mod ndcg_cut;
mod num_q;
mod num_rel;
mod num_rel_ret;
mod num_ret;
mod precision;
mod recall;
mod recip_rank;
mod rprec;
mod runid;
mod success;

/// The cut-offs of trec_eval's tables.
const CUTOFFS: &[usize] = &[5, 10, 15, 20, 30, 100, 200, 500, 1000];

/// Every measure, in the order in which they are printed.
pub static MEASURES: &[Measure] = &[
    runid::MEASURE,
    num_q::MEASURE,
    num_ret::MEASURE,
    num_rel::MEASURE,
    num_rel_ret::MEASURE,
    map::MEASURE,
    gm_map::MEASURE,
    rprec::MEASURE,
    bpref::MEASURE,
    recip_rank::MEASURE,
    iprec_at_recall::MEASURE,
    precision::MEASURE,
    recall::MEASURE,
    ndcg::MEASURE,
    ndcg_cut::MEASURE,
    success::MEASURE,
    judged::MEASURE,
    f1::MEASURE,
];

#[cfg(test)]
mod tests;
