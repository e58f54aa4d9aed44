//! `tamis search --explain`: prints the analyzed query and the score of a page term by term, as a
//! table or JSON.

use super::table::table;
use tamis_index::corpus::Corpus;
use tamis_index::error::{Error, Result};
use tamis_place::Escaped;
use tamis_search::result::Explained;
use tamis_search::typed::conditions::typed;

/// Returns the rank of a page in the order of docnos.
///
/// # Errors
/// [`Error::Index`] if the index does not have the page or a page filter excludes it.
pub(super) fn document(corpus: &Corpus, docno: &str) -> Result<u32> {
    if let Some(document) = corpus.order()?.rank(docno)? {
        return Ok(document);
    }
    let mut indexes = corpus.indexes.iter();
    let holds =
        indexes.find_map(|index| index.contains(docno).map(|has| has.then_some(index)).transpose());
    let holds = holds.transpose()?;
    let index = holds.unwrap_or(&corpus.indexes[0]);
    let message = if holds.is_some() {
        format!("page '{docno}' is excluded by a page filter (--docnos, --from, ...)")
    } else {
        format!("no page '{docno}'; docnos are case-sensitive and whole")
    };
    Err(Error::index(&index.path, message))
}

/// Returns the table of an explanation, with its query and its view above.
pub(super) fn shown(explained: &Explained) -> String {
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
