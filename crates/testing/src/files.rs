//! A fresh folder for a test, and copies of what several tests begin with.

use crate::pages::{PAGES, html};
use std::fs::File;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;
use tamis_collection::WarcWriter;
use tempfile::TempDir;

/// A fresh folder; it goes with the value.
pub struct Folder {
    folder: TempDir,
}

impl Default for Folder {
    fn default() -> Self {
        Self { folder: crate::folder() }
    }
}

impl Folder {
    /// A path in the folder.
    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file, and the folders above it.
    ///
    /// # Panics
    /// If it cannot be written.
    #[track_caller]
    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.new_path(name), bytes).expect("a file");
    }

    /// The path of a new file, in folders that are there.
    fn new_path(&self, name: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder");
        path
    }

    /// Reads a file as text.
    ///
    /// # Panics
    /// If it cannot be read.
    #[track_caller]
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// Writes the first `count` of [`PAGES`] as a WARC file, and the folders above it.
    ///
    /// # Panics
    /// If it cannot be written.
    pub fn warc(&self, name: &str, count: usize) {
        let mut writer = WarcWriter::create(self.new_path(name)).expect("a WARC file");
        for page in &PAGES[..count] {
            let url = format!("http://{}.example/", page.0);
            writer
                .page(page.0, &url, "2006-02-17T00:00:00Z", html(page).as_bytes())
                .expect("a page");
        }
        writer.finish().expect("a WARC file");
    }
}

/// What several cases begin with: it is made once, and copied for each.
pub struct Begun<C> {
    make: fn(&C),
    files: OnceLock<Vec<MadeFile>>,
}

/// A file of a folder. An index knows its archives by their times.
struct MadeFile {
    name: String,
    bytes: Vec<u8>,
    modified: SystemTime,
}

impl<C: Default + Deref<Target = Folder>> Begun<C> {
    /// What `make` puts into a fresh folder.
    pub const fn new(make: fn(&C)) -> Self {
        Self { make, files: OnceLock::new() }
    }

    /// A fresh folder with copies of the files.
    ///
    /// # Panics
    /// If they cannot be written.
    pub fn case(&self) -> C {
        let case = C::default();
        for MadeFile { name, bytes, modified } in self.files.get_or_init(|| self.made()) {
            case.file(name, bytes);
            let file = File::options().write(true).open(case.path(name)).expect("the file");
            file.set_modified(*modified).expect("a time");
        }
        case
    }

    fn made(&self) -> Vec<MadeFile> {
        let case = C::default();
        (self.make)(&case);
        let mut files = Vec::new();
        for entry in walkdir::WalkDir::new(case.path("")) {
            let entry = entry.expect("a name");
            if entry.file_type().is_file() {
                let name = entry.path().strip_prefix(case.path("")).expect("a file of the case");
                files.push(MadeFile {
                    name: name.display().to_string(),
                    bytes: std::fs::read(entry.path()).expect("a file"),
                    modified: entry.path().metadata().and_then(|of| of.modified()).expect("a time"),
                });
            }
        }
        files
    }
}
