//! Formats tables for LaTeX, with the rules of booktabs.

use super::table::Table;
use std::fmt::Write;
use tamis_place::Escaped;

/// Shrinks a table that is wider than the page.
const FIT: &str = "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n";
/// The distance of columns and the width of a character in points.
const BETWEEN: f64 = 8.0;
const CHARACTER: f64 = 4.4;
/// The widest table of one column in points; a wider one spans two, where there are two.
const COLUMN: f64 = 240.0;
/// Columns that are for the terminal: a paper has no room for them, and the tables of tab-separated
/// values have them.
const LEFT_OUT: [&str; 2] = ["pages", "empty topics"];

/// Returns a document part: a `table` per table, below a comment that says what made it and which
/// packages it needs.
pub(super) fn tables(tables: &[Table], command: &str, version: &str) -> String {
    let mut text = format!(
        "% {}\n% tamis {version}; needs \\usepackage{{booktabs,graphicx}} in the preamble\n",
        Escaped(command)
    );
    for table in tables {
        push(&mut text, table);
    }
    text
}

fn push(text: &mut String, table: &Table) {
    let blocks: Vec<Vec<Vec<&str>>> = table.blocks.iter().map(|rows| for_paper(rows)).collect();
    let columns = blocks.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let (star, between) = if width(&blocks) > COLUMN { ("*", 6) } else { ("", 4) };
    for note in table.notes.iter().filter(|note| !note.is_empty()) {
        let _ = writeln!(text, "% {}", Escaped(note));
    }
    let aligned = "l".repeat(table.names) + &"r".repeat(columns.saturating_sub(table.names));
    let _ = write!(
        text,
        "\\begin{{table{star}}}\n\\centering\n\\caption{{{}}}\n\\label{{tab:{}}}\n\\small\n\
         \\setlength{{\\tabcolsep}}{{{between}pt}}\n{FIT}\\begin{{tabular}}{{{aligned}}}\n\\toprule\n",
        escape(&sentences([&table.caption])),
        table.label
    );
    for (number, block) in blocks.iter().enumerate() {
        text.push_str(if number > 0 { "\\midrule\n" } else { "" });
        for (place, row) in block.iter().enumerate() {
            let cells: Vec<String> = row.iter().map(|text| cell(text)).collect();
            let _ = writeln!(text, "{} \\\\", cells.join(" & ").trim_end());
            text.push_str(if place == 0 { "\\midrule\n" } else { "" });
        }
    }
    let _ = writeln!(text, "\\bottomrule\n\\end{{tabular}}}}\n\\end{{table{star}}}");
}

/// Returns the rows without the columns that are for the terminal; the first row is the header.
fn for_paper(rows: &[Vec<String>]) -> Vec<Vec<&str>> {
    let header = rows.first().map_or(&[][..], Vec::as_slice);
    let mut kept = Vec::with_capacity(rows.len());
    for row in rows {
        let named = row.iter().zip(header);
        let cells = named.filter(|(_, name)| !LEFT_OUT.contains(&name.trim()));
        kept.push(cells.map(|(cell, _)| cell.trim()).collect());
    }
    kept
}

/// Estimates the width of a table in points.
fn width(blocks: &[Vec<Vec<&str>>]) -> f64 {
    let columns = blocks.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| {
        let cells = blocks.iter().flatten().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let characters: usize = (0..columns).map(widest).sum();
    characters as f64 * CHARACTER + columns as f64 * BETWEEN
}

/// Returns texts as sentences, without those that are empty.
pub(super) fn sentences<'a>(texts: impl IntoIterator<Item = &'a String>) -> String {
    let full = texts.into_iter().filter(|text| !text.is_empty());
    let ended =
        full.map(|text| if text.ends_with('.') { text.clone() } else { format!("{text}.") });
    ended.collect::<Vec<_>>().join(" ")
}

/// Formats a cell: minus signs and powers of ten as mathematics, and a mark behind a number without
/// a width of its own, so that the numbers stay aligned.
fn cell(text: &str) -> String {
    if let Some((digits, power)) = text.split_once("e-")
        && digits.parse::<f64>().is_ok()
        && power.parse::<u32>().is_ok()
    {
        return format!("${digits}\\times10^{{-{power}}}$");
    }
    if text == "-" {
        return "--".to_owned();
    }
    let (number, mark) =
        text.split_at(text.len() - usize::from(text.ends_with(['+', '-', '*', '='])));
    if !mark.is_empty() && number.ends_with(|c: char| c.is_ascii_digit()) {
        let mark = if mark == "*" { mark.to_owned() } else { format!("$^{{{mark}}}$") };
        return format!("{}\\rlap{{{mark}}}", escape(number));
    }
    escape(text)
}

/// Escapes text. What precedes a number and is no part of a word becomes a minus sign.
pub(super) fn escape(text: &str) -> String {
    let text = Escaped(text).to_string();
    let mut escaped = String::with_capacity(text.len());
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => escaped.extend(['\\', c]),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '<' if chars.next_if_eq(&'=').is_some() => escaped.push_str("$\\leq$"),
            '>' if chars.next_if_eq(&'=').is_some() => escaped.push_str("$\\geq$"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '"' => escaped.push_str("''"),
            '-' if matches!(before, ' ' | '[' | '(')
                && chars.peek().is_some_and(char::is_ascii_digit) =>
            {
                escaped.push_str("$-$");
            }
            // A number stays with its sign.
            ' ' if chars.peek() == Some(&'%') => escaped.push('~'),
            // LaTeX would read a bracket after the end of a line as its argument.
            '[' if escaped.is_empty() => escaped.push_str("{[}"),
            '≤' => escaped.push_str("$\\leq$"),
            '≥' => escaped.push_str("$\\geq$"),
            '±' => escaped.push_str("$\\pm$"),
            '×' => escaped.push_str("$\\times$"),
            '−' => escaped.push_str("$-$"),
            '²' => escaped.push_str("$^2$"),
            '…' => escaped.push_str("\\ldots{}"),
            c => escaped.push(c),
        }
        before = c;
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_what_latex_prints_and_not_what_it_does() {
        let seen = escape("50 % of {a_b} & \\x^2 #1 $5 ~ <i> \"q\" words >= 9 a|b");
        let expected = "50~\\% of \\{a\\_b\\} \\& \\textbackslash{}x\\textasciicircum{}2 \\#1 \\$5 \
                        \\textasciitilde{} \\textless{}i\\textgreater{} ''q'' words $\\geq$ 9 \
                        a\\textbar{}b";
        assert_eq!(seen, expected);
    }

    #[test]
    fn numbers_have_minus_signs_and_names_hyphens() {
        let cells = [
            "-0.0123",
            "[+0.0100, -0.2000]",
            "min-words-10",
            "8.6e-9",
            "-",
            "0.5571+",
            "0.5571-",
            "0.5000*",
            "0.5000=",
            "",
        ];
        let expected = [
            "$-$0.0123",
            "{[}+0.0100, $-$0.2000]",
            "min-words-10",
            "$8.6\\times10^{-9}$",
            "--",
            "0.5571\\rlap{$^{+}$}",
            "0.5571\\rlap{$^{-}$}",
            "0.5000\\rlap{*}",
            "0.5000\\rlap{$^{=}$}",
            "",
        ];
        assert_eq!(cells.map(cell), expected);
    }

    #[test]
    fn a_table_says_what_it_needs_and_what_made_it() {
        let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        let table = Table {
            label: "runs",
            caption: "MAP of 1 run".into(),
            names: 1,
            optional: Vec::new(),
            blocks: vec![
                vec![row(["MAP", "mean"]), row(["a_b", "0.5"])],
                vec![row(["P@10", "mean"])],
            ],
            notes: vec!["3 topics".into()],
        };
        let expected = "% tamis eval q\\nr\n\
                        % tamis 1.0; needs \\usepackage{booktabs,graphicx} in the preamble\n\
                        % 3 topics\n\
                        \\begin{table}\n\
                        \\centering\n\
                        \\caption{MAP of 1 run.}\n\
                        \\label{tab:runs}\n\
                        \\small\n\
                        \\setlength{\\tabcolsep}{4pt}\n\
                        \\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n\
                        \\begin{tabular}{lr}\n\
                        \\toprule\n\
                        MAP & mean \\\\\n\
                        \\midrule\n\
                        a\\_b & 0.5 \\\\\n\
                        \\midrule\n\
                        P@10 & mean \\\\\n\
                        \\midrule\n\
                        \\bottomrule\n\
                        \\end{tabular}}\n\
                        \\end{table}\n";
        assert_eq!(tables(&[table], "tamis eval q\nr", "1.0"), expected);
    }

    #[test]
    fn a_wide_table_spans_columns_and_has_no_column_of_the_terminal() {
        let names = ["rule", "P@10 ", "judged@10", "pages", "kept", "empty topics", "a long name"];
        let header: Vec<String> = names.map(str::to_owned).into();
        let row: Vec<String> = header.iter().map(|name| format!("{name} 0.1234")).collect();
        let table = Table {
            label: "compare",
            caption: "A caption".into(),
            names: 1,
            optional: Vec::new(),
            blocks: vec![vec![header, row]],
            notes: Vec::new(),
        };
        let text = tables(&[table], "tamis", "1.0");
        assert!(text.contains("\\begin{table*}") && text.contains("\\end{table*}"));
        assert!(text.contains("rule & P@10 & judged@10 & kept & a long name \\\\\n"));
        assert!(text.contains("{lrrrr}") && !text.contains("empty") && !text.contains("pages"));
    }
}
