//! Parses requests for measures, such as `P.5,10`, `nDCG@10` or `official`.

use super::instance::Instance;
use super::ir_request;
use super::trec_request;
use crate::error::Result;

/// Parses one request, ignoring case: a name of trec_eval (`map`; `P.10,20` or `P_10`;
/// `ndcg.1=3,2=9`) or of ir_measures (`AP`, `nDCG@10`, `P(rel=2)@5`), or one of trec_eval's
/// nicknames (`official`, `all_trec`, ...). A measure without its parameter has trec_eval's default
/// ones; `RBP`, spelled as in ir_measures, has the default of ir_measures (p = 0.8) and not
/// trec_eval's (`rbp`, p = 0.9). Returns the instances in the order of the request.
///
/// # Errors
/// [`crate::Error::Setting`] for an unknown name, with the nearest known one, for an invalid
/// parameter, and for a spelling between two names with different defaults (`Rbp`).
pub fn parse(request: &str) -> Result<Vec<Instance>> {
    match trec_request::parse_bare(request)? {
        Some(instances) => Ok(instances),
        None => parse_with_parameter(request),
    }
}

/// Parses several requests as trec_eval does: the result is in the order of its list, each instance
/// once. If one request gives a measure a parameter, its default ones are left out.
///
/// # Errors
/// As [`parse`].
pub fn parse_all<'a>(requests: impl IntoIterator<Item = &'a str>) -> Result<Vec<Instance>> {
    let mut instances = Vec::new();
    let mut with_parameter = Vec::new();
    for request in requests {
        match trec_request::parse_bare(request)? {
            Some(bare) => instances.extend(bare),
            None => with_parameter.extend(parse_with_parameter(request)?),
        }
    }
    instances.retain(|instance| !is_replaced(instance, &with_parameter));
    instances.extend(with_parameter);
    in_list_order(&mut instances);
    Ok(instances)
}

/// Returns whether an instance has a default parameter of trec_eval that one of `with_parameter`
/// replaces. RBP has the default of ir_measures, and stays beside `rbp.0.5`.
fn is_replaced(instance: &Instance, with_parameter: &[Instance]) -> bool {
    trec_request::with_defaults(instance.row).contains(instance)
        && with_parameter
            .iter()
            .any(|other| other.row == instance.row && other.settings.are_default())
}

/// Sorts instances into the order in which trec_eval prints them, and removes duplicates.
pub fn in_list_order(instances: &mut Vec<Instance>) {
    instances.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    instances.dedup();
}

/// Parses a name with a parameter.
fn parse_with_parameter(request: &str) -> Result<Vec<Instance>> {
    if request.contains(['(', '@']) {
        ir_request::parse(request)
    } else {
        trec_request::parse_with_parameter(request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::catalog::{MEASURES, NICKNAMES};
    use crate::measure::names::rows_named;
    use crate::measure::trec_request::with_defaults;

    fn names(request: &str) -> Vec<String> {
        parse(request).unwrap().iter().map(Instance::name).collect()
    }

    #[test]
    fn both_families_of_names_mean_the_same() {
        for (trec, ir) in [
            ("ndcg_cut_10", "nDCG@10"),
            ("P_5", "P@5"),
            ("map", "AP"),
            ("recip_rank", "RR"),
            ("recall_1000", "R@1000"),
            ("iprec_at_recall_0.10", "IPrec@0.1"),
            ("ndcg", "nDCG"),
            ("success_1", "Success@1"),
            ("judged_10", "Judged@10"),
        ] {
            assert_eq!(names(trec), [trec]);
            assert_eq!(names(ir), [trec]);
            assert_eq!(parse(trec).unwrap()[0].ir_name(1), ir);
        }
        assert_eq!(names("MRR"), ["recip_rank"]);
        assert_eq!(names("NDCG@10"), ["ndcg_cut_10"]);
    }

    #[test]
    fn every_instance_is_found_again_by_both_its_names() {
        for instance in (0..MEASURES.len()).flat_map(with_defaults) {
            assert_eq!(parse(&instance.name()).unwrap(), std::slice::from_ref(&instance));
            // Compared by name, for ir_measures' name has the number that trec_eval's leaves out.
            assert_eq!(parse(&instance.ir_name(1)).unwrap()[0].ir_name(1), instance.ir_name(1));
        }
    }

    #[test]
    fn cut_offs_as_trec_eval_takes_them() {
        assert_eq!(names("P.5,7,3"), ["P_5", "P_7", "P_3"]);
        assert_eq!(names("ndcg_cut.10,20,23.4"), ["ndcg_cut_10", "ndcg_cut_20", "ndcg_cut_23"]);
        assert_eq!(
            names("iprec_at_recall..10,.20"),
            ["iprec_at_recall_0.10", "iprec_at_recall_0.20"]
        );
        assert_eq!(names("success"), ["success_1", "success_5", "success_10"]);
    }

    #[test]
    fn the_official_list_is_trec_evals() {
        let official = names("official");
        assert_eq!(official.len(), 30);
        assert_eq!(official[9..12], ["recip_rank", "iprec_at_recall_0.00", "iprec_at_recall_0.10"]);
        assert_eq!(official.last().unwrap(), "P_1000");
    }

    #[test]
    fn list_order_is_each_once() {
        let mut instances: Vec<_> = ["nDCG@20", "P.10,5", "map", "P@5"]
            .iter()
            .flat_map(|name| parse(name).unwrap())
            .collect();
        in_list_order(&mut instances);
        assert_eq!(
            instances.iter().map(Instance::name).collect::<Vec<_>>(),
            ["map", "P_5", "P_10", "ndcg_cut_20"]
        );
    }

    #[test]
    fn levels_show_in_the_names_of_binary_measures_only() {
        assert_eq!(parse("P@10").unwrap()[0].ir_name(2), "P(rel=2)@10");
        assert_eq!(parse("nDCG@10").unwrap()[0].ir_name(2), "nDCG@10");
    }

    fn wrong(request: &str) -> String {
        parse(request).unwrap_err().to_string()
    }

    #[test]
    fn errors_explain_the_problem() {
        assert_eq!(wrong("ndgc@10"), "unknown measure 'ndgc'; did you mean 'ndcg'?");
        assert_eq!(wrong("recip_ranc"), "unknown measure 'recip_ranc'; did you mean 'recip_rank'?");
        assert_eq!(wrong("readability"), "unknown measure 'readability'; see the list of measures");
        assert_eq!(
            wrong("utility.1,2"),
            "measure 'utility': found cut-off '1,2', expected 4 numbers separated by commas"
        );
        assert_eq!(
            wrong("ndcg_rel.1"),
            "measure 'ndcg_rel': found cut-off '1', expected gains of grades, such as 1=3,2=9.5"
        );
        assert_eq!(wrong("bpref@10"), "measure 'bpref' takes no cut-off, but 'bpref@10' gives one");
        assert_eq!(wrong("P@0"), "measure 'P': found cut-off '0', expected a whole number from 1");
        assert_eq!(
            wrong("P.5,x"),
            "measure 'P': found cut-off 'x', expected a whole number from 1"
        );
        assert_eq!(
            wrong("IPrec@10"),
            "measure 'iprec_at_recall': found cut-off '10', expected a number from 0 to 1"
        );
    }

    #[test]
    fn parameters_stand_in_the_names() {
        for (request, trec, ir) in [
            ("ndcg.1=3,2=9,4=4.5", "ndcg_1=3,2=9,4=4.5", "nDCG(gains={1:3,2:9,4:4.5})"),
            ("utility.2,-1,0,0", "utility_2,-1,0,0", "utility_2,-1,0,0"),
            ("11pt_avg..25,.5", "11pt_avg_.25,.5", "11pt_avg_.25,.5"),
            ("set_F.0.5", "set_F_0.5", "SetF(beta=0.5)"),
            ("set_F", "set_F", "SetF"),
            ("rbp.p=0.5", "rbp_p=0.5", "RBP(p=0.5)"),
            ("rbp", "rbp", "RBP(p=0.9)"),
            ("RBP", "rbp_0.8", "RBP(p=0.8)"),
            ("RBP(rel=2)", "RBP(p=0.8,rel=2)", "RBP(p=0.8,rel=2)"),
            ("rbp(rel=2)", "RBP(p=0.9,rel=2)", "RBP(p=0.9,rel=2)"),
            ("RBP@10", "RBP(p=0.8)@10", "RBP(p=0.8)@10"),
            ("rbp@10", "RBP(p=0.9)@10", "RBP(p=0.9)@10"),
            ("rbp()", "rbp", "RBP(p=0.9)"),
            ("RBP(p=0.5,rel=2)", "RBP(p=0.5,rel=2)", "RBP(p=0.5,rel=2)"),
            ("P(rel=2)@5", "P(rel=2)@5", "P(rel=2)@5"),
            ("AP(rel=2)", "AP(rel=2)", "AP(rel=2)"),
            ("nDCG(dcg='exp-log2')@10", "ndcg_exp_10", "nDCG(dcg='exp-log2')@10"),
            ("nDCG(dcg='log2')@10", "ndcg_cut_10", "nDCG@10"),
            ("SetP(relative=True)", "set_relative_P", "SetP(relative=True)"),
            ("AP@100", "map_cut_100", "AP@100"),
            ("RR@10", "recip_rank_cut_10", "RR@10"),
            ("ERR@20", "err_20", "ERR@20"),
            ("relstring.20", "relstring_20", "relstring@20"),
            ("Rprec_mult.5.0", "Rprec_mult_5.00", "Rprec_mult@5.0"),
            ("P_avgjg.7", "P_avgjg_7", "P_avgjg@7"),
        ] {
            let instances = parse(request).unwrap();
            assert_eq!(
                (instances[0].name().as_str(), instances[0].ir_name(1).as_str()),
                (trec, ir)
            );
            assert_eq!(parse(trec).unwrap()[0].name(), trec);
        }
    }

    #[test]
    fn two_spellings_with_two_defaults_mean_each_their_own() {
        assert_eq!(names_of_all(&["RBP", "rbp", "rbp.0.5"]), ["rbp_0.5", "rbp_0.8"]);
        assert_eq!(parse_all(["RBP", "rbp"]).unwrap().len(), 2);
        // A spelling between the two could mean either, unless the number is given.
        for between in ["Rbp", "rBP@10", "Rbp(rel=2)"] {
            let message = wrong(between);
            assert!(
                message.ends_with(
                    "expected 'rbp' (trec_eval's, p=0.9) or 'RBP' (ir_measures', p=0.8)"
                ),
                "{message}"
            );
        }
        assert_eq!([names("Rbp.0.5"), names("Rbp(p=0.5)")].concat(), ["rbp_0.5", "rbp_0.5"]);
        // Any other two names that differ by their case only have the same default.
        for measure in MEASURES {
            if measure.name.eq_ignore_ascii_case(measure.ir_name) && measure.name != "rbp" {
                assert_eq!(
                    parse(measure.name).unwrap(),
                    parse(measure.ir_name).unwrap(),
                    "{}",
                    measure.name
                );
            }
        }
    }

    fn names_of_all(requests: &[&str]) -> Vec<String> {
        parse_all(requests.iter().copied()).unwrap().iter().map(Instance::name).collect()
    }

    #[test]
    fn a_parameter_replaces_the_default_ones_as_in_trec_eval() {
        assert_eq!(names_of_all(&["P.7,3", "P", "map"]), ["map", "P_3", "P_7"]);
        assert_eq!(
            names_of_all(&["P(rel=2)@5", "success", "P.1"]),
            ["P_1", "P(rel=2)@5", "success_1", "success_5", "success_10"]
        );
        assert_eq!(names_of_all(&["set", "qrels_jg"]).len(), 11 + 1 + 9 + 10);
    }

    #[test]
    fn nicknames_name_measures_in_the_order_of_the_list() {
        for (nickname, names) in NICKNAMES {
            let rows: Vec<usize> =
                names.split(' ').map(|name| rows_named(name).next().expect(name)).collect();
            let exact =
                rows.iter().zip(names.split(' ')).all(|(row, name)| MEASURES[*row].name == name);
            assert!(exact, "{nickname}");
            assert!(*nickname == "set" || rows.is_sorted(), "{nickname}: {rows:?}");
        }
    }
}
