//! The features of the second stage: what the first stage thinks of the units around a unit.

use super::first_stage::Features;
use super::unit_text::{UnitCounts, WORD};
use super::units::{NONE, Unit, Units};
use super::{MISSING, containers};
use rustc_hash::FxHashMap;

/// Names of the features, in order. They follow those of the first stage in a row.
const PAGE: [&str; 16] = [
    "first",
    "first_-3",
    "first_-2",
    "first_-1",
    "first_1",
    "first_2",
    "first_3",
    "around_4_before",
    "around_4_after",
    "around_12_before",
    "around_12_after",
    "around_30",
    "expected_before",
    "expected_after",
    "in_best_subtree",
    "expected_f1",
];
const CONTAINER: [&str; 3] = ["others", "f1", "expected_share"];
const ALIKE: [&str; 4] = ["alike_others", "alike_count", "alike_expected", "alike_rest"];
const REST: [&str; 8] = [
    "above_threshold",
    "expected_words",
    "expected_of_page",
    "from_first_sure",
    "from_last_sure",
    "surest",
    "from_sure",
    "to_sure",
];

/// Names of the features, in the order of a row.
pub fn names() -> Vec<String> {
    let mut names: Vec<String> = PAGE.map(str::to_owned).into();
    for level in containers::LEVELS {
        names.extend(CONTAINER.map(|name| format!("container_{level}_{name}")));
    }
    names.extend(ALIKE.iter().chain(&REST).map(|name| (*name).to_owned()));
    names
}

/// Number of features.
pub const WIDTH: usize =
    PAGE.len() + containers::LEVELS.len() * CONTAINER.len() + ALIKE.len() + REST.len();

/// A probability is a part of this.
const WHOLE: i64 = u16::MAX as i64;
/// A unit with at least this probability and these words is sure to be content.
const SURE: (u16, i64) = (39_321, 6 * WORD);
/// A distance in units beyond all others.
const FAR: i32 = 99;
/// The units before and after a unit whose mean probability is a feature.
const WINDOWS: [(isize, isize); 5] = [(-4, -1), (1, 4), (-12, -1), (1, 12), (-30, 30)];
const NEAR: [isize; 6] = [-3, -2, -1, 1, 2, 3];

/// Sums over some units: their expected words of content (words times probability), and their
/// words, in tenths.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    expected: i64,
    words: i64,
}

impl Sums {
    fn add(&mut self, other: Self) {
        self.expected += other.expected;
        self.words += other.words;
    }

    fn less(self, other: Self) -> Self {
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
    let page = Page::new(units, &first.counts, probabilities);
    for at in wanted.iter().map(|at| *at as usize) {
        rows.extend_from_slice(&first.values[at * width..(at + 1) * width]);
        page.features(at, &mut rows);
    }
    rows
}

struct Page<'a> {
    units: &'a Units,
    probabilities: &'a [u16],
    own: Vec<Sums>,
    /// Sums of the units before each unit, and of all.
    before: Vec<Sums>,
    /// Sums of all units inside each element.
    elements: Vec<Sums>,
    /// The highest expected F1 of an element, and whether each element is inside it.
    best: i64,
    in_best: Vec<bool>,
    /// Sums and number of the units whose nearest elements have the same tags and classes.
    alike: FxHashMap<u64, (Sums, i32)>,
    signatures: Vec<u64>,
    all: Sums,
    f1: i32,
    surest: i32,
    sure: Vec<u32>,
}

impl<'a> Page<'a> {
    fn new(units: &'a Units, counts: &[UnitCounts], probabilities: &'a [u16]) -> Self {
        let sums = |(one, p): (&UnitCounts, &u16)| Sums {
            expected: one.words * i64::from(*p),
            words: one.words,
        };
        let own: Vec<Sums> = counts.iter().zip(probabilities).map(sums).collect();
        let mut all = Sums::default();
        let mut before = vec![all];
        for one in &own {
            all.add(*one);
            before.push(all);
        }
        let elements = sums_of_elements(units, &own);
        let mut best = 0;
        let mut at_best = usize::MAX;
        for (number, sums) in elements.iter().enumerate() {
            if sums.f1(all.expected) > best {
                (best, at_best) = (sums.f1(all.expected), number);
            }
        }
        let mut in_best: Vec<bool> = Vec::with_capacity(elements.len());
        for (number, element) in units.elements.iter().enumerate() {
            let inside =
                number == at_best || in_best.get(element.parent as usize).copied().unwrap_or(false);
            in_best.push(inside);
        }
        let signatures: Vec<u64> = units.all.iter().map(|unit| signature(units, unit)).collect();
        let mut alike: FxHashMap<u64, (Sums, i32)> = FxHashMap::default();
        for (signature, own) in signatures.iter().zip(&own) {
            let (sums, count) = alike.entry(*signature).or_default();
            sums.add(*own);
            *count += 1;
        }
        let is_sure = |at: &usize| probabilities[*at] >= SURE.0 && counts[*at].words >= SURE.1;
        let mut sure: Vec<u32> = (0..own.len()).filter(is_sure).map(|at| at as u32).collect();
        if sure.is_empty() {
            let surest =
                (0..own.len()).max_by_key(|at| (probabilities[*at], std::cmp::Reverse(*at)));
            sure.extend(surest.map(|at| at as u32));
        }
        let mut page = Self {
            units,
            probabilities,
            own,
            before,
            elements,
            best: best.max(1),
            in_best,
            alike,
            signatures,
            all,
            f1: 0,
            surest: probabilities.iter().max().map_or(0, |most| i32::from(*most)),
            sure,
        };
        page.f1 = page.highest_f1();
        page
    }

    /// The highest expected F1 of the units with the highest probabilities.
    fn highest_f1(&self) -> i32 {
        let mut order: Vec<usize> = (0..self.own.len()).collect();
        order.sort_unstable_by_key(|at| (std::cmp::Reverse(self.probabilities[*at]), *at));
        let mut kept = Sums::default();
        let f1 = order.into_iter().map(|at| {
            kept.add(self.own[at]);
            kept.f1(self.all.expected)
        });
        f1.max().unwrap_or(0) as i32
    }

    fn features(&self, at: usize, row: &mut Vec<i32>) {
        let own = self.own[at];
        let of = |at: Option<usize>| {
            at.and_then(|at| self.probabilities.get(at)).map_or(MISSING, |p| i32::from(*p))
        };
        row.push(of(Some(at)));
        row.extend(NEAR.map(|near| of(at.checked_add_signed(near))));
        row.extend(WINDOWS.map(|(from, to)| self.window(at, from, to)));
        let part = |part: i64, whole: i64| (part / (whole / WHOLE).max(1)) as i32;
        row.extend([
            part(self.before[at].expected, self.all.expected),
            part(self.before[at + 1].expected, self.all.expected),
        ]);
        let unit = &self.units.all[at];
        row.push(self.in_best.get(unit.element as usize).map_or(0, |inside| i32::from(*inside)));
        row.push(self.f1);
        self.containers(unit, own, row);
        let (alike, count) = self.alike[&self.signatures[at]];
        row.extend([
            if count < 2 { MISSING } else { alike.less(own).mean() },
            count.min(100),
            part(alike.expected, self.all.expected),
            part(alike.words * WHOLE - alike.expected, self.all.expected),
        ]);
        self.rest(at, row);
    }

    fn window(&self, at: usize, from: isize, to: isize) -> i32 {
        let units = self.own.len();
        if at == 0 && to < 0 {
            return 0;
        }
        let low = at.saturating_add_signed(from).min(units);
        let high = at.saturating_add_signed(to + 1).min(units).max(low);
        let sums = self.before[high].less(self.before[low]);
        (sums.expected / (sums.words + WORD)) as i32
    }

    fn containers(&self, unit: &Unit, own: Sums, row: &mut Vec<i32>) {
        let mut element = unit.element;
        let mut level = 0;
        for wanted in containers::LEVELS {
            while level < wanted {
                element = self
                    .units
                    .elements
                    .get(element as usize)
                    .map_or(NONE, |element| element.parent);
                level += 1;
            }
            let Some(sums) = self.elements.get(element as usize) else {
                row.extend([MISSING; CONTAINER.len()]);
                continue;
            };
            row.extend([
                sums.less(own).mean(),
                (sums.f1(self.all.expected) * 1024 / self.best) as i32,
                (sums.expected / (self.all.expected / WHOLE).max(1)) as i32,
            ]);
        }
    }

    fn rest(&self, at: usize, row: &mut Vec<i32>) {
        let far = |from: u32| (at as i32 - from as i32).clamp(-1000, 1000);
        let next = self.sure.partition_point(|sure| (*sure as usize) < at);
        let before = next
            .checked_sub(1)
            .and_then(|before| self.sure.get(before))
            .map_or(FAR, |sure| far(*sure).min(FAR));
        let after = self.sure.get(next).map_or(FAR, |sure| (-far(*sure)).min(FAR));
        let end = |sure: Option<&u32>| sure.map_or(MISSING, |sure| far(*sure));
        row.extend([
            i32::from(self.probabilities[at]) - self.f1 / 2,
            (self.all.expected / WHOLE).min(1 << 24) as i32,
            (self.all.expected / self.all.words.max(1)) as i32,
            end(self.sure.first()),
            end(self.sure.last()),
            self.surest,
            before,
            after,
        ]);
    }
}

/// Sums over all units inside each element.
fn sums_of_elements(units: &Units, own: &[Sums]) -> Vec<Sums> {
    let mut elements = vec![Sums::default(); units.elements.len()];
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

/// What the four nearest elements around a unit are: their tags and first classes.
fn signature(units: &Units, unit: &Unit) -> u64 {
    let mut element = unit.element;
    let mut signature = 0u64;
    for _ in 0..4 {
        let Some(one) = units.elements.get(element as usize) else { break };
        signature = (signature ^ one.signature).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
        element = one.parent;
    }
    signature
}

#[cfg(test)]
mod tests;
