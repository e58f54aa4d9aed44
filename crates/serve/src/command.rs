//! The command line that does what an address asks for.

use super::asked::Asked;
use super::judging::Judging;
use std::path::Path;
use tamis_eval::measure::Instance;
use tamis_eval::trec::TopicFields;
use tamis_report::words::quoted;
use tamis_search::Decimal;
use tamis_search::request::{Shape, parameter};

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

/// Returns `tamis sweep INDEX ...` over an axis, with the rest of the rule.
pub fn sweep(
    index: &Path,
    asked: &Asked,
    judging: &Judging,
    axis: &str,
    values: &[Decimal],
    measures: &[Instance],
) -> String {
    let mut words: Vec<String> = ["tamis", "sweep"].map(str::to_owned).into();
    words.push(quoted(&index.display().to_string()));
    words.extend(files(judging, true));
    words.extend(measures.iter().flat_map(|measure| ["--measure".to_owned(), measure.name()]));
    let own = format!("--{}", axis.replace('_', "-"));
    let mut others = flags(asked).into_iter();
    while let Some(flag) = others.next() {
        match flag == own || flag == "--hits" {
            true => _ = others.next(),
            false => words.push(flag),
        }
    }
    words.extend(match axis.starts_with("score.") {
        true => ["--grid".to_owned(), format!("{axis}={}", ranges(values))],
        false => [own, ranges(values)],
    });
    words.join(" ")
}

/// Writes values as a sweep takes them: `0..=50,55..=100:5`.
fn ranges(values: &[Decimal]) -> String {
    let hundredths: Vec<u64> = values.iter().filter_map(|value| value.as_hundredths()).collect();
    let shown = |hundredths: u64| match u16::try_from(hundredths) {
        Ok(small) => Decimal::of_hundredths(small).to_string(),
        Err(_) => (hundredths / 100).to_string(),
    };
    let (mut parts, mut rest) = (Vec::new(), &hundredths[..]);
    while let [first, others @ ..] = rest {
        let step = others.first().map_or(0, |second| second - first);
        let length = 1 + others.iter().zip(1..).take_while(|(value, number)| **value == first + step * number).count();
        let taken = if length > 2 { length } else { 1 };
        parts.push(match (taken, step) {
            (1, _) => shown(*first),
            (_, 100) => format!("{}..={}", shown(*first), shown(rest[taken - 1])),
            _ => format!("{}..={}:{}", shown(*first), shown(rest[taken - 1]), shown(step)),
        });
        rest = &rest[taken..];
    }
    parts.join(",")
}

/// Returns `tamis search INDEX --topics FILE --topic ID ...`.
pub fn topic(index: &Path, asked: &Asked, judging: &Judging, id: &str) -> String {
    let mut words: Vec<String> = ["tamis", "search"].map(str::to_owned).into();
    words.push(quoted(&index.display().to_string()));
    words.extend(files(judging, false));
    words.extend(["--topic".to_owned(), quoted(id)]);
    words.extend(flags(asked));
    words.join(" ")
}

/// Returns the flags of topics, and of qrels.
fn files(judging: &Judging, with_qrels: bool) -> Vec<String> {
    let settings = &judging.settings;
    let mut flags = vec!["--topics".to_owned(), quoted(&settings.topics.display().to_string())];
    if settings.fields != TopicFields::default() {
        flags.extend(["--topic-field".to_owned(), settings.fields.to_string()]);
    }
    if with_qrels {
        flags.extend(["--qrels".to_owned(), quoted(&settings.qrels.display().to_string())]);
        if settings.level != 1 {
            flags.extend(["--level".to_owned(), settings.level.to_string()]);
        }
    }
    flags
}

/// Returns the flags of everything but the query.
pub fn flags(asked: &Asked) -> Vec<String> {
    let flag = |name: &str| format!("--{}", name.replace('_', "-"));
    let pairs = asked.pairs().filter(|(name, _)| *name != "q");
    pairs
        .flat_map(|(name, value)| match parameter(name).map(|spec| spec.role.shape()) {
            Some(Shape::Switch) => vec![flag(name)],
            _ => vec![flag(name), quoted(value)],
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::fields::Fields;
    use super::*;
    use tamis_index::index::{Manifest, Recipe};

    fn command(query: &str) -> String {
        let asked = Asked::read(&Fields::parse(query).unwrap(), &Manifest::new(Recipe::default())).unwrap();
        search(Path::new("my index"), &asked)
    }

    #[test]
    fn values_are_ranges() {
        let values =
            |values: &[u16]| ranges(&values.iter().map(|&value| Decimal::of_hundredths(value)).collect::<Vec<_>>());
        assert_eq!(values(&[0, 100, 200, 300, 800, 1300, 1400]), "0..=3,8,13,14");
        assert_eq!(values(&[0, 50, 100, 150]), "0..=1.5:0.5");
        assert_eq!((values(&[5]), values(&[])), ("0.05".to_owned(), String::new()));
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
