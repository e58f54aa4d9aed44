//! Where the networks come from: a model of this program, or the weights that the authors released.
//! Those are raw numbers without a header, and without biases: the original trains biases and does
//! not write them.

use super::network::{Layer, LayerShape, Network, PAIRWISE, UNARY};
use std::path::{Path, PathBuf};
use tamis_blocks::Result;
use tamis_blocks::model::{self, Model};
use tamis_place::{FormatError, Place, SettingError};
use xxhash_rust::xxh3::Xxh3;

/// The kind of our models.
const KIND: &str = "web2text";
/// The weight of pairs in the decoding, if the model does not give it: the paper's tables are those
/// of 0.1.
const LAMBDA: f64 = 0.1;
/// The model of this program.
const OURS: &[u8] = include_bytes!("web2text.model");
/// The names of released weights in a folder: TensorFlow's, and those of files with the weights
/// alone.
const PAIRS: [[&str; 2]; 2] = [
    ["unary.ckpt.data-00000-of-00001", "edge.ckpt.data-00000-of-00001"],
    ["unary.f32le", "edge.f32le"],
];

/// Both networks, and how they are used.
#[derive(Debug, Clone, PartialEq)]
pub struct Networks {
    /// Scores blocks.
    pub unary: Network,
    /// Scores pairs of neighbouring blocks.
    pub pairwise: Network,
    /// The weight of the pairs, 0 or more.
    pub lambda: f64,
    /// The checksum of the files.
    pub sum: u64,
}

#[derive(serde::Deserialize)]
struct NetworkSettings {
    #[serde(default)]
    lambda: Option<f64>,
}

impl Networks {
    /// Takes the networks of a model.
    ///
    /// # Errors
    /// An array is missing or has another shape.
    pub fn from_model(model: &Model) -> Result<Self> {
        let lambda = model.settings::<NetworkSettings>()?.lambda.unwrap_or(LAMBDA);
        let unary = Network::from_model(model, "unary", &UNARY)?;
        Ok(Self {
            unary,
            pairwise: Network::from_model(model, "pairwise", &PAIRWISE)?,
            lambda,
            sum: model.sum(),
        })
    }

    /// Takes the networks of this program.
    ///
    /// # Errors
    /// None: a test reads the model.
    pub fn ours() -> Result<Self> {
        Self::from_model(&Model::from_bytes(OURS, Path::new("web2text.model"), KIND)?)
    }

    /// Reads a model's file, or the released weights: a folder with both files, or one of two files
    /// whose names differ in `unary` and `edge`.
    ///
    /// # Errors
    /// A file cannot be read, or is something else.
    pub fn read(path: &Path) -> Result<Self> {
        match released(path)? {
            Some([unary, edge]) => Self::read_released(&unary, &edge),
            None => Self::from_model(&Model::read(path, KIND)?),
        }
    }

    fn read_released(unary: &Path, edge: &Path) -> Result<Self> {
        let mut sum = Xxh3::new();
        let bytes = model::read(unary)?;
        sum.update(&bytes);
        let unary = weights(unary, &bytes, &UNARY, "unary")?;
        let bytes = model::read(edge)?;
        sum.update(&bytes);
        let pairwise = weights(edge, &bytes, &PAIRWISE, "edge")?;
        Ok(Self { unary, pairwise, lambda: LAMBDA, sum: sum.digest() })
    }
}

/// Returns the files of released weights, unary and edge; none if the path is that of another file.
fn released(path: &Path) -> Result<Option<[PathBuf; 2]>> {
    if path.is_dir() {
        let pairs = PAIRS.map(|pair| pair.map(|name| path.join(name)));
        let found = pairs.into_iter().find(|pair| pair.iter().all(|file| file.is_file()));
        return match found {
            Some(pair) => Ok(Some(pair)),
            None => {
                let [[unary, edge], [unary_alone, edge_alone]] = PAIRS;
                Err(FormatError::new(
                    Place::file(path),
                    "a folder without weights of Web2Text",
                    format!("{unary} and {edge}, or {unary_alone} and {edge_alone}"),
                )
                .into())
            }
        };
    }
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let raw = name.ends_with(".f32le") || name.contains(".ckpt.data-");
    let [of_unary, of_edge] = ["unary", "edge"].map(|part| name.rfind(part));
    let pair = match (of_unary, of_edge) {
        (Some(at), _) => {
            [name.to_owned(), format!("{}edge{}", &name[..at], &name[at + "unary".len()..])]
        }
        (None, Some(at)) => {
            [format!("{}unary{}", &name[..at], &name[at + "edge".len()..]), name.to_owned()]
        }
        (None, None) => return Ok(None),
    };
    Ok(raw.then(|| pair.map(|name| path.with_file_name(name))))
}

/// Reads the weights of all layers, one after the other.
fn weights(path: &Path, bytes: &[u8], shapes: &[LayerShape], name: &str) -> Result<Network> {
    let lengths = shapes.iter().map(|&(kernel, inputs, outputs)| kernel * inputs * outputs);
    let expected = 4 * lengths.clone().sum::<usize>();
    if bytes.len() != expected {
        let expected = format!("{expected} bytes: the weights of Web2Text's {name} network");
        return Err(FormatError::new(
            Place::file(path),
            format!("{} bytes", bytes.len()),
            expected,
        )
        .into());
    }
    let numbers = model::numbers(bytes);
    // Weights are small. Anything else is another file that happens to be as long.
    if let Some(at) = numbers.iter().position(|number| number.is_nan() || number.abs() >= 1e3) {
        let found = format!("the number {}", numbers[at]);
        return Err(FormatError::new(
            Place::offset(path, 4 * at as u64),
            found,
            "a weight between -1000 and 1000",
        )
        .into());
    }
    let mut rest = &numbers[..];
    let mut layers = Vec::with_capacity(shapes.len());
    for (&shape, length) in shapes.iter().zip(lengths) {
        let (weights, after) = rest.split_at(length);
        rest = after;
        layers.push(Layer { shape, weights: weights.to_vec(), biases: vec![0.0; shape.2] });
    }
    Ok(Network { layers })
}

/// Splits the argument `PATH[:lambda=NUMBER]` or `lambda=NUMBER`.
///
/// # Errors
/// The number is none, or is negative.
pub(super) fn argument(argument: &str) -> Result<(Option<&str>, Option<f64>)> {
    let (path, lambda) = match argument.rsplit_once("lambda=") {
        Some(("", lambda)) => (None, Some(lambda)),
        Some((path, lambda)) if path.ends_with(':') => (path.strip_suffix(':'), Some(lambda)),
        _ => (Some(argument), None),
    };
    let Some(lambda) = lambda else { return Ok((path, None)) };
    match lambda.parse::<f64>() {
        Ok(number) if number.is_finite() && number >= 0.0 => Ok((path, Some(number))),
        _ => Err(SettingError::unnamed(format!(
            "classifier web2text: found lambda={lambda}, expected a number of 0 or more"
        ))
        .into()),
    }
}
