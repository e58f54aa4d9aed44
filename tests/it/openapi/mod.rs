//! Holds the description of the JSON addresses, `docs/openapi.json`, against a running server: it
//! describes every address, parameter and field, and nothing else. `slow.rs` has clients that do
//! not read.

mod requests;
mod server;
mod slow;

use jsonschema::Validator;
use serde_json::Value;
use server::{Reply, Served};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use tamis_serve::api::{ADDRESSES, DESCRIPTION};

static SPEC: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(DESCRIPTION).expect("the description is JSON"));

/// One server with all that there is to ask for, for all tests.
static SERVED: LazyLock<Served> = LazyLock::new(|| Served::start(true));

/// What a reference in the description refers to.
fn resolved(value: &Value) -> &Value {
    match value["$ref"].as_str() {
        Some(place) => SPEC
            .pointer(place.trim_start_matches('#'))
            .unwrap_or_else(|| panic!("{place} is not there")),
        None => value,
    }
}

/// The parameters that the description gives an address.
fn parameters(path: &str) -> Vec<&'static Value> {
    let given = SPEC["paths"][path]["get"]["parameters"].as_array();
    given.into_iter().flatten().map(resolved).collect()
}

/// What checks the replies of an address and a status. It is made once: it has all parts of the
/// description, because references are looked up in the schema itself.
fn validator(path: &str, status: u16, schema: &Value) -> Arc<Validator> {
    static MADE: Mutex<BTreeMap<(String, u16), Arc<Validator>>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let validator = made.entry((path.to_owned(), status)).or_insert_with(|| {
        let whole = serde_json::json!({ "allOf": [schema], "components": SPEC["components"] });
        Arc::new(jsonschema::draft202012::new(&whole).expect("the schema is one"))
    });
    validator.clone()
}

/// Checks a reply against what the description says of its address and status.
#[track_caller]
fn check(path: &str, request: &str, reply: &Reply) {
    let described = &SPEC["paths"][path]["get"]["responses"][reply.status.to_string()];
    assert!(
        described.is_object(),
        "{request}: status {} is not described: {}",
        reply.status,
        reply.body
    );
    let content = resolved(described)["content"].as_object().expect("every reply has content");
    let (kind, of_kind) = content.iter().next().expect("of one kind");
    assert!(
        reply.kind.starts_with(kind.as_str()),
        "{request}: found {}, expected {kind}",
        reply.kind
    );
    let value = match kind.as_str() {
        "application/json" => {
            serde_json::from_str(&reply.body).unwrap_or_else(|e| panic!("{request}: {e}"))
        }
        _ => Value::String(reply.body.clone()),
    };
    let validator = validator(path, reply.status, &of_kind["schema"]);
    let errors: Vec<String> = validator
        .iter_errors(&value)
        .take(5)
        .map(|e| format!("{}: {e}", e.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{request}: {errors:#?}");
}

#[test]
fn every_address_is_described_and_no_other() {
    let described: BTreeSet<&str> =
        SPEC["paths"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(described, ADDRESSES.iter().map(|address| address.path).collect());
    let reply = SERVED.get("/api/openapi.json");
    assert_eq!(
        (reply.status, reply.kind.as_str(), reply.body.as_str()),
        (200, "application/json", DESCRIPTION)
    );
    let page = SERVED.get("/api");
    assert_eq!(page.status, 200);
    assert!(
        ADDRESSES
            .iter()
            .all(|address| page.body.contains(&format!("<code>{}</code>", address.path)))
    );
}

#[test]
fn every_parameter_is_described_and_no_other() {
    for address in &ADDRESSES {
        let described = parameters(address.path);
        let names: Vec<&str> =
            described.iter().map(|parameter| parameter["name"].as_str().unwrap()).collect();
        let known: BTreeSet<&str> = address.parameters().into_iter().collect();
        assert_eq!(names.iter().copied().collect::<BTreeSet<_>>(), known, "{}", address.path);
        assert_eq!(names.len(), known.len(), "{}: a parameter is described twice", address.path);
    }
}

#[test]
fn every_parameter_can_have_the_value_of_its_example() {
    for address in &ADDRESSES {
        for parameter in parameters(address.path) {
            let request = requests::with_example(&SERVED, address.path, parameter);
            let reply = SERVED.get(&request);
            assert_eq!(reply.status, 200, "{request}: {}", reply.body);
            check(address.path, &request, &reply);
        }
    }
}

#[test]
fn answers_have_the_fields_that_are_described() {
    for (path, request) in requests::answered(&SERVED) {
        let reply = SERVED.get(&request);
        assert_eq!(reply.status, 200, "{request}: {}", reply.body);
        check(path, &request, &reply);
    }
}

#[test]
fn failures_have_the_fields_that_are_described() {
    for (path, request, status) in requests::refused(&SERVED) {
        let reply = SERVED.get(&request);
        assert_eq!(reply.status, status, "{request}: {}", reply.body);
        check(path, &request, &reply);
    }
}

#[test]
fn every_address_reports_an_unknown_parameter() {
    for address in &ADDRESSES {
        let request = format!("{}?docno=x&min_wrods=3&hitz=1", address.path);
        let reply = SERVED.get(&request);
        assert_eq!(reply.status, 400, "{request}");
        check(address.path, &request, &reply);
        let problems: Value = serde_json::from_str(&reply.body).unwrap();
        let unknown: Vec<&str> = problems["problems"]
            .as_array()
            .unwrap()
            .iter()
            .map(|problem| problem["parameter"].as_str().unwrap())
            .collect();
        assert!(
            unknown.contains(&"min_wrods") && unknown.contains(&"hitz"),
            "{request}: {unknown:?}"
        );
    }
}

#[test]
fn what_is_refused_at_the_door_is_described() {
    for address in &ADDRESSES {
        let path = address.path;
        let host = SERVED.host();
        for (status, method, host, more) in [
            (405, "POST", host, ""),
            (405, "DELETE", host, ""),
            (421, "GET", "evil.example", ""),
            (403, "GET", host, "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: cors\r\n"),
        ] {
            let reply = SERVED.request(method, path, host, more);
            assert_eq!(reply.status, status, "{method} {path} {host}");
            check(path, path, &reply);
        }
    }
    // An address that there is not has no description, but its failure is like the others.
    let reply = SERVED.get("/api/nothing");
    assert_eq!(reply.status, 404);
    check("/api/page", "/api/nothing", &reply);
}

#[test]
fn a_server_without_topics_says_so() {
    let served = Served::start(false);
    for path in ["/api/measures", "/api/topic?topic=1", "/api/judge", "/api/judge/blocks"] {
        let reply = served.get(path);
        assert_eq!(reply.status, 404, "{path}: {}", reply.body);
        check(path.split('?').next().unwrap(), path, &reply);
    }
    let index = served.get("/api/index");
    check("/api/index", "/api/index", &index);
    assert!(index.body.contains("\"has_judgements\":false"));
}

#[test]
fn lists_and_limits_are_those_of_the_program() {
    let reasons: Vec<&str> =
        tamis::collection::Reason::ALL.iter().map(|reason| reason.name()).collect();
    assert_eq!(SPEC["components"]["schemas"]["Reason"]["enum"], serde_json::json!(reasons));
    let models = tamis_search::model::MODELS.map(|(name, ..)| name);
    assert_eq!(
        SPEC["components"]["parameters"]["model"]["schema"]["enum"],
        serde_json::json!(models)
    );
    let index: Value = serde_json::from_str(&SERVED.get("/api/index").body).unwrap();
    let limits = &index["limits"];
    let of_search = &SPEC["components"]["parameters"];
    assert_eq!(of_search["hits"]["schema"]["maximum"], limits["hits"]);
    assert_eq!(of_search["weight"]["schema"]["maxItems"], limits["weights"]);
    let rows = parameters("/api/losses")
        .into_iter()
        .find(|parameter| parameter["name"] == "rows")
        .unwrap();
    assert_eq!(rows["schema"]["maximum"], limits["loss_rows"]);
}

#[test]
fn every_object_is_closed_and_every_part_is_used() {
    let mut used = BTreeSet::new();
    let mut open = vec![("#".to_owned(), &*SPEC)];
    while let Some((place, value)) = open.pop() {
        if let Some(refers) = value["$ref"].as_str() {
            resolved(value);
            used.insert(refers.to_owned());
        }
        if value["type"] == "object" && place.contains("schemas") && !place.ends_with("properties")
        {
            assert!(value.get("additionalProperties").is_some(), "{place} lets any field pass");
        }
        match value {
            Value::Object(fields) => {
                open.extend(fields.iter().map(|(name, value)| (format!("{place}/{name}"), value)));
            }
            Value::Array(items) => open.extend(items.iter().map(|value| (place.clone(), value))),
            _ => {}
        }
    }
    for kind in ["schemas", "parameters", "responses"] {
        for name in SPEC["components"][kind].as_object().unwrap().keys() {
            assert!(
                used.contains(&format!("#/components/{kind}/{name}")),
                "{kind}/{name} is not used"
            );
        }
    }
}
