//! Trains the model that tells the kind of a page, and judges pages by models that have not seen
//! their sites.
//!
//! For each kind a forest learns to tell its pages from all others; the kind whose margin is
//! highest is the page's. Each page is learned from twice: with its URL, and as if only the page
//! told it.

use super::boosting::{self, BinnedColumns, BoostingSettings, FeatureTable};
use super::split::{self, By};
use super::{Example, Step, Task};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use tamis_blocks::model::Model;
use tamis_blocks::page::Budget;
use tamis_blocks::{Document, Source, Wanted};
use tamis_index::error::{Error, Result};
use tamis_text::metadata::kind::{self, KindSettings, WIDTH};
use tamis_text::metadata::{PageKind, Sources};

/// Trees of a forest, if the task names no number.
const TREES: usize = 100;
/// Folds of the sites.
const FOLDS: usize = 5;

/// Pages with a known kind.
struct KindPages {
    kinds: Vec<PageKind>,
    /// Two rows for each: with the address, and without.
    rows: Vec<[Vec<i32>; 2]>,
}

impl KindPages {
    /// Reads the pages whose kind is one of those that the model knows, and that have text.
    fn new(examples: &[&Example]) -> (Self, Vec<usize>) {
        let read: Vec<Option<(PageKind, [Vec<i32>; 2])>> =
            examples.par_iter().map(|example| read(example)).collect();
        let mut pages = Self { kinds: Vec::new(), rows: Vec::new() };
        let mut which = Vec::new();
        for (number, page) in read.into_iter().enumerate() {
            if let Some((kind, rows)) = page {
                pages.kinds.push(kind);
                pages.rows.push(rows);
                which.push(number);
            }
        }
        (pages, which)
    }
}

fn read(example: &Example) -> Option<(PageKind, [Vec<i32>; 2])> {
    let kind = PageKind::by_name(example.kind.as_deref()?)?;
    let wanted = Wanted { markup: false, shown: false, ..Wanted::default() };
    let page = Document::read(Source::Html(example.page.html().into()), wanted, &Budget::UNLIMITED);
    let subject = page.subject();
    let outline = subject.outline?;
    let row = |address: Option<&str>| {
        let sources = Sources::read(subject.page, outline, address);
        kind::row(&subject, outline, &sources.said(&sources.metadata(), address))
    };
    Some((kind, [row(example.url.as_deref())?, row(None)?]))
}

/// Trains a forest for each kind.
///
/// # Errors
/// [`Error::Setting`] without a page of a known kind.
pub fn train(task: &Task) -> Result<Model> {
    let (pages, _) = KindPages::new(task.train);
    let all: Vec<usize> = (0..pages.kinds.len()).collect();
    Ok(settings(task, &pages, &all)?.to_model())
}

/// Trains on some of the pages.
fn settings(task: &Task, pages: &KindPages, chosen: &[usize]) -> Result<KindSettings> {
    if chosen.is_empty() {
        let known = PageKind::ALL.map(PageKind::name).join(", ");
        return Err(Error::settings(format!(
            "kind: found no page of a known kind with text, expected some of {known}"
        )));
    }
    let rows = chosen.iter().flat_map(|page| &pages.rows[*page]);
    let values: Vec<i32> = rows.flatten().copied().collect();
    let count = 2 * chosen.len();
    let numbers: Vec<u32> = (0..count as u32).collect();
    let trees = task.iterations.unwrap_or(TREES);
    let settings = BoostingSettings {
        trees,
        leaves: 8,
        learning_rate: 0.1,
        feature_fraction: 0.3,
        bagging_fraction: 0.8,
        min_data_in_leaf: 20.min(count / 20).max(1),
        seed: task.seed,
        ..BoostingSettings::default()
    };
    let table = FeatureTable { rows: count, features: WIDTH, values: &values };
    let columns = BinnedColumns::new(&table, &numbers, settings.max_bin);
    let weights = vec![1.0; count];
    let mut forests = BTreeMap::new();
    for (done, kind) in PageKind::ALL.into_iter().enumerate() {
        let is_of = |page: &usize| f32::from(u8::from(pages.kinds[*page] == kind));
        let labels: Vec<f32> = chosen.iter().flat_map(|page| [is_of(page); 2]).collect();
        let report = |tree: usize, loss| {
            let iteration = done * trees + tree;
            let of = PageKind::ALL.len() * trees;
            (task.report)(Step { iteration, of, loss, validation: None });
        };
        let trained =
            boosting::train_on(&columns, &numbers, &labels, &weights, &settings, &report)?;
        forests.insert(kind, trained.forest);
    }
    Ok(KindSettings { features: kind::names(), forests })
}

/// How well kinds are told: of each method the pages by their kind and the one that it says.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct KindScores {
    /// The number of folds; no site is in two.
    pub folds: usize,
    /// The kinds, in the order of rows and columns.
    pub kinds: Vec<&'static str>,
    /// The methods.
    pub methods: Vec<MethodScores>,
}

/// How well a method tells kinds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct MethodScores {
    /// What is scored: the model, or a rule beside it.
    pub method: &'static str,
    /// The share of pages whose kind is right.
    pub accuracy: f64,
    /// The mean of the kinds' F1.
    pub macro_f1: f64,
    /// A row for each kind: how many of its pages are said to be of each kind.
    pub confusion: Vec<Vec<usize>>,
}

/// Judges each page by a model that was trained on the sites of other folds, and by two rules that
/// learn nothing.
///
/// # Errors
/// As [`train`], and with fewer sites than folds.
pub fn folds(task: &Task) -> Result<KindScores> {
    let (pages, which) = KindPages::new(task.train);
    let examples: Vec<&Example> = which.iter().map(|number| task.train[*number]).collect();
    let fold_of = split::folds(&examples, FOLDS, By::Site, task.seed)?;
    let task = Task { report: &|_| (), ..*task };
    let mut judged = [KindConfusion::default(), KindConfusion::default()];
    for fold in 0..FOLDS {
        let (inside, others): (Vec<usize>, Vec<usize>) =
            (0..fold_of.len()).partition(|page| fold_of[*page] == fold);
        let model = settings(&task, &pages, &others)?;
        for page in inside {
            for (confusion, row) in judged.iter_mut().zip(&pages.rows[page]) {
                confusion.add(pages.kinds[page], model.judge(row));
            }
        }
    }
    let [with_address, alone] = judged;
    let mut rule = KindConfusion::default();
    let mut majority = KindConfusion::default();
    let signs = signs();
    for (kind, [_, row]) in pages.kinds.iter().zip(&pages.rows) {
        let said = signs.iter().find(|(feature, _)| row[*feature] > 0);
        rule.add(*kind, said.map_or(PageKind::Article, |(_, kind)| *kind));
        majority.add(*kind, PageKind::Article);
    }
    let methods = vec![
        alone.scores("the page alone"),
        with_address.scores("the page and its URL"),
        rule.scores("rule: og:type and types of schema.org"),
        majority.scores("rule: always article"),
    ];
    Ok(KindScores { folds: FOLDS, kinds: PageKind::ALL.map(PageKind::name).into(), methods })
}

/// What a page says of its kind, the first believed first.
const RULE: [(&str, PageKind); 10] = [
    ("type_forum", PageKind::Forum),
    ("open_graph_group", PageKind::Collection),
    ("type_collection", PageKind::Collection),
    ("open_graph_product", PageKind::Product),
    ("open_graph_article", PageKind::Article),
    ("type_article", PageKind::Article),
    ("type_product", PageKind::Product),
    ("type_list", PageKind::Listing),
    ("type_documentation", PageKind::Documentation),
    ("type_service", PageKind::Service),
];

/// The features of [`RULE`] by number.
fn signs() -> Vec<(usize, PageKind)> {
    let names = kind::names();
    let of = |(name, kind): &(&str, PageKind)| {
        Some((names.iter().position(|known| known == name)?, *kind))
    };
    RULE.iter().filter_map(of).collect()
}

/// How many pages of each kind are said to be of each kind.
#[derive(Debug, Clone, Copy, Default)]
struct KindConfusion([[usize; PageKind::ALL.len()]; PageKind::ALL.len()]);

impl KindConfusion {
    fn add(&mut self, kind: PageKind, said: PageKind) {
        self.0[kind as usize][said as usize] += 1;
    }

    fn scores(&self, method: &'static str) -> MethodScores {
        let all: usize = self.0.iter().flatten().sum();
        let right: usize = (0..self.0.len()).map(|kind| self.0[kind][kind]).sum();
        let f1: f64 = f1s(&self.0).iter().map(|[_, _, f1]| f1).sum();
        MethodScores {
            method,
            accuracy: right as f64 / all.max(1) as f64,
            macro_f1: f1 / self.0.len() as f64,
            confusion: self.0.iter().map(|row| row.to_vec()).collect(),
        }
    }
}

/// Precision, recall and F1 of each kind.
fn f1s<R: AsRef<[usize]>>(confusion: &[R]) -> Vec<[f64; 3]> {
    let share = |part: usize, of: usize| if of == 0 { 0.0 } else { part as f64 / of as f64 };
    let of = |kind: usize| {
        let row = confusion[kind].as_ref();
        let said: usize = confusion.iter().map(|row| row.as_ref()[kind]).sum();
        let is: usize = row.iter().sum();
        [share(row[kind], said), share(row[kind], is), share(2 * row[kind], said + is)]
    };
    (0..confusion.len()).map(of).collect()
}

impl KindScores {
    /// Writes the scores of all methods, and the confusion table of the first.
    pub fn write(&self, text: &mut String) {
        let Self { folds, kinds, methods } = self;
        _ = writeln!(text, "\n## Kinds told by models of other sites\n\n{folds} folds by site.\n");
        text.push_str("| method | accuracy | macro F1 |\n|---|---:|---:|\n");
        for MethodScores { method, accuracy, macro_f1, .. } in methods {
            _ = writeln!(text, "| {method} | {accuracy:.3} | {macro_f1:.3} |");
        }
        let Some(MethodScores { method, confusion, .. }) = methods.first() else { return };
        _ = writeln!(
            text,
            "\nBy {method}; a row for each kind, a column for what it is told as:\n"
        );
        let head: String = kinds.iter().map(|kind| format!(" {kind} |")).collect();
        _ = writeln!(text, "| |{head} precision | recall | F1 |");
        _ = writeln!(text, "|---|{}", "---:|".repeat(kinds.len() + 3));
        for ((kind, row), scores) in kinds.iter().zip(confusion).zip(f1s(confusion)) {
            let cells: String = row.iter().map(|count| format!(" {count} |")).collect();
            let scores: String = scores.iter().map(|score| format!(" {score:.3} |")).collect();
            _ = writeln!(text, "| {kind} |{cells}{scores}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accuracy::datasets::Dataset;
    use crate::accuracy::gold::Content;
    use crate::train::example::{self, tests::example};
    use tamis_blocks::page::Cut;

    /// Sixty pages of three kinds, each of a site of its own.
    fn pages() -> Vec<Example> {
        (0..60).map(page).collect()
    }

    fn page(number: usize) -> Example {
        let (kind, markup) = match number % 3 {
            0 => {
                ("article", "<p>Penguins cross the ice, and nobody knows why they left.".repeat(9))
            }
            1 => {
                ("forum", "<div class=post>I do not know.<a href=#post1>Reply</a></div>".repeat(9))
            }
            _ => ("news", "<p>Left out".to_owned()),
        };
        let site = format!("{number}.example");
        let mut page = example("ice", &number.to_string(), &site, &markup);
        page.kind = Some(kind.to_owned());
        page.url = Some(format!("https://{site}/a"));
        page
    }

    fn with_task<T>(pages: &[Example], threads: usize, call: impl Fn(&Task) -> T + Sync) -> T
    where
        T: Send,
    {
        let pages: Vec<&Example> = pages.iter().collect();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let iterations = Some(20);
            let report = &|_| ();
            call(&Task { train: &pages, validation: &[], seed: 1, iterations, report })
        })
    }

    #[test]
    fn kinds_are_told_of_other_sites_and_threads_change_nothing() {
        let pages = pages();
        let model = with_task(&pages, 1, train).unwrap();
        assert_eq!(model.to_bytes(), with_task(&pages, 2, train).unwrap().to_bytes());
        let scores = with_task(&pages, 2, folds).unwrap();
        assert_eq!((scores.folds, scores.kinds.len(), scores.methods.len()), (FOLDS, 7, 4));
        let [article, forum] = [0, 1].map(|kind| &scores.methods[0].confusion[kind]);
        // Pages of kinds that the model does not know are left out.
        assert_eq!((article[0], forum[1]), (20, 20));
        assert_eq!((scores.methods[0].accuracy, scores.methods[3].accuracy), (1.0, 0.5));
        let mut text = String::new();
        scores.write(&mut text);
        assert!(text.contains("| the page alone | 1.000 | 0.286 |"), "{text}");
        assert!(text.contains("| forum | 0 | 20 | 0 | 0 | 0 | 0 | 0 | 1.000 | 1.000 | 1.000 |"));
    }

    #[test]
    fn pages_of_unknown_kinds_are_refused() {
        let pages: Vec<Example> = (0..3).map(|number| page(3 * number + 2)).collect();
        let message = with_task(&pages, 1, train).unwrap_err().to_string();
        assert!(message.contains("found no page of a known kind"), "{message}");
    }

    /// The command is in the model's card.
    #[test]
    fn the_model_of_the_program_is_what_training_makes() {
        let Some(shared) = tamis_testing::shared() else { return };
        let mut pages = Vec::new();
        for name in ["wcxb-dev-half", "wcxb-dev-rest"] {
            let folder = shared.join("data/extraction").join(name);
            let dataset = Dataset::open(&folder, None, Content::All).unwrap();
            pages.extend(example::load(&dataset, Cut::default(), None, || ()).unwrap());
        }
        let pages: Vec<&Example> = pages.iter().collect();
        let task =
            Task { train: &pages, validation: &[], seed: 1, iterations: None, report: &|_| () };
        let model = train(&task).unwrap().to_bytes();
        let shipped = include_bytes!("../../../text/src/metadata/kind/kind.model");
        assert!(model == shipped, "train it again: the command is in kind.md");
    }
}
