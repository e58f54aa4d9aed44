//! Figures and tables for a column of a paper: their text is always checked, and LaTeX sets them
//! where it is installed.

use crate::golden;
use crate::made::{comparison, grid, separate, words};
use crate::rendered::judged;
use crate::tuned::tuned;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use tamis_report::sweep::write;
use tamis_report::{Form, Format, Style, accuracy, compare, tune};

/// A column of two on A4 in points.
const COLUMN: f64 = 238.11;

fn form() -> Form {
    let style = Style { width: Some(COLUMN), title: false, ..Style::default() };
    Form { formats: vec![Format::Svg, Format::Pgf], style, top: None }
}

/// Writes every kind of figure in folders of their own, and returns the text of all files of an
/// extension with their paths from here.
fn written(folder: &Path, form: &Form, extension: &str) -> Vec<(String, String)> {
    let kinds = ["curve", "heat", "kept", "compare", "accuracy", "tune"];
    let folders = kinds.map(|kind| folder.join(kind));
    for folder in &folders {
        std::fs::create_dir(folder).expect("it can be made");
    }
    let [curve, heat, kept, labels, scores, rule] = &folders;
    let done = [
        write(&words(60), curve, form),
        write(&grid(), heat, form),
        write(&separate(), kept, form),
        compare::write(&comparison(), labels, form),
        accuracy::write(&judged(), scores, form),
        tune::write(&tuned(), &[], rule, form),
    ];
    let paths = done.into_iter().flat_map(|paths| paths.expect("they can be written"));
    let kind = paths.filter(|path| path.extension().is_some_and(|found| found == extension));
    let read = kind.map(|path| {
        let name = path.strip_prefix(folder).expect("it is in it").display().to_string();
        (name, std::fs::read_to_string(&path).expect("it was written"))
    });
    read.collect()
}

/// Every brace that LaTeX sees is closed, in order.
fn assert_balanced(name: &str, text: &str) {
    let mut depth = 0;
    let mut before = ' ';
    for line in text.lines().filter(|line| !line.starts_with('%')) {
        for c in line.chars() {
            match c {
                '{' if before != '\\' => depth += 1,
                '}' if before != '\\' => depth -= 1,
                _ => {}
            }
            assert!(depth >= 0, "{name}: {line}");
            before = if before == '\\' && c == '\\' { ' ' } else { c };
        }
    }
    assert_eq!(depth, 0, "{name}");
}

#[test]
fn a_column_of_a_small_sweep_is_as_committed() {
    let folder = tamis_testing::folder();
    let column = form();
    write(&words(60), folder.path(), &column).expect("it can be written");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("it is there");
    for name in ["sweep.pgf", "sweep.svg", "figures.tex"] {
        golden(&format!("column.{name}"), &read(name));
    }
    compare::write(&comparison(), folder.path(), &Form { top: Some(2), ..column })
        .expect("it can be written");
    golden("column.compare.pgf", &read("compare.pgf"));
    golden("column.compare.tex", &read("report.tex"));
}

#[test]
fn pgf_has_no_character_that_latex_would_obey() {
    let folder = tamis_testing::folder();
    let figures = written(folder.path(), &form(), "pgf");
    assert!(figures.len() > 20, "{} figures", figures.len());
    for (name, text) in &figures {
        assert_balanced(name, text);
        for line in text.lines().filter(|line| !line.starts_with('%')) {
            let bare = line.replace("\\_", "").replace("\\&", "").replace("\\%", "");
            let bare = bare.strip_suffix('%').unwrap_or(&bare);
            assert!(!bare.contains(['#', '&', '_', '"', '<', '>', '%']), "{name}: {line}");
            assert!(line.is_ascii() && !line.contains("NaN") && !line.contains("inf"), "{line}");
        }
    }
}

/// Returns the sizes of all text of a figure in points.
fn sizes(pgf: &str) -> BTreeSet<&str> {
    let parts = pgf.split("\\fontsize{").skip(1);
    parts.filter_map(|rest| rest.split('}').next()).collect()
}

#[test]
fn text_on_paper_has_seven_to_nine_points_whatever_the_width() {
    for points in [170.0, COLUMN, 345.0, 500.0] {
        let folder = tamis_testing::folder();
        let style = Style { width: Some(points), ..Style::default() };
        for (name, text) in written(folder.path(), &Form { style, ..form() }, "pgf") {
            let sizes = sizes(&text);
            assert!(!sizes.is_empty() && sizes.iter().all(|size| ["7", "8", "9"].contains(size)));
            assert!(text.contains(&format!("\\pgfqpoint{{{points}bp}}")), "{name}");
        }
    }
}

#[test]
fn without_title_the_caption_alone_says_what_a_figure_is() {
    let folder = tamis_testing::folder();
    for (name, text) in written(folder.path(), &form(), "svg") {
        let title = text.split("-title\">").nth(1).and_then(|rest| rest.split('<').next());
        let title = title.expect("a title for screen readers");
        assert!(!text.contains(&format!(">{title}</text>")), "{name}");
        assert!(!text.contains("class=\"title\""), "{name}");
    }
}

/// LaTeX sets every figure and table in a paper of two columns, and none is wider than its column.
#[test]
fn latex_sets_a_paper_of_every_kind() {
    if Command::new("pdflatex").arg("--version").output().is_err() {
        eprintln!("not compiled: no pdflatex");
        return;
    }
    let folder = tamis_testing::folder();
    let figures = written(folder.path(), &form(), "pgf");
    let mut body = String::new();
    for (name, _) in &figures {
        body += &format!(
            "\\begin{{figure}}\\input{{{name}}}\\caption{{x}}\\end{{figure}}\n\\clearpage\n"
        );
    }
    for kind in ["curve", "heat", "kept", "compare"] {
        body += &format!("\\input{{{kind}/report.tex}}\n\\clearpage\n");
    }
    let paper = format!(
        "\\documentclass[twocolumn]{{article}}\\usepackage{{pgf,booktabs,graphicx}}\n\
         \\hbadness=10000\n\
         \\setlength{{\\textwidth}}{{176mm}}\\setlength{{\\columnsep}}{{8mm}}\n\
         \\setlength{{\\columnwidth}}{{84mm}}\\setlength{{\\oddsidemargin}}{{-8mm}}\n\
         \\begin{{document}}\n{body}\\end{{document}}\n"
    );
    std::fs::write(folder.path().join("t.tex"), paper).expect("it can be written");
    let run = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "t.tex"])
        .current_dir(&folder)
        .output();
    let run = run.expect("it runs");
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{said}");
    assert!(!said.contains("Overfull"), "{said}");
}
