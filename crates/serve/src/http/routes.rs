//! The addresses: pages, the same as JSON, and the files of the pages.

use super::guard::{Door, Hosts, guard, missing};
use super::unread::Unread;
use super::{post, reply};
use crate::answers::api::{ADDRESSES, Address, DESCRIPTION, DESCRIPTION_PATH};
use crate::answers::download::{DOWNLOADS, Download};
use crate::answers::original::original as unlinked_page;
use crate::html;
use crate::html::Page;
use crate::requests::{Answer, Failure, Fields};
use crate::site::{BLOCKS_PATH, Effort, PAGES_PATH, Pool, Site, WebRequest};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{RawQuery, Request, State};
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::{MethodRouter, get};
use std::sync::Arc;

/// What answers every request.
#[derive(Clone)]
struct App {
    site: Arc<Site>,
    pool: Pool,
    unread: Unread,
}

/// Makes the answers to requests.
pub fn app(site: Arc<Site>, pool: Pool, hosts: Hosts) -> Router {
    let posts =
        if site.assessment.is_some() { JUDGING.map(|(path, ..)| path).into() } else { vec![] };
    let door = Door { hosts, posts };
    let app = App { site, pool, unread: Unread::default() };
    let mut routes = Router::new();
    for address in ADDRESSES {
        let answer = move |app: State<App>, query: RawQuery| json(app, query, address);
        routes = routes.route(address.path, get(answer));
    }
    for (path, make, judge) in JUDGING {
        routes = routes.route(path, judged_page(make, judge));
    }
    for file in DOWNLOADS {
        let answer = move |app: State<App>, query: RawQuery| download(app, query, file);
        routes = routes.route(file.path, get(answer));
    }
    routes
        .route("/judge.js", get(|| file("text/javascript; charset=utf-8", html::JUDGE_JS)))
        .route("/", get_page(html::search::page, Effort::Short))
        .route("/collection", get_page(html::collection::page, Effort::Long))
        .route("/icon.svg", get(|| file("image/svg+xml", html::ICON)))
        .route("/tamis.css", get(|| file("text/css; charset=utf-8", &html::CSS)))
        .route("/tamis.js", get(|| file("text/javascript; charset=utf-8", html::JS)))
        .route("/api", get_page(html::api::page, Effort::Short))
        .route(DESCRIPTION_PATH, get(|| file("application/json", DESCRIPTION)))
        .route("/page", get_page(html::page::page, Effort::Short))
        .route("/page/original", get(original))
        .route("/examination", get_page(html::examination::page, Effort::Long))
        .route("/topic", get_page(html::topic::page, Effort::Short))
        .route("/explain", get_page(html::explanation::page, Effort::Short))
        .route("/labels", get_page(html::compared_labels::page, Effort::Long))
        .fallback(missing)
        .layer(from_fn_with_state(door, guard))
        .with_state(app)
}

/// Answers with a file to keep.
async fn download(app: State<App>, query: RawQuery, file: Download) -> Response {
    let make = move |web: &WebRequest<'_>| {
        let name = file.file_name(web.fields);
        let shown = move |body: Bytes| reply::attachment(file.kind, &name, body);
        Ok(((file.make)(web)?.into_bytes(), shown))
    };
    respond(app, query, file.effort, reply::failed_page, make).await
}

/// Does what a judgement says and returns the address to go on at.
type Judge = fn(&WebRequest<'_>, &Fields) -> Answer<String>;

/// The pages that judgements are sent to: the path, what makes the page, and what a judgement does.
const JUDGING: [(&str, MakePage, Judge); 2] = [
    (PAGES_PATH, html::assess::page, html::assess::judge),
    (BLOCKS_PATH, html::gold::page, html::gold::judge),
];

/// The methods of a page that judgements are sent to.
fn judged_page(make: MakePage, judge: Judge) -> MethodRouter<App> {
    let show = async move |app: State<App>, query: RawQuery| {
        reply::with_origin(page(app, query, make, Effort::Short).await)
    };
    let take = move |app: State<App>, query: RawQuery, request: Request| {
        judged(app, query, request, judge)
    };
    get(show).post(take)
}

/// Makes a page of a request.
type MakePage = fn(&WebRequest<'_>) -> Answer<Page>;

/// The method of an address that answers with a page.
fn get_page(make: MakePage, effort: Effort) -> MethodRouter<App> {
    get(move |app: State<App>, query: RawQuery| page(app, query, make, effort))
}

/// Answers with a page.
async fn page(app: State<App>, query: RawQuery, make: MakePage, effort: Effort) -> Response {
    let made = move |web: &WebRequest<'_>| {
        let (page, status) = match make(web)? {
            Page::Shown(page) => (page.into_string(), Ok(StatusCode::OK)),
            Page::Wrong(page) => (page.into_string(), Ok(StatusCode::BAD_REQUEST)),
            Page::At(address) => (String::new(), Err(address)),
        };
        let shown = move |body: Bytes| match status {
            Ok(status) => reply::page(status, body),
            Err(address) => reply::see(&address),
        };
        Ok((page.into_bytes(), shown))
    };
    respond(app, query, effort, reply::failed_page, made).await
}

/// Answers a judgement: with the address of what is to be judged next, once it is durable.
async fn judged(
    State(app): State<App>,
    RawQuery(query): RawQuery,
    request: Request,
    judge: Judge,
) -> Response {
    let sent = match post::body(request.into_body()).await {
        Ok(sent) => sent,
        Err((status, why)) => return reply::text(status, why),
    };
    let done = answer(app, query, Effort::Short, move |web| {
        let sent = Fields::parse(&sent)?;
        let known = web.site.assessment.as_ref();
        let token = known.ok_or_else(|| Failure::Missing("nothing is judged here".to_owned()))?;
        if !token.token.is(sent.get("token").unwrap_or_default()) {
            return Err(Failure::Refused);
        }
        post::check_once(&sent)?;
        judge(web, &sent)
    });
    match done.await {
        Ok(address) => reply::with_origin(reply::see(&address)),
        Err(failure) => reply::failed_page(&failure),
    }
}

/// Answers with JSON.
async fn json(app: State<App>, query: RawQuery, address: Address) -> Response {
    let shown = |body: Bytes| reply::reply(StatusCode::OK, "application/json", body);
    let make = move |web: &WebRequest<'_>| Ok((address.answer(web)?, shown));
    respond(app, query, address.effort, reply::json_failure, make).await
}

/// Answers with a page as in its archive. It can do no harm: it has no origin, runs no script,
/// sends no form, loads nothing from anywhere, and its links lead nowhere.
async fn original(app: State<App>, query: RawQuery) -> Response {
    let shown = |body: Bytes| reply::sandboxed(body);
    let make = move |web: &WebRequest<'_>| Ok((unlinked_page(web)?.into_bytes(), shown));
    respond(app, query, Effort::Short, reply::failed_page, make).await
}

/// Makes the bytes of an answer, with what shows them, and shows them.
async fn respond<S: FnOnce(Bytes) -> Response + Send + 'static>(
    State(app): State<App>,
    RawQuery(query): RawQuery,
    effort: Effort,
    failed: fn(&Failure) -> Response,
    make: impl FnOnce(&WebRequest<'_>) -> Answer<(Vec<u8>, S)> + Send + 'static,
) -> Response {
    let unread = app.unread.clone();
    let made = answer(app, query, effort, make).await;
    let shown = made.and_then(|(body, shown)| Ok(shown(unread.hold(body)?)));
    shown.unwrap_or_else(|failure| failed(&failure))
}

/// Does the work of a request on the pool, against the current commit.
async fn answer<T: Send + 'static>(
    App { site, pool, .. }: App,
    query: Option<String>,
    effort: Effort,
    make: impl FnOnce(&WebRequest<'_>) -> Answer<T> + Send + 'static,
) -> Answer<T> {
    let query = query.unwrap_or_default();
    let fields = Fields::parse(&query)?;
    pool.run(effort, move |cancel| {
        let snapshot = site.index.snapshot();
        snapshot.index.check_files()?;
        let web =
            WebRequest { site: &site, snapshot: &snapshot, query: &query, fields: &fields, cancel };
        // A damaged index may let tantivy panic; that is an error of the index.
        snapshot.index.guarded(|| Ok(make(&web)))?
    })
    .await
}

/// A file of the pages.
async fn file(kind: &'static str, content: &'static str) -> Response {
    reply::reply(StatusCode::OK, kind, content)
}
