//! Folders of results. A list in the folder names the experiment that writes there and the files
//! that are its own, and is written before them. So two experiments never mix in a folder, an
//! interrupted one is recognised, and what an experiment did not write is never removed or
//! replaced.

use super::in_place::open_for_lock;
use super::names::{create_folder, remove};
use super::replace::save;
use crate::error::{Error, Remedy, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs::TryLockError;
use std::path::{Component, Path, PathBuf};
use tamis_place::in_our_words;
use xxhash_rust::xxh3::xxh3_128;

/// The file name of the list.
pub const LIST: &str = "files.json";

/// The identity of an experiment: a hash of everything that its results depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity(pub String);

/// Everything that the results depend on of an experiment that reads only files.
#[derive(Serialize)]
struct OfFiles<'a, A> {
    arguments: &'a A,
    files: Vec<OfFile>,
}

#[derive(Serialize)]
struct OfFile {
    bytes: usize,
    xxh3: String,
}

impl Identity {
    /// Returns the identity of an experiment with these arguments and the contents of these files;
    /// none if one is not a plain file that can be read twice.
    pub fn of_files<'a>(
        arguments: &impl Serialize,
        files: impl IntoIterator<Item = &'a Path>,
    ) -> Option<Self> {
        let mut identities = Vec::new();
        for file in files {
            let content = file.is_file().then(|| std::fs::read(file).ok()).flatten()?;
            let xxh3 = format!("{:032x}", xxh3_128(&content));
            identities.push(OfFile { bytes: content.len(), xxh3 });
        }
        let identity = serde_json::to_string(&OfFiles { arguments, files: identities }).ok()?;
        Some(Self(format!("{:032x}", xxh3_128(identity.as_bytes()))))
    }
}

/// The files of an experiment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct FileList {
    /// The version of the program.
    tamis: String,
    /// What was done, such as `sweep`.
    kind: String,
    /// A hash of everything that the results depend on; none if it is not known.
    inputs: Option<String>,
    /// What is written or will be, as paths in the folder with `/`.
    files: BTreeSet<String>,
    /// What an earlier run of the same experiment wrote, and this one has not yet.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    earlier: BTreeSet<String>,
}

/// Opens a folder for the results of an experiment, and makes it if it is not there. `kind` is what
/// is done, and the stem of its main file; `identity` is none if it is not known. With `force`,
/// removes the files of another experiment.
///
/// # Errors
/// [`Error::Index`] if the folder holds the results of another experiment, or of an unknown one, or
/// a link in place of a folder; [`Error::Io`] if it cannot be read or written.
pub fn open(folder: &Path, kind: &str, identity: Option<Identity>, force: bool) -> Result<()> {
    create_folder(folder).map_err(|e| Error::io("create the folder", folder, e))?;
    check_folders(folder)?;
    let version = env!("CARGO_PKG_VERSION");
    let mut list = FileList {
        tamis: version.to_owned(),
        kind: kind.to_owned(),
        inputs: identity.map(|identity| identity.0),
        files: BTreeSet::new(),
        earlier: BTreeSet::new(),
    };
    match read(folder)? {
        None => {
            check_free(folder, &format!("{kind}.json"))?;
            check_free(folder, &format!("{kind}.tsv"))?;
        }
        Some(other) => {
            let same = (&list.kind, &list.tamis) == (&other.kind, &other.tamis)
                && list.inputs.is_some()
                && list.inputs == other.inputs;
            let mut names = other.files;
            names.extend(other.earlier);
            names.retain(|name| folder.join(name).symlink_metadata().is_ok());
            if same {
                list.earlier = names;
            } else if !names.is_empty() && !force {
                let found = format!(
                    "holds the results of another experiment ({}: {})",
                    other.kind,
                    first(&names)
                );
                return Err(Error::index(folder, found).with_remedy(Remedy::ReplaceResults));
            } else {
                remove_all(folder, &names)?;
            }
        }
    }
    list.save(folder)
}

/// Adds files to the list before they are written. A folder that was not opened has no list, and
/// may hold anything.
///
/// # Errors
/// [`Error::Index`] for a file that is there and not of this experiment; [`Error::Io`] if the list
/// cannot be read or written.
pub fn announce<S: AsRef<str>>(folder: &Path, names: &[S]) -> Result<()> {
    let Some(mut list) = read(folder)? else { return Ok(()) };
    for name in names.iter().map(AsRef::as_ref) {
        if let Some(link) = link_above(folder, name) {
            return Err(linked(&link));
        }
        if !list.earlier.remove(name) && !list.files.contains(name) {
            check_free(folder, name)?;
        }
        list.files.insert(name.to_owned());
    }
    list.save(folder)
}

/// Ends an experiment: removes what its earlier run wrote and this one did not, and lists what
/// there is.
///
/// # Errors
/// [`Error::Io`] if a file cannot be removed, or the list not be read or written.
pub fn close(folder: &Path) -> Result<()> {
    let Some(mut list) = read(folder)? else { return Ok(()) };
    remove_all(folder, &std::mem::take(&mut list.earlier))?;
    list.files.retain(|name| folder.join(name).exists());
    list.save(folder)
}

impl Identity {
    /// The identity of an experiment from all that its results depend on.
    ///
    /// # Errors
    /// [`Error::Index`] for inputs that do not serialise, such as a map whose keys are no texts.
    pub fn from_inputs(inputs: &impl Serialize) -> Result<Self> {
        let inputs =
            serde_json::to_vec(inputs).map_err(|error| Error::index(LIST, error.to_string()))?;
        Ok(Self(format!("{:032x}", xxh3_128(&inputs))))
    }
}

impl FileList {
    fn save(&self, folder: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self)
            .map_err(|e| Error::index(folder.join(LIST), e.to_string()))?;
        save(&folder.join(LIST), text + "\n")
    }
}

/// Reads the list, if there is one. It may come from somebody else: no name in it leads out of the
/// folder.
fn read(folder: &Path) -> Result<Option<FileList>> {
    let path = folder.join(LIST);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::io("read", &path, error)),
    };
    let list: FileList =
        serde_json::from_str(&text).map_err(|error| damaged(&path, &in_our_words(error)))?;
    for name in list.files.iter().chain(&list.earlier) {
        if is_outside(folder, name) {
            return Err(damaged(&path, &format!("'{name}' is not a file in this folder")));
        }
    }
    Ok(Some(list))
}

fn damaged(list: &Path, found: &str) -> Error {
    Error::index(list, format!("not a list of results: {found}; name another folder"))
}

/// Whether a name leads out of the folder.
fn is_outside(folder: &Path, name: &str) -> bool {
    let parts: Vec<Component<'_>> = Path::new(name).components().collect();
    let is_plain = parts.iter().all(|part| matches!(part, Component::Normal(_)));
    !is_plain || parts.is_empty() || link_above(folder, name).is_some()
}

/// Refuses a link in place of a folder: what is written there would come to be elsewhere.
fn check_folders(folder: &Path) -> Result<()> {
    let failed = |error| Error::io("read", folder, error);
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_symlink() && path.is_dir() {
            return Err(linked(&path));
        }
    }
    Ok(())
}

/// Returns the link in place of a folder on the way from `folder` to a file in it.
fn link_above(folder: &Path, name: &str) -> Option<PathBuf> {
    let above = Path::new(name).ancestors().skip(1).filter(|above| !above.as_os_str().is_empty());
    above.map(|above| folder.join(above)).find(|above| above.is_symlink())
}

fn linked(path: &Path) -> Error {
    Error::index(
        path,
        "is a link to a folder, and results follow no link; remove it, or name another folder",
    )
}

/// Refuses to replace a file that no list names.
fn check_free(folder: &Path, name: &str) -> Result<()> {
    let path = folder.join(name);
    if path.symlink_metadata().is_err() {
        return Ok(());
    }
    let found = format!(
        "is there already, and {LIST} does not list it as a result; move it, or name another folder"
    );
    Err(Error::index(path, found))
}

/// Removes files, and the folders that they leave empty. A file that a running experiment holds
/// locked stays, with all others.
fn remove_all(folder: &Path, names: &BTreeSet<String>) -> Result<()> {
    let paths: Vec<PathBuf> =
        names.iter().map(|name| folder.join(name)).filter(|path| path.exists()).collect();
    for path in &paths {
        let file = open_for_lock(path).map_err(|e| Error::io("open", path, e))?;
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            let busy = std::io::Error::other(
                "another run is writing it; wait until it ends, or name another folder",
            );
            return Err(Error::io("lock", path, busy));
        }
    }
    for name in names {
        let path = folder.join(name);
        remove(&path).map_err(|e| Error::io("remove", &path, e))?;
        if let Some(above) = path.parent().filter(|above| *above != folder) {
            // Still needed if something else is in it.
            let _ = std::fs::remove_dir(above);
        }
    }
    Ok(())
}

fn first(names: &BTreeSet<String>) -> String {
    const SHOWN: usize = 3;
    let more = if names.len() > SHOWN { ", ..." } else { "" };
    names.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ") + more
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    fn identity(inputs: &str) -> Option<Identity> {
        Some(Identity(inputs.to_owned()))
    }

    /// Runs an experiment that writes these files.
    fn write(folder: &Path, kind: &str, inputs: &str, force: bool, names: &[&str]) -> Result<()> {
        open(folder, kind, identity(inputs), force)?;
        announce(folder, names)?;
        for name in names {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, format!("{kind} {inputs}")).unwrap();
        }
        close(folder)
    }

    /// What is in the folder, but the list.
    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.retain(|name| name != LIST);
        names.sort();
        names
    }

    fn folder() -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        (folder, path)
    }

    #[test]
    fn another_experiment_is_refused_and_replaced_by_force_and_nothing_else_is() {
        let (_kept, out) = folder();
        write(&out, "sweep", "a", false, &["sweep.tsv", "folds.tsv", "runs/1.txt"]).unwrap();
        std::fs::write(out.join("notes.txt"), "mine").unwrap();
        let refused = write(&out, "sweep", "b", false, &["sweep.tsv"]).unwrap_err().to_string();
        assert!(
            refused.contains("another experiment (sweep: folds.tsv, runs/1.txt, sweep.tsv)"),
            "{refused}"
        );
        assert_eq!(names(&out), ["folds.tsv", "notes.txt", "runs", "sweep.tsv"]);
        write(&out, "compare", "b", true, &["compare.tsv"]).unwrap();
        assert_eq!(names(&out), ["compare.tsv", "notes.txt"]);
    }

    #[test]
    fn the_same_experiment_leaves_only_what_it_wrote_last() {
        let (_kept, out) = folder();
        write(&out, "sweep", "a", false, &["sweep.tsv", "folds.tsv"]).unwrap();
        // Interrupted: nothing is removed until the results are complete.
        open(&out, "sweep", identity("a"), false).unwrap();
        announce(&out, &["sweep.tsv"]).unwrap();
        assert_eq!(names(&out), ["folds.tsv", "sweep.tsv"]);
        write(&out, "sweep", "a", false, &["sweep.tsv"]).unwrap();
        assert_eq!(names(&out), ["sweep.tsv"]);
        // Without its inputs nobody can know.
        assert!(open(&out, "sweep", None, false).is_err());
        // Nothing is lost where nothing is.
        std::fs::remove_file(out.join("sweep.tsv")).unwrap();
        open(&out, "sweep", None, false).unwrap();
    }

    #[test]
    fn a_file_of_nobody_is_not_replaced_not_even_by_force() {
        let (_kept, out) = folder();
        std::fs::create_dir(&out).unwrap();
        std::fs::write(out.join("sweep.tsv"), "mine").unwrap();
        for force in [false, true] {
            let refused = write(&out, "sweep", "a", force, &["sweep.tsv"]).unwrap_err().to_string();
            assert!(refused.contains("sweep.tsv: is there already"), "{refused}");
        }
        let refused = write(&out, "compare", "a", true, &["compare.tsv", "sweep.tsv"])
            .unwrap_err()
            .to_string();
        assert!(refused.contains("sweep.tsv: is there already"), "{refused}");
        assert_eq!(std::fs::read_to_string(out.join("sweep.tsv")).unwrap(), "mine");
    }

    #[test]
    fn a_list_does_not_lead_out_of_its_folder() {
        let (kept, out) = folder();
        std::fs::create_dir(&out).unwrap();
        let victim = kept.path().join("victim");
        std::fs::write(&victim, "safe").unwrap();
        for name in ["../victim", &victim.display().to_string(), "a/../../victim"] {
            let list =
                serde_json::json!({"tamis": "0", "kind": "sweep", "inputs": "a", "files": [name]})
                    .to_string();
            std::fs::write(out.join(LIST), list).unwrap();
            let refused = open(&out, "sweep", identity("b"), true).unwrap_err().to_string();
            assert!(refused.contains("is not a file in this folder"), "{refused}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(kept.path(), out.join("runs")).unwrap();
            let list =
                r#"{"tamis": "0", "kind": "sweep", "inputs": "a", "files": ["runs/victim"]}"#;
            std::fs::write(out.join(LIST), list).unwrap();
            assert!(open(&out, "sweep", identity("b"), true).is_err());
        }
        assert!(victim.exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_place_of_a_folder_is_refused_before_anything_is_written() {
        let (kept, out) = folder();
        let other = kept.path().join("other");
        std::fs::create_dir_all(&out).unwrap();
        std::fs::create_dir(&other).unwrap();
        std::os::unix::fs::symlink(&other, out.join("runs")).unwrap();
        let refused =
            write(&out, "sweep", "a", true, &["sweep.tsv", "runs/1.txt"]).unwrap_err().to_string();
        assert!(refused.contains("runs: is a link to a folder"), "{refused}");
        assert!(!out.join(LIST).exists());
        // It came after the folder was opened, and a level deeper.
        std::fs::remove_file(out.join("runs")).unwrap();
        open(&out, "sweep", None, false).unwrap();
        std::fs::create_dir(out.join("runs")).unwrap();
        std::os::unix::fs::symlink(&other, out.join("runs/deep")).unwrap();
        let refused = announce(&out, &["runs/deep/1.txt"]).unwrap_err().to_string();
        assert!(refused.contains("deep: is a link to a folder"), "{refused}");
        assert_eq!(names(&other), [""; 0]);
    }

    #[test]
    fn what_a_running_experiment_holds_is_not_removed() {
        let (_kept, out) = folder();
        write(&out, "sweep", "a", false, &["sweep.checkpoint", "sweep.tsv"]).unwrap();
        let held = open_for_lock(&out.join("sweep.checkpoint")).unwrap();
        held.lock().unwrap();
        let refused = write(&out, "sweep", "b", true, &["sweep.tsv"]).unwrap_err().to_string();
        assert!(refused.contains("another run is writing it"), "{refused}");
        assert_eq!(names(&out), ["sweep.checkpoint", "sweep.tsv"]);
    }
}
