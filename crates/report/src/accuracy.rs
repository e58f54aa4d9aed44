//! Formats the accuracy of classifiers as tables, JSON, a figure and a list of the worst pages.

use super::figure::boxes;
use super::json::one_line;
use super::save::{File, Form, figure, save, text};
use super::table::{Column, ColumnPlace, Columns, Order, Value};
use super::words::counted;
use std::path::{Path, PathBuf};
use tamis_index::error::Result;
use tamis_lab::accuracy::data::{Accuracy, DatasetScores, Judgement};
use tamis_lab::accuracy::datasets::Unscored;
use tamis_lab::accuracy::scores::overlap;
use tamis_place::Escaped;

/// The number of pages per classifier in the list of the worst.
const WORST: usize = 20;

/// The columns with a figure of their own. `accuracy.svg` and the lists show the first that was
/// computed.
const LEADING: [(&str, &str); 8] = [
    ("words_f1", "bag-of-words F1"),
    ("tokens_f1", "bag-of-tokens F1"),
    ("cetr_f1", "CETR F1"),
    ("rouge_f1", "ROUGE-LSum F1"),
    ("chars_f1", "character F1"),
    ("cleaneval_text", "CleanEval text score"),
    ("tables_teds", "TEDS of tables"),
    ("code_similarity", "edit similarity of code"),
];

/// The column that represents the others in the lists, and its name in words.
pub fn leading(accuracy: &Accuracy) -> Option<(usize, &'static str)> {
    scores(accuracy).next()
}

/// The columns that have a figure, with their names in words.
fn scores(accuracy: &Accuracy) -> impl Iterator<Item = (usize, &'static str)> {
    LEADING.into_iter().filter_map(|(column, name)| {
        Some((accuracy.columns.iter().position(|other| *other == column)?, name))
    })
}

/// Returns the files, name and content, in the order to save them.
pub fn files(accuracy: &Accuracy, form: &Form) -> Vec<File> {
    let mut files = vec![
        text("accuracy.tsv", summary(accuracy)),
        text("per_page.tsv", per_page(accuracy)),
        text("unscored.tsv", unscored(accuracy)),
        text("accuracy.json", one_line(accuracy)),
    ];
    let draw = |column, name| boxes(accuracy, column, name, &form.style);
    if let Some((column, name)) = leading(accuracy) {
        files.extend([
            text("worst.tsv", worst(accuracy, column)),
            text("accuracy.md", pivot(accuracy, column, name)),
            figure("accuracy", draw(column, name)),
        ]);
    }
    files.extend(scores(accuracy).map(|(column, name)| {
        figure(&format!("accuracy-{}", accuracy.columns[column]), draw(column, name))
    }));
    files
}

/// Writes [`files`] into a folder that exists, replacing files of the same names, and returns their
/// paths.
///
/// # Errors
/// As [`crate::sweep::write`].
pub fn write(accuracy: &Accuracy, folder: &Path, form: &Form) -> Result<Vec<PathBuf>> {
    save(files(accuracy, form), folder, form)
}

/// The figures of a classifier on a data set, or their means over several.
struct AccuracyRow<'a> {
    dataset: &'a str,
    classifier: &'a str,
    pages: usize,
    figures: &'a [f64],
}

fn rows(accuracy: &Accuracy) -> impl Iterator<Item = AccuracyRow<'_>> {
    each(accuracy).map(|(dataset, Judgement { classifier, figures, .. })| AccuracyRow {
        dataset: &dataset.dataset,
        classifier,
        pages: dataset.scored,
        figures,
    })
}

fn each(accuracy: &Accuracy) -> impl Iterator<Item = (&DatasetScores, &Judgement)> {
    let datasets = accuracy.datasets.iter();
    datasets.flat_map(|dataset| dataset.classifiers.iter().map(move |one| (dataset, one)))
}

/// Returns the columns of all figures; text has those that are shown.
fn columns(accuracy: &Accuracy) -> Columns<'_, AccuracyRow<'_>> {
    let mut columns = vec![
        Column::names("dataset", |row: &AccuracyRow<'_>| row.dataset).at(ColumnPlace::First),
        Column::names("classifier", |row: &AccuracyRow<'_>| row.classifier).at(ColumnPlace::First),
        Column::counts("pages", |row: &AccuracyRow<'_>| row.pages as u64).at(ColumnPlace::First),
    ];
    for (number, figure) in accuracy.figures.iter().enumerate() {
        let place = accuracy.shown.iter().position(|(shown, _)| shown == figure);
        let head = place.map_or("", |place| accuracy.shown[place].1);
        let value = move |row: &AccuracyRow<'_>| Value::Mean(row.figures[number]);
        let column = Column::new(*figure, head, Order::Highest, value);
        columns.push(
            column.hidden(place.is_none()).at(ColumnPlace::Measure(place.unwrap_or_default())),
        );
    }
    Columns(columns)
}

/// `accuracy.tsv`: a row per data set and classifier with all figures.
pub fn summary(accuracy: &Accuracy) -> String {
    columns(accuracy).tsv(rows(accuracy))
}

/// A classifier on a page.
struct PageRow<'a> {
    dataset: &'a DatasetScores,
    judgement: &'a Judgement,
    page: usize,
    rank: usize,
}

impl PageRow<'_> {
    fn value(&self, column: usize) -> f64 {
        self.judgement.pages[self.page][column]
    }
}

/// `per_page.tsv`: a row per data set, page and classifier with all values of the page.
pub fn per_page(accuracy: &Accuracy) -> String {
    let mut columns = vec![
        Column::names("dataset", |row: &PageRow<'_>| &row.dataset.dataset),
        Column::names("page", |row| &row.dataset.pages[row.page]),
        Column::names("classifier", |row| &row.judgement.classifier),
    ];
    for (number, key) in accuracy.columns.iter().enumerate() {
        columns.push(Column::file(*key, move |row: &PageRow<'_>| Value::Mean(row.value(number))));
    }
    let mut rows = Vec::new();
    for dataset in &accuracy.datasets {
        for page in 0..dataset.pages.len() {
            let judgements = dataset.classifiers.iter();
            rows.extend(judgements.map(|judgement| PageRow { dataset, judgement, page, rank: 0 }));
        }
    }
    Columns(columns).tsv(rows)
}

/// `unscored.tsv`: pages without gold, gold without a page, and pages whose gold is empty.
pub fn unscored(accuracy: &Accuracy) -> String {
    type Row<'a> = (&'a DatasetScores, &'a Unscored);
    let columns = Columns(vec![
        Column::names("dataset", |row: &Row<'_>| &row.0.dataset),
        Column::names("page", |row| &row.1.id),
        Column::names("reason", |row| row.1.reason),
    ]);
    let datasets = accuracy.datasets.iter();
    columns.tsv(datasets.flat_map(|dataset| dataset.unscored.iter().map(move |one| (dataset, one))))
}

/// `worst.tsv`: for every classifier the pages with the lowest values of a column, the lowest
/// first.
pub fn worst(accuracy: &Accuracy, column: usize) -> String {
    let columns = Columns(vec![
        Column::names("dataset", |row: &PageRow<'_>| &row.dataset.dataset),
        Column::names("classifier", |row| &row.judgement.classifier),
        Column::counts("rank", |row| row.rank as u64),
        Column::names("page", |row| &row.dataset.pages[row.page]),
        Column::file(accuracy.columns[column], move |row: &PageRow<'_>| {
            Value::Mean(row.value(column))
        }),
    ]);
    columns.tsv(each(accuracy).flat_map(|(dataset, judgement)| {
        let mut pages: Vec<usize> = (0..dataset.pages.len()).collect();
        pages.sort_by(|&a, &b| {
            let values = [a, b].map(|page| judgement.pages[page][column]);
            let by_value = values[0].total_cmp(&values[1]);
            by_value.then_with(|| dataset.pages[a].cmp(&dataset.pages[b]))
        });
        let ranked = (1..).zip(pages).take(WORST);
        ranked.map(move |(rank, page)| PageRow { dataset, judgement, page, rank })
    }))
}

/// `accuracy.md`: the means of a column, a row per classifier, a column per data set and, of
/// several, their mean.
pub fn pivot(accuracy: &Accuracy, column: usize, name: &str) -> String {
    let datasets = &accuracy.datasets;
    let line = |first: &str, cells: Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!(" {cell} |")).collect();
        format!("| {first} |{cells}\n")
    };
    let head =
        |dataset: &DatasetScores| format!("{} ({})", Escaped(&dataset.dataset), dataset.scored);
    // The mean of one is itself.
    let several = datasets.len() > 1;
    let names = datasets.iter().map(head).chain(several.then(|| "mean".to_owned())).collect();
    let mut table = line(&format!("mean {name}"), names);
    table += &format!("|---|{}\n", "---:|".repeat(datasets.len() + usize::from(several)));
    let classifiers = datasets.first().map_or(&[][..], |first| &first.classifiers);
    for (row, judgement) in classifiers.iter().enumerate() {
        let means = datasets.iter().map(|one| overlap::mean(&one.classifiers[row].pages, column));
        let mut means: Vec<f64> = means.collect();
        if several {
            means.push(means.iter().sum::<f64>() / means.len() as f64);
        }
        let cells = means.into_iter().map(|mean| Value::Mean(mean).to_string());
        table += &line(&judgement.classifier, cells.collect());
    }
    if let Some(cross_validation) =
        accuracy.cross_validation.as_ref().filter(|_| !datasets.is_empty())
    {
        table += &format!("\n{}\n", cross_validation.summary());
    }
    table
}

/// Returns the table for the terminal: a row per dataset and classifier, of several data sets their
/// means, then the cross-validation and the pages that could not be scored.
pub fn table(accuracy: &Accuracy) -> String {
    let pages = accuracy.datasets.iter().map(|dataset| dataset.scored).sum();
    let means = accuracy.means.iter().map(|mean| AccuracyRow {
        dataset: "(mean)",
        classifier: &mean.classifier,
        pages,
        figures: &mean.figures,
    });
    let mut text = columns(accuracy).for_text(rows(accuracy).chain(means)).text();
    if let Some(cross_validation) = &accuracy.cross_validation {
        text += &format!("{}\n", Escaped(&cross_validation.summary()));
    }
    for dataset in accuracy.datasets.iter().filter(|dataset| !dataset.unscored.is_empty()) {
        text += &format!("{}: not scored: {}\n", Escaped(&dataset.dataset), reasons(dataset));
    }
    text
}

/// Counts the pages of a dataset that are not scored, by reason.
fn reasons(dataset: &DatasetScores) -> String {
    let mut counts = std::collections::BTreeMap::new();
    for page in &dataset.unscored {
        *counts.entry(page.reason).or_insert(0u64) += 1;
    }
    let parts =
        counts.iter().map(|(reason, &count)| format!("{} ({reason})", counted(count, "page")));
    parts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_lab::accuracy::data::{CrossValidation, means};

    fn judgement(name: &str, pages: [f64; 3]) -> Judgement {
        Judgement {
            classifier: name.to_owned(),
            figures: vec![pages.iter().sum::<f64>() / 3.0, f64::NAN],
            pages: pages.map(|f1| vec![f1, f64::NAN]).into(),
        }
    }

    fn accuracy() -> Accuracy {
        let judged = DatasetScores {
            dataset: "ice".into(),
            format: "folders",
            pages: ["a", "b", "c"].map(str::to_owned).into(),
            scored: 3,
            unscored: vec![Unscored { id: "d".into(), reason: "no gold" }],
            classifiers: vec![
                judgement("keep-all", [0.5, 0.25, 0.75]),
                judgement("words-tree", [1.0, 0.0, 0.0]),
            ],
            ..DatasetScores::default()
        };
        Accuracy {
            columns: vec!["words_f1", "cleaneval_markup"],
            figures: vec!["words_f1_mean", "cleaneval_markup_mean"],
            shown: vec![("words_f1_mean", "words F1"), ("cleaneval_markup_mean", "markup")],
            datasets: vec![judged],
            ..Accuracy::default()
        }
    }

    #[test]
    fn what_is_no_number_is_a_dash_and_in_json_null() {
        let accuracy = accuracy();
        let expected = "dataset\tclassifier\tpages\twords_f1_mean\tcleaneval_markup_mean\n\
                        ice\tkeep-all\t3\t0.5000\t-\n\
                        ice\twords-tree\t3\t0.3333\t-\n";
        assert_eq!(summary(&accuracy), expected);
        assert!(one_line(&accuracy).contains("\"figures\":[0.5,null]"));
        assert_eq!(unscored(&accuracy), "dataset\tpage\treason\nice\td\tno gold\n");
    }

    #[test]
    fn the_worst_pages_come_first_and_equals_by_name() {
        let list = worst(&accuracy(), 0);
        let pages: Vec<&str> =
            list.lines().skip(1).map(|line| line.split('\t').nth(3).unwrap()).collect();
        assert_eq!(pages, ["b", "a", "c", "b", "c", "a"]);
    }

    #[test]
    fn one_table_of_classifiers_and_data_sets() {
        let expected = "| mean bag-of-words F1 | ice (3) |\n|---|---:|\n| keep-all | 0.5000 |\n| \
                        words-tree | 0.3333 |\n";
        assert_eq!(pivot(&accuracy(), 0, "bag-of-words F1"), expected);
    }

    #[test]
    fn tables_have_the_mean_of_several_data_sets_and_describe_a_cross_validation() {
        let mut accuracy = accuracy();
        let mut second = DatasetScores {
            dataset: "sea".into(),
            unscored: Vec::new(),
            ..accuracy.datasets[0].clone()
        };
        for judgement in &mut second.classifiers {
            judgement.figures[0] /= 2.0;
            for page in &mut judgement.pages {
                page[0] /= 2.0;
            }
        }
        accuracy.datasets.push(second);
        accuracy.means = means(&accuracy.datasets);
        let trained = vec!["words-tree".to_owned()];
        accuracy.cross_validation =
            Some(CrossValidation { folds: 2, by: "dataset", seed: 1, trained });
        let validation =
            "cross-validation: 2 folds by dataset, seed 1; trained for each fold: words-tree\n";
        let rows = "(mean)   keep-all        6    0.3750       -\n(mean)   words-tree      6    \
                    0.2500       -\n";
        let text = table(&accuracy);
        assert!(text.contains(&format!("{rows}{validation}")), "{text}");
        let expected = "| mean bag-of-words F1 | ice (3) | sea (3) | mean \
                        |\n|---|---:|---:|---:|\n| keep-all | 0.5000 | 0.2500 | 0.3750 |\n| \
                        words-tree | 0.3333 | 0.1667 | 0.2500 |\n\n";
        assert_eq!(pivot(&accuracy, 0, "bag-of-words F1"), format!("{expected}{validation}"));
    }

    #[test]
    fn the_terminal_says_what_was_not_scored() {
        let expected = "dataset  classifier  pages  words F1  markup\nice      keep-all        \
                        3    0.5000       -\nice      words-tree      3    0.3333       -\nice: \
                        not scored: 1 page (no gold)\n";
        assert_eq!(table(&accuracy()), expected);
    }

    #[test]
    fn a_judgement_without_text_scores_has_no_figure() {
        let mut accuracy = accuracy();
        assert_eq!(files(&accuracy, &Form::default()).len(), 8);
        accuracy.columns = vec!["block_tp", "block_fp"];
        assert_eq!(files(&accuracy, &Form::default()).len(), 4);
    }
}
