//! Formats the distribution of blocks and words as tables, JSON and figures.

use crate::count::{Bin, ClassCounts, Distribution, Gain, LAMBDA, ScoreBins};
use crate::figure::{DENSITY, WORDS, gains as draw_gains};
use crate::fit::Fit;
use std::io;
use std::path::Path;
use tamis_report::json::one_line;
use tamis_report::table::{Column, Columns, Order, Value};
use tamis_report::words::{fixed, grouped};

/// Blocks on more pages are counted together in the table.
const REPEATED: u32 = 10;

/// Returns the files of a distribution, name and content.
fn files(distribution: &Distribution) -> Vec<(&'static str, String)> {
    let mut files = vec![
        ("classes.tsv", classes(distribution)),
        ("words.tsv", bins(distribution, "words", &distribution.words)),
        ("density.tsv", bins(distribution, "text_density", &distribution.density)),
        ("fits.tsv", fits(distribution)),
        ("distribution.json", one_line(distribution)),
        ("words.svg", WORDS.draw(distribution)),
        ("density.svg", DENSITY.draw(distribution)),
    ];
    if !distribution.repeats.is_empty() {
        files.push(("repeats.tsv", bins(distribution, "repeats", &distribution.repeats)));
    }
    if !distribution.scores.is_empty() {
        files.push(("scores.tsv", scores(distribution)));
    }
    if !distribution.gains.is_empty() {
        files.push(("gains.tsv", gains(distribution)));
        files.push(("gains.svg", draw_gains(distribution)));
    }
    files
}

/// Writes [`files`] into a folder, replacing files of the same names.
pub fn write(distribution: &Distribution, folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    files(distribution).iter().try_for_each(|(name, text)| std::fs::write(folder.join(name), text))
}

/// A number that is empty where there is none.
fn or_empty<'a, T>(number: Option<T>, value: impl FnOnce(T) -> Value<'a>) -> Value<'a> {
    number.map_or(Value::name(""), value)
}

/// Table 1 of the paper: a row per class, and the sum.
fn classes(distribution: &Distribution) -> String {
    let columns = Columns(vec![
        Column::names("class", |row: &&ClassCounts| &row.class),
        Column::counts("blocks", |row| row.blocks),
        Column::counts("words", |row| row.words),
        Column::file("tokens", |row: &&ClassCounts| or_empty(row.tokens, Value::Count)),
    ]);
    columns.tsv(&distribution.classes)
}

/// A value of a feature, and a class.
struct BinRow<'a> {
    /// The score that was counted, of several.
    score: &'a str,
    bin: &'a Bin,
    class: &'a ClassCounts,
    number: usize,
}

/// Returns a row per value and class.
fn bin_rows<'a>(
    distribution: &'a Distribution,
    score: &'a str,
    bins: &'a [Bin],
) -> impl Iterator<Item = BinRow<'a>> {
    let of_bin = move |bin| {
        let classes = distribution.classes.iter().enumerate();
        classes.map(move |(number, class)| BinRow { score, bin, class, number })
    };
    bins.iter().flat_map(of_bin)
}

fn bin_columns<'a>(feature: &str) -> Vec<Column<'a, BinRow<'a>>> {
    vec![
        Column::counts(feature, |row: &BinRow<'_>| row.bin.value.into()),
        Column::names("class", |row| &row.class.class),
        Column::counts("blocks", |row| row.bin.blocks[row.number]),
        Column::counts("words", |row| row.bin.words[row.number]),
    ]
}

fn bins(distribution: &Distribution, feature: &str, bins: &[Bin]) -> String {
    Columns(bin_columns(feature)).tsv(bin_rows(distribution, "", bins))
}

/// A row per score, hundredth and class.
fn scores<'a>(distribution: &'a Distribution) -> String {
    let mut columns = vec![Column::names("score", |row: &BinRow<'_>| row.score)];
    columns.extend(bin_columns("hundredths"));
    let of_score = |by: &'a ScoreBins| bin_rows(distribution, &by.score, &by.bins);
    Columns(columns).tsv(distribution.scores.iter().flat_map(of_score))
}

/// A row per parameter or goodness of fit.
fn fits(distribution: &Distribution) -> String {
    type Row<'a> = (&'a Fit, &'a str, f64);
    let columns = Columns(vec![
        Column::names("model", |row: &Row<'_>| row.0.model),
        Column::names("name", |row| row.1),
        Column::file("value", |row: &Row<'_>| Value::Number(row.2)),
    ]);
    let mut rows = Vec::new();
    for fit in &distribution.fits {
        let quality = [("r2", fit.r2), ("r2_adjusted", fit.r2_adjusted), ("rmse", fit.rmse)];
        let all = fit.parameters.iter().copied().chain(quality);
        rows.extend(all.map(|(name, value)| (fit, name, value)));
    }
    columns.tsv(rows)
}

fn gains(distribution: &Distribution) -> String {
    let columns = Columns(vec![
        Column::names("feature", |row: &&Gain| &row.feature),
        Column::file("two_classes", |row: &&Gain| Value::Number(row.two_classes)),
        Column::file("four_classes", |row: &&Gain| or_empty(row.four_classes, Value::Number)),
    ]);
    columns.tsv(&distribution.gains)
}

/// Returns the table for the terminal: classes with their shares, models with their parameters,
/// features with the highest gain.
pub fn table(distribution: &Distribution) -> String {
    let repeated = distribution.repeats.iter().filter(|bin| bin.value > REPEATED);
    let repeated: Option<u64> = Some(repeated.flat_map(|bin| &bin.words).sum());
    let counts = [
        (format!("of at least {LAMBDA} words      "), Some(distribution.words_in_long_blocks)),
        (format!("of density {LAMBDA} or more      "), Some(distribution.words_in_dense_blocks)),
        (
            format!("on more than {REPEATED} pages    "),
            repeated.filter(|_| !distribution.repeats.is_empty()),
        ),
    ];
    let mut text = classes_in_words(distribution) + "\n";
    for (blocks, words) in counts {
        let line = |words| format!("words in blocks {blocks}{:>12}\n", grouped(words));
        text += &words.map_or(String::new(), line);
    }
    for Fit { model, parameters, r2_adjusted, rmse, .. } in &distribution.fits {
        let parameters = parameters.iter().map(|(name, value)| format!("{name} {value:.4}"));
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let (name, r2) = (model.replace('_', " "), fixed(*r2_adjusted));
        text += &format!("\n{name}: adjusted R² {r2}, RMSE {rmse:.5}\n  {parameters}\n");
    }
    if !distribution.gains.is_empty() {
        let columns = Columns(vec![
            Column::names("information gain, bits per word", |row: &&Gain| &row.feature),
            Column::new("", "two classes", Order::Highest, |row: &&Gain| {
                Value::Mean(row.two_classes)
            }),
            Column::new("", "four classes", Order::Highest, |row: &&Gain| {
                row.four_classes.map_or(Value::Blank, Value::Mean)
            }),
        ]);
        text.push('\n');
        text += &columns.for_text(distribution.gains.iter().take(10)).text();
    }
    text
}

/// Returns the classes with their shares.
fn classes_in_words(distribution: &Distribution) -> String {
    let classes = &distribution.classes;
    let all = ClassCounts {
        class: "all".to_owned(),
        blocks: classes.iter().map(|row| row.blocks).sum(),
        words: classes.iter().map(|row| row.words).sum(),
        tokens: classes.iter().map(|row| row.tokens).sum(),
    };
    let mut columns = vec![Column::names("class", |row: &&ClassCounts| &row.class)];
    type Count = fn(&ClassCounts) -> Option<u64>;
    let counts: [(&str, Count); 3] = [
        ("blocks", |row| Some(row.blocks)),
        ("words", |row| Some(row.words)),
        ("tokens", |row| row.tokens.filter(|tokens| *tokens > 0)),
    ];
    for (name, count) in counts {
        let Some(whole) = count(&all) else { continue };
        let of = move |row: &ClassCounts| count(row).unwrap_or_default();
        let share = move |row: &ClassCounts| 100.0 * of(row) as f64 / whole.max(1) as f64;
        columns.push(Column::new("", name, Order::Highest, move |row: &&ClassCounts| {
            Value::name(grouped(of(row)))
        }));
        columns.push(Column::new("", "", Order::Highest, move |row: &&ClassCounts| {
            Value::name(format!("{:.1} %", share(row)))
        }));
    }
    // One class is all there is.
    let sum = (classes.len() > 1).then_some(&all);
    Columns(columns).for_text(classes.iter().chain(sum)).text()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit;

    fn class(class: &str, blocks: u64, words: u64) -> ClassCounts {
        ClassCounts { class: class.into(), blocks, words, tokens: Some(words + 1) }
    }

    fn bin(value: u32) -> Bin {
        Bin { value, blocks: vec![40 / u64::from(value), 2], words: vec![40, u64::from(2 * value)] }
    }

    fn small() -> Distribution {
        let shares: Vec<(u32, f64)> =
            (1..=40).map(|words| (words, 0.3 * 0.7f64.powi(words as i32 - 1))).collect();
        Distribution {
            source: "data <set>".into(),
            pages: 3,
            classes: vec![class("boilerplate", 160, 1600), class("content", 80, 1640)],
            words: (1..=90).map(bin).collect(),
            density: (1..=30).map(bin).collect(),
            fits: fit::geometric(&shares).into_iter().chain(fit::two_strata(&shares)).collect(),
            gains: vec![Gain { feature: "words (C)".into(), two_classes: 0.5, four_classes: None }],
            ..Distribution::default()
        }
    }

    #[test]
    fn every_file_says_what_was_counted() {
        let files = files(&small());
        let of = |name: &str| files.iter().find(|(found, _)| *found == name).unwrap().1.clone();
        assert_eq!(
            of("classes.tsv"),
            "class\tblocks\twords\ttokens\nboilerplate\t160\t1600\t1601\ncontent\t80\t1640\t1641\n"
        );
        assert!(of("words.tsv").starts_with(
            "words\tclass\tblocks\twords\n1\tboilerplate\t40\t40\n1\tcontent\t2\t2\n2\tb"
        ));
        assert!(of("fits.tsv").contains("geometric\tp_end\t0.300000\n"), "{}", of("fits.tsv"));
        assert_eq!(of("gains.tsv"), "feature\ttwo_classes\tfour_classes\nwords (C)\t0.500000\t\n");
        for name in ["words.svg", "density.svg", "gains.svg"] {
            assert!(
                of(name).starts_with("<svg")
                    && !of(name).contains("NaN")
                    && !of(name).contains("<set>"),
                "{name}"
            );
        }
        let table = table(&small());
        assert!(
            table.contains("boilerplate")
                && table.contains("49.4 %")
                && table.contains("p_end 0.3000"),
            "{table}"
        );
    }

    #[test]
    fn an_empty_collection_is_drawn_too() {
        let empty = Distribution::default();
        let files = files(&empty);
        assert!(files.iter().all(|(_, content)| !content.contains("NaN")));
        table(&empty);
    }
}
