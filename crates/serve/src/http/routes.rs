//! The addresses: pages, the same as JSON, and the files of the pages.

use super::guard::{Door, Hosts, guard, missing};
use super::unread::Unread;
use super::{post, reply};
use crate::answers::api::{ADDRESSES, DESCRIPTION, DESCRIPTION_PATH};
use crate::answers::download::DOWNLOADS;
use crate::answers::original::original as unlinked_page;
use crate::html;
use crate::html::Page;
use crate::requests::{Answer, Failure, Fields};
use crate::site::{BLOCKS_PATH, Effort, PAGES_PATH, ServedSite, WebRequest, WorkerPool};
use axum::Router;
use axum::body::Body;
use axum::extract::{RawQuery, Request, State};
use axum::http::StatusCode;
use axum::middleware::{from_fn_with_state, map_response};
use axum::response::Response;
use axum::routing::{MethodRouter, get};
use std::sync::Arc;

#[derive(Clone)]
struct App {
    site: Arc<ServedSite>,
    pool: WorkerPool,
    unread: Unread,
}

/// Makes a page of a request.
type MakePage = fn(&WebRequest<'_>) -> Answer<Page>;

/// The pages that change nothing: the path, what makes the page, and how much work it is.
const PAGES: [(&str, MakePage, Effort); 8] = [
    ("/", html::search::page, Effort::Short),
    ("/collection", html::collection::page, Effort::Long),
    ("/api", html::api::page, Effort::Short),
    ("/page", html::page::page, Effort::Short),
    ("/measures", html::measures::page, Effort::Long),
    ("/topic", html::topic::page, Effort::Short),
    ("/explain", html::explanation::page, Effort::Short),
    ("/labels", html::compared_labels::page, Effort::Long),
];

/// Does what a judgement says and returns the address to go on at.
type JudgeAction = fn(&WebRequest<'_>, &Fields) -> Answer<String>;

/// The pages that judgements are sent to: the path, what makes the page, and what a judgement does.
const JUDGING: [(&str, MakePage, JudgeAction); 2] = [
    (PAGES_PATH, html::assess::page, html::assess::judge),
    (BLOCKS_PATH, html::gold::page, html::gold::judge),
];

/// The content type of a script.
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Makes the answers to requests.
pub fn app(site: Arc<ServedSite>, pool: WorkerPool, hosts: Hosts) -> Router {
    let posts =
        if site.assessment.is_some() { JUDGING.map(|(path, ..)| path).into() } else { vec![] };
    let door = Door { hosts, posts };
    let app = App { site, pool, unread: Unread::default() };
    let mut routes = Router::new();
    for (path, kind, content) in [
        ("/icon.svg", "image/svg+xml", html::ICON),
        ("/tamis.css", "text/css; charset=utf-8", html::CSS.as_str()),
        ("/tamis.js", SCRIPT, html::JS),
        ("/judge.js", SCRIPT, html::JUDGE_JS),
        (DESCRIPTION_PATH, reply::JSON, DESCRIPTION),
    ] {
        let file = async move || reply::reply(StatusCode::OK, kind, Body::from(content));
        routes = routes.route(path, get(file));
    }
    for address in ADDRESSES {
        let make = move |web: &WebRequest<'_>| {
            Ok(reply::reply(StatusCode::OK, reply::JSON, address.answer(web)?))
        };
        let failed = reply::json_failure;
        routes = routes.route(address.path, made(address.effort, failed, make));
    }
    for file in DOWNLOADS {
        let make = move |web: &WebRequest<'_>| {
            let name = file.file_name(web.fields);
            Ok(reply::attachment(file.kind, &name, (file.make)(web)?.into_bytes()))
        };
        routes = routes.route(file.path, made(file.effort, reply::failed_page, make));
    }
    for (path, make, effort) in PAGES {
        routes = routes.route(path, page(make, effort));
    }
    for (path, make, judge) in JUDGING {
        let take = move |app: State<App>, query: RawQuery, request: Request| {
            judged(app, query, request, judge)
        };
        let methods = page(make, Effort::Short).post(take);
        routes = routes.route(path, methods.layer(map_response(reply::with_origin)));
    }
    // A page as in its archive. It can do no harm: it has no origin, runs no script, sends no
    // form, loads nothing from anywhere, and its links lead nowhere.
    let original = |web: &WebRequest<'_>| Ok(reply::sandboxed(unlinked_page(web)?.into_bytes()));
    routes
        .route("/page/original", made(Effort::Short, reply::failed_page, original))
        .fallback(missing)
        .layer(from_fn_with_state(door, guard))
        .with_state(app)
}

/// The method of an address that answers with a page.
fn page(make: MakePage, effort: Effort) -> MethodRouter<App> {
    made(effort, reply::failed_page, move |web: &WebRequest<'_>| {
        Ok(match make(web)? {
            Page::Shown(page) => reply::page(StatusCode::OK, page.into_string().into_bytes()),
            Page::Wrong(page) => {
                reply::page(StatusCode::BAD_REQUEST, page.into_string().into_bytes())
            }
            Page::At(address) => reply::see(&address),
        })
    })
}

/// Answers a judgement: with the address of what is to be judged next, once it is durable.
async fn judged(
    State(app): State<App>,
    RawQuery(query): RawQuery,
    request: Request,
    judge: JudgeAction,
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
        Ok(address) => reply::see(&address).map(Body::from),
        Err(failure) => reply::failed_page(&failure),
    }
}

/// The method of an address whose answer `make` makes on the pool.
fn made(
    effort: Effort,
    failed: fn(&Failure) -> Response,
    make: impl FnOnce(&WebRequest<'_>) -> Answer<Response<Vec<u8>>> + Clone + Send + Sync + 'static,
) -> MethodRouter<App> {
    get(async move |State(app): State<App>, RawQuery(query): RawQuery| {
        let unread = app.unread.clone();
        let made = answer(app, query, effort, make).await;
        let held = made.and_then(|made| {
            let (head, body) = made.into_parts();
            Ok(Response::from_parts(head, unread.hold(body)?.into()))
        });
        held.unwrap_or_else(|failure| failed(&failure))
    })
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
