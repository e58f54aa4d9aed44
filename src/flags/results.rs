//! The folder of results of a command, `--out DIR`: another experiment is not written over, unless
//! `--force`.

use serde::{Serialize, Serializer};
use std::path::{Path, PathBuf};
use tamis::Result;
use tamis_index::disk::results;
use tamis_index::disk::results::Identity;
use tamis_report::results_folder;
use xxhash_rust::xxh3::xxh3_128;

/// Opens the folder of results, if one is given. `kind` is the stem of the main file. The same
/// experiment may be repeated, if its identity is known.
///
/// # Errors
/// A folder that holds an index or the results of another experiment, or that cannot be made.
pub fn open_folder(
    out: Option<&Path>,
    kind: &str,
    force: bool,
    identity: impl FnOnce() -> Result<Option<Identity>>,
) -> Result<()> {
    let Some(folder) = out else { return Ok(()) };
    results_folder(folder)?;
    results::open(folder, kind, identity()?, force)
}

/// Writes results into the folder, if one is given, and ends its experiment. Returns what `write`
/// returns.
///
/// # Errors
/// Errors of `write`; a file that cannot be written or removed.
pub fn save<T>(out: Option<&Path>, write: impl FnOnce(&Path) -> Result<T>) -> Result<Option<T>> {
    let written = out.map(write).transpose()?;
    close_folder(out)?;
    Ok(written)
}

/// Ends the experiment of the folder, if one is given.
///
/// # Errors
/// A file that cannot be written or removed.
pub fn close_folder(out: Option<&Path>) -> Result<()> {
    out.map_or(Ok(()), results::close)
}

/// Everything that the results depend on of a command that reads only files.
#[derive(Serialize)]
struct CommandIdentity<'a, A> {
    arguments: &'a A,
    files: Vec<FileIdentity>,
}

#[derive(Serialize)]
struct FileIdentity {
    bytes: usize,
    xxh3: String,
}

/// Returns the identity of a command with these arguments and the contents of these files; none if
/// one is not a plain file that can be read twice.
pub fn identity<'a>(
    arguments: &impl Serialize,
    files: impl IntoIterator<Item = &'a Path>,
) -> Option<Identity> {
    let mut identities = Vec::new();
    for file in files {
        let content = content(file)?;
        let xxh3 = format!("{:032x}", xxh3_128(&content));
        identities.push(FileIdentity { bytes: content.len(), xxh3 });
    }
    let identity = serde_json::to_string(&CommandIdentity { arguments, files: identities }).ok()?;
    let inputs = format!("{:032x}", xxh3_128(identity.as_bytes()));
    Some(Identity { inputs, version_1: String::new() })
}

/// Returns the content of a plain file that can be read.
fn content(file: &Path) -> Option<Vec<u8>> {
    file.is_file().then(|| std::fs::read(file).ok()).flatten()
}

/// Serialises a path as text. Bytes that are no text are replaced: two paths that differ only in
/// them count as one.
pub fn path<S: Serializer>(path: &Path, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_str(&path.to_string_lossy())
}

/// Serialises paths, or the path that there may be, as [`path`] does.
pub fn paths<'a, P, S>(paths: &'a P, serializer: S) -> std::result::Result<S::Ok, S::Error>
where
    &'a P: IntoIterator<Item = &'a PathBuf>,
    S: Serializer,
{
    serializer.collect_seq(paths.into_iter().map(|path| path.to_string_lossy()))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    /// Returns the arguments of a command as its identity has them.
    fn arguments(line: &str) -> String {
        let cli = crate::cli::Cli::try_parse_from(line.split(' ')).unwrap();
        match cli.command {
            crate::cli::Command::Accuracy(args) => serde_json::to_string(&args).unwrap(),
            crate::cli::Command::Distribution(args) => serde_json::to_string(&args).unwrap(),
            _ => panic!("{line}: its results depend on an index"),
        }
    }

    // A change here makes all folders of results those of another experiment.
    #[test]
    fn arguments_have_these_names_in_identities() {
        assert_eq!(
            arguments("tamis accuracy pages --cut atomic --out out --force"),
            [
                r#"{"data":{"datasets":["pages"],"content":"all","cut":"atomic","format":null,"#,
                r#""encoding":null,"split":[]},"part":"test","classifiers":["default"],"#,
                r#""scores":["all"],"text":"own","language":null,"folds":{"cross_validate":null,"#,
                r#""by":"site","seed":1,"iterations":null}}"#,
            ]
            .concat()
        );
        assert_eq!(
            arguments("tamis distribution index --label bte --out out"),
            r#"{"source":"index","cut":null,"label":"bte","format":null}"#
        );
    }
}
