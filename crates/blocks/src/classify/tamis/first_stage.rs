//! The features of all units of a page for the first stage.

use super::containers::{self, ContainerSums, Containers};
use super::keywords::{self, Groups};
use super::unit_text::{self, UnitCounts, WORD};
use super::units::tags::number_of;
use super::units::{PAGE_KINDS, Unit, UnitElement, Units};
use super::{MISSING, phrases, share};
use rustc_hash::FxHashMap;

/// The features of a page: one row per unit.
pub struct Features {
    /// Row-major; as many values per unit as there are [`names`].
    pub values: Vec<i32>,
    /// What the text of each unit counts.
    pub counts: Vec<UnitCounts>,
    /// The kind of each unit, from 0: units whose four nearest elements have the same tags and
    /// first classes are of the same.
    pub kinds: Vec<u32>,
}

impl Features {
    /// The features that are the same for all units of the page; none of a page without units.
    pub fn page(&self) -> Option<&[i32; PAGE_WIDTH]> {
        self.values.last_chunk()
    }
}

/// A feature of a unit's position: its name and the function that computes it.
type PositionFeature = (&'static str, fn(&UnitPosition<'_>) -> i32);
/// A feature of a unit near another.
type NeighbourFeature = (&'static str, fn(&Neighbour<'_>) -> i32);
/// A feature of a page.
type PageFeature = (&'static str, fn(&PageTotals<'_>) -> i32);

/// The features after those of the unit's text and those of the elements around it, in order.
const POSITION: &[PositionFeature] = &[
    ("place", |unit| share(unit.at as i64, unit.around.counts.len() as i64)),
    ("units_before", |unit| unit.at.min(500) as i32),
    ("units_after", |unit| (unit.around.counts.len() - unit.at).min(500) as i32),
    ("words_before", |unit| share(unit.before().words, unit.containers.words)),
    ("long_before", |unit| share(unit.before().long, unit.containers.long)),
    ("from_h1", |unit| unit.around.h1.map_or(MISSING, |h1| unit.distance_from(h1))),
    ("words_from_h1", |unit| unit.around.h1.map_or(MISSING, |h1| unit.words_from(h1))),
    ("from_title", |unit| unit.around.title.map_or(MISSING, |title| unit.distance_from(title))),
    ("words_from_title", |unit| unit.around.title.map_or(MISSING, |title| unit.words_from(title))),
    ("from_heading", |unit| {
        unit.heading.map_or(FAR, |heading| (unit.at - heading).min(FAR as usize) as i32)
    }),
    ("heading_level", |unit| {
        unit.heading.map_or(0, |heading| i32::from(unit.around.headings[heading]))
    }),
    ("heading_says_comment", |unit| unit.heading_says(phrases::COMMENT)),
    ("alike_units", |unit| unit.alike.units.min(200) as i32),
    ("alike_words", |unit| {
        (unit.alike.sums.words / i64::from(unit.alike.units.max(1))).min(1 << 24) as i32
    }),
    ("alike_link_density", |unit| share(unit.alike.sums.linked, unit.alike.sums.words)),
    ("alike_word_share", |unit| share(unit.alike.sums.words, unit.containers.words)),
    ("alike_long_share", |unit| share(unit.alike.sums.long, unit.containers.long)),
    ("alike_place", |unit| {
        let first = unit.alike.first as usize;
        share((unit.at - first) as i64, i64::from(unit.alike.last) - first as i64 + 1)
    }),
    ("to_long", |unit| unit.around.to_long[unit.at]),
    ("from_first_long", |unit| unit.distance_from(unit.around.first_long)),
    ("from_last_long", |unit| unit.distance_from(unit.around.last_long)),
];

/// The units, counted from a unit, that have the features of [`NEIGHBOUR`] in its row.
const NEAR: [isize; 3] = [-1, 1, 2];

/// The features of each of [`NEAR`].
const NEIGHBOUR: &[NeighbourFeature] = &[
    ("words", |near| near.counts.words.min(1 << 20) as i32),
    ("link_density", |near| near.counts.link_density),
    ("tag", |near| near.element.map_or(MISSING, |element| i32::from(element.tag_number))),
    ("ends_sentence", |near| i32::from(near.counts.ends_sentence)),
    ("same_parent", |near| i32::from(near.has_same_parent)),
];

/// The features of the units before and after a unit.
const WINDOWS: &[PositionFeature] = &[
    ("long_5_after", |unit| unit.window(1, 5).long.min(1 << 24) as i32),
    ("link_density_5_before", |unit| unit.window(-5, -1).link_density()),
    ("link_density_5_after", |unit| unit.window(1, 5).link_density()),
    ("long_15_after", |unit| unit.window(1, 15).long.min(1 << 24) as i32),
    ("link_density_15", |unit| {
        let window = unit.window(-15, 15);
        share(window.linked, window.words)
    }),
];

/// The last features of a row, the same for all units of a page.
const PAGE: &[PageFeature] = &[
    ("page_words", |page| small(page.containers.words)),
    ("page_units", |page| small(page.counts.len() as i64)),
    ("page_link_density", |page| {
        let linked = page.counts.iter().map(|unit| unit.linked).sum();
        share(linked, page.containers.words)
    }),
    ("page_long", |page| small(page.containers.long)),
    ("page_long_density", |page| share(page.containers.long, page.containers.words)),
    ("page_paragraphs", |page| small(page.container(0).paragraphs.into())),
    ("page_long_units", |page| {
        let long = page.counts.iter().filter(|unit| unit.long > 0).count();
        share(long as i64, page.counts.len() as i64)
    }),
    ("page_longest", |page| small(page.counts.iter().map(|unit| unit.long).max().unwrap_or(0))),
    ("page_heavy_share", |page| {
        share(page.container(page.containers.heavy).long, page.containers.long)
    }),
    ("page_best_share", |page| {
        share(page.container(page.containers.best).long, page.containers.long)
    }),
    ("page_heavy_depth", |page| {
        let heavy = page.units.elements.get(page.containers.heavy);
        heavy.map_or(0, |element| element.depth.min(60) as i32)
    }),
    ("page_has_article", |page| i32::from(page.articles().next().is_some())),
    ("page_tables", |page| share(page.tables().count() as i64, page.units.elements.len() as i64)),
    ("page_comment_classes", |page| page.classes(const { keywords::bit("comment") })),
    ("page_product_classes", |page| page.classes(const { keywords::bit("product") })),
    ("page_stop_density", |page| {
        let stops: i64 = page.counts.iter().map(|unit| unit.stops).sum();
        share(stops * WORD, page.containers.words)
    }),
    ("page_prices", |page| page.units_that(|unit| unit.prices > 0)),
    ("page_copies", |page| page.words_that(|unit| unit.copies_before > 0)),
    ("page_links", |page| page.words_that(|unit| unit.link_density > 512)),
];

/// The groups of class words of which a page's features say how many of its words are inside.
const INSIDE: [&str; 7] = ["comment", "forum", "list", "grid", "post", "article-body", "side"];
/// Names of all features, in the order of a row.
pub fn names() -> Vec<String> {
    let mut names: Vec<String> = unit_text::names().collect();
    names.extend(containers::names());
    names.extend(POSITION.iter().map(|(name, _)| (*name).to_owned()));
    for near in NEAR {
        names.extend(NEIGHBOUR.iter().map(|(name, _)| format!("near_{near}_{name}")));
    }
    names.extend(WINDOWS.iter().map(|(name, _)| (*name).to_owned()));
    names.extend(page_names());
    names
}

/// Names of the last features, which are the same for all units of a page.
pub fn page_names() -> Vec<String> {
    let mut names = Vec::with_capacity(PAGE_WIDTH);
    names.extend(PAGE.iter().map(|(name, _)| (*name).to_owned()));
    names.extend(INSIDE.iter().map(|group| format!("page_inside_{group}")));
    names.extend(PAGE_KINDS.iter().map(|(kind, _)| format!("page_says_{kind}")));
    names
}

/// Number of features of a unit.
pub const WIDTH: usize = unit_text::WIDTH
    + containers::WIDTH
    + POSITION.len()
    + NEAR.len() * NEIGHBOUR.len()
    + WINDOWS.len()
    + PAGE_WIDTH;

/// Number of the features that are the same for all units of a page.
pub const PAGE_WIDTH: usize = PAGE.len() + INSIDE.len() + PAGE_KINDS.len();

/// The greatest distance in units, and that to no unit.
const FAR: i32 = 200;

/// Computes the features of all units of a page, in time linear in its size.
pub fn features(units: &Units) -> Features {
    let mut values = Vec::with_capacity(units.all.len() * WIDTH);
    let mut of_text = Vec::with_capacity(units.all.len() * unit_text::WIDTH);
    let counts = unit_text::features(units, &mut of_text);
    let containers = Containers::new(units, &counts);
    let kinds = kinds(units);
    let around = Around::new(units, &counts, &kinds);
    let totals = PageTotals { units, counts: &counts, containers: &containers };
    let mut page: Vec<i32> = PAGE.iter().map(|(_, value)| value(&totals)).collect();
    page.extend(INSIDE.iter().map(|group| totals.inside(group)));
    page.extend((0..PAGE_KINDS.len()).map(|bit| (units.kinds >> bit & 1) as i32));
    // Units of the same element have the same features of containers.
    let mut last: Option<(u32, usize)> = None;
    for (number, unit) in units.all.iter().enumerate() {
        let row = number * WIDTH;
        let text = number * unit_text::WIDTH..(number + 1) * unit_text::WIDTH;
        values.extend_from_slice(&of_text[text]);
        match last.filter(|(element, _)| *element == unit.element) {
            Some((_, row)) => {
                let from = row + unit_text::WIDTH;
                values.extend_from_within(from..from + containers::WIDTH);
            }
            None => containers.append_features(unit.element, &mut values),
        }
        last = Some((unit.element, row));
        around.append_features(number, &containers, &mut values);
        values.extend_from_slice(&page);
    }
    debug_assert_eq!(values.len(), units.all.len() * WIDTH);
    Features { values, counts, kinds }
}

/// Sums over some units. Words are in tenths.
#[derive(Debug, Clone, Copy, Default)]
struct UnitSums {
    words: i64,
    linked: i64,
    long: i64,
}

impl UnitSums {
    /// The share of linked words, counted among one word more than there are.
    fn link_density(self) -> i32 {
        share(self.linked, self.words + WORD)
    }
}

/// What the units before and after a unit are.
struct Around<'a> {
    units: &'a Units,
    counts: &'a [UnitCounts],
    /// Sums of the units before each unit, and of all.
    before: Vec<UnitSums>,
    /// The heading level of each unit, 0 if it is no heading.
    headings: Vec<u8>,
    /// The last heading before each unit.
    heading_before: Vec<Option<u32>>,
    h1: Option<usize>,
    /// The unit that is most like the page's title.
    title: Option<usize>,
    /// The distance from each unit to the next with long text.
    to_long: Vec<i32>,
    /// The first and the last unit with long text; those of the page if none has.
    first_long: usize,
    last_long: usize,
    /// The units of each kind, and the kind of each unit.
    alike: Vec<Alike>,
    kinds: &'a [u32],
}

/// The units of a kind: their nearest elements have the same tags and classes.
#[derive(Debug, Clone, Copy)]
struct Alike {
    units: u32,
    sums: UnitSums,
    first: u32,
    last: u32,
}

/// Finds the kind of each unit.
fn kinds(units: &Units) -> Vec<u32> {
    let mut known: FxHashMap<u64, u32> = FxHashMap::default();
    let mut kinds = Vec::with_capacity(units.all.len());
    for unit in &units.all {
        let next = known.len() as u32;
        kinds.push(*known.entry(signature(units, unit)).or_insert(next));
    }
    kinds
}

/// Sums up the units of each kind.
fn alike(counts: &[UnitCounts], kinds: &[u32]) -> Vec<Alike> {
    let mut found: Vec<Alike> = Vec::new();
    for (at, (counts, kind)) in (0u32..).zip(counts.iter().zip(kinds)) {
        // Kinds are numbered as they come.
        if *kind as usize == found.len() {
            found.push(Alike { units: 0, sums: UnitSums::default(), first: at, last: at });
        }
        let alike = &mut found[*kind as usize];
        alike.units += 1;
        alike.last = at;
        alike.sums.words += counts.words;
        alike.sums.linked += counts.linked;
        alike.sums.long += counts.long;
    }
    found
}

impl<'a> Around<'a> {
    fn new(units: &'a Units, counts: &'a [UnitCounts], kinds: &'a [u32]) -> Self {
        let mut before = Vec::with_capacity(counts.len() + 1);
        let mut sums = UnitSums::default();
        before.push(sums);
        for one in counts {
            sums.words += one.words;
            sums.linked += one.linked;
            sums.long += one.long;
            before.push(sums);
        }
        let mut headings = Vec::with_capacity(units.all.len());
        let mut heading_before = Vec::with_capacity(units.all.len());
        let mut last = None;
        for (at, unit) in (0u32..).zip(&units.all) {
            let element = units.elements.get(unit.element as usize);
            let level = element.map_or(0, |element| element.heading);
            headings.push(level);
            heading_before.push(last);
            if level > 0 {
                last = Some(at);
            }
        }
        Self {
            to_long: distances_to_long(counts),
            first_long: counts.iter().position(|unit| unit.long > 0).unwrap_or(0),
            last_long: counts
                .iter()
                .rposition(|unit| unit.long > 0)
                .unwrap_or(counts.len().saturating_sub(1)),
            h1: headings.iter().position(|level| *level == 1),
            title: title(counts, &headings),
            alike: alike(counts, kinds),
            kinds,
            units,
            counts,
            before,
            headings,
            heading_before,
        }
    }

    /// Appends the features of [`POSITION`], [`NEAR`] and [`WINDOWS`].
    fn append_features(&self, at: usize, containers: &Containers, row: &mut Vec<i32>) {
        let heading = self.heading_before[at].map(|heading| heading as usize);
        let alike = self.alike[self.kinds[at] as usize];
        let unit = UnitPosition { around: self, containers, at, heading, alike };
        row.extend(POSITION.iter().map(|(_, value)| value(&unit)));
        let parent = self.element(at).map(|element| element.parent);
        for near in NEAR {
            match at.checked_add_signed(near).filter(|near| *near < self.counts.len()) {
                Some(near) => {
                    let element = self.element(near);
                    let has_same_parent = parent == element.map(|element| element.parent);
                    let counts = &self.counts[near];
                    let neighbour = Neighbour { counts, element, has_same_parent };
                    row.extend(NEIGHBOUR.iter().map(|(_, value)| value(&neighbour)));
                }
                None => row.extend([MISSING; NEIGHBOUR.len()]),
            }
        }
        row.extend(WINDOWS.iter().map(|(_, value)| value(&unit)));
    }

    /// The innermost element around a unit.
    fn element(&self, at: usize) -> Option<&'a UnitElement> {
        self.units.elements.get(self.units.all[at].element as usize)
    }
}

/// A unit among the others of its page: what the features of its position are computed from.
struct UnitPosition<'a> {
    around: &'a Around<'a>,
    containers: &'a Containers<'a>,
    at: usize,
    /// The last heading before it.
    heading: Option<usize>,
    /// Itself, and the units like it.
    alike: Alike,
}

impl UnitPosition<'_> {
    /// 1 if the last heading before it has a phrase of a kind.
    fn heading_says(&self, kind: u8) -> i32 {
        self.heading.map_or(0, |heading| i32::from(self.around.counts[heading].phrases & kind != 0))
    }

    /// Sums of the units before it.
    fn before(&self) -> UnitSums {
        self.around.before[self.at]
    }

    /// Number of units between another unit and this one; negative if the other comes later.
    fn distance_from(&self, other: usize) -> i32 {
        (self.at as i32 - other as i32).clamp(-1000, 1000)
    }

    /// Tenths of words between the beginning of another unit and that of this one; negative if the
    /// other comes later.
    fn words_from(&self, other: usize) -> i32 {
        let words = self.before().words - self.around.before[other].words;
        words.clamp(-(1 << 24), 1 << 24) as i32
    }

    /// Sums from one unit to another, which are so many units away.
    fn window(&self, from: isize, to: isize) -> UnitSums {
        let units = self.around.counts.len();
        let high = self.at.saturating_add_signed(to + 1).min(units);
        let low = self.at.saturating_add_signed(from).min(high);
        let low = self.around.before[low];
        let high = self.around.before[high];
        UnitSums {
            words: high.words - low.words,
            linked: high.linked - low.linked,
            long: high.long - low.long,
        }
    }
}

/// A unit near another: what its features are computed from.
struct Neighbour<'a> {
    counts: &'a UnitCounts,
    element: Option<&'a UnitElement>,
    has_same_parent: bool,
}

/// Returns the distance from each unit to the next with long text.
fn distances_to_long(counts: &[UnitCounts]) -> Vec<i32> {
    let mut distances = vec![FAR; counts.len()];
    let mut next: Option<usize> = None;
    for at in (0..counts.len()).rev() {
        distances[at] = next.map_or(FAR, |next| ((next - at) as i32).min(FAR));
        if counts[at].long > 0 {
            next = Some(at);
        }
    }
    distances
}

/// Finds the unit that is most like the page's title.
fn title(counts: &[UnitCounts], headings: &[u8]) -> Option<usize> {
    let mut best = None;
    let mut highest = LEAST_TITLE;
    for (at, (unit, level)) in counts.iter().zip(headings).enumerate() {
        let heading = match level {
            1 => 6,
            0 => 2,
            _ => 4,
        };
        let same = i64::from(unit.title_in) * i64::from(unit.in_title) / 1024;
        let likeness = same * heading * (2048 - i64::from(unit.link_density)) / 4096;
        if likeness > highest {
            highest = likeness;
            best = Some(at);
        }
    }
    best
}

/// A unit is no title unless it is more like the page's title than this.
const LEAST_TITLE: i64 = 306;

/// A page: what the features that all its units share are computed from.
struct PageTotals<'a> {
    units: &'a Units,
    counts: &'a [UnitCounts],
    containers: &'a Containers<'a>,
}

impl PageTotals<'_> {
    /// Sums of an element; 0 if the page does not have it.
    fn container(&self, number: usize) -> ContainerSums {
        self.containers.all.get(number).copied().unwrap_or_default()
    }

    /// All elements with their sums.
    fn elements(&self) -> impl Iterator<Item = (&UnitElement, &ContainerSums)> {
        self.units.elements.iter().zip(&self.containers.all)
    }

    fn articles(&self) -> impl Iterator<Item = (&UnitElement, &ContainerSums)> {
        self.elements().filter(|(one, _)| one.tag_number == const { number_of("ARTICLE") })
    }

    fn tables(&self) -> impl Iterator<Item = (&UnitElement, &ContainerSums)> {
        self.elements().filter(|(one, _)| one.tag_number == const { number_of("TABLE") })
    }

    fn units_that(&self, chosen: impl Fn(&UnitCounts) -> bool) -> i32 {
        small(self.counts.iter().filter(|unit| chosen(unit)).count() as i64)
    }

    /// The share of the words that are in such units.
    fn words_that(&self, chosen: impl Fn(&UnitCounts) -> bool) -> i32 {
        let words = self.counts.iter().filter(|unit| chosen(unit)).map(|unit| unit.words).sum();
        share(words, self.containers.words)
    }

    /// The share of the words that are inside elements with class words of a group.
    fn inside(&self, group: &str) -> i32 {
        let Some(group) = keywords::GROUPS.iter().position(|(name, _)| *name == group) else {
            return 0;
        };
        let mut words = 0;
        for (unit, counts) in self.units.all.iter().zip(self.counts) {
            if self.containers.is_inside(unit.element, group) {
                words += counts.words;
            }
        }
        share(words, self.containers.words)
    }

    /// Number of elements with class words of a group.
    fn classes(&self, group: Groups) -> i32 {
        small(self.elements().filter(|(one, _)| one.groups & group != 0).count() as i64)
    }
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

/// A count, up to a bound that fits into a feature.
fn small(count: i64) -> i32 {
    count.min(1 << 28) as i32
}

#[cfg(test)]
mod tests;
