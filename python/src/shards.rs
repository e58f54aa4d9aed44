//! Shards for `tamis.spark`: assigns the files of a collection to shards, builds the index of one
//! shard, and checks that all are there. Plans and manifests are passed as JSON.

use crate::builds::build_job;
use crate::errors::{Failure, Result};
use crate::given::Arguments;
use crate::signals::{short, work};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use tamis::collection::{assign, assignment_hash};
use tamis::in_our_words;
use tamis::job::{IndexJob, ShardCheckJob, ShardPlanJob};
use tamis::shards::{GivenShard, ShardNumber, ShardPlan, Share};

/// Assigns the files below some paths to shards: the plan of `tamis shard plan --json`.
#[pyfunction]
pub(crate) fn shard_plan(py: Python<'_>, paths: Vec<PathBuf>, shards: u32) -> Result<String> {
    let job = ShardPlanJob { collections: paths, shards: count(shards)? };
    short(py, || json(&job.run(&())?.result))
}

/// Assigns files with these names and sizes to shards. Returns the shard of each, from 0, and the
/// hash of the assignment.
#[pyfunction]
#[pyo3(name = "deal_files")]
pub(crate) fn assign_files(files: Vec<(String, u64)>, shards: u32) -> Result<(Vec<usize>, String)> {
    let rows: Vec<(&str, u64)> =
        files.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    let shards = count(shards)?;
    Ok((assign(&rows, shards), assignment_hash(rows.iter().copied(), shards)))
}

/// Builds the index of shard `number` (from 1) of a plan, and returns its manifest.
#[pyfunction]
pub(crate) fn build_planned(
    py: Python<'_>,
    plan: &str,
    number: u32,
    out: PathBuf,
    given: Arguments,
) -> Result<String> {
    let plan = ShardPlan::parse(Path::new("plan"), plan)?;
    let shard = ShardNumber { number: count(number)?, of: count(plan.shards.len() as u32)? };
    built(py, Vec::new(), out, given, Share::Planned(plan.shard(shard)?))
}

/// Builds the index of a shard whose files the caller has assigned, and returns its manifest.
/// `mark` is what the index says of the shard, `names` has the names of archives by the paths of
/// their copies.
#[pyfunction]
pub(crate) fn build_given(
    py: Python<'_>,
    files: Vec<PathBuf>,
    names: HashMap<String, String>,
    mark: &str,
    out: PathBuf,
    given: Arguments,
) -> Result<String> {
    let mark = serde_json::from_str(mark)
        .map_err(|error| Failure::Input(format!("mark: {}", in_our_words(error))))?;
    built(py, files, out, given, Share::Given(GivenShard { mark, names }))
}

fn built(
    py: Python<'_>,
    collections: Vec<PathBuf>,
    out: PathBuf,
    given: Arguments,
    share: Share,
) -> Result<String> {
    let job = IndexJob { collections, out, share: Some(share), ..build_job(py, given)? };
    work(py, |stop| {
        if !job.run(stop)?.result.finished {
            return Err(tamis::Error::Interrupted.into());
        }
        manifest_in(&job.out)
    })
}

/// Returns the manifest of the index in a folder, in which every archive has its numbers of
/// `damaged` and `lost` records too.
#[pyfunction]
pub(crate) fn manifest(py: Python<'_>, path: PathBuf) -> Result<String> {
    short(py, || manifest_in(&path))
}

/// Checks that the indexes in these folders are all shards of one assignment, each finished.
#[pyfunction]
pub(crate) fn check_shards(py: Python<'_>, paths: Vec<PathBuf>) -> Result<()> {
    let job = ShardCheckJob { indexes: paths };
    short(py, || Ok(job.run(&()).map(drop)?))
}

fn manifest_in(path: &Path) -> Result<String> {
    let manifest = tamis::Index::manifest_of(path)?;
    let mut value =
        serde_json::to_value(&manifest).map_err(|error| Failure::Panic(error.to_string()))?;
    for (number, archive) in manifest.archives.iter().enumerate() {
        value["archives"][number]["damaged"] = archive.defective.damage().total().into();
        value["archives"][number]["lost"] = archive.skipped.damage().total().into();
        value["archives"][number]["left_out"] = archive.skipped.total().into();
    }
    json(&value)
}

fn json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Failure::Panic(error.to_string()))
}

fn count(number: u32) -> Result<NonZeroU32> {
    NonZeroU32::new(number)
        .ok_or_else(|| tamis::Error::setting("shards", "found 0, expected 1 or more").into())
}
