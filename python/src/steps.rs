//! The steps of a search over shards for a cluster: values that travel as bytes.

use crate::errors::{Failure, Result};
use crate::given::settings;
use crate::judged::{Qrels, Topics};
use crate::search::{ranked, with_columns};
use crate::settings::{Rest, request, sweep_request};
use crate::signals::{short, work};
use crate::sweep::Sweep;
use crate::tables::{Columns, Table};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use tamis::Hit;
use tamis::Validation;
use tamis::request::Call;
use tamis::shards::repeats::{self, BlockPage, BlockTotal, Totals};
use tamis::shards::{Answer, SweepJudgements, Task};

/// An index that answers the tasks of a job.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Shard(tamis::shards::Shard);

#[pymethods]
impl Shard {
    /// Opens the index at `path`, with the counts of all shards in the folder `counts`.
    #[new]
    #[pyo3(signature = (path, counts=None))]
    fn new(py: Python<'_>, path: PathBuf, counts: Option<PathBuf>) -> Result<Self> {
        work(py, |_| Ok(Self(tamis::shards::Shard::open(&path, counts.as_deref())?)))
    }

    /// Checks the settings of a task.
    fn check(&self, py: Python<'_>, task: &[u8]) -> Result<()> {
        work(py, |_| Ok(self.0.check(&Task::from_bytes(task)?)?))
    }

    /// Answers a task.
    fn answer<'py>(&self, py: Python<'py>, task: &[u8]) -> Result<Bound<'py, PyBytes>> {
        let answer = work(py, |_| Ok(self.0.answer(&Task::from_bytes(task)?)?.to_bytes()?))?;
        Ok(PyBytes::new(py, &answer))
    }
}

/// A search or a sweep over shards, round by round.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Job {
    job: Mutex<tamis::shards::Job>,
    topics: Vec<String>,
    /// Whether the table of a search shows the pages.
    details: bool,
}

impl Job {
    fn new(job: tamis::shards::Job, topics: Vec<String>, details: bool) -> Self {
        Self { job: Mutex::new(job), topics, details }
    }

    fn with<T>(&self, work: impl FnOnce(&mut tamis::shards::Job) -> Result<T>) -> Result<T> {
        work(&mut self.job.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What a sweep over shards is measured against.
fn judged(topics: &Topics, qrels: &Qrels, rest: Rest<'_>) -> Result<SweepJudgements> {
    let mut judged = SweepJudgements::new(topics.0.iter().cloned(), &qrels.0)?;
    let mut validation = Validation::default();
    for (name, given) in rest {
        match name {
            "measures" => judged = judged.measures(given.texts(name)?)?,
            "level" => judged = judged.level(given.level(name)?),
            "folds" => validation.folds = Some(given.whole(name)?),
            "permutations" => validation.permutations = given.whole(name)?,
            "margin" => validation.margin = given.margin(name)?,
            "seed" => validation.seed = given.whole(name)?,
            // Each shard has the threads of its own process.
            _ => {}
        }
    }
    Ok(judged.validation(validation))
}

#[pymethods]
impl Job {
    /// Starts a search for topics.
    #[staticmethod]
    fn search(
        topics: &Topics,
        given: &Bound<'_, PyDict>,
        shards: usize,
        details: bool,
    ) -> Result<Self> {
        let given = settings(given)?;
        let (request, _) = request(Call::Topics, &given)?;
        let ids = topics.0.iter().map(|topic| topic.id.clone()).collect();
        let texts = topics.0.iter().map(|topic| (topic.id.clone(), topic.text.clone())).collect();
        let start = if details { tamis::shards::Job::find } else { tamis::shards::Job::search };
        Ok(Self::new(start(texts, request, shards)?, ids, details))
    }

    /// Starts a sweep; its topics are those that the qrels judge.
    #[staticmethod]
    fn sweep(
        topics: &Topics,
        qrels: &Qrels,
        given: &Bound<'_, PyDict>,
        shards: usize,
    ) -> Result<Self> {
        let given = settings(given)?;
        let (request, rest) = sweep_request(&given)?;
        let judged = judged(topics, qrels, rest)?;
        let ids = topics.0.iter().map(|topic| topic.id.clone()).collect();
        Ok(Self::new(tamis::shards::Job::sweep(request, judged, shards)?, ids, false))
    }

    /// The task that every shard must answer now; None once the job is done.
    fn task<'py>(&self, py: Python<'py>) -> Result<Option<Bound<'py, PyBytes>>> {
        let bytes =
            short(py, || self.with(|job| Ok(job.task().map(Task::to_bytes).transpose()?)))?;
        Ok(bytes.map(|bytes| PyBytes::new(py, &bytes)))
    }

    /// Takes the answers of all shards, alone or added together.
    fn take(&self, py: Python<'_>, answers: Vec<Vec<u8>>) -> Result<()> {
        work(py, |_| {
            let answers = answers.iter().map(|answer| Answer::from_bytes(answer));
            let answers = answers.collect::<std::result::Result<_, _>>()?;
            self.with(|job| Ok(job.take(answers)?))
        })
    }

    /// The run of a search as a table; with what is shown of the pages if the job has details.
    fn table(&self) -> Result<Table> {
        self.with(|job| {
            if self.details {
                return shown(&self.topics, job.hits()?);
            }
            let topics = job.done()?.topics.iter();
            let rankings: Vec<Vec<(String, f32)>> =
                topics.map(|columns| columns.first().cloned().unwrap_or_default()).collect();
            ranked(self.topics.iter().cloned().zip(rankings).collect())
        })
    }

    /// The run of a search as TREC's lines.
    fn run<'py>(&self, py: Python<'py>, tag: &str) -> Result<Bound<'py, PyBytes>> {
        let lines = self.with(|job| Ok(job.run(tag)?))?;
        Ok(PyBytes::new(py, &lines))
    }

    /// The results of a sweep.
    fn swept(&self, py: Python<'_>) -> Result<Sweep> {
        work(py, |_| self.with(|job| Ok(Sweep(tamis::Sweep::from_job(job)?))))
    }
}

/// What a table of the pages of topics shows first, behind the topic.
const FIRST: [&str; 6] = ["docno", "rank", "score", "url", "title", "date"];
/// Not shown: the dates of revisits, which shards refuse where dates count, and metadata.
const REST: [&str; 2] = ["revisited", "metadata"];

/// The pages of every topic, best first.
fn shown(topics: &[String], hits: &[Vec<Hit>]) -> Result<Table> {
    let ids = topics.iter().zip(hits).flat_map(|(id, hits)| hits.iter().map(move |_| id));
    let table = Columns::default().texts("qid", ids);
    let hits: Vec<&Hit> = hits.iter().flatten().collect();
    with_columns(table, &hits, &FIRST, |column| !REST.contains(&column.name), true).table()
}

/// Adds two answers to one task.
#[pyfunction]
pub(crate) fn add_answers<'py>(
    py: Python<'py>,
    one: &[u8],
    other: &[u8],
) -> Result<Bound<'py, PyBytes>> {
    let sum = short(py, || {
        let mut sum = Answer::from_bytes(one)?;
        sum.add(Answer::from_bytes(other)?)?;
        Ok(sum.to_bytes()?)
    })?;
    Ok(PyBytes::new(py, &sum))
}

/// The pages of a shard with the blocks that they hold: columns `block`, `site` and `page`, hashes
/// as signed numbers. Captures of a URL are one page. The block 0 stands for whatever a page of the
/// site holds.
#[pyfunction]
pub(crate) fn block_pages(py: Python<'_>, path: PathBuf) -> Result<Vec<Table>> {
    work(py, |_| {
        let mut tables = Vec::new();
        // The rows of a segment are dropped before the next ones are read.
        repeats::each(&path, |rows| {
            tables.push(block_page_table(&rows));
            Ok(())
        })?;
        tables.into_iter().collect()
    })
}

fn block_page_table(rows: &[BlockPage]) -> Result<Table> {
    Columns::default()
        .wholes("block", rows.iter().map(|row| row.block as i64))
        .wholes("site", rows.iter().map(|row| row.site as i64))
        .wholes("page", rows.iter().map(|row| row.page as i64))
        .table()
}

/// Bytes of a total of a block: block and site of 8, repeats and site_repeats of 4.
const BLOCK: usize = 24;
/// Bytes of a total of a site: site of 8, pages of 4.
const SITE: usize = 12;

/// Writes how often the blocks of a shard repeat in all shards to a folder. `blocks` and `sites`
/// are packed in little-endian bytes; `all` is the number of sites and of pages with a site, over
/// all shards.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "one call from one place in Python")]
pub(crate) fn write_counts(
    py: Python<'_>,
    path: PathBuf,
    folder: PathBuf,
    blocks: &[u8],
    sites: &[u8],
    all: (u64, u64),
    of: u64,
    shards: u64,
) -> Result<()> {
    if !blocks.len().is_multiple_of(BLOCK) || !sites.len().is_multiple_of(SITE) {
        let found = format!("found {} and {} bytes of totals", blocks.len(), sites.len());
        return Err(Failure::input(format!("{found}, expected multiples of {BLOCK} and {SITE}")));
    }
    work(py, |_| {
        let blocks = blocks.chunks_exact(BLOCK).map(block_total);
        let sites = sites.chunks_exact(SITE).map(|row| (read_u64(row, 0), read_u32(row, 8)));
        let totals = Totals::new(blocks, sites, all);
        Ok(repeats::write(&path, &totals, of, shards, &folder)?)
    })
}

fn block_total(row: &[u8]) -> BlockTotal {
    BlockTotal {
        block: read_u64(row, 0),
        site: read_u64(row, 8),
        repeats: read_u32(row, 16),
        site_repeats: read_u32(row, 20),
    }
}

fn read_u64(bytes: &[u8], at: usize) -> u64 {
    bytes[at..at + 8].try_into().map_or(0, u64::from_le_bytes)
}

fn read_u32(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].try_into().map_or(0, u32::from_le_bytes)
}

/// Returns a number that identifies the contents of a shard.
#[pyfunction]
pub(crate) fn contents(py: Python<'_>, path: PathBuf) -> Result<u64> {
    work(py, |_| Ok(repeats::contents(&path)?))
}

/// Returns a number that identifies the contents of all shards.
#[pyfunction]
pub(crate) fn together(contents: Vec<u64>) -> u64 {
    repeats::together(contents)
}
