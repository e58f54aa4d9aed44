//! Compares the labels of an index with each other and with the best thresholds: what makes search
//! better, and what worse.

use super::identity::{IdentityFields, fields, object};
use super::{Experiment, Hooks, Origin, RankingScores, best};
use crate::experiment::results::{ComparedView, LabelComparison, Point, RowKind};
use crate::model::Statistics;
use crate::rule::predicate::{Feature, Operator as Sign};
use crate::sweep::{Grid, Grids, SweepOutcome, ThresholdAxis};
use crate::{Decimal, Predicate, SplitRule};
use tamis_blocks::classify::kind;
use tamis_eval::measure::Instance;
use tamis_eval::runs::Changed;
use tamis_eval::statistics::{self, Margin, folds};
use tamis_index::corpus::Corpus;
use tamis_index::disk::results::Identity;
use tamis_index::error::{Error, Result};
use tamis_index::index::Manifest;
use tamis_index::index::columns::BlockColumn;

/// The labels of an index that are of removers: all but kinds of blocks.
pub fn removers(manifest: &Manifest) -> Vec<String> {
    manifest.classifiers.iter().filter(|name| kind(name).is_none()).cloned().collect()
}

/// Returns these labels with their bits.
///
/// # Errors
/// [`Error::Setting`] for a label that the index does not have, and for one that is given twice.
pub fn compared_labels(manifest: &Manifest, names: &[String]) -> Result<Vec<(u32, String)>> {
    let mut labels: Vec<(u32, String)> = Vec::with_capacity(names.len());
    for name in names {
        let (bit, name) = manifest.label(name)?;
        if labels.iter().any(|(known, _)| *known == bit) {
            let problem = format!("{name} is given twice, expected it once");
            return Err(Error::setting("label", problem));
        }
        labels.push((bit, name.to_owned()));
    }
    Ok(labels)
}

/// What is compared with the unfiltered text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// The labels: bit and name.
    pub labels: Vec<(u32, String)>,
    /// A rule that blocks must meet besides each label or threshold, and what they weigh. In the
    /// unfiltered text every block counts once.
    pub rule: SplitRule,
    /// Rules with weights of their own, each a row: the sieve, and the rule that was tuned for the
    /// index.
    pub named: Vec<NamedRule>,
    /// The number of folds over which the choice of each threshold is cross-validated, if it is.
    pub folds: Option<usize>,
    /// The random seed by which topics are assigned to folds.
    pub seed: u64,
    /// The margin of the tests of equivalence with the unfiltered text.
    pub margin: Margin,
}

/// A rule with a name: a row that has its own weights, and is searched by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedRule {
    /// The name of the row.
    pub name: String,
    /// Whether it is the tuned rule, which each index stores.
    pub is_stored: bool,
    /// Which blocks it permits, and what they weigh.
    pub rule: SplitRule,
}

impl Compared {
    /// Whether no other named rule is the same.
    fn is_new(&self, rule: &NamedRule) -> bool {
        let mut others = self.named.iter().filter(|other| other.name != rule.name);
        !others.any(|other| other.rule == rule.rule)
    }
}

impl NamedRule {
    /// Returns the grid of its one point. Its baseline is the unfiltered text.
    fn grids(&self) -> Grids {
        Grid::nested(ThresholdAxis::every_block(), self.rule.clone()).into()
    }

    /// Returns the rule as the identity of a comparison has it.
    fn identity(&self) -> Result<String> {
        Ok(object(&fields! {
            "name": self.name,
            "rule": self.rule.permits.to_string(),
            "title": self.rule.title.name(),
            "weights": self.rule.weights.texts(),
        }))
    }
}

/// Returns the thresholds, a grid per axis, whose best ones are compared with the labels. Their
/// baseline is the unfiltered text.
pub(super) fn thresholds(corpus: &Corpus, compared: &Compared) -> Grids {
    let words = compared.grid(Feature::Words, Sign::AtLeast, whole(1..=100));
    let density = compared.grid(Feature::TextDensity, Sign::AtLeast, whole(1..=20));
    let mut grids = Grids::from(words).and(density);
    // An index that is not finished has no counts.
    if corpus.knows_repeats() {
        let values = whole([1, 2, 3, 5].into_iter().chain((10..=100).step_by(10)));
        grids = grids.and(compared.grid(Feature::Repeats, Sign::AtMost, values));
    }
    let tenths: Vec<Decimal> = (10..100).step_by(10).map(Decimal::from_hundredths).collect();
    for score in corpus.indexes[0].manifest.scores() {
        grids = grids.and(compared.grid(Feature::Score(score), Sign::AtLeast, tenths.clone()));
    }
    grids
}

/// Returns whole numbers as decimals.
fn whole(values: impl IntoIterator<Item = u32>) -> Vec<Decimal> {
    values.into_iter().map(Decimal::whole).collect()
}

impl Compared {
    /// Returns the grid of thresholds of a feature.
    fn grid(&self, feature: Feature, comparison: Sign, values: Vec<Decimal>) -> Grid {
        let axis = ThresholdAxis { feature, comparison, values };
        Grid::nested(axis, self.rule.clone())
    }
}

impl Experiment<'_> {
    /// Returns the identity of a comparison of labels.
    ///
    /// # Errors
    /// Errors of reading the index.
    pub fn identity_of_comparison(&self, compared: &Compared) -> Result<Identity> {
        let Compared { labels, folds, seed, .. } = compared;
        let named = self.named_rules(compared).map(NamedRule::identity);
        let named = named.collect::<Result<Vec<_>>>()?;
        let mut checks = IdentityFields::from(fields! { "labels": labels });
        if !named.is_empty() {
            checks.push(("named", format!("[{}]", named.join(","))));
        }
        checks.extend(fields! { "folds": folds, "seed": seed });
        let grids = thresholds(self.corpus, compared);
        self.identity_of_results(&grids, checks, compared.margin)
    }

    /// Returns the named rules that this experiment can search: a rule about repeats needs an index
    /// that counts them, fractional weights need a model with a formula for them, and the tuned
    /// rule must be that of all indexes, and another than the sieve.
    pub fn named_rules<'c>(
        &self,
        compared: &'c Compared,
    ) -> impl Iterator<Item = &'c NamedRule> + use<'c, '_> {
        compared.named.iter().filter(|named| {
            let needs_repeats = named.rule.whole().columns().contains(BlockColumn::Repeats);
            (!needs_repeats || self.corpus.knows_repeats())
                && (!named.is_stored || (self.corpus.tuned().is_ok() && compared.is_new(named)))
                && self.check_weights(&named.grids()).is_ok()
        })
    }

    /// Searches and scores the unfiltered text, every threshold and every label in one pass over
    /// the postings, then each named rule in a pass of its own: weights in the first pass would
    /// change in which unit all its views count.
    ///
    /// # Errors
    /// Errors of reading the index, and [`Error::Interrupted`].
    pub fn compare(
        &self,
        compared: &Compared,
        origin: Origin,
        hooks: Hooks<'_>,
    ) -> Result<LabelComparison> {
        let Compared { labels, rule: SplitRule { permits: rule, title, weights }, .. } = compared;
        let ids: Vec<&str> = self.topics.iter().map(|topic| topic.id.as_str()).collect();
        let fold_of_topic =
            compared.folds.map(|count| folds::assign(&ids, count, compared.seed)).transpose()?;
        let mut views = Vec::with_capacity(labels.len());
        for (bit, name) in labels {
            let label = Predicate::Label(*bit, name.clone());
            views.push(title.apply(rule.clone().and(label)));
        }
        let grids = thresholds(self.corpus, compared);
        let outcome = self.search(&grids, &views, hooks)?;
        let hooks = Hooks { checkpoint: None, ..hooks };
        let mut named = Vec::new();
        for rule in self.named_rules(compared) {
            named.push((rule.name.as_str(), self.search(&rule.grids(), &[], hooks)?));
        }
        let Origin { index, analyzer, topics_file, qrels_file, command, site } = origin;
        let mut comparison = LabelComparison {
            index,
            topics_file,
            qrels_file,
            analyzer,
            command,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            measures: self.measures.iter().map(Instance::name).collect(),
            topics: self.topics.iter().map(|topic| topic.id.clone()).collect(),
            queries: self.topics.iter().map(|topic| topic.text.clone()).collect(),
            hits: self.hits,
            model: self.rankings.name(),
            title: title.name().to_owned(),
            filter: if *rule == Predicate::All { String::new() } else { rule.to_string() },
            weights: weights.texts(),
            rows: self.rows(compared, &grids, (&outcome, &named), fold_of_topic.as_deref()),
            site,
            ..LabelComparison::default()
        };
        correct(&mut comparison.rows);
        comparison.test_equivalence(compared.margin);
        comparison.changed = self.changed_by_label(&comparison, &grids, (labels, &views))?;
        Ok(comparison)
    }

    /// Returns the topics on which the best label differs most from the unfiltered text. `views`
    /// are those of the labels.
    fn changed_by_label(
        &self,
        comparison: &LabelComparison,
        grids: &Grids,
        (labels, views): (&[(u32, String)], &[Predicate]),
    ) -> Result<Vec<Changed>> {
        let best = if self.measures.is_empty() { None } else { comparison.best_label(0) };
        let Some(best) = best else { return Ok(Vec::new()) };
        let mut views_of_best =
            labels.iter().zip(views).filter(|((_, name), _)| *name == best.name);
        let Some((_, view)) = views_of_best.next() else { return Ok(Vec::new()) };
        let points = (&comparison.rows[0].point, &best.point);
        self.changed(grids, points, (grids.rule_of_view(view), self.rankings.all[0]))
    }

    fn rows(
        &self,
        compared: &Compared,
        grids: &Grids,
        (outcome, named): (&SweepOutcome<RankingScores>, &[(&str, SweepOutcome<RankingScores>)]),
        fold_of_topic: Option<&[usize]>,
    ) -> Vec<ComparedView> {
        let baseline = self.point(Vec::new(), &outcome.baseline, outcome.baseline_statistics, None);
        let mut rows = vec![row("unfiltered", RowKind::Unfiltered, baseline.clone())];
        let point = |(scored, statistics): (&Vec<RankingScores>, &Statistics)| {
            self.point(Vec::new(), scored, *statistics, Some(&baseline))
        };
        let mut points = outcome.points.iter().zip(&outcome.statistics).map(point);
        for grid in grids.iter() {
            let mut of_axis: Vec<Point> = points.by_ref().take(grid.points()).collect();
            let chosen = best(&of_axis, 0);
            let rules = grid.inner.values.iter().map(|&value| grid.inner.predicate(value));
            let rules: Vec<String> = rules.map(|rule| rule.to_string()).collect();
            let held_out = fold_of_topic.and_then(|fold_of_topic| {
                self.held_out_row(&of_axis, &rules, &baseline, fold_of_topic, compared.seed)
            });
            let best = row(&rules[chosen], RowKind::Threshold, of_axis.swap_remove(chosen));
            rows.push(ComparedView { chosen_from: grid.points(), held_out, ..best });
        }
        for (name, outcome) in named {
            let point = point((&outcome.points[0], &outcome.statistics[0]));
            rows.push(row(name, RowKind::Rule, point));
        }
        let of_labels = outcome.views.iter().zip(&outcome.view_statistics).map(point);
        for ((_, name), point) in compared.labels.iter().zip(of_labels) {
            rows.push(row(name, RowKind::Label, point));
        }
        rows
    }
}

/// Returns a row of the comparison that was not chosen from others.
fn row(name: &str, kind: RowKind, point: Point) -> ComparedView {
    ComparedView { name: name.to_owned(), kind, point, ..ComparedView::default() }
}

/// Fills in the p-values after Holm's correction, measure by measure. All rows but the first are
/// one family.
fn correct(rows: &mut [ComparedView]) {
    let Some((first, others)) = rows.split_first_mut() else { return };
    for measure in 0..first.point.means.len() {
        let p_values: Vec<Option<f64>> =
            others.iter().map(|row| row.point.p_values[measure]).collect();
        first.holm.push(None);
        for (row, p_value) in others.iter_mut().zip(statistics::holm(&p_values)) {
            row.holm.push(p_value);
        }
    }
}
