//! What a page shows to its readers: TIME elements, classes, links to authors, and bylines, dates
//! and numbers of comments in words.

use super::class::{Classes, Says};
use super::date::{self, DAY, Date, DateStyle};
use super::evidence::date_style;
use super::look::PageLook;
use super::name::{self, after_by, is_like_name, several};
use super::order::{self, SourceOrder, is_asked};
use super::source::{Field, Source};
use super::tables::{CLASS, MICROFORMAT};
use super::words::{BY, CHANGED, COMMENTS, POSTED};
use aho_corasick::AhoCorasick;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;
use tamis_blocks::html::tag_named;
use tamis_blocks::page::{Attribute, Structural, Tag};

pub const A: Tag = tag_named("A");
const FOOTER: Tag = tag_named("FOOTER");
const NAV: Tag = tag_named("NAV");
const TIME: Tag = tag_named("TIME");
/// Longer texts are no byline.
const BYLINE: usize = 120;
/// A date that stands alone is not longer.
const ALONE: usize = 40;
/// Texts of one form with so many days are those of a list.
const LIST: usize = 2;
/// Text of more bytes around a date tells a story.
const SENTENCES: usize = 300;
/// A sentence that tells when a post was published is longer.
const SENTENCE: usize = 24;
/// Longer texts do not say how many comments there are.
const COUNT: usize = 40;
/// Texts of a comment: a name, a date, and what it says.
const COMMENT: u32 = 3;
/// Nodes of an element around comments up to the first that is a block.
const FIRST: usize = 12;
/// Elements that stand below each other.
const BLOCKS: [&str; 8] = ["P", "DIV", "LI", "DT", "DD", "ARTICLE", "TR", "BLOCKQUOTE"];
/// Elements around a text up to the item of a list, or the article, that it tells of.
const ITEM: usize = 4;
/// Nodes between the word before a name and the name.
const GAP: u32 = 12;
/// What stands in the address of an author's page before the name.
const OF_AUTHORS: [&str; 7] =
    ["author", "authors", "auteur", "autor", "autoren", "writers", "contributors"];

/// Adds what the page shows. Returns its classes and ids.
pub fn read<'a>(look: &mut PageLook<'a>) -> Classes<'a> {
    let mut classes = Classes::new();
    // Up to here the page is about something else.
    let mut beside = 0;
    let mut of_readers: Vec<Range<u32>> = Vec::new();
    let article = article(look);
    look.each(|look, node, tag| {
        let [mut class, mut id, mut href] = [""; 3];
        for (attribute, value) in look.outline.attributes_that(node, is_read) {
            match attribute {
                Attribute::Class => class = value,
                Attribute::Id => id = value,
                _ => href = value,
            }
        }
        // Most others are only around something.
        let is_bare = class.is_empty() && id.is_empty() && href.is_empty();
        if is_bare && !matches!(tag, A | FOOTER | NAV | TIME) {
            return;
        }
        let of_class = classes.of_class(class);
        let mut says = of_class;
        says |= classes.of_id(id);
        let to_comments = !href.is_empty() && is_to_comments(href);
        if says.is_comments || to_comments {
            comments(look, node, says, to_comments);
        }
        if node >= beside {
            let is_of_readers = says.is_comments && is_of_readers(look, node, article);
            let is_other =
                matches!(tag, NAV | FOOTER) || of_class.is_beside && is_aside(look, node);
            let is_beside = is_other && !(tag == FOOTER && is_of_article(look, node));
            if is_beside || is_of_readers {
                beside = look.outline.end(node);
            }
            if is_of_readers {
                of_readers.push(node..beside);
            }
        }
        if node < beside {
            return;
        }
        match tag {
            TIME => time(look, node, class),
            A => link(look, node, href),
            _ => {}
        }
        if of_class.is_microformat {
            microformat(look, node, class);
        }
        if says.rules != 0 {
            classed(look, node, says);
        }
    });
    posted(look, &of_readers);
    near(look, &of_readers);
    alone(look, &of_readers);
    classes
}

/// The first text after the headline that is longer than a line about the page.
fn article(look: &PageLook<'_>) -> Option<u32> {
    let is_longer = |node: &u32| {
        let text = look.span(*node).filter(|text| text.len() > BYLINE);
        text.is_some_and(|text| text.trim().len() > BYLINE)
    };
    (look.headline?..look.outline.nodes().len() as u32).find(is_longer)
}

/// Whether an attribute of any element is read.
fn is_read(attribute: Attribute) -> bool {
    matches!(attribute, Attribute::Class | Attribute::Id | Attribute::Of(Structural::Href))
}

/// Whether an element is close inside the ARTICLE that has the headline.
fn is_of_article(look: &PageLook<'_>, node: u32) -> bool {
    let mut around = look.outline.around(node).take(ITEM);
    let article = around.find(|around| look.outline.name(*around) == "ARTICLE");
    let inside = article.map(|article| look.outline.inside(article));
    look.headline.is_some_and(|headline| inside.is_some_and(|of| of.contains(&headline)))
}

/// Whether an element is small enough to be beside the page's own text.
fn is_aside(look: &PageLook<'_>, node: u32) -> bool {
    let inside = look.outline.inside(node);
    // Some pages say of all they have that it has a menu.
    let is_small = inside.len() < look.outline.nodes().len() / 2;
    let has_headline = look.headline.is_some_and(|headline| inside.contains(&headline));
    is_small && !has_headline && !look.is_near(node)
}

/// Whether an element that is called comments is some, whose names and dates would be taken for the
/// page's. What has most of the text, and nothing before it, is a thread.
fn is_of_readers(look: &PageLook<'_>, node: u32, article: Option<u32>) -> bool {
    let texts = look.outline.texts(node);
    let is_after = |before: Option<u32>| before.is_some_and(|before| before < node);
    let is_short_page = texts * 2 < look.outline.texts(0) && look.is_near(node);
    let is_some = texts >= COMMENT && is_after(look.headline) && has_blocks(look, node);
    is_some && (is_short_page || is_after(article))
}

/// Whether an element is more than one line.
fn has_blocks(look: &PageLook<'_>, node: u32) -> bool {
    let mut first = look.outline.inside(node).take(FIRST);
    first.any(|node| BLOCKS.contains(&look.outline.name(node)))
}

/// Whether a node is in one of some ranges, which are in order.
fn is_in(ranges: &[Range<u32>], node: u32) -> bool {
    let before = ranges.partition_point(|range| range.start <= node);
    before > 0 && node < ranges[before - 1].end
}

fn is_changed(text: &str) -> bool {
    static WORDS: LazyLock<Option<AhoCorasick>> =
        LazyLock::new(|| AhoCorasick::new(CHANGED.iter()).ok());
    has_any(&WORDS, text)
}

/// Whether a text has one of some words, which are in lower case, in any case.
fn has_any(words: &Option<AhoCorasick>, text: &str) -> bool {
    !text.is_empty() && words.as_ref().is_some_and(|words| words.is_match(&text.to_lowercase()))
}

/// Whether the short texts just before a node tell of a change.
fn is_changed_before(look: &PageLook<'_>, node: u32) -> bool {
    let before = (node.saturating_sub(4)..node).filter_map(|node| look.span(node));
    before.filter(|text| text.len() < COUNT).any(is_changed)
}

fn time(look: &mut PageLook<'_>, node: u32, class: &str) {
    let value = look.value(node, Field::Published);
    let is_pubdate = look.outline.get(node, Structural::Pubdate).is_some();
    let is_changed = is_changed(class) || is_changed_before(look, node);
    let field = if is_changed && !is_pubdate { Field::Modified } else { Field::Published };
    let is_far = !is_pubdate && !look.is_near(node);
    let source = if is_far { Source::FarTime } else { Source::Time };
    // Before a headline may be the times of other stories: the last one is nearest.
    let before = look.headline.map_or(0, |headline| headline.saturating_sub(node) as usize);
    let rank = match (is_pubdate, before) {
        (true, _) => 0,
        (false, 0) => usize::MAX,
        (false, _) => before,
    };
    look.evidence.add(field, source, rank, &value);
}

fn link(look: &mut PageLook<'_>, node: u32, href: &str) {
    let rel = look.outline.get(node, Structural::Rel).unwrap_or_default();
    let is_author = rel.split_ascii_whitespace().any(|rel| rel.eq_ignore_ascii_case("author"));
    if is_author || is_of_author(href) {
        let source = if is_author { Source::Rel } else { Source::AuthorLink };
        let text = look.text(node);
        look.evidence.add(Field::Author, source, usize::from(!look.is_near(node)), &text);
    }
}

/// Whether an address is of the page of one author.
fn is_of_author(address: &str) -> bool {
    let last_slash = |text: &str| memchr::memrchr(b'/', text.as_bytes());
    let address = address.trim_end_matches('/');
    let Some((before, name)) = last_slash(address).map(|at| address.split_at(at)) else {
        return false;
    };
    let part = &before[last_slash(before).map_or(0, |at| at + 1)..];
    name.len() > "/it".len() && OF_AUTHORS.contains(&part)
}

fn microformat(look: &mut PageLook<'_>, node: u32, class: &str) {
    for class in class.split_ascii_whitespace() {
        let known = MICROFORMAT.iter().zip(0..).find(|((of, _), _)| *of == class);
        let Some(((_, field), rank)) = known else { continue };
        let value = look.value(node, *field);
        if *field != Field::Title || look.titles.agree(&value) {
            look.evidence.add(*field, Source::Microformat, rank, &value);
        }
    }
}

fn classed(look: &mut PageLook<'_>, node: u32, says: Says) {
    let source = if look.is_near(node) { Source::Class } else { Source::FarClass };
    for (rule, (_, _, field)) in CLASS.iter().enumerate() {
        let is_asked = look.reads_all || is_asked(*field, source);
        if says.rules >> rule & 1 == 0 || !is_asked || look.evidence.is_full(*field, source) {
            continue;
        }
        let value = look.value(node, *field);
        let field = match field {
            Field::Title if !look.titles.agree(&value) => continue,
            Field::Published if is_changed(&look.text(node)) => Field::Modified,
            field => *field,
        };
        if value.len() <= BYLINE || field == Field::Title {
            look.evidence.add(field, source, rule, &value);
        }
    }
}

/// Reads the day in sentences such as `This entry was posted on`, which are below posts.
fn posted(look: &mut PageLook<'_>, of_readers: &[Range<u32>]) {
    let style = date_style(&look.evidence);
    let nodes = 0..look.outline.nodes().len() as u32;
    let mut days = nodes.filter_map(|node| {
        let text = look.span(node).filter(|text| text.len() > SENTENCE)?;
        let text = if look.outline.is_blank(node) { "" } else { text.trim_start() };
        // Most differ in the first letter.
        let first = text.as_bytes().first()?.to_ascii_lowercase();
        let is_start =
            |start: &&str| start.as_bytes().first() == Some(&first) && starts_with(text, start);
        let start = POSTED.iter().find(|start| is_start(start))?;
        if is_in(of_readers, node) {
            return None;
        }
        let rest: String = text[start.len()..].chars().take(BYLINE).collect();
        let date = date::find(&rest, style);
        // It may be in elements of its own.
        let around = || look.outline.around(node).next().map(|around| look.text(around));
        let date = date.or_else(|| date::find(&around()?, style));
        date.map(|date| date.to_string())
    });
    let Some(first) = days.next() else { return };
    // A list has several.
    if days.all(|date| date.get(..DAY) == first.get(..DAY)) {
        look.evidence.add(Field::Published, Source::Words, 0, &first);
    }
}

/// Whether a text starts with words in lower case, in any case.
fn starts_with(text: &str, words: &str) -> bool {
    let is_start = |start: &str| start.chars().flat_map(char::to_lowercase).eq(words.chars());
    text.get(..words.len()).is_some_and(is_start)
}

/// Reads the texts near the headline.
fn near(look: &mut PageLook<'_>, of_readers: &[Range<u32>]) {
    let Some(headline) = look.headline else { return };
    let after = (headline..look.near.end).map(|node| (0, node));
    let before = (look.near.start..headline).map(|node| (1, node));
    let style = date_style(&look.evidence);
    // Where the kind is sure, lists are told by it.
    let is_guess = !look.evidence.is_like_learned();
    let mut lists = None;
    for (rank, node) in after.chain(before).filter(|(_, node)| !is_in(of_readers, *node)) {
        let Some(text) = look.trimmed(node).filter(|text| text.len() <= BYLINE) else { continue };
        let date = dated(look, node, style);
        let is_dated = date.is_some();
        let by_date = after_date(text, style);
        let is_whole = date::find(text, style).is_some();
        let is_asked = is_dated && (is_guess || by_date.is_some() || !is_whole);
        let is_of_list = is_asked
            && lists.get_or_insert_with(|| lists_of(look, style)).contains(&form(look, node));
        look.evidence.is_list |= is_of_list;
        // Posts in a list have dates in parts, too.
        let is_own = |_: &Date| is_whole || !is_of_list;
        // Between links of a long sentence a date is of what it tells.
        let around = || look.outline.around(node).next().map(|around| look.text(around).len());
        let is_told = is_guess && is_dated && around().is_some_and(|length| length > SENTENCES);
        if let Some(date) = date.filter(is_own).filter(|_| !is_told).map(|date| date.to_string()) {
            let is_changed = is_changed(text) || is_changed_before(look, node);
            let source = if is_changed { Source::Changed } else { Source::Words };
            look.evidence.add(Field::Published, source, rank, &date);
            if is_changed {
                look.evidence.add(Field::Modified, Source::Words, rank, &date);
            }
        }
        let by_date = by_date.filter(|_| !is_of_list);
        let name = named(look, node, text).filter(|_| !is_after_link(look, node)).or(by_date);
        let name = name.filter(|name| name.len() <= BYLINE);
        let name = name.and_then(|name| name::author(&name, Source::Words));
        // Beside a date a name may be one of a user, in small letters.
        let may_be_user = |name: &str| is_dated && !is_of_list && !name.contains(' ');
        let is_name = |name: &str| is_like_name(name) || several(name, Source::Words).is_some();
        if let Some(name) = name.filter(|name| is_name(name) || may_be_user(name)) {
            look.evidence.add(Field::Author, Source::Words, rank, &name);
        }
    }
}

/// Whether a link is before a text in the same element, as in `<a>A book</a> by somebody`.
fn is_after_link(look: &PageLook<'_>, node: u32) -> bool {
    const NEAR: u32 = 32;
    let around = look.outline.around(node).next();
    let from = |around: u32| around.max(node.saturating_sub(NEAR));
    around.is_some_and(|around| (from(around)..node).any(|before| look.outline.is_tag(before, A)))
}

/// The elements around a text: what they are and their classes.
type TextContext<'a> = [(&'a str, &'a str); 3];

fn form<'a>(look: &PageLook<'a>, node: u32) -> TextContext<'a> {
    let mut form = [("", ""); 3];
    for (part, around) in form.iter_mut().zip(look.outline.around(node)) {
        let class = look.outline.attribute(around, Attribute::Class).unwrap_or_default();
        *part = (look.outline.name(around), class);
    }
    form
}

/// The forms of texts with several days: those of posts in a list, none of which is the page.
fn lists_of<'a>(look: &PageLook<'a>, style: DateStyle) -> FxHashSet<TextContext<'a>> {
    let mut days: FxHashMap<TextContext<'a>, BTreeSet<String>> = FxHashMap::default();
    for node in 0..look.outline.nodes().len() as u32 {
        if let Some(date) = dated(look, node, style) {
            let of_form = days.entry(form(look, node)).or_default();
            if of_form.len() < LIST {
                of_form.extend(date.to_string().get(..DAY).map(str::to_owned));
            }
        }
    }
    days.into_iter().filter(|(_, days)| days.len() == LIST).map(|(form, _)| form).collect()
}

/// The date in a short text.
fn dated(look: &PageLook<'_>, node: u32, style: DateStyle) -> Option<Date> {
    let text = look.trimmed(node).filter(|text| text.len() <= BYLINE)?;
    date::find(text, style).or_else(|| in_parts(look, node, text, style))
}

/// The date that a text begins and other elements end, as in `20th of <a>April 2006</a>`.
fn in_parts(look: &PageLook<'_>, node: u32, text: &str, style: DateStyle) -> Option<Date> {
    if !text.starts_with(|c: char| c.is_ascii_digit()) || text.len() > ALONE {
        return None;
    }
    let whole = look.text(look.outline.around(node).next()?);
    let rest = whole.get(whole.find(text)?..).filter(|rest| rest.len() <= BYLINE)?;
    date::find(rest, style)
}

/// The name after a date, as in `Published May 6, 2024 by Ada`.
fn after_date(text: &str, style: DateStyle) -> Option<String> {
    let is_by = |word: &str| BY.iter().any(|by| by.eq_ignore_ascii_case(word));
    let mut rests = text.match_indices(' ').map(|(at, _)| &text[at + 1..]);
    let by = rests.find(|rest| rest.split(' ').next().is_some_and(is_by))?;
    let before = &text[..text.len() - by.len()];
    date::find(before, style)?;
    Some(by.to_owned())
}

/// Reads the one date that stands alone after the headline, if the page says no other.
fn alone(look: &mut PageLook<'_>, of_readers: &[Range<u32>]) {
    let is_said = |source: &Source| look.evidence.has(Field::Published, *source);
    let is_any_said = order::sources(Field::Published, SourceOrder::Other).iter().any(is_said);
    let Some(headline) = look.headline.filter(|_| !is_any_said) else { return };
    let style = date_style(&look.evidence);
    let nodes = headline..look.outline.nodes().len() as u32;
    let mut dates = nodes.filter_map(|node| {
        let text = look.trimmed(node).filter(|text| text.len() <= ALONE)?;
        let date = date::find(text, style)?.to_string();
        let is_own = !is_changed(text) && !is_changed_before(look, node) && !is_of_item(look, node);
        (is_own && !is_in(of_readers, node)).then_some(date)
    });
    let Some(first) = dates.next() else { return };
    // Lists and comments have several.
    if dates.all(|date| date.get(..DAY) == first.get(..DAY)) {
        look.evidence.add(Field::Published, Source::FarWords, 0, &first);
    }
}

/// The name after a text such as `By`, which may be in another element.
fn named(look: &PageLook<'_>, node: u32, text: &str) -> Option<String> {
    let name = after_by(text)?;
    if !name.is_empty() {
        return Some(name.to_owned());
    }
    let parent = look.text(look.outline.around(node).next()?);
    let in_parent = after_by(&parent).filter(|name| !name.is_empty()).map(str::to_owned);
    let texts = || (node + 1..node + GAP).filter_map(|node| look.span(node));
    in_parent.or_else(|| texts().find(|text| !text.trim().is_empty()).map(|t| t.trim().to_owned()))
}

/// Whether a node is of an item of a list, as of a story on a page about another.
fn is_of_item(look: &PageLook<'_>, node: u32) -> bool {
    look.outline.around(node).take(ITEM).any(|around| look.outline.name(around) == "LI")
}

/// Whether an address is that of comments.
fn is_to_comments(address: &str) -> bool {
    let first = address.len().saturating_sub(COUNT + 1);
    let mark = memchr::memrchr(b'#', &address.as_bytes()[first..]);
    mark.is_some_and(|mark| names_comments(&address[first + mark + 1..]))
}

/// Reads how many comments there are, of elements and links that are about comments.
fn comments(look: &mut PageLook<'_>, node: u32, says: Says, to_comments: bool) {
    if look.evidence.is_full(Field::Comments, Source::Class) {
        return;
    }
    let begins_number = |c: char| c.is_ascii_digit() || c == '(';
    // An ampersand may stand for another character.
    if !look.first(node).is_some_and(|c| begins_number(c) || c == '&') {
        return;
    }
    let text = look.text(node);
    let is_number = text.starts_with(begins_number);
    let is_count = is_number && text.len() <= COUNT && (says.is_count || names_comments(&text));
    if is_count && (look.is_near(node) || !is_of_item(look, node)) {
        // Links on a page with a list of pages are about those.
        let rank = usize::from(to_comments && !look.is_near(node));
        look.evidence.add(Field::Comments, Source::Class, rank, &text);
    }
}

fn names_comments(text: &str) -> bool {
    static WORDS: LazyLock<Option<AhoCorasick>> =
        LazyLock::new(|| AhoCorasick::new(COMMENTS.iter()).ok());
    has_any(&WORDS, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_before_names() {
        for (text, name) in [
            ("By Ada Penguin", Some("Ada Penguin")),
            ("Written by: Ada", Some("Ada")),
            ("Von Ada", Some("Ada")),
            ("BY", Some("")),
            ("Bypass", None),
            ("Über", None),
        ] {
            assert_eq!(after_by(text), name, "{text}");
        }
    }
}
