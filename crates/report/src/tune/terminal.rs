//! What tuning found, as text for a terminal.

use super::{finding, tables};
use crate::words::{counted, grouped, shortened};
use std::fmt::Write;
use tamis_place::Escaped;
use tamis_search::tune::{JudgedChoice, SampleBlock, SamplePage, TriedSetting, Tuned};

/// The characters of a sample's text that a line shows.
const SHOWN: usize = 60;

/// Returns the result as text. `flags` are the weights as a command takes them, in their order, and
/// `command` is one to paste them into.
pub fn summary(tuned: &Tuned, flags: &[String], command: &str) -> String {
    let mut text = String::new();
    let pages = counted(tuned.pages, "page");
    let usable = grouped(tuned.usable as u64);
    let topics = grouped(tuned.topics as u64);
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{pages}; {usable} titles can be queries, and {topics} of them are pseudo-topics.\n"
    );
    text += &tables::values(tuned).text();
    sure(&mut text, tuned);
    if let Some(judged) = &tuned.judged {
        judged_topics(&mut text, judged);
    }
    let _ = writeln!(text, "\nThe rule:");
    for (flag, weight) in flags.iter().zip(&tuned.weights) {
        let _ = writeln!(text, "  {flag}\n      {}", weight.because);
    }
    let _ = writeln!(text, "\nTo paste:\n  {command} {}", flags.join(" "));
    let _ = writeln!(text, "\nPages: tokens of the body, and what they count under the rule");
    for page in &tuned.samples {
        sample(&mut text, page);
    }
    for warning in &tuned.warnings {
        let _ = writeln!(text, "\nwarning: {warning}");
    }
    text
}

fn sure(text: &mut String, tuned: &Tuned) {
    text.push('\n');
    if tuned.is_sieve {
        let [stays, _] = finding::verdict(tuned);
        let _ = writeln!(text, "{stays}");
    }
    if tuned.judged.is_some() {
        text.push_str("Of the choice by the titles alone:\n");
    }
    for (name, number) in finding::sure(tuned) {
        let _ = writeln!(text, "{name}: {number}.");
    }
    let best = tuned.settings.iter().max_by(|a, b| a.value.total_cmp(&b.value));
    if let Some(TriedSetting { value, weights, .. }) = best.filter(|best| best.value > tuned.chosen)
    {
        let _ = writeln!(
            text,
            "Highest of all: {value:.4}  {}\n  It is not enough higher: titles favour such rules \
             on every collection, so each kind must gain its own.",
            weights.join("; ")
        );
    }
    if !tuned.nearest.is_empty() {
        text.push_str("The nearest of these, with how much better than the sieve each must be:\n");
    }
    for &number in &tuned.nearest {
        let TriedSetting { value, cost, weights } = &tuned.settings[number];
        let _ = writeln!(text, "  {value:.4} ({cost:.2})  {}", weights.join("; "));
    }
}

fn judged_topics(text: &mut String, judged: &JudgedChoice) {
    let _ = writeln!(text, "\n{}", finding::best_of_judged(judged));
    if let Some(worth) = finding::worth_of_judged(judged) {
        let _ = writeln!(text, "\n{}{worth}", tables::curve(judged).text());
    }
}

fn sample(text: &mut String, page: &SamplePage) {
    let SamplePage { docno, title, tokens, kept, .. } = page;
    let _ = writeln!(text, "{}  {} -> {kept:.0}  {}", start(docno), grouped(*tokens), start(title));
    let heaviest = page.blocks.iter().filter(|block| block.weight >= 1.0);
    if let Some(block) = heaviest.max_by_key(|block| block.tokens) {
        line(text, block);
    }
    let lost = |block: &&SampleBlock| {
        ((1.0 - block.weight) * f64::from(block.tokens) * 100.0).round() as i64
    };
    let lightest = page.blocks.iter().filter(|block| block.weight < 1.0);
    if let Some(block) = lightest.max_by_key(lost) {
        line(text, block);
    }
}

fn line(text: &mut String, block: &SampleBlock) {
    let _ = writeln!(text, "  {:>5.2} x {:>5}  {}", block.weight, block.tokens, start(&block.text));
}

/// Returns the start of a text of somebody else, on one line.
fn start(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    shortened(&Escaped(words.join(" ")).to_string(), SHOWN)
}
