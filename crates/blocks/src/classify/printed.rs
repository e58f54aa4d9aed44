//! The text that a classifier keeps, with a line end wherever a block ends in the page. Originals
//! that read the markup in their own way glue paragraphs, items and cells whose tags have no white
//! space between them.
//!
//! The words of the text are aligned with those of the page; glued words are parted first. What
//! stands between two words that both have is aligned letter by letter from both sides.

mod align;

use super::classifier::{Classifier, Kept, Subject};
use super::tamis::units::tags::{TagInfo, TagRole};
use crate::page::{Event, Page, Tag};
use align::{LINE, WITHIN, common};
use std::ops::Range;

/// Returns the text that a classifier keeps, for people: lines end where blocks end in the page.
/// [`Classifier::text`] is what the original program prints.
pub fn printed(classifier: &dyn Classifier, subject: &Subject) -> String {
    for_people(classifier.text(subject), classifier, subject.page)
}

/// Returns the labels with the text of [`printed`], from one reading of the page.
pub fn kept(classifier: &dyn Classifier, subject: &Subject) -> Kept {
    let Kept { labels, text } = classifier.keep(subject);
    Kept { labels, text: for_people(text, classifier, subject.page) }
}

fn for_people(text: String, classifier: &dyn Classifier, page: &Page) -> String {
    // What is kept block by block has its line ends.
    if text.is_empty() || !classifier.needs_markup() {
        return text;
    }
    with_line_ends(&text, &source(page))
}

/// The text of a page, with [`LINE`] and [`WITHIN`] where tags stand; all white space is blanks.
fn source(page: &Page) -> String {
    let mut source = String::with_capacity(page.text.len() + page.events.len());
    for event in &page.events {
        match event {
            Event::Text(span) => {
                let text = &page.text[span.start as usize..span.end as usize];
                source.extend(text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }));
            }
            Event::Start(tag) | Event::End(tag) => source.extend(mark(*tag)),
        }
    }
    source
}

fn mark(tag: Tag) -> Option<char> {
    match TagInfo::new(tag).role {
        TagRole::Inline | TagRole::Anchor => None,
        TagRole::Image => Some(WITHIN),
        _ => Some(LINE),
    }
}

fn with_line_ends(text: &str, source: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 64);
    // Where the last common word ends, in the text and in the source.
    let mut text_end = 0;
    let mut source_end = 0;
    for (of_text, of_source) in common(text, source) {
        separate(&text[text_end..of_text.start], &source[source_end..of_source.start], &mut out);
        out.push_str(&text[of_text.clone()]);
        text_end = of_text.end;
        source_end = of_source.end;
    }
    separate(&text[text_end..], &source[source_end..], &mut out);
    if !text.ends_with(char::is_whitespace) {
        // Nothing follows that a line end would part from it.
        out.truncate(out.trim_end().len());
    }
    out
}

/// Writes what stands between two words of the text, with line ends for the tags that stand between
/// them in the source.
fn separate(between: &str, source: &str, out: &mut String) {
    if !source.contains([LINE, WITHIN]) {
        return out.push_str(between);
    }
    let letters: Vec<char> = between.chars().filter(|c| !c.is_whitespace()).collect();
    let places = places(&letters, source);
    let mut rest = between;
    for at in 0..=letters.len() {
        let letter = rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
        let space = &rest[..letter];
        let tags = TagsBetween::between(
            source,
            at.checked_sub(1).map(|before| &places[before]),
            places.get(at),
        );
        // The text begins with a word.
        let is_line_end = !out.is_empty()
            && (space.is_empty() && tags.any || tags.lines && !space.contains(LINE));
        out.push_str(if is_line_end { "\n" } else { space });
        let width = rest[letter..].chars().next().map_or(0, char::len_utf8);
        out.push_str(&rest[letter..letter + width]);
        rest = &rest[letter + width..];
    }
}

/// Where each letter is in the source, as far as that is certain: letters that begin it, and
/// letters that end it.
fn places(letters: &[char], source: &str) -> Vec<Option<Range<usize>>> {
    let in_source = source.char_indices().filter(|(_, c)| !c.is_whitespace());
    let first = common_beginning(letters.iter(), in_source.clone());
    let last = common_beginning(letters.iter().rev(), in_source.rev());
    let [before, after] = match split(letters.len(), &first, &last, source) {
        Some(split) => [split, letters.len() - split],
        None if first.len() + last.len() < letters.len() => [first.len(), last.len()],
        None => [0, 0],
    };
    let unknown = letters.len() - before - after;
    let known = first.into_iter().take(before).map(Some).chain(std::iter::repeat_n(None, unknown));
    known.chain(last.into_iter().take(after).rev().map(Some)).collect()
}

/// Returns the places in a source of the letters that both have, up to the first that differs.
fn common_beginning<'a>(
    letters: impl Iterator<Item = &'a char>,
    source: impl Iterator<Item = (usize, char)>,
) -> Vec<Range<usize>> {
    let both = letters.zip(source);
    both.take_while(|(letter, (_, c))| **letter == *c)
        .map(|(_, (at, c))| at..at + c.len_utf8())
        .collect()
}

/// How many of the letters belong to those that begin the source, if the others are those that end
/// it: where both meet, tags should stand.
fn split(
    letters: usize,
    first: &[Range<usize>],
    last: &[Range<usize>],
    source: &str,
) -> Option<usize> {
    let mut best = None;
    for split in letters.saturating_sub(last.len())..=first.len() {
        let start = split.checked_sub(1).map_or(0, |before| first[before].end);
        let after = (letters - split).checked_sub(1);
        let end = after.map_or(source.len(), |after| last[after].start);
        if start > end {
            continue;
        }
        let tags = TagsBetween::parse(&source[start..end]);
        let found = (tags.lines, tags.any);
        // The last of equals.
        if best.is_none_or(|(most, _)| found >= most) {
            best = Some((found, split));
        }
    }
    best.map(|(_, split)| split)
}

/// The tags between two places of the source.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct TagsBetween {
    any: bool,
    /// Whether one block ends at the first place and another begins at the second.
    lines: bool,
}

impl TagsBetween {
    /// The tags between two letters; none stands for the word around the letters, `Some(None)` for
    /// an unknown place.
    fn between(
        source: &str,
        before: Option<&Option<Range<usize>>>,
        after: Option<&Option<Range<usize>>>,
    ) -> Self {
        let start = before.map_or(Some(0), |place| place.as_ref().map(|place| place.end));
        let end = after.map_or(Some(source.len()), |place| place.as_ref().map(|place| place.start));
        start
            .zip(end)
            .map_or_else(Self::default, |(start, end)| Self::parse(&source[start..end.max(start)]))
    }

    fn parse(between: &str) -> Self {
        let text = |c: char| !c.is_whitespace();
        let start = &between[..between.find(text).unwrap_or(between.len())];
        let end = &between[between.rfind(text).unwrap_or(0)..];
        Self {
            any: between.contains([LINE, WITHIN]),
            lines: start.contains(LINE) && end.contains(LINE),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The text that is printed if a method keeps `text` of a page.
    fn printed(html: &str, text: &str) -> String {
        with_line_ends(text, &source(&crate::html::parse_str(html)))
    }

    #[test]
    fn glued_blocks_are_parted() {
        let page =
            "<p>At 10:00:00Z</p><p>The brave word3722.</p><ul><li>The<li>lighthouse</ul>of<br>old";
        assert_eq!(
            printed(page, "At 10:00:00ZThe brave word3722.Thelighthouseofold\n"),
            "At 10:00:00Z\nThe brave word3722.\nThe\nlighthouse\nof\nold\n"
        );
        // Also where blocks between them are left out.
        assert_eq!(printed(page, "At 10:00:00Zlighthouse"), "At 10:00:00Z\nlighthouse");
        assert_eq!(printed(page, "The brave word3722.of old\n"), "The brave word3722.\nof\nold\n");
    }

    #[test]
    fn a_blank_between_blocks_is_a_line_end_and_one_in_a_block_stays() {
        let page = "<h1>On <b>ice</b></h1> <p>We walk, <a href=x>far</a>.</p>\n<p>So</p>";
        assert_eq!(printed(page, "On ice We walk, far. So\n"), "On ice\nWe walk, far.\nSo\n");
        assert_eq!(printed(page, "On ice\n\nWe walk, far.\nSo"), "On ice\n\nWe walk, far.\nSo");
        assert_eq!(printed("<p>H<sub>2</sub>O and<img>snow", "H2O andsnow"), "H2O and\nsnow");
        assert_eq!(printed("<p>ice and <img> snow", "ice and snow"), "ice and snow");
    }

    #[test]
    fn a_line_that_begins_like_another_is_not_parted() {
        for (page, text) in [
            ("<h1>雪が降る、冬の海</h1><p>雪が降った。海は青い。</p>", "雪が降った。海は青い。"),
            ("<h1>The white ice</h1><p>The white whale.</p>", "The white whale."),
        ] {
            assert_eq!(printed(page, text), text);
        }
        let page = "<p>On ice</p><ul><li>On</li><li>snow</li></ul>";
        assert_eq!(printed(page, "On snow"), "On\nsnow");
    }

    #[test]
    fn what_the_page_does_not_have_stays() {
        for text in ["", "\n", " ", "another text.\n", " and\n\nmore ", "&amp;x"] {
            assert_eq!(printed("<p>a<p>b", text), text);
            assert_eq!(printed("", text), text);
        }
    }

    fn letters(text: &str) -> String {
        text.chars().filter(|c| !c.is_whitespace()).collect()
    }

    proptest! {
        #[test]
        fn only_white_space_changes(
            html in "(<p>|<br>|<b>|<img>|[a-c.]{1,3}| |é){0,30}",
            text in "([a-c.]{1,3}| |\n|é){0,20}",
        ) {
            let found = printed(&html, &text);
            prop_assert_eq!(letters(&found), letters(&text));
            prop_assert!(found.split_whitespace().count() >= text.split_whitespace().count());
        }

        #[test]
        fn a_page_without_its_white_space_has_a_line_for_each_block(
            marks in prop::collection::vec("[.!]{0,2}", 1..12),
        ) {
            let blocks: Vec<String> =
                ('a'..).zip(marks).map(|(word, marks)| format!("{word}{word}{marks}")).collect();
            let html: String = blocks.iter().map(|block| format!("<p>{block}</p>")).collect();
            prop_assert_eq!(printed(&html, &blocks.concat()), blocks.join("\n"));
        }
    }
}
