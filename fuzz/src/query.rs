//! Treats any text as a query that somebody typed.

use tamis_index::analyze::Analyzer;
use tamis_search::typed::{Occur, QueryPart, Typed, analyze};

/// Any text is a query: its parts are parts of the text, their conditions have tokens, and only
/// excluded words do not count.
pub fn query(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let typed = Typed::parse(&text);
    for QueryPart { text: part, is_phrase, .. } in &typed.parts {
        assert!(text.contains(&**part), "{part:?}");
        assert!(*is_phrase || !part.is_empty() && !part.contains(char::is_whitespace), "{part:?}");
    }
    assert!(typed.unsupported.iter().all(|unsupported| !unsupported.found.is_empty()));
    for name in ["english", "standard", "whitespace"] {
        let mut analyzer = Analyzer::by_name(name).expect("an analyzer");
        let analyzed = typed.analyze(&mut analyzer);
        let mut conditions =
            analyzed.conditions.required.iter().chain(&analyzed.conditions.excluded);
        assert!(
            conditions
                .all(|tokens| !tokens.is_empty() && tokens.iter().all(|token| !token.is_empty()))
        );
        let counting =
            typed.parts.iter().filter(|part| part.occur != Occur::MustNot).map(|part| &*part.text);
        let plain = counting.collect::<Vec<_>>().join(" ");
        assert_eq!(analyzed.query, analyze(&plain, false, &mut analyzer).query);
        for token in analyzed.conditions.required.iter().flatten() {
            assert!(analyzed.query.terms.iter().any(|(term, _)| term == token));
        }
    }
}
