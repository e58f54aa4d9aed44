//! Pictures of every page, for people: `cargo test --test browser -- --ignored screenshots` writes
//! them to `target/screenshots`.

use crate::accessibility::{NARROW, WIDE, paths};
use crate::browser::Browser;
use crate::served::Served;
use serde_json::json;
use std::path::Path;

#[test]
#[ignore = "draws pictures for people to look at"]
fn screenshots() {
    let Some(browser) = Browser::start() else { return };
    let served = Served::judging();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/screenshots");
    std::fs::create_dir_all(&folder).expect("a folder");
    for (kind, width, scheme) in
        [("light", WIDE, "light"), ("dark", WIDE, "dark"), ("narrow", NARROW, "light")]
    {
        browser.prefer(scheme);
        for (name, path) in paths(&served.folder) {
            // The whole page, up to what a person would scroll.
            browser.resize(width, 1000);
            browser.open(&served.url(&path));
            let height =
                browser.value("document.documentElement.scrollHeight").as_u64().expect("a height");
            browser.resize(width, height.clamp(600, 3000) as u32);
            let file = folder.join(format!("{name}-{kind}.png"));
            std::fs::write(&file, browser.picture()).expect("a picture");
        }
    }
    let shown = json!(folder.display().to_string());
    eprintln!("pictures are in {shown}");
}
