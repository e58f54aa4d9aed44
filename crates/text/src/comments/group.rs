//! Which elements are one comment each. Elements that share a class, an id but for its digits, a
//! type of schema.org or a parent are a group; the best group is the one whose elements have one
//! date each, or one name, and most of the text of all comments.

use super::marks::{Mark, Marks};
use super::seen::Seen;
use super::words::{self, is_in};
use crate::metadata::class_words;
use crate::structure::{Is, Outline};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use tamis_blocks::page::{Attribute, Structural};

/// How often the rest of a page is grouped again: answers may be marked in another way.
const ROUNDS: usize = 3;
/// Comments before an element among which the one around it is looked for.
const AROUND: usize = 50;
/// Bytes of an id that is read.
const LONGEST_ID: usize = 80;
/// Bytes of the classes of a list of comments.
const LONGEST_CLASS: usize = 400;

/// How well a group fits.
#[derive(Debug, Clone, Copy, Default)]
struct GroupFit {
    /// Letters in elements with one mark.
    letters: u32,
    good: usize,
}

/// Elements that share a name and something else, in page order, and what their class says.
#[derive(Debug, Default)]
struct ElementGroup {
    members: Vec<Range<u32>>,
    rank: u8,
}

/// The ranges of a page that are one comment each, in page order; some are inside others.
pub fn items(seen: &Seen, marks: &Marks) -> Vec<Range<u32>> {
    let mut taken = vec![false; seen.outline.nodes().len()];
    let mut items: Vec<Range<u32>> = Vec::new();
    // Of groups that fit as well, the last is chosen: elements before what is cut by marks, where a
    // comment without text joins the next.
    let mut all = sequences(seen, marks);
    all.extend(groups(seen));
    let total = marks.body(0, seen.outline.nodes().len() as u32);
    for round in 0..ROUNDS {
        let finder = GroupFinder::new(seen, marks, &taken);
        let left = finder.letters(&(0..taken.len() as u32));
        if left * 20 < total || left == 0 {
            break;
        }
        let Some(best) = finder.best(&all, left) else { break };
        if round > 0 && finder.fit(&best).letters * 3 < left {
            break;
        }
        let known: FxHashSet<&Range<u32>> = items.iter().collect();
        let new: Vec<Range<u32>> = best.into_iter().filter(|one| !known.contains(one)).collect();
        let new = if round > 0 { finder.several(new, &items) } else { new };
        if new.is_empty() {
            break;
        }
        for one in finder.single(&new) {
            taken[one.start as usize..one.end as usize].fill(true);
        }
        items.extend(new);
    }
    items.sort_by_key(|item| (item.start, std::cmp::Reverse(item.end)));
    crossed(items)
}

/// Leaves out what is partly inside another.
fn crossed(items: Vec<Range<u32>>) -> Vec<Range<u32>> {
    let mut out: Vec<Range<u32>> = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    for item in items {
        while open.pop_if(|end| *end <= item.start).is_some() {}
        if open.last().is_none_or(|end| item.end <= *end) && out.last() != Some(&item) {
            open.push(item.end);
            out.push(item);
        }
    }
    out
}

/// Finds the best group of what is not taken yet.
struct GroupFinder<'a> {
    /// The letters before each node that are not taken.
    body: Vec<u32>,
    dates: Vec<&'a Mark>,
    authors: Vec<&'a Mark>,
}

impl<'a> GroupFinder<'a> {
    fn new(seen: &Seen, marks: &'a Marks, taken: &[bool]) -> Self {
        let mut body = Vec::with_capacity(taken.len() + 1);
        let mut count = 0;
        for (node, is_taken) in (0u32..).zip(taken) {
            body.push(count);
            if !is_taken && seen.outline.is_text(node) {
                count += marks.body(node, node + 1);
            }
        }
        body.push(count);
        let [dates, authors] = [&marks.dates, &marks.authors].map(|all| {
            let left = || all.iter().filter(|mark| !taken[mark.node as usize]);
            // Those in quotations are of other comments, if not all comments are quotations.
            let quoted = left().filter(|mark| mark.is_quoted).count();
            let are_quotations = quoted * 2 > left().count();
            left().filter(|mark| are_quotations || !mark.is_quoted).collect()
        });
        Self { body, dates, authors }
    }

    fn letters(&self, range: &Range<u32>) -> u32 {
        self.body[range.end as usize] - self.body[range.start as usize]
    }

    /// The members of the best group.
    fn best(&self, groups: &[ElementGroup], left: u32) -> Option<Vec<Range<u32>>> {
        let fits: Vec<[GroupFit; 2]> =
            groups.iter().map(|group| self.fits(&group.members)).collect();
        let of_some = groups.iter().zip(&fits);
        let most = |mode: usize| {
            let many = of_some.clone().filter(|(group, fit)| fit[mode].good > 1 || group.rank > 1);
            many.map(|(_, fit)| fit[mode].letters).max().unwrap_or(0)
        };
        let most = [most(0), most(1)];
        // The most elements among those that fit nearly as well as the best.
        let chosen = |mode: usize| {
            // One element with a date may be anything.
            let close = |group: &ElementGroup, fit: &GroupFit| {
                fit.letters > 0
                    && fit.letters * 10 >= most[mode] * 8
                    && (fit.good > 1 || group.rank > 1)
            };
            let of = groups.iter().zip(&fits).filter(move |(group, fit)| close(group, &fit[mode]));
            of.max_by_key(|(group, fit)| {
                let first = group.members.first().map_or(0, |first| first.start);
                let is_single = fit[mode].good == 1;
                let outer = if is_single { i64::from(first) } else { -i64::from(first) };
                (fit[mode].good.min(2), group.rank, fit[mode].good, outer)
            })
            .map(|(group, fit)| (group, fit[mode]))
        };
        let found = [chosen(0), chosen(1)];
        let best = match found {
            [Some(date), Some(author)] => {
                let worth = |fit: &GroupFit| u64::from(fit.letters) * fit.good as u64;
                // Dates are surer than names.
                Some(if worth(&author.1) > worth(&date.1) * 2 { author } else { date })
            }
            [date, author] => date.or(author),
        };
        let best = best.filter(|(group, fit)| fit.letters * 4 >= left || group.rank > 1);
        best.map(|(group, _)| group).or_else(|| self.named(groups, left)).map(|g| g.members.clone())
    }

    /// The group that has most of the text and whose class names comments.
    fn named<'g>(&self, groups: &'g [ElementGroup], left: u32) -> Option<&'g ElementGroup> {
        let letters = |group: &ElementGroup| -> u32 {
            let mut end = 0;
            let outer = group.members.iter().filter(|one| {
                let is_outer = one.start >= end;
                end = end.max(one.end);
                is_outer
            });
            outer.map(|one| self.letters(one)).sum()
        };
        let with_text =
            |group: &ElementGroup| group.members.iter().filter(|one| self.letters(one) > 0).count();
        let of = groups.iter().filter(|group| group.rank > 1 && letters(group) * 2 >= left);
        of.max_by_key(|group| {
            let first = group.members.first().map_or(0, |first| first.start);
            (group.rank, with_text(group), std::cmp::Reverse(first))
        })
    }

    fn fits(&self, members: &[Range<u32>]) -> [GroupFit; 2] {
        [&self.dates, &self.authors].map(|marks| {
            let mut fit = GroupFit::default();
            own(members, |_, pieces| {
                let letters: u32 = pieces.iter().map(|piece| self.letters(piece)).sum();
                if letters > 0 && clusters(marks, pieces) == 1 {
                    fit.letters += letters;
                    fit.good += 1;
                }
            });
            fit
        })
    }

    fn fit(&self, members: &[Range<u32>]) -> GroupFit {
        let [date, author] = self.fits(members);
        if author.letters > date.letters { author } else { date }
    }

    /// The members with text that is left; of those inside a comment that is known, only where
    /// there are several: one alone is the text of that comment.
    fn several(&self, members: Vec<Range<u32>>, items: &[Range<u32>]) -> Vec<Range<u32>> {
        let mut owners: FxHashMap<usize, usize> = FxHashMap::default();
        let mut sorted: Vec<&Range<u32>> = items.iter().collect();
        sorted.sort_by_key(|item| item.start);
        let around = |member: &Range<u32>| {
            let before = sorted.partition_point(|item| item.start <= member.start);
            let near = sorted[..before].iter().enumerate().rev().take(AROUND);
            near.filter(|(_, item)| item.end >= member.end).map(|(at, _)| at).next()
        };
        let with_text: Vec<Range<u32>> =
            members.into_iter().filter(|member| self.letters(member) > 0).collect();
        for member in &with_text {
            if let Some(around) = around(member) {
                *owners.entry(around).or_default() += 1;
            }
        }
        let is_one = |member: &Range<u32>| around(member).is_some_and(|of| owners[&of] < 2);
        with_text.into_iter().filter(|member| !is_one(member)).collect()
    }

    /// The members that have no more than one mark, and those with no other inside.
    fn single(&self, members: &[Range<u32>]) -> Vec<Range<u32>> {
        let mut out = Vec::new();
        own(members, |_, pieces| {
            if clusters(&self.dates, pieces) <= 1 || clusters(&self.authors, pieces) <= 1 {
                out.extend(pieces.iter().cloned());
            }
        });
        out
    }
}

/// Calls `visit` with each range and the pieces of it that are in no other inside.
pub fn own(members: &[Range<u32>], mut visit: impl FnMut(usize, &[Range<u32>])) {
    struct OpenGroup {
        at: usize,
        end: u32,
        from: u32,
        pieces: Vec<Range<u32>>,
    }
    let mut open: Vec<OpenGroup> = Vec::new();
    let mut close = |open: &mut Vec<OpenGroup>, until: u32| {
        while let Some(mut last) = open.pop_if(|one| one.end <= until) {
            last.pieces.push(last.from..last.end);
            visit(last.at, &last.pieces);
            if let Some(around) = open.last_mut() {
                around.from = last.end;
            }
        }
    };
    for (at, member) in members.iter().enumerate() {
        close(&mut open, member.start);
        if let Some(around) = open.last_mut() {
            around.pieces.push(around.from..member.start);
            around.from = member.end;
        }
        open.push(OpenGroup { at, end: member.end, from: member.start, pieces: Vec::new() });
    }
    close(&mut open, u32::MAX);
}

/// How many clusters of marks are in pieces of a page.
fn clusters(marks: &[&Mark], pieces: &[Range<u32>]) -> usize {
    let mut count = 0;
    let mut last = None;
    for piece in pieces {
        let from = marks.partition_point(|mark| mark.node < piece.start);
        let to = marks.partition_point(|mark| mark.node < piece.end);
        if from >= to {
            continue;
        }
        let [first, end] = [marks[from].cluster, marks[to - 1].cluster];
        count += (end - first) as usize + usize::from(last != Some(first));
        last = Some(end);
    }
    count
}

/// The groups of the elements that have text of comments.
fn groups(seen: &Seen) -> Vec<ElementGroup> {
    let outline = seen.outline;
    let mut all: FxHashMap<(&str, String), ElementGroup> = FxHashMap::default();
    let mut order: Vec<(&str, String)> = Vec::new();
    for (node, of) in (0u32..).zip(outline.nodes()) {
        let range = node..of.end;
        let has_text = || seen.letters(range.start, range.end) > 0;
        if matches!(of.is, Is::Text(_)) || !has_text() || seen.has_article(range.start, range.end) {
            continue;
        }
        let name = outline.name(node);
        for (key, rank) in keys(seen, node) {
            let key = (name, key);
            let group = all.entry(key.clone()).or_insert_with(|| {
                order.push(key);
                ElementGroup { members: Vec::new(), rank }
            });
            group.members.push(range.clone());
        }
    }
    order.iter().filter_map(|key| all.remove(key)).collect()
}

/// What an element shares with others, and how well that fits one comment.
fn keys(seen: &Seen, node: u32) -> Vec<(String, u8)> {
    let outline = seen.outline;
    let mut keys: Vec<(String, u8)> = Vec::new();
    for class in seen.classes(node) {
        keys.push((format!(".{}", without_digits(class)), rank(class)));
    }
    if let Some(id) = outline.attribute(node, Attribute::Id)
        && id.len() <= LONGEST_ID
        && id.bytes().any(|byte| byte.is_ascii_digit())
    {
        keys.push((format!("#{}", without_digits(id)), rank(id)));
    }
    if let Some(kind) = outline.get(node, Structural::Itemtype) {
        let kind = name_of_type(kind);
        keys.push((format!("~{kind}"), if is_type(kind) { 3 } else { 1 }));
    }
    for property in seen.properties(node) {
        let is_comment = matches!(property, "comment" | "suggestedAnswer" | "acceptedAnswer");
        keys.push((format!("={property}"), if is_comment { 3 } else { 1 }));
    }
    let is_item = matches!(outline.name(node), "LI" | "ARTICLE" | "TR" | "TABLE" | "DIV" | "DD");
    if keys.is_empty() && is_item || matches!(outline.name(node), "LI" | "ARTICLE") {
        keys.push((format!(">{}", outline.parent(node)), 1));
    }
    keys
}

/// Whether a type of schema.org is a comment.
fn is_type(kind: &str) -> bool {
    matches!(kind, "Comment" | "UserComments" | "Answer")
}

/// The elements that say by schema.org that they are comments, without those inside others. Answers
/// are some on a page of questions and answers; else a site asks itself.
pub fn marked(outline: &Outline) -> Vec<Range<u32>> {
    let mut marked: Vec<Range<u32>> = Vec::new();
    let has_answers = types(outline).any(|(_, kind)| kind == "QAPage");
    for (node, kind) in types(outline) {
        let is_said = is_type(kind) && (has_answers || kind != "Answer");
        if is_said && marked.last().is_none_or(|last| last.end <= node) {
            marked.push(node..outline.end(node));
        }
    }
    marked
}

/// The elements with a comment's class and number, as WordPress writes them, without those inside
/// others.
pub fn numbered(outline: &Outline) -> Vec<Range<u32>> {
    let mut numbered: Vec<Range<u32>> = Vec::new();
    for (node, _, id) in outline.attributes().all_that(|of| of == Attribute::Id) {
        if is_number(id)
            && outline.has_class(node, "comment")
            && numbered.last().is_none_or(|last| last.end <= node)
        {
            numbered.push(node..outline.end(node));
        }
    }
    numbered
}

fn is_number(id: &str) -> bool {
    let number = id.rsplit_once("comment-").map_or("", |(_, number)| number);
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// The children of lists of comments that have the class or the number of one, list by list.
pub fn listed(outline: &Outline) -> Vec<Vec<Range<u32>>> {
    let mut lists: Vec<Vec<Range<u32>>> = Vec::new();
    let mut places: FxHashMap<u32, usize> = FxHashMap::default();
    let is_of = |of| matches!(of, Attribute::Class | Attribute::Id);
    for (node, attribute, value) in outline.attributes().all_that(is_of) {
        let is_one = match attribute {
            Attribute::Id => is_number(value),
            _ => outline.has_class(node, "comment"),
        };
        if !is_one || !is_list(outline, outline.parent(node)) {
            continue;
        }
        let place = *places.entry(outline.parent(node)).or_insert(lists.len());
        if place == lists.len() {
            lists.push(Vec::new());
        }
        if lists[place].last().is_none_or(|last| last.start != node) {
            lists[place].push(node..outline.end(node));
        }
    }
    lists
}

/// Whether an element is by its class or id a list of comments.
fn is_list(outline: &Outline, node: u32) -> bool {
    let id = outline.attribute(node, Attribute::Id).unwrap_or_default();
    // It is asked for each child.
    let class = Some(outline.class(node)).filter(|class| class.len() <= LONGEST_CLASS);
    let mut names = class.unwrap_or_default().split_ascii_whitespace().chain([id]);
    names.any(|name| words::LISTS.iter().any(|list| name.eq_ignore_ascii_case(list)))
}

/// The elements with types of schema.org.
fn types(outline: &Outline) -> impl Iterator<Item = (u32, &str)> {
    let is_of = |attribute| attribute == Attribute::Of(Structural::Itemtype);
    let all = outline.attributes().all_that(is_of);
    all.map(|(node, _, value)| (node, name_of_type(value)))
}

fn name_of_type(value: &str) -> &str {
    value.trim().rsplit(['/', '#']).next().unwrap_or_default()
}

fn without_digits(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c.is_ascii_digit() {
            true if out.ends_with('#') => {}
            true => out.push('#'),
            false => out.push(c),
        }
    }
    out
}

/// How well a class or an id fits one comment.
fn rank(class: &str) -> u8 {
    let mut is_comment = false;
    let mut is_part = false;
    let mut is_all = false;
    for word in class_words(class) {
        let word = word.trim_end_matches(|c: char| c.is_ascii_digit());
        is_comment |= is_in(word, &words::COMMENT);
        is_part |= is_in(word, &words::PART);
        is_all |= is_in(word, &words::ALL);
    }
    match (is_comment, is_part, is_all) {
        (true, false, false) => 2,
        (false, _, true) => 0,
        _ => 1,
    }
}

/// The children of an element, cut where a name or a date begins or ends: comments that no element
/// is around.
fn sequences(seen: &Seen, marks: &Marks) -> Vec<ElementGroup> {
    let Some(container) = container(seen, marks) else { return Vec::new() };
    let children: Vec<u32> = seen.outline.children(container).collect();
    let cut = |all: &[Mark]| {
        let at = |child: u32, end: u32| {
            let from = all.partition_point(|mark| mark.node < child);
            (from < all.len() && all[from].node < end).then(|| all[from].cluster)
        };
        let mut starts: Vec<u32> = Vec::new();
        let mut ends: Vec<u32> = Vec::new();
        let mut last = None;
        // Whether the nearest text before the first text of a comment is a mark.
        let mut is_before = None;
        let mut is_marked = false;
        for child in &children {
            let end = seen.outline.end(*child);
            let found = at(*child, end);
            if marks.body(*child, end) > 0 {
                is_before = is_before.or(Some((*child, is_marked || found.is_some())));
            }
            if let Some(cluster) = found {
                if last != Some(cluster) {
                    starts.push(*child);
                }
                last = Some(cluster);
                ends.push(end);
            }
            if !seen.outline.is_blank(*child) {
                is_marked = found.is_some();
            }
        }
        let (first, is_before) = is_before.unwrap_or((container, true));
        let bounds: Vec<u32> = match is_before {
            true => starts.into_iter().chain([seen.outline.end(container)]).collect(),
            false => {
                std::iter::once(first).chain(ends.into_iter().filter(|end| *end > first)).collect()
            }
        };
        let members = bounds.windows(2).map(|two| two[0]..two[1]).filter(|r| r.start < r.end);
        ElementGroup { members: members.collect(), rank: 1 }
    };
    let groups = [cut(&marks.authors), cut(&marks.dates)];
    groups.into_iter().filter(|group| group.members.len() > 1).collect()
}

/// The lowest element that has nearly all of the text.
fn container(seen: &Seen, marks: &Marks) -> Option<u32> {
    let outline = seen.outline;
    let all = marks.body(0, outline.nodes().len() as u32);
    let has_most = |node: u32| {
        let letters = u64::from(marks.body(node, outline.end(node)));
        letters * 10 >= u64::from(all) * 8
    };
    if all == 0 {
        return None;
    }
    let mut node = 0;
    while let Some(child) = outline.children(node).find(|child| has_most(*child)) {
        node = child;
    }
    (!outline.is_text(node)).then_some(node)
}
