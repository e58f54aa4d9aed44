//! Warnings of `tamis eval`.

use crate::cli::console::Verbosity;
use crate::cli::message::message;
use crate::cli::pages::PageArgs;
use tamis::job::PageLists;
use tamis_eval::statistics::Margin;
use tamis_eval::trec::docnos;
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;
use tamis_report::words::{counted, grouped};
use tamis_search::request::Request;
use tamis_search::rule::weights::WeightRule;
use tamis_search::{Predicate, TitleRule, Weights};

/// Warns of what no block can meet in a request.
///
/// # Errors
/// As [`Request::rule`].
pub fn warn_of_request(corpus: &Corpus, request: &Request, talk: Verbosity) -> Result<()> {
    let manifest = &corpus.indexes[0].manifest;
    let request = request.with_named_rule(manifest)?;
    let permits = request.permits(manifest)?;
    if request.title.is_contradiction(permits.clone()) {
        warn_of_contradiction(&permits, request.title, talk);
    }
    warn_of_weights(&request.weights(manifest)?, talk);
    Ok(())
}

/// Warns if the tuned rule, which the request asks for, was chosen on other pages.
///
/// # Errors
/// [`tamis_index::Error::Index`] for indexes with different tuned rules.
pub fn warn_of_tuned_rule(corpus: &Corpus, request: &Request, talk: Verbosity) -> Result<()> {
    request.check_tuned(corpus)?;
    if let Some(warning) = request.outdated_rule(corpus) {
        talk.say(format!("warning: {}", message(&warning)));
    }
    Ok(())
}

/// Warns of a rule that no block can meet.
pub fn warn_of_contradiction(rule: &Predicate, title: TitleRule, talk: Verbosity) {
    let left = match title {
        TitleRule::Keep => "only titles are left (--title drop leaves them out)",
        TitleRule::Drop | TitleRule::Block => "nothing is left",
    };
    talk.say(format!("warning: no block can meet {}: {left}", in_short(rule)));
}

/// Warns of rules of weights that no block can meet.
pub fn warn_of_weights(weights: &Weights, talk: Verbosity) {
    for WeightRule { rule, .. } in
        weights.rules().iter().filter(|weighed| weighed.rule.is_contradiction())
    {
        talk.say(format!(
            "warning: no block can meet {}: this rule of --weight weighs nothing",
            in_short(rule)
        ));
    }
}

/// Returns a rule as text, its beginning if it is long.
fn in_short(rule: &Predicate) -> String {
    /// In characters.
    const LONGEST: usize = 200;
    let text = rule.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// Warns of a margin that is not smaller than the mean of a baseline: nothing can be shown to be
/// lower than that.
pub fn warn_of_margin(margin: Margin, measures: &[String], means: &[f64], talk: Verbosity) {
    let Margin::Absolute(difference) = margin else { return };
    for (measure, mean) in measures.iter().zip(means) {
        if difference >= mean.abs() {
            talk.say(format!(
                "warning: --margin {margin} is no less than the mean of {measure}, {mean:.4}: \
                 losing everything is within it; per cent are written --margin {margin}%"
            ));
        }
    }
}

/// Returns the finding about lines of qrels that say the same as earlier ones.
pub fn of_repeats(repeated: u64) -> Option<String> {
    let lines = counted(repeated, "line");
    let say = if repeated == 1 { "says" } else { "say" };
    (repeated > 0)
        .then(|| format!("{lines} of the qrels {say} the same as an earlier one; read once"))
}

/// Asks for these pages, removes the others from a corpus, and reports how many pass.
///
/// # Errors
/// Errors of the lists, a usage error for an invalid date or language, and errors of reading
/// the index.
pub fn apply(
    args: &PageArgs,
    corpus: &mut Corpus,
    request: &mut Request,
    talk: Verbosity,
) -> Result<()> {
    let mut is_scored = false;
    args.apply_to(request)?;
    let lists: PageLists = args.lists();
    let look = |docno: &str| -> Result<()> {
        for index in &corpus.indexes {
            is_scored = is_scored || index.contains(docno)?;
        }
        Ok(())
    };
    for path in &lists.not_docnos {
        request.pages.not_docnos.extend(docnos::read(path)?);
    }
    if let Some(path) = &lists.spam_scores {
        let below = docnos::below_percentile(path, lists.min_percentile, look)?;
        request.pages.not_docnos.extend(below);
    }
    if let Some(path) = &lists.docnos {
        request.pages.docnos.get_or_insert_default().extend(docnos::read(path)?);
    }
    if let Some(scores) = lists.spam_scores.as_ref().filter(|_| !is_scored) {
        let scores = scores.display();
        talk.say(format!(
            "warning: the index has no docno of --spam-scores {scores}: is it of another \
             collection?"
        ));
    }
    if request.pages.is_empty() {
        return Ok(());
    }
    let filtered = corpus.filter(&request.pages.filter()?)?;
    let verb = if filtered.pages == 1 { "passes" } else { "pass" };
    talk.say(format!(
        "{} of {} {verb} the filters",
        grouped(filtered.left),
        counted(filtered.pages, "page")
    ));
    if filtered.captures > 0 {
        talk.say(format!(
            "left out: {} of URLs with a better one",
            counted(filtered.captures, "capture")
        ));
    }
    if filtered.unknown > 0 {
        talk.say(format!(
            "warning: the index lacks {} of --docnos",
            counted(filtered.unknown, "docno")
        ));
    }
    if filtered.undated > 0 {
        talk.say(format!(
            "warning: left out: {} without a date that can be read",
            counted(filtered.undated, "page")
        ));
    }
    if filtered.unpublished > 0 {
        talk.say(format!(
            "left out: {} that {} not say when {} published",
            counted(filtered.unpublished, "page"),
            if filtered.unpublished == 1 { "does" } else { "do" },
            if filtered.unpublished == 1 { "it was" } else { "they were" },
        ));
    }
    Ok(())
}
