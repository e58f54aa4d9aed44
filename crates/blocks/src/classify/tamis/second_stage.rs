//! The features of the second stage: what the first stage thinks of the units around a unit.

use super::first_stage::Features;
use super::unit_text::{UnitCounts, WORD};
use super::units::{NONE, Units};
use super::{MISSING, containers};
use std::cmp::Reverse;

/// A feature of a unit: its name and the function that computes it.
type UnitFeature = (&'static str, fn(&UnitInPage<'_>) -> i32);
/// A feature of an element around a unit: its name and the function that computes it.
type AncestorFeature = (&'static str, fn(&Ancestor<'_>) -> i32);

/// The first features of a row, in order. They follow those of the first stage.
const PROBABILITIES: &[UnitFeature] = &[
    ("first", |unit| unit.probability(0)),
    ("first_-3", |unit| unit.probability(-3)),
    ("first_-2", |unit| unit.probability(-2)),
    ("first_-1", |unit| unit.probability(-1)),
    ("first_1", |unit| unit.probability(1)),
    ("first_2", |unit| unit.probability(2)),
    ("first_3", |unit| unit.probability(3)),
    ("around_4_before", |unit| unit.mean_probability(-4, -1)),
    ("around_4_after", |unit| unit.mean_probability(1, 4)),
    ("around_12_before", |unit| unit.mean_probability(-12, -1)),
    ("around_12_after", |unit| unit.mean_probability(1, 12)),
    ("around_30", |unit| unit.mean_probability(-30, 30)),
    ("expected_before", |unit| unit.page.share(unit.page.before[unit.at].expected)),
    ("expected_after", |unit| unit.page.share(unit.page.before[unit.at + 1].expected)),
    ("in_best_subtree", |unit| unit.is_in_best()),
    ("expected_f1", |unit| unit.page.f1),
];

/// The features of each element around a unit that [`containers::LEVELS`] names.
const CONTAINER: &[AncestorFeature] = &[
    ("others", |ancestor| ancestor.sums.minus(ancestor.unit).mean()),
    ("f1", |ancestor| {
        let f1 = ancestor.sums.f1(ancestor.page.all.expected);
        (f1 * 1024 / ancestor.page.best_f1) as i32
    }),
    ("expected_share", |ancestor| ancestor.page.share(ancestor.sums.expected)),
];

/// The last features of a row: those of units with the same elements around them, of the page's
/// sums, and of the units that are sure to be content.
const SUMS: &[UnitFeature] = &[
    ("alike_others", |unit| match unit.alike_count {
        ..2 => MISSING,
        _ => unit.alike.minus(unit.page.own[unit.at]).mean(),
    }),
    ("alike_count", |unit| unit.alike_count.min(100)),
    ("alike_expected", |unit| unit.page.share(unit.alike.expected)),
    ("alike_rest", |unit| unit.page.share(unit.alike.words * WHOLE - unit.alike.expected)),
    ("above_threshold", |unit| i32::from(unit.page.probabilities[unit.at]) - unit.page.f1 / 2),
    ("expected_words", |unit| (unit.page.all.expected / WHOLE).min(1 << 24) as i32),
    ("expected_of_page", |unit| (unit.page.all.expected / unit.page.all.words.max(1)) as i32),
    ("from_first_sure", |unit| unit.distance_from(unit.page.sure.first()).unwrap_or(MISSING)),
    ("from_last_sure", |unit| unit.distance_from(unit.page.sure.last()).unwrap_or(MISSING)),
    ("surest", |unit| unit.page.surest),
    ("copy_before", |unit| unit.copy_before()),
    ("from_sure", |unit| {
        let before = unit.next_sure.checked_sub(1).and_then(|before| unit.page.sure.get(before));
        unit.distance_from(before).map_or(FAR, |distance| distance.min(FAR))
    }),
    ("to_sure", |unit| {
        let after = unit.page.sure.get(unit.next_sure);
        unit.distance_from(after).map_or(FAR, |distance| (-distance).min(FAR))
    }),
];

/// Names of the features, in the order of a row.
pub fn names() -> Vec<String> {
    let mut names: Vec<String> = PROBABILITIES.iter().map(|(name, _)| (*name).to_owned()).collect();
    for level in containers::LEVELS {
        names.extend(CONTAINER.iter().map(|(name, _)| format!("container_{level}_{name}")));
    }
    names.extend(SUMS.iter().map(|(name, _)| (*name).to_owned()));
    names
}

/// Number of features.
pub const WIDTH: usize =
    PROBABILITIES.len() + containers::LEVELS.len() * CONTAINER.len() + SUMS.len();

/// The integer that stands for a probability of 1.
const WHOLE: i64 = u16::MAX as i64;
/// A unit with at least this probability and so many words is sure to be content.
const SURE_PROBABILITY: u16 = 39_321;
const SURE_WORDS: i64 = 6 * WORD;
/// The greatest distance in units, and that to no unit.
const FAR: i32 = 99;

/// Sums over some units: their expected words of content (words times probability), and their
/// words, in tenths.
#[derive(Debug, Clone, Copy, Default)]
struct ExpectedSums {
    expected: i64,
    words: i64,
}

impl ExpectedSums {
    fn add(&mut self, other: Self) {
        self.expected += other.expected;
        self.words += other.words;
    }

    fn minus(self, other: Self) -> Self {
        Self { expected: self.expected - other.expected, words: self.words - other.words }
    }

    /// The mean probability of a word; missing without words.
    fn mean(self) -> i32 {
        if self.words <= 0 { MISSING } else { (self.expected / self.words) as i32 }
    }

    /// The expected F1 of a choice of these words, out of 65,535.
    fn f1(self, page: i64) -> i64 {
        2 * self.expected * 255 / ((self.words * WHOLE + page) / 257).max(1)
    }
}

/// Appends the features of the second stage to those of the first: a row for each of `wanted`,
/// which are numbers of units.
pub fn features(
    units: &Units,
    first: &Features,
    probabilities: &[u16],
    wanted: &[u32],
) -> Vec<i32> {
    let width = super::first_stage::WIDTH;
    let mut rows = Vec::with_capacity(wanted.len() * (width + WIDTH));
    if wanted.is_empty() {
        return rows;
    }
    let page = PageSums::new(units, first, probabilities);
    for at in wanted.iter().map(|at| *at as usize) {
        rows.extend_from_slice(&first.values[at * width..(at + 1) * width]);
        page.append_features(at, &mut rows);
    }
    rows
}

/// The first stage's probabilities of a page, summed up.
struct PageSums<'a> {
    units: &'a Units,
    counts: &'a [UnitCounts],
    probabilities: &'a [u16],
    own: Vec<ExpectedSums>,
    /// Sums of the units before each unit, and of all.
    before: Vec<ExpectedSums>,
    /// Sums of all units inside each element.
    elements: Vec<ExpectedSums>,
    /// The highest expected F1 of an element, at least 1.
    best_f1: i64,
    /// Whether each element is inside the one with the highest expected F1.
    in_best: Vec<bool>,
    /// Sums and number of the units of each kind, and the kind of each unit.
    alike: Vec<(ExpectedSums, i32)>,
    kinds: &'a [u32],
    all: ExpectedSums,
    /// The highest expected F1 of the units with the highest probabilities.
    f1: i32,
    surest: i32,
    /// The units that are sure to be content; the most probable one if none is.
    sure: Vec<u32>,
}

impl<'a> PageSums<'a> {
    fn new(units: &'a Units, first: &'a Features, probabilities: &'a [u16]) -> Self {
        let counts = &first.counts[..];
        let own: Vec<ExpectedSums> = counts
            .iter()
            .zip(probabilities)
            .map(|(unit, p)| ExpectedSums {
                expected: unit.words * i64::from(*p),
                words: unit.words,
            })
            .collect();
        let mut all = ExpectedSums::default();
        let mut before = vec![all];
        for one in &own {
            all.add(*one);
            before.push(all);
        }
        let elements = sums_of_elements(units, &own);
        let (best_f1, best) = best_element(&elements, all.expected);
        let kinds = first.kinds.iter().max().map_or(0, |last| *last as usize + 1);
        let mut alike: Vec<(ExpectedSums, i32)> = vec![Default::default(); kinds];
        for (kind, own) in first.kinds.iter().zip(&own) {
            let (sums, count) = &mut alike[*kind as usize];
            sums.add(*own);
            *count += 1;
        }
        Self {
            units,
            counts,
            probabilities,
            f1: highest_f1(&own, probabilities, all.expected),
            own,
            before,
            elements,
            best_f1: best_f1.max(1),
            in_best: elements_inside(units, best),
            alike,
            kinds: &first.kinds,
            all,
            surest: probabilities.iter().max().map_or(0, |most| i32::from(*most)),
            sure: sure_units(counts, probabilities),
        }
    }

    /// Appends the features of a unit.
    fn append_features(&self, at: usize, row: &mut Vec<i32>) {
        let unit = UnitInPage::new(self, at);
        row.extend(PROBABILITIES.iter().map(|(_, value)| value(&unit)));
        let mut element = self.units.all[at].element;
        let mut level = 0;
        for wanted in containers::LEVELS {
            while level < wanted {
                element = self.parent(element);
                level += 1;
            }
            match self.elements.get(element as usize) {
                Some(sums) => {
                    let ancestor = Ancestor { page: self, unit: self.own[at], sums: *sums };
                    row.extend(CONTAINER.iter().map(|(_, value)| value(&ancestor)));
                }
                None => row.extend([MISSING; CONTAINER.len()]),
            }
        }
        row.extend(SUMS.iter().map(|(_, value)| value(&unit)));
    }

    /// The element around an element.
    fn parent(&self, element: u32) -> u32 {
        self.units.elements.get(element as usize).map_or(NONE, |element| element.parent)
    }

    /// A part of the page's expected words, out of 65,535.
    fn share(&self, part: i64) -> i32 {
        (part / (self.all.expected / WHOLE).max(1)) as i32
    }
}

/// A unit in its page: what most of its features are computed from.
struct UnitInPage<'a> {
    page: &'a PageSums<'a>,
    at: usize,
    /// Sums and number of the units of its kind.
    alike: ExpectedSums,
    alike_count: i32,
    /// The place in [`PageSums::sure`] of the first unit that is not before this one.
    next_sure: usize,
}

impl<'a> UnitInPage<'a> {
    fn new(page: &'a PageSums<'a>, at: usize) -> Self {
        let (alike, alike_count) = page.alike[page.kinds[at] as usize];
        let next_sure = page.sure.partition_point(|sure| (*sure as usize) < at);
        Self { page, at, alike, alike_count, next_sure }
    }

    /// The probability of the unit that is so many units away; missing outside the page.
    fn probability(&self, offset: isize) -> i32 {
        let at = self.at.checked_add_signed(offset);
        let probability = at.and_then(|at| self.page.probabilities.get(at));
        probability.map_or(MISSING, |probability| i32::from(*probability))
    }

    /// The mean probability of a word from one unit to another, which are so many units away.
    fn mean_probability(&self, from: isize, to: isize) -> i32 {
        let units = self.page.own.len();
        if self.at == 0 && to < 0 {
            return 0;
        }
        let low = self.at.saturating_add_signed(from).min(units);
        let high = self.at.saturating_add_signed(to + 1).min(units).max(low);
        let sums = self.page.before[high].minus(self.page.before[low]);
        (sums.expected / (sums.words + WORD)) as i32
    }

    /// The probability of the last unit before it that has the same text.
    fn copy_before(&self) -> i32 {
        let copy = self.page.counts[self.at].copy_before;
        self.page.probabilities.get(copy as usize).map_or(MISSING, |one| i32::from(*one))
    }

    /// Whether it is inside the element with the highest expected F1.
    fn is_in_best(&self) -> i32 {
        let element = self.page.units.all[self.at].element;
        self.page.in_best.get(element as usize).map_or(0, |inside| i32::from(*inside))
    }

    /// Number of units between a unit and this one; negative if that unit comes later.
    fn distance_from(&self, other: Option<&u32>) -> Option<i32> {
        other.map(|other| (self.at as i32 - *other as i32).clamp(-1000, 1000))
    }
}

/// An element around a unit: what its features are computed from.
struct Ancestor<'a> {
    page: &'a PageSums<'a>,
    unit: ExpectedSums,
    /// Sums of all units inside the element.
    sums: ExpectedSums,
}

/// Returns the highest expected F1 of an element, and the first element that has it; 0 and none if
/// no element has a higher one.
fn best_element(elements: &[ExpectedSums], page: i64) -> (i64, Option<usize>) {
    let mut best = (0, None);
    for (number, sums) in elements.iter().enumerate() {
        let f1 = sums.f1(page);
        if f1 > best.0 {
            best = (f1, Some(number));
        }
    }
    best
}

/// Returns for each element whether it is `outer` or inside it.
fn elements_inside(units: &Units, outer: Option<usize>) -> Vec<bool> {
    let mut inside: Vec<bool> = Vec::with_capacity(units.elements.len());
    for (number, element) in units.elements.iter().enumerate() {
        let is_parent_inside = inside.get(element.parent as usize).copied().unwrap_or(false);
        inside.push(Some(number) == outer || is_parent_inside);
    }
    inside
}

/// Returns the units that are sure to be content; the most probable one, the first of equals, if
/// none is.
fn sure_units(counts: &[UnitCounts], probabilities: &[u16]) -> Vec<u32> {
    let units = counts.len().min(probabilities.len());
    let mut sure: Vec<u32> = (0..units)
        .filter(|at| probabilities[*at] >= SURE_PROBABILITY && counts[*at].words >= SURE_WORDS)
        .map(|at| at as u32)
        .collect();
    if sure.is_empty() {
        let surest = (0..units).max_by_key(|at| (probabilities[*at], Reverse(*at)));
        sure.extend(surest.map(|at| at as u32));
    }
    sure
}

/// Returns the highest expected F1 of the units with the highest probabilities.
fn highest_f1(own: &[ExpectedSums], probabilities: &[u16], page: i64) -> i32 {
    let mut order: Vec<usize> = (0..own.len()).collect();
    order.sort_unstable_by_key(|at| (Reverse(probabilities[*at]), *at));
    let mut kept = ExpectedSums::default();
    let mut highest = 0;
    for at in order {
        kept.add(own[at]);
        highest = highest.max(kept.f1(page));
    }
    highest as i32
}

/// Sums over all units inside each element.
fn sums_of_elements(units: &Units, own: &[ExpectedSums]) -> Vec<ExpectedSums> {
    let mut elements = vec![ExpectedSums::default(); units.elements.len()];
    for (unit, own) in units.all.iter().zip(own) {
        if let Some(element) = elements.get_mut(unit.element as usize) {
            element.add(*own);
        }
    }
    for number in (1..elements.len()).rev() {
        let inner = elements[number];
        if let Some(outer) = elements.get_mut(units.elements[number].parent as usize) {
            outer.add(inner);
        }
    }
    elements
}

#[cfg(test)]
mod tests;
