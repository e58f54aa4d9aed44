//! What the library says of a file that was given for another one, in the words of the command
//! line.

use tamis::Error;

/// The ends of the library's messages, and what they are here.
const HINTS: [(&str, &str); 4] = [
    (
        "this looks like topics, which are not needed",
        "this looks like topics, which are not needed: `tamis eval QRELS RUN`",
    ),
    (
        "this is a run: are judgements and run swapped?",
        "this is a run, and QRELS come first: `tamis eval QRELS RUN`",
    ),
    (
        "this looks like topics: a search for them makes a run",
        "this looks like topics: `tamis search INDEX --topics TOPICS --out RUN` makes a run",
    ),
    (
        "this looks like qrels: are judgements and run swapped?",
        "this looks like qrels, which come once, and first: `tamis eval QRELS RUN`",
    ),
];

/// Rewords the hint of an error, if it has one.
pub fn reworded(mut error: Error) -> Error {
    if let Error::Format(error) = &mut error {
        for (found, meant) in HINTS {
            if let Some(before) = error.expected.strip_suffix(found) {
                error.expected = format!("{before}{meant}");
                break;
            }
        }
    }
    error
}
