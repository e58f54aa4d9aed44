//! Trained models as files: one line of JSON that says what the model is, then arrays of numbers.
//!
//! ```text
//! {"tamis_model":1,"xxh3":"…","kind":"web2text","settings":{…},"arrays":[{"name":"a",…},…]}
//! 24 bytes of f32, little-endian, …
//! ```
//!
//! The settings hold what is small and structured, such as trees. The checksum is that of all bytes
//! after it, so a damaged model is refused.

use crate::error::{Error, Result};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use tamis_place::{FormatError, IoError, Place, in_our_words, shown};
use xxhash_rust::xxh3::xxh3_64;

/// The version of the format.
const FORMAT: u32 = 1;
/// The largest file that is read, in bytes. The models of this program have less than a quarter of
/// a megabyte.
const LARGEST: u64 = 64 << 20;
/// The longest first line. Ten thousand trees in each forest of the remover `tamis` have less.
const LONGEST_LINE: usize = 32 << 20;
const WIDTH: usize = size_of::<f32>();
/// The first bytes of every file.
const START: &str = "{\"tamis_model\":";
/// Bytes up to the end of the checksum.
const SUMMED: usize = START.len() + 27;

/// A trained model.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The method that it belongs to, such as `web2text`.
    pub kind: String,
    settings: StoredSettings,
    arrays: Vec<Array>,
    path: PathBuf,
    sum: u64,
}

/// The settings of a model, before they are read as the type that its kind has.
#[derive(Debug, Clone, PartialEq)]
enum StoredSettings {
    /// Those of a new model.
    Value(Value),
    /// The first line of a file. As values it would take up to a hundred times its bytes, before
    /// anything is refused.
    FirstLine(String),
}

/// The first line of a file, of which only the settings are read.
#[derive(Deserialize)]
struct SettingsField<T> {
    settings: T,
}

/// Numbers with a name and a shape.
#[derive(Debug, Clone, PartialEq)]
struct Array {
    shape: ArrayShape,
    numbers: Vec<f32>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct ArrayShape {
    name: String,
    shape: Vec<usize>,
}

/// The first line of a file.
#[derive(Deserialize)]
struct ModelHeader {
    tamis_model: u32,
    /// Checked in the bytes.
    #[serde(rename = "xxh3")]
    _xxh3: String,
    kind: String,
    /// Read as the type that the kind has, later.
    #[serde(rename = "settings")]
    _settings: IgnoredAny,
    arrays: Vec<ArrayShape>,
}

impl Model {
    /// A model of this kind, without arrays.
    pub fn new(kind: &str, settings: Value) -> Self {
        let path = PathBuf::from("the new model");
        Self {
            kind: kind.to_owned(),
            settings: StoredSettings::Value(settings),
            arrays: Vec::new(),
            path,
            sum: 0,
        }
    }

    /// Adds an array; `numbers` has as many values as the product of `shape`, in row-major order.
    #[must_use]
    pub fn with(mut self, name: &str, shape: &[usize], numbers: Vec<f32>) -> Self {
        debug_assert_eq!(shape.iter().product::<usize>(), numbers.len(), "{name}");
        self.arrays.push(Array {
            shape: ArrayShape { name: name.to_owned(), shape: shape.to_vec() },
            numbers,
        });
        self
    }

    /// Returns the numbers of an array.
    ///
    /// # Errors
    /// [`Error::Format`] if there is none of this name and shape.
    pub fn array(&self, name: &str, shape: &[usize]) -> Result<&[f32]> {
        let found = match self.arrays.iter().find(|array| array.shape.name == name) {
            Some(array) if array.shape.shape == shape => return Ok(&array.numbers),
            Some(array) => format!("{} numbers", dimensions(&array.shape.shape)),
            None => format!("no array {name}"),
        };
        Err(self.wrong(found, format!("an array {name} of {}", dimensions(shape))))
    }

    /// Returns the settings as a type.
    ///
    /// # Errors
    /// [`Error::Format`] if they are no such type.
    pub fn settings<T: DeserializeOwned>(&self) -> Result<T> {
        let settings = match &self.settings {
            StoredSettings::Value(settings) => T::deserialize(settings),
            StoredSettings::FirstLine(line) => {
                serde_json::from_str(line).map(|line: SettingsField<T>| line.settings)
            }
        };
        settings.map_err(|e| {
            let expected = format!("those of a model of {}; train it again", self.kind);
            self.wrong(format!("settings with {e}"), expected)
        })
    }

    /// Returns the error that the model's file has `found` instead of `expected`.
    pub fn wrong(&self, found: impl Into<String>, expected: impl Into<String>) -> Error {
        FormatError::new(Place::file(&self.path), found, expected).into()
    }

    /// The XXH3 of the file. Two models with the same sum are the same.
    pub fn sum(&self) -> u64 {
        self.sum
    }

    /// Reads a model of this kind.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read, [`Error::Format`] if it is no model, is damaged,
    /// or has another kind.
    pub fn read(path: &Path, kind: &str) -> Result<Self> {
        Self::from_bytes(&read(path)?, path, kind)
    }

    /// Reads a model of this kind from the bytes of a file.
    ///
    /// # Errors
    /// [`Error::Format`] if it is no model, is damaged, or has another kind.
    pub fn from_bytes(bytes: &[u8], path: &Path, kind: &str) -> Result<Self> {
        let file = ModelFile { bytes, path };
        let end = file.end_of_line(kind)?;
        let line = file.line(end, kind)?;
        let mut rest = &bytes[end + 1..];
        let wanted = bytes_of_arrays(&line.arrays);
        if wanted != Some(rest.len()) {
            let expected = match wanted {
                Some(wanted) => format!("{wanted} bytes of numbers"),
                None => "fewer numbers".to_owned(),
            };
            let found = format!("{} bytes", rest.len());
            return Err(file.wrong(end + 1, found, format!("{expected}; copy or train it again")));
        }
        if *bytes != with_checksum(&bytes[SUMMED.min(bytes.len())..]) {
            let expected = "the bytes that its checksum belongs to; copy or train it again";
            return Err(file.wrong(0, "damaged bytes", expected));
        }
        let mut arrays = Vec::with_capacity(line.arrays.len());
        for shape in line.arrays {
            let (array, after) = rest.split_at(shape.shape.iter().product::<usize>() * WIDTH);
            arrays.push(Array { shape, numbers: numbers(array) });
            rest = after;
        }
        let first_line = String::from_utf8_lossy(&bytes[..end]).into_owned();
        Ok(Self {
            kind: line.kind,
            settings: StoredSettings::FirstLine(first_line),
            arrays,
            path: path.to_path_buf(),
            sum: xxh3_64(bytes),
        })
    }

    /// Returns the bytes of the model's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.rest_of_line().into_bytes();
        let numbers = self.arrays.iter().flat_map(|array| &array.numbers);
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        with_checksum(&bytes)
    }

    /// The first line after the checksum: its object goes on there.
    fn rest_of_line(&self) -> String {
        let settings = match &self.settings {
            StoredSettings::Value(settings) => settings,
            StoredSettings::FirstLine(line) => return format!("{}\n", &line[SUMMED..]),
        };
        let shapes: Vec<&ArrayShape> = self.arrays.iter().map(|array| &array.shape).collect();
        let line = json!({"kind": self.kind, "settings": settings, "arrays": shapes}).to_string();
        format!(",{}\n", &line[1..])
    }
}

/// The bytes of a model's file, while they are read.
struct ModelFile<'a> {
    bytes: &'a [u8],
    path: &'a Path,
}

impl ModelFile<'_> {
    /// Returns the error that the file has `found` at a byte instead of `expected`.
    fn wrong(&self, offset: usize, found: impl Into<String>, expected: impl Into<String>) -> Error {
        FormatError::new(Place::offset(self.path, offset as u64), found, expected).into()
    }

    /// Returns the length of the first line.
    fn end_of_line(&self, kind: &str) -> Result<usize> {
        let start = &self.bytes[..self.bytes.len().min(LONGEST_LINE)];
        let is_model = self.bytes.starts_with(START.as_bytes());
        if let Some(end) = memchr::memchr(b'\n', start).filter(|_| is_model) {
            return Ok(end);
        }
        let found = match self.bytes {
            [] => "an empty file".to_owned(),
            _ if is_model => format!("a first line without an end in {} bytes", start.len()),
            bytes => shown(&String::from_utf8_lossy(&bytes[..bytes.len().min(40)])),
        };
        Err(self.wrong(0, found, format!("a model of {kind}, which begins with {START}")))
    }

    /// Reads the first line, of this length.
    fn line(&self, length: usize, kind: &str) -> Result<ModelHeader> {
        let line: ModelHeader = serde_json::from_slice(&self.bytes[..length]).map_err(|e| {
            self.wrong(
                e.column(),
                format!("a first line that is none ({})", in_our_words(e)),
                "the line of a model",
            )
        })?;
        if line.tamis_model != FORMAT {
            let found = format!("a model in format {}", line.tamis_model);
            let expected = format!("format {FORMAT}; train it again with this version");
            return Err(self.wrong(0, found, expected));
        }
        if line.kind != kind {
            let found = format!("a model of {}", shown(&line.kind));
            return Err(self.wrong(0, found, format!("a model of {kind}")));
        }
        Ok(line)
    }
}

/// Returns the number of bytes that arrays of these shapes take; `None` if no memory can hold them.
fn bytes_of_arrays(shapes: &[ArrayShape]) -> Option<usize> {
    let mut numbers = 0usize;
    for shape in shapes {
        let product = shape.shape.iter().try_fold(1usize, |product, &n| product.checked_mul(n))?;
        numbers = numbers.checked_add(product)?;
    }
    numbers.checked_mul(WIDTH)
}

/// Returns a file from the bytes after its checksum.
fn with_checksum(rest: &[u8]) -> Vec<u8> {
    let mut file = format!("{START}{FORMAT},\"xxh3\":\"{:016x}\"", xxh3_64(rest)).into_bytes();
    debug_assert_eq!(file.len(), SUMMED);
    file.extend(rest);
    file
}

/// Returns a file's bytes, unless it is larger than any model.
///
/// # Errors
/// [`Error::Io`] if it cannot be read, [`Error::Format`] if it is too large.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    if path.as_os_str().is_empty() {
        return Err(Error::setting(
            "found no path of a model after the colon, expected the path of one",
        ));
    }
    let mut bytes = Vec::new();
    // The length that the system reports is not enough: a device has none.
    File::open(path)
        .and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
        .map_err(|e| IoError::new("read the model", path, e))?;
    if bytes.len() as u64 > LARGEST {
        let expected = format!("a model of at most {LARGEST} bytes");
        return Err(FormatError::new(Place::file(path), "a larger file", expected).into());
    }
    Ok(bytes)
}

/// Returns numbers from their little-endian bytes; bytes after the last whole number are left out.
pub fn numbers(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks().0.iter().map(|number| f32::from_le_bytes(*number)).collect()
}

fn dimensions(shape: &[usize]) -> String {
    shape.iter().map(usize::to_string).collect::<Vec<_>>().join(" x ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> Model {
        Model::new("web2text", json!({"lambda": 0.1})).with(
            "a",
            &[2, 3],
            vec![0.0, 1.5, -2.0, 3.0, 4.0, f32::MIN],
        )
    }

    fn read_back(bytes: &[u8], kind: &str) -> Result<Model> {
        Model::from_bytes(bytes, Path::new("m.model"), kind)
    }

    #[test]
    fn a_model_is_read_as_it_was_written() {
        let bytes = model().with("b", &[1], vec![0.1]).to_bytes();
        let read = read_back(&bytes, "web2text").unwrap();
        assert_eq!(read.array("a", &[2, 3]).unwrap(), model().arrays[0].numbers);
        assert_eq!(read.array("b", &[1]).unwrap(), [0.1]);
        assert_eq!(read.settings::<Value>().unwrap(), json!({"lambda": 0.1}));
        assert_eq!((read.to_bytes(), read.sum()), (bytes.clone(), xxh3_64(&bytes)));
    }

    fn error(bytes: &[u8], kind: &str) -> String {
        read_back(bytes, kind).unwrap_err().to_string()
    }

    #[test]
    fn defects_of_a_file_are_reported_with_their_place() {
        let bytes = model().to_bytes();
        assert_eq!(
            error(b"version: 100\n", "web2text"),
            "m.model:0: found 'version: 100', expected a model of web2text, which begins with \
             {\"tamis_model\":"
        );
        assert!(error(b"", "web2text").starts_with("m.model:0: found an empty file"));
        assert_eq!(
            error(&bytes, "victor"),
            "m.model:0: found a model of 'web2text', expected a model of victor"
        );
        let line = bytes.len() - 24;
        let expected = format!(
            "m.model:{line}: found 23 bytes, expected 24 bytes of numbers; copy or train it again"
        );
        assert_eq!(error(&bytes[..bytes.len() - 1], "web2text"), expected);
        let future = String::from_utf8_lossy(&bytes[..line])
            .replace("\"tamis_model\":1", "\"tamis_model\":2");
        assert!(
            error(future.as_bytes(), "web2text")
                .contains("found a model in format 2, expected format 1")
        );
        let model = read_back(&bytes, "web2text").unwrap();
        assert_eq!(
            model.array("c", &[1]).unwrap_err().to_string(),
            "m.model: found no array c, expected an array c of 1"
        );
        assert_eq!(
            model.array("a", &[3]).unwrap_err().to_string(),
            "m.model: found 2 x 3 numbers, expected an array a of 3"
        );
        assert!(model.settings::<Vec<u8>>().is_err());
    }

    #[test]
    fn what_is_too_large_is_refused_before_it_is_parsed() {
        let line = format!("{START}1,\"settings\":[{}0]}}\n", "0,".repeat(LONGEST_LINE / 2));
        let error = read_back(line.as_bytes(), "tamis").unwrap_err().to_string();
        assert!(error.starts_with(&format!(
            "m.model:0: found a first line without an end in {LONGEST_LINE} bytes"
        )));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_without_end_is_refused() {
        let error = Model::read(Path::new("/dev/zero"), "tamis").unwrap_err().to_string();
        assert_eq!(
            error,
            "/dev/zero: found a larger file, expected a model of at most 67108864 bytes"
        );
    }

    proptest::proptest! {
        #[test]
        fn every_changed_byte_is_refused(at in 0usize..1000, bit in 0u8..8) {
            let mut bytes = model().to_bytes();
            let at = at % bytes.len();
            bytes[at] ^= 1 << bit;
            proptest::prop_assert!(read_back(&bytes, "web2text").is_err(), "byte {at}");
        }
    }
}
