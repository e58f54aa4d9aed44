//! The command line that does what an address asks for.

use super::asked::Asked;
use crate::report::words::quoted;
use std::path::Path;

/// Returns `tamis search INDEX ...` for a search.
pub fn search(index: &Path, asked: &Asked) -> String {
    let mut words: Vec<String> = ["tamis", "search"].map(str::to_owned).into();
    words.push(quoted(&index.display().to_string()));
    words.extend(flags(asked));
    if !asked.words().is_empty() {
        // Behind `--`, so that a query that begins with a minus sign is no flag.
        words.extend(asked.words().starts_with('-').then(|| "--".to_owned()));
        words.push(quoted(asked.words()));
    }
    words.join(" ")
}

/// Returns `tamis inspect INDEX DOCNO`; it marks the blocks of one label.
pub fn inspect(index: &Path, docno: &str, asked: &Asked) -> String {
    let label = asked.get("label").and_then(|labels| labels.split(',').next());
    let label = label.map_or(String::new(), |label| format!(" --label {}", quoted(label)));
    let end = if docno.starts_with('-') { " --" } else { "" };
    format!("tamis inspect {}{label}{end} {}", quoted(&index.display().to_string()), quoted(docno))
}

/// Returns the flags of everything but the query.
pub fn flags(asked: &Asked) -> Vec<String> {
    let flag = |name: &str| format!("--{}", name.replace('_', "-"));
    let pairs = asked.pairs().filter(|(name, _)| *name != "q");
    pairs
        .flat_map(|(name, value)| match name {
            "sieve" | "rm3" | "rm1_mixture" => vec![flag(name)],
            _ => vec![flag(name), quoted(value)],
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::fields::Fields;
    use super::*;
    use crate::index::{Manifest, Recipe};

    fn command(query: &str) -> String {
        let asked = Asked::read(&Fields::parse(query).unwrap(), &Manifest::new(Recipe::default())).unwrap();
        search(Path::new("my index"), &asked)
    }

    #[test]
    fn an_address_has_its_command() {
        assert_eq!(command("q=data"), "tamis search 'my index' data");
        assert_eq!(command("q=-draft"), "tamis search 'my index' -- -draft");
        assert_eq!(
            command("q=open+data's&min_words=11&label=words-tree&title_weight=3&sieve=on&model=dph&rm3=on&fb_terms=5"),
            "tamis search 'my index' --min-words 11 --label words-tree --weight 'kind = title: 3' --sieve --model dph \
             --rm3 --fb-terms 5 'open data'\\''s'"
        );
    }
}
