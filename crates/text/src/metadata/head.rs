//! What META, LINK, TITLE and the address say.

use super::evidence::Evidence;
use super::source::{Field, Source};
use super::tables::META;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

type KnownMeta = (usize, Field, Source);

static KNOWN: LazyLock<FxHashMap<&str, KnownMeta>> = LazyLock::new(|| {
    let of = |(group, names): &'static (&str, Vec<&str>)| {
        let (source, field) = group.split_once(' ')?;
        let source = *Source::ALL.iter().find(|of| of.name() == source)?;
        let field = *Field::ALL.iter().find(|of| of.name() == field)?;
        Some(names.iter().map(move |name| (*name, field, source)))
    };
    let all = META.iter().filter_map(of).flatten().enumerate();
    all.map(|(rank, (name, field, source))| (name, (rank, field, source))).collect()
});

/// Adds the content of a META element, under one of the names it has.
pub fn meta(names: &str, content: &str, evidence: &mut Evidence) {
    for name in names.split_ascii_whitespace().take(4).filter(|name| name.len() < 60) {
        let key: String = name
            .chars()
            .map(|c| if matches!(c, ':' | '_' | '-') { '.' } else { c.to_ascii_lowercase() })
            .collect();
        let terms = key.strip_prefix("dcterms.").map(|rest| format!("dc.{rest}"));
        let key = terms.unwrap_or(key);
        if let Some((rank, field, source)) = KNOWN.get(key.as_str()) {
            evidence.add(*field, *source, *rank, content);
        } else if is_publication(&key) {
            evidence.add(Field::Published, Source::Meta, KNOWN.len(), content);
        }
    }
}

/// Whether an own name of a site says that it is the date of publication, as `publish_day_date`
/// and `x.date` do.
fn is_publication(key: &str) -> bool {
    let has = |words: &[&str]| words.iter().any(|word| key.contains(word));
    let is_own = || key.strip_suffix(".date").is_some_and(|own| !own.contains('.'));
    has(&["date", "time"])
        && (has(&["publish", "publication"]) || is_own())
        && !has(&["modif", "updat", "expir", "unpub", "last", "review", "start", "end", "event"])
}

/// Adds what a LINK element, or a link of the page, points to.
pub fn link(rel: &str, href: &str, evidence: &mut Evidence) {
    for rel in rel.split_ascii_whitespace() {
        let is = |name: &str| rel.eq_ignore_ascii_case(name);
        if is("canonical") {
            evidence.add(Field::Canonical, Source::Rel, 0, href);
        } else if is("license") || is("licence") {
            evidence.add(Field::Licence, Source::Rel, 0, href);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_the_table_is_known_once() {
        assert_eq!(KNOWN.len(), META.iter().map(|(_, names)| names.len()).sum::<usize>());
    }
}
