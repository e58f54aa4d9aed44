//! Web2Text's convolutional networks: five layers over the blocks of a page (unary) or over its
//! pairs of neighbours (pairwise), zeros around both ends, ReLU between layers, logits at the end.

use pulp::bytemuck::cast_slice;
use pulp::{Arch, Simd, WithSimd};
use tamis_blocks::Result;
use tamis_blocks::model::Model;

/// Kernel size, inputs and outputs of a layer.
pub type LayerShape = (usize, usize, usize);

/// The layers that score single blocks: boilerplate, content.
pub const UNARY: [LayerShape; 5] =
    [(1, 128, 50), (1, 50, 50), (3, 50, 50), (3, 50, 10), (3, 10, 2)];
/// The layers that score pairs of neighbours: 00, 01, 10, 11, where 1 is content.
pub const PAIRWISE: [LayerShape; 5] =
    [(1, 25, 50), (1, 50, 50), (3, 50, 50), (3, 50, 10), (3, 10, 4)];

/// A convolutional layer.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// Kernel size, inputs and outputs.
    pub shape: LayerShape,
    /// Weights, row-major over the shape. The kernel's middle row belongs to the block itself, the
    /// first one to the block before.
    pub weights: Vec<f32>,
    /// One number for each output.
    pub biases: Vec<f32>,
}

/// Layers whose inputs are the outputs of the layer before.
#[derive(Debug, Clone, PartialEq)]
pub struct Network {
    /// The layers; all but the last are followed by ReLU.
    pub layers: Vec<Layer>,
}

impl Network {
    /// Returns the logits of every row; a row has as many numbers as the first layer has inputs.
    pub fn forward<const IN: usize, const OUT: usize>(
        &self,
        rows: &[[f32; IN]],
    ) -> Vec<[f32; OUT]> {
        let mut values = SparseRows::with_room_for(rows.len(), IN);
        let mut before = None;
        for row in rows {
            match before.replace(row) {
                Some(same) if same == row => values.repeat(),
                // Few features are 0.
                _ => values.add((0..IN as u32).zip(row.iter().copied())),
            }
        }
        for (i, layer) in self.layers.iter().enumerate() {
            values = layer.forward(&values, i + 1 < self.layers.len());
        }
        let rows = values.spans.iter().map(|&(start, end)| &values.values[start..end]);
        // The last layer lists all of its outputs, those of 0 too.
        rows.map(|row| std::array::from_fn(|output| row[output].1)).collect()
    }

    /// Reads a network's arrays, named `{name}.1` to `{name}.5`, and its biases, `{name}.1.bias` to
    /// `{name}.5.bias`.
    ///
    /// # Errors
    /// An array is missing or has another shape.
    pub fn from_model(model: &Model, name: &str, shapes: &[LayerShape]) -> Result<Self> {
        let mut layers = Vec::with_capacity(shapes.len());
        for (i, &shape) in shapes.iter().enumerate() {
            let (kernel, inputs, outputs) = shape;
            let name = format!("{name}.{}", i + 1);
            let weights = model.array(&name, &[kernel, inputs, outputs])?.to_vec();
            let biases = model.array(&format!("{name}.bias"), &[outputs])?.to_vec();
            layers.push(Layer { shape, weights, biases });
        }
        Ok(Self { layers })
    }

    /// Adds the network's arrays to a model.
    pub fn add_to(&self, mut model: Model, name: &str) -> Model {
        for (i, layer) in self.layers.iter().enumerate() {
            let (kernel, inputs, outputs) = layer.shape;
            let name = format!("{name}.{}", i + 1);
            model = model.with(&name, &[kernel, inputs, outputs], layer.weights.clone());
            model = model.with(&format!("{name}.bias"), &[outputs], layer.biases.clone());
        }
        model
    }
}

impl Layer {
    /// Returns the outputs for all rows: with `relu` those above 0, else all.
    fn forward(&self, rows: &SparseRows, relu: bool) -> SparseRows {
        let (kernel, inputs, outputs) = self.shape;
        let outside = vec![(0, 0); kernel / 2];
        Arch::new().dispatch(LayerPass {
            kernel,
            inputs,
            outputs,
            weights: &padded(&self.weights, outputs),
            biases: &padded(&self.biases, outputs),
            values: &rows.values,
            spans: &[&outside[..], &rows.spans, &outside].concat(),
            relu,
        })
    }
}

/// The most numbers that a machine computes at once, of those that [`Arch`] knows.
const VECTOR: usize = 8;

/// Returns rows of this width with zeros after each, up to a whole number of vectors.
fn padded(numbers: &[f32], width: usize) -> Vec<f32> {
    let mut padded = Vec::with_capacity(numbers.len() / width * width.next_multiple_of(VECTOR));
    for row in numbers.chunks_exact(width) {
        padded.extend_from_slice(row);
        padded.resize(padded.len().next_multiple_of(VECTOR), 0.0);
    }
    padded
}

/// Rows without their zeros. Neighbours in a list are often equal as pairs: a row that is equal to
/// the one before has the same span, and what a layer makes of equal rows is computed once.
struct SparseRows {
    /// The numbers of all rows, with their places in the row. Those of 0 may be missing.
    values: Vec<(u32, f32)>,
    /// The part of them that is each row's.
    spans: Vec<(usize, usize)>,
}

impl SparseRows {
    fn with_room_for(rows: usize, width: usize) -> Self {
        Self { values: Vec::with_capacity(rows * width), spans: Vec::with_capacity(rows) }
    }

    fn add(&mut self, row: impl Iterator<Item = (u32, f32)>) {
        let start = self.values.len();
        self.values.extend(row);
        self.spans.push((start, self.values.len()));
    }

    /// Adds the last row again.
    fn repeat(&mut self) {
        self.spans.extend(self.spans.last().copied());
    }
}

/// A layer over a page, in the machine's instructions for up to [`VECTOR`] numbers at once. Each
/// output adds its products in the order of the inputs, without those of 0 (half of them after
/// ReLU), so every machine gets the same numbers.
struct LayerPass<'a> {
    kernel: usize,
    inputs: usize,
    outputs: usize,
    weights: &'a [f32],
    biases: &'a [f32],
    values: &'a [(u32, f32)],
    /// The rows, and around them those outside the page, which are empty.
    spans: &'a [(usize, usize)],
    relu: bool,
}

impl WithSimd for LayerPass<'_> {
    type Output = SparseRows;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> SparseRows {
        const { assert!(S::F32_LANES <= VECTOR, "rows are padded to vectors") };
        // The compiler keeps sums in registers if it knows their number: 50, 10, 4 or 2 outputs in
        // vectors of 8, 4 or 1.
        match self.biases.len() / S::F32_LANES {
            1 => self.convolve::<S, 1>(simd),
            2 => self.convolve::<S, 2>(simd),
            4 => self.convolve::<S, 4>(simd),
            7 => self.convolve::<S, 7>(simd),
            8 => self.convolve::<S, 8>(simd),
            14 => self.convolve::<S, 14>(simd),
            16 => self.convolve::<S, 16>(simd),
            _ => self.convolve::<S, 56>(simd),
        }
    }
}

impl LayerPass<'_> {
    #[inline(always)]
    fn convolve<S: Simd, const VECTORS: usize>(self, simd: S) -> SparseRows {
        let weights = S::as_simd_f32s(self.weights).0.as_chunks::<VECTORS>().0;
        let biases = S::as_simd_f32s(self.biases).0.as_chunks::<VECTORS>().0;
        let mut found = vec![(0, 0.0); self.outputs];
        let mut out = SparseRows::with_room_for(self.spans.len(), self.outputs);
        let mut before: &[(usize, usize)] = &[];
        for window in self.spans.windows(self.kernel) {
            if window == before {
                out.repeat();
                continue;
            }
            before = window;
            let mut sums = biases[0];
            for (&(start, end), weights) in window.iter().zip(weights.chunks_exact(self.inputs)) {
                for &(input, value) in &self.values[start..end] {
                    let value = simd.splat_f32s(value);
                    let weights = &weights[input as usize];
                    for vector in 0..VECTORS {
                        let product = simd.mul_f32s(value, weights[vector]);
                        sums[vector] = simd.add_f32s(sums[vector], product);
                    }
                }
            }
            let mut count = 0;
            for (place, &sum) in (0..).zip(&cast_slice(&sums)[..self.outputs]) {
                // Written in any case: a branch would be mispredicted every second time.
                found[count] = (place, sum);
                count += usize::from(sum > 0.0 || !self.relu);
            }
            out.add(found[..count].iter().copied());
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_of_three_sees_both_neighbours_and_zeros_outside() {
        let layer = Layer {
            shape: (3, 1, 2),
            weights: vec![1.0, 0.0, 10.0, 0.0, 100.0, 1.0],
            biases: vec![0.5, 0.0],
        };
        let network = Network { layers: vec![layer] };
        let logits: Vec<[f32; 2]> = network.forward(&[[1.0], [2.0], [3.0]]);
        assert_eq!(logits, [[210.5, 2.0], [321.5, 3.0], [32.5, 0.0]]);
        assert!(network.forward::<1, 2>(&[]).is_empty());
    }

    #[test]
    fn values_between_layers_are_not_negative() {
        let layer =
            Layer { shape: (1, 2, 2), weights: vec![-1.0, 0.0, 0.0, 1.0], biases: vec![0.0; 2] };
        let network = Network { layers: vec![layer.clone(), layer] };
        assert_eq!(network.forward::<2, 2>(&[[3.0, 4.0], [-3.0, -4.0]]), [[0.0, 4.0], [-3.0, 0.0]]);
    }
}
