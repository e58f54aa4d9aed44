//! Writes the files of a report, its figures in all chosen formats.

#[cfg(feature = "figures")]
use super::render::Renderer;
use std::path::{Path, PathBuf};
use tamis_index::disk;
use tamis_index::error::Result;

/// A format of figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// SVG 1.1, for browsers and editors.
    Svg,
    /// A page of PDF, for LaTeX.
    #[cfg(feature = "figures")]
    Pdf,
    /// Pixels, for slides and word processors.
    #[cfg(feature = "figures")]
    Png,
}

impl Format {
    fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            #[cfg(feature = "figures")]
            Self::Pdf => "pdf",
            #[cfg(feature = "figures")]
            Self::Png => "png",
        }
    }
}

/// The maximum number of characters of a measure or run in the name of a file: the last ones, which
/// tell paths apart.
const LONGEST: usize = 80;

/// Writes files into a folder that exists, in the given order, and returns their paths. A figure is
/// written once in each of `formats`; without formats as SVG.
pub(super) fn save(
    files: Vec<(String, String)>,
    folder: &Path,
    formats: &[Format],
) -> Result<Vec<PathBuf>> {
    let formats = if formats.is_empty() { &[Format::Svg] } else { formats };
    let names: Vec<String> =
        files.iter().flat_map(|(name, _)| names_in_formats(name, formats)).collect();
    disk::results::announce(folder, &names)?;
    let mut converter = Converter::default();
    let mut written = Vec::new();
    for (name, content) in files {
        let path = folder.join(name);
        if path.extension().is_none_or(|extension| extension != "svg") {
            disk::save(&path, content)?;
            written.push(path);
            continue;
        }
        for &format in formats {
            let path = path.with_extension(format.extension());
            disk::save(&path, converter.convert(&path, &content, format)?)?;
            written.push(path);
        }
    }
    Ok(written)
}

/// Returns the names under which a file is written: a figure has one for each format.
fn names_in_formats(name: &str, formats: &[Format]) -> Vec<String> {
    let Some(stem) = name.strip_suffix(".svg") else { return vec![name.to_owned()] };
    formats.iter().map(|format| format!("{stem}.{}", format.extension())).collect()
}

/// Returns files whose names are fixed.
pub(super) fn named(files: Vec<(&str, String)>) -> Vec<(String, String)> {
    files.into_iter().map(|(name, content)| (name.to_owned(), content)).collect()
}

/// Returns a figure per measure, or run, that has one: `sweep-P_10.svg`. `draw` takes its number.
/// Names consist of letters, digits, `_` and `-`, and differ even where case does not count.
pub(super) fn measured(
    kind: &str,
    names: &[String],
    draw: impl Fn(usize) -> Option<String>,
) -> Vec<(String, String)> {
    let mut taken: Vec<String> = Vec::new();
    let mut figures = Vec::new();
    for (number, name) in names.iter().enumerate() {
        let skipped = name.chars().count().saturating_sub(LONGEST);
        let mut stem: String = name
            .chars()
            .skip(skipped)
            .map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' })
            .collect();
        if taken.iter().any(|other| other.eq_ignore_ascii_case(&stem)) {
            stem = format!("{stem}-{}", number + 1);
        }
        taken.push(stem.clone());
        figures.extend(draw(number).map(|figure| (format!("{kind}-{stem}.svg"), figure)));
    }
    figures
}

/// Converts figures. Fonts are unpacked for the first that needs them.
#[derive(Default)]
struct Converter {
    #[cfg(feature = "figures")]
    renderer: Option<Renderer>,
}

impl Converter {
    /// Returns the content of a figure in a format; `path` is where it will be.
    #[cfg(not(feature = "figures"))]
    fn convert(&mut self, _: &Path, svg: &str, format: Format) -> Result<Vec<u8>> {
        match format {
            Format::Svg => Ok(svg.as_bytes().to_vec()),
        }
    }

    /// Returns the content of a figure in a format; `path` is where it will be.
    #[cfg(feature = "figures")]
    fn convert(&mut self, path: &Path, svg: &str, format: Format) -> Result<Vec<u8>> {
        let failed = |error| tamis_index::error::Error::io("draw", path, error);
        if format == Format::Svg {
            return Ok(svg.as_bytes().to_vec());
        }
        let renderer = match self.renderer.take() {
            Some(renderer) => renderer,
            None => Renderer::new().map_err(failed)?,
        };
        let renderer = self.renderer.insert(renderer);
        if format == Format::Pdf { renderer.pdf(svg) } else { renderer.png(svg) }.map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_measure_has_a_file_of_its_own_on_every_system() {
        let names = ["P_10", "iprec_at_recall_0.10", "rbp", "RBP", "../a b/run"].map(str::to_owned);
        let files = measured("sweep", &names, |number| (number != 0).then(|| number.to_string()));
        let seen: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        let expected = [
            "sweep-iprec_at_recall_0-10.svg",
            "sweep-rbp.svg",
            "sweep-RBP-4.svg",
            "sweep----a-b-run.svg",
        ];
        assert_eq!((seen, files[0].1.as_str()), (expected.into(), "1"));
    }

    #[cfg(feature = "figures")]
    #[test]
    fn figures_are_written_in_every_format_and_other_files_once() {
        let folder = tempfile::tempdir().unwrap();
        let figure = crate::markup::Svg::new("f", 10.0, 10.0, "title", "description").finish();
        let files = || named(vec![("a.tsv", "1\n".to_owned()), ("a.svg", figure.clone())]);
        let written =
            save(files(), folder.path(), &[Format::Svg, Format::Pdf, Format::Png]).unwrap();
        let names: Vec<_> =
            written.iter().map(|path| path.file_name().unwrap().to_string_lossy()).collect();
        assert_eq!(names, ["a.tsv", "a.svg", "a.pdf", "a.png"]);
        let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
        assert!(
            read("a.pdf").starts_with(b"%PDF-")
                && read("a.png").starts_with(b"\x89PNG")
                && read("a.svg").starts_with(b"<svg")
        );
        assert_eq!(save(files(), folder.path(), &[]).unwrap().len(), 2);
    }
}
