//! Which words of a text are which of its page.

use crate::block::{carry, differences};
use imara_diff::{InternedInput, Token};
use std::collections::HashSet;
use std::ops::Range;

/// Stands for tags that end a line.
pub const LINE: char = '\n';
/// Stands for an image or a field: it may be in a line, but separates words.
pub const WITHIN: char = '\r';
/// Bytes of a word that is looked at for glue.
const LONGEST: usize = 100;

/// Returns where the words are that a text and the source of its page have in common, in order.
pub fn common(text: &str, source: &str) -> Vec<(Range<usize>, Range<usize>)> {
    let of_source = words(source);
    let edges = Edges::new(&of_source, source);
    let of_text: Vec<Range<usize>> =
        words(text).into_iter().flat_map(|word| edges.parted(word, text)).collect();
    let mut input = InternedInput::<&str>::default();
    input.update_before(of_text.iter().map(|word| &text[word.clone()]));
    input.update_after(of_source.iter().map(|word| &source[word.clone()]));
    let (removed, added) = differences(&input);
    let kept = (0..removed.len()).filter(|&at| !removed[at]);
    let found = (0..added.len()).filter(|&at| !added[at]);
    let mut pairs: Vec<(usize, usize)> = kept.zip(found).collect();
    join(&mut pairs, &input.before, &input.after);
    pairs.iter().map(|&(text, source)| (of_text[text].clone(), of_source[source].clone())).collect()
}

/// Moves pairs of words together. Where words that follow each other in the text are apart in the
/// source, the first of them may be there twice: a headline begins like the article, and the end of
/// its words in the headline would part them from those that follow. `pairs` are places among the
/// words `text` and `source`.
fn join(pairs: &mut [(usize, usize)], text: &[Token], source: &[Token]) {
    // Pairs of a run follow each other in both. Everything from `end` on is done.
    let mut end = pairs.len();
    while end > 0 {
        let mut start = end - 1;
        while start > 0 && follows(pairs[start - 1], pairs[start]) {
            start -= 1;
        }
        let run = start..end;
        if let Some(&(next_text, next_source)) = pairs.get(end)
            && pairs[end - 1].0 + 1 == next_text
        {
            // What lies between gives way: the pairs before stay where they are.
            let there = next_source - run.len()..next_source;
            if source[there.clone()] == text[next_text - run.len()..next_text] {
                for (pair, at) in pairs[run].iter_mut().zip(there) {
                    pair.1 = at;
                }
            }
        }
        end = start;
    }
}

fn follows(first: (usize, usize), second: (usize, usize)) -> bool {
    first.0 + 1 == second.0 && first.1 + 1 == second.1
}

/// Returns where the words of a text are.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    for word in carry::words(text) {
        // Words are parts of their text.
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        places.push(start..start + word.len());
    }
    places
}

/// The words of a page, and those beside tags: only these can be glued.
#[derive(Default)]
struct Edges<'a> {
    all: HashSet<&'a str>,
    before_tags: HashSet<&'a str>,
    after_tags: HashSet<&'a str>,
}

impl<'a> Edges<'a> {
    fn new(words: &[Range<usize>], source: &'a str) -> Self {
        let mut edges = Self::default();
        let mut last = 0..0;
        for at in words {
            let word = &source[at.clone()];
            edges.all.insert(word);
            if source[last.end..at.start].contains([LINE, WITHIN]) {
                edges.before_tags.insert(&source[last]);
                edges.after_tags.insert(word);
            }
            last = at.clone();
        }
        edges
    }

    /// Parts a word that the page does not have into words that tags part in the page, if it
    /// consists of such.
    fn parted(&self, word: Range<usize>, text: &str) -> Vec<Range<usize>> {
        let glued = &text[word.clone()];
        if glued.len() > LONGEST || self.all.contains(glued) {
            return vec![word];
        }
        let begins = self.begins(glued);
        let mut ends = vec![glued.len()];
        while let Some(start) = ends.last().and_then(|end| begins[*end]).filter(|start| *start > 0)
        {
            ends.push(start);
        }
        ends.push(0);
        ends.windows(2).rev().map(|part| word.start + part[1]..word.start + part[0]).collect()
    }

    /// Returns, for each place in a glued word where a word of the page can end, where the longest
    /// such word begins.
    fn begins(&self, glued: &str) -> Vec<Option<usize>> {
        let places: Vec<usize> =
            (0..=glued.len()).filter(|at| glued.is_char_boundary(*at)).collect();
        let mut begins = vec![None; glued.len() + 1];
        for (number, &start) in places.iter().enumerate() {
            if start > 0 && begins[start].is_none() {
                continue;
            }
            for &end in &places[number + 1..] {
                let part = &glued[start..end];
                let is_after = start == 0 || self.after_tags.contains(part);
                let is_before = end == glued.len() || self.before_tags.contains(part);
                if is_after && is_before && self.all.contains(part) {
                    begins[end].get_or_insert(start);
                }
            }
        }
        begins
    }
}
