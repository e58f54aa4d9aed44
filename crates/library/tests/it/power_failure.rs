//! A loss of power at any moment: the index that is left opens at a commit, and the same ingest
//! ends with the same index. What is written is recorded and replayed up to a point, with and
//! without what was not yet durable there.

use crate::small::Collection;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use tamis_blocks::classify::LabelSet;
use tamis_index::corpus::Corpus;
use tamis_index::delete::Selection;
use tamis_index::disk;
use tamis_index::disk::record::{Operation, Recording};
use tamis_index::verify::verify;
use tamis_search::View;
use tamis_search::export::ciff;
use tamis_search::request::can_use;
use tamis_search::rule::expression;

/// How much a loss of power leaves of the writes that were not durable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Left {
    /// All of it: the process was killed, the system went on.
    All,
    /// Nothing.
    Nothing,
    /// New names, with the content that was durable: file systems may order it so.
    Names,
    /// Content, under the names that were durable.
    Content,
}

#[derive(Debug, Clone, Default)]
struct Inode {
    bytes: Vec<u8>,
    durable: Vec<u8>,
}

/// A file system that remembers what is durable.
#[derive(Debug, Clone, Default)]
struct Disk {
    inodes: Vec<Inode>,
    names: BTreeMap<PathBuf, usize>,
    durable_names: BTreeMap<PathBuf, usize>,
    open: BTreeMap<u64, usize>,
}

impl Disk {
    /// The files that are there before the recording.
    fn new(folder: &Path) -> Self {
        let mut disk = Self::default();
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            let bytes = std::fs::read(&path).unwrap();
            disk.names.insert(path, disk.inodes.len());
            disk.inodes.push(Inode { durable: bytes.clone(), bytes });
        }
        disk.durable_names = disk.names.clone();
        disk
    }

    fn apply(&mut self, operation: &Operation) {
        match operation {
            Operation::CreateFolder(_) => {}
            Operation::Create(number, path) => {
                self.names.insert(path.clone(), self.inodes.len());
                self.open.insert(*number, self.inodes.len());
                self.inodes.push(Inode::default());
            }
            Operation::Open(number, path) => _ = self.open.insert(*number, self.names[path]),
            Operation::Write(number, at, bytes) => {
                let inode = &mut self.inodes[self.open[number]];
                let at = *at as usize;
                let end = at + bytes.len();
                inode.bytes.resize(inode.bytes.len().max(end), 0);
                inode.bytes[at..end].copy_from_slice(bytes);
            }
            Operation::SetLength(number, length) => {
                self.inodes[self.open[number]].bytes.resize(*length as usize, 0);
            }
            Operation::Sync(number) => {
                let inode = &mut self.inodes[self.open[number]];
                inode.durable = inode.bytes.clone();
            }
            Operation::Rename(from, to) => {
                let inode = self.names.remove(from).unwrap();
                self.names.insert(to.clone(), inode);
            }
            Operation::Remove(path) => _ = self.names.remove(path),
            Operation::SyncFolder(folder) => {
                let inside = |path: &PathBuf| path.parent() == Some(folder);
                self.durable_names.retain(|path, _| !inside(path));
                let named = self.names.iter().filter(|(path, _)| inside(path));
                self.durable_names.extend(named.map(|(path, inode)| (path.clone(), *inode)));
            }
        }
    }

    /// Writes what is left into a folder, in place of what is there.
    fn leave(&self, left: Left, folder: &Path) {
        let _ = std::fs::remove_dir_all(folder);
        std::fs::create_dir(folder).unwrap();
        let names =
            if matches!(left, Left::All | Left::Names) { &self.names } else { &self.durable_names };
        for (path, inode) in names {
            let Inode { bytes, durable } = &self.inodes[*inode];
            let bytes = if matches!(left, Left::All | Left::Content) { bytes } else { durable };
            std::fs::write(folder.join(path.file_name().unwrap()), bytes).unwrap();
        }
    }
}

const ALL: [Left; 4] = [Left::All, Left::Nothing, Left::Names, Left::Content];

/// Calls `check` with a folder after a loss of power at about this many points, in each of the four
/// ways.
fn replay(
    mut disk: Disk,
    log: &[Operation],
    points: usize,
    folder: &Path,
    mut check: impl FnMut(&Path, usize, Left),
) {
    let step = log.len().div_ceil(points);
    for (done, operation) in log.iter().enumerate() {
        disk.apply(operation);
        // Around a rename and the sync after it everything is decided.
        let decides = matches!(operation, Operation::Rename(_, to) if to.ends_with("meta.json"));
        if decides && done % 11 == 0 || done % step == 0 || done + 1 == log.len() {
            for left in ALL {
                disk.leave(left, folder);
                check(folder, done, left);
            }
        }
    }
}

#[test]
fn an_ingest_goes_on_after_a_loss_of_power_at_any_point() {
    let folder = tamis_testing::folder();
    let collection = Collection::generate(folder.path());
    let out = folder.path().join("index");
    let left = folder.path().join("left");
    let recording = Recording::start(&out);
    collection.build(&out).run().unwrap();
    let log = recording.stop();
    let whole = collection.answers(&out).unwrap();
    let renames = log.iter().filter(
        |operation| matches!(operation, Operation::Rename(_, to) if to.ends_with("meta.json")),
    );
    assert!(renames.count() > 12, "several commits and a merge");
    let merged = log.iter().any(|operation| match operation {
        Operation::Remove(path) => path.extension().is_some_and(|end| end == "store"),
        _ => false,
    });
    assert!(merged, "a merge removes the segments before it");
    let mut pages = 0;
    replay(Disk::default(), &log, 12, &left, |path, done, how| {
        let context = format!("after operation {done} of {}, {how:?} left", log.len());
        if path.join("meta.json").exists() {
            let verdict = verify(path).unwrap_or_else(|error| panic!("{context}: {error}"));
            assert!(verdict.whole(), "{context}: {:?}", verdict.checks);
            // What was committed durably stays.
            let begun =
                verdict.checks.iter().any(|check| check.found.contains("nothing is committed"));
            let there = if begun { 0 } else { tamis::Index::open(path).unwrap().stats().pages };
            if how == Left::Nothing {
                assert!(there >= pages, "{context}: {there} pages, {pages} before");
                pages = there;
            }
        }
        collection.build(path).run().unwrap_or_else(|error| panic!("{context}: {error}"));
        assert!(collection.answers(path).unwrap() == whole, "{context}: another index");
        let files = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name());
        let files: Vec<String> = files.map(|name| name.to_string_lossy().into_owned()).collect();
        assert!(!files.iter().any(|name| name.starts_with(".tmp")), "{context}: {files:?}");
    });
}

/// Adds a label to a block of the page more-3.
fn add_label(out: &Path, name: &str, block: u32) {
    let labelling = tamis_index::label::Labelling::open(out, true, can_use).unwrap();
    let lines = format!("{{\"docno\":\"more-3\",\"block\":{block},\"label\":true}}\n");
    tamis_index::label::from_lines(&labelling, name, lines.as_bytes(), Path::new("lines"), |_| {})
        .unwrap();
}

fn count_stores(folder: &Path) -> usize {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    files.filter(|name| name.to_string_lossy().ends_with(".store")).count()
}

#[test]
fn pages_are_all_there_or_deleted_after_a_loss_of_power() {
    let folder = tamis_testing::folder();
    let collection = Collection::generate(folder.path());
    let out = folder.path().join("index");
    let left = folder.path().join("left");
    collection.build(&out).run().unwrap();
    add_label(&out, "mine", 0);
    let docnos = ["more-3", "more-4", "more-40"].map(str::to_owned);
    let selection = Selection { docnos: Some(docnos.into()), ..Selection::default() };
    let old = collection.answers(&out).unwrap();
    let disk = Disk::new(&out);
    let recording = Recording::start(&out);
    assert_eq!(tamis_index::delete::delete(&out, &selection).unwrap().pages.len(), 3);
    let log = recording.stop();
    let new = collection.answers(&out).unwrap();
    assert!(old != new && !new.contains("more than 40"));
    let mut seen = [0, 0];
    replay(disk, &log, 8, &left, |path, done, how| {
        let context = format!("after operation {done} of {}, {how:?} left", log.len());
        let verdict = verify(path).unwrap_or_else(|error| panic!("{context}: {error}"));
        assert!(verdict.whole(), "{context}: {:?}", verdict.checks);
        let found = collection.answers(path).unwrap_or_else(|error| panic!("{context}: {error}"));
        assert!(found == old || found == new, "{context}: another index");
        seen[usize::from(found == new)] += 1;
        // Once more, and nothing is left of the pages, in whatever file.
        tamis_index::delete::delete(path, &selection)
            .unwrap_or_else(|error| panic!("{context}: {error}"));
        assert!(collection.answers(path).unwrap() == new, "{context}: another index");
        assert_eq!(count_stores(path), count_stores(&out), "{context}: old segments");
    });
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}

fn build_small_segments(path: &Path, inputs: &[&PathBuf]) {
    let build = tamis::Index::build(path).with(|job| {
        job.collections = inputs.iter().map(|input| input.to_path_buf()).collect();
        job.recipe.store = Some(tamis::Store::All);
        job.recipe.commit_every = Some(2_000);
        job.threads = Some(2);
    });
    build.run().unwrap();
}

fn labels_of_page(index: &tamis_index::index::Index, docno: &str) -> Vec<LabelSet> {
    let page = index.page(docno).unwrap().unwrap();
    page.blocks.into_iter().map(|block| block.labels).collect()
}

fn labels_of_pages(path: &Path) -> BTreeMap<String, Vec<LabelSet>> {
    let index = tamis_index::index::Index::open(path).unwrap();
    let mut docnos = Vec::new();
    index.each_page(|docno, _| docnos.push(docno.to_owned())).unwrap();
    docnos.sort();
    docnos
        .iter()
        .map(|docno| (docno.clone(), labels_of_page(&index, docno)))
        .collect::<BTreeMap<_, _>>()
}

#[test]
fn an_index_with_added_labels_grows_after_a_loss_of_power_at_any_point() {
    let folder = tamis_testing::folder();
    let collection = Collection::generate(folder.path());
    let out = folder.path().join("index");
    let left = folder.path().join("left");
    // A few pages, and then enough for a merge.
    let few = std::fs::read_to_string(&collection.archives[1]).unwrap();
    let lines = folder.path().join("few.jsonl");
    std::fs::write(&lines, few.replace("more-", "few-")).unwrap();
    build_small_segments(&out, &[&lines]);
    let labelling = tamis_index::label::Labelling::open(&out, false, can_use).unwrap();
    let inputs: &[&str] = &[];
    let names = ["bte".to_owned(), "justext".to_owned()];
    tamis_index::label::from_classifiers(&labelling, &names, None, inputs, &()).unwrap();
    drop(labelling);
    let disk = Disk::new(&out);
    let recording = Recording::start(&out);
    build_small_segments(&out, &[&lines, &collection.archives[1]]);
    let log = recording.stop();
    let whole = labels_of_pages(&out);
    let mut checked = 0;
    replay(disk, &log, 40, &left, |path, done, how| {
        let context = format!("after operation {done} of {}, {how:?} left", log.len());
        let verdict = verify(path).unwrap_or_else(|error| panic!("{context}: {error}"));
        assert!(verdict.whole(), "{context}: {:?}", verdict.checks);
        assert!(
            labels_of_pages(path).iter().all(|(docno, labels)| whole[docno] == *labels),
            "{context}"
        );
        checked += 1;
        if checked % 5 == 0 {
            build_small_segments(path, &[&lines, &collection.archives[1]]);
            assert!(labels_of_pages(path) == whole, "{context}: other labels");
        }
    });
    assert!(checked > 20);
}

fn label_names(path: &Path) -> Vec<String> {
    tamis::Index::open(path).unwrap().labels().to_vec()
}

#[test]
fn labels_are_the_old_or_the_new_ones_after_a_loss_of_power() {
    let folder = tamis_testing::folder();
    let collection = Collection::generate(folder.path());
    let out = folder.path().join("index");
    let left = folder.path().join("left");
    collection.build(&out).run().unwrap();
    add_label(&out, "mine", 0);
    let old = label_names(&out);
    let disk = Disk::new(&out);
    let recording = Recording::start(&out);
    add_label(&out, "yours", 0);
    let log = recording.stop();
    let new = label_names(&out);
    assert_eq!(new.len(), old.len() + 1);
    let mut seen = [0, 0];
    replay(disk, &log, 1000, &left, |path, done, how| {
        let found = label_names(path);
        assert!(found == old || found == new, "after operation {done}, {how:?} left: {found:?}");
        seen[usize::from(found == new)] += 1;
        assert!(verify(path).unwrap().whole(), "after operation {done}, {how:?} left");
    });
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
    // The command has ended, so the new labels are durable.
    assert_eq!(label_names(&left), new);
}

/// Writes a sweep, a run and an export, as the commands do.
fn write_results(index: &tamis::Index, collection: &Collection, out: &Path, words: &[u32]) {
    let sweep = index.sweep(&collection.topics, &collection.qrels).axis("min_words", words);
    sweep.with(|job| job.permutations = 10).run().unwrap().write(out).unwrap();
    let search = index.search_topics(&collection.topics).set("min_words", words[0]).unwrap();
    search.write(out.join("run.txt")).unwrap();
    // As `tamis export --out` does.
    let corpus = Corpus::new(vec![tamis_index::index::Index::open(index.path()).unwrap()]).unwrap();
    let rule =
        expression::parse(&format!("words >= {}", words[0]), &corpus.indexes[0].manifest).unwrap();
    let view = View::new(&corpus, &rule).unwrap();
    disk::replace(&out.join("pages.ciff"), |file: &mut dyn std::io::Write| {
        ciff::write(&corpus, &view, "pages", file)
    })
    .map_err(|failure| failure.into_error(out))
    .unwrap();
}

fn file_contents(folder: &Path) -> BTreeMap<OsString, Vec<u8>> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| !tamis_index::disk::is_left_over(path));
    files
        .map(|path| (path.file_name().unwrap().to_owned(), std::fs::read(&path).unwrap()))
        .collect::<BTreeMap<_, _>>()
}

#[test]
fn results_are_old_or_new_and_never_half_a_file_after_a_loss_of_power() {
    let folder = tamis_testing::folder();
    let collection = Collection::generate(folder.path());
    let index = folder.path().join("index");
    let out = folder.path().join("out");
    let left = folder.path().join("left");
    let index = collection.build(&index).run().unwrap();
    std::fs::create_dir(&out).unwrap();
    write_results(&index, &collection, &out, &[1, 11]);
    let old = file_contents(&out);
    let disk = Disk::new(&out);
    let recording = Recording::start(&out);
    write_results(&index, &collection, &out, &[5, 11, 20]);
    let log = recording.stop();
    let new = file_contents(&out);
    assert_eq!(old.len(), new.len());
    replay(disk, &log, 1000, &left, |path, done, how| {
        let found = file_contents(path);
        // Another sweep removes the results of the former one before it writes, so that they never
        // mix.
        for lasting in ["run.txt", "pages.ciff", disk::results::LIST] {
            assert!(
                found.contains_key(OsStr::new(lasting)),
                "{lasting} after operation {done}, {how:?} left"
            );
        }
        for (name, bytes) in found {
            let is_whole = match name == disk::results::LIST {
                true => serde_json::from_slice::<serde_json::Value>(&bytes).is_ok(),
                false => bytes == old[&name] || bytes == new[&name],
            };
            assert!(is_whole, "{name:?} after operation {done}, {how:?} left");
        }
    });
    assert!(file_contents(&left) == new);
}

fn combine(parts: &[PathBuf], path: &Path) -> tamis::Result<()> {
    tamis_index::combine::combine(
        parts,
        path,
        tamis_index::combine::CombineOptions::default(),
        &|| false,
    )
    .map(drop)
}

fn answers(path: &Path) -> String {
    assert!(verify(path).unwrap().whole());
    let index = tamis::Index::open(path).unwrap();
    let hits = index.search("kettle more").set("hits", 99).unwrap().run().unwrap();
    format!("{:?} {hits:?}", index.stats())
}

#[test]
fn indexes_are_combined_or_not_after_a_loss_of_power() {
    let folder = tamis_testing::folder();
    let out = folder.path().join("index");
    let left = folder.path().join("left");
    let parts: Vec<PathBuf> =
        (0..14).map(|number| folder.path().join(format!("part{number}"))).collect();
    for (number, part) in parts.iter().enumerate() {
        let file = part.with_extension("jsonl");
        std::fs::write(
            &file,
            (number * 3..number * 3 + 3)
                .map(|page| {
                    format!("{{\"docno\":\"d{page}\",\"text\":\"a kettle is more than {page}\"}}\n")
                })
                .collect::<String>()
                + "bad\n",
        )
        .unwrap();
        tamis::Index::build(part).collection(&file).run().unwrap();
    }
    let recording = Recording::start(&out);
    combine(&parts, &out).unwrap();
    let log = recording.stop();
    let whole = answers(&out);
    let mut seen = [0, 0];
    replay(Disk::default(), &log, 15, &left, |path, done, how| {
        let context = format!("after operation {done} of {}, {how:?} left", log.len());
        let is_there = path.join("meta.json").exists();
        seen[usize::from(is_there)] += 1;
        if !is_there {
            combine(&parts, path).unwrap_or_else(|error| panic!("{context}: {error}"));
        }
        assert!(answers(path) == whole, "{context}: another index");
    });
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}
