//! A collection whose every field is an attack.

use crate::served::Folder;
use serde_json::{Value, json};
use std::sync::Arc;

/// The name of the archive: markup too, as far as file systems allow.
pub const ARCHIVE: &str = "\"><img src=x onerror=window.attacked=1>.jsonl";
/// Characters that cannot be seen, or that turn the direction of text.
pub const INVISIBLE: &str = "\u{202e}\u{2066}\u{200f}\u{feff}\u{7}\u{1b}[31m\u{9b}";
/// Bytes of the longest fields.
const LONG: usize = 1 << 20;

/// Markup that runs a script, closes what it may stand in, and loads from another server.
pub fn markup(elsewhere: &str) -> String {
    format!(
        "\"'></title></bdi></script></style></textarea></option></svg><script>window.attacked = \
         1</script><script src=\"{elsewhere}/text.js\"></script><img src=\"{elsewhere}/text.png\" \
         onerror=\"window.attacked = 1\"><svg onload=\"window.attacked = 1\"><iframe \
         src=\"javascript:parent.attacked = 1\"></iframe><a href=\"javascript:window.attacked = \
         1\" autofocus onfocus=\"window.attacked = 1\">x</a><style>@import \
         url(\"{elsewhere}/text.css\");</style><base href=\"{elsewhere}/\">{{{{7*7}}}} ${{7*7}} \
         &lt;script&gt; %3Cscript%3E \\u003cscript\\u003e {INVISIBLE}"
    )
}

/// A page that loads, runs, sends and leads away in every way that HTML knows.
fn page(elsewhere: &str) -> String {
    let text = markup(elsewhere);
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<!DOCTYPE html><html manifest=\"{elsewhere}/manifest\"><head>
        <meta http-equiv=\"refresh\" content=\"0; url={elsewhere}/refresh\">
        <meta http-equiv=\"Content-Security-Policy\" content=\"default-src * 'unsafe-inline'\">
        <meta http-equiv=\"Link\" content=\"<{elsewhere}/link>; rel=preload; as=script\">
        <base href=\"{elsewhere}/base/\">
        <title>{escaped}</title>
        <link rel=\"preconnect\" href=\"{elsewhere}\">\
            <link rel=\"dns-prefetch\" href=\"{elsewhere}\">
        <link rel=\"prefetch\" href=\"{elsewhere}/prefetch\">\
            <link rel=\"prerender\" href=\"{elsewhere}/prerender\">
        <link rel=\"preload\" as=\"image\" href=\"{elsewhere}/preload\">\
            <link rel=\"modulepreload\" href=\"{elsewhere}/m.js\">
        <link rel=\"stylesheet\" href=\"{elsewhere}/sheet.css\">\
            <link rel=\"icon\" href=\"{elsewhere}/icon.ico\">
        <link rel=\"manifest\" href=\"{elsewhere}/app.json\">
        <style>@import url(\"{elsewhere}/import.css\"); \
            body {{ background: url(\"{elsewhere}/background.png\") }}
            @font-face {{ font-family: f; src: url(\"{elsewhere}/font.woff\") }} \
            p {{ font-family: f; cursor: url(\"{elsewhere}/c\"), auto }}</style>
        <script>window.attacked = 1; top.attacked = 1; fetch(\"{elsewhere}/fetch\"); \
            location = \"{elsewhere}/location\"</script>
        <script src=\"{elsewhere}/script.js\"></script>\
            <script type=\"module\" src=\"{elsewhere}/module.js\"></script>
        <script type=\"speculationrules\">{{\"prefetch\": [{{\"source\": \"list\", \
            \"urls\": [\"{elsewhere}/speculated\"]}}]}}</script>
        </head><body onload=\"window.attacked = 1; document.forms[0].submit()\">
        <p>The attacker writes a whole paragraph of words, so that the rule keeps it: {escaped}</p>
        <p>An attacker again, in a block of its own that is as long as others.</p>
        <img src=\"{elsewhere}/image.png\" srcset=\"{elsewhere}/set.png 2x\" \
            onerror=\"window.attacked = 1\">
        <picture><source srcset=\"{elsewhere}/source.png\">\
            <img src=\"data:image/png;base64,iVBORw0KGgo=\"></picture>
        <video autoplay poster=\"{elsewhere}/poster.png\" src=\"{elsewhere}/video.mp4\"></video>\
            <audio autoplay src=\"{elsewhere}/a.mp3\"></audio>
        <iframe src=\"{elsewhere}/frame\"></iframe>\
            <iframe srcdoc=\"<img src='{elsewhere}/srcdoc.png'><script>top.attacked = 1</script>\">\
            </iframe>
        <object data=\"{elsewhere}/object\"></object><embed src=\"{elsewhere}/embed\">\
            <applet code=\"{elsewhere}/applet\"></applet>
        <svg><image href=\"{elsewhere}/svg.png\"/><use href=\"{elsewhere}/use.svg#a\"/>\
            <script>window.attacked = 1</script></svg>
        <a id=\"away\" href=\"{elsewhere}/link\">away</a>
        <form action=\"{elsewhere}/form\" method=\"post\">\
            <input name=\"a\" autofocus onfocus=\"window.attacked = 1\"><button>go</button></form>
        <a href=\"{elsewhere}/ping\" ping=\"{elsewhere}/pinged\">link</a>\
            <a href=\"{elsewhere}/top\" target=\"_top\">top</a>
        <div style=\"background: url({elsewhere}/style.png)\">x</div>\
            <table background=\"{elsewhere}/table.png\"><tr><td>x</table>
        </body></html>"
    )
}

/// A text of about a megabyte.
fn long(start: &str) -> String {
    start.to_owned() + &"attacker <b> \u{202e}".repeat(LONG / 16)
}

/// The pages as they are in the archive.
fn pages(elsewhere: &str) -> [Value; 7] {
    let text = markup(elsewhere);
    let dense = "<script>".repeat(LONG / 8);
    [
        json!({
            "docno": "page",
            "url": format!("{elsewhere}/page?{text}"),
            "date": text,
            "html": page(elsewhere),
        }),
        json!({
            "docno": "\"><img/src=x/onerror=window.attacked=1>",
            "url": "javascript:window.attacked=1//attacker",
            "date": "2006-02-17T00:00:00Z",
            "title": text,
            "text": format!("attacker {text}\n\nattacker of a second block"),
        }),
        json!({
            "docno": format!("white space {INVISIBLE}<script>"),
            "url": format!("data:text/html,{text}"),
            "date": INVISIBLE,
            "title": INVISIBLE,
            "text": format!("attacker {INVISIBLE} attacker"),
        }),
        json!({
            "docno": "long",
            "url": long("http://long.example/"),
            "date": long("2006"),
            "title": long("attacker "),
            "text": long("attacker "),
        }),
        json!({
            "docno": "dense",
            "url": dense,
            "title": format!("attacker {dense}"),
            "text": format!("attacker {dense}"),
        }),
        json!({
            "docno": "?q=a&docno=b#c/../%2e%2e",
            "url": "http://127.0.0.1:1/\"onmouseover=\"window.attacked=1",
            "title": "attacker's address",
            "text": "attacker with a docno that is an address",
        }),
        // Skipped, so that the list of skipped records has an attack as well.
        json!({ "docno": format!("lost {text}"), "url": text, "text": "" }),
    ]
}

/// Writes the collection and indexes it with all that an index can keep.
pub fn folder(elsewhere: &str) -> Arc<Folder> {
    let folder = Folder::new();
    let text = markup(elsewhere);
    let lines: String = pages(elsewhere).iter().map(|page| format!("{page}\n")).collect();
    std::fs::write(folder.path(ARCHIVE), lines).expect("an archive");
    let topics =
        [("1", text.clone()), ("<script>window.attacked=1</script>", format!("attacker {text}"))];
    let topics: String =
        topics.map(|(id, text)| format!("{}\n", json!({ "query_id": id, "text": text }))).concat();
    std::fs::write(folder.path("demo.topics"), topics).expect("topics");
    let judged = "0 page 1\n<script>window.attacked=1</script> 0 \
                  \"><img/src=x/onerror=window.attacked=1> 2\n<script>window.attacked=1</script> 0 \
                  <script>gone</script> 1\n";
    std::fs::write(folder.path("demo.qrels"), format!("1 {judged}")).expect("judgements");
    folder.tamis(&["index", ARCHIVE, "--out", "index", "--store", "all", "-q"]);
    Arc::new(folder)
}
