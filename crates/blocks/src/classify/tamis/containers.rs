//! Sums over the units inside each element, and the features of elements: all units of an element
//! have the same.

use super::keywords::{self, Groups};
use super::unit_text::{UnitCounts, WORD};
use super::units::tags::{AROUND, TAGS};
use super::units::{NONE, UnitElement, Units};
use super::{MISSING, share};
use rustc_hash::FxHashMap;

/// Sums over the units inside an element. Words are in tenths.
#[derive(Debug, Clone, Copy, Default)]
pub struct ContainerSums {
    pub words: i64,
    pub linked: i64,
    pub long: i64,
    pub units: u32,
    pub paragraphs: u32,
    /// A score like Readability's, in hundredths, whatever is linked.
    score: i64,
    /// The score, less for each linked word.
    linkless: i64,
    /// Levels up to the nearest element that has the one with the best score inside, or is it.
    to_best: u32,
    /// For each of [`SHARES`], levels up to the nearest element that has so much of the page's long
    /// text, and that element.
    holds: [(u32, u32); SHARES.len()],
    /// The group of siblings with the same tag and class.
    siblings: Option<u32>,
    /// The nearest element around it that has such siblings.
    repeated: u32,
}

/// Shares of the long text of the page, in hundredths.
const SHARES: [i64; 4] = [8, 25, 50, 80];
/// The greatest number of levels in a feature; more count as this many.
const MAX_LEVELS: u32 = 30;
/// Levels to an element with words of a group, if there is none or it is farther.
pub const FAR: u8 = 25;
/// The heaviest element has at least this share of the long text, in hundredths.
const HEAVY: i64 = 55;
/// Least number of siblings that count as repeated.
const LEAST_SIBLINGS: usize = 3;
/// The divisors of a unit's score for the elements around it, the innermost first.
const DIVISORS: [i64; 5] = [1, 2, 6, 9, 12];
/// The ancestors whose sums are features.
pub const LEVELS: [usize; 5] = [0, 1, 2, 3, 5];

/// Sums over the elements with the same parent, tag and class.
#[derive(Debug, Clone, Copy, Default)]
struct Siblings {
    count: u32,
    words: i64,
    linked: i64,
    long: i64,
}

/// All elements of a page with their sums.
pub struct Containers<'a> {
    units: &'a Units,
    pub all: Vec<ContainerSums>,
    levels: Vec<[u8; keywords::COUNT]>,
    siblings: Vec<Siblings>,
    /// Totals of the page; at least 1.
    pub long: i64,
    pub words: i64,
    best_score: i64,
    pub best: usize,
    pub heavy: usize,
}

/// A feature of an element: its name and the function that computes it.
type ElementFeature = (&'static str, fn(&ElementInPage<'_>) -> i32);
/// A feature of the siblings of an element.
type SiblingFeature = (&'static str, fn(&SiblingGroup<'_>) -> i32);

/// The first features of a row, in order. One for each of [`AROUND`] follows.
const TAG: &[ElementFeature] = &[
    ("tag", |element| element.tag_of_ancestor(0)),
    ("depth", |element| element.element.depth.min(40) as i32),
    ("hidden", |element| i32::from(element.element.hidden)),
    ("heading", |element| i32::from(element.element.heading)),
];

/// The features after those of [`AROUND`]. One for each of [`keywords::GROUPS`] follows.
const NESTING: &[ElementFeature] = &[("tables", |element| i32::from(element.element.tables))];

/// The features after those of class words.
const SCORES: &[ElementFeature] = &[
    ("holds_8", |element| levels(element.container.holds[0].0)),
    ("holds_25", |element| levels(element.container.holds[1].0)),
    ("holds_50", |element| levels(element.container.holds[2].0)),
    ("holds_80", |element| levels(element.container.holds[3].0)),
    ("shared_long_share", |element| share(element.shared.long, element.page.long)),
    ("shared_link_density", |element| element.shared.link_density()),
    ("holds_25_link_density", |element| {
        element.holder(1).map_or(MISSING, ContainerSums::link_density)
    }),
    ("holds_50_link_density", |element| {
        element.holder(2).map_or(MISSING, ContainerSums::link_density)
    }),
    ("holds_25_units", |element| element.holder(1).map_or(MISSING, |holder| holder.units as i32)),
];

/// The last features of a row: of the nearest element that has siblings.
const SIBLINGS: &[SiblingFeature] = &[
    ("up", |group| levels(group.up)),
    ("count", |group| group.siblings.count.min(100) as i32),
    ("words", |group| (group.siblings.words / i64::from(group.siblings.count)).min(1 << 24) as i32),
    ("link_density", |group| share(group.siblings.linked, group.siblings.words)),
    ("long_share", |group| share(group.siblings.long, group.long_of_page)),
    ("relative_words", |group| {
        share(group.container.words * i64::from(group.siblings.count), group.siblings.words)
    }),
];

/// Names of the features, in the order of a row.
pub fn names() -> Vec<String> {
    let mut names: Vec<String> = TAG.iter().map(|(name, _)| (*name).to_owned()).collect();
    names.extend(AROUND.iter().map(|tag| format!("in_{}", tag.to_lowercase())));
    names.extend(NESTING.iter().map(|(name, _)| (*name).to_owned()));
    names.extend(keywords::GROUPS.iter().map(|(name, _)| format!("class_{name}")));
    names.extend(SCORES.iter().map(|(name, _)| (*name).to_owned()));
    names.extend(SIBLINGS.iter().map(|(name, _)| format!("siblings_0_{name}")));
    names
}

/// Number of features.
pub const WIDTH: usize =
    TAG.len() + AROUND.len() + NESTING.len() + keywords::COUNT + SCORES.len() + SIBLINGS.len();

impl<'a> Containers<'a> {
    /// Sums up a page, in time linear in its elements.
    pub fn new(units: &'a Units, counts: &[UnitCounts]) -> Self {
        let mut all = vec![ContainerSums::default(); units.elements.len()];
        for (unit, counts) in units.all.iter().zip(counts) {
            let Some(element) = all.get_mut(unit.element as usize) else { continue };
            let paragraph = units.elements[unit.element as usize].is_paragraph();
            element.words += counts.words;
            element.linked += counts.linked;
            element.long += counts.long;
            element.units += 1;
            element.paragraphs += u32::from(paragraph);
            spread_score(units, &mut all, unit.element, counts, paragraph);
        }
        add_to_outer(units, &mut all);
        for container in &mut all {
            container.linkless = container.linkless_score();
        }
        let words = counts.iter().map(|unit| unit.words).sum::<i64>().max(1);
        let long = counts.iter().map(|unit| unit.long).sum::<i64>().max(1);
        let mut containers = Self {
            units,
            all,
            levels: Vec::new(),
            siblings: Vec::new(),
            long,
            words,
            best_score: 1,
            best: 0,
            heavy: 0,
        };
        containers.levels = containers.group_levels();
        containers.find_best();
        containers.find_heavy();
        containers.find_siblings();
        containers.inherit();
        containers
    }

    /// Computes how many levels up the nearest element with words of each group is.
    fn group_levels(&self) -> Vec<[u8; keywords::COUNT]> {
        let mut levels: Vec<[u8; keywords::COUNT]> = Vec::with_capacity(self.all.len());
        for (container, element) in self.all.iter().zip(&self.units.elements) {
            let mut own = match levels.get(element.parent as usize) {
                Some(outer) => outer.map(|level| (level + 1).min(FAR)),
                None => [FAR; keywords::COUNT],
            };
            // Elements without text are around no unit.
            if container.units > 0 && element.groups != 0 && !element.is_body() {
                let mut groups: Groups = element.groups;
                while groups != 0 {
                    own[groups.trailing_zeros() as usize] = 0;
                    groups &= groups - 1;
                }
            }
            levels.push(own);
        }
        levels
    }

    /// Whether an element is inside one with class words of a group.
    pub fn is_inside(&self, element: u32, group: usize) -> bool {
        self.levels.get(element as usize).is_some_and(|levels| levels[group] < FAR)
    }

    /// Finds the element with the highest score.
    fn find_best(&mut self) {
        for (number, container) in self.all.iter().enumerate() {
            if container.linkless > self.best_score {
                self.best_score = container.linkless;
                self.best = number;
            }
        }
    }

    /// Finds the innermost element that has most of the long text.
    fn find_heavy(&mut self) {
        let mut heaviest: Vec<u32> = vec![NONE; self.all.len()];
        for (number, element) in self.units.elements.iter().enumerate().skip(1) {
            let Some(heaviest) = heaviest.get_mut(element.parent as usize) else { continue };
            let known = self.all.get(*heaviest as usize).map_or(0, |container| container.long);
            if self.all[number].long > known {
                *heaviest = number as u32;
            }
        }
        let mut next = 0;
        while let Some(container) = self.all.get(next) {
            if next != 0 && (container.long * 100 < HEAVY * self.long || container.long == 0) {
                break;
            }
            self.heavy = next;
            next = heaviest[next] as usize;
        }
    }

    /// Sums up the elements with the same parent, tag and class.
    fn find_siblings(&mut self) {
        let mut found: FxHashMap<(u32, u64), u32> = FxHashMap::default();
        for (number, element) in self.units.elements.iter().enumerate() {
            let container = &mut self.all[number];
            if container.units == 0 || element.parent == NONE {
                continue;
            }
            let next = self.siblings.len() as u32;
            let group = *found.entry((element.parent, element.signature)).or_insert(next);
            if group == next {
                self.siblings.push(Siblings::default());
            }
            let siblings = &mut self.siblings[group as usize];
            container.siblings = Some(group);
            siblings.count += 1;
            siblings.words += container.words;
            siblings.linked += container.linked;
            siblings.long += container.long;
        }
    }

    /// Computes what an element has from the elements around it.
    fn inherit(&mut self) {
        for (number, is_around_best) in self.around_best().into_iter().enumerate() {
            let outer = self.all.get(self.units.elements[number].parent as usize).copied();
            let container = self.all[number];
            let mut holds = [(0, number as u32); SHARES.len()];
            for (at, share) in SHARES.iter().enumerate() {
                if container.long * 100 < share * self.long {
                    holds[at] = match &outer {
                        Some(outer) => (outer.holds[at].0 + 1, outer.holds[at].1),
                        None => (MAX_LEVELS, NONE),
                    };
                }
            }
            let is_repeated = container.siblings.is_some_and(|group| {
                self.siblings[group as usize].count as usize >= LEAST_SIBLINGS
            });
            let outer_repeated = outer.map_or(NONE, |outer| outer.repeated);
            let this = &mut self.all[number];
            this.to_best = match outer {
                _ if is_around_best => 0,
                Some(outer) => outer.to_best + 1,
                None => MAX_LEVELS,
            };
            this.holds = holds;
            this.repeated = if is_repeated { number as u32 } else { outer_repeated };
        }
    }

    /// Returns for each element whether it is the one with the best score or around it.
    fn around_best(&self) -> Vec<bool> {
        let mut around = vec![false; self.all.len()];
        let mut number = self.best;
        while let Some(at) = around.get_mut(number) {
            *at = true;
            number = self.units.elements[number].parent as usize;
        }
        around
    }

    /// The element around an element, so many levels up.
    pub fn ancestor(&self, element: u32, levels: usize) -> Option<usize> {
        let mut number = element;
        for _ in 0..levels {
            number = self.units.elements.get(number as usize).map_or(NONE, |inner| inner.parent);
        }
        let number = number as usize;
        (number < self.all.len()).then_some(number)
    }

    /// Appends the features of [`names`] of an element.
    pub fn append_features(&self, number: u32, row: &mut Vec<i32>) {
        let Some(element) = ElementInPage::new(self, number) else {
            // Text outside all elements.
            return row.resize(row.len() + WIDTH, MISSING);
        };
        row.extend(TAG.iter().map(|(_, value)| value(&element)));
        row.extend((0..AROUND.len()).map(|bit| (element.element.around >> bit & 1) as i32));
        row.extend(NESTING.iter().map(|(_, value)| value(&element)));
        row.extend(self.levels[number as usize].map(i32::from));
        row.extend(SCORES.iter().map(|(_, value)| value(&element)));
        match self.sibling_group(element.container.repeated, element.element.depth) {
            Some(group) => row.extend(SIBLINGS.iter().map(|(_, value)| value(&group))),
            None => row.extend([MISSING; SIBLINGS.len()]),
        }
    }

    /// The siblings of an element that is around one of this depth.
    fn sibling_group(&self, number: u32, depth: u32) -> Option<SiblingGroup<'_>> {
        let container = self.all.get(number as usize)?;
        let siblings = self.siblings[container.siblings? as usize];
        let up = depth - self.units.elements[number as usize].depth;
        Some(SiblingGroup { container, siblings, up, long_of_page: self.long })
    }
}

/// An element in its page: what its features are computed from.
struct ElementInPage<'a> {
    page: &'a Containers<'a>,
    number: u32,
    element: &'a UnitElement,
    container: &'a ContainerSums,
    /// The nearest element around it that has the best scored one inside, too.
    shared: &'a ContainerSums,
}

impl<'a> ElementInPage<'a> {
    fn new(page: &'a Containers<'a>, number: u32) -> Option<Self> {
        let element = page.units.elements.get(number as usize)?;
        let container = page.all.get(number as usize)?;
        let shared = page
            .ancestor(number, container.to_best.min(MAX_LEVELS) as usize)
            .map_or(container, |at| &page.all[at]);
        Some(Self { page, number, element, container, shared })
    }

    /// The tag number of the element so many levels up.
    fn tag_of_ancestor(&self, levels: usize) -> i32 {
        match self.page.ancestor(self.number, levels) {
            Some(at) => i32::from(self.page.units.elements[at].tag_number),
            None => TAGS.len() as i32 + 1,
        }
    }

    /// The nearest element that has a share of the page's long text.
    fn holder(&self, share: usize) -> Option<&'a ContainerSums> {
        self.page.all.get(self.container.holds[share].1 as usize)
    }
}

/// An element with its siblings: what their features are computed from.
struct SiblingGroup<'a> {
    container: &'a ContainerSums,
    siblings: Siblings,
    /// Levels up to the element.
    up: u32,
    long_of_page: i64,
}

/// A number of levels as a feature.
fn levels(levels: u32) -> i32 {
    levels.min(MAX_LEVELS) as i32
}

/// Adds the sums of each element to those of the elements around it.
fn add_to_outer(units: &Units, all: &mut [ContainerSums]) {
    // Every element comes after the element around it.
    for number in (1..all.len()).rev() {
        let inner = all[number];
        if let Some(outer) = all.get_mut(units.elements[number].parent as usize) {
            outer.words += inner.words;
            outer.linked += inner.linked;
            outer.long += inner.long;
            outer.units += inner.units;
            outer.paragraphs += inner.paragraphs;
        }
    }
}

impl ContainerSums {
    fn link_density(&self) -> i32 {
        share(self.linked, self.words)
    }

    /// The score, less for each linked word.
    fn linkless_score(&self) -> i64 {
        if self.words == 0 {
            return 0;
        }
        let unlinked = self.words - self.linked;
        match self.score.checked_mul(unlinked) {
            Some(product) => product / self.words,
            // Both factors grow with the page.
            None => (i128::from(self.score) * i128::from(unlinked) / i128::from(self.words)) as i64,
        }
    }
}

/// Adds the score of a unit to the elements around it: like Readability, with points for commas and
/// length.
fn spread_score(
    units: &Units,
    all: &mut [ContainerSums],
    element: u32,
    counts: &UnitCounts,
    paragraph: bool,
) {
    let enough = counts.words >= 5 * WORD && counts.link_density < 358 && paragraph;
    if counts.long == 0 && !enough {
        return;
    }
    let length = counts.characters * if counts.no_spaces { 3 } else { 1 };
    let score = 100 + 100 * counts.commas + length.min(300);
    let own = &units.elements[element as usize];
    // A paragraph is not the container of its own text.
    let mut to = if own.is_text_element() && own.parent != NONE { own.parent } else { element };
    for divisor in DIVISORS {
        let Some(container) = all.get_mut(to as usize) else { break };
        container.score += score / divisor;
        to = units.elements[to as usize].parent;
    }
}

#[cfg(test)]
mod tests;
