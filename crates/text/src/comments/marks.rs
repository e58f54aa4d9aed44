//! Who wrote and when, as marks on elements and texts: microdata, TIME elements, titles, classes,
//! links to people, and words such as `Ada says:` and `Posted on May 6, 2024 at 7:08 pm`.

use super::seen::Seen;
use super::words::{self, IS_AGO, IS_FILLER, IS_OF_DATES, IS_SAYS, is_in};
use crate::metadata::{Lexeme, after_by, class_words, month, tokens};
use crate::structure::Is;
use std::ops::Range;
use tamis_blocks::page::{Attribute, Structural};

/// Letters of an element that is a date.
const DATE: usize = 60;
/// Letters of an element that is a name.
const NAME: usize = 60;
/// Bytes of a text that may be a date with a few words.
const LINE: usize = 120;

/// Nodes up to the text that a name or a date belongs to.
const NEAR: u32 = 8;

/// Bytes of a text that says what a date is of.
const LABEL: usize = 60;

/// Words in parentheses after a name.
const ASIDE: usize = 2;

/// Other words in a line with a date and a time.
const OTHERS: usize = 6;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    pub node: u32,
    /// One past the last node inside.
    pub end: u32,
    /// Smaller ones are believed first.
    pub tier: u8,
    /// The name or the date; none, if it is no whole one.
    pub value: Option<String>,
    /// Whether it is in a quotation, so perhaps of another comment.
    pub is_quoted: bool,
    /// Marks without text of a comment between have one number.
    pub cluster: u32,
}

/// The marks of a page, in page order.
#[derive(Debug, Default)]
pub struct Marks {
    pub dates: Vec<Mark>,
    pub authors: Vec<Mark>,
    /// Whether each node is in a mark, or says nothing of its own.
    pub is_beside: Vec<bool>,
    /// The letters of comments before each node that are in no mark.
    body: Vec<u32>,
}

impl Marks {
    pub fn read(seen: &Seen) -> Self {
        let nodes = seen.outline.nodes();
        let mut marks = Self { is_beside: vec![false; nodes.len()], ..Self::default() };
        let mut quoted_until = 0;
        for (node, of) in (0u32..).zip(nodes) {
            if seen.outline.name(node) == "BLOCKQUOTE" {
                quoted_until = quoted_until.max(of.end);
            }
            let known = [marks.dates.len(), marks.authors.len()];
            match of.is {
                Is::Text(_) => marks.text(seen, node),
                Is::Element(_) => marks.element(seen, node),
            }
            let [dates, authors] = known;
            for mark in marks.dates[dates..].iter_mut().chain(&mut marks.authors[authors..]) {
                mark.is_quoted = node < quoted_until;
            }
        }
        // A name may be in the text after the word before it.
        marks.authors.sort_by_key(|mark| mark.node);
        marks.weigh(seen);
        let Self { dates, authors, body, .. } = &mut marks;
        cluster(dates, body);
        cluster(authors, body);
        marks
    }

    /// The letters of comments from a node to before another that are in no mark.
    pub fn body(&self, from: u32, to: u32) -> u32 {
        self.body[to as usize] - self.body[from as usize]
    }

    /// Whether a date is in an element.
    pub fn has_date(&self, element: &Range<u32>) -> bool {
        let next = self.dates.partition_point(|mark| mark.node < element.start);
        self.dates.get(next).is_some_and(|mark| mark.node < element.end)
    }

    /// Whether a date follows a text.
    pub fn is_before_date(&self, node: u32) -> bool {
        let next = self.dates.partition_point(|mark| mark.node <= node);
        self.dates
            .get(next)
            .is_some_and(|mark| mark.node - node <= NEAR && self.body(node + 1, mark.node) == 0)
    }

    fn text(&mut self, seen: &Seen, node: u32) {
        let text = seen.span(node).trim();
        if text.is_empty() || text.len() > LINE {
            return;
        }
        if is_filler(text) || is_aside(text) && self.follows_name(seen, node) {
            self.is_beside[node as usize] = true;
        }
        if let Some(value) = date_of_line(seen, text).filter(|_| !is_of_other(seen, node)) {
            let tier = if has_other_label(seen, node) { 4 } else { 2 };
            self.dates.push(mark(seen, node, tier, value));
            if let Some(name) = beside_date(seen, text) {
                self.authors.push(mark(seen, node, 4, Some(name)));
            }
        }
        if let Some((node, name)) = author_of_line(seen, node, text) {
            self.authors.push(mark(seen, node, 3, Some(name)));
        }
    }

    /// Whether no text is between the last name and a text.
    fn follows_name(&self, seen: &Seen, node: u32) -> bool {
        let last = self.authors.iter().rev().take(2).map(|mark| mark.end).max();
        let mut between = last.unwrap_or(0)..node;
        between.len() <= NEAR as usize && last.is_some() && between.all(|at| is_blank(seen, at))
    }

    fn element(&mut self, seen: &Seen, node: u32) {
        // Around all, or with nothing in it.
        let letters = seen.outline.letters(seen.page, node);
        let name = seen.outline.name(node);
        let date = date_of(seen, node, letters);
        if let Some((tier, value)) = date.filter(|(tier, _)| *tier == 0 || !is_of_other(seen, node))
        {
            self.dates.push(mark(seen, node, tier, value));
        }
        if letters <= NAME
            && let Some(tier) = author_tier(seen, node, name)
        {
            let value = author_value(seen, node).and_then(|text| whole_name(&text, tier));
            if let Some(value) = value {
                self.authors.push(mark(seen, node, tier, Some(value)));
            }
        }
    }

    /// Counts the letters that are in no mark.
    fn weigh(&mut self, seen: &Seen) {
        for mark in self.dates.iter().chain(&self.authors) {
            if seen.outline.letters(seen.page, mark.node) <= LINE {
                self.is_beside[mark.node as usize..mark.end as usize].fill(true);
            }
        }
        let mut count = 0;
        let mut placed = seen.placed.iter().peekable();
        for node in 0..self.is_beside.len() as u32 {
            self.body.push(count);
            while let Some(of) = placed.next_if(|of| of.node == node) {
                count += if self.is_beside[node as usize] { 0 } else { of.letters };
            }
        }
        self.body.push(count);
    }
}

fn mark(seen: &Seen, node: u32, tier: u8, value: Option<String>) -> Mark {
    Mark { node, end: seen.outline.end(node), tier, value, is_quoted: false, cluster: 0 }
}

/// Numbers marks: those without text of a comment between have one number.
fn cluster(marks: &mut [Mark], body: &[u32]) {
    let mut number = 0;
    let mut last: Option<u32> = None;
    for mark in marks {
        let before = body[mark.node as usize];
        number += u32::from(last.is_some_and(|last| last < before));
        mark.cluster = number;
        last = Some(before);
    }
}

/// The text before a node, if it is near.
fn text_before<'a>(seen: &Seen<'a>, node: u32) -> Option<&'a str> {
    let mut before = (node.saturating_sub(NEAR)..node).rev().map(|node| seen.span(node).trim());
    before.find(|text| !text.is_empty())
}

/// Whether what stands before a date says that it is of something, but not of a date: `Founded:`.
fn has_other_label(seen: &Seen, node: u32) -> bool {
    let label = text_before(seen, node).and_then(|text| text.strip_suffix(':'));
    let is_of_dates =
        |word: &str| words::kinds(&word.to_lowercase()) & (IS_OF_DATES | IS_SAYS | IS_FILLER) > 0;
    label.is_some_and(|label| label.len() <= LABEL && !label.split(' ').any(is_of_dates))
}

/// Whether a date is of something else: of an edit, or of the day somebody became a member. That is
/// said in its line, or in the short text before.
fn is_of_other(seen: &Seen, node: u32) -> bool {
    let says = |text: &str| {
        let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let is_word = |word: &str| is_in(&word.to_lowercase(), &words::OF_OTHER);
        text.len() <= LABEL && words.any(is_word)
    };
    let is_label = |text: &str| says(text) && !text.bytes().any(|byte| byte.is_ascii_digit());
    says(seen.span(node)) || text_before(seen, node).is_some_and(is_label)
}

/// The date of an element, with its tier.
fn date_of(seen: &Seen, node: u32, letters: usize) -> Option<(u8, Option<String>)> {
    let outline = seen.outline;
    let date = |text: &str| seen.date(text);
    let said = |attribute| outline.get(node, attribute).and_then(date);
    let is_short = letters <= DATE;
    let is_property = seen.properties(node).any(|name| {
        let name = name.to_ascii_lowercase();
        name.starts_with("date") && name != "datemodified" || name == "commenttime"
    });
    let shown = || if is_short { date(&seen.text(node)) } else { None };
    let content = || outline.attribute(node, Attribute::Content).and_then(date);
    if outline.name(node) == "TIME" || is_property {
        let value = said(Structural::Datetime).or_else(content);
        let value = value.or_else(|| said(Structural::Title)).or_else(shown);
        return (value.is_some() || is_short && letters > 0).then_some((0, value));
    }
    if !is_short {
        return None;
    }
    if let Some(title) = outline.get(node, Structural::Title)
        && title.len() <= LINE
        && let Some(Some(value)) = date_of_line(seen, title)
    {
        // Of a person it may be when he came.
        let is_shown = date_of_line(seen, &seen.text(node)).is_some();
        return Some((if is_shown { 1 } else { 3 }, Some(value)));
    }
    let is_time = letters > 0
        && seen
            .classes(node)
            .any(|class| class_words(class).last().is_some_and(|word| is_in(&word, &words::TIMES)));
    if !is_time {
        return None;
    }
    let text = seen.text(node);
    let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
    has_digit.then(|| (1, date(&text)))
}

/// Whether a line is a date with a few words, and that date.
fn date_of_line(seen: &Seen, text: &str) -> Option<Option<String>> {
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let tokens = tokens(text);
    let mut others = 0;
    let [mut has_month, mut has_number, mut is_ago] = [false; 3];
    for token in &tokens {
        let word = match token {
            Lexeme::Number(..) => {
                has_number = true;
                continue;
            }
            Lexeme::Mark(_) => continue,
            Lexeme::Word(word) => word,
        };
        let kinds = words::kinds(word);
        if kinds & IS_AGO > 0 {
            is_ago = true;
        } else if kinds & (IS_OF_DATES | IS_SAYS) > 0 || is_day(word) {
        } else if month(word).is_some() {
            has_month = true;
        } else if kinds & IS_FILLER == 0 {
            others += 1;
        }
        if others > OTHERS {
            return None;
        }
    }
    let is_clock = has_clock(&tokens);
    let found = seen.date(text);
    let most = if found.is_some() && is_clock { OTHERS } else { OTHERS / 2 };
    let is_part = has_number && (has_month || is_clock || is_ago || is_short_date(&tokens));
    (others <= most && (found.is_some() || is_part)).then_some(found)
}

fn is_day(word: &str) -> bool {
    words::DAYS.iter().any(|day| word.starts_with(day))
}

/// Whether a time such as 7:08 is among tokens.
fn has_clock(tokens: &[Lexeme]) -> bool {
    tokens.windows(3).any(|three| {
        matches!(three, [Lexeme::Number(hour, 1..=2), Lexeme::Mark(':'), Lexeme::Number(minute, 2)]
            if *hour < 25 && *minute < 60)
    })
}

/// Whether a date such as 6/5/24 is among tokens.
fn is_short_date(tokens: &[Lexeme]) -> bool {
    tokens.windows(5).any(|five| {
        matches!(
            five,
            [
                Lexeme::Number(_, 1..=2),
                Lexeme::Mark('/' | '.' | '-'),
                Lexeme::Number(_, 1..=2),
                Lexeme::Mark('/' | '.' | '-'),
                Lexeme::Number(_, 2)
            ]
        )
    })
}

/// Whether a line has only words that say nothing of their own.
pub fn is_filler(text: &str) -> bool {
    let is_word = |word: &str| {
        let word = word.to_lowercase();
        words::kinds(&word) & (IS_FILLER | IS_SAYS) > 0
            || word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    text.len() <= LINE && words.all(is_word)
}

/// Whether a text says in parentheses what somebody is: `(not verified)`. A name has capitals.
pub fn is_aside(text: &str) -> bool {
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let is_aside = |inner: &str| {
        inner.split(' ').count() <= ASIDE
            && inner.chars().all(|c| c.is_alphabetic() && !c.is_uppercase() || c == ' ')
    };
    inner.is_some_and(is_aside)
}

fn is_blank(seen: &Seen, node: u32) -> bool {
    seen.span(node).trim().is_empty()
}

/// How far an element is believed to be a name.
fn author_tier(seen: &Seen, node: u32, name: &str) -> Option<u8> {
    let outline = seen.outline;
    if seen.properties(node).any(|name| matches!(name, "author" | "creator")) {
        return Some(0);
    }
    if name == "CITE" || seen.classes(node).any(is_name_class) {
        return Some(1);
    }
    if name != "A" {
        return None;
    }
    let rel = outline.get(node, Structural::Rel).unwrap_or_default();
    let href = outline.get(node, Structural::Href).unwrap_or_default();
    let is_author = rel.split_ascii_whitespace().any(|rel| rel.eq_ignore_ascii_case("author"));
    (is_author || outline.has_class(node, "url") || is_of_person(href)).then_some(2)
}

/// Whether a class is of a name.
fn is_name_class(class: &str) -> bool {
    let mut last = None;
    let mut is_against = false;
    for word in class_words(class) {
        is_against |= is_in(&word, &words::NO_NAMES);
        last = Some(word);
    }
    let is_name = |word: &str| {
        is_in(word, &words::NAMES) || word.ends_with("author") || word.ends_with("username")
    };
    !is_against && last.is_some_and(|last| is_name(&last))
}

/// Whether an address is of the page of one person.
fn is_of_person(address: &str) -> bool {
    let path = address.split_once("://").map_or(address, |(_, rest)| rest);
    path.split(['/', '?', '&']).take(6).any(|part| is_in(part, &words::PEOPLE))
}

/// The text of an element that is a name.
fn author_value(seen: &Seen, node: u32) -> Option<String> {
    let outline = seen.outline;
    if let Some(content) = outline.attribute(node, Attribute::Content) {
        return Some(content.to_owned());
    }
    let is_name = |inner: &u32| seen.properties(*inner).any(|name| name == "name");
    let named = outline.inside(node).take(NAME).find(is_name);
    let said = |node| outline.attribute(node, Attribute::Content);
    match named {
        Some(named) => said(named).map(str::to_owned).or_else(|| Some(seen.text(named))),
        None => Some(seen.text(node)).filter(|text| !text.is_empty()),
    }
}

/// The name in a line such as `Ada says:` or `Posted by Ada`; the other half may be in the next.
fn author_of_line(seen: &Seen, node: u32, text: &str) -> Option<(u32, String)> {
    let of = |node: u32, text: &str| name_of(text).map(|name| (node, name));
    if let Some(before) = before_says(text) {
        return of(node, before);
    }
    if words::kinds(text.trim_end_matches([':', '.', '…', ','])) & IS_SAYS > 0 {
        let before = (node.saturating_sub(NEAR)..node).rev().find(|at| !is_blank(seen, *at))?;
        let text = seen.span(before).trim();
        return if text.len() <= NAME { of(before, text) } else { None };
    }
    let name = after_by(without_noun(text)).or_else(|| after_date(seen, text))?;
    if !name.is_empty() {
        return of(node, name);
    }
    let end = (node + NEAR).min(seen.outline.nodes().len() as u32);
    let next = (node + 1..end).find(|at| !is_blank(seen, *at))?;
    let text = seen.span(next).trim();
    (text.len() <= NAME).then(|| of(next, text)).flatten()
}

/// What follows the word before a name behind a date: `Posted May 6, 2024 by Ada`. In a list of
/// news the line starts with the date.
fn after_date<'t>(seen: &Seen, text: &'t str) -> Option<&'t str> {
    let (first, _) = text.split_once(' ')?;
    if words::kinds(&first.to_lowercase()) & (IS_FILLER | IS_SAYS) == 0 {
        return None;
    }
    text.match_indices(' ').find_map(|(at, _)| {
        let after = after_by(&text[at + 1..])?;
        date_of_line(seen, &text[..at]).map(|_| after)
    })
}

/// The name in a line with a date: `May 6, 2024 — Ada`, `Ada on May 6, 2024`.
fn beside_date(seen: &Seen, text: &str) -> Option<String> {
    const BARS: [&str; 9] = [" — ", " – ", " | ", " · ", " • ", " - ", " on ", " On ", " at "];
    let is_date = |part: &str| date_of_line(seen, part).is_some();
    BARS.iter().find_map(|bar| {
        let (before, after) = text.split_once(bar)?;
        match (is_date(before), is_date(after)) {
            (true, false) => name_of(after),
            (false, true) => name_of(before),
            _ => None,
        }
    })
}

/// A line without the word for what somebody wrote: `Comment by Ada`.
fn without_noun(text: &str) -> &str {
    for noun in
        ["Post ", "Comment ", "Comment #", "Submitted ", "Left ", "Reply ", "Answer ", "Review "]
    {
        if let Some(rest) = text.strip_prefix(noun) {
            return rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
        }
    }
    text
}

/// What stands before `says:` or `wrote` at the end of a line, or before a date.
fn before_says(text: &str) -> Option<&str> {
    let trimmed = text.trim_end_matches(|c: char| !c.is_alphanumeric());
    let (before, word) = trimmed.rsplit_once(char::is_whitespace)?;
    let is_marked = trimmed.len() < text.len() || word == "says";
    (is_marked && words::kinds(&word.to_lowercase()) & IS_SAYS > 0).then_some(before)
}

/// The text of an element that is a name; what is after a bar is a part of it, if nothing tells
/// that it is not.
fn whole_name(text: &str, tier: u8) -> Option<String> {
    let is_whole = tier < 2
        && text.len() <= NAME
        && text.contains(['|', '('])
        && !ENDS.iter().any(|end| text.contains(end))
        && !text.contains(':')
        && !text.bytes().any(|byte| byte.is_ascii_digit());
    let whole = || Some(text.trim().to_owned());
    if is_whole { whole() } else { name_of(text) }
}

/// Whether a text has a year and the name of a month.
fn is_dated(text: &str) -> bool {
    let tokens = tokens(text);
    let is_year = |token: &Lexeme| matches!(token, Lexeme::Number(1900..=2100, 4));
    let is_month = |token: &Lexeme| matches!(token, Lexeme::Word(word) if month(word).is_some());
    tokens.iter().any(is_year) && tokens.iter().any(is_month)
}

/// What ends a name in a line.
const ENDS: [&str; 8] =
    [" on ", " at ", " says", " said", " wrote", " commented", " replied", " writes"];

/// A name without what stands around it; none, if it is none.
pub fn name_of(text: &str) -> Option<String> {
    let ends: &[char] = &['|', '·', '•', '∙', '—', '(', '»', '\n'];
    let mut name = text.split(ends).map(str::trim).find(|part| !part.is_empty())?;
    name = name.trim_start_matches(['#', '-', '–', ',', ':', '.', '@']);
    name = after_by(without_noun(name)).filter(|name| !name.is_empty()).unwrap_or(name);
    for end in ENDS {
        name = name.split_once(end).map_or(name, |(before, _)| before);
    }
    for end in [" on", " at", " by", " in"] {
        name = name.strip_suffix(end).unwrap_or(name);
    }
    if let Some(passed) = name.strip_suffix(" ago") {
        name = passed.split(|c: char| c.is_ascii_digit()).next().unwrap_or_default().trim();
        name = name.strip_suffix(" about").unwrap_or(name);
    }
    name = before_says(name).unwrap_or(name);
    let name = name.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ':' | ';' | '-'));
    let is_address = name.contains("://") || name.starts_with("www.") || is_dated(name);
    // 2024-05-06, 7:08 PM Ada; 3 minutes ago, Ada.
    let is_time = name.starts_with(|c: char| c.is_ascii_digit())
        && (name.contains([':', '/', '-']) || name.contains(" ago"));
    let has_letter = name.chars().any(char::is_alphanumeric);
    let is_anonymous = name.eq_ignore_ascii_case("anonymous") || name.eq_ignore_ascii_case("guest");
    let is_nothing = is_filler(name) && !is_anonymous;
    let is_subject = name.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("re:"));
    let is_other = is_address || is_time || is_nothing || is_subject;
    let is_name = has_letter && !is_other && name.len() <= NAME;
    (is_name && name.split(' ').count() <= 6).then(|| name.to_owned())
}
