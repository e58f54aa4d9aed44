//! Formats the numbers, names and findings of a sweep, for its tables, figures and pages, and
//! command lines.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use tamis_eval::statistics::{NoSpread, WinTieLoss, win_tie_loss};
use tamis_index::index::scores;
use tamis_search::experiment::parameter::Value;
use tamis_search::experiment::results::{Point, Sweep};
use tamis_search::request::parameter;
use tamis_search::sweep::WeightAxis;

/// Says which blocks the unfiltered text has, by how titles are treated.
pub(crate) fn unfiltered_blocks(title: &str) -> &'static str {
    if title == "drop" { "every block but the title" } else { "every block" }
}

/// Returns an argument as a shell takes it.
pub fn quoted(arg: &str) -> String {
    let plain =
        arg.chars().all(|c| c.is_alphanumeric() || "-_./=,:+@%".contains(c)) && !arg.is_empty();
    if plain { arg.to_owned() } else { format!("'{}'", arg.replace('\'', r"'\''")) }
}

/// The day of a date as archives write it, `2006-02-17T08:00:00Z` or `20060217080000`; dates of
/// another form as they are.
pub fn day(date: &str) -> Cow<'_, str> {
    let is_written =
        |text: &str, others: &str| text.chars().all(|c| c.is_ascii_digit() || others.contains(c));
    match date.split_once('T') {
        None if date.len() == 14 && is_written(date, "") => {
            format!("{}-{}-{}", &date[..4], &date[4..6], &date[6..8]).into()
        }
        Some((day, _)) if day.len() == 10 && is_written(day, "-") => day.into(),
        _ => date.into(),
    }
}

/// Formats a value with so many decimals as C does, which rounds the value to the last bit. But a
/// value that is half-way on paper is taken as that: 330 / 960 is .34375, and its sum over topics
/// is a little less.
pub fn decimals(value: f64, count: usize) -> String {
    let unit = 10f64.powi(count as i32);
    let half_way = ((value.abs() * unit).floor() + 0.5).copysign(value) / unit;
    let is_near = (value - half_way).abs() <= NOISE * value.abs().max(1.0);
    format!("{:.count$}", if is_near { half_way } else { value })
}

/// What rounding may leave of a value on the scale of measures.
const NOISE: f64 = 1e-12;

/// Formats a value with four decimals, as trec_eval prints it; never `-0.0000`.
pub fn fixed(value: f64) -> String {
    let text = decimals(value, 4);
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|b| b == b'0' || b == b'.') => rest.to_owned(),
        _ => text,
    }
}

/// Formats a difference with its sign.
pub fn signed(value: f64) -> String {
    let text = fixed(value);
    if text.starts_with('-') || text == fixed(0.0) { text } else { format!("+{text}") }
}

/// Formats a p-value as a number: four decimals, or two digits and an exponent below 0.0001, so
/// that it never reads 0; `-` if there is none.
pub fn p_value(p: Option<f64>) -> String {
    match p {
        None => "-".to_owned(),
        Some(p) if p == 0.0 || p >= 0.0001 => fixed(p),
        Some(p) => format!("{p:.1e}"),
    }
}

/// Formats the p-value of a test that needs spread for a cell.
pub fn tested(p: Result<f64, NoSpread>) -> String {
    p.map_or_else(|why| without_spread(Some(why)), |p| p_value(Some(p)))
}

/// What a cell has in place of a number that needs spread: `no spread` if all topics differ by the
/// same amount, else `-`.
pub fn without_spread(why: Option<NoSpread>) -> String {
    if why == Some(NoSpread::SameDifference) { "no spread" } else { "-" }.to_owned()
}

/// Formats a p-value as a phrase for prose and labels.
pub fn p_phrase(p: Result<f64, NoSpread>) -> String {
    match p {
        Err(why) => why.to_string(),
        Ok(p) if p < 0.0001 => "p < 0.0001".to_owned(),
        Ok(p) => format!("p = {}", fixed(p)),
    }
}

/// Returns a text, or its start if it has more characters.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).collect::<String>() + "…"
}

/// Formats a count with a comma at every third digit.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (left, digit) in (0..digits.len()).rev().zip(digits.chars()) {
        text.push(digit);
        text.extend((left > 0 && left % 3 == 0).then_some(','));
    }
    text
}

/// Formats a number of bytes in the unit that fits.
pub fn bytes(bytes: u64) -> String {
    let mut size = bytes as f64;
    let mut units = ["bytes", "kB", "MB", "GB", "TB"].into_iter();
    let mut unit = units.next().unwrap_or_default();
    while size >= 1000.0
        && let Some(larger) = units.next()
    {
        (size, unit) = (size / 1000.0, larger);
    }
    let decimals = usize::from(unit != "bytes" && size < 100.0);
    format!("{size:.decimals$} {unit}")
}

/// Formats a count with its noun: `1 topic`, `2 topics`.
pub fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" })
}

pub fn topics(topics: &[String]) -> String {
    counted(topics.len() as u64, "topic")
}

/// Returns the mean of a point in a measure with its p-value.
pub(crate) fn value_and_p(point: &Point, measure: usize) -> String {
    format!("{}, {}", fixed(point.means[measure]), p_phrase(point.p(measure)))
}

/// Returns the usual written name of a measure: `P@10` for trec_eval's `P_10`, `NDCG@10` for
/// `ndcg_cut_10`, `MAP` for `map`. Returns other names unchanged.
pub fn measure_name(trec_eval: &str) -> String {
    let cuts = [
        ("ndcg_cut_", "NDCG@"),
        ("P_", "P@"),
        ("recall_", "R@"),
        ("F1_", "F1@"),
        ("success_", "Success@"),
        ("map_cut_", "AP@"),
    ];
    let cut = cuts.iter().find_map(|(prefix, name)| {
        let k = trec_eval.strip_prefix(prefix)?;
        k.bytes().all(|b| b.is_ascii_digit()).then(|| format!("{name}{k}"))
    });
    let whole = match trec_eval {
        "map" => "MAP",
        "ndcg" => "NDCG",
        "recip_rank" => "MRR",
        other => other,
    };
    cut.unwrap_or_else(|| whole.to_owned())
}

/// Returns the title of a parameter's axis: its meaning and its name.
pub fn axis_title(name: &str) -> String {
    let score = bound(name).and_then(|(bound, of)| {
        Some(format!("{bound}imum score of a block by {}", of.strip_prefix(scores::PREFIX)?))
    });
    let weight = WeightAxis::rule_of_name(name).map(|rule| format!("Weight of {rule}"));
    match weight.or(score).or_else(|| meaning(name)) {
        Some(meaning) => format!("{meaning} ({name})"),
        None => name.to_owned(),
    }
}

/// Splits the name of a bound, such as `min_words`, into its kind, `Min` or `Max`, and the rest.
fn bound(name: &str) -> Option<(&'static str, &str)> {
    let of = |kind: &'static str, prefix| Some((kind, name.strip_prefix(prefix)?));
    of("Min", "min_").or(of("Max", "max_"))
}

/// What a parameter means, if the list of parameters says it.
fn meaning(name: &str) -> Option<String> {
    let title = parameter(name)?.title;
    (!title.is_empty()).then(|| title.to_owned())
}

/// Returns the name of a parameter in words, for axes and labels of figures: `minimum words` for
/// `min_words`.
pub fn axis_words(name: &str) -> String {
    if let Some(rule) = WeightAxis::rule_of_name(name) {
        return format!("weight of {rule}");
    }
    let Some((bound, rest)) = bound(name) else { return name.replace('_', " ") };
    let bound = format!("{}imum", bound.to_ascii_lowercase());
    match rest.strip_prefix(scores::PREFIX) {
        Some(score) => format!("{bound} score by {score}"),
        None => format!("{bound} {}", rest.replace('_', " ")),
    }
}

/// Returns the meaning of a parameter, for the axis of a figure.
pub fn axis_meaning(name: &str) -> String {
    meaning(name).unwrap_or_else(|| axis_words(name))
}

/// Names measures for a title: `P@10 and NDCG@10`.
pub(crate) fn measures<'a>(measures: impl IntoIterator<Item = &'a String>) -> String {
    joined(&measures.into_iter().map(|name| measure_name(name)).collect::<Vec<_>>())
}

/// Names the axes of a sweep in words.
pub(crate) fn axes(sweep: &Sweep) -> String {
    joined(&sweep.axes.iter().map(|axis| axis_words(&axis.name)).collect::<Vec<_>>())
}

/// Joins names for a title: `P@10 and NDCG@10`.
pub fn joined(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Returns the axes on which a point has a value, by their names, with these values.
fn placed<'a>(sweep: &'a Sweep, point: &'a Point) -> impl Iterator<Item = (&'a str, &'a Value)> {
    let values = sweep.axes.iter().map(|axis| (axis.name.as_str(), point.value(axis)));
    values.filter(|(_, value)| !value.is_absent())
}

/// Formats the parameters of a point: `min_words 11`, `min_words 11, max_link_density 0.33`.
pub fn at(sweep: &Sweep, point: &Point) -> String {
    let pairs = placed(sweep, point).map(|(name, value)| format!("{name} {value}"));
    pairs.collect::<Vec<_>>().join(", ")
}

/// Formats the parameters of a point in words, for figures: `minimum words 11`.
pub fn at_words(sweep: &Sweep, point: &Point) -> String {
    let pairs = placed(sweep, point).map(|(name, value)| format!("{} {value}", axis_words(name)));
    pairs.collect::<Vec<_>>().join(", ")
}

/// Formats the values of a point without their names.
pub fn at_values(sweep: &Sweep, point: &Point) -> String {
    let values = placed(sweep, point).map(|(_, value)| value.to_string());
    values.collect::<Vec<_>>().join(", ")
}

/// Formats a share in per cent: whole ones, with a decimal below 10 and from 99. Never all for less
/// than all.
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if share < 1.0 && percent >= 99.0 {
        return format!("{:.1} %", (percent * 10.0).floor() / 10.0);
    }
    let decimals = usize::from(percent > 0.0 && percent < 10.0);
    format!("{percent:.decimals$} %")
}

/// Returns the best point of a measure, if the sweep has points.
pub fn best(sweep: &Sweep, measure: usize) -> Option<&Point> {
    sweep.best.get(measure).and_then(|&i| sweep.points.get(i))
}

/// Returns whether no point is better than the unfiltered text in a measure.
pub fn nothing_gained(sweep: &Sweep, measure: usize) -> bool {
    best(sweep, measure).is_some_and(|point| point.means[measure] <= sweep.baseline.means[measure])
}

/// Names the weights of blocks, if there are any.
pub fn weighed(weights: &[String]) -> Option<String> {
    let names = weights.join("; ");
    (!weights.is_empty()).then(|| format!("weights {names}; the unfiltered text has no weights"))
}

/// Names the unfiltered text, with its ranking if rankings are swept.
pub fn unfiltered(sweep: &Sweep) -> String {
    match sweep.baseline_model.as_str() {
        "" => "the unfiltered text".to_owned(),
        model => format!("the unfiltered text by {model}"),
    }
}

/// Describes the outcome of a sweep in a measure, in two sentences.
pub fn finding(sweep: &Sweep, measure: usize) -> String {
    let name = measure_name(&sweep.measures[measure]);
    let base = sweep.baseline.means[measure];
    let topics = topics(&sweep.topics);
    let opening = format!("On {} {name} is {} over {topics}.", unfiltered(sweep), fixed(base));
    let Some(point) = best(sweep, measure) else { return opening };
    let value = point.means[measure];
    let points = counted(sweep.points.len() as u64, "point");
    if nothing_gained(sweep, measure) {
        let best = fixed(value);
        return format!("{opening} None of {points} is better; the best value is {best}.");
    }
    let per_topic = (&point.per_topic[measure], &sweep.baseline.per_topic[measure]);
    let WinTieLoss { win, tie, loss } = win_tie_loss(per_topic.0, per_topic.1);
    format!(
        "{opening} The best of {points} is {} at {}: a difference of {}, {} (paired t-test, \
         two-sided), better on {win} topics, worse on {loss}, equal on {tie}.",
        fixed(value),
        at(sweep, point),
        signed(value - base),
        p_phrase(point.p(measure)),
    )
}

/// Formats a number of random draws with their seed.
pub fn drawn(draws: u64, seed: u64) -> String {
    format!("{} draws, seed {seed}", grouped(draws))
}

/// Describes the test of whether any point is better; `None` if it was not run.
pub fn any_better(sweep: &Sweep, measure: usize) -> Option<String> {
    let found = sweep.choices.get(measure)?.any_better.as_ref()?;
    let name = measure_name(&sweep.measures[measure]);
    let points = counted(sweep.points.len() as u64, "point");
    let p = p_phrase(Ok(found.p));
    let ways = match found.seed {
        None => format!("all {} permutations", grouped(found.ways)),
        Some(seed) => drawn(found.ways - 1, seed),
    };
    Some(format!(
        "Is any of {points} better than the unfiltered text in {name}? {p} (one-sided, permutation \
         test over all of them, {ways})."
    ))
}

/// Describes the cross-validated choice; `None` if it was not run.
pub fn held_out(sweep: &Sweep, measure: usize) -> Option<String> {
    let found = sweep.choices.get(measure)?.held_out.as_ref()?;
    let mut folds = BTreeMap::new();
    for fold in &found.folds {
        *folds.entry(fold.chosen).or_insert(0) += 1;
    }
    let mut chosen: Vec<(usize, usize)> = folds.into_iter().collect();
    chosen.sort_by_key(|(_, folds)| Reverse(*folds));
    let chosen = chosen
        .into_iter()
        .map(|(point, folds)| format!("{} in {folds}", at(sweep, &sweep.points[point])));
    Some(format!(
        "With cross-validation, {} is {}: {} against the unfiltered text, {}; the best point on \
         all topics has {}. Chosen in {} folds: {}.",
        measure_name(&sweep.measures[measure]),
        fixed(found.mean),
        signed(found.mean - sweep.baseline.means[measure]),
        p_phrase(found.p()),
        fixed(best(sweep, measure).map_or(f64::NAN, |point| point.means[measure])),
        found.folds.len(),
        chosen.collect::<Vec<_>>().join("; "),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_shown_as_its_day() {
        assert_eq!(day("2006-02-17T08:00:00Z"), "2006-02-17");
        assert_eq!(day("20060217080000"), "2006-02-17");
        assert_eq!(day("Thu, 17 Feb 2006"), "Thu, 17 Feb 2006");
        assert_eq!(day(""), "");
    }

    #[test]
    fn numbers_never_read_as_negative_or_impossible_zero() {
        assert_eq!(fixed(-0.00001), "0.0000");
        assert_eq!(fixed(-0.25), "-0.2500");
        assert_eq!(signed(0.25), "+0.2500");
        assert_eq!(signed(0.00001), "0.0000");
        assert_eq!(p_value(Some(0.00001234)), "1.2e-5");
        assert_eq!(p_phrase(Ok(0.00001234)), "p < 0.0001");
        assert_eq!(p_phrase(Ok(0.0312)), "p = 0.0312");
        let no_spread = Err(NoSpread::SameDifference);
        assert_eq!(p_phrase(no_spread), "the same difference on every topic has no spread");
        assert_eq!((tested(no_spread), tested(Ok(0.5))), ("no spread".into(), "0.5000".into()));
        assert_eq!(p_value(None), "-");
    }

    #[test]
    fn a_value_that_is_half_way_on_paper_is_rounded_alike_however_it_was_computed() {
        let exact: f64 = 330.0 / 960.0;
        let sum = [[0.3; 78].as_slice(), &[0.5; 18], &[0.6]].concat().iter().sum::<f64>() / 96.0;
        assert!(sum != exact && (sum - exact).abs() < 1e-15, "{sum}");
        assert_eq!(
            [exact, sum, exact - 1e-15, -sum].map(fixed),
            ["0.3438", "0.3438", "0.3438", "-0.3438"]
        );
        // Half-way in decimals is above or below as a double, and C prints that.
        assert_eq!([1.0 / 160.0, 1.0 / 160.0 - 1e-16].map(fixed), ["0.0063", "0.0063"]);
        assert_eq!(
            (fixed(exact - 1e-6), fixed(0.34375 + 1e-6)),
            ("0.3437".into(), "0.3438".into())
        );
        assert_eq!((decimals(0.125, 2), decimals(f64::NAN, 2)), ("0.12".into(), "NaN".into()));
        assert_eq!((decimals(0.1 + 0.025, 2), fixed(12.5)), ("0.12".into(), "12.5000".into()));
    }

    #[test]
    fn less_than_all_text_never_reads_as_all() {
        let seen = [0.0, 0.0432, 0.1249, 0.95, 0.9949, 0.99996, 1.0, 1.3].map(percent);
        let expected = ["0 %", "4.3 %", "12 %", "95 %", "99.4 %", "99.9 %", "100 %", "130 %"];
        assert_eq!(seen, expected);
    }

    #[test]
    fn counts_are_grouped_by_thousands() {
        let seen: Vec<_> = [0, 999, 1000, 1234567].map(grouped).into();
        assert_eq!(seen, ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn measures_go_by_their_written_names() {
        let seen: Vec<_> = ["P_10", "ndcg_cut_10", "map", "Rprec", "P_x"].map(measure_name).into();
        assert_eq!(seen, ["P@10", "NDCG@10", "MAP", "Rprec", "P_x"]);
    }

    #[test]
    fn bytes_have_a_unit_that_fits() {
        for (number, text) in
            [(0, "0 bytes"), (999, "999 bytes"), (1_234, "1.2 kB"), (123_456_789, "123 MB")]
        {
            assert_eq!(bytes(number), text);
        }
        assert_eq!(bytes(u64::MAX), "18446744 TB");
    }
}
