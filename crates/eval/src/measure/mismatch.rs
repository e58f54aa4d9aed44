//! Whether judgements belong to a run, or to the documents of a collection. If they do not, every
//! score is 0, and that is no result.

use super::judged::Relevance;
use super::ranking::is_looked_at;
use crate::trec::Run;
use crate::trec::ids::padded;
use std::collections::{HashMap, HashSet};

/// Endings of files, which some systems write as a part of docnos.
const ENDINGS: [&str; 8] = [".gz", ".zst", ".bz2", ".html", ".htm", ".txt", ".xml", ".json"];

/// Why judgements and a run do not belong together: what was found in the run, and what was
/// expected. None if they have a topic in common and the run retrieves a document for it that was
/// judged; grade -1 means that it was not. `qrels` is what messages call the judgements.
pub fn mismatch(relevance: Relevance, run: &Run, qrels: &str) -> Option<(String, String)> {
    let known = relevance.topics();
    let common: Vec<&str> =
        known.iter().copied().filter(|topic| run.topic(topic).is_some()).collect();
    if common.is_empty() {
        let found = format!(
            "no topic of {qrels} (the run's begin with {})",
            first(run.topics().map(|t| t.0))
        );
        let padded = padded(run.topics().map(|t| t.0), known.iter().copied());
        let hint = padded.map_or_else(String::new, |(id, other)| {
            format!(
                "; ids of topics differ in zeros alone: the run has {id}, the qrels have {other}"
            )
        });
        let begin = first(known.into_iter());
        let expected = format!("topics of the qrels, which begin with {begin}{hint}");
        return Some((found, expected));
    }
    let retrieved = |topic: &&str| run.topic(topic).unwrap_or_default().iter();
    let meets = |topic: &&str, counts: fn(Option<i32>) -> bool| {
        let listed = relevance.listed_of(topic).into_iter().filter(|(_, grade)| counts(*grade));
        let listed: HashSet<&str> = listed.map(|(docno, _)| docno).collect();
        retrieved(topic).any(|retrieved| listed.contains(retrieved.docno))
    };
    // Preferences have no grades.
    if common.iter().any(|topic| meets(topic, |grade| grade.is_none() || is_looked_at(grade))) {
        return None;
    }
    if common.iter().any(|topic| meets(topic, |_| true)) {
        let found = format!("no document judged in {qrels}: all that are listed have grade -1");
        let expected = "judged documents: grade -1 means that nobody looked; where it means not \
                        relevant, write 0";
        return Some((found, expected.to_owned()));
    }
    let listed = common.iter().flat_map(|topic| relevance.listed_of(topic));
    let docnos = common.iter().flat_map(retrieved).map(|retrieved| retrieved.docno);
    let found = format!("no document listed for its topic in {qrels}");
    Some((found, like_judged(docnos, listed.map(|(docno, _)| docno))))
}

fn first<'a>(ids: impl Iterator<Item = &'a str>) -> String {
    ids.take(3).collect::<Vec<_>>().join(", ")
}

/// Says what was expected of docnos of which none is judged, by the first one that is judged but
/// for its case, its folder or its ending.
pub fn like_judged<D: AsRef<str>, J: AsRef<str>>(
    docnos: impl IntoIterator<Item = D>,
    judged: impl IntoIterator<Item = J>,
) -> String {
    let mut by_name = HashMap::new();
    let mut example = String::new();
    for docno in judged {
        let docno = docno.as_ref();
        by_name.entry(plain(docno)).or_insert_with(|| docno.to_owned());
        if example.is_empty() {
            docno.clone_into(&mut example);
        }
    }
    let mut other = String::new();
    for docno in docnos {
        let docno = docno.as_ref();
        if let Some(judged) = by_name.get(&plain(docno)) {
            if judged == docno {
                return format!(
                    "the topics of the qrels: '{docno}' is judged for another one, so ids of \
                     topics may have moved"
                );
            }
            let what = if judged.to_lowercase() == docno.to_lowercase() {
                "in case alone"
            } else {
                "only in folder, ending or case"
            };
            return format!(
                "docnos as the qrels write them: '{docno}' and their '{judged}' differ {what}"
            );
        }
        if other.is_empty() {
            docno.clone_into(&mut other);
        }
    }
    format!(
        "documents of the collection that was judged: docnos here look like '{other}', those of \
         the qrels like '{example}'"
    )
}

/// Returns a docno in lower case, without folders and endings of files.
fn plain(docno: &str) -> String {
    let lower = docno.to_lowercase();
    let mut name = lower.rsplit(['/', '\\']).next().unwrap_or_default();
    while let Some(rest) = ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)) {
        name = rest;
    }
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trec::Qrels;

    fn found(qrels: &str, run: &str) -> Option<(String, String)> {
        let qrels = Qrels::read_from(qrels.as_bytes(), "q").unwrap();
        mismatch(Relevance::Qrels(&qrels), &Run::read_from(run.as_bytes(), "r").unwrap(), "q")
    }

    #[test]
    fn a_run_without_a_judged_document_is_told_with_what_may_be_meant() {
        for (qrels, run, found_there, expected) in [
            (
                "1 0 a 1\n",
                "2 Q0 a 1 1 t\n",
                "no topic of q (the run's begin with 2)",
                "begin with 1",
            ),
            (
                "1 0 wsj-1 1\n",
                "1 Q0 WSJ-1 1 1 t\n",
                "no document listed for its topic in q",
                "in case alone",
            ),
            ("1 0 d1 1\n", "1 Q0 x/D1.html.gz 1 1 t\n", "no document", "folder, ending or case"),
            ("1 0 a/d1.txt 1\n", "1 Q0 b 1 2 t\n1 Q0 d1 1 1 t\n", "no document", "'d1' and their"),
            ("1 0 AP-1 1\n", "1 Q0 clue-7 1 1 t\n", "no document", "look like 'clue-7'"),
            // Another topic's document does not count.
            ("1 0 a 1\n2 0 b 1\n", "1 Q0 b 1 1 t\n", "no document", "look like 'b'"),
            ("1 0 a 1\n2 0 c 1\n", "1 Q0 x 1 1 t\n2 Q0 a 1 1 t\n", "no document", "another one"),
        ] {
            let (told, said) = found(qrels, run).unwrap();
            assert!(told.starts_with(found_there), "{told}");
            assert!(said.contains(expected), "{said}");
        }
    }

    #[test]
    fn one_judged_document_of_one_topic_is_enough() {
        for qrels in ["1 0 a 0\n", "1 0 a -2\n", "1 0 a -1\n1 0 x 0\n", "1 0 z 1\n2 0 b 0\n"] {
            assert_eq!(found(qrels, "1 Q0 x 1 2 t\n1 Q0 a 2 1 t\n2 Q0 b 1 1 t\n"), None, "{qrels}");
        }
    }

    #[test]
    fn documents_that_nobody_looked_at_are_not_judged() {
        let (told, said) = found("1 0 a -1\n1 0 z 1\n", "1 Q0 a 1 1 t\n").unwrap();
        assert_eq!(told, "no document judged in q: all that are listed have grade -1");
        assert!(said.contains("write 0"), "{said}");
    }
}
