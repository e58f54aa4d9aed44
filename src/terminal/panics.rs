//! Panics below tantivy. It trusts what it reads from an index, so they mean that the index is
//! damaged in a way that no checksum shows: somebody made it so. All other panics are bugs of
//! this program, and are shown as such.

use std::ffi::OsString;
use std::panic::{
    AssertUnwindSafe, PanicHookInfo, catch_unwind, resume_unwind, set_hook, take_hook,
};
use std::sync::{Arc, OnceLock};
use tamis_index::error::{Error, Remedy, Result};
use tamis_index::index::storage::panic_text;

/// The commands that read nothing but an index with crates of others.
const READERS: [&str; 7] = ["search", "sweep", "compare", "inspect", "stats", "verify", "export"];
/// Where cargo keeps crates of others.
const CRATES: &str = "/registry/src/";

/// Runs a command; a panic inside a crate that reads an index becomes an error.
pub fn guarded<T>(
    arguments: Vec<OsString>,
    command: impl FnOnce(Vec<OsString>) -> Result<T>,
) -> Result<T> {
    let reads =
        arguments.iter().skip(1).any(|argument| READERS.iter().any(|reader| argument == reader));
    let reported = Arc::new(OnceLock::new());
    let before = take_hook();
    let in_hook = reported.clone();
    set_hook(Box::new(move |panic| match below_tantivy(panic, reads) {
        Some(text) => _ = in_hook.set(text),
        None => before(panic),
    }));
    catch_unwind(AssertUnwindSafe(|| command(arguments))).unwrap_or_else(|panic| {
        match reported.get() {
            Some(text) => {
                let message = format!("an index is damaged, and tantivy cannot read it ({text})");
                Err(Error::index("index", message).with_remedy(Remedy::Check))
            }
            None => resume_unwind(panic),
        }
    })
}

/// Returns where and why a crate panicked that reads an index; `None` for a panic of ours. A
/// command that reads pages too uses other crates, which are not to blame on an index.
fn below_tantivy(panic: &PanicHookInfo<'_>, reads: bool) -> Option<String> {
    let place = panic.location()?;
    let file = place.file().replace('\\', "/");
    let of_crate = &file[file.find(CRATES)? + CRATES.len()..];
    let name = of_crate.split_once('/')?.1;
    let text = panic_text(panic.payload()).lines().next().unwrap_or_default();
    (reads || name.starts_with("tantivy")).then(|| format!("{name}:{}: {text}", place.line()))
}
