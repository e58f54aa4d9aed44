//! The module `tamis._tamis`: a thin layer over the library for Python. Everything here takes plain
//! values and returns tables; `python/tamis` converts them to pandas and back.

mod builds;
mod documents;
mod errors;
mod evaluate;
mod experiments;
mod given;
mod index;
mod judged;
mod lists;
mod notices;
mod search;
mod settings;
mod shards;
mod signals;
mod steps;
mod tables;

use pyo3::prelude::*;

#[pymodule]
mod _tamis {
    #[pymodule_export]
    use super::{
        builds::{build, combine, try_page},
        documents::{align, blocks, extract, metadata},
        evaluate::{compare_runs, evaluate_runs},
        experiments::{Comparison, Sweep, Tuned},
        index::Index,
        judged::{Qrels, Run, Topics},
        lists::{analyzers, classifiers, demo, measure_names, measures, models, parameters},
        shards::{assign_files, build_given, build_planned, check_shards, manifest, shard_plan},
        steps::{Job, Shard, add_answers, block_pages, contents, together, write_counts},
        tables::Table,
    };

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::signals::remember_process();
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
