//! Trains the remover `tamis`: two stages of boosted trees over units, the paragraph-like pieces of
//! a page.
//!
//! Labels follow from an alignment of page and gold text ([`labels`]): the share of a unit's tokens
//! that are in the gold. A unit weighs as much as its tokens count for the F1 of its page. The
//! second stage sees the probabilities of the first around a unit, so the first must not have
//! learned from the page: its probabilities for the second stage are those of three forests, each
//! of which learned from the pages of other sites (of other pages, if all are of one or two sites).
//! The forest that is stored as first stage learned from all pages. All test only the features that
//! gained most in a forest that may test any.
//!
//! Another forest learns to tell threads of forums, from pages of a known kind.
//!
//! No training is stopped early, so validation pages are not used.

mod align;
pub mod labels;
pub mod pages;

use self::pages::{FeaturePages, LabelOptions, Truth};
use super::boosting::{self, BinnedColumns, BoostingSettings, FeatureTable, Trained};
use super::split::{self, By};
use super::{Step, Task};
use tamis_blocks::classify::tamis::forest::{Forest, MAX_TREES, Trees, UNIT};
use tamis_blocks::classify::tamis::{self, Keeps, first_stage};
use tamis_blocks::model::Model;
use tamis_index::error::{Error, Result};

/// Parts of the pages: the probabilities of each part are of a forest that learned from the others.
const PARTS: usize = 3;
/// The forests of a training: that which finds the useful features, one for each part, and the
/// first stage; those of the second stage for articles and for comments; that which tells threads,
/// if there are any.
const FORESTS: [usize; 3] = [PARTS + 2, 2, 1];
/// Leaves and learning rate of the forest that tells threads: there are few pages.
const FORUM: (usize, f64) = (8, 0.06);
/// If all units of a page are less probable than this, out of 65,535, nothing of it is kept.
const DOUBT: u16 = 19_661;

/// How a remover is trained. The default is how ours was; trials change it.
#[derive(Debug, Clone)]
pub struct TrainingMethod {
    /// Trees of the first stage, if the task names no number.
    pub trees: usize,
    /// How many trees the first stage, the second, and the forest that tells threads have for one
    /// of the first. The second decides, and judges few units.
    pub times: [usize; 3],
    /// Learning rates of the two stages.
    pub rates: [f64; 2],
    /// The most features that the first stage may test: looking at features takes most of the time
    /// of a forest.
    pub max_features: usize,
    /// How gold becomes labels and weights.
    pub labels: LabelOptions,
    /// Beginnings of the names of features that no tree may test.
    pub hidden: Vec<String>,
}

impl Default for TrainingMethod {
    fn default() -> Self {
        Self {
            trees: 100,
            times: [1, 2, 1],
            rates: [0.12, 0.06],
            max_features: 128,
            labels: LabelOptions::default(),
            hidden: Vec::new(),
        }
    }
}

impl TrainingMethod {
    /// Whether trees may test each feature.
    fn shown(&self) -> Vec<bool> {
        let is_hidden = |name: &String| self.hidden.iter().any(|start| name.starts_with(start));
        tamis::names().iter().map(|name| !is_hidden(name)).collect()
    }
}

/// Trains the stages for articles, the second stage for articles with the comments of readers, and
/// the forest that decides between them.
///
/// # Errors
/// [`Error::Setting`] with fewer than three pages or without a unit to learn from.
pub fn train(task: &Task) -> Result<Model> {
    train_by(&TrainingMethod::default(), task)
}

/// As [`train`], by another method.
///
/// # Errors
/// As [`train`].
pub fn train_by(method: &TrainingMethod, task: &Task) -> Result<Model> {
    let most = MAX_TREES / method.times.iter().max().copied().unwrap_or(1);
    if task.train.len() < PARTS {
        let found = format!(
            "tamis: expected {PARTS} pages to learn from, or more; found {}",
            task.train.len()
        );
        return Err(Error::settings(found));
    }
    if let Some(trees) = task.iterations.filter(|trees| *trees > most) {
        return Err(Error::settings(format!("iterations: found {trees}, expected at most {most}")));
    }
    let article = Truth::new(task.train, Keeps::Article, method.labels, task.seed);
    let comments = Truth::new(task.train, Keeps::Comments, method.labels, task.seed);
    if article.kept.is_empty() {
        return Err(Error::settings(format!(
            "tamis: found no unit to learn from on {} pages",
            task.train.len()
        )));
    }
    let is = |known| task.train.iter().any(|example| example.is_thread() == Some(known));
    let has_threads = is(true) && is(false);
    let mut stage = ForestStage { method, task, has_threads, done: 0 };
    // The pages of one site can only be divided by page.
    let part_of = split::folds(task.train, PARTS, By::Site, task.seed)
        .or_else(|_| split::folds(task.train, PARTS, By::Page, task.seed))?;
    let pages = FeaturePages::first(task.train);
    let shown = method.shown();
    let gains = stage.train(&pages, &article, 0, &shown, |_| true)?.gains;
    let mut useful = most_useful(&gains, method.max_features);
    let mut probabilities: Vec<Vec<u16>> = vec![Vec::new(); task.train.len()];
    for part in 0..PARTS {
        let forest =
            stage.train(&pages, &article, 0, &useful, |page| part_of[page] != part)?.forest;
        for page in (0..task.train.len()).filter(|page| part_of[*page] == part) {
            probabilities[page] = tamis::stage(&forest, pages.features(page), pages.width);
        }
    }
    let first = stage.train(&pages, &article, 0, &useful, |_| true)?.forest;
    drop(pages);
    let pages = FeaturePages::second(task.train, &probabilities);
    // The features of the second stage come last.
    useful.extend(&shown[first_stage::WIDTH..]);
    let second = stage.train(&pages, &article, 1, &useful, |_| true)?.forest;
    let comments = stage.train(&pages, &comments, 1, &useful, |_| true)?.forest;
    let forum = stage.train_forum()?;
    let features = tamis::names();
    let doubt = DOUBT;
    Ok(tamis::RemoverSettings { features, forum, first, second, comments, doubt }.to_model())
}

/// The trainings of forests, one after another.
struct ForestStage<'a> {
    method: &'a TrainingMethod,
    task: &'a Task<'a>,
    /// Whether there are threads to learn from, and other pages to tell them from.
    has_threads: bool,
    /// The trees that were grown so far.
    done: usize,
}

impl ForestStage<'_> {
    /// Trains a forest of a stage, 0 or 1, on these pages, with these features.
    fn train(
        &mut self,
        pages: &FeaturePages,
        truth: &Truth,
        number: usize,
        useful: &[bool],
        chosen: impl Fn(usize) -> bool,
    ) -> Result<Trained> {
        let rows: Vec<u32> =
            truth.kept.iter().copied().filter(|row| chosen(pages.page_of(*row))).collect();
        let usual = BoostingSettings::default();
        // Few pages have few paragraphs: a leaf needs a twentieth of them at most.
        let min_data_in_leaf = usual.min_data_in_leaf.min(rows.len() / 20).max(1);
        let learning_rate = self.method.rates[number];
        let settings = BoostingSettings { learning_rate, min_data_in_leaf, ..usual };
        self.grow(number, pages, &rows, truth, useful, settings)
    }

    /// Trains the forest that tells threads, from the pages whose kind is known. Without threads
    /// and others among them it takes no page for a thread.
    fn train_forum(&mut self) -> Result<Forest> {
        if !self.has_threads {
            let never = Trees { bias: -20 * UNIT, trees: Vec::new() };
            return Forest::try_from(never).map_err(Error::settings);
        }
        let pages = FeaturePages::means(self.task.train);
        let weights = vec![1.0; pages.rows()];
        let mut truth = Truth { labels: Vec::new(), weights, kept: Vec::new() };
        for (row, example) in (0..).zip(self.task.train) {
            truth.labels.push(f32::from(u8::from(example.is_thread() == Some(true))));
            truth.kept.extend(example.is_thread().map(|_| row));
        }
        let (leaves, learning_rate) = FORUM;
        let min_data_in_leaf = 20.min(truth.kept.len() / 20).max(1);
        let settings = BoostingSettings {
            leaves,
            learning_rate,
            min_data_in_leaf,
            ..BoostingSettings::default()
        };
        let shown = &self.method.shown()[..pages.width];
        Ok(self.grow(2, &pages, &truth.kept, &truth, shown, settings)?.forest)
    }

    /// Grows the trees of a forest: 0 of the first stage, 1 of the second, 2 that tells threads.
    fn grow(
        &mut self,
        number: usize,
        pages: &FeaturePages,
        rows: &[u32],
        truth: &Truth,
        useful: &[bool],
        settings: BoostingSettings,
    ) -> Result<Trained> {
        let Self { method, task, .. } = *self;
        let least = task.iterations.unwrap_or(method.trees);
        let [first, second, forum] = FORESTS;
        let forests = [first, second, if self.has_threads { forum } else { 0 }];
        let of: usize = forests.iter().zip(method.times).map(|(forests, of)| forests * of).sum();
        let before = self.done;
        let trees = least * method.times[number];
        let settings = BoostingSettings { trees, seed: task.seed, ..settings };
        self.done += trees;
        let table =
            FeatureTable { rows: pages.rows(), features: pages.width, values: &pages.values };
        let mut columns = BinnedColumns::new(&table, rows, settings.max_bin);
        columns.hide(|feature| !useful[feature]);
        boosting::train_on(
            &columns,
            rows,
            &truth.labels,
            &truth.weights,
            &settings,
            &|tree, loss| {
                let iteration = before + tree;
                (task.report)(Step { iteration, of: least * of, loss, validation: None });
            },
        )
    }
}

/// Which features gained most, at most so many; of those that gained the same, the first.
fn most_useful(gains: &[f64], most: usize) -> Vec<bool> {
    let mut order: Vec<usize> = (0..gains.len()).collect();
    order.sort_by(|one, other| gains[*other].total_cmp(&gains[*one]).then(one.cmp(other)));
    let mut useful = vec![false; gains.len()];
    for feature in order.iter().take(most) {
        useful[*feature] = true;
    }
    useful
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::Example;
    use crate::train::example::tests::example;
    use tamis_blocks::page::Label;
    use tamis_index::blocks::classify::CLASSIFIERS;

    /// Pages of a menu and an article, which is their last line and gold.
    fn pages() -> Vec<Example> {
        (0..60).map(page).collect()
    }

    fn page(i: usize) -> Example {
        let article = format!(
            "Penguin number {i} crossed the ice, slowly, and the others looked at it for \
             hours. "
        );
        // No word of it is in the article.
        let topics = ["News", "Sport", "Weather", "Travel", "Food", "Arts"];
        let menu: String =
            topics.map(|topic| format!("<li><a href=/{topic}>{topic} every day</a>")).concat();
        let markup = format!("<ul class=menu>{menu}</ul><p>{}</p>", article.repeat(1 + i % 4));
        example("ice", &i.to_string(), &format!("{i}.example"), &markup)
    }

    fn trained(pages: &[Example], threads: usize) -> Model {
        let pages: Vec<&Example> = pages.iter().collect();
        let task =
            Task { train: &pages, validation: &[], seed: 1, iterations: Some(80), report: &|_| () };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| train(&task)).unwrap()
    }

    #[test]
    fn articles_are_separated_from_menus_and_threads_change_nothing() {
        let pages = pages();
        let model = trained(&pages, 1);
        assert_eq!(model.to_bytes(), trained(&pages, 2).to_bytes());
        for name in ["tamis", "tamis-article", "tamis-comments"] {
            let labels =
                CLASSIFIERS.with_model(name, &model).unwrap().classify(&pages[1].subject());
            let content = labels.iter().filter(|label| **label == Label::Content).count();
            assert_eq!((content, labels.last()), (1, Some(&Label::Content)), "{name}");
        }
    }

    #[test]
    fn every_forest_reports_its_trees() {
        let mut pages = pages();
        for (number, page) in pages.iter_mut().enumerate() {
            page.kind = Some(["forum", "article"][number % 2].to_owned());
        }
        let pages: Vec<&Example> = pages.iter().collect();
        let steps = std::sync::Mutex::new(Vec::new());
        train(&Task {
            train: &pages,
            validation: &[],
            seed: 1,
            iterations: Some(2),
            report: &|step| steps.lock().unwrap().push((step.iteration, step.of)),
        })
        .unwrap();
        assert_eq!(*steps.lock().unwrap(), (1..=20).map(|step| (step, 20)).collect::<Vec<_>>());
    }

    #[test]
    fn the_pages_of_one_site_are_enough_but_two_are_not() {
        let mut pages = pages();
        for page in &mut pages {
            page.site = "ice.example".to_owned();
        }
        assert_eq!(trained(&pages, 1), trained(&pages, 2));
        let two: Vec<&Example> = pages[..2].iter().collect();
        let task =
            Task { train: &two, validation: &[], seed: 1, iterations: Some(1), report: &|_| () };
        assert!(
            train(&task)
                .unwrap_err()
                .to_string()
                .contains("expected 3 pages to learn from, or more; found 2")
        );
    }

    #[test]
    fn pages_without_units_are_refused() {
        let pages: Vec<Example> = (0..3)
            .map(|i| example("ice", &i.to_string(), &format!("{i}.example"), "<p>"))
            .collect();
        let pages: Vec<&Example> = pages.iter().collect();
        let task =
            Task { train: &pages, validation: &[], seed: 1, iterations: Some(1), report: &|_| () };
        assert!(
            train(&task)
                .unwrap_err()
                .to_string()
                .contains("found no unit to learn from on 3 pages")
        );
    }
}
