//! Measures which parts of the remover matter: trains it without some of its features, on other
//! labels, with more trees, and scores it by token F1 on pages that it has not seen. Training is
//! that of `tamis train remover`, with 40 trees in a stage.
//!
//! usage: ablations OUT.tsv [--only PART,...] [--by set,page] [--seeds 1,2] DATASET...
//!
//! Appends a row for each data set as soon as it is judged, and leaves out what OUT.tsv has;
//! `ablations.py` makes a table.

mod ablation;

use ablation::{Data, Fold, Result, Rows};
use std::path::Path;
use tamis_blocks::classify::tamis::first_stage;
use tamis_blocks::classify::tamis::forest::probability;
use tamis_lab::train::remover::pages::LabelOptions;

/// The factors of a page's expected tokens that are compared.
const FACTORS: [(u32, u32); 4] = [(1, 1), (3, 2), (2, 1), (5, 2)];
/// The factor of the remover.
const FACTOR: (u32, u32) = FACTORS[2];
/// Numbers of trees; the last is trained, the others are its beginnings.
const TREES: [usize; 5] = [20, 40, 60, 100, 150];
/// Probabilities of the first stage, out of 65,535, below which the second does not look: 0, .5, 1,
/// 2, 3 %.
const EXITS: [(u16, &str); 5] =
    [(0, "0"), (328, "0.005"), (655, "0.01"), (1311, "0.02"), (1966, "0.03")];
/// The first feature of each group; phrases of headings are phrases, too.
const GROUPS: [(&str, &str); 9] = [
    ("characters", "own text"),
    ("says_subscribe", "phrases"),
    ("tag", "tags"),
    ("class_content", "class words"),
    ("holds_8", "shares of long text"),
    ("siblings_0_up", "siblings"),
    ("place", "position"),
    ("near_-1_words", "neighbours"),
    ("page_words", "page totals"),
];

fn main() -> Result<()> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let parts = take_option(&mut arguments, "--only", "base,groups,lessons,trees,second");
    let by = take_option(&mut arguments, "--by", "set,page");
    let seeds = take_option(&mut arguments, "--seeds", "1,2");
    let seeds: Vec<u64> = seeds.iter().map(|seed| seed.parse()).collect::<Result<_, _>>()?;
    let [out, sets @ ..] = &arguments[..] else { return Err("expected OUT.tsv DATASET...".into()) };
    let data = Data::load(sets)?;
    let mut rows = Rows::open(Path::new(out))?;
    for part in &parts {
        for seed in &seeds {
            for fold in data.folds(&by, *seed)? {
                match &**part {
                    "base" => base(&data, &fold, &mut rows)?,
                    "groups" => groups(&data, &fold, &mut rows)?,
                    "lessons" => lessons(&data, &fold, &mut rows)?,
                    "trees" => trees(&data, &fold, &mut rows)?,
                    "second" => second(&data, &fold, &mut rows)?,
                    _ => return Err(format!("found part {part}").into()),
                }
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

/// Everything as it is, with several factors of the choice.
fn base(data: &Data, fold: &Fold, rows: &mut Rows) -> Result<()> {
    if rows.has("base", "all", fold) {
        return Ok(());
    }
    let probabilities = fold
        .judge(data, &fold.train(data, &data.columns(fold), LabelOptions::default(), TREES[1])?);
    for factor in FACTORS {
        let value = f64::from(factor.0) / f64::from(factor.1);
        rows.add("choice", &value.to_string(), fold, &data.score(fold, &probabilities, factor))?;
    }
    rows.add("base", "all", fold, &data.score(fold, &probabilities, FACTOR))
}

fn is_phrase(name: &str) -> bool {
    name.starts_with("says_") || name.starts_with("heading_says_")
}

/// The group of each feature.
fn group_of() -> Vec<&'static str> {
    let mut last = "";
    let mut groups = Vec::new();
    for name in first_stage::names() {
        if let Some((_, group)) = GROUPS.iter().find(|(first, _)| *first == name) {
            last = group;
        }
        groups.push(if is_phrase(&name) { "phrases" } else { last });
    }
    groups
}

/// One group of features left out.
fn groups(data: &Data, fold: &Fold, rows: &mut Rows) -> Result<()> {
    let group_of = group_of();
    let left: Vec<&str> = GROUPS
        .iter()
        .map(|(_, group)| *group)
        .filter(|group| !rows.has("without", group, fold))
        .collect();
    if left.is_empty() {
        return Ok(());
    }
    let mut columns = data.columns(fold);
    for group in left {
        columns.hide(|feature| group_of[feature] == group);
        let forest = fold.train(data, &columns, LabelOptions::default(), TREES[1])?;
        rows.add("without", group, fold, &data.score(fold, &fold.judge(data, &forest), FACTOR))?;
    }
    Ok(())
}

/// Labels that are 0 or 1, data sets that weigh as much as they have pages, and gold inside
/// comments learned from.
fn lessons(data: &Data, fold: &Fold, rows: &mut Rows) -> Result<()> {
    let all = [
        ("shares as labels", LabelOptions { shares: false, ..LabelOptions::default() }),
        ("balance of sets", LabelOptions { balance: false, ..LabelOptions::default() }),
        (
            "leaving out of comments",
            LabelOptions { without_comments: false, ..LabelOptions::default() },
        ),
    ];
    for (name, lessons) in all {
        if !rows.has("without", name, fold) {
            let forest = fold.train(data, &data.columns(fold), lessons, TREES[1])?;
            rows.add("without", name, fold, &data.score(fold, &fold.judge(data, &forest), FACTOR))?;
        }
    }
    Ok(())
}

/// More and fewer trees.
fn trees(data: &Data, fold: &Fold, rows: &mut Rows) -> Result<()> {
    let most = TREES[TREES.len() - 1];
    if rows.has("trees", &most.to_string(), fold) {
        return Ok(());
    }
    let forest = fold.train(data, &data.columns(fold), LabelOptions::default(), most)?;
    for trees in TREES {
        let probabilities = fold.judge(data, &ablation::beginning(&forest, trees)?);
        rows.add("trees", &trees.to_string(), fold, &data.score(fold, &probabilities, FACTOR))?;
    }
    Ok(())
}

/// Each stage alone and the mean of both, without the units that the first is sure of, and factors
/// of the choice.
fn second(data: &Data, fold: &Fold, rows: &mut Rows) -> Result<()> {
    if rows.has("two stages", "mean of both", fold) {
        return Ok(());
    }
    let [first, second] = fold.stages(data, TREES[1])?;
    let stages = Stages { first, second };
    let last = EXITS[EXITS.len() - 1].0;
    for factor in FACTORS {
        let value = f64::from(factor.0) / f64::from(factor.1);
        let probabilities = stages.probabilities(last, |_, second| second);
        let scores = data.score(fold, &probabilities, factor);
        rows.add("two stages, factor", &value.to_string(), fold, &scores)?;
    }
    for (exit, name) in EXITS {
        let probabilities = stages.probabilities(exit, |_, second| second);
        let scores = data.score(fold, &probabilities, FACTOR);
        rows.add("two stages, exit", name, fold, &scores)?;
    }
    let scores = data.score(fold, &stages.probabilities(0, |first, _| first), FACTOR);
    rows.add("two stages", "first alone", fold, &scores)?;
    let means = stages.probabilities(last, |first, second| first / 2 + second / 2);
    rows.add("two stages", "mean of both", fold, &data.score(fold, &means, FACTOR))
}

/// The margins of both stages, page by page.
struct Stages {
    first: Vec<Vec<i32>>,
    second: Vec<Vec<i32>>,
}

impl Stages {
    /// Returns the probabilities of the units by a margin made of both stages'. Those that the
    /// first stage finds less probable than `exit` keep its probability.
    fn probabilities(&self, exit: u16, margin: fn(i32, i32) -> i32) -> Vec<Vec<u16>> {
        let mut pages = Vec::with_capacity(self.first.len());
        for (first, second) in self.first.iter().zip(&self.second) {
            let mut probabilities = Vec::with_capacity(first.len());
            for (first, second) in first.iter().zip(second) {
                probabilities.push(match probability(*first) {
                    sure if sure < exit => sure,
                    _ => probability(margin(*first, *second)),
                });
            }
            pages.push(probabilities);
        }
        pages
    }
}
