//! Web2Text's convolutional networks: five layers over the blocks of a page (unary) or over its
//! pairs of neighbours (pairwise), zeros around both ends, ReLU between layers, logits at the end.

use tamis_blocks::Result;
use tamis_blocks::model::Model;

/// Kernel size, inputs and outputs of a layer.
pub type Shape = (usize, usize, usize);

/// The layers that score single blocks: boilerplate, content.
pub const UNARY: [Shape; 5] = [(1, 128, 50), (1, 50, 50), (3, 50, 50), (3, 50, 10), (3, 10, 2)];
/// The layers that score pairs of neighbours: 00, 01, 10, 11, where 1 is content.
pub const PAIRWISE: [Shape; 5] = [(1, 25, 50), (1, 50, 50), (3, 50, 50), (3, 50, 10), (3, 10, 4)];

/// A convolutional layer.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// Kernel size, inputs and outputs.
    pub shape: Shape,
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
        let mut values = rows.as_flattened().to_vec();
        let mut next = Vec::new();
        for (i, layer) in self.layers.iter().enumerate() {
            layer.forward(&values, &mut next);
            if i + 1 < self.layers.len() {
                for value in &mut next {
                    *value = value.max(0.0);
                }
            }
            std::mem::swap(&mut values, &mut next);
        }
        values.as_chunks().0.to_vec()
    }

    /// Reads a network's arrays, named `{name}.1` to `{name}.5`, and its biases, `{name}.1.bias` to
    /// `{name}.5.bias`.
    ///
    /// # Errors
    /// An array is missing or has another shape.
    pub fn from_model(model: &Model, name: &str, shapes: &[Shape]) -> Result<Self> {
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
    fn forward(&self, rows: &[f32], out: &mut Vec<f32>) {
        match self.shape.2 {
            50 => self.convolve::<50>(rows, out),
            10 => self.convolve::<10>(rows, out),
            4 => self.convolve::<4>(rows, out),
            _ => self.convolve::<2>(rows, out),
        }
    }

    /// The number of outputs is known to the compiler, so that the sums of a row stay in registers.
    fn convolve<const OUT: usize>(&self, rows: &[f32], out: &mut Vec<f32>) {
        let (kernel, inputs, _) = self.shape;
        let rows = rows.chunks_exact(inputs);
        let biases = self.biases.as_chunks::<OUT>().0;
        let rows: Vec<&[f32]> = rows.collect();
        out.clear();
        out.reserve(rows.len() * OUT);
        for i in 0..rows.len() {
            let mut sums = biases.first().copied().unwrap_or([0.0; OUT]);
            for (d, weights) in self.weights.chunks_exact(inputs * OUT).enumerate() {
                let Some(row) = (i + d).checked_sub(kernel / 2).and_then(|at| rows.get(at)) else {
                    continue;
                };
                for (value, weights) in row.iter().zip(weights.as_chunks::<OUT>().0) {
                    // The hottest loop: at the optimisation level of the tests a `for` is slower.
                    sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += value * weight);
                }
            }
            out.extend(sums);
        }
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
