//! Formats the distribution of blocks and words as tables, JSON and figures.

use super::figure;
use super::json::one_line;
use super::save;
use super::save::{File, Form, named};
use super::words::{fixed, grouped};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use tamis_index::error::Result;
use tamis_lab::distribution::{Bin, Distribution, LAMBDA};

/// Blocks on more pages are counted together in the table.
const REPEATED: u32 = 10;

/// Returns the files of a distribution, name and content, in the order to save them.
pub fn files(distribution: &Distribution, form: &Form) -> Vec<File> {
    let style = &form.style;
    let mut files = named(vec![
        ("classes.tsv", classes(distribution)),
        ("words.tsv", bins(distribution, "words", &distribution.words)),
        ("density.tsv", bins(distribution, "text_density", &distribution.density)),
        ("fits.tsv", fits(distribution)),
        ("distribution.json", one_line(distribution)),
    ]);
    files.push(save::figure("words", figure::words(distribution, style)));
    files.push(save::figure("density", figure::density(distribution, style)));
    if !distribution.repeats.is_empty() {
        let repeats = bins(distribution, "repeats", &distribution.repeats);
        files.extend(named(vec![("repeats.tsv", repeats)]));
    }
    if !distribution.scores.is_empty() {
        files.extend(named(vec![("scores.tsv", scores(distribution))]));
    }
    if !distribution.gains.is_empty() {
        files.extend(named(vec![("gains.tsv", gains(distribution))]));
        files.push(save::figure("gains", figure::gains(distribution, style)));
    }
    files
}

/// Writes [`files`] into a folder that exists, replacing files of the same names, and returns their
/// paths.
///
/// # Errors
/// As [`super::write`].
pub fn write(distribution: &Distribution, folder: &Path, form: &Form) -> Result<Vec<PathBuf>> {
    save::save(files(distribution, form), folder, form)
}

/// Table 1 of the paper: a row per class, and the sum.
fn classes(distribution: &Distribution) -> String {
    let mut text = "class\tblocks\twords\ttokens\n".to_owned();
    for row in &distribution.classes {
        let tokens = row.tokens.map_or(String::new(), |n| n.to_string());
        let _ = writeln!(text, "{}\t{}\t{}\t{tokens}", row.class, row.blocks, row.words);
    }
    text
}

/// A row per value and class.
fn bins(distribution: &Distribution, feature: &str, bins: &[Bin]) -> String {
    let mut text = format!("{feature}\tclass\tblocks\twords\n");
    for bin in bins {
        for (class, (blocks, words)) in
            distribution.classes.iter().zip(bin.blocks.iter().zip(&bin.words))
        {
            let _ = writeln!(text, "{}\t{}\t{blocks}\t{words}", bin.value, class.class);
        }
    }
    text
}

/// A row per score, hundredth and class.
fn scores(distribution: &Distribution) -> String {
    let mut text = "score\thundredths\tclass\tblocks\twords\n".to_owned();
    for by in &distribution.scores {
        let rows = bins(distribution, "", &by.bins);
        for row in rows.lines().skip(1) {
            let _ = writeln!(text, "{}\t{row}", by.score);
        }
    }
    text
}

/// A row per parameter or goodness of fit.
fn fits(distribution: &Distribution) -> String {
    let mut text = "model\tname\tvalue\n".to_owned();
    for fit in &distribution.fits {
        let quality = [("r2", fit.r2), ("r2_adjusted", fit.r2_adjusted), ("rmse", fit.rmse)];
        for (name, value) in fit.parameters.iter().chain(&quality) {
            let _ = writeln!(text, "{}\t{name}\t{value:.6}", fit.model);
        }
    }
    text
}

/// A row per feature.
fn gains(distribution: &Distribution) -> String {
    let mut text = "feature\ttwo_classes\tfour_classes\n".to_owned();
    for gain in &distribution.gains {
        let four = gain.four_classes.map_or(String::new(), |bits| format!("{bits:.6}"));
        let _ = writeln!(text, "{}\t{:.6}\t{four}", gain.feature, gain.two_classes);
    }
    text
}

/// Returns the table for the terminal: classes with their shares, models with their parameters,
/// features with the highest gain.
pub fn table(distribution: &Distribution) -> String {
    let classes = &distribution.classes;
    let blocks = classes.iter().map(|row| row.blocks).sum();
    let words = classes.iter().map(|row| row.words).sum();
    let tokens = classes.iter().map(|row| row.tokens.unwrap_or_default()).sum();
    let mut text = format!("{:14}{:>12} {:>6}{:>14} {:>6}", "class", "blocks", "", "words", "");
    text += &if tokens > 0 { format!("{:>14}\n", "tokens") } else { "\n".to_owned() };
    let all = ("all".to_owned(), blocks, words, (tokens > 0).then_some(tokens));
    let rows = classes.iter().map(|row| (row.class.clone(), row.blocks, row.words, row.tokens));
    // One class is all there is.
    let all = (classes.len() > 1).then_some(all);
    for (class, b, w, t) in rows.chain(all) {
        let _ = write!(text, "{class:14}{:>12} {:>6}", grouped(b), share(b, blocks));
        let _ = write!(text, "{:>14} {:>6}", grouped(w), share(w, words));
        text += &t.map_or(String::new(), |t| format!("{:>14} {:>6}", grouped(t), share(t, tokens)));
        text.push('\n');
    }
    let long = distribution.words_in_long_blocks;
    let dense = distribution.words_in_dense_blocks;
    let _ =
        writeln!(text, "\nwords in blocks of at least {LAMBDA} words      {:>12}", grouped(long));
    let _ =
        writeln!(text, "words in blocks of density {LAMBDA} or more      {:>12}", grouped(dense));
    if !distribution.repeats.is_empty() {
        let repeated = distribution.repeats.iter().filter(|bin| bin.value > REPEATED);
        let words: u64 = repeated.flat_map(|bin| &bin.words).sum();
        let _ = writeln!(
            text,
            "words in blocks on more than {REPEATED} pages    {:>12}",
            grouped(words)
        );
    }
    for fit in &distribution.fits {
        let parameters = fit.parameters.iter().map(|(name, value)| format!("{name} {value:.4}"));
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let name = fit.model.replace('_', " ");
        let r2 = fit.r2_adjusted;
        let rmse = fit.rmse;
        let _ =
            writeln!(text, "\n{name}: adjusted R² {}, RMSE {rmse:.5}\n  {parameters}", fixed(r2));
    }
    if !distribution.gains.is_empty() {
        text += "\ninformation gain, bits per word (two classes, four classes)\n";
    }
    for gain in distribution.gains.iter().take(10) {
        let four = gain.four_classes.map_or(String::new(), fixed);
        let _ = writeln!(text, "  {:32}{} {four}", gain.feature, fixed(gain.two_classes));
    }
    text
}

fn share(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_lab::distribution::{ClassCounts, Gain, fit};

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
        let files = files(&small(), &Form::default());
        let of = |name: &str| files.iter().find(|(found, _)| *found == name).unwrap().1.text();
        assert_eq!(
            of("classes.tsv"),
            "class\tblocks\twords\ttokens\nboilerplate\t160\t1600\t1601\ncontent\t80\t1640\t1641\n"
        );
        assert!(of("words.tsv").starts_with(
            "words\tclass\tblocks\twords\n1\tboilerplate\t40\t40\n1\tcontent\t2\t2\n2\tb"
        ));
        assert!(of("fits.tsv").contains("geometric\tp_end\t0.300000\n"), "{}", of("fits.tsv"));
        assert_eq!(of("gains.tsv"), "feature\ttwo_classes\tfour_classes\nwords (C)\t0.500000\t\n");
        for name in ["words", "density", "gains"] {
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
        let files = files(&empty, &Form::default());
        assert!(files.iter().all(|(_, content)| !content.text().contains("NaN")));
        table(&empty);
    }
}
