//! The command line that does the same as an address.

use crate::requests::SearchRequest;
use crate::site::Judging;
use std::path::Path;
use tamis::job::{Judged, TopicsJob};
use tamis::words::quoted;

/// Returns `tamis inspect INDEX DOCNO`; it marks the blocks of one label.
pub fn inspect(index: &Path, docno: &str, request: &SearchRequest) -> String {
    let label = request.get("label").and_then(|labels| labels.split(',').next());
    let label = label.map_or(String::new(), |label| format!(" --label {}", quoted(label)));
    let end = if docno.starts_with('-') { " --" } else { "" };
    format!("tamis inspect {}{label}{end} {}", quoted(&index.display().to_string()), quoted(docno))
}

/// Returns `tamis tune INDEX`.
pub fn tune(index: &Path) -> String {
    format!("tamis tune {}", quoted(&index.display().to_string()))
}

/// Returns `tamis search INDEX --topics FILE --topic ID ...`.
pub fn topic(index: &Path, request: &SearchRequest, judging: &Judging, id: &str) -> String {
    let Judged { topics, topic_field, .. } = judging.judged.clone();
    let (request, topic) = (request.request.clone(), Some(id.to_owned()));
    let job = TopicsJob { request, topics, topic_field, topic, ..TopicsJob::default() };
    job.command([index]).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis::job::SearchJob;

    fn request(query: &str) -> SearchRequest {
        crate::tests::search(query).unwrap()
    }

    fn command(query: &str) -> String {
        request(query).job().command([Path::new("my index")]).unwrap()
    }

    fn explained(query: &str, docno: Option<&str>) -> String {
        request(query).job().explanation_command(docno, [Path::new("index")]).unwrap()
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
             --rule sieve --model dph --rm3 --fb-terms 5 'open data'\\''s'"
        );
        assert_eq!(
            command("q=data&from=2005&url_prefix=-a&url_prefix=b.example&collapse=url"),
            "tamis search 'my index' --from 2005 --url-prefix=-a --url-prefix b.example --collapse \
             url data"
        );
    }

    #[test]
    fn a_later_page_of_results_is_in_its_command() {
        let page = |query: &str, skipped: usize| {
            let job = SearchJob { skipped, ..request(query).job() };
            job.command([Path::new("index")]).unwrap()
        };
        assert_eq!(page("q=a&k1=1", 20), "tamis search index --k1 1 --hits 30 a");
        assert_eq!(page("q=a&hits=20", 20), "tamis search index --hits 40 a");
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
