//! A plan of shards in a file: which shard has which files of a collection. Every machine that
//! follows it indexes the same assignment, even if files are added meanwhile, and opens only
//! its own files.

use crate::error::{Error, Place, Result};
use crate::index::shard::{Shard, ShardMark};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::num::NonZeroU32;
use std::path::Path;
use tamis_collection::{
    ArchiveKind, AssignedFile, ShardAssignment, assignment_hash, discover_with,
};
use tamis_eval::trec::limits::Limits;
use tamis_eval::trec::lines::Lines;
use tamis_place::in_our_words;

/// A plan is one line: a file of a collection is about 100 bytes of it.
const LIMITS: Limits = Limits { bytes: 4 << 30, line: 4 << 30, ..Limits::STREAM };

/// How a collection is divided into shards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShardPlan {
    /// The paths and patterns that were named.
    pub collection: Vec<String>,
    /// Bytes of all files.
    pub bytes: u64,
    /// The hash of the number of shards and of the names and sizes of all files.
    pub hash: String,
    /// The shards by number.
    pub shards: Vec<ShardFiles>,
    /// What a folder has beside its documents, and what it is, such as `queries.jsonl has queries
    /// of a data set`; absent if there is nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed_over: Vec<String>,
    /// Files larger than an equal share of the bytes by more than a tenth, which make a shard
    /// larger than the others.
    pub too_large: Vec<String>,
}

/// The files of a shard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShardFiles {
    /// Its number, from 1.
    pub shard: u32,
    /// Bytes of its files.
    pub bytes: u64,
    /// Its files in the order of the collection.
    pub files: Vec<ShardFile>,
}

/// A file of a shard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShardFile {
    /// Its path.
    pub file: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Whether it stands for the loose pages of a folder.
    pub pages: bool,
}

/// One shard of a plan, ready to be indexed.
#[derive(Debug, Clone)]
pub struct PlannedShard {
    /// What the index keeps of it.
    pub(super) mark: ShardMark,
    /// Its files with their sizes.
    pub(super) files: BTreeMap<String, u64>,
    /// Where they are found.
    pub inputs: Vec<OsString>,
}

impl ShardPlan {
    /// Divides the files of a collection into this many shards.
    ///
    /// # Errors
    /// As [`discover_with`]; standard input cannot be divided.
    pub fn make<S: AsRef<OsStr>>(inputs: &[S], shards: NonZeroU32) -> Result<Self> {
        if inputs.iter().any(|input| input.as_ref() == "-") {
            return Err(Error::settings(
                "standard input cannot be dealt into shards; save it to files",
            ));
        }
        let mut passed_over = Vec::new();
        let archives = discover_with(inputs, |path, what| {
            passed_over.push(format!("{} {what}", path.display()));
        })?;
        let assignment = ShardAssignment::new(archives, shards);
        let collection =
            inputs.iter().map(|input| input.as_ref().to_string_lossy().into_owned()).collect();
        let too_large = assignment.too_large().iter().map(|file| file.name.to_string()).collect();
        let bytes = assignment.bytes();
        let hash = assignment.hash.clone();
        let shards = (1..)
            .zip(&assignment.shards)
            .map(|(shard, files)| ShardFiles::new(shard, files))
            .collect();
        Ok(Self { collection, bytes, hash, shards, passed_over, too_large })
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// If the file cannot be read, is no plan, or was changed.
    pub fn read(path: &Path) -> Result<Self> {
        let text = Lines::open(path, LIMITS)?.read_all()?;
        Self::parse(path, text.trim_start_matches('\u{feff}'))
    }

    /// Reads a plan from the text of a file.
    ///
    /// # Errors
    /// If it is no plan, or was changed.
    pub fn parse(path: &Path, text: &str) -> Result<Self> {
        let expected = "a plan of shards as one JSON object; make it again";
        let refused = |found: String| Error::format(Place::file(path), found, expected);
        let plan: Self = serde_json::from_str(text)
            .map_err(|error| refused(format!("text that is none ({})", in_our_words(error))))?;
        if plan.count().is_none_or(|of| assignment_hash(plan.rows(), of) != plan.hash) {
            return Err(refused("files that do not match its hash: it was changed".to_owned()));
        }
        Ok(plan)
    }

    /// Returns a shard of the plan.
    ///
    /// # Errors
    /// [`Error::Setting`] if the plan has another number of shards.
    pub fn shard(&self, Shard { number, of }: Shard) -> Result<PlannedShard> {
        if self.count() != Some(of) {
            let problem = format!(
                "found {number}/{of}, expected one of the plan's {} shards",
                self.shards.len()
            );
            return Err(Error::setting("shard", problem));
        }
        let files = &self.shards[number.get() as usize - 1].files;
        let total = self.rows().count() as u64;
        let mark =
            ShardMark { number, of, files: total, bytes: self.bytes, hash: self.hash.clone() };
        // Loose pages have their names below the folder that was named.
        let inputs = if files.iter().any(|file| file.pages) {
            self.collection.iter().map(OsString::from).collect()
        } else {
            files.iter().map(|file| OsString::from(&file.file)).collect()
        };
        let files = files.iter().map(|file| (file.file.clone(), file.bytes)).collect();
        Ok(PlannedShard { mark, files, inputs })
    }

    fn count(&self) -> Option<NonZeroU32> {
        u32::try_from(self.shards.len()).ok().and_then(NonZeroU32::new)
    }

    /// The names and sizes of all files.
    fn rows(&self) -> impl Iterator<Item = (&str, u64)> {
        self.shards
            .iter()
            .flat_map(|shard| &shard.files)
            .map(|file| (file.file.as_str(), file.bytes))
    }
}

impl ShardFiles {
    fn new(shard: u32, files: &[AssignedFile]) -> Self {
        let files: Vec<ShardFile> = files.iter().map(ShardFile::new).collect();
        Self { shard, bytes: files.iter().map(|file| file.bytes).sum(), files }
    }
}

impl ShardFile {
    fn new(file: &AssignedFile) -> Self {
        Self {
            file: file.name.to_string(),
            bytes: file.bytes,
            pages: file.archives.iter().any(|archive| archive.kind == ArchiveKind::Folder),
        }
    }
}
