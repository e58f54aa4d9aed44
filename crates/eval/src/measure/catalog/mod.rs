//! The list of measures: one file each, in the order in which trec_eval prints them, then those that it does not have.

use super::Measure;

mod alpha_dcg;
mod alpha_ndcg;
mod bin_g;
mod bpref;
mod eleven_point;
mod err;
mod err_ia;
mod f1;
mod g;
mod gm_bpref;
mod gm_map;
mod infap;
mod iprec_at_recall;
mod judged;
mod map;
mod map_avgjg;
mod map_cut;
mod map_ia;
mod ndcg;
mod ndcg_cut;
mod ndcg_exp;
mod ndcg_rel;
mod nerr_ia;
mod nnrbp;
mod nrbp;
mod num_nonrel_judged_ret;
mod num_q;
mod num_rel;
mod num_rel_ret;
mod num_ret;
mod p_avgjg;
mod p_ia;
mod precision;
mod prefs_avgjg;
mod prefs_avgjg_imp;
mod prefs_avgjg_ret;
mod prefs_avgjg_rnonrel;
mod prefs_avgjg_rnonrel_ret;
mod prefs_num_prefs_ful;
mod prefs_num_prefs_ful_ret;
mod prefs_num_prefs_poss;
mod prefs_pair;
mod prefs_pair_imp;
mod prefs_pair_ret;
mod prefs_simp;
mod prefs_simp_imp;
mod prefs_simp_ret;
mod rbp;
mod rbp_resid;
mod recall;
mod recip_rank;
mod recip_rank_cut;
mod relative_p;
mod relstring;
mod rndcg;
mod rprec;
mod rprec_mult;
mod rprec_mult_avgjg;
mod runid;
mod set_f;
mod set_map;
mod set_p;
mod set_recall;
mod set_relative_p;
mod stat_ap;
mod strec;
mod success;
mod unj;
mod utility;
mod yaap;

pub(super) use relstring::character;

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
    relstring::MEASURE,
    recall::MEASURE,
    infap::MEASURE,
    gm_bpref::MEASURE,
    rprec_mult::MEASURE,
    utility::MEASURE,
    eleven_point::MEASURE,
    bin_g::MEASURE,
    g::MEASURE,
    ndcg::MEASURE,
    ndcg_rel::MEASURE,
    rndcg::MEASURE,
    ndcg_cut::MEASURE,
    map_cut::MEASURE,
    relative_p::MEASURE,
    success::MEASURE,
    set_p::MEASURE,
    set_relative_p::MEASURE,
    set_recall::MEASURE,
    set_map::MEASURE,
    set_f::MEASURE,
    num_nonrel_judged_ret::MEASURE,
    prefs_num_prefs_poss::MEASURE,
    prefs_num_prefs_ful::MEASURE,
    prefs_num_prefs_ful_ret::MEASURE,
    prefs_simp::MEASURE,
    prefs_pair::MEASURE,
    prefs_avgjg::MEASURE,
    prefs_avgjg_rnonrel::MEASURE,
    prefs_simp_ret::MEASURE,
    prefs_pair_ret::MEASURE,
    prefs_avgjg_ret::MEASURE,
    prefs_avgjg_rnonrel_ret::MEASURE,
    prefs_simp_imp::MEASURE,
    prefs_pair_imp::MEASURE,
    prefs_avgjg_imp::MEASURE,
    map_avgjg::MEASURE,
    p_avgjg::MEASURE,
    rprec_mult_avgjg::MEASURE,
    yaap::MEASURE,
    rbp::MEASURE,
    rbp_resid::MEASURE,
    unj::MEASURE,
    judged::MEASURE,
    f1::MEASURE,
    recip_rank_cut::MEASURE,
    ndcg_exp::MEASURE,
    err::MEASURE,
    err_ia::MEASURE,
    nerr_ia::MEASURE,
    alpha_dcg::MEASURE,
    alpha_ndcg::MEASURE,
    nrbp::MEASURE,
    nnrbp::MEASURE,
    map_ia::MEASURE,
    p_ia::MEASURE,
    strec::MEASURE,
    stat_ap::MEASURE,
];

/// Names for several measures at once, trec_eval's first.
pub(super) const NICKNAMES: &[(&str, &[&str])] = &[
    (
        "official",
        &[
            "runid",
            "num_q",
            "num_ret",
            "num_rel",
            "num_rel_ret",
            "map",
            "gm_map",
            "Rprec",
            "bpref",
            "recip_rank",
            "iprec_at_recall",
            "P",
        ],
    ),
    (
        "set",
        &[
            "runid",
            "num_q",
            "num_ret",
            "num_rel",
            "num_rel_ret",
            "utility",
            "set_P",
            "set_recall",
            "set_relative_P",
            "set_map",
            "set_F",
        ],
    ),
    (
        "all_trec",
        &[
            "runid",
            "num_q",
            "num_ret",
            "num_rel",
            "num_rel_ret",
            "map",
            "gm_map",
            "Rprec",
            "bpref",
            "recip_rank",
            "iprec_at_recall",
            "P",
            "relstring",
            "recall",
            "infAP",
            "gm_bpref",
            "Rprec_mult",
            "utility",
            "11pt_avg",
            "binG",
            "G",
            "ndcg",
            "ndcg_rel",
            "Rndcg",
            "ndcg_cut",
            "map_cut",
            "relative_P",
            "success",
            "set_P",
            "set_relative_P",
            "set_recall",
            "set_map",
            "set_F",
            "num_nonrel_judged_ret",
            "rbp",
            "rbp_resid",
            "unj",
        ],
    ),
    (
        "prefs",
        &[
            "runid",
            "num_q",
            "prefs_num_prefs_poss",
            "prefs_num_prefs_ful",
            "prefs_num_prefs_ful_ret",
            "prefs_simp",
            "prefs_pair",
            "prefs_avgjg",
        ],
    ),
    (
        "all_prefs",
        &[
            "runid",
            "num_q",
            "prefs_num_prefs_poss",
            "prefs_num_prefs_ful",
            "prefs_num_prefs_ful_ret",
            "prefs_simp",
            "prefs_pair",
            "prefs_avgjg",
            "prefs_avgjg_Rnonrel",
            "prefs_simp_ret",
            "prefs_pair_ret",
            "prefs_avgjg_ret",
            "prefs_avgjg_Rnonrel_ret",
            "prefs_simp_imp",
            "prefs_pair_imp",
            "prefs_avgjg_imp",
        ],
    ),
    ("qrels_jg", &["runid", "num_q", "map_avgjg", "P_avgjg", "Rprec_mult_avgjg"]),
    // Ours: what ndeval prints, in its order.
    ("ndeval", &["err_ia", "nerr_ia", "alpha_dcg", "alpha_ndcg", "nrbp", "nnrbp", "map_ia", "p_ia", "strec"]),
];

#[cfg(test)]
mod tests;
