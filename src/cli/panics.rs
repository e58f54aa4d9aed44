//! Panics inside tantivy. It trusts what it reads from an index, so they mean that the index is damaged in a way that no
//! checksum shows: somebody made it so. All other panics are bugs of ours, and look like it.

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, resume_unwind, set_hook, take_hook};
use std::sync::{Arc, OnceLock};
use tamis::error::{Error, Remedy, Result};

/// Runs a command; a panic inside tantivy becomes an error.
pub fn guarded<T>(command: impl FnOnce() -> Result<T>) -> Result<T> {
    let said = Arc::new(OnceLock::new());
    let (before, heard) = (take_hook(), said.clone());
    set_hook(Box::new(move |panic| match in_tantivy(panic) {
        Some(text) => _ = heard.set(text),
        None => before(panic),
    }));
    catch_unwind(AssertUnwindSafe(command)).unwrap_or_else(|panic| match said.get() {
        Some(text) => {
            let message = format!("an index is damaged, and tantivy cannot read it ({text})");
            Err(Error::index("index", message).with_remedy(Remedy::Check))
        }
        None => resume_unwind(panic),
    })
}

/// Returns where and why tantivy panicked; `None` for another crate's panic.
fn in_tantivy(panic: &PanicHookInfo<'_>) -> Option<String> {
    let place = panic.location()?;
    let name = place.file().replace('\\', "/");
    let name = &name[name.find("/tantivy-")? + 1..];
    let text = panic.payload_as_str().unwrap_or("a panic").lines().next().unwrap_or_default();
    Some(format!("{name}:{}: {text}", place.line()))
}
