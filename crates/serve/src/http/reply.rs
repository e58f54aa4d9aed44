//! Answers as HTTP: pages, JSON, text, failures.

use crate::html;
use crate::requests::{Failure, Problem};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Serialize;

/// The content type of JSON.
pub const JSON: &str = "application/json";
/// The content type of lines of text.
const TEXT: &str = "text/plain; charset=utf-8";
/// The content type of pages.
const PAGE: &str = "text/html; charset=utf-8";

/// An answer of this kind.
pub fn reply<B>(status: StatusCode, kind: &'static str, body: B) -> Response<B> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

pub fn page<B>(status: StatusCode, page: B) -> Response<B> {
    reply(status, PAGE, page)
}

pub fn text(status: StatusCode, text: &'static str) -> Response {
    reply(status, TEXT, text.into())
}

/// A failure as JSON.
#[derive(Serialize)]
struct Failed<'a> {
    error: String,
    problems: &'a [Problem],
}

/// The status of a failure.
fn status(failure: &Failure) -> StatusCode {
    match failure {
        Failure::Problems(_) => StatusCode::BAD_REQUEST,
        Failure::Refused => StatusCode::FORBIDDEN,
        Failure::Missing(_) => StatusCode::NOT_FOUND,
        Failure::Cancelled | Failure::Busy => StatusCode::SERVICE_UNAVAILABLE,
        Failure::Late => StatusCode::GATEWAY_TIMEOUT,
        Failure::Error(_) => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// A failure as JSON.
pub fn json_failure(failure: &Failure) -> Response {
    let problems: &[Problem] =
        if let Failure::Problems(problems) = failure { problems } else { &[] };
    // It has no keys but strings, so it can be written.
    let body = serde_json::to_vec(&Failed { error: failure.message(), problems });
    ended(failure, reply(status(failure), JSON, body.unwrap_or_default().into()))
}

/// A failure as a page of its own.
pub fn failed_page(failure: &Failure) -> Response {
    ended(failure, page(status(failure), html::failed(failure).into_string().into()))
}

/// Closes the connection if the server is busy, so that other clients get in.
fn ended(failure: &Failure, mut response: Response) -> Response {
    if matches!(failure, Failure::Busy) {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// What a page of the crawl may do when the browser renders it: be seen. Styles and pictures that
/// are in the page itself show; everything else is refused, whatever frame or window it is in.
const SANDBOX: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
                       form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

/// A page of the crawl.
pub fn sandboxed<B>(text: B) -> Response<B> {
    let mut response = page(StatusCode::OK, text);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(SANDBOX));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    response
}

/// A file to keep, with a name of letters, digits, dots, dashes and underscores.
pub fn attachment<B>(kind: &'static str, name: &str, body: B) -> Response<B> {
    let mut response = reply(StatusCode::OK, kind, body);
    let disposition = format!("attachment; filename=\"{name}\"");
    if let Ok(value) = HeaderValue::from_str(&disposition) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

/// Sends the browser to another address of the server.
pub fn see(address: &str) -> Response<Vec<u8>> {
    let mut response = reply(StatusCode::SEE_OTHER, TEXT, Vec::new());
    // Addresses are encoded, so they are values of a header.
    if let Ok(address) = HeaderValue::from_str(address) {
        response.headers_mut().insert(header::LOCATION, address);
    }
    response
}

/// Lets the browser say in `Origin` where a form of this page is from, which it leaves out where
/// pages send no referrer at all.
pub async fn with_origin(mut response: Response) -> Response {
    let policy = HeaderValue::from_static("same-origin");
    response.headers_mut().insert(header::REFERRER_POLICY, policy);
    response
}
