//! Finds the archives at the paths a user gives: files, folders, patterns and standard input.

use crate::archive::{Archive, Location};
use crate::companions::instead_of_documents;
use crate::docno;
use crate::error::{Error, Result};
use crate::formats::detect::{detect, given, sniff};
use crate::formats::folder::PageFile;
use crate::formats::promise::Promise;
use crate::formats::wacz::{self, WaczContents, WaczEntry, ZipMethod};
use crate::formats::{ArchiveKind, expected, jsonl};
use crate::input::{Input, Raw, name_of, open};
use crate::pipe::Pipe;
use crate::sniff;
use crate::stream::Stream;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tamis_place::Place;

/// Returns the archives at `inputs`: files, folders with everything below them, patterns such as
/// `data/*.warc.gz`, and `-`, once, for standard input. They are in the order of `inputs`; the
/// archives of one folder or pattern are in byte order of their paths. Files of unknown format in a
/// folder are treated as HTML pages (the reader skips and counts those that are not). Neighbouring
/// pages form one archive of kind [`ArchiveKind::Folder`], with docnos relative to the folder. The
/// docno of a page given directly is its path. Index folders of tamis are passed over, and so are
/// the queries and qrels of a data set in BEIR's form (`queries.jsonl` and `qrels/` beside
/// `corpus.jsonl`), also where a pattern or a shell names them with it: name such a file without
/// its corpus to read it.
///
/// # Errors
/// If a path does not exist or cannot be read, if a file given directly or standard input has an
/// unknown format, or if an index is given directly.
pub fn discover<S: AsRef<OsStr>>(inputs: &[S]) -> Result<Vec<Archive>> {
    discover_with(inputs, |_, _| {})
}

/// As [`discover`]; calls `passed` with each path that is passed over and what it is instead of a
/// collection, such as "is an index".
///
/// # Errors
/// As [`discover`].
pub fn discover_with<S: AsRef<OsStr>>(
    inputs: &[S],
    mut passed: impl FnMut(&Path, &str),
) -> Result<Vec<Archive>> {
    find(inputs, &mut |path, what| {
        passed(path, what);
        true
    })
}

/// As [`discover`], with the queries and qrels of data sets, which an earlier version took for
/// documents.
///
/// # Errors
/// As [`discover`].
pub fn discover_companions<S: AsRef<OsStr>>(inputs: &[S]) -> Result<Vec<Archive>> {
    find(inputs, &mut |_, what| what == IS_INDEX)
}

/// Returns the archives at `inputs`. `passes` is asked of each path that is no collection, and told
/// what it is: whether to pass it over.
fn find<S: AsRef<OsStr>>(
    inputs: &[S],
    passes: &mut impl FnMut(&Path, &str) -> bool,
) -> Result<Vec<Archive>> {
    let mut archives: Vec<Archive> = Vec::new();
    let inputs = inputs.iter().map(AsRef::as_ref);
    let matches =
        inputs.clone().map(|input| if input == "-" { Ok(vec![]) } else { matching(input) });
    let matches: Vec<Vec<PathBuf>> = matches.collect::<Result<_>>()?;
    let named: Vec<&Path> = matches.iter().flatten().map(PathBuf::as_path).collect();
    for (input, matches) in inputs.zip(&matches) {
        if input == "-" {
            if !archives.iter().all(Archive::is_named) {
                return Err(Error::setting("standard input (-) can be read only once"));
            }
            archives.push(piped("-", Pipe::new(Box::new(io::stdin())))?);
            continue;
        }
        for path in matches {
            let metadata = path.metadata().map_err(|error| Error::io("read", path, error))?;
            if !metadata.is_dir() {
                let other = instead_of_documents(path, &named);
                if !other.is_some_and(|what| passes(path, what)) {
                    archives.extend(single(path)?);
                }
            } else if !is_index(path) {
                folder(path, &named, &mut archives, passes)?;
            } else if path.as_os_str() != input {
                passes(path, IS_INDEX);
            } else {
                let expected = "a collection: archives or pages; name what it was built from";
                return Err(Error::format(Place::file(path), "a tamis index", expected));
            }
        }
    }
    Ok(archives)
}

/// What an index folder is.
const IS_INDEX: &str = "is an index";

/// Whether a folder is an index: of its files these two alone are in every one, from its first
/// commit on.
fn is_index(folder: &Path) -> bool {
    let [meta, reports, lock] =
        ["meta.json", "losses.tsv", "tamis.lock"].map(|name| folder.join(name));
    meta.is_file() && (reports.is_file() || lock.is_file())
}

/// Returns the paths of an input: itself if it exists, otherwise its matches as a pattern.
fn matching(input: &OsStr) -> Result<Vec<PathBuf>> {
    let path = PathBuf::from(input);
    // Patterns are text; other inputs are paths.
    let Some(input) =
        input.to_str().filter(|input| input.contains(['*', '?', '[']) && !path.exists())
    else {
        return Ok(vec![path]);
    };
    let found = glob::glob(input)
        .map_err(|error| Error::setting(format!("'{input}' is not a valid pattern: {error}")))?;
    let mut paths = found
        .collect::<std::result::Result<Vec<_>, _>>()
        .map_err(|error| Error::io("read", PathBuf::from(error.path()), error.into()))?;
    sort(&mut paths);
    if paths.is_empty() {
        let nothing = io::Error::new(io::ErrorKind::NotFound, "no file matches this pattern");
        return Err(Error::io("read", &path, nothing));
    }
    Ok(paths)
}

fn sort(paths: &mut [PathBuf]) {
    paths.sort_unstable_by(|a, b| {
        a.as_os_str().as_encoded_bytes().cmp(b.as_os_str().as_encoded_bytes())
    });
}

/// Returns the archives in a file given directly.
fn single(path: &Path) -> Result<Vec<Archive>> {
    let FileLook { kind, bytes, empty, given, found, expected, inner } = look(path)?;
    match kind.or(given) {
        _ if !inner.is_empty() => Ok(inner),
        Some(ArchiveKind::Folder) => Ok(vec![pages(path, vec![page(path, path, bytes)])]),
        Some(kind) => Ok(vec![archive(path, kind, bytes)]),
        // An empty file is reported like an empty page; it need not stop a long run.
        None if empty => Ok(vec![pages(path, vec![page(path, path, bytes)])]),
        None => Err(Error::format(Place::file(path), found, expected)),
    }
}

/// The name of standard input in messages.
const STDIN: &str = "(standard input)";

/// Returns the archive that a pipe delivers, under this name.
pub(crate) fn piped(name: &str, pipe: Pipe) -> Result<Archive> {
    let mut input = Input::new(pipe.look(), Arc::default());
    input.want(1).map_err(|error| Error::io("read", STDIN, error))?;
    let mut stream = Stream::new(input, None, sniff);
    let kind = detect(&mut stream, Promise::default());
    let data = stream.data();
    let kind = match kind.or_else(|| given(data, Promise::default())) {
        _ if wacz::is_zip(data) => {
            let expected = "a stream: a WACZ is read from its directory, at its end; save it to a \
                            file and name that";
            return Err(Error::format(Place::file(STDIN), "a zip file", expected));
        }
        Some(kind) => kind,
        // Nothing is no record of any format.
        None if stream.is_blank() => ArchiveKind::Jsonl,
        None => {
            let (found, expected) = unknown(data);
            return Err(Error::format(Place::file(STDIN), found, expected));
        }
    };
    Ok(Archive { name: name.into(), kind, bytes: 0, place: Location::Pipe(pipe) })
}

/// Adds the archives of a folder and everything below it; `named` are the paths named beside it.
fn folder(
    root: &Path,
    named: &[&Path],
    archives: &mut Vec<Archive>,
    passes: &mut impl FnMut(&Path, &str) -> bool,
) -> Result<()> {
    let mut paths = Vec::new();
    let mut entries = walkdir::WalkDir::new(root).follow_links(true).into_iter();
    while let Some(entry) = entries.next() {
        match entry {
            Ok(entry) if entry.file_type().is_dir() && is_index(entry.path()) => {
                entries.skip_current_dir();
                passes(entry.path(), IS_INDEX);
            }
            Ok(entry) if entry.file_type().is_dir() => {}
            // Includes pipes and devices: they cannot be read, but they must be reported.
            Ok(entry) => paths.push(entry.into_path()),
            // A broken or circular link, or a folder without permission: the reader reports one
            // skipped record and continues.
            Err(error) => match error.path().filter(|path| *path != root) {
                Some(path) => paths.push(path.to_path_buf()),
                None => return Err(Error::io("read", root, error.into())),
            },
        }
    }
    sort(&mut paths);
    let mut loose = Vec::new();
    let beside: Vec<&Path> =
        paths.iter().map(PathBuf::as_path).chain(named.iter().copied()).collect();
    for path in &paths {
        if instead_of_documents(path, &beside).is_some_and(|what| passes(path, what)) {
            continue;
        }
        let (kind, bytes, inner) = match look(path) {
            Ok(look) => (look.kind, look.bytes, look.inner),
            // The reader reports an unreadable file.
            Err(_) => (None, 0, Vec::new()),
        };
        match kind.filter(|kind| *kind != ArchiveKind::Folder) {
            _ if !inner.is_empty() => {
                flush(root, &mut loose, archives);
                archives.extend(inner);
            }
            Some(kind) => {
                flush(root, &mut loose, archives);
                archives.push(archive(path, kind, bytes));
            }
            None => loose.push(page(path, path.strip_prefix(root).unwrap_or(path), bytes)),
        }
    }
    flush(root, &mut loose, archives);
    Ok(())
}

/// Turns the pages collected so far into an archive.
fn flush(root: &Path, loose: &mut Vec<PageFile>, archives: &mut Vec<Archive>) {
    if !loose.is_empty() {
        archives.push(pages(root, std::mem::take(loose)));
    }
}

/// What the first bytes of a file show.
struct FileLook {
    /// The format; `None` if unknown.
    kind: Option<ArchiveKind>,
    bytes: u64,
    /// Whether the file is empty after decompression.
    empty: bool,
    /// The format that it has if it was given directly and has no other.
    given: Option<ArchiveKind>,
    /// A description for error messages if the format is unknown.
    found: &'static str,
    expected: String,
    /// The archives inside, for a WACZ.
    inner: Vec<Archive>,
}

/// Opens a file, and returns its first bytes and its stored size.
fn open_input(path: &Path) -> io::Result<(Input, u64)> {
    let file = open(path)?;
    let bytes = file.metadata()?.len();
    let mut input = Input::new(Raw::File(file), Arc::default());
    input.want(1)?;
    Ok((input, bytes))
}

fn look(path: &Path) -> Result<FileLook> {
    let (input, bytes) = open_input(path).map_err(|error| Error::io("read", path, error))?;
    let promise = Promise::from_name(&name_of(path));
    let mut stream = Stream::new(input, promise.compression, sniff);
    let kind = detect(&mut stream, promise);
    let is_wacz = wacz::is_zip(stream.data()) || (promise.wacz && !stream.is_blank());
    let inner = if is_wacz {
        inner_archives(path, promise.wacz, kind.filter(|_| !wacz::is_zip(stream.data())))?
    } else {
        Vec::new()
    };
    let data = stream.data();
    let given = given(data, promise);
    let (found, expected) = unknown(data);
    Ok(FileLook { kind, bytes, empty: data.is_empty(), given, found, expected, inner })
}

/// Says what a file of no known format is, and what was expected.
fn unknown(data: &[u8]) -> (&'static str, String) {
    match jsonl::not_in_lines(data) {
        Some((found, remedy)) => (found, format!("JSONL; {remedy}")),
        None => (sniff::describe(data), expected()),
    }
}

/// Returns the archives in a WACZ; first, if it is damaged, one that reports that. Nothing if it
/// has no archives because it is no zip file but, by its bytes, an archive of the kind `other`.
fn inner_archives(path: &Path, named: bool, other: Option<ArchiveKind>) -> Result<Vec<Archive>> {
    let WaczContents { entries, reports } = wacz::contents(path, named)?;
    if entries.is_empty() && other.is_some_and(|kind| kind != ArchiveKind::Folder) {
        return Ok(Vec::new());
    }
    let mut archives = Vec::new();
    if !reports.is_empty() {
        archives.push(Archive {
            name: name_of(path).into(),
            kind: ArchiveKind::Wacz,
            bytes: 0,
            place: Location::Damaged(path.to_path_buf(), reports.into()),
        });
    }
    for entry in entries {
        archives.push(entry_archive(entry).map_err(|error| Error::io("read", path, error))?);
    }
    Ok(archives)
}

/// Returns an entry as an archive. One of unknown format becomes a page, which its reader then
/// skips and counts.
fn entry_archive(entry: WaczEntry) -> io::Result<Archive> {
    let promise = Promise::from_name(&entry.name);
    let mut stream =
        Stream::new(Input::new(entry.open()?, Arc::default()), promise.compression, sniff);
    let kind = match entry.method {
        ZipMethod::Other(_) => ArchiveKind::Warc,
        _ => detect(&mut stream, promise).unwrap_or(ArchiveKind::Folder),
    };
    let bytes = entry.size();
    let mut name = format!("{}!/{}", name_of(entry.file()), entry.name);
    if entry.twin > 0 {
        // Every archive has a name of its own.
        name += &format!("#{}", entry.twin + 1);
    }
    Ok(Archive { name: name.into(), kind, bytes, place: Location::Entry(entry) })
}

fn archive(path: &Path, kind: ArchiveKind, bytes: u64) -> Archive {
    Archive { name: name_of(path).into(), kind, bytes, place: Location::File(path.to_path_buf()) }
}

fn pages(root: &Path, pages: Vec<PageFile>) -> Archive {
    let bytes = pages.iter().map(|page| page.bytes).sum();
    Archive {
        name: name_of(root).into(),
        kind: ArchiveKind::Folder,
        bytes,
        place: Location::Pages(pages),
    }
}

/// An HTML page, with the docno made from `name`.
fn page(path: &Path, name: &Path, bytes: u64) -> PageFile {
    PageFile { path: path.to_path_buf(), bytes, docno: docno::of_path(name) }
}
