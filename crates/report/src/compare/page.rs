//! Formats a comparison as one self-contained HTML page: the verdict, the figure, all rows, the
//! differences by topic, how to reproduce them, and folded away what explains them.

use super::figure::{best, by_topics, setting};
use super::finding::{best_of_labels, finding, labels, named_rules, ranked, thresholds, verdict};
use super::marks::chosen;
use super::tables::sheet;
use crate::layout::{
    Section, TopicTable, figures, findings, of_unfiltered, of_unjudged, or_none, page, paragraphs,
    parts, reproduce, settings,
};
use crate::words::{counted, measure_name, measures};
use tamis_eval::runs::Changed;
use tamis_eval::statistics::ALPHA;
use tamis_search::experiment::results::{ComparedView, LabelComparison, RowKind};
use tamis_search::request::TUNED;

/// The number of rows up to which the figure shows at once.
const LONG: usize = 25;
/// The number of rows that it shows of more.
const SHORT: usize = 15;
/// The labels after the best one whose topics the page shows.
const FOLLOWING: usize = 4;

pub fn html(comparison: &LabelComparison) -> String {
    let measures = 0..comparison.measures.len();
    let mut shown = measures.map(|measure| super::figure(comparison, measure));
    let mut first = figures(shown.next());
    // A figure of so many rows is as long as all the rest of the page.
    let mut all = String::new();
    let mut title_of_figure = "Figure".to_owned();
    if comparison.rows.len() > LONG && !comparison.measures.is_empty() {
        all = std::mem::replace(&mut first, figures([best(comparison, SHORT)]));
        title_of_figure = format!("Figure of the best {SHORT} rows");
    }
    let title_of_all = format!("Figure of all {}", counted(comparison.rows.len() as u64, "row"));
    let findings = findings(comparison.measures.len(), |measure| finding(comparison, measure));
    let of_best = comparison
        .best_label(0)
        .map(|row| by_topic(comparison, row, "by-topic", &comparison.changed));
    let sections = [
        Section::open("figure", title_of_figure, first),
        Section::open("rows", "Labels, rules and thresholds", sheet(comparison)),
        Section::open("topics", "Topics", of_best.unwrap_or_default()),
        Section::open("reproduce", "Reproduce", reproduction(comparison)),
        Section::folded("all-figure", title_of_all, all),
        Section::folded("other-topics", "Topics of the next labels", others_by_topic(comparison)),
        Section::folded("more-figures", "Figures of other measures", figures(shown)),
        Section::folded("findings", "Findings by measure", findings),
        Section::folded("method", "How to read it", reading(comparison)),
        Section::folded("settings", "Settings", configuration(comparison)),
    ];
    page(&title(comparison), &setting(comparison), &verdict(comparison), "", &sections)
}

/// Returns the differences by topic of the labels that follow the best one.
fn others_by_topic(comparison: &LabelComparison) -> String {
    let best = comparison.best_label(0).map(|row| &row.name);
    let labels = ranked(comparison, 0).into_iter().filter(|row| row.kind == RowKind::Label);
    let others = labels.filter(|row| Some(&row.name) != best).take(FOLLOWING);
    parts((2..).zip(others).map(|(place, row)| {
        let id = format!("by-topic-{place}");
        (row.name.clone(), by_topic(comparison, row, &id, &[]))
    }))
}

/// Returns the differences of a row by topic as a figure and a table.
fn by_topic(
    comparison: &LabelComparison,
    row: &ComparedView,
    id: &str,
    changed: &[Changed],
) -> String {
    let own = vec![("label".to_owned(), row.name.clone())];
    let table = TopicTable {
        id,
        values: by_topics(comparison, row, id, 0),
        names: ["unfiltered", &row.name],
        queries: &comparison.queries,
        changed,
        shown_by: comparison.site.as_ref().map(|site| (site, own)),
        measure: &measure_name(&comparison.measures[0]),
    };
    table.html()
}

fn reproduction(comparison: &LabelComparison) -> String {
    let files = ["compare.tsv", "per_topic.tsv", "compare.json", "report.tex"];
    let name = comparison.best_label(0).map(|best| best.name.clone());
    let own = name.clone().map(|name| [("label".to_owned(), name)]);
    let shown = comparison.site.as_ref().zip(name).zip(own.as_ref());
    reproduce(&comparison.command, &files, shown.map(|((site, name), own)| (site, name, &own[..])))
}

/// Returns what a comparison shows: its measures, and how many labels.
pub(super) fn title(comparison: &LabelComparison) -> String {
    let labels = counted(labels(comparison).count() as u64, "label");
    format!("{} under {labels}", measures(comparison.measures.iter().take(2)))
}

/// Returns the explanation of the numbers and figures, and their limits.
fn reading(comparison: &LabelComparison) -> String {
    let views = "One index, one view of it per label: only the blocks that a label marks as \
                 content are searched, with the lengths, document frequencies and scores of an \
                 index of these blocks alone.";
    let baseline = of_unfiltered(&comparison.title, "row", "in a row");
    let tests = format!(
        "p is the p-value of the two-sided paired t-test against the unfiltered text. The more \
         rows are tested, the more differ by chance: Holm's correction over all {} bounds the \
         probability of any false positive in a measure. Significant means p < {ALPHA} after the \
         correction. There is no correction across measures.",
        counted(comparison.rows.len().saturating_sub(1) as u64, "row")
    );
    let best = thresholds(comparison)
        .map(|row| format!("{} is {}.", row.name, chosen(comparison, row)))
        .collect::<Vec<_>>()
        .join(" ");
    let of_labels = best_of_labels(comparison).map_or(String::new(), |text| format!(" {text}."));
    let threshold =
        format!("{best} The p-values of these rows ignore that others were tried.{of_labels}");
    let kept = "kept is the share of the text that a row searches: its permitted tokens by those \
                of the unfiltered text.";
    let judged = of_unjudged("row");
    let named = named_rules(comparison).map(about_named_rule).collect::<Vec<_>>().join(" ");
    let texts = [views, &baseline, &tests, &threshold, &named, &judged, kept];
    paragraphs(&texts.map(str::to_owned))
}

/// Returns what is to be known of a named rule.
fn about_named_rule(row: &ComparedView) -> String {
    let chosen = match row.name.as_str() {
        TUNED => {
            "It was chosen for the pages of the index. If these topics helped to choose it, its \
             value is optimistic."
        }
        _ => "It was not chosen on these topics.",
    };
    format!("{}: weights of its own say how often the text of a block counts. {chosen}", row.name)
}

fn configuration(comparison: &LabelComparison) -> String {
    settings([
        ("Index", comparison.index.clone()),
        ("Topics", format!("{} ({})", comparison.topics_file, comparison.topics.len())),
        ("Judgements", comparison.qrels_file.clone()),
        ("Model", comparison.model.clone()),
        ("Analyzer", comparison.analyzer.clone()),
        ("Page titles", comparison.title.clone()),
        ("Filter", or_none(comparison.filter.clone())),
        ("Weights", or_none(comparison.weights.join("; "))),
        ("Results scored per topic", comparison.hits.to_string()),
        ("Program", format!("tamis {}", comparison.version)),
    ])
}
