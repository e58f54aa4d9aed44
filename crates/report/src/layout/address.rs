//! Addresses of a server that shows the points of a report: the rule of a point as parameters.

use tamis_search::experiment::parameter::Parameter;
use tamis_search::experiment::results::Site;
use tamis_search::request::{Role, parameter};

/// Returns a point's parameters as those of an address; none if one of them has no name there, such
/// as the weight of a named rule.
pub(crate) fn address_of(parameters: &[Parameter]) -> Option<Vec<(String, String)>> {
    let given = parameters.iter().filter(|one| !one.value.is_absent());
    let pair = |Parameter { name, value }: &Parameter| {
        let text = value.to_string();
        match name.as_str() {
            "label" | "feedback" if text == "none" => None,
            "feedback" => Some(Some((text.replace('-', "_"), "on".to_owned()))),
            _ => {
                let is_named = parameter(name).is_some_and(|of| of.role != Role::OtherThreshold);
                Some(is_named.then(|| (name.clone(), text)))
            }
        }
    };
    given.filter_map(pair).collect()
}

/// Returns the address of a page of a server, such as `measures`, with what all points share and
/// these parameters.
pub(crate) fn site_address(site: &Site, page: &str, own: &[(String, String)]) -> String {
    let is_other = |name: &str| name == "where" || own.iter().all(|(known, _)| known != name);
    let shared = site.parameters.iter().filter(|(name, _)| is_other(name));
    let pairs: Vec<String> = shared
        .chain(own)
        .map(|(name, value)| format!("{}={}", encoded(name), encoded(value)))
        .collect();
    let query = if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) };
    format!("{}{page}{query}", site.address)
}

/// Returns a name or value as forms encode it.
fn encoded(text: &str) -> String {
    let encoded = |byte| match byte {
        b' ' => "+".to_owned(),
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'*' => {
            char::from(byte).to_string()
        }
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(encoded).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_search::experiment::parameter::Value;

    fn site() -> Site {
        let shared = [("model", "dph"), ("min_words", "3"), ("where", "words < 9")];
        let parameters = shared.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        Site { command: String::new(), address: "http://127.0.0.1:7700/".to_owned(), parameters }
    }

    fn named(name: &str, value: &str) -> Parameter {
        let Ok(value) = value.parse::<Value>();
        Parameter::new(name, value)
    }

    #[test]
    fn a_point_replaces_what_all_share_but_rules_are_joined() {
        let own = address_of(&[
            named("min_words", "11"),
            named("label", "none"),
            named("feedback", "rm1-mixture"),
            named("k1", "-"),
        ]);
        let own = own.unwrap();
        let expected = "http://127.0.0.1:7700/measures?model=dph&where=words+%3C+9&min_words=11\
                        &rm1_mixture=on";
        assert_eq!(site_address(&site(), "measures", &own), expected);
        let own = [("where".to_owned(), "kind = \"é\"".to_owned())];
        let expected = "http://127.0.0.1:7700/?model=dph&min_words=3&where=words+%3C+9\
                        &where=kind+%3D+%22%C3%A9%22";
        assert_eq!(site_address(&site(), "", &own), expected);
    }

    #[test]
    fn what_an_address_cannot_say_has_none() {
        assert_eq!(address_of(&[named("weight.title", "3")]), None);
        assert_eq!(address_of(&[]), Some(Vec::new()));
    }
}
