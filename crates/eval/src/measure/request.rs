//! What a user asks for, `P.5,10` or `nDCG@10` or `official`, into measures with their parameters.

use super::catalog::NICKNAMES;
use super::instance::Parameter;
use super::settings::Settings;
use super::{Gains, Instance, MEASURES, Numbers, Score, ir_request};
use crate::error::{Error, Result};
use tamis_place::nearest;

/// Reads one request, letter case aside: a name of trec_eval (`map`; `P.10,20` or `P_10`; `ndcg.1=3,2=9`) or of ir_measures
/// (`AP`, `nDCG@10`, `P(rel=2)@5`), or one of trec_eval's nicknames (`official`, `all_trec`, ...). A measure named without
/// its parameter has trec_eval's. The instances come in the order in which they are asked for.
///
/// # Errors
/// [`Error::Setting`] for a name in no list, with the nearest one, and for a parameter that is none.
pub fn parse(request: &str) -> Result<Vec<Instance>> {
    match usual(request) {
        Some(instances) => Ok(instances),
        None => typed(request),
    }
}

/// All requests, as trec_eval takes them: in the order of its list, each instance once; and a measure that one request
/// gives a parameter does not have its usual ones besides.
///
/// # Errors
/// As [`parse`].
pub fn parse_all<'a>(requests: impl IntoIterator<Item = &'a str>) -> Result<Vec<Instance>> {
    let (mut instances, mut with_parameter) = (Vec::new(), Vec::new());
    for request in requests {
        match usual(request) {
            Some(some) => instances.extend(some),
            None => with_parameter.extend(typed(request)?),
        }
    }
    let replaced =
        |one: &Instance| with_parameter.iter().any(|typed| typed.row == one.row && typed.settings.are_usual());
    instances.retain(|one| !replaced(one));
    instances.extend(with_parameter);
    in_list_order(&mut instances);
    Ok(instances)
}

/// Puts instances into the order in which trec_eval prints them, each once.
pub fn in_list_order(instances: &mut Vec<Instance>) {
    instances.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    instances.dedup();
}

/// What a nickname, or a name without a parameter, means.
fn usual(request: &str) -> Option<Vec<Instance>> {
    if let Some((_, names)) = NICKNAMES.iter().find(|(nickname, _)| request.eq_ignore_ascii_case(nickname)) {
        return Some(names.iter().filter_map(|name| rows_named(name).next()).flat_map(with_defaults).collect());
    }
    rows_named(request).next().map(with_defaults)
}

/// A name with a parameter.
fn typed(request: &str) -> Result<Vec<Instance>> {
    if request.contains(['(', '@']) {
        return ir_request::parse(request);
    }
    let (name, parameter) = split(request).ok_or_else(|| unknown(request))?;
    with_parameter(request, name, parameter)
}

/// The rows that know the name as theirs, trec_eval's or ir_measures'.
pub(super) fn rows_named(name: &str) -> impl Iterator<Item = usize> {
    let knows = move |row: &usize| {
        let measure = &MEASURES[*row];
        let names = [measure.name, measure.ir_name].into_iter().chain(measure.aliases.iter().copied());
        names.into_iter().any(|known| known.eq_ignore_ascii_case(name))
    };
    (0..MEASURES.len()).filter(knows)
}

/// Measures of ir_measures that are not in the list.
const FOREIGN: [&str; 10] = ["Accuracy", "BPM", "Compat", "INSQ", "INST", "NERR8", "NERR9", "NERR10", "NERR11", "SDCG"];

/// The error for a name that is in no list: the nearest one, or where to look.
pub(super) fn unknown(name: &str) -> Error {
    const LIST: &str = "`tamis measures` lists those that there are";
    if FOREIGN.iter().any(|foreign| foreign.eq_ignore_ascii_case(name)) {
        return Error::setting(format!("measure '{name}' is one of ir_measures that tamis does not have; {LIST}"));
    }
    // Each name once: where ir_measures has none of its own, the row repeats trec_eval's.
    let names = MEASURES.iter().flat_map(|row| [Some(row.name), (row.ir_name != row.name).then_some(row.ir_name)]);
    let names = names.flatten().chain(NICKNAMES.iter().map(|(nickname, _)| *nickname));
    // What is wrong is rarely the cut-off.
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || "_.@,".contains(c));
    match nearest(stem, names) {
        Some(known) => Error::setting(format!("unknown measure '{name}'; did you mean '{known}'?")),
        None => Error::setting(format!("unknown measure '{name}'; {LIST}")),
    }
}

/// Name and parameter: a printed `P_10`, trec_eval's `P.10,20`.
fn split(request: &str) -> Option<(&str, &str)> {
    let is_parameter = |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || "-.p".contains(c));
    let printed = |(name, tail): &(&str, &str)| is_parameter(tail) && rows_named(name).next().is_some();
    request.rsplit_once('_').filter(printed).or_else(|| request.split_once('.'))
}

pub(super) fn with_defaults(row: usize) -> Vec<Instance> {
    let instance = |parameter| Instance { row, settings: Settings::default(), parameter };
    match usual_parameters(&MEASURES[row].score) {
        None => vec![instance(Parameter::Nothing)],
        Some(parameters) => parameters.into_iter().map(instance).collect(),
    }
}

/// The parameters of a score that has one value for each.
fn usual_parameters(score: &Score) -> Option<Vec<Parameter>> {
    match score {
        Score::AtRank(_, cutoffs) | Score::ByGainAtRank(_, cutoffs) | Score::OfSubtopicsAtRank(_, cutoffs, _) => {
            Some(cutoffs.iter().map(|&k| Parameter::Rank(k)).collect())
        }
        Score::AtRecall(_, shares) | Score::AtMultiple(_, shares) => {
            Some(shares.iter().map(|&share| Parameter::Share(share)).collect())
        }
        Score::PerGroup(inner) => usual_parameters(inner),
        _ => None,
    }
}

/// The first row of this name for which `parameter` means something, with it.
pub(super) fn with_parameter(request: &str, name: &str, parameter: &str) -> Result<Vec<Instance>> {
    let mut refused = match rows_named(name).next() {
        Some(_) => Error::setting(format!("measure '{name}' takes no cut-off, but '{request}' gives one")),
        None => unknown(name),
    };
    for row in rows_named(name) {
        match parameters(inner(&MEASURES[row].score), parameter) {
            Ok(parameters) => {
                let instance = |parameter| Instance { row, settings: Settings::default(), parameter };
                return Ok(parameters.into_iter().map(instance).collect());
            }
            Err(None) => {}
            Err(Some((found, expected))) => {
                let message = format!("measure '{}': found cut-off '{found}', expected {expected}", MEASURES[row].name);
                refused = Error::setting(message);
            }
        }
    }
    Err(refused)
}

/// What a score makes of a parameter; what was found and expected where it is none for it; nothing where it takes none.
fn parameters(score: &Score, text: &str) -> std::result::Result<Vec<Parameter>, Option<(String, String)>> {
    let each = |read: &dyn Fn(&str) -> Option<Parameter>, expected: &str| {
        let one = |part: &str| read(part).ok_or_else(|| Some((part.to_owned(), expected.to_owned())));
        text.split(',').map(one).collect()
    };
    let share =
        |text: &str, most: f64| text.parse().ok().filter(|share| (0.0..=most).contains(share)).map(Parameter::Share);
    let wrong = |expected: String| Some((text.to_owned(), expected));
    match score {
        Score::Tag
        | Score::One
        | Score::Whole(_)
        | Score::PerGroup(_)
        | Score::OfPreferences(_)
        | Score::OfSubtopics(..)
        | Score::OfSample(_) => Err(None),
        Score::AtRecall(..) => each(&|text| share(text, 1.0), "a number from 0 to 1"),
        Score::AtMultiple(..) => each(&|text| share(text, MOST_MULTIPLE), "a number from 0"),
        Score::ByGain(_) => gains(text)
            .map(|gains| vec![Parameter::Gains(gains, text.to_owned())])
            .ok_or_else(|| wrong("gains of grades, as 1=3,2=9.5".to_owned())),
        Score::WithNumbers(_, numbers) => read_numbers(text, numbers)
            .map(|read| vec![Parameter::Numbers(read, text.to_owned())])
            .ok_or_else(|| wrong(expected_numbers(numbers))),
        // trec_eval drops the fraction of a cut-off, and its own tests ask for ndcg_cut.23.4.
        Score::AtRank(..) | Score::ByGainAtRank(..) | Score::OfSubtopicsAtRank(..) | Score::Grades(_) => {
            each(&|text| rank(text).map(Parameter::Rank), "a whole number from 1")
        }
    }
}

/// More than any number of results is of any number of relevant documents.
const MOST_MULTIPLE: f64 = 1e9;

/// The score that a parameter is for.
fn inner(score: &'static Score) -> &'static Score {
    if let Score::PerGroup(inner) = score { inner } else { score }
}

pub(super) fn rank(text: &str) -> Option<usize> {
    text.parse().ok().filter(|k| (1.0..1e15).contains(k)).map(|k: f64| k as usize)
}

fn gains(text: &str) -> Option<Gains> {
    gains_of(text, '=')
}

/// Gains, between commas, each behind its grade and a sign.
pub(super) fn gains_of(text: &str, sign: char) -> Option<Gains> {
    let pair = |pair: &str| {
        let (grade, gain) = pair.split_once(sign)?;
        let gain = gain.trim().parse().ok().filter(|gain: &f64| gain.is_finite())?;
        Some((grade.trim().parse().ok()?, gain))
    };
    text.split(',').map(pair).collect::<Option<Vec<_>>>().map(Gains::new)
}

/// The numbers; one that ir_measures has a name for may have it (trec_eval's `rbp.p=0.8`).
pub(super) fn read_numbers(text: &str, numbers: &Numbers) -> Option<Vec<f64>> {
    let text = numbers.ir.and_then(|(key, _)| text.strip_prefix(key)?.strip_prefix('=')).unwrap_or(text);
    let in_range = |number: &f64| (numbers.range.0..=numbers.range.1).contains(number);
    let read = text.split(',').map(|number| number.parse().ok().filter(in_range)).collect::<Option<Vec<f64>>>()?;
    (numbers.any_count || read.len() == numbers.default.len()).then_some(read)
}

pub(super) fn expected_numbers(numbers: &Numbers) -> String {
    let count = match (numbers.any_count, numbers.default.len()) {
        (true, _) => "numbers".to_owned(),
        (false, 1) => "a number".to_owned(),
        (false, count) => format!("{count} numbers, between commas"),
    };
    match numbers.range {
        (f64::MIN, _) => count,
        (least, f64::MAX) => format!("{count} from {least}"),
        (least, most) => format!("{count} from {least} to {most}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            // By its value, for ir_measures' name says the number that trec_eval's leaves out.
            assert_eq!(parse(&instance.ir_name(1)).unwrap()[0].ir_name(1), instance.ir_name(1));
        }
    }

    #[test]
    fn cut_offs_as_trec_eval_takes_them() {
        assert_eq!(names("P.5,7,3"), ["P_5", "P_7", "P_3"]);
        assert_eq!(names("ndcg_cut.10,20,23.4"), ["ndcg_cut_10", "ndcg_cut_20", "ndcg_cut_23"]);
        assert_eq!(names("iprec_at_recall..10,.20"), ["iprec_at_recall_0.10", "iprec_at_recall_0.20"]);
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
        let mut asked: Vec<_> =
            ["nDCG@20", "P.10,5", "map", "P@5"].iter().flat_map(|name| parse(name).unwrap()).collect();
        in_list_order(&mut asked);
        assert_eq!(asked.iter().map(Instance::name).collect::<Vec<_>>(), ["map", "P_5", "P_10", "ndcg_cut_20"]);
    }

    #[test]
    fn levels_show_in_the_names_of_binary_measures_only() {
        assert_eq!(parse("P@10").unwrap()[0].ir_name(2), "P(rel=2)@10");
        assert_eq!(parse("nDCG@10").unwrap()[0].ir_name(2), "nDCG@10");
    }

    #[test]
    fn what_is_wrong_is_explained() {
        let wrong = |request| parse(request).unwrap_err().to_string();
        assert_eq!(wrong("ndgc@10"), "unknown measure 'ndgc'; did you mean 'ndcg'?");
        assert_eq!(wrong("recip_ranc"), "unknown measure 'recip_ranc'; did you mean 'recip_rank'?");
        assert_eq!(wrong("readability"), "unknown measure 'readability'; `tamis measures` lists those that there are");
        assert_eq!(wrong("utility.1,2"), "measure 'utility': found cut-off '1,2', expected 4 numbers, between commas");
        assert_eq!(
            wrong("ndcg_rel.1"),
            "measure 'ndcg_rel': found cut-off '1', expected gains of grades, as 1=3,2=9.5"
        );
        assert_eq!(wrong("bpref@10"), "measure 'bpref' takes no cut-off, but 'bpref@10' gives one");
        assert_eq!(wrong("P@0"), "measure 'P': found cut-off '0', expected a whole number from 1");
        assert_eq!(wrong("P.5,x"), "measure 'P': found cut-off 'x', expected a whole number from 1");
        assert_eq!(wrong("IPrec@10"), "measure 'iprec_at_recall': found cut-off '10', expected a number from 0 to 1");
    }

    #[test]
    fn parameters_stand_in_the_names() {
        for (asked, trec, ir) in [
            ("ndcg.1=3,2=9,4=4.5", "ndcg_1=3,2=9,4=4.5", "nDCG(gains={1:3,2:9,4:4.5})"),
            ("utility.2,-1,0,0", "utility_2,-1,0,0", "utility_2,-1,0,0"),
            ("11pt_avg..25,.5", "11pt_avg_.25,.5", "11pt_avg_.25,.5"),
            ("set_F.0.5", "set_F_0.5", "SetF(beta=0.5)"),
            ("set_F", "set_F", "SetF"),
            ("rbp.p=0.5", "rbp_p=0.5", "RBP(p=0.5)"),
            ("rbp", "rbp", "RBP(p=0.9)"),
            ("RBP(rel=2)", "RBP(p=0.8,rel=2)", "RBP(p=0.8,rel=2)"),
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
            let instances = parse(asked).unwrap();
            assert_eq!((instances[0].name().as_str(), instances[0].ir_name(1).as_str()), (trec, ir));
            assert_eq!(parse(trec).unwrap()[0].name(), trec);
        }
    }

    #[test]
    fn a_parameter_replaces_the_usual_ones_as_in_trec_eval() {
        let names =
            |asked: &[&str]| parse_all(asked.iter().copied()).unwrap().iter().map(Instance::name).collect::<Vec<_>>();
        assert_eq!(names(&["P.7,3", "P", "map"]), ["map", "P_3", "P_7"]);
        assert_eq!(
            names(&["P(rel=2)@5", "success", "P.1"]),
            ["P_1", "P(rel=2)@5", "success_1", "success_5", "success_10"]
        );
        assert_eq!(names(&["set", "qrels_jg"]).len(), 11 + 1 + 9 + 10);
    }

    #[test]
    fn nicknames_name_measures_in_the_order_of_the_list() {
        for (nickname, names) in NICKNAMES {
            let rows: Vec<usize> = names.iter().map(|name| rows_named(name).next().expect(name)).collect();
            let exact = rows.iter().zip(*names).all(|(row, name)| MEASURES[*row].name == *name);
            assert!(exact, "{nickname}");
            assert!(*nickname == "set" || rows.is_sorted(), "{nickname}: {rows:?}");
        }
    }
}
