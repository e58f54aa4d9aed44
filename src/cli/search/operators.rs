//! What a typed query says that a search cannot do, in the words of the command line.

use crate::cli::console::Verbosity;
use tamis_search::typed::{Analyzed, Occur, Operator, Part, Typed};

/// Warns of the operators of a query that are not supported, once each, and of the conditions that
/// ask for nothing. `topic` says whose query it is, if it was not typed.
pub(super) fn warn(typed: &Typed, analyzed: &Analyzed, topic: Option<&str>, talk: Verbosity) {
    let of_topic = topic.map_or(String::new(), |id| format!("topic {id}: "));
    let mut seen = Vec::new();
    for found in &typed.unsupported {
        if !seen.contains(&found.operator) {
            seen.push(found.operator);
            let instead =
                if let Operator::Field(field) = found.operator { instead(field) } else { "" };
            talk.say(format!("warning: {of_topic}{}{instead}", found.explanation()));
        }
    }
    for part in &analyzed.empty {
        talk.say(format!(
            "warning: {of_topic}{} is ignored: it has only stop words",
            typed_again(part)
        ));
    }
}

/// A part as it was typed.
fn typed_again(part: &Part) -> String {
    let sign = match part.occur {
        Occur::Should => "",
        Occur::Must => "+",
        Occur::MustNot => "-",
    };
    if part.is_phrase { format!("{sign}\"{}\"", part.text) } else { format!("{sign}{}", part.text) }
}

/// The flag for what a field would do.
fn instead(field: &str) -> &'static str {
    match field {
        "title" | "intitle" | "allintitle" | "kind" => {
            "; --weight 'kind = title: 3' makes titles count more"
        }
        "text" | "intext" | "body" | "content" => "; --title drop searches the text without titles",
        "url" | "inurl" | "site" | "host" | "domain" => {
            "; --url-prefix chooses pages by their URLs"
        }
        "docno" => "; --docnos chooses pages by their names",
        "date" => "; --from and --to choose pages by their dates",
        "lang" | "language" => "; --page-language chooses pages by their language",
        "label" => "; --label chooses the blocks with a label",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use tamis_search::typed::FIELDS;

    #[test]
    fn every_flag_that_a_warning_names_is_one_of_the_search() {
        let cli = crate::cli::Cli::command();
        let search = cli.find_subcommand("search").unwrap();
        for field in FIELDS {
            for flag in instead(field).split(' ').filter_map(|word| word.strip_prefix("--")) {
                assert!(
                    search.get_arguments().any(|argument| argument.get_long() == Some(flag)),
                    "{flag}"
                );
            }
        }
    }
}
