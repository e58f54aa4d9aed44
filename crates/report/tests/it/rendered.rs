//! Draws every kind of figure with programs that are not browsers, and compares colours: what an
//! element says, the reader sees.

use crate::made::{axis, comparison, grid, separate, sweep, words};
use crate::tuned::tuned;
use resvg::tiny_skia::Pixmap;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::process::Command;
use tamis_lab::accuracy::data::{Accuracy, DatasetScores, Judgement};
use tamis_report::sweep::files;
use tamis_report::{File, FileContent, Form, accuracy, compare, figure, tune};

/// The pixels of a renderer by those of the figure: a line one pixel wide has a whole pixel of its
/// colour.
const ZOOM: u32 = 2;
/// By how much a channel may differ.
const CLOSE: u8 = 10;

/// Every kind of figure, by its name.
fn figures() -> Vec<(String, String)> {
    let five = words(5);
    let mut cut = grid();
    let models = tamis_search::experiment::results::Axis {
        name: "model".into(),
        values: ["bm25", "dph"].iter().flat_map(|name| name.parse()).collect(),
    };
    cut.axes.push(models.clone());
    for point in &mut cut.points {
        let model =
            tamis_search::experiment::parameter::Parameter::new("model", models.values[0].clone());
        point.parameters.push(model);
    }
    let mut drawn = vec![
        ("two measures".to_owned(), figure::sweep_svg(&five, 0)),
        ("one measure".to_owned(), figure::measure_svg(&five, 1)),
        ("hundred".to_owned(), figure::sweep_svg(&words(100), 0)),
        ("heat".to_owned(), figure::sweep_svg(&grid(), 0)),
        ("cut".to_owned(), figure::sweep_svg(&cut, 0)),
        (
            "numbers in cells".to_owned(),
            figure::sweep_svg(&sweep(vec![axis("min_words", 1..=4), axis("max_words", 1..=9)]), 0),
        ),
        ("kept".to_owned(), figure::sweep_svg(&separate(), 0)),
        ("forest".to_owned(), compare::figure(&comparison(), 0).svg().to_owned()),
    ];
    let topics = figure::topics(&five, 0);
    drawn.extend(topics.map(|of| ("topics".to_owned(), of.svg().to_owned())));
    let others = every_kind(&Form::default()).into_iter();
    drawn.extend(others.map(|(name, content)| (name, content.text())));
    drawn
}

/// Every kind of figure in a form, by its name; some kinds more than once.
fn every_kind(form: &Form) -> Vec<File> {
    let all = [
        files(&separate(), form),
        compare::files(&comparison(), form),
        accuracy::files(&judged(), form),
        tune::files(&tuned(), &[], form),
    ];
    all.into_iter()
        .flatten()
        .filter(|(_, content)| matches!(content, FileContent::Figure(_)))
        .collect()
}

fn judgement(name: &str, by: f64) -> Judgement {
    Judgement {
        classifier: name.to_owned(),
        figures: vec![0.5],
        pages: (0..20).map(|page| vec![1.0 / (1.0 + f64::from(page) * by)]).collect(),
    }
}

pub fn judged() -> Accuracy {
    let judged = DatasetScores {
        dataset: "ice".into(),
        format: "folders",
        pages: (0..20).map(|page| page.to_string()).collect(),
        scored: 20,
        classifiers: vec![judgement("keep-all", 0.1), judgement("words-tree", 0.02)],
        ..DatasetScores::default()
    };
    Accuracy {
        columns: vec!["words_f1"],
        figures: vec!["words_f1_mean"],
        shown: vec![("words_f1_mean", "words F1")],
        datasets: vec![judged],
        ..Accuracy::default()
    }
}

/// Returns the value of an attribute of an element.
fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    element.split_once(&format!(" {name}=\""))?.1.split('"').next()
}

/// Returns the colours that a figure names, those of translucent rectangles as they are on its
/// paper. Shapes of no size have none, and bands lie upon each other.
fn named_colours(svg: &str) -> BTreeSet<[u8; 3]> {
    let mut colours = BTreeSet::new();
    for element in svg
        .split('<')
        .filter(|element| !element.contains("=\"0\"") && !element.starts_with("polygon"))
    {
        let opacity: f64 =
            attribute(element, "fill-opacity").map_or(1.0, |text| text.parse().expect("a number"));
        let parts = ["fill", "stroke"]
            .map(|name| attribute(element, name).filter(|value| value.starts_with('#')));
        for colour in parts.into_iter().flatten() {
            let channel = |at: usize| {
                f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("a colour"))
            };
            colours.insert(
                [1, 3, 5].map(|at| (255.0 - (255.0 - channel(at)) * opacity).round() as u8),
            );
        }
    }
    colours
}

/// Compares a drawing with the colours that its figure names.
fn compare_colours(name: &str, svg: &str, drawn: &Pixmap) {
    let mut pixels: HashMap<[u8; 4], usize> = HashMap::new();
    // Most pixels are like the one before.
    for run in drawn.data().as_chunks().0.chunk_by(|one, next| one == next) {
        *pixels.entry(run[0]).or_default() += run.len();
    }
    let colours = named_colours(svg);
    let count = |is: &dyn Fn(&[u8; 4]) -> bool| -> usize {
        pixels.iter().filter(|(pixel, _)| is(pixel)).map(|(_, count)| count).sum()
    };
    for colour in &colours {
        let found = count(&|pixel| {
            pixel.iter().zip(colour).all(|(one, other)| one.abs_diff(*other) <= CLOSE)
        });
        assert!(found >= 8, "{name}: {found} pixels of {colour:?}");
    }
    assert!(colours.len() >= 5, "{name}: {colours:?}");
    let all = drawn.data().len() / 4;
    assert_eq!(count(&|pixel| pixel[3] != 255), 0, "{name}: no background");
    let dark = count(&|pixel| pixel[..3].iter().all(|channel| *channel < 64));
    assert!(dark * 20 < all, "{name}: {dark} of {all} pixels are black");
    let paper = count(&|pixel| pixel[..3].iter().all(|channel| *channel > 245));
    assert!(paper * 3 > all, "{name}: {paper} of {all} pixels are paper");
}

#[test]
fn librsvg_draws_every_kind_of_figure_in_its_colours() {
    if Command::new("rsvg-convert").arg("--version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "rsvg-convert (librsvg2-bin) is missing");
        eprintln!("skipped: no rsvg-convert (librsvg2-bin)");
        return;
    }
    let folder = tamis_testing::folder();
    for (name, svg) in figures() {
        let from = folder.path().join("f.svg");
        let to = folder.path().join("f.png");
        std::fs::write(&from, &svg).expect("it can be written");
        let zoom = ZOOM.to_string();
        let converted =
            Command::new("rsvg-convert").args(["-z", &zoom, "-o"]).args([&to, &from]).output();
        let converted = converted.expect("it runs");
        assert!(
            converted.status.success(),
            "{name}: {}",
            String::from_utf8_lossy(&converted.stderr)
        );
        compare_colours(&name, &svg, &read(&to));
    }
}

#[cfg(feature = "figures")]
#[test]
fn our_own_png_has_the_same_colours_and_pdf_its_font() {
    use tamis_report::Format;
    use tamis_report::sweep::write;
    let folder = tamis_testing::folder();
    for sweep in [words(5), grid(), separate()] {
        let formats = vec![Format::Svg, Format::Pdf, Format::Png];
        let form = Form { formats, ..Form::default() };
        let written = write(&sweep, folder.path(), &form).expect("it can be written");
        let figures = written
            .iter()
            .filter(|path| path.extension().is_some_and(|extension| extension == "svg"))
            .take(5);
        for svg in figures {
            let text = std::fs::read_to_string(svg).expect("it was written");
            compare_colours(&svg.display().to_string(), &text, &read(&svg.with_extension("png")));
            let pdf = std::fs::read(svg.with_extension("pdf")).expect("it was written");
            assert!(pdf.windows(6).any(|bytes| bytes == b"+Arimo"), "{}", svg.display());
        }
    }
}

fn read(path: &Path) -> Pixmap {
    Pixmap::load_png(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A figure is one well-formed document that any reader of SVG 1.1 understands.
#[test]
fn figures_need_no_style_sheet_and_no_folders_of_ours() {
    for (name, svg) in figures() {
        assert!(
            svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\""),
            "{name}"
        );
        for foreign in ["<style", "var(", "transparent", "paint-order", "NaN", "/home/"] {
            assert!(!svg.contains(foreign), "{name}: {foreign}");
        }
        resvg::usvg::roxmltree::Document::parse(&svg)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

/// The tables compile, where LaTeX is there.
#[test]
fn latex_takes_every_table() {
    let form = Form::default();
    let sweeps = [words(5), grid(), separate()];
    let tables = sweeps.iter().map(|sweep| tamis_report::sweep::latex(sweep, &form));
    let tables: String = tables.chain([compare::latex(&comparison(), &form)]).collect();
    assert_eq!(tables.matches("\\begin{tabular}").count(), 5);
    for line in
        tables.lines().filter(|line| !line.starts_with('%') && !line.starts_with("\\resizebox"))
    {
        let bare = line.replace("\\&", "").replace("\\_", "");
        assert!(!bare.contains('<') && !bare.contains('>') && !bare.contains("#"), "{line}");
    }
    assert_eq!(tables.matches('{').count(), tables.matches('}').count());
    if Command::new("pdflatex").arg("--version").output().is_err() {
        eprintln!("not compiled: no pdflatex");
        return;
    }
    let folder = tamis_testing::folder();
    let page = format!(
        "\\documentclass{{article}}\\usepackage{{booktabs,graphicx}}\\begin{{document}}\n{tables}\
         \\end{{document}}\n"
    );
    std::fs::write(folder.path().join("t.tex"), page).expect("it can be written");
    let run = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "t.tex"])
        .current_dir(&folder)
        .output();
    let run = run.expect("it runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
}
