//! Learns the weights of a network: forward and backward passes over a batch of excerpts, and Adam
//! (Kingma and Ba, 2015).
//!
//! The original drops weights, not activations, in every step (DropConnect): a fifth of them is
//! zero and the others are divided by 0.8. Biases are never dropped.

use super::convolve::{self, PaddedRows};
use crate::train::draw::Draw;
use rayon::prelude::*;
use tamis_originals::classify::web2text::network::{Layer, LayerShape, Network};

/// The share of weights that a step keeps.
const KEPT: f32 = 0.8;
/// The standard deviation of the first weights; none is further from 0 than twice this.
const DEVIATION: f32 = 0.1;
/// Adam's step size, decay of both moments, and the number that keeps it from dividing by 0.
const RATE: f64 = 1e-3;
const DECAYS: [f64; 2] = [0.9, 0.999];
const EPSILON: f32 = 1e-8;
/// Excerpts whose gradients are computed together. A constant, so that sums do not depend on the
/// number of threads.
const TOGETHER: usize = 16;

/// A network that is being trained.
pub struct NetworkLearner {
    network: Network,
    /// Adam's moments of every number, in the order of [`numbers`].
    moments: [Vec<f32>; 2],
    steps: i32,
}

/// Excerpts of pages with the classes of their rows.
pub struct Batch {
    /// The number of rows of an excerpt.
    pub length: usize,
    /// The features of all rows.
    pub features: Vec<f32>,
    /// The class of every row, the number of a logit.
    pub classes: Vec<u8>,
}

impl NetworkLearner {
    /// Starts with random weights and biases of 0.
    pub fn new(shapes: &[LayerShape], draw: &mut Draw) -> Self {
        let mut layers = Vec::with_capacity(shapes.len());
        for &shape in shapes {
            let (kernel, inputs, outputs) = shape;
            let weights =
                (0..kernel * inputs * outputs).map(|_| DEVIATION * draw.normal()).collect();
            layers.push(Layer { shape, weights, biases: vec![0.0; outputs] });
        }
        let network = Network { layers };
        let zeros = vec![0.0; numbers(&network).map(<[f32]>::len).sum()];
        Self { network, moments: [zeros.clone(), zeros], steps: 0 }
    }

    /// The network as it is now.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Changes the network by one step. Returns the mean cross-entropy of the batch before it, in
    /// nats.
    pub fn step(&mut self, batch: &Batch, draw: &mut Draw) -> f64 {
        let masks: Vec<Vec<f32>> =
            self.network.layers.iter().map(|layer| mask(layer.weights.len(), draw)).collect();
        let mut dropped = self.network.clone();
        apply(&masks, &mut dropped);
        let (loss, mut gradient) = gradient(&dropped, batch);
        apply(&masks, &mut gradient);
        self.descend(&gradient);
        loss
    }

    fn descend(&mut self, gradient: &Network) {
        self.steps += 1;
        let [first, second] = DECAYS.map(|decay| 1.0 - decay.powi(self.steps));
        let rate = (RATE * second.sqrt() / first) as f32;
        let [keep, keep_squared] = DECAYS.map(|decay| decay as f32);
        let [means, squares] = &mut self.moments;
        let mut at = 0;
        for (numbers, slopes) in numbers_mut(&mut self.network).zip(numbers(gradient)) {
            let moments = means[at..].iter_mut().zip(&mut squares[at..]);
            at += slopes.len();
            for ((number, slope), (mean, square)) in numbers.iter_mut().zip(slopes).zip(moments) {
                *mean = keep * *mean + (1.0 - keep) * slope;
                *square = keep_squared * *square + (1.0 - keep_squared) * slope * slope;
                *number -= rate * *mean / (square.sqrt() + EPSILON);
            }
        }
    }
}

/// The weights and biases of every layer.
fn numbers(network: &Network) -> impl Iterator<Item = &[f32]> {
    network.layers.iter().flat_map(|layer| [&*layer.weights, &*layer.biases])
}

fn numbers_mut(network: &mut Network) -> impl Iterator<Item = &mut [f32]> {
    network.layers.iter_mut().flat_map(|layer| [&mut *layer.weights, &mut *layer.biases])
}

/// The factor of every weight: 0 for those that are dropped.
fn mask(weights: usize, draw: &mut Draw) -> Vec<f32> {
    (0..weights).map(|_| if draw.share() < KEPT { 1.0 / KEPT } else { 0.0 }).collect()
}

/// Multiplies the weights of each layer by the factors of its mask.
fn apply(masks: &[Vec<f32>], network: &mut Network) {
    for (layer, mask) in network.layers.iter_mut().zip(masks) {
        for (weight, factor) in layer.weights.iter_mut().zip(mask) {
            *weight *= factor;
        }
    }
}

/// Returns the mean cross-entropy of a batch, in nats, and its slope in every number of the
/// network.
fn gradient(network: &Network, batch: &Batch) -> (f64, Network) {
    let inputs = network.layers.first().map_or(1, |layer| layer.shape.1);
    let transposed: Vec<Vec<f32>> = network.layers.iter().map(transposed).collect();
    let share = 1.0 / batch.classes.len() as f32;
    let parts: Vec<(f64, Network)> = batch
        .features
        .par_chunks(TOGETHER * batch.length * inputs)
        .zip(batch.classes.par_chunks(TOGETHER * batch.length))
        .map(|(features, classes)| {
            of_excerpts(network, &transposed, features, classes, batch.length, share)
        })
        .collect();
    let mut parts = parts.into_iter();
    let Some((mut loss, mut sum)) = parts.next() else { return (0.0, network.clone()) };
    for (more, part) in parts {
        loss += more;
        for (sum, part) in numbers_mut(&mut sum).zip(numbers(&part)) {
            for (sum, slope) in sum.iter_mut().zip(part) {
                *sum += slope;
            }
        }
    }
    (loss, sum)
}

/// The weights of a layer with inputs and outputs exchanged.
fn transposed(layer: &Layer) -> Vec<f32> {
    let (_, inputs, outputs) = layer.shape;
    let mut transposed = Vec::with_capacity(layer.weights.len());
    for matrix in layer.weights.chunks_exact(inputs * outputs) {
        for output in 0..outputs {
            for input in 0..inputs {
                transposed.push(matrix[input * outputs + output]);
            }
        }
    }
    transposed
}

/// The loss and the slopes of some excerpts; `share` is the weight of a row.
fn of_excerpts(
    network: &Network,
    transposed: &[Vec<f32>],
    features: &[f32],
    classes: &[u8],
    length: usize,
    share: f32,
) -> (f64, Network) {
    let inputs = network.layers.first().map_or(1, |layer| layer.shape.1);
    // The values before each layer, and at last the logits.
    let mut values = vec![PaddedRows::of_excerpts(features, inputs, length)];
    for (i, layer) in network.layers.iter().enumerate() {
        let mut next = convolve::forward(layer, &values[i]);
        if i + 1 < network.layers.len() {
            for value in &mut next.values {
                *value = value.max(0.0);
            }
        }
        values.push(next);
    }
    let mut slopes = values.pop().unwrap_or_else(|| PaddedRows::of_excerpts(&[], 1, length));
    let loss = cross_entropy(&mut slopes, classes, share);
    let mut layers = Vec::with_capacity(network.layers.len());
    for (i, layer) in network.layers.iter().enumerate().rev() {
        layers.push(convolve::slopes(layer, &values[i], &slopes));
        if i > 0 {
            slopes = convolve::backward(layer, &transposed[i], &slopes);
            for (slope, value) in slopes.values.iter_mut().zip(&values[i].values) {
                if *value <= 0.0 {
                    *slope = 0.0;
                }
            }
        }
    }
    layers.reverse();
    (loss, Network { layers })
}

/// Replaces logits by the slopes of the cross-entropy in them. Returns the cross-entropy.
fn cross_entropy(logits: &mut PaddedRows, classes: &[u8], share: f32) -> f64 {
    let mut loss = 0.0;
    for (logits, &class) in logits.each_mut().zip(classes) {
        let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        // libm computes the same on every machine.
        let exps =
            logits.iter().map(|&logit| libm::exp(f64::from(logit - most))).collect::<Vec<_>>();
        let sum: f64 = exps.iter().sum();
        let class = usize::from(class);
        loss += f64::from(share) * (libm::log(sum) - f64::from(logits[class] - most));
        for (i, (logit, exp)) in logits.iter_mut().zip(exps).enumerate() {
            *logit = share * ((exp / sum) as f32 - if i == class { 1.0 } else { 0.0 });
        }
    }
    loss
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPES: [LayerShape; 3] = [(1, 4, 10), (3, 10, 10), (3, 10, 2)];

    fn batch(excerpts: usize, draw: &mut Draw) -> Batch {
        let rows = excerpts * 5;
        let features = (0..rows * 4).map(|_| draw.normal()).collect();
        let classes = (0..rows).map(|_| draw.below(2) as u8).collect();
        Batch { length: 5, features, classes }
    }

    /// The loss where a number of a part of the network is changed by a step.
    fn loss_near(network: &Network, batch: &Batch, (part, at): (usize, usize), by: f32) -> f64 {
        let mut network = network.clone();
        let numbers = numbers_mut(&mut network).nth(part).unwrap();
        numbers[at] += by;
        gradient(&network, batch).0
    }

    /// The network after 30 steps, and the loss of each.
    fn train(threads: usize) -> (Network, Vec<f64>) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut draw = Draw::new(7, 0);
            let mut learner = NetworkLearner::new(&SHAPES, &mut draw);
            let batch = batch(50, &mut draw);
            let losses = (0..30).map(|_| learner.step(&batch, &mut draw)).collect();
            (learner.network, losses)
        })
    }

    #[test]
    fn slopes_are_those_of_finite_differences() {
        let mut draw = Draw::new(1, 0);
        let mut network = NetworkLearner::new(&SHAPES, &mut draw).network;
        // Larger weights, so that slopes are well above the rounding of f32.
        for number in numbers_mut(&mut network).flatten() {
            *number = 5.0 * *number + 0.01;
        }
        let batch = batch(3, &mut draw);
        let (loss, slopes) = gradient(&network, &batch);
        assert!(loss > 0.1, "{loss}");
        let parts: Vec<Vec<f32>> = numbers(&slopes).map(<[f32]>::to_vec).collect();
        let mut checked = 0;
        let mut wrong = 0;
        for (part, slopes) in parts.iter().enumerate() {
            for (at, slope) in slopes.iter().enumerate() {
                let step = 1e-3;
                let above = loss_near(&network, &batch, (part, at), step);
                let below = loss_near(&network, &batch, (part, at), -step);
                let expected = (above - below) / (2.0 * f64::from(step));
                checked += 1;
                // Between the two losses a value may become positive: there the slope has a corner.
                wrong += usize::from(
                    (f64::from(*slope) - expected).abs() > 1e-3 + 0.02 * expected.abs(),
                );
            }
        }
        assert!(
            checked == 40 + 10 + 300 + 10 + 60 + 2 && wrong * 50 <= checked,
            "{wrong} of {checked}"
        );
    }

    #[test]
    fn sums_do_not_depend_on_threads_and_losses_fall() {
        let (network, losses) = train(1);
        assert_eq!((&network, &losses), (&train(3).0, &train(3).1));
        assert!(losses[29] < losses[0], "{losses:?}");
    }
}
