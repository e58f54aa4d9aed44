//! A family of nested views for the price of one pass over the postings. Along an axis such as `words >= 1..=100` every
//! stricter view permits a part of what the looser ones permit, so one byte per block, its *level*, says in how many of
//! them it stands; postings are decoded once into pages and levels, and suffix sums give df, cf, N and T everywhere. Views
//! that are not nested (labels) are searched beside them, by masks, from the same postings.

use super::corpus::{Corpus, Segment};
use super::decimal::Decimal;
use super::masks::{self, MaskPlane};
use super::model::{Model, ModelSpec, Statistics, TermStatistics};
use super::postings;
use super::predicate::{Comparison, Feature, Predicate, TitleRule};
use super::query::Query;
use super::top::{Hit, Top};
use super::view::Run;
use crate::error::Result;
use crate::page::Kind;
use crate::with_model;
use rayon::prelude::*;

/// Views that one byte can tell apart.
const MOST_LEVELS: usize = 255;
/// Rows that are read together.
const RUN: u32 = 4096;

/// One parameter of a sweep: a feature, `>=` or `<=`, and the thresholds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// What is compared.
    pub feature: Feature,
    /// [`Comparison::AtLeast`] or [`Comparison::AtMost`].
    pub comparison: Comparison,
    /// With these values, in the order of the report.
    pub values: Vec<Decimal>,
}

/// A sweep's views: the product of the axes, and the unfiltered text.
#[derive(Debug, Clone)]
pub struct Grid {
    /// The axis that runs fastest; its views are nested.
    pub inner: Axis,
    /// The other axis of a two-dimensional grid.
    pub outer: Option<Axis>,
    /// What must hold besides.
    pub side: Predicate,
    /// What the title is.
    pub title: TitleRule,
}

impl Axis {
    /// The predicate of one value.
    pub fn predicate(&self, value: Decimal) -> Predicate {
        Predicate::Feature(self.feature, self.comparison, value)
    }

    /// As a report names it: `min_words`, `max_link_density`; for text density `min_density`, as the flag.
    pub fn name(&self) -> String {
        let bound = if self.comparison == Comparison::AtLeast { "min" } else { "max" };
        let feature = if self.feature == Feature::TextDensity { "density" } else { self.feature.name() };
        format!("{bound}_{feature}")
    }

    /// The values' numbers from the loosest to the strictest.
    fn by_strictness(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.values.len()).collect();
        order.sort_by_key(|&i| self.values[i]);
        if self.comparison == Comparison::AtMost {
            order.reverse();
        }
        order
    }
}

impl Grid {
    /// Points without the baseline.
    pub fn points(&self) -> usize {
        self.outer.as_ref().map_or(1, |outer| outer.values.len()) * self.inner.values.len()
    }

    /// The predicate of a point (outer value times inner values plus inner value): what a single search would use.
    pub fn predicate(&self, point: usize) -> Predicate {
        let (outer, inner) = (point / self.inner.values.len(), point % self.inner.values.len());
        let rule = self.side(outer).and(self.inner.predicate(self.inner.values[inner]));
        self.title.apply(rule)
    }

    /// The unfiltered text, the title as in every point.
    pub fn baseline(&self) -> Predicate {
        self.title.apply(Predicate::All)
    }

    fn side(&self, outer: usize) -> Predicate {
        match &self.outer {
            Some(axis) => self.side.clone().and(axis.predicate(axis.values[outer])),
            None => self.side.clone(),
        }
    }
}

/// Nested views: the baseline, then some values of the inner axis from the loosest to the strictest.
struct Plane {
    /// Where each view stands in what comes of a query (see [`Pass`]).
    places: Vec<usize>,
    segments: Vec<PlaneSegment>,
    /// One per view.
    statistics: Vec<Statistics>,
}

/// The levels of one segment's blocks. A block stands in the views `0..level`.
struct PlaneSegment {
    levels: Vec<u8>,
    /// `steps[first_step[doc]..first_step[doc + 1]]`: views up to `level` (exclusive, from the last step's on) see
    /// `length` tokens of the page.
    first_step: Vec<u32>,
    steps: Vec<Step>,
}

#[derive(Debug, Clone, Copy)]
struct Step {
    level: u8,
    length: u32,
}

/// What a sweep made of each point: `points[point][query]`, and the same for the unfiltered text.
#[derive(Debug)]
pub struct Outcome<T> {
    /// One per point of the grid, one per query.
    pub points: Vec<Vec<T>>,
    /// The unfiltered text.
    pub baseline: Vec<T>,
    /// One per point.
    pub statistics: Vec<Statistics>,
    /// Of the unfiltered text.
    pub baseline_statistics: Statistics,
    /// One per view besides the grid's, one per query.
    pub views: Vec<Vec<T>>,
    /// One per view besides the grid's.
    pub view_statistics: Vec<Statistics>,
}

impl<T> Outcome<T> {
    /// From one row a query, each with a value per place (see [`Pass`]), and the counts of every place.
    pub(crate) fn new(
        points: usize,
        mut statistics: Vec<Statistics>,
        by_query: impl IntoIterator<Item = Vec<T>>,
    ) -> Self {
        let mut places: Vec<Vec<T>> = statistics.iter().map(|_| Vec::new()).collect();
        for of_query in by_query {
            places.iter_mut().zip(of_query).for_each(|(place, value)| place.push(value));
        }
        let (view_statistics, views) = (statistics.split_off(points + 1), places.split_off(points + 1));
        let (baseline_statistics, baseline) = (statistics.remove(0), places.remove(0));
        Self { points: places, baseline, statistics, baseline_statistics, views, view_statistics }
    }
}

/// Searches every query under every view of the grid and gives each ranking (best first, at most `hits`) to `score`,
/// with the number of its query. Rankings equal those of [`super::rank::search`], bit for bit.
pub fn sweep<T: Send>(
    corpus: &Corpus,
    queries: &[Query],
    grid: &Grid,
    model: &ModelSpec,
    hits: usize,
    score: impl Fn(usize, &[Hit]) -> T + Sync,
) -> Result<Outcome<T>> {
    Ok(compare(corpus, queries, grid, &[], &[*model], hits, score)?.remove(0))
}

/// As [`sweep`] with every one of these models, an outcome each, and with these views besides, of which none need be a part
/// of another.
pub fn compare<T: Send>(
    corpus: &Corpus,
    queries: &[Query],
    grid: &Grid,
    views: &[Predicate],
    models: &[ModelSpec],
    hits: usize,
    score: impl Fn(usize, &[Hit]) -> T + Sync,
) -> Result<Vec<Outcome<T>>> {
    let pass = Pass::new(corpus, grid, views)?;
    let search = |(number, query)| pass.search(query, models, hits, |ranked| score(number, ranked));
    let by_query: Vec<Vec<Vec<T>>> = queries.par_iter().enumerate().map(search).collect::<Result<_>>()?;
    let mut by_model: Vec<Vec<Vec<T>>> = models.iter().map(|_| Vec::with_capacity(queries.len())).collect();
    for of_query in by_query {
        by_model.iter_mut().zip(of_query).for_each(|(of_model, values)| of_model.push(values));
    }
    Ok(by_model.into_iter().map(|by_query| Outcome::new(grid.points(), pass.statistics(), by_query)).collect())
}

/// Everything that a sweep knows before its first query. What comes of a query and a model has a *place* per view: the
/// unfiltered text, the points of the grid, the views besides.
pub struct Pass<'a> {
    corpus: &'a Corpus,
    points: usize,
    planes: Vec<Plane>,
    masks: Vec<MaskPlane>,
}

impl<'a> Pass<'a> {
    /// Evaluates all views over every block of the corpus.
    pub fn new(corpus: &'a Corpus, grid: &Grid, views: &[Predicate]) -> Result<Self> {
        corpus.order()?;
        let masks = views.chunks(masks::MOST_VIEWS).map(|views| MaskPlane::new(corpus, views)).collect();
        Ok(Self { corpus, points: grid.points(), planes: planes(corpus, grid), masks })
    }

    /// What is counted over the view of every place; it does not depend on the model.
    pub fn statistics(&self) -> Vec<Statistics> {
        let mut statistics = vec![Statistics::default(); self.points + 1];
        for plane in &self.planes {
            plane.places.iter().zip(&plane.statistics).for_each(|(&place, of_view)| statistics[place] = *of_view);
        }
        statistics.extend(self.masks.iter().flat_map(|masks| &masks.statistics));
        statistics
    }

    /// Searches a query under every view with every model: per model what `score` makes of the ranking of every place. The
    /// postings are decoded once.
    pub fn search<T>(
        &self,
        query: &Query,
        models: &[ModelSpec],
        hits: usize,
        score: impl Fn(&[Hit]) -> T,
    ) -> Result<Vec<Vec<T>>> {
        let corpus = self.corpus;
        let decoded = decode(corpus, query)?;
        let scored = |top: Top| score(&top.into_hits());
        let mut by_model: Vec<Vec<(usize, T)>> = models.iter().map(|_| Vec::new()).collect();
        for plane in &self.planes {
            let terms = plane.terms(&decoded);
            for (model, values) in models.iter().zip(&mut by_model) {
                let tops = with_model!(model, model => search_plane(model, corpus, plane, query, &terms, hits));
                values.extend(plane.places.iter().copied().zip(tops.into_iter().map(scored)));
            }
        }
        let in_places = |(model, mut values): (&ModelSpec, Vec<(usize, T)>)| {
            values.sort_by_key(|(place, _)| *place);
            let of_views = self
                .masks
                .iter()
                .flat_map(|masks| with_model!(model, model => masks.search(model, corpus, query, &decoded, hits)));
            values.into_iter().map(|(_, value)| value).chain(of_views.map(scored)).collect()
        };
        Ok(models.iter().zip(by_model).map(in_places).collect())
    }
}

/// One plane per value of the outer axis, or more where one byte does not hold the inner axis. The first plane's first
/// view is the baseline.
fn planes(corpus: &Corpus, grid: &Grid) -> Vec<Plane> {
    let order = grid.inner.by_strictness();
    let outers = grid.outer.as_ref().map_or(1, |outer| outer.values.len());
    let mut planes = Vec::new();
    for outer in 0..outers {
        for values in order.chunks(MOST_LEVELS - 1) {
            let first = outer * grid.inner.values.len() + 1;
            let baseline = planes.is_empty().then_some(0);
            let places = baseline.into_iter().chain(values.iter().map(|value| first + value)).collect();
            let thresholds: Vec<Decimal> = values.iter().map(|&value| grid.inner.values[value]).collect();
            planes.push(Plane::new(corpus, grid, &grid.side(outer), &thresholds, places));
        }
    }
    planes
}

impl Plane {
    fn new(corpus: &Corpus, grid: &Grid, side: &Predicate, thresholds: &[Decimal], places: Vec<usize>) -> Self {
        let rule = LevelRule {
            side,
            thresholds,
            feature: grid.inner.feature,
            comparison: grid.inner.comparison,
            title: grid.title,
            baseline: places.len() - thresholds.len(),
            whole: Vec::new(),
        };
        let whole = (0..WHOLE).map(|number| rule.passed(number, 1)).collect();
        let rule = LevelRule { whole, ..rule };
        let segments: Vec<PlaneSegment> =
            corpus.segments.par_iter().map(|segment| PlaneSegment::new(segment, &rule)).collect();
        let statistics = statistics(&segments, places.len());
        Self { places, segments, statistics }
    }

    /// The decoded postings with the levels of this plane: `terms[segment][term]`.
    fn terms(&self, decoded: &[Vec<TermRows>]) -> Vec<Vec<TermSteps>> {
        let of_segment = |(rows, segment): (&Vec<TermRows>, &PlaneSegment)| {
            rows.iter().map(|rows| TermSteps::new(rows, &segment.levels)).collect()
        };
        decoded.iter().zip(&self.segments).map(of_segment).collect()
    }
}

/// N and T of every view, in one pass: a page's step counts in all views from the last step's level to its own.
fn statistics(segments: &[PlaneSegment], views: usize) -> Vec<Statistics> {
    // What a view has more than the next stricter one.
    let mut more = vec![(0i64, 0i64); views + 1];
    for segment in segments {
        for doc in 0..segment.first_step.len() - 1 {
            let mut from = 0;
            for step in segment.steps(doc as u32) {
                for (place, sign) in [(from, 1), (usize::from(step.level), -1)] {
                    more[place].0 += sign;
                    more[place].1 += sign * i64::from(step.length);
                }
                from = usize::from(step.level);
            }
        }
    }
    let mut sum = (0, 0);
    let running = more[..views].iter().map(|(pages, tokens)| {
        sum = (sum.0 + pages, sum.1 + tokens);
        Statistics { pages: sum.0 as u64, tokens: sum.1 as u64 }
    });
    running.collect()
}

/// How a block's level follows from its features.
struct LevelRule<'a> {
    side: &'a Predicate,
    /// From the loosest to the strictest.
    thresholds: &'a [Decimal],
    feature: Feature,
    comparison: Comparison,
    title: TitleRule,
    /// 1 if the first view is the unfiltered text.
    baseline: usize,
    /// The levels of whole numbers: nearly all blocks have few words and one line.
    whole: Vec<u8>,
}

/// Whole numbers whose levels are looked up.
const WHOLE: u64 = 512;

impl LevelRule<'_> {
    fn columns(&self) -> u32 {
        let axis = Predicate::Feature(self.feature, self.comparison, Decimal::whole(0));
        self.side.columns() | axis.columns() | Predicate::Kind(Kind::Title).columns()
    }

    /// How many of the views permit this row of the run.
    fn level(&self, run: &Run, row: usize, side: bool) -> u8 {
        match (run.is_title(row), self.title) {
            (true, TitleRule::Keep) => (self.baseline + self.thresholds.len()) as u8,
            (true, TitleRule::Drop) => 0,
            _ if !side => self.baseline as u8,
            _ => {
                let (numerator, denominator) = run.fraction(self.feature, row);
                match self.whole.get(numerator as usize) {
                    Some(level) if denominator == 1 => *level,
                    _ => self.passed(numerator, denominator),
                }
            }
        }
    }

    /// The level of a block that passes the side predicate and has this value.
    fn passed(&self, numerator: u64, denominator: u64) -> u8 {
        let holds = |value: &Decimal| self.comparison.holds(value.compare_fraction(numerator, denominator));
        (self.baseline + self.thresholds.partition_point(holds)) as u8
    }
}

impl PlaneSegment {
    fn new(segment: &Segment, rule: &LevelRule<'_>) -> Self {
        let mut plane = Self { levels: Vec::with_capacity(segment.rows()), first_step: vec![0], steps: Vec::new() };
        let (mut run, mut side) = (Run::new(rule.columns()), Vec::new());
        for documents in segment.runs(RUN) {
            run.read(segment, &documents);
            run.evaluate(rule.side, &mut side);
            let first = segment.first_row[documents.start as usize] as usize;
            for doc in documents {
                let rows = segment.first_row[doc as usize] as usize - first
                    ..segment.first_row[doc as usize + 1] as usize - first;
                let alive = segment.is_alive(doc);
                let level = |row| if alive { rule.level(&run, row, side[row]) } else { 0 };
                plane.levels.extend(rows.clone().map(level));
                plane.push_steps(first + rows.start, rows.map(|row| run.tokens(row)));
            }
        }
        plane
    }

    /// The steps of a page whose rows begin at `first` and hold so many tokens each.
    fn push_steps(&mut self, first: usize, tokens: impl Iterator<Item = u64>) {
        let mut by_level = [0u64; MOST_LEVELS + 1];
        let (mut length, mut most) = (0, 0);
        for (row, tokens) in tokens.enumerate() {
            let level = self.levels[first + row];
            if level > 0 {
                by_level[usize::from(level)] += tokens;
                length += tokens;
                most = most.max(level);
            }
        }
        for level in 1..=most {
            let tokens = by_level[usize::from(level)];
            if tokens > 0 {
                self.steps.push(Step { level, length: length as u32 });
                length -= tokens;
            }
        }
        self.first_step.push(self.steps.len() as u32);
    }

    fn steps(&self, doc: u32) -> &[Step] {
        &self.steps[self.first_step[doc as usize] as usize..self.first_step[doc as usize + 1] as usize]
    }
}

/// The pages of one term in one segment with the rows of its occurrences.
#[derive(Default)]
pub(super) struct TermRows {
    pub docs: Vec<u32>,
    first: Vec<u32>,
    rows: Vec<u32>,
}

impl TermRows {
    /// The rows of the occurrences in the page at a place of `docs`, ascending.
    pub fn of_page(&self, page: usize) -> &[u32] {
        &self.rows[self.first[page] as usize..self.first[page + 1] as usize]
    }
}

/// `decoded[segment][term]`.
fn decode(corpus: &Corpus, query: &Query) -> Result<Vec<Vec<TermRows>>> {
    let of_term = |segment: &Segment, term: &str| {
        let mut decoded = TermRows { first: vec![0], ..TermRows::default() };
        postings::decode(corpus, segment, term, |doc, rows| {
            decoded.docs.push(doc);
            decoded.rows.extend_from_slice(rows);
            decoded.first.push(decoded.rows.len() as u32);
        })?;
        Ok(decoded)
    };
    let of_segment = |segment| query.terms.iter().map(|(term, _)| of_term(segment, term)).collect();
    corpus.segments.iter().map(of_segment).collect()
}

/// The pages of one term in one segment of a plane, with the levels of its occurrences as falling steps.
#[derive(Default)]
struct TermSteps {
    docs: Vec<u32>,
    first: Vec<u32>,
    /// (level, tf): views below `level`, down to the next step's, see `tf` occurrences. Levels fall, tf grows.
    steps: Vec<(u8, u32)>,
}

impl TermSteps {
    fn new(rows: &TermRows, levels: &[u8]) -> Self {
        let mut steps = Self { first: vec![0], ..Self::default() };
        let mut of_page: Vec<u8> = Vec::new();
        for (page, &doc) in rows.docs.iter().enumerate() {
            of_page.clear();
            of_page.extend(rows.of_page(page).iter().map(|&row| levels[row as usize]).filter(|&level| level > 0));
            if !of_page.is_empty() {
                of_page.sort_unstable_by(|a, b| b.cmp(a));
                steps.push(doc, &of_page);
            }
        }
        steps
    }

    /// Adds a page with the levels of its occurrences, falling.
    fn push(&mut self, doc: u32, levels: &[u8]) {
        let first = self.steps.len();
        for (before, &level) in levels.iter().enumerate() {
            match self.steps[first..].last_mut() {
                Some((last, tf)) if *last == level => *tf += 1,
                _ => self.steps.push((level, before as u32 + 1)),
            }
        }
        self.docs.push(doc);
        self.first.push(self.steps.len() as u32);
    }

    fn of_page(&self, page: usize) -> &[(u8, u32)] {
        &self.steps[self.first[page] as usize..self.first[page + 1] as usize]
    }

    /// Adds this segment's df and cf to those of every view.
    fn count(&self, statistics: &mut [TermStatistics]) {
        for page in 0..self.docs.len() {
            let steps = self.of_page(page);
            statistics[usize::from(steps[0].0) - 1].pages += 1;
            let mut before = 0;
            for &(level, tf) in steps {
                statistics[usize::from(level) - 1].occurrences += u64::from(tf - before);
                before = tf;
            }
        }
    }
}

/// df and cf of a term in every view: what stands in a view stands in all looser ones.
fn term_statistics(segments: &[Vec<TermSteps>], term: usize, views: usize) -> Vec<TermStatistics> {
    let mut statistics = vec![TermStatistics::default(); views];
    for segment in segments {
        segment[term].count(&mut statistics);
    }
    for view in (1..views).rev() {
        statistics[view - 1].pages += statistics[view].pages;
        statistics[view - 1].occurrences += statistics[view].occurrences;
    }
    statistics
}

/// One query over all views of a plane.
fn search_plane<M: Model>(
    model: &M,
    corpus: &Corpus,
    plane: &Plane,
    query: &Query,
    terms: &[Vec<TermSteps>],
    hits: usize,
) -> Vec<Top> {
    let mut search = PlaneSearch::new(model, plane, query, terms, hits);
    let Ok(order) = corpus.order() else { return search.tops };
    for (number, terms) in terms.iter().enumerate() {
        search.segment(terms, &plane.segments[number], &order.ranks[number]);
    }
    search.tops
}

/// The constants of a query in every view, and the results so far.
struct PlaneSearch<'a, M: Model> {
    model: &'a M,
    query: &'a Query,
    clauses: f64,
    collections: Vec<M::Collection>,
    /// `constants[term][view]`.
    constants: Vec<Vec<M::Term>>,
    wholes: Vec<M::Whole>,
    tops: Vec<Top>,
    norms: Vec<f64>,
    sums: Vec<f64>,
    matched: Vec<f64>,
}

impl<'a, M: Model> PlaneSearch<'a, M> {
    fn new(model: &'a M, plane: &Plane, query: &'a Query, segments: &[Vec<TermSteps>], hits: usize) -> Self {
        let views = plane.places.len();
        let terms: Vec<Vec<TermStatistics>> =
            (0..query.terms.len()).map(|term| term_statistics(segments, term, views)).collect();
        let constants = terms.iter().zip(&query.terms).map(|(of_term, (_, weight))| {
            let views = of_term.iter().zip(&plane.statistics);
            views.map(|(term, statistics)| model.term(*term, *weight, *statistics)).collect()
        });
        let wholes = plane.statistics.iter().enumerate().map(|(view, statistics)| {
            let of_view: Vec<TermStatistics> = terms.iter().map(|of_term| of_term[view]).collect();
            model.whole(query, &of_view, *statistics)
        });
        Self {
            model,
            query,
            clauses: query.clauses(),
            collections: plane.statistics.iter().map(|statistics| model.collection(*statistics)).collect(),
            constants: constants.collect(),
            wholes: wholes.collect(),
            tops: vec![Top::new(hits); views],
            norms: vec![0.0; views],
            sums: vec![0.0; views],
            matched: vec![0.0; views],
        }
    }

    /// Walks the pages of a segment in order, all terms side by side.
    fn segment(&mut self, terms: &[TermSteps], plane: &PlaneSegment, ranks: &[u32]) {
        let mut next = vec![0; terms.len()];
        loop {
            let heads = terms.iter().zip(&next).filter_map(|(term, &page)| term.docs.get(page));
            let Some(&doc) = heads.min() else { return };
            let holds = |term: usize, page: usize| terms[term].docs.get(page) == Some(&doc);
            let of_page = |term: usize, page: usize| holds(term, page).then(|| terms[term].of_page(page));
            let views = (0..terms.len()).filter_map(|term| of_page(term, next[term])).map(|steps| steps[0].0).max();
            let views = usize::from(views.unwrap_or(0));
            self.start(plane.steps(doc), views);
            for (term, page) in next.iter_mut().enumerate() {
                if let Some(steps) = of_page(term, *page) {
                    self.add(term, steps);
                    *page += 1;
                }
            }
            self.finish(views, ranks[doc as usize]);
        }
    }

    /// Norms of the page in the first `views` views; sums to 0.
    fn start(&mut self, steps: &[Step], views: usize) {
        let mut view = 0;
        for step in steps {
            let end = usize::from(step.level).min(views);
            for view in view..end {
                self.norms[view] = self.model.norm(&self.collections[view], step.length);
            }
            view = end.max(view);
        }
        self.sums[..views].fill(0.0);
        self.matched[..views].fill(0.0);
    }

    /// Adds the weights of a term in all views in which the page holds it.
    fn add(&mut self, term: usize, steps: &[(u8, u32)]) {
        let (constants, of_query) = (&self.constants[term], self.query.terms[term].1);
        for (number, &(level, tf)) in steps.iter().enumerate() {
            let from = steps.get(number + 1).map_or(0, |next| usize::from(next.0));
            let views = from..usize::from(level);
            let constants = constants[views.clone()].iter().zip(&self.norms[views.clone()]);
            let cells = self.sums[views.clone()].iter_mut().zip(&mut self.matched[views]);
            for ((constant, norm), (sum, matched)) in constants.zip(cells) {
                *sum += self.model.weight(constant, tf, *norm);
                *matched += of_query;
            }
        }
    }

    /// Offers the page to every view in which a word of the query stands.
    fn finish(&mut self, views: usize, rank: u32) {
        for view in 0..views {
            let (sum, whole) = (self.sums[view], &self.wholes[view]);
            let score = self.model.finish(sum, whole, self.norms[view], self.matched[view], self.clauses) as f32;
            if self.matched[view] > 0.0 && self.tops[view].accepts(score) {
                self.tops[view].push(score, rank);
            }
        }
    }
}
