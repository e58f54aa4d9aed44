//! `tamis search --explain`: the analyzed query and the score of a page term by term, as a table.

use crate::terminal::columns::table;
use crate::terminal::styles::Terminal;
use tamis::{Escaped, Explained, typed_tokens as typed};

/// Returns the table of an explanation, with its query and its view above.
pub(super) fn shown(explained: &Explained) -> String {
    let head = head(explained);
    let headings = explained.headings().iter().map(|name| (*name).to_owned()).collect();
    let mut rows = [vec![headings], explained.rows()].concat();
    for cell in rows.iter_mut().flatten() {
        *cell = Escaped(&*cell).to_string();
    }
    let terminal = Terminal::of_stdout();
    // Terms, and the blocks that they stand in.
    let table = table(&rows, &[0, 6], |indent| terminal.room(indent));
    let Some(page) = &explained.page else {
        return if explained.terms.is_empty() {
            format!("{head}no term: only stop words\n\n")
        } else {
            format!("{head}{table}\n")
        };
    };
    let unmet = page.unmet.iter().map(|unmet| format!("not a result: {}\n", Escaped(unmet)));
    let unmet: String = unmet.collect();
    match &page.why {
        Some(why) => format!("{head}{}\n{unmet}\n", Escaped(why)),
        None => {
            let docno = Escaped(&page.docno);
            let length = &page.length;
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
    let text = Escaped(text);
    let mut head = format!("{topic}{text}\n{model}{rule}; {pages} pages, {tokens} tokens\n");
    for (name, sequences) in conditions.into_iter().filter(|(_, all)| !all.is_empty()) {
        let sequences: Vec<String> =
            sequences.iter().map(|tokens| Escaped(typed(tokens)).to_string()).collect();
        head += &format!("{name}: {}\n", sequences.join(", "));
    }
    head
}
