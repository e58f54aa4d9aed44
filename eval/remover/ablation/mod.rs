//! Pages with the labels of their gold, folds, and token F1.

mod rows;

pub use rows::Rows;

use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use tamis_blocks::classify::tamis::choice::Choice;
use tamis_blocks::classify::tamis::forest::{Forest, Trees, probability};
use tamis_blocks::classify::tamis::units::Units;
use tamis_blocks::classify::tamis::{Keeps, stage};
use tamis_blocks::page::Cut;
use tamis_lab::accuracy::datasets::Dataset;
use tamis_lab::accuracy::gold::Content;
use tamis_lab::accuracy::tokens::tokens;
use tamis_lab::train::boosting;
use tamis_lab::train::boosting::{BoostingSettings, Columns, Table};
use tamis_lab::train::example;
use tamis_lab::train::example::Example;
use tamis_lab::train::remover::pages::{GoldUnit, LabelOptions, Pages, Truth, judged};
use tamis_lab::train::split;
use tamis_lab::train::split::By;

pub type Result<T, E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

/// Learning rates of the two stages, and the parts of the pages for the second; as
/// `tamis train remover` has them.
const RATES: [f64; 2] = [0.12, 0.06];
const PARTS: usize = 3;
const DOUBT: u16 = 6_553;

/// The tokens of a page by number.
struct Bags {
    units: Vec<Vec<u32>>,
    /// How often the gold has each.
    gold: Vec<u32>,
    in_gold: usize,
}

impl Bags {
    fn new(example: &Example) -> Self {
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let units = Units::new(&example.page, &example.blocks);
        let texts = units.all.iter().map(|unit| units.text_of(unit));
        let units = texts.map(|text| numbered(text, &mut numbers)).collect();
        let in_order = numbered(&example.gold.text, &mut numbers);
        let mut gold = vec![0; numbers.len()];
        for token in &in_order {
            gold[*token as usize] += 1;
        }
        Self { units, gold, in_gold: in_order.len() }
    }

    fn f1(&self, probabilities: &[u16], factor: (u32, u32)) -> f64 {
        let choice = Choice::with_recall(
            probabilities,
            self.units.iter().map(|unit| unit.len() as u32),
            DOUBT,
            (factor.0.into(), factor.1.into()),
        );
        let mut left = self.gold.clone();
        let mut kept = 0;
        let mut common = 0;
        let chosen = self
            .units
            .iter()
            .zip(probabilities)
            .filter(|(_, probability)| choice.has(**probability));
        for token in chosen.flat_map(|(unit, _)| unit) {
            kept += 1;
            if left[*token as usize] > 0 {
                left[*token as usize] -= 1;
                common += 1;
            }
        }
        2.0 * f64::from(common) / (f64::from(kept) + self.in_gold as f64)
    }
}

/// Returns the numbers of the tokens of a text in lower case; new tokens get the next numbers.
fn numbered(text: &str, numbers: &mut HashMap<String, u32>) -> Vec<u32> {
    let text = text.to_lowercase();
    let mut found = Vec::new();
    for token in tokens(&text) {
        let next = numbers.len() as u32;
        found.push(*numbers.entry(token.to_owned()).or_insert(next));
    }
    found
}

/// All pages that have gold.
pub struct Data {
    examples: Vec<Example>,
    judged: Vec<Vec<GoldUnit>>,
    bags: Vec<Bags>,
    pages: Pages,
}

impl Data {
    pub fn load(sets: &[String]) -> Result<Self> {
        let mut examples = Vec::new();
        for set in sets {
            let dataset = Dataset::open(Path::new(set), None, Content::Article)?;
            examples.extend(example::load(&dataset, Cut::default(), None, || ())?);
        }
        examples.retain(|example| tokens(&example.gold.text).next().is_some());
        let all: Vec<&Example> = examples.iter().collect();
        let pages = Pages::first(&all);
        let judged = judged(&all, Keeps::Article);
        let bags = examples.par_iter().map(Bags::new).collect();
        eprintln!("{} pages, {} units", examples.len(), pages.rows());
        Ok(Self { examples, judged, bags, pages })
    }

    /// Returns folds by set, each of which leaves out one data set, or by page, which leave out a
    /// third of the pages.
    pub fn folds(&self, by: &[String], seed: u64) -> Result<Vec<Fold>> {
        let mut folds = Vec::new();
        for by in by {
            if by == "set" {
                let mut sets: Vec<&str> =
                    self.examples.iter().map(|example| &*example.dataset).collect();
                sets.dedup();
                for set in sets {
                    let learned =
                        self.examples.iter().map(|example| example.dataset != set).collect();
                    folds.push(Fold { by: "set", name: set.to_owned(), seed, learned });
                }
            } else {
                let fold_of = split::folds(&self.examples, PARTS, By::Page, seed)?;
                let learned = fold_of.iter().map(|fold| *fold > 0).collect();
                folds.push(Fold { by: "page", name: String::new(), seed, learned });
            }
        }
        Ok(folds)
    }

    /// The features of the units that are learned from.
    pub fn columns(&self, fold: &Fold) -> Columns {
        columns(
            &self.pages.values,
            self.pages.width,
            &fold.truth(self, LabelOptions::default()).kept,
        )
    }

    /// The mean F1 of each data set that is judged, with the number of pages.
    pub fn score(
        &self,
        fold: &Fold,
        probabilities: &[Vec<u16>],
        factor: (u32, u32),
    ) -> Vec<(String, usize, f64)> {
        let mut sets: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for page in (0..self.examples.len()).filter(|page| !fold.learned[*page]) {
            let f1 = self.bags[page].f1(&probabilities[page], factor);
            sets.entry(&self.examples[page].dataset).or_default().push(f1);
        }
        let mut means = Vec::new();
        for (set, all) in sets {
            let mean = all.iter().sum::<f64>() / all.len() as f64;
            means.push((set.to_owned(), all.len(), mean));
        }
        means
    }
}

fn columns(values: &[i32], features: usize, kept: &[u32]) -> Columns {
    Columns::new(
        &Table { rows: values.len() / features, features, values },
        kept,
        BoostingSettings::default().max_bin,
    )
}

/// Pages that are learned from; the others are judged.
pub struct Fold {
    by: &'static str,
    name: String,
    seed: u64,
    learned: Vec<bool>,
}

impl Fold {
    /// What is true of the rows of all pages; those that are not learned from have no weight.
    fn truth(&self, data: &Data, lessons: LabelOptions) -> Truth {
        let numbers: Vec<usize> =
            (0..data.examples.len()).filter(|page| self.learned[*page]).collect();
        let examples: Vec<&Example> = numbers.iter().map(|page| &data.examples[*page]).collect();
        let learned = Truth::by(
            &examples,
            numbers.iter().map(|page| data.judged[*page].clone()).collect(),
            lessons,
            self.seed,
        );
        // The number of each of their rows among all.
        let rows =
            (0..data.pages.rows() as u32).filter(|row| self.learned[data.pages.page_of(*row)]);
        let rows: Vec<u32> = rows.collect();
        let mut truth = Truth {
            labels: vec![0.0; data.pages.rows()],
            weights: vec![0.0; data.pages.rows()],
            kept: Vec::new(),
        };
        for (at, row) in rows.iter().enumerate() {
            truth.labels[*row as usize] = learned.labels[at];
            truth.weights[*row as usize] = learned.weights[at];
        }
        truth.kept = learned.kept.iter().map(|at| rows[*at as usize]).collect();
        truth
    }

    fn settings(&self, trees: usize, stage: usize) -> BoostingSettings {
        BoostingSettings {
            trees,
            learning_rate: RATES[stage],
            seed: self.seed,
            ..BoostingSettings::default()
        }
    }

    /// Trains a first stage.
    pub fn train(
        &self,
        data: &Data,
        columns: &Columns,
        lessons: LabelOptions,
        trees: usize,
    ) -> Result<Forest> {
        let truth = self.truth(data, lessons);
        self.forest(columns, &truth.kept, &truth, &self.settings(trees, 0))
    }

    /// The probabilities of the pages that are judged; none for the others.
    pub fn judge(&self, data: &Data, forest: &Forest) -> Vec<Vec<u16>> {
        let probabilities = (0..data.examples.len()).into_par_iter().map(|page| {
            if self.learned[page] {
                return Vec::new();
            }
            stage(forest, data.pages.features(page), data.pages.width)
        });
        probabilities.collect()
    }

    /// Trains a forest of a stage.
    fn forest(
        &self,
        columns: &Columns,
        kept: &[u32],
        truth: &Truth,
        settings: &BoostingSettings,
    ) -> Result<Forest> {
        let Truth { labels, weights, .. } = truth;
        let trained = boosting::train_on(columns, kept, labels, weights, settings, &|_, _| ())?;
        Ok(trained.forest)
    }

    /// Trains both stages; returns the margins of each on the pages that are judged.
    pub fn stages(&self, data: &Data, trees: usize) -> Result<[Vec<Vec<i32>>; 2]> {
        let truth = self.truth(data, LabelOptions::default());
        let settings = self.settings(trees, 0);
        let all: Vec<&Example> = data.examples.iter().collect();
        let part_of = split::folds(&all, PARTS, By::Site, self.seed)?;
        let columns = data.columns(self);
        let last = self.forest(&columns, &truth.kept, &truth, &settings)?;
        let mut forests = Vec::new();
        for part in 0..PARTS {
            let mut kept = truth.kept.clone();
            kept.retain(|row| part_of[data.pages.page_of(*row)] != part);
            forests.push(self.forest(&columns, &kept, &truth, &settings)?);
        }
        drop(columns);
        let mut first: Vec<Vec<i32>> = Vec::with_capacity(all.len());
        for (page, part) in part_of.iter().enumerate() {
            let forest = if self.learned[page] { &forests[*part] } else { &last };
            first.push(margins(forest, data.pages.features(page), data.pages.width));
        }
        let probabilities: Vec<Vec<u16>> = first
            .iter()
            .map(|margins| margins.iter().copied().map(probability).collect())
            .collect();
        let pages = Pages::second(&all, &probabilities);
        let columns = self::columns(&pages.values, pages.width, &truth.kept);
        let forest = self.forest(&columns, &truth.kept, &truth, &self.settings(trees, 1))?;
        let second = (0..all.len())
            .map(|page| margins(&forest, pages.features(page), pages.width))
            .collect();
        Ok([first, second])
    }
}

fn margins(forest: &Forest, rows: &[i32], width: usize) -> Vec<i32> {
    let mut margins = Vec::new();
    forest.margins(rows, width, &mut margins);
    margins
}

/// The first trees of a forest.
pub fn beginning(forest: &Forest, trees: usize) -> Result<Forest> {
    let Trees { bias, trees: all } = forest.trees().clone();
    Ok(Forest::try_from(Trees { bias, trees: all.into_iter().take(trees).collect() })?)
}
