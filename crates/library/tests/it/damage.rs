//! A flipped bit anywhere in an index is found, or changes nothing: no result comes from damaged
//! bytes, and adding an archive does not hide the damage.

use crate::small::Collection;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use tamis_index::index::storage::Storage;
use tamis_index::verify::verify;
use tamis_search::request::can_use;

/// A sequence of numbers that look random, the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}

/// The files of an index, except the lock, which holds nothing.
fn files(index: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(index).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|path| !path.ends_with("tamis.lock")).collect();
    files.sort();
    files
}

fn flip(file: &Path, bit: usize) {
    let mut bytes = std::fs::read(file).unwrap();
    bytes[bit / 8] ^= 1 << (bit % 8);
    std::fs::write(file, bytes).unwrap();
}

fn copy(from: &Path, to: &Path) {
    let _ = std::fs::remove_dir_all(to);
    std::fs::create_dir(to).unwrap();
    for file in files(from) {
        std::fs::copy(&file, to.join(file.file_name().unwrap())).unwrap();
    }
}

/// Panics on the threads of this test; others of the process have reasons of their own.
static PANICS: AtomicUsize = AtomicUsize::new(0);
const THREADS: &str = "damage";

#[test]
fn a_flipped_bit_is_found_or_changes_nothing() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let ours = std::thread::current().name() == Some(THREADS);
        PANICS.fetch_add(usize::from(ours), Ordering::SeqCst);
        before(panic);
    }));
    let threads =
        rayon::ThreadPoolBuilder::new().thread_name(|_| THREADS.to_owned()).build().unwrap();
    threads.install(flip_bits);
}

fn flip_bits() {
    let folder = tamis_testing::folder();
    let collection = Collection::generate(folder.path());
    let index = folder.path().join("index");
    collection.build(&index).run().unwrap();
    let labelling = tamis_index::label::Labelling::open(&index, false, can_use).unwrap();
    let lines = br#"{"docno":"more-3","block":0,"label":true}"#;
    tamis_index::label::from_lines(&labelling, "mine", &lines[..], Path::new("lines"), |_| {})
        .unwrap();
    drop(labelling);
    let whole = collection.answers(&index).unwrap();
    assert!(verify(&index).unwrap().whole());

    let files = files(&index);
    let mut chance = Chance(7);
    let kinds: std::collections::BTreeSet<_> =
        files.iter().map(|file| file.extension().unwrap().to_string_lossy().into_owned()).collect();
    assert_eq!(
        kinds.len(),
        11,
        "seven files of a segment, checksums, meta.json, labels, losses: {kinds:?}"
    );
    let mut refused = 0;
    let mut same = 0;
    for _ in 0..200 {
        // Every file as often as any other: most of the bytes are in few of them.
        let file = &files[chance.below(files.len())];
        let bit = chance.below(std::fs::metadata(file).unwrap().len() as usize * 8);
        flip(file, bit);
        match collection.answers(&index) {
            Ok(answers) => {
                assert!(answers == whole, "bit {bit} of {} changes results", file.display());
                same += 1;
            }
            Err(error) => {
                let text = error.to_string();
                assert!(
                    text.contains("found") && text.contains("expected"),
                    "{}: {text}",
                    file.display()
                );
                refused += 1;
            }
        }
        let found = verify(&index).map_or(true, |verdict| !verdict.whole());
        assert!(found, "verify does not see bit {bit} of {}", file.display());
        flip(file, bit);
    }
    assert_eq!(PANICS.load(Ordering::SeqCst), 0);
    assert!(refused > same, "{refused} refused, {same} in bytes that no command read");
    assert!(collection.answers(&index).unwrap() == whole);
}

#[test]
fn an_archive_that_is_added_does_not_hide_damage() {
    let folder = tamis_testing::folder();
    let mut collection = Collection::generate(folder.path());
    let index = folder.path().join("index");
    let grown = folder.path().join("grown");
    let [first, second] = collection.archives.clone();
    collection.archives = [first.clone(), first.clone()];
    // At most eleven segments are left unmerged, so that the archive that is added causes a merge.
    collection.build(&index).run().unwrap();
    collection.archives = [first, second];
    let mut chance = Chance(11);
    let segments: Vec<PathBuf> = files(&index)
        .into_iter()
        .filter(|file| file.file_stem().is_some_and(|stem| stem.len() == 32))
        .collect();
    for _ in 0..25 {
        copy(&index, &grown);
        let file = grown.join(segments[chance.below(segments.len())].file_name().unwrap());
        flip(&file, chance.below(std::fs::metadata(&file).unwrap().len() as usize * 8));
        let added = collection.build(&grown).run();
        let found = verify(&grown).map_or(true, |verdict| !verdict.whole());
        assert!(found, "{}: {:?}", file.display(), added.err());
    }
    copy(&index, &grown);
    collection.build(&grown).run().unwrap();
    assert!(verify(&grown).unwrap().whole());
    // Before a merge every file of its segments is compared, also where the merge would not read.
    let id = segments[0].file_stem().unwrap().to_str().unwrap();
    let damage = |folder: &Path| Storage::reading(folder).unwrap().damage(id).unwrap();
    assert_eq!(damage(&index), (7, Vec::new()));
    let file = index.join(format!("{id}.fieldnorm"));
    flip(&file, 3);
    let (files, found) = damage(&index);
    assert!(files == 7 && found.len() == 1 && found[0].path == file, "{found:?}");
}
