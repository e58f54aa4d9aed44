//! The command line that does the same as an address.

use super::judging::Judging;
use super::search_request::{PIN, SearchRequest};
use std::path::Path;
use tamis_eval::measure::Instance;
use tamis_eval::trec::TopicFields;
use tamis_report::words::quoted;
use tamis_search::Decimal;
use tamis_search::request::{Shape, parameter};

/// Returns `tamis search INDEX ...` for a search, to the end of a page of its results.
pub fn search(index: &Path, request: &SearchRequest, page: usize) -> String {
    if page == 1 {
        return search_with(index, request, flags(request), Vec::new());
    }
    let to_the_end = ["--hits".to_owned(), (page * request.hits).to_string()];
    let flags = without_values(flags(request), &["--hits"]).chain(to_the_end).collect();
    search_with(index, request, flags, Vec::new())
}

/// Returns the same with `--explain`, of a page or of the query alone.
pub fn explain(index: &Path, request: &SearchRequest, docno: Option<&str>) -> String {
    let more = match docno {
        Some(docno) => flag("--explain", docno),
        None => ["--explain", "--"].map(str::to_owned).into(),
    };
    search_with(index, request, flags(request), more)
}

fn search_with(
    index: &Path,
    request: &SearchRequest,
    flags: Vec<String>,
    more: Vec<String>,
) -> String {
    let mut words: Vec<String> = ["tamis", "search"].map(str::to_owned).into();
    words.push(quoted(&index.display().to_string()));
    words.extend(flags);
    words.extend(more);
    if !request.words().is_empty() {
        // After `--`, so that a query that begins with a minus sign is not read as a flag.
        let needs_end =
            request.words().starts_with('-') && words.last().is_none_or(|last| last != "--");
        words.extend(needs_end.then(|| "--".to_owned()));
        words.push(quoted(request.words()));
    }
    words.join(" ")
}

/// Returns `tamis inspect INDEX DOCNO`; it marks the blocks of one label.
pub fn inspect(index: &Path, docno: &str, request: &SearchRequest) -> String {
    let label = request.get("label").and_then(|labels| labels.split(',').next());
    let label = label.map_or(String::new(), |label| format!(" --label {}", quoted(label)));
    let end = if docno.starts_with('-') { " --" } else { "" };
    format!("tamis inspect {}{label}{end} {}", quoted(&index.display().to_string()), quoted(docno))
}

/// Returns `tamis sweep INDEX ...` over an axis, with the rest of the rule.
pub fn sweep(
    index: &Path,
    request: &SearchRequest,
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
    words.extend(without_values(flags(request), &[&own, "--hits"]));
    words.extend(if axis.starts_with("score.") {
        ["--grid".to_owned(), format!("{axis}={}", ranges(values))]
    } else {
        [own, ranges(values)]
    });
    words.join(" ")
}

/// Returns `tamis compare INDEX ...` over all labels.
pub fn compare(
    index: &Path,
    request: &SearchRequest,
    judging: &Judging,
    measures: &[Instance],
) -> String {
    let mut words: Vec<String> = ["tamis", "compare"].map(str::to_owned).into();
    words.push(quoted(&index.display().to_string()));
    words.extend(files(judging, true));
    words.extend(measures.iter().flat_map(|measure| ["--measure".to_owned(), measure.name()]));
    words.extend(without_values(flags(request), &["--hits"]));
    words.join(" ")
}

/// Returns flags without those of these names, and without their values.
fn without_values(flags: Vec<String>, names: &[&str]) -> impl Iterator<Item = String> {
    let mut kept = Vec::with_capacity(flags.len());
    let mut flags = flags.into_iter();
    while let Some(flag) = flags.next() {
        if names.contains(&&*flag) {
            // Its value.
            flags.next();
        } else {
            kept.push(flag);
        }
    }
    kept.into_iter()
}

/// Writes values as a sweep takes them: `0..=50,55..=100:5`.
fn ranges(values: &[Decimal]) -> String {
    let hundredths: Vec<u64> = values.iter().filter_map(|value| value.as_hundredths()).collect();
    let mut parts = Vec::new();
    let mut rest = &hundredths[..];
    while let [first, others @ ..] = rest {
        let step = others.first().map_or(0, |second| second - first);
        let length = 1 + others
            .iter()
            .zip(1..)
            .take_while(|(value, number)| **value == first + step * number)
            .count();
        let taken = if length > 2 { length } else { 1 };
        parts.push(match (taken, step) {
            (1, _) => decimal(*first),
            (_, 100) => format!("{}..={}", decimal(*first), decimal(rest[taken - 1])),
            _ => format!("{}..={}:{}", decimal(*first), decimal(rest[taken - 1]), decimal(step)),
        });
        rest = &rest[taken..];
    }
    parts.join(",")
}

/// Writes a number of hundredths.
fn decimal(hundredths: u64) -> String {
    match u16::try_from(hundredths) {
        Ok(small) => Decimal::from_hundredths(small).to_string(),
        Err(_) => (hundredths / 100).to_string(),
    }
}

/// Returns `tamis tune INDEX`.
pub fn tune(index: &Path) -> String {
    format!("tamis tune {}", quoted(&index.display().to_string()))
}

/// Returns `tamis search INDEX --topics FILE --topic ID ...`.
pub fn topic(index: &Path, request: &SearchRequest, judging: &Judging, id: &str) -> String {
    let mut words: Vec<String> = ["tamis", "search"].map(str::to_owned).into();
    words.push(quoted(&index.display().to_string()));
    words.extend(files(judging, false));
    words.extend(["--topic".to_owned(), quoted(id)]);
    words.extend(flags(request));
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
pub fn flags(request: &SearchRequest) -> Vec<String> {
    let pairs = request.pairs().filter(|(name, _)| *name != "q" && *name != PIN);
    pairs
        .flat_map(|(name, value)| {
            let written = format!("--{}", name.replace('_', "-"));
            match parameter(name).map(|spec| spec.role.shape()) {
                Some(Shape::Switch) => vec![written],
                _ => flag(&written, value),
            }
        })
        .collect()
}

/// Returns a flag with its value, as one word if the value would be taken for a flag.
fn flag(name: &str, value: &str) -> Vec<String> {
    if value.starts_with('-') {
        vec![quoted(&format!("{name}={value}"))]
    } else {
        vec![name.to_owned(), quoted(value)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::fields::Fields;
    use super::*;
    use tamis_index::index::{Manifest, Recipe};

    fn request(query: &str) -> SearchRequest {
        SearchRequest::read(&Fields::parse(query).unwrap(), &Manifest::new(Recipe::default()))
            .unwrap()
    }

    fn command(query: &str) -> String {
        search(Path::new("my index"), &request(query), 1)
    }

    fn ranges_of(hundredths: &[u16]) -> String {
        let values: Vec<Decimal> =
            hundredths.iter().map(|&value| Decimal::from_hundredths(value)).collect();
        ranges(&values)
    }

    fn explained(query: &str, docno: Option<&str>) -> String {
        explain(Path::new("index"), &request(query), docno)
    }

    #[test]
    fn values_are_ranges() {
        assert_eq!(ranges_of(&[0, 100, 200, 300, 800, 1300, 1400]), "0..=3,8,13,14");
        assert_eq!(ranges_of(&[0, 50, 100, 150]), "0..=1.5:0.5");
        assert_eq!((ranges_of(&[5]), ranges_of(&[])), ("0.05".to_owned(), String::new()));
    }

    #[test]
    fn an_address_has_its_command() {
        assert_eq!(command("q=data"), "tamis search 'my index' data");
        assert_eq!(command("q=-draft"), "tamis search 'my index' -- -draft");
        assert_eq!(
            command(
                "q=open+data's&min_words=11&label=words-tree&title_weight=3&sieve=on&model=dph\
                 &rm3=on&fb_terms=5"
            ),
            "tamis search 'my index' --min-words 11 --label words-tree --weight 'kind = title: 3' \
             --sieve --model dph --rm3 --fb-terms 5 'open data'\\''s'"
        );
        assert_eq!(
            command("q=data&from=2005&url_prefix=-a&url_prefix=b.example&collapse=url"),
            "tamis search 'my index' --from 2005 --url-prefix=-a --url-prefix b.example --collapse \
             url data"
        );
    }

    #[test]
    fn a_later_page_of_results_is_in_its_command() {
        let path = Path::new("index");
        assert_eq!(search(path, &request("q=a&k1=1"), 3), "tamis search index --k1 1 --hits 30 a");
        assert_eq!(search(path, &request("q=a&hits=20"), 2), "tamis search index --hits 40 a");
    }

    #[test]
    fn an_explanation_has_its_command() {
        assert_eq!(
            explained("q=a&k1=1", Some("d 1")),
            "tamis search index --k1 1 --explain 'd 1' a"
        );
        assert_eq!(explained("q=-a", Some("-d")), "tamis search index --explain=-d -- -a");
        assert_eq!(explained("q=-a", None), "tamis search index --explain -- -a");
    }
}
