//! The tuned rule of an index, as the program shows it.

use tamis::TunedRule;
use tamis::words::counted;

/// On which pages a rule was chosen, and what happened to them.
pub fn chosen_on(rule: &TunedRule) -> String {
    let TunedRule { pages, changed, program, relabelled, .. } = rule;
    let pages = counted(*pages, "page");
    let changed = match changed {
        0 => "none was added or deleted since".to_owned(),
        1 => "1 was added or deleted since".to_owned(),
        many => format!("{} were added or deleted since", tamis::words::grouped(*many)),
    };
    let labels = match relabelled.join(", ") {
        none if none.is_empty() => none,
        labels => format!("; labels that were replaced since: {labels}"),
    };
    format!("chosen on {pages} by tamis {program}; {changed}{labels}")
}
