//! Trains Web2Text's two networks (Vogels, Ganea and Eickhoff, ECIR 2018, sections 3.4 and 4.2).
//!
//! The settings are those of the released code where it differs from the paper: weights are dropped
//! (0.2), not activations; there is no weight decay (the paper: 1e-4). Both have Adam with a rate
//! of 1e-3, 5,000 steps of 128 excerpts of 9 blocks, and keep the network that is best on the
//! validation pages: by the F1 of its labels (unary) or by the share of pairs that it labels right
//! (pairwise), looked at every 100 steps. Three things are ours:
//! - The released files lack the biases that the training had; ours have them.
//! - The first weights are sums of twelve random numbers instead of normal ones, cut at two
//!   standard deviations alike.
//! - Without validation pages the last networks are kept.
//!
//! An excerpt is drawn as in the released code: pages in random order, each once before any comes
//! again; pages of 10 blocks or fewer are left out; the first block of a page is in no excerpt.

mod convolve;
mod learner;
mod leaves;

use self::learner::{Batch, NetworkLearner};
use super::draw::Draw;
use super::{Example, Step, Task};
use rayon::prelude::*;
use tamis_blocks::model::Model;
use tamis_index::error::{Error, Result};
use tamis_originals::classify::web2text::network::{LayerShape, Network, PAIRWISE, UNARY};
use tamis_originals::classify::web2text::reading::Reading;

/// The number of features of a block, and of a pair.
const BLOCK_FEATURES: usize = UNARY[0].1;
const EDGE_FEATURES: usize = PAIRWISE[0].1;
/// The steps of a network's training, if the task names no number.
const STEPS: usize = 5_000;
const EXCERPTS: usize = 128;
const BLOCKS: usize = 9;
/// Steps between two evaluations on the validation pages.
const LOOK_EVERY: usize = 100;
/// The weight of pairs in the decoding: the paper's figures are those of 0.1.
const LAMBDA: f64 = 0.1;

/// Trains both networks.
///
/// # Errors
/// [`Error::Setting`] if no page has more than 10 blocks.
pub fn train(task: &Task) -> Result<Model> {
    let (blocks, pairs) = read_all(task.train);
    let (validation_blocks, validation_pairs) = read_all(task.validation);
    let steps = task.iterations.unwrap_or(STEPS);
    let of = 2 * (steps + 1);
    let unary = Training { shapes: &UNARY, length: BLOCKS, steps, score: f1 };
    let mut draw = Draw::new(task.seed, 0);
    let unary = unary.run(&blocks, &validation_blocks, &mut draw, |step, loss, validation| {
        (task.report)(Step { iteration: step + 1, of, loss, validation });
    })?;
    let pairwise = Training { shapes: &PAIRWISE, length: BLOCKS - 1, steps, score: accuracy };
    let mut draw = Draw::new(task.seed, 1);
    let pairwise =
        pairwise.run(&pairs, &validation_pairs, &mut draw, |step, loss, validation| {
            (task.report)(Step { iteration: steps + 1 + step + 1, of, loss, validation });
        })?;
    let model = Model::new("web2text", serde_json::json!({ "lambda": LAMBDA }));
    Ok(pairwise.add_to(unary.add_to(model, "unary"), "pairwise"))
}

/// A page as a network sees it: features and classes, row by row.
struct PageSequence<const IN: usize> {
    features: Vec<[f32; IN]>,
    classes: Vec<u8>,
}

fn read_all(
    examples: &[&Example],
) -> (Vec<PageSequence<BLOCK_FEATURES>>, Vec<PageSequence<EDGE_FEATURES>>) {
    examples.par_iter().map(|example| read(example)).unzip()
}

/// Reads the blocks of a page, and its pairs of neighbours.
fn read(example: &Example) -> (PageSequence<BLOCK_FEATURES>, PageSequence<EDGE_FEATURES>) {
    let reading = Reading::new(example.page.html());
    let labels = leaves::labels(&reading, example);
    let blocks = labels.iter().map(|&label| u8::from(label)).collect::<Vec<_>>();
    let pairs = blocks.windows(2).map(|pair| 2 * pair[0] + pair[1]).collect();
    (
        PageSequence { features: reading.block_features().to_vec(), classes: blocks },
        PageSequence { features: reading.edge_features().to_vec(), classes: pairs },
    )
}

/// How one network is trained.
struct Training<'a> {
    shapes: &'a [LayerShape],
    length: usize,
    steps: usize,
    /// The score of predicted classes: how many rows have which true (first) and which predicted
    /// class.
    score: fn(&Confusion) -> f64,
}

type Confusion = [[usize; 4]; 4];

impl Training<'_> {
    fn run<const IN: usize>(
        &self,
        pages: &[PageSequence<IN>],
        validation: &[PageSequence<IN>],
        draw: &mut Draw,
        report: impl Fn(usize, f64, Option<f64>),
    ) -> Result<Network> {
        let long: Vec<&PageSequence<IN>> =
            pages.iter().filter(|page| page.classes.len() > self.length + 1).collect();
        if long.is_empty() {
            return Err(Error::settings(format!(
                "web2text: found no page of more than {} blocks to learn from",
                BLOCKS + 1
            )));
        }
        let mut learner = NetworkLearner::new(self.shapes, draw);
        let mut queue = Queue { pages: long, next: 0 };
        let mut best: Option<(f64, Network)> = None;
        for step in 0..=self.steps {
            let batch = self.batch(&mut queue, draw);
            let loss = learner.step(&batch, draw);
            let looks = (step % LOOK_EVERY == 0 || step == self.steps) && !validation.is_empty();
            let score = looks.then(|| (self.score)(&self.counts(learner.network(), validation)));
            if let Some(score) =
                score.filter(|score| best.as_ref().is_none_or(|(best, _)| score > best))
            {
                best = Some((score, learner.network().clone()));
            }
            report(step, loss, score);
        }
        Ok(best.map_or_else(|| learner.network().clone(), |(_, network)| network))
    }

    fn batch<const IN: usize>(&self, queue: &mut Queue<IN>, draw: &mut Draw) -> Batch {
        let mut batch = Batch { length: self.length, features: Vec::new(), classes: Vec::new() };
        for _ in 0..EXCERPTS {
            let page = queue.take(draw);
            let start = 1 + draw.below(page.classes.len() - self.length - 1);
            let rows = start..start + self.length;
            batch.features.extend_from_slice(page.features[rows.clone()].as_flattened());
            batch.classes.extend_from_slice(&page.classes[rows]);
        }
        batch
    }

    fn counts<const IN: usize>(&self, network: &Network, pages: &[PageSequence<IN>]) -> Confusion {
        let predictions: Vec<Vec<usize>> =
            pages.par_iter().map(|page| self.predict(network, page)).collect();
        let mut counts = Confusion::default();
        for (page, predicted) in pages.iter().zip(predictions) {
            for (&class, predicted) in page.classes.iter().zip(predicted) {
                counts[usize::from(class)][predicted] += 1;
            }
        }
        counts
    }

    /// Returns the class that a network predicts for each row of a page.
    fn predict<const IN: usize>(&self, network: &Network, page: &PageSequence<IN>) -> Vec<usize> {
        if matches!(self.shapes.last(), Some((_, _, 4))) {
            network.forward::<IN, 4>(&page.features).iter().map(|row| most(row)).collect()
        } else {
            network.forward::<IN, 2>(&page.features).iter().map(|row| most(row)).collect()
        }
    }
}

/// Pages in random order; when all were taken, in another.
struct Queue<'a, const IN: usize> {
    pages: Vec<&'a PageSequence<IN>>,
    next: usize,
}

impl<'a, const IN: usize> Queue<'a, IN> {
    fn take(&mut self, draw: &mut Draw) -> &'a PageSequence<IN> {
        if self.next == 0 {
            draw.shuffle(&mut self.pages);
        }
        let page = self.pages[self.next];
        self.next = (self.next + 1) % self.pages.len();
        page
    }
}

/// The place of the highest logit, the first of equals.
fn most(logits: &[f32]) -> usize {
    (1..logits.len()).fold(0, |best, i| if logits[i] > logits[best] { i } else { best })
}

/// The F1 of content; 0 if nothing is content and nothing is kept.
fn f1(counts: &Confusion) -> f64 {
    let right = counts[1][1];
    let wrong = counts[0][1];
    let lost = counts[1][0];
    2.0 * right as f64 / ((2 * right + wrong + lost).max(1)) as f64
}

/// The share of rows whose class is right.
fn accuracy(counts: &Confusion) -> f64 {
    let right: usize = (0..4).map(|class| counts[class][class]).sum();
    right as f64 / counts.as_flattened().iter().sum::<usize>().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small network, so that a test takes a second.
    const SHAPES: [LayerShape; 2] = [(1, EDGE_FEATURES, 10), (3, 10, 2)];

    /// Pages whose rows are content where the first feature is positive.
    fn pages(count: usize, draw: &mut Draw) -> Vec<PageSequence<EDGE_FEATURES>> {
        let mut pages = Vec::new();
        for _ in 0..count {
            let features: Vec<_> =
                (0..30).map(|_| [0.0; EDGE_FEATURES].map(|_: f32| draw.normal())).collect();
            let classes = features.iter().map(|row| u8::from(row[0] > 0.0)).collect();
            pages.push(PageSequence { features, classes });
        }
        pages
    }

    fn trained(steps: usize) -> (Network, Vec<(f64, Option<f64>)>) {
        let mut draw = Draw::new(5, 0);
        let train = pages(20, &mut draw);
        let validation = pages(5, &mut draw);
        let reports = std::cell::RefCell::new(Vec::new());
        let training = Training { shapes: &SHAPES, length: BLOCKS, steps, score: f1 };
        let network = training
            .run(&train, &validation, &mut draw, |_, loss, score| {
                reports.borrow_mut().push((loss, score));
            })
            .unwrap();
        (network, reports.into_inner())
    }

    /// Trains on one page of so many blocks.
    fn train_on_one(blocks: usize) -> Result<Network> {
        let page =
            PageSequence { features: vec![[0.0; EDGE_FEATURES]; blocks], classes: vec![0; blocks] };
        let training = Training { shapes: &PAIRWISE, length: 8, steps: 1, score: accuracy };
        training.run(&[page], &[], &mut Draw::new(1, 0), |_, _, _| ())
    }

    #[test]
    fn a_network_learns_and_the_best_one_is_kept() {
        let (_, reports) = trained(300);
        let scores: Vec<f64> = reports.iter().filter_map(|(_, score)| *score).collect();
        assert_eq!((reports.len(), scores.len()), (301, 4));
        assert!(
            reports[300].0 < 0.8 * reports[0].0 && scores[3] > 0.8 && scores[3] > scores[0],
            "{scores:?} {:?}",
            reports[300]
        );
        // The first step and the last one are looked at, and the better one is kept.
        let (short, reports) = trained(50);
        let scores: Vec<f64> = reports.iter().filter_map(|(_, score)| *score).collect();
        assert_eq!((reports.len(), scores.len()), (51, 2));
        assert_eq!(short == trained(0).0, scores[1] <= scores[0]);
        assert_eq!(trained(50), (short, reports));
    }

    #[test]
    fn short_pages_teach_nothing() {
        let error = train_on_one(9).err().unwrap().to_string();
        assert!(error.contains("more than 10 blocks"), "{error}");
        assert!(train_on_one(10).is_ok());
    }

    #[test]
    fn scores_are_those_of_content_and_of_all() {
        let counts = [[3, 1, 0, 0], [2, 4, 0, 0], [0; 4], [0; 4]];
        assert_eq!((f1(&counts), accuracy(&counts)), (8.0 / 11.0, 0.7));
        assert_eq!(f1(&Confusion::default()), 0.0);
        assert_eq!((most(&[1.0, 1.0]), most(&[0.0, 2.0, 2.0, 1.0])), (0, 1));
    }
}
