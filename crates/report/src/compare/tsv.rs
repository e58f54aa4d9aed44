//! Formats a comparison as two tables: one row per view, and one row per view, topic and measure.

use crate::tsv::{COUNTS, counts, equivalence_cells, equivalence_names, push_row};
use crate::words::{fixed, p_value, tested};
use tamis_search::experiment::results::LabelComparison;

/// `compare.tsv`: a header line, then the unfiltered text, the best threshold of each axis, the
/// named rules and the labels: name, the measures' means, `judged_10`, `topics`, `empty_topics`,
/// `pages`, `tokens`, `kept`, `chosen_from` (the number of thresholds of which this one is the best on these topics;
/// `-` for other rows), `p_MEASURE` and `holm_MEASURE` for every measure (`-` if all differences
/// are 0), the tests of equivalence as in `sweep.tsv`, and two of their p-values after Holm's
/// correction: `holm_noninferior_MEASURE` and `holm_equivalent_MEASURE`.
pub fn rows(comparison: &LabelComparison) -> String {
    let mut table = String::new();
    let mut header = vec!["view".to_owned()];
    header.extend(comparison.measures.iter().cloned());
    header.extend(COUNTS.into_iter().chain(["chosen_from"]).map(str::to_owned));
    header.extend(comparison.measures.iter().map(|m| format!("p_{m}")));
    header.extend(comparison.measures.iter().map(|m| format!("holm_{m}")));
    header.extend(equivalence_names(&comparison.measures));
    for kind in ["noninferior", "equivalent"] {
        header.extend(comparison.measures.iter().map(|m| format!("holm_{kind}_{m}")));
    }
    push_row(&mut table, &header);
    for row in &comparison.rows {
        let point = &row.point;
        let mut cells = vec![row.name.clone()];
        cells.extend(point.means.iter().map(|&mean| fixed(mean)));
        cells.extend(counts(point, comparison.topics.len()));
        cells.push(if row.chosen_from == 0 { "-".to_owned() } else { row.chosen_from.to_string() });
        let measures = 0..comparison.measures.len();
        cells.extend(measures.clone().map(|measure| tested(point.p(measure))));
        cells.extend(measures.map(|measure| tested(row.holm_p(measure))));
        cells.extend(equivalence_cells(point));
        for corrected in [&row.holm_noninferior, &row.holm_equivalent] {
            let of_measures = (0..comparison.measures.len()).map(|m| corrected.get(m));
            cells.extend(of_measures.map(|p| p_value(p.copied().flatten())));
        }
        push_row(&mut table, &cells);
    }
    table
}

/// `per_topic.tsv`: a header line, then `view`, `topic`, `measure` and `value`.
pub fn per_topic(comparison: &LabelComparison) -> String {
    let mut table = String::new();
    push_row(&mut table, &["view", "topic", "measure", "value"].map(str::to_owned));
    for row in &comparison.rows {
        for (t, topic) in comparison.topics.iter().enumerate() {
            for (m, measure) in comparison.measures.iter().enumerate() {
                let value = fixed(row.point.per_topic[m][t]);
                push_row(&mut table, &[row.name.clone(), topic.clone(), measure.clone(), value]);
            }
        }
    }
    table
}
