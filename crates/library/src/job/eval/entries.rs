//! The runs of a comparison, each with the name that tables show.

use super::scoring::Scoring;
use crate::job::Source;
use std::path::Path;
use std::sync::Arc;
use tamis_eval::runs::ComparedRun;
use tamis_eval::trec::Run;
use tamis_index::error::{Error, Result};

/// Reads the runs. They are called by `names`, if there are any; else by their tags, or by their
/// files where two have the same tag.
///
/// # Errors
/// Fewer than two runs, a file that is given twice, and one that cannot be read.
pub(super) fn entries(
    scoring: &Scoring,
    runs: &[Source<Run>],
    names: &[String],
) -> Result<Vec<ComparedRun>> {
    check_count(runs, names)?;
    check_each_once(runs)?;
    let mut entries = Vec::with_capacity(runs.len());
    for source in runs {
        let run = Arc::unwrap_or_clone(scoring.read_run(source)?);
        entries.push(ComparedRun { name: run.tag().to_owned(), file: source.name(), run });
    }
    let are_distinct =
        (1..entries.len()).all(|at| entries[..at].iter().all(|one| one.name != entries[at].name));
    let names = match (names, are_distinct) {
        ([], true) => return Ok(entries),
        ([], false) => ends(&runs.iter().map(Source::path).collect::<Vec<_>>()),
        _ => names.to_vec(),
    };
    for (entry, name) in entries.iter_mut().zip(names) {
        entry.name = name;
    }
    Ok(entries)
}

fn check_count(runs: &[Source<Run>], names: &[String]) -> Result<()> {
    if runs.len() < 2 {
        let problem = format!("found {}, expected two or more to compare", runs.len());
        return Err(Error::setting("runs", problem));
    }
    if !names.is_empty() && names.len() != runs.len() {
        let problem = format!("found {}, expected one for each of {}", names.len(), runs.len());
        return Err(Error::setting("names", problem));
    }
    Ok(())
}

fn check_each_once(runs: &[Source<Run>]) -> Result<()> {
    let mut files: Vec<&Path> = Vec::new();
    for run in runs {
        let Source::File(file) = run else { continue };
        if files.contains(&file.as_path()) {
            let file = file.display();
            return Err(Error::settings(format!("{file} is given twice; give each run once")));
        }
        files.push(file);
    }
    Ok(())
}

/// Returns the shortest ends of the paths that differ from each other. Tables and figures have no
/// room for whole paths.
fn ends(files: &[&Path]) -> Vec<String> {
    let parts: Vec<Vec<String>> = files
        .iter()
        .map(|file| {
            file.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect()
        })
        .collect();
    let longest = parts.iter().map(Vec::len).max().unwrap_or(1);
    (1..=longest)
        .map(|count| -> Vec<String> {
            parts.iter().map(|parts| parts[parts.len().saturating_sub(count)..].join("/")).collect()
        })
        .find(|names| (1..names.len()).all(|at| !names[..at].contains(&names[at])))
        .unwrap_or_else(|| files.iter().map(|file| file.display().to_string()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_one_tag_are_named_by_the_ends_of_their_paths() {
        let of = |files: &[&str]| ends(&files.iter().map(Path::new).collect::<Vec<_>>());
        assert_eq!(of(&["/home/me/a.txt", "/home/me/b.txt"]), ["a.txt", "b.txt"]);
        assert_eq!(of(&["x/a/run", "x/b/run", "run"]), ["a/run", "b/run", "run"]);
        assert_eq!(of(&["./run", "run"]), ["./run", "run"]);
    }
}
