//! Nicknames: names for several measures.

/// Nicknames with the measures that they stand for, apart by blanks; trec_eval's first.
pub(in crate::measure) const NICKNAMES: &[(&str, &str)] = &[
    (
        "official",
        "runid num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank \
         iprec_at_recall P",
    ),
    (
        "set",
        "runid num_q num_ret num_rel num_rel_ret utility set_P set_recall set_relative_P \
         set_map set_F",
    ),
    (
        "all_trec",
        "runid num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank \
         iprec_at_recall P relstring recall infAP gm_bpref Rprec_mult utility 11pt_avg binG G \
         ndcg ndcg_rel Rndcg ndcg_cut map_cut relative_P success set_P set_relative_P \
         set_recall set_map set_F num_nonrel_judged_ret rbp rbp_resid unj",
    ),
    (
        "prefs",
        "runid num_q prefs_num_prefs_poss prefs_num_prefs_ful prefs_num_prefs_ful_ret \
         prefs_simp prefs_pair prefs_avgjg",
    ),
    (
        "all_prefs",
        "runid num_q prefs_num_prefs_poss prefs_num_prefs_ful prefs_num_prefs_ful_ret \
         prefs_simp prefs_pair prefs_avgjg prefs_avgjg_Rnonrel prefs_simp_ret prefs_pair_ret \
         prefs_avgjg_ret prefs_avgjg_Rnonrel_ret prefs_simp_imp prefs_pair_imp \
         prefs_avgjg_imp",
    ),
    ("qrels_jg", "runid num_q map_avgjg P_avgjg Rprec_mult_avgjg"),
    // Not one of trec_eval's: what ndeval prints, in its order.
    ("ndeval", "err_ia nerr_ia alpha_dcg alpha_ndcg nrbp nnrbp map_ia p_ia strec"),
];
