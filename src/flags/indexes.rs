//! The indexes of a search: one as the first argument, or several with --index, which are searched
//! as one.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tamis::eval::trec::limits::Limits;
use tamis::eval::trec::lines::Lines;
use tamis::{Error, Result};

/// The index or the indexes of a search.
// The group has the name that flags require which need an index.
#[derive(Debug, Clone, Default, clap::Args)]
#[group(id = "index", required = true, multiple = true)]
pub struct IndexChoice {
    /// Index folder
    #[arg(value_name = "INDEX")]
    folder: Option<PathBuf>,
    /// Search several indexes as one, in place of INDEX; may be repeated. Counts are summed, so
    /// scores are those of one index of all archives. @FILE names a file with an index folder per
    /// line, @- standard input
    #[arg(long = "index", id = "several", value_name = "INDEX|@FILE")]
    several: Vec<PathBuf>,
}

impl IndexChoice {
    /// Returns the index folders.
    ///
    /// # Errors
    /// A folder beside --index, a list that cannot be read, or one that names none.
    pub fn paths(&self) -> Result<Vec<PathBuf>> {
        match (&self.folder, &self.several[..]) {
            (Some(folder), []) => Ok(vec![folder.clone()]),
            (Some(folder), _) => {
                let found = folder.display();
                Err(Error::settings(format!(
                    "--index: found {found} too, expected --index {found} or INDEX alone"
                )))
            }
            (None, several) => {
                Ok(several.iter().map(|path| listed(path)).collect::<Result<Vec<_>>>()?.concat())
            }
        }
    }

    /// Takes the first argument away if it is no index, because --index names them.
    pub fn take_first(&mut self) -> Option<OsString> {
        if self.several.is_empty() { None } else { self.folder.take().map(PathBuf::into_os_string) }
    }
}

/// Returns the folder, or those that a list names: one per line; empty lines and lines that start
/// with # are skipped.
pub fn listed(given: &Path) -> Result<Vec<PathBuf>> {
    let Some(list) = given.to_str().and_then(|path| path.strip_prefix('@')) else {
        return Ok(vec![given.to_owned()]);
    };
    let mut list = Lines::open(Path::new(list), Limits::SETTINGS)?;
    let text = list.read_all()?;
    let lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let folders: Vec<PathBuf> = lines.map(PathBuf::from).collect();
    if folders.is_empty() {
        return Err(Error::format(list.whole(), "no line with an index folder", "one or more"));
    }
    Ok(folders)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_a_folder_per_line() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("list");
        std::fs::write(&list, "# two\na\n\n b c \r\n").unwrap();
        let several = vec![PathBuf::from("x"), PathBuf::from(format!("@{}", list.display()))];
        let args = IndexChoice { folder: None, several };
        assert_eq!(args.paths().unwrap(), ["x", "a", "b c"].map(PathBuf::from));
        std::fs::write(&list, "# none\n").unwrap();
        assert!(
            args.paths().unwrap_err().to_string().contains("found no line with an index folder")
        );
    }

    #[test]
    fn one_way_to_name_indexes_is_enough() {
        let mut args = IndexChoice { folder: Some("a".into()), several: vec!["b".into()] };
        let error = args.paths().unwrap_err().to_string();
        assert_eq!(error, "--index: found a too, expected --index a or INDEX alone");
        assert_eq!(args.take_first(), Some("a".into()));
        assert_eq!(args.paths().unwrap(), [PathBuf::from("b")]);
    }
}
