//! The folder of results of a command, `--out DIR`: another experiment is not written over, unless
//! `--force`.

use serde::Serializer;
use std::path::Path;
use tamis::Result;
use tamis_index::disk::results;
use tamis_index::disk::results::Identity;
use tamis_report::results_folder;

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

/// Serialises a path as text. Bytes that are no text are replaced: two paths that differ only in
/// them count as one.
pub fn path<S: Serializer>(path: &Path, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_str(&path.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    /// Returns the arguments of a command as its identity has them.
    fn arguments(line: &str) -> String {
        let cli = crate::cli::Cli::try_parse_from(line.split(' ')).unwrap();
        match cli.command {
            crate::cli::Command::Distribution(args) => serde_json::to_string(&args).unwrap(),
            _ => panic!("{line}: its results depend on an index"),
        }
    }

    // A change here makes all folders of results those of another experiment.
    #[test]
    fn arguments_have_these_names_in_identities() {
        assert_eq!(
            arguments("tamis distribution index --label bte --out out"),
            r#"{"source":"index","cut":null,"label":"bte","format":null}"#
        );
    }
}
