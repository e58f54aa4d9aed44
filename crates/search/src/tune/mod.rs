//! Finds the weights that fit a collection which nobody has judged. Own parts of titles are queries
//! whose only relevant page is known; the bodies of pages, without titles, are searched under many
//! weights; and the weights are chosen that rank these pages best, unless the difference from the
//! sieve is too small to mean something.
//!
//! ```text
//! titles ─ topics ─┐
//! space ─ rules ───┴─ pool: best pages, terms by cell ─ values of each setting ─ choose ─ Tuned
//! ```

mod cells;
pub mod choose;
mod found;
mod judged;
pub mod pool;
mod result;
mod samples;
pub mod space;
pub mod titles;
pub mod values;

pub use choose::Prior;
pub use judged::{CurvePoint, JudgedChoice};
pub use result::{Curve, CurveRule, FEW_TOPICS, TriedSetting, Tuned, TunedWeight};
pub use samples::{SampleBlock, SamplePage};

use self::choose::Trials;
use self::found::TuneData;
use self::judged::JudgedValues;
use self::pool::{Pool, PoolSettings, PoolTopic};
use self::space::{FAMILIES, Family, Setting, Space};
use self::titles::{CorpusTitles, PseudoTopic};
use self::values::reciprocal_rank;
use crate::experiment::{Experiment, Hooks};
use crate::model::{ModelSpec, Parameters};
use serde::{Deserialize, Serialize};
use tamis_index::corpus::Corpus;
use tamis_index::error::{Error, Remedy, Result};
use tamis_index::index::columns::BlockColumn;
use tamis_index::index::recipe::Store;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TuneSettings {
    pub topics: usize,
    /// The seed of the sample of pages, of folds and of resamples.
    pub seed: u64,
    /// What the choice stays near to.
    pub prior: Prior,
}

impl Default for TuneSettings {
    fn default() -> Self {
        Self { topics: 1000, seed: 1, prior: Prior::Sieve }
    }
}

/// The measure of judged topics, unless another one is named.
pub const MEASURE: &str = "ndcg_cut_10";
/// The fewest pseudo-topics that can choose.
pub const MIN_TOPICS: usize = 30;
/// The best pages of each probe that are pooled.
const DEPTH: usize = 100;
/// Weights of titles that are tried on judged topics, beside that of the sieve, in hundredths.
const TITLE_WEIGHTS: [u16; 3] = [100, 200, 800];

/// Finds the weights that fit a corpus. `judged` has judged topics over the same corpus, of which
/// the first measure counts. Progress is the settings scored of [`steps`].
///
/// # Errors
/// [`Error::Setting`] for fewer than 30 pseudo-topics, and a measure of more than 100 results;
/// [`Error::Index`] if the index stores no titles, does not know how often blocks repeat, or has
/// fewer than 30 titles that can be queries; [`Error::Interrupted`]; errors of reading it.
pub fn tune(
    corpus: &Corpus,
    settings: TuneSettings,
    judged: Option<&Experiment<'_>>,
    hooks: Hooks<'_>,
) -> Result<Tuned> {
    if settings.topics < MIN_TOPICS {
        let problem = format!("found {}, expected {MIN_TOPICS} or more", settings.topics);
        return Err(Error::setting("pseudo_topics", problem));
    }
    judged.map_or(Ok(()), check_depth)?;
    corpus.check_pages()?;
    check_titles(corpus)?;
    let space = space(corpus)?;
    let titles = CorpusTitles::read(corpus, settings.topics, settings.seed)?;
    check_count(corpus, &titles)?;
    let topics: Vec<PoolTopic> = titles.topics.iter().map(pseudo_topic).collect();
    let pool = pool(corpus, &space, &topics, true)?;
    let values = values(&pool, &space.settings, hooks, &|_, grades| reciprocal_rank(grades))?;
    let trials = Trials::new(&space, settings.prior, values);
    let ids: Vec<String> = titles.topics.iter().map(|topic| topic.text.clone()).collect();
    let choice = trials.choose(&ids, settings.seed)?;
    let mut chosen = space.settings[choice.setting].clone();
    let judged = match judged {
        Some(judged) => {
            let (setting, judged) = choose_judged(&space, &trials, judged, settings.seed, hooks)?;
            chosen = setting;
            Some(judged)
        }
        None => None,
    };
    let found = TuneData { corpus, space: &space, titles: &titles, pool: &pool, trials: &trials };
    found.tuned(&choice, &chosen, judged)
}

/// Returns the settings that [`tune`] scores on a corpus, with judged topics or without.
///
/// # Errors
/// As [`tune`].
pub fn steps(corpus: &Corpus, judged: bool) -> Result<usize> {
    let space = space(corpus)?;
    let of_judged = if judged { judged_settings(&space).0.len() } else { 0 };
    Ok(space.settings.len() + of_judged)
}

fn space(corpus: &Corpus) -> Result<Space> {
    corpus.check(BlockColumn::Repeats.into())?;
    let has_sites = corpus.check(BlockColumn::SiteRepeats.into()).is_ok();
    Space::new(&corpus.indexes[0].manifest, has_sites)
}

fn check_titles(corpus: &Corpus) -> Result<()> {
    let Some(index) =
        corpus.indexes.iter().find(|index| index.manifest.recipe.store == Store::None)
    else {
        return Ok(());
    };
    let message = "stores no titles, and own titles are the queries that tuning needs";
    Err(Error::index(&index.path, message).with_remedy(Remedy::StoreTexts))
}

fn check_count(corpus: &Corpus, titles: &CorpusTitles) -> Result<()> {
    let count = titles.topics.len();
    if count >= MIN_TOPICS {
        return Ok(());
    }
    let titles = if count == 1 { "title" } else { "titles" };
    let message = format!(
        "{count} {titles} of its pages can be queries (2 to 10 words that no other page's title \
         has), expected {MIN_TOPICS} or more: too few to choose a rule by"
    );
    Err(Error::index(&corpus.indexes[0].path, message).with_remedy(Remedy::Sieve))
}

fn pseudo_topic(topic: &PseudoTopic) -> PoolTopic {
    let grades = topic.documents.iter().map(|&document| (document, 1)).collect();
    PoolTopic { query: topic.query.clone(), grades }
}

fn pool(corpus: &Corpus, space: &Space, topics: &[PoolTopic], bodies: bool) -> Result<Pool> {
    let manifest = &corpus.indexes[0].manifest;
    let probes = space.probes(manifest)?;
    let model = ModelSpec::new("bm25", &Parameters::default())?;
    let rules = &space.rules;
    let headings = bodies;
    let settings = PoolSettings { rules, probes: &probes, depth: DEPTH, bodies, headings, model };
    Pool::new(corpus, topics, &settings)
}

/// Scores every setting on every topic of a pool.
fn values(
    pool: &Pool,
    settings: &[Setting],
    hooks: Hooks<'_>,
    score: &(dyn Fn(usize, &[Option<i32>]) -> f64 + Sync),
) -> Result<Vec<Vec<f64>>> {
    let mut values = Vec::with_capacity(settings.len());
    for setting in settings {
        if hooks.stop.is_some_and(|stop| stop()) {
            return Err(Error::Interrupted);
        }
        values.push(pool.values(setting, score));
        if let Some(step) = hooks.step {
            step();
        }
    }
    Ok(values)
}

/// Returns the settings for judged topics, each with the number of the one that differs from it
/// only in the weight of titles, which pseudo-topics cannot judge: they have no titles. The
/// unfiltered text is the last one.
fn judged_settings(space: &Space) -> (Vec<Setting>, Vec<usize>) {
    let mut settings = space.settings.clone();
    let mut same: Vec<usize> = (0..settings.len()).collect();
    for title in TITLE_WEIGHTS {
        for (number, setting) in space.settings.iter().enumerate() {
            let is_like_sieve = [Family::Short, Family::Content]
                .iter()
                .all(|&family| setting.rule(family) == space.sieve.rule(family));
            if is_like_sieve {
                settings.push(Setting { title, ..setting.clone() });
                same.push(number);
            }
        }
    }
    let none = space.settings.iter().position(|setting| setting.rules == [None; FAMILIES.len()]);
    settings.push(Setting { title: 100, rules: [None; FAMILIES.len()], ..space.sieve.clone() });
    same.push(none.unwrap_or(0));
    (settings, same)
}

/// Refuses a measure that looks deeper than the pools.
fn check_depth(judged: &Experiment<'_>) -> Result<()> {
    if judged.hits <= DEPTH {
        return Ok(());
    }
    let found = format!("found one of {} results", judged.hits);
    let expected = format!("expected a cut-off of at most {DEPTH}, as that of ndcg_cut_10");
    Err(Error::setting("measure", format!("{found}, {expected}")))
}

/// Chooses by judged topics, with what pseudo-topics expect as the prior.
fn choose_judged(
    space: &Space,
    pseudo: &Trials,
    judged: &Experiment<'_>,
    seed: u64,
    hooks: Hooks<'_>,
) -> Result<(Setting, JudgedChoice)> {
    let mut topics = Vec::with_capacity(judged.topics.len());
    for topic in &judged.topics {
        topics.push(PoolTopic { query: topic.query.clone(), grades: topic.grades() });
    }
    let pool = pool(judged.corpus, space, &topics, false)?;
    let (settings, same) = judged_settings(space);
    let score = |topic: usize, grades: &[Option<i32>]| judged.score_grades(topic, grades).values[0];
    let values = values(&pool, &settings, hooks, &score)?;
    let ids: Vec<String> = judged.topics.iter().map(|topic| topic.id.clone()).collect();
    let unfiltered = settings.len() - 1;
    let measure = judged.measures[0].name();
    let (chosen, choice) =
        JudgedValues::new(values, pseudo, &same).choose(&ids, &measure, unfiltered, seed)?;
    Ok((settings[chosen].clone(), choice))
}
