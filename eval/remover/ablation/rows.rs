//! The file of results, a row at a time.

use super::{Fold, Result};
use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

/// The file of results.
pub struct Rows {
    file: std::fs::File,
    done: HashSet<String>,
}

impl Rows {
    pub fn open(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let keys = text.lines().map(|line| line.splitn(6, '\t').take(5).collect::<Vec<_>>());
        let mut file = std::fs::File::options().create(true).append(true).open(path)?;
        if text.is_empty() {
            writeln!(file, "what\tvalue\tby\tseed\tfold\tset\tpages\tf1")?;
        }
        Ok(Self { file, done: keys.map(|key| key.join("\t")).collect() })
    }

    fn key(what: &str, value: &str, fold: &Fold) -> String {
        format!("{what}\t{value}\t{}\t{}\t{}", fold.by, fold.seed, fold.name)
    }

    pub fn has(&self, what: &str, value: &str, fold: &Fold) -> bool {
        self.done.contains(&Self::key(what, value, fold))
    }

    pub fn add(
        &mut self,
        what: &str,
        value: &str,
        fold: &Fold,
        scores: &[(String, usize, f64)],
    ) -> Result<()> {
        let key = Self::key(what, value, fold);
        for (set, pages, f1) in scores {
            writeln!(self.file, "{key}\t{set}\t{pages}\t{f1:.5}")?;
        }
        self.done.insert(key);
        Ok(())
    }
}
