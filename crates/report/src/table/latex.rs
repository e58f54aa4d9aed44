//! Writes tables for LaTeX, with the rules of booktabs.

use super::{Cell, Head, Order, Printed, Room, Table, Value};
use std::fmt::Write;
use tamis_place::Escaped;

/// Shrinks a table that is wider than the page.
const FIT: &str = "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n";
/// The distance of columns and the width of a character in points.
const BETWEEN: f64 = 8.0;
const CHARACTER: f64 = 4.4;
/// The widest table of one column in points; a wider one spans two, where there are two.
const COLUMN: f64 = 240.0;

/// Returns a document part: a `table` per table, below a comment that says what made it and which
/// packages it needs.
pub fn latex(tables: &[Printed<'_>], command: &str, version: &str) -> String {
    let mut text = format!(
        "% {}\n% tamis {version}; needs \\usepackage{{booktabs,graphicx}} in the preamble\n",
        Escaped(command)
    );
    for table in tables {
        push(&mut text, table);
    }
    text
}

fn push(text: &mut String, table: &Printed<'_>) {
    let is_on_paper = |head: &Head| !matches!(head.room, Room::Screen(_));
    let heads = table.blocks.first().map_or(&[][..], |block| &block.heads[..]);
    let kept: Vec<usize> = (0..heads.len()).filter(|&at| is_on_paper(&heads[at])).collect();
    let (star, between) = if width(&table.blocks, &kept) > COLUMN { ("*", 6) } else { ("", 4) };
    for note in table.notes.iter().filter(|note| !note.is_empty()) {
        let _ = writeln!(text, "% {}", Escaped(note));
    }
    let aligned: String =
        kept.iter().map(|&at| if heads[at].order == Order::Names { 'l' } else { 'r' }).collect();
    let _ = write!(
        text,
        "\\begin{{table{star}}}\n\\centering\n\\caption{{{}}}\n\\label{{tab:{}}}\n\\small\n\
         \\setlength{{\\tabcolsep}}{{{between}pt}}\n{FIT}\\begin{{tabular}}{{{aligned}}}\n\
         \\toprule\n",
        escape(&sentences([&table.caption])),
        table.label
    );
    for (number, block) in table.blocks.iter().enumerate() {
        text.push_str(if number > 0 { "\\midrule\n" } else { "" });
        let names = kept.iter().map(|&at| escape(block.heads[at].text(true).trim()));
        push_row(text, names);
        text.push_str("\\midrule\n");
        for row in &block.rows {
            push_row(text, kept.iter().map(|&at| cell(&row[at])));
        }
    }
    let _ = writeln!(text, "\\bottomrule\n\\end{{tabular}}}}\n\\end{{table{star}}}");
}

fn push_row(text: &mut String, cells: impl Iterator<Item = String>) {
    let _ = writeln!(text, "{} \\\\", cells.collect::<Vec<_>>().join(" & ").trim_end());
}

/// Estimates the width of these columns in points.
fn width(blocks: &[Table<'_>], columns: &[usize]) -> f64 {
    let width = |text: &str| text.trim().chars().count();
    let widest = |at: usize, block: &Table<'_>| {
        let cells = block.rows.iter().map(|row| width(&row[at].marked()));
        cells.fold(width(block.heads[at].text(true)), usize::max)
    };
    let of_column = |&at: &usize| blocks.iter().map(|block| widest(at, block)).max().unwrap_or(0);
    let characters: usize = columns.iter().map(of_column).sum();
    characters as f64 * CHARACTER + columns.len() as f64 * BETWEEN
}

/// Returns texts as sentences, without those that are empty.
pub(crate) fn sentences<'a>(texts: impl IntoIterator<Item = &'a String>) -> String {
    let full = texts.into_iter().filter(|text| !text.is_empty());
    let ended =
        full.map(|text| if text.ends_with('.') { text.clone() } else { format!("{text}.") });
    ended.collect::<Vec<_>>().join(" ")
}

/// Formats a cell: minus signs and powers of ten as mathematics, and a mark behind a number without
/// a width of its own, so that the numbers stay aligned.
fn cell(cell: &Cell<'_>) -> String {
    let text = cell.value.to_string();
    let number = match (&cell.value, text.split_once("e-")) {
        (Value::P(_), Some((digits, power))) => format!("${digits}\\times10^{{-{power}}}$"),
        _ if text == "-" => "--".to_owned(),
        _ => escape(&text),
    };
    match cell.mark {
        None | Some(' ') => number,
        Some('*') => format!("{number}\\rlap{{*}}"),
        Some(mark) => format!("{number}\\rlap{{$^{{{mark}}}$}}"),
    }
}

/// Escapes text. What precedes a number and is no part of a word becomes a minus sign.
pub(crate) fn escape(text: &str) -> String {
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
    use super::super::{Column, Columns};
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
        let marked = |mark| Cell { mark: Some(mark), ..Value::Mean(0.5571).into() };
        let cells: [Cell<'_>; 11] = [
            Value::Difference(-0.0123).into(),
            Value::Interval(0.01, -0.2).into(),
            Value::name("min-words-10").into(),
            Value::name("bm25+").into(),
            Value::P(Ok(8.6e-9)).into(),
            Value::Absent.into(),
            marked('+'),
            marked('-'),
            marked('*'),
            marked('='),
            Value::Blank.into(),
        ];
        let expected = [
            "$-$0.0123",
            "{[}+0.0100, $-$0.2000]",
            "min-words-10",
            "bm25+",
            "$8.6\\times10^{-9}$",
            "--",
            "0.5571\\rlap{$^{+}$}",
            "0.5571\\rlap{$^{-}$}",
            "0.5571\\rlap{*}",
            "0.5571\\rlap{$^{=}$}",
            "",
        ];
        assert_eq!(cells.each_ref().map(cell), expected);
    }

    fn columns(name: &str) -> Columns<'static, (&'static str, f64)> {
        Columns(vec![
            Column::new("", name, Order::Names, |row: &(&'static str, f64)| Value::name(row.0)),
            Column::new("", "mean ", Order::Highest, |row: &(&str, f64)| Value::Mean(row.1)),
        ])
    }

    #[test]
    fn a_table_says_what_it_needs_and_what_made_it() {
        let table = Printed {
            label: "runs",
            caption: "MAP of 1 run".into(),
            blocks: vec![columns("MAP").for_text([("a_b", 0.5)]), columns("P@10").for_text([])],
            notes: vec![String::new(), "3 topics".into()],
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
                        a\\_b & 0.5000 \\\\\n\
                        \\midrule\n\
                        P@10 & mean \\\\\n\
                        \\midrule\n\
                        \\bottomrule\n\
                        \\end{tabular}}\n\
                        \\end{table}\n";
        assert_eq!(latex(&[table], "tamis eval q\nr", "1.0"), expected);
    }

    #[test]
    fn a_wide_table_spans_columns_and_has_no_column_of_the_screen() {
        let names = ["rule", "P@10 ", "judged@10", "pages", "kept", "empty topics", "a long name"];
        let mut columns = Columns(Vec::new());
        for name in names {
            let order = if name == "rule" { Order::Names } else { Order::Highest };
            let is_screen = ["pages", "empty topics"].contains(&name);
            let room = if is_screen { Room::Screen(0) } else { Room::Always };
            let cell = move |_: &()| Value::name(format!("{name} 0.1234"));
            columns.0.push(Column::new("", name, order, cell).room(room));
        }
        let blocks = vec![columns.for_text([()])];
        let text = latex(&[Printed { blocks, ..Printed::default() }], "tamis", "1.0");
        assert!(text.contains("\\begin{table*}") && text.contains("\\end{table*}"));
        assert!(text.contains("rule & P@10 & judged@10 & kept & a long name \\\\\n"));
        assert!(text.contains("{lrrrr}") && !text.contains("empty") && !text.contains("pages"));
    }
}
