//! Interpolated precision at a recall: the best precision at that recall or a higher one. The
//! recall is converted to a number of relevant documents by rounding to the nearest (trec_eval 10;
//! 9 and before nearly always rounded up).

use crate::measure::definition::{Measure, Score};
use crate::measure::ranking::TopicRanking;
use crate::measure::summary::Summary;

pub(super) const MEASURE: Measure = Measure {
    name: "iprec_at_recall",
    ir_name: "IPrec",
    aliases: &[],
    explanation: "best precision at this recall or a higher one",
    score: Score::AtRecall(score, &[0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]),
    summary: Summary::Mean,
    binary: true,
};

pub(super) fn score(ranking: &TopicRanking, recall: f64) -> f64 {
    let enough = ranking.judgements.share_of_relevant(recall);
    let points =
        (1..).map(f64::from).zip(ranking.relevant_ranks()).filter(|(found, _)| *found >= enough);
    points.map(|(found, rank)| found / rank as f64).fold(0.0, f64::max)
}
