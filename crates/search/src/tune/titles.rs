//! Pseudo-topics: the own part of a page's title is a query, and the page is its only relevant
//! page. What titles of several URLs share, such as the name of the site, is no page's own.

use crate::Query;
use rayon::prelude::*;
use std::collections::HashMap;
use std::ops::RangeInclusive;
use tamis_index::corpus::Corpus;
use tamis_index::error::Result;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// The words of a query: one word names a subject rather than a page, and many are a sentence.
const WORDS: RangeInclusive<usize> = 2..=10;

/// The distinct terms of a query without blanks.
const TERMS: RangeInclusive<usize> = 3..=30;

/// The most titles that are read: a sample shows as well what titles share.
const MAX_TITLES: usize = 50_000;

/// Marks that separate the parts of a title where they stand alone.
const SEPARATORS: &str = "|»«›‹–—:·-•~/><";

/// A query made of a page's title.
#[derive(Debug, Clone, PartialEq)]
pub struct PseudoTopic {
    /// The own part of the title.
    pub text: String,
    pub query: Query,
    /// The captures of the page: their ranks in the order of docnos.
    pub documents: Vec<u32>,
}

/// The titles of a corpus, and the pseudo-topics that they give.
#[derive(Debug, Clone)]
pub struct CorpusTitles {
    /// The URLs whose titles have an own part that can be a query.
    pub usable: usize,
    pub topics: Vec<PseudoTopic>,
}

/// A page that was read.
struct Titled {
    document: u32,
    /// The hash of its URL, or of its docno.
    address: u64,
    parts: Vec<String>,
}

impl CorpusTitles {
    /// Makes at most `most` pseudo-topics. Pages are taken by hashes of their docnos and the seed.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn read(corpus: &Corpus, most: usize, seed: u64) -> Result<Self> {
        let pages = sample(corpus, seed)?;
        let titled: Vec<Titled> =
            pages.par_iter().map(|&page| titled(corpus, page)).collect::<Result<_>>()?;
        let owners = owners(&titled);
        let mut analyzer = corpus.indexes[0].manifest.recipe.analyzer()?;
        let mut usable: Vec<(u64, PseudoTopic)> = Vec::new();
        let mut place_of: HashMap<u64, usize> = HashMap::new();
        for page in &titled {
            let Some(text) = own_part(page, &owners) else { continue };
            if let Some(&place) = place_of.get(&page.address) {
                usable[place].1.documents.push(page.document);
                continue;
            }
            let query = Query::new(analyzer.terms(&text).iter().map(String::as_str));
            if is_query(&text, query.terms.len()) {
                place_of.insert(page.address, usable.len());
                let documents = vec![page.document];
                usable.push((page.address, PseudoTopic { text, query, documents }));
            }
        }
        let count = usable.len();
        let topics = usable.into_iter().take(most).map(|(_, topic)| topic).collect();
        Ok(Self { usable: count, topics })
    }
}

/// Returns pages, those with the smallest hashes.
fn sample(corpus: &Corpus, seed: u64) -> Result<Vec<u32>> {
    let order = corpus.order()?;
    let mut hashed: Vec<(u64, u32)> = Vec::with_capacity(corpus.pages() as usize);
    for document in order.visible() {
        hashed.push((xxh3_64_with_seed(order.docno(document)?.as_bytes(), seed), document));
    }
    hashed.sort_unstable();
    hashed.truncate(MAX_TITLES);
    Ok(hashed.into_iter().map(|(_, document)| document).collect())
}

fn titled(corpus: &Corpus, document: u32) -> Result<Titled> {
    let page = corpus.texts(document)?;
    let address = if page.url().is_empty() { page.docno() } else { plain(page.url()) };
    Ok(Titled { document, address: xxh3_64(address.as_bytes()), parts: parts(page.title()) })
}

/// Returns a URL without what often differs between captures of the same page: scheme, `www.` and
/// a slash at the end.
fn plain(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.strip_prefix("www.").unwrap_or(rest).trim_end_matches('/')
}

/// Returns the URL whose titles alone have a part, by the hash of the part; none for a part that
/// several have.
fn owners(titled: &[Titled]) -> HashMap<u64, Option<u64>> {
    let mut owners: HashMap<u64, Option<u64>> = HashMap::new();
    for page in titled {
        for part in &page.parts {
            let owner = owners.entry(part_hash(part)).or_insert(Some(page.address));
            if *owner != Some(page.address) {
                *owner = None;
            }
        }
    }
    owners
}

/// Returns the own part of a title, if it has one.
fn own_part(page: &Titled, owners: &HashMap<u64, Option<u64>>) -> Option<String> {
    let is_own = |part: &&String| owners.get(&part_hash(part)) == Some(&Some(page.address));
    let own: Vec<&str> = page.parts.iter().filter(is_own).map(String::as_str).collect();
    (!own.is_empty()).then(|| own.join(" "))
}

/// Whether a text with so many distinct terms can be a query. One without blanks, as in Chinese, is
/// measured by its terms alone.
fn is_query(text: &str, terms: usize) -> bool {
    let words = folded(text).split_whitespace().count();
    let is_short = if words == 1 { TERMS.contains(&terms) } else { WORDS.contains(&words) };
    is_short && terms >= *WORDS.start()
}

fn part_hash(part: &str) -> u64 {
    xxh3_64(folded(part).as_bytes())
}

/// Splits a title at separators that stand alone.
pub(super) fn parts(title: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part: Vec<&str> = Vec::new();
    for word in title.split_whitespace().chain(["|"]) {
        if !word.chars().all(|c| SEPARATORS.contains(c)) {
            part.push(word);
        } else if !part.is_empty() {
            parts.push(part.join(" "));
            part.clear();
        }
    }
    parts
}

/// Returns the words of a text in lower case, without punctuation: what is compared.
pub(super) fn folded(text: &str) -> String {
    let mut folded = String::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.extend(word.chars().flat_map(char::to_lowercase));
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_split_where_a_mark_stands_alone() {
        assert_eq!(
            parts("Sea ice: a history | The Blog » 2006"),
            ["Sea ice: a history", "The Blog", "2006"]
        );
        assert_eq!(parts(" - Well-known :: words - "), ["Well-known", "words"]);
        assert!(parts("").is_empty());
    }

    #[test]
    fn punctuation_and_case_do_not_matter() {
        assert_eq!(folded("  Sea-Ice, ÉTÉ! "), "sea ice été");
        assert_eq!(folded("?!"), "");
    }

    fn page(document: u32, address: u64, title: &str) -> Titled {
        Titled { document, address, parts: parts(title) }
    }

    #[test]
    fn what_other_urls_have_too_is_not_own() {
        let pages = [
            page(0, 1, "March of penguins | Blog"),
            page(1, 2, "Sea ice | Blog"),
            page(2, 2, "Sea ice | Blog"),
            page(3, 3, "Archive | Blog"),
        ];
        let owners = owners(&pages);
        let own: Vec<Option<String>> = pages.iter().map(|page| own_part(page, &owners)).collect();
        let some = |text: &str| Some(text.to_owned());
        let expected =
            [some("March of penguins"), some("Sea ice"), some("Sea ice"), some("Archive")];
        assert_eq!(own, expected);
        assert!(is_query("Sea ice", 2) && !is_query("Archive", 1) && !is_query("the ice", 1));
        assert!(is_query("海冰的历史", 5) && !is_query("a b c d e f g h i j k", 11));
    }

    #[test]
    fn captures_of_a_page_have_one_address() {
        for url in ["http://www.a.example/b/", "https://a.example/b", "a.example/b"] {
            assert_eq!(plain(url), "a.example/b");
        }
    }
}
