//! The features of all units of a page for the first stage.

use super::containers::{self, Containers};
use super::keywords;
use super::unit_text::{self, UnitCounts};
use super::units::Units;
use super::units::tags::number_of;
use super::{MISSING, share};

/// The features of a page: one row per unit.
pub struct Features {
    /// Row-major; as many values per unit as there are [`names`].
    pub values: Vec<i32>,
    /// What the text of each unit counts.
    pub counts: Vec<UnitCounts>,
}

/// Names of the position features, in order.
const POSITION: [&str; 15] = [
    "place",
    "units_before",
    "units_after",
    "words_before",
    "long_before",
    "from_h1",
    "words_from_h1",
    "from_title",
    "words_from_title",
    "from_heading",
    "heading_level",
    "heading_says_comment",
    "to_long",
    "from_first_long",
    "from_last_long",
];
/// The units next to a unit whose features it has.
const NEAR: [isize; 4] = [-2, -1, 1, 2];
const NEAR_NAMES: [&str; 5] = ["words", "link_density", "tag", "ends_sentence", "same_parent"];
const WINDOWS: [&str; 5] = [
    "long_5_after",
    "link_density_5_before",
    "link_density_5_after",
    "long_15_after",
    "link_density_15",
];
const PAGE: [&str; 17] = [
    "page_words",
    "page_units",
    "page_link_density",
    "page_long",
    "page_long_density",
    "page_paragraphs",
    "page_long_units",
    "page_longest",
    "page_heavy_share",
    "page_best_share",
    "page_heavy_depth",
    "page_has_article",
    "page_articles",
    "page_tables",
    "page_comment_classes",
    "page_product_classes",
    "page_stop_density",
];

/// Names of all features, in the order of a row.
pub fn names() -> Vec<String> {
    let mut names: Vec<String> = unit_text::NAMES.iter().map(|name| (*name).to_owned()).collect();
    names.extend(containers::names());
    names.extend(POSITION.map(str::to_owned));
    for near in NEAR {
        names.extend(NEAR_NAMES.map(|name| format!("near_{near}_{name}")));
    }
    names.extend(WINDOWS.map(str::to_owned));
    names.extend(PAGE.map(str::to_owned));
    names
}

/// Number of features of a unit.
pub const WIDTH: usize = unit_text::NAMES.len()
    + containers::WIDTH
    + POSITION.len()
    + NEAR.len() * NEAR_NAMES.len()
    + WINDOWS.len()
    + PAGE.len();

/// A distance in units beyond all others.
const FAR: i32 = 200;

/// Computes the features of all units of a page, in time linear in its size.
pub fn features(units: &Units) -> Features {
    let mut values = Vec::with_capacity(units.all.len() * WIDTH);
    let mut own = Vec::with_capacity(units.all.len() * unit_text::NAMES.len());
    let counts = unit_text::features(units, &mut own);
    let containers = Containers::new(units, &counts);
    let around = Around::new(units, &counts);
    let page = page(units, &counts, &containers);
    // Units of the same element have the same features of containers.
    let mut last: Option<(u32, usize)> = None;
    for (number, unit) in units.all.iter().enumerate() {
        let row = number * WIDTH;
        values.extend_from_slice(
            &own[number * unit_text::NAMES.len()..(number + 1) * unit_text::NAMES.len()],
        );
        match last.filter(|(element, _)| *element == unit.element) {
            Some((_, row)) => {
                let from = row + unit_text::NAMES.len();
                values.extend_from_within(from..from + containers::WIDTH);
            }
            None => containers.features(unit.element, &mut values),
        }
        last = Some((unit.element, row));
        around.features(number, &containers, &mut values);
        values.extend_from_slice(&page);
    }
    debug_assert_eq!(values.len(), units.all.len() * WIDTH);
    Features { values, counts }
}

/// What the units before and after a unit are.
struct Around<'a> {
    units: &'a Units,
    counts: &'a [UnitCounts],
    /// Sums over the units before each unit, and over all: words, linked, long.
    before: Vec<[i64; 3]>,
    headings: Vec<u8>,
    /// The last heading before each unit.
    heading_before: Vec<Option<u32>>,
    h1: Option<usize>,
    title: Option<usize>,
    /// Units with long text: the distance to the next, and the first and last of the page.
    to_long: Vec<i32>,
    first_long: usize,
    last_long: usize,
}

impl<'a> Around<'a> {
    fn new(units: &'a Units, counts: &'a [UnitCounts]) -> Self {
        let mut before = Vec::with_capacity(counts.len() + 1);
        let mut sums = [0; 3];
        before.push(sums);
        for one in counts {
            sums = [sums[0] + one.words, sums[1] + one.linked, sums[2] + one.long];
            before.push(sums);
        }
        let heading =
            |element: u32| units.elements.get(element as usize).map_or(0, |one| one.heading);
        let headings: Vec<u8> = units.all.iter().map(|unit| heading(unit.element)).collect();
        let mut last = None;
        let heading_before = (0u32..).zip(&headings).map(|(at, level)| {
            let before = last;
            if *level > 0 {
                last = Some(at);
            }
            before
        });
        let heading_before = heading_before.collect();
        let is_long = |at: &usize| counts[*at].long > 0;
        let mut to_long = vec![FAR; counts.len()];
        let mut next: Option<usize> = None;
        for at in (0..counts.len()).rev() {
            to_long[at] = next.map_or(FAR, |next| ((next - at) as i32).min(FAR));
            if is_long(&at) {
                next = Some(at);
            }
        }
        Self {
            to_long,
            first_long: (0..counts.len()).find(is_long).unwrap_or(0),
            last_long: (0..counts.len()).rfind(is_long).unwrap_or(counts.len().saturating_sub(1)),
            h1: headings.iter().position(|level| *level == 1),
            title: title(counts, &headings),
            units,
            counts,
            before,
            headings,
            heading_before,
        }
    }

    fn features(&self, at: usize, containers: &Containers, row: &mut Vec<i32>) {
        let units = &self.units.all;
        let before = self.before[at];
        let far = |from: usize| (at as i32 - from as i32).clamp(-1000, 1000);
        let words =
            |from: usize| (before[0] - self.before[from][0]).clamp(-(1 << 24), 1 << 24) as i32;
        let from =
            |other: Option<usize>| other.map_or([MISSING; 2], |other| [far(other), words(other)]);
        row.extend([
            share(at as i64, units.len() as i64),
            at.min(500) as i32,
            (units.len() - at).min(500) as i32,
            share(before[0], containers.words),
            share(before[2], containers.long),
        ]);
        row.extend(from(self.h1));
        row.extend(from(self.title));
        row.extend(self.heading(at));
        row.extend([self.to_long[at], far(self.first_long), far(self.last_long)]);
        let element = |at: usize| self.units.elements.get(units[at].element as usize);
        let parent = element(at).map(|element| element.parent);
        for near in NEAR {
            let Some(near) = at.checked_add_signed(near).filter(|near| *near < units.len()) else {
                row.extend([MISSING; NEAR_NAMES.len()]);
                continue;
            };
            let counts = &self.counts[near];
            row.extend([
                counts.words.min(1 << 20) as i32,
                counts.link_density,
                element(near).map_or(MISSING, |one| i32::from(one.tag_number)),
                i32::from(counts.ends_sentence),
                i32::from(parent == element(near).map(|element| element.parent)),
            ]);
        }
        row.extend(self.windows(at));
    }

    /// The last heading before a unit.
    fn heading(&self, at: usize) -> [i32; 3] {
        let Some(heading) = self.heading_before[at].map(|heading| heading as usize) else {
            return [FAR, 0, 0];
        };
        [
            (at - heading).min(FAR as usize) as i32,
            i32::from(self.headings[heading]),
            i32::from(self.counts[heading].says_comment),
        ]
    }

    fn windows(&self, at: usize) -> [i32; WINDOWS.len()] {
        let units = self.counts.len();
        let sums = |from: isize, to: isize| {
            let place = |offset: isize| at.saturating_add_signed(offset).min(units);
            let low = place(from);
            let high = place(to + 1);
            let low = self.before[low.min(high)];
            let high = self.before[high];
            [high[0] - low[0], high[1] - low[1], high[2] - low[2]]
        };
        let long = |sums: [i64; 3]| sums[2].min(1 << 24) as i32;
        let density = |sums: [i64; 3]| share(sums[1], sums[0] + unit_text::WORD);
        // The units before do not include this one, even where there are none.
        let before = |units: isize| if at == 0 { [0; 3] } else { sums(-units, -1) };
        let near = before(5);
        let after = sums(1, 5);
        let both = sums(-15, 15);
        [long(after), density(near), density(after), long(sums(1, 15)), share(both[1], both[0])]
    }
}

/// Finds the unit that is most like the page's title.
fn title(counts: &[UnitCounts], headings: &[u8]) -> Option<usize> {
    let like = |(one, level): (&UnitCounts, &u8)| {
        let heading = if *level == 1 { 6 } else { 2 + 2 * i64::from(*level > 0) };
        let same = i64::from(one.title_in) * i64::from(one.in_title) / 1024;
        same * heading * (2048 - i64::from(one.link_density)) / 4096
    };
    let mut best = (306, None);
    for (at, like) in counts.iter().zip(headings).map(like).enumerate() {
        if like > best.0 {
            best = (like, Some(at));
        }
    }
    best.1
}

/// The features of a page, the same for all its units.
fn page(units: &Units, counts: &[UnitCounts], containers: &Containers) -> [i32; PAGE.len()] {
    let elements = || units.elements.iter().zip(&containers.all);
    let sum = |of: fn(&UnitCounts) -> i64| counts.iter().map(of).sum::<i64>();
    let small = |value: i64| value.min(1 << 28) as i32;

    let classes =
        |group: u64| small(elements().filter(|(one, _)| one.groups & group != 0).count() as i64);
    let longest = counts.iter().map(|one| one.long).max().unwrap_or(0);
    let of = |at: usize| containers.all.get(at).copied().unwrap_or_default();
    let articles =
        || elements().filter(|(one, _)| one.tag_number == const { number_of("ARTICLE") });
    let tables =
        elements().filter(|(one, _)| one.tag_number == const { number_of("TABLE") }).count();
    [
        small(containers.words),
        small(counts.len() as i64),
        share(sum(|one| one.linked), containers.words),
        small(containers.long),
        share(containers.long, containers.words),
        small(i64::from(of(0).paragraphs)),
        share(counts.iter().filter(|one| one.long > 0).count() as i64, counts.len() as i64),
        small(longest),
        share(of(containers.heavy).long, containers.long),
        share(of(containers.best).long, containers.long),
        units.elements.get(containers.heavy).map_or(0, |one| one.depth.min(60) as i32),
        i32::from(articles().next().is_some()),
        small(articles().filter(|(_, one)| one.units > 0).count() as i64),
        share(tables as i64, units.elements.len() as i64),
        classes(keywords::bit("comment")),
        classes(keywords::bit("product")),
        share(sum(|one| one.stops) * unit_text::WORD, containers.words),
    ]
}

#[cfg(test)]
mod tests;
