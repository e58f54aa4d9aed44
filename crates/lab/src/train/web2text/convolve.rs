//! A layer over many excerpts at once: its outputs, the slopes of its numbers, and the slopes of
//! its inputs.
//!
//! A row of zeros stands before, between and after the excerpts, so that a kernel of three meets
//! zeros at both ends of each and all excerpts are one sequence. The sizes of rows are known to the
//! compiler, so that sums stay in registers.

use tamis_originals::classify::web2text::network::Layer;

/// The rows of some excerpts, with a row of zeros before, between and after them.
pub struct PaddedRows {
    width: usize,
    length: usize,
    pub values: Vec<f32>,
}

impl PaddedRows {
    /// Adds the rows of zeros.
    pub fn of_excerpts(values: &[f32], width: usize, length: usize) -> Self {
        let mut padded = vec![0.0; width];
        for excerpt in values.chunks_exact(length * width) {
            padded.extend_from_slice(excerpt);
            padded.resize(padded.len() + width, 0.0);
        }
        Self { width, length, values: padded }
    }

    /// The rows of the excerpts alone.
    pub fn each_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let length = self.length;
        let rows = self.values.chunks_exact_mut(self.width).enumerate();
        rows.filter(move |(i, _)| i % (length + 1) != 0).map(|(_, row)| row)
    }

    fn count(&self) -> usize {
        self.values.len() / self.width
    }

    fn empty(&self, width: usize) -> Self {
        Self { width, length: self.length, values: vec![0.0; self.count() * width] }
    }

    /// Makes the rows between excerpts zero again.
    fn clear_between(&mut self) {
        let length = self.length;
        let rows = self.values.chunks_exact_mut(self.width).enumerate();
        for (_, row) in rows.filter(|(i, _)| i % (length + 1) == 0) {
            row.fill(0.0);
        }
    }
}

/// Returns the outputs of a layer.
pub fn forward(layer: &Layer, rows: &PaddedRows) -> PaddedRows {
    let (kernel, inputs, outputs) = layer.shape;
    let mut out = rows.empty(outputs);
    for row in out.values.chunks_exact_mut(outputs) {
        row.copy_from_slice(&layer.biases);
    }
    for (shift, weights) in layer.weights.chunks_exact(inputs * outputs).enumerate() {
        add_products(rows, weights, &mut out, shift as isize - (kernel / 2) as isize);
    }
    out.clear_between();
    out
}

/// Returns the slopes in the inputs of a layer, from those in its outputs. The weights are
/// transposed.
pub fn backward(layer: &Layer, transposed: &[f32], slopes: &PaddedRows) -> PaddedRows {
    let (kernel, inputs, outputs) = layer.shape;
    let mut out = slopes.empty(inputs);
    for (shift, weights) in transposed.chunks_exact(inputs * outputs).enumerate() {
        add_products(slopes, weights, &mut out, (kernel / 2) as isize - shift as isize);
    }
    out.clear_between();
    out
}

/// Returns the slopes in the numbers of a layer.
pub fn slopes(layer: &Layer, rows: &PaddedRows, slopes: &PaddedRows) -> Layer {
    let (kernel, inputs, outputs) = layer.shape;
    let mut weights = vec![0.0; layer.weights.len()];
    for (shift, weights) in weights.chunks_exact_mut(inputs * outputs).enumerate() {
        add_outer(rows, slopes, weights, shift as isize - (kernel / 2) as isize);
    }
    let mut biases = vec![0.0; outputs];
    for row in slopes.values.chunks_exact(outputs) {
        for (bias, slope) in biases.iter_mut().zip(row) {
            *bias += slope;
        }
    }
    Layer { shape: layer.shape, weights, biases }
}

/// The first row of `from` and of `to` and their number, where row `i` of `to` belongs to row
/// `i + shift` of `from`.
fn overlap(rows: usize, shift: isize) -> (usize, usize, usize) {
    let before = shift.max(0) as usize;
    let after = (-shift).max(0) as usize;
    (before, after, rows.saturating_sub(before.max(after)))
}

/// Adds the product of each row of `from` with the weights to the row of `to` that is `shift`
/// before it.
fn add_products(from: &PaddedRows, weights: &[f32], to: &mut PaddedRows, shift: isize) {
    match to.width {
        50 => products::<50>(from, weights, to, shift),
        10 => products::<10>(from, weights, to, shift),
        4 => products::<4>(from, weights, to, shift),
        _ => products::<2>(from, weights, to, shift),
    }
}

fn products<const TO: usize>(
    from: &PaddedRows,
    weights: &[f32],
    to: &mut PaddedRows,
    shift: isize,
) {
    let (first, at, count) = overlap(from.count(), shift);
    let from = from.values[first * from.width..].chunks_exact(from.width);
    let weights = weights.as_chunks::<TO>().0;
    let to = to.values.as_chunks_mut::<TO>().0;
    for (row, sums) in from.zip(&mut to[at..]).take(count) {
        let mut all = *sums;
        for (value, weights) in row.iter().zip(weights) {
            for (sum, weight) in all.iter_mut().zip(weights) {
                *sum += value * weight;
            }
        }
        *sums = all;
    }
}

/// Adds the products of each number of a row of `rows` with each of the row of `slopes` that is
/// `shift` before it.
fn add_outer(rows: &PaddedRows, slopes: &PaddedRows, weights: &mut [f32], shift: isize) {
    match slopes.width {
        50 => outer::<50>(rows, slopes, weights, shift),
        10 => outer::<10>(rows, slopes, weights, shift),
        4 => outer::<4>(rows, slopes, weights, shift),
        _ => outer::<2>(rows, slopes, weights, shift),
    }
}

fn outer<const TO: usize>(
    rows: &PaddedRows,
    slopes: &PaddedRows,
    weights: &mut [f32],
    shift: isize,
) {
    let (first, at, count) = overlap(rows.count(), shift);
    let slopes = &slopes.values.as_chunks::<TO>().0[at..];
    for (input, weights) in weights.as_chunks_mut::<TO>().0.iter_mut().enumerate() {
        let mut all = *weights;
        let values = rows.values[first * rows.width + input..].iter().step_by(rows.width);
        for (value, slopes) in values.zip(slopes).take(count) {
            for (sum, slope) in all.iter_mut().zip(slopes) {
                *sum += value * slope;
            }
        }
        *weights = all;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_originals::classify::web2text::network::Network;

    #[test]
    fn excerpts_do_not_see_each_other() {
        let layer = Layer {
            shape: (3, 1, 2),
            weights: vec![1.0, 0.0, 10.0, 0.0, 100.0, 1.0],
            biases: vec![0.5, 0.0],
        };
        let mut out = forward(&layer, &PaddedRows::of_excerpts(&[1.0, 2.0, 3.0, 4.0], 1, 2));
        let network = Network { layers: vec![layer] };
        let alone = [[[1.0], [2.0]], [[3.0], [4.0]]]
            .map(|excerpt| network.forward::<1, 2>(&excerpt))
            .concat();
        assert_eq!(out.each_mut().map(|row| row.to_vec()).collect::<Vec<_>>(), alone);
    }
}
