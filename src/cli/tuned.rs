//! The tuned rule of an index, as the program shows it.

use super::console::Verbosity;
use super::message::message;
use std::path::Path;
use tamis_index::index::{TunedParameter, TunedRule};
use tamis_report::words::{counted, quoted};

/// The flag that sets a parameter, with its value, as a shell reads it.
pub fn flag(parameter: &TunedParameter) -> String {
    let name = parameter.name.replace('_', "-");
    match parameter.name.strip_prefix("min_score.") {
        // A minimum score has no flag of its own.
        Some(score) => {
            format!("--where {}", quoted(&format!("score.{score} >= {}", parameter.value)))
        }
        None => format!("--{name} {}", quoted(&parameter.value)),
    }
}

/// On which pages a rule was chosen, and what happened to them.
pub fn chosen_on(rule: &TunedRule) -> String {
    let TunedRule { pages, changed, program, relabelled, .. } = rule;
    let pages = counted(*pages, "page");
    let changed = match changed {
        0 => "none was added or deleted since".to_owned(),
        1 => "1 was added or deleted since".to_owned(),
        many => format!("{} were added or deleted since", tamis_report::words::grouped(*many)),
    };
    let labels = match relabelled.join(", ") {
        none if none.is_empty() => none,
        labels => format!("; labels that were replaced since: {labels}"),
    };
    format!("chosen on {pages} by tamis {program}; {changed}{labels}")
}

/// Warns if too many pages of the index in `path` changed since its rule was chosen.
pub fn warn_if_outdated(path: &Path, rule: Option<&TunedRule>, talk: Verbosity) {
    if let Some(warning) = rule.and_then(|rule| rule.warning(path)) {
        talk.say(format!("warning: {}", message(&warning)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, value: &str) -> String {
        let because = String::new();
        flag(&TunedParameter { name: name.to_owned(), value: value.to_owned(), because })
    }

    #[test]
    fn a_parameter_is_a_flag_to_paste() {
        assert_eq!(of("weight", "kind = title: 3"), "--weight 'kind = title: 3'");
        assert_eq!(of("max_link_density", "0.5"), "--max-link-density 0.5");
        assert_eq!(of("weight_by", "score.tamis"), "--weight-by score.tamis");
        assert_eq!(of("min_score.tamis", "0.3"), "--where 'score.tamis >= 0.3'");
    }
}
