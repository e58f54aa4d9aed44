//! Writes the files of a report, its figures in all chosen formats.

use super::drawing::Drawing;
use super::environments;
use super::pgf::pgf;
#[cfg(feature = "figures")]
use super::render::Renderer;
use super::style::Style;
use super::svg::svg;
use std::path::{Path, PathBuf};
use tamis_index::disk;
use tamis_index::error::Result;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// SVG 1.1, for browsers and editors.
    Svg,
    /// PGF, which LaTeX draws with the font of its document.
    Pgf,
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
            Self::Pgf => "pgf",
            #[cfg(feature = "figures")]
            Self::Pdf => "pdf",
            #[cfg(feature = "figures")]
            Self::Png => "png",
        }
    }

    fn is_for_latex(self) -> bool {
        match self {
            Self::Pgf => true,
            #[cfg(feature = "figures")]
            Self::Pdf => true,
            _ => false,
        }
    }
}

/// The form of a report's files.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Form {
    /// The formats of its figures; none is SVG.
    pub formats: Vec<Format>,
    /// How figures are laid out.
    pub style: Style,
    /// The most rows of a table for LaTeX and of a figure on paper, the best ones, beside the
    /// unfiltered text and rules of the user's; none is ten.
    pub top: Option<usize>,
}

/// The rows of a table for LaTeX.
const TOP: usize = 10;

impl Form {
    /// The most rows of a table for LaTeX and of a figure on paper.
    pub(super) fn rows(&self) -> usize {
        self.top.unwrap_or(TOP)
    }

    /// Checks that this machine has the font, before there are results to be written.
    ///
    /// # Errors
    /// [`Setting`](tamis_index::error::Error::Setting) if a format draws with the font of the
    /// machine, and it has none of this name.
    pub fn check(&self) -> Result<()> {
        #[cfg(feature = "figures")]
        if let Some(font) = &self.style.font
            && self.formats.iter().any(|format| matches!(format, Format::Pdf | Format::Png))
        {
            Renderer::new(Some(font))
                .map_err(|error| tamis_index::error::Error::setting("font", error.to_string()))?;
        }
        Ok(())
    }
}

/// What is in a file.
#[derive(Debug, Clone, PartialEq)]
pub enum FileContent {
    Text(String),
    /// A figure, written in each of the formats.
    Figure(Drawing),
}

impl FileContent {
    /// Returns the text, of a figure its SVG.
    pub fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Figure(drawing) => svg(drawing),
        }
    }
}

/// A file: its name, without an extension if it is a figure, and its content.
pub type File = (String, FileContent);

/// The maximum number of characters of a measure or run in the name of a file: the last ones, which
/// tell paths apart.
const LONGEST: usize = 80;

/// Writes files into a folder that exists, in the given order, and returns their paths. A figure is
/// written once in each of the formats; without formats as SVG. If LaTeX takes one of them, a file
/// shows how.
pub(super) fn save(files: Vec<File>, folder: &Path, form: &Form) -> Result<Vec<PathBuf>> {
    let formats = if form.formats.is_empty() { &[Format::Svg] } else { &form.formats[..] };
    let files = with_environments(files, formats);
    let parts = files.iter().flat_map(|(name, content)| match content {
        FileContent::Text(_) => vec![(name.clone(), content, Format::Svg)],
        FileContent::Figure(_) => {
            let named = |format: &Format| format!("{name}.{}", format.extension());
            formats.iter().map(|format| (named(format), content, *format)).collect()
        }
    });
    let parts: Vec<(String, &FileContent, Format)> = parts.collect();
    let names: Vec<String> = parts.iter().map(|(name, ..)| name.clone()).collect();
    disk::results::announce(folder, &names)?;
    #[cfg(feature = "figures")]
    let mut renderer = None;
    let mut written = Vec::with_capacity(parts.len());
    for (name, content, format) in parts {
        let path = folder.join(name);
        let bytes = match (content, format) {
            (FileContent::Text(text), _) => text.clone().into_bytes(),
            (FileContent::Figure(drawing), Format::Svg) => svg(drawing).into_bytes(),
            (FileContent::Figure(drawing), Format::Pgf) => pgf(drawing).into_bytes(),
            #[cfg(feature = "figures")]
            (FileContent::Figure(drawing), _) => rendered(&mut renderer, drawing, format)
                .map_err(|error| tamis_index::error::Error::io("draw", &path, error))?,
        };
        disk::save(&path, bytes)?;
        written.push(path);
    }
    Ok(written)
}

/// Returns a figure as PDF or PNG. Fonts are unpacked for the first that needs them.
#[cfg(feature = "figures")]
fn rendered(
    renderer: &mut Option<Renderer>,
    drawing: &Drawing,
    format: Format,
) -> std::io::Result<Vec<u8>> {
    let made = match renderer.take() {
        Some(renderer) => renderer,
        None => Renderer::new(drawing.style.font.as_deref())?,
    };
    let renderer = renderer.insert(made);
    if format == Format::Pdf { renderer.pdf(&svg(drawing)) } else { renderer.png(&svg(drawing)) }
}

/// Adds the file that shows how LaTeX takes the figures.
fn with_environments(mut files: Vec<File>, formats: &[Format]) -> Vec<File> {
    let Some(format) = formats.iter().find(|format| format.is_for_latex()) else { return files };
    let mut text = environments::HEAD.to_owned();
    for (name, content) in &files {
        if let FileContent::Figure(drawing) = content {
            text += &environments::environment(name, format.extension(), drawing);
        }
    }
    files.push(("figures.tex".to_owned(), FileContent::Text(text)));
    files
}

/// Returns a text as a file.
pub(super) fn text(name: &str, text: String) -> File {
    (name.to_owned(), FileContent::Text(text))
}

/// Returns a figure as a file.
pub(super) fn figure(name: &str, drawing: Drawing) -> File {
    (name.to_owned(), FileContent::Figure(drawing))
}

/// Returns a figure per measure, or run, that has one: `sweep-P_10`. `draw` takes its number.
/// Names consist of letters, digits, `_` and `-`, and differ even where case does not count.
pub(super) fn measured(
    kind: &str,
    names: &[String],
    draw: impl Fn(usize) -> Option<Drawing>,
) -> Vec<File> {
    let mut taken: Vec<String> = Vec::new();
    let mut figures = Vec::new();
    for (number, name) in names.iter().enumerate() {
        let skipped = name.chars().count().saturating_sub(LONGEST);
        let kept: String = name.chars().skip(skipped).collect();
        let mut stem = kept.replace(|c: char| !(c.is_ascii_alphanumeric() || c == '_'), "-");
        if taken.iter().any(|other| other.eq_ignore_ascii_case(&stem)) {
            stem = format!("{stem}-{}", number + 1);
        }
        taken.push(stem.clone());
        figures.extend(draw(number).map(|drawing| figure(&format!("{kind}-{stem}"), drawing)));
    }
    figures
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing(title: &str) -> Drawing {
        Drawing::new("f", &Style::default(), title, "description").finish(10.0, "a caption")
    }

    #[test]
    fn every_measure_has_a_file_of_its_own_on_every_system() {
        let names = ["P_10", "iprec_at_recall_0.10", "rbp", "RBP", "../a b/run"].map(str::to_owned);
        let draw = |number: usize| (number != 0).then(|| drawing(&number.to_string()));
        let files = measured("sweep", &names, draw);
        let seen: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        let expected =
            ["sweep-iprec_at_recall_0-10", "sweep-rbp", "sweep-RBP-4", "sweep----a-b-run"];
        assert_eq!(seen, expected);
        assert!(files[0].1.text().contains(">1</title>"));
    }

    fn files() -> Vec<File> {
        vec![text("a.tsv", "1\n".to_owned()), figure("a", drawing("title"))]
    }

    fn written(form: &Form) -> (tempfile::TempDir, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        let paths = save(files(), folder.path(), form).unwrap();
        let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
        (folder, paths.iter().map(name).collect())
    }

    #[test]
    fn figures_are_written_in_every_format_and_other_files_once() {
        assert_eq!(written(&Form::default()).1, ["a.tsv", "a.svg"]);
        let formats = vec![Format::Svg, Format::Pgf];
        let (folder, names) = written(&Form { formats, ..Form::default() });
        assert_eq!(names, ["a.tsv", "a.svg", "a.pgf", "figures.tex"]);
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(read("a.svg").starts_with("<svg"));
        assert!(read("a.pgf").contains("\\begin{pgfpicture}"));
        assert!(read("figures.tex").contains("\\caption{title. a caption.}"));
    }

    #[cfg(feature = "figures")]
    #[test]
    fn pdf_and_png_are_written_and_a_missing_font_is_named() {
        let formats = vec![Format::Pdf, Format::Png];
        let (folder, names) = written(&Form { formats: formats.clone(), ..Form::default() });
        assert_eq!(names, ["a.tsv", "a.pdf", "a.png", "figures.tex"]);
        let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
        assert!(read("a.pdf").starts_with(b"%PDF-") && read("a.png").starts_with(b"\x89PNG"));
        let font = Some("No Such Font".to_owned());
        let style = Style { font, ..Style::default() };
        let error = Form { formats, style, top: None }.check().unwrap_err().to_string();
        assert!(error.contains("No Such Font"), "{error}");
    }
}
