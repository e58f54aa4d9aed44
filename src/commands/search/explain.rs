//! `tamis search --explain`: prints the analyzed query and the score of a page term by term, as a
//! table or JSON.

use super::table::table;
use crate::terminal::console::{print_json, to_stdout};
use std::io::Write;
use tamis::{Escaped, Explained, Result, typed_tokens as typed};

/// Prints explanations.
pub(super) fn print(all: &[Explained], json: bool, out: &mut dyn Write) -> Result<()> {
    for explained in all {
        match json {
            true => print_json(explained, out)?,
            false => out.write_all(shown(explained).as_bytes()).map_err(to_stdout)?,
        }
    }
    Ok(())
}

/// Returns the table of an explanation, with its query and its view above.
fn shown(explained: &Explained) -> String {
    let head = head(explained);
    let table = || table(explained.headings(), explained.rows());
    let Some(page) = &explained.page else {
        return if explained.terms.is_empty() {
            format!("{head}no term: only stop words\n\n")
        } else {
            format!("{head}{}\n", table())
        };
    };
    let unmet = page.unmet.iter().map(|unmet| format!("not a result: {}\n", Escaped(unmet)));
    let unmet: String = unmet.collect();
    match &page.why {
        Some(why) => format!("{head}{}\n{unmet}\n", Escaped(why)),
        None => {
            let docno = Escaped(&page.docno);
            let length = &page.length;
            let table = table();
            format!("{head}{docno}, {length} permitted tokens\n{table}{unmet}\n")
        }
    }
}

/// Returns the lines above a table: the query and the view.
fn head(explained: &Explained) -> String {
    let Explained { topic, text, model, rule, pages, tokens, required, excluded, .. } = explained;
    let topic = topic.as_ref().map_or(String::new(), |id| format!("{}: ", Escaped(id)));
    let rule = if rule.is_empty() { String::new() } else { format!(", {rule}") };
    let conditions = [("required", required), ("excluded", excluded)];
    let condition_lines = conditions
        .into_iter()
        .filter(|(_, sequences)| !sequences.is_empty())
        .map(|(name, sequences)| {
            let sequences: Vec<String> =
                sequences.iter().map(|tokens| Escaped(typed(tokens)).to_string()).collect();
            format!("{name}: {}\n", sequences.join(", "))
        });
    let condition_lines: String = condition_lines.collect();
    format!(
        "{topic}{}\n{model}{rule}; {pages} pages, {tokens} tokens\n{condition_lines}",
        Escaped(text)
    )
}
