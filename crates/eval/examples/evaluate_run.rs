//! Scores a run and prints trec_eval's lines.
//!
//! `cargo run -p tamis-eval --example evaluate_run -- QRELS RUN [MEASURE...]`; without arguments, a
//! small example.

use std::io::stdout;
use tamis_eval::measure::{Layout, LayoutParts};
use tamis_eval::{Measures, Qrels, Run, evaluate};

const QRELS: &str = "851 0 a 1\n851 0 b 0\n851 0 c 2\n852 0 a 1\n852 0 d 1\n";
const RUN: &str = "851 Q0 c 1 9.5 demo\n851 Q0 b 2 8.0 demo\n851 Q0 a 3 7.1 demo\n852 Q0 b 1 6.0 \
                   demo\n852 Q0 d 2 5.5 demo\n";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (qrels, run) = match &arguments[..] {
        [qrels, run, ..] => (Qrels::read(qrels)?, Run::read(run)?),
        [] => {
            (Qrels::read_from(QRELS.as_bytes(), "qrels")?, Run::read_from(RUN.as_bytes(), "run")?)
        }
        _ => return Err("expected QRELS RUN [MEASURE...], or no arguments".into()),
    };
    let measures = match arguments.get(2..) {
        Some(requests) if !requests.is_empty() => {
            Measures::parse(requests.iter().map(String::as_str))?
        }
        _ => "num_q map P.1,5 recip_rank ndcg_cut.10".parse()?,
    };
    let evaluation = evaluate(&qrels, &run, &measures);
    Layout::Trec.write(&evaluation, LayoutParts { topics: true, summary: true }, &mut stdout())?;
    Ok(())
}
