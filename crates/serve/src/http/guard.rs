//! Refuses requests for other hosts (DNS rebinding), of other sites and with other methods, and
//! sets the headers that every answer has.

use super::post::{self, text_of};
use super::reply;
use crate::requests::Failure;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use std::net::IpAddr;

/// The names under which the server may be addressed. A page of another site can make a browser
/// send requests to this machine under a name of its own (DNS rebinding); it cannot choose the name
/// that the browser then sends.
#[derive(Debug, Clone)]
pub struct Hosts {
    named: Vec<String>,
    is_local: bool,
}

impl Hosts {
    /// The names of a server that answers to `named` and listens on `ip`.
    pub fn new<S: AsRef<str>>(named: impl IntoIterator<Item = S>, ip: IpAddr) -> Self {
        let named = named.into_iter().map(|name| name.as_ref().to_ascii_lowercase()).collect();
        Self { named, is_local: ip.is_loopback() }
    }

    /// Whether a request may have this `Host`.
    pub fn allow(&self, host: &str) -> bool {
        let (name, port) = match host.strip_prefix('[') {
            Some(rest) => rest.split_once(']').unwrap_or(("", "?")),
            None => host.split_at(host.find(':').unwrap_or(host.len())),
        };
        if !port.is_empty() && !port.strip_prefix(':').is_some_and(is_port) {
            return false;
        }
        let name = name.to_ascii_lowercase();
        match name.parse::<IpAddr>() {
            // Nobody else can make an IP address point to this machine.
            Ok(ip) => !self.is_local || ip.is_loopback(),
            Err(_) => name == "localhost" || self.named.contains(&name),
        }
    }
}

/// Who may come in, and where something may be changed.
#[derive(Debug, Clone)]
pub struct Door {
    /// The names under which the server may be addressed.
    pub hosts: Hosts,
    /// The paths that take judgements; none in a server that writes nothing.
    pub posts: Vec<&'static str>,
}

fn is_port(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Nothing runs but the program's own script, nothing is loaded from elsewhere, and no other page
/// may frame these.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; \
                      frame-ancestors 'none'";

/// Headers of every answer that does not set them itself.
const HEADERS: [(HeaderName, &str); 8] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::X_DNS_PREFETCH_CONTROL, "off"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Passes a request on, or refuses it.
pub async fn guard(State(door): State<Door>, request: Request, next: Next) -> Response {
    let mut response = match refused(&door, &request) {
        Some((status, why)) => reply::text(status, why),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Why a request is refused, if it is.
fn refused(door: &Door, request: &Request<Body>) -> Option<(StatusCode, &'static str)> {
    let is_change = request.method() == Method::POST && door.posts.contains(&request.uri().path());
    if !is_change && request.method() != Method::GET && request.method() != Method::HEAD {
        return Some((
            StatusCode::METHOD_NOT_ALLOWED,
            "found another method, expected GET: nothing here can be changed\n",
        ));
    }
    let hosts = &door.hosts;
    // Both, where the first line names a host too: whoever reads only one of them must not be
    // misled.
    let mut named = request.headers().get_all(header::HOST).iter();
    let header =
        named.next().and_then(|host| host.to_str().ok()).is_some_and(|host| hosts.allow(host));
    let line = request.uri().authority().is_none_or(|authority| hosts.allow(authority.as_str()));
    if !header || !line || named.next().is_some() {
        return Some((
            StatusCode::MISDIRECTED_REQUEST,
            "found another Host, expected this server's address\n",
        ));
    }
    if is_change {
        return post::refused(request);
    }
    let site = text_of(request, "sec-fetch-site");
    let is_navigation = text_of(request, "sec-fetch-mode") == Some("navigate");
    if site.is_some_and(|site| site == "cross-site" || site == "same-site") && !is_navigation {
        return Some((
            StatusCode::FORBIDDEN,
            "found a request of another site's page, expected one of this site\n",
        ));
    }
    None
}

/// The answer to an address that there is not.
pub async fn missing(request: Request) -> Response {
    let path = request.uri().path().to_owned();
    let failure = Failure::Missing("there is no such address".to_owned());
    if path.starts_with("/api/") {
        reply::json_failure(&failure)
    } else {
        reply::failed_page(&failure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_let_in() {
        let hosts = Hosts::new(["127.0.0.1"], [127, 0, 0, 1].into());
        for host in ["127.0.0.1", "127.0.0.1:80", "localhost:9", "LOCALHOST", "[::1]:80", "[::1]"] {
            assert!(hosts.allow(host), "{host}");
        }
        for host in [
            "evil.example",
            "127.0.0.1.evil.example",
            "10.0.0.1",
            "",
            "localhost.evil.example:80",
            "[",
            "0x7f.1",
            "localhost:80@evil.example",
            "[::1]evil.example",
            "[::1",
            "127.0.0.1:",
            "localhost:1:2",
        ] {
            assert!(!hosts.allow(host), "{host}");
        }
        let hosts = Hosts::new(["0.0.0.0", "Search.Example"], [10, 0, 0, 1].into());
        assert!(
            hosts.allow("search.example:8080")
                && hosts.allow("10.0.0.1")
                && !hosts.allow("evil.example")
        );
    }
}
