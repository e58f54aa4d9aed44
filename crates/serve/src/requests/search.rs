//! A search as an address describes it: the query, the rule for blocks, the ranking. Parameters
//! have the names of the program's flags, with underscores:
//! `?q=open+data&min_words=11&label=words-tree`.

mod names;
mod reader;
mod tuned;
mod typed;

use super::failure::{Answer, Failure, Problem};
use super::fields::{Fields, Pairs, encode};
use names::{WORDS, names, place, spec};
use reader::{FormProblems, read};
use tamis::job::SearchJob;
use tamis::measures::WORDS_HITS;
use tamis::request::{Part, Request, Resolved};
use tamis::{BlockRule, Manifest, Ranking};
use tuned::with_tuned_weights;
use typed::{comparisons, is_of_form, values, without_defaults, wrong_title_weight};

pub use names::{
    MAX_COMPARISONS, MAX_HITS, MAX_WEIGHTS, PIN, Scope, TITLE_WEIGHT, check_names, check_only,
    of_part,
};
pub use tuned::{ReplaceableWeight, named_weights, tuned_weights};
pub use typed::title_weight;

/// What a search sees and how it ranks, checked against an index.
#[derive(Debug, Clone)]
pub struct SearchRequest {
    /// The parameters that are not at their defaults, in a fixed order: the same search has the
    /// same pairs.
    pairs: Pairs,
    /// The same as jobs take it.
    pub request: Request,
    /// The blocks that the search sees, and their weights.
    pub rule: BlockRule,
    /// The model and query expansion.
    pub ranking: Ranking,
    pub hits: usize,
    /// What is to be known of the rule before anything is searched.
    pub warnings: Vec<String>,
    /// The pinned rules of the address, once they are read.
    pub pins: Vec<Pin>,
}

/// A rule with a name.
#[derive(Debug, Clone)]
pub struct Pin {
    /// Its name, which the user chose.
    pub name: String,
    /// The rule, the ranking and the pages, without a query.
    pub request: SearchRequest,
}

impl SearchRequest {
    /// Reads the parameters of a search; others are ignored.
    ///
    /// # Errors
    /// [`Failure::Problems`] with every parameter that is wrong.
    pub fn read(fields: &Fields, manifest: &Manifest) -> Answer<Self> {
        let mut problems = FormProblems::default();
        let fields = &with_tuned_weights(fields, manifest, &mut problems.0);
        let mut pairs = without_defaults(names().flat_map(|name| values(name, fields)).collect());
        if let Some(problem) = wrong_title_weight(fields) {
            // Reported at its own field, not at the rule that is made of it.
            pairs.retain(|(name, value)| *name != "weight" || !is_of_form(value));
            problems.0.push(problem);
        }
        let request = read(&pairs, &mut problems);
        let resolved = request.resolve(manifest);
        for problem in resolved.as_ref().err().into_iter().flatten() {
            problems.note(problem.parameter, &problem.error);
        }
        problems.0.sort_by_key(|problem| place(&problem.parameter));
        let comparisons = comparisons(fields);
        if comparisons > MAX_COMPARISONS {
            let problem = format!(
                "found {comparisons} comparisons in all rules, expected at most {MAX_COMPARISONS}"
            );
            problems.0.push(Problem::new("where", problem));
        }
        match resolved {
            Ok(resolved) if problems.0.is_empty() => Ok(Self::new(pairs, request, &resolved)),
            _ => Err(Failure::Problems(problems.0)),
        }
    }

    fn new(pairs: Pairs, request: Request, resolved: &Resolved) -> Self {
        let hits = request.hits.unwrap_or(WORDS_HITS);
        let (rule, ranking) = (resolved.rule(), resolved.ranking);
        Self { pairs, request, rule, ranking, hits, warnings: Vec::new(), pins: Vec::new() }
    }

    /// The search for the words of the address, which have operators.
    pub fn job(&self) -> SearchJob {
        let request = Request { query_syntax: true, ..self.request.clone() };
        SearchJob { request, words: self.words().to_owned(), ..SearchJob::default() }
    }

    /// The search for other words, without operators.
    pub fn job_of(&self, words: &str) -> SearchJob {
        let request = self.request.clone();
        SearchJob { request, words: words.to_owned(), ..SearchJob::default() }
    }

    /// The same without some parameters.
    ///
    /// # Errors
    /// [`Failure::Problems`] if what is left needs one of them.
    pub fn without(&self, names: &[&str], manifest: &Manifest) -> Answer<Self> {
        let pairs = self.pairs().filter(|(known, _)| !names.contains(known));
        Self::read(&Fields::from_pairs(pairs), manifest)
    }

    /// The words to search for; may be empty.
    pub fn words(&self) -> &str {
        self.get(WORDS).unwrap_or_default()
    }

    /// The value of a parameter that is not at its default.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// The values of a parameter that may have several.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.pairs.iter().filter(move |(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// The query string of an address for the same search.
    pub fn address(&self) -> String {
        encode(self.pairs())
    }

    /// The same with the names of a scope.
    pub fn address_of(&self, scope: Scope) -> String {
        encode(self.pairs_in(scope))
    }

    /// The same address with these parameters at the end.
    pub fn address_with(&self, others: &[(&str, impl AsRef<str>)]) -> String {
        self.address_in(Scope::Search, others)
    }

    /// The same with the names of a scope.
    pub fn address_in(&self, scope: Scope, others: &[(&str, impl AsRef<str>)]) -> String {
        let own =
            self.pairs_in(scope).filter(|(name, _)| others.iter().all(|(other, _)| other != name));
        encode(own.chain(others.iter().map(|(name, value)| (*name, value.as_ref()))))
    }

    /// The parameters in their order, with their values.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs_in(Scope::Search)
    }

    /// The same with the names of a scope.
    pub fn pairs_in(&self, scope: Scope) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(move |(name, value)| (scope.name(name), value.as_str()))
    }

    /// A name for a part, such as the rule or the filters of pages: equal for equal ones, and empty
    /// if the address says nothing of it.
    pub fn key(&self, part: Part) -> String {
        let is_of = |name: &str| spec(name).is_some_and(|spec| spec.role.part() == part);
        encode(self.pairs().filter(|(name, _)| is_of(name)))
    }

    /// A name for the rule, the ranking and the pages: equal for equal searches but for the query.
    pub fn keys(&self) -> [String; 3] {
        [Part::Blocks, Part::Ranking, Part::Pages].map(|part| self.key(part))
    }

    /// Whether there is a rule: thresholds, labels, weights, another treatment of titles.
    pub fn has_rule(&self) -> bool {
        !self.key(Part::Blocks).is_empty()
    }

    /// The rule as text; empty if every block is permitted and counts once.
    pub fn rule_text(&self) -> String {
        if self.has_rule() { self.rule.to_string() } else { String::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{manifest, search as read};
    use proptest::prelude::*;

    fn problems(query: &str) -> Vec<(String, String)> {
        match read(query) {
            Err(Failure::Problems(problems)) => {
                problems.into_iter().map(|p| (p.parameter, p.message)).collect()
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_same_search_has_one_address() {
        let address = "q=open+data&min_words=11&label=words-tree";
        assert_eq!(read(address).unwrap().address(), address);
        let typed = "label=words-tree&hits=10&title=keep&model=bm25&max_link_density=1\
                     &min_density=0&q=+open+data&min_words=11&k1=&where=&sieve=false&weight=\
                     &title_weight=1";
        assert_eq!(read(typed).unwrap().address(), address);
        assert_eq!(read("").unwrap().address(), "");
        assert!(!read("q=a&model=dph").unwrap().has_rule());
    }

    #[test]
    fn the_weight_of_titles_is_a_rule_of_the_flag_weight() {
        let request =
            read("title_weight=3&weight=kind+%3D+title:+2&weight=words+<+5:+0.5").unwrap();
        assert_eq!(
            request.pairs().collect::<Vec<_>>(),
            [("weight", "kind = title: 3"), ("weight", "words < 5: 0.5")]
        );
        assert_eq!(title_weight("kind = title: 3"), Some("3"));
        assert_eq!(title_weight("kind = title or words > 3: 3"), None);
        let request = read("title_weight=1&weight=kind+%3D+title:+2").unwrap();
        assert!(!request.has_rule());
    }

    #[test]
    fn every_problem_is_reported_at_its_parameter() {
        let found = problems(
            "min_words=x&max_link_density=33&where=words+>&label=no&k1=a&hits=1000&fb_terms=5\
             &kind=x",
        );
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            ["min_words", "max_link_density", "where", "label", "kind", "k1", "fb_terms", "hits"]
        );
        assert!(
            found[1].1.contains("33 % is 0.33") && found[2].1.starts_with("column 8: "),
            "{found:?}"
        );
        assert_eq!(
            problems("title_weight=abc").iter().map(|(name, _)| &**name).collect::<Vec<_>>(),
            ["title_weight"]
        );
        assert_eq!(problems("model=bm26")[0].0, "model");
        assert_eq!(problems("model=dph&k1=1")[0].0, "k1");
        assert_eq!(problems("rm3=on&rm1_mixture=on")[0].0, "rm1_mixture");
        let long = vec!["words > 1"; 201].join(" or ");
        assert!(problems(&encode([("where", long.as_str())]))[0].1.contains("201 comparisons"));
    }

    #[test]
    fn unknown_names_are_reported_with_the_nearest_known_one() {
        let fields = Fields::parse("q=a&min_word=3&docno=d&zzzzzz=1").unwrap();
        let Err(Failure::Problems(problems)) = check_names(&fields, Scope::Search, &["docno"])
        else {
            panic!()
        };
        let names: Vec<&str> = problems.iter().map(|problem| problem.parameter.as_str()).collect();
        assert_eq!(names, ["min_word", "zzzzzz"]);
        assert!(problems[0].message.contains("'min_words'"));
    }

    proptest! {
        /// Whatever is typed, the usual address means the same and is its own usual address.
        #[test]
        fn the_usual_address_is_stable(
            pairs in prop::collection::vec((0usize..40, "[a-z0-9.=<>: +-]{0,12}"), 0..8)
        ) {
            let known: Vec<&str> = Scope::Search.parameters().collect();
            let typed = encode(
                pairs.iter().map(|(name, value)| (known[name % known.len()], value.as_str())),
            );
            if let Ok(request) = read(&typed) {
                let again = read(&request.address()).unwrap();
                prop_assert_eq!(again.address(), request.address());
                prop_assert_eq!(again.rule, request.rule);
                prop_assert_eq!(again.ranking, request.ranking);
            }
        }
    }

    #[test]
    fn filters_of_pages_are_read_beside_another_from() {
        let address = "q=a&min_words=3&from=2005&to=2006-01&page_language=en%2Cde\
                       &url_prefix=a.example&url_prefix=b.example%2Fc&collapse=url\
                       &collapse_date=2005-12";
        let request = read(address).unwrap();
        assert_eq!(request.address(), address);
        assert_eq!(request.request.pages.url_prefixes, ["a.example", "b.example/c"]);
        assert_eq!(request.key(Part::Blocks), "min_words=3");
        let of_page = request.address_in(Scope::List, &[("docno", "d"), ("from", "7")]);
        assert_eq!(of_page, address.replace("from=", "from_date=") + "&docno=d&from=7");
        let again = Scope::List.read(&Fields::parse(&of_page).unwrap());
        assert_eq!(SearchRequest::read(&again, &manifest()).unwrap().address(), address);
        let found = problems("from=x&page_language=zz&collapse_date=2005");
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(problems("collapse_date=2005")[0].0, "collapse_date");
        assert_eq!(problems("page_language=zz")[0].0, "page_language");
        assert_eq!(problems("collapse=title")[0].0, "collapse");
    }

    #[test]
    fn every_flag_of_a_ranking_is_read() {
        let request = read(
            "model=ql-dirichlet&mu=500&rm1_mixture=on&fb_terms=5&fb_docs=3\
             &original_query_weight=0.3",
        );
        let ranking = request.unwrap().ranking.to_string();
        assert_eq!(
            ranking,
            "ql-dirichlet mu=500 rm1-mixture fb-terms=5 fb-docs=3 original-query-weight=0.3"
        );
    }
}
