//! Any bytes as a run: read or refused, never a panic; what is read is in order, and every measure of it is a number in
//! its range, whatever the judgements.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tamis::measure::{Options, Summary, evaluate, parse};
use tamis::trec::{qrels, run};

fuzz_target!(|bytes: &[u8]| {
    let Ok(run) = run::read_from(bytes, "fuzz") else { return };
    // A comment first, lest a byte order mark that begins a topic be taken for the file's.
    let mut judgements = "#\n".to_owned();
    for (id, ranking) in run.topics() {
        assert!(ranking.windows(2).all(|pair| run::ranking_order(&pair[0], &pair[1]).is_lt()));
        // Every third document stays unjudged; the others' grades run from -1 to 3.
        for (at, retrieved) in ranking.iter().enumerate().filter(|(at, _)| at % 3 != 2) {
            judgements += &format!("{id} 0 {} {}\n", retrieved.docno, at as i32 % 5 - 1);
        }
    }
    let qrels = qrels::read_from(judgements.as_bytes(), "judgements").expect("docnos of a run are docnos of qrels");
    let mut instances = parse("official").expect("a name of the list");
    instances.extend(parse("ndcg").expect("a name of the list"));
    let evaluation = evaluate(&qrels, &run, &instances, Options::default());
    for (instance, value) in instances.iter().zip(&evaluation.summary) {
        let share = matches!(instance.measure().summary, Summary::Mean | Summary::GeometricMean);
        assert!(!share || (0.0..=1.0 + 1e-9).contains(value), "{}: {value}", instance.name());
    }
});
