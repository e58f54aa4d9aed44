//! Adds labels to a finished index from labels of its blocks, as `tamis label --from` adds those of
//! lines.

use crate::errors::{Failure, Result};
use crate::index::Index;
use crate::signals::work;
use pyo3::prelude::*;
use tamis::Error;

#[pymethods]
impl Index {
    /// Adds a label: for each of these pages whether each of its blocks, the title first, is
    /// content. Blocks of other pages are boilerplate. Returns the number of blocks that are
    /// content.
    fn add_labels(
        &self,
        py: Python<'_>,
        name: &str,
        pages: Vec<(String, Vec<bool>)>,
        replace: bool,
    ) -> Result<u64> {
        let index = self.get()?;
        self.is_one("add labels to each")?;
        let content = work(py, |_| match index.add_labels(name, &pages, replace) {
            Err(Error::Setting(error)) if error.setting == "labels" => {
                Err(Failure::Input(error.to_string()))
            }
            done => Ok(done?),
        })?;
        self.reopen()?;
        Ok(content)
    }

    /// Removes labels that were added.
    fn remove_labels(&self, py: Python<'_>, names: Vec<String>) -> Result<()> {
        let index = self.get()?;
        self.is_one("remove labels from each")?;
        work(py, |_| Ok(index.remove_labels(&names)?))?;
        self.reopen()
    }
}

impl Index {
    /// Refuses several indexes that are open as one.
    fn is_one(&self, instead: &str) -> Result<()> {
        match self.folders() {
            [_] => Ok(()),
            _ => Err(Failure::input(format!("several indexes are open as one; {instead}"))),
        }
    }
}
