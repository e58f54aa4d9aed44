//! Trains the remover by other methods, and scores each by token F1 on pages that it has not seen:
//! with a data set left out, and by folds of sites.
//!
//! usage: remover-trials OUT.tsv [--only TRIAL,...] [--folds NAME,...] [--seeds 1,2] DATASET...
//!
//! Appends a row for each remover, data set and kind of page as soon as a model is judged, and
//! leaves out what OUT.tsv has; `trials.py` makes a table. A fold is the beginning of the names of
//! the data sets that are left out, or 1, 2 or 3 for a third of the sites of all sets.

use rayon::prelude::*;
use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::path::Path;
use tamis_blocks::classify::CLASSIFIERS;
use tamis_blocks::page::Cut;
use tamis_lab::accuracy::datasets::Dataset;
use tamis_lab::accuracy::gold::Content;
use tamis_lab::accuracy::scores;
use tamis_lab::train::Task;
use tamis_lab::train::example::{self, Example};
use tamis_lab::train::remover::pages::LabelOptions;
use tamis_lab::train::remover::{TrainingMethod, train_by};
use tamis_lab::train::split::{self, By};

type Result<T, E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

/// The removers that a model is.
const REMOVERS: [&str; 3] = ["tamis", "tamis-article", "tamis-comments"];
const SITES: usize = 3;
/// All folds: each data set left out, those that begin with the same name together.
const FOLDS: &str = "dragnet,wcxb,l3s,cleaneval,zyte,utomo,1,2,3";

/// The methods that are tried, by name: `shipped`, and changes of it.
fn methods() -> Vec<(&'static str, TrainingMethod)> {
    let shipped = TrainingMethod::default;
    let without = |names: &[&str]| TrainingMethod {
        hidden: names.iter().map(|name| (*name).to_owned()).collect(),
        ..shipped()
    };
    let labels = |labels| TrainingMethod { labels, ..shipped() };
    let usual = LabelOptions::default();
    vec![
        ("shipped", shipped()),
        (
            "60-trees",
            TrainingMethod { trees: 60, times: [1, 1, 1], rates: [0.12, 0.08], ..shipped() },
        ),
        ("100-trees", TrainingMethod { times: [1, 1, 1], rates: [0.12, 0.12], ..shipped() }),
        ("400-trees", TrainingMethod { times: [1, 4, 1], rates: [0.12, 0.03], ..shipped() }),
        ("72-features", TrainingMethod { max_features: 72, ..shipped() }),
        ("labels-of-0-and-1", labels(LabelOptions { shares: false, ..usual })),
        ("sets-by-size", labels(LabelOptions { balance: false, ..usual })),
        ("comments-as-content", labels(LabelOptions { without_comments: false, ..usual })),
        ("without-alike", without(&["alike_"])),
        ("without-copies", without(&["copies_before", "copy_before", "page_copies"])),
        ("without-class-words", without(&["class_", "page_inside_"])),
        ("without-phrases", without(&["says_", "heading_says_"])),
        ("without-neighbours", without(&["near_"])),
        ("without-siblings", without(&["siblings_"])),
        ("without-page", without(&["page_"])),
    ]
}

fn main() -> Result<()> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let only = take_option(&mut arguments, "--only", "shipped");
    let folds = take_option(&mut arguments, "--folds", FOLDS);
    let seeds = take_option(&mut arguments, "--seeds", "1,2");
    let seeds: Vec<u64> = seeds.iter().map(|seed| seed.parse()).collect::<Result<_, _>>()?;
    let [out, sets @ ..] = &arguments[..] else { return Err("expected OUT.tsv DATASET...".into()) };
    let mut examples = Vec::new();
    for set in sets {
        let dataset = Dataset::open(Path::new(set), None, Content::Article)?;
        examples.extend(example::load(&dataset, Cut::default(), None, || ())?);
    }
    let is_known = |fold: &&String| match fold.parse::<usize>() {
        Ok(number) => (1..=SITES).contains(&number),
        Err(_) => examples.iter().any(|example| example.dataset.starts_with(&***fold)),
    };
    if let Some(unknown) = folds.iter().find(|fold| !is_known(fold)) {
        return Err(format!("--folds: found '{unknown}', expected a data set, or 1 to 3").into());
    }
    let methods: Vec<_> =
        methods().into_iter().filter(|(name, _)| only.contains(&(*name).to_owned())).collect();
    if methods.len() < only.len() {
        return Err(format!("--only {}: found a method that is not known", only.join(",")).into());
    }
    let mut rows = Rows::open(Path::new(out))?;
    for seed in seeds {
        let site_of = split::folds(&examples, SITES, By::Site, seed)?;
        for (name, method) in &methods {
            for fold in &folds {
                let key = format!("{name}\t{seed}\t{fold}");
                if rows.done.contains(&key) {
                    continue;
                }
                let is_left = |(page, example): (usize, &Example)| match fold.parse::<usize>() {
                    Ok(number) => site_of[page] + 1 == number,
                    Err(_) => example.dataset.starts_with(&**fold),
                };
                let left: Vec<bool> = examples.iter().enumerate().map(is_left).collect();
                rows.add(&key, &judge(&examples, &left, method, seed)?)?;
            }
        }
    }
    Ok(())
}

/// Removes an option from the arguments. Returns its values, which commas separate.
fn take_option(arguments: &mut Vec<String>, name: &str, default: &str) -> Vec<String> {
    let mut value = default.to_owned();
    if let Some(at) = arguments.iter().position(|argument| argument == name)
        && at + 1 < arguments.len()
    {
        value = arguments.remove(at + 1);
        arguments.remove(at);
    }
    value.split(',').map(str::to_owned).collect()
}

/// The token F1 of the pages of a remover, a data set and a kind.
type Scores = BTreeMap<[String; 3], Vec<f64>>;

/// Trains without the pages that are left out, and judges those that have gold.
fn judge(
    examples: &[Example],
    left: &[bool],
    method: &TrainingMethod,
    seed: u64,
) -> Result<Scores> {
    let both = || examples.iter().zip(left);
    let train: Vec<&Example> = both().filter(|(_, left)| !**left).map(|(page, _)| page).collect();
    let task = Task { train: &train, validation: &[], seed, iterations: None, report: &|_| () };
    let model = train_by(method, &task)?;
    let mut scores = Scores::new();
    for name in REMOVERS {
        let remover = CLASSIFIERS.with_model(name, &model)?;
        let judged: Vec<&Example> =
            both().filter(|(page, left)| **left && page.has_gold()).map(|(page, _)| page).collect();
        let found: Vec<f64> = judged
            .par_iter()
            .map(|page| scores::tokens::score(&remover.text(&page.subject()), &page.gold.text)[2])
            .collect();
        for (page, f1) in judged.iter().zip(found) {
            let kind = page.kind.clone().unwrap_or_default();
            let key = [name.to_owned(), page.dataset.clone(), kind];
            scores.entry(key).or_default().push(f1);
        }
    }
    Ok(scores)
}

struct Rows {
    file: std::fs::File,
    /// Method, seed and fold of what it has.
    done: HashSet<String>,
}

impl Rows {
    fn open(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let keys = text.lines().map(|line| line.splitn(4, '\t').take(3).collect::<Vec<_>>());
        let mut file = std::fs::File::options().create(true).append(true).open(path)?;
        if text.is_empty() {
            writeln!(file, "method\tseed\tfold\tremover\tset\tkind\tpages\tf1")?;
        }
        Ok(Self { file, done: keys.map(|key| key.join("\t")).collect() })
    }

    fn add(&mut self, key: &str, scores: &Scores) -> Result<()> {
        let mut rows = String::new();
        for ([remover, set, kind], pages) in scores {
            let mean = pages.iter().sum::<f64>() / pages.len() as f64;
            rows += &format!("{key}\t{remover}\t{set}\t{kind}\t{}\t{mean:.5}\n", pages.len());
        }
        self.done.insert(key.to_owned());
        Ok(self.file.write_all(rows.as_bytes())?)
    }
}
