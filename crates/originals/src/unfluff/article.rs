//! Turns the winning element into the article (unfluff's `postCleanup` and `formatter`): adds
//! paragraphs from before it, removes children that are not paragraphs, and returns the rest as
//! text.

use super::clean::{replace_by_text, unwrap};
use super::js::{is_as_long, trim};
use super::parse::fragment;
use super::score::{FEW_STOP_WORDS, is_mostly_links, score};
use super::stopwords::Counter;
use super::tree::{CheerioData, CheerioId, CheerioName, CheerioTree, NONE};
use super::write;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// The share of the mean number of stop words in the winner's paragraphs that a paragraph of a
/// sibling must exceed.
const SIBLING_SHARE: f64 = 0.3;
/// Stands for the mean number of stop words if the winner has no paragraph with text.
const NO_MEAN: f64 = 100_000.0;
/// A child of the winner is removed below this share of its score.
const CHILD_SHARE: f64 = 0.08;
/// Minimum length of a paragraph in UTF-16 units.
const MIN_LENGTH: usize = 25;

/// Returns the paragraphs of the article.
pub(super) fn paragraphs(
    tree: &mut CheerioTree,
    top: CheerioId,
    words: &mut Counter,
) -> Vec<String> {
    // The original does this for the article's links and again for its text, so siblings come
    // twice.
    for _ in 0..2 {
        add_siblings(tree, top, words);
        remove_others(tree, top);
    }
    for id in tree
        .find(top, |tree, id, _| tree.node(id).attributes.as_ref().is_some_and(|a| a.scored_before))
    {
        tree.remove(id);
    }
    for id in tree.find(top, |_, _, name| name == CheerioName::A) {
        unwrap(tree, id);
    }
    for id in tree.find(top, |_, _, name| name == CheerioName::BR) {
        let lines = fragment(tree, "\n\n");
        tree.replace(id, lines);
    }
    for id in tree.find(top, |_, _, name| {
        matches!(
            name,
            CheerioName::B
                | CheerioName::STRONG
                | CheerioName::I
                | CheerioName::BR
                | CheerioName::SUP
        )
    }) {
        replace_by_text(tree, id);
    }
    remove_short(tree, top, words);
    lines(tree, top)
}

/// Adds paragraphs of the siblings before the winner to it.
fn add_siblings(tree: &mut CheerioTree, top: CheerioId, words: &mut Counter) {
    let threshold = mean_stop_words(tree, top, words) * SIBLING_SHARE;
    let mut sibling = tree.node(top).prev;
    while sibling != NONE {
        for markup in paragraphs_of(tree, sibling, threshold, words) {
            let paragraph = fragment(tree, &markup);
            tree.prepend(top, paragraph);
        }
        sibling = tree.node(sibling).prev;
    }
}

/// Returns the mean number of stop words in the winner's paragraphs.
fn mean_stop_words(tree: &CheerioTree, top: CheerioId, words: &mut Counter) -> f64 {
    let mut number = 0;
    let mut sum = 0;
    for id in tree.find(top, |_, _, name| name == CheerioName::P) {
        let count = words.count(&tree.text_of(id));
        if count > FEW_STOP_WORDS && !is_mostly_links(tree, id) {
            number += 1;
            sum += count;
        }
    }
    if number == 0 { NO_MEAN } else { f64::from(sum as u32) / f64::from(number) }
}

/// Returns a sibling as markup: any paragraph, or else the texts of the good paragraphs in it.
fn paragraphs_of(
    tree: &CheerioTree,
    sibling: CheerioId,
    threshold: f64,
    words: &mut Counter,
) -> Vec<String> {
    if tree.name(sibling).is_none() {
        return Vec::new();
    }
    if tree.is(sibling, CheerioName::P) && !tree.text_of(sibling).is_empty() {
        let mut markup = "<p>".to_owned();
        write::outer(tree, sibling, &mut markup);
        markup.push_str("</p>");
        return vec![markup];
    }
    let mut paragraphs = Vec::new();
    for id in tree.find(sibling, |_, _, name| name == CheerioName::P) {
        let text = tree.text_of(id);
        let has_stop_words = words.count(&text) as f64 > threshold;
        if !text.is_empty() && has_stop_words && !is_mostly_links(tree, id) {
            paragraphs.push(format!("<p>{text}</p>"));
        }
    }
    paragraphs
}

/// Removes the winner's children that are neither P nor A if they are full of links, have no
/// paragraph of 25 characters, or less than 8 % of its score.
fn remove_others(tree: &mut CheerioTree, top: CheerioId) {
    let children: Vec<CheerioId> = tree.children(top).collect();
    let threshold = score(tree, top) * CHILD_SHARE;
    for id in children {
        let Some(name) = tree.name(id) else { continue };
        if matches!(name, CheerioName::P | CheerioName::A) {
            continue;
        }
        let is_list = matches!(name, CheerioName::TD | CheerioName::UL | CheerioName::OL);
        if is_mostly_links(tree, id)
            || (!keeps_paragraphs(tree, id) && !is_list)
            || (score(tree, id) < threshold && !is_list && name != CheerioName::BLOCKQUOTE)
        {
            tree.remove(id);
        }
    }
}

/// Removes paragraphs of less than 25 characters. Returns whether others are left.
fn keeps_paragraphs(tree: &mut CheerioTree, id: CheerioId) -> bool {
    for paragraph in tree.find(id, |_, _, name| name == CheerioName::P) {
        if !is_as_long(&tree.text_of(paragraph), MIN_LENGTH) {
            tree.remove(paragraph);
        }
    }
    tree.holds(id, &[CheerioName::P])
}

/// Removes elements that have less than three stop words or are in parentheses.
fn remove_short(tree: &mut CheerioTree, top: CheerioId, words: &Counter) {
    let mut text = String::new();
    for id in tree.find(top, |_, _, _| true) {
        if !tree.is_inside(id, top) {
            continue;
        }
        text.clear();
        tree.text_into(id, &mut text);
        let short = !words.reach(&text, FEW_STOP_WORDS + 1)
            && !tree.holds(id, &[CheerioName::OBJECT, CheerioName::EMBED]);
        let trimmed = trim(&text);
        if short || (trimmed.starts_with('(') && trimmed.ends_with(')')) {
            tree.remove(id);
        }
    }
}

/// Returns the remaining lines that contain a letter or a number.
fn lines(tree: &CheerioTree, top: CheerioId) -> Vec<String> {
    let mut lines = Vec::new();
    let mut hanging = String::new();
    for id in tree.children(top) {
        match tree.node(id).data {
            CheerioData::Text(..) => tree.text_into(id, &mut hanging),
            CheerioData::Element(CheerioName::UL) => {
                for item in tree.find(id, |_, _, name| name == CheerioName::LI) {
                    hanging.push_str("\n * ");
                    tree.text_into(item, &mut hanging);
                }
                hanging.push('\n');
            }
            _ => {
                add_lines(&hanging, &mut lines);
                hanging.clear();
                add_lines(&parted(trim(&tree.text_of(id))), &mut lines);
            }
        }
    }
    add_lines(&hanging, &mut lines);
    lines
}

fn add_lines(text: &str, lines: &mut Vec<String>) {
    let kept = text.split('\n').map(trim).filter(|line| line.chars().any(is_letter_or_number));
    lines.extend(kept.map(str::to_owned));
}

/// Whether a character is a letter or a number of the Basic Multilingual Plane; XRegExp knows no
/// others.
fn is_letter_or_number(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || (!c.is_ascii()
            && c <= '\u{FFFF}'
            && matches!(
                c.general_category_group(),
                GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number
            ))
}

/// Inserts a space between the first full stop after a word and a capital letter that follows
/// directly.
fn parted(text: &str) -> String {
    let bytes = text.as_bytes();
    for at in 1..bytes.len().saturating_sub(1) {
        let is_after_word = bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'_';
        if bytes[at] == b'.' && is_after_word && bytes[at + 1].is_ascii_uppercase() {
            return format!("{} {}", &text[..=at], &text[at + 1..]);
        }
    }
    text.to_owned()
}
