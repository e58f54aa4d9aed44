//! Formats what tuning found as one self-contained HTML page: the verdict, the rule, how sure it
//! is, curves, and pages of the collection with what counts of them.

use super::figure::panel;
use super::finding::{best_of_judged, sure, verdict, worth_of_judged};
use super::samples::sample;
use super::tables;
use crate::layout::{Section, page, paragraphs, settings};
use crate::markup::escape;
use crate::table::html::Sheet;
use crate::words::{counted, fixed, measure_name};
use tamis_search::tune::{JudgedChoice, Tuned};

/// The style of what this page alone has.
const CSS: &str = include_str!("tune.css");

/// Returns the page. `flags` are the weights as [`files`](super::files) takes them.
pub fn html(tuned: &Tuned, flags: &[String]) -> String {
    let judged = tuned.judged.as_ref().map(judged_topics).unwrap_or_default();
    let of_pages = format!("What counts of {}", counted(tuned.samples.len() as u64, "page"));
    let title = format!("A rule for {}", counted(tuned.pages, "page"));
    let sections = [
        Section::open("values", "What was found", found(tuned)),
        Section::open("rule", "The rule", rule(tuned, flags)),
        Section::open("curves", "Other rules", curves(tuned)),
        Section::open("pages", of_pages, pages(tuned)),
        Section::folded("sure", "How sure it is", how_sure(tuned)),
        Section::folded("judged", "What the judged topics say", judged),
    ];
    page(&title, &lead(tuned), &[verdict(tuned).join(" ")], CSS, &sections)
}

fn lead(tuned: &Tuned) -> String {
    let topics = match tuned.topics {
        1 => "1 of them is a pseudo-topic".to_owned(),
        topics => format!("{topics} of them are pseudo-topics"),
    };
    format!(
        "Titles of {} can be queries whose page is known, and {topics}. The text of the pages, \
         without titles, was searched by them under {}.",
        counted(tuned.usable as u64, "page"),
        counted(tuned.settings.len() as u64, "setting")
    )
}

fn found(tuned: &Tuned) -> String {
    let caption = format!(
        "reciprocal rank: the mean of 1 divided by the rank of the page that a title belongs to \
         ({}).",
        measure_name(tuned.measure)
    );
    let warnings = tuned
        .warnings
        .iter()
        .map(|warning| format!("<p class=\"warning\"><b>Warning:</b> {}</p>\n", escape(warning)));
    warnings.collect::<String>() + &Sheet::whole("measured", &caption).html(&tables::values(tuned))
}

fn rule(tuned: &Tuned, flags: &[String]) -> String {
    let weights = tuned.weights.iter().map(|one| {
        let [weight, because] = [&one.weight, &one.because].map(|text| escape(text));
        format!("<tr><th scope=\"row\">{weight}</th><td>{because}</td></tr>\n")
    });
    format!(
        "<p>The first weight whose rule holds for a block says how often its words count; all \
         other blocks count once. To paste:</p>\n<pre><code>{}</code></pre>\n\
         <table class=\"words rule\">\n{}</table>\n",
        escape(&flags.join(" \\\n")),
        weights.collect::<String>()
    )
}

fn how_sure(tuned: &Tuned) -> String {
    let alone = match tuned.judged {
        Some(_) => "<p>Of the choice by the pseudo-topics alone:</p>\n",
        None => "",
    };
    let page = format!("{alone}{}", settings(sure(tuned)));
    if tuned.nearest.is_empty() {
        return page;
    }
    let nearest = tuned.nearest.iter().filter_map(|&number| tuned.settings.get(number));
    let nearest = nearest.map(|setting| (fixed(setting.value), setting.weights.join("; ")));
    page + "<p>The nearest of the settings like it:</p>\n" + &settings(nearest)
}

fn judged_topics(judged: &JudgedChoice) -> String {
    let best = paragraphs(&[best_of_judged(judged)]);
    let Some(worth) = worth_of_judged(judged) else { return best };
    let caption = format!(
        "What so many judged topics are worth: {} on the other topics, over random draws, if the \
         drawn topics alone choose, if the pseudo-topics alone do, and if both do.",
        measure_name(&judged.measure)
    );
    best + &Sheet::whole("draws", &caption).html(&tables::curve(judged)) + &paragraphs(&[worth])
}

fn curves(tuned: &Tuned) -> String {
    if tuned.curves.is_empty() {
        return String::new();
    }
    let others = if tuned.judged.is_some() { "as the pseudo-topics chose" } else { "as chosen" };
    let favoured = match tuned.settings.iter().any(|setting| setting.cost > 0.0) {
        true => {
            "<p>Titles favour some rules on every collection, so a higher point is chosen only if \
             it is enough above the sieve.</p>\n"
        }
        false => "",
    };
    let panels = tuned.curves.iter().map(|curve| panel(tuned, curve));
    let panels = panels.map(|panel| format!("<figure>\n{panel}</figure>\n"));
    format!(
        "<p>{} over the rules of each kind, with the rules of the other kinds {others}. A ring \
         marks the choice; the dashed line is the sieve, and a band the 95 % confidence of the \
         difference from it, at one weight.</p>\n{favoured}<div class=\"panels\">\n{}</div>\n",
        escape(&measure_name(tuned.measure)),
        panels.collect::<String>()
    )
}

fn pages(tuned: &Tuned) -> String {
    if tuned.samples.is_empty() {
        return String::new();
    }
    let text = "<p>The text of pages of the index, of a long block its start. Grey text counts \
                less: the number before it says how often.</p>\n";
    text.to_owned() + &tuned.samples.iter().map(sample).collect::<String>()
}
