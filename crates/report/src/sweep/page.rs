//! Formats a sweep as one self-contained HTML page: the verdict, the figure, all points, the
//! differences by topic, how to reproduce them, and folded away what explains them. The page loads
//! nothing; it supports light, dark, narrow screens and print.

use super::tables::{self, base, best_points, checks, chosen_sheet, folds_sheet, view};
use super::verdict::verdict;
use crate::equivalence::{mark_of, method as of_equivalence};
use crate::figure;
use crate::layout::{
    Section, TopicTable, address_of, figures, findings, of_unfiltered, of_unjudged, or_none, page,
    paragraphs, parts, reproduce, settings,
};
use crate::table::html::Sheet;
use crate::words::{self, counted, grouped, measure_name};
use tamis_search::experiment::parameter::Value;
use tamis_search::experiment::results::Sweep;

/// The number of points that show at first.
const SHOWN: usize = 10;

pub fn html(sweep: &Sweep) -> String {
    let mut shown = figure::all(sweep).into_iter();
    let first = figures(shown.next());
    let of_measures = if sweep.alone.is_empty() { "Measures" } else { "Axes" };
    let others = (1..sweep.measures.len()).filter_map(|measure| figure::topics(sweep, measure));
    let sections = [
        Section::open("figure", "Figure", first),
        Section::open("measures", of_measures, chosen_sheet(sweep)),
        Section::open("points", "Points", points(sweep)),
        Section::open("topics", "Topics", topics(sweep)),
        Section::open("reproduce", "Reproduce", reproduction(sweep)),
        Section::folded("axes", "Each axis alone", each_axis(sweep)),
        Section::folded("more-figures", "Figures of other measures", figures(shown.chain(others))),
        Section::folded("choice", "Is the choice of the best point reliable?", choice(sweep)),
        Section::folded("method", "How to read it", method(sweep)),
        Section::folded("settings", "Settings", configuration(sweep)),
    ];
    page(&title(sweep), &figure::setting(sweep), &verdict(sweep), "", &sections)
}

/// Returns what a sweep shows: its measures and axes.
pub(super) fn title(sweep: &Sweep) -> String {
    let measures = words::measures(sweep.measures.iter().take(2));
    let each = if sweep.alone.is_empty() { "" } else { ", each alone" };
    format!("{measures} over {}{each}", words::axes(sweep))
}

/// Returns all points as a table, the best by the first measure first.
fn points(sweep: &Sweep) -> String {
    if sweep.points.is_empty() {
        return String::new();
    }
    let mut columns = tables::points(sweep, true, str::to_owned);
    // A column of zeros says nothing.
    if sweep.points.iter().all(|point| point.empty_topics == 0) {
        columns.0.retain(|column| column.head.keys != ["empty_topics"]);
    }
    let order = best_points(sweep, sweep.points.len());
    let rows = order.into_iter().map(|number| view(sweep, number));
    let table = columns.for_page([base(sweep)].into_iter().chain(rows));
    let mark =
        if table.is_marked('=') { format!(" {}.", mark_of(sweep.margin)) } else { String::new() };
    let caption = format!(
        "Means over {}. Shaded: the best of each measure on these topics; expect less on others.\
         {mark}",
        counted(sweep.topics.len() as u64, "topic")
    );
    let sorted = (!sweep.measures.is_empty()).then_some(sweep.axes.len());
    let sheet =
        Sheet { sorted, base: 1, shown: Some(SHOWN), ..Sheet::whole("all-points", &caption) };
    sheet.html(&table)
}

/// Returns a part of the page per axis that is taken alone: what was found, the curves, and the
/// differences by topic.
fn each_axis(sweep: &Sweep) -> String {
    let alone = sweep.each_alone();
    parts(alone.iter().zip(&sweep.alone).map(|(of_axis, named)| {
        let measures = 0..sweep.measures.len();
        let found = findings(sweep.measures.len(), |measure| {
            let checks = [words::any_better(of_axis, measure), words::held_out(of_axis, measure)];
            with_checks(of_axis, measure, checks.into_iter().flatten())
        });
        let topics = measures.filter_map(|measure| figure::topics(of_axis, measure));
        let figures = figures(figure::all(of_axis).into_iter().chain(topics));
        (words::axis_title(&named.axis), found + &figures)
    }))
}

/// Returns what was found in a measure, and these checks of it.
fn with_checks(sweep: &Sweep, measure: usize, checks: impl IntoIterator<Item = String>) -> String {
    let finding = [words::finding(sweep, measure)];
    finding.into_iter().chain(checks).collect::<Vec<_>>().join(" ")
}

/// Returns the differences of the best point by topic.
fn topics(sweep: &Sweep) -> String {
    let best = words::best(sweep, 0).zip(figure::best_by_topic(sweep, 0));
    let Some((point, values)) = best else { return String::new() };
    let table = TopicTable {
        id: "by-topic",
        values,
        names: ["unfiltered", &words::at_words(sweep, point)],
        queries: &sweep.queries,
        changed: &sweep.changed,
        shown_by: sweep.site.as_ref().zip(address_of(&point.parameters)),
        measure: &measure_name(&sweep.measures[0]),
    };
    table.html()
}

fn reproduction(sweep: &Sweep) -> String {
    let mut files = vec!["sweep.tsv", "per_topic.tsv", "sweep.json", "report.tex"];
    if tables::folds_tsv(sweep).is_some() {
        files.insert(2, "folds.tsv");
    }
    let best = words::best(sweep, 0);
    let own = best.and_then(|point| address_of(&point.parameters));
    let name = best.map(|point| words::at_words(sweep, point));
    let shown = sweep.site.as_ref().zip(name).zip(own.as_deref());
    reproduce(&sweep.command, &files, shown.map(|((site, name), own)| (site, name, own)))
}

/// Returns the findings in sentences, the checks of the choice of the best point, and the folds.
fn choice(sweep: &Sweep) -> String {
    let found = findings(sweep.measures.len(), |measure| {
        with_checks(sweep, measure, checks(sweep, measure))
    });
    found + &figures(figure::held_out_topics(sweep, 0)) + &folds_sheet(sweep)
}

/// How to read a heat map.
const HEAT: &str = "The colours of a heat map are differences from the unfiltered text: blue is \
                    better, orange worse. Grey is what lies within half of the median 95 % \
                    confidence interval, so noise has no colour; the strongest colour is four \
                    times that, or the largest difference. A filled corner marks points that are \
                    not above the unfiltered text.";
/// How to read one of more than two axes.
const CUT: &str = "The heat map shows the two longest axes of the sweep; the other axes are fixed \
                   at the best point, as its title says. The table has all points.";

/// Returns the explanation of the numbers and figures, and their limits.
fn method(sweep: &Sweep) -> String {
    let points = if sweep.baseline_model.is_empty() {
        "views of it"
    } else {
        "pairs of a view of it and a model"
    };
    let views = format!(
        "One index, {} {points}: each point searches only the permitted blocks, with the lengths, \
         document frequencies and scores of an index of these blocks alone.",
        grouped(sweep.points.len() as u64)
    );
    let baseline = format!(
        "{} p is the p-value of the two-sided paired t-test against the unfiltered text, - if no \
         topic differs, and no spread if all differ alike.",
        of_unfiltered(&sweep.title, "point", "at a point")
    );
    let best = "The best point was chosen by looking at these topics, so its value is optimistic, \
                and its p-value ignores the other points that were tried. Expect lower values on \
                other topics. Rely on a threshold that was chosen on other topics, or on a level \
                that is stable over a wide range.";
    let band = "The band around a curve is the 95 % confidence interval (Student's t) of the mean \
                difference from the unfiltered text. Where the dashed line is outside the band, \
                the point differs at p < 0.05 if it is the only one tested; with a hundred points, \
                some differ by chance.";
    let judged = format!(
        "{} Where the two differ much, small differences between points mean little.",
        of_unjudged("point")
    );
    let alone = "Each axis is swept alone, over the same topics and against the same unfiltered \
                 text. kept is the share of the unfiltered text's tokens that a point searches; at \
                 the same share, two axes leave out equally much.";
    let kept = "kept is the share of the unfiltered text's tokens that a point searches.";
    let is_alone = !sweep.alone.is_empty();
    let models = format!(
        "The unfiltered text is ranked by {} for all points, so that they share one baseline. A \
         difference is the combined gain of threshold and model.",
        sweep.baseline_model
    );
    let axes = if is_alone { 1 } else { sweep.axes.len() };
    let equivalence = of_equivalence(sweep);
    let texts = [
        (true, views.as_str()),
        (true, &baseline),
        (true, best),
        (axes == 1, band),
        (true, &judged),
        (true, if is_alone { alone } else { kept }),
        (true, &equivalence),
        (!sweep.baseline_model.is_empty(), &models),
        (axes >= 2, HEAT),
        (axes > 2, CUT),
    ];
    let shown = texts.into_iter().filter(|(is_so, _)| *is_so);
    paragraphs(&shown.map(|(_, text)| text.to_owned()).collect::<Vec<_>>())
}

fn configuration(sweep: &Sweep) -> String {
    let axes = sweep.axes.iter().map(|axis| {
        let values: Vec<String> = axis.values.iter().map(Value::to_string).collect();
        format!("{}: {}", axis.name, values.join(", "))
    });
    let held_out = sweep.choices.iter().find_map(|choice| choice.held_out.as_ref());
    let folds = held_out.map(|found| format!("{}, seed {}", found.folds.len(), found.seed));
    settings([
        ("Index", sweep.index.clone()),
        ("Topics", format!("{} ({})", sweep.topics_file, sweep.topics.len())),
        ("Judgements", sweep.qrels_file.clone()),
        ("Model", sweep.model.clone()),
        ("Analyzer", sweep.analyzer.clone()),
        ("Axes", axes.collect::<Vec<_>>().join("; ")),
        ("Filter", or_none(sweep.filter.clone())),
        ("Weights", or_none(sweep.weights.join("; "))),
        ("Page titles", sweep.title.clone()),
        ("Folds of topics", or_none(folds.unwrap_or_default())),
        ("Results scored per topic", sweep.hits.to_string()),
        ("Program", format!("tamis {}", sweep.version)),
    ])
}
