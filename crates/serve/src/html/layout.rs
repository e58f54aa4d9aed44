//! What all pages share.

use super::shown;
use crate::requests::{Failure, Scope, SearchRequest, encode};
use crate::site::{BLOCKS_PATH, PAGES_PATH, WebRequest};
use maud::{DOCTYPE, Markup, Render, html};

/// The pages that the navigation names: name, path, and the names of parameters there; none where
/// the rule does not matter. Those on which one judges have a script of their own.
const PAGES: [(&str, &str, Option<Scope>); 6] = [
    ("Search", "/", Some(Scope::Search)),
    ("Page", "/page", Some(Scope::List)),
    ("Measures", "/measures", Some(Scope::Search)),
    ("Collection", "/collection", Some(Scope::List)),
    ("Judge", PAGES_PATH, Some(Scope::Search)),
    ("Judge blocks", BLOCKS_PATH, None),
];
/// The script of all other pages.
const SCRIPT: &str = "/tamis.js";

/// Whether the server has a page: judgements are not taken by all.
fn is_offered(web: &WebRequest<'_>, path: &str) -> bool {
    match path {
        PAGES_PATH => web.page_assessment().is_ok(),
        BLOCKS_PATH => web.gold().is_ok(),
        _ => true,
    }
}

/// A page of the site. The other pages keep the query, the rule and the filters of `request`.
pub fn layout(
    web: &WebRequest<'_>,
    title: &str,
    path: &str,
    request: Option<&SearchRequest>,
    content: &Markup,
) -> Markup {
    let kept = |scope: Option<Scope>| {
        request.zip(scope).map(|(request, scope)| request.address_of(scope)).unwrap_or_default()
    };
    let manifest = web.snapshot.manifest();
    let trouble = web.site.index.trouble();
    let is_judging = [PAGES_PATH, BLOCKS_PATH].contains(&path);
    whole(
        title,
        if is_judging { "/judge.js" } else { SCRIPT },
        &html! {
            header.top {
                @if path == "/" { a.skip href="#answer" { "Results" } }
                a.skip href="#main" { "Skip to content" }
                a.name href="/" {
                    img.mark src="/icon.svg" alt="" width="20" height="20";
                    "tamis"
                }
                nav aria-label="Pages" {
                    @for (name, of_page, scope) in PAGES {
                        @if is_offered(web, of_page) {
                            a href=(at(of_page, &kept(scope)))
                                aria-current=[(path == of_page).then_some("page")] data-keeps-rule {
                                (name)
                            }
                        }
                    }
                }
                p.index title=(web.path().display()) {
                    (shown(&web.path().display().to_string())) ": "
                    span #pages data-live {
                        (tamis::words::counted(manifest.counts.pages, "page"))
                        @if !manifest.finished { ", not finished" }
                    }
                }
            }
            main #main tabindex="-1" {
                div #notice role="status" data-live data-commit=(web.snapshot.commit) {
                    @if let Some(trouble) = trouble {
                        p.problem { "The index on disk cannot be opened; this is what it was \
                                     before. " (shown(&trouble)) }
                    }
                }
                (content)
            }
            footer {
                a href="/api" { "The same as JSON, for programs" }
                " "
                @if !is_judging { button type="button" data-keys hidden { "Keys" } }
            }
            @if !is_judging { (keys()) }
        },
    )
}

/// The keys of the script, and what each does.
const KEYS: [(&str, &str); 6] = [
    ("/", "Go to the query"),
    ("j", "Next result"),
    ("k", "Previous result"),
    ("Enter", "Open the result that has the focus"),
    ("?", "This list"),
    ("Esc", "Leave the query, which stays; close this list"),
];

/// The list of keys, which the script opens.
fn keys() -> Markup {
    html! {
        dialog #keys aria-labelledby="keys-title" {
            h2 #keys-title { "Keys" }
            dl {
                @for (key, what) in KEYS { dt { kbd { (key) } } dd { (what) } }
            }
            p.quiet { "While you type into a field, they are letters." }
            form method="dialog" { button { "Close" } }
        }
    }
}

/// What something means, opened by a sign beside its name; without a script too.
pub fn tip(name: &str, text: &str) -> Markup {
    html! {
        details.tip {
            summary aria-label=(format!("{name}: what it means")) { "?" }
            p { (text) }
        }
    }
}

/// The page as in its archive, in a frame in which it can do no harm. It is opened by its summary,
/// and by a key if it has one.
pub fn original(docno: &str, summary: &str, key: Option<&str>) -> Markup {
    let address = at("/page/original", &encode([("docno", docno)]));
    html! {
        details data-original=(address) {
            summary data-key=[key] { (summary) @if let Some(key) = key { " " kbd { (key) } } }
            iframe sandbox="" loading="lazy" referrerpolicy="no-referrer"
                title="The page as in its archive" src=(address) {}
        }
    }
}

/// The command line that does the same.
pub fn command(command: &str) -> Markup {
    command_for("The same on the command line:", command)
}

/// A command line, and what it is for.
pub fn command_for(purpose: &str, command: &str) -> Markup {
    html! {
        div.command {
            p { (purpose) }
            pre { code #command { (tamis::Escaped(command).to_string()) } }
            button type="button" data-copy="command" hidden { "Copy" }
            span role="status" data-copied {}
        }
    }
}

/// What is to be known of an answer.
pub fn warnings(warnings: &[String]) -> Markup {
    html! { @for warning in warnings { p.warning { (shown(warning)) } } }
}

/// Files to keep: the name, what it is, and the query string of each.
pub fn downloads(files: &[(&str, &str, &str)]) -> Markup {
    html! {
        p.downloads {
            "Download: "
            @for (number, (file, what, address)) in files.iter().enumerate() {
                @if number > 0 { ", " }
                a href=(at(&format!("/download/{file}"), address)) { (what) }
            }
        }
    }
}

/// Names and values that a form sends without showing them.
pub fn hidden<'a, V: Render>(pairs: impl IntoIterator<Item = (&'a str, V)>) -> Markup {
    html! { @for (name, value) in pairs { input type="hidden" name=(name) value=(value); } }
}

/// A path with a query string.
pub fn at(path: &str, address: &str) -> String {
    if address.is_empty() { path.to_owned() } else { format!("{path}?{address}") }
}

/// A number with its thousands apart.
pub fn counted(number: u64) -> String {
    tamis::words::grouped(number)
}

/// A page with the reason of a failure alone.
pub fn failed(failure: &Failure) -> Markup {
    whole(
        "No answer",
        SCRIPT,
        &html! {
            header.top { a.name href="/" { "tamis" } }
            main #main {
                h1 { "No answer" }
                p.problem role="alert" { (failure.message()) }
                p { a href="/" { "Search" } }
            }
        },
    )
}

fn whole(title: &str, script: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (tamis::Escaped(title).to_string()) " – tamis" }
                link rel="stylesheet" href="/tamis.css";
                link rel="icon" href="/icon.svg";
                script src=(script) defer {}
            }
            body { (body) }
        }
    }
}
