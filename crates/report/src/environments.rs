//! Formats the figures of a report for LaTeX: an environment each, with its caption.

use super::drawing::Drawing;
use super::table::latex::{escape, sentences};
use std::fmt::Write;

/// The first lines of the file.
pub(super) const HEAD: &str =
    "% Copy what you need. PGF needs \\usepackage{pgf}, PDF \\usepackage{graphicx}.\n";
/// The widest figure of one column in points.
const COLUMN: f64 = 260.0;

/// Returns the environment of the figure that is written with this extension.
pub(super) fn environment(name: &str, extension: &str, drawing: &Drawing) -> String {
    let style = &drawing.style;
    let points = style.points(style.units());
    let star = if style.is_paper() && points > COLUMN { "*" } else { "" };
    let file = match (extension, style.is_paper()) {
        ("pgf", true) => format!("\\input{{{name}.pgf}}"),
        ("pgf", false) => format!("\\resizebox{{\\linewidth}}{{!}}{{\\input{{{name}.pgf}}}}"),
        (_, true) => format!("\\includegraphics{{{name}.{extension}}}"),
        (_, false) => format!("\\includegraphics[width=\\linewidth]{{{name}.{extension}}}"),
    };
    let caption = sentences([&drawing.title, &drawing.caption]);
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "\n\\begin{{figure{star}}}\n\\centering\n{file}\n\\caption{{{}}}\n\\label{{fig:{name}}}\n\
         \\end{{figure{star}}}\n",
        escape(&caption)
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::Style;

    fn drawn(extension: &str, width: Option<f64>) -> String {
        let style = Style { width, ..Style::default() };
        let drawing = Drawing::new("f", &style, "P@10 over a_b", "").finish(9.0, "42 topics");
        environment("sweep-P_10", extension, &drawing)
    }

    #[test]
    fn a_figure_of_a_column_is_taken_as_it_is() {
        let expected = "\n\\begin{figure}\n\\centering\n\\input{sweep-P_10.pgf}\n\
                        \\caption{P@10 over a\\_b. 42 topics.}\n\\label{fig:sweep-P_10}\n\
                        \\end{figure}\n";
        assert_eq!(drawn("pgf", Some(240.0)), expected);
    }

    #[test]
    fn a_wide_one_spans_columns_and_one_of_a_page_is_scaled() {
        assert!(drawn("pdf", Some(500.0)).contains("\\begin{figure*}"));
        assert!(drawn("pdf", Some(500.0)).contains("\\includegraphics{sweep-P_10.pdf}"));
        assert!(drawn("pdf", None).contains("[width=\\linewidth]{sweep-P_10.pdf}"));
        assert!(drawn("pgf", None).contains("\\resizebox{\\linewidth}{!}{\\input{"));
    }
}
