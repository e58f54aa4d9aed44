//! Shared by the tests of all crates: fresh folders, hand-written pages, and the folder of the real
//! pages, archives and oracles, unpacked once.

pub mod captures;
mod files;
pub mod pages;
mod real;

pub use files::{Begun, Folder};
pub use real::real_pages;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use tempfile::TempDir;

/// The data sets with gold text, in `data/extraction`, that tests over all of them read. Tests name
/// what they read: a set that is added later changes none.
pub const EXTRACTION_SETS: [&str; 5] =
    ["l3s-gn1", "cleaneval-en", "dragnet-train", "zyte-aeb", "wcxb-dev-half"];

/// The projects whose test files are in `data/warc-samples`.
pub const WARC_SAMPLES: [&str; 23] = [
    "N0taN3rd+node-warc",
    "apache+tika",
    "archivesunleashed+aut",
    "castorini+anserini",
    "chatnoir-eu+chatnoir-resiliparse",
    "chfoo+warcat",
    "chfoo+warcat-rs",
    "commoncrawl+whirlwind-python",
    "datatogether+warc",
    "iipc+webarchive-commons",
    "internetarchive+CDX-Writer",
    "internetarchive+gowarc",
    "netarchivesuite+jwat",
    "oduwsdl+ipwb",
    "openpreserve+jhove",
    "richardlehane+webarchive",
    "slyrz+warc",
    "ukwa+webarchive-discovery",
    "unt-libraries+warc-metadata-sidecar",
    "webrecorder+py-wacz",
    "webrecorder+pywb",
    "webrecorder+warcio",
    "webrecorder+warcio.js",
];

/// The rows of `data/warc-samples/MANIFEST.tsv` about these projects.
pub fn warc_sample_rows(manifest: &str) -> impl Iterator<Item = &str> {
    let project = |row: &str| row.split('/').next().unwrap_or_default().to_owned();
    manifest.lines().filter(move |row| WARC_SAMPLES.contains(&&*project(row)))
}

/// Shared memory, as Linux has it.
const MEMORY: &str = "/dev/shm";
/// The room that all tests at once need there, many times over.
const ROOM_KIB: u64 = 2 << 20;

/// Returns a fresh folder, which goes with the value. It is in memory where there is room: an index
/// is made durable many times while it grows, so tests that build indexes would mostly wait for the
/// disk. `TMPDIR` names another place.
///
/// # Panics
/// If the folder cannot be made.
pub fn folder() -> TempDir {
    static IN_MEMORY: LazyLock<bool> =
        LazyLock::new(|| std::env::var_os("TMPDIR").is_none() && has_room(MEMORY));
    let folder = if *IN_MEMORY { tempfile::tempdir_in(MEMORY) } else { tempfile::tempdir() };
    folder.expect("a temporary folder")
}

/// Whether a file system has [`ROOM_KIB`], as `df` tells it.
fn has_room(path: &str) -> bool {
    let told = Command::new("df").args(["-Pk", path]).output().map(|told| told.stdout);
    let told = String::from_utf8(told.unwrap_or_default()).unwrap_or_default();
    let row = told.lines().nth(1).and_then(|row| row.split_whitespace().nth(3)?.parse().ok());
    row.is_some_and(|free: u64| free >= ROOM_KIB)
}

/// The unpacked shared data, or none if `TAMIS_SHARED` is not set, so that a clone alone can run
/// the tests. `TAMIS_SHARED` names the packed folder; its `unpack` puts everything under
/// `target/shared`. Several test binaries may ask at once: a lock lets one of them unpack and the
/// others wait.
///
/// # Panics
/// If `TAMIS_SHARED` is set and the data cannot be unpacked.
pub fn shared() -> Option<PathBuf> {
    static SHARED: std::sync::OnceLock<Option<PathBuf>> = std::sync::OnceLock::new();
    SHARED.get_or_init(unpacked).clone()
}

/// The top of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn unpacked() -> Option<PathBuf> {
    let Some(packed) = std::env::var_os("TAMIS_SHARED") else {
        eprintln!("skipped: TAMIS_SHARED is not set, so there is nothing to compare with");
        return None;
    };
    let root = root();
    let packed = root.join(packed);
    let target = root.join("target/shared");
    std::fs::create_dir_all(&target).expect("target/shared can be made");
    // flock(1) rather than std's lock, which is newer than the oldest Rust that the crate promises.
    let lock = root.join("target/shared.lock");
    let status =
        Command::new("flock").arg(lock).arg(packed.join("unpack")).arg("all").arg(&target).status();
    assert!(
        status.as_ref().is_ok_and(|status| status.success()),
        "{}: unpack: {status:?}",
        packed.display()
    );
    Some(target)
}
