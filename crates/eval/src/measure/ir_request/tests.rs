//! Requests as ir_measures writes them: names, keys, errors, and the values under settings.

use crate::measure::judged::JudgedRanking;
use crate::measure::ranking::{TopicJudgements, TopicRanking};
use crate::measure::request::parse;
use crate::measure::subtopics::Subtopics;
use crate::trec::GroupedQrels;

#[test]
fn every_measure_of_ir_measures_takes_what_it_takes_there() {
    for (request, trec, ir) in [
        ("P(rel=2,judged_only=True)@10", None, "P(rel=2,judged_only=True)@10"),
        ("P(cutoff=10)", Some("P_10"), "P@10"),
        ("Precision@5", Some("P_5"), "P@5"),
        ("Recall@5", Some("recall_5"), "R@5"),
        ("MAP", Some("map"), "AP"),
        ("MAP(rel=2)@100", None, "AP(rel=2)@100"),
        ("AP(judged_only=False)", Some("map"), "AP"),
        ("RR(rel=2)@10", None, "RR(rel=2)@10"),
        ("MRR@10", Some("recip_rank_cut_10"), "RR@10"),
        ("RPrec(rel=2)", None, "Rprec(rel=2)"),
        ("BPref(rel=2)", None, "Bpref(rel=2)"),
        ("infAP(rel=2)", None, "infAP(rel=2)"),
        ("IPrec(rel=2)@0.1", None, "IPrec(rel=2)@0.1"),
        ("IPrec(recall=0.1)", Some("iprec_at_recall_0.10"), "IPrec@0.1"),
        ("Success(rel=2)@10", None, "Success(rel=2)@10"),
        ("SetP(rel=2,relative=True)", None, "SetP(relative=True,rel=2)"),
        ("SetP(relative=False)", Some("set_P"), "SetP"),
        ("SetRelP", Some("set_relative_P"), "SetP(relative=True)"),
        ("SetR(rel=2)", None, "SetR(rel=2)"),
        ("SetAP(rel=2)", None, "SetAP(rel=2)"),
        ("SetF(beta=0.5,rel=2)", None, "SetF(beta=0.5,rel=2)"),
        ("SetF(beta=1.0)", Some("set_F_1.0"), "SetF"),
        ("NumRel(rel=2)", None, "NumRel(rel=2)"),
        ("NumRet(rel=2)", None, "NumRelRet(rel=2)"),
        ("NumRet(rel=1)", None, "NumRelRet"),
        ("NumRet", Some("num_ret"), "NumRet"),
        ("nDCG(gains={0:0,1:1,2:3})@10", None, "nDCG(gains={2:3})@10"),
        (
            "nDCG(gains={1:5, 3:9}, judged_only=True)@10",
            None,
            "nDCG(gains={1:5,3:9},judged_only=True)@10",
        ),
        ("nDCG(gains={2:3})", Some("ndcg_2=3"), "nDCG(gains={2:3})"),
        ("nDCG(gains={2:2})@10", Some("ndcg_cut_10"), "nDCG@10"),
        ("NDCG(dcg=\"exp-log2\")@10", Some("ndcg_exp_10"), "nDCG(dcg='exp-log2')@10"),
        (
            "nDCG(dcg='exp-log2',judged_only=True)@10",
            None,
            "nDCG(dcg='exp-log2',judged_only=True)@10",
        ),
        ("RBP@10", None, "RBP(p=0.8)@10"),
        ("RBP(p=0.5)@10", None, "RBP(p=0.5)@10"),
        ("RBP(rel=1,p=0.5)", None, "RBP(p=0.5,rel=1)"),
        ("ERR_IA(rel=2)@20", None, "ERR_IA(rel=2)@20"),
        ("alpha_nDCG(alpha=0.9)@20", None, "alpha_nDCG(alpha=0.9)@20"),
        ("alpha_DCG(alpha=0.5)@20", Some("alpha_dcg_20"), "alpha_DCG@20"),
        ("α_nDCG(alpha=0.9,rel=2)@5", None, "alpha_nDCG(alpha=0.9,rel=2)@5"),
        ("NRBP(alpha=0.9,beta=0.8)", None, "NRBP(alpha=0.9,beta=0.8)"),
        ("MAP_IA(rel=2)", None, "AP_IA(rel=2)"),
        ("StRecall(rel=2)@5", None, "StRecall(rel=2)@5"),
    ] {
        let instances = parse(request).unwrap();
        assert_eq!((instances.len(), instances[0].ir_name(1).as_str()), (1, ir), "{request}");
        assert_eq!(instances[0].name(), trec.unwrap_or(ir), "{request}");
        let again = parse(ir).unwrap();
        assert_eq!(again[0].ir_name(1), ir);
    }
}

fn wrong(request: &str) -> String {
    parse(request).unwrap_err().to_string()
}

#[test]
fn an_invalid_key_is_an_error_with_the_valid_ones() {
    for (request, message) in [
        ("P(alpha=0.9)@10", "found alpha, but P takes rel, judged_only, cutoff"),
        ("nDCG(rel=2)@10", "found rel, but nDCG takes gains, dcg, judged_only, cutoff"),
        ("Judged(rel=1)@10", "found rel, but Judged takes judged_only, cutoff"),
        ("ERR_IA(alpha=0.9)@20", "found alpha, but ERR_IA takes rel, judged_only, cutoff"),
        ("NRBP(p=0.9)", "found p, but NRBP takes alpha, beta, rel, judged_only"),
        ("NumQ(rel=1)", "found rel, but NumQ takes nothing in brackets"),
        ("map_avgjg(rel=1)", "found rel, but map_avgjg takes nothing in brackets"),
        ("P(rel=x)@10", "rel: found 'x', expected a whole number"),
        ("P(rel=1,rel=2)@10", "found rel twice, expected it once"),
        ("P(cutoff=5)@10", "found cutoff and @, expected one of them"),
        ("AP(judged_only=1)", "judged_only: found '1', expected True or False"),
        ("nDCG(dcg='exp')@10", "dcg: found ''exp'', expected 'log2' or 'exp-log2'"),
        (
            "nDCG(gains=1:2)@10",
            "gains: found '1:2', expected gains of grades, such as {0:0,1:1,2:3}",
        ),
        (
            "nDCG(dcg='exp-log2',gains={1:2})@10",
            "gains need dcg='log2'; dcg='exp-log2' has fixed gains, 2^grade - 1",
        ),
        ("alpha_nDCG(alpha=2)@5", "alpha: found '2', expected a number from 0 to 1"),
        ("RBP(p=2)", "p: found '2', expected a number from 0 to 1"),
        ("RBP@0.5", "cutoff: found '0.5', expected a whole number from 1"),
    ] {
        assert_eq!(wrong(request), format!("measure '{request}': {message}"));
    }
    let foreign = "is a measure of ir_measures that tamis does not have; see the list of measures";
    assert_eq!(wrong("BPM(T=1,max_rel=3)@10"), format!("measure 'BPM' {foreign}"));
    assert_eq!(wrong("SetF@10"), "measure 'SetF' takes no cut-off, but 'SetF@10' gives one");
    assert_eq!(
        wrong("P(rel=2@5"),
        "measure 'P(rel=2@5': expected name(key=value,...) or name(key=value,...)@k"
    );
}

fn value(request: &str, grades: &[Option<i32>], judged: &[i32]) -> f64 {
    let judgements = TopicJudgements::from_grades(judged.iter().copied(), 1);
    parse(request).unwrap()[0].score(&TopicRanking { grades, judgements: &judgements })
}

#[test]
fn settings_change_what_is_counted() {
    let grades = [None, Some(1), Some(-1), Some(2), Some(0)];
    let judged = [1, 2, 2, 0, -1];
    // Gains 1, 3 of 3, 3, 1.
    let log3 = 3f64.log2();
    let log5 = 5f64.log2();
    for (request, expected) in [
        ("P(judged_only=True)@2", 1.0),
        ("P(judged_only=True,rel=2)@2", 0.5),
        ("RR(rel=2,judged_only=True)", 0.5),
        ("NumRet(rel=2)", 1.0),
        ("NumRet(judged_only=True)", 3.0),
        ("nDCG(gains={2:3})@4", (1.0 / log3 + 3.0 / log5) / (3.0 + 3.0 / log3 + 1.0 / 2.0)),
        ("nDCG(gains={2:3})@2", (1.0 / log3) / (3.0 + 3.0 / log3)),
        ("nDCG(gains={2:3})", value("ndcg.2=3", &grades, &judged)),
        // Half a grade at rank 2, a whole one at 4.
        ("RBP(p=0.5)", 0.5 * (0.5 * 0.5 + 0.125)),
        ("RBP(p=0.5)@3", 0.5 * (0.5 * 0.5)),
        ("RBP(p=0.5,rel=2)@4", 0.5 * 0.125),
    ] {
        assert_close(value(request, &grades, &judged), expected);
    }
}

fn assert_close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
}

#[test]
fn subtopics_are_read_as_the_settings_say() {
    let lines = "1 1 a 1\n1 1 b 2\n1 2 b 2\n1 2 c 1\n1 3 d 0\n";
    let qrels = GroupedQrels::read_from(lines.as_bytes(), "q").unwrap();
    let topic = Subtopics::new(qrels.topic("1").unwrap(), ["x", "a", "b"], 1);
    let of =
        |request: &str| parse(request).unwrap()[0].value(&JudgedRanking::Subtopics(topic.clone()));
    // a is new in one subtopic, b in the other and a tenth in the first.
    assert_close(of("NRBP(alpha=0.9,beta=0.8)"), (0.8 + 1.1 * 0.64) * (1.0 - 0.1 * 0.8) / 2.0);
    assert_close(of("P_IA@2"), 1.0 / 4.0);
    assert_close(of("P_IA(judged_only=True)@2"), 3.0 / 4.0);
    assert_close(of("StRecall(rel=2)@2"), 0.0);
    assert_close(of("StRecall(rel=2)@3"), 1.0);
    assert_close(
        of("alpha_nDCG(alpha=0.9,judged_only=True)@2"),
        (1.0 + 1.1 / 3f64.log2()) / (2.0 + 0.1 / 3f64.log2()),
    );
    assert_eq!(of("alpha_nDCG(alpha=0.5)@5"), of("alpha_nDCG@5"));
}

#[test]
fn with_judged_only_the_first_results_may_be_at_any_rank() {
    let depths = ["P@10", "P(judged_only=True)@10", "RBP@10"]
        .map(|request| parse(request).unwrap()[0].depth());
    assert_eq!(depths, [Some(10), None, Some(10)]);
}
