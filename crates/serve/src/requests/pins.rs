//! The pinned rules of an address: each `pin=NAME?PARAMETERS`, where the parameters are those of a
//! rule, a ranking and pages as they stand in an address.

use super::failure::{Answer, Failure, Problem};
use super::fields::{Fields, encode};
use super::search::{PIN, Pin, SearchRequest, check_only, of_part};
use tamis::Manifest;
use tamis::request::Part;

/// The most pinned rules of an address.
pub const MAX_PINS: usize = 8;
/// The most characters of a name.
pub const MAX_NAME: usize = 40;

impl Pin {
    /// The rule, the ranking and the pages of a search under a name.
    ///
    /// # Errors
    /// [`Failure::Problems`] for a name that cannot be one.
    pub fn new(name: &str, request: &SearchRequest, manifest: &Manifest) -> Answer<Self> {
        let pairs = request.pairs().filter(|(name, _)| parameters().any(|known| known == *name));
        Self::read(&format!("{}?{}", name.trim(), encode(pairs)), manifest)
    }

    /// Reads the value of a parameter `pin`.
    fn read(value: &str, manifest: &Manifest) -> Answer<Self> {
        let (name, query) = value.split_once('?').ok_or_else(|| {
            let expected = "expected a name, a question mark and the parameters of a rule, such as \
                            'A?min_words=11'";
            Failure::of(PIN, expected)
        })?;
        check_name(name)?;
        let read = Fields::parse(query).and_then(|fields| {
            check_only(&fields, &parameters().collect::<Vec<_>>())?;
            SearchRequest::read(&fields, manifest)
        });
        let request = read.map_err(|failure| at_pin(failure, name))?;
        Ok(Self { name: name.to_owned(), request })
    }

    /// The value of a parameter `pin` that reads as this.
    pub fn value(&self) -> String {
        format!("{}?{}", self.name, self.request.address())
    }

    /// The rule, the ranking and the pages, with the query and the pinned rules of another search.
    ///
    /// # Errors
    /// None: all was read before.
    pub fn applied_to(&self, other: &SearchRequest, manifest: &Manifest) -> Answer<SearchRequest> {
        let kept = other.pairs().filter(|(name, _)| parameters().all(|known| known != *name));
        SearchRequest::read(&Fields::from_pairs(kept.chain(self.request.pairs())), manifest)
    }

    /// Whether a search has the same rule, ranking and pages.
    pub fn is(&self, other: &SearchRequest) -> bool {
        self.request.keys() == other.keys()
    }
}

/// The parameters that a pinned rule may have.
fn parameters() -> impl Iterator<Item = &'static str> {
    let parts = [Part::Blocks, Part::Ranking, Part::Pages];
    parts.into_iter().flat_map(of_part).map(|spec| spec.name)
}

/// Reads the pinned rules of a search, in their order.
///
/// # Errors
/// [`Failure::Problems`] with every pinned rule that is wrong, each at the parameter `pin`.
pub fn pins(request: &SearchRequest, manifest: &Manifest) -> Answer<Vec<Pin>> {
    let values: Vec<&str> = request.all(PIN).collect();
    if values.len() > MAX_PINS {
        let found = values.len();
        return Err(wrong(format!("found {found} pinned rules, expected at most {MAX_PINS}")));
    }
    let mut pins: Vec<Pin> = Vec::with_capacity(values.len());
    let mut problems = Vec::new();
    for value in values {
        match Pin::read(value, manifest) {
            Ok(pin) if pins.iter().any(|known| known.name == pin.name) => {
                let problem = format!("{}: is the name of two rules, expected one", pin.name);
                problems.push(Problem::new(PIN, problem));
            }
            Ok(pin) => pins.push(pin),
            Err(Failure::Problems(found)) => problems.extend(found),
            Err(other) => return Err(other),
        }
    }
    if problems.is_empty() { Ok(pins) } else { Err(Failure::Problems(problems)) }
}

/// A name for one more rule: A, B, C and so on.
pub fn next_name(pins: &[Pin]) -> String {
    let mut letters = ('A'..='Z').map(String::from);
    let free = letters.find(|letter| pins.iter().all(|pin| pin.name != *letter));
    free.unwrap_or_default()
}

fn check_name(name: &str) -> Answer<()> {
    let length = name.chars().count();
    if name.trim().is_empty() {
        return Err(wrong("expected a name before the question mark".to_owned()));
    }
    if length > MAX_NAME {
        let expected = format!("expected at most {MAX_NAME}");
        return Err(wrong(format!("found a name of {length} characters, {expected}")));
    }
    if name.chars().any(char::is_control) {
        return Err(wrong("found a name with control characters, expected none".to_owned()));
    }
    Ok(())
}

fn wrong(message: String) -> Failure {
    Failure::of(PIN, message)
}

/// The problems of a pinned rule, at the parameter `pin`, with its name and the parameter in it.
fn at_pin(failure: Failure, name: &str) -> Failure {
    let Failure::Problems(problems) = failure else { return failure };
    let at_name = |problem: Problem| {
        let within = if problem.parameter.is_empty() { "" } else { ": " };
        let message = format!("{name}: {}{within}{}", problem.parameter, problem.message);
        Problem::new(PIN, message)
    };
    Failure::Problems(problems.into_iter().map(at_name).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{manifest, search};

    fn read(query: &str) -> Answer<Vec<Pin>> {
        pins(&search(query)?, &manifest())
    }

    fn problems(query: &str) -> Vec<String> {
        let Err(Failure::Problems(problems)) = read(query) else { panic!("{query}") };
        assert!(problems.iter().all(|problem| problem.parameter == PIN), "{problems:?}");
        problems.into_iter().map(|problem| problem.message).collect()
    }

    #[test]
    fn pinned_rules_are_read_and_written_again() {
        let values = ["A?min_words=11&model=dph", "no templates?max_repeats=30&from=2005", "all?"];
        let address = encode(values.map(|value| ("pin", value)));
        let pins = read(&format!("q=x&min_words=3&{address}")).unwrap();
        assert_eq!(pins.iter().map(Pin::value).collect::<Vec<_>>(), values);
        assert_eq!(pins[0].request.key(Part::Blocks), "min_words=11");
        assert_eq!(pins[0].request.key(Part::Ranking), "model=dph");
        assert_eq!(pins[1].request.key(Part::Pages), "from=2005");
        assert!(!pins[2].request.has_rule());
        assert_eq!(next_name(&pins), "B");
    }

    #[test]
    fn a_search_keeps_its_pinned_rules_and_becomes_one() {
        let manifest = manifest();
        let address = "q=x&min_words=3&k1=1.2&pin=A%3Fmin_words%3D11";
        let request = search(address).unwrap();
        assert_eq!(request.address(), address);
        let pin = Pin::new(" B ", &request, &manifest).unwrap();
        assert_eq!(pin.value(), "B?min_words=3&k1=1.2");
        assert!(pin.is(&request));
        let first = &pins(&request, &manifest).unwrap()[0];
        assert!(!first.is(&request));
        let applied = first.applied_to(&request, &manifest).unwrap();
        assert_eq!(applied.address(), "q=x&min_words=11&pin=A%3Fmin_words%3D11");
    }

    #[test]
    fn what_is_wrong_in_a_pinned_rule_is_told_with_its_name() {
        let one = |value: &str| problems(&encode([("pin", value)])).join(";");
        assert_eq!(one("A?min_words=x&k1=a").matches("A: ").count(), 2);
        assert!(one("A?min_words=x").starts_with("A: min_words: "));
        assert!(one("A?q=x").contains("A: q: is not a parameter"));
        assert!(one("A?pin=B%3F").contains("A: pin: is not a parameter"));
        assert!(one("A?hits=3").contains("A: hits: "));
        assert!(one("A").contains("a question mark"));
        assert!(one("?min_words=3").contains("expected a name"));
        assert!(one(&format!("{}?", "a".repeat(MAX_NAME + 1))).contains("41 characters"));
        assert!(one("a\u{7}?").contains("control characters"));
        let twice = encode([("pin", "A?min_words=1"), ("pin", "A?min_words=2")]);
        assert!(problems(&twice)[0].contains("two rules"));
        let many: Vec<String> = (0..=MAX_PINS).map(|number| format!("{number}?")).collect();
        let many = encode(many.iter().map(|value| ("pin", value.as_str())));
        assert!(problems(&many)[0].contains("found 9 pinned rules"));
    }
}
