//! What a server judges by: topics, qrels, and runs of other systems.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use tamis::eval::Topic;
use tamis::job::Judged;
use tamis::{Error, Qrels, Result, Run, Topics};

/// The most runs of other systems.
const MAX_RUNS: usize = 20;

/// The files that a server judges by.
#[derive(Debug, Clone, Default)]
pub struct JudgingSettings {
    /// Topics and qrels, in files.
    pub judged: Judged,
    pub runs: Vec<PathBuf>,
}

pub struct Judging {
    /// The topics, in the order of their file.
    pub topics: Arc<Topics>,
    pub qrels: Arc<Qrels>,
    /// Runs of other systems with their names.
    pub runs: Vec<(String, Run)>,
    /// Topics and qrels as jobs take them.
    pub judged: Judged,
}

impl Judging {
    /// Reads the files.
    ///
    /// # Errors
    /// Files that cannot be read, and more than 20 runs.
    pub fn read(settings: &JudgingSettings) -> Result<Self> {
        if settings.runs.len() > MAX_RUNS {
            let found = settings.runs.len();
            return Err(Error::setting(
                "run",
                format!("found {found} runs, expected at most {MAX_RUNS}"),
            ));
        }
        let mut judged = settings.judged.clone();
        let (topics, qrels) = judged.read()?;
        let mut runs = Vec::with_capacity(settings.runs.len());
        for path in &settings.runs {
            runs.push((name_of(path), Run::read(path)?));
        }
        Ok(Self { topics, qrels, runs, judged })
    }

    /// The topic of an id.
    pub fn topic(&self, id: &str) -> Option<&Topic> {
        self.topics.iter().find(|topic| topic.id == id)
    }
}

/// The name of a run: the name of its file without the endings of runs and compressed files.
fn name_of(path: &Path) -> String {
    let file_name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let mut name = &*file_name;
    for ending in [".gz", ".zst", ".txt", ".run"] {
        name = name.strip_suffix(ending).unwrap_or(name);
    }
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_named_by_its_file() {
        let names = ["a/bm25.run.txt.gz", "x.run", "run", "my.system.txt"]
            .map(|path| name_of(Path::new(path)));
        assert_eq!(names, ["bm25", "x", "run", "my.system"]);
    }
}
