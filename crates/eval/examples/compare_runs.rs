//! Compares two runs: means, difference, p-value and confidence interval.
//!
//! `cargo run -p tamis-eval --example compare_runs -- QRELS BASELINE RUN [MEASURE...]`; without
//! arguments, a small example.

use tamis_eval::runs::CompareSettings;
use tamis_eval::statistics::Test;
use tamis_eval::{ComparedRun, Measures, Options, Qrels, Run, compare};

/// A run with the relevant document of topic 1, 2, ... at these ranks.
fn example(tag: &str, ranks: &[usize]) -> tamis_eval::Result<ComparedRun> {
    let mut lines = String::new();
    for (topic, &relevant) in (1..).zip(ranks) {
        for rank in 1..=10 {
            let docno =
                if rank == relevant { "relevant".to_owned() } else { format!("other{rank}") };
            lines += &format!("{topic} Q0 {docno} {rank} {} {tag}\n", 100 - rank);
        }
    }
    Ok(Run::read_from(lines.as_bytes(), tag)?.into())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (qrels, runs) = match &arguments[..] {
        [qrels, baseline, run, ..] => {
            (Qrels::read(qrels)?, [ComparedRun::read(baseline)?, ComparedRun::read(run)?])
        }
        [] => {
            let qrels: String = (1..=8).map(|topic| format!("{topic} 0 relevant 1\n")).collect();
            let runs = [
                example("baseline", &[3, 1, 5, 2, 9, 4, 2, 6])?,
                example("better", &[1, 1, 4, 2, 5, 2, 3, 3])?,
            ];
            (Qrels::read_from(qrels.as_bytes(), "qrels")?, runs)
        }
        _ => return Err("expected QRELS BASELINE RUN [MEASURE...], or no arguments".into()),
    };
    let measures = match arguments.get(3..) {
        Some(requests) if !requests.is_empty() => {
            Measures::parse(requests.iter().map(String::as_str))?
        }
        _ => "recip_rank P_5 ndcg_cut_10".parse()?,
    };
    let settings =
        CompareSettings { test: Test::by_name("randomization")?, ..CompareSettings::default() };
    let comparison = compare(&qrels, &runs, &measures, Options::default(), settings);
    let baseline = &comparison.baseline;
    let run = &comparison.runs[0];
    println!("{} against {}, {} topics", run.system.name, baseline.name, comparison.topics.len());
    for (at, measure) in comparison.measures.iter().enumerate() {
        let against = &run.against[at];
        let p = against.p.map_or("none".to_owned(), |p| format!("{p:.4}"));
        let interval = against
            .bootstrap
            .map_or("none".to_owned(), |(low, high)| format!("[{low:+.4}, {high:+.4}]"));
        print!(
            "{measure:<12} {:.4} -> {:.4} ({:+.4})",
            baseline.means[at], run.system.means[at], against.difference
        );
        println!(
            "  p {p}  95 % interval {interval}  {}/{}/{} topics",
            against.win, against.tie, against.loss
        );
    }
    Ok(())
}
