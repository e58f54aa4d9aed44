//! A ranking against sampled judgements, from which the whole is estimated: each judged document
//! represents the inverse of its probability of being drawn (Horvitz & Thompson, 1952).

use super::ranking::{share, total};
use crate::trec::prels::Sample;

/// One topic's ranking against its sampled judgements.
#[derive(Debug, Clone, PartialEq)]
pub struct Sampled {
    /// Rank, from 1, of each relevant result, and the number of documents it represents; ascending.
    retrieved: Vec<(usize, f64)>,
    /// The estimated number of relevant documents.
    relevant: f64,
}

impl Sampled {
    /// Takes the results in rank order. A document is relevant if its grade is at least `level`.
    pub fn new<'a>(
        sample: &Sample,
        results: impl IntoIterator<Item = &'a str>,
        level: i32,
    ) -> Self {
        let mut retrieved = Vec::new();
        for (rank, docno) in (1..).zip(results) {
            if let Some(judged) = sample.get(docno)
                && let Some(represented) = represented(*judged, level)
            {
                retrieved.push((rank, represented));
            }
        }
        let relevant = total(sample.values().filter_map(|judged| represented(*judged, level)));
        Self { retrieved, relevant }
    }

    /// Returns statAP, the estimate of average precision. Precision at a relevant document is
    /// estimated from those above it, which stand for others as well, and the document itself,
    /// which counts once (Aslam & Pavlu 2007; the Million Query track's statAP_MQ_eval).
    pub(super) fn average_precision(&self) -> f64 {
        let mut sum = 0.0;
        let mut above = 0.0;
        for (rank, represents) in &self.retrieved {
            let precision = (1.0 + above) / *rank as f64;
            above += represents;
            sum += precision * represents;
        }
        share(sum, self.relevant)
    }
}

/// Returns the number of documents that a judged one represents; none if it is not relevant.
fn represented((grade, drawn): (i32, f64), level: i32) -> Option<f64> {
    (grade >= level.max(0)).then_some(1.0 / drawn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trec::Prels;

    #[test]
    fn a_document_drawn_with_probability_a_half_represents_two() {
        let lines = "1 a 1 1 1\n1 b 2 1 0.5\n1 c 0 1 0.1\n1 d 1 1 0.25\n";
        let prels = Prels::read_from(lines.as_bytes(), "p").unwrap();
        let sample = prels.topic("1").unwrap();
        // Seven relevant documents; a at rank 2, b at rank 4: (1 + 1) / 4, twice.
        let sampled = Sampled::new(sample, ["c", "a", "x", "b"], 1);
        assert_eq!(sampled.average_precision(), (1.0 / 2.0 + 2.0 * 2.0 / 4.0) / 7.0);
        assert_eq!(Sampled::new(sample, [], 1).average_precision(), 0.0);
    }

    #[test]
    fn where_everything_was_drawn_it_is_average_precision() {
        let prels = Prels::read_from("1 a 1 0 1\n1 b 1 0 1\n1 c 0 0 1\n".as_bytes(), "p").unwrap();
        let sampled = Sampled::new(prels.topic("1").unwrap(), ["a", "c", "b"], 1);
        assert_eq!(sampled.average_precision(), (1.0 + 2.0 / 3.0) / 2.0);
    }
}
