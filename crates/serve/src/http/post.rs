//! Judgements that a page of this server sends: which are refused, and how the others are read.

use crate::requests::{Answer, Failure, Fields, Problem};
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{StatusCode, header};
use std::collections::BTreeSet;
use std::time::Duration;

/// The most bytes of a judgement.
const MAX_BODY: usize = 16 << 10;
/// How long a client may take to send it.
const BODY_TIME: Duration = Duration::from_secs(5);
/// The form in which browsers send a form.
const FORM: &str = "application/x-www-form-urlencoded";

/// Why a request to change something is refused, if it is. Every browser says in `Origin` which
/// site a form is from; a script of another site cannot change that.
pub fn refused(request: &Request<Body>) -> Option<(StatusCode, &'static str)> {
    let host = text_of(request, header::HOST.as_str()).unwrap_or_default();
    let origin = text_of(request, header::ORIGIN.as_str());
    let origins = request.headers().get_all(header::ORIGIN).iter().count();
    let is_own = origin.and_then(|origin| origin.strip_prefix("http://")) == Some(host);
    let site = text_of(request, "sec-fetch-site");
    if !is_own || origins != 1 || site.is_some_and(|site| site != "same-origin") {
        return Some((
            StatusCode::FORBIDDEN,
            "found a judgement from another site, expected the Origin of this server\n",
        ));
    }
    let kind = text_of(request, header::CONTENT_TYPE.as_str()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    (!kind.eq_ignore_ascii_case(FORM)).then_some((
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "found another content type, expected application/x-www-form-urlencoded\n",
    ))
}

/// Reads a judgement.
///
/// # Errors
/// The status and the reason, for one that is too large, too slow or no text.
pub async fn body(body: Body) -> Result<String, (StatusCode, &'static str)> {
    let bytes = tokio::time::timeout(BODY_TIME, to_bytes(body, MAX_BODY)).await;
    let slow = |_| (StatusCode::REQUEST_TIMEOUT, "the judgement did not arrive in time\n");
    let large = |_| (StatusCode::PAYLOAD_TOO_LARGE, "found a judgement of more than 16 KiB\n");
    let bytes = bytes.map_err(slow)?.map_err(large)?;
    String::from_utf8(bytes.into())
        .map_err(|_| (StatusCode::BAD_REQUEST, "found bytes that are no text\n"))
}

/// Refuses a judgement that says something twice: one of the two would be ignored.
///
/// # Errors
/// [`Failure::Problems`] with each name.
pub fn check_once(sent: &Fields) -> Answer<()> {
    let twice: BTreeSet<&str> =
        sent.pairs().map(|(name, _)| name).filter(|name| sent.all(name).count() > 1).collect();
    if twice.is_empty() {
        return Ok(());
    }
    let problem = |name| Problem::new(name, "found more than once, expected one value");
    Err(Failure::Problems(twice.into_iter().map(problem).collect()))
}

/// The text of a header.
pub fn text_of<'r>(request: &'r Request<Body>, name: &str) -> Option<&'r str> {
    request.headers().get(name)?.to_str().ok()
}
