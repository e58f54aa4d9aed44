//! What the elements around units contain, and the features that all units of an element share.

use super::keywords::{self, Groups};
use super::unit_text::UnitCounts;
use super::units::tags::{AROUND, TAGS};
use super::units::{NONE, Units};
use super::{MISSING, share};
use rustc_hash::FxHashMap;

/// Sums over the units inside an element. Words are in tenths.
#[derive(Debug, Clone, Copy, Default)]
pub struct Container {
    pub words: i64,
    pub linked: i64,
    pub long: i64,
    pub stops: i64,
    pub units: u32,
    pub paragraphs: u32,
    /// A score like Readability's, in hundredths, before links count against it; and after.
    score: i64,
    linkless: i64,
    /// Levels up to the nearest element on the way to the best scored element, and to the heaviest;
    /// and from there down.
    best: (u32, u32),
    heavy: (u32, u32),
    /// The highest score of it and all elements around it.
    highest: i64,
    /// Levels up to the nearest element with so much of the page's long text ([`SHARES`]), and that
    /// element.
    holds: [(u32, u32); SHARES.len()],
    /// The group of siblings with the same tag and class.
    siblings: Option<u32>,
    /// The nearest two elements around it that have such siblings.
    repeated: [u32; 2],
}

/// Shares of the long text of the page, in hundredths.
const SHARES: [i64; 4] = [8, 25, 50, 80];
/// Distances of more levels than this count as this many.
const MOST_LEVELS: u32 = 30;
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
    pub all: Vec<Container>,
    levels: Vec<[u8; keywords::COUNT]>,
    siblings: Vec<Siblings>,
    /// The features of each element's sums.
    sums: Vec<[i32; SUMS]>,
    /// Totals of the page; at least 1.
    pub long: i64,
    pub words: i64,
    best_score: i64,
    pub best: usize,
    pub heavy: usize,
}

/// Names of the features, in order: tags, groups of words, sums of containers, Readability-like
/// scores, siblings.
pub fn names() -> Vec<String> {
    let mut names: Vec<String> =
        ["tag", "tag_1", "tag_2", "depth", "hidden", "heading"].map(str::to_owned).into();
    names.extend(AROUND.iter().map(|tag| format!("in_{}", tag.to_lowercase())));
    names.extend(["lists", "tables"].map(str::to_owned));
    names.extend(keywords::GROUPS.iter().map(|(name, _)| format!("class_{name}")));
    for level in LEVELS {
        let sums = [
            "words",
            "link_density",
            "long_share",
            "long_density",
            "units",
            "paragraphs",
            "stop_density",
        ];
        names.extend(sums.iter().map(|sum| format!("around_{level}_{sum}")));
    }
    let scores = [
        "best_up",
        "best_down",
        "heavy_up",
        "heavy_down",
        "score",
        "score_near",
        "holds_8",
        "holds_25",
        "holds_50",
        "holds_80",
        "shared_long_share",
        "shared_link_density",
        "holds_25_link_density",
        "holds_50_link_density",
        "holds_25_units",
    ];
    names.extend(scores.map(str::to_owned));
    for nearest in 0..2 {
        let sums = ["up", "count", "words", "link_density", "long_share", "relative_words"];
        names.extend(sums.iter().map(|sum| format!("siblings_{nearest}_{sum}")));
    }
    names
}

impl<'a> Containers<'a> {
    /// Sums up a page, in time linear in its elements.
    pub fn new(units: &'a Units, counts: &[UnitCounts]) -> Self {
        let mut all = vec![Container::default(); units.elements.len()];
        for (unit, counts) in units.all.iter().zip(counts) {
            let Some(element) = all.get_mut(unit.element as usize) else { continue };
            let paragraph = units.elements[unit.element as usize].is_paragraph();
            element.words += counts.words;
            element.linked += counts.linked;
            element.long += counts.long;
            element.stops += counts.stops;
            element.units += 1;
            element.paragraphs += u32::from(paragraph);
            spread_score(units, &mut all, unit.element, counts, paragraph);
        }
        // Every element comes after the element around it.
        for number in (1..all.len()).rev() {
            let inner = all[number];
            if let Some(outer) = all.get_mut(units.elements[number].parent as usize) {
                outer.words += inner.words;
                outer.linked += inner.linked;
                outer.long += inner.long;
                outer.stops += inner.stops;
                outer.units += inner.units;
                outer.paragraphs += inner.paragraphs;
            }
        }
        all.iter_mut().for_each(|container| container.linkless = container.linkless_score());
        let (words, long) =
            counts.iter().fold((0, 0), |sums, one| (sums.0 + one.words, sums.1 + one.long));
        let words = words.max(1);
        let long = long.max(1);
        let mut containers = Self {
            units,
            all,
            levels: Vec::new(),
            siblings: Vec::new(),
            sums: Vec::new(),
            long,
            words,
            best_score: 1,
            best: 0,
            heavy: 0,
        };
        containers.levels = containers.group_levels();
        containers.find_best();
        containers.find_siblings();
        containers.inherit();
        containers.sums = containers.all.iter().map(|container| container.sums(long)).collect();
        containers
    }

    fn group_levels(&self) -> Vec<[u8; keywords::COUNT]> {
        let mut levels: Vec<[u8; keywords::COUNT]> = Vec::with_capacity(self.all.len());
        for (container, element) in self.all.iter().zip(&self.units.elements) {
            let mut own =
                levels.get(element.parent as usize).map_or([FAR; keywords::COUNT], |outer| {
                    let mut own = *outer;
                    own.iter_mut().for_each(|level| *level = (*level + 1).min(FAR));
                    own
                });
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

    fn find_best(&mut self) {
        self.best_score = 1;
        for (number, container) in self.all.iter().enumerate() {
            if container.linkless > self.best_score {
                (self.best_score, self.best) = (container.linkless, number);
            }
        }
        let mut heaviest: Vec<u32> = vec![NONE; self.all.len()];
        for (number, element) in self.units.elements.iter().enumerate().skip(1) {
            let Some(known) = heaviest.get(element.parent as usize).copied() else { continue };
            let long =
                |number: u32| self.all.get(number as usize).map_or(0, |container| container.long);
            if self.all[number].long > long(known) {
                heaviest[element.parent as usize] = number as u32;
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
        let on_way = |to: usize| {
            let mut levels = vec![NONE; self.all.len()];
            let mut number = to;
            let mut level = 0;
            while let Some(at) = levels.get_mut(number) {
                *at = level;
                level += 1;
                number = self.units.elements[number].parent as usize;
            }
            levels
        };
        let to_best = on_way(self.best);
        let to_heavy = on_way(self.heavy);
        for number in 0..self.all.len() {
            let outer = self.all.get(self.units.elements[number].parent as usize).copied();
            let up = |way: &[u32], of: fn(&Container) -> (u32, u32)| match way[number] {
                NONE => outer
                    .map_or((MOST_LEVELS, MOST_LEVELS), |outer| (of(&outer).0 + 1, of(&outer).1)),
                down => (0, down),
            };
            let best = up(&to_best, |outer| outer.best);
            let heavy = up(&to_heavy, |outer| outer.heavy);
            let container = self.all[number];
            let holds =
                std::array::from_fn(|at| match container.long * 100 >= SHARES[at] * self.long {
                    true => (0, number as u32),
                    false => outer.map_or((MOST_LEVELS, NONE), |outer| {
                        (outer.holds[at].0 + 1, outer.holds[at].1)
                    }),
                });
            let is_repeated = container.siblings.is_some_and(|group| {
                self.siblings[group as usize].count as usize >= LEAST_SIBLINGS
            });
            let outer_repeated = outer.map_or([NONE; 2], |outer| outer.repeated);
            let this = &mut self.all[number];
            this.best = best;
            this.heavy = heavy;
            this.highest = container.linkless.max(outer.map_or(0, |outer| outer.highest));
            this.holds = holds;
            this.repeated =
                if is_repeated { [number as u32, outer_repeated[0]] } else { outer_repeated };
        }
    }

    /// The element around an element, so many levels up.
    pub fn ancestor(&self, element: u32, levels: usize) -> Option<usize> {
        let up = |element: u32, _| {
            self.units.elements.get(element as usize).map_or(NONE, |element| element.parent)
        };
        let found = (0..levels).fold(element, up) as usize;
        (found < self.all.len()).then_some(found)
    }

    /// Appends the features of [`names`] of an element.
    pub fn features(&self, number: u32, row: &mut Vec<i32>) {
        let (Some(element), Some(container)) =
            (self.units.elements.get(number as usize), self.all.get(number as usize))
        else {
            // Text outside all elements.
            return row.resize(row.len() + WIDTH, MISSING);
        };
        let tag = |levels| {
            let ancestor = self.ancestor(number, levels);
            ancestor
                .map_or(TAGS.len() as i32 + 1, |at| i32::from(self.units.elements[at].tag_number))
        };
        let flag = i32::from;
        row.extend([tag(0), tag(1), tag(2), element.depth.min(40) as i32, flag(element.hidden)]);
        row.push(i32::from(element.heading));
        row.extend((0..AROUND.len()).map(|bit| (element.around >> bit & 1) as i32));
        row.extend([i32::from(element.lists), i32::from(element.tables)]);
        row.extend(self.levels[number as usize].map(i32::from));
        for levels in LEVELS {
            match self.ancestor(number, levels) {
                Some(at) => row.extend_from_slice(&self.sums[at]),
                None => row.extend([MISSING; SUMS]),
            }
        }
        self.scores(container, number, row);
        for number in container.repeated {
            self.siblings(number, element.depth, row);
        }
    }

    fn scores(&self, container: &Container, number: u32, row: &mut Vec<i32>) {
        let level = |level: u32| level.min(MOST_LEVELS) as i32;
        let on_way = |(up, down): (u32, u32)| [level(up), level(down)];
        row.extend(on_way(container.best));
        row.extend(on_way(container.heavy));
        let near = (0..3).filter_map(|levels| self.ancestor(number, levels));
        let near = near.map(|at| self.all[at].linkless).max().unwrap_or(0);
        row.extend([share(container.highest, self.best_score), share(near, self.best_score)]);
        row.extend(container.holds.map(|(up, _)| level(up)));
        let shared = self
            .ancestor(number, container.best.0.min(MOST_LEVELS) as usize)
            .map_or(container, |at| &self.all[at]);
        row.extend([share(shared.long, self.long), share(shared.linked, shared.words)]);
        let holder = |at: usize| self.all.get(container.holds[at].1 as usize);
        let density = |at| holder(at).map_or(MISSING, |holder| share(holder.linked, holder.words));
        row.extend([
            density(1),
            density(2),
            holder(1).map_or(MISSING, |holder| holder.units as i32),
        ]);
    }

    fn siblings(&self, number: u32, depth: u32, row: &mut Vec<i32>) {
        let container = self.all.get(number as usize);
        let Some((container, group)) = container.and_then(|one| Some((one, one.siblings?))) else {
            return row.extend([MISSING; SIBLINGS]);
        };
        let Siblings { count, words, linked, long } = self.siblings[group as usize];
        row.extend([
            (depth - self.units.elements[number as usize].depth).min(MOST_LEVELS) as i32,
            count.min(100) as i32,
            (words / i64::from(count)).min(1 << 24) as i32,
            share(linked, words),
            share(long, self.long),
            share(container.words * i64::from(count), words),
        ]);
    }
}

/// Features of the sums of an element.
const SUMS: usize = 7;
/// Features of a group of siblings.
const SIBLINGS: usize = 6;
/// Number of features: a test compares it with [`names`].
pub const WIDTH: usize =
    6 + AROUND.len() + 2 + keywords::COUNT + LEVELS.len() * SUMS + 15 + 2 * SIBLINGS;

impl Container {
    /// The features of its sums, where the page has so much long text. An element without units is
    /// around none.
    fn sums(&self, of_page: i64) -> [i32; SUMS] {
        let Self { words, linked, long, stops, units, paragraphs, .. } = *self;
        if units == 0 {
            return [MISSING; SUMS];
        }
        [
            words.min(1 << 24) as i32,
            share(linked, words),
            share(long, of_page),
            share(long, words),
            units as i32,
            share(i64::from(paragraphs), i64::from(units)),
            share(stops * super::unit_text::WORD, words),
        ]
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
    all: &mut [Container],
    element: u32,
    counts: &UnitCounts,
    paragraph: bool,
) {
    let enough =
        counts.words >= 5 * super::unit_text::WORD && counts.link_density < 358 && paragraph;
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
