//! What a user asks for, `P.5,10` or `nDCG@10` or `official`, into measures with their cut-offs, and back into names.

use super::{MEASURES, Measure, Score, TopicRanking};
use crate::error::{Error, Result, unknown_name};

/// A measure with its cut-off, if it takes one: what has a value.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Instance {
    /// Index into [`MEASURES`].
    row: usize,
    parameter: Parameter,
}

/// What a measure is given besides the ranking. Agrees with the row's [`Score`], for only this file makes instances.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
enum Parameter {
    Nothing,
    Rank(usize),
    Recall(f64),
}

impl Instance {
    /// The measure.
    pub fn measure(&self) -> &'static Measure {
        &MEASURES[self.row]
    }

    /// The value for one topic: from 0 to 1, or a count. NaN for `runid`, which has no number.
    pub fn score(&self, ranking: &TopicRanking) -> f64 {
        match (self.measure().score, self.parameter) {
            (Score::Whole(score), _) => score(ranking),
            (Score::AtRank(score, _), Parameter::Rank(k)) => score(ranking, k),
            (Score::AtRecall(score, _), Parameter::Recall(level)) => score(ranking, level),
            _ => f64::NAN,
        }
    }

    /// The value for several topics, from the values for each; see [`super::Summary::of`].
    pub fn summary(&self, scores: &[f64]) -> f64 {
        self.measure().summary.of(scores)
    }

    /// How many results of a ranking it looks at, at most; none if it looks at all.
    pub fn depth(&self) -> Option<usize> {
        match self.parameter {
            Parameter::Rank(k) => Some(k),
            _ => None,
        }
    }

    /// trec_eval's name, as it prints it: `P_10`, `iprec_at_recall_0.10`, `map`.
    pub fn name(&self) -> String {
        let name = self.measure().name;
        match self.parameter {
            Parameter::Nothing => name.to_owned(),
            Parameter::Rank(k) => format!("{name}_{k}"),
            Parameter::Recall(level) => format!("{name}_{level:.2}"),
        }
    }

    /// ir_measures' name, as it prints it: `P@10`, `IPrec@0.1`, `AP`; at a relevance level other than 1, `P(rel=2)@10`.
    pub fn ir_name(&self, level: i32) -> String {
        let measure = self.measure();
        let rel = if measure.binary && level != 1 { format!("(rel={level})") } else { String::new() };
        match self.parameter {
            Parameter::Nothing => format!("{}{rel}", measure.ir_name),
            Parameter::Rank(k) => format!("{}{rel}@{k}", measure.ir_name),
            Parameter::Recall(level) => format!("{}{rel}@{level:?}", measure.ir_name),
        }
    }
}

/// Reads one request, letter case aside: a name of trec_eval (`map`; `P.10,20` or `P_10`) or of ir_measures (`AP`,
/// `nDCG@10`), or `official` for trec_eval's default list. A measure named without its cut-offs has trec_eval's. The
/// instances come in the order in which they are asked for.
///
/// # Errors
/// [`Error::Usage`] for a name in no list, with the nearest one, and for a cut-off that is none.
pub fn parse(request: &str) -> Result<Vec<Instance>> {
    if request.eq_ignore_ascii_case("official") {
        return Ok((0..MEASURES.len()).filter(|&row| MEASURES[row].official).flat_map(with_defaults).collect());
    }
    if let Some(row) = rows_named(request).next() {
        return Ok(with_defaults(row));
    }
    let (name, cutoffs) = split(request).ok_or_else(|| unknown(request))?;
    let row = rows_named(name).find(|&row| !matches!(MEASURES[row].score, Score::Whole(_) | Score::Tag));
    match (row, rows_named(name).next()) {
        (Some(row), _) => cutoffs.split(',').map(|cutoff| with_cutoff(row, cutoff)).collect(),
        (None, Some(_)) => Err(Error::Usage(format!("measure '{name}' takes no cut-off, but '{request}' gives one"))),
        (None, None) => Err(unknown(name)),
    }
}

/// Puts instances into the order in which trec_eval prints them, each once.
pub fn in_list_order(instances: &mut Vec<Instance>) {
    instances.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    instances.dedup();
}

/// The rows that know the name as theirs, trec_eval's or ir_measures'.
fn rows_named(name: &str) -> impl Iterator<Item = usize> {
    let knows = move |row: &usize| {
        let measure = &MEASURES[*row];
        let names = [measure.name, measure.ir_name].into_iter().chain(measure.aliases.iter().copied());
        names.into_iter().any(|known| known.eq_ignore_ascii_case(name))
    };
    (0..MEASURES.len()).filter(knows)
}

fn unknown(name: &str) -> Error {
    // Each name once: where ir_measures has none of its own, the row repeats trec_eval's.
    let names = |row: &'static Measure| [Some(row.name), (row.ir_name != row.name).then_some(row.ir_name)];
    unknown_name("measure", name, MEASURES.iter().flat_map(names).flatten().chain(["official"]))
}

/// Name and cut-offs: ir_measures' `P@10`, a printed `P_10`, trec_eval's `P.10,20`.
fn split(request: &str) -> Option<(&str, &str)> {
    let printed = || request.rsplit_once('_').filter(|(_, cutoff)| cutoff.parse::<f64>().is_ok());
    request.split_once('@').or_else(printed).or_else(|| request.split_once('.'))
}

fn with_defaults(row: usize) -> Vec<Instance> {
    let instance = |parameter| Instance { row, parameter };
    match MEASURES[row].score {
        Score::Tag | Score::Whole(_) => vec![instance(Parameter::Nothing)],
        Score::AtRank(_, cutoffs) => cutoffs.iter().map(|&k| instance(Parameter::Rank(k))).collect(),
        Score::AtRecall(_, levels) => levels.iter().map(|&level| instance(Parameter::Recall(level))).collect(),
    }
}

fn with_cutoff(row: usize, cutoff: &str) -> Result<Instance> {
    let measure = &MEASURES[row];
    let number = cutoff.parse::<f64>().ok();
    let (parameter, expected) = match measure.score {
        Score::AtRecall(..) => {
            (number.filter(|level| (0.0..=1.0).contains(level)).map(Parameter::Recall), "a number from 0 to 1")
        }
        // trec_eval drops the fraction of a cut-off, and its own tests ask for ndcg_cut.23.4.
        _ => {
            (number.filter(|&k| (1.0..1e15).contains(&k)).map(|k| Parameter::Rank(k as usize)), "a whole number from 1")
        }
    };
    let wrong = || Error::Usage(format!("measure '{}': found cut-off '{cutoff}', expected {expected}", measure.name));
    Ok(Instance { row, parameter: parameter.ok_or_else(wrong)? })
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
            assert_eq!(parse(&instance.name()).unwrap(), [instance]);
            assert_eq!(parse(&instance.ir_name(1)).unwrap(), [instance]);
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
        assert!(wrong("utility").starts_with("unknown measure 'utility'; known: runid, "));
        assert_eq!(wrong("map@10"), "measure 'map' takes no cut-off, but 'map@10' gives one");
        assert_eq!(wrong("P@0"), "measure 'P': found cut-off '0', expected a whole number from 1");
        assert_eq!(wrong("P.5,x"), "measure 'P': found cut-off 'x', expected a whole number from 1");
        assert_eq!(wrong("IPrec@10"), "measure 'iprec_at_recall': found cut-off '10', expected a number from 0 to 1");
    }
}
