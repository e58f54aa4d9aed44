//! What tuning found, as text for a terminal.

use super::{finding, tables};
use crate::words::{counted, grouped, shortened};
use tamis_place::Escaped;
use tamis_search::tune::{SampleBlock, SamplePage, TriedSetting, Tuned};

/// The characters of a sample's text that a line shows.
const SHOWN: usize = 60;

/// Returns the result as text. `flags` are the weights as a command takes them, in their order, and
/// `command` is one to paste them into.
pub fn summary(tuned: &Tuned, flags: &[String], command: &str) -> String {
    let pages = counted(tuned.pages, "page");
    let usable = grouped(tuned.usable as u64);
    let topics = grouped(tuned.topics as u64);
    let mut text = format!(
        "{pages}; {usable} titles can be queries, and {topics} of them are pseudo-topics.\n\n"
    );
    text += &tables::values(tuned).text();
    sure(&mut text, tuned);
    if let Some(judged) = &tuned.judged {
        text += &format!("\n{}\n", finding::best_of_judged(judged));
        if let Some(worth) = finding::worth_of_judged(judged) {
            text += &format!("\n{}{worth}\n", tables::curve(judged).text());
        }
    }
    text += "\nThe rule:\n";
    for (flag, weight) in flags.iter().zip(&tuned.weights) {
        text += &format!("  {flag}\n      {}\n", weight.because);
    }
    text += &format!("\nTo paste:\n  {command} {}\n", flags.join(" "));
    text += "\nPages: tokens of the body, and what they count under the rule\n";
    text.extend(tuned.samples.iter().map(sample));
    text.extend(tuned.warnings.iter().map(|warning| format!("\nwarning: {warning}\n")));
    text
}

fn sure(text: &mut String, tuned: &Tuned) {
    text.push('\n');
    if tuned.is_sieve {
        let [stays, _] = finding::verdict(tuned);
        text.extend([&stays, "\n"]);
    }
    if tuned.judged.is_some() {
        text.push_str("Of the choice by the titles alone:\n");
    }
    text.extend(finding::sure(tuned).iter().map(|(name, number)| format!("{name}: {number}.\n")));
    let best = tuned.settings.iter().max_by(|a, b| a.value.total_cmp(&b.value));
    if let Some(TriedSetting { value, weights, .. }) = best.filter(|best| best.value > tuned.chosen)
    {
        let weights = weights.join("; ");
        *text += &format!(
            "Highest of all: {value:.4}  {weights}\n  It is not enough higher: titles favour such \
             rules on every collection, so each kind must gain its own.\n"
        );
    }
    if !tuned.nearest.is_empty() {
        text.push_str("The nearest of these, with how much better than the sieve each must be:\n");
    }
    for &number in &tuned.nearest {
        let TriedSetting { value, cost, weights } = &tuned.settings[number];
        *text += &format!("  {value:.4} ({cost:.2})  {}\n", weights.join("; "));
    }
}

/// Returns a page with the block that counts most, and the one that loses most.
fn sample(page: &SamplePage) -> String {
    let SamplePage { docno, title, tokens, kept, blocks, .. } = page;
    let tokens = grouped(*tokens);
    let lost = |block: &&SampleBlock| {
        ((1.0 - block.weight) * f64::from(block.tokens) * 100.0).round() as i64
    };
    let (heavy, light): (Vec<&SampleBlock>, Vec<&SampleBlock>) =
        blocks.iter().partition(|block| block.weight >= 1.0);
    let heaviest = heavy.into_iter().max_by_key(|block| block.tokens);
    let lightest = light.into_iter().max_by_key(lost);
    let lines = heaviest.into_iter().chain(lightest).map(|block| {
        let SampleBlock { weight, tokens, text } = block;
        format!("  {weight:>5.2} x {tokens:>5}  {}\n", start(text))
    });
    let head = format!("{}  {tokens} -> {kept:.0}  {}\n", start(docno), start(title));
    head + &lines.collect::<String>()
}

/// Returns the start of a text of somebody else, on one line.
fn start(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    shortened(&Escaped(words.join(" ")).to_string(), SHOWN)
}
